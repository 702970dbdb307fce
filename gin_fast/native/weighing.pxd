# Strategies that weigh their throws: greedy and its kin.

from libc.stdint cimport int32_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.view cimport gf_view

# The parameters, in the order of gin_fast.strategies.
cdef struct gf_weights:
    int32_t meld_gain
    int32_t gain
    int32_t deadwood
    int32_t outs
    int32_t danger
    int32_t early
    int32_t knock
    int32_t width

# Decides as gf_act does; `params` are gf_weights.
cdef int32_t gf_weigh(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil
