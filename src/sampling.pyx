# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Sampled rounds that fit a view, and what the actions of its seat are worth in them."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from gin_fast.native._legality cimport gf_legal_actions
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport gf_bit, gf_count, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood
from gin_fast.native.dealing cimport (
    GF_STREAM_SAMPLING, gf_deck, gf_deck_next, gf_multiply, gf_rng, gf_rng_start, gf_word
)
from gin_fast.native.moves cimport gf_apply, gf_begin_play, gf_round
from gin_fast.native.scoring cimport gf_box_at_once, gf_next_dealer
from gin_fast.native.seats cimport (
    GF_MOST_WORDS, gf_are_within, gf_bounds, gf_bounds_of, gf_seat, gf_seats_start, gf_tell
)
from gin_fast.native.turns cimport gf_play_on
from gin_fast.native.view cimport GF_LAYING_OFF, GF_MOST_ACTIONS, gf_rules, gf_view

__all__ = []

cdef enum:
    MOST_TRIES = 100  # gin_fast.answers.evaluation.MOST_TRIES
    SCALE = 65536  # gin_fast.answers.chances.SCALE

# The places of the sums of a choice.
cdef enum:
    NET
    NET_SQUARED
    GAIN
    GAIN_SQUARED
    WINS
    GAMES
    GAMES_SQUARED


cdef inline void put_in_order(gf_deck *deck, int place, uint64_t cards) noexcept nogil:
    """Makes some cards, in ascending order, what is left of a deck from a place on."""
    deck.dealt = place
    while cards:
        deck.cards[place] = <uint8_t>gf_lowest(cards)
        cards &= cards - 1
        place += 1


cdef void gf_sample_ready(gf_round *blank, const gf_view *view) noexcept nogil:
    cdef uint64_t unseen = GF_DECK & ~(view.hand | view.known)
    cdef int place
    for place in range(view.pile_count):
        unseen &= ~gf_bit(view.pile[place])
    for place in range(view.meld_count):
        unseen &= ~view.melds[place]
    if view.knock_card >= 0:
        unseen &= ~gf_bit(view.knock_card)
    blank.view = view[0]
    blank.other = view.known
    gf_begin_play(blank)
    blank.knock_card = view.knock_card
    memset(&blank.deck, 0, sizeof(blank.deck))
    put_in_order(&blank.deck, 52 - gf_count(unseen), unseen)


cdef void gf_sample(
    gf_round *state, const gf_round *blank, uint64_t seed, uint64_t number, int32_t tries
) noexcept nogil:
    """The other hand is dealt first, then the other seat's card face down, then the stock."""
    cdef gf_deck *deck = &state.deck
    cdef bint face_down = blank.view.phase == GF_LAYING_OFF
    cdef int first = blank.deck.dealt
    cdef int end = 52 - blank.view.stock - face_down
    cdef int least = 1000
    cdef int deadwood, place
    cdef uint64_t hand
    cdef uint64_t unseen = 0
    state[0] = blank[0]
    gf_rng_start(&deck.rng, seed, number, GF_STREAM_SAMPLING)
    for place in range(first, 52):
        unseen |= gf_bit(deck.cards[place])
    for _ in range(tries if first < end else 0):
        deck.dealt = first
        hand = blank.other
        while deck.dealt < end:
            hand |= gf_bit(gf_deck_next(deck))
        deadwood = gf_min_deadwood(hand) if tries > 1 else 0
        if deadwood < least:
            least = deadwood
            state.other = hand
    put_in_order(deck, end, unseen & ~state.other)
    if face_down:
        state.knock_card = gf_deck_next(deck)
    # The stock is put in order here, once for all choices.
    while deck.dealt < 52:
        gf_deck_next(deck)
    deck.dealt = end + face_down
    deck.ordered = 1


cdef int32_t gf_tries(const gf_view *view, int32_t belief) noexcept nogil:
    cdef int64_t more = <int64_t>belief * view.draws * view.draws / 100
    return 1 + <int32_t>(more if more < MOST_TRIES else MOST_TRIES - 1)


cdef inline int64_t chance_after(
    const gf_round *state, int32_t seat, const gf_prospects *prospects
) noexcept nogil:
    """The chance to reach the target first, after a round that is over."""
    cdef const gf_rules *rules = &state.view.rules
    cdef int64_t totals[2]
    cdef int32_t each
    cdef int32_t reached = -1
    for each in range(2):
        totals[each] = <int64_t>state.view.scores[each] + state.scored[each]
        totals[each] += gf_box_at_once(rules) * (state.winner == each)
        if totals[each] >= rules.target:
            reached = each
    if reached >= 0:
        return SCALE if reached == seat else 0
    return prospects.values[
        2 * ((totals[seat] - prospects.low) * prospects.size + totals[1 - seat] - prospects.low)
        + (gf_next_dealer(1 - state.view.starter, state.winner, rules) ^ seat)
    ]


cdef inline int64_t add_up(
    const gf_round *state, int32_t seat, const gf_prospects *prospects, int64_t *sums
) noexcept nogil:
    """Adds a round that is over, from the side of a seat; and its net points."""
    cdef int64_t net = state.scored[seat] - state.scored[1 - seat]
    cdef int64_t game
    sums[NET] += net
    sums[NET_SQUARED] += net * net
    sums[WINS] += state.winner == seat
    if prospects != NULL:
        game = chance_after(state, seat, prospects)
        sums[GAMES] += game
        sums[GAMES_SQUARED] += game * game
    return net


