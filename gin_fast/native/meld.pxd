# Melds: sets of three or four of one rank, runs of three or more in one suit, ace low.

from libc.stdint cimport uint64_t

cdef enum:
    GF_MELD_COUNT = 329

cdef uint64_t GF_MELDS[329]  # the masks of all melds, ascending

# Whether these cards are one meld.
cdef bint gf_is_meld(uint64_t mask) noexcept nogil

# The melds inside a hand, ascending, into `out` (room for 329); how many there are.
cdef int gf_melds(uint64_t hand, uint64_t *out) noexcept nogil

# The melds of an iterable of masks, ascending, into `out` (room for 17), and their number; checked:
# true melds, disjoint, none with a card of `hand`.
cdef int gf_table_arg(object value, uint64_t hand, uint64_t *out) except -1

# The index in GF_MELDS of a meld, or -1.
cdef int gf_meld_index(uint64_t mask) noexcept nogil
