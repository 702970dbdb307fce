# Strategies by their names, and the table that two of them sit at.

from libc.stdint cimport uint64_t

from gin_fast.native.seats cimport gf_seat, gf_strategy

# A built-in strategy as gin_fast.strategies names it, set up in its place: it is not moved after.
cdef int gf_builtin(str text, gf_strategy *out) except -1


# Two strategies and their memory.
cdef class Table:
    cdef gf_seat seats[2]
    cdef uint64_t *memory
