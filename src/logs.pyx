# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Logs of rounds: a row for each round, and for each decision."""

from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from gin_fast.native.bits cimport gf_bit
from gin_fast.native.moves cimport gf_round
from gin_fast.native.view cimport gf_view

import numpy as np

from gin_fast.answers.rows import DECISION_DTYPE, Logged, ROW_DTYPE, as_log

__all__ = []

cdef enum:
    LEAST_ROOM = 64  # rows

if (ROW_DTYPE.itemsize, DECISION_DTYPE.itemsize) != (
    sizeof(gf_round_row), sizeof(gf_decision_row)
):
    raise ImportError("gin_fast.native.logs was built for other rows: build it anew")


cdef inline void *next_row(gf_rows *rows, size_t size) noexcept nogil:
    """Where the next row is to be, which is not counted yet; NULL: there is no memory for it."""
    cdef size_t room
    cdef void *data
    if rows.count == rows.room:
        room = max(2 * rows.room, <size_t>LEAST_ROOM)
        data = realloc(rows.data, room * size)
        if data == NULL:
            return NULL
        rows.data = <char *>data
        rows.room = room
    return rows.data + rows.count * size


cdef void gf_log_begin(
    gf_log *log, uint64_t number, uint64_t index, uint32_t round_of_game, int swapped
) noexcept nogil:
    log.number = number
    log.index = index
    log.round_of_game = round_of_game
    log.swapped = swapped
    log.first = log.decisions.count


cdef void gf_log_view(gf_log *log, const gf_view *view) noexcept nogil:
    cdef gf_decision_row *row = <gf_decision_row *>next_row(
        &log.decisions, sizeof(gf_decision_row)
    )
    cdef int place
    if row == NULL:
        log.is_short = True
        return
    row.number = log.number
    row.index = log.index
    row.hand = view.hand
    row.barred = view.barred
    row.known = view.known
    row.exposed = view.exposed
    row.declined = view.declined
    row.own_declined = view.own_declined
    row.pile = 0
    for place in range(view.pile_count):
        row.pile |= gf_bit(view.pile[place])
    for place in range(3):
        row.melds[place] = view.melds[place]
    row.unmelded = view.unmelded
    row.laid_off = view.laid_off
    row.round_of_game = log.round_of_game
    row.score = view.scores[view.seat]
    row.other_score = view.scores[1 - view.seat]
    row.turn = log.decisions.count - log.first
    row.draws = view.draws
    row.pile_draws = view.pile_draws
    row.limit = view.limit
    row.returns = view.returns
    row.seat = view.seat
    row.side = view.seat ^ log.swapped
    row.starter = view.starter ^ log.swapped
    row.phase = view.phase
    row.drawn = view.drawn
    row.drawn_from = view.drawn_from
    row.pile_top = <int8_t>view.pile[view.pile_count - 1] if view.pile_count else -1
    row.stock = view.stock
    row.upcard_taken = view.upcard_taken
    row.knock_card = view.knock_card
    row.multiplier = view.multiplier


cdef void gf_log_action(gf_log *log, int32_t action) noexcept nogil:
    cdef gf_decision_row *rows = <gf_decision_row *>log.decisions.data
    if not log.is_short:
        rows[log.decisions.count].action = action
        log.decisions.count += 1


cdef void gf_log_end(gf_log *log, const gf_round *state) noexcept nogil:
    cdef int swapped = log.swapped
    cdef gf_decision_row *decisions = <gf_decision_row *>log.decisions.data
    cdef gf_round_row *row = <gf_round_row *>next_row(&log.rounds, sizeof(gf_round_row))
    cdef size_t place
    cdef int seat
    if row == NULL:
        log.is_short = True
        return
    memset(row, 0, sizeof(gf_round_row))  # what lies between the fields, too
    row.number = log.number
    row.index = log.index
    row.round_of_game = log.round_of_game
    row.scored[0] = state.scored[swapped]
    row.scored[1] = state.scored[1 - swapped]
    row.draws = state.view.draws
    row.pile_draws = state.view.pile_draws
    row.knocker_deadwood = state.knocker_deadwood
    row.defender_deadwood = state.defender_deadwood
    row.limit = state.view.limit
    row.multiplier = state.view.multiplier
    row.seat_of_a = swapped
    row.starter = state.view.starter ^ swapped
    row.winner = side_of(state.winner, swapped)
    row.knocker = side_of(state.view.knocker, swapped)
    row.kind = state.kind
    log.rounds.count += 1
    for place in range(log.first, log.decisions.count):
        seat = decisions[place].seat
        decisions[place].net_points = state.scored[seat] - state.scored[1 - seat]
        decisions[place].won = -1 if state.winner < 0 else state.winner == seat


cdef inline int8_t side_of(int32_t seat, int swapped) noexcept nogil:
    """The side that has a seat, or -1: it is no seat."""
    return seat if seat < 0 else seat ^ swapped


cdef class Memory:
    """Rows that are complete, as memory that NumPy may have."""

    cdef char *data
    cdef Py_ssize_t size

    def __reduce__(self):
        raise TypeError("a Memory cannot be copied or pickled: copy the array that has it")

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, self.data, self.size, False, flags)

    def __dealloc__(self):
        free(self.data)


cdef object array_of(gf_rows *rows, dtype):
    """The rows, which it takes over."""
    cdef Memory memory = Memory()
    cdef void *data = rows.data
    if rows.count == 0:
        return np.empty(0, dtype)
    memory.size = rows.count * <Py_ssize_t>dtype.itemsize
    data = realloc(rows.data, memory.size)  # what is left over is given back, or not
    memory.data = rows.data if data == NULL else <char *>data
    memset(rows, 0, sizeof(gf_rows))
    return np.frombuffer(memory, dtype)


cdef class RowLog:
    """A log of rounds, which records each decision, then the end of each round."""

    def __reduce__(self):
        raise TypeError("a RowLog cannot be copied or pickled: it is midway in its rounds")

    def __dealloc__(self):
        free(self.log.rounds.data)
        free(self.log.decisions.data)

    cdef int check(self) except -1:
        if self.log.is_short:
            raise MemoryError("the log of the rounds is too long for memory: play fewer at once")
        return 0

    cdef object logged(self, tally):
        return Logged(
            tally,
            array_of(&self.log.rounds, ROW_DTYPE),
            array_of(&self.log.decisions, DECISION_DTYPE) if self.log.of_decisions else None,
        )


cdef RowLog gf_log_of(object name):
    cdef RowLog log
    name = as_log(name)
    if name is None:
        return None
    log = RowLog()
    log.log.of_decisions = name == "decisions"
    return log
