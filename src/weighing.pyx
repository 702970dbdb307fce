# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Strategies that weigh their discards: by the deadwood that a discard leaves, the outs that it
loses and what it may give the other seat; and by what to expect of the next draw.

Outs are worth the same throughout. Deadwood and danger hardly matter while nobody can be close to
knocking, so their weights grow with every draw.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uint8_t

from gin_fast.native._legality cimport (
    gf_has_big_gin, gf_is_bound, gf_is_legal_else, gf_discards, gf_knocks, gf_may_draw,
    gf_may_take
)
from gin_fast.native.arguments cimport GF_DECK
from gin_fast.native.bits cimport GF_SUIT, gf_bit, gf_count, gf_lowest, gf_ranks
from gin_fast.native.deadwood cimport GF_RUNS, gf_min_deadwood, gf_points
from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.discarding cimport gf_best_discards, gf_least_after_discard
from gin_fast.native.meld cimport GF_ACES, gf_makers, gf_triples
from gin_fast.native.seats cimport gf_are_within, gf_bounds, gf_bounds_of
from gin_fast.native.view cimport (
    GF_AUTO, GF_BIG_GIN, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_FIRST_UPCARD, GF_KNOCK,
    GF_LAST_UPCARD, GF_PASS, GF_TAKE, gf_view
)

__all__ = []

cdef struct Option:
    int card
    int64_t risk  # its outs and its danger, weighed
    int64_t cost

cdef struct Place:
    int rank
    int suit  # the place of its ace

# Tables by what is near a card in its suit, five bits: two below, one below, itself, one above, two
# above. Each run of three that holds the card has its two others at two of these places.
cdef int[3][2] RUNS = [[0, 1], [1, 3], [3, 4]]
# By what is unseen and what is held (<< 5): how many unseen cards make a run of the card and one
# held.
cdef uint8_t RUN_OUTS[1024]
# By what is unseen and what is known (<< 5): the runs that the other seat may make of the card.
cdef uint8_t RUN_DANGER[1024]
# The same for sets, by the numbers of cards of the rank that are unseen and that are known (<< 2).
cdef uint8_t SET_DANGER[16]


cdef void fill() noexcept:
    cdef int near, run, one, other, wanted
    for near in range(1024):
        RUN_DANGER[near] = wanted = 0
        for run in range(3):
            one = RUNS[run][0]
            other = RUNS[run][1]
            RUN_DANGER[near] += (
                ((near >> one & 1) + 3 * (near >> 5 + one & 1))
                * ((near >> other & 1) + 3 * (near >> 5 + other & 1))
            )
            wanted |= (near >> 5 + one & 1) << other | (near >> 5 + other & 1) << one
        RUN_OUTS[near] = gf_count(wanted & near)
    for near in range(16):
        one = near & 3
        other = near >> 2
        SET_DANGER[near] = (
            one * (one - 1) / 2 + 3 * one * other + 9 * (other * (other - 1) / 2)
        )


fill()

cdef enum:
    PARAMETERS = sizeof(gf_weights) / sizeof(int32_t)

cdef gf_bounds BOUNDS

gf_bounds_of("greedy", PARAMETERS, &BOUNDS)


