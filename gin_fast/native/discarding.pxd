# What may be discarded, and what comes of it: of any cards, from none to all 52. Bits 52-63 of a
# hand must be 0; those of `barred` and `seen`, and the limit, may be anything.

from libc.stdint cimport uint64_t

from gin_fast.native.bits cimport GF_SUIT, gf_highest
from gin_fast.native.deadwood cimport gf_points
from gin_fast.native.meld cimport GF_ACES, gf_in_runs, gf_triples

# gf_best_discards of a hand for which gf_loose finds nothing.
cdef int gf_other_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil


# The cards that lie in no meld, if they are all that is left of the hand: nothing if a card lies in
# a set and in a run.
cdef inline uint64_t gf_loose(uint64_t hand) noexcept nogil:
    cdef uint64_t in_run = gf_in_runs(hand)
    cdef uint64_t in_set = gf_triples(hand) * GF_ACES
    return hand & ~(in_run | in_set) if in_run & in_set == 0 else 0


# The highest rank of some cards, ten for the ten and those above it, from 0 on; there is a card.
cdef inline int gf_dearest(uint64_t cards) noexcept nogil:
    cdef uint64_t ranks = cards | cards >> 26
    return min(gf_highest((ranks | ranks >> 13) & GF_SUIT), 9)


# The best discards when some cards are all that is left, and some of them, at least one, legal: the
# dearest; what is melded stays so.
cdef inline int gf_dearest_discards(uint64_t loose, uint64_t legal, uint64_t *cards) noexcept nogil:
    cdef int rank = gf_dearest(legal)
    cards[0] = legal & GF_ACES * (GF_SUIT >> rank << rank)
    return gf_points(loose) - rank - 1


# The least deadwood after one discard of a card not in `barred`, and the mask of all discards that
# reach it into `cards`; -1, and nothing into `cards`, if there is no such card.
cdef inline int gf_best_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil:
    cdef uint64_t loose = gf_loose(hand)
    if loose & ~barred:
        return gf_dearest_discards(loose, loose & ~barred, cards)
    return gf_other_discards(hand, barred, cards)


# That deadwood alone.
cdef inline int gf_least_after_discard(uint64_t hand, uint64_t barred) noexcept nogil:
    cdef uint64_t loose = gf_loose(hand)
    cdef uint64_t cards
    if loose & ~barred:
        return gf_points(loose) - gf_dearest(loose & ~barred) - 1
    return gf_other_discards(hand, barred, &cards)


# The mask of the discards that leave at most `limit`.
cdef uint64_t gf_knock_discards(uint64_t hand, int limit, uint64_t barred) noexcept nogil

# Whether these are eleven cards, all melded. Of any other number they are not.
cdef bint gf_is_big_gin(uint64_t hand) noexcept nogil

# The mask of the cards neither held nor seen after which some discard leaves at most `limit`.
cdef uint64_t gf_outs(uint64_t hand, int limit, uint64_t seen) noexcept nogil
