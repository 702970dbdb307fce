# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Observations for many rounds: what a seat may do and what it sees, as words and bytes."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from gin_fast.native.bits cimport gf_bit
from gin_fast.native.view cimport GF_ACTION_COUNT, GF_MOST_ACTIONS, gf_view

from gin_fast.answers.vector import MASKS, N_COMPACT, PACKED, PLANES

__all__ = []

if (N_COMPACT, len(MASKS), len(PACKED), len(PLANES)) != (
    GF_COMPACT_COUNT, GF_MASK_COUNT, GF_PACKED, GF_PLANES
):
    raise ImportError("gin_fast.native.observing was built for other observations: build it anew")

# The places of the plane of facts: the phases, the flags, and then the knock limit.
cdef enum:
    FLAG_PLACES = 7
    LIMIT_PLACES = 15

cdef int number, place
cdef uint8_t *cells
for number in range(256):
    cells = <uint8_t *>&GF_BYTES[number]
    for place in range(8):
        cells[place] = number >> place & 1
for number in range(12):
    for place in range(52):
        if min(place % 13 + 1, 10) >= number:
            GF_WORTH[number] |= gf_bit(place)


cdef void gf_spell_all(const gf_view *view, uint8_t *cells, uint64_t *words) noexcept nogil:
    cdef int32_t actions[GF_MOST_ACTIONS]
    cdef int count = gf_legal_of(view, actions)
    cdef int place
    if cells != NULL:
        memset(cells, 0, GF_ACTION_COUNT)
        for place in range(count):
            cells[actions[place]] = 1
    if words != NULL:
        memset(words, 0, 8 * ((GF_ACTION_COUNT + 63) / 64))
        for place in range(count):
            words[actions[place] >> 6] |= <uint64_t>1 << (actions[place] & 63)


cdef void gf_planes_of(const uint64_t *packed, uint8_t *planes) noexcept nogil:
    cdef int plane
    for plane in range(GF_MASK_COUNT):
        gf_spell(packed[plane], planes + 52 * plane)
    gf_spell(lowest_bits(packed[GF_PACKED_STOCK]), planes + 52 * GF_MASK_COUNT)
    gf_spell(
        gf_bit(<int>packed[GF_PACKED_PHASE])
        | (packed[GF_PACKED_FLAGS] & 255) << FLAG_PLACES
        | lowest_bits(min(packed[GF_PACKED_LIMIT], <uint64_t>(52 - LIMIT_PLACES))) << LIMIT_PLACES,
        planes + 52 * (GF_MASK_COUNT + 1),
    )


cdef inline uint64_t lowest_bits(uint64_t count) noexcept nogil:
    return gf_bit(<int>count) - 1
