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
    uint64_t key  # the seed of its deals
    uint64_t next  # the index of the deal after this one
    uint64_t stride  # from one deal to the next
    const gf_strategy *opponent  # of the agent, or NULL
    int32_t agent  # its seat, or -1: both are played
    int32_t seat  # whose observation it is
    int32_t is_told  # that it is over

# Many rounds, and what they are played by.
cdef struct gf_many:
    gf_slot *slots
    Py_ssize_t count
    gf_rules rules
    uint64_t key  # the seed of sampled actions
    gf_rng sampling  # the stream of sampled actions
    bint is_compact  # the engine spreads and lays off
    int autoreset  # a place in gin_fast.answers.vector.AUTORESETS
    int reward  # a place in gin_fast.answers.vector.REWARDS
    float knock_reward  # of the last of those
    float gin_reward
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

# Actions are sampled by a seed.
cdef void gf_sample_by(gf_many *many, uint64_t seed) noexcept nogil

# The place of the first round that waits for a reset under "disabled", or -1.
cdef Py_ssize_t gf_first_over(const gf_many *many) noexcept nogil

# One action of each of `number` rounds from place `first` on, and what comes of it; how many of
# them were illegal.
cdef Py_ssize_t gf_step_some(
    gf_many *many, const int64_t *actions, Py_ssize_t first, Py_ssize_t number, gf_arrays *out
) noexcept nogil

# The next rounds of these places begin, those alone that are 1 in `where` if it is not NULL.
cdef void gf_begin_some(
    gf_many *many, const uint8_t *where, Py_ssize_t first, Py_ssize_t number, gf_arrays *out
) noexcept nogil

# One of the legal actions of each round, all equally likely, into `out`.
cdef void gf_sample_actions(gf_many *many, int64_t *out) noexcept nogil
