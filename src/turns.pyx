# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Rounds played to their end, with whole turns of `simple` against itself in one loop."""

# Nearly all rounds of a study are turns of two built-in players: a draw and a discard, of which
# every step is legal and nobody needs a view. So the loop keeps the round in registers, checks
# nothing, and writes the round back before anything else happens. It repeats rules that `moves`,
# `_legality` and `policies` state; tests play each round by gf_step alone as well.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from gin_fast.native.bits cimport gf_bit
from gin_fast.native.deadwood cimport gf_best_spreads, gf_min_deadwood
from gin_fast.native.dealing cimport gf_below, gf_deck_next, gf_rng
from gin_fast.native.discarding cimport gf_best_discards, gf_is_big_gin
from gin_fast.native.layoff cimport gf_best_layoff
from gin_fast.native.moves cimport gf_round, gf_settle
from gin_fast.native.policies cimport gf_any_card, gf_makes_meld, gf_simple_act, gf_simple_memory
from gin_fast.native.seats cimport gf_seat, gf_step
from gin_fast.native.view cimport (
    GF_AFTER_TWO_PASSES_ANY, GF_AFTER_TWO_PASSES_UPCARD, GF_DEAD_STOCK, GF_DISCARDING, GF_DRAWING,
    GF_FIRST_UPCARD, GF_LAYOFFS_ALWAYS, GF_LAYOFFS_NEVER, GF_OVER, GF_PILE, GF_STOCK, gf_rules,
    gf_view
)

__all__ = []


cdef bint gf_play_on(
    gf_round *state, gf_seat *seats, int swapped, int32_t *action
) noexcept nogil:
    cdef bint is_plain = has_plain_turns(&state.view.rules, seats)
    while True:
        if is_plain:
            play_turns(state, seats, swapped)
        if state.view.phase == GF_OVER:
            return True
        if not gf_step(state, seats, swapped, action):
            return False


cdef bint has_plain_turns(const gf_rules *rules, const gf_seat *seats) noexcept nogil:
    """Whether both sides play `simple`, by rules that the loop of turns knows."""
    return (
        seats[0].strategy.act == gf_simple_act
        and seats[1].strategy.act == gf_simple_act
        and not rules.must_go_gin
        and not rules.taken_card_may_return
        and not rules.eleven_card_start
    )


# What a turn changes, from the side of the seat to act.
cdef struct Turn:
    uint64_t hand
    uint64_t other
    uint64_t exposed
    uint64_t known
    uint64_t own_declined
    uint64_t declined
    uint64_t barred
    int32_t seat
    int32_t phase
    int32_t stock
    int32_t pile_count
    int32_t draws
    int32_t pile_draws
    int32_t upcard_taken


cdef inline Turn turn_of(const gf_round *state) noexcept nogil:
    cdef const gf_view *view = &state.view
    return Turn(
        view.hand, state.other, view.exposed, view.known, view.own_declined, view.declined, 0,
        view.seat, view.phase, view.stock, view.pile_count, view.draws, view.pile_draws,
        view.upcard_taken,
    )


cdef inline void write_back(gf_round *state, const Turn *turn) noexcept nogil:
    cdef gf_view *view = &state.view
    view.hand = turn.hand
    state.other = turn.other
    view.exposed = turn.exposed
    view.known = turn.known
    view.own_declined = turn.own_declined
    view.declined = turn.declined
    view.barred = turn.barred
    view.seat = turn.seat
    view.to_move = turn.seat
    view.phase = turn.phase
    view.stock = turn.stock
    view.pile_count = turn.pile_count
    view.draws = turn.draws
    view.pile_draws = turn.pile_draws
    view.upcard_taken = turn.upcard_taken


cdef inline void pass_turn(Turn *turn) noexcept nogil:
    turn.hand, turn.other = turn.other, turn.hand
    turn.exposed, turn.known = turn.known, turn.exposed
    turn.own_declined, turn.declined = turn.declined, turn.own_declined
    turn.seat = 1 - turn.seat


cdef void play_turns(gf_round *state, gf_seat *seats, int swapped) noexcept nogil:
    """Plays turns from where the round stands, to its end or to a decision that is left to gf_step;
    that may be the first one."""
    cdef gf_view *view = &state.view
    cdef const gf_rules *rules = &view.rules
    cdef int32_t limit = view.limit
    cdef int32_t starter = view.starter
    cdef int32_t most = rules.pile_draw_cap - 2
    cdef Turn turn = turn_of(state)
    cdef gf_seat *seat
    cdef uint64_t *pairs
    cdef uint64_t top, candidates, cards
    cdef int32_t card, discarded
    cdef int deadwood
    cdef bint takes
    if turn.phase != GF_DRAWING and turn.phase != GF_FIRST_UPCARD:
        return
    # Near the end of the stock, and of the draws from the pile, more rules hold.
    while turn.pile_draws - turn.upcard_taken <= most and turn.stock > GF_DEAD_STOCK + 1:
        card = view.pile[turn.pile_count - 1]
        top = gf_bit(card)
        takes = gf_makes_meld(turn.hand, card)
        if turn.draws == 0:
            if turn.phase == GF_DRAWING:
                if rules.after_two_passes == GF_AFTER_TWO_PASSES_UPCARD:
                    break
                takes &= rules.after_two_passes == GF_AFTER_TWO_PASSES_ANY
            elif takes:
                turn.upcard_taken = 1
            else:
                turn.own_declined |= top
                if turn.seat != starter:
                    turn.phase = GF_DRAWING
                pass_turn(&turn)
                continue
        if takes:
            turn.pile_count -= 1
            turn.pile_draws += 1
            turn.exposed |= top
            turn.barred = top
        else:
            turn.stock -= 1
            turn.own_declined |= top
            turn.barred = 0
            card = gf_deck_next(&state.deck)
        turn.draws += 1
        turn.hand |= gf_bit(card)
        seat = &seats[turn.seat ^ swapped]
        pairs = (<gf_simple_memory *>seat.memory).pairs
        candidates = turn.hand & ~turn.barred
        if takes:
            candidates &= ~pairs[card]
            if candidates == 0:
                candidates = turn.hand & ~turn.barred
        deadwood = gf_best_discards(turn.hand, turn.hand & ~candidates, &cards)
        turn.phase = GF_DISCARDING
        if deadwood <= 40 and rules.big_gin_bonus >= 0 and gf_is_big_gin(turn.hand):
            view.drawn = card
            view.drawn_from = GF_PILE if takes else GF_STOCK
            break
        discarded = gf_any_card(cards, &seat.rng)
        pairs[card] |= gf_bit(discarded)
        pairs[discarded] |= gf_bit(card)
        turn.hand &= ~gf_bit(discarded)
        if deadwood <= limit:
            turn.barred = 0
            write_back(state, &turn)
            knock(state, seat, discarded, deadwood)
            return
        turn.exposed &= ~gf_bit(discarded)
        view.pile[turn.pile_count] = <uint8_t>discarded
        turn.pile_count += 1
        turn.phase = GF_DRAWING
        pass_turn(&turn)
    if turn.phase != GF_DISCARDING:
        turn.barred = 0
    write_back(state, &turn)


cdef void knock(
    gf_round *state,  # IN, OUT
    gf_seat *seat,  # IN, OUT: of the knocker
    int32_t card,  # IN: discarded face down
    int32_t deadwood,  # IN: of the knocker
) noexcept nogil:
    """The knocker spreads as `simple` does, and the defender lays off what is best."""
    cdef gf_view *view = &state.view
    cdef int32_t layoffs = view.rules.layoffs
    cdef uint64_t cards
    cdef int32_t theirs
    cdef int choices, meld_count
    cdef uint32_t which
    state.knock_card = card
    view.knock_card = card
    view.knocker = view.seat
    choices = gf_best_spreads(view.hand, 0, view.melds, &meld_count)
    if choices != 1:
        which = gf_below(&seat.rng, choices)
        if which:
            gf_best_spreads(view.hand, which, view.melds, &meld_count)
    view.meld_count = meld_count
    if layoffs == GF_LAYOFFS_NEVER or deadwood == 0 and layoffs != GF_LAYOFFS_ALWAYS:
        theirs = gf_min_deadwood(state.other)
    else:
        theirs = gf_best_layoff(state.other, view.melds, view.meld_count, &cards)
    gf_settle(state, deadwood, theirs)
