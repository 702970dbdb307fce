# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Playing rounds out: strategies against each other, from a deal to its result."""

from cpython.exc cimport PyErr_CheckSignals
from cython cimport critical_section
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from gin_fast.native._legality cimport gf_is_legal
from gin_fast.native.logs cimport (
    gf_log, gf_log_action, gf_log_begin, gf_log_end, gf_log_of, gf_log_view
)
from gin_fast.native.moves cimport gf_forfeit, gf_round, gf_round_start, gf_see
from gin_fast.native.objects cimport gf_result_of, gf_rules_of, gf_view_of
from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.players cimport Bridge, Table
from gin_fast.native.rounds cimport RoundState
from gin_fast.native.seats cimport gf_fault, gf_seat, gf_seats_start, gf_step, gf_tell
from gin_fast.native.summing cimport gf_close_unit, gf_count_in, gf_tally_of
from gin_fast.native.turns cimport gf_play_on
from gin_fast.native.view cimport GF_ACTION_COUNT, GF_OVER, gf_rules, gf_view

from copy import deepcopy
from time import perf_counter

from gin_fast.answers.batch import GAME_STRIDE, as_round, as_rounds
from gin_fast.answers.faults import MOST_FAULTS, Fault, illegal, stop
from gin_fast.answers.sums import TALLY
from gin_fast.native.deadwood import min_deadwood
from gin_fast.rules.rules import as_rules
from gin_fast.state.actions import ACTIONS
from gin_fast.state.results import Playout
from gin_fast.strategies.builtin import STRATEGIES
from gin_fast.strategies.players import as_player, failure
from gin_fast.values.checks import as_int, shown

__all__ = ["STRATEGIES", "TALLY", "Seat", "play", "tally"]

cdef enum:
    MOST_BETWEEN_SIGNALS = 1 << 14  # rounds

cdef double SECONDS_BETWEEN_SIGNALS = 0.02


cdef void gf_play_out(
    gf_round *state, gf_seat *seats, int swapped, gf_fault *fault
) noexcept nogil:
    cdef int32_t action
    if not gf_play_on(state, seats, swapped, &action):
        forfeit(state, swapped, action, fault)


cdef void play_out_logged(
    gf_round *state, gf_seat *seats, int swapped, gf_fault *fault, gf_log *log
) noexcept nogil:
    """The same, each decision being written down, if the log is one of decisions."""
    cdef int32_t action
    if not log.of_decisions:
        gf_play_out(state, seats, swapped, fault)
    while state.view.phase != GF_OVER:
        gf_log_view(log, &state.view)
        if gf_step(state, seats, swapped, &action):
            gf_log_action(log, action)
        else:
            forfeit(state, swapped, action, fault)


cdef void forfeit(
    gf_round *state, int swapped, int32_t action, gf_fault *fault
) noexcept nogil:
    """Ends the round by what was no decision, and tells it."""
    gf_tell(&state.view, state.view.seat ^ swapped, action, state.deck.rng.index, fault)
    gf_forfeit(state)


cdef void gf_tally_rounds(gf_tally *tally, void *games) noexcept nogil:
    cdef gf_round state
    cdef uint64_t index
    cdef uint64_t played = 0
    cdef int swapped = 0
    while tally.left and played < tally.piece and not tally.fault.is_found:
        index = tally.number
        if tally.mirrored:
            swapped = index & 1
            index >>= 1
        gf_round_start(&state, &tally.rules, tally.seed, index, index & 1)
        gf_tally_round(tally, &state, swapped, 0)
        if swapped or not tally.mirrored:
            gf_close_unit(&tally.sums)
        played += 1
        tally.number += 1
        tally.left -= 1


cdef void gf_tally_round(
    gf_tally *tally, gf_round *state, int swapped, uint32_t round_of_game
) noexcept nogil:
    gf_seats_start(tally.seats, tally.seed, state.deck.rng.index, swapped)
    if tally.log == NULL:
        gf_play_out(state, tally.seats, swapped, &tally.fault)
    else:
        gf_log_begin(tally.log, tally.number, state.deck.rng.index, round_of_game, swapped)
        play_out_logged(state, tally.seats, swapped, &tally.fault, tally.log)
        gf_log_end(tally.log, state)
    tally.at_fault = tally.number
    gf_count_in(state, swapped, &tally.sums)


cdef uint64_t gf_next_piece(uint64_t piece, double took) noexcept:
    if took > 2 * SECONDS_BETWEEN_SIGNALS:
        return max(piece / 2, <uint64_t>1)
    if took < SECONDS_BETWEEN_SIGNALS:
        return min(2 * piece, <uint64_t>MOST_BETWEEN_SIGNALS)
    return piece


