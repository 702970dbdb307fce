# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Python arguments turned into C values."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from gin_fast.cards.hands import as_mask
from gin_fast.values.checks import as_int

__all__ = []

GF_DECK = (<uint64_t>1 << 52) - 1


cdef uint64_t gf_checked_mask(object value, object name) except? 0xFFFFFFFFFFFFFFFF:
    return as_mask(value, name)


cdef int64_t gf_checked_int(
    object value, object name, int64_t low, int64_t high
) except? -9223372036854775807:
    return as_int(value, name, low, high)


# A limit of deadwood: no hand has more than 340, so larger numbers are cut to that.
cdef int32_t gf_limit_arg(object value, object name) except -1:
    return min(as_int(value, name, 0), 340)
