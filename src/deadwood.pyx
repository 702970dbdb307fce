# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Deadwood, and the spreads that leave it."""

# The cards of one suit are 13 bits, and a table holds for each of their 8 192 masks the least
# deadwood that runs alone leave. So a hand without a set costs four look-ups. A set whose cards lie
# in no run is taken whole. What is left is a rank in conflict, held three or four times with a card
# in a run: for up to three of them all choices are tried, beyond that the pass by rank answers.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from gin_fast.native._by_rank cimport gf_by_rank
from gin_fast.native.arguments cimport gf_int_arg, gf_mask_arg
from gin_fast.native.bits cimport GF_SUITS, gf_lowest, gf_ranks, gf_thrice
from gin_fast.native.meld cimport (
    GF_ACES, GF_MELD_COUNT, GF_MOST_MELDS, gf_insert, gf_melds, gf_run_starts, gf_triples
)
from gin_fast.native.named cimport gf_named
from gin_fast.native.stints cimport gf_is_over, gf_stint

from gin_fast.values.rows import check_rows
from gin_fast.cards.deck import MOST_LISTED
from gin_fast.values.checks import as_int
from gin_fast.state.results import Spread

__all__ = [
    "best_spread",
    "best_spreads",
    "hand_points",
    "hand_points_into",
    "min_deadwood",
    "min_deadwood_into",
    "spreads",
]

cdef object SPREAD = Spread

cdef extern from "avx2.h":
    bint gf_has_avx2() noexcept nogil
    void gf_fill_places() noexcept nogil
    int gf_first_pass_avx2(
        const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count
    ) noexcept nogil
    int gf_second_pass_avx2(
        const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count
    ) noexcept nogil
    void gf_points_avx2(const uint64_t *hands, uint16_t *out, int count) noexcept nogil

cdef bint HAS_AVX2 = gf_has_avx2()

gf_fill_places()


cdef void fill() noexcept:
    cdef int mask, low, run, points, least
    for mask in range(1, GF_SUITS):
        low = 0
        while mask >> low & 1 == 0:
            low += 1
        points = low + 1 if low < 9 else 10
        GF_POINTS[mask] = <uint8_t>(GF_POINTS[mask & (mask - 1)] + points)
        least = (GF_RUNS[mask & (mask - 1)] & 0xFFFF) + points
        # The lowest card is left, or starts a run of three or more.
        run = 7 << low
        while run < GF_SUITS and mask & run == run:
            least = min(least, <int>(GF_RUNS[mask & ~run] & 0xFFFF))
            run |= run << 1
        run = mask & mask >> 1 & mask >> 2
        GF_RUNS[mask] = <uint32_t>(least | (run | run << 1 | run << 2) << 16)


fill()


cdef inline int runs_leave(uint32_t suit) noexcept nogil:
    return <int>(GF_RUNS[suit] & 0xFFFF)


cdef inline int with_conflict(
    uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t rank
) noexcept nogil:
    """The least that is left when runs may be melded, and a set of one rank.

    Each suit has its own gain, which may be a loss, from giving its card to the set. A set of four
    may do without the card of least gain.
    """
    cdef int kept = runs_leave(a) + runs_leave(b) + runs_leave(c) + runs_leave(d)
    cdef int gain_a = runs_leave(a) - runs_leave(a & ~rank)
    cdef int gain_b = runs_leave(b) - runs_leave(b & ~rank)
    cdef int gain_c = runs_leave(c) - runs_leave(c & ~rank)
    cdef int gain_d = runs_leave(d) - runs_leave(d & ~rank)
    cdef int gain = gain_a + gain_b + gain_c + gain_d
    cdef int spared = min(min(min(gain_a, gain_b), min(gain_c, gain_d)), 0)
    gain -= spared if a & b & c & d & rank else 0
    return kept - max(gain, 0)


cdef int least_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t ranks) noexcept nogil:
    """The least that is left when runs may be melded, and a set at each of some ranks."""
    cdef uint32_t rank = ranks & (0 - ranks)
    cdef int least
    ranks ^= rank
    if ranks == 0:
        return with_conflict(a, b, c, d, rank)
    least = min(
        least_of(a, b, c, d, ranks),
        least_of(a & ~rank, b & ~rank, c & ~rank, d & ~rank, ranks),
    )
    if a & b & c & d & rank:
        least = min(least, least_of(a, b & ~rank, c & ~rank, d & ~rank, ranks))
        least = min(least, least_of(a & ~rank, b, c & ~rank, d & ~rank, ranks))
        least = min(least, least_of(a & ~rank, b & ~rank, c, d & ~rank, ranks))
        least = min(least, least_of(a & ~rank, b & ~rank, c & ~rank, d, ranks))
    return least


