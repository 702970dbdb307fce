"""Melds: sets of three or four of one rank, runs of three or more in one suit, ace low."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from gin_fast.cards import as_mask, format_hand, shown


def _all_melds() -> tuple[int, ...]:
    melds = []
    for rank in range(13):
        of_rank = [1 << 13 * suit + rank for suit in range(4)]
        for count in (3, 4):
            melds += [sum(cards) for cards in combinations(of_rank, count)]
    for suit in range(4):
        for low in range(13):
            for end in range(low + 3, 14):
                melds.append(sum(1 << 13 * suit + rank for rank in range(low, end)))
    return tuple(sorted(melds))


ALL_MELDS = _all_melds()
"""The masks of the 329 melds, ascending: 65 sets and 264 runs."""

_IS_MELD = frozenset(ALL_MELDS)


def is_meld(mask: int) -> bool:
    """Whether these cards are one meld: a set or a run.

    >>> from gin_fast import parse_hand
    >>> is_meld(parse_hand("8C 9C TC")), is_meld(parse_hand("KS AS 2S"))
    (True, False)
    """
    return as_mask(mask, "mask") in _IS_MELD


def melds(hand: int) -> tuple[int, ...]:
    """Every meld inside the hand, ascending masks.

    >>> from gin_fast import format_hand, parse_hand
    >>> [format_hand(meld) for meld in melds(parse_hand("4H 5H 6H 7H KC"))]
    ['4H 5H 6H', '5H 6H 7H', '4H 5H 6H 7H']
    """
    hand = as_mask(hand)
    return tuple(meld for meld in ALL_MELDS if meld & ~hand == 0)


def as_table(value: Any, hand: int) -> tuple[int, ...]:
    """The melds on the table, ascending: true, disjoint, and none with a card of `hand`."""
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise TypeError(f"melds must be an iterable of masks, not {shown(value)}")
    table = []
    taken = 0
    for item in value:
        meld = as_mask(item, "a meld")
        if meld not in _IS_MELD:
            raise ValueError(f"not a meld: {format_hand(meld) or 'no cards'}")
        if meld & taken:
            raise ValueError(f"melds overlap in {format_hand(meld & taken)}")
        if meld & hand:
            raise ValueError(f"the hand holds cards of the melds: {format_hand(meld & hand)}")
        taken |= meld
        table.append(meld)
    return tuple(sorted(table))
