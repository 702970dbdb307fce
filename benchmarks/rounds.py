"""Rounds that other processes play, which import this and not the benchmarks."""

from __future__ import annotations

from gin_fast.simulation.run import simulate


def simulated(count: int, threads: int) -> None:
    """So many rounds of `simple` against itself."""
    simulate("simple", "simple", rounds=count, seed=1, rules="eaai", threads=threads)
