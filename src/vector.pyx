# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Many rounds at once, one action each at a time, without Python for any of them."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cython cimport critical_section
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from gin_fast.native._legality cimport (
    gf_has_big_gin, gf_is_bound, gf_is_legal_else, gf_knocks, gf_legal_actions, gf_may_take,
    gf_throws
)
from gin_fast.native.arguments cimport gf_int_arg
from gin_fast.native.bits cimport gf_bit, gf_count, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood
from gin_fast.native.dealing cimport (
    GF_STREAM_SAMPLING, GF_STREAM_SEAT_0, gf_below, gf_rng, gf_rng_start, gf_word_arg
)
from gin_fast.native.moves cimport (
    GF_BIG_GIN_END, GF_DEAD, GF_FORFEITED, GF_GIN, gf_apply, gf_forfeit, gf_hand_of, gf_round,
    gf_round_start, gf_see
)
from gin_fast.native.players cimport Table
from gin_fast.native.playout cimport gf_fault, gf_fault_told
from gin_fast.native.rounds cimport gf_result_of, gf_rules_of, gf_view_of
from gin_fast.native.seats cimport gf_strategy
from gin_fast.native.view cimport (
    GF_ACTION_COUNT, GF_AUTO, GF_DISCARDING, GF_DRAWING, GF_FIRST_UPCARD, GF_LAST_UPCARD,
    GF_LAYING_OFF, GF_MOST_ACTIONS, GF_OVER, GF_PASS, GF_PILE, GF_SPREADING, GF_TAKE, gf_rules,
    gf_view
)

from numpy import empty, int64

from gin_fast._vector import (
    MASKS, N_COMPACT, PACKED, PLANES, as_actions, as_settings, check_arrays, check_samples, shapes
)
from gin_fast.cards import fresh_seed, shown

__all__ = ["Rounds"]

if (N_COMPACT, len(MASKS), len(PACKED), len(PLANES)) != (
    GF_COMPACT_COUNT, GF_MASK_COUNT, GF_PACKED, GF_PLANES
):
    raise ImportError("gin_fast.native.vector was built for other observations: build it anew")

# The bits of actions other than throws in gf_legal.others.
cdef enum:
    MAY_DRAW = 1
    MAY_TAKE = 2
    MAY_PASS = 4
    MAY_BIG_GIN = 8

# The columns of a packed observation after its masks, and the bits of the last.
cdef enum:
    PHASE = 11
    STOCK
    LIMIT
    DRAWS
    FLAGS
    KNOCKED = 5
    TO_ACT = 7
    RETURNS_SHIFT = 8
    PILE_DRAWS_SHIFT = 16

# The places of the plane of facts: the phases, the flags, and then the knock limit.
cdef enum:
    FLAG_PLACES = 7
    LIMIT_PLACES = 15

# What rewards there are: the places in gin_fast._vector.REWARDS.
cdef enum:
    POINTS
    WIN
    RLCARD

# The bits of a byte as eight bytes, the lowest first.
cdef uint64_t BYTES[256]
# The cards of so many points at least.
cdef uint64_t WORTH[12]

cdef int number, place
cdef uint8_t *cells
for number in range(256):
    cells = <uint8_t *>&BYTES[number]
    for place in range(8):
        cells[place] = number >> place & 1
for number in range(12):
    for place in range(52):
        if min(place % 13 + 1, 10) >= number:
            WORTH[number] |= gf_bit(place)

# Where a step writes; NULL is not wanted.
cdef struct Arrays:
    float *rewards
    uint8_t *ended
    uint8_t *illegal
    int8_t *seats
    uint8_t *masks
    uint64_t *words
    uint64_t *packed
    uint8_t *planes
    uint64_t *final_packed
    uint8_t *final_planes


