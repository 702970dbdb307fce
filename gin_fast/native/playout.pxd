# Playing rounds out.

from libc.stdint cimport uint32_t, uint64_t

from gin_fast.native.logs cimport RowLog, gf_log
from gin_fast.native.moves cimport gf_round
from gin_fast.native.players cimport Table
from gin_fast.native.seats cimport gf_fault, gf_seat
from gin_fast.native.summing cimport gf_sums
from gin_fast.native.view cimport gf_rules

# Plays a round that was begun to its end. A failed decision forfeits it, and is
# described in `fault`.
cdef void gf_play_out(
    gf_round *state, gf_seat *seats, int swapped, gf_fault *fault
) noexcept nogil

# A tally and its progress: the rounds or games from `number` on, `left` of them to go.
cdef struct gf_tally:
    gf_seat *seats
    gf_rules rules
    uint64_t seed
    uint64_t number  # of the round or game that is next
    uint64_t left
    uint64_t piece  # how many rounds to play before signals are handled
    bint mirrored
    gf_sums sums
    gf_fault fault
    uint64_t at_fault  # the number of the round or game that was played last
    gf_log *log  # or NULL: nothing is written down

# Plays a round that was begun to its end, and adds it up. Its unit is not closed.
cdef void gf_tally_round(
    gf_tally *tally, gf_round *state, int swapped, uint32_t round_of_game
) noexcept nogil

# Plays on by `piece` rounds, or until one has a fault and is done.
cdef void gf_tally_rounds(gf_tally *tally, void *games) noexcept nogil

# A part of the work: gf_tally_rounds, or the same for games, whose state is the second argument.
ctypedef void (*gf_play_piece)(gf_tally *tally, void *games) noexcept nogil


# A tally in the making, with what Python has of it.
cdef class Tallying:
    cdef gf_tally tally
    cdef Table table
    cdef object rules
    cdef bint forfeits
    cdef RowLog log
    cdef list faults

    # Plays a piece, without the GIL where it may be; then handles its fault, its log and signals.
    cdef int play(self, gf_play_piece play_piece, void *games) except -1

    # The Tally with its faults, or the Logged of it.
    cdef object result(self, tally)

# How many rounds to play before signals are handled again, `piece` of them having taken so long.
cdef uint64_t gf_next_piece(uint64_t piece, double took) noexcept

# The Fault that was found in a round or game with a number, or the error that it leads to.
cdef object gf_fault_of(
    Table table, const gf_fault *found, number, rules, seed, bint forfeits, bint of_game=*
)
