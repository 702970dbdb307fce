"""Which of two strategies is better, by how much, and how sure that is."""

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
    """The outcome of `compare`: the `result`, and the conclusions drawn from it."""

    result: SimulationResult
    confidence: float
    """The confidence level of the interval and of the answer."""

    @property
    def measure(self) -> str:
        """What decides: ``"game_share"``, the share of games won by `a`, if games were played;
        otherwise ``"net_points"``, the points of `a` minus those of `b` per round."""
        return "game_share" if self.result.of_games else "net_points"

    @property
    def estimate(self) -> Estimate:
        """The measure and its standard error."""
        estimate: Estimate = getattr(self.result, self.measure)
        return estimate

    @property
    def even(self) -> float:
        """The value of the measure if neither strategy is better."""
        return 0.5 if self.result.of_games else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval that holds the true measure with this confidence. With a stopping rule it is
        the wider one that is valid at any time during the run."""
        if self.result.stop_when is None:
            return self.estimate.interval(self.confidence)
        return interval_around(self.estimate, self.result.units, self.confidence)

    @property
    def p_value(self) -> float | None:
        """The two-sided p-value, by the normal distribution: the probability of a difference this
        large if neither strategy is better. `None` with a stopping rule, where it would not be
        valid, and if the standard error is not above zero."""
        mean, error = self.estimate
        if self.result.stop_when is not None or mean is None or not error:
            return None
        return math.erfc(abs(mean - self.even) / error / math.sqrt(2.0))

    @property
    def better(self) -> str | None:
        """``"a"`` or ``"b"`` if the interval excludes `even`, the value for equal strategies;
        otherwise `None`."""
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
        """A Matplotlib figure: the interval against `even`, and the panels of `result`."""
        from gin_fast.show.plots import plot_comparison  # rarely needed

        return plot_comparison(self)

    def to_csv(self) -> str:
        """The answer, and the quantities with their errors, as CSV."""
        from gin_fast.show.csv import csv_of_comparison  # rarely needed

        return csv_of_comparison(self)

    def _repr_html_(self) -> str:
        from gin_fast.show.pages import of_comparison  # rarely needed

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
    """Finds out whether strategy `a` is better than `b`, by how much, and how sure that is.

    By default each deal is played twice with the seats swapped. The arguments not listed here are
    those of `simulate`.

    Args:
        a: The first strategy.
        b: The second strategy.
        rounds: The number of rounds, 10 000 by default.
        games: The number of whole games, instead of `rounds`.
        mirrored: Whether to play each deal twice with the seats swapped.
        confidence: The confidence level of the interval and of the answer, between 0 and 1.
        stop_when: A rule that ends the run early, as in `simulate`; ``"decided"`` ends it as soon
            as the answer is clear.

    Returns:
        The `Comparison`: its `better` is ``"a"``, ``"b"`` or `None`.

    Raises:
        ValueError: As in `simulate`, or if `stop_when` decides with less than `confidence`.

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
