"""What playing out is asked for, and what it sums up, once for both engines."""

from __future__ import annotations

from typing import Any, NoReturn

from gin_fast.cards import as_int

STRATEGIES = ("random", "simple")
"""The names of the built-in strategies."""

TALLY = (
    "rounds",
    "wins_0",
    "wins_1",
    "points_0",
    "points_1",
    "knocks_0",
    "knocks_1",
    "undercuts_0",
    "undercuts_1",
    "gins_0",
    "gins_1",
    "big_gins_0",
    "big_gins_1",
    "dead",
    "ties",
    "points_0_squared",
    "points_1_squared",
    "net_points_squared",
    "draws",
    "draws_squared",
    "pile_draws",
    "pile_draws_squared",
    "knock_deadwood",
    "knock_deadwood_squared",
    "starter_wins",
    "starter_net",
)
"""The names of the sums of a tally, in order.

``_0`` and ``_1`` are seats: ``undercuts_0`` counts those that seat 0 won, ``points_0`` is what it
scored. ``net`` is what one side scored less what the other did. ``knock_deadwood`` sums the
knocker's deadwood over knocks, undercuts and ties, so not over gin.
"""

_MOST = (1 << 64) - 1
MOST_ROUNDS = 1 << 40
"""The most rounds of one tally: its sums fit 64 bits."""


def as_strategy(value: Any) -> str:
    """`value` as the name of a built-in strategy, or the error that says what is wrong with it."""
    if not isinstance(value, str):
        raise TypeError(f"a strategy must be named by a str, not {value!r}")
    if value not in STRATEGIES:
        raise ValueError(f"unknown strategy {value!r}: expected one of {', '.join(STRATEGIES)}")
    return value


def as_round(seed: Any, index: Any, starter: Any) -> tuple[int, int, int]:
    """The seed, the index and the starter of one round, checked; seat `index` & 1 by default."""
    index = as_int(index, "index", 0, _MOST)
    starter = index & 1 if starter is None else as_int(starter, "starter", 0, 1)
    return as_int(seed, "seed", 0, _MOST), index, starter


def as_rounds(seed: Any, start: Any, count: Any) -> tuple[int, int, int]:
    """The seed, the first index and the number of some rounds, checked."""
    seed = as_int(seed, "seed", 0, _MOST)
    start = as_int(start, "start", 0, _MOST)
    return seed, start, as_int(count, "count", 0, min(MOST_ROUNDS, _MOST + 1 - start))


def fault(strategy: str, seat: int, seed: int, index: int, action: int) -> NoReturn:
    """Stops a play-out: what a strategy answered is not legal."""
    raise RuntimeError(
        f"strategy {strategy!r} in seat {seat} chose the illegal action {action} "
        f"in round {index} of seed {seed}"
    )
