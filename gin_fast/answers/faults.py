"""Faults: failed decisions, and how they are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, NoReturn

from gin_fast.state.action_text import refusal
from gin_fast.state.actions import ACTIONS, N_ACTIONS
from gin_fast.state.seen import Seen
from gin_fast.values.checks import plain

MOST_FAULTS = 10
"""The most faults that are reported in full; all are counted as forfeits."""


class Fault(NamedTuple):
    """A failed decision: an illegal action, an exception, no answer in time. It forfeits the
    round."""

    number: int
    """The number of the round, or of the game."""
    deal: int
    """The index of the deal."""
    seat: int
    strategy: str
    """The name of the strategy."""
    action: int
    """The number it answered; -1: it answered no number."""
    error: str
    """What went wrong."""
    view: Seen
    """The view it was asked about."""
    round: int = -1
    """The number of the round in its game; -1: rounds are played, not games."""

    @property
    def place(self) -> str:
        """Where it happened, in words.

        >>> from gin_fast import Round
        >>> Fault(1, 1 << 20, 0, "mine", -1, "failed", Round.deal(7).view(0), 0).place
        'game 1, round 0'
        """
        if self.round >= 0:
            return f"game {self.number}, round {self.round}"
        return f"round {self.deal}"

    def __str__(self) -> str:
        return (
            f"{self.place}, phase {self.view.phase}: strategy {self.strategy!r} in seat "
            f"{self.seat} {plain(self.error)}"
        )


def illegal(action: int, view: Seen, min_deadwood: Callable[[int], int]) -> str:
    """What is wrong with an answer that is not a legal action."""
    if action == -1:
        return "gave no answer"
    if 0 <= action < N_ACTIONS:
        return f"chose the {refusal(view, ACTIONS[action], min_deadwood)}"
    return f"chose the illegal action {action}"


def stop(fault: Fault, seed: int, cause: BaseException | None) -> NoReturn:
    """Stops a play-out because of a fault."""
    raise RuntimeError(
        f"{fault.place} of seed {seed}: strategy {fault.strategy!r} in seat {fault.seat} "
        f"{plain(fault.error)}"
    ) from cause
