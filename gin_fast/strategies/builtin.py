"""The built-in strategies, their parameters and their names, shared by both engines."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from gin_fast.values.checks import as_int, shown


class Parameter(NamedTuple):
    """A whole number that a strategy is set up with, or the index of one of some names."""

    default: int
    low: int
    high: int
    meaning: str
    choices: tuple[str, ...] = ()
    """The names, if the parameter is given by name."""

    def text(self, value: int) -> str:
        """A value as the user writes it."""
        return self.choices[value] if self.choices else str(value)

    def read(self, key: str, text: str) -> int:
        """The value of a text for the parameter `key`."""
        if not self.choices:
            return as_int(int(text), key, self.low, self.high)
        if text.lower() not in self.choices:
            expected = ", ".join(self.choices)
            raise ValueError(f"{key} must be one of {expected}, not {shown(text)}")
        return self.choices.index(text.lower())


class Definition(NamedTuple):
    """What a built-in strategy is: what it does, and the parameters it may be given."""

    meaning: str
    parameters: dict[str, Parameter]


def _weighing(**changes: int) -> dict[str, Parameter]:
    """The parameters of a strategy that weighs its discards, in the order of the engines; the
    defaults are those of greedy, except for the changes."""
    return {
        name: parameter._replace(default=changes.get(name, parameter.default))
        for name, parameter in _WEIGHTS.items()
    }


_WEIGHTS = {
    "meld_gain": Parameter(
        2, -100, 100, "takes a card that makes a meld if it saves at least this much deadwood"
    ),
    "gain": Parameter(12, -100, 100, "takes any other card if it saves at least this much"),
    "deadwood": Parameter(
        7, 0, 1000, "weight of each point of deadwood that a discard leaves, times the draws so far"
    ),
    "outs": Parameter(
        100, -1000, 1000, "weight of each out lost: an unseen card that would have made a meld"
    ),
    "danger": Parameter(
        5, -1000, 1000, "weight of each meld that the discard may give the other, times the draws"
    ),
    "early": Parameter(
        4, 0, 1000, "knocks as soon as it can up to this many draws, counting both seats"
    ),
    "knock": Parameter(0, 0, 100, "the most deadwood that it knocks with after that"),
    "finish": Parameter(
        8, 0, 1000, "knocks as soon as it can when it needs at most this many points for the target"
    ),
    "width": Parameter(0, 0, 11, "how many of the best discards it looks at one draw ahead"),
    "gin": Parameter(0, -1000, 1000, "weight of each per cent of chance of gin after that draw"),
}

BUILTINS = {
    "random": Definition("takes any legal action, all equally likely", {}),
    "simple": Definition(
        "the baseline of the 2021 AI challenge: takes a card only for a meld, discards for the "
        "least deadwood, knocks as soon as it can",
        {},
    ),
    "greedy": Definition(
        "discards for the least deadwood, weighed against lost outs and danger; knocks early or "
        "waits for gin",
        _weighing(),
    ),
    "lookahead": Definition(
        "like greedy, but weighs its best discards by the deadwood and the chance of gin to expect "
        "after its next draw",
        _weighing(meld_gain=3, gain=8, deadwood=12, danger=8, early=5, width=4, gin=30),
    ),
    "knock_early": Definition(
        "like greedy with other weights; knocks as soon as it can",
        _weighing(meld_gain=1, gain=9, early=0, knock=100, finish=0),
    ),
    "gin_hunter": Definition(
        "like greedy with other weights; only goes out with gin",
        _weighing(meld_gain=1, gain=9, deadwood=3, danger=3, early=0, finish=0),
    ),
    "defensive": Definition(
        "like greedy, with more weight on danger",
        _weighing(danger=9),
    ),
}
"""The built-in strategies by name."""

PLAIN = tuple(BUILTINS)
"""Those that `montecarlo` may play out with, each with its default parameters."""


def _plain(default: str, meaning: str) -> Parameter:
    """A parameter that names one of the plain strategies."""
    return Parameter(PLAIN.index(default), 0, len(PLAIN) - 1, meaning, PLAIN)


BUILTINS["montecarlo"] = Definition(
    "plays like a plain strategy, but first tries every action in sampled rounds that fit its "
    "view, played out by plain strategies, and takes another action if that surely scores more",
    {
        "samples": Parameter(64, 1, 100_000, "the number of rounds in which each action is tried"),
        "strategy": _plain("greedy", "the strategy that plays on in its own seat there"),
        "opponent": _plain("simple", "the strategy that plays on in the other seat there"),
        "caution": Parameter(
            20, 0, 1000, "how many tenths of its standard error the gain must exceed"
        ),
        "belief": Parameter(14, 0, 100, "how much better than chance it assumes the other hand is"),
    },
)

STRATEGIES = tuple(BUILTINS)
"""The names of the built-in strategies."""

_SETTING = re.compile(r"\s*([a-z_]+)\s*=\s*([+-]?[0-9]{1,9}|[a-z_]{1,40})\s*", re.IGNORECASE)


def _fits(match: re.Match[str], known: dict[str, Parameter]) -> bool:
    """Whether a setting gives a name or a number, whichever its parameter needs."""
    is_name = not match[2][-1].isdecimal()
    key = match[1].lower()
    return key not in known or is_name == bool(known[key].choices)


class Builtin(NamedTuple):
    """A built-in strategy with its parameters set."""

    name: str
    parameters: tuple[int, ...]
    """In the order of `BUILTINS`."""

    def __str__(self) -> str:
        known = BUILTINS[self.name].parameters
        changed = [
            f"{key}={parameter.text(value)}"
            for (key, parameter), value in zip(known.items(), self.parameters, strict=True)
            if value != parameter.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name


def is_builtin(text: str) -> bool:
    """Whether a text names a built-in strategy, with or without parameters, in capitals or not.

    >>> is_builtin("Greedy:knock=6"), is_builtin("exec:greedy")
    (True, False)
    """
    return text.partition(":")[0].strip().lower() in BUILTINS


def parted(text: Any) -> Builtin:
    """A strategy by its name, with parameters if wanted, as in ``greedy:knock=6,outs=2``.

    >>> parted("greedy:knock=6").parameters[6], str(parted("greedy: knock = 6, outs=100"))
    (6, 'greedy:knock=6')
    >>> parted("greedy:kock=6")
    Traceback (most recent call last):
    ValueError: unknown parameter 'kock' of greedy: expected one of meld_gain, gain, deadwood, \
outs, danger, early, knock, finish, width, gin
    """
    if not isinstance(text, str):
        raise TypeError(f"a strategy must be named by a str, not {shown(text)}")
    given_name, colon, settings = text.partition(":")
    name = given_name.strip().lower()
    if name not in BUILTINS:
        given_name = given_name.strip()
        expected = ", ".join(STRATEGIES)
        raise ValueError(f"unknown strategy {shown(given_name)}: expected one of {expected}")
    known = BUILTINS[name].parameters
    values = {key: parameter.default for key, parameter in known.items()}
    given: set[str] = set()
    for setting in settings.split(",") if colon else ():
        match = _SETTING.fullmatch(setting)
        if match is None or not _fits(match, known):
            raise ValueError(f"{shown(setting)} in {shown(text)} must be like knock=6")
        key = match[1].lower()
        if key not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it has none"
            raise ValueError(f"unknown parameter {shown(match[1])} of {name}: {expected}")
        if key in given:
            raise ValueError(f"the parameter {key} is given twice in {shown(text)}")
        given.add(key)
        values[key] = known[key].read(key, match[2])
    return Builtin(STRATEGIES[STRATEGIES.index(name)], tuple(values.values()))
