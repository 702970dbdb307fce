"""Many rounds at once, one action each at a time."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
import numpy.typing as npt

from gin_fast._vector import (
    FLAGS,
    MASKS,
    PACKED,
    PLANES,
    REWARDS,
    Array,
    as_actions,
    as_settings,
    check_arrays,
    check_samples,
    shapes,
)
from gin_fast.actions import AUTO, PASS, PHASES
from gin_fast.cards import as_int, as_word, fresh_seed, hand_of, shown
from gin_fast.players import StrategyLike
from gin_fast.playing import Fault, stop
from gin_fast.reference import policies
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.dealing import SAMPLING, SEAT_0, Stream
from gin_fast.reference.playout import _decided, _forfeited
from gin_fast.reference.rounds import RoundState
from gin_fast.results import RoundResult
from gin_fast.rules import Rules
from gin_fast.view import View

__all__ = ["Rounds"]

_AT_TABLE = ("spread", "layoff")
_LIMIT_PLACES = len(PHASES) + len(FLAGS)


class _Slot:
    """The round in one place."""

    def __init__(self, next_index: int) -> None:
        self.next = next_index
        self.index = 0
        self.state: RoundState
        self.forfeited: RoundResult | None = None
        self.agent = -1  # its seat; -1: both are played
        self.seat = 0  # whose observation it is
        self.is_told = True  # that it is over
        self.stream: Stream  # of the opponent
        self.memory: policies.Memory

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def result(self) -> RoundResult | None:
        return self.state.result if self.forfeited is None else self.forfeited

    @property
    def actor(self) -> int:
        return self.state.to_move

    def view(self) -> View:
        """What the seat whose observation it is may know."""
        view = self.state.view(self.seat)
        if self.forfeited is None:
            return view
        return view._replace(
            phase="over", to_move=-1, knocker=-1, knock_card=-1, drawn=-1, drawn_from="", barred=0
        )

    def legal(self) -> tuple[int, ...]:
        return (PASS,) if self.is_over else legal_actions(self.state.view(self.actor))

    def forfeit(self) -> None:
        self.forfeited = _forfeited(self.state.view(self.actor))


class Rounds:
    """Many rounds at once: ``Rounds(count, rules, opponent)``, begun by `reset`, played by `step`.

    The round in place *e* is deal *e* of the seed, then deal *e* + `count`, *e* + 2 `count` and so
    on; the seat index & 1 starts. Without an opponent each step is a decision of whoever is to
    act. With one (a strategy in any form) the rounds play its turns by themselves, until the agent
    is to act or the round is over; the agent has the seat index >> 1 & 1, or always `seat`.

    Actions are 0-107 of `gin_fast.actions`: the engine spreads and lays off, at its best, at once.
    With `table_play` they are all 594.

    `reward` is what the end of a round is worth. ``"points"``: the seat's score less that of the
    other. ``"win"``: 1 to who won, -1 to who lost, 0 if nobody did. ``"rlcard"``: to who won 1.0
    for gin and 0.5 for what is not, to all others minus a hundredth of their deadwood.

    An illegal action, whatever number it is, ends the round: the other scores as if it had gone gin
    against the hand as it is, or, with an `illegal_reward`, who chose it has that and the other 0.

    A round that has ended begins anew in the next step, which does nothing else there; with
    `same_step` at once.

    >>> import numpy as np
    >>> rounds = Rounds(2, "eaai")
    >>> words = np.zeros((2, 2), np.uint64)
    >>> rounds.reset(seed=7, words=words)
    >>> [word.bit_length() + 63 for word in words[:, 1].tolist()]  # the highest is to pass
    [106, 106]
    """

    def __init__(
        self,
        count: int,
        rules: Rules | str = "modern",
        opponent: StrategyLike | None = None,
        *,
        seat: int | None = None,
        reward: str = "points",
        illegal_reward: float | None = None,
        table_play: bool = False,
        same_step: bool = False,
    ) -> None:
        self.settings = as_settings(
            count, rules, opponent, seat, reward, illegal_reward, table_play, same_step
        )
        player = self.settings.opponent
        self._decide = None if player is None else policies.strategy(player)
        self._fitting = shapes(self.settings)
        self._slots: list[_Slot] = []
        self._seed: int | None = None
        self._is_busy = False
        self._fault: tuple[Fault, BaseException | None] | None = None

    def __reduce__(self) -> NoReturn:
        raise TypeError("Rounds are not copied or pickled: they are in the midst of their streams")

    @property
    def seed(self) -> int | None:
        """The seed of the deals, or `None` before the first `reset`."""
        return self._seed

    def reset(self, seed: int | None = None, **arrays: Array | None) -> None:
        """Begins: all rounds anew from the first deals of a seed, 0 to 2**64 - 1; or without one
        those after the rounds that there are. The first time, a fresh seed is taken then.

        The observations are written to `arrays` as `step` does. The rewards and ends are 0.
        """
        key = None if seed is None else as_word(seed, "seed")
        check_arrays(self._fitting, arrays)
        self._enter()
        try:
            if key is None and self._seed is None:
                key = fresh_seed()
            if key is not None:
                self._seed = key
                self._sampling = Stream(key, 0, SAMPLING)
                self._slots = [_Slot(place) for place in range(self.settings.count)]
            for place, slot in enumerate(self._slots):
                self._begin(slot)
                self._write(place, slot, arrays, [0.0] * self.settings.sides, False, False)
        finally:
            self._is_busy = False
        self._tell_fault()

    def step(self, actions: npt.ArrayLike, **arrays: Array | None) -> int:
        """One action for each round; the number of those that were illegal.

        What comes of it is written to the `arrays` that are given, all contiguous:

        ================  ===========  ========================================================
        ``rewards``       float32      (count, 2) by seat, or (count, 1) against an opponent
        ``ended``         bool         (count,) whether the round has ended
        ``illegal``       bool         (count,) whether the action was illegal
        ``seats``         int8         (count,) whose observation it is
        ``masks``         uint8        (count, 108 or 594) 1 for each legal action
        ``words``         uint64       (count, 2 or 10) the same as bits, 64 in a word
        ``packed``        uint64       (count, 16) the observation as `PACKED` names it
        ``planes``        uint8        (count, 13, 52) the observation as `PLANES` names it
        ``final_packed``  uint64       as ``packed``, of rounds that end and begin anew at once
        ``final_planes``  uint8        as ``planes``, likewise
        ================  ===========  ========================================================

        An observation is that of the seat to act, and in the end that of who acted last; against an
        opponent always the agent's. A round that is over has 106 alone as a legal action, so that
        there is something to choose: the next step does nothing with it.
        """
        if not isinstance(self, Rounds):
            raise TypeError(f"Rounds are needed, not {shown(self)}")
        numbers = as_actions(actions, self.settings.count)
        check_arrays(self._fitting, arrays)
        self._enter()
        try:
            self._require_begun()
            pairs = enumerate(zip(self._slots, numbers.tolist(), strict=True))
            count = sum(self._step(place, slot, action, arrays) for place, (slot, action) in pairs)
        finally:
            self._is_busy = False
        self._tell_fault()
        return count

    def sample_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each round, all equally likely, from a stream of its own: that of the
        seed, index 0 and sampling. `out` is an array of int64 to write to.

        >>> rounds = Rounds(3)
        >>> rounds.reset(seed=7)
        >>> rounds.sample_actions().tolist()
        [106, 106, 105]
        """
        if out is None:
            out = np.empty(self.settings.count, np.int64)
        else:
            check_samples(out, self.settings.count)
        self._enter()
        try:
            self._require_begun()
            for place, slot in enumerate(self._slots):
                legal = slot.legal()
                out[place] = legal[self._sampling.below(len(legal))]
        finally:
            self._is_busy = False
        return out

    def index(self, place: int) -> int:
        """The index of the deal of the round in a place."""
        return self._at(place).index

    def view(self, place: int) -> View:
        """What whose observation it is may know of the round in a place."""
        return self._at(place).view()

    def result(self, place: int) -> RoundResult | None:
        """How the round in a place ended, or `None` while it goes on."""
        return self._at(place).result

    def _at(self, place: int) -> _Slot:
        place = as_int(place, "place", 0, self.settings.count - 1)
        if self._is_busy:
            raise RuntimeError("the rounds are at work")
        self._require_begun()
        return self._slots[place]

    def _enter(self) -> None:
        """Only one may be at work on the rounds."""
        if self._is_busy:
            raise RuntimeError("the rounds are at work")
        self._is_busy = True

    def _require_begun(self) -> None:
        if self._seed is None:
            raise RuntimeError("the rounds have not begun: call reset first")

    def _tell_fault(self) -> None:
        """Raises what the opponent failed by, the first in this step."""
        told, self._fault = self._fault, None
        if told is not None:
            fault, raised = told
            assert self._seed is not None
            if isinstance(raised, KeyboardInterrupt):
                raise raised
            stop(fault, self._seed, raised)

    def _step(self, place: int, slot: _Slot, action: int, arrays: dict[str, Array | None]) -> bool:
        """One action of one round, and what comes of it: whether it was illegal."""
        rewards = [0.0, 0.0]
        has_ended = is_illegal = False
        actor, agent = slot.actor, slot.agent
        if not slot.is_over:
            if not self._act(slot, action):
                is_illegal = True
                slot.forfeit()
            if self._decide is not None:
                self._play_opponent(slot)
            elif not slot.is_over:
                slot.seat = slot.actor
            has_ended = slot.is_over
        elif slot.is_told:
            self._begin(slot)
        else:  # the opponent ended it before the agent had a turn
            has_ended = True
        if has_ended:
            slot.is_told = True
            penalty = self.settings.illegal_reward
            if is_illegal and penalty is not None:
                rewards[actor] = penalty
            else:
                rewards = [_worth(slot, seat, self.settings.reward) for seat in range(2)]
            if self.settings.same_step:
                _write_observation(place, slot.view(), arrays, "final_")
                self._begin(slot)
        own = rewards if self._decide is None else [rewards[agent]]
        self._write(place, slot, arrays, own, has_ended, is_illegal)
        return is_illegal

    def _act(self, slot: _Slot, action: int) -> bool:
        """An action of the agent, and what the engine does after it; False and nothing if
        illegal."""
        state, actor = slot.state, slot.actor
        if not 0 <= action < self.settings.action_count or action not in slot.legal():
            return False
        state.apply(action)
        while not self.settings.table_play and state.phase in _AT_TABLE:
            if self._decide is not None and state.to_move != actor:
                break  # it lays off by itself
            state.apply(AUTO)
        return True

    def _begin(self, slot: _Slot) -> None:
        """The next round of a place."""
        assert self._seed is not None
        index = slot.index = slot.next
        slot.next += self.settings.count
        slot.is_told, slot.forfeited = False, None
        rules = self.settings.rules
        slot.state = RoundState.deal(self._seed, index, rules=rules, dealer=1 - (index & 1))
        slot.seat = slot.actor
        if self._decide is not None:
            slot.agent = slot.seat = self.settings.agent(index)
            slot.stream = Stream(self._seed, index, SEAT_0 + (1 - slot.agent))
            slot.memory = {}
            self._play_opponent(slot)

    def _play_opponent(self, slot: _Slot) -> None:
        """The opponent's turns, until the agent is to act or the round is over."""
        assert self._decide is not None
        assert self.settings.opponent is not None
        state = slot.state
        while not slot.is_over:
            seat = slot.actor
            if seat == slot.agent:
                if self.settings.table_play or state.phase not in _AT_TABLE:
                    return
                state.apply(AUTO)
                continue
            view = state.view(seat)
            try:
                action, error, raised = _decided(self._decide, view, slot.stream, slot.memory)
            except KeyboardInterrupt as interrupt:
                action, error, raised = -1, "was interrupted", interrupt
            if not error:
                state.apply(action)
                continue
            if self._fault is None:
                name = self.settings.opponent.name
                fault = Fault(slot.index, slot.index, seat, name, action, error, view)
                self._fault = fault, raised
            slot.forfeit()

    def _write(
        self,
        place: int,
        slot: _Slot,
        arrays: dict[str, Array | None],
        rewards: list[float],
        has_ended: bool,
        is_illegal: bool,
    ) -> None:
        legal = slot.legal()
        for name, value in {
            "rewards": rewards,
            "ended": has_ended,
            "illegal": is_illegal,
            "seats": slot.seat,
        }.items():
            array = arrays.get(name)
            if array is not None:
                array[place] = value
        masks, words = arrays.get("masks"), arrays.get("words")
        if masks is not None:
            masks[place] = 0
            masks[place, list(legal)] = 1
        if words is not None:
            bits = sum(1 << action for action in legal)
            words[place] = [bits >> 64 * word & (1 << 64) - 1 for word in range(words.shape[1])]
        _write_observation(place, slot.view(), arrays, "")


