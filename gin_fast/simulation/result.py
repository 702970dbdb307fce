"""The result of a simulation: exact integer sums, and the means derived from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gin_fast.answers.faults import Fault
from gin_fast.answers.sums import Counts, GameSums, Sums, Tally
from gin_fast.estimates.means import Estimate, Share, mean_of, ratio_of, share_of, share_ratio_of
from gin_fast.rules.rules import Rules
from gin_fast.show.shapes import Ending
from gin_fast.show.text import report_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class SimulationResult:
    """The result of rounds, or of games, between the strategies `a` and `b`.

    Pairs of values are in the order `a`, `b`. Everything is derived from integer sums, so nothing
    depends on how the work was split. The mean of no values is `None`, printed as ``-``. Standard
    errors are those of independent units: rounds or games, or mirrored pairs of them.
    """

    a: str
    b: str
    seed: int
    """The seed, which gives the same rounds again."""
    rules: Rules
    requested: int
    """The number of rounds, or games, asked for."""
    interrupted: bool
    """Whether Ctrl-C was pressed. The rounds or games finished by then are the first ones of the
    seed."""
    tally: Tally
    """The sums over the rounds, including those of games, and over the games."""
    of_games: bool = False
    """Whether games were asked for."""
    mirrored: bool = False
    """Whether every deal was played twice, with the seats swapped."""
    stop_when: str | None = None
    """The stopping rule, if any."""
    stopped: bool = False
    """Whether the stopping rule ended the run early."""
    trace: tuple[tuple[int, int, int], ...] = field(default=(), compare=False, repr=False)
    """The history of the run: at each moment the number of units, their net points (for games:
    totals) and the squares of these. The moments depend on how the work was split and how long it
    took."""

    @property
    def sums(self) -> Sums:
        """The sums over the rounds."""
        return self.tally.rounds

    @property
    def game_sums(self) -> GameSums:
        """The sums over the games."""
        return self.tally.games

    @property
    def counts(self) -> Counts:
        """How many rounds had each value of net points, draws, and deadwood at the knock."""
        return self.tally.counts

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The first failed decisions, each of which forfeited a round."""
        return self.tally.faults

    @property
    def forfeits(self) -> tuple[int, int]:
        """The number of rounds forfeited by each strategy."""
        return self.sums.forfeits_1, self.sums.forfeits_0

    @property
    def rounds(self) -> int:
        """The number of rounds finished."""
        return self.sums.rounds

    @property
    def games(self) -> int | None:
        """The number of games finished; `None` if rounds were asked for."""
        return self.game_sums.games if self.of_games else None

    @property
    def units(self) -> int:
        """The number of independent units: rounds or games, or mirrored pairs of them."""
        number = self.game_sums.games if self.of_games else self.rounds
        return number // 2 if self.mirrored else number

    @property
    def game_wins(self) -> tuple[int, int]:
        """Games won.

        >>> from gin_fast import simulate
        >>> simulate("simple", "random", games=10, seed=7, rules="eaai").game_wins
        (10, 0)
        """
        return self.game_sums.wins_0, self.game_sums.wins_1

    @property
    def game_shares(self) -> tuple[Share, Share]:
        """The share of all games won by each strategy."""
        sums, size = self.game_sums, 2 if self.mirrored else 1
        count = sums.games // size
        return (
            share_of(count, sums.wins_0, sums.wins_0_squared, size),
            share_of(count, sums.wins_1, sums.wins_1_squared, size),
        )

    @property
    def game_share(self) -> Share:
        """The share of games won by `a`, counting a game without a winner as half."""
        sums, size = self.game_sums, 2 if self.mirrored else 1
        return _halves(
            sums.games // size,
            size,
            sums.wins_0,
            sums.wins_1,
            2 * (sums.wins_0_squared + sums.wins_1_squared) - sums.decided_squared,
        )

    @property
    def net_total(self) -> Estimate:
        """The total of `a` minus that of `b`, per game."""
        sums, size = self.game_sums, 2 if self.mirrored else 1
        net = sums.totals_0 - sums.totals_1
        return mean_of(sums.games // size, net, sums.net_squared, size)

    @property
    def rounds_per_game(self) -> Estimate:
        """The number of rounds per game."""
        sums, size = self.game_sums, 2 if self.mirrored else 1
        return mean_of(sums.games // size, sums.rounds, sums.rounds_squared, size)

    @property
    def wins(self) -> tuple[int, int]:
        """Rounds won."""
        return self.sums.wins_0, self.sums.wins_1

    @property
    def points(self) -> tuple[int, int]:
        """Points won by each strategy; an opponent's points are not subtracted."""
        return self.sums.points_0, self.sums.points_1

    @property
    def ends(self) -> dict[str, Ending]:
        """How the rounds ended: for each kind, how many rounds `a` won, `b` won, and neither won.

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
            "forfeit": Ending(sums.forfeits_0, sums.forfeits_1, 0),
            "dead": Ending(0, 0, sums.dead),
            "tie": Ending(0, 0, sums.ties),
        }

    @property
    def win_shares(self) -> tuple[Share, Share]:
        """The share of all rounds won by each strategy."""
        sums = self.sums
        return (
            self._share(sums.wins_0, sums.wins_0_squared, sums.wins_0_by_rounds),
            self._share(sums.wins_1, sums.wins_1_squared, sums.wins_1_by_rounds),
        )

    @property
    def win_share(self) -> Share:
        """The share of rounds won by `a`, counting a round without a winner as half."""
        # In halves: each round counts two, and the winner gets both.
        sums = self.sums
        net, net_by_rounds = (
            sums.wins_0 - sums.wins_1,
            sums.wins_0_by_rounds - sums.wins_1_by_rounds,
        )
        net_squared = 2 * (sums.wins_0_squared + sums.wins_1_squared) - sums.decided_squared
        return share_ratio_of(
            self.units,
            sums.rounds + net,
            2 * sums.rounds,
            sums.rounds_squared + 2 * net_by_rounds + net_squared,
            2 * (sums.rounds_squared + net_by_rounds),
            4 * sums.rounds_squared,
        )

    @property
    def points_per_round(self) -> tuple[Estimate, Estimate]:
        """Points won per round by each strategy."""
        sums = self.sums
        return (
            self._mean(sums.points_0, sums.points_0_squared, sums.points_0_by_rounds),
            self._mean(sums.points_1, sums.points_1_squared, sums.points_1_by_rounds),
        )

    @property
    def net_points(self) -> Estimate:
        """Points of `a` minus points of `b`, per round."""
        sums = self.sums
        return self._mean(
            sums.points_0 - sums.points_1,
            sums.net_points_squared,
            sums.points_0_by_rounds - sums.points_1_by_rounds,
        )

    @property
    def starter_share(self) -> Share:
        """The share of the decided rounds won by the seat that started them."""
        sums = self.sums
        return share_ratio_of(
            self.units,
            sums.starter_wins,
            sum(self.wins),
            sums.starter_wins_squared,
            sums.starter_wins_by_decided,
            sums.decided_squared,
        )

    @property
    def starter_net_points(self) -> Estimate:
        """Points of the seat that started minus points of the other, per round."""
        sums = self.sums
        return self._mean(sums.starter_net, sums.starter_net_squared, sums.starter_net_by_rounds)

    @property
    def draws(self) -> Estimate:
        """Cards drawn per round, by both seats. Taking the upcard is a draw."""
        sums = self.sums
        return self._mean(sums.draws, sums.draws_squared, sums.draws_by_rounds)

    @property
    def pile_draws(self) -> Estimate:
        """Cards taken from the pile per round, by both seats."""
        sums = self.sums
        return self._mean(sums.pile_draws, sums.pile_draws_squared, sums.pile_draws_by_rounds)

    @property
    def knock_deadwood(self) -> Estimate:
        """The knocker's deadwood, over the rounds that ended with a knock other than gin."""
        sums = self.sums
        return ratio_of(
            self.units,
            sums.knock_deadwood,
            sums.knocks_0 + sums.knocks_1 + sums.undercuts_0 + sums.undercuts_1 + sums.ties,
            sums.knock_deadwood_squared,
            sums.knock_deadwood_by_knocks,
            sums.knocks_squared,
        )

    def _mean(self, total: int, squares: int, by_rounds: int) -> Estimate:
        """The mean per round, with the error by units, which may differ in their number of
        rounds."""
        sums = self.sums
        return ratio_of(self.units, total, sums.rounds, squares, by_rounds, sums.rounds_squared)

    def _share(self, total: int, squares: int, by_rounds: int) -> Share:
        sums = self.sums
        return share_ratio_of(
            self.units, total, sums.rounds, squares, by_rounds, sums.rounds_squared
        )

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
            "mirrored": self.mirrored,
            "stop_when": self.stop_when,
            "stopped": self.stopped,
            "forfeits": dict(zip("ab", self.forfeits, strict=True)),
            "faults": [str(fault) for fault in self.faults],
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
        if not self.of_games:
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

    def plot(self, axes: Any = None) -> Figure:
        """A Matplotlib figure: the net points of a round, how rounds ended, their length, the
        deadwood at the knock, and the running mean of the net points.

        The running mean is drawn at moments that depend on how long the run took; the other panels
        are the same for the same result. `gin_fast.show.plots.save` writes the figure to a file.

        Args:
            axes: Where to draw: one Matplotlib Axes or several, which get the first panels. A new
                figure by default.

        Returns:
            The figure drawn into.

        Raises:
            ImportError: If Matplotlib is missing; the message says how to install it.
        """
        from gin_fast.show.plots import plot_result  # rarely needed

        return plot_result(self, axes)

    def to_csv(self) -> str:
        """The quantities with their errors, as CSV: ``quantity,side,value,error``."""
        from gin_fast.show.csv import csv_of_result  # rarely needed

        return csv_of_result(self)

    def _repr_html_(self) -> str:
        from gin_fast.show.pages import of_result  # rarely needed

        return of_result(self)

    def __str__(self) -> str:
        return "\n".join(report_of(self))


_MEANS = (
    "net_points",
    "starter_share",
    "starter_net_points",
    "draws",
    "pile_draws",
    "knock_deadwood",
)


def _halves(count: int, size: int, wins: int, losses: int, difference_squared: int) -> Share:
    """The share of the side with `wins`, counting undecided units as half: computed in halves."""
    net = wins - losses
    squares = count * size * size + 2 * size * net + difference_squared
    return share_of(count, count * size + net, squares, 2 * size)
