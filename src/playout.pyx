# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Playing rounds out: strategies against each other, from a deal to its result."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cython cimport critical_section
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from gin_fast.native._legality cimport gf_is_legal
from gin_fast.native.logs cimport (
    Log, gf_log, gf_log_action, gf_log_begin, gf_log_end, gf_log_of, gf_log_view
)
from gin_fast.native.moves cimport (
    GF_DEAD, GF_FORFEITED, GF_KNOCKED, GF_TIE, GF_UNDERCUT, gf_forfeit, gf_round,
    gf_round_start, gf_see
)
from gin_fast.native.players cimport Table
from gin_fast.native.rounds cimport RoundState, gf_result_of, gf_rules_of, gf_view_of
from gin_fast.native.seats cimport gf_seat, gf_seats_start, gf_step
from gin_fast.native.view cimport GF_OVER, gf_rules, gf_view

from time import perf_counter

from numpy import frombuffer, int64

from gin_fast.values.checks import as_int, shown
from gin_fast.state.actions import ACTIONS
from gin_fast.strategies.players import as_player, failure
from gin_fast.answers.batch import as_round, as_rounds
from gin_fast.answers.faults import Fault, MOST_FAULTS, illegal, stop
from gin_fast.answers.sums import Counts, DEADWOOD_BINS, DRAW_BINS, NET_BINS, Sums, TALLY, Tally
from gin_fast.state.results import Playout
from gin_fast.rules.rules import as_rules
from gin_fast.strategies.builtin import STRATEGIES

__all__ = ["STRATEGIES", "TALLY", "Seat", "play", "tally"]

cdef enum:
    MOST_BETWEEN_SIGNALS = 1 << 14  # rounds

cdef double SECONDS_BETWEEN_SIGNALS = 0.02

# The places of the sums in TALLY. Kinds that a side wins have two places each, by kind and side.
cdef enum:
    ROUNDS
    WINS
    POINTS = 3
    DRAWS = 5
    PILE_DRAWS
    KNOCK_DEADWOOD
    STARTER_WINS
    STARTER_NET
    WINS_SQUARED
    POINTS_SQUARED = 12
    NET_SQUARED = 14
    DRAWS_SQUARED
    PILE_DRAWS_SQUARED
    KNOCK_DEADWOOD_SQUARED
    KNOCK_DEADWOOD_BY_KNOCKS
    KNOCKS_SQUARED
    STARTER_WINS_SQUARED
    STARTER_WINS_BY_DECIDED
    DECIDED_SQUARED
    STARTER_NET_SQUARED
    ROUNDS_SQUARED
    WINS_BY_ROUNDS
    POINTS_BY_ROUNDS = 27
    DRAWS_BY_ROUNDS = 29
    PILE_DRAWS_BY_ROUNDS
    STARTER_NET_BY_ROUNDS
    WON_KINDS
    FORFEITS = 40
    DEAD = 42
    TIES

if (len(TALLY), NET_BINS, DRAW_BINS, DEADWOOD_BINS) != (
    GF_SUMS, GF_NET_BINS, GF_DRAW_BINS, GF_DEADWOOD_BINS
):
    raise ImportError("gin_fast.native.playout was built for other sums: build it anew")


cdef void gf_playout_start(
    gf_round *state, gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t index,
    int32_t starter, int swapped
) noexcept nogil:
    gf_round_start(state, rules, seed, index, starter)
    gf_seats_start(seats, seed, index, swapped)


cdef void gf_play_out(
    gf_round *state, gf_seat *seats, uint64_t index, int swapped, gf_fault *fault
) noexcept nogil:
    cdef int32_t action
    while state.view.phase != GF_OVER:
        if not gf_step(state, seats, swapped, &action):
            forfeit(state, index, swapped, action, fault)


cdef void gf_play_out_logged(
    gf_round *state, gf_seat *seats, uint64_t number, uint64_t index, uint32_t round_of_game,
    int swapped, gf_fault *fault, gf_log *log
) noexcept nogil:
    cdef int32_t action
    gf_log_begin(log, number, index, round_of_game, swapped)
    if log.of_decisions:
        while state.view.phase != GF_OVER:
            gf_log_view(log, &state.view)
            if gf_step(state, seats, swapped, &action):
                gf_log_action(log, action)
            else:
                forfeit(state, index, swapped, action, fault)
    else:
        gf_play_out(state, seats, index, swapped, fault)
    gf_log_end(log, state)


cdef void forfeit(
    gf_round *state, uint64_t index, int swapped, int32_t action, gf_fault *fault
) noexcept nogil:
    """Ends the round by what was no decision, and tells it."""
    fault.is_found = True
    fault.side = state.view.seat ^ swapped
    fault.action = action
    fault.index = index
    fault.view = state.view
    gf_forfeit(state)


