# Deadwood, in pips, and the spreads that leave it: of any cards, from none to all 52. Bits 52-63 of
# a hand are ignored where a comment says so, and must be 0 elsewhere.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from gin_fast.native.bits cimport GF_SUITS, gf_ranks, gf_thrice

# Of the masks of one suit's cards: the least deadwood that runs alone leave in the low half,
# the mask of the cards that lie in a run in the high half.
cdef uint32_t GF_RUNS[GF_SUITS]
cdef uint8_t GF_POINTS[GF_SUITS]  # the pips of a mask of one suit's cards

# The rest of gf_min_deadwood for a hand that holds a set.
cdef int gf_with_sets(
    uint32_t a,  # IN: the ranks of its suits
    uint32_t b,  # IN
    uint32_t c,  # IN
    uint32_t d,  # IN
    int runs,  # IN: the sum of their entries in GF_RUNS
    uint32_t triples,  # IN: the ranks held three or four times
    uint32_t in_run,  # IN: the ranks of which a card lies in a run
) noexcept nogil


# The least deadwood over all spreads of a hand, in bounded time. Bits 52-63 are ignored.
cdef inline int gf_min_deadwood(uint64_t hand) noexcept nogil:
    cdef uint32_t a = gf_ranks(hand, 0)
    cdef uint32_t b = gf_ranks(hand, 1)
    cdef uint32_t c = gf_ranks(hand, 2)
    cdef uint32_t d = gf_ranks(hand, 3)
    cdef uint32_t entry_a = GF_RUNS[a]
    cdef uint32_t entry_b = GF_RUNS[b]
    cdef uint32_t entry_c = GF_RUNS[c]
    cdef uint32_t entry_d = GF_RUNS[d]
    cdef int runs = <int>((entry_a + entry_b + entry_c + entry_d) & 0xFFFF)
    cdef uint32_t triples = gf_thrice(a, b, c, d)
    if triples == 0:
        return runs
    return gf_with_sets(
        a, b, c, d, runs, triples, (entry_a | entry_b | entry_c | entry_d) >> 16
    )


# The same for `count` hands, into `out`; none if it is below 1.
cdef void gf_min_deadwoods(const uint64_t *hands, uint8_t *out, Py_ssize_t count) noexcept nogil


# The pips of a hand. Bits 52-63 are ignored.
cdef inline int gf_points(uint64_t hand) noexcept nogil:
    return (
        GF_POINTS[gf_ranks(hand, 0)] + GF_POINTS[gf_ranks(hand, 1)]
        + GF_POINTS[gf_ranks(hand, 2)] + GF_POINTS[gf_ranks(hand, 3)]
    )


# The first spread of least deadwood: its ascending melds into `melds` (room for 17), their number.
cdef int gf_best_spread(uint64_t hand, uint64_t *melds) noexcept nogil

# The number of spreads of least deadwood of a hand of at most 13 cards: of more they are too many.
# Of the one numbered `which` (from 0, in their order), if there is one, the melds (room for 4) and
# their number are stored; if not, `count` is anything.
cdef int gf_best_spreads(uint64_t hand, int which, uint64_t *melds, int *count) noexcept nogil
