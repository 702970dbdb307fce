# Whether rules, views and rounds that a caller may have written into can be played with.

from gin_fast.native.moves cimport gf_round
from gin_fast.native.view cimport GF_LAYING_OFF, GF_SPREADING, gf_rules, gf_view

# Bounds so that every round played by them ends.
cdef bint gf_are_in_bounds(const gf_rules *rules) noexcept nogil

# Whether the seat to act may have such a view: every card is there, once. Then no strategy that
# decides by it looks outside its tables, whatever else the view says.
cdef bint gf_is_sound(const gf_view *view) noexcept nogil

# Whether what the other seat holds and the cards to come fit a sound view: each card once.
cdef bint gf_is_whole(const gf_round *round) noexcept nogil


# Whether there is a knocker if, and only if, the phase has one: the seat to act spreads, or lays
# off on what the other has spread.
cdef inline bint gf_knocker_fits(const gf_view *view) noexcept nogil:
    if view.phase == GF_SPREADING:
        return view.knocker == view.seat
    if view.phase == GF_LAYING_OFF:
        return view.knocker == 1 - view.seat
    return view.knocker == -1
