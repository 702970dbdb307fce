"""The 329 melds: sets of three or four of one rank, runs of three or more in one suit, ace low."""

from __future__ import annotations

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
