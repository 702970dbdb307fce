# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Many rounds at once, one action each at a time."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from cython cimport critical_section
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from gin_fast.native.arguments cimport gf_int_arg
from gin_fast.native.dealing cimport gf_rng, gf_word_arg
from gin_fast.native.moves cimport GF_FORFEITED, gf_see
from gin_fast.native.objects cimport gf_result_of, gf_rules_of, gf_view_of
from gin_fast.native.players cimport Bridge, Table
from gin_fast.native.playout cimport gf_fault_of, gf_next_piece
from gin_fast.native.seats cimport gf_fault
from gin_fast.native.slots cimport (
    gf_arrays, gf_begin_some, gf_first_over, gf_many, gf_many_start, gf_sample_actions,
    gf_sample_by, gf_slot, gf_step_some
)
from gin_fast.native.soundness cimport gf_is_sound, gf_is_whole
from gin_fast.native.view cimport GF_OVER, gf_view

from copy import deepcopy
from time import perf_counter

from numpy import empty, int64

from gin_fast.answers.vector import (
    RoundIsOver,
    apart,
    as_actions,
    as_seeds,
    as_settings,
    as_where,
    check_arrays,
    check_samples,
    shapes,
)
from gin_fast.values.checks import fresh_seed, shown

__all__ = ["Rounds"]


cdef int require_rounds(object self) except -1:
    """Methods called through their class may be given anything as their own rounds."""
    if not isinstance(self, Rounds):
        raise TypeError(f"Rounds are needed, not {shown(self)}")
    return 0


cdef int require_size(bytes kept, size_t size) except -1:
    if len(kept) != size:
        raise ValueError(f"{len(kept)} bytes were stored in place of {size}, by another version")
    return 0


cdef bint fits(const gf_slot *slot) noexcept nogil:
    """Whether a round can be such a one: it may come from anywhere."""
    cdef const gf_view *view = &slot.state.view
    return (
        0 <= slot.seat <= 1
        and -1 <= slot.agent <= 1
        and 0 <= view.seat <= 1
        and 0 <= view.pile_count <= 32
        and 0 <= view.meld_count <= 3
        and 0 <= slot.state.deck.dealt <= 52
        and (view.phase == GF_OVER or gf_is_sound(view) and gf_is_whole(&slot.state))
    )


