# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Many rounds at once, each in a slot: started, played one action at a time, and rewarded."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from gin_fast.native.bits cimport gf_bit, gf_count, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood
from gin_fast.native.dealing cimport (
    GF_STREAM_SAMPLING, GF_STREAM_SEAT_0, gf_below, gf_rng, gf_rng_start
)
from gin_fast.native.moves cimport (
    GF_BIG_GIN_END, GF_DEAD, GF_FORFEITED, GF_GIN, gf_apply, gf_forfeit, gf_hand_of, gf_round,
    gf_round_start, gf_see
)
from gin_fast.native.observing cimport (
    GF_COMPACT_COUNT, GF_PACKED, GF_PLANES, gf_find_legal, gf_legal, gf_legal_of, gf_pack,
    gf_planes_of, gf_spell_all, gf_spell_legal
)
from gin_fast.native.seats cimport gf_strategy, gf_tell
from gin_fast.native.view cimport (
    GF_ACTION_COUNT, GF_AUTO, GF_LAYING_OFF, GF_MOST_ACTIONS, GF_OVER, GF_SPREADING,
    gf_view
)

__all__ = []

# What rewards there are: the places in gin_fast.answers.vector.REWARDS.
cdef enum:
    POINTS
    WIN
    RLCARD

# When the next deal begins: the places in gin_fast.answers.vector.AUTORESETS.
cdef enum:
    NEXT_STEP
    SAME_STEP
    DISABLED


cdef void gf_many_start(gf_many *many, uint64_t seed) noexcept nogil:
    cdef Py_ssize_t place
    gf_sample_by(many, seed)
    for place in range(many.count):
        many.slots[place].key = seed
        many.slots[place].next = place
        many.slots[place].stride = many.count


cdef void gf_sample_by(gf_many *many, uint64_t seed) noexcept nogil:
    many.key = seed
    gf_rng_start(&many.sampling, seed, 0, GF_STREAM_SAMPLING)


cdef Py_ssize_t gf_first_over(const gf_many *many) noexcept nogil:
    cdef Py_ssize_t place
    if many.autoreset == DISABLED:
        for place in range(many.count):
            if many.slots[place].state.view.phase == GF_OVER and many.slots[place].is_told:
                return place
    return -1


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


cdef Py_ssize_t gf_step_some(
    gf_many *many, const int64_t *actions, Py_ssize_t first, Py_ssize_t number, gf_arrays *out
) noexcept nogil:
    cdef Py_ssize_t place
    cdef Py_ssize_t end = first + number
    cdef Py_ssize_t illegal = 0
    if (
        many.is_compact and not many.has_opponent and many.autoreset != SAME_STEP
        and out.rewards != NULL and out.ended != NULL and out.illegal != NULL
        and out.seats != NULL and out.masks != NULL and out.words == NULL
        and out.packed != NULL and out.planes == NULL
    ):
        for place in range(first, end):
            illegal += step_one(many, place, actions[place], out, True)
    else:
        for place in range(first, end):
            illegal += step_one(many, place, actions[place], out, False)
    return illegal


cdef void gf_begin_some(
    gf_many *many, const uint8_t *where, Py_ssize_t first, Py_ssize_t number, gf_arrays *out
) noexcept nogil:
    cdef float rewards[2]
    cdef Py_ssize_t place
    rewards[0] = rewards[1] = 0
    for place in range(first, first + number):
        if where == NULL or where[place]:
            begin(many, &many.slots[place], place)
        tell(many, place, rewards, False, False, out, False)


cdef inline bint step_one(
    gf_many *many, Py_ssize_t place, int64_t action, gf_arrays *out, bint is_plain
) noexcept nogil:
    """One action of one round, and what comes of it: whether it was illegal.

    `is_plain`, which is known when this is compiled, saves a tenth of the time: both seats are
    played, without table play, to be reset in the next step, and the arrays are those that
    VectorEnv has for packed observations.
    """
    cdef bint has_opponent = not is_plain and many.has_opponent
    cdef gf_slot *slot = &many.slots[place]
    cdef gf_view *view = &slot.state.view
    cdef bint has_ended = False
    cdef bint is_illegal = False
    cdef float rewards[2]
    cdef int32_t actor = view.seat
    rewards[0] = 0
    rewards[1] = 0
    if view.phase != GF_OVER:
        if not act(slot, action, is_plain or many.is_compact, has_opponent):
            is_illegal = True
            gf_forfeit(&slot.state)
        if has_opponent:
            play_opponent(many, slot, place)
        elif view.phase != GF_OVER:
            slot.seat = view.seat
        has_ended = view.phase == GF_OVER
    elif slot.is_told:
        begin(many, slot, place)
    else:  # the opponent ended it before the agent had a turn
        has_ended = True
    if has_ended:
        slot.is_told = True
        if is_illegal and many.pays_illegal:
            rewards[actor] = many.illegal_reward
        else:
            rewards[0] = worth(&slot.state, 0, many)
            rewards[1] = worth(&slot.state, 1, many)
        if has_opponent:
            rewards[0] = rewards[slot.agent]
        if not is_plain and many.autoreset == SAME_STEP:
            if out.final_packed != NULL or out.final_planes != NULL:
                observe(
                    slot,
                    out.final_packed + GF_PACKED * place if out.final_packed != NULL else NULL,
                    out.final_planes + 52 * GF_PLANES * place if out.final_planes != NULL else NULL,
                )
            begin(many, slot, place)
    tell(many, place, rewards, has_ended, is_illegal, out, is_plain)
    return is_illegal


