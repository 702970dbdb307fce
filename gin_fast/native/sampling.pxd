# Rounds that a view may be of, and what the choices of its seat come to in them.

from libc.stdint cimport int32_t, int64_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_seat, gf_strategy
from gin_fast.native.view cimport gf_view

# A decision that was none: whose, what it was, in which sample, and about what.
cdef struct gf_wrong:
    int32_t side  # 0: the strategy of the seat that chooses
    int32_t action
    uint64_t number
    gf_view view

# The sums of each choice, as gin_fast.answers.evaluation.SUMS names them.
cdef enum:
    GF_CHOICE_SUMS = 7

# The chances of the seat that chooses to reach the target first, as gin_fast.answers.chances tells them.
cdef struct gf_prospects:
    const int32_t *values
    int64_t low
    int64_t size

# What the view of a seat to act shows of a round, the unseen cards being in order in its deck.
cdef void gf_sample_ready(gf_round *blank, const gf_view *view) noexcept nogil

# A round of that view: sample `number` of a seed. The other hand is the best of `tries`.
cdef void gf_sample(
    gf_round *state, const gf_round *blank, uint64_t seed, uint64_t number, int32_t tries
) noexcept nogil

# How many hands are tried: gin_fast.answers.evaluation.tries_of.
cdef int32_t gf_tries(const gf_view *view, int32_t belief) noexcept nogil

# Which of `count` legal actions the strategy of seats[0] takes, by its stream of sample 0 of a
# seed; -1 if it is none of them, and `wrong` tells it.
cdef int gf_own_choice(
    const gf_view *view, gf_seat *seats, uint64_t seed, const int32_t *legal, int count,
    gf_wrong *wrong
) noexcept nogil

# Plays the samples `first` to `first` + `count` - 1 of a seed out after each of the `choices` legal
# actions of the seat to act, whose strategy is that of seats[0], and adds up what came of each into
# `sums` (GF_CHOICE_SUMS for each). `own` is the place of its own choice; `prospects` may be NULL.
# False as soon as a decision is none, and `wrong` tells it.
cdef bint gf_evaluate(
    const gf_view *view, gf_seat *seats, uint64_t seed, uint64_t first, uint64_t count,
    int32_t tries, const int32_t *legal, int choices, int own, const gf_prospects *prospects,
    int64_t *sums, gf_wrong *wrong
) noexcept nogil

# The strategies that montecarlo may play out with, in the order of gin_fast.strategies.builtin.PLAIN, each
# with its parameters by default; filled in by players, which knows them by name.
cdef enum:
    GF_PLAIN_COUNT = 7
    GF_PLAIN_WORDS = 128  # the most memory that one of them may declare

cdef gf_strategy GF_PLAIN[GF_PLAIN_COUNT]

# The parameters of montecarlo, in the order of gin_fast.strategies; strategies by their place.
cdef struct gf_montecarlo_setup:
    int32_t samples
    int32_t strategy
    int32_t opponent
    int32_t caution  # in tenths of a standard error
    int32_t belief

# Decides as gf_act does; `params` is a gf_montecarlo_setup.
cdef int32_t gf_montecarlo(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil
