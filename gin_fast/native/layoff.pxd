# Laying off: how the defender answers a knock. The melds of a table must be disjoint true melds,
# none with a card of the hand, and 0-17 of them: gf_is_table checks that, the others rely on it.

from libc.stdint cimport uint64_t

# The least deadwood of the defender's melds and layoffs chosen together, and the mask of the cards
# laid off into `laid_off`.
cdef int gf_best_layoff(
    uint64_t hand, const uint64_t *melds, int count, uint64_t *laid_off
) noexcept nogil

# The mask of the cards of the hand that fit one of the melds now.
cdef uint64_t gf_legal_layoffs(uint64_t hand, const uint64_t *melds, int count) noexcept nogil

# Which of the melds takes a card that is laid off together with others, where several may: the run
# that it makes longer at its top, else the one at its bottom, else the set.
cdef int gf_taker(
    uint64_t laid_off, int card, const uint64_t *table, int count
) noexcept nogil

# Whether these melds are such a table. Bits 52-63 of the hand must be 0, those of a meld may be
# anything.
cdef bint gf_is_table(uint64_t hand, const uint64_t *melds, int count) noexcept nogil
