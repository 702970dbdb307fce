# Rounds that a view may be of, and what the choices of its seat come to in them.

from libc.stdint cimport int32_t, int64_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_fault, gf_seat, gf_strategy
from gin_fast.native.view cimport GF_MOST_ACTIONS, gf_view

# The sums of each choice, as gin_fast.answers.evaluation.SUMS names them.
cdef enum:
    GF_CHOICE_SUMS = 7

# The chances of the seat that chooses to reach the target first, as gin_fast.answers.chances
# computes them.
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

# The choices of a seat, and what came of each in the samples of a seed.
cdef struct gf_trial:
    const gf_view *view  # of the seat, which is to act
    gf_seat *seats  # whose strategies play on: first that of the seat, then that of the other
    uint64_t seed
    int32_t tries  # of the other hand in each sample
    const gf_prospects *prospects  # or NULL
    int choices
    int own  # the place of what the strategy of the seat chooses
    int32_t legal[GF_MOST_ACTIONS]
    int64_t sums[GF_MOST_ACTIONS * GF_CHOICE_SUMS]  # GF_CHOICE_SUMS for each choice
    gf_fault fault  # a failed decision: its index is the number of the sample

# A trial that has its first five fields set: finds the choices, maybe none.
cdef void gf_trial_start(gf_trial *trial) noexcept nogil

# Finds what the strategy of the seat chooses, by its stream of sample 0. False if that
# decision failed; the fault says how.
cdef bint gf_own_choice(gf_trial *trial) noexcept nogil

# Plays the samples `first` to `first` + `count` - 1 out after each choice, and adds up the results.
# False as soon as a decision fails; the fault says how.
cdef bint gf_evaluate(gf_trial *trial, uint64_t first, uint64_t count) noexcept nogil

# The strategies that montecarlo may play out with, in the order of PLAIN in
# gin_fast.strategies.builtin, each with its parameters by default; made by players, which knows
# them by name.
cdef gf_strategy *GF_PLAIN

# The parameters of montecarlo; strategies by their place.
# [gin_fast.strategies: montecarlo gf_montecarlo_setup
cdef struct gf_montecarlo_setup:
    int32_t samples  # the number of rounds in which each action is tried
    int32_t strategy  # the strategy that plays on in its own seat there
    int32_t opponent  # the strategy that plays on in the other seat there
    int32_t caution  # how many tenths of its standard error the gain must exceed
    int32_t belief  # how much better than chance it assumes the other hand is
# ]

# Decides as gf_act does; `params` is a gf_montecarlo_setup.
cdef int32_t gf_montecarlo(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil
