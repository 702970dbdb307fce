"""A round as RLCard's environment shows and plays it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gin_fast.cards.hands import each_card
from gin_fast.engine import best_discards, knock_discards, min_deadwood
from gin_fast.envs.pictures import Scene
from gin_fast.game.round import Round
from gin_fast.interop import rlcard
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import AUTO, DRAW, KNOCK, TAKE
from gin_fast.values.checks import as_int

_CARD_FROM = tuple(map(rlcard.card_from, range(52)))
_CARD_TO = tuple(map(rlcard.card_to, range(52)))
_TOP, _REST, _KNOWN, _UNKNOWN = 52, 104, 156, 208
"""The offsets of the planes after the one of the agent's own hand."""
_Mask = tuple[bytearray, npt.NDArray[np.int8]]
"""The legal actions as bytes, for fast lookup, and the same bytes as an array to copy."""


def _shared(places: bytearray) -> _Mask:
    return places, np.ndarray(rlcard.N_ACTIONS, np.int8, places)


def _only(*codes: int) -> _Mask:
    """The mask of these actions."""
    return _shared(bytearray(code in codes for code in range(rlcard.N_ACTIONS)))


_NOTHING = _only()
_DRAWS = _only(rlcard.DRAW_CARD, rlcard.PICK_UP)
_LAST_DRAWS = _only(rlcard.DECLARE_DEAD, rlcard.PICK_UP)
_DEAD, _GIN = _only(rlcard.DECLARE_DEAD), _only(rlcard.GIN)
_SCORE_0, _SCORE_1 = _only(rlcard.SCORE_0), _only(rlcard.SCORE_1)
_LEAST_TO_LOOK = 20
"""Eleven cards with more deadwood than this have more than ten after any discard."""


def _first_sight(hand: int) -> bytearray:
    """What a seat sees before the first draw or discard; all five planes are always kept."""
    own = rlcard.plane(hand)
    return bytearray(own.tobytes() + bytes(156) + (1 - own).tobytes())


