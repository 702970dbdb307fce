# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What rounds add up to, unit by unit."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t
from libc.string cimport memset

from gin_fast.native.moves cimport (
    GF_DEAD, GF_FORFEITED, GF_KNOCKED, GF_TIE, GF_UNDERCUT, gf_round
)

from numpy import frombuffer, int64

from gin_fast.answers.sums import DEADWOOD_BINS, DRAW_BINS, NET_BINS, TALLY, Counts, Sums, Tally

__all__ = []

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
    raise ImportError("gin_fast.native.summing was built for other sums: build it anew")


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


cdef object gf_sums_of(const gf_sums *sums):
    return Sums(*[sums.sums[place] for place in range(GF_SUMS)])


cdef object gf_tally_of(const gf_sums *sums):
    cdef Py_ssize_t size = 8 * (GF_NET_BINS + GF_DRAW_BINS + GF_DEADWOOD_BINS)
    places = PyBytes_FromStringAndSize(<const char *>sums.net_points, size)
    return Tally(gf_sums_of(sums), counts=Counts.of(frombuffer(places, int64)))
