# The built-in strategies without parameters; they decide as gf_act does, from a view of the seat to
# act that a round gave: strategy_decide of exported_rounds checks one from elsewhere.

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.view cimport gf_view

# Any legal action, all equally likely.
cdef int32_t gf_random_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil

# What the simple strategy remembers of a round.
cdef struct gf_simple_memory:
    uint64_t pairs[52]  # of each card: those it made a pair {drawn, discarded} with
    int chosen  # whether the spread is
    int meld_count
    uint64_t melds[3]  # of the spread

# The baseline of the 2021 AI challenge; `memory` is a gf_simple_memory.
cdef int32_t gf_simple_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil
