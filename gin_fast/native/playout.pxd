# Playing rounds out.

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from gin_fast.native.logs cimport gf_log
from gin_fast.native.moves cimport gf_round
from gin_fast.native.players cimport Table
from gin_fast.native.seats cimport gf_seat
from gin_fast.native.view cimport gf_rules, gf_view

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

# What gin_fast.answers.sums.Sums and Counts tell, in their order.
cdef struct gf_sums:
    int64_t sums[GF_SUMS]
    int64_t net_points[GF_NET_BINS]  # these three follow each other
    int64_t draws[GF_DRAW_BINS]
    int64_t knock_deadwood[GF_DEADWOOD_BINS]
    gf_unit unit  # that is not over

# A decision that was none.
cdef struct gf_fault:
    int32_t is_found
    int32_t side  # of the table: whose strategy it was
    int32_t action
    uint64_t index  # of the deal
    gf_view view

# Both sides, and the round, at the start of a round.
cdef void gf_playout_start(
    gf_round *state, gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t index,
    int32_t starter, int swapped
) noexcept nogil

# Plays a round to its end. What is no decision forfeits it, and is told in `fault`.
cdef void gf_play_out(
    gf_round *state, gf_seat *seats, uint64_t index, int swapped, gf_fault *fault
) noexcept nogil

# The same, written down in a log as a round of that number.
cdef void gf_play_out_logged(
    gf_round *state, gf_seat *seats, uint64_t number, uint64_t index, uint32_t round_of_game,
    int swapped, gf_fault *fault, gf_log *log
) noexcept nogil

# Adds a round that is over to the unit, and what has no squares to the sums.
cdef void gf_count_in(const gf_round *state, int swapped, gf_sums *sums) noexcept nogil

# Adds the unit to the sums, and begins the next.
cdef void gf_close_unit(gf_sums *sums) noexcept nogil

# Plays the rounds from number `start` on, `count` of them, or until one has a fault and is done;
# and tells how many those were. They are written down in `log`, unless it is NULL.
cdef uint64_t gf_tally(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t start, uint64_t count,
    bint mirrored, gf_sums *sums, gf_fault *fault, gf_log *log
) noexcept nogil

# How many rounds to play before signals are seen to again, `piece` of them having taken so long.
cdef uint64_t gf_next_piece(uint64_t piece, double took) noexcept

# The Sums and Counts as Python has them; and the Fault that was found in a round or game with a
# number, or the error that it leads to.
cdef object gf_sums_of(const gf_sums *sums)
cdef object gf_counts_of(const gf_sums *sums)
cdef object gf_fault_told(
    Table table, const gf_fault *found, number, rules, seed, bint forfeits
)
