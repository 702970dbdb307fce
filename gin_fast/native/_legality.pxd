# What the seat to act may do, from its view alone.

from libc.stdint cimport int32_t

from gin_fast.native.view cimport (
    GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_KNOCK, GF_TAKE, gf_view
)

# All legal actions of the seat whose view it is, ascending, into `actions` (room for
# GF_MOST_ACTIONS); their number. None if it is not to act.
cdef int gf_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil

# Whether an action that is neither a draw nor a throw is legal.
cdef bint gf_is_legal_else(const gf_view *view, int32_t action) noexcept nogil


# Whether an action is legal for the seat to act, whose view it is.
cdef inline bint gf_is_legal(const gf_view *view, int32_t action) noexcept nogil:
    if view.phase == GF_DRAWING:
        # When nobody has drawn yet both seats passed the upcard.
        return action == GF_DRAW or action == GF_TAKE and view.draws > 0
    if view.phase == GF_DISCARDING and 0 <= action < GF_KNOCK:
        return (view.hand & ~view.barred) >> action & 1
    return gf_is_legal_else(view, action)
