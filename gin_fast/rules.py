"""What a table plays by, once for both engines."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NoReturn

from gin_fast._json import parsed
from gin_fast._rules_text import describe
from gin_fast.cards import PIPS, as_int, shown

DEAD_STOCK = 2
"""A throw that is no knock, with so few cards left in the stock, ends the drawing."""

LAYOFFS = ("never", "after_knock", "always")
STOCK_ENDS = ("dead", "no_last_knock", "last_upcard")
WINNERS = ("total", "target")
CREDITS = ("total", "difference")
SHUTOUTS = ("none", "bonus", "double_points", "double_all")
SHUTOUT_TESTS = ("never_scored", "won_no_round", "won_every_round")
NEXT_DEALERS = ("winner", "loser", "alternate")
AFTER_DEAD = ("same", "alternate")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFields:
    """The fields of `Rules`, each checked when they are made."""

    knock_limit: int = 10
    """The most deadwood one may knock with; 0: gin only."""
    oklahoma: bool = False
    """The pips of the first upcard are the knock limit."""
    oklahoma_ace_is_gin: bool = False
    """Under `oklahoma` an ace makes the limit 0, not 1."""
    oklahoma_spades_double: bool = False
    """Under `oklahoma` a spade upcard doubles what the round scores, boxes not."""
    gin_bonus: int = 25
    """What gin scores besides the defender's deadwood."""
    undercut_bonus: int = 25
    """What an undercut scores besides the difference."""
    big_gin_bonus: int | None = 31
    """What eleven melded cards score besides the defender's deadwood, in place of the gin bonus;
    `None`: not in the rules."""
    tie_is_undercut: bool = True
    """Equal deadwood after layoffs is an undercut; else it pays nobody."""
    layoffs: str = "after_knock"
    """When the defender may lay off: ``"never"``, ``"after_knock"``, or ``"always"``: after gin
    too."""
    flat_knock_score: int | None = None
    """What any knock scores, whoever has less deadwood. Then gin scores its bonus alone, nobody is
    undercut, and a seat that did not go out scores minus its own deadwood."""

    stock_end: str = "dead"
    """What follows the throw that leaves two cards in the stock. ``"dead"``: the round is dead.
    ``"no_last_knock"``: also, who drew the third-last card may not go out. ``"last_upcard"``: the
    other seat may take the card thrown, but only to go out."""
    must_go_gin: bool = False
    """Who can go gin by a legal throw, or big gin, must."""
    pile_draw_cap: int = 100
    """Taking the top of the pile so many times, neither the first upcard nor the last counted, ends
    the round dead at once."""
    taken_card_may_return: bool = False
    """The card just taken from the pile may be thrown in the same turn."""
    return_cap: int | None = None
    """So many times in a row that the card taken is thrown straight back end the round dead."""
    eleven_card_start: bool = False
    """The starter is dealt eleven cards and throws first; there is no upcard."""

    target: int | None = 100
    """The points that end a game; `None`: a game is one round."""
    game_bonus: int = 100
    """What reaching the target scores."""
    winner_by: str = "total"
    """Who wins a game: ``"total"``, the higher total after bonuses, or ``"target"``, who reached
    it."""
    credit: str = "total"
    """What a game is worth in a match: ``"total"``, to each his own, or ``"difference"``, to the
    winner the difference of the totals."""
    shutout: str = "double_points"
    """What a shutout gives: ``"none"``, ``"bonus"``, ``"double_points"``: the points of the rounds
    double, or ``"double_all"``: game bonus and boxes too."""
    shutout_bonus: int = 0
    """Under ``shutout="bonus"``: the bonus."""
    shutout_if: str = "won_every_round"
    """What is a shutout: that the loser ``"never_scored"`` or ``"won_no_round"``, or that who
    reached the target ``"won_every_round"``, none of them dead or tied."""
    box: int = 25
    """What each round won scores when the game is over."""
    boxes_count_to_target: bool = False
    """Boxes are added at once, and count toward the target."""
    next_dealer: str = "winner"
    """Who deals after a round that scored: its ``"winner"``, its ``"loser"``, or they
    ``"alternate"``."""
    after_dead: str = "same"
    """Who deals after a round that nobody won: the ``"same"``, or they ``"alternate"``."""
    match_target: int | None = None
    """The points that end a match; `None`: there is none."""

    packed: bytes = field(init=False, repr=False, compare=False)
    """All fields as native integers of 32 bits, for the native engine."""

    def __post_init__(self) -> None:
        """Checks every field and keeps it as a plain value, so that equal rules are equal."""
        for each in fields(self):
            if each.init:
                object.__setattr__(self, each.name, _checked(each.name, getattr(self, each.name)))
        _refuse_clashes(self)
        codes = [_code(each.name, getattr(self, each.name)) for each in fields(self) if each.init]
        object.__setattr__(self, "packed", struct.pack(f"={len(codes)}i", *codes))


