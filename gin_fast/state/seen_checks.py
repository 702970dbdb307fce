"""Stored views: read field by field, and refused if no round can look like that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import as_mask, each_card, format_hand
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import PHASES, SOURCES
from gin_fast.state.positions import checked_position, checked_scores
from gin_fast.state.seen import Seen, view_class
from gin_fast.values.checks import as_int, require, shown
from gin_fast.values.stored import field, object_with, only_values

NUMBERS: dict[str, tuple[int, int]] = {
    "seat": (0, 1),
    "to_move": (-1, 1),
    "starter": (0, 1),
    "drawn": (-1, 51),
    "stock": (0, 31),
    "returns": (0, 1000),
    "knocker": (-1, 1),
    "knock_card": (-1, 51),
    "draws": (0, 2000),
    "pile_draws": (0, 2000),
    "limit": (0, 100),
    "multiplier": (1, 2),
}
"""The fields that are numbers, with their bounds."""
MASKS = ("hand", "barred", "known", "exposed", "declined", "own_declined", "unmelded", "laid_off")
"""The fields that are masks of cards."""


def read_view(given: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a stored view, each checked by itself."""
    object_with(given, names)
    at: dict[str, Any] = {
        name: as_int(field(given, name, int), name, low, high)
        for name, (low, high) in NUMBERS.items()
    }
    at |= {name: as_mask(field(given, name, int), name) for name in MASKS}
    at["phase"] = field(given, "phase", str, expected=PHASES)
    at["drawn_from"] = field(given, "drawn_from", str)
    if at["drawn_from"] not in SOURCES:
        raise ValueError(f"drawn_from must be stock, pile or empty, not {shown(at['drawn_from'])}")
    at["upcard_taken"] = taken = given["upcard_taken"]
    if not isinstance(taken, bool):
        raise ValueError(f"the field upcard_taken must be a bool, not {shown(taken)}")
    with only_values():
        at["rules"] = Rules.from_dict(field(given, "rules", dict))
        at["pile"] = tuple(as_int(card, "pile", 0, 51) for card in field(given, "pile", list))
        at["melds"] = tuple(as_mask(meld, "melds") for meld in field(given, "melds", list))
        at["scores"] = checked_scores(field(given, "scores", list))
    return at


_View = TypeVar("_View", bound=Seen)


def stored_view(given: Any, kind: type[_View]) -> _View:
    """The view that `Seen.to_dict` stored, checked field by field."""
    view = kind(**read_view(given, kind._fields))
    check_view(view)
    return view


def as_fields(view: Seen) -> dict[str, Any]:
    """Every field of a view that anyone may have changed, each checked by itself, in plain values.
    Raises an error that says which is wrong."""
    if not isinstance(view, Seen):
        raise TypeError(f"view must be a View, not {shown(view)}")
    if tuple.__len__(view) != len(Seen._fields):
        raise ValueError(f"a view must have {len(Seen._fields)} fields, not {tuple.__len__(view)}")
    given: dict[str, Any] = dict(zip(Seen._fields, tuple.__iter__(view), strict=True))
    at: dict[str, Any] = {
        name: as_int(given[name], name, low, high) for name, (low, high) in NUMBERS.items()
    }
    at |= {name: as_mask(given[name], name) for name in MASKS}
    names: tuple[str, ...]
    for name, names in (("phase", PHASES), ("drawn_from", SOURCES)):
        value = given[name]
        if not isinstance(value, str) or value not in names:
            raise ValueError(f"{name} must be one of {names}, not {shown(value)}")
        at[name] = names[names.index(value)]
    at["upcard_taken"] = taken = given["upcard_taken"]
    if not isinstance(taken, bool):
        raise TypeError(f"upcard_taken must be a bool, not {shown(taken)}")
    at["rules"] = rules = given["rules"]
    if not isinstance(rules, Rules):
        raise TypeError(f"the rules of a view must be Rules, not {shown(rules)}")
    for name, most in ("pile", 52), ("melds", 3):
        value = given[name]
        if not isinstance(value, (tuple, list)) or len(value) > most:
            raise TypeError(f"{name} must be a tuple of at most {most}, not {shown(value)}")
    at["pile"] = tuple(as_int(card, "pile", 0, 51) for card in given["pile"])
    at["melds"] = tuple(as_mask(meld, "melds") for meld in given["melds"])
    at["scores"] = checked_scores(given["scores"])
    return at


def plain_view(view: Seen) -> Seen:
    """A view, whoever made or changed it, in plain values as the engines make them; or the error
    that says why no round can give it.

    >>> from gin_fast import Round
    >>> view = Round.deal(7).view(0)
    >>> plain_view(view._replace(pile=[4])) == view
    True
    """
    plain = view_class()(**as_fields(view))
    check_view(plain)
    return plain


def check_view(view: Seen) -> None:
    """Refuses a view whose fields do not fit together."""
    _check_places(view)
    _check_turn(view)
    _check_knock(view)
    if view.phase == "over":
        _check_counts_at_the_end(view)
    else:
        checked_position(_with_unseen_cards(view), view.rules, lambda hand: 0)


