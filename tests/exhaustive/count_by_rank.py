"""All hands counted by their deadwood, without looking at any one of them.

The reference goes from ace to king and keeps a front: for every combination of what may be open in
the four suits, the least deadwood that reaches it. Two hands whose fronts differ only by a
constant, or by the order of the suits, have the same future. So it is enough to count, after each
rank, how many hands with how many cards stand at each front and constant.

For the best discard there are two fronts: of the whole hand, and of the hand with any card
discarded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import permutations, product

from gin_fast.reference._by_rank import (
    BELOW_TABLE,
    RUN,
    RUN_OF_1,
    RUN_OF_2,
    START,
    Front,
    States,
    after_rank,
    least_deadwood,
)

DEADWOOD = 1 << 58
"""A point of deadwood, as the reference keeps its costs."""

Counts = dict[tuple[int, int], int]
"""By the number of cards and the points left so far: how many hands."""


def histograms(most: int, *, best_discard: bool = False) -> list[list[int]]:
    """For each number of cards up to `most`: how many hands leave 0, 1, 2 … points at least, or
    after the best discard."""
    now: dict[tuple[Front, ...], Counts] = {(START, ()) if best_discard else (START,): {(0, 0): 1}}
    for rank in range(13):
        after: defaultdict[tuple[Front, ...], Counts] = defaultdict(lambda: defaultdict(int))
        for fronts, hands in now.items():
            for held in product((0, 1), repeat=4):
                next_fronts, points = _step(fronts, held, rank)
                for (cards, left), number in hands.items():
                    if cards + sum(held) <= most:
                        after[next_fronts][cards + sum(held), left + points] += number
        now = after
    found = [[0] * 171 for _ in range(most + 1)]
    for fronts, hands in now.items():
        if fronts[-1]:  # from an empty hand nothing is discarded
            for (cards, left), number in hands.items():
                found[cards][left + least_deadwood(fronts[-1])] += number
    return found


@cache
def _step(fronts: tuple[Front, ...], held: States, rank: int) -> tuple[tuple[Front, ...], int]:
    """The fronts after one more rank, with the least deadwood taken out of them."""
    after = [_after_rank(fronts[0], held, rank)]
    if len(fronts) == 2:
        discarded = [_after_rank(fronts[1], held, rank)]
        for suit in range(4):
            if held[suit]:
                kept = (*held[:suit], 0, *held[suit + 1 :])
                discarded.append(_after_rank(fronts[0], kept, rank))
        after.append(_without_hopeless(entry for front in discarded for entry in front))
    least = min(cost for front in after for _, cost in front)
    relative = (tuple((states, cost - least) for states, cost in front) for front in after)
    return _suits_sorted(tuple(relative)), least // DEADWOOD


@cache
def _after_rank(front: Front, held: States, rank: int) -> Front:
    return _without_hopeless(after_rank(front, held, rank))


def _without_hopeless(entries: Iterable[tuple[States, int]]) -> Front:
    """A front without what cannot end better than something else in it."""
    kept: list[tuple[States, int]] = []
    for states, cost in sorted(entries, key=lambda entry: (entry[1], -sum(entry[0]))):
        if BELOW_TABLE not in states and not any(_as_free(other, states) for other, _ in kept):
            kept.append((states, cost))
    return tuple(sorted(kept))


def _as_free(states: States, others: States) -> bool:
    """Whether all that may follow upon `others` may follow upon `states`."""
    return all(
        state in (other, RUN) or (state, other) == (RUN_OF_2, RUN_OF_1)
        for state, other in zip(states, others, strict=True)
    )


@cache
def _suits_sorted(fronts: tuple[Front, ...]) -> tuple[Front, ...]:
    """One for all fronts that differ only by the order of the suits."""

    def ordered(front: Front, order: tuple[int, ...]) -> Front:
        i, j, k, m = order
        return tuple(sorted(((s[i], s[j], s[k], s[m]), cost) for s, cost in front))

    return min(tuple(ordered(front, order) for front in fronts) for order in permutations(range(4)))
