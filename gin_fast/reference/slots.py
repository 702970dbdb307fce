"""Many rounds at once, each in a slot: started, played one action at a time, and rewarded."""

from __future__ import annotations

from gin_fast.answers.faults import Fault
from gin_fast.answers.vector import AUTORESETS, REWARDS, Array, RoundIsOver, Settings
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.dealing import SAMPLING, SEAT_0, Stream
from gin_fast.reference.observing import mask_of, packed_of, planes_of, words_of
from gin_fast.reference.players import decider
from gin_fast.reference.rounds import RoundState
from gin_fast.reference.seats import Memory, decided, forfeited
from gin_fast.state.actions import AUTO, PASS
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen
from gin_fast.values.checks import WORD

__all__: list[str] = []

_AT_TABLE = ("spread", "layoff")


class Slot:
    """One of many rounds."""

    def __init__(self, seed: int, next_index: int, stride: int) -> None:
        self.seed, self.next, self.stride = seed, next_index, stride
        self.index = 0
        self.state: RoundState
        self.forfeited: RoundResult | None = None
        self.agent = -1  # its seat; -1: both are played
        self.seat = 0  # whose observation it is
        self.is_told = True  # whether its end has been reported
        self.stream: Stream  # of the opponent
        self.memory: Memory

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def result(self) -> RoundResult | None:
        return self.state.result if self.forfeited is None else self.forfeited

    @property
    def actor(self) -> int:
        return self.state.to_move

    def view(self) -> Seen:
        """What the observing seat may know."""
        view = self.state.view(self.seat)
        if self.forfeited is None:
            return view
        return view._replace(
            phase="over", to_move=-1, knocker=-1, knock_card=-1, drawn=-1, drawn_from="", barred=0
        )

    def legal(self) -> tuple[int, ...]:
        return (PASS,) if self.is_over else legal_actions(self.state.view(self.actor))

    def forfeit(self) -> None:
        self.forfeited = forfeited(self.state.view(self.actor))


