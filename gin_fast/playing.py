"""What playing out is asked for, and what it sums up, once for both engines."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from gin_fast.actions import Action, refusal
from gin_fast.cards import WORD, as_int, as_word, shown
from gin_fast.seen import Seen

if TYPE_CHECKING:
    import numpy.typing as npt  # it takes long to import


class Sums(NamedTuple):
    """What is added up over rounds.

    ``_0`` is strategy `a`, ``_1`` is `b`: ``undercuts_0`` counts those that `a` won, ``points_0``
    is what it scored. ``net`` is what one scored less what the other did. ``knock_deadwood`` sums
    the knocker's deadwood over knocks, undercuts and ties, so not over gin. ``decided`` are the
    rounds that somebody won.

    What is squared or multiplied are the sums over a *unit*: what is independent of all others. It
    is a round, or two mirrored ones; in games it is a game, or two.
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

    ``totals`` are those after bonuses, ``net`` is that of `a` less that of `b`. A game is
    ``unfinished`` when `MOST_ROUNDS_OF_GAME` rounds did not end it. What is squared are the sums
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
    """How many rounds had each value. What is beyond the last place is counted there."""

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
        """Counts from all places in a row."""
        self = cls.__new__(cls)
        self._all = counts
        return self

    @property
    def net_points(self) -> tuple[int, ...]:
        """By what `a` scored less what `b` did, from -256 to 256."""
        return tuple(self._all[:NET_BINS].tolist())

    @property
    def draws(self) -> tuple[int, ...]:
        """By the number of cards drawn."""
        return tuple(self._all[NET_BINS : NET_BINS + DRAW_BINS].tolist())

    @property
    def knock_deadwood(self) -> tuple[int, ...]:
        """By the knocker's deadwood, over the rounds that ended by a knock which was no gin."""
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


MOST_FAULTS = 10
"""Of so many faults the first are told in full; all are counted as forfeits."""


class Fault(NamedTuple):
    """A decision that was none: an illegal action, an exception, no answer in time. It forfeits the
    round."""

    number: int
    """That of the round, or of the game."""
    deal: int
    """Its index."""
    seat: int
    strategy: str
    """The name of the strategy."""
    action: int
    """What it answered; -1: nothing that is a number."""
    error: str
    """What went wrong."""
    view: Seen
    """What it was asked about."""

    def __str__(self) -> str:
        return (
            f"round {self.deal}, phase {self.view.phase}: strategy {self.strategy!r} in seat "
            f"{self.seat} {self.error}"
        )


class Tally(NamedTuple):
    """What some rounds, or some games, come to: all of it exact, and the same in whatever parts
    they are played."""

    rounds: Sums = Sums()
    games: GameSums = GameSums()
    counts: Counts = Counts()
    faults: tuple[Fault, ...] = ()
    """The first `MOST_FAULTS` of them."""

    def plus(self, other: Tally) -> Tally:
        """Both, added up; those of `other` came later."""
        return Tally(
            self.rounds.plus(other.rounds),
            self.games.plus(other.games),
            self.counts.plus(other.counts),
            (self.faults + other.faults)[:MOST_FAULTS],
        )


GAME_STRIDE = 20
"""Game *g* begins with deal *g* * 2**20, so no two games share one."""
MOST_GAMES = 1 << 64 - GAME_STRIDE
"""How many games of a seed there are."""
MOST_ROUNDS_OF_GAME = 10_000
"""A game that so many rounds did not end is left."""

MOST_ROUNDS = 1 << 40
"""The most rounds of one tally: its sums fit 64 bits."""

ON_ERROR = ("forfeit", "raise")
"""What a fault leads to."""


class Settings(NamedTuple):
    """Which rounds or games a tally is about, checked."""

    seed: int
    start: int
    number: int
    mirrored: bool
    on_error: str

    @property
    def forfeits(self) -> bool:
        """Whether a fault forfeits the round; else it is raised."""
        return self.on_error == "forfeit"


def as_round(seed: Any, index: Any, starter: Any) -> tuple[int, int, int]:
    """The seed, the index and the starter of one round, checked; seat `index` & 1 by default."""
    index = as_word(index, "index")
    starter = index & 1 if starter is None else as_int(starter, "starter", 0, 1)
    return as_word(seed, "seed"), index, starter


def as_rounds(seed: Any, start: Any, count: Any, mirrored: Any, on_error: Any) -> Settings:
    """The settings of a tally of rounds."""
    return _settings(seed, start, count, mirrored, on_error, WORD + 1)


def as_games(seed: Any, start: Any, count: Any, mirrored: Any, on_error: Any) -> Settings:
    """The settings of a tally of games."""
    return _settings(seed, start, count, mirrored, on_error, MOST_GAMES)


def _settings(
    seed: Any, start: Any, count: Any, mirrored: Any, on_error: Any, most: int
) -> Settings:
    seed = as_word(seed, "seed")
    start = as_int(start, "start", 0, most - 1)
    count = as_int(count, "count", 0, min(MOST_ROUNDS, most - start))
    mirrored = as_bool(mirrored, "mirrored")
    if mirrored:
        check_even(start, "start")
        check_even(count, "count")
    return Settings(seed, start, count, mirrored, as_on_error(on_error))


def as_bool(value: Any, name: str) -> bool:
    """`value` as a flag."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, not {shown(value)}")
    return value


def check_even(value: int, name: str) -> None:
    """That a number of mirrored rounds or games is even: they come in pairs."""
    if value & 1:
        raise ValueError(f"{name} must be even where mirrored, not {value}")


def as_on_error(value: Any) -> str:
    """`value` as one of `ON_ERROR`."""
    if not isinstance(value, str) or value not in ON_ERROR:
        raise ValueError(f"on_error must be one of {', '.join(ON_ERROR)}, not {shown(value)}")
    return ON_ERROR[ON_ERROR.index(value)]


def illegal(action: int, view: Seen, actions: Sequence[Action]) -> str:
    """What is wrong with an answer that is no legal action."""
    if action == -1:
        return "gave no answer"
    if 0 <= action < len(actions):
        return f"chose the {refusal(view, actions[action])}"
    return f"chose the illegal action {action}"


def stop(fault: Fault, seed: int, cause: BaseException | None) -> NoReturn:
    """Stops a play-out because of a fault."""
    raise RuntimeError(
        f"round {fault.deal} of seed {seed}: strategy {fault.strategy!r} in seat {fault.seat} "
        f"{fault.error}"
    ) from cause
