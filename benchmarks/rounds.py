"""Rounds played by other processes, which import only this module."""

from __future__ import annotations

from gin_fast.simulation.run import simulate


def simulated(count: int, threads: int) -> None:
    """Play `count` rounds of `simple` against itself."""
    simulate("simple", "simple", rounds=count, seed=1, rules="eaai", threads=threads)
