"""The 329 melds: sets of three or four of one rank, runs of three or more in one suit, ace low."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations


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
MELDS = frozenset(ALL_MELDS)
"""The same as a set, for looking up a meld."""


def fits(card: int, meld: int) -> bool:
    """Whether a card makes a longer meld of one.

    >>> fits(3, 0b111), fits(4, 0b111)
    (True, False)
    """
    return meld | 1 << card in MELDS


def is_run(meld: int) -> bool:
    """Whether a meld is a run, and no set."""
    return meld.bit_length() - (meld & -meld).bit_length() < 13


def takers(card: int, melds: Iterable[int]) -> tuple[int, ...]:
    """The places of the melds that a card fits: runs before sets, else in their order.

    >>> three_of_clubs, aces, run = 2, 1 << 0 | 1 << 13 | 1 << 26, 0b111 << 3
    >>> takers(three_of_clubs, [aces, run])
    (1,)
    """
    fitting = [(not is_run(meld), place) for place, meld in enumerate(melds) if fits(card, meld)]
    return tuple(place for _, place in sorted(fitting))
