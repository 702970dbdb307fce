# What decides for a seat.

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.view cimport gf_view

# Decides from the view of the seat to act. `rng` is the seat's own stream, `memory` its own block,
# zeroed when the round begins, `params` what the strategy was set up with. `*action` is -1 before:
# anything but the status 1 with a legal action is a fault.
ctypedef int32_t (*gf_act)(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil

cdef enum:
    GF_MOST_PARAMETERS = 8

cdef struct gf_strategy:
    gf_act act
    const void *params
    int32_t words  # of 64 bits: the size of its memory
    int32_t parameters[GF_MOST_PARAMETERS]  # what params of a built-in strategy point to

# A built-in strategy as gin_fast.strategies names it, set up in its place: it is not moved after.
cdef int gf_builtin(str text, gf_strategy *out) except -1