cdef void gf_count_in(const gf_round *state, int swapped, gf_sums *sums) noexcept nogil:
    cdef gf_unit *unit = &sums.unit
    cdef int64_t points_0 = state.scored[swapped]
    cdef int64_t points_1 = state.scored[1 - swapped]
    cdef int64_t net = points_0 - points_1
    cdef int64_t deadwood = state.knocker_deadwood
    cdef int64_t draws = state.view.draws
    cdef int kind = state.kind
    cdef int side
    sums.sums[ROUNDS] += 1
    unit.rounds += 1
    sums.net_points[bin_of(net + GF_NET_BINS / 2, GF_NET_BINS)] += 1
    sums.draws[bin_of(draws, GF_DRAW_BINS)] += 1
    unit.draws += draws
    unit.pile_draws += state.view.pile_draws
    unit.points[0] += points_0
    unit.points[1] += points_1
    unit.starter_net += -net if state.view.starter ^ swapped else net
    if state.winner >= 0:
        side = state.winner ^ swapped
        unit.wins[side] += 1
        unit.starter_wins += state.winner == state.view.starter
        sums.sums[(FORFEITS if kind == GF_FORFEITED else WON_KINDS + 2 * (kind - 1)) + side] += 1
    else:
        sums.sums[DEAD if kind == GF_DEAD else TIES] += 1
    if kind == GF_KNOCKED or kind == GF_UNDERCUT or kind == GF_TIE:
        sums.knock_deadwood[bin_of(deadwood, GF_DEADWOOD_BINS)] += 1
        unit.knocks += 1
        unit.knock_deadwood += deadwood


cdef inline int bin_of(int64_t value, int bins) noexcept nogil:
    return <int>max(0, min(value, bins - 1))


cdef void gf_close_unit(gf_sums *of) noexcept nogil:
    cdef gf_unit *unit = &of.unit
    cdef int64_t *sums = of.sums
    cdef int64_t net = unit.points[0] - unit.points[1]
    cdef int64_t decided = unit.wins[0] + unit.wins[1]
    cdef int side
    for side in range(2):
        sums[WINS + side] += unit.wins[side]
        sums[POINTS + side] += unit.points[side]
        sums[WINS_SQUARED + side] += unit.wins[side] * unit.wins[side]
        sums[POINTS_SQUARED + side] += unit.points[side] * unit.points[side]
        sums[WINS_BY_ROUNDS + side] += unit.wins[side] * unit.rounds
        sums[POINTS_BY_ROUNDS + side] += unit.points[side] * unit.rounds
    sums[DRAWS] += unit.draws
    sums[PILE_DRAWS] += unit.pile_draws
    sums[KNOCK_DEADWOOD] += unit.knock_deadwood
    sums[STARTER_WINS] += unit.starter_wins
    sums[STARTER_NET] += unit.starter_net
    sums[NET_SQUARED] += net * net
    sums[DRAWS_SQUARED] += unit.draws * unit.draws
    sums[PILE_DRAWS_SQUARED] += unit.pile_draws * unit.pile_draws
    sums[KNOCK_DEADWOOD_SQUARED] += unit.knock_deadwood * unit.knock_deadwood
    sums[KNOCK_DEADWOOD_BY_KNOCKS] += unit.knock_deadwood * unit.knocks
    sums[KNOCKS_SQUARED] += unit.knocks * unit.knocks
    sums[STARTER_WINS_SQUARED] += unit.starter_wins * unit.starter_wins
    sums[STARTER_WINS_BY_DECIDED] += unit.starter_wins * decided
    sums[DECIDED_SQUARED] += decided * decided
    sums[STARTER_NET_SQUARED] += unit.starter_net * unit.starter_net
    sums[ROUNDS_SQUARED] += unit.rounds * unit.rounds
    sums[DRAWS_BY_ROUNDS] += unit.draws * unit.rounds
    sums[PILE_DRAWS_BY_ROUNDS] += unit.pile_draws * unit.rounds
    sums[STARTER_NET_BY_ROUNDS] += unit.starter_net * unit.rounds
    memset(unit, 0, sizeof(gf_unit))


cdef uint64_t gf_tally(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t start, uint64_t count,
    bint mirrored, gf_sums *sums, gf_fault *fault, gf_log *log
) noexcept nogil:
    cdef gf_round state
    cdef uint64_t done, index
    cdef int swapped = 0
    for done in range(count):
        index = start + done
        if mirrored:
            swapped = index & 1
            index >>= 1
        gf_playout_start(&state, seats, rules, seed, index, index & 1, swapped)
        if log == NULL:
            gf_play_out(&state, seats, index, swapped, fault)
        else:
            gf_play_out_logged(&state, seats, start + done, index, 0, swapped, fault, log)
        gf_count_in(&state, swapped, sums)
        if swapped or not mirrored:
            gf_close_unit(sums)
        if fault.is_found:
            return done + 1
    return count


cdef uint64_t gf_next_piece(uint64_t piece, double took) noexcept:
    if took > 2 * SECONDS_BETWEEN_SIGNALS:
        return max(piece / 2, <uint64_t>1)
    if took < SECONDS_BETWEEN_SIGNALS:
        return min(2 * piece, <uint64_t>MOST_BETWEEN_SIGNALS)
    return piece


cdef object gf_sums_of(const gf_sums *sums):
    return Sums(*[sums.sums[place] for place in range(GF_SUMS)])


