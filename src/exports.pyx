# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Questions about cards and views as plain C functions, for whoever calls C without Cython."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from gin_fast.native._legality cimport gf_is_legal, gf_knocks, gf_legal_actions, gf_discards
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport gf_count
from gin_fast.native.deadwood cimport (
    GF_RUNS, gf_best_spread, gf_best_spreads, gf_min_deadwood, gf_min_deadwoods, gf_points,
    gf_with_sets
)
from gin_fast.native.dealing cimport gf_below, gf_rng, gf_rng_start, gf_word
from gin_fast.native.discarding cimport (
    gf_best_discards, gf_is_big_gin, gf_knock_discards, gf_outs
)
from gin_fast.native.layoff cimport gf_best_layoff, gf_is_table, gf_legal_layoffs
from gin_fast.native.meld cimport (
    GF_MELD_COUNT, GF_MELDS, gf_is_meld, gf_meld_index, gf_melds
)
from gin_fast.native.view cimport (
    GF_DISCARDING, GF_LAYING_OFF, GF_SPREADING, GF_VIEW_VERSION, gf_view
)

__all__ = ["OF_MIN_DEADWOOD"]

cdef enum:
    MOST_CARDS_LISTED = 13


cdef int32_t gf_api_min_deadwood(uint64_t hand) noexcept nogil:
    return gf_min_deadwood(hand)


cdef int32_t gf_api_hand_points(uint64_t hand) noexcept nogil:
    return gf_points(hand)


cdef int32_t gf_api_is_meld(uint64_t cards) noexcept nogil:
    return cards & ~GF_DECK == 0 and gf_is_meld(cards)


cdef int32_t gf_api_meld_index(uint64_t cards) noexcept nogil:
    return gf_meld_index(cards)


cdef int32_t gf_api_is_big_gin(uint64_t hand) noexcept nogil:
    return gf_is_big_gin(hand & GF_DECK)


cdef int32_t gf_api_best_discards(
    uint64_t hand, uint64_t barred, uint64_t *cards
) noexcept nogil:
    cards[0] = 0
    return gf_best_discards(hand & GF_DECK, barred, cards)


cdef uint64_t gf_api_knock_discards(
    uint64_t hand, int32_t limit, uint64_t barred
) noexcept nogil:
    return gf_knock_discards(hand & GF_DECK, limit, barred)


cdef uint64_t gf_api_outs(uint64_t hand, int32_t limit, uint64_t seen) noexcept nogil:
    return gf_outs(hand & GF_DECK, limit, seen)


cdef int32_t gf_api_best_spread(uint64_t hand, uint64_t *melds) noexcept nogil:
    return gf_best_spread(hand & GF_DECK, melds)


cdef int32_t gf_api_best_spreads(
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


cdef int32_t gf_api_best_layoff(
    uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off
) noexcept nogil:
    hand &= GF_DECK
    laid_off[0] = 0
    return gf_best_layoff(hand, melds, count, laid_off) if gf_is_table(hand, melds, count) else -1


cdef uint64_t gf_api_legal_layoffs(
    uint64_t hand, const uint64_t *melds, int32_t count
) noexcept nogil:
    hand &= GF_DECK
    return gf_legal_layoffs(hand, melds, count) if gf_is_table(hand, melds, count) else 0


cdef void gf_api_min_deadwoods(
    const uint64_t *hands, uint8_t *out, int64_t count
) noexcept nogil:
    if count > 0:
        gf_min_deadwoods(hands, out, <Py_ssize_t>count)


cdef int32_t gf_api_melds(uint64_t hand, uint64_t *melds) noexcept nogil:
    return gf_melds(hand & GF_DECK, melds)


cdef uint64_t gf_api_meld(int32_t index) noexcept nogil:
    return GF_MELDS[index] if 0 <= index < GF_MELD_COUNT else 0


cdef inline bint has_top(const gf_view *view) noexcept nogil:
    """Whether there is a pile, and a card on top of it."""
    return 1 <= view.pile_count <= 32 and view.pile[view.pile_count - 1] < 52


cdef bint has_melds(const gf_view *view) noexcept nogil:
    """Whether what is on the table are melds, or nothing is."""
    cdef int place
    if not 0 <= view.meld_count <= 3:
        return False
    for place in range(view.meld_count):
        if not gf_api_is_meld(view.melds[place]):
            return False
    return True


cdef inline bint may_act(const gf_view *view) noexcept nogil:
    """Whether it is a view of the seat to act, in which whatever is counted has a place. Who
    discards needs none of the counts."""
    if view.version != GF_VIEW_VERSION or not 0 <= view.seat <= 1 or view.seat != view.to_move:
        return False
    if view.phase == GF_DISCARDING:
        return True
    if view.phase == GF_SPREADING or view.phase == GF_LAYING_OFF:
        return has_melds(view)
    return has_top(view)


cdef inline const gf_view *with_cards(const gf_view *view, gf_view *room) noexcept nogil:
    """The view, or in the room that is given the same without the bits of its hand that are no
    cards."""
    if view.hand & ~GF_DECK == 0:
        return view
    room[0] = view[0]
    room.hand &= GF_DECK
    return room


cdef int32_t gf_api_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil:
    cdef gf_view room
    return gf_legal_actions(with_cards(view, &room), actions) if may_act(view) else 0


cdef int32_t gf_api_is_legal(const gf_view *view, int32_t action) noexcept nogil:
    cdef gf_view room
    return may_act(view) and gf_is_legal(with_cards(view, &room), action)


cdef uint64_t gf_api_discards(const gf_view *view) noexcept nogil:
    cdef gf_view room
    if not may_act(view) or view.phase != GF_DISCARDING:
        return 0
    return gf_discards(with_cards(view, &room))


cdef uint64_t gf_api_knocks(const gf_view *view) noexcept nogil:
    cdef gf_view room
    if not may_act(view) or view.phase != GF_DISCARDING:
        return 0
    return gf_knocks(with_cards(view, &room))


cdef uint64_t gf_api_word(gf_rng *rng) noexcept nogil:
    return gf_word(rng)


cdef uint32_t gf_api_below(gf_rng *rng, uint32_t count) noexcept nogil:
    return gf_below(rng, count)


cdef void gf_api_rng_start(
    gf_rng *rng, uint64_t seed, uint64_t index, uint64_t stream
) noexcept nogil:
    gf_rng_start(rng, seed, index, stream)


OF_MIN_DEADWOOD = {"runs": <size_t><void *>GF_RUNS, "with_sets": <size_t><void *>gf_with_sets}
"""Where its table and its rest are, for whoever compiles the rest of it into the caller."""
