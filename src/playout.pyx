# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Playing rounds out: strategies against each other, from a deal to its result."""

from cpython.exc cimport PyErr_CheckSignals
from cython cimport critical_section
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from gin_fast.native._legality cimport gf_is_legal
from gin_fast.native.dealing cimport GF_STREAM_SEAT_0, gf_rng_start
from gin_fast.native.moves cimport GF_BIG_GIN_END, GF_DEAD, gf_round, gf_round_start, gf_see
from gin_fast.native.players cimport Table, gf_builtin
from gin_fast.native.rounds cimport RoundState, gf_result_of, gf_rules_of
from gin_fast.native.seats cimport gf_seat, gf_seats_start, gf_step
from gin_fast.native.view cimport GF_OVER, gf_rules, gf_view

from gin_fast.cards import as_int, shown
from gin_fast.native.rounds import ACTIONS
from gin_fast.playing import TALLY, as_round, as_rounds, fault
from gin_fast.strategies import STRATEGIES, as_strategy
from gin_fast.results import Playout
from gin_fast.rules import as_rules

__all__ = ["STRATEGIES", "TALLY", "Seat", "play", "tally"]

cdef enum:
    BETWEEN_SIGNALS = 1 << 14  # rounds

# The places of the sums in TALLY. Kinds that a seat wins have two places each, by kind and seat.
cdef enum:
    ROUNDS
    WINS
    POINTS = 3
    WON_KINDS = 5
    DEAD = 13
    TIES
    POINTS_SQUARED
    NET_SQUARED = 17
    DRAWS
    DRAWS_SQUARED
    PILE_DRAWS
    PILE_DRAWS_SQUARED
    KNOCK_DEADWOOD
    KNOCK_DEADWOOD_SQUARED
    STARTER_WINS
    STARTER_NET


cdef void gf_playout_start(
    gf_round *state, gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t index,
    int32_t starter
) noexcept nogil:
    gf_round_start(state, rules, seed, index, starter)
    gf_seats_start(seats, seed, index, 0)


cdef void gf_count_in(const gf_round *state, int64_t *sums) noexcept nogil:
    cdef int64_t points_0 = state.scored[0]
    cdef int64_t points_1 = state.scored[1]
    cdef int64_t net = points_0 - points_1
    cdef int64_t deadwood = state.knocker_deadwood
    cdef int64_t draws = state.view.draws
    cdef int64_t pile_draws = state.view.pile_draws
    cdef int winner = state.winner
    sums[ROUNDS] += 1
    sums[DRAWS] += draws
    sums[DRAWS_SQUARED] += draws * draws
    sums[PILE_DRAWS] += pile_draws
    sums[PILE_DRAWS_SQUARED] += pile_draws * pile_draws
    sums[POINTS] += points_0
    sums[POINTS + 1] += points_1
    sums[POINTS_SQUARED] += points_0 * points_0
    sums[POINTS_SQUARED + 1] += points_1 * points_1
    sums[NET_SQUARED] += net * net
    sums[STARTER_NET] += -net if state.view.starter else net
    if state.kind <= GF_BIG_GIN_END:
        sums[WON_KINDS + 2 * (state.kind - 1) + winner] += 1
        sums[WINS + winner] += 1
        sums[STARTER_WINS] += winner == state.view.starter
    else:
        sums[DEAD if state.kind == GF_DEAD else TIES] += 1
    if deadwood > 0:
        sums[KNOCK_DEADWOOD] += deadwood
        sums[KNOCK_DEADWOOD_SQUARED] += deadwood * deadwood


cdef bint gf_tally(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t start, uint64_t count,
    int64_t *sums, gf_fault *fault
) noexcept nogil:
    cdef gf_round state
    cdef int32_t action
    cdef uint64_t number
    for number in range(count):
        gf_playout_start(&state, seats, rules, seed, start + number, (start + number) & 1)
        while state.view.phase != GF_OVER:
            if not gf_step(&state, seats, 0, &action):
                fault.seat = state.view.seat
                fault.action = action
                fault.index = start + number
                return False
        gf_count_in(&state, sums)
    return True