cdef object gf_counts_of(const gf_sums *sums):
    cdef Py_ssize_t size = 8 * (GF_NET_BINS + GF_DRAW_BINS + GF_DEADWOOD_BINS)
    places = PyBytes_FromStringAndSize(<const char *>sums.net_points, size)
    return Counts.of(frombuffer(places, int64))


cdef class Seat:
    """A strategy at a seat of one round, to be asked move by move: ``Seat(strategy, seed, index,
    seat)``, a new one for each round.

    It draws from its own stream of the seed and the index. With the same strategies, seed and index
    the moves are those of `play`.

    >>> from gin_fast import Round
    >>> round = Round.deal(7, 0, rules="eaai")
    >>> seats = Seat("simple", 7, 0, 0), Seat("simple", 7, 0, 1)
    >>> while not round.is_over:
    ...     round.apply(seats[round.to_move].choose(round))
    >>> round.actions == play("simple", "simple", 7, 0, rules="eaai").actions
    True
    """

    cdef Table table  # where it has either side, or None: it is not made yet
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

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Seat cannot be copied or pickled: it is midway in its stream")

    def choose(self, round: RoundState) -> Action:
        """The action it takes in the round. Ask it at each of its turns; asked again before
        anything has changed, it gives the same answer."""
        cdef RoundState state
        cdef gf_view view
        cdef int32_t action = -1
        cdef int32_t seat
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
                table = self.table = Table(self.player, self.player, state.rules)
                gf_seats_start(table.seats, self.seed, self.index, 0)
            at = &table.seats[seat]
            if at.strategy.act(&view, &at.rng, at.memory, at.strategy.params, &action) != 1:
                action = -1  # what it says is no answer
            if not gf_is_legal(&view, action):
                raised = table.error_of(seat)
                seen = gf_view_of(&view, state.rules)
                told = fault_of(table, number, number, seat, seat, action, raised, seen)
                stop(told, seed, raised)
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
    cdef int32_t action, seat
    cdef Table table
    players = as_player(a), as_player(b)
    seed, index, starter = as_round(seed, index, starter)
    rules = as_rules(rules)
    gf_rules_of(rules, &fields)
    table = Table(*players, rules)
    gf_playout_start(&state, table.seats, &fields, seed, index, starter, 0)
    actions = []
    while state.view.phase != GF_OVER:
        seat = state.view.seat
        if not gf_step(&state, table.seats, 0, &action):
            raised = table.error_of(seat)
            view = gf_view_of(&state.view, rules)
            stop(fault_of(table, index, index, seat, seat, action, raised, view), seed, raised)
        actions.append((seat, ACTIONS[action]))
    return Playout(tuple(actions), gf_result_of(&state))


cdef object fault_of(
    Table table, number, index, int side, int seat, int32_t action, raised, view
):
    """A Fault, unless it is no fault of the strategy."""
    if isinstance(raised, KeyboardInterrupt):
        raise raised
    name = table.players[side].name
    error = illegal(action, view) if raised is None else f"failed: {failure(raised)}"
    return Fault(number, index, seat, name, -1 if raised is not None else action, error, view)


cdef object gf_fault_told(
    Table table, const gf_fault *found, number, rules, seed, bint forfeits
):
    raised = table.error_of(found.side)
    view = gf_view_of(&found.view, rules)
    told = fault_of(
        table, number, found.index, found.side, found.view.seat, found.action, raised, view
    )
    if not forfeits:
        stop(told, seed, raised)
    return told


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
    cdef gf_sums sums
    cdef gf_rules fields
    cdef gf_fault found
    cdef uint64_t key, first, left, piece, done, most
    cdef bint pairs
    cdef Table table
    cdef Log kept
    cdef gf_log *to = NULL
    players = as_player(a), as_player(b)
    key, first, left, pairs, _ = settings = as_rounds(seed, start, count, mirrored, on_error)
    rules = as_rules(rules)
    gf_rules_of(rules, &fields)
    kept = gf_log_of(log)
    if kept is not None:
        to = &kept.log
    table = Table(*players, rules)
    memset(&sums, 0, sizeof(sums))
    found.is_found = False
    faults = []
    most = 1
    while left:
        piece = min(left, most)
        began = perf_counter()
        if table.needs_python:
            done = gf_tally(table.seats, &fields, key, first, piece, pairs, &sums, &found, to)
        else:
            with nogil:
                done = gf_tally(
                    table.seats, &fields, key, first, piece, pairs, &sums, &found, to
                )
        most = gf_next_piece(most, perf_counter() - began)
        first += done
        left -= done
        if found.is_found:
            found.is_found = False
            told = gf_fault_told(table, &found, first - 1, rules, key, settings.forfeits)
            if len(faults) < MOST_FAULTS:
                faults.append(told)
        if kept is not None:
            kept.check()
        PyErr_CheckSignals()
    tally = Tally(gf_sums_of(&sums), counts=gf_counts_of(&sums), faults=tuple(faults))
    return tally if kept is None else kept.logged(tally)