cdef int gf_with_sets(
    uint32_t a, uint32_t b, uint32_t c, uint32_t d, int runs, uint32_t triples, uint32_t in_run
) noexcept nogil:
    cdef uint32_t conflicts = triples & in_run
    cdef uint32_t whole = triples & ~in_run
    cdef int melded = 3 * GF_POINTS[whole] + GF_POINTS[whole & a & b & c & d]
    cdef uint32_t more
    if conflicts == 0:
        return runs - melded
    more = conflicts & (conflicts - 1)
    if more == 0:
        return with_conflict(a, b, c, d, conflicts) - melded
    more &= more - 1
    if more & (more - 1):
        return gf_by_rank(
            <uint64_t>a | <uint64_t>b << 13 | <uint64_t>c << 26 | <uint64_t>d << 39, NULL, 0, NULL
        )
    return least_of(a, b, c, d, conflicts) - melded


cdef enum:
    BLOCK = 512  # hands at a time: a multiple of eight whose lists stay in the nearest cache
    ROWS = 1024  # hands between two looks at the clock
    QUICK_ROWS = 16384  # hands whose points are added up between two looks


cdef inline int first_pass(
    const uint64_t *hands,  # IN
    uint8_t *out,  # OUT: the deadwood of each
    uint16_t *conflicts,  # OUT: the list, from its place `found` on
    int start,  # IN: of the hands
    int end,  # IN
    int found,  # IN
) noexcept nogil:
    """What is left when runs and the sets that lie in no run are melded. Lists the hands that have
    a rank in conflict; without a branch, for a branch missed costs more than all the rest."""
    cdef int index
    cdef uint32_t a, b, c, d, triples, in_run, whole
    for index in range(start, end):
        a = gf_ranks(hands[index], 0)
        b = gf_ranks(hands[index], 1)
        c = gf_ranks(hands[index], 2)
        d = gf_ranks(hands[index], 3)
        triples = gf_thrice(a, b, c, d)
        in_run = (GF_RUNS[a] | GF_RUNS[b] | GF_RUNS[c] | GF_RUNS[d]) >> 16
        whole = triples & ~in_run
        out[index] = <uint8_t>(
            GF_RUNS[a] + GF_RUNS[b] + GF_RUNS[c] + GF_RUNS[d]
            - 3 * GF_POINTS[whole] - GF_POINTS[whole & a & b & c & d]
        )
        conflicts[found] = <uint16_t>index
        found += triples & in_run != 0
    return found


cdef inline int second_pass(
    const uint64_t *hands,  # IN
    uint8_t *out,  # IN, OUT: the deadwood of each
    uint16_t *conflicts,  # IN, OUT: the list
    int start,  # IN: of the list
    int end,  # IN
    int left,  # IN
) noexcept nogil:
    """Settles the hands of the list that have one rank in conflict. The others stay in the list,
    from its place `left` on."""
    cdef int place, index
    cdef int runs
    cdef uint32_t a, b, c, d, ranks
    for place in range(start, end):
        index = conflicts[place]
        a = gf_ranks(hands[index], 0)
        b = gf_ranks(hands[index], 1)
        c = gf_ranks(hands[index], 2)
        d = gf_ranks(hands[index], 3)
        ranks = (
            gf_thrice(a, b, c, d)
            & (GF_RUNS[a] | GF_RUNS[b] | GF_RUNS[c] | GF_RUNS[d]) >> 16
        )
        runs = runs_leave(a) + runs_leave(b) + runs_leave(c) + runs_leave(d)
        out[index] -= <uint8_t>(runs - with_conflict(a, b, c, d, ranks))
        conflicts[left] = <uint16_t>index
        left += ranks & (ranks - 1) != 0
    return left


cdef void gf_min_deadwoods(const uint64_t *hands, uint8_t *out, Py_ssize_t count) noexcept nogil:
    cdef uint16_t conflicts[BLOCK + 8]
    cdef int size, found, left, place
    while count:
        size = <int>min(count, BLOCK)
        if HAS_AVX2 and size >= 8:
            size &= ~7
            found = gf_first_pass_avx2(hands, out, conflicts, size)
            left = gf_second_pass_avx2(hands, out, conflicts, found)
        else:
            found = first_pass(hands, out, conflicts, 0, size, 0)
            left = second_pass(hands, out, conflicts, 0, found, 0)
        for place in range(left):
            out[conflicts[place]] = <uint8_t>gf_min_deadwood(hands[conflicts[place]])
        hands += size
        out += size
        count -= size


