# What decides for a seat, and two that do.

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.moves cimport gf_apply, gf_round
from gin_fast.native.view cimport gf_view

# [gin_fast.h: GF_MOST_PARAMETERS gf_act gf_strategy
cdef enum:
    GF_MOST_PARAMETERS = 16  # of a built-in strategy
    GF_MOST_WORDS = 128  # remembered by a built-in strategy

# Decides from the view of the seat to move: sets *action, which is -1 before, and returns 1. Any
# other return value, or an illegal action, forfeits the round. `rng` is the seat's own stream,
# `memory` its own block, zero when the round begins, `params` the parameters of the strategy. It is
# called without the GIL, from several threads at once. That of a built-in strategy returns 0 if
# `view` is not one that the seat to move may have, or `params` is NULL and it has parameters: give
# it its `parameters`.
ctypedef int32_t (*gf_act)(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil

# A strategy, which decides for a seat: a built-in one (strategy_named), or your own `act`.
cdef struct gf_strategy:
    gf_act act
    const void *params  # NULL: its `parameters`
    int32_t words  # of 64 bits of memory for a round: 0-131072
    int32_t parameters[GF_MOST_PARAMETERS]  # of a built-in one; out of bounds they are a fault
# ]

# What each parameter of a built-in strategy may be, as gin_fast.strategies states it.
cdef struct gf_bounds:
    int32_t low[GF_MOST_PARAMETERS]
    int32_t high[GF_MOST_PARAMETERS]


# Whether the first `count` parameters are within their bounds.
cdef inline bint gf_are_within(
    const int32_t *parameters, const gf_bounds *bounds, int count
) noexcept nogil:
    cdef int32_t out = 0
    cdef int place
    for place in range(count):
        out |= (parameters[place] < bounds.low[place]) | (parameters[place] > bounds.high[place])
    return out == 0


# The bounds of a built-in strategy, which has `count` parameters here.
cdef int gf_bounds_of(object name, int count, gf_bounds *bounds) except -1


# A side of the table, which a strategy plays.
cdef struct gf_seat:
    gf_strategy strategy
    void *memory  # of the size the strategy declares
    gf_rng rng

# Both sides at the start of a round. Side 0 has seat 0, or seat 1 when they have `swapped` (1).
cdef void gf_seats_start(
    gf_seat *seats, uint64_t seed, uint64_t index, int swapped
) noexcept nogil


# One decision of the seat to act, done: True, or False when it is a fault and nothing is done.
cdef inline bint gf_step(
    gf_round *state, gf_seat *seats, int swapped, int32_t *action
) noexcept nogil:
    cdef gf_seat *seat = &seats[state.view.seat ^ swapped]
    cdef const gf_strategy *strategy = &seat.strategy
    action[0] = -1
    if strategy.act(&state.view, &seat.rng, seat.memory, strategy.params, action) == 1:
        return gf_apply(state, action[0])
    action[0] = -1  # the value is not an answer
    return False


# A failed decision.
cdef struct gf_fault:
    int32_t is_found
    int32_t side  # whose strategy it was
    int32_t action
    uint64_t index  # of the deal
    gf_view view


# Describes a failed decision of the seat to act.
cdef inline void gf_tell(
    const gf_view *view, int32_t side, int32_t action, uint64_t index, gf_fault *fault
) noexcept nogil:
    fault.is_found = True
    fault.side = side
    fault.action = action
    fault.index = index
    fault.view = view[0]
