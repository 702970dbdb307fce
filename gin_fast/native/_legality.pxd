# What the seat to act may do, from its view alone. Internal: exports has the same, checked.

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native.view cimport (
    GF_AFTER_TWO_PASSES_STOCK, GF_AFTER_TWO_PASSES_UPCARD, GF_DEAD_STOCK, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_KNOCK, GF_TAKE, gf_view
)

# Writes all legal actions of the seat that has the view, ascending, to `actions` (room for
# GF_MOST_ACTIONS) and returns their number: 0 if the seat is not to act.
cdef int gf_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil

# Whether an action is legal, among those that gf_is_legal cannot decide at once.
cdef bint gf_is_legal_else(const gf_view *view, int32_t action) noexcept nogil

# With eleven cards: the discards that leave nothing, those that may be discarded without going out,
# those to knock with, and whether it is big gin.
cdef uint64_t gf_discards_for_gin(const gf_view *view) noexcept nogil
cdef uint64_t gf_discards(const gf_view *view) noexcept nogil
cdef uint64_t gf_knocks(const gf_view *view) noexcept nogil
cdef bint gf_has_big_gin(const gf_view *view) noexcept nogil

# The most points that the knocker may leave unspread.
cdef int gf_spread_limit(const gf_view *view) noexcept nogil


# Whether the rules of this turn restrict a discard beyond the barred card.
cdef inline bint gf_is_bound(const gf_view *view) noexcept nogil:
    return view.rules.must_go_gin or view.stock <= GF_DEAD_STOCK


# Whether the pile may be drawn from, and the stock: when nobody has drawn yet both seats passed the
# upcard.
cdef inline bint gf_may_take(const gf_view *view) noexcept nogil:
    return (
        view.draws > 0
        or view.rules.after_two_passes != GF_AFTER_TWO_PASSES_STOCK
        or view.rules.eleven_card_start
    )


cdef inline bint gf_may_draw(const gf_view *view) noexcept nogil:
    return (
        view.draws > 0
        or view.rules.after_two_passes != GF_AFTER_TWO_PASSES_UPCARD
        or view.rules.eleven_card_start
    )


# Whether an action is legal for the seat to act, whose view it is.
cdef inline bint gf_is_legal(const gf_view *view, int32_t action) noexcept nogil:
    if view.phase == GF_DRAWING:
        if action == GF_DRAW:
            return gf_may_draw(view)
        return action == GF_TAKE and gf_may_take(view)
    if view.phase == GF_DISCARDING and 0 <= action < GF_KNOCK and not gf_is_bound(view):
        return (view.hand & ~view.barred) >> action & 1
    return gf_is_legal_else(view, action)
