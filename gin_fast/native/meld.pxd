# Melds: sets of three or four of one rank, runs of three or more in one suit, ace low. Bits 52-63
# of what is passed must be 0, but for gf_meld_index.

from libc.stdint cimport uint64_t

from gin_fast.native.bits cimport GF_SUIT, gf_ranks, gf_thrice

# [gin_fast.h: GF_MELD_COUNT
cdef enum:
    GF_MELD_COUNT = 329
    GF_MOST_MELDS = 17  # disjoint ones, in 52 cards
# ]

cdef extern from *:
    """
    #define GF_ACES 0x8004002001ULL
    """
    const uint64_t GF_ACES  # the mask of the aces; times a mask of ranks, their cards in all suits

cdef uint64_t GF_MELDS[GF_MELD_COUNT]  # the masks of all melds, ascending

# Whether these cards are one meld.
cdef bint gf_is_meld(uint64_t mask) noexcept nogil

# The melds inside a hand, ascending, into `out` (room for 329); how many there are.
cdef int gf_melds(uint64_t hand, uint64_t *out) noexcept nogil

# The melds of a Python iterable of masks, ascending, into `out` (room for 17), and their number; a
# ValueError or TypeError unless they are true melds, disjoint, none with a card of `hand`.
cdef int gf_table_arg(object value, uint64_t hand, uint64_t *out) except -1

# The index in GF_MELDS of a meld; -1 for anything else.
cdef int gf_meld_index(uint64_t mask) noexcept nogil


# Puts a meld among some that ascend; how many there are then.
cdef inline int gf_insert(uint64_t *melds, int count, uint64_t meld) noexcept nogil:
    cdef int place = count
    while place > 0 and melds[place - 1] > meld:
        melds[place] = melds[place - 1]
        place -= 1
    melds[place] = meld
    return count + 1


# The ranks of which a hand has three or four.
cdef inline uint64_t gf_triples(uint64_t hand) noexcept nogil:
    return gf_thrice(gf_ranks(hand, 0), gf_ranks(hand, 1), gf_ranks(hand, 2), gf_ranks(hand, 3))


# Whether a meld is a run, given that it is one: only then two of its cards follow each other.
cdef inline bint gf_is_run(uint64_t meld) noexcept nogil:
    return meld & meld << 1 != 0


# The lowest cards of the runs of three in a hand.
cdef inline uint64_t gf_run_starts(uint64_t hand) noexcept nogil:
    return hand & hand >> 1 & hand >> 2 & GF_ACES * (GF_SUIT >> 2)  # none starts at a queen or king


# The cards that lie in a run of three or more.
cdef inline uint64_t gf_in_runs(uint64_t hand) noexcept nogil:
    cdef uint64_t starts = gf_run_starts(hand)
    return starts | starts << 1 | starts << 2


# The cards that lie in any meld.
cdef inline uint64_t gf_in_melds(uint64_t hand) noexcept nogil:
    return hand & (gf_in_runs(hand) | GF_ACES * gf_triples(hand))


# The cards that lie in a set and in a run.
cdef inline uint64_t gf_in_conflict(uint64_t hand) noexcept nogil:
    return gf_in_runs(hand) & GF_ACES * gf_triples(hand)


# The cards that make a meld with two of a hand that does not hold them.
cdef inline uint64_t gf_makers(uint64_t hand) noexcept nogil:
    cdef uint64_t above = (hand & ~(GF_ACES << 12)) << 1
    cdef uint64_t below = (hand & ~GF_ACES) >> 1
    cdef uint64_t two_above = (above & ~(GF_ACES << 12)) << 1
    cdef uint64_t two_below = (below & ~GF_ACES) >> 1
    cdef uint64_t a = gf_ranks(hand, 0)
    cdef uint64_t b = gf_ranks(hand, 1)
    cdef uint64_t c = gf_ranks(hand, 2)
    cdef uint64_t d = gf_ranks(hand, 3)
    cdef uint64_t pairs = a & b | c & d | (a | b) & (c | d)
    return (GF_ACES * pairs | above & two_above | below & two_below | above & below) & ~hand