cdef int sole_spread(uint64_t hand, uint64_t *melds) noexcept nogil:
    """The melds of the only best spread, ascending, and their number: -1 if that is not plain to
    see. It is when no rank is in conflict and no run can be parted: then all is melded that can."""
    cdef uint64_t starts = gf_run_starts(hand)
    cdef uint64_t in_run = starts | starts << 1 | starts << 2
    cdef uint64_t triples = gf_triples(hand)
    cdef uint64_t end
    cdef int count = 0
    if starts & starts >> 3 or triples * GF_ACES & in_run:
        return -1
    starts = in_run & (~(in_run << 1) | GF_ACES)
    while starts:
        end = (~in_run | GF_ACES) & (starts ^ (0 - starts))  # above the first start
        melds[count] = (end & (0 - end)) - (starts & (0 - starts))
        count += 1
        starts &= starts - 1
    while triples:
        count = gf_insert(melds, count, hand & GF_ACES << gf_lowest(triples))
        triples &= triples - 1
    return count


cdef int gf_best_spread(uint64_t hand, uint64_t *melds) noexcept nogil:
    cdef uint64_t inside[GF_MELD_COUNT]
    cdef int deadwood
    cdef int count = sole_spread(hand, melds)
    cdef int index
    if count >= 0:
        return count
    deadwood = gf_min_deadwood(hand)
    count = 0
    # The lowest meld of the first spread is the lowest that any of the best ones has. What follows
    # is the first of the best spreads of the other cards, for it can have no lower meld.
    for index in range(gf_melds(hand, inside)):
        if inside[index] & ~hand == 0 and gf_min_deadwood(hand & ~inside[index]) == deadwood:
            hand &= ~inside[index]
            melds[count] = inside[index]
            count += 1
    return count


cdef struct Listing:
    uint64_t *inside  # the melds of the hand, ascending
    int melds
    int deadwood  # what the spreads that count leave
    int which  # the number of the spread that is wanted
    int found
    uint64_t taken[GF_MOST_MELDS]
    uint64_t *wanted
    int *wanted_count


cdef void list_best(Listing *listing, int start, uint64_t rest, int count) noexcept nogil:
    cdef int index
    if gf_points(rest) == listing.deadwood:
        if listing.found == listing.which:
            for index in range(count):
                listing.wanted[index] = listing.taken[index]
            listing.wanted_count[0] = count
        listing.found += 1
        return
    for index in range(start, listing.melds):
        if (
            listing.inside[index] & ~rest == 0
            and gf_min_deadwood(rest & ~listing.inside[index]) == listing.deadwood
        ):
            listing.taken[count] = listing.inside[index]
            list_best(listing, index + 1, rest & ~listing.inside[index], count + 1)


cdef int gf_best_spreads(uint64_t hand, int which, uint64_t *melds, int *count) noexcept nogil:
    cdef uint64_t inside[GF_MELD_COUNT]
    cdef Listing listing
    if which == 0:
        count[0] = sole_spread(hand, melds)
        if count[0] >= 0:
            return 1
    listing.inside = inside
    listing.melds = gf_melds(hand, inside)
    listing.deadwood = gf_min_deadwood(hand)
    listing.which = which
    listing.found = 0
    listing.wanted = melds
    listing.wanted_count = count
    list_best(&listing, 0, hand, 0)
    return listing.found


