# Python arguments turned into C values. The quick way is for an exact int in range; all else goes
# through gin_fast.cards, which accepts what may be accepted and words every error. Internal, but
# for GF_DECK.

from cpython.bool cimport PyBool_Check
from cpython.long cimport PyLong_Check, PyLong_CheckExact
from libc.stdint cimport int32_t, int64_t, uint64_t

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object value, int *overflow) except? -1

cdef uint64_t GF_DECK  # the mask of all 52 cards
cdef uint64_t gf_checked_mask(object value, object name) except? 0xFFFFFFFFFFFFFFFF
cdef int64_t gf_checked_int(
    object value, object name, int64_t low, int64_t high
) except? -9223372036854775807
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


# A number from `low` to `high`.
cdef inline int64_t gf_int_arg(
    object value, object name, int64_t low, int64_t high
) except? -9223372036854775807:
    cdef int overflow = 0
    cdef long long number
    if PyLong_Check(value) and not PyBool_Check(value):
        number = PyLong_AsLongLongAndOverflow(value, &overflow)
        if not overflow and low <= number <= high:
            return number
    return gf_checked_int(value, name, low, high)
