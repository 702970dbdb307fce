"""Logs of rounds: a row for each round, and for each decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from gin_fast.answers.rows import DECISION_DTYPE, ROW_DTYPE, Logged
from gin_fast.answers.sums import Tally
from gin_fast.cards.hands import hand_of
from gin_fast.state.actions import KINDS, PHASES, SOURCES
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen

__all__: list[str] = []


class RowLog:
    """A log of rounds, which records each decision, then the end of each round."""

    def __init__(self, name: str) -> None:
        self._of_decisions = name == "decisions"
        self._rows: list[tuple[int, ...]] = []
        self._decisions: list[tuple[int, ...]] = []
        self._round: list[tuple[Seen, int]] = []

    def decided(self, view: Seen, action: int) -> None:
        """Records that the seat to act saw `view` and chose `action`."""
        if self._of_decisions:
            self._round.append((view, action))

    def ended(
        self, view: Seen, result: RoundResult, number: int, index: int, of_game: int, swapped: int
    ) -> None:
        """Records how the round ended; `view` is that of either seat."""
        values = {
            "number": number,
            "index": index,
            "round_of_game": of_game,
            "scored_a": result.scored[swapped],
            "scored_b": result.scored[1 - swapped],
            "draws": result.draws,
            "pile_draws": result.pile_draws,
            "knocker_deadwood": _or_none(result.knocker_deadwood),
            "defender_deadwood": _or_none(result.defender_deadwood),
            "limit": view.limit,
            "multiplier": view.multiplier,
            "seat_of_a": swapped,
            "starter": view.starter ^ swapped,
            "winner": _side_of(result.winner, swapped),
            "knocker": _side_of(result.knocker, swapped),
            "kind": KINDS.index(result.kind),
        }
        self._rows.append(_row(ROW_DTYPE, values))
        for turn, (seen, action) in enumerate(self._round):
            seat = seen.seat
            values |= _seen(seen) | {
                "turn": turn,
                "action": action,
                "side": seat ^ swapped,
                "starter": seen.starter ^ swapped,
                "net_points": result.scored[seat] - result.scored[1 - seat],
                "won": -1 if result.winner is None else int(result.winner == seat),
            }
            self._decisions.append(_row(DECISION_DTYPE, values))
        self._round = []

    def logged(self, tally: Tally) -> Logged:
        """The tally with the log."""
        return Logged(
            tally,
            np.array(self._rows, ROW_DTYPE),
            np.array(self._decisions, DECISION_DTYPE) if self._of_decisions else None,
        )


def _seen(view: Seen) -> dict[str, int]:
    """What the seat to act sees."""
    melds = (*view.melds, 0, 0, 0)
    return {name: value for name, value in view._asdict().items() if isinstance(value, int)} | {
        "pile": hand_of(view.pile),
        "pile_top": view.pile[-1] if view.pile else -1,
        "meld_0": melds[0],
        "meld_1": melds[1],
        "meld_2": melds[2],
        "score": view.scores[view.seat],
        "other_score": view.scores[1 - view.seat],
        "phase": PHASES.index(view.phase),
        "drawn_from": SOURCES.index(view.drawn_from),
    }


def _row(dtype: np.dtype[np.void], values: dict[str, Any]) -> tuple[int, ...]:
    return tuple(values[name] for name in dtype.names or ())


def _or_none(value: int | None) -> int:
    return -1 if value is None else value


def _side_of(seat: int | None, swapped: int) -> int:
    return -1 if seat is None else seat ^ swapped