def hand_points_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    uint16_t[::1] out not None: npt.NDArray[np.uint16],
    row: int,
) -> int:
    """`hand_points` of the hands from row `row` on, and the row that comes next.

    Both arrays are flat, of one length, and checked by `bulk`.
    """
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t last
    cdef double end
    check_rows(hands.shape[0], out=out.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            last = min(at + QUICK_ROWS, hands.shape[0])
            if HAS_AVX2 and last - at >= 8:
                gf_points_avx2(&hands[at], &out[at], <int>(last - at) & ~7)
                at += (last - at) & ~7
            while at < last:
                out[at] = <uint16_t>gf_points(hands[at])
                at += 1
            if gf_is_over(end):
                break
    return at


def min_deadwood_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    uint8_t[::1] out not None: npt.NDArray[np.uint8],
    row: int,
) -> int:
    """`min_deadwood` of the hands from row `row` on, and the row that comes next.

    Both arrays are flat, of one length, and checked by `bulk`.
    """
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t count
    cdef double end
    check_rows(hands.shape[0], out=out.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            count = min(ROWS, hands.shape[0] - at)
            gf_min_deadwoods(&hands[at], &out[at], count)
            at += count
            if gf_is_over(end):
                break
    return at


def hand_points(hand: int) -> int:
    """The pips of all cards of the hand: ace 1, two to ten their number, J Q K 10.

    >>> from gin_fast import parse_hand
    >>> hand_points(parse_hand("AC 9D KH"))
    20
    """
    return gf_points(gf_mask_arg(hand, "hand"))


def min_deadwood(hand: int) -> int:
    """The least deadwood over all spreads of the hand, in bounded time for every mask.

    >>> from gin_fast import parse_hand
    >>> min_deadwood(parse_hand("3H 4H 5H 3S 3C 8D"))
    14
    """
    return gf_min_deadwood(gf_mask_arg(hand, "hand"))


def best_spread(hand: int) -> Spread:
    """The first of the spreads of least deadwood, in the order of `spreads`.

    >>> from gin_fast import parse_hand
    >>> print(best_spread(parse_hand("4H 5H 6H 7H 7C 7D KC")))
    4H 5H 6H | 7C 7D 7H, unmelded KC = 10
    """
    cdef uint64_t melds[GF_MOST_MELDS]
    cdef uint64_t rest = gf_mask_arg(hand, "hand")
    cdef int count = gf_best_spread(rest, melds)
    return spread_of(rest, melds, count)


def best_spreads(hand: int) -> tuple[Spread, ...]:
    """All spreads of least deadwood, in the order of `spreads`.

    Above 13 cards a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> len(best_spreads(parse_hand("5S 5H 5D 6S 6H 6D 7S 7H 7D KC")))
    2
    """
    cdef uint64_t cards = listed(hand)
    return spreads_within(cards, gf_min_deadwood(cards))


def spreads(hand: int, max_deadwood: int) -> tuple[Spread, ...]:
    """All spreads of the hand that leave at most `max_deadwood`.

    A spread is any set of disjoint melds: a run of six and its halves are two. They come by
    deadwood, then by the tuple of their ascending melds. Above 13 cards a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> for spread in spreads(parse_hand("2H 3H 4H 5H"), 5):
    ...     print(spread)
    2H 3H 4H 5H, unmelded nothing = 0
    3H 4H 5H, unmelded 2H = 2
    2H 3H 4H, unmelded 5H = 5
    """
    cdef uint64_t cards = listed(hand)
    return spreads_within(cards, as_int(max_deadwood, "max_deadwood", 0))


cdef uint64_t listed(object hand) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t cards = gf_mask_arg(hand, "hand")
    count = int(cards).bit_count()
    if count > MOST_LISTED:
        raise ValueError(
            f"spreads are listed for hands of at most {MOST_LISTED} cards, not of {count}"
        )
    return cards


cdef struct Search:
    const uint64_t *inside  # the melds of the hand, ascending
    int melds
    int limit
    uint64_t taken[GF_MOST_MELDS]


cdef object spreads_within(uint64_t hand, object max_deadwood):
    cdef uint64_t inside[GF_MELD_COUNT]
    cdef Search search
    search.inside = inside
    search.melds = gf_melds(hand, inside)
    search.limit = min(max_deadwood, 340)
    found = []
    collect(&search, 0, hand, 0, found)
    found.sort(key=order)
    return tuple(found)


def order(spread):
    return spread.deadwood, spread.melds


cdef int collect(Search *search, int start, uint64_t rest, int count, list found) except -1:
    """Adds the spreads that take `count` melds as they are, and then melds from `start` on."""
    cdef int index
    if gf_min_deadwood(rest) > search.limit:
        return 0  # no more melds can mend that
    if gf_points(rest) <= search.limit:
        found.append(spread_of_taken(rest, search.taken, count))
    for index in range(start, search.melds):
        if search.inside[index] & ~rest == 0:
            search.taken[count] = search.inside[index]
            collect(search, index + 1, rest & ~search.inside[index], count + 1, found)
    return 0


cdef object spread_of(uint64_t hand, uint64_t *melds, int count):
    """The spread of a hand by some melds of it."""
    cdef int index
    for index in range(count):
        hand &= ~melds[index]
    return spread_of_taken(hand, melds, count)


cdef object spread_of_taken(uint64_t rest, uint64_t *melds, int count):
    return gf_named(SPREAD, (tuple([melds[i] for i in range(count)]), rest, gf_points(rest)))
