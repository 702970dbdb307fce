"""The sums of rounds and games that are played out, shared by both engines."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gin_fast.answers.faults import MOST_FAULTS, Fault

if TYPE_CHECKING:
    import numpy.typing as npt


class Sums(NamedTuple):
    """What is added up over rounds.

    ``_0`` is strategy `a`, ``_1`` is `b`: ``undercuts_0`` counts those that `a` won, ``points_0``
    is what it scored. ``net`` is what one scored minus what the other scored. ``knock_deadwood``
    sums the knocker's deadwood over knocks, undercuts and ties, but not gin. ``decided`` counts the
    rounds that somebody won.

    Squares and products are of the sums over a *unit*, which is independent of all others: a round,
    or two mirrored ones; in games a game, or two.
    """

    rounds: int = 0
    wins_0: int = 0
    wins_1: int = 0
    points_0: int = 0
    points_1: int = 0
    draws: int = 0
    pile_draws: int = 0
    knock_deadwood: int = 0
    starter_wins: int = 0
    starter_net: int = 0
    wins_0_squared: int = 0
    wins_1_squared: int = 0
    points_0_squared: int = 0
    points_1_squared: int = 0
    net_points_squared: int = 0
    draws_squared: int = 0
    pile_draws_squared: int = 0
    knock_deadwood_squared: int = 0
    knock_deadwood_by_knocks: int = 0
    knocks_squared: int = 0
    starter_wins_squared: int = 0
    starter_wins_by_decided: int = 0
    decided_squared: int = 0
    starter_net_squared: int = 0
    rounds_squared: int = 0
    wins_0_by_rounds: int = 0
    wins_1_by_rounds: int = 0
    points_0_by_rounds: int = 0
    points_1_by_rounds: int = 0
    draws_by_rounds: int = 0
    pile_draws_by_rounds: int = 0
    starter_net_by_rounds: int = 0
    knocks_0: int = 0
    knocks_1: int = 0
    undercuts_0: int = 0
    undercuts_1: int = 0
    gins_0: int = 0
    gins_1: int = 0
    big_gins_0: int = 0
    big_gins_1: int = 0
    forfeits_0: int = 0
    forfeits_1: int = 0
    dead: int = 0
    ties: int = 0

    def plus(self, other: tuple[int, ...]) -> Sums:
        """Both, added up."""
        return Sums(*map(add, self, other))


class GameSums(NamedTuple):
    """What is added up over games, besides the `Sums` of their rounds.

    ``totals`` are those after bonuses, ``net`` is that of `a` minus that of `b`. A game is
    ``unfinished`` if it is not over after `MOST_ROUNDS_OF_GAME` rounds. Squares are of the sums
    over a unit: a game, or two mirrored ones.
    """

    games: int = 0
    wins_0: int = 0
    wins_1: int = 0
    ties: int = 0
    unfinished: int = 0
    shutouts_0: int = 0
    shutouts_1: int = 0
    totals_0: int = 0
    totals_1: int = 0
    rounds: int = 0
    wins_0_squared: int = 0
    wins_1_squared: int = 0
    decided_squared: int = 0
    net_squared: int = 0
    rounds_squared: int = 0

    def plus(self, other: tuple[int, ...]) -> GameSums:
        """Both, added up."""
        return GameSums(*map(add, self, other))


TALLY = Sums._fields
"""The names of the sums over rounds, in order."""
GAME_TALLY = GameSums._fields
"""The names of the sums over games, in order."""

NET_BINS, DRAW_BINS, DEADWOOD_BINS = 513, 128, 128


class Counts:
    """How many rounds had each value. Values beyond the last place are counted there."""

    __slots__ = ("_all",)

    _fields = ("net_points", "draws", "knock_deadwood")

    def __init__(
        self,
        net_points: Sequence[int] = (0,) * NET_BINS,
        draws: Sequence[int] = (0,) * DRAW_BINS,
        knock_deadwood: Sequence[int] = (0,) * DEADWOOD_BINS,
    ) -> None:
        self._all = np.array([*net_points, *draws, *knock_deadwood], np.int64)
        if len(self._all) != NET_BINS + DRAW_BINS + DEADWOOD_BINS:
            raise ValueError("counts have the wrong lengths")

    @classmethod
    def of(cls, counts: npt.NDArray[np.int64]) -> Counts:
        """Counts from one array of all places."""
        self = cls.__new__(cls)
        self._all = counts
        return self

    @property
    def net_points(self) -> tuple[int, ...]:
        """By what `a` scored minus what `b` scored, from -256 to 256."""
        return tuple(self._all[:NET_BINS].tolist())

    @property
    def draws(self) -> tuple[int, ...]:
        """By the number of cards drawn."""
        return tuple(self._all[NET_BINS : NET_BINS + DRAW_BINS].tolist())

    @property
    def knock_deadwood(self) -> tuple[int, ...]:
        """By the knocker's deadwood, over the rounds that ended by a knock without gin."""
        return tuple(self._all[NET_BINS + DRAW_BINS :].tolist())

    def plus(self, other: Counts) -> Counts:
        """Both, added up."""
        return Counts.of(self._all + other._all)

    def _asdict(self) -> dict[str, list[int]]:
        return {name: list(getattr(self, name)) for name in self._fields}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return bool(np.array_equal(self._all, other._all))

    def __hash__(self) -> int:
        return hash(self._all.tobytes())

    def __repr__(self) -> str:
        return f"<Counts of {int(self._all[:NET_BINS].sum())} rounds>"


class Tally(NamedTuple):
    """The sums of some rounds or games: all exact, and the same in whatever parts they are
    played."""

    rounds: Sums = Sums()
    games: GameSums = GameSums()
    counts: Counts = Counts()
    faults: tuple[Fault, ...] = ()
    """The first `MOST_FAULTS` of them."""

    def plus(self, other: Tally) -> Tally:
        """Both, added up; `other` came later."""
        return Tally(
            self.rounds.plus(other.rounds),
            self.games.plus(other.games),
            self.counts.plus(other.counts),
            (self.faults + other.faults)[:MOST_FAULTS],
        )