cdef class Seat:
    """Seat(strategy, seed, index, seat)\n--\n\n\
A strategy at a seat of one round, to be asked move by move. Each round takes a new one.

    It draws from its own stream of the seed and the index. With the same strategies, seed and index
    the moves are those of `play`. A copy goes on where it is, and by itself.

    >>> from gin_fast import Round
    >>> round = Round.deal(7, 0, rules="eaai")
    >>> seats = Seat("simple", 7, 0, 0), Seat("simple", 7, 0, 1)
    >>> while not round.is_over:
    ...     round.apply(seats[round.to_move].choose(round))
    >>> round.actions == play("simple", "simple", 7, 0, rules="eaai").actions
    True
    """

    cdef Table table  # where it has either side, or None: it is not made yet
    cdef object rules  # of the table
    cdef object player
    cdef int32_t seat
    cdef gf_view asked  # last, and what was answered; no version: nothing yet
    cdef int32_t answer
    cdef uint64_t seed
    cdef uint64_t index

    def __init__(self, strategy: StrategyLike, seed: int, index: int, seat: int) -> None:
        cdef uint64_t key, number
        player = as_player(strategy)
        key, number, place = as_round(seed, index, 0)
        place = as_int(seat, "seat", 0, 1)
        with critical_section(self):
            self.table = None
            self.player = player
            self.seed, self.index, self.seat = key, number, place
            self.asked.version = 0

    def __copy__(self) -> Seat:
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        cdef gf_seat *at
        cdef Bridge bridge
        if not isinstance(self, Seat):
            raise TypeError(f"a Seat is needed, not {shown(self)}")
        with critical_section(self):
            if self.player is None:
                raise TypeError("a Seat is made with a strategy, a seed, an index and a seat")
            start = self.player, self.seed, self.index, self.seat
            state = None
            if self.table is not None:
                at = &self.table.seats[self.seat]
                bridge = self.table.bridges[self.seat]
                state = {
                    "rules": self.rules,
                    "stream": <bytes>(<char *>&at.rng)[: sizeof(gf_rng)],
                    "memory": <bytes>(<char *>at.memory)[: 8 * at.strategy.words],
                    "asked": <bytes>(<char *>&self.asked)[: sizeof(gf_view)],
                    "answer": self.answer,
                    "act": None if bridge is None else bridge.act,
                }
            return Seat._again, (start, state)

    @classmethod
    def _again(cls, start: tuple[Any, ...], state: dict[str, Any] | None) -> Seat:
        """The seat after some turns."""
        cdef Seat made = cls(*start)
        cdef gf_seat *at
        cdef Bridge bridge
        if state is None:
            return made
        made.rules = as_rules(state["rules"])
        made.table = Table(made.player, made.player, made.rules)
        at = &made.table.seats[made.seat]
        for name, size in (
            ("stream", sizeof(gf_rng)), ("memory", 8 * at.strategy.words), ("asked", sizeof(gf_view))
        ):
            if len(state[name]) != size:
                raise ValueError(f"a seat's {name} was stored by another version")
        memcpy(&at.rng, <char *><bytes>state["stream"], sizeof(gf_rng))
        memcpy(at.memory, <char *><bytes>state["memory"], 8 * at.strategy.words)
        memcpy(&made.asked, <char *><bytes>state["asked"], sizeof(gf_view))
        made.answer = as_int(state["answer"], "answer", 0, GF_ACTION_COUNT - 1)
        bridge = made.table.bridges[made.seat]
        if bridge is not None:
            bridge.act = state["act"]
        return made

    def choose(self, round: RoundState) -> Action:
        """The action it takes in the round. Ask it at each of its turns; asked again before
        anything has changed, it gives the same answer."""
        cdef RoundState state
        cdef gf_view view
        cdef gf_fault fault
        cdef int32_t action = -1
        cdef int32_t seat
        cdef uint64_t number
        cdef Table table
        cdef gf_seat *at
        if not isinstance(self, Seat) or not isinstance(round, RoundState):
            raise TypeError(f"round must be a Round, not {shown(round)}")
        state = round
        with critical_section(self, state):
            if self.player is None:
                raise TypeError("a Seat is made with a strategy, a seed, an index and a seat")
            seat = self.seat
            gf_see(&state.state, seat, &view)
            if view.to_move != seat:
                raise ValueError(f"seat {seat} is not to move")
            if self.asked.version and memcmp(&view, &self.asked, sizeof(gf_view)) == 0:
                return ACTIONS[self.answer]
            if self.asked.version and view.draws < self.asked.draws:
                raise ValueError(f"seat {seat} plays another round: make a Seat for each")
            # What is asked may itself make this seat anew.
            table, seed, number = self.table, self.seed, self.index
            if table is None:
                self.rules = state.rules
                table = self.table = Table(self.player, self.player, self.rules)
                gf_seats_start(table.seats, self.seed, self.index, 0)
            at = &table.seats[seat]
            if at.strategy.act(&view, &at.rng, at.memory, at.strategy.params, &action) != 1:
                action = -1  # the value is not an answer
            if not gf_is_legal(&view, action):
                gf_tell(&view, seat, action, number, &fault)
                gf_fault_of(table, &fault, number, state.rules, seed, False)
            if self.table is table:
                self.asked = view
                self.answer = action
            return ACTIONS[action]


