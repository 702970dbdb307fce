"""Deadwood, and the spreads that leave it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gin_fast.cards.deck import MOST_LISTED, PIPS
from gin_fast.cards.hands import as_mask, each_card
from gin_fast.reference._by_rank import deadwood_of
from gin_fast.reference.meld import melds
from gin_fast.state.results import Spread
from gin_fast.values.checks import as_int
from gin_fast.values.rows import check_rows, some_rows

__all__ = [
    "best_spread",
    "best_spreads",
    "hand_points",
    "hand_points_into",
    "min_deadwood",
    "min_deadwood_into",
    "spreads",
]


def hand_points(hand: int) -> int:
    """The pips of all cards of the hand: ace 1, two to ten their number, J Q K 10.

    >>> from gin_fast import parse_hand
    >>> hand_points(parse_hand("AC 9D KH"))
    20
    """
    return _points(as_mask(hand))


def _points(hand: int) -> int:
    return sum(PIPS[card % 13] for card in each_card(hand))


def min_deadwood(hand: int) -> int:
    """The least deadwood over all spreads of the hand, in bounded time for every mask.

    >>> from gin_fast import parse_hand
    >>> min_deadwood(parse_hand("3H 4H 5H 3S 3C 8D"))
    14
    """
    return deadwood_of(as_mask(hand))


def hand_points_into(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint16], row: int) -> int:
    """`hand_points` of the hands from row `row` on, and the row that comes next.

    Both arrays are flat, of one length, and checked by `bulk`.
    """
    rows = some_rows(row, len(hands))
    check_rows(len(hands), out=len(out))
    for at in rows:
        out[at] = _points(int(hands[at]))
    return rows.stop


def min_deadwood_into(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], row: int) -> int:
    """`min_deadwood` of the hands from row `row` on, and the row that comes next.

    Both arrays are flat, of one length, and checked by `bulk`.
    """
    rows = some_rows(row, len(hands))
    check_rows(len(hands), out=len(out))
    for at in rows:
        out[at] = deadwood_of(int(hands[at]))
    return rows.stop


def best_spread(hand: int) -> Spread:
    """The first of the spreads of least deadwood, in the order of `spreads`.

    >>> from gin_fast import parse_hand
    >>> print(best_spread(parse_hand("4H 5H 6H 7H 7C 7D KC")))
    4H 5H 6H | 7C 7D 7H, unmelded KC = 10
    """
    rest = as_mask(hand)
    deadwood = deadwood_of(rest)
    taken = []
    # The lowest meld of the first spread is the lowest that any of the best ones has. What follows
    # is the first of the best spreads of the other cards, since it can have no lower meld.
    for meld in melds(rest):
        if meld & ~rest == 0 and deadwood_of(rest & ~meld) == deadwood:
            taken.append(meld)
            rest &= ~meld
    return Spread(tuple(taken), rest, deadwood)


def best_spreads(hand: int) -> tuple[Spread, ...]:
    """All spreads of least deadwood, in the order of `spreads`.

    Above 13 cards a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> len(best_spreads(parse_hand("5S 5H 5D 6S 6H 6D 7S 7H 7D KC")))
    2
    """
    hand = _as_listed(hand)
    return _spreads(hand, deadwood_of(hand))


def spreads(hand: int, max_deadwood: int) -> tuple[Spread, ...]:
    """All spreads of the hand that leave at most `max_deadwood`.

    A spread is any set of disjoint melds: a run of six and its halves are two. They come by
    deadwood, then by the tuple of their ascending melds. Above 13 cards a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> for spread in spreads(parse_hand("2H 3H 4H 5H"), 5):
    ...     print(spread)
    2H 3H 4H 5H, unmelded nothing = 0
    3H 4H 5H, unmelded 2H = 2
    2H 3H 4H, unmelded 5H = 5
    """
    hand = _as_listed(hand)
    return _spreads(hand, as_int(max_deadwood, "max_deadwood", 0))


def _as_listed(hand: int) -> int:
    hand = as_mask(hand)
    if hand.bit_count() > MOST_LISTED:
        raise ValueError(
            f"spreads are listed for hands of at most {MOST_LISTED} cards, "
            f"not of {hand.bit_count()}"
        )
    return hand


def _spreads(hand: int, max_deadwood: int) -> tuple[Spread, ...]:
    inside = melds(hand)

    def extended(taken: tuple[int, ...], start: int, rest: int) -> Iterator[Spread]:
        yield Spread(taken, rest, _points(rest))
        for index in range(start, len(inside)):
            if inside[index] & ~rest == 0:
                meld = inside[index]
                yield from extended((*taken, meld), index + 1, rest & ~meld)

    found = [spread for spread in extended((), 0, hand) if spread.deadwood <= max_deadwood]
    return tuple(sorted(found, key=lambda spread: (spread.deadwood, spread.melds)))
