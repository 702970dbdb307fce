# Rules, rounds and strategies as plain C functions, for callers without Cython: with those of
# exports they are the table that gin_fast/include/gin_fast.h declares and documents. They check
# their arguments. Cython code that is sure of its own calls moves, seats and playout.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_strategy
from gin_fast.native.view cimport gf_rules, gf_view

# [gin_fast.h: gf_totals
# The results of many rounds, by strategy: sums, so add those of two pieces of work.
cdef struct gf_totals:
    int64_t rounds
    int64_t wins[2]
    int64_t points[2]
    int64_t net_squared  # of points[0] - points[1] of each round, or of each mirrored pair
    int64_t forfeits[2]  # by whom
    int64_t dead
    int64_t ties
    int64_t draws  # cards drawn
# ]

# [gin_fast.h, functions: Rules, Rounds, Strategies
cdef int32_t gf_api_rules_named(const char *name, gf_rules *rules) noexcept nogil
cdef int32_t gf_api_rules_check(const gf_rules *rules, char *why, int32_t room) noexcept with gil
cdef int32_t gf_api_round_start(
    gf_round *round, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter
) noexcept nogil
cdef int32_t gf_api_round_from_deck(
    gf_round *round, const gf_rules *rules, const uint8_t *cards, int32_t starter
) noexcept nogil
cdef int32_t gf_api_round_view(const gf_round *round, int32_t seat, gf_view *view) noexcept nogil
cdef int32_t gf_api_round_apply(gf_round *round, int32_t action) noexcept nogil
cdef int32_t gf_api_round_forfeit(gf_round *round) noexcept nogil
cdef int32_t gf_api_round_play(
    gf_round *round, const gf_strategy *strategies, uint64_t seed, uint64_t index
) noexcept nogil
cdef int32_t gf_api_round_sample(
    gf_round *round, const gf_view *view, uint64_t seed, uint64_t number, int32_t belief
) noexcept nogil
cdef int32_t gf_api_strategy_named(
    const char *text, gf_strategy *strategy, char *why, int32_t room
) noexcept with gil
cdef int32_t gf_api_strategy_decide(
    const gf_strategy *strategy, const gf_view *view, gf_rng *rng, void *memory
) noexcept nogil
cdef int32_t gf_api_play_many(
    const gf_strategy *strategies, const gf_rules *rules, uint64_t seed, uint64_t first,
    uint64_t count, int32_t mirrored, gf_totals *totals
) noexcept nogil
# ]