cdef inline bint gf_slot_apply(gf_slot *slot, int32_t action) noexcept nogil:
    cdef gf_view *view = &slot.state.view
    cdef int32_t before = view.pile_count
    cdef int32_t after
    if not gf_apply(&slot.state, action):
        return False
    # One card at most came to the pile or left it. It still lies where the pile ended.
    after = view.pile_count
    slot.pile ^= <uint64_t>(before != after) << view.pile[min(before, after)]
    return True


cdef inline void gf_find_legal(const gf_view *view, gf_legal *legal) noexcept nogil:
    cdef uint64_t throws, knocks, card
    cdef int deadwood
    legal.throws = 0
    legal.knocks = 0
    if view.phase == GF_DRAWING:
        legal.others = MAY_DRAW | MAY_TAKE * gf_may_take(view)
    elif view.phase == GF_DISCARDING:
        if gf_is_bound(view):
            legal.throws = gf_throws(view)
            legal.knocks = gf_knocks(view)
            legal.others = MAY_BIG_GIN * gf_has_big_gin(view)
            return
        throws = view.hand & ~view.barred
        legal.throws = throws
        legal.others = 0
        deadwood = gf_min_deadwood(view.hand)
        if deadwood <= view.limit + 10:
            # A throw takes away its own points at most.
            throws &= WORTH[max(0, deadwood - view.limit)]
            knocks = 0
            while throws:
                card = throws & (0 - throws)
                throws ^= card
                if gf_min_deadwood(view.hand ^ card) <= view.limit:
                    knocks |= card
            legal.knocks = knocks
            if deadwood == 0:
                legal.others = MAY_BIG_GIN * gf_has_big_gin(view)
    elif view.phase == GF_FIRST_UPCARD:
        legal.others = MAY_TAKE | MAY_PASS
    elif view.phase == GF_LAST_UPCARD:
        legal.others = MAY_PASS | MAY_TAKE * gf_is_legal_else(view, GF_TAKE)
    else:
        legal.others = MAY_PASS


cdef inline void gf_pack(const gf_view *view, uint64_t pile, uint64_t *packed) noexcept nogil:
    cdef uint64_t top = 0
    cdef uint32_t flags = (
        view.seat
        | <uint32_t>(view.starter == view.seat) << 1
        | <uint32_t>(view.drawn_from == GF_PILE) << 2
        | <uint32_t>(view.multiplier == 2) << 3
        | <uint32_t>view.upcard_taken << 4
        | <uint32_t>(view.to_move == view.seat) << TO_ACT
        | <uint32_t>(view.pile_draws & 255) << PILE_DRAWS_SHIFT
    )
    if view.knocker >= 0:  # seldom: in the end, or when the engine does not spread
        flags |= 1 << (KNOCKED + (view.knocker != view.seat))
    if view.returns:
        flags |= (view.returns & 255) << RETURNS_SHIFT
    if view.pile_count:
        top = gf_bit(view.pile[view.pile_count - 1])
    packed[0] = view.hand
    packed[1] = top
    packed[2] = pile ^ top
    packed[3] = view.known
    packed[4] = view.exposed
    packed[5] = view.declined
    packed[6] = view.own_declined
    packed[7] = gf_bit(view.drawn) if view.drawn >= 0 else 0
    packed[8] = view.melds[0] | view.melds[1] | view.melds[2]
    packed[9] = view.unmelded
    packed[10] = view.laid_off
    packed[PHASE] = view.phase
    packed[STOCK] = view.stock
    packed[LIMIT] = view.limit
    packed[DRAWS] = view.draws
    packed[FLAGS] = flags


cdef inline void spell(uint64_t mask, uint8_t *cells) noexcept nogil:
    """The bits of a mask of cards as 52 bytes."""
    cdef int part
    for part in range(6):
        memcpy(cells + 8 * part, &BYTES[mask >> 8 * part & 255], 8)
    memcpy(cells + 48, &BYTES[mask >> 48 & 15], 4)