def _write_observation(
    place: int, view: View, arrays: dict[str, Array | None], prefix: str
) -> None:
    packed, planes = arrays.get(f"{prefix}packed"), arrays.get(f"{prefix}planes")
    if packed is not None:
        packed[place] = _packed(view)
    if planes is not None:
        planes[place] = _planes(view)


def _packed(view: View) -> list[int]:
    """A view as words: the columns of `PACKED`."""
    flags = (
        view.seat == 1,
        view.starter == view.seat,
        view.drawn_from == "pile",
        view.multiplier == 2,
        view.upcard_taken,
        view.knocker == view.seat,
        view.knocker == 1 - view.seat,
        view.to_move == view.seat,
    )
    columns = {
        "hand": view.hand,
        "top": hand_of(view.pile[-1:]),
        "pile": hand_of(view.pile[:-1]),
        "known": view.known,
        "exposed": view.exposed,
        "declined": view.declined,
        "own_declined": view.own_declined,
        "drawn": 1 << view.drawn if view.drawn >= 0 else 0,
        "table": sum(view.melds),
        "unmelded": view.unmelded,
        "laid_off": view.laid_off,
        "phase": PHASES.index(view.phase),
        "stock": view.stock,
        "limit": view.limit,
        "draws": view.draws,
        "flags": sum(flag << bit for bit, flag in enumerate(flags))
        | (view.returns & 255) << 8
        | (view.pile_draws & 255) << 16,
    }
    return [columns[name] for name in PACKED]


