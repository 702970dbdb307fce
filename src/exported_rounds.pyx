# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Rules, rounds and strategies as C functions that check what they are given, for whoever calls C
without Cython."""

from cpython.exc cimport PyErr_SetInterrupt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset, strcmp

from gin_fast.native._legality cimport gf_is_legal
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport gf_bit, gf_count
from gin_fast.native.dealing cimport GF_WORDS, gf_deal_in_order, gf_rng
from gin_fast.native.moves cimport (
    GF_DEAD, GF_FORFEITED, GF_TIE, gf_apply, gf_forfeit, gf_round, gf_round_from_deal,
    gf_round_start, gf_see
)
from gin_fast.native.objects cimport gf_rules_of
from gin_fast.native.playout cimport gf_play_out
from gin_fast.native.players cimport gf_builtin
from gin_fast.native.policies cimport gf_random_act, gf_simple_act
from gin_fast.native.sampling cimport gf_montecarlo, gf_sample, gf_sample_ready, gf_tries
from gin_fast.native.seats cimport (
    GF_MOST_WORDS, gf_act, gf_fault, gf_seat, gf_seats_start, gf_strategy
)
from gin_fast.native.soundness cimport (
    gf_are_in_bounds, gf_is_sound, gf_is_whole, gf_knocker_fits
)
from gin_fast.native.view cimport (
    GF_DISCARDING, GF_FIRST_UPCARD, GF_LAST_UPCARD, GF_OVER, GF_SPREADING, GF_VIEW_VERSION, gf_rules, gf_view
)
from gin_fast.native.weighing cimport gf_weigh

from gin_fast.answers.evaluation import MOST_BELIEF
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import PROFILES, unpacked
from gin_fast.strategies.builtin import parted
from gin_fast.strategies.compiled import MOST_MEMORY

__all__ = []

cdef enum:
    RULE_COUNT = sizeof(gf_rules) / sizeof(int32_t)
    MOST_PROFILES = 64
    MOST_WORDS = 1 << 17

if (
    len(FIELDS) != RULE_COUNT or len(PROFILES) > MOST_PROFILES or 8 * MOST_WORDS != MOST_MEMORY
):
    raise ImportError("gin_fast.native.exported_rounds was built for others: build it anew")


# Rules

cdef const char *PROFILE_NAMES[MOST_PROFILES]
cdef gf_rules PROFILE_RULES[MOST_PROFILES]
cdef int profile_count = len(PROFILES)
cdef int32_t most_belief = MOST_BELIEF
cdef tuple KEPT_NAMES = tuple([name.encode() for name in PROFILES])
cdef int filled

for filled, name in enumerate(PROFILES):
    PROFILE_NAMES[filled] = <bytes>KEPT_NAMES[filled]
    gf_rules_of(PROFILES[name], &PROFILE_RULES[filled])


cdef int32_t gf_api_rules_named(const char *name, gf_rules *rules) noexcept nogil:
    cdef int place
    for place in range(profile_count):
        if strcmp(name, PROFILE_NAMES[place]) == 0:
            rules[0] = PROFILE_RULES[place]
            return 1
    return 0


cdef int tell(object error, char *why, int32_t room) except -1:
    """Writes what is wrong, as far as there is room for it and for its end."""
    cdef bytes text
    if isinstance(error, KeyboardInterrupt):
        PyErr_SetInterrupt()  # the caller's next check sees it
    if why != NULL and room > 0:
        text = str(error).encode()[: room - 1].decode("utf-8", "ignore").encode() + b"\0"
        memcpy(why, <const char *>text, len(text))
    return 0


cdef int32_t gf_api_rules_check(const gf_rules *rules, char *why, int32_t room) noexcept with gil:
    cdef const int32_t *numbers = <const int32_t *>rules
    cdef int place
    try:
        unpacked([numbers[place] for place in range(RULE_COUNT)])
        return 1
    except BaseException as error:
        tell(error, why, room)
        return 0


# Rounds

cdef int32_t refused(gf_round *round) noexcept nogil:
    """Makes it a round that is over, so that nobody waits for its end."""
    memset(round, 0, sizeof(gf_round))
    round.view.phase = GF_OVER
    round.view.to_move = -1
    return 0


cdef inline bint pile_fits(const gf_view *view) noexcept nogil:
    """Whether the pile has a top where one may be taken or left, and room where one discards."""
    cdef bint discards = view.phase == GF_DISCARDING
    cdef int least = view.phase < GF_DISCARDING or view.phase == GF_LAST_UPCARD
    return least <= view.pile_count <= 32 - discards


cdef inline bint goes_on(const gf_round *round) noexcept nogil:
    """Whether it was started and is not over; and it is not quite another thing."""
    return (
        round.view.version == GF_VIEW_VERSION
        and GF_FIRST_UPCARD <= round.view.phase < GF_OVER
        and 0 <= round.view.seat <= 1
        and 0 <= round.view.meld_count <= 3
        and pile_fits(&round.view)
        and 0 <= round.deck.dealt <= 52
        and 0 <= round.view.stock <= 52 - round.deck.dealt
        and 0 <= round.deck.rng.used <= GF_WORDS
        and 1 <= round.view.multiplier <= 2
        and (
            round.view.phase != GF_SPREADING
            or gf_count(round.view.hand) + 3 * round.view.meld_count <= 10
        )
        and gf_knocker_fits(&round.view)
    )


cdef int32_t gf_api_round_start(
    gf_round *round, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter
) noexcept nogil:
    if not 0 <= starter <= 1 or not gf_are_in_bounds(rules):
        return refused(round)
    memset(round, 0, sizeof(gf_round))
    gf_round_start(round, rules, seed, index, starter)
    return 1


cdef int32_t gf_api_round_from_deck(
    gf_round *round, const gf_rules *rules, const uint8_t *cards, int32_t starter
) noexcept nogil:
    cdef uint64_t hands[2]
    cdef uint64_t found = 0
    cdef int place, upcard
    for place in range(52):
        if cards[place] < 52:
            found |= gf_bit(cards[place])
    if found != GF_DECK or not 0 <= starter <= 1 or not gf_are_in_bounds(rules):
        return refused(round)
    memset(round, 0, sizeof(gf_round))
    upcard = gf_deal_in_order(&round.deck, cards, hands)
    gf_round_from_deal(round, rules, hands, upcard, starter)
    return 1


cdef int32_t gf_api_round_view(const gf_round *round, int32_t seat, gf_view *view) noexcept nogil:
    if not 0 <= seat <= 1 or round.view.version != GF_VIEW_VERSION:
        return 0
    gf_see(round, seat, view)
    return 1


cdef int32_t gf_api_round_apply(gf_round *round, int32_t action) noexcept nogil:
    return goes_on(round) and gf_apply(round, action)


cdef int32_t gf_api_round_forfeit(gf_round *round) noexcept nogil:
    if not goes_on(round):
        return 0
    gf_forfeit(round)
    return 1


# Strategies

# The functions of built-in strategies, as they are handed out: of a view that is not sound, or
# without parameters, they make nothing. What is played here calls those that they stand for.

cdef int32_t random_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    return gf_is_sound(view) and gf_random_act(view, rng, memory, params, action)


cdef int32_t simple_act(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    return gf_is_sound(view) and gf_simple_act(view, rng, memory, params, action)


cdef int32_t weigh(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    return params != NULL and gf_is_sound(view) and gf_weigh(view, rng, memory, params, action)


cdef int32_t montecarlo(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    return (
        params != NULL
        and gf_is_sound(view)
        and gf_are_in_bounds(&view.rules)
        and gf_montecarlo(view, rng, memory, params, action)
    )


cdef gf_act handed_out(gf_act act) noexcept nogil:
    if act == gf_random_act:
        return random_act
    if act == gf_simple_act:
        return simple_act
    return montecarlo if act == gf_montecarlo else weigh


cdef inline gf_act stands_for(gf_act act) noexcept nogil:
    """The function to call where the view is sound and there are parameters."""
    if act == random_act:
        return gf_random_act
    if act == simple_act:
        return gf_simple_act
    if act == weigh:
        return gf_weigh
    return gf_montecarlo if act == montecarlo else act


cdef inline const void *params_of(const gf_strategy *strategy) noexcept nogil:
    return strategy.parameters if strategy.params == NULL else strategy.params


cdef uint64_t *sit_down(
    gf_seat *seats, const gf_strategy *strategies, uint64_t *scratch
) noexcept nogil:
    """Seats two strategies, whose memory is `scratch`, where twice GF_MOST_WORDS are enough, or
    what this gives, to be freed; or NULL if they cannot play."""
    cdef uint64_t *memory = scratch
    cdef int side
    for side in range(2):
        if strategies[side].act == NULL or not 0 <= strategies[side].words <= MOST_WORDS:
            return NULL
    if strategies[0].words + strategies[1].words > 2 * GF_MOST_WORDS:
        memory = <uint64_t *>calloc(strategies[0].words + strategies[1].words, 8)
        if memory == NULL:
            return NULL
    for side in range(2):
        seats[side].strategy = strategies[side]
        seats[side].strategy.act = stands_for(strategies[side].act)
        seats[side].strategy.params = params_of(&strategies[side])
        seats[side].memory = memory + side * strategies[0].words
    return memory


cdef int32_t gf_api_round_play(
    gf_round *round, const gf_strategy *strategies, uint64_t seed, uint64_t index
) noexcept nogil:
    cdef uint64_t scratch[2 * GF_MOST_WORDS]
    cdef uint64_t *memory
    cdef gf_seat seats[2]
    cdef gf_fault fault
    if not goes_on(round) or not gf_is_sound(&round.view) or not gf_is_whole(round):
        return -1
    if not gf_are_in_bounds(&round.view.rules):
        return -1
    memory = sit_down(seats, strategies, scratch)
    if memory == NULL:
        return -1
    gf_seats_start(seats, seed, index, 0)
    fault.is_found = False
    gf_play_out(round, seats, 0, &fault)
    if memory != scratch:
        free(memory)
    return not fault.is_found


cdef int32_t gf_api_round_sample(
    gf_round *round, const gf_view *view, uint64_t seed, uint64_t number, int32_t belief
) noexcept nogil:
    cdef gf_round blank
    if not 0 <= belief <= most_belief or not gf_is_sound(view) or not gf_are_in_bounds(&view.rules):
        return refused(round)
    gf_sample_ready(&blank, view)
    gf_sample(round, &blank, seed, number, gf_tries(view, belief))
    return 1


cdef int32_t gf_api_strategy_named(
    const char *text, gf_strategy *strategy, char *why, int32_t room
) noexcept with gil:
    memset(strategy, 0, sizeof(gf_strategy))
    try:
        gf_builtin(parted(text.decode("utf-8", "replace")), strategy)
        strategy.act = handed_out(strategy.act)
        strategy.params = NULL
        return 1
    except BaseException as error:
        memset(strategy, 0, sizeof(gf_strategy))
        tell(error, why, room)
        return 0


cdef int32_t gf_api_strategy_decide(
    const gf_strategy *strategy, const gf_view *view, gf_rng *rng, void *memory
) noexcept nogil:
    cdef gf_act act = stands_for(strategy.act)
    cdef int32_t action = -1
    if act == NULL or not gf_is_sound(view):
        return -1
    if act == gf_montecarlo and not gf_are_in_bounds(&view.rules):
        return -1
    if act(view, rng, memory, params_of(strategy), &action) != 1:
        return -1
    return action if gf_is_legal(view, action) else -1


cdef void add(const gf_round *round, int swapped, gf_totals *totals) noexcept nogil:
    totals.rounds += 1
    totals.points[0] += round.scored[swapped]
    totals.points[1] += round.scored[1 - swapped]
    totals.draws += round.view.draws
    totals.dead += round.kind == GF_DEAD
    totals.ties += round.kind == GF_TIE
    if round.winner >= 0:
        totals.wins[round.winner ^ swapped] += 1
        if round.kind == GF_FORFEITED:
            totals.forfeits[1 - round.winner ^ swapped] += 1


cdef int32_t gf_api_play_many(
    const gf_strategy *strategies, const gf_rules *rules, uint64_t seed, uint64_t first,
    uint64_t count, int32_t mirrored, gf_totals *totals
) noexcept nogil:
    cdef uint64_t scratch[2 * GF_MOST_WORDS]
    cdef uint64_t *memory
    cdef gf_seat seats[2]
    cdef gf_round round
    cdef gf_fault fault
    cdef int64_t net = 0
    cdef int swapped = 0
    cdef uint64_t number, index
    if mirrored and (first | count) & 1 or not gf_are_in_bounds(rules):
        return 0
    if count and first + (count - 1) < first:  # it wraps
        return 0
    memory = sit_down(seats, strategies, scratch)
    if memory == NULL:
        return 0
    for number in range(count):
        index = first + number
        if mirrored:
            swapped = index & 1
            index >>= 1
        gf_round_start(&round, rules, seed, index, index & 1)
        gf_seats_start(seats, seed, index, swapped)
        gf_play_out(&round, seats, swapped, &fault)
        add(&round, swapped, totals)
        net += round.scored[swapped] - round.scored[1 - swapped]
        if swapped or not mirrored:
            totals.net_squared += net * net
            net = 0
    if memory != scratch:
        free(memory)
    return 1
