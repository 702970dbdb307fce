"""Playing rounds out: strategies against each other, from a deal to its result."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, overload

from gin_fast.answers.batch import Batch, as_round, as_rounds
from gin_fast.answers.faults import MOST_FAULTS, Fault, stop
from gin_fast.answers.rows import Logged, as_log
from gin_fast.answers.sums import DEADWOOD_BINS, DRAW_BINS, NET_BINS, TALLY, Counts, Sums, Tally
from gin_fast.reference.dealing import SEAT_0, Stream
from gin_fast.reference.logs import RowLog
from gin_fast.reference.players import decider
from gin_fast.reference.rounds import ACTIONS, RoundState
from gin_fast.reference.seats import Decider, Memory, choice, play_out
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.state.actions import Action
from gin_fast.state.results import Playout, RoundResult
from gin_fast.state.seen import Seen
from gin_fast.strategies.builtin import STRATEGIES
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import as_int, shown

__all__ = ["STRATEGIES", "TALLY", "Seat", "play", "tally"]


class Seat:
    """A strategy at a seat of one round, to be asked move by move. Each round takes a new one.

    It draws from its own stream of the seed and the index. With the same strategies, seed and index
    the moves are those of `play`. A copy goes on where it is, and by itself.

    >>> from gin_fast import Round
    >>> round = Round.deal(7, 0, rules="eaai")
    >>> seats = Seat("simple", 7, 0, 0), Seat("simple", 7, 0, 1)
    >>> while not round.is_over:
    ...     round.apply(seats[round.to_move].choose(round))
    >>> round.actions == play("simple", "simple", 7, 0, rules="eaai").actions
    True
    """

    _decider: Decider | None = None

    def __init__(self, strategy: StrategyLike, seed: int, index: int, seat: int) -> None:
        player = as_player(strategy)
        self._seed, self._index, _ = as_round(seed, index, 0)
        self._seat = as_int(seat, "seat", 0, 1)
        self._player = player
        self._decider = decider(player)
        self._stream = Stream(self._seed, self._index, SEAT_0 + self._seat)
        self._asked: Seen | None = None  # last, and what was answered
        self._answer = ACTIONS[0]
        self._memory: Memory = {}

    def __copy__(self) -> Seat:
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._decider is None:
            raise TypeError("a Seat is made with a strategy, a seed, an index and a seat")
        start = self._player, self._seed, self._index, self._seat
        return Seat._again, (start, (self._stream, self._asked, self._answer, self._memory))

    @classmethod
    def _again(cls, start: tuple[Any, ...], state: tuple[Any, ...]) -> Seat:
        """The seat after some turns."""
        made = cls(*start)
        made._stream, made._asked, made._answer, made._memory = state
        return made

    def choose(self, round: RoundState) -> Action:
        """The action it takes in the round. Ask it at each of its turns; asked again before
        anything has changed, it gives the same answer."""
        if not isinstance(self, Seat) or not isinstance(round, RoundState):
            raise TypeError(f"round must be a Round, not {shown(round)}")
        if self._decider is None:
            raise TypeError("a Seat is made with a strategy, a seed, an index and a seat")
        if round.to_move != self._seat:
            raise ValueError(f"seat {self._seat} is not to move")
        view = round.view(self._seat)
        if self._asked is not None and view == self._asked:
            return self._answer
        if self._asked is not None and view.draws < self._asked.draws:
            raise ValueError(f"seat {self._seat} plays another round: make a Seat for each")
        action = choice(self._decider, view, self._stream, self._memory, self._seed, self._index)
        self._asked, self._answer = view, ACTIONS[action]
        return self._answer


def play(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    index: int = 0,
    *,
    rules: Rules | str = "modern",
    starter: int | None = None,
) -> Playout:
    """One round of strategy `a` in seat 0 against `b` in seat 1: every action, and the result.

    Deal `index` of `seed` is played; seat `index` & 1 starts, unless `starter` says otherwise.
    Each seat chooses by its own stream, so the same arguments always give the same round.
    A strategy that fails is a `RuntimeError`.

    >>> play("simple", "simple", 7, 0, rules="eaai").result.kind
    'knock'
    """
    deciders = decider(as_player(a)), decider(as_player(b))
    seed, index, starter = as_round(seed, index, starter)
    state = RoundState.deal(seed, index, rules=as_rules(rules), dealer=1 - starter)
    result, fault, raised = play_out(state, deciders, seed, index, index)
    if fault is not None:
        stop(fault, seed, raised)
    return Playout(state.actions, result)


@overload
def tally(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
    log: None = None,
) -> Tally: ...
@overload
def tally(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
    log: str,
) -> Logged: ...
@overload
def tally(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
    log: str | None,
) -> Tally | Logged: ...
def tally(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
    log: str | None = None,
) -> Tally | Logged:
    """The exact sums over rounds `start` to `start` + `count` - 1 of a seed.

    Strategy `a` plays in seat 0, `b` in seat 1. Round *i* is deal *i*, started by seat *i* & 1.
    `mirrored`: rounds 2 *i* and 2 *i* + 1 are both deal *i*, and in the second the strategies swap
    seats. The tallies of the parts of a range add up to that of the whole.

    A strategy that fails forfeits the round: the other scores as if it had gone gin against the
    current hand. `on_error` ``"raise"`` makes that a `RuntimeError`.

    With `log` ``"rounds"`` or ``"decisions"`` the result is a `Logged`: the tally with a row for
    each round, or also for each decision.

    >>> tally("simple", "random", 7, 0, 10, "eaai").rounds.wins_0
    10
    """
    deciders = decider(as_player(a)), decider(as_player(b))
    batch = as_rounds(seed, start, count, mirrored, on_error)
    rules = as_rules(rules)
    seed, total, size = batch.seed, Summing(log), 2 if batch.mirrored else 1
    for number in range(batch.start, batch.start + batch.number):
        index, swapped = number // size, number % size
        state = RoundState.deal(seed, index, rules=rules, dealer=1 - (index & 1))
        seated = deciders[::-1] if swapped else deciders
        total.play(state, seated, batch, index, number, swapped)
        if swapped == size - 1:
            total.close_unit()
    return total.logged(Tally(total.sums, counts=total.counts, faults=total.first_faults))


class Summing:
    """The sums of rounds, unit by unit, and their log if one is wanted."""

    def __init__(self, log: str | None) -> None:
        name = as_log(log)
        self._log = None if name is None else RowLog(name)
        self.sums, self.counts = Sums(), Counts()
        self.faults: list[Fault] = []
        self._unit: list[dict[str, int]] = []

    def play(
        self,
        state: RoundState,
        deciders: tuple[Decider, Decider],
        batch: Batch,
        index: int,
        number: int,
        swapped: int,
        of_game: int = -1,
    ) -> RoundResult:
        """Plays a round to its end, and counts it."""
        start = state.view(0)
        result, fault, raised = play_out(
            state, deciders, batch.seed, index, number, self._log, of_game
        )
        if fault is not None:
            if not batch.forfeits:
                stop(fault, batch.seed, raised)
            self.faults.append(fault)
        if self._log is not None:
            self._log.ended(start, result, number, index, max(0, of_game), swapped)
        self._unit.append(_values(result, start.starter, swapped))
        net = result.scored[swapped] - result.scored[1 - swapped]
        one = Counts(
            _one(net + NET_BINS // 2, NET_BINS),
            _one(result.draws, DRAW_BINS),
            _one(result.knocker_deadwood or 0, DEADWOOD_BINS)
            if result.kind in _KNOCKS
            else (0,) * DEADWOOD_BINS,
        )
        self.counts = self.counts.plus(one)
        return result

    @property
    def first_faults(self) -> tuple[Fault, ...]:
        """The faults that a tally reports."""
        return tuple(self.faults[:MOST_FAULTS])

    def logged(self, tally: Tally) -> Tally | Logged:
        """The tally, with the log if one is wanted."""
        return tally if self._log is None else self._log.logged(tally)

    def close_unit(self) -> None:
        """Makes a unit of the rounds since the last one."""
        x = {name: sum(values[name] for values in self._unit) for name in self._unit[0]}
        self._unit = []
        for name in _SQUARED:
            x[f"{name}_squared"] = x[name] ** 2
        for name in _BY_ROUNDS:
            x[f"{name}_by_rounds"] = x[name] * x["rounds"]
        decided = x["wins_0"] + x["wins_1"]
        x["net_points_squared"] = (x["points_0"] - x["points_1"]) ** 2
        x["knock_deadwood_by_knocks"] = x["knock_deadwood"] * x["knocks"]
        x["starter_wins_by_decided"] = x["starter_wins"] * decided
        x["decided_squared"] = decided**2
        self.sums = self.sums.plus(tuple(x.get(name, 0) for name in TALLY))


_KNOCKS = ("knock", "undercut", "tie")
_SQUARED = (
    "rounds",
    "wins_0",
    "wins_1",
    "points_0",
    "points_1",
    "draws",
    "pile_draws",
    "knock_deadwood",
    "knocks",
    "starter_wins",
    "starter_net",
)
_BY_ROUNDS = (
    "wins_0",
    "wins_1",
    "points_0",
    "points_1",
    "draws",
    "pile_draws",
    "starter_net",
)


def _values(result: RoundResult, starter: int, swapped: int) -> dict[str, int]:
    """The sums of one round; `swapped` is 1 if the sides have swapped seats."""
    points = result.scored[swapped], result.scored[1 - swapped]
    is_knock = result.kind in _KNOCKS
    values = dict.fromkeys([*TALLY, "knocks"], 0) | {
        "rounds": 1,
        "points_0": points[0],
        "points_1": points[1],
        "draws": result.draws,
        "pile_draws": result.pile_draws,
        "knocks": int(is_knock),
        "knock_deadwood": result.knocker_deadwood or 0 if is_knock else 0,
        "starter_wins": int(result.winner == starter),
        "starter_net": result.scored[starter] - result.scored[1 - starter],
    }
    if result.winner is None:
        values["dead" if result.kind == "dead" else "ties"] = 1
    else:
        side = result.winner ^ swapped
        values[f"wins_{side}"] = 1
        values[f"{result.kind}s_{side}"] = 1
    return values


def _one(value: int, bins: int) -> tuple[int, ...]:
    """1 in the place of the value, and 0 in the others."""
    place = max(0, min(value, bins - 1))
    return (0,) * place + (1,) + (0,) * (bins - 1 - place)
