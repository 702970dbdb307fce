# Strategies by their names, and the table that two of them sit at.

from libc.stdint cimport uint64_t

from gin_fast.native.seats cimport gf_seat, gf_strategy

# A built-in strategy, as `parted` of gin_fast.strategies.builtin reads it, set up in its place: it
# is not moved after.
cdef int gf_builtin(object builtin, gf_strategy *out) except -1


# A strategy in Python as the engine asks it.
cdef class Bridge:
    cdef object make
    cdef object rules
    cdef object act  # of the object that plays the round
    cdef object error  # what it raised last, or None


# Two strategies and their memory.
cdef class Table:
    cdef gf_seat seats[2]
    cdef uint64_t *memory
    cdef readonly tuple players
    cdef object bridges  # None for a strategy that is not in Python
    cdef readonly bint needs_python

    # What the strategy of a side raised last, or None; it is forgotten.
    cdef object error_of(self, int side)
