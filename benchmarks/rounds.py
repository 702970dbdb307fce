"""Rounds to measure with; other processes, which play some, import only this module."""

from __future__ import annotations

from gin_fast import Round, Seat
from gin_fast.simulation.run import simulate


def simulated(count: int, threads: int) -> None:
    """Play `count` rounds of `simple` against itself."""
    simulate("simple", "simple", rounds=count, seed=1, rules="eaai", threads=threads)


def rounds_in_play(count: int) -> list[Round]:
    """Play `count` rounds of `simple` against itself, and keep a copy before each decision."""
    found = []
    for index in range(count):
        round = Round.deal(1, index)
        seats = [Seat("simple", 1, index, seat) for seat in (0, 1)]
        while not round.is_over:
            found.append(round.copy())
            round.apply(seats[round.to_move].choose(round))
    return found