class Many:
    """Many rounds, with their settings."""

    def __init__(self, settings: Settings) -> None:
        player = settings.opponent
        self.settings = settings
        self.decide = None if player is None else decider(player).act
        self.slots: list[Slot] = []
        self.seed: int | None = None  # of sampled actions
        self.sampling: Stream
        self.fault: tuple[Fault, int, BaseException | None] | None = None  # the first of a step

    def start(self, seed: int) -> None:
        """Starts over with the deals of a seed, from the first on."""
        count = self.settings.count
        self._sample_by(seed)
        self.slots = [Slot(seed, place, count) for place in range(count)]

    def _sample_by(self, seed: int) -> None:
        self.seed = seed
        self.sampling = Stream(seed, 0, SAMPLING)

    def set_seeds(self, seeds: int | list[int | None], where: Array | None) -> None:
        """Sets the deals of all rounds or of some, one seed for all or one for each."""
        count = self.settings.count
        if isinstance(seeds, int):
            if where is None:
                self.start(seeds)
                return
            for place in where.nonzero()[0].tolist():
                slot = self.slots[place]
                slot.seed, slot.next, slot.stride = seeds, place, count
            return
        for place, seed in enumerate(seeds):
            if seed is not None and (where is None or where[place]):
                slot = self.slots[place]
                slot.seed, slot.next, slot.stride = seed, 0, 1
        if where is None:
            self._sample_by(next(seed for seed in seeds if seed is not None))

    def require_on(self) -> None:
        """Refuses a step if a round that is over waits for a reset."""
        if AUTORESETS[self.settings.autoreset] == "disabled":
            for place, slot in enumerate(self.slots):
                if slot.is_over and slot.is_told:
                    raise RoundIsOver(f"the round in place {place} is over: reset it first")

    def begin_all(self, arrays: dict[str, Array | None], where: Array | None) -> None:
        """Starts the next round in every place, or in some."""
        for place, slot in enumerate(self.slots):
            if where is None or where[place]:
                self._begin(slot)
            self._write(place, slot, arrays, [0.0] * self.settings.sides, False, False)

    def step_all(self, actions: list[int], arrays: dict[str, Array | None]) -> int:
        """Plays one action in each round, and returns the number of those that were illegal."""
        pairs = enumerate(zip(self.slots, actions, strict=True))
        return sum(self._step(place, slot, action, arrays) for place, (slot, action) in pairs)

    def sample_actions(self, out: Array) -> None:
        """Writes one legal action for each round, all equally likely."""
        for place, slot in enumerate(self.slots):
            legal = slot.legal()
            out[place] = legal[self.sampling.below(len(legal))]

    def _step(self, place: int, slot: Slot, action: int, arrays: dict[str, Array | None]) -> bool:
        """Plays one action in one round, and returns whether it was illegal."""
        rewards = [0.0, 0.0]
        has_ended = is_illegal = False
        actor, agent = slot.actor, slot.agent
        if not slot.is_over:
            if not self._act(slot, action):
                is_illegal = True
                slot.forfeit()
            if self.decide is not None:
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
                rewards = [_worth(slot, seat, self.settings) for seat in range(2)]
            if AUTORESETS[self.settings.autoreset] == "same_step":
                _observe(place, slot.view(), arrays, "final_")
                self._begin(slot)
        own = rewards if self.decide is None else [rewards[agent]]
        self._write(place, slot, arrays, own, has_ended, is_illegal)
        return is_illegal

    def _act(self, slot: Slot, action: int) -> bool:
        """Plays an action of the agent, and what the engine does after it; if it is illegal, does
        nothing and returns False."""
        state, actor = slot.state, slot.actor
        if not 0 <= action < self.settings.action_count or action not in slot.legal():
            return False
        state.apply(action)
        while not self.settings.table_play and state.phase in _AT_TABLE:
            if self.decide is not None and state.to_move != actor:
                break  # the opponent lays off itself
            state.apply(AUTO)
        return True

    def _begin(self, slot: Slot) -> None:
        """Starts the next round in a place."""
        index = slot.index = slot.next
        slot.next = slot.next + slot.stride & WORD
        slot.is_told, slot.forfeited = False, None
        rules = self.settings.rules
        slot.state = RoundState.deal(slot.seed, index, rules=rules, dealer=1 - (index & 1))
        slot.seat = slot.actor
        if self.decide is not None:
            slot.agent = slot.seat = self.settings.agent(index)
            slot.stream = Stream(slot.seed, index, SEAT_0 + (1 - slot.agent))
            slot.memory = {}
            self._play_opponent(slot)

    def _play_opponent(self, slot: Slot) -> None:
        """Plays the opponent's turns, until the agent is to act or the round is over."""
        assert self.decide is not None
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
            action, error, raised = decided(self.decide, view, slot.stream, slot.memory)
            if not error:
                state.apply(action)
                continue
            if self.fault is None:
                name = self.settings.opponent.name
                fault = Fault(slot.index, slot.index, seat, name, action, error, view)
                self.fault = fault, slot.seed, raised
            slot.forfeit()

    def _write(
        self,
        place: int,
        slot: Slot,
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
            masks[place] = mask_of(legal, masks.shape[1])
        if words is not None:
            words[place] = words_of(legal, words.shape[1])
        _observe(place, slot.view(), arrays, "")


def _observe(place: int, view: Seen, arrays: dict[str, Array | None], prefix: str) -> None:
    """Writes the observation of a round to the arrays that want it."""
    packed, planes = arrays.get(f"{prefix}packed"), arrays.get(f"{prefix}planes")
    if packed is not None:
        packed[place] = packed_of(view)
    if planes is not None:
        planes[place] = planes_of(view)


def _worth(slot: Slot, seat: int, settings: Settings) -> float:
    """What a round that is over is worth to a seat."""
    result = slot.result
    assert result is not None
    reward = REWARDS[settings.reward]
    if reward == "points":
        return float(result.scored[seat] - result.scored[1 - seat])
    if reward == "win":
        return 0.0 if result.winner is None else 1.0 if result.winner == seat else -1.0
    if result.winner != seat:
        return -_left(slot, result, seat) / 100.0
    has_gin = result.kind in ("gin", "big_gin", "forfeit")
    return settings.gin_reward if has_gin else settings.knock_reward


def _left(slot: Slot, result: RoundResult, seat: int) -> int:
    """The deadwood of a seat when the round is over."""
    if result.kind in ("dead", "forfeit"):
        return min_deadwood(slot.state.hands[seat])
    own = result.knocker_deadwood if seat == result.knocker else result.defender_deadwood
    assert own is not None
    return own
