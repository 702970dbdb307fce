# Strategies that weigh their discards: greedy and its kin.

from libc.stdint cimport int32_t, int64_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.view cimport gf_view

# [gin_fast.strategies: greedy gf_weights
cdef struct gf_weights:
    int32_t meld_gain  # takes a card that makes a meld if it saves at least this much deadwood
    int32_t gain  # takes any other card if it saves at least this much
    int32_t deadwood  # weight of each point of deadwood that a discard leaves, times the draws so far
    int32_t outs  # weight of each out lost: an unseen card that would have made a meld
    int32_t danger  # weight of each meld that the discard may give the other, times the draws
    int32_t early  # knocks as soon as it can up to this many draws, counting both seats
    int32_t knock  # the most deadwood that it knocks with after that
    int32_t finish  # knocks as soon as it can when it needs at most this many points for the target
    int32_t width  # how many of the best discards it looks at one draw ahead
    int32_t gin  # weight of each per cent of chance of gin after that draw
# ]

# The memory of a seat: the cards that lay in the pile when it last discarded, and their number.
cdef struct gf_weighing_memory:
    uint64_t piled
    int64_t pile_count

# Decides as gf_act does, from a view of the seat to act that a round gave; `params` are gf_weights,
# `memory` is a gf_weighing_memory.
cdef int32_t gf_weigh(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil
