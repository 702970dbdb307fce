# Questions about cards and views as plain functions: with those of exported_rounds they are the
# table that gin_fast/include/gin_fast.h declares and documents. They check their arguments. Cython
# code calls the functions of the other modules, some of which are inlined.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.view cimport gf_view

# [gin_fast.h, functions: Cards, What a seat may do, Chance, More about cards
cdef int32_t gf_api_min_deadwood(uint64_t hand) noexcept nogil
cdef int32_t gf_api_hand_points(uint64_t hand) noexcept nogil
cdef int32_t gf_api_is_meld(uint64_t cards) noexcept nogil
cdef int32_t gf_api_meld_index(uint64_t cards) noexcept nogil
cdef int32_t gf_api_is_big_gin(uint64_t hand) noexcept nogil
cdef int32_t gf_api_best_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil
cdef uint64_t gf_api_knock_discards(uint64_t hand, int32_t limit, uint64_t barred) noexcept nogil
cdef uint64_t gf_api_outs(uint64_t hand, int32_t limit, uint64_t seen) noexcept nogil
cdef int32_t gf_api_best_spread(uint64_t hand, uint64_t *melds) noexcept nogil
cdef int32_t gf_api_best_spreads(
    uint64_t hand, int32_t which, uint64_t *melds, int32_t *count
) noexcept nogil
cdef int32_t gf_api_best_layoff(
    uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off
) noexcept nogil
cdef int32_t gf_api_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil
cdef int32_t gf_api_is_legal(const gf_view *view, int32_t action) noexcept nogil
cdef uint64_t gf_api_discards(const gf_view *view) noexcept nogil
cdef uint64_t gf_api_knocks(const gf_view *view) noexcept nogil
cdef uint64_t gf_api_word(gf_rng *rng) noexcept nogil
cdef uint32_t gf_api_below(gf_rng *rng, uint32_t count) noexcept nogil
cdef void gf_api_rng_start(
    gf_rng *rng, uint64_t seed, uint64_t index, uint64_t stream
) noexcept nogil
cdef void gf_api_min_deadwoods(const uint64_t *hands, uint8_t *out, int64_t count) noexcept nogil
cdef int32_t gf_api_melds(uint64_t hand, uint64_t *melds) noexcept nogil
cdef uint64_t gf_api_meld(int32_t index) noexcept nogil
cdef uint64_t gf_api_legal_layoffs(
    uint64_t hand, const uint64_t *melds, int32_t count
) noexcept nogil
# ]
