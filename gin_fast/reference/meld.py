"""Melds: sets of three or four of one rank, runs of three or more in one suit, ace low."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gin_fast.cards.hands import as_mask, format_hand
from gin_fast.cards.melds import ALL_MELDS, MELDS
from gin_fast.values.checks import shown

__all__ = ["ALL_MELDS", "is_meld", "melds"]


def is_meld(mask: int) -> bool:
    """Whether these cards are one meld: a set or a run.

    >>> from gin_fast import parse_hand
    >>> is_meld(parse_hand("8C 9C TC")), is_meld(parse_hand("KS AS 2S"))
    (True, False)
    """
    return as_mask(mask, "mask") in MELDS


def melds(hand: int) -> tuple[int, ...]:
    """Every meld inside the hand, ascending masks.

    >>> from gin_fast import format_hand, parse_hand
    >>> [format_hand(meld) for meld in melds(parse_hand("4H 5H 6H 7H KC"))]
    ['4H 5H 6H', '5H 6H 7H', '4H 5H 6H 7H']
    """
    hand = as_mask(hand)
    return tuple(meld for meld in ALL_MELDS if meld & ~hand == 0)


def as_table(value: Any, hand: int) -> tuple[int, ...]:
    """The melds on the table, ascending; checked to be melds, disjoint, without cards of `hand`."""
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise TypeError(f"melds must be an iterable of masks, not {shown(value)}")
    table = []
    taken = 0
    for item in value:
        meld = as_mask(item, "a meld")
        if meld not in MELDS:
            raise ValueError(f"not a meld: {format_hand(meld) or 'no cards'}")
        if meld & taken:
            raise ValueError(f"melds overlap in {format_hand(meld & taken)}")
        if meld & hand:
            raise ValueError(f"the hand holds cards of the melds: {format_hand(meld & hand)}")
        taken |= meld
        table.append(meld)
    return tuple(sorted(table))
