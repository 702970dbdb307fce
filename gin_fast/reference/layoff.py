"""Laying off: how the defender answers a knock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from gin_fast.cards.hands import as_mask, each_card
from gin_fast.cards.melds import fits
from gin_fast.reference._by_rank import deadwood_and_layoffs
from gin_fast.reference.deadwood import best_spread
from gin_fast.reference.meld import as_table
from gin_fast.state.results import Layoff
from gin_fast.values.rows import check_rows, some_rows

__all__ = ["best_layoff", "best_layoff_into", "first_with_bad_melds", "legal_layoffs"]


def legal_layoffs(hand: int, melds: Iterable[int]) -> int:
    """The mask of the cards of the hand that fit one of the melds now.

    `melds` are the masks of the knocker's melds. Masks that are not melds, overlap or hold a card
    of the hand are a `ValueError`.

    >>> from gin_fast import format_hand, parse_hand
    >>> format_hand(legal_layoffs(parse_hand("3S 4S 9C"), [parse_hand("5S 6S 7S")]))
    '4S'
    """
    hand = as_mask(hand)
    table = as_table(melds, hand)
    return sum(1 << card for card in each_card(hand) if any(fits(card, meld) for meld in table))


def best_layoff(hand: int, melds: Iterable[int]) -> Layoff:
    """The defender's melds and layoffs, chosen together for the least deadwood.

    Cards laid off one after the other extend a run. Ties go to the fewest cards laid off, then to
    their lowest mask, then to the first spread in the order of `spreads`. `melds` are the masks of
    the knocker's melds. Masks that are not melds, overlap or hold a card of the hand are a
    `ValueError`. Without melds there is nothing to lay off.

    >>> from gin_fast import parse_hand
    >>> print(best_layoff(parse_hand("3S 4S KC KD KH"), [parse_hand("5S 6S 7S")]))
    lay off 3S on 5S 6S 7S, 4S on 5S 6S 7S; KC KD KH, unmelded nothing = 0
    """
    hand = as_mask(hand)
    table = as_table(melds, hand)
    deadwood, laid_off = deadwood_and_layoffs(hand, table)
    return Layoff(deadwood, laid_off, _onto(laid_off, table), best_spread(hand & ~laid_off))


def best_layoff_into(
    hands: npt.NDArray[np.uint64],
    melds: npt.NDArray[np.uint64],
    deadwood: npt.NDArray[np.uint8],
    laid_off: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """Deadwood and cards laid off by `best_layoff` of the hands from row `row` on, and the row that
    comes next.

    `melds` has one row of three for each hand, padded with zeros; the other arrays are flat, all
    checked by `bulk`.
    """
    rows = some_rows(row, len(hands))
    check_rows(len(hands), deadwood=len(deadwood), laid_off=len(laid_off))
    _check_melds(len(hands), melds)
    for at in rows:
        table = tuple(meld for meld in melds[at].tolist() if meld)
        deadwood[at], laid_off[at] = deadwood_and_layoffs(int(hands[at]), table)
    return rows.stop


def first_with_bad_melds(hands: npt.NDArray[np.uint64], melds: npt.NDArray[np.uint64]) -> int:
    """The row of the first hand whose melds `best_layoff` refuses, or -1."""
    _check_melds(len(hands), melds)
    for row, hand in enumerate(hands.tolist()):
        try:
            as_table([meld for meld in melds[row].tolist() if meld], hand)
        except ValueError:
            return row
    return -1


def _check_melds(rows: int, melds: npt.NDArray[np.uint64]) -> None:
    check_rows(rows, melds=len(melds))
    if melds.shape[1] != 3:
        raise ValueError(f"melds must have 3 columns, not {melds.shape[1]}")


def _onto(laid_off: int, table: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Which meld takes each card: the run it joins from above, else from below, else the set."""
    onto = {}
    for meld in table:
        for card in each_card(laid_off):
            if fits(card, meld):
                onto[card] = meld
    for step in (-1, 1):
        for meld in table:
            for card in _chain(meld, laid_off, step):
                onto[card] = meld
    return tuple(sorted(onto.items()))


def _chain(meld: int, laid_off: int, step: int) -> Iterator[int]:
    """The cards laid off that extend a run, one after the other, at one of its ends."""
    card = meld.bit_length() if step == 1 else (meld & -meld).bit_length() - 2
    while 0 <= card < 52 and laid_off >> card & 1 and fits(card, meld):
        meld |= 1 << card
        yield card
        card += step
