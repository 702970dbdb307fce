"""Playing rounds out: strategies against each other, from a deal to its result."""

from __future__ import annotations

from typing import NoReturn

from gin_fast.actions import Action
from gin_fast.cards import as_int, shown
from gin_fast.playing import TALLY, as_round, as_rounds, fault
from gin_fast.reference import policies
from gin_fast.reference.dealing import SEAT_0, SEAT_1, Stream
from gin_fast.reference.rounds import ACTIONS, RoundState
from gin_fast.results import Playout, RoundResult
from gin_fast.rules import Rules, as_rules
from gin_fast.strategies import STRATEGIES, as_strategy
from gin_fast.view import View

__all__ = ["STRATEGIES", "TALLY", "Seat", "play", "tally"]


class Seat:
    """A strategy at a seat of one round, to be asked move by move: ``Seat(strategy, seed, index,
    seat)``, for each round anew.

    It draws by its own stream of the seed and the index. With the same strategies, seed and index
    the moves are those of `play`.

    >>> from gin_fast import Round
    >>> round = Round.deal(7, 0, rules="eaai")
    >>> seats = Seat("simple", 7, 0, 0), Seat("simple", 7, 0, 1)
    >>> while not round.is_over:
    ...     round.apply(seats[round.to_move].choose(round))
    >>> round.actions == play("simple", "simple", 7, 0, rules="eaai").actions
    True
    """

    _memory: policies.Memory | None = None

    def __init__(self, strategy: str, seed: int, index: int, seat: int) -> None:
        name = as_strategy(strategy)
        seed, index, _ = as_round(seed, index, 0)
        self._seat = as_int(seat, "seat", 0, 1)
        self._name, self._strategy = name, policies.strategy(name)
        self._stream = Stream(seed, index, SEAT_0 + self._seat)
        self._asked: View | None = None  # last, and what was answered
        self._answer = ACTIONS[0]
        self._memory = {}

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Seat is not copied or pickled: it is in the midst of its stream")

    def choose(self, round: RoundState) -> Action:
        """The action it takes in the round. It is asked at each of its turns; asked again before
        anything has changed, it answers the same."""
        if not isinstance(self, Seat) or not isinstance(round, RoundState):
            raise TypeError(f"round must be a Round, not {shown(round)}")
        if self._memory is None:
            raise TypeError("a Seat is made with a strategy, a seed, an index and a seat")
        if round.to_move != self._seat:
            raise ValueError(f"seat {self._seat} is not to move")
        view = round.view(self._seat)
        if self._asked is not None and view == self._asked:
            return self._answer
        if self._asked is not None and view.draws < self._asked.draws:
            raise ValueError(f"seat {self._seat} plays another round: make a Seat for each")
        action = self._strategy(view, self._stream, self._memory)
        if action not in round.legal_actions():
            raise RuntimeError(f"strategy {self._name!r} chose the illegal action {action}")
        self._asked, self._answer = view, ACTIONS[action]
        return self._answer


def play(
    a: str,
    b: str,
    seed: int,
    index: int = 0,
    *,
    rules: Rules | str = "modern",
    starter: int | None = None,
) -> Playout:
    """One round of strategy `a` in seat 0 against `b` in seat 1: every action, and the result.

    Deal `index` of `seed` is played; seat `index` & 1 starts, unless `starter` says otherwise.
    The seats choose by streams of their own, so the same arguments give the same round for ever.

    >>> play("simple", "simple", 7, 0, rules="eaai").result.kind
    'knock'
    """
    names = as_strategy(a), as_strategy(b)
    seed, index, starter = as_round(seed, index, starter)
    rules = as_rules(rules)
    state = RoundState.deal(seed, index, rules=rules, dealer=1 - starter)
    result = play_out(state, names, seed, index)
    return Playout(state.actions, result)


def play_out(state: RoundState, names: tuple[str, str], seed: int, index: int) -> RoundResult:
    """Plays a round to its end."""
    strategies = [policies.strategy(name) for name in names]
    streams = Stream(seed, index, SEAT_0), Stream(seed, index, SEAT_1)
    memories: tuple[policies.Memory, policies.Memory] = {}, {}
    while not state.is_over:
        seat = state.to_move
        action = strategies[seat](state.view(seat), streams[seat], memories[seat])
        if action not in state.legal_actions():
            fault(names[seat], seat, seed, index, action)
        state.apply(action)
    assert state.result is not None
    return state.result


def tally(
    a: str, b: str, seed: int, start: int, count: int, rules: Rules | str = "modern"
) -> tuple[int, ...]:
    """The exact sums over rounds `start` to `start` + `count` - 1 of a seed, named by `TALLY`.

    Strategy `a` plays in seat 0, `b` in seat 1; seat *i* & 1 starts round *i*. Tallies of the
    parts of a range add up to that of the whole.

    >>> dict(zip(TALLY, tally("simple", "random", 7, 0, 10, "eaai")))["wins_0"]
    10
    """
    as_strategy(a), as_strategy(b)
    seed, start, count = as_rounds(seed, start, count)
    rules = as_rules(rules)
    sums = dict.fromkeys(TALLY, 0)
    for index in range(start, start + count):
        result = play(a, b, seed, index, rules=rules).result
        for name, value in counted(result, starter=index & 1).items():
            sums[name] += value
    return tuple(sums.values())


def counted(result: RoundResult, starter: int) -> dict[str, int]:
    """What one round adds to a tally."""
    points = result.scored
    net = points[0] - points[1]
    counted = {
        "rounds": 1,
        "points_0": points[0],
        "points_1": points[1],
        "points_0_squared": points[0] ** 2,
        "points_1_squared": points[1] ** 2,
        "net_points_squared": net**2,
        "draws": result.draws,
        "draws_squared": result.draws**2,
        "pile_draws": result.pile_draws,
        "pile_draws_squared": result.pile_draws**2,
        "starter_wins": int(result.winner == starter),
        "starter_net": -net if starter else net,
    }
    if result.winner is None:
        counted["dead" if result.kind == "dead" else "ties"] = 1
    else:
        counted[f"wins_{result.winner}"] = 1
        counted[f"{result.kind}s_{result.winner}"] = 1
    if result.knocker_deadwood:
        counted["knock_deadwood"] = result.knocker_deadwood
        counted["knock_deadwood_squared"] = result.knocker_deadwood**2
    return counted
