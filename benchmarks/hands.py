"""The hands the benchmarks run on."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import numpy as np
import numpy.typing as npt

from gin_fast import bulk
from gin_fast.engine import ENGINE

Masks = npt.NDArray[np.uint64]

SEED = 2021


@cache
def random_hands(count: int, cards: int = 10) -> Masks:
    """Random hands of `cards` cards. 60 % of those of ten have no meld."""
    order = np.random.default_rng(SEED).random((count, 52)).argsort(axis=1)
    return bulk.hands_of(order[:, :cards].astype(np.uint8))


@cache
def hands_in_play(count: int, cards: int = 10) -> Masks:
    """Hands from rounds of `simple` against itself, at each discard.

    Hands of eleven are as before the discard, hands of ten as after it. 17 % of them have no meld.
    """
    if cards not in (10, 11):
        raise ValueError(f"hands in play have 10 or 11 cards, not {cards}")
    rounds = import_module(f"gin_fast.{ENGINE}.rounds")
    playout = import_module(f"gin_fast.{ENGINE}.playout")
    hands: list[int] = []
    index = 0
    while len(hands) < count:
        state = rounds.RoundState.deal(SEED, index, rules="eaai", dealer=1 - (index & 1))
        for seat, action in playout.play("simple", "simple", SEED, index, rules="eaai").actions:
            if state.phase == "discard":
                kept = state.hands[seat] & ~(1 << action % 52)
                hands.append(state.hands[seat] if cards == 11 else kept)
            state.apply(action)
        index += 1
    return np.array(hands[:count], np.uint64)
