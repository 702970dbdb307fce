"""Who decides: the built-in strategies, their parameters and their names, once for both engines."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from gin_fast.cards import as_int, shown


class Parameter(NamedTuple):
    """A whole number that a strategy is set up with."""

    default: int
    low: int
    high: int
    meaning: str


class Builtin(NamedTuple):
    """A built-in strategy."""

    meaning: str
    parameters: dict[str, Parameter]


def _weighing(**defaults: int) -> dict[str, Parameter]:
    """The parameters of a strategy that weighs its throws, in the order the engines have them."""
    return {name: _WEIGHTS[name]._replace(default=defaults[name]) for name in _WEIGHTS}


_WEIGHTS = {
    "meld_gain": Parameter(
        0, -100, 100, "takes a card from the pile that makes a meld if it saves so much deadwood"
    ),
    "gain": Parameter(0, -100, 100, "takes any other if it saves so much deadwood"),
    "deadwood": Parameter(0, 0, 1000, "weight of a point of deadwood that a throw leaves"),
    "outs": Parameter(0, -1000, 1000, "weight of each unseen card that would have made a meld"),
    "danger": Parameter(0, -1000, 1000, "weight of each meld that the throw may give the other"),
    "early": Parameter(0, 0, 1000, "draws by both seats while it knocks as soon as it may"),
    "knock": Parameter(0, 0, 100, "the most deadwood that it knocks with after that"),
    "width": Parameter(0, 0, 11, "how many of the best throws are looked at one draw ahead"),
}

BUILTINS = {
    "random": Builtin("takes any legal action, all equally likely", {}),
    "simple": Builtin(
        "the baseline of the 2021 AI challenge: takes a card only for a meld, throws what leaves "
        "least, knocks as soon as it may",
        {},
    ),
    "greedy": Builtin(
        "throws what leaves least, weighed with the outs it loses and the danger it brings; knocks "
        "early or not before gin",
        _weighing(meld_gain=2, gain=12, deadwood=10, outs=3, danger=1, early=4, knock=0, width=0),
    ),
    "lookahead": Builtin(
        "as greedy, but weighs its best throws by the least deadwood to be expected after its next "
        "draw",
        _weighing(meld_gain=3, gain=8, deadwood=10, outs=2, danger=4, early=4, knock=0, width=6),
    ),
    "knock_early": Builtin(
        "as greedy with other weights, and knocks as soon as it may",
        _weighing(meld_gain=1, gain=9, deadwood=10, outs=3, danger=0, early=0, knock=100, width=0),
    ),
    "gin_hunter": Builtin(
        "as greedy with other weights, and never knocks before gin",
        _weighing(meld_gain=1, gain=9, deadwood=10, outs=8, danger=0, early=0, knock=0, width=0),
    ),
    "defensive": Builtin(
        "as greedy, with more weight on danger",
        _weighing(meld_gain=2, gain=12, deadwood=10, outs=3, danger=5, early=4, knock=0, width=0),
    ),
}
"""The built-in strategies by name."""

STRATEGIES = tuple(BUILTINS)
"""The names of the built-in strategies."""

_SETTING = re.compile(r"\s*([a-z_]+)\s*=\s*([+-]?[0-9]{1,9})\s*")


class Strategy(NamedTuple):
    """A built-in strategy with its parameters set."""

    name: str
    parameters: tuple[int, ...]
    """In the order of `BUILTINS`."""

    def __str__(self) -> str:
        known = BUILTINS[self.name].parameters
        changed = [
            f"{key}={value}"
            for (key, parameter), value in zip(known.items(), self.parameters, strict=True)
            if value != parameter.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name


def parted(text: Any) -> Strategy:
    """A strategy by its name, which may go on with parameters, as in ``greedy:knock=6,outs=2``.

    >>> parted("greedy:knock=6").parameters[6], str(parted("greedy: knock = 6, outs=3"))
    (6, 'greedy:knock=6')
    >>> parted("greedy:kock=6")
    Traceback (most recent call last):
    ValueError: unknown parameter 'kock' of greedy: expected one of meld_gain, gain, deadwood, \
outs, danger, early, knock, width
    """
    if not isinstance(text, str):
        raise TypeError(f"a strategy must be named by a str, not {shown(text)}")
    name, colon, settings = text.partition(":")
    name = name.strip()
    if name not in BUILTINS:
        raise ValueError(f"unknown strategy {shown(name)}: expected one of {', '.join(STRATEGIES)}")
    known = BUILTINS[name].parameters
    values = {key: parameter.default for key, parameter in known.items()}
    given: set[str] = set()
    for setting in settings.split(",") if colon else ():
        match = _SETTING.fullmatch(setting)
        if match is None:
            raise ValueError(f"{shown(setting)} in {shown(text)} must be like knock=6")
        key = match[1]
        if key not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it has none"
            raise ValueError(f"unknown parameter {shown(key)} of {name}: {expected}")
        if key in given:
            raise ValueError(f"the parameter {key} is given twice in {shown(text)}")
        given.add(key)
        values[key] = as_int(int(match[2]), key, known[key].low, known[key].high)
    return Strategy(STRATEGIES[STRATEGIES.index(name)], tuple(values.values()))