cdef inline void gf_planes_of(const uint64_t *packed, uint8_t *planes) noexcept nogil:
    cdef int plane
    for plane in range(GF_MASK_COUNT):
        spell(packed[plane], planes + 52 * plane)
    spell(lowest_bits(packed[STOCK]), planes + 52 * GF_MASK_COUNT)
    spell(
        gf_bit(<int>packed[PHASE])
        | (packed[FLAGS] & 255) << FLAG_PLACES
        | lowest_bits(min(packed[LIMIT], <uint64_t>(52 - LIMIT_PLACES))) << LIMIT_PLACES,
        planes + 52 * (GF_MASK_COUNT + 1),
    )


cdef inline uint64_t lowest_bits(uint64_t count) noexcept nogil:
    return gf_bit(<int>count) - 1


cdef inline void spell_legal(const gf_legal *legal, uint8_t *cells) noexcept nogil:
    # Half of all decisions are draws, and most throws may not knock.
    if legal.throws | legal.knocks == 0:
        memset(cells, 0, 104)
    else:
        spell(legal.throws, cells)
        if legal.knocks:
            spell(legal.knocks, cells + 52)
        else:
            memset(cells + 52, 0, 52)
    memcpy(cells + 104, &BYTES[legal.others], 4)


cdef void spell_all(const gf_view *view, uint8_t *cells, uint64_t *words) noexcept nogil:
    """The same for all actions there are."""
    cdef int32_t actions[GF_MOST_ACTIONS]
    cdef int count = legal_of(view, actions)
    cdef int place
    if cells != NULL:
        memset(cells, 0, GF_ACTION_COUNT)
        for place in range(count):
            cells[actions[place]] = 1
    if words != NULL:
        memset(words, 0, 8 * ((GF_ACTION_COUNT + 63) / 64))
        for place in range(count):
            words[actions[place] >> 6] |= <uint64_t>1 << (actions[place] & 63)


cdef int legal_of(const gf_view *view, int32_t *actions) noexcept nogil:
    if view.phase == GF_OVER:
        actions[0] = GF_PASS
        return 1
    return gf_legal_actions(view, actions)


cdef inline int32_t chosen(uint64_t cards, uint32_t which) noexcept nogil:
    """The lowest card but `which`."""
    for _ in range(which):
        cards &= cards - 1
    return gf_lowest(cards)


cdef int deadwood_of(const gf_round *state, int32_t seat) noexcept nogil:
    """What a seat is left with when the round is over."""
    if state.kind == GF_DEAD or state.kind == GF_FORFEITED:
        return gf_min_deadwood(gf_hand_of(state, seat))
    return state.knocker_deadwood if seat == state.view.knocker else state.defender_deadwood


cdef float worth(const gf_round *state, int32_t seat, int kind) noexcept nogil:
    """What a round that is over is worth to a seat."""
    if kind == POINTS:
        return <float>(state.scored[seat] - state.scored[1 - seat])
    if kind == WIN:
        return 0 if state.winner < 0 else 1 if state.winner == seat else -1
    if state.winner != seat:
        return <float>(-deadwood_of(state, seat) / 100.0)
    if state.kind == GF_GIN or state.kind == GF_BIG_GIN_END or state.kind == GF_FORFEITED:
        return 1
    return 0.5


cdef int require_rounds(object self) except -1:
    """Methods called through their class may be given anything as their own rounds."""
    if not isinstance(self, Rounds):
        raise TypeError(f"Rounds are needed, not {shown(self)}")
    return 0


