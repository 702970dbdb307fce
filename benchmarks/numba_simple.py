"""`simple` written in Numba, with memory and random draws. It makes the moves of the built-in one.

``python -m benchmarks.numba_simple`` compares their speed.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numba import carray, cfunc, njit

from benchmarks.measure import least_seconds, machine, table
from gin_fast import numba as gn
from gin_fast.cards.deck import SUIT
from gin_fast.engine import playout
from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.state.actions import AUTO, BIG_GIN, DRAW, KNOCK, PASS, SPREAD, TAKE
from gin_fast.strategies.compiled import Compiled

NONE = np.uint64(0)
THIRTEEN = np.uint64(SUIT)
ACES = np.uint64(0x8004002001)
MAKES_RUN = 0xFF88CC88
"""Of five ranks as bits: whether a run of them has the middle one."""

CHOSEN, COUNT, MELDS, WORDS = 52, 53, 54, 58
"""The memory: for each card a mask of those it made a pair {drawn, discarded} with; whether a
spread is chosen, the number of its melds, the melds."""


@njit
def makes_meld(seen: Any) -> bool:
    """Whether the top of the pile makes a meld with the hand."""
    card = seen.pile[seen.pile_count - 1]
    suit, rank = card // 13, card % 13
    near = (seen.hand >> np.uint64(13 * suit) & THIRTEEN) << np.uint64(2) >> np.uint64(rank)
    same = gn.count(seen.hand & ACES << np.uint64(rank))
    return same >= 2 or (MAKES_RUN >> np.int64(near & np.uint64(31))) & 1 != 0


@njit
def all_discards(view: Any, seen: Any) -> Any:
    """What may be discarded, or knocked with."""
    if seen.stock <= DEAD_STOCK:
        return gn.discards(view) | gn.knocks(view)
    if seen.rules.must_go_gin:
        deadwood, cards = gn.best_discards(seen.hand, seen.barred)
        if deadwood == 0:
            return cards
    return seen.hand & ~seen.barred


@njit
def any_card(cards: Any, rng: Any) -> int:
    """One of some cards at random."""
    for _ in range(gn.below(rng, gn.count(cards))):
        cards &= cards - np.uint64(1)
    return gn.lowest(cards)


@njit
def discard(view: Any, seen: Any, rng: Any, pairs: Any) -> int:
    """The action in the phase ``discard``."""
    discards = all_discards(view, seen)
    candidates = discards
    if seen.drawn_from == gn.PILE:
        candidates &= ~pairs[seen.drawn]
        if candidates == NONE:
            candidates = discards
    deadwood, cards = gn.best_discards(seen.hand, seen.hand & ~candidates)
    if deadwood <= 40 and gn.is_legal(view, BIG_GIN):
        return BIG_GIN
    discarded = any_card(cards, rng)
    if seen.drawn >= 0:
        pairs[seen.drawn] |= gn.bit(discarded)
        pairs[discarded] |= gn.bit(seen.drawn)
    if deadwood <= seen.limit and gn.is_legal(view, KNOCK + discarded):
        return KNOCK + discarded
    return discarded


@njit
def spread(seen: Any, rng: Any, mind: Any) -> int:
    """The action in the phase ``spread``."""
    melds = mind[MELDS:]
    if not mind[CHOSEN]:
        choices, size = gn.best_spreads(seen.hand, 0, melds)
        if choices == 1:
            return AUTO
        which = gn.below(rng, choices)
        if which:
            choices, size = gn.best_spreads(seen.hand, which, melds)
        mind[CHOSEN], mind[COUNT] = 1, size
    for place in range(mind[COUNT]):
        if melds[place] & seen.hand != NONE:
            return SPREAD + gn.meld_index(melds[place])
    return PASS


@cfunc(gn.signature)
def simple_in_numba(view: Any, rng: Any, memory: Any, parameters: Any, action: Any) -> int:
    seen = gn.view_of(view)
    mind = carray(memory, WORDS, np.uint64)
    phase = seen.phase
    if phase == gn.DISCARDING:
        action[0] = discard(view, seen, rng, mind)
    elif phase == gn.DRAWING:
        take = gn.is_legal(view, TAKE) and makes_meld(seen)
        action[0] = TAKE if take else DRAW
    elif phase == gn.FIRST_UPCARD:
        action[0] = TAKE if makes_meld(seen) else PASS
    elif phase == gn.SPREADING:
        action[0] = spread(seen, rng, mind)
    elif phase == gn.LAST_UPCARD:
        action[0] = TAKE if gn.is_legal(view, TAKE) else PASS
    else:
        action[0] = AUTO
    return 1


SIMPLE = Compiled(simple_in_numba, memory=8 * WORDS)
"""The strategy as `simulate` takes it; in other processes ``"benchmarks.numba_simple:SIMPLE"``."""


def main() -> None:
    """Print the nanoseconds for a round of each against itself, the two taking turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000, help="in a row")
    parser.add_argument("--repeats", type=int, default=300)
    given = parser.parse_args()
    rows = [["rules", "built-in", "Numba", "speed of Numba"]]
    for rules in ("eaai", "modern"):
        theirs, ours = least_seconds(
            *(
                lambda player=player, rules=rules: playout.tally(
                    player, player, 1, 0, given.rounds, rules
                )
                for player in ("simple", SIMPLE)
            ),
            repeats=given.repeats,
            at_least=0,
        )
        each = [f"{seconds / given.rounds * 1e9:,.0f} ns" for seconds in (theirs, ours)]
        rows.append([rules, *each, f"{theirs / ours:.2f} x"])
    print(machine())
    print(table(rows))


if __name__ == "__main__":
    main()
