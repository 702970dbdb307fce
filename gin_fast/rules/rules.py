"""The rules of a table: `Rules`, and the profiles by name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gin_fast.cards.deck import PIPS
from gin_fast.rules.fields import BOUNDS, CHOICES, FIELDS, RuleFields, bounds
from gin_fast.rules.words import describe
from gin_fast.values.checks import as_int, check_fields, shown
from gin_fast.values.json import parsed
from gin_fast.values.stored import field, only_values


class Rules(RuleFields):
    """The rules of a round, a game and a match, checked when made.

    The defaults are the profile ``modern``. Fields that clash are a `ValueError` that says which.

    >>> Rules.preset("modern", gin_bonus=20).gin_bonus
    20
    >>> Rules(knock_limit=-1)
    Traceback (most recent call last):
    ValueError: knock_limit must be from 0 to 100, not -1
    >>> Rules(knock_limit=5, oklahoma=True)
    Traceback (most recent call last):
    ValueError: knock_limit=5 clashes with oklahoma=True: the upcard sets the limit, leave it at 10
    """

    __slots__ = ()

    @property
    def name(self) -> str | None:
        """The name of the profile with these rules, or `None`.

        >>> Rules().name, Rules(gin_bonus=20).name
        ('modern', None)
        """
        return next((name for name, rules in PROFILES.items() if rules == self), None)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The rules of a profile by its name, in capitals or not, with some fields changed.

        >>> Rules.preset("eaai").big_gin_bonus is None
        True
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of a profile must be a str, not {shown(name)}")
        given, name = name, name.lower()
        if name not in PROFILES:
            raise ValueError(f"unknown rules {shown(given)}: expected one of {', '.join(PROFILES)}")
        if not changes:
            return PROFILES[name]
        unknown = sorted(changes.keys() - FIELDS.keys())
        if unknown:
            raise TypeError(f"unknown field of Rules: {shown(unknown[0])}")
        return replace(PROFILES[name], **changes)

    def describe(self) -> str:
        """The rules in words, for people and for prompts, written from the values of the fields.

        >>> print(Rules().describe().splitlines()[0])
        Gin Rummy for two players with 52 cards.
        """
        return describe(self)

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name."""
        return {name: getattr(self, name) for name in FIELDS}

    @classmethod
    def from_dict(cls, values: Any) -> Rules:
        """The rules of a dict that `to_dict` made. A missing or an unknown field is refused."""
        if not isinstance(values, dict):
            raise TypeError(f"rules must be a dict of fields, not {shown(values)}")
        check_fields(values, FIELDS, "Rules")
        return cls(**values)

    def to_json(self) -> str:
        """One line of JSON that `from_json` reads back as equal rules.

        >>> Rules.from_json(Rules(gin_bonus=20).to_json()) == Rules(gin_bonus=20)
        True
        """
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Rules:
        """The rules that `to_json` wrote, checked."""
        try:
            values = parsed(text)
        except ValueError as error:
            raise ValueError(f"rules: {error}") from None
        try:
            return cls.from_dict(values)
        except TypeError as error:  # a wrong type in JSON is a bad value, not a program's mistake
            raise ValueError(str(error)) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)


def unpacked(numbers: Sequence[int]) -> Rules:
    """The rules with these numbers, in the order of `Rules.packed`.

    >>> import struct
    >>> numbers = struct.unpack(f"={len(FIELDS)}i", Rules(gin_bonus=20).packed)
    >>> unpacked(numbers) == Rules(gin_bonus=20)
    True
    """
    values: dict[str, Any] = {}
    for name, number in zip(FIELDS, numbers, strict=True):
        low, high, may_be_none = bounds(name)
        if name in CHOICES:
            values[name] = CHOICES[name][as_int(number, name, low, high)]
        elif name in BOUNDS:
            values[name] = None if may_be_none and number == -1 else number
        else:
            values[name] = bool(as_int(number, name, low, high))
    return Rules(**values)


_ONE_ROUND: dict[str, Any] = {
    "after_two_passes": "stock",
    "target": None,
    "game_bonus": 0,
    "box": 0,
    "shutout": "none",
    "big_gin_bonus": None,
}
_STOCK: dict[str, Any] = {"after_two_passes": "stock"}
_CLASSIC: dict[str, Any] = {
    **_STOCK,
    "gin_bonus": 20,
    "undercut_bonus": 10,
    "big_gin_bonus": None,
    "box": 20,
}
_CLASSIC |= {"shutout": "bonus", "shutout_bonus": 100}

PROFILES: dict[str, Rules] = {
    "classic": Rules(**_CLASSIC, shutout_if="never_scored"),
    "bicycle": Rules(**_CLASSIC, shutout_if="won_no_round", winner_by="target", spread="least"),
    "modern": Rules(),
    "tournament": Rules(
        **_STOCK,
        big_gin_bonus=None,
        shutout="bonus",
        shutout_bonus=100,
        shutout_if="won_no_round",
        winner_by="target",
        credit="difference",
        first_dealer="cut",
        match_target=500,
    ),
    "parlett": Rules(
        **_STOCK,
        big_gin_bonus=None,
        shutout="double_all",
        shutout_if="never_scored",
        winner_by="target",
    ),
    "must_gin": Rules(**_STOCK, must_go_gin=True, stock_end="no_last_knock", tie="knocker"),
    "eaai": Rules(
        **_STOCK,
        big_gin_bonus=None,
        game_bonus=0,
        box=0,
        shutout="none",
        winner_by="target",
        next_dealer="alternate",
    ),
    "openspiel": Rules(
        **_ONE_ROUND,
        tie="nobody",
        cap_ends="draw",
        taken_card_may_return=True,
        return_cap=2,
        stock_end="last_upcard",
        pile_draw_cap=50,
    ),
    "rlcard": Rules(
        **_ONE_ROUND,
        gin_bonus=100,
        undercut_bonus=0,
        layoffs="never",
        flat_knock_score=20,
        eleven_card_start=True,
        must_go_gin=True,
    ),
    "oklahoma": Rules(**_STOCK, oklahoma=True, target=150),
    "straight": Rules(**_STOCK, knock_limit=0),
    "palace": Rules(
        **_STOCK,
        undercut_bonus=20,
        box=10,
        boxes_count_to_target=True,
        game_bonus=0,
        shutout="none",
    ),
    "fiftieth_card": Rules(**_STOCK, stock_end="last_upcard"),
}
"""The profiles by name. Points of ``rlcard`` are hundredths of its payoffs."""


def as_rules(value: Any) -> Rules:
    """`value` as Rules: Rules themselves, or the name of a profile."""
    if isinstance(value, Rules):
        return value
    if isinstance(value, str):
        return PROFILES.get(value) or Rules.preset(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        raise TypeError(
            f"one set of rules at a time, Rules or the name of a profile, not {shown(value)}"
        )
    raise TypeError(f"rules must be Rules or the name of a profile, not {shown(value)}")


def limit_of(upcard: int, rules: Rules) -> tuple[int, int]:
    """The knock limit of a round, and what its score is multiplied by."""
    if not rules.oklahoma:
        return rules.knock_limit, 1
    ace_is_gin = rules.oklahoma_ace_is_gin and upcard % 13 == 0
    doubles = rules.oklahoma_spades_double and upcard // 13 == 3
    return 0 if ace_is_gin else PIPS[upcard % 13], 2 if doubles else 1


def stored_rules(record: Any) -> Rules:
    """The rules of a record: the name of a profile, or every field."""
    rules = field(record, "rules", (str, dict))
    with only_values():
        return as_rules(rules) if isinstance(rules, str) else Rules.from_dict(rules)
