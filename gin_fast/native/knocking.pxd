# The knocker's choice: which spread to show.

from libc.stdint cimport uint64_t

from gin_fast.native.view cimport gf_rules

# What a spread, given by its melds and its deadwood, scores for the knocker against a defender who
# answers best; negative when the defender scores. The melds are disjoint true ones, at most 17,
# none with a card of the defender's.
cdef int gf_spread_score(
    const uint64_t *melds, int count, int deadwood, uint64_t defender, const gf_rules *rules
) noexcept nogil
