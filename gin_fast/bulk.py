"""Arrays of hands: the functions of the scalar API over NumPy arrays of masks.

A hand is a ``uint64`` whose bits 0-51 are its cards. Arrays may have any shape, strides and byte
order, and any integer dtype whose values fit; lists of ints work too. The arguments of a function
broadcast against each other, and the result has the common shape: deadwood as ``uint8``, pips as
``uint16``, masks as ``uint64``, flags as ``bool``. Without dimensions it is a NumPy scalar.

`out` takes an array of exactly that shape and dtype, or a tuple of two if there are two results. It
is filled and returned, and may overlap the arguments.

Everything is checked before anything is written. Anything but integers, including ``bool``, is a
`TypeError`. A negative mask or one with bits 52-63 is a `ValueError` that names it and its index;
so is a row without an answer. The GIL is released during the work, so the caller's threads run in
parallel.

Ctrl-C, or another signal whose handler raises, breaks the work off within half a second. A note on
what is raised says for how many items, in C order, `out` has the answers by then.

>>> import numpy as np
>>> from gin_fast import bulk
>>> hands = bulk.parse_hands(["3H 4H 5H 3S 3C 8D", "AC 2C 3C"])
>>> bulk.min_deadwood(hands)
array([14,  0], dtype=uint8)
>>> out = np.empty(2, np.uint8)
>>> bulk.min_deadwood(hands, out=out) is out
True
>>> bulk.min_deadwood([7, 1 << 60])
Traceback (most recent call last):
ValueError: hands[1] must be a mask of cards 0-51, not 1152921504606846976
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from gin_fast.cards.arrays import (
    AT_A_TIME,
    Array,
    Masks,
    Outputs,
    Shape,
    as_ids,
    as_limits,
    as_masks,
    as_objects,
    as_rows,
    as_rows_or_one,
    blocks,
    common_shape,
    from_items,
    located,
)
from gin_fast.cards.hands import format_card, format_hand, parse_hand
from gin_fast.engine import deadwood, dealing, discarding, layoff
from gin_fast.values.checks import WORD, as_int, as_word

if TYPE_CHECKING:
    import numpy.typing as npt  # it is slow to import

__all__ = [
    "DEAL",
    "NO_CARD",
    "DiscardArrays",
    "LayoffArrays",
    "best_discards",
    "best_layoff",
    "cards_of",
    "deal",
    "format_hands",
    "hand_points",
    "hands_of",
    "is_big_gin",
    "knock_discards",
    "min_deadwood",
    "outs",
    "parse_hands",
]

DEAL = np.dtype([("hands", np.uint64, (2,)), ("upcard", np.uint8), ("stock", np.uint8, (31,))])
"""A deal: the masks of both hands, the non-dealer's first; the id of the upcard; the ids of the
stock, from the top."""

NO_CARD = 255
"""The filler in an array of card ids for rows with fewer cards than columns."""

_DEADWOOD = np.dtype(np.uint8)
_POINTS = np.dtype(np.uint16)
_MASK = np.dtype(np.uint64)
_ID = np.dtype(np.uint8)
_FLAG = np.dtype(np.bool_)


class DiscardArrays(NamedTuple):
    """The best discards of many hands."""

    deadwood: npt.NDArray[np.uint8]
    """The least deadwood that any legal discard leaves."""
    cards: npt.NDArray[np.uint64]
    """The masks of all discards that leave it."""


class LayoffArrays(NamedTuple):
    """The best layoffs of many hands."""

    deadwood: npt.NDArray[np.uint8]
    """The pips left after melds and layoffs."""
    laid_off: npt.NDArray[np.uint64]
    """The masks of the cards laid off."""


def hand_points(
    hands: npt.ArrayLike, *, out: npt.NDArray[np.uint16] | None = None
) -> npt.NDArray[np.uint16]:
    """The pips of all cards of each hand, as ``uint16``.

    >>> hand_points(parse_hands(["AC 9D KH", ""]))
    array([20,  0], dtype=uint16)
    """
    masks = as_masks(hands)
    return _one_result(deadwood.hand_points_into, masks, out, _POINTS)


def min_deadwood(
    hands: npt.ArrayLike, *, out: npt.NDArray[np.uint8] | None = None
) -> npt.NDArray[np.uint8]:
    """The least deadwood of each hand over all its spreads, as ``uint8``.

    >>> min_deadwood(parse_hands([["3H 4H 5H 3S 3C 8D"], ["AC 2C 3C"]]))
    array([[14],
           [ 0]], dtype=uint8)
    """
    masks = as_masks(hands)
    return _one_result(deadwood.min_deadwood_into, masks, out, _DEADWOOD)


def is_big_gin(
    hands: npt.ArrayLike, *, out: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.bool_]:
    """Whether each hand has eleven cards, all melded, as ``bool``.

    >>> is_big_gin(parse_hands(["AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH", "AC 2C 3C"]))
    array([ True, False])
    """
    masks = as_masks(hands)
    return _one_result(discarding.is_big_gin_into, masks, out, _FLAG)


def best_discards(
    hands: npt.ArrayLike,
    barred: npt.ArrayLike = 0,
    *,
    out: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64]] | None = None,
) -> DiscardArrays:
    """The least deadwood after one discard (``uint8``) and the masks of all discards that reach it.

    `barred` has the masks of the cards that may not be discarded. A hand without a legal discard is
    a `ValueError` that names its index.

    >>> best = best_discards(parse_hands(["JS JH JD 8C 7S 7H 7D 4S 3D 2S AC"]))
    >>> best.deadwood, format_hands(best.cards)
    (array([10], dtype=uint8), array(['8C'], dtype='<U2'))
    """
    masks, barred = as_masks(hands), as_masks(barred, "barred")
    shape = common_shape(hands=masks.shape, barred=barred.shape)
    inputs = as_rows(masks, shape), as_rows_or_one(barred, shape)
    outputs = Outputs(out, shape, (_DEADWOOD, _MASK), inputs)
    failed = _first(discarding.first_without_discard, inputs)
    if failed >= 0:
        hand, banned = (rows[failed if rows.size > 1 else 0] for rows in inputs)
        _refuse(discarding.best_discards, shape, failed, hand, banned)
    return DiscardArrays(*outputs.fill(discarding.best_discards_into, *inputs))


def knock_discards(
    hands: npt.ArrayLike,
    limit: npt.ArrayLike = 10,
    barred: npt.ArrayLike = 0,
    *,
    out: npt.NDArray[np.uint64] | None = None,
) -> npt.NDArray[np.uint64]:
    """The masks of the discards that leave at most `limit`, judged on the cards kept.

    >>> format_hands(knock_discards(parse_hands("8C 9C TC JC QD QH QS 4D 2S AH KH"), [6, 7]))
    array(['', 'KH'], dtype='<U2')
    """
    masks, limits, barred = as_masks(hands), as_limits(limit), as_masks(barred, "barred")
    return _with_limits(discarding.knock_discards_into, masks, limits, barred, "barred", out)


def outs(
    hands: npt.ArrayLike,
    limit: npt.ArrayLike = 10,
    seen: npt.ArrayLike = 0,
    *,
    out: npt.NDArray[np.uint64] | None = None,
) -> npt.NDArray[np.uint64]:
    """The masks of the unseen cards after which some discard leaves at most `limit`.

    The unseen cards are those neither in the hand nor in the mask `seen`.

    >>> seen = parse_hands(["JC", "JC 9S"])
    >>> format_hands(outs(parse_hands("AS AH AC QD JD TD TS JS 8D 3D"), 7, seen))
    array(['9S QS', 'QS'], dtype='<U5')
    """
    masks, limits, seen = as_masks(hands), as_limits(limit), as_masks(seen, "seen")
    return _with_limits(discarding.outs_into, masks, limits, seen, "seen", out)


def best_layoff(
    hands: npt.ArrayLike,
    melds: npt.ArrayLike,
    *,
    out: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64]] | None = None,
) -> LayoffArrays:
    """The least deadwood (``uint8``) of each hand after melds and layoffs, and the cards laid off.

    `melds` has the shape (..., 3): for each hand, or for all, the masks of the knocker's melds,
    with 0 if there are fewer than three. They must be disjoint melds without a card of the hand;
    otherwise a `ValueError` names the index.

    >>> melds = parse_hands(["5S 6S 7S", "", ""])
    >>> best = best_layoff(parse_hands(["3S 4S KC KD KH", "4S 3C"]), melds)
    >>> best.deadwood, format_hands(best.laid_off)
    (array([0, 3], dtype=uint8), array(['3S 4S', '4S'], dtype='<U5'))
    """
    masks, table = as_masks(hands), as_masks(melds, "melds")
    if table.shape[-1:] != (3,):
        raise ValueError(f"melds must have the shape (..., 3), not {table.shape}")
    shape = common_shape(hands=masks.shape, melds=table.shape[:-1])
    inputs = as_rows(masks, shape), as_rows(table, shape, (3,))
    outputs = Outputs(out, shape, (_DEADWOOD, _MASK), inputs)
    failed = _first(layoff.first_with_bad_melds, inputs)
    if failed >= 0:
        row = inputs[1][failed]
        _refuse(layoff.best_layoff, shape, failed, inputs[0][failed], row[row != 0])
    return LayoffArrays(*outputs.fill(layoff.best_layoff_into, *inputs))


def deal(
    seed: int, start: int, count: int, *, out: npt.NDArray[np.void] | None = None
) -> npt.NDArray[np.void]:
    """Deals `start` to `start` + `count` - 1 of a seed, as a structured array of dtype `DEAL`.

    Each is the same as the scalar `deal`. `seed` and the deal indices are from 0 to 2**64 - 1.

    >>> dealt = deal(7, start=0, count=2)
    >>> format_hands(dealt["hands"][0])
    array(['AC 8C 9C 6D 7D JD 4H KH 3S 7S', 'JC 4D TD 7H 8H 9H TH QH 4S 5S'],
          dtype='<U29')
    >>> dealt["upcard"]
    array([ 4, 32], dtype=uint8)
    """
    seed, start = as_word(seed, "seed"), as_word(start, "start")
    count = as_int(count, "count", 0, min(WORD - start + 1, 1 << 48))
    outputs = Outputs(out, (count,), (DEAL,), ())

    def loop(deals: npt.NDArray[np.void], row: int) -> int:
        fields = deals["hands"], deals["upcard"], deals["stock"]
        return dealing.deal_into(seed, start, *fields, row)

    result: npt.NDArray[np.void] = outputs.fill(loop)
    return result


def parse_hands(texts: Any) -> npt.NDArray[np.uint64]:
    """The masks of the hands in some texts, as ``uint64``, in the shape of `texts`.

    A text that is not a hand is a `ValueError` that names its index.

    >>> parse_hands(["AC 3C", "2♣", ""])
    array([5, 2, 0], dtype=uint64)
    """
    masks = from_items(as_objects(texts, "texts"), "texts", _parsed)
    return masks if masks.ndim else masks[()]


def _parsed(text: Any, name: str) -> int:
    try:
        return parse_hand(text)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None


def format_hands(hands: npt.ArrayLike) -> npt.NDArray[np.str_]:
    """The texts of hands, in the shape of `hands`.

    >>> format_hands([5, 2, 0])
    array(['AC 3C', '2C', ''], dtype='<U5')
    """
    masks = as_masks(hands)
    flat = masks.reshape(-1)
    texts = np.concatenate(
        [
            np.array([format_hand(hand) for hand in flat[some].tolist()], dtype=np.str_)
            for some in blocks(flat.size)
        ]
    )
    return texts.reshape(masks.shape) if masks.ndim else texts[0]


def hands_of(
    ids: npt.ArrayLike, *, out: npt.NDArray[np.uint64] | None = None
) -> npt.NDArray[np.uint64]:
    """The masks of the hands in the rows of an (..., n) array of card ids, in any order.

    `NO_CARD` (255) stands for no card. A repeated id in a row is a `ValueError`.

    >>> hands_of([[0, 2, 51], [1, 255, 255]])
    array([2251799813685253,                2], dtype=uint64)
    """
    cards = as_ids(ids, "ids", NO_CARD)
    if cards.ndim == 0:
        raise ValueError("ids must have the shape (..., n), not ()")
    shape = cards.shape[:-1]
    rows = cards.reshape(math.prod(shape), cards.shape[-1])
    hands = np.empty(len(rows), _MASK)
    for some in blocks(len(rows)):
        held = rows[some] != NO_CARD
        bits = np.where(held, np.uint64(1) << (rows[some] & 63).astype(_MASK), np.uint64(0))
        hands[some] = np.bitwise_or.reduce(bits, axis=-1)
        twice = np.bitwise_count(hands[some]) != np.count_nonzero(held, axis=-1)
        if np.any(twice):
            first = some.start + int(np.argmax(twice))
            row = rows[first]
            card = next(card for card in row[row != NO_CARD].tolist() if (row == card).sum() > 1)
            name = located("ids", np.unravel_index(first, shape))
            raise ValueError(f"{name}: card {format_card(card)} is given twice")
    outputs = Outputs(out, shape, (_MASK,), ())
    outputs.flat[0][...] = hands
    result: npt.NDArray[np.uint64] = outputs.deliver()
    return result


def cards_of(
    hands: npt.ArrayLike, count: int = 10, *, out: npt.NDArray[np.uint8] | None = None
) -> npt.NDArray[np.uint8]:
    """The ids of the cards of each hand, ascending, as an (..., `count`) array of ``uint8``.

    A hand with fewer cards has `NO_CARD` (255) in the remaining columns; one with more is a
    `ValueError`.

    >>> cards_of([0b101, 0b10], count=3)
    array([[  0,   2, 255],
           [  1, 255, 255]], dtype=uint8)
    """
    masks, count = as_masks(hands), as_int(count, "count", 0, 52)
    if masks.size and np.bitwise_count(masks).max() > count:
        index = np.unravel_index(np.argmax(np.bitwise_count(masks) > count), masks.shape)
        held = int(masks[index]).bit_count()
        raise ValueError(f"{located('hands', index)} has {held} cards, more than {count}")
    outputs = Outputs(out, (*masks.shape, count), (_ID,), (masks,))
    result: npt.NDArray[np.uint8] = outputs.fill(_ids_into, masks.reshape(-1), count)
    return result


def _ids_into(hands: Masks, columns: int, ids: npt.NDArray[np.uint8], place: int) -> int:
    """The ids of the cards of some hands, from `place` in `ids` on, and the place that is next."""
    first = place // columns
    rest = hands[first : first + AT_A_TIME].copy()
    some = ids.reshape(-1, columns)[first : first + AT_A_TIME]
    for column in range(columns):
        below = (rest & -rest) - 1  # all 64 bits if rest is empty
        some[:, column] = np.where(rest, np.bitwise_count(below), NO_CARD)
        rest &= rest - 1
    return place + some.size


def _one_result(
    loop: Callable[[Array, Array, int], int], masks: Masks, out: Any, dtype: Any
) -> Array:
    """The result of a loop for each hand."""
    inputs = (as_rows(masks, masks.shape),)
    outputs = Outputs(out, masks.shape, (dtype,), inputs)
    result: Array = outputs.fill(loop, *inputs)
    return result


def _with_limits(
    loop: Callable[[Array, Array, Array, Array, int], int],
    masks: Masks,
    limits: Array,
    others: Masks,
    name: str,
    out: Any,
) -> npt.NDArray[np.uint64]:
    """The mask from a loop for each hand, its limit and one more mask."""
    shape = common_shape(**{"hands": masks.shape, "limit": limits.shape, name: others.shape})
    inputs = as_rows(masks, shape), as_rows_or_one(limits, shape), as_rows_or_one(others, shape)
    outputs = Outputs(out, shape, (_MASK,), inputs)
    result: npt.NDArray[np.uint64] = outputs.fill(loop, *inputs)
    return result


def _first(find: Callable[[Array, Array], int], inputs: tuple[Array, Array]) -> int:
    """The first row that `find` finds in the rows of two arrays, or -1."""
    rows, others = inputs
    if len(rows) <= AT_A_TIME:
        return find(rows, others)
    for some in blocks(len(rows)):
        found = find(rows[some], others[some] if len(others) > 1 else others)
        if found >= 0:
            return int(some.start) + found
    return -1


def _refuse(
    question: Callable[[int, Any], object], shape: Shape, row: int, hand: Any, other: Any
) -> NoReturn:
    """Raises the error of the scalar `question` for a row, with the row's index."""
    reason = "it was changed meanwhile"
    try:
        question(int(hand), other)
    except ValueError as error:
        reason = str(error)
    raise ValueError(f"{located('hands', np.unravel_index(row, shape))}: {reason}")
