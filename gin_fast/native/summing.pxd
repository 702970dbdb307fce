# What rounds add up to.

from libc.stdint cimport int64_t

from gin_fast.native.moves cimport gf_round

cdef enum:
    GF_SUMS = 44  # that gin_fast.answers.sums.Sums names
    GF_NET_BINS = 513
    GF_DRAW_BINS = 128
    GF_DEADWOOD_BINS = 128

# What is added up over a unit before it is squared: a round or two mirrored ones, or a game or two.
cdef struct gf_unit:
    int64_t rounds
    int64_t wins[2]
    int64_t points[2]
    int64_t draws
    int64_t pile_draws
    int64_t knocks
    int64_t knock_deadwood
    int64_t starter_wins
    int64_t starter_net

# The fields of gin_fast.answers.sums.Sums and Counts, in their order.
cdef struct gf_sums:
    int64_t sums[GF_SUMS]
    int64_t net_points[GF_NET_BINS]  # these three follow each other
    int64_t draws[GF_DRAW_BINS]
    int64_t knock_deadwood[GF_DEADWOOD_BINS]
    gf_unit unit  # that is not over

# Adds a round that is over to the unit, and what has no squares to the sums.
cdef void gf_count_in(const gf_round *state, int swapped, gf_sums *sums) noexcept nogil

# Adds the unit to the sums, and begins the next.
cdef void gf_close_unit(gf_sums *sums) noexcept nogil

# The sums as Python has them, and the Tally that they make.
cdef object gf_sums_of(const gf_sums *sums)
cdef object gf_tally_of(const gf_sums *sums)