def play(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    index: int = 0,
    *,
    rules: Rules | str = "modern",
    starter: int | None = None,
) -> Playout:
    """One round of strategy `a` in seat 0 against `b` in seat 1: every action, and the result.

    Deal `index` of `seed` is played; seat `index` & 1 starts, unless `starter` says otherwise.
    Each seat chooses by its own stream, so the same arguments always give the same round.
    A strategy that fails is a `RuntimeError`.

    >>> play("simple", "simple", 7, 0, rules="eaai").result.kind
    'knock'
    """
    cdef gf_round state
    cdef gf_rules fields
    cdef gf_fault fault
    cdef int32_t action, seat
    cdef Table table
    players = as_player(a), as_player(b)
    seed, index, starter = as_round(seed, index, starter)
    rules = as_rules(rules)
    gf_rules_of(rules, &fields)
    table = Table(*players, rules)
    gf_round_start(&state, &fields, seed, index, starter)
    gf_seats_start(table.seats, seed, index, 0)
    actions = []
    while state.view.phase != GF_OVER:
        seat = state.view.seat
        if not gf_step(&state, table.seats, 0, &action):
            gf_tell(&state.view, seat, action, index, &fault)
            gf_fault_of(table, &fault, index, rules, seed, False)
        actions.append((seat, ACTIONS[action]))
    return Playout(tuple(actions), gf_result_of(&state))


cdef object gf_fault_of(
    Table table, const gf_fault *found, number, rules, seed, bint forfeits, bint of_game=False
):
    raised = table.error_of(found.side)
    if isinstance(raised, KeyboardInterrupt):
        raise raised  # not a fault of the strategy
    view = gf_view_of(&found.view, rules)
    action = found.action
    if raised is None:
        error = illegal(action, view, min_deadwood)
    else:
        action, error = -1, f"failed: {failure(raised)}"
    name = table.players[found.side].name
    round = found.index & ((1 << GAME_STRIDE) - 1) if of_game else -1
    fault = Fault(number, found.index, found.view.seat, name, action, error, view, round)
    if not forfeits:
        stop(fault, seed, raised)
    return fault


cdef class Tallying:
    """A tally of some rounds or games, which are played piece by piece."""

    def __cinit__(self, players, settings, rules, log):
        self.rules = as_rules(rules)
        gf_rules_of(self.rules, &self.tally.rules)
        self.log = gf_log_of(log)
        if self.log is not None:
            self.tally.log = &self.log.log
        self.table = Table(*players, self.rules)
        self.tally.seats = self.table.seats
        self.tally.seed, self.tally.number, self.tally.left, self.tally.mirrored, _ = settings
        self.forfeits = settings.forfeits
        self.tally.piece = 1
        self.faults = []

    def __reduce__(self):
        raise TypeError("a Tallying cannot be copied or pickled: it is midway in its rounds")

    cdef int play(self, gf_play_piece play_piece, void *games) except -1:
        cdef gf_tally *tally = &self.tally
        began = perf_counter()
        if self.table.needs_python:
            play_piece(tally, games)
        else:
            with nogil:
                play_piece(tally, games)
        tally.piece = gf_next_piece(tally.piece, perf_counter() - began)
        if tally.fault.is_found:
            tally.fault.is_found = False
            fault = gf_fault_of(
                self.table,
                &tally.fault,
                tally.at_fault,
                self.rules,
                tally.seed,
                self.forfeits,
                games != NULL,
            )
            if len(self.faults) < MOST_FAULTS:
                self.faults.append(fault)
        if self.log is not None:
            self.log.check()
        PyErr_CheckSignals()
        return 0

    cdef object result(self, tally):
        tally = tally._replace(faults=tuple(self.faults))
        return tally if self.log is None else self.log.logged(tally)


def tally(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
    log: str | None = None,
) -> Tally | Logged:
    """The exact sums over rounds `start` to `start` + `count` - 1 of a seed.

    Strategy `a` plays in seat 0, `b` in seat 1. Round *i* is deal *i*, started by seat *i* & 1.
    `mirrored`: rounds 2 *i* and 2 *i* + 1 are both deal *i*, and in the second the strategies swap
    seats. The tallies of the parts of a range add up to that of the whole.

    A strategy that fails forfeits the round: the other scores as if it had gone gin against the
    current hand. `on_error` ``"raise"`` makes that a `RuntimeError`.

    With `log` ``"rounds"`` or ``"decisions"`` the result is a `Logged`: the tally with a row for
    each round, or also for each decision.

    >>> tally("simple", "random", 7, 0, 10, "eaai").rounds.wins_0
    10
    """
    cdef Tallying work
    players = as_player(a), as_player(b)
    settings = as_rounds(seed, start, count, mirrored, on_error)
    work = Tallying(players, settings, rules, log)
    while work.tally.left:
        work.play(gf_tally_rounds, NULL)
    return work.result(gf_tally_of(&work.tally.sums))
