# Rules, views and results as Python objects. What is cimported from here raises what Python raises.

from libc.stdint cimport int32_t, uint8_t

from gin_fast.native.moves cimport gf_round
from gin_fast.native.view cimport gf_rules, gf_view

# The fields of Rules, and the RoundResult of a round that is over or None.
cdef int gf_rules_of(object rules, gf_rules *out) except -1
cdef object gf_result_of(const gf_round *state)

# A view as a Python object, with the Rules it is played by.
cdef object gf_view_of(const gf_view *view, object rules)

# The view that a Python object is, which was checked.
cdef int gf_view_read(object view, gf_view *out) except -1

# The ids of some cards.
cdef tuple gf_cards_of(const uint8_t *cards, int count)

# The actions of some numbers.
cdef tuple gf_actions_of(const int32_t *codes, int count)
