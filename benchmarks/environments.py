"""``python -m benchmarks.environments``: steps of the vector environment on one core.

Run it on an idle machine. A step is one decision in one of 4 096 rounds. The time is that inside
`step`; one line also includes the sampling of the actions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.measure import HEADS, Line, machine, table
from gin_fast import bulk
from gin_fast.answers.vector import PACKED
from gin_fast.envs import VectorEnv
from gin_fast.state.actions import DRAW, KNOCK, PASS, PHASES

COUNT = 4096


def sensible(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Draw from the stock, make one of the best discards, knock as soon as possible."""
    hands, drawn, phases, flags = (
        observations[:, PACKED.index(name)] for name in ("hand", "drawn", "phase", "flags")
    )
    actions = np.where(phases == PHASES.index("draw"), DRAW, PASS).astype(np.int64)
    discarding = phases == PHASES.index("discard")
    barred = np.where(flags >> np.uint64(2) & np.uint64(1), drawn, np.uint64(0))
    best = bulk.best_discards(hands[discarding], barred[discarding])[1]
    cards = np.bitwise_count((best & -best) - np.uint64(1)).astype(np.int64)
    may_knock = masks[discarding, KNOCK + cards] == 1
    actions[discarding] = np.where(may_knock, KNOCK + cards, cards)
    return actions


def seconds(observation: str, plays: str, steps: int) -> tuple[float, float]:
    """Return the least seconds of a step of all rounds, and of a step with its sampling: the best
    mean of ten in a row, after enough steps for the rounds to be at different points."""
    env = VectorEnv(COUNT, observation=observation, copy=False)
    observations, info = env.reset(seed=1)
    taken = []
    for _ in range(steps):
        start = time.perf_counter()
        if plays == "random":
            actions = env.sample_actions()
        else:
            actions = sensible(observations, info["action_mask"])
        begun = time.perf_counter()
        observations, *_, info = env.step(actions)
        taken.append((time.perf_counter() - begun, begun - start))
    windows = np.array(taken[steps // 5 :]).reshape(-1, 10, 2).mean(axis=1)
    return windows[:, 0].min(), windows.sum(axis=1).min()


def lines(steps: int) -> Iterator[Line]:
    for observation, plays, reach in (
        ("packed", "random", 15e6),
        ("packed", "sensible", 15e6),
        ("planes", "random", 3e6),
    ):
        step, both = seconds(observation, plays, steps)
        rate = COUNT / step
        yield Line(
            f"VectorEnv, masks and {observation}, {plays} play",
            f"{rate:,.0f} steps/s",
            "",
            "",
            f"{reach:,.0f}",
            rate >= reach,
        )
        if (observation, plays) == ("packed", "random"):
            rate = COUNT / both
            yield Line(
                "the same with sample_actions",
                f"{rate:,.0f} steps/s",
                "",
                "",
                "8,000,000",
                rate >= 8e6,
            )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few steps: whether it runs")
    steps = 50 if parser.parse_args(arguments).quick else 2500
    print(machine())
    print(table([HEADS, *(line.cells() for line in lines(steps))]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