cdef class Rounds:
    """Rounds(count, rules="modern", opponent=None, *, seat=None, reward="points", \
knock_reward=0.5, gin_reward=1.0, illegal_reward=None, table_play=False, autoreset="next_step")\n--\n\n\
Many rounds at once, started by `reset` and played by `step`.

    The round in place *e* is deal *e* of the seed, then deal *e* + `count`, *e* + 2 `count` and so
    on; seat index & 1 starts. Without an opponent each step is a decision of the seat to act. With
    an opponent (a strategy in any form) the rounds play its turns themselves, until the agent is to
    act or the round is over; the agent has seat index >> 1 & 1, or always `seat`.

    Actions are 0-107 of `gin_fast.state.actions`: the engine spreads and lays off at once, at its
    best. With `table_play` they are all 594.

    `reward` is the reward at the end of a round. ``"points"``: the seat's score minus that of the
    other. ``"win"``: 1 for a win, -1 for a loss, 0 if nobody won. ``"rlcard"``: to the winner
    `gin_reward` for gin and `knock_reward` without gin, to all others minus a hundredth of their
    deadwood.

    An illegal action, any number, ends the round: the other seat scores as if it had gone gin
    against the current hand, or, with an `illegal_reward`, the seat that chose it gets that and the
    other 0.

    With `autoreset` ``"next_step"`` a round that is over starts the next deal in the next step,
    which does nothing else there; with ``"same_step"`` at once; with ``"disabled"`` only `reset`
    does, and a step before that is refused. After Ctrl-C midway, call `reset` again, which keeps
    the seed unless it is given another.

    >>> import numpy as np
    >>> rounds = Rounds(2, "eaai")
    >>> words = np.zeros((2, 2), np.uint64)
    >>> rounds.reset(seed=7, words=words)
    >>> [word.bit_length() + 63 for word in words[:, 1].tolist()]  # the highest is to pass
    [106, 106]
    """

    cdef gf_many many
    cdef bint has_seed
    cdef bint has_begun
    cdef bint is_busy
    cdef bint needs_python
    cdef Py_ssize_t piece  # how many rounds step before signals are handled
    cdef object table  # of the opponent twice, or None
    cdef list tables  # one for each round: a strategy in Python remembers the round it plays
    cdef object _settings
    cdef dict fitting

    def __cinit__(
        self, count: int, rules: Rules | str = "modern", opponent: StrategyLike | None = None, *,
        seat: int | None = None, reward: str = "points", knock_reward: float = 0.5,
        gin_reward: float = 1.0, illegal_reward: float | None = None, table_play: bool = False,
        autoreset: str = "next_step",
    ) -> None:
        cdef gf_many *many = &self.many
        cdef Table table
        cdef Py_ssize_t place
        self._settings = settings = as_settings(
            count, rules, opponent, seat, reward, knock_reward, gin_reward, illegal_reward,
            table_play, autoreset,
        )
        self.fitting = shapes(settings)
        many.count = settings.count
        self.piece = 64
        gf_rules_of(settings.rules, &many.rules)
        many.reward = settings.reward
        many.seat = settings.seat
        many.pays_illegal = settings.illegal_reward is not None
        many.illegal_reward = settings.illegal_reward or 0
        many.is_compact = not settings.table_play
        many.autoreset = settings.autoreset
        many.knock_reward = settings.knock_reward
        many.gin_reward = settings.gin_reward
        many.slots = <gf_slot *>calloc(many.count, sizeof(gf_slot))
        if many.slots == NULL:
            raise MemoryError
        if settings.opponent is not None:
            many.has_opponent = True
            self.table = table = Table(settings.opponent, settings.opponent, settings.rules)
            self.needs_python = table.needs_python
            if self.needs_python:
                self.tables = [
                    Table(settings.opponent, settings.opponent, settings.rules)
                    for _ in range(many.count)
                ]
            many.rngs = <gf_rng *>calloc(many.count, sizeof(gf_rng))
            words = many.count * table.seats[0].strategy.words
            many.memory = <uint64_t *>calloc(words + 1, 8)
            if many.memory == NULL or many.rngs == NULL:
                raise MemoryError
            for place in range(many.count):
                if self.needs_python:
                    table = self.tables[place]
                many.slots[place].opponent = &table.seats[0].strategy

    def __init__(
        self, count: int, rules: Rules | str = "modern", opponent: StrategyLike | None = None, *,
        seat: int | None = None, reward: str = "points", knock_reward: float = 0.5,
        gin_reward: float = 1.0, illegal_reward: float | None = None, table_play: bool = False,
        autoreset: str = "next_step",
    ) -> None:
        """Does nothing: ``__new__`` has made it."""

    def __dealloc__(self):
        free(self.many.slots)
        free(self.many.rngs)
        free(self.many.memory)

    def __copy__(self) -> Rounds:
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        cdef gf_many *many
        cdef Table table
        cdef Bridge bridge
        cdef Py_ssize_t place
        require_rounds(self)
        enter(self)
        many = &self.many
        try:
            slots = bytearray(<bytes>(<char *>many.slots)[: many.count * sizeof(gf_slot)])
            for place in range(many.count):  # which is an address in this process
                (<gf_slot *><char *>slots)[place].opponent = NULL
            state = {
                "has_begun": self.has_begun,
                "seed": many.key if self.has_seed else None,
                "slots": bytes(slots),
                "sampling": <bytes>(<char *>&many.sampling)[: sizeof(gf_rng)],
            }
            if many.has_opponent:
                table = self.table
                words = many.count * table.seats[0].strategy.words
                state["rngs"] = <bytes>(<char *>many.rngs)[: many.count * sizeof(gf_rng)]
                state["memory"] = <bytes>(<char *>many.memory)[: 8 * words]
                acts = []
                for table in self.tables or ():
                    bridge = table.bridges[0]
                    acts.append(bridge.act)
                state["acts"] = acts
        finally:
            self.is_busy = False
        return Rounds._again, (self._settings, state)

    @classmethod
    def _again(cls, settings: Settings, state: dict[str, Any]) -> Rounds:
        """The rounds that went so far."""
        cdef Rounds made = cls(*settings.arguments()[0], **settings.arguments()[1])
        cdef gf_many *many = &made.many
        cdef Table table
        cdef Bridge bridge
        cdef gf_slot *slots
        cdef Py_ssize_t place
        cdef bytes kept = state["slots"]
        require_size(kept, many.count * sizeof(gf_slot))
        slots = <gf_slot *><char *>kept
        for place in range(many.count):
            if state["has_begun"] and not fits(&slots[place]):
                raise ValueError(f"round {place} of what was stored cannot be")
        require_size(state["sampling"], sizeof(gf_rng))
        if many.has_opponent:
            table = made.table
            words = many.count * table.seats[0].strategy.words
            require_size(state["rngs"], many.count * sizeof(gf_rng))
            require_size(state["memory"], 8 * words)
            memcpy(many.rngs, <char *><bytes>state["rngs"], many.count * sizeof(gf_rng))
            memcpy(many.memory, <char *><bytes>state["memory"], 8 * words)
            for place, act in enumerate(state["acts"] if made.needs_python else ()):
                table = made.tables[place]
                bridge = table.bridges[0]
                bridge.act = act
        for place in range(many.count):
            opponent = many.slots[place].opponent
            many.slots[place] = slots[place]
            many.slots[place].opponent = opponent
        memcpy(&many.sampling, <char *><bytes>state["sampling"], sizeof(gf_rng))
        made.has_begun = state["has_begun"]
        if state["seed"] is not None:
            many.key = gf_word_arg(state["seed"], "seed")
            made.has_seed = True
        return made

    @property
    def settings(self):
        """What the rounds are played by."""
        return self._settings

    @property
    def seed(self):
        """The seed of the last reset of all rounds, of several the first; `None` before it."""
        return self.many.key if self.has_seed else None

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        *,
        where: npt.NDArray[np.bool_] | None = None,
        **arrays: Array | None,
    ) -> None:
        """Starts all rounds: from the first deals of a seed, 0 to 2**64 - 1; without a seed from
        the next deals. Without one the first time, a fresh seed is taken; after Ctrl-C the deals of
        the seed start over.

        With a seed for each round, or `None` to go on with its next deal, a round plays deals 0, 1,
        2 and so on of its own seed. `where`, an array of bool, starts those rounds alone.

        The observations are written to `arrays` as in `step`. The rewards and ends are 0.
        """
        require_rounds(self)
        seeds = as_seeds(seed, self.many.count)
        chosen = as_where(where, self.many.count)
        arrays = checked(self, arrays)
        enter(self)
        try:
            if chosen is not None and not self.has_begun:
                raise RuntimeError("the rounds have not started: call reset first")
            if not self.has_begun and not isinstance(seeds, int):
                gf_many_start(&self.many, self.many.key if self.has_seed else fresh_seed())
            if seeds is not None:
                set_seeds(&self.many, seeds, chosen)
            self.has_seed = self.has_begun = True
            play(self, None, chosen, arrays)
        finally:
            self.is_busy = False

    def step(self, actions: npt.ArrayLike, **arrays: Array | None) -> int:
        """Plays one action in each round, and returns the number of those that were illegal.

        The results are written to the `arrays` that are given, all contiguous:

        ================  ===========  ========================================================
        ``rewards``       float32      (count, 2) by seat, or (count, 1) against an opponent
        ``ended``         bool         (count,) whether the round has ended
        ``illegal``       bool         (count,) whether the action was illegal
        ``seats``         int8         (count,) whose observation it is
        ``masks``         uint8        (count, 108 or 594) 1 for each legal action
        ``words``         uint64       (count, 2 or 10) the same as bits, 64 in a word
        ``packed``        uint64       (count, 16) the observation as `PACKED` names it
        ``planes``        uint8        (count, 13, 52) the observation as `PLANES` names it
        ``final_packed``  uint64       as ``packed``, of rounds that end and restart at once
        ``final_planes``  uint8        as ``planes``, likewise
        ================  ===========  ========================================================

        An observation is that of the seat to act, and at the end that of the seat that acted last;
        against an opponent it is always the agent's. A round that is over has 106 as its only legal
        action, so that there is something to choose: the next step ignores it.
        """
        require_rounds(self)
        numbers = as_actions(actions, self.many.count)
        wanted = checked(self, arrays)
        numbers = apart(numbers, actions, arrays)
        enter(self)
        try:
            if not self.has_begun:
                raise RuntimeError("the rounds have not started: call reset first")
            over = gf_first_over(&self.many)
            if over >= 0:
                raise RoundIsOver(f"the round in place {over} is over: reset it first")
            return play(self, numbers, None, wanted)
        finally:
            self.is_busy = False

    def sample_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each round, all equally likely, from its own stream: that of the seed,
        index 0 and sampling. `out` is an array of int64 to write to.

        >>> rounds = Rounds(3)
        >>> rounds.reset(seed=7)
        >>> rounds.sample_actions().tolist()
        [106, 106, 105]
        """
        cdef int64_t[::1] actions
        require_rounds(self)
        if out is None:
            out = empty(self.many.count, int64)
        else:
            check_samples(out, self.many.count)
        actions = out
        enter(self)
        try:
            if not self.has_begun:
                raise RuntimeError("the rounds have not started: call reset first")
            with nogil:
                gf_sample_actions(&self.many, &actions[0])
        finally:
            self.is_busy = False
        return out

    def index(self, place: int) -> int:
        """The index of the deal of the round in a place."""
        cdef gf_slot slot
        copy_slot(self, place, &slot)
        return slot.state.deck.rng.index

    def view(self, place: int) -> Seen:
        """The observing seat's view of the round in a place."""
        cdef gf_view view
        cdef gf_slot slot
        copy_slot(self, place, &slot)
        gf_see(&slot.state, slot.seat, &view)
        return gf_view_of(&view, self._settings.rules)

    def result(self, place: int) -> RoundResult | None:
        """How the round in a place ended, or `None` if it is not over."""
        cdef gf_slot slot
        copy_slot(self, place, &slot)
        result = gf_result_of(&slot.state)
        if slot.state.kind == GF_FORFEITED:
            return result._replace(knocker=None, knocker_deadwood=None)
        return result