def _places(view: Seen) -> Iterator[tuple[str, int]]:
    """Where the cards are, as far as the seat knows."""
    yield "hand", view.hand
    yield from (("pile", 1 << card) for card in view.pile)
    yield from (("melds", meld) for meld in view.melds)
    if view.knock_card >= 0:
        yield "knock_card", 1 << view.knock_card
    yield "known", view.known


def _check_places(view: Seen) -> None:
    """Checks that every card is in one place, and not too many are."""
    seen = 0
    for name, cards in _places(view):
        twice = cards & seen
        require(not twice, f"{format_hand(twice)} of {name} is in another place too")
        seen |= cards
    own = view.hand
    if view.phase == "spread" and view.knock_card >= 0:
        own |= 1 << view.knock_card
    require(not view.exposed & ~own, "exposed must be cards of the hand")
    more = view.phase == "spread" and view.knocker != view.seat
    most = view.other_count + more
    require(view.known.bit_count() <= most, f"known must be at most {max(most, 0)} cards")


def _check_turn(view: Seen) -> None:
    """Checks that what was drawn is where it must be."""
    acts = view.to_move == view.seat
    require((view.to_move < 0) == (view.phase == "over"), "to_move must be -1 in phase over only")
    if view.drawn_from:
        require(view.phase == "discard", f"drawn_from must be empty in phase {view.phase}")
    hidden = view.drawn_from == "stock" and not acts
    if hidden or not view.drawn_from:
        require(view.drawn == -1, "drawn must be -1: the seat knows of no card drawn")
    else:
        holds = view.hand if acts else view.known
        require(
            view.drawn >= 0 and bool(holds >> view.drawn & 1),
            f"drawn must be a card of {'hand' if acts else 'known'}",
        )
    if hidden:
        require(view.known.bit_count() < view.other_count, "known must lack the card just drawn")
    barred = view.drawn_from == "pile" and not view.rules.taken_card_may_return
    expected = 1 << view.drawn if barred else 0
    require(view.barred == expected, f"barred must be {expected}, not {view.barred}")


def _check_knock(view: Seen) -> None:
    """Checks that cards on the table, and the one discarded face down, go with a knock."""
    knocked = view.phase in ("spread", "layoff") or (view.phase == "over" and view.knocker >= 0)
    require(
        knocked == (view.knocker >= 0), f"knocker cannot be {view.knocker} in phase {view.phase}"
    )
    if not knocked:
        on_table = bool(view.melds or view.unmelded or view.laid_off or view.knock_card >= 0)
        require(not on_table, "melds, unmelded, laid_off and knock_card need a knocker")
        return
    big_gin = view.phase == "over" and not view.melds and not view.unmelded
    discarded = view.knocker == view.seat and not big_gin
    require((view.knock_card >= 0) == discarded, "knock_card must be known to the knocker alone")
    require(not view.laid_off & ~sum(view.melds), "laid_off must be cards of the melds")
    if view.phase != "spread" and not big_gin:
        name = "hand" if view.knocker == view.seat else "known"
        require(view.unmelded == getattr(view, name), f"unmelded must be the same as {name}")


def _check_counts_at_the_end(view: Seen) -> None:
    counts = [view.hand.bit_count(), view.other_count]
    if view.knocker < 0:
        fits = sorted(counts) in ([10, 10], [10, 11])
    else:
        laid_off = view.laid_off.bit_count()
        spread = sum(meld.bit_count() for meld in view.melds) - laid_off
        knocker = 10 - spread if view.melds or view.unmelded else 11
        fits = counts[:: 1 if view.knocker == view.seat else -1] == [knocker, 10 - laid_off]
    require(fits, f"no round ends with {counts[0]} cards in hand and {counts[1]} in the other hand")
    from_stock = view.draws - view.pile_draws
    require(from_stock == 31 - view.stock, "draws minus pile_draws must be 31 minus the stock")
    require(len(view.melds) <= 3, "melds must be at most three")


def _with_unseen_cards(view: Seen) -> dict[str, Any]:
    """A position that fits the view, with the unseen cards in arbitrary places."""
    other = 1 - view.seat
    unseen = DECK
    for _, cards in _places(view):
        unseen &= ~cards
    loose = [*each_card(view.known), *each_card(unseen)]
    hand, rest = loose[: view.other_count], loose[view.other_count :]
    knock_card = view.knock_card
    if view.knocker == other and rest:
        knock_card = rest.pop(0)
    drawn = view.drawn
    if view.drawn_from == "stock" and view.to_move == other:
        drawn = hand[-1]
    return position_of(
        view, sum(1 << card for card in hand), rest, drawn=drawn, knock_card=knock_card
    )


def position_of(
    view: Seen, hand: int, stock: list[int], *, drawn: int, knock_card: int
) -> dict[str, Any]:
    """The position that a view shows one side of, given the hidden cards."""
    turn = 1 if view.seat == 0 else -1
    same = "phase to_move starter pile drawn_from upcard_taken returns knocker melds unmelded "
    same += "laid_off draws pile_draws limit multiplier scores"
    return {
        **{name: getattr(view, name) for name in same.split()},
        "hands": (view.hand, hand)[::turn],
        "known": (view.known, view.exposed)[::turn],
        "declined": (view.declined, view.own_declined)[::turn],
        "stock": stock,
        "drawn": drawn,
        "knock_card": knock_card,
    }