_BOUNDS: dict[str, tuple[int, int]] = {
    "knock_limit": (0, 100),
    "gin_bonus": (0, 1000),
    "undercut_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "flat_knock_score": (0, 1000),
    "pile_draw_cap": (1, 1000),
    "return_cap": (1, 1000),
    "target": (1, 1_000_000),
    "game_bonus": (0, 10_000),
    "shutout_bonus": (0, 10_000),
    "box": (0, 10_000),
    "match_target": (1, 1_000_000),
}
_OR_NONE = ("big_gin_bonus", "flat_knock_score", "return_cap", "target", "match_target")
_CHOICES = {
    "layoffs": LAYOFFS,
    "stock_end": STOCK_ENDS,
    "winner_by": WINNERS,
    "credit": CREDITS,
    "shutout": SHUTOUTS,
    "shutout_if": SHUTOUT_TESTS,
    "next_dealer": NEXT_DEALERS,
    "after_dead": AFTER_DEAD,
}
FIELDS: dict[str, Any] = {each.name: each.default for each in fields(RuleFields) if each.init}
"""The fields of Rules, in order, with their defaults."""


def _checked(name: str, value: Any) -> Any:
    """A field's value as a plain int, bool, str or None, or the error that says what is wrong."""
    if name in _CHOICES:
        choices = _CHOICES[name]
        if not isinstance(value, str):
            raise TypeError(
                f"{name} must be a str, one of {', '.join(choices)}, not {shown(value)}"
            )
        if value not in choices:
            raise ValueError(f"{name} must be one of {', '.join(choices)}, not {shown(value)}")
        return choices[choices.index(value)]
    if name in _BOUNDS:
        if value is None and name in _OR_NONE:
            return None
        return as_int(value, name, *_BOUNDS[name])
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, not {shown(value)}")
    return value


def _code(name: str, value: Any) -> int:
    """A field's value as a number: choices by their place, -1 for None."""
    if name in _CHOICES:
        return _CHOICES[name].index(value)
    return -1 if value is None else int(value)


def bounds(name: str) -> tuple[int, int, bool]:
    """The least and the most that the number of a field may be, as the native engine has it; and
    whether it may be -1 besides, which is None.

    >>> bounds("layoffs"), bounds("target"), bounds("oklahoma")
    ((0, 2, False), (1, 1000000, True), (0, 1, False))
    """
    if name in _CHOICES:
        return 0, len(_CHOICES[name]) - 1, False
    return (*_BOUNDS.get(name, (0, 1)), name in _OR_NONE)


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
        """The name of the profile that these rules are, if they are one.

        >>> Rules().name, Rules(gin_bonus=20).name
        ('modern', None)
        """
        return next((name for name, rules in PROFILES.items() if rules == self), None)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The rules of a profile by its name, with some fields changed.

        >>> Rules.preset("eaai").big_gin_bonus is None
        True
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of a profile must be a str, not {shown(name)}")
        if name not in PROFILES:
            raise ValueError(f"unknown rules {shown(name)}: expected one of {', '.join(PROFILES)}")
        if not changes:
            return PROFILES[name]
        unknown = sorted(changes.keys() - FIELDS.keys())
        if unknown:
            raise TypeError(f"unknown field of Rules: {shown(unknown[0])}")
        return replace(PROFILES[name], **changes)

    def describe(self) -> str:
        """The rules in words, for people and for prompts: written from these very values.

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
        for name in FIELDS:
            if name not in values:
                raise ValueError(f"rules lack the field {name}")
        for name in values:
            if name not in FIELDS:
                raise ValueError(f"unknown field of Rules: {shown(name)}")
        return cls(**values)

    def to_json(self) -> str:
        """One line of JSON that `from_json` makes equal rules of.

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
            raise ValueError(f"rules are no JSON: {error}") from None
        try:
            return cls.from_dict(values)
        except TypeError as error:  # what JSON holds is a value, never a slip of the program
            raise ValueError(str(error)) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)


def unpacked(numbers: Sequence[int]) -> Rules:
    """The rules of which these are the numbers, as `Rules.packed` has them.

    >>> unpacked(struct.unpack("=28i", Rules(gin_bonus=20).packed)) == Rules(gin_bonus=20)
    True
    """
    values: dict[str, Any] = {}
    for name, number in zip(FIELDS, numbers, strict=True):
        low, high, may_be_none = bounds(name)
        if name in _CHOICES:
            values[name] = _CHOICES[name][as_int(number, name, low, high)]
        elif name in _BOUNDS:
            values[name] = None if may_be_none and number == -1 else number
        else:
            values[name] = bool(as_int(number, name, low, high))
    return Rules(**values)


