"""Rounds to measure with. Other processes play some, and import this and not the benchmarks."""

from __future__ import annotations

from gin_fast import Round, Seat
from gin_fast.simulation.run import simulate


def simulated(count: int, threads: int) -> None:
    """So many rounds of `simple` against itself."""
    simulate("simple", "simple", rounds=count, seed=1, rules="eaai", threads=threads)


def rounds_in_play(count: int) -> list[Round]:
    """How so many rounds of `simple` against itself stand at each decision."""
    found = []
    for index in range(count):
        round = Round.deal(1, index)
        seats = [Seat("simple", 1, index, seat) for seat in (0, 1)]
        while not round.is_over:
            found.append(round.copy())
            round.apply(seats[round.to_move].choose(round))
    return found
