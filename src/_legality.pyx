# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What the seat to act may do, from its view alone."""

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native.bits cimport gf_bit, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood, gf_points
from gin_fast.native.discarding cimport gf_best_discards, gf_is_big_gin, gf_knock_discards
from gin_fast.native.layoff cimport gf_legal_layoffs
from gin_fast.native.meld cimport GF_MELDS
from gin_fast.native.view cimport (
    GF_ACTION_COUNT, GF_AUTO, GF_BIG_GIN, GF_DEAD_STOCK, GF_DISCARDING, GF_DRAW, GF_DRAWING,
    GF_FIRST_UPCARD, GF_KNOCK, GF_LAST_UPCARD, GF_LAYING_OFF, GF_LAY_OFF, GF_STOCK_END_NO_LAST_KNOCK,
    GF_PASS, GF_PILE, GF_SPREAD, GF_SPREADING, GF_SPREAD_ANY, GF_SPREAD_LEAST, GF_TAKE, gf_view
)

__all__ = []


cdef inline bint may_go_out(const gf_view *view) noexcept nogil:
    """Who drew the third-last card may not, under some rules."""
    return view.rules.stock_end != GF_STOCK_END_NO_LAST_KNOCK or view.stock > GF_DEAD_STOCK


cdef inline bint must_go_out(const gf_view *view) noexcept nogil:
    """The last upcard is taken only to go out."""
    return view.stock <= GF_DEAD_STOCK and view.drawn_from == GF_PILE


cdef bint gf_has_big_gin(const gf_view *view) noexcept nogil:
    return view.rules.big_gin_bonus >= 0 and may_go_out(view) and gf_is_big_gin(view.hand)


cdef uint64_t gf_discards_for_gin(const gf_view *view) noexcept nogil:
    cdef uint64_t cards
    # What is discarded is then all the deadwood there was, ten points at most.
    if gf_min_deadwood(view.hand) > 10 or gf_best_discards(view.hand, view.barred, &cards):
        return 0
    return cards


cdef uint64_t gf_knocks(const gf_view *view) noexcept nogil:
    cdef uint64_t cards
    if not may_go_out(view):
        return 0
    if view.rules.must_go_gin:
        cards = gf_discards_for_gin(view)
        if cards:
            return cards
    return gf_knock_discards(view.hand, view.limit, view.barred)


cdef uint64_t gf_discards(const gf_view *view) noexcept nogil:
    if must_go_out(view):
        return 0
    if view.rules.must_go_gin and may_go_out(view):
        if gf_discards_for_gin(view) or gf_has_big_gin(view):
            return 0
    return view.hand & ~view.barred


cdef int gf_spread_limit(const gf_view *view) noexcept nogil:
    cdef uint64_t ten = view.hand
    cdef int slot
    cdef int least
    if not view.rules.must_go_gin and view.rules.spread == GF_SPREAD_ANY:
        return view.limit
    for slot in range(view.meld_count):
        ten |= view.melds[slot]
    least = gf_min_deadwood(ten)
    return least if least == 0 or view.rules.spread == GF_SPREAD_LEAST else view.limit


cdef bint takes_last_upcard(const gf_view *view) noexcept nogil:
    """Whether the top of the pile lets the hand go out."""
    cdef gf_view after = view[0]
    after.barred = gf_bit(view.pile[view.pile_count - 1])
    after.hand |= after.barred
    if view.rules.taken_card_may_return:
        after.barred = 0
    return gf_knocks(&after) != 0 or gf_has_big_gin(&after)


cdef inline bint is_bound_to(const gf_view *view) noexcept nogil:
    return view.rules.must_go_gin or not may_go_out(view)


cdef bint gf_is_legal_else(const gf_view *view, int32_t action) noexcept nogil:
    cdef int limit
    cdef uint64_t cards
    if action < 0:
        return False
    if view.phase == GF_DISCARDING:
        if action < GF_KNOCK:
            return gf_discards(view) >> action & 1
        if action < GF_DRAW:
            cards = gf_bit(action - GF_KNOCK)
            if is_bound_to(view):
                return gf_knocks(view) & cards != 0
            return (
                cards & view.hand & ~view.barred != 0
                and gf_min_deadwood(view.hand ^ cards) <= view.limit
            )
        return action == GF_BIG_GIN and gf_has_big_gin(view)
    if view.phase == GF_FIRST_UPCARD:
        return action == GF_TAKE or action == GF_PASS
    if view.phase == GF_LAST_UPCARD:
        return action == GF_PASS or action == GF_TAKE and takes_last_upcard(view)
    if view.phase == GF_SPREADING:
        # The knocker may spread what leaves him able to end within the limit, and end within it.
        limit = gf_spread_limit(view)
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
    cdef int limit
    if view.seat != view.to_move:
        return 0
    if view.phase == GF_DRAWING:
        if gf_may_draw(view):
            actions[0] = GF_DRAW
            count = 1
        if gf_may_take(view):
            actions[count] = GF_TAKE
            count += 1
        return count
    if view.phase == GF_DISCARDING:
        count = add_cards(actions, 0, 0, gf_discards(view))
        count = add_cards(actions, count, GF_KNOCK, gf_knocks(view))
        if gf_has_big_gin(view):
            actions[count] = GF_BIG_GIN
            count += 1
        return count
    if view.phase == GF_LAYING_OFF:
        actions[0] = GF_PASS
        actions[1] = GF_AUTO
        count = 2
        for action in range(view.meld_count):
            count = add_cards(
                actions, count, GF_LAY_OFF + 52 * action,
                gf_legal_layoffs(view.hand, &view.melds[action], 1),
            )
        return count
    if view.phase == GF_SPREADING:
        limit = gf_spread_limit(view)
        if gf_points(view.hand) <= limit:
            actions[0] = GF_PASS
            count = 1
        actions[count] = GF_AUTO
        count += 1
        for action in range(GF_SPREAD, GF_LAY_OFF):
            if GF_MELDS[action - GF_SPREAD] & ~view.hand == 0:
                if gf_min_deadwood(view.hand ^ GF_MELDS[action - GF_SPREAD]) <= limit:
                    actions[count] = action
                    count += 1
        return count
    for action in range(GF_TAKE, GF_PASS + 1):  # an upcard
        if gf_is_legal_else(view, action):
            actions[count] = action
            count += 1
    return count
