# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What the seat to act may do, from its view alone."""

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native.bits cimport gf_bit, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood, gf_points
from gin_fast.native.discarding cimport gf_is_big_gin, gf_knock_discards
from gin_fast.native.layoff cimport gf_legal_layoffs
from gin_fast.native.meld cimport GF_MELDS
from gin_fast.native.view cimport (
    GF_ACTION_COUNT, GF_AUTO, GF_BIG_GIN, GF_DISCARDING, GF_DRAW, GF_FIRST_UPCARD, GF_KNOCK,
    GF_LAYING_OFF, GF_LAY_OFF, GF_PASS, GF_SPREAD, GF_SPREADING, GF_TAKE, gf_view
)


cdef bint gf_is_legal_else(const gf_view *view, int32_t action) noexcept nogil:
    cdef int32_t limit = view.rules.knock_limit
    cdef uint64_t cards
    if view.phase == GF_DISCARDING:
        if action < GF_KNOCK or action >= GF_DRAW:
            return (
                action == GF_BIG_GIN and view.rules.big_gin_bonus >= 0
                and gf_is_big_gin(view.hand)
            )
        cards = gf_bit(action - GF_KNOCK)
        return (
            cards & view.hand & ~view.barred != 0
            and gf_min_deadwood(view.hand ^ cards) <= limit
        )
    if view.phase == GF_FIRST_UPCARD:
        return action == GF_TAKE or action == GF_PASS
    if view.phase == GF_SPREADING:
        # The knocker may spread what leaves him able to end within the limit, and end within it.
        if action == GF_PASS:
            return gf_points(view.hand) <= limit
        if action < GF_SPREAD or action >= GF_LAY_OFF:
            return action == GF_AUTO
        cards = GF_MELDS[action - GF_SPREAD]
        return cards & ~view.hand == 0 and gf_min_deadwood(view.hand ^ cards) <= limit
    if view.phase == GF_LAYING_OFF:
        if action < GF_LAY_OFF or action >= GF_ACTION_COUNT:
            return action == GF_PASS or action == GF_AUTO
        action -= GF_LAY_OFF
        cards = view.hand & gf_bit(action % 52)
        return (
            action / 52 < view.meld_count
            and gf_legal_layoffs(cards, &view.melds[action / 52], 1) != 0
        )
    return False


cdef int add_cards(int32_t *actions, int count, int32_t base, uint64_t cards) noexcept nogil:
    """Adds an action for each card; how many actions there are then."""
    while cards:
        actions[count] = base + gf_lowest(cards)
        count += 1
        cards &= cards - 1
    return count


cdef int gf_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil:
    cdef int count = 0
    cdef int32_t action
    if view.seat != view.to_move:
        return 0
    if view.phase == GF_DISCARDING:
        count = add_cards(actions, count, 0, view.hand & ~view.barred)
        count = add_cards(
            actions, count, GF_KNOCK,
            gf_knock_discards(view.hand, view.rules.knock_limit, view.barred),
        )
    elif view.phase == GF_LAYING_OFF:
        actions[0] = GF_PASS
        actions[1] = GF_AUTO
        count = 2
        for action in range(view.meld_count):
            count = add_cards(
                actions, count, GF_LAY_OFF + 52 * action,
                gf_legal_layoffs(view.hand, &view.melds[action], 1),
            )
        return count
    for action in range(GF_DRAW, GF_LAY_OFF if view.phase == GF_SPREADING else GF_SPREAD):
        actions[count] = action
        count += gf_is_legal(view, action)
    return count
