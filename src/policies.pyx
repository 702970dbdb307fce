# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The built-in strategies, which decide for a seat from its view alone."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from gin_fast.native._legality cimport (
    gf_has_big_gin, gf_is_bound, gf_is_legal_else, gf_knocks, gf_legal_actions, gf_may_draw,
    gf_may_take,
    gf_discards, gf_discards_for_gin
)
from gin_fast.native.bits cimport gf_bit
from gin_fast.native.deadwood cimport gf_best_spreads
from gin_fast.native.dealing cimport gf_below, gf_rng
from gin_fast.native.discarding cimport gf_best_discards
from gin_fast.native.meld cimport gf_meld_index
from gin_fast.native.view cimport (
    GF_AUTO, GF_BIG_GIN, GF_DEAD_STOCK, GF_DISCARDING, GF_DRAW, GF_DRAWING,
    GF_FIRST_UPCARD, GF_KNOCK, GF_LAST_UPCARD, GF_MOST_ACTIONS, GF_PASS, GF_PILE, GF_SPREAD,
    GF_SPREADING, GF_TAKE, gf_view
)

__all__ = []

cdef int32_t gf_random_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    """Any legal action, all equally likely."""
    cdef int32_t legal[GF_MOST_ACTIONS]
    cdef int count = gf_legal_actions(view, legal)
    if count == 0:
        return 0
    action[0] = legal[gf_below(rng, count)]
    return 1


cdef int32_t gf_simple_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    """The baseline of the 2021 AI challenge (EAAI)."""
    if view.phase == GF_DISCARDING:
        return simple_discard(view, rng, memory, action)
    if view.phase == GF_SPREADING:
        return simple_spread(view, rng, memory, action)
    if view.phase == GF_DRAWING:
        action[0] = GF_DRAW
        if gf_may_take(view) and makes_meld(view) or not gf_may_draw(view):
            action[0] = GF_TAKE
    elif view.phase == GF_FIRST_UPCARD:
        action[0] = GF_TAKE if makes_meld(view) else GF_PASS
    elif view.phase == GF_LAST_UPCARD:
        action[0] = GF_TAKE if gf_is_legal_else(view, GF_TAKE) else GF_PASS
    else:
        action[0] = GF_AUTO
    return 1


cdef inline bint makes_meld(const gf_view *view) noexcept nogil:
    return gf_makes_meld(view.hand, view.pile[view.pile_count - 1])


cdef inline int32_t simple_discard(
    const gf_view *view, gf_rng *rng, void *memory, int32_t *action
) noexcept nogil:
    """Goes out as soon as it may. Discards one of the cards that leave least, none of which makes
    again a pair {drawn, discarded} of this round, as long as there is another."""
    cdef uint64_t *pairs = (<gf_simple_memory *>memory).pairs
    cdef uint64_t discards = view.hand & ~view.barred
    cdef uint64_t candidates, cards
    cdef int deadwood, discarded
    if gf_is_bound(view):
        discards = all_discards(view)
    candidates = discards
    if view.drawn_from == GF_PILE:  # a card from the stock is new to the seat: no pair has it
        candidates &= ~pairs[view.drawn]
        if candidates == 0:
            candidates = discards
    deadwood = gf_best_discards(view.hand, view.hand & ~candidates, &cards)
    # Of eleven melded cards some discard leaves nothing, any other 40 at most: four of a run of
    # five.
    if deadwood <= (40 if candidates != view.hand else 0) and gf_has_big_gin(view):
        action[0] = GF_BIG_GIN
        return 1
    discarded = gf_any_card(cards, rng)
    if view.drawn >= 0:  # a player dealt eleven cards discards without drawing
        pairs[view.drawn] |= gf_bit(discarded)
        pairs[discarded] |= gf_bit(view.drawn)
    action[0] = discarded
    if deadwood <= view.limit and may_knock(view, discarded):
        action[0] = GF_KNOCK + discarded
    return 1


cdef uint64_t all_discards(const gf_view *view) noexcept nogil:
    """What may be discarded, or knocked with, where more rules hold than the one on barred cards."""
    cdef uint64_t cards
    if view.stock <= GF_DEAD_STOCK:
        return gf_discards(view) | gf_knocks(view)
    cards = gf_discards_for_gin(view)
    return cards if cards else view.hand & ~view.barred


cdef inline bint may_knock(const gf_view *view, int card) noexcept nogil:
    """Whether one may knock with one of those, which leaves a deadwood within the limit."""
    return view.stock > GF_DEAD_STOCK or gf_knocks(view) >> card & 1


cdef int32_t simple_spread(
    const gf_view *view, gf_rng *rng, void *memory, int32_t *action
) noexcept nogil:
    """Puts one of the best spreads on the table, all equally likely, meld by meld; or leaves it to
    the engine where there is but one."""
    cdef gf_simple_memory *mind = <gf_simple_memory *>memory
    cdef int choices, place
    cdef uint32_t which
    if not mind.chosen:
        choices = gf_best_spreads(view.hand, 0, mind.melds, &mind.meld_count)
        if choices == 1:
            action[0] = GF_AUTO
            return 1
        mind.chosen = 1
        which = gf_below(rng, choices)
        if which:
            gf_best_spreads(view.hand, which, mind.melds, &mind.meld_count)
    # Others may lie on the table, if somebody spread before this strategy was asked.
    action[0] = GF_PASS
    for place in range(mind.meld_count):
        if mind.melds[place] & view.hand:
            action[0] = GF_SPREAD + gf_meld_index(mind.melds[place])
            break
    return 1
