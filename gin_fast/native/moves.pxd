# The state of one round, which is flat: a copy is a memcpy; and what the actions do to it. Rules,
# seats and rounds are trusted here; the functions of exported_rounds check them.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from gin_fast.native._legality cimport gf_is_legal
from gin_fast.native.bits cimport gf_bit
from gin_fast.native.dealing cimport gf_deck, gf_deck_next
from gin_fast.native.view cimport (
    GF_CAP_ENDS_DRAW, GF_DEAD_STOCK, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_FIRST_UPCARD, GF_KNOCK,
    GF_NOWHERE, GF_PILE, GF_STOCK, GF_TAKE, gf_rules, gf_view
)

# [gin_fast.h: GF_NONE gf_round
# How a round ended.
cdef enum:
    GF_NONE  # it is not over
    GF_KNOCKED
    GF_UNDERCUT
    GF_GIN
    GF_BIG_GIN_END
    GF_DEAD
    GF_TIE
    GF_FORFEITED

# A round: both hands, the stock and everything else. It is flat: assignment copies it.
cdef struct gf_round:
    gf_view view  # of the seat to move, or that moved last
    uint64_t other  # the hand of the other seat
    int32_t knock_card  # discarded face down, or -1
    int32_t kind  # how it ended; from here on: 0 or -1 until it is over
    int32_t winner  # the seat, or -1
    int32_t points  # of the winner
    int32_t scored[2]  # by each seat
    int32_t knocker_deadwood  # or -1
    int32_t defender_deadwood  # or -1
    gf_deck deck
# ]

# A round at its start: deal `index` of a seed, by rules that gin_fast.rules made, and `starter`, 0
# or 1, to act.
cdef void gf_round_start(
    gf_round *state, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter
) noexcept nogil

# The same from hands and an upcard, the deck being dealt so far.
cdef void gf_round_from_deal(
    gf_round *state, const gf_rules *rules, const uint64_t *dealt, int32_t upcard, int32_t starter
) noexcept nogil

# Sets what follows the view: nobody has knocked.
cdef void gf_begin_play(gf_round *state) noexcept nogil

# The view of a seat, 0 or 1.
cdef void gf_see(const gf_round *state, int32_t seat, gf_view *view) noexcept nogil

# The hand of a seat, 0 or 1.
cdef inline uint64_t gf_hand_of(const gf_round *state, int32_t seat) noexcept nogil:
    return state.view.hand if seat == state.view.seat else state.other


# What an action does that is neither a draw nor a discard.
cdef void gf_do_else(gf_round *state, int32_t action) noexcept nogil

# Nobody wins the round.
cdef void gf_end_dead(gf_round *state) noexcept nogil

# Ends a round by the deadwood of the knocker and of the other seat.
cdef void gf_settle(gf_round *state, int32_t mine, int32_t theirs) noexcept nogil

# The seat to act forfeits the round: the other scores as if it had gone gin against its hand.
cdef void gf_forfeit(gf_round *state) noexcept nogil

# The stock is used up, but for two cards, or the pile has been drawn from too often.
cdef void gf_end_drawing(gf_round *state) noexcept nogil


# Does an action for the seat to act if it is legal. Any other number, or a round that is over,
# changes nothing, and the answer is False. Nearly all of a round is drawing and discarding, so these
# are inlined where rounds are played.
cdef inline bint gf_apply(gf_round *state, int32_t action) noexcept nogil:
    if not gf_is_legal(&state.view, action):
        return False
    if action == GF_DRAW:
        gf_draw(state)
    elif action == GF_TAKE:
        gf_take(state)
    elif action < GF_KNOCK:
        gf_discard(state, action)
    else:
        gf_do_else(state, action)
    return True


# The view becomes that of the other seat, which is to act.
cdef inline void gf_pass_turn(gf_round *state) noexcept nogil:
    cdef gf_view *view = &state.view
    view.hand, state.other = state.other, view.hand
    view.known, view.exposed = view.exposed, view.known
    view.declined, view.own_declined = view.own_declined, view.declined
    view.seat = 1 - view.seat
    view.to_move = view.seat


# The seat to act leaves the top of the pile, and the other seat sees that.
cdef inline void gf_leave_pile(gf_round *state) noexcept nogil:
    state.view.own_declined |= gf_bit(state.view.pile[state.view.pile_count - 1])


# Cards leave the hand of the seat to act, and the other seat sees which.
cdef inline void gf_leave_hand(gf_view *view, uint64_t cards) noexcept nogil:
    view.hand &= ~cards
    view.exposed &= ~cards


# The card drawn comes into the hand of the seat to act.
cdef inline void gf_hold(gf_view *view, int32_t card, int32_t source) noexcept nogil:
    view.hand |= gf_bit(card)
    view.drawn = card
    view.drawn_from = source
    view.draws += 1
    view.phase = GF_DISCARDING


# Draws from the stock.
cdef inline void gf_draw(gf_round *state) noexcept nogil:
    gf_leave_pile(state)
    state.view.stock -= 1
    gf_hold(&state.view, gf_deck_next(&state.deck), GF_STOCK)


# Whether the pile has been drawn from as often as the rules allow.
cdef inline bint gf_is_capped(const gf_view *view) noexcept nogil:
    return <int64_t>view.pile_draws - view.upcard_taken >= view.rules.pile_draw_cap


# Takes the top of the pile.
cdef inline void gf_take(gf_round *state) noexcept nogil:
    cdef gf_view *view = &state.view
    cdef int32_t phase = view.phase
    cdef int32_t card
    view.pile_count -= 1
    card = view.pile[view.pile_count]
    view.pile_draws += 1
    view.upcard_taken |= phase == GF_FIRST_UPCARD
    view.exposed |= gf_bit(card)
    if not view.rules.taken_card_may_return:
        view.barred = gf_bit(card)
    gf_hold(view, card, GF_PILE)
    if (
        phase == GF_DRAWING and view.rules.cap_ends == GF_CAP_ENDS_DRAW and gf_is_capped(view)
    ):
        gf_end_dead(state)


# Nothing has been drawn in this turn.
cdef inline void gf_end_turn(gf_view *view) noexcept nogil:
    view.drawn = -1
    view.drawn_from = GF_NOWHERE
    view.barred = 0


# Discards a card onto the pile.
cdef inline void gf_discard(gf_round *state, int32_t card) noexcept nogil:
    cdef gf_view *view = &state.view
    gf_leave_hand(view, gf_bit(card))
    view.pile[view.pile_count] = <uint8_t>card
    view.pile_count += 1
    if view.rules.taken_card_may_return:
        view.returns = view.returns + 1 if card == view.drawn and view.drawn_from == GF_PILE else 0
        if view.returns == view.rules.return_cap:  # -1: there is none
            gf_end_dead(state)
            return
    gf_end_turn(view)
    if view.stock <= GF_DEAD_STOCK or gf_is_capped(view):
        gf_end_drawing(state)
        return
    view.phase = GF_DRAWING
    gf_pass_turn(state)
