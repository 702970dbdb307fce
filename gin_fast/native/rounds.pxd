# The state of one round as a Python object.

from gin_fast.native.moves cimport gf_round


cdef class RoundState:
    cdef gf_round state
    cdef object rules
    cdef object start  # the deck or the position it began with, or None: the deal of a seed
    cdef object past  # (the past before, seat, action), or None
