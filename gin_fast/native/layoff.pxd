# Laying off: how the defender answers a knock. The melds of a table must be disjoint true melds,
# none with a card of the hand, and 0-17 of them: the functions of exports make sure of that, these
# do not.

from libc.stdint cimport uint64_t

# The least deadwood of the defender's melds and layoffs chosen together, and the mask of the cards
# laid off into `laid_off`.
cdef int gf_best_layoff(
    uint64_t hand, const uint64_t *melds, int count, uint64_t *laid_off
) noexcept nogil

# The mask of the cards of the hand that fit one of the melds now.
cdef uint64_t gf_legal_layoffs(uint64_t hand, const uint64_t *melds, int count) noexcept nogil