class RLCardTable:
    """A round in the layout ``"rlcard"``, which behaves like RLCard's environment.

    What each seat sees is kept in bytes as it is shown, and each action changes a few of them. That
    is several times as fast as building it anew.
    """

    n_actions = rlcard.N_ACTIONS
    rules = Rules.preset("rlcard")
    _mask: bytearray
    _shown_mask: npt.NDArray[np.int8]

    def __init__(self, knock_reward: float, gin_reward: float, all_planes: bool) -> None:
        self._knock_reward, self._gin_reward = knock_reward, gin_reward
        self.shapes = ((5 if all_planes else 4, 52),)
        self._shape = self.shapes[0]
        self._discards = _only()  # rebuilt for each discard
        self.round: Round  # set by start
        self.mover = 0
        self.rewards: tuple[float, float] | None = None

    def start(self, round: Round) -> None:
        self.round, self.mover, self.rewards = round, round.to_move, None
        self._hands = list(round.hands)
        self._pile: list[int] = []  # RLCard's ids, from the bottom
        self._draws = 0
        self._drained = False  # whether the stock has run out
        self._payoffs: tuple[float, float] | None = None  # set when scoring begins
        self._sees = [_first_sight(hand) for hand in self._hands]
        self._shows = [np.ndarray(self._shape, np.int8, sees) for sees in self._sees]
        self._look_for_discard(-1)

    def __getstate__(self) -> dict[str, Any]:
        """All but the arrays, whose bytes are those of others here."""
        arrays = ("_shows", "_shown_mask", "_discards")
        return {name: value for name, value in self.__dict__.items() if name not in arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._discards = _only()
        if "_sees" in state:
            self._shows = [np.ndarray(self._shape, np.int8, sees) for sees in self._sees]
            self._mask, self._shown_mask = _shared(bytearray(self._mask))

    def _look_for_discard(self, barred: int) -> None:
        """Finds what may be discarded or knocked with; `barred` is RLCard's id of the card just
        taken."""
        hand = self._hands[self.mover]
        self._mask, self._shown_mask = self._discards
        mask = self._mask
        mask[:] = _NOTHING[0]
        mask[rlcard.DISCARDS : rlcard.KNOCKS] = self._sees[self.mover][:52]
        self._barred = 0
        if barred >= 0:
            mask[rlcard.DISCARDS + barred] = 0
            self._barred = 1 << _CARD_FROM[barred]
        if min_deadwood(hand) <= _LEAST_TO_LOOK:
            least = best_discards(hand, self._barred).deadwood
            if least == 0:
                mask[:] = _GIN[0]
            elif least <= self.rules.knock_limit:
                knocks = knock_discards(hand, self.rules.knock_limit, self._barred)
                for card in each_card(knocks):
                    mask[rlcard.KNOCKS + _CARD_TO[card]] = 1

    def _look_for_draw(self) -> None:
        mask = _LAST_DRAWS if self._drained else _DRAWS
        self._mask, self._shown_mask = _DEAD if self._draws >= rlcard.MOST_DRAWS else mask

    def is_legal(self, action: Any) -> bool:
        try:
            return 0 <= action < rlcard.N_ACTIONS and bool(self._mask[action])
        except (TypeError, ValueError):
            return False

    def do(self, action: Any) -> None:
        code = action if type(action) is int else as_int(action, "action", 0, 109)
        if not (0 <= code < rlcard.N_ACTIONS and self._mask[code]):
            legal = [each for each, is_legal in enumerate(self._mask) if is_legal]
            raise ValueError(f"action {code} is illegal: player_{self.mover} may do {legal}")
        if code >= rlcard.KNOCKS:
            self._knock(code - rlcard.KNOCKS, self._knock_reward)
        elif code >= rlcard.DISCARDS:
            self._discard(code - rlcard.DISCARDS)
        elif code == rlcard.DRAW_CARD:
            self._draw()
        elif code == rlcard.PICK_UP:
            self._take()
        elif code == rlcard.GIN:
            discards = knock_discards(self._hands[self.mover], 0, self._barred)
            self._knock(min(map(_CARD_TO.__getitem__, each_card(discards))), self._gin_reward)
        elif code == rlcard.DECLARE_DEAD:
            self._begin_scoring(-1, 0.0)
        else:
            self._score()

    def _draw(self) -> None:
        mover = self.mover
        self.round.apply(DRAW)
        hand = self.round.hands[mover]
        drawn = _CARD_TO[(hand ^ self._hands[mover]).bit_length() - 1]
        self._hands[mover] = hand
        self._draws += 1
        sees = self._sees[mover]
        sees[drawn] = 1
        sees[_UNKNOWN + drawn] = 0
        self._look_for_discard(-1)

    def _take(self) -> None:
        mover = self.mover
        if not self._drained:
            self.round.apply(TAKE)
        card = self._pile.pop()
        self._hands[mover] |= 1 << _CARD_FROM[card]
        self._draws += 1
        mine, other = self._sees[mover], self._sees[1 - mover]
        mine[card] = other[_KNOWN + card] = 1
        mine[_TOP + card] = other[_TOP + card] = 0
        if self._pile:
            top = self._pile[-1]
            mine[_TOP + top] = other[_TOP + top] = 1
            mine[_REST + top] = other[_REST + top] = 0
        self._look_for_discard(card)

    def _discard(self, card: int) -> None:
        mover = self.mover
        if not self._drained:
            self.round.apply(_CARD_FROM[card])
            self._drained = self.round.is_over
        mine, other = self._sees[mover], self._sees[1 - mover]
        self._leave_hand(card, mine, other)
        if self._pile:
            top = self._pile[-1]
            mine[_TOP + top] = other[_TOP + top] = 0
            mine[_REST + top] = other[_REST + top] = 1
        self._pile.append(card)
        mine[_TOP + card] = other[_TOP + card] = 1
        self.mover = 1 - mover
        self._look_for_draw()

    def _leave_hand(self, card: int, mine: bytearray, other: bytearray) -> None:
        self._hands[self.mover] ^= 1 << _CARD_FROM[card]
        mine[card] = other[_KNOWN + card] = other[_UNKNOWN + card] = 0

    def _knock(self, card: int, reward: float) -> None:
        """Knocks. The discarded card is no longer shown anywhere: nobody has a choice left."""
        self._leave_hand(card, self._sees[self.mover], self._sees[1 - self.mover])
        if not self._drained:
            self.round.apply(KNOCK + _CARD_FROM[card])
        self._begin_scoring(self.mover, reward)

    def _begin_scoring(self, winner: int, reward: float) -> None:
        """Starts scoring: each hand is scored by an action of its player, who has no choice."""
        payoffs = [-min_deadwood(hand) / 100 for hand in self._hands]
        if winner >= 0:
            payoffs[winner] = reward
        self._payoffs = payoffs[0], payoffs[1]
        self.mover = 0
        self._mask, self._shown_mask = _SCORE_0

    def _score(self) -> None:
        if self.mover == 0:
            self.mover = 1
            self._mask, self._shown_mask = _SCORE_1
            return
        self.rewards = self._payoffs
        self._mask, self._shown_mask = _NOTHING
        for seen in self._shows:
            seen[:] = 0  # as in RLCard
        if self.round.phase == "spread":
            self.round.apply(AUTO)

    def observe(self, seat: int, acts: bool) -> dict[str, npt.NDArray[Any]]:
        mask = self._shown_mask if acts else _NOTHING[1]
        return {"observation": self._shows[seat].copy(), "action_mask": mask.copy()}

    def shown(self) -> Scene:
        top = _CARD_FROM[self._pile[-1]] if self._pile else -1
        to_move = self.mover if self.rewards is None else -1
        return Scene((self._hands[0], self._hands[1]), top, self.round.view(0).stock, to_move)
