# Playing rounds out.

from libc.stdint cimport int32_t, int64_t, uint64_t

from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_seat
from gin_fast.native.view cimport gf_rules

# The sums that gin_fast.playing.TALLY names, in its order.
cdef enum:
    GF_SUMS = 26

# The choice that stopped a play-out because it was no legal action.
cdef struct gf_fault:
    int32_t seat
    int32_t action
    uint64_t index

# Both seats, and the round, at the start of a round.
cdef void gf_playout_start(
    gf_round *state, gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t index,
    int32_t starter
) noexcept nogil

# Adds the rounds `start` to `start` + `count` - 1 of a seed to `sums`, the seat `index` & 1
# starting; False as soon as a choice is a fault.
cdef bint gf_tally(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t start, uint64_t count,
    int64_t *sums, gf_fault *fault
) noexcept nogil

# Adds a round that is over to `sums`.
cdef void gf_count_in(const gf_round *state, int64_t *sums) noexcept nogil
