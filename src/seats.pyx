# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Playing a round out between two seats, each with a function that decides."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from gin_fast.native.dealing cimport GF_STREAM_SEAT_0, gf_rng_ready, gf_rng_start

from gin_fast.strategies.builtin import BUILTINS

__all__ = []


cdef void gf_seats_start(
    gf_seat *seats, uint64_t seed, uint64_t index, int swapped
) noexcept nogil:
    cdef int seat
    for seat in range(2):
        gf_rng_start(&seats[seat].rng, seed, index, GF_STREAM_SEAT_0 + (seat ^ swapped))
        gf_rng_ready(&seats[seat].rng)
        memset(seats[seat].memory, 0, 8 * seats[seat].strategy.words)


cdef int gf_bounds_of(object name, int count, gf_bounds *bounds) except -1:
    cdef int place
    parameters = tuple(BUILTINS[name].parameters.values())
    if len(parameters) != count or count > GF_MOST_PARAMETERS:
        raise ImportError(f"gin_fast.native was built for another {name}: build it anew")
    for place in range(count):
        bounds.low[place], bounds.high[place] = parameters[place].low, parameters[place].high
    return 0
