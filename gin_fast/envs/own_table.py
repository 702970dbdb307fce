"""A round in the layout ``"gin_fast"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gin_fast.cards.hands import hand_of
from gin_fast.envs.pictures import Scene
from gin_fast.game.round import Round
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import N_ACTIONS, PHASES
from gin_fast.values.checks import as_int

if TYPE_CHECKING:
    from gin_fast.game.round import View

OWN_PLANES = (
    "hand",
    "pile_top",
    "pile_rest",
    "known",
    "exposed",
    "declined",
    "own_declined",
    "barred",
    "meld_0",
    "meld_1",
    "meld_2",
    "unmelded",
    "laid_off",
)
"""The planes of the layout ``"gin_fast"``, with cards in the order of their ids: the fields of a
`View`, the pile as its top and the rest, the knocker's melds by number."""

OWN_TABLE = (
    "phase",
    "to_move",
    "started",
    "stock",
    "other_count",
    "draws",
    "pile_draws",
    "returns",
    "upcard_taken",
    "knocker",
    "limit",
    "multiplier",
    "own_score",
    "other_score",
)
"""The columns of ``"table"`` in the layout ``"gin_fast"``: fields of a `View`. ``phase`` indexes
`gin_fast.state.actions.PHASES`; ``to_move`` and ``started`` say whether it is this agent;
``knocker`` is 0 for nobody, 1 for this agent, 2 for the other."""

_PLANE_BITS = [52 * plane for plane in range(len(OWN_PLANES))]


def _unpacked(bits: int, count: int) -> npt.NDArray[np.int8]:
    """The lowest `count` bits as an array of 0 and 1, the lowest first."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.int8)


class OwnTable:
    """A round in the layout ``"gin_fast"``."""

    n_actions = N_ACTIONS
    shapes = ((len(OWN_PLANES), 52), (len(OWN_TABLE),))
    """The shapes of the planes and of the numbers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.round: Round  # set by start
        self.mover = 0
        self.rewards: tuple[float, float] | None = None

    def start(self, round: Round) -> None:
        self.round, self.mover, self.rewards = round, round.to_move, None

    def is_legal(self, action: Any) -> bool:
        return action in self.round.legal_actions()

    def do(self, action: Any) -> None:
        self.round.apply(as_int(action, "action", 0, N_ACTIONS - 1))
        result = self.round.result
        if result is None:
            self.mover = self.round.to_move
        else:
            net = float(result.scored[0] - result.scored[1])
            self.rewards = net, -net

    def observe(self, seat: int, acts: bool) -> dict[str, npt.NDArray[Any]]:
        view = self.round.view(seat)
        mask = np.zeros(N_ACTIONS, np.int8)
        if acts:
            mask[list(self.round.legal_actions())] = 1
        return {
            "observation": _unpacked(_own_planes(view), 676).reshape(13, 52),
            "table": np.array(_own_table(view), np.int32),
            "action_mask": mask,
        }

    def shown(self) -> Scene:
        view = self.round.view(0)
        top = view.pile[-1] if view.pile else -1
        return Scene(self.round.hands, top, view.stock, self.round.to_move, view.melds)


def _own_planes(view: View) -> int:
    pile = hand_of(view.pile)
    top = 1 << view.pile[-1] if view.pile else 0
    melds = (*view.melds, 0, 0, 0)
    planes = (
        view.hand,
        top,
        pile & ~top,
        view.sure,
        view.exposed,
        view.declined,
        view.own_declined,
        view.barred,
        *melds[:3],
        view.unmelded,
        view.laid_off,
    )
    bits = 0
    for at, plane in zip(_PLANE_BITS, planes, strict=True):
        bits |= plane << at
    return bits


def _own_table(view: View) -> list[int]:
    seat, knocker = view.seat, view.knocker
    return [
        PHASES.index(view.phase),
        view.to_move == seat,
        view.starter == seat,
        view.stock,
        view.other_count,
        view.draws,
        view.pile_draws,
        view.returns,
        view.upcard_taken,
        0 if knocker < 0 else 1 if knocker == seat else 2,
        view.limit,
        view.multiplier,
        view.scores[seat],
        view.scores[1 - seat],
    ]