cdef inline void tell(
    gf_many *many,  # IN, OUT: what is legal now
    Py_ssize_t place,  # IN
    const float *rewards,  # IN: of both seats, or first that of the agent
    bint has_ended,  # IN
    bint is_illegal,  # IN
    gf_arrays *out,  # OUT
    bint is_plain,  # IN
) noexcept nogil:
    """Writes what there is to know of a round where it is wanted."""
    cdef gf_slot *slot = &many.slots[place]
    cdef gf_view *view = &slot.state.view
    gf_find_legal(view, &slot.legal)
    if is_plain or out.rewards != NULL:
        if not is_plain and many.has_opponent:
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
    if is_plain or many.is_compact:
        if is_plain or out.masks != NULL:
            gf_spell_legal(&slot.legal, out.masks + GF_COMPACT_COUNT * place)
        if not is_plain and out.words != NULL:
            out.words[2 * place] = slot.legal.discards | slot.legal.knocks << 52
            out.words[2 * place + 1] = slot.legal.knocks >> 12 | slot.legal.others << 40
    elif out.masks != NULL or out.words != NULL:
        gf_spell_all(
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


cdef void begin(gf_many *many, gf_slot *slot, Py_ssize_t place) noexcept nogil:
    """The next round of a place."""
    cdef uint64_t index = slot.next
    cdef gf_view *view = &slot.state.view
    cdef int32_t words
    slot.next += slot.stride
    slot.is_told = False
    gf_round_start(&slot.state, &many.rules, slot.key, index, index & 1)
    slot.pile = gf_bit(view.pile[0]) if view.pile_count else 0
    slot.seat = view.seat
    slot.agent = -1
    if many.has_opponent:
        slot.agent = index >> 1 & 1 if many.seat < 0 else many.seat
        slot.seat = slot.agent
        gf_rng_start(&many.rngs[place], slot.key, index, GF_STREAM_SEAT_0 + (1 - slot.agent))
        words = slot.opponent.words
        memset(many.memory + words * place, 0, 8 * words)
        play_opponent(many, slot, place)


cdef void play_opponent(gf_many *many, gf_slot *slot, Py_ssize_t place) noexcept nogil:
    """The opponent's turns, until the agent is to act or the round is over."""
    cdef gf_view *view = &slot.state.view
    cdef const gf_strategy *strategy = slot.opponent
    cdef void *memory = many.memory + strategy.words * place
    cdef int32_t action
    while view.phase != GF_OVER:
        if view.seat == slot.agent:
            if not many.is_compact or view.phase != GF_SPREADING and view.phase != GF_LAYING_OFF:
                return
            gf_slot_apply(slot, GF_AUTO)
            continue
        action = -1
        if strategy.act(view, &many.rngs[place], memory, strategy.params, &action) == 1:
            if gf_slot_apply(slot, action):
                continue
        else:
            action = -1  # the value is not an answer
        if not many.fault.is_found:
            many.at_fault = place
            gf_tell(view, 0, action, slot.state.deck.rng.index, &many.fault)
        gf_forfeit(&slot.state)


cdef float worth(const gf_round *state, int32_t seat, const gf_many *many) noexcept nogil:
    """What a round that is over is worth to a seat."""
    if many.reward == POINTS:
        return <float>(state.scored[seat] - state.scored[1 - seat])
    if many.reward == WIN:
        return 0 if state.winner < 0 else 1 if state.winner == seat else -1
    if state.winner != seat:
        return <float>(-deadwood_of(state, seat) / 100.0)
    if state.kind == GF_GIN or state.kind == GF_BIG_GIN_END or state.kind == GF_FORFEITED:
        return many.gin_reward
    return many.knock_reward


cdef int deadwood_of(const gf_round *state, int32_t seat) noexcept nogil:
    """What a seat is left with when the round is over."""
    if state.kind == GF_DEAD or state.kind == GF_FORFEITED:
        return gf_min_deadwood(gf_hand_of(state, seat))
    return state.knocker_deadwood if seat == state.view.knocker else state.defender_deadwood


cdef void gf_sample_actions(gf_many *many, int64_t *out) noexcept nogil:
    cdef int32_t actions[GF_MOST_ACTIONS]
    cdef Py_ssize_t place
    cdef uint32_t count
    for place in range(many.count):
        if many.is_compact:
            out[place] = sampled(&many.slots[place].legal, &many.sampling)
        else:
            count = gf_legal_of(&many.slots[place].state.view, actions)
            out[place] = actions[gf_below(&many.sampling, count)]


cdef inline int64_t sampled(const gf_legal *legal, gf_rng *rng) noexcept nogil:
    """One of the legal actions of a round."""
    cdef uint32_t discards = gf_count(legal.discards)
    cdef uint32_t knocks = gf_count(legal.knocks)
    cdef uint32_t which = gf_below(rng, discards + knocks + gf_count(legal.others))
    if which < discards:
        return chosen(legal.discards, which)
    which -= discards
    if which < knocks:
        return 52 + chosen(legal.knocks, which)
    return 104 + chosen(legal.others, which - knocks)


cdef inline int32_t chosen(uint64_t cards, uint32_t which) noexcept nogil:
    """The lowest card but `which`."""
    for _ in range(which):
        cards &= cards - 1
    return gf_lowest(cards)
