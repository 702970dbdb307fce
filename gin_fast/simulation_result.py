"""What a simulation gives: exact integer sums, and the means that follow from them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from gin_fast.playing import Sums
from gin_fast.rules import PROFILES, Rules


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float | None
    """`None` if there is nothing to take a mean of."""
    error: float | None
    """The standard error; `None` below two values."""

    def __str__(self) -> str:
        if self.mean is None:
            return "-"
        return f"{self.mean:.4f}" + ("" if self.error is None else f" ± {self.error:.4f}")


class Ending(NamedTuple):
    """How many rounds ended one way, by who won them."""

    a: int
    b: int
    neither: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)


@dataclass(frozen=True)
class SimulationResult:
    """What came of `rounds` rounds between the strategies `a` (seat 0) and `b` (seat 1).

    Pairs are in this order too. Everything follows from the integer `sums`, so nothing depends on
    how the work was split. The mean of no values is `None`, printed as ``-``.
    """

    a: str
    b: str
    seed: int
    """The seed that gives the same rounds again."""
    rules: Rules
    requested: int
    """How many rounds were asked for."""
    interrupted: bool
    """Whether Ctrl-C came. What was finished by then are the first `rounds` rounds of the seed."""
    sums: Sums

    @property
    def rounds(self) -> int:
        """How many rounds were finished."""
        return self.sums.rounds

    @property
    def wins(self) -> tuple[int, int]:
        """Rounds won."""
        return self.sums.wins_0, self.sums.wins_1

    @property
    def points(self) -> tuple[int, int]:
        """Points won; those of the one are the points against the other."""
        return self.sums.points_0, self.sums.points_1

    @property
    def ends(self) -> dict[str, Ending]:
        """How the rounds ended: for each kind, how many each won and how many nobody won.

        >>> from gin_fast import simulate
        >>> result = simulate("random", "simple", rounds=10, seed=7)
        >>> sum(ending.total for ending in result.ends.values())
        10
        """
        sums = self.sums
        return {
            "knock": Ending(sums.knocks_0, sums.knocks_1, 0),
            "undercut": Ending(sums.undercuts_0, sums.undercuts_1, 0),
            "gin": Ending(sums.gins_0, sums.gins_1, 0),
            "big_gin": Ending(sums.big_gins_0, sums.big_gins_1, 0),
            "dead": Ending(0, 0, sums.dead),
            "tie": Ending(0, 0, sums.ties),
        }

    @property
    def win_shares(self) -> tuple[Estimate, Estimate]:
        """The shares of all rounds that were won."""
        return _share(self.rounds, self.sums.wins_0), _share(self.rounds, self.sums.wins_1)

    @property
    def points_per_round(self) -> tuple[Estimate, Estimate]:
        """Points won, a round."""
        sums = self.sums
        return (
            _estimate(sums.rounds, sums.points_0, sums.points_0_squared),
            _estimate(sums.rounds, sums.points_1, sums.points_1_squared),
        )

    @property
    def net_points(self) -> Estimate:
        """Points of `a` less points of `b`, a round."""
        net = self.sums.points_0 - self.sums.points_1
        return _estimate(self.rounds, net, self.sums.net_points_squared)

    @property
    def starter_share(self) -> Estimate:
        """The share of the decided rounds that the seat which began them won."""
        return _share(sum(self.wins), self.sums.starter_wins)

    @property
    def starter_net_points(self) -> Estimate:
        """Points of the seat that began less points of the other, a round."""
        # The square of a net is the same from either side.
        return _estimate(self.rounds, self.sums.starter_net, self.sums.net_points_squared)

    @property
    def draws(self) -> Estimate:
        """Cards drawn in a round, by both. Taking the upcard is a draw."""
        return _estimate(self.rounds, self.sums.draws, self.sums.draws_squared)

    @property
    def pile_draws(self) -> Estimate:
        """Cards taken from the pile in a round, by both."""
        return _estimate(self.rounds, self.sums.pile_draws, self.sums.pile_draws_squared)

    @property
    def knock_deadwood(self) -> Estimate:
        """Deadwood of the knocker, over the rounds that ended by a knock which was no gin."""
        sums = self.sums
        knocks = sums.knocks_0 + sums.knocks_1 + sums.undercuts_0 + sums.undercuts_1 + sums.ties
        return _estimate(knocks, sums.knock_deadwood, sums.knock_deadwood_squared)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain dicts, strings and numbers, ready for JSON.

        >>> from gin_fast import simulate
        >>> simulate("simple", "simple", rounds=0, seed=7).to_dict()["net_points"]
        {'mean': None, 'error': None}
        """
        return {
            "a": self.a,
            "b": self.b,
            "seed": self.seed,
            "rules": self.rules.to_dict(),
            "rounds": self.rounds,
            "requested": self.requested,
            "interrupted": self.interrupted,
            "wins": dict(zip("ab", self.wins, strict=True)),
            "win_shares": {
                seat: share._asdict() for seat, share in zip("ab", self.win_shares, strict=True)
            },
            "points_per_round": {
                seat: mean._asdict() for seat, mean in zip("ab", self.points_per_round, strict=True)
            },
            "points": dict(zip("ab", self.points, strict=True)),
            "ends": {kind: ending._asdict() for kind, ending in self.ends.items()},
            **{name: getattr(self, name)._asdict() for name in _MEANS},
            "sums": self.sums._asdict(),
        }

    def __str__(self) -> str:
        return "\n".join(_report(self))


_MEANS = (
    "net_points",
    "starter_share",
    "starter_net_points",
    "draws",
    "pile_draws",
    "knock_deadwood",
)


def _estimate(count: int, total: int, squares: int) -> Estimate:
    """The mean of `count` integers from their sum and the sum of their squares.

    The sample variance is (n Σx² - (Σx)²) / (n (n - 1)): integers until the one division, so
    nothing cancels, however many there are.
    """
    if count == 0:
        return Estimate(None, None)
    if count == 1:
        return Estimate(float(total), None)
    scatter = count * squares - total * total
    return Estimate(total / count, math.sqrt(scatter / (count * count * (count - 1))))


def _share(count: int, total: int) -> Estimate:
    return _estimate(count, total, total)  # each value is 0 or 1, its own square


def _percent(share: Estimate) -> str:
    if share.mean is None:
        return "-"
    return f"{share.mean:.2%}" + ("" if share.error is None else f" ± {share.error:.2%}")


def _report(result: SimulationResult) -> Iterator[str]:
    """The lines of a result's text."""
    rules = next((name for name in PROFILES if PROFILES[name] == result.rules), None)
    yield f"rounds {result.rounds:,}, rules {rules or result.rules}, seed {result.seed}"
    if result.interrupted:
        yield f"interrupted: rounds asked for {result.requested:,}"
    yield ""
    rows: list[tuple[str, ...]] = [("", f"a: {result.a}", f"b: {result.b}", "neither")]
    neither = result.rounds - sum(result.wins)
    rows.append(("rounds won", *(f"{count:,}" for count in (*result.wins, neither))))
    rows.append(("share", *map(_percent, result.win_shares), ""))
    for kind, ending in result.ends.items():
        rows.append((kind.replace("_", " "), *(f"{count:,}" for count in ending)))
    rows.append(("points", *(f"{points:,}" for points in result.points), ""))
    rows.append(("points a round", *map(str, result.points_per_round), ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for label, *cells in rows:
        row = [label.ljust(widths[0]), *map(str.rjust, cells, widths[1:])]
        yield "  ".join(row).rstrip()
    yield ""
    means = (
        ("net points a round, a less b", result.net_points),
        ("net points a round, starter less other", result.starter_net_points),
        ("draws a round", result.draws),
        ("draws from the pile a round", result.pile_draws),
        ("deadwood of who knocked", result.knock_deadwood),
    )
    for label, mean in means:
        yield f"{label:<38}  {mean}"
    yield f"{'decided rounds won by their starter':<38}  {_percent(result.starter_share)}"
