"""Which of two strategies is better, by how much and how sure; and of many, who beats whom."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gin_fast.estimates.means import Estimate, as_confidence
from gin_fast.estimates.stopping import Decided, Precise, as_stop, interval_around
from gin_fast.rules.rules import Rules
from gin_fast.show.text import answer_of
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.run import simulate
from gin_fast.strategies.players import StrategyLike

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Comparison:
    """What came of `compare`: the `result`, and what follows from it."""

    result: SimulationResult
    confidence: float
    """That of the interval, and of the answer."""

    @property
    def measure(self) -> str:
        """What decides: ``"game_share"``, the share of the games that `a` won, where games were
        played; else ``"net_points"``, points of `a` less points of `b`, a round."""
        return "game_share" if self.result.of_games else "net_points"

    @property
    def estimate(self) -> Estimate:
        """The measure and its standard error."""
        estimate: Estimate = getattr(self.result, self.measure)
        return estimate

    @property
    def even(self) -> float:
        """What the measure is where neither is better."""
        return 0.5 if self.result.of_games else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true measure lies with the confidence. After a rule that ends a run early it is
        the one that holds whenever one looks, which is longer."""
        if self.result.stop_when is None:
            return self.estimate.interval(self.confidence)
        return interval_around(self.estimate, self.result.units, self.confidence)

    @property
    def p_value(self) -> float | None:
        """How likely so large a difference is, either way, if neither is better: by the normal
        distribution. `None` after a rule that ends a run early, where it would not be true, and
        without a standard error above zero."""
        mean, error = self.estimate
        if self.result.stop_when is not None or mean is None or not error:
            return None
        return math.erfc(abs(mean - self.even) / error / math.sqrt(2.0))

    @property
    def better(self) -> str | None:
        """``"a"`` or ``"b"``, if the interval leaves out what it would be where neither is
        better; else `None`."""
        interval = self.interval
        if interval is None or interval[0] <= self.even <= interval[1]:
            return None
        return "a" if interval[0] > self.even else "b"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "better": self.better,
            "measure": self.measure,
            "estimate": self.estimate._asdict(),
            "confidence": self.confidence,
            "interval": None if self.interval is None else list(self.interval),
            "p_value": self.p_value,
            "result": self.result.to_dict(),
        }

    def plot(self) -> Figure:
        """A picture of it, by Matplotlib: the interval against even, and what `result` draws."""
        from gin_fast.show.plots import plot_comparison  # seldom wanted

        return plot_comparison(self)

    def to_csv(self) -> str:
        """The answer, and the quantities with their errors, as CSV."""
        from gin_fast.show.csv import csv_of_comparison  # seldom wanted

        return csv_of_comparison(self)

    def _repr_html_(self) -> str:
        from gin_fast.show.pages import of_comparison  # seldom wanted

        return of_comparison(self)

    def __str__(self) -> str:
        return "\n".join((*answer_of(self), "", str(self.result)))


def compare(
    a: StrategyLike,
    b: StrategyLike,
    *,
    rounds: int | None = None,
    games: int | None = None,
    mirrored: bool = True,
    confidence: float = 0.95,
    seed: int | None = None,
    rules: Rules | str = "modern",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop_when: Precise | Decided | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "forfeit",
    record: str | os.PathLike[str] | None = None,
    record_decisions: str | os.PathLike[str] | None = None,
) -> Comparison:
    """Whether strategy `a` is better than `b`, by how much, and how sure that is: by 10 000 rounds,
    unless `rounds` or `games` says otherwise, each deal played twice with the seats changed.

    All else is as in `simulate`. ``stop_when="decided"`` ends it as soon as it is clear.

    >>> found = compare("simple", "random", rounds=200, seed=7)
    >>> found.better, found.measure
    ('a', 'net_points')
    """
    confidence = as_confidence(confidence)
    measure = "net_points" if games is None else "game_share"
    rule = None if stop_when is None else as_stop(stop_when, of=measure, confidence=confidence)
    if isinstance(rule, Decided) and rule.confidence < confidence:
        raise ValueError(f"{str(rule)!r} decides with less than the confidence {confidence}")
    result = simulate(
        a,
        b,
        rounds=10_000 if rounds is None and games is None else rounds,
        games=games,
        mirrored=mirrored,
        seed=seed,
        rules=rules,
        threads=threads,
        executor=executor,
        progress=progress,
        stop_when=rule,
        checkpoint=checkpoint,
        on_error=on_error,
        record=record,
        record_decisions=record_decisions,
    )
    return Comparison(result, confidence)
