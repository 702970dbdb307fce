# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The questions of a strategy as C functions at addresses, for whoever calls C without Cython."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from gin_fast.native._legality cimport gf_is_legal, gf_knocks, gf_legal_actions, gf_throws
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport gf_count
from gin_fast.native.deadwood cimport (
    GF_RUNS, gf_best_spread, gf_best_spreads, gf_min_deadwood, gf_points, gf_with_sets
)
from gin_fast.native.dealing cimport gf_below, gf_rng, gf_word
from gin_fast.native.discarding cimport (
    gf_best_discards, gf_is_big_gin, gf_knock_discards, gf_outs
)
from gin_fast.native.layoff cimport gf_best_layoff
from gin_fast.native.meld cimport gf_is_meld, gf_meld_index
from gin_fast.native.view cimport GF_DISCARDING, gf_view

__all__ = ["ADDRESSES", "DECLARATIONS", "OF_MIN_DEADWOOD"]

cdef enum:
    MOST_CARDS_LISTED = 13
    MOST_MELDS = 17


cdef int32_t gf_export_min_deadwood(uint64_t hand) noexcept nogil:
    return gf_min_deadwood(hand)


cdef int32_t gf_export_hand_points(uint64_t hand) noexcept nogil:
    return gf_points(hand)


cdef int32_t gf_export_is_meld(uint64_t cards) noexcept nogil:
    return cards & ~GF_DECK == 0 and gf_is_meld(cards)


cdef int32_t gf_export_meld_index(uint64_t cards) noexcept nogil:
    return gf_meld_index(cards)


cdef int32_t gf_export_is_big_gin(uint64_t hand) noexcept nogil:
    return gf_is_big_gin(hand & GF_DECK)


cdef int32_t gf_export_best_discards(
    uint64_t hand, uint64_t barred, uint64_t *cards
) noexcept nogil:
    cards[0] = 0
    return gf_best_discards(hand & GF_DECK, barred, cards)


cdef uint64_t gf_export_knock_discards(
    uint64_t hand, int32_t limit, uint64_t barred
) noexcept nogil:
    return gf_knock_discards(hand & GF_DECK, limit, barred)


cdef uint64_t gf_export_outs(uint64_t hand, int32_t limit, uint64_t seen) noexcept nogil:
    return gf_outs(hand & GF_DECK, limit, seen)


cdef int32_t gf_export_best_spread(uint64_t hand, uint64_t *melds) noexcept nogil:
    return gf_best_spread(hand & GF_DECK, melds)


cdef int32_t gf_export_best_spreads(
    uint64_t hand, int32_t which, uint64_t *melds, int32_t *count
) noexcept nogil:
    cdef int found = 0
    cdef int choices
    hand &= GF_DECK
    count[0] = 0
    if gf_count(hand) > MOST_CARDS_LISTED:
        return -1
    choices = gf_best_spreads(hand, which, melds, &found)
    if 0 <= which < choices:
        count[0] = found
    return choices


cdef int32_t gf_export_best_layoff(
    uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off
) noexcept nogil:
    cdef uint64_t taken = hand & GF_DECK
    cdef int place
    laid_off[0] = 0
    if not 0 <= count <= MOST_MELDS:
        return -1
    for place in range(count):
        if melds[place] & taken or not gf_export_is_meld(melds[place]):
            return -1
        taken |= melds[place]
    return gf_best_layoff(hand & GF_DECK, melds, count, laid_off)


cdef int32_t gf_export_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil:
    return gf_legal_actions(view, actions)


cdef int32_t gf_export_is_legal(const gf_view *view, int32_t action) noexcept nogil:
    return gf_is_legal(view, action)


cdef uint64_t gf_export_throws(const gf_view *view) noexcept nogil:
    return gf_throws(view) if view.phase == GF_DISCARDING else 0


cdef uint64_t gf_export_knocks(const gf_view *view) noexcept nogil:
    return gf_knocks(view) if view.phase == GF_DISCARDING else 0


cdef uint64_t gf_export_word(gf_rng *rng) noexcept nogil:
    return gf_word(rng)


cdef uint32_t gf_export_below(gf_rng *rng, uint32_t count) noexcept nogil:
    return gf_below(rng, count)


DECLARATIONS = {
    "min_deadwood": "int32_t min_deadwood(uint64_t hand)",
    "hand_points": "int32_t hand_points(uint64_t hand)",
    "is_meld": "int32_t is_meld(uint64_t cards)",
    "meld_index": "int32_t meld_index(uint64_t cards)",
    "is_big_gin": "int32_t is_big_gin(uint64_t hand)",
    "best_discards": "int32_t best_discards(uint64_t hand, uint64_t barred, uint64_t *cards)",
    "knock_discards": "uint64_t knock_discards(uint64_t hand, int32_t limit, uint64_t barred)",
    "outs": "uint64_t outs(uint64_t hand, int32_t limit, uint64_t seen)",
    "best_spread": "int32_t best_spread(uint64_t hand, uint64_t *melds)",
    "best_spreads": (
        "int32_t best_spreads(uint64_t hand, int32_t which, uint64_t *melds, int32_t *count)"
    ),
    "best_layoff": (
        "int32_t best_layoff("
        "uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off)"
    ),
    "legal_actions": "int32_t legal_actions(const gf_view *view, int32_t *actions)",
    "is_legal": "int32_t is_legal(const gf_view *view, int32_t action)",
    "throws": "uint64_t throws(const gf_view *view)",
    "knocks": "uint64_t knocks(const gf_view *view)",
    "word": "uint64_t word(gf_rng *rng)",
    "below": "uint32_t below(gf_rng *rng, uint32_t count)",
}
"""The functions by their names, as C declares them.

``best_discards`` answers the deadwood, or -1 where no card may be thrown; ``best_spread`` the
number of melds, of which there may be 17; ``best_spreads`` how many spreads are best, or -1 for
more than 13 cards, and gives the melds, at most 4, of that numbered `which`; ``best_layoff``
answers -1 for melds that are none. ``legal_actions`` writes at most 352. The number that ``below``
draws is from 0 to `count` - 1."""

ADDRESSES = {
    "min_deadwood": <size_t><void *>gf_export_min_deadwood,
    "hand_points": <size_t><void *>gf_export_hand_points,
    "is_meld": <size_t><void *>gf_export_is_meld,
    "meld_index": <size_t><void *>gf_export_meld_index,
    "is_big_gin": <size_t><void *>gf_export_is_big_gin,
    "best_discards": <size_t><void *>gf_export_best_discards,
    "knock_discards": <size_t><void *>gf_export_knock_discards,
    "outs": <size_t><void *>gf_export_outs,
    "best_spread": <size_t><void *>gf_export_best_spread,
    "best_spreads": <size_t><void *>gf_export_best_spreads,
    "best_layoff": <size_t><void *>gf_export_best_layoff,
    "legal_actions": <size_t><void *>gf_export_legal_actions,
    "is_legal": <size_t><void *>gf_export_is_legal,
    "throws": <size_t><void *>gf_export_throws,
    "knocks": <size_t><void *>gf_export_knocks,
    "word": <size_t><void *>gf_export_word,
    "below": <size_t><void *>gf_export_below,
}
"""Where each of them is, in this process."""

OF_MIN_DEADWOOD = {"runs": <size_t><void *>GF_RUNS, "with_sets": <size_t><void *>gf_with_sets}
"""Where its table and its rest are, for whoever compiles the rest of it into the caller."""
