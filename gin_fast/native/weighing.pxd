# Strategies that weigh their throws: greedy and its kin.

from libc.stdint cimport int32_t, int64_t, uint64_t

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
    int32_t finish
    int32_t width
    int32_t gin

# The memory of a seat: the cards that lay in the pile when it last threw, and their number.
cdef struct gf_weighing_memory:
    uint64_t piled
    int64_t pile_count

# Decides as gf_act does, from a view of the seat to act that a round gave; `params` are gf_weights,
# `memory` is a gf_weighing_memory.
cdef int32_t gf_weigh(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil
