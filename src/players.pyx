# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Strategies by their names, and the table that two of them sit at."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from gin_fast.native.policies cimport gf_random_act, gf_simple_act, gf_simple_memory
from gin_fast.native.seats cimport GF_MOST_PARAMETERS, gf_strategy
from gin_fast.native.weighing cimport gf_weigh

from gin_fast.strategies import parted

__all__ = []


cdef int gf_builtin(str text, gf_strategy *out) except -1:
    name, parameters = parted(text)
    cdef int place
    out.words = 0
    for place in range(GF_MOST_PARAMETERS):
        out.parameters[place] = parameters[place] if place < len(parameters) else 0
    out.params = out.parameters
    if name == "random":
        out.act = gf_random_act
    elif name == "simple":
        out.act = gf_simple_act
        out.words = sizeof(gf_simple_memory) / 8
    else:
        out.act = gf_weigh
    return 0


cdef class Table:
    """Two strategies and their memory."""

    def __cinit__(self, str a, str b):
        gf_builtin(a, &self.seats[0].strategy)
        gf_builtin(b, &self.seats[1].strategy)
        words = self.seats[0].strategy.words + self.seats[1].strategy.words
        self.memory = <uint64_t *>calloc(words + 1, 8)
        if self.memory == NULL:
            raise MemoryError
        self.seats[0].memory = self.memory
        self.seats[1].memory = self.memory + self.seats[0].strategy.words

    def __dealloc__(self):
        free(self.memory)
