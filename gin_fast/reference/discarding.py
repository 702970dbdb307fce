"""Which cards may be discarded, and what they leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import as_mask, each_card, format_hand, hand_of
from gin_fast.reference._by_rank import deadwood_of
from gin_fast.state.results import Discards
from gin_fast.values.checks import as_int
from gin_fast.values.rows import check_rows, check_rows_or_one, some_rows

__all__ = [
    "best_discards",
    "best_discards_into",
    "first_without_discard",
    "is_big_gin",
    "is_big_gin_into",
    "knock_discards",
    "knock_discards_into",
    "outs",
    "outs_into",
]


def best_discards(hand: int, barred: int = 0) -> Discards:
    """The least deadwood after one discard, and the mask of all discards that reach it.

    `barred` is the mask of cards that may not be discarded: the one just taken from the pile. No
    legal discard is a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> print(best_discards(parse_hand("JS JH JD 8C 7S 7H 7D 4S 3D 2S AC")))
    8C leaves 10
    """
    hand = as_mask(hand)
    discards = hand & ~as_mask(barred, "barred")
    if not discards:
        raise ValueError(f"no card may be discarded from {_named(hand)}")
    left = {card: deadwood_of(hand & ~(1 << card)) for card in each_card(discards)}
    least = min(left.values())
    return Discards(least, sum(1 << card for card in left if left[card] == least))


def knock_discards(hand: int, limit: int = 10, barred: int = 0) -> int:
    """The mask of the discards that leave at most `limit`, judged on the cards kept.

    >>> from gin_fast import format_hand, parse_hand
    >>> format_hand(knock_discards(parse_hand("8C 9C TC JC QD QH QS 4D 2S AH KH"), limit=7))
    'KH'
    """
    hand = as_mask(hand)
    limit = as_int(limit, "limit", 0)
    discards = hand & ~as_mask(barred, "barred")
    if deadwood_of(hand) > limit + 10:
        return 0  # no discard takes away more than its own pips
    left = {card: deadwood_of(hand & ~(1 << card)) for card in each_card(discards)}
    return hand_of(card for card in left if left[card] <= limit)


def is_big_gin(hand: int) -> bool:
    """Whether these are eleven cards, all melded. Any other count is `False`.

    >>> from gin_fast import parse_hand
    >>> is_big_gin(parse_hand("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH"))
    True
    """
    hand = as_mask(hand)
    return hand.bit_count() == 11 and deadwood_of(hand) == 0


def outs(hand: int, limit: int = 10, seen: int = 0) -> int:
    """The mask of the unseen cards after which some discard leaves at most `limit`.

    Unseen are the cards neither in the hand nor in the mask `seen`.

    >>> from gin_fast import format_hand, parse_hand
    >>> hand = parse_hand("AS AH AC QD JD TD TS JS 8D 3D")
    >>> format_hand(outs(hand, limit=7, seen=parse_hand("JC")))
    '9S QS'
    """
    hand = as_mask(hand)
    limit = as_int(limit, "limit", 0)
    unseen = DECK & ~hand & ~as_mask(seen, "seen")
    return sum(1 << card for card in each_card(unseen) if knock_discards(hand | 1 << card, limit))


# The loops of gin_fast.bulk, which checks their arrays: flat and of one length. An argument next to
# the hands may also have the length 1, and then holds for all of them.


def best_discards_into(
    hands: npt.NDArray[np.uint64],
    barred: npt.NDArray[np.uint64],
    deadwood: npt.NDArray[np.uint8],
    cards: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`best_discards` of the hands from row `row` on, and the row that comes next.

    Each hand is known to have a legal discard.
    """
    rows = some_rows(row, len(hands))
    check_rows(len(hands), deadwood=len(deadwood), cards=len(cards))
    for at, (hand, banned) in zip(rows, _rows(rows, hands, barred=barred), strict=True):
        deadwood[at], cards[at] = best_discards(hand, banned)
    return rows.stop


def first_without_discard(hands: npt.NDArray[np.uint64], barred: npt.NDArray[np.uint64]) -> int:
    """The row of the first hand without a legal discard, or -1."""
    for row, (hand, banned) in enumerate(_rows(range(len(hands)), hands, barred=barred)):
        if not hand & ~banned:
            return row
    return -1


def knock_discards_into(
    hands: npt.NDArray[np.uint64],
    limits: npt.NDArray[np.int32],
    barred: npt.NDArray[np.uint64],
    out: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`knock_discards` of the hands from row `row` on, and the row that comes next."""
    rows = some_rows(row, len(hands))
    check_rows(len(hands), out=len(out))
    for at, asked in zip(rows, _rows(rows, hands, limits=limits, barred=barred), strict=True):
        out[at] = knock_discards(*asked)
    return rows.stop


def is_big_gin_into(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.bool_], row: int) -> int:
    """`is_big_gin` of the hands from row `row` on, and the row that comes next."""
    rows = some_rows(row, len(hands))
    check_rows(len(hands), out=len(out))
    for at in rows:
        out[at] = is_big_gin(int(hands[at]))
    return rows.stop


def outs_into(
    hands: npt.NDArray[np.uint64],
    limits: npt.NDArray[np.int32],
    seen: npt.NDArray[np.uint64],
    out: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`outs` of the hands from row `row` on, and the row that comes next."""
    rows = some_rows(row, len(hands))
    check_rows(len(hands), out=len(out))
    for at, asked in zip(rows, _rows(rows, hands, limits=limits, seen=seen), strict=True):
        out[at] = outs(*asked)
    return rows.stop


def _rows(
    rows: range, hands: npt.NDArray[np.uint64], **others: npt.NDArray[Any]
) -> Iterator[tuple[int, ...]]:
    """Every hand of some rows with its other arguments."""
    check_rows_or_one(len(hands), **{name: len(other) for name, other in others.items()})
    some = slice(rows.start, rows.stop)
    full = [np.broadcast_to(other, hands.shape)[some].tolist() for other in others.values()]
    return zip(hands[some].tolist(), *full, strict=True)


def _named(hand: int) -> str:
    return format_hand(hand) or "an empty hand"
