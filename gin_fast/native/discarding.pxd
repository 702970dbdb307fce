# What may be discarded, and what comes of it: of any cards, from none to all 52. Bits 52-63 of a
# hand must be 0; those of `barred` and `seen`, and the limit, may be anything.

from libc.stdint cimport uint64_t

# The least deadwood after one discard of a card not in `barred`, and the mask of all discards that
# reach it into `cards`; -1, and nothing into `cards`, if there is no such card.
cdef int gf_best_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil

# The mask of the discards that leave at most `limit`.
cdef uint64_t gf_knock_discards(uint64_t hand, int limit, uint64_t barred) noexcept nogil

# Whether these are eleven cards, all melded. Of any other number they are not.
cdef bint gf_is_big_gin(uint64_t hand) noexcept nogil

# The mask of the cards neither held nor seen after which some discard leaves at most `limit`.
cdef uint64_t gf_outs(uint64_t hand, int limit, uint64_t seen) noexcept nogil
