# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Strategies that weigh their throws: by the deadwood that one leaves, the outs that it loses and
what it may give the other seat; and by what is to be expected of the next draw."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from gin_fast.native._legality cimport (
    gf_has_big_gin, gf_is_bound, gf_is_legal_else, gf_knocks, gf_may_take, gf_throws
)
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport gf_bit, gf_count, gf_lowest
from gin_fast.native.deadwood cimport gf_best_spread, gf_min_deadwood, gf_points
from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.discarding cimport gf_best_discards
from gin_fast.native.meld cimport GF_ACES
from gin_fast.native.view cimport (
    GF_AUTO, GF_BIG_GIN, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_FIRST_UPCARD, GF_KNOCK,
    GF_LAST_UPCARD, GF_PASS, GF_TAKE, gf_view
)

__all__ = []

cdef struct Throw:
    int card
    uint64_t rest  # what it leaves
    int risk  # its outs and its danger, weighed
    int64_t cost


cdef int32_t gf_weigh(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    cdef const gf_weights *weights = <const gf_weights *>params
    if view.phase == GF_DISCARDING:
        action[0] = choose_throw(view, weights)
    elif view.phase == GF_DRAWING:
        action[0] = GF_TAKE if gf_may_take(view) and is_worth_it(view, weights) else GF_DRAW
    elif view.phase == GF_FIRST_UPCARD:
        action[0] = GF_TAKE if is_worth_it(view, weights) else GF_PASS
    elif view.phase == GF_LAST_UPCARD:
        action[0] = GF_TAKE if gf_is_legal_else(view, GF_TAKE) else GF_PASS
    else:
        action[0] = GF_AUTO
    return 1


cdef bint is_worth_it(const gf_view *view, const gf_weights *weights) noexcept nogil:
    """Whether the top of the pile saves enough deadwood; gin is always enough."""
    cdef uint64_t top = gf_bit(view.pile[view.pile_count - 1])
    cdef bint melds = makers(view.hand) & top != 0
    cdef uint64_t cards
    cdef int after
    # Without a meld it is kept for another card, which has ten points at most.
    if not melds and weights.gain > 10 - gf_points(top):
        return False
    after = gf_best_discards(view.hand | top, top, &cards)
    return after == 0 or gf_min_deadwood(view.hand) - after >= (
        weights.meld_gain if melds else weights.gain
    )


cdef int32_t choose_throw(const gf_view *view, const gf_weights *weights) noexcept nogil:
    cdef uint64_t throws = view.hand & ~view.barred
    cdef uint64_t knocks
    cdef uint64_t best
    cdef int least, limit
    if gf_has_big_gin(view):
        return GF_BIG_GIN
    if gf_is_bound(view):
        knocks = gf_knocks(view)
        throws = gf_throws(view)
        least = gf_best_discards(view.hand, view.hand & ~(throws | knocks), &best)
        if throws == 0 or knocks & best and least <= knock_limit(view, weights):
            return GF_KNOCK + gf_lowest(knocks & best if knocks & best else knocks)
        least = gf_best_discards(view.hand, view.hand & ~throws, &best)
    else:
        least = gf_best_discards(view.hand, view.barred, &best)
        if least <= knock_limit(view, weights):
            return GF_KNOCK + gf_lowest(best)
    return weigh(view, weights, throws, best, least)


cdef int knock_limit(const gf_view *view, const gf_weights *weights) noexcept nogil:
    """Early in the round anything within the limit; gin always."""
    if view.draws <= weights.early or weights.knock > view.limit:
        return view.limit
    return weights.knock


cdef int32_t weigh(
    const gf_view *view, const gf_weights *weights, uint64_t throws, uint64_t best, int least
) noexcept nogil:
    """The lowest card of those that cost least. What lies in the first of the best spreads is
    kept."""
    cdef Throw options[11]
    cdef uint64_t melds[17]
    cdef uint64_t seen = view.hand | view.known
    cdef uint64_t unseen
    cdef uint64_t loose = view.hand
    # Where nothing speaks for a throw but what it leaves, the rest only adds to the cost.
    cdef bint only_adds = weights.width == 0 and weights.outs >= 0 and weights.danger >= 0
    cdef int64_t cheapest = (<int64_t>1 << 62)
    cdef int count = 0
    cdef int place, card, left, whole, chosen
    for place in range(view.pile_count):
        seen |= gf_bit(view.pile[place])
    unseen = GF_DECK & ~seen
    for place in range(gf_best_spread(view.hand, melds)):
        loose &= ~melds[place]
    whole = gf_points(loose)
    loose &= throws & ~best
    while best | loose:
        left = least
        if best:
            card = gf_lowest(best)
            best &= best - 1
        else:
            card = gf_lowest(loose)
            loose &= loose - 1
            # Without a card that the best spread leaves there are its points less.
            left = whole - gf_points(gf_bit(card))
            if only_adds and weights.deadwood * left > cheapest:
                continue
        weigh_one(&options[count], view, weights, card, left, unseen)
        if options[count].cost < cheapest:
            cheapest = options[count].cost
        count += 1
    if weights.width and unseen:
        look_ahead(options, count, weights, unseen)
    chosen = 0
    for place in range(1, count):
        if is_cheaper(&options[place], &options[chosen]):
            chosen = place
    return options[chosen].card


cdef inline bint is_cheaper(const Throw *one, const Throw *other) noexcept nogil:
    """Of equal costs the lower card comes first."""
    return one.cost < other.cost or one.cost == other.cost and one.card < other.card


cdef inline void weigh_one(
    Throw *option, const gf_view *view, const gf_weights *weights, int card, int left,
    uint64_t unseen
) noexcept nogil:
    option.card = card
    option.rest = view.hand ^ gf_bit(card)
    option.risk = (
        weights.outs * outs_lost(option.rest, unseen, card)
        + weights.danger * danger(view.known, unseen, card)
    )
    option.cost = weights.deadwood * left + option.risk


cdef int outs_lost(uint64_t rest, uint64_t unseen, int card) noexcept nogil:
    """How many unseen cards make a meld of the card with one of the rest."""
    cdef int rank = card % 13
    cdef int at = card - rank
    cdef uint64_t held = (rest >> at & 8191) << 2 >> rank  # bits 0-4: two below, itself, two above
    cdef uint64_t open = (unseen >> at & 8191) << 2 >> rank
    cdef uint64_t wanted = 0
    # Beside a neighbour either side of both, across a gap what fills it.
    if held & 8:
        wanted |= 2 | 16
    if held & 2:
        wanted |= 8 | 1
    if held & 16:
        wanted |= 8
    if held & 1:
        wanted |= 2
    wanted &= open
    return gf_count(wanted) + (
        gf_count(unseen & GF_ACES << rank) if rest & GF_ACES << rank else 0
    )


cdef int danger(uint64_t known, uint64_t unseen, int card) noexcept nogil:
    """What the other seat may make of a card: each meld of three counts 9 when both its other
    cards are known there, 3 when one is and the other unseen, 1 when both are unseen."""
    cdef int rank = card % 13
    cdef int at = card - rank
    cdef uint64_t others = (GF_ACES << rank) & ~gf_bit(card)
    cdef int sure = gf_count(known & others)
    cdef int maybe = gf_count(unseen & others)
    cdef uint64_t there = (known >> at & 8191) << 2 >> rank
    cdef uint64_t open = (unseen >> at & 8191) << 2 >> rank
    cdef int two_below = 3 * (there & 1) + (open & 1)
    cdef int below = 3 * (there >> 1 & 1) + (open >> 1 & 1)
    cdef int above = 3 * (there >> 3 & 1) + (open >> 3 & 1)
    cdef int two_above = 3 * (there >> 4 & 1) + (open >> 4 & 1)
    return (
        9 * (sure * (sure - 1) / 2) + 3 * sure * maybe + maybe * (maybe - 1) / 2
        + two_below * below + below * above + above * two_above
    )


cdef uint64_t makers(uint64_t hand) noexcept nogil:
    """The cards that make a meld with two of a hand that does not hold them."""
    cdef uint64_t above = (hand & ~(GF_ACES << 12)) << 1
    cdef uint64_t below = (hand & ~GF_ACES) >> 1
    cdef uint64_t two_above = (above & ~(GF_ACES << 12)) << 1
    cdef uint64_t two_below = (below & ~GF_ACES) >> 1
    cdef uint64_t a = hand & 8191
    cdef uint64_t b = hand >> 13 & 8191
    cdef uint64_t c = hand >> 26 & 8191
    cdef uint64_t d = hand >> 39
    cdef uint64_t pairs = a & b | c & d | (a | b) & (c | d)
    return (GF_ACES * pairs | above & two_above | below & two_below | above & below) & ~hand


cdef void look_ahead(
    Throw *options, int count, const gf_weights *weights, uint64_t unseen
) noexcept nogil:
    """Weighs the cheapest throws anew, by the least deadwood to be expected after the next draw
    from the stock and throw; the others are out."""
    cdef Throw swapped
    cdef int place, other, drawn, left, kept, thrown
    cdef uint64_t cards, rest, melding, dull
    cdef int64_t total
    for place in range(1, count):  # a sort by insertion
        swapped = options[place]
        other = place
        while other and is_cheaper(&swapped, &options[other - 1]):
            options[other] = options[other - 1]
            other -= 1
        options[other] = swapped
    for place in range(count):
        if place >= weights.width:
            options[place].cost = <int64_t>1 << 62
            continue
        rest = options[place].rest
        # A card that makes no meld is thrown again, or kept in place of the best throw.
        kept = gf_min_deadwood(rest)
        thrown = gf_best_discards(rest, 0, &cards)
        melding = unseen & makers(rest)
        dull = unseen & ~melding
        total = 0
        while melding:
            drawn = gf_lowest(melding)
            melding &= melding - 1
            total += gf_best_discards(rest | gf_bit(drawn), 0, &cards)
        for drawn in range(9):
            left = thrown + drawn + 1
            total += (left if left < kept else kept) * gf_count(dull & GF_ACES << drawn)
        left = thrown + 10
        total += (left if left < kept else kept) * gf_count(dull & GF_ACES * 0x1E00)
        options[place].cost = weights.deadwood * total / gf_count(unseen) + options[place].risk