cdef class Rounds:
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

    cdef gf_slot *slots
    cdef gf_rng *rngs  # of the opponent
    cdef uint64_t *memory
    cdef Py_ssize_t count
    cdef gf_rules rules
    cdef gf_rng sampling
    cdef uint64_t key
    cdef bint has_begun
    cdef bint is_busy
    cdef bint needs_python
    cdef bint is_compact
    cdef bint same_step
    cdef bint has_opponent
    cdef bint pays_illegal
    cdef float illegal_reward
    cdef int reward
    cdef int seat
    cdef object table  # of the opponent twice, or None
    cdef list tables  # one for each round: a strategy in Python remembers the round it plays
    cdef gf_fault fault  # the first of a step
    cdef Py_ssize_t at_fault  # the place of it
    cdef readonly object settings
    cdef dict fitting

    def __cinit__(
        self, count: int, rules: Rules | str = "modern", opponent: StrategyLike | None = None, *,
        seat: int | None = None, reward: str = "points", illegal_reward: float | None = None,
        table_play: bool = False, same_step: bool = False,
    ) -> None:
        cdef Table table
        self.settings = settings = as_settings(
            count, rules, opponent, seat, reward, illegal_reward, table_play, same_step
        )
        self.fitting = shapes(settings)
        self.count = settings.count
        gf_rules_of(settings.rules, &self.rules)
        self.reward = settings.reward
        self.seat = settings.seat
        self.pays_illegal = settings.illegal_reward is not None
        self.illegal_reward = settings.illegal_reward or 0
        self.is_compact = not settings.table_play
        self.same_step = settings.same_step
        self.slots = <gf_slot *>calloc(self.count, sizeof(gf_slot))
        if self.slots == NULL:
            raise MemoryError
        if settings.opponent is not None:
            self.has_opponent = True
            self.table = table = Table(settings.opponent, settings.opponent, settings.rules)
            self.needs_python = table.needs_python
            if self.needs_python:
                self.tables = [
                    Table(settings.opponent, settings.opponent, settings.rules)
                    for _ in range(self.count)
                ]
            self.rngs = <gf_rng *>calloc(self.count, sizeof(gf_rng))
            words = self.count * table.seats[0].strategy.words
            self.memory = <uint64_t *>calloc(words + 1, 8)
            if self.memory == NULL or self.rngs == NULL:
                raise MemoryError

    def __init__(
        self, count: int, rules: Rules | str = "modern", opponent: StrategyLike | None = None, *,
        seat: int | None = None, reward: str = "points", illegal_reward: float | None = None,
        table_play: bool = False, same_step: bool = False,
    ) -> None:
        """Made at once, and once."""

    def __dealloc__(self):
        free(self.slots)
        free(self.rngs)
        free(self.memory)

    def __reduce__(self) -> NoReturn:
        raise TypeError("Rounds are not copied or pickled: they are in the midst of their streams")

    @property
    def seed(self):
        """The seed of the deals, or `None` before the first `reset`."""
        return self.key if self.has_begun else None

    def reset(self, seed: int | None = None, **arrays: Any) -> None:
        """Begins: all rounds anew from the first deals of a seed, 0 to 2**64 - 1; or without one
        those after the rounds that there are. The first time, a fresh seed is taken then.

        The observations are written to `arrays` as `step` does. The rewards and ends are 0.
        """
        cdef uint64_t key = 0
        cdef Py_ssize_t place
        require_rounds(self)
        if seed is not None:
            key = gf_word_arg(seed, "seed")
        arrays = checked(self, arrays)
        enter(self)
        try:
            if seed is None and not self.has_begun:
                seed = key = fresh_seed()
            if seed is not None:
                self.key = key
                gf_rng_start(&self.sampling, key, 0, GF_STREAM_SAMPLING)
                for place in range(self.count):
                    self.slots[place].next = place
                self.has_begun = True
            for place in range(self.count):
                # As if all were over: then a step begins them.
                self.slots[place].state.view.phase = GF_OVER
                self.slots[place].is_told = True
            play(self, None, arrays)
        finally:
            self.is_busy = False

    def step(self, actions: ArrayLike, **arrays: Any) -> int:
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
        require_rounds(self)
        numbers = as_actions(actions, self.count)
        arrays = checked(self, arrays)
        enter(self)
        try:
            if not self.has_begun:
                raise RuntimeError("the rounds have not begun: call reset first")
            return play(self, numbers, arrays)
        finally:
            self.is_busy = False

    def sample_actions(self, out: NDArray[int64] | None = None) -> NDArray[int64]:
        """A legal action for each round, all equally likely, from a stream of its own: that of the
        seed, index 0 and sampling. `out` is an array of int64 to write to.

        >>> rounds = Rounds(3)
        >>> rounds.reset(seed=7)
        >>> rounds.sample_actions().tolist()
        [106, 106, 105]
        """
        cdef int64_t[::1] actions
        cdef Py_ssize_t place
        require_rounds(self)
        if out is None:
            out = empty(self.count, int64)
        else:
            check_samples(out, self.count)
        actions = out
        enter(self)
        try:
            if not self.has_begun:
                raise RuntimeError("the rounds have not begun: call reset first")
            with nogil:
                for place in range(self.count):
                    actions[place] = sampled(self, &self.slots[place])
        finally:
            self.is_busy = False
        return out

    def index(self, place: int) -> int:
        """The index of the deal of the round in a place."""
        cdef gf_slot slot
        copy_slot(self, place, &slot)
        return slot.state.deck.rng.index

    def view(self, place: int) -> View:
        """What whose observation it is may know of the round in a place."""
        cdef gf_view view
        cdef gf_slot slot
        copy_slot(self, place, &slot)
        gf_see(&slot.state, slot.seat, &view)
        return gf_view_of(&view, self.settings.rules)

    def result(self, place: int) -> RoundResult | None:
        """How the round in a place ended, or `None` while it goes on."""
        cdef gf_slot slot
        copy_slot(self, place, &slot)
        told = gf_result_of(&slot.state)
        if slot.state.kind == GF_FORFEITED:
            return told._replace(knocker=None, knocker_deadwood=None)
        return told


cdef int copy_slot(object self, object place, gf_slot *out) except -1:
    """The round in a place as it stands."""
    cdef Rounds rounds
    cdef Py_ssize_t number
    require_rounds(self)
    rounds = self
    number = gf_int_arg(place, "place", 0, rounds.count - 1)
    enter(rounds)
    try:
        if not rounds.has_begun:
            raise RuntimeError("the rounds have not begun: call reset first")
        out[0] = rounds.slots[number]
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
        raise RuntimeError("the rounds are at work")
    return 0


cdef tuple NAMES = (
    "rewards", "ended", "illegal", "seats", "masks", "words", "packed", "planes", "final_packed",
    "final_planes",
)


cdef list checked(Rounds self, dict arrays):
    """The arrays in their order, None for one that is not wanted."""
    check_arrays(self.fitting, arrays)
    return [arrays.get(name) for name in NAMES]


cdef object play(Rounds self, object actions, list arrays):
    """A step, or with no actions a beginning."""
    cdef Py_buffer buffers[11]
    cdef void *at[11]
    cdef int held = 0
    cdef Arrays out
    cdef Py_ssize_t illegal
    cdef int64_t *numbers
    self.fault.is_found = False
    try:
        for array in [*arrays, actions]:
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
        if self.needs_python:
            illegal = step_all(self, numbers, &out)
        else:
            with nogil:
                illegal = step_all(self, numbers, &out)
    finally:
        while held:
            held -= 1
            if at[held] != NULL:
                PyBuffer_Release(&buffers[held])
    if self.fault.is_found:
        table = self.tables[self.at_fault] if self.needs_python else self.table
        gf_fault_told(
            table, &self.fault, self.fault.index, self.settings.rules, self.key, False
        )
    return illegal


cdef Py_ssize_t step_all(Rounds self, const int64_t *actions, Arrays *out) noexcept nogil:
    cdef Py_ssize_t place
    cdef Py_ssize_t illegal = 0
    if (
        actions != NULL and self.is_compact and not self.has_opponent and not self.same_step
        and out.rewards != NULL and out.ended != NULL and out.illegal != NULL
        and out.seats != NULL and out.masks != NULL and out.words == NULL
        and out.packed != NULL and out.planes == NULL
    ):
        for place in range(self.count):
            illegal += step_one(self, place, actions[place], out, True)
    else:
        for place in range(self.count):
            illegal += step_one(
                self, place, actions[place] if actions != NULL else GF_PASS, out, False
            )
    return illegal


cdef inline bint step_one(
    Rounds self, Py_ssize_t place, int64_t action, Arrays *out, bint is_plain
) noexcept nogil:
    """One action of one round, and what comes of it: whether it was illegal.

    `is_plain`, which is known when this is compiled, saves a tenth of the time: both seats are
    played, without table play, to be reset in the next step, and the arrays are those that
    VectorEnv has for packed observations.
    """
    cdef bint has_opponent = not is_plain and self.has_opponent
    cdef gf_slot *slot = &self.slots[place]
    cdef gf_view *view = &slot.state.view
    cdef bint has_ended = False
    cdef bint is_illegal = False
    cdef float rewards[2]
    cdef int32_t actor = view.seat
    rewards[0] = 0
    rewards[1] = 0
    if view.phase != GF_OVER:
        if not act(slot, action, is_plain or self.is_compact, has_opponent):
            is_illegal = True
            gf_forfeit(&slot.state)
        if has_opponent:
            play_opponent(self, slot, place)
        elif view.phase != GF_OVER:
            slot.seat = view.seat
        has_ended = view.phase == GF_OVER
    elif slot.is_told:
        begin(self, slot, place)
    else:  # the opponent ended it before the agent had a turn
        has_ended = True
    if has_ended:
        slot.is_told = True
        if is_illegal and self.pays_illegal:
            rewards[actor] = self.illegal_reward
        else:
            rewards[0] = worth(&slot.state, 0, self.reward)
            rewards[1] = worth(&slot.state, 1, self.reward)
        if has_opponent:
            rewards[0] = rewards[slot.agent]
        if not is_plain and self.same_step:
            if out.final_packed != NULL or out.final_planes != NULL:
                observe(
                    slot,
                    out.final_packed + GF_PACKED * place if out.final_packed != NULL else NULL,
                    out.final_planes + 52 * GF_PLANES * place if out.final_planes != NULL else NULL,
                )
            begin(self, slot, place)
    gf_find_legal(view, &slot.legal)
    if is_plain or out.rewards != NULL:
        if has_opponent:
            out.rewards[place] = rewards[0]
        else:
            out.rewards[2 * place] = rewards[0]
            out.rewards[2 * place + 1] = rewards[1]
    if is_plain or out.ended != NULL:
        out.ended[place] = has_ended
    if is_plain or out.illegal != NULL:
        out.illegal[place] = is_illegal
    if is_plain or out.seats != NULL:
        out.seats[place] = slot.seat
    if is_plain or self.is_compact:
        if is_plain or out.masks != NULL:
            spell_legal(&slot.legal, out.masks + GF_COMPACT_COUNT * place)
        if not is_plain and out.words != NULL:
            out.words[2 * place] = slot.legal.throws | slot.legal.knocks << 52
            out.words[2 * place + 1] = slot.legal.knocks >> 12 | slot.legal.others << 40
    elif out.masks != NULL or out.words != NULL:
        spell_all(
            view,
            out.masks + GF_ACTION_COUNT * place if out.masks != NULL else NULL,
            out.words + (GF_ACTION_COUNT + 63) / 64 * place if out.words != NULL else NULL,
        )
    if is_plain:
        observe(slot, out.packed + GF_PACKED * place, NULL)
    elif out.packed != NULL or out.planes != NULL:
        observe(
            slot,
            out.packed + GF_PACKED * place if out.packed != NULL else NULL,
            out.planes + 52 * GF_PLANES * place if out.planes != NULL else NULL,
        )
    return is_illegal


cdef inline void observe(gf_slot *slot, uint64_t *packed, uint8_t *planes) noexcept nogil:
    """The observation of a round, as wanted."""
    cdef uint64_t words[GF_PACKED]
    cdef gf_view seen
    cdef const gf_view *view = &slot.state.view
    if slot.seat != view.seat:  # in the end alone
        gf_see(&slot.state, slot.seat, &seen)
        view = &seen
    if packed == NULL:
        packed = words
    gf_pack(view, slot.pile, packed)
    if planes != NULL:
        gf_planes_of(packed, planes)


cdef inline bint act(
    gf_slot *slot, int64_t action, bint is_compact, bint has_opponent
) noexcept nogil:
    """An action of the agent, and what the engine does after it; False and nothing if illegal."""
    cdef gf_view *view = &slot.state.view
    cdef int32_t actor = view.seat
    if action < 0 or action >= (GF_COMPACT_COUNT if is_compact else GF_ACTION_COUNT):
        return False
    if not gf_slot_apply(slot, <int32_t>action):
        return False
    if is_compact:
        while view.phase == GF_SPREADING or view.phase == GF_LAYING_OFF:
            if has_opponent and view.seat != actor:
                break  # it lays off by itself
            gf_slot_apply(slot, GF_AUTO)
    return True


cdef void begin(Rounds self, gf_slot *slot, Py_ssize_t place) noexcept nogil:
    """The next round of a place."""
    cdef uint64_t index = slot.next
    cdef gf_view *view = &slot.state.view
    cdef int32_t words
    slot.next += self.count
    slot.is_told = False
    gf_round_start(&slot.state, &self.rules, self.key, index, index & 1)
    slot.pile = gf_bit(view.pile[0]) if view.pile_count else 0
    slot.seat = view.seat
    slot.agent = -1
    if self.has_opponent:
        slot.agent = index >> 1 & 1 if self.seat < 0 else self.seat
        slot.seat = slot.agent
        gf_rng_start(&self.rngs[place], self.key, index, GF_STREAM_SEAT_0 + (1 - slot.agent))
        words = (<Table>self.table).seats[0].strategy.words
        memset(self.memory + words * place, 0, 8 * words)
        play_opponent(self, slot, place)


cdef void play_opponent(Rounds self, gf_slot *slot, Py_ssize_t place) noexcept nogil:
    """The opponent's turns, until the agent is to act or the round is over."""
    cdef gf_view *view = &slot.state.view
    cdef const gf_strategy *strategy = &(<Table>self.table).seats[0].strategy
    cdef void *memory = self.memory + strategy.words * place
    cdef int32_t action
    if self.needs_python and view.phase != GF_OVER:
        with gil:
            strategy = &(<Table>self.tables[place]).seats[0].strategy
    while view.phase != GF_OVER:
        if view.seat == slot.agent:
            if not self.is_compact or view.phase != GF_SPREADING and view.phase != GF_LAYING_OFF:
                return
            gf_slot_apply(slot, GF_AUTO)
            continue
        action = -1
        if strategy.act(view, &self.rngs[place], memory, strategy.params, &action) == 1:
            if gf_slot_apply(slot, action):
                continue
        else:
            action = -1  # what it says is no answer
        if not self.fault.is_found:
            self.at_fault = place
            self.fault.is_found = True
            self.fault.side = 0
            self.fault.action = action
            self.fault.index = slot.state.deck.rng.index
            self.fault.view = view[0]
        gf_forfeit(&slot.state)


cdef inline int64_t sampled(Rounds self, gf_slot *slot) noexcept nogil:
    """One of the legal actions of a round."""
    cdef const gf_legal *legal = &slot.legal
    cdef int32_t actions[GF_MOST_ACTIONS]
    cdef uint32_t throws, knocks, which
    if not self.is_compact:
        which = legal_of(&slot.state.view, actions)
        return actions[gf_below(&self.sampling, which)]
    throws = gf_count(legal.throws)
    knocks = gf_count(legal.knocks)
    which = gf_below(&self.sampling, throws + knocks + gf_count(legal.others))
    if which < throws:
        return chosen(legal.throws, which)
    which -= throws
    if which < knocks:
        return 52 + chosen(legal.knocks, which)
    return 104 + chosen(legal.others, which - knocks)