cdef int copy_slot(object self, object place, gf_slot *out) except -1:
    """The round in a place as it stands."""
    cdef Rounds rounds
    cdef Py_ssize_t number
    require_rounds(self)
    rounds = self
    number = gf_int_arg(place, "place", 0, rounds.many.count - 1)
    enter(rounds)
    try:
        if not rounds.has_begun:
            raise RuntimeError("the rounds have not started: call reset first")
        out[0] = rounds.many.slots[number]
    finally:
        rounds.is_busy = False
    return 0


cdef int enter(Rounds self) except -1:
    """Only one may be at work on the rounds."""
    cdef bint was_busy
    with critical_section(self):
        was_busy = self.is_busy
        self.is_busy = True
    if was_busy:
        raise RuntimeError("the rounds are in use")
    return 0


cdef tuple NAMES = (
    "rewards", "ended", "illegal", "seats", "masks", "words", "packed", "planes", "final_packed",
    "final_planes",
)


cdef list checked(Rounds self, dict arrays):
    """The arrays in their order, None for one that is not wanted."""
    check_arrays(self.fitting, arrays)
    return [arrays.get(name) for name in NAMES]


cdef int set_seeds(gf_many *many, object seeds, object where) except -1:
    """Sets the deals of all rounds or of some, one seed for all or one for each."""
    cdef Py_ssize_t place
    cdef gf_slot *slot
    if where is None:
        if isinstance(seeds, int):
            gf_many_start(many, seeds)
            return 0
        gf_sample_by(many, next(each for each in seeds if each is not None))
    for place in range(many.count):
        if where is None or where[place]:
            slot = &many.slots[place]
            if isinstance(seeds, int):
                slot.key, slot.next, slot.stride = seeds, place, many.count
            elif seeds[place] is not None:
                slot.key, slot.next, slot.stride = seeds[place], 0, 1
    return 0