def _planes(view: View) -> list[list[int]]:
    """A view as planes: those of `PLANES`, each a mask in bytes."""
    packed = dict(zip(PACKED, _packed(view), strict=True))
    limit = min(packed["limit"], 52 - _LIMIT_PLACES)
    masks = {name: packed[name] for name in MASKS}
    masks["stock"] = (1 << packed["stock"]) - 1
    masks["facts"] = (
        1 << packed["phase"]
        | (packed["flags"] & 255) << len(PHASES)
        | ((1 << limit) - 1) << _LIMIT_PLACES
    )
    return [[masks[name] >> card & 1 for card in range(52)] for name in PLANES]


def _worth(slot: _Slot, seat: int, reward: int) -> float:
    """What a round that is over is worth to a seat."""
    result = slot.result
    assert result is not None
    if REWARDS[reward] == "points":
        return float(result.scored[seat] - result.scored[1 - seat])
    if REWARDS[reward] == "win":
        return 0.0 if result.winner is None else 1.0 if result.winner == seat else -1.0
    if result.winner != seat:
        return -_left(slot, result, seat) / 100.0
    return 1.0 if result.kind in ("gin", "big_gin", "forfeit") else 0.5


def _left(slot: _Slot, result: RoundResult, seat: int) -> int:
    """The deadwood of a seat when the round is over."""
    if result.kind in ("dead", "forfeit"):
        return min_deadwood(slot.state.hands[seat])
    own = result.knocker_deadwood if seat == result.knocker else result.defender_deadwood
    assert own is not None
    return own
