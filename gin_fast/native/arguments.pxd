# Python arguments turned into C values. The quick way is for an exact int in range; all else goes
# through gin_fast.cards, which accepts what may be accepted and words every error.

from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int32_t, uint64_t

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object value, int *overflow) except? -1

cdef uint64_t GF_DECK  # the mask of all 52 cards
cdef uint64_t gf_checked_mask(object value, object name) except? 0xFFFFFFFFFFFFFFFF
cdef int32_t gf_limit_arg(object value, object name) except -1


# A mask of cards 0-51.
cdef inline uint64_t gf_mask_arg(object value, object name) except? 0xFFFFFFFFFFFFFFFF:
    cdef int overflow = 0
    cdef long long number
    if PyLong_CheckExact(value):
        number = PyLong_AsLongLongAndOverflow(value, &overflow)
        if not overflow and not number >> 52:
            return <uint64_t>number
    return gf_checked_mask(value, name)