cdef void gf_trial_start(gf_trial *trial) noexcept nogil:
    trial.choices = gf_legal_actions(trial.view, trial.legal)
    memset(trial.sums, 0, trial.choices * GF_CHOICE_SUMS * sizeof(int64_t))


cdef bint gf_own_choice(gf_trial *trial) noexcept nogil:
    cdef gf_seat *own = &trial.seats[0]
    cdef const gf_view *view = trial.view
    cdef int32_t action = -1
    cdef int place
    gf_seats_start(trial.seats, trial.seed, 0, view.seat)
    if own.strategy.act(view, &own.rng, own.memory, own.strategy.params, &action) == 1:
        for place in range(trial.choices):
            if trial.legal[place] == action:
                trial.own = place
                return True
    else:
        action = -1  # the value is not an answer
    gf_tell(view, 0, action, 0, &trial.fault)
    return False


cdef bint gf_evaluate(gf_trial *trial, uint64_t first, uint64_t count) noexcept nogil:
    cdef gf_seat *seats = trial.seats
    cdef gf_round blank, start, state
    cdef gf_rng streams[2]
    cdef int64_t net[GF_MOST_ACTIONS]
    cdef int64_t gain
    cdef int64_t *sums
    cdef int32_t seat = trial.view.seat
    cdef int32_t action
    cdef int place, side
    cdef uint64_t number
    gf_sample_ready(&blank, trial.view)
    for number in range(first, first + count):
        gf_sample(&start, &blank, trial.seed, number, trial.tries)
        gf_seats_start(seats, trial.seed, number, seat)
        streams[0] = seats[0].rng
        streams[1] = seats[1].rng
        for place in range(trial.choices):
            for side in range(2):
                seats[side].rng = streams[side]
                memset(seats[side].memory, 0, 8 * seats[side].strategy.words)
            state = start
            gf_apply(&state, trial.legal[place])
            if not gf_play_on(&state, seats, seat, &action):
                gf_tell(&state.view, state.view.seat ^ seat, action, number, &trial.fault)
                return False
            sums = &trial.sums[place * GF_CHOICE_SUMS]
            net[place] = add_up(&state, seat, trial.prospects, sums)
        for place in range(trial.choices):
            gain = net[place] - net[trial.own]
            trial.sums[place * GF_CHOICE_SUMS + GAIN] += gain
            trial.sums[place * GF_CHOICE_SUMS + GAIN_SQUARED] += gain * gain
    return True


cdef bint is_sure(const int64_t *sums, const gf_montecarlo_setup *setup) noexcept nogil:
    """Whether a mean gain above 0 is more than so many of its standard errors: n values of the sum
    g and the sum of squares s have g^2 (n - 1) > c^2 (n s - g^2). No gain is above 10 000, whatever
    the bonuses, so g^2 fits 64 bits; the products have up to 128."""
    cdef uint64_t gain = <uint64_t>sums[GAIN]
    cdef uint64_t caution = <uint64_t>setup.caution * setup.caution  # in hundredths
    cdef uint64_t samples = setup.samples
    cdef uint64_t left_low, right_low
    cdef uint64_t left = gf_multiply(gain * gain, 100 * (samples - 1) + caution, &left_low)
    cdef uint64_t right = gf_multiply(sums[GAIN_SQUARED], caution * samples, &right_low)
    return left > right or left == right and left_low > right_low


cdef enum:
    PARAMETERS = sizeof(gf_montecarlo_setup) / sizeof(int32_t)

cdef gf_bounds BOUNDS

gf_bounds_of("montecarlo", PARAMETERS, &BOUNDS)


cdef int32_t gf_montecarlo(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    """Plays samples out after each legal action, and takes the one that scores most among those
    that surely score more than what its own strategy would do; else that."""
    cdef const gf_montecarlo_setup *setup = <const gf_montecarlo_setup *>params
    cdef gf_seat seats[2]
    cdef uint64_t scratch[2][GF_MOST_WORDS]
    cdef gf_trial trial
    cdef int place = 0
    if not gf_are_within(<const int32_t *>params, &BOUNDS, PARAMETERS):
        return 0
    trial.view = view
    trial.seats = seats
    trial.prospects = NULL
    gf_trial_start(&trial)
    if trial.choices == 0:
        return 0
    if trial.choices > 1:
        trial.seed = gf_word(rng)
        trial.tries = gf_tries(view, setup.belief)
        seats[0].strategy = GF_PLAIN[setup.strategy]
        seats[1].strategy = GF_PLAIN[setup.opponent]
        seats[0].memory = scratch[0]
        seats[1].memory = scratch[1]
        if not gf_own_choice(&trial) or not gf_evaluate(&trial, 0, setup.samples):
            return 0
        place = most_gain(&trial, setup)
    action[0] = trial.legal[place]
    return 1


cdef int most_gain(const gf_trial *trial, const gf_montecarlo_setup *setup) noexcept nogil:
    """The place of the choice that gains most among those that surely gain; else the own one."""
    cdef const int64_t *sums
    cdef int64_t most = trial.sums[trial.own * GF_CHOICE_SUMS + GAIN]
    cdef int best = trial.own
    cdef int place
    for place in range(trial.choices):
        sums = &trial.sums[place * GF_CHOICE_SUMS]
        if sums[GAIN] > most and is_sure(sums, setup):
            most = sums[GAIN]
            best = place
    return best
