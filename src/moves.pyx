# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What the actions of a round do."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from gin_fast.native.bits cimport gf_bit, gf_lowest
from gin_fast.native.deadwood cimport gf_best_spread, gf_min_deadwood, gf_points
from gin_fast.native.dealing cimport gf_deal_hands, gf_deck_start
from gin_fast.native.layoff cimport gf_best_layoff, gf_taker
from gin_fast.native.meld cimport GF_MELDS, GF_MOST_MELDS, gf_insert
from gin_fast.native.scoring cimport gf_knock_score
from gin_fast.native.view cimport (
    GF_AUTO, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_FIRST_UPCARD, GF_KNOCK, GF_LAST_UPCARD,
    GF_LAYING_OFF, GF_LAYOFFS_ALWAYS, GF_LAY_OFF, GF_LAYOFFS_NEVER, GF_OVER, GF_SPREAD, GF_SPREADING,
    GF_STOCK_END_LAST_UPCARD, GF_TIE_KNOCKER, GF_TIE_UNDERCUT, GF_VIEW_VERSION, gf_rules, gf_view
)

__all__ = []


cdef void set_limit(gf_view *view, int32_t upcard) noexcept nogil:
    """The knock limit of the round, and what its score is multiplied by."""
    cdef gf_rules *rules = &view.rules
    view.limit = rules.knock_limit
    view.multiplier = 1
    if rules.oklahoma:
        view.limit = gf_points(gf_bit(upcard))
        if rules.oklahoma_ace_is_gin and upcard % 13 == 0:
            view.limit = 0
        if rules.oklahoma_spades_double and upcard / 13 == 3:
            view.multiplier = 2


cdef void gf_round_from_deal(
    gf_round *state, const gf_rules *rules, const uint64_t *dealt, int32_t upcard, int32_t starter
) noexcept nogil:
    """The state when a deck was dealt as far as the upcard."""
    cdef gf_view *view = &state.view
    memset(view, 0, sizeof(gf_view))
    view.version = GF_VIEW_VERSION
    view.rules = rules[0]
    view.phase = GF_FIRST_UPCARD
    view.seat = starter
    view.to_move = starter
    view.starter = starter
    view.hand = dealt[0]
    view.drawn = -1
    view.stock = 31
    view.knocker = -1
    view.knock_card = -1
    set_limit(view, upcard)
    if rules.eleven_card_start:
        view.hand |= gf_bit(upcard)
        view.phase = GF_DISCARDING
    else:
        view.pile[0] = <uint8_t>upcard
        view.pile_count = 1
    state.other = dealt[1]
    gf_begin_play(state)


cdef void gf_begin_play(gf_round *state) noexcept nogil:
    """Nobody has knocked."""
    state.knock_card = -1
    state.kind = GF_NONE
    state.winner = -1
    state.points = 0
    state.scored[0] = 0
    state.scored[1] = 0
    state.knocker_deadwood = -1
    state.defender_deadwood = -1


cdef void gf_round_start(
    gf_round *state, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter
) noexcept nogil:
    cdef uint64_t dealt[2]
    cdef int upcard
    gf_deck_start(&state.deck, seed, index)
    upcard = gf_deal_hands(&state.deck, dealt)
    gf_round_from_deal(state, rules, dealt, upcard, starter)


cdef void gf_see(const gf_round *state, int32_t seat, gf_view *view) noexcept nogil:
    view[0] = state.view
    view.knock_card = state.knock_card if seat == state.view.knocker else -1
    if seat == state.view.seat:
        return
    view.seat = seat
    view.hand = state.other
    view.known, view.exposed = view.exposed, view.known
    view.declined, view.own_declined = view.own_declined, view.declined
    if view.drawn_from != GF_PILE:
        view.drawn = -1


cdef inline int32_t times(int32_t points, int32_t multiplier) noexcept nogil:
    """Points times the multiplier. It wraps, for a round that somebody scribbled into."""
    return <int32_t>(<uint32_t>points * <uint32_t>multiplier)


cdef void end(
    gf_round *state,  # IN, OUT
    int32_t kind,  # IN
    int32_t winner,  # IN: the seat, or -1
    int32_t score,  # IN: from the knocker's side
    int32_t mine,  # IN: the deadwood of the knocker, or -1
    int32_t theirs,  # IN: that of the other, or -1
) noexcept nogil:
    cdef gf_view *view = &state.view
    score = times(score, view.multiplier)
    state.kind = kind
    state.winner = winner
    state.points = score if score >= 0 else times(score, -1)
    state.knocker_deadwood = mine
    state.defender_deadwood = theirs
    state.scored[0] = 0
    state.scored[1] = 0
    if winner >= 0:
        state.scored[winner] = state.points
        if view.rules.flat_knock_score >= 0:
            state.scored[1 - winner] = times(theirs, -view.multiplier)
    view.phase = GF_OVER
    view.to_move = -1
    gf_end_turn(view)


cdef void gf_end_dead(gf_round *state) noexcept nogil:
    cdef int32_t seat = state.view.seat
    end(state, GF_DEAD, -1, 0, -1, -1)
    if state.view.rules.flat_knock_score >= 0:
        state.scored[seat] = times(gf_min_deadwood(state.view.hand), -state.view.multiplier)
        state.scored[1 - seat] = times(gf_min_deadwood(state.other), -state.view.multiplier)


cdef void gf_forfeit(gf_round *state) noexcept nogil:
    cdef int32_t theirs = gf_min_deadwood(state.view.hand)
    cdef int32_t score = gf_knock_score(0, theirs, &state.view.rules)
    state.view.knocker = -1
    end(state, GF_FORFEITED, 1 - state.view.seat, score, -1, theirs)


cdef void gf_end_drawing(gf_round *state) noexcept nogil:
    if state.view.rules.stock_end != GF_STOCK_END_LAST_UPCARD or gf_is_capped(&state.view):
        gf_end_dead(state)
        return
    state.view.phase = GF_LAST_UPCARD
    gf_pass_turn(state)


cdef inline void settle(gf_round *state) noexcept nogil:
    cdef uint64_t hand = gf_hand_of(state, 1 - state.view.knocker)
    gf_settle(state, gf_points(state.view.unmelded), gf_min_deadwood(hand))


cdef void gf_settle(gf_round *state, int32_t mine, int32_t theirs) noexcept nogil:
    cdef int32_t knocker = state.view.knocker
    cdef gf_rules *rules = &state.view.rules
    cdef int32_t score = gf_knock_score(mine, theirs, rules)
    if mine == 0:
        end(state, GF_GIN, knocker, score, mine, theirs)
    elif mine < theirs or rules.flat_knock_score >= 0:
        end(state, GF_KNOCKED, knocker, score, mine, theirs)
    elif mine > theirs or rules.tie == GF_TIE_UNDERCUT:
        end(state, GF_UNDERCUT, 1 - knocker, score, mine, theirs)
    elif rules.tie == GF_TIE_KNOCKER:
        end(state, GF_KNOCKED, knocker, score, mine, theirs)
    else:
        end(state, GF_TIE, -1, 0, mine, theirs)


cdef inline void pass_upcard(gf_round *state) noexcept nogil:
    """The starter may take the upcard, then the other seat; then the starter draws. Who leaves the
    last upcard ends the round."""
    gf_leave_pile(state)
    if state.view.phase == GF_LAST_UPCARD:
        gf_end_dead(state)
        return
    if state.view.seat != state.view.starter:
        state.view.phase = GF_DRAWING
    gf_pass_turn(state)


cdef void knock(gf_round *state, int32_t card) noexcept nogil:
    """The card discarded lies face down: the other seat does not see it, now or later."""
    state.knock_card = card
    state.view.knock_card = card
    state.view.hand &= ~gf_bit(card)
    state.view.knocker = state.view.seat
    state.view.phase = GF_SPREADING
    gf_end_turn(&state.view)


cdef void big_gin(gf_round *state) noexcept nogil:
    cdef gf_rules *rules = &state.view.rules
    cdef int32_t theirs = gf_min_deadwood(state.other)
    cdef int32_t score = rules.big_gin_bonus
    if rules.flat_knock_score < 0:
        score = <int32_t>(<uint32_t>score + <uint32_t>theirs)  # it wraps, as in `times`
    state.view.knocker = state.view.seat
    end(state, GF_BIG_GIN_END, state.view.seat, score, 0, theirs)


cdef void put_on_table(gf_view *view, uint64_t meld) noexcept nogil:
    gf_leave_hand(view, meld)
    view.meld_count = gf_insert(view.melds, view.meld_count, meld)


cdef void spread(gf_round *state, int32_t action) noexcept nogil:
    """The knocker puts melds on the table, and is done by passing."""
    cdef gf_view *view = &state.view
    cdef int32_t layoffs = view.rules.layoffs
    cdef uint64_t melds[GF_MOST_MELDS]
    cdef int index
    if action >= GF_SPREAD:
        put_on_table(view, GF_MELDS[action - GF_SPREAD])
        return
    if action == GF_AUTO:
        for index in range(gf_best_spread(view.hand, melds)):
            put_on_table(view, melds[index])
    # What is left is shown, so it is all that the other seat knows of the hand.
    view.unmelded = view.hand
    view.exposed = view.hand
    if layoffs == GF_LAYOFFS_NEVER or view.unmelded == 0 and layoffs != GF_LAYOFFS_ALWAYS:
        settle(state)
        return
    view.phase = GF_LAYING_OFF
    view.knock_card = -1
    gf_pass_turn(state)


cdef void put_on_meld(gf_view *view, uint64_t card, int slot) noexcept nogil:
    gf_leave_hand(view, card)
    view.melds[slot] |= card
    view.laid_off |= card


cdef void lay_off(gf_round *state, int32_t action) noexcept nogil:
    """The defender lays cards off on the knocker's melds, and is done by passing."""
    cdef gf_view *view = &state.view
    cdef uint64_t cards
    if action >= GF_LAY_OFF:
        action -= GF_LAY_OFF
        put_on_meld(view, gf_bit(action % 52), action / 52)
        return
    if action == GF_AUTO:
        gf_best_layoff(view.hand, view.melds, view.meld_count, &cards)
        lay_off_all(view, cards)
    settle(state)


cdef void lay_off_all(gf_view *view, uint64_t cards) noexcept nogil:
    """Each card goes where `best_layoff` says, by the melds as they lie before."""
    cdef uint64_t table[3]
    cdef uint64_t rest = cards
    cdef int slot, card
    for slot in range(view.meld_count):
        table[slot] = view.melds[slot]
    while rest:
        card = gf_lowest(rest)
        rest &= rest - 1
        put_on_meld(view, gf_bit(card), gf_taker(cards, card, table, view.meld_count))


cdef void gf_do_else(gf_round *state, int32_t action) noexcept nogil:
    if state.view.phase == GF_DISCARDING:
        if action < GF_DRAW:
            knock(state, action - GF_KNOCK)
        else:
            big_gin(state)
    elif state.view.phase == GF_SPREADING:
        spread(state, action)
    elif state.view.phase == GF_LAYING_OFF:
        lay_off(state, action)
    else:
        pass_upcard(state)
