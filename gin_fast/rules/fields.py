"""The fields of the rules: their bounds, their choices, and which of them clash."""

from __future__ import annotations

import struct
from dataclasses import FrozenInstanceError, dataclass, field, fields
from types import MemberDescriptorType
from typing import Any, NoReturn

from gin_fast.values.checks import as_int, shown

DEAD_STOCK = 2
"""A discard without a knock ends the drawing when the stock is down to this many cards."""

TIES = ("undercut", "nobody", "knocker")
SPREADS = ("any", "least")
AFTER_TWO_PASSES = ("stock", "any", "upcard")
CAP_ENDS = ("turn", "draw")
LAYOFFS = ("never", "after_knock", "always")
STOCK_ENDS = ("dead", "no_last_knock", "last_upcard")
WINNERS = ("total", "target")
CREDITS = ("total", "difference")
SHUTOUTS = ("none", "bonus", "double_points", "double_all")
SHUTOUT_TESTS = ("never_scored", "won_no_round", "won_every_round")
FIRST_DEALERS = ("lot", "cut")
NEXT_DEALERS = ("winner", "loser", "alternate")
AFTER_DEAD = ("same", "alternate")


def _number(default: int | None, low: int, high: int) -> Any:
    return field(default=default, metadata={"bounds": (low, high)})


def _choice(default: str, choices: tuple[str, ...]) -> Any:
    return field(default=default, metadata={"choices": choices})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleFields:
    """The fields of `Rules`, each checked when they are made, and sealed: see `_sealed`. What
    native code needs to know of them is written by ``src/generate.py``."""

    knock_limit: int = _number(10, 0, 100)
    """The most deadwood to knock with; 0: gin only."""
    oklahoma: bool = False
    """The pips of the first upcard are the knock limit."""
    oklahoma_ace_is_gin: bool = False
    """Under `oklahoma` an ace makes the limit 0, not 1."""
    oklahoma_spades_double: bool = False
    """Under `oklahoma` a spade upcard doubles what the round scores, but not boxes."""
    gin_bonus: int = _number(25, 0, 1000)
    """What gin scores besides the defender's deadwood."""
    undercut_bonus: int = _number(25, 0, 1000)
    """What an undercut scores besides the difference."""
    big_gin_bonus: int | None = _number(31, 0, 1000)
    """What eleven melded cards score besides the defender's deadwood, in place of the gin bonus;
    `None`: there is no big gin."""
    tie: str = _choice("undercut", TIES)
    """Equal deadwood after layoffs: an ``"undercut"``, or ``"nobody"`` wins the round, or the
    ``"knocker"`` does, with 0 points."""
    spread: str = _choice("any", SPREADS)
    """How the player who knocks may spread: ``"any"`` way that leaves deadwood within the limit, or
    only so that the ``"least"`` is left."""
    layoffs: str = _choice("after_knock", LAYOFFS)
    """When the defender may lay off: ``"never"``, ``"after_knock"``, or ``"always"``: after gin
    too."""
    flat_knock_score: int | None = _number(None, 0, 1000)
    """What any knock scores, whoever has less deadwood. Then gin scores its bonus alone, nobody is
    undercut, and a seat that did not go out scores minus its deadwood."""

    stock_end: str = _choice("dead", STOCK_ENDS)
    """What happens after the discard that leaves two cards in the stock. ``"dead"``: the round is
    dead. ``"no_last_knock"``: also, the player who drew the third-last card may not go out.
    ``"last_upcard"``: the other seat may take the card discarded, but only to go out."""
    must_go_gin: bool = False
    """A player who can go gin by a legal discard, or big gin, must."""
    pile_draw_cap: int = _number(100, 1, 1000)
    """The round is dead once the top of the pile has been taken this many times, not counting the
    first upcard or the last."""
    cap_ends: str = _choice("turn", CAP_ENDS)
    """When `pile_draw_cap` ends the round: after the ``"turn"`` of the player who took that card,
    unless that player goes out, or at once, with the ``"draw"``."""
    taken_card_may_return: bool = False
    """The card just taken from the pile may be discarded in the same turn."""
    return_cap: int | None = _number(None, 1, 1000)
    """The round is dead once the card just taken has been discarded at once this many times in a
    row; `None`: there is no cap."""
    after_two_passes: str = _choice("any", AFTER_TWO_PASSES)
    """What the non-dealer may draw when both players passed the first upcard: the top of the
    ``"stock"``, ``"any"`` of the two, or the ``"upcard"``, which must then be taken."""
    eleven_card_start: bool = False
    """The starter is dealt eleven cards and discards first; there is no upcard."""

    target: int | None = _number(100, 1, 1_000_000)
    """The points that end a game; `None`: a game is one round."""
    game_bonus: int = _number(100, 0, 10_000)
    """What reaching the target scores."""
    winner_by: str = _choice("total", WINNERS)
    """Who wins a game: ``"total"``, the higher total after bonuses, or ``"target"``, the player who
    reached it."""
    credit: str = _choice("total", CREDITS)
    """What a game is worth in a match: ``"total"``, to each player their own, or ``"difference"``,
    to the winner the difference of the totals."""
    shutout: str = _choice("double_points", SHUTOUTS)
    """What a shutout gives: ``"none"``, ``"bonus"``, ``"double_points"``: the points of the rounds
    double, or ``"double_all"``: game bonus and boxes too."""
    shutout_bonus: int = _number(0, 0, 10_000)
    """Under ``shutout="bonus"``: the bonus."""
    shutout_if: str = _choice("won_every_round", SHUTOUT_TESTS)
    """What counts as a shutout: the loser ``"never_scored"`` or ``"won_no_round"``, or the player
    who reached the target ``"won_every_round"``, none of them dead or tied."""
    box: int = _number(25, 0, 10_000)
    """What each round won scores when the game is over."""
    boxes_count_to_target: bool = False
    """Boxes are added at once, and count toward the target."""
    first_dealer: str = _choice("lot", FIRST_DEALERS)
    """How the first dealer of each game is found: by ``"lot"``, or by a ``"cut"`` of the deck,
    where the player with the higher card deals."""
    next_dealer: str = _choice("winner", NEXT_DEALERS)
    """Who deals after a round that somebody won: its ``"winner"``, its ``"loser"``, or the players
    ``"alternate"``."""
    after_dead: str = _choice("same", AFTER_DEAD)
    """Who deals after a round that nobody won: the ``"same"`` player, or they ``"alternate"``."""
    match_target: int | None = _number(None, 1, 1_000_000)
    """The points that end a match; `None`: a match has no end."""

    packed: bytes = field(init=False, repr=False)
    """All fields as native integers of 32 bits, for the native engine."""

    def __post_init__(self) -> None:
        """Checks every field and keeps it as a plain value, so that equal rules are equal."""
        for each in fields(self):
            if each.init:
                SLOTS[each.name].__set__(self, _checked(each.name, getattr(self, each.name)))
        _refuse_clashes(self)
        codes = [_code(each.name, getattr(self, each.name)) for each in fields(self) if each.init]
        SLOTS["packed"].__set__(self, struct.pack(f"={len(codes)}i", *codes))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleFields):
            return NotImplemented
        return self.packed == other.packed

    def __hash__(self) -> int:
        return hash(self.packed)


