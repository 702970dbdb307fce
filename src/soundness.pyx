# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Whether what anybody may have written into can be played with: rules, views and rounds."""

from libc.stdint cimport int32_t, uint64_t

from gin_fast.native._legality cimport gf_discards, gf_has_big_gin, gf_is_bound, gf_knocks
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport gf_bit, gf_count
from gin_fast.native.exports cimport gf_api_is_meld
from gin_fast.native.moves cimport gf_round
from gin_fast.native.view cimport (
    GF_DISCARDING, GF_DRAWING, GF_FIRST_UPCARD, GF_LAST_UPCARD, GF_LAYING_OFF, GF_OVER, GF_PILE,
    GF_SPREADING, GF_VIEW_VERSION, gf_rules, gf_view
)

from gin_fast.rules.fields import FIELDS, bounds

__all__ = []

cdef enum:
    RULE_COUNT = sizeof(gf_rules) / sizeof(int32_t)

if len(FIELDS) != RULE_COUNT:
    raise ImportError("gin_fast.native.soundness was built for others: build it anew")

cdef struct Bound:
    int32_t low
    int32_t high
    int32_t or_none  # -1 besides

cdef Bound BOUNDS[RULE_COUNT]
cdef int filled

for filled, name in enumerate(FIELDS):
    BOUNDS[filled].low, BOUNDS[filled].high, BOUNDS[filled].or_none = bounds(name)


cdef bint gf_are_in_bounds(const gf_rules *rules) noexcept nogil:
    cdef const int32_t *numbers = <const int32_t *>rules
    cdef int place
    for place in range(RULE_COUNT):
        if not BOUNDS[place].low <= numbers[place] <= BOUNDS[place].high:
            if numbers[place] != -1 or not BOUNDS[place].or_none:
                return False
    return True


cdef bint counts_fit(const gf_view *view) noexcept nogil:
    """Whether each number in a view that finds a place, or takes time, is within its bounds."""
    return (
        view.version == GF_VIEW_VERSION
        and 0 <= view.seat <= 1
        and view.to_move == view.seat
        and GF_FIRST_UPCARD <= view.phase < GF_OVER
        and -1 <= view.drawn < 52
        and (view.drawn_from != GF_PILE or view.drawn >= 0)
        and 0 <= view.stock <= 31
        and 0 <= view.draws <= 1 << 20
        and 0 <= view.pile_draws <= view.draws
        and 0 <= view.upcard_taken <= 1
        and 0 <= view.returns <= view.pile_draws
        and 0 <= view.limit <= 100
        and 1 <= view.multiplier <= 2
        and 0 <= view.meld_count <= 3
        and -1 <= view.knock_card < 52
        and 0 <= view.starter <= 1
        and gf_knocker_fits(view)
    )


cdef bint gf_is_sound(const gf_view *view) noexcept nogil:
    cdef uint64_t table = 0
    cdef uint64_t piled = 0
    cdef uint64_t own = view.hand
    cdef bint draws_next, discards
    cdef int place
    if not counts_fit(view):
        return False
    draws_next = (
        view.phase == GF_DRAWING or view.phase == GF_FIRST_UPCARD or view.phase == GF_LAST_UPCARD
    )
    discards = view.phase == GF_DISCARDING
    if view.pile_count != 31 + draws_next - view.stock:
        return False
    for place in range(view.pile_count):
        if view.pile[place] >= 52:
            return False
        piled |= gf_bit(view.pile[place])
    for place in range(view.meld_count):
        if table & view.melds[place] or not gf_api_is_meld(view.melds[place]):
            return False
        table |= view.melds[place]
    if view.phase == GF_SPREADING:
        own |= table
    elif view.phase == GF_LAYING_OFF:
        own |= view.laid_off
    elif view.meld_count:
        return False
    if (
        gf_count(piled) != view.pile_count
        or gf_count(own) != 10 + discards
        or gf_count(view.known) > 10
        or (view.hand | view.known) & ~GF_DECK
        or view.hand & view.known
        or (view.hand | view.known) & (piled | table)
        or piled & table
        or view.barred & (view.barred - 1)
        or (view.phase == GF_SPREADING) != (view.knock_card >= 0)
    ):
        return False
    if view.knock_card >= 0:
        if gf_bit(view.knock_card) & (own | view.known | piled):
            return False
        own |= gf_bit(view.knock_card)  # which may have been seen, too
    if view.exposed & ~own:
        return False
    if discards and gf_is_bound(view):
        return gf_discards(view) != 0 or gf_knocks(view) != 0 or gf_has_big_gin(view)
    return True


cdef bint gf_is_whole(const gf_round *round) noexcept nogil:
    cdef const gf_view *view = &round.view
    cdef uint64_t seen = view.hand
    cdef uint64_t card
    cdef int place
    for place in range(view.pile_count):
        seen |= gf_bit(view.pile[place])
    for place in range(view.meld_count):
        seen |= view.melds[place]
    if view.knock_card >= 0:
        seen |= gf_bit(view.knock_card)
    if round.other & (seen | ~GF_DECK) or gf_count(round.other) > 10:
        return False
    if view.phase != GF_LAYING_OFF and gf_count(round.other) != 10:
        return False
    seen |= round.other
    for place in range(round.deck.dealt, 52):
        if round.deck.cards[place] >= 52:
            return False
        card = gf_bit(round.deck.cards[place])
        if seen & card:
            return False
        seen |= card
    return True
