# What is written down of rounds: rows in memory that grows, without Python. Internal: it changes as
# gin_fast does.

from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint32_t, uint64_t

from gin_fast.native.moves cimport gf_round
from gin_fast.native.view cimport gf_view

# A round: gin_fast.answers.rows.ROW_DTYPE.
cdef struct gf_round_row:
    uint64_t number
    uint64_t index
    uint32_t round_of_game
    int32_t scored[2]
    int16_t draws
    int16_t pile_draws
    int16_t knocker_deadwood
    int16_t defender_deadwood
    int16_t limit
    int8_t multiplier
    int8_t seat_of_a
    int8_t starter
    int8_t winner
    int8_t knocker
    int8_t kind

# A decision: gin_fast.answers.rows.DECISION_DTYPE.
cdef struct gf_decision_row:
    uint64_t number
    uint64_t index
    uint64_t hand
    uint64_t barred
    uint64_t known
    uint64_t exposed
    uint64_t declined
    uint64_t own_declined
    uint64_t pile
    uint64_t melds[3]
    uint64_t unmelded
    uint64_t laid_off
    uint32_t round_of_game
    int32_t score
    int32_t other_score
    int32_t net_points
    uint16_t turn
    int16_t action
    int16_t draws
    int16_t pile_draws
    int16_t limit
    int16_t returns
    int8_t seat
    int8_t side
    int8_t starter
    int8_t phase
    int8_t drawn
    int8_t drawn_from
    int8_t pile_top
    int8_t stock
    int8_t upcard_taken
    int8_t knock_card
    int8_t multiplier
    int8_t won

cdef struct gf_rows:
    char *data
    size_t count
    size_t room

cdef struct gf_log:
    gf_rows rounds
    gf_rows decisions
    int32_t of_decisions
    int32_t is_short  # of memory: some rows are missing
    size_t first  # decision of the round that is played
    uint64_t number
    uint64_t index
    uint32_t round_of_game
    int32_t swapped

# A round begins.
cdef void gf_log_begin(
    gf_log *log, uint64_t number, uint64_t index, uint32_t round_of_game, int swapped
) noexcept nogil

# What the seat to act sees, and then what it did. Without the latter there was no decision.
cdef void gf_log_view(gf_log *log, const gf_view *view) noexcept nogil
cdef void gf_log_action(gf_log *log, int32_t action) noexcept nogil

# The round is over.
cdef void gf_log_end(gf_log *log, const gf_round *state) noexcept nogil


# A log that Python has.
cdef class RowLog:
    cdef gf_log log

    # Raises MemoryError if rows are missing.
    cdef int check(self) except -1

    # The Logged of what was written down; the log is empty after.
    cdef object logged(self, tally)


# The log of a name, or None.
cdef RowLog gf_log_of(object name)