cdef inline Py_ssize_t go(
    gf_many *many,  # IN, OUT
    const int64_t *actions,  # IN: or NULL to begin
    const uint8_t *where,  # IN: of those that begin, or NULL for all
    Py_ssize_t first,  # IN
    Py_ssize_t number,  # IN
    gf_arrays *out,  # OUT
) noexcept nogil:
    """A step of some rounds, or their beginning; how many actions were illegal."""
    if actions != NULL:
        return gf_step_some(many, actions, first, number, out)
    gf_begin_some(many, where, first, number, out)
    return 0


cdef object play(Rounds self, object actions, object where, list arrays):
    """A step; with no actions a beginning, of all rounds or of some."""
    cdef Py_buffer buffers[12]
    cdef void *at[12]
    cdef int held = 0
    cdef gf_arrays out
    cdef Py_ssize_t illegal
    cdef int64_t *numbers
    cdef uint8_t *chosen
    cdef gf_fault *fault = &self.many.fault
    cdef Py_ssize_t first = 0
    cdef Py_ssize_t number
    cdef Table table
    fault.is_found = False
    try:
        for array in [*arrays, actions, where]:
            at[held] = NULL
            if array is not None:
                PyObject_GetBuffer(array, &buffers[held], PyBUF_SIMPLE)  # all were checked
                at[held] = buffers[held].buf
            held += 1
        out.rewards = <float *>at[0]
        out.ended = <uint8_t *>at[1]
        out.illegal = <uint8_t *>at[2]
        out.seats = <int8_t *>at[3]
        out.masks = <uint8_t *>at[4]
        out.words = <uint64_t *>at[5]
        out.packed = <uint64_t *>at[6]
        out.planes = <uint8_t *>at[7]
        out.final_packed = <uint64_t *>at[8]
        out.final_planes = <uint8_t *>at[9]
        numbers = <int64_t *>at[10]
        chosen = <uint8_t *>at[11]
        illegal = 0
        while first < self.many.count:
            number = min(self.piece, self.many.count - first)
            began = perf_counter()
            if self.needs_python:
                illegal += go(&self.many, numbers, chosen, first, number, &out)
            else:
                with nogil:
                    illegal += go(&self.many, numbers, chosen, first, number, &out)
            first += number
            if number == self.piece:
                self.piece = <Py_ssize_t>gf_next_piece(number, perf_counter() - began)
            PyErr_CheckSignals()
            if fault.is_found and self.needs_python:
                for table in self.tables[first - number:first]:
                    if isinstance((<Bridge>table.bridges[0]).error, KeyboardInterrupt):
                        raise table.error_of(0)
    except BaseException:
        self.has_begun = False  # an interrupted reset must begin anew
        raise
    finally:
        while held:
            held -= 1
            if at[held] != NULL:
                PyBuffer_Release(&buffers[held])
    if fault.is_found:
        table = self.tables[self.many.at_fault] if self.needs_python else self.table
        seed = self.many.slots[self.many.at_fault].key
        gf_fault_of(table, fault, fault.index, self._settings.rules, seed, False)
    return illegal