def _refuse_clashes(rules: RuleFields) -> None:
    """Refuses what no table could play."""

    def clash(name: str, other: str, why: str) -> NoReturn:
        given, against = (f"{each}={getattr(rules, each)!r}" for each in (name, other))
        raise ValueError(f"{given} clashes with {against}: {why}")

    if rules.oklahoma:
        if rules.knock_limit != 10:
            clash("knock_limit", "oklahoma", "the upcard sets the limit, leave it at 10")
        if rules.eleven_card_start:
            clash("eleven_card_start", "oklahoma", "there is no upcard to set the limit")
    for name in ("oklahoma_ace_is_gin", "oklahoma_spades_double"):
        if getattr(rules, name) and not rules.oklahoma:
            clash(name, "oklahoma", "no upcard is looked at")
    if rules.flat_knock_score is not None and rules.undercut_bonus:
        clash("undercut_bonus", "flat_knock_score", "nobody is undercut, so it must be 0")
    if rules.return_cap is not None and not rules.taken_card_may_return:
        clash("return_cap", "taken_card_may_return", "no card is ever thrown straight back")
    if rules.shutout == "bonus" and not rules.shutout_bonus:
        clash("shutout_bonus", "shutout", "the bonus must be at least 1")
    if rules.shutout != "bonus" and rules.shutout_bonus:
        clash("shutout_bonus", "shutout", "there is no such bonus, so it must be 0")
    if rules.boxes_count_to_target and not rules.box:
        clash("box", "boxes_count_to_target", "there are no boxes")
    if rules.target is None:
        for name, nothing in (
            ("game_bonus", 0),
            ("shutout", "none"),
            ("box", 0),
            ("match_target", None),
        ):
            if getattr(rules, name) != nothing:
                clash(name, "target", f"a game is one round, so it must be {nothing!r}")


_ONE_ROUND: dict[str, Any] = {
    "target": None,
    "game_bonus": 0,
    "box": 0,
    "shutout": "none",
    "big_gin_bonus": None,
}
_CLASSIC: dict[str, Any] = {"gin_bonus": 20, "undercut_bonus": 10, "big_gin_bonus": None, "box": 20}
_CLASSIC |= {"shutout": "bonus", "shutout_bonus": 100}

PROFILES: dict[str, Rules] = {
    "classic": Rules(**_CLASSIC, shutout_if="never_scored"),
    "bicycle": Rules(**_CLASSIC, shutout_if="won_no_round", winner_by="target"),
    "modern": Rules(),
    "tournament": Rules(
        big_gin_bonus=None,
        shutout="bonus",
        shutout_bonus=100,
        shutout_if="won_no_round",
        winner_by="target",
        credit="difference",
        match_target=500,
    ),
    "parlett": Rules(
        big_gin_bonus=None, shutout="double_all", shutout_if="never_scored", winner_by="target"
    ),
    "must_gin": Rules(must_go_gin=True, stock_end="no_last_knock"),
    "eaai": Rules(
        big_gin_bonus=None,
        game_bonus=0,
        box=0,
        shutout="none",
        winner_by="target",
        next_dealer="alternate",
    ),
    "openspiel": Rules(
        **_ONE_ROUND,
        tie_is_undercut=False,
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
    "oklahoma": Rules(oklahoma=True, target=150),
    "straight": Rules(knock_limit=0),
    "palace": Rules(
        undercut_bonus=20, box=10, boxes_count_to_target=True, game_bonus=0, shutout="none"
    ),
    "fiftieth_card": Rules(stock_end="last_upcard"),
}
"""The profiles by name. Points of ``rlcard`` are hundredths of its payoffs."""


def as_rules(value: Any) -> Rules:
    """`value` as Rules: Rules themselves, or the name of a profile."""
    if isinstance(value, Rules):
        return value
    if isinstance(value, str):
        return Rules.preset(value)
    raise TypeError(f"rules must be Rules or the name of a profile, not {shown(value)}")


def limit_of(upcard: int, rules: Rules) -> tuple[int, int]:
    """The knock limit of a round, and what its score is multiplied by."""
    if not rules.oklahoma:
        return rules.knock_limit, 1
    ace_is_gin = rules.oklahoma_ace_is_gin and upcard % 13 == 0
    doubles = rules.oklahoma_spades_double and upcard // 13 == 3
    return 0 if ace_is_gin else PIPS[upcard % 13], 2 if doubles else 1
