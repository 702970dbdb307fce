"""Playing a round out between two seats, each with a function that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gin_fast.answers.faults import Fault, illegal, stop
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.dealing import SEAT_0, SEAT_1, Stream
from gin_fast.reference.logs import RowLog
from gin_fast.reference.rounds import RoundState
from gin_fast.rules.scoring import round_scores
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import failure

__all__: list[str] = []

Memory = dict[str, Any]
"""What a seat remembers of the round; empty at the start."""
Act = Callable[[Seen, Stream, Memory], int]
"""Chooses an action from the view of the seat to act, the seat's own stream and its memory."""


class Decider(NamedTuple):
    """A function that decides for a seat, with its name."""

    name: str
    act: Act


def play_out(
    state: RoundState,
    deciders: tuple[Decider, Decider],
    seed: int,
    index: int,
    number: int,
    log: RowLog | None = None,
    of_game: int = -1,
) -> tuple[RoundResult, Fault | None, BaseException | None]:
    """Plays a round to its end, with the deciders in seats 0 and 1. A fault forfeits it. The log
    records each decision. `of_game` is the number of the round in its game."""
    streams = Stream(seed, index, SEAT_0), Stream(seed, index, SEAT_1)
    memories: tuple[Memory, Memory] = {}, {}
    while not state.is_over:
        seat = state.to_move
        view = state.view(seat)
        action, error, raised = decided(deciders[seat].act, view, streams[seat], memories[seat])
        if error:
            name = deciders[seat].name
            fault = Fault(number, index, seat, name, action, error, view, of_game)
            return forfeited(view), fault, raised
        if log is not None:
            log.decided(view, action)
        state.apply(action)
    assert state.result is not None
    return state.result, None, None


def decided(
    act: Act, view: Seen, stream: Stream, memory: Memory
) -> tuple[int, str, BaseException | None]:
    """A strategy's answer; what is wrong with it, if anything; and what the strategy raised."""
    try:
        action = act(view, stream, memory)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return -1, f"failed: {failure(error)}", error
    if action in legal_actions(view):
        return action, "", None
    return action, illegal(action, view, min_deadwood), None


def choice(
    decider: Decider, view: Seen, stream: Stream, memory: Memory, seed: int, index: int
) -> int:
    """The action that a decider takes in a round of a seed; a fault is raised."""
    action, error, raised = decided(decider.act, view, stream, memory)
    if error:
        stop(Fault(index, index, view.seat, decider.name, action, error, view), seed, raised)
    return action


def forfeited(view: Seen) -> RoundResult:
    """The result if the seat to act forfeits: the other scores as if it had gone gin."""
    winner, left = 1 - view.seat, min_deadwood(view.hand)
    doubled = view.multiplier == 2
    scored = round_scores("gin", winner, 0, left, view.rules, doubled=doubled)
    return RoundResult(
        "forfeit", winner, scored[winner], None, None, left, scored, view.draws, view.pile_draws
    )
