# Many rounds at once, each in a slot: begun, played by an action at a time, and rewarded. Internal:
# it changes as gin_fast does.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.moves cimport gf_round
from gin_fast.native.observing cimport gf_legal
from gin_fast.native.seats cimport gf_fault, gf_strategy
from gin_fast.native.view cimport gf_rules

# A round among many.
cdef struct gf_slot:
    gf_round state
    uint64_t pile  # the mask of the cards in it
    gf_legal legal
    uint64_t next  # the index of the deal after this one
    const gf_strategy *opponent  # of the agent, or NULL
    int32_t agent  # its seat, or -1: both are played
    int32_t seat  # whose observation it is
    int32_t is_told  # that it is over

# Many rounds, and what they are played by.
cdef struct gf_many:
    gf_slot *slots
    Py_ssize_t count
    gf_rules rules
    uint64_t key  # the seed of the deals
    gf_rng sampling  # the stream of sampled actions
    bint is_compact  # the engine spreads and lays off
    bint same_step
    int reward  # a place in gin_fast.answers.vector.REWARDS
    bint pays_illegal
    float illegal_reward
    bint has_opponent
    int seat  # of the agent against it; -1: now one, now the other
    gf_rng *rngs  # of the opponent, one for each round
    uint64_t *memory  # of the opponent in all rounds
    gf_fault fault  # the first of a step
    Py_ssize_t at_fault  # the place of it

# Where a step writes; NULL is not wanted.
cdef struct gf_arrays:
    float *rewards
    uint8_t *ended
    uint8_t *illegal
    int8_t *seats
    uint8_t *masks
    uint64_t *words
    uint64_t *packed
    uint8_t *planes
    uint64_t *final_packed
    uint8_t *final_planes

# Does an action, and keeps the mask of the pile; False and nothing if it is illegal.
cdef bint gf_slot_apply(gf_slot *slot, int32_t action) noexcept nogil

# The deals are those of a seed, from the first on.
cdef void gf_many_start(gf_many *many, uint64_t seed) noexcept nogil

# One action of each of `number` rounds from place `first` on, and what comes of it; how many of
# them were illegal. Without actions (NULL) the next rounds of these places begin.
cdef Py_ssize_t gf_step_some(
    gf_many *many, const int64_t *actions, Py_ssize_t first, Py_ssize_t number, gf_arrays *out
) noexcept nogil

# One of the legal actions of each round, all equally likely, into `out`.
cdef void gf_sample_actions(gf_many *many, int64_t *out) noexcept nogil
