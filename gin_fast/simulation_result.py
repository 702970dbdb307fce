"""What a simulation gives: exact integer sums, and the means that follow from them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from gin_fast.playing import GameSums, Sums
from gin_fast.rules import FIELDS, PROFILES, Rules


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
    """How many rounds, or games, were asked for."""
    interrupted: bool
    """Whether Ctrl-C came. What was finished by then are the first rounds, or games, of the
    seed."""
    sums: Sums
    """Over the rounds, those of games too."""
    game_sums: GameSums | None = None
    """Over the games; `None` if rounds were asked for."""

    @property
    def rounds(self) -> int:
        """How many rounds were finished."""
        return self.sums.rounds

    @property
    def games(self) -> int | None:
        """How many games were finished; `None` if rounds were asked for."""
        return None if self.game_sums is None else self.game_sums.games

    @property
    def game_wins(self) -> tuple[int, int]:
        """Games won.

        >>> from gin_fast import simulate
        >>> simulate("simple", "random", games=10, seed=7, rules="eaai").game_wins
        (10, 0)
        """
        sums = self.game_sums or GameSums()
        return sums.wins_0, sums.wins_1

    @property
    def game_shares(self) -> tuple[Estimate, Estimate]:
        """The shares of all games that were won."""
        a, b = self.game_wins
        return _share(self.games or 0, a), _share(self.games or 0, b)

    @property
    def net_total(self) -> Estimate:
        """The total of `a` less that of `b`, a game."""
        sums = self.game_sums or GameSums()
        return _estimate(sums.games, sums.totals_0 - sums.totals_1, sums.net_squared)

    @property
    def rounds_per_game(self) -> Estimate:
        """Rounds played, a game."""
        sums = self.game_sums or GameSums()
        return _estimate(sums.games, sums.rounds, sums.rounds_squared)

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
            **self._games_dict(),
        }

    def _games_dict(self) -> dict[str, Any]:
        if self.game_sums is None:
            return {}
        return {
            "games": self.games,
            "game_wins": dict(zip("ab", self.game_wins, strict=True)),
            "game_shares": {
                seat: share._asdict() for seat, share in zip("ab", self.game_shares, strict=True)
            },
            "net_total": self.net_total._asdict(),
            "rounds_per_game": self.rounds_per_game._asdict(),
            "game_sums": self.game_sums._asdict(),
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
    games = "" if result.games is None else f"games {result.games:,}, "
    rules = result.rules.name or _changes(result.rules)
    yield f"{games}rounds {result.rounds:,}, rules {rules}, seed {result.seed}"
    if result.interrupted:
        yield f"interrupted: {'games' if games else 'rounds'} asked for {result.requested:,}"
    yield ""
    rows: list[tuple[str, ...]] = [("", f"a: {result.a}", f"b: {result.b}", "neither")]
    if result.game_sums is not None:
        rows += _game_rows(result, result.game_sums)
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
    means: tuple[tuple[str, Estimate], ...] = (
        ("net points a round, a less b", result.net_points),
        ("net points a round, starter less other", result.starter_net_points),
        ("draws a round", result.draws),
        ("draws from the pile a round", result.pile_draws),
        ("deadwood of who knocked", result.knock_deadwood),
    )
    if result.game_sums is not None:
        yield f"{'net total a game, a less b':<38}  {result.net_total}"
        yield f"{'rounds a game':<38}  {result.rounds_per_game}"
    for label, mean in means:
        yield f"{label:<38}  {mean}"
    yield f"{'decided rounds won by their starter':<38}  {_percent(result.starter_share)}"
    yield ""
    yield "± one standard error"


def _changes(rules: Rules) -> str:
    """The profile that differs least, with what differs from it."""

    def differing(name: str) -> list[str]:
        profile = PROFILES[name]
        return [each for each in FIELDS if getattr(rules, each) != getattr(profile, each)]

    nearest = min(PROFILES, key=lambda name: len(differing(name)))
    changes = ", ".join(f"{each}={getattr(rules, each)!r}" for each in differing(nearest))
    return f"{nearest} with {changes}"


def _game_rows(result: SimulationResult, sums: GameSums) -> Iterator[tuple[str, ...]]:
    won = result.game_wins
    neither = sums.ties + sums.unfinished
    yield ("games won", *(f"{count:,}" for count in (*won, neither)))
    yield ("share of games", *map(_percent, result.game_shares), "")
    yield ("shutouts", f"{sums.shutouts_0:,}", f"{sums.shutouts_1:,}", "")
    yield ("total", f"{sums.totals_0:,}", f"{sums.totals_1:,}", "")
