# The questions of a strategy as plain functions, for whoever calls C without Cython. Whoever has
# Cython calls the functions of the other modules, some of which are inlined.

from libc.stdint cimport int32_t, uint32_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.view cimport gf_view

# About a hand. What is no card of it, in bits 52-63, is left out.
cdef int32_t gf_export_min_deadwood(uint64_t hand) noexcept nogil
cdef int32_t gf_export_hand_points(uint64_t hand) noexcept nogil
cdef int32_t gf_export_is_meld(uint64_t cards) noexcept nogil
cdef int32_t gf_export_meld_index(uint64_t cards) noexcept nogil
cdef int32_t gf_export_is_big_gin(uint64_t hand) noexcept nogil
cdef int32_t gf_export_best_discards(
    uint64_t hand, uint64_t barred, uint64_t *cards
) noexcept nogil
cdef uint64_t gf_export_knock_discards(
    uint64_t hand, int32_t limit, uint64_t barred
) noexcept nogil
cdef uint64_t gf_export_outs(uint64_t hand, int32_t limit, uint64_t seen) noexcept nogil
cdef int32_t gf_export_best_spread(uint64_t hand, uint64_t *melds) noexcept nogil
cdef int32_t gf_export_best_spreads(
    uint64_t hand, int32_t which, uint64_t *melds, int32_t *count
) noexcept nogil
cdef int32_t gf_export_best_layoff(
    uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off
) noexcept nogil

# About a view.
cdef int32_t gf_export_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil
cdef int32_t gf_export_is_legal(const gf_view *view, int32_t action) noexcept nogil
cdef uint64_t gf_export_throws(const gf_view *view) noexcept nogil
cdef uint64_t gf_export_knocks(const gf_view *view) noexcept nogil

# Draws.
cdef uint64_t gf_export_word(gf_rng *rng) noexcept nogil
cdef uint32_t gf_export_below(gf_rng *rng, uint32_t count) noexcept nogil
