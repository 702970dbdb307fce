# The built-in strategies without parameters; they decide as gf_act does, from a view of the seat to
# act that a round gave: strategy_decide of exported_rounds checks one from elsewhere.

from libc.stdint cimport int32_t, uint32_t, uint64_t

from gin_fast.native.bits cimport gf_count, gf_lowest, gf_ranks
from gin_fast.native.dealing cimport gf_below, gf_rng
from gin_fast.native.meld cimport GF_ACES
from gin_fast.native.view cimport gf_view

# Any legal action, all equally likely.
cdef int32_t gf_random_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil

# What the simple strategy remembers of a round.
cdef struct gf_simple_memory:
    uint64_t pairs[52]  # of each card: those it made a pair {drawn, discarded} with
    int chosen  # whether the spread is
    int meld_count
    uint64_t melds[3]  # of the spread

# The baseline of the 2021 AI challenge; `memory` is a gf_simple_memory.
cdef int32_t gf_simple_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil

cdef extern from *:
    """
    #define GF_MAKES_RUN 0xFF88CC88U
    """
    const uint32_t GF_MAKES_RUN  # of five ranks as bits: whether a run of them has the middle one


# Whether a hand with another card has a meld that contains the card.
cdef inline bint gf_makes_meld(uint64_t hand, uint32_t card) noexcept nogil:
    cdef uint32_t suit = card // 13
    cdef uint32_t rank = card - 13 * suit
    cdef uint64_t same_rank = hand & GF_ACES << rank
    # The two ranks below it, itself and the two above it, as five bits.
    cdef uint32_t near = gf_ranks(hand, suit) << 2 >> rank & 31
    return (same_rank & (same_rank - 1) != 0) | (GF_MAKES_RUN >> near & 1)


# One of some cards at random, all equally likely. Branches would be guessed wrong, so among few, as
# it is nearly always, there are none.
cdef inline int gf_any_card(uint64_t cards, gf_rng *rng) noexcept nogil:
    cdef uint64_t without[4]  # the lowest 0, 1, 2, 3 of them
    cdef uint64_t more
    cdef uint32_t which
    without[0] = cards
    without[1] = cards & (cards - 1)
    without[2] = without[1] & (without[1] - 1)
    without[3] = without[2] & (without[2] - 1)
    more = without[3] & (without[3] - 1)
    if more:
        which = gf_below(rng, 4 + gf_count(more))
        for _ in range(which):
            cards &= cards - 1
        return gf_lowest(cards)
    which = gf_below(rng, 1 + (without[1] != 0) + (without[2] != 0) + (without[3] != 0))
    return gf_lowest(without[which])
