"""Random choices, drawn from the caller's own generator."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from gin_fast.engine import Stream
from gin_fast.values.checks import shown

Chance: TypeAlias = "Stream | np.random.Generator | random.Random"
"""A source of random numbers: a `Stream`, a ``numpy.random.Generator`` or a ``random.Random``."""


def draws_from(rng: Chance) -> Callable[[int], int]:
    """A function that draws a number from 0 to below its argument, each equally likely."""
    if isinstance(rng, Stream):
        return rng.below
    if isinstance(rng, np.random.Generator):
        return lambda count: int(rng.integers(count))
    if isinstance(rng, random.Random):
        return rng.randrange
    raise TypeError(
        "rng must be a gin_fast.Stream, a numpy.random.Generator or a random.Random, "
        f"not {shown(rng)}"
    )


def shuffled(cards: list[int], below: Callable[[int], int]) -> list[int]:
    """The cards in random order, by a forward Fisher-Yates shuffle."""
    for place in range(len(cards) - 1):
        other = place + below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards
