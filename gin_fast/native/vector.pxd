# Many rounds at once: what a seat may do and what it sees, as words and as bytes.

from libc.stdint cimport int32_t, uint8_t, uint64_t

from gin_fast.native.moves cimport gf_round
from gin_fast.native.view cimport gf_view

cdef enum:
    GF_COMPACT_COUNT = 108  # gin_fast._vector.N_COMPACT
    GF_MASK_COUNT = 11  # the MASKS, PACKED and PLANES there
    GF_PACKED = 16
    GF_PLANES = 13

# What the seat to act may do, of the actions below GF_COMPACT_COUNT.
cdef struct gf_legal:
    uint64_t throws  # the cards to discard
    uint64_t knocks  # those to knock with
    uint64_t others  # bit 0 draw from the stock, 1 take the pile's top, 2 pass, 3 big gin

# A round among many.
cdef struct gf_slot:
    gf_round state
    uint64_t pile  # the mask of the cards in it
    gf_legal legal
    uint64_t next  # the index of the deal after this one
    int32_t agent  # its seat, or -1: both are played
    int32_t seat  # whose observation it is
    int32_t is_told  # that it is over

# Does an action, and keeps the mask of the pile; False and nothing if it is illegal.
cdef bint gf_slot_apply(gf_slot *slot, int32_t action) noexcept nogil

# What is legal for the seat to act. When the round is over that is to pass, so that there is
# something to choose: it does nothing.
cdef void gf_find_legal(const gf_view *view, gf_legal *legal) noexcept nogil

# A view as words, given the mask of its pile; and those words as bytes of 0 and 1.
cdef void gf_pack(const gf_view *view, uint64_t pile, uint64_t *packed) noexcept nogil
cdef void gf_planes_of(const uint64_t *packed, uint8_t *planes) noexcept nogil
