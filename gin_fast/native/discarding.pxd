# What may be thrown, and what comes of it.

from libc.stdint cimport uint64_t

# The least deadwood after one throw of a card not in `barred`, and the mask of all throws that reach
# it into `cards`; -1 if there is no such card.
cdef int gf_best_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil

# The mask of the throws that leave at most `limit`.
cdef uint64_t gf_knock_discards(uint64_t hand, int limit, uint64_t barred) noexcept nogil

# Whether these are eleven cards, all melded.
cdef bint gf_is_big_gin(uint64_t hand) noexcept nogil

# The mask of the cards neither held nor seen after which some throw leaves at most `limit`.
cdef uint64_t gf_outs(uint64_t hand, int limit, uint64_t seen) noexcept nogil