SLOTS: dict[str, MemberDescriptorType] = {
    each.name: vars(RuleFields)[each.name] for each in fields(RuleFields)
}
"""Where the fields lie in an object, without the seals."""


def _sealed(slot: MemberDescriptorType) -> property:
    """A field that is set when rules are made, and never again, not by ``object.__setattr__``
    either: one engine reads the fields and the other `packed`, and both must play the same."""

    def once(rules: RuleFields, value: Any) -> None:
        if hasattr(rules, slot.__name__):
            raise FrozenInstanceError(f"cannot assign to field {slot.__name__!r}")
        slot.__set__(rules, value)

    return property(slot.__get__, once)


for _name, _slot in SLOTS.items():
    setattr(RuleFields, _name, _sealed(_slot))

_FIELDS = [each for each in fields(RuleFields) if each.init]
FIELDS: dict[str, Any] = {each.name: each.default for each in _FIELDS}
"""The fields of Rules, in order, with their defaults."""
BOUNDS: dict[str, tuple[int, int]] = {
    each.name: each.metadata["bounds"] for each in _FIELDS if "bounds" in each.metadata
}
"""The least and the most of those that are numbers."""
CHOICES: dict[str, tuple[str, ...]] = {
    each.name: each.metadata["choices"] for each in _FIELDS if "choices" in each.metadata
}
"""What those that name a choice may be. All others are flags."""
_OR_NONE = {each.name for each in _FIELDS if str(each.type).endswith("| None")}


def _checked(name: str, value: Any) -> Any:
    """A field's value as a plain int, bool, str or None. Raises an error if it is wrong."""
    if name in CHOICES:
        choices = CHOICES[name]
        if not isinstance(value, str):
            raise TypeError(
                f"{name} must be a str, one of {', '.join(choices)}, not {shown(value)}"
            )
        if value not in choices:
            raise ValueError(f"{name} must be one of {', '.join(choices)}, not {shown(value)}")
        return choices[choices.index(value)]
    if name in BOUNDS:
        if value is None and name in _OR_NONE:
            return None
        return as_int(value, name, *BOUNDS[name])
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, not {shown(value)}")
    return value


def _code(name: str, value: Any) -> int:
    """A field's value as a number: choices by their index, -1 for None."""
    if name in CHOICES:
        return CHOICES[name].index(value)
    return -1 if value is None else int(value)


def bounds(name: str) -> tuple[int, int, bool]:
    """The least and the most that a field's number may be in the native engine, and whether it may
    also be -1, for None.

    >>> bounds("layoffs"), bounds("target"), bounds("oklahoma")
    ((0, 2, False), (1, 1000000, True), (0, 1, False))
    """
    if name in CHOICES:
        return 0, len(CHOICES[name]) - 1, False
    return (*BOUNDS.get(name, (0, 1)), name in _OR_NONE)


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
        clash("return_cap", "taken_card_may_return", "no card is ever discarded at once")
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