cdef class Seat:
    """A strategy at a seat of one round, to be asked move by move: ``Seat(strategy, seed, index,
    seat)``, for each round anew.

    It draws by its own stream of the seed and the index. With the same strategies, seed and index
    the moves are those of `play`.

    >>> from gin_fast import Round
    >>> round = Round.deal(7, 0, rules="eaai")
    >>> seats = Seat("simple", 7, 0, 0), Seat("simple", 7, 0, 1)
    >>> while not round.is_over:
    ...     round.apply(seats[round.to_move].choose(round))
    >>> round.actions == play("simple", "simple", 7, 0, rules="eaai").actions
    True
    """

    cdef gf_seat at
    cdef int32_t seat
    cdef gf_view asked  # last, and what was answered; no version: nothing yet
    cdef int32_t answer
    cdef str name

    def __init__(self, strategy: str, seed: int, index: int, seat: int) -> None:
        cdef uint64_t key, number
        name = as_strategy(strategy)
        key, number, place = as_round(seed, index, 0)
        place = as_int(seat, "seat", 0, 1)
        with critical_section(self):
            free(self.at.memory)
            self.at.memory = NULL
            gf_builtin(name, &self.at.strategy)
            self.at.memory = calloc(self.at.strategy.words + 1, 8)
            if self.at.memory == NULL:
                raise MemoryError
            self.name = name
            self.seat = place
            self.asked.version = 0
            gf_rng_start(&self.at.rng, key, number, GF_STREAM_SEAT_0 + self.seat)

    def __dealloc__(self):
        free(self.at.memory)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Seat is not copied or pickled: it is in the midst of its stream")

    def choose(self, round: RoundState) -> Action:
        """The action it takes in the round. It is asked at each of its turns; asked again before
        anything has changed, it answers the same."""
        cdef RoundState state
        cdef gf_view view
        cdef int32_t action = -1
        if not isinstance(self, Seat) or not isinstance(round, RoundState):
            raise TypeError(f"round must be a Round, not {shown(round)}")
        state = round
        with critical_section(self, state):
            if self.at.memory == NULL:
                raise TypeError("a Seat is made with a strategy, a seed, an index and a seat")
            gf_see(&state.state, self.seat, &view)
            if view.to_move != self.seat:
                raise ValueError(f"seat {self.seat} is not to move")
            if self.asked.version and memcmp(&view, &self.asked, sizeof(gf_view)) == 0:
                return ACTIONS[self.answer]
            if self.asked.version and view.draws < self.asked.draws:
                raise ValueError(f"seat {self.seat} plays another round: make a Seat for each")
            if (
                self.at.strategy.act(
                    &view, &self.at.rng, self.at.memory, self.at.strategy.params, &action
                ) != 1
                or not gf_is_legal(&view, action)
            ):
                raise RuntimeError(f"strategy {self.name!r} chose the illegal action {action}")
            self.asked = view
            self.answer = action
            return ACTIONS[action]


def play(
    a: str,
    b: str,
    seed: int,
    index: int = 0,
    *,
    rules: Rules | str = "modern",
    starter: int | None = None,
) -> Playout:
    """One round of strategy `a` in seat 0 against `b` in seat 1: every action, and the result.

    Deal `index` of `seed` is played; seat `index` & 1 starts, unless `starter` says otherwise.
    The seats choose by streams of their own, so the same arguments give the same round for ever.

    >>> play("simple", "simple", 7, 0, rules="eaai").result.kind
    'knock'
    """
    cdef gf_round state
    cdef gf_rules fields
    cdef int32_t action, seat
    cdef Table table
    names = as_strategy(a), as_strategy(b)
    seed, index, starter = as_round(seed, index, starter)
    gf_rules_of(as_rules(rules), &fields)
    table = Table(*names)
    gf_playout_start(&state, table.seats, &fields, seed, index, starter)
    actions = []
    while state.view.phase != GF_OVER:
        seat = state.view.seat
        if not gf_step(&state, table.seats, 0, &action):
            fault(names[seat], seat, seed, index, action)
        actions.append((seat, ACTIONS[action]))
    return Playout(tuple(actions), gf_result_of(&state))


def tally(
    a: str, b: str, seed: int, start: int, count: int, rules: Rules | str = "modern"
) -> tuple[int, ...]:
    """The exact sums over rounds `start` to `start` + `count` - 1 of a seed, named by `TALLY`.

    Strategy `a` plays in seat 0, `b` in seat 1; seat *i* & 1 starts round *i*. Tallies of the
    parts of a range add up to that of the whole.

    >>> dict(zip(TALLY, tally("simple", "random", 7, 0, 10, "eaai")))["wins_0"]
    10
    """
    cdef int64_t sums[GF_SUMS]
    cdef gf_rules fields
    cdef gf_fault found
    cdef uint64_t key, first, rounds, piece
    cdef bint done = True
    cdef Table table
    names = as_strategy(a), as_strategy(b)
    key, first, rounds = as_rounds(seed, start, count)
    gf_rules_of(as_rules(rules), &fields)
    table = Table(*names)
    memset(sums, 0, sizeof(sums))
    while rounds and done:
        piece = min(rounds, <uint64_t>BETWEEN_SIGNALS)
        with nogil:
            done = gf_tally(table.seats, &fields, key, first, piece, sums, &found)
        first += piece
        rounds -= piece
        PyErr_CheckSignals()
    if not done:
        fault(names[found.seat], found.seat, key, found.index, found.action)
    return tuple([sums[place] for place in range(GF_SUMS)])
