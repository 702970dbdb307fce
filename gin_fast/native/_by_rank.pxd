# The least deadwood of any cards, by one pass over the ranks: bounded time for every mask. It
# answers the hands that the fast paths of deadwood and layoff leave to it. Internal: it changes as
# gin_fast does.

from libc.stdint cimport uint64_t

# The least deadwood of a hand against the `count` melds of a table (none: 0), and the mask of the
# cards laid off. Of the ways to reach it: the fewest cards laid off, then the lowest mask.
cdef int gf_by_rank(uint64_t hand, const uint64_t *table, int count, uint64_t *laid_off) noexcept nogil