cdef int32_t gf_weigh(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    cdef const gf_weights *weights = <const gf_weights *>params
    # Once is enough in a round, until the seat has discarded. Out of their bounds costs need not
    # fit.
    if (<gf_weighing_memory *>memory).pile_count == 0:
        if not gf_are_within(<const int32_t *>params, &BOUNDS, PARAMETERS):
            return 0
    if view.phase == GF_DISCARDING:
        action[0] = choose_discard(view, weights, <gf_weighing_memory *>memory)
    elif view.phase == GF_DRAWING:
        action[0] = GF_DRAW
        if gf_may_take(view) and is_worth_it(view, weights) or not gf_may_draw(view):
            action[0] = GF_TAKE
    elif view.phase == GF_FIRST_UPCARD:
        action[0] = GF_TAKE if is_worth_it(view, weights) else GF_PASS
    elif view.phase == GF_LAST_UPCARD:
        action[0] = GF_TAKE if gf_is_legal_else(view, GF_TAKE) else GF_PASS
    else:
        action[0] = GF_AUTO
    return 1


cdef bint is_worth_it(const gf_view *view, const gf_weights *weights) noexcept nogil:
    """Whether the top of the pile saves enough deadwood; gin is always enough."""
    cdef int card = view.pile[view.pile_count - 1]
    cdef uint64_t top = gf_bit(card)
    cdef Place place = place_of(card)
    cdef bint melds = danger(0, view.hand, place) != 0
    cdef int after
    # Without a meld it is kept for another card, which has ten points at most.
    if not melds and weights.gain > 10 - min(place.rank + 1, 10):
        return False
    after = gf_least_after_discard(view.hand | top, top)
    return after == 0 or gf_min_deadwood(view.hand) - after >= (
        weights.meld_gain if melds else weights.gain
    )


cdef int32_t choose_discard(
    const gf_view *view, const gf_weights *weights, gf_weighing_memory *memory
) noexcept nogil:
    cdef uint64_t discards = view.hand & ~view.barred
    cdef uint64_t best = 0
    cdef uint64_t knocks
    cdef bint clash
    cdef uint64_t loose = in_no_meld(view.hand, &clash)
    # Where no set and run contend for a card, all the others are melded.
    cdef int whole = gf_min_deadwood(view.hand) if clash else gf_points(loose)
    cdef int limit = knock_limit(view, weights)
    cdef int least = 0
    if whole == 0 and gf_has_big_gin(view):
        return GF_BIG_GIN
    if gf_is_bound(view):
        knocks = gf_knocks(view)
        discards = gf_discards(view)
        least = gf_best_discards(view.hand, view.hand & ~(discards | knocks), &best)
        if discards == 0 or knocks & best and least <= limit:
            return GF_KNOCK + gf_lowest(knocks & best if knocks & best else knocks)
        best = 0
    # And then the best discard is one of those cards, which has ten points at most.
    if clash or whole - 10 <= limit or loose & discards == 0:
        least = gf_best_discards(view.hand, view.hand & ~discards, &best)
        if least <= limit and not gf_is_bound(view):
            return GF_KNOCK + gf_lowest(best)
    return cheapest(
        view, weights, loose & discards, best & ~loose, whole, least, unseen_of(view, memory)
    )


cdef inline int knock_limit(const gf_view *view, const gf_weights *weights) noexcept nogil:
    """Anything within the limit early in the round, or to finish the game; gin always."""
    if view.draws <= weights.early or weights.knock > view.limit:
        return view.limit
    if 0 <= view.rules.target <= <int64_t>view.scores[view.seat] + weights.finish:
        return view.limit
    return weights.knock


cdef inline uint64_t in_no_meld(uint64_t hand, bint *clash) noexcept nogil:
    """The cards that lie in no meld of the hand, and whether a card may lie in a set and a run."""
    cdef uint64_t triples = gf_triples(hand)
    cdef uint32_t a = GF_RUNS[gf_ranks(hand, 0)] >> 16
    cdef uint32_t b = GF_RUNS[gf_ranks(hand, 1)] >> 16
    cdef uint32_t c = GF_RUNS[gf_ranks(hand, 2)] >> 16
    cdef uint32_t d = GF_RUNS[gf_ranks(hand, 3)] >> 16
    clash[0] = triples & (a | b | c | d) != 0
    return hand & ~(
        GF_ACES * triples | a | <uint64_t>b << 13 | <uint64_t>c << 26 | <uint64_t>d << 39
    )


cdef inline uint64_t unseen_of(const gf_view *view, gf_weighing_memory *memory) noexcept nogil:
    """The cards that may be anywhere. What lies in the pile when the seat discards stays there."""
    cdef int place
    for place in range(memory.pile_count, view.pile_count):
        memory.piled |= gf_bit(view.pile[place])
    memory.pile_count = view.pile_count
    return GF_DECK & ~(view.hand | view.known | memory.piled)


cdef inline int32_t cheapest(
    const gf_view *view,  # IN
    const gf_weights *weights,  # IN
    uint64_t loose,  # IN: discards each of which takes its own points away from `whole`
    uint64_t others,  # IN: discards each of which leaves `least`
    int whole,  # IN
    int least,  # IN
    uint64_t unseen,  # IN
) noexcept nogil:
    """The discard that costs least, of equal ones the lowest card."""
    cdef Option options[11]
    cdef uint64_t discards = loose | others
    cdef uint64_t hand = view.hand
    cdef uint64_t known = view.known
    cdef int64_t deadwood = <int64_t>weights.deadwood * view.draws
    cdef int64_t risky = <int64_t>weights.danger * view.draws
    cdef int64_t outs = weights.outs
    cdef bint ahead = weights.width != 0 and unseen != 0
    cdef int64_t risk, cost
    cdef int64_t least_cost = <int64_t>1 << 62
    cdef int count = 0
    cdef int chosen = 0
    cdef int card, left
    cdef uint32_t ranks
    cdef Place place
    for place.suit in range(0, 52, 13):
        ranks = <uint32_t>(discards >> place.suit & GF_SUIT)
        while ranks:
            place.rank = gf_lowest(ranks)
            ranks &= ranks - 1
            card = place.suit + place.rank
            left = least if others >> card & 1 else whole - min(place.rank + 1, 10)
            risk = outs * outs_lost(hand, unseen, place) + risky * danger(known, unseen, place)
            cost = deadwood * left + risk
            if ahead:
                options[count] = Option(card, risk, cost)
                count += 1
            elif cost < least_cost:
                least_cost = cost
                chosen = card
    if ahead:
        return look_ahead(options, count, weights, deadwood, hand, unseen)
    return chosen


cdef inline Place place_of(int card) noexcept nogil:
    cdef int rank = card % 13
    return Place(rank, card - rank)


cdef inline uint64_t alike(uint64_t cards, Place place) noexcept nogil:
    """Those of some cards that have the rank, as if they were aces."""
    return cards >> place.rank & GF_ACES


cdef inline int number_alike(uint64_t cards, Place place) noexcept nogil:
    return alike(cards, place) * GF_ACES >> 39 & 7  # the product adds the four bits up there


cdef inline int near(uint64_t cards, Place place) noexcept nogil:
    """Those of some cards that are near in the suit, as the tables have them."""
    return <int>((cards >> place.suit & GF_SUIT) << 2 >> place.rank) & 31


cdef inline int outs_lost(uint64_t hand, uint64_t unseen, Place place) noexcept nogil:
    """How many unseen cards make a meld of the card, which is held, with another one held."""
    cdef uint64_t held = alike(hand, place)
    return (
        RUN_OUTS[near(unseen, place) | near(hand, place) << 5]
        + (number_alike(unseen, place) if held & (held - 1) else 0)
    )


cdef inline int danger(uint64_t known, uint64_t unseen, Place place) noexcept nogil:
    """What the other seat may make of a card: each meld of three counts 9 when both its other
    cards are known there, 3 when one is and the other unseen, 1 when both are unseen."""
    return (
        RUN_DANGER[near(unseen, place) | near(known, place) << 5]
        + SET_DANGER[number_alike(unseen, place) | number_alike(known, place) << 2]
    )


cdef int32_t look_ahead(
    Option *options,  # IN, OUT: sorted by their cost
    int count,  # IN
    const gf_weights *weights,  # IN
    int64_t deadwood,  # IN: the weight of a point
    uint64_t hand,  # IN
    uint64_t unseen,  # IN
) noexcept nogil:
    """Of the cheapest discards the one that costs least with what is to be expected of the next
    draw from the stock and discard in place of what it leaves: the deadwood, and the chance of
    gin."""
    cdef Option swapped
    cdef int place, other
    cdef int chosen = 0
    for place in range(1, count):  # a sort by insertion
        swapped = options[place]
        other = place
        while other and is_cheaper(&swapped, &options[other - 1]):
            options[other] = options[other - 1]
            other -= 1
        options[other] = swapped
    for place in range(min(count, weights.width)):
        # All costs as many times as there are unseen cards.
        options[place].cost = options[place].risk * gf_count(unseen) + expected(
            hand ^ gf_bit(options[place].card), unseen, deadwood, 100 * weights.gin
        )
        if is_cheaper(&options[place], &options[chosen]):
            chosen = place
    return options[chosen].card


cdef inline bint is_cheaper(const Option *one, const Option *other) noexcept nogil:
    """Of equal costs the lower card comes first."""
    return one.cost < other.cost or one.cost == other.cost and one.card < other.card


cdef int64_t expected(uint64_t rest, uint64_t unseen, int64_t deadwood, int64_t gin) noexcept nogil:
    """The weight of the least deadwood, less that of gin, over all cards that may be drawn."""
    cdef uint64_t melding = unseen & gf_makers(rest)
    cdef uint64_t dull = unseen & ~melding
    # A card that makes no meld is discarded again, or kept in place of the best discard.
    cdef int kept = gf_min_deadwood(rest)
    cdef int discarded = gf_least_after_discard(rest, 0)
    cdef int64_t total = 0
    cdef int gins = 0
    cdef int left, points, number
    while melding:
        left = gf_least_after_discard(rest | melding & (0 - melding), 0)
        melding &= melding - 1
        total += left
        gins += left == 0
    for points in range(1, 11):
        number = gf_count(dull & (GF_ACES << points - 1 if points < 10 else GF_ACES * 0x1E00))
        left = min(discarded + points, kept)
        total += left * number
        gins += number if left == 0 else 0
    return deadwood * total - gin * gins
