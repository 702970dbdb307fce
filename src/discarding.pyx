# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Which cards may be discarded, and what they leave."""

# Eleven discards are not eleven evaluations. With the sets that are melded put aside, each suit
# stands alone, and a table holds for each mask of its cards what runs leave of it, the most that
# one discard takes away from that, and the cards whose discard does. A set in conflict with a run
# makes two cases, and the better one counts. The discards this passes over are those that break up
# a set put aside: where they could matter every discard is tried.

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from gin_fast.native.arguments cimport GF_DECK, gf_int_arg, gf_limit_arg, gf_mask_arg
from gin_fast.native.bits cimport GF_SUIT, GF_SUITS, gf_count, gf_ranks, gf_thrice
from gin_fast.native.deadwood cimport GF_RUNS, gf_min_deadwood
from gin_fast.native.named cimport gf_named
from gin_fast.native.stints cimport gf_is_over, gf_stint

from gin_fast.values.rows import check_rows, check_rows_or_one
from gin_fast.cards.hands import format_hand
from gin_fast.state.results import Discards

__all__ = [
    "best_discards",
    "best_discards_into",
    "first_without_discard",
    "is_big_gin",
    "is_big_gin_into",
    "knock_discards",
    "knock_discards_into",
    "outs",
    "outs_into",
]

cdef object DISCARDS = Discards

cdef extern from "avx2.h":
    bint gf_has_avx2() noexcept nogil
    void gf_fill_places() noexcept nogil
    void gf_first_discards_avx2(
        const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
        uint16_t *conflicts, int *in_conflict, uint16_t *hard, int *hard_ones, int count
    ) noexcept nogil
    int gf_second_discards_avx2(
        const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
        uint16_t *conflicts, int count, uint16_t *hard
    ) noexcept nogil

cdef bint HAS_AVX2 = gf_has_avx2()

gf_fill_places()

# Of the masks of one suit's cards, packed: bits 0-7 the least deadwood that runs leave, bits
# 8-20 the cards whose discard takes most from it, bits 24-29 how much that is, plus GAIN_ZERO.
cdef uint32_t THROWS[GF_SUITS]

cdef enum:
    CARDS_SHIFT = 8
    GAIN_SHIFT = 24
    BLOCK = 512  # hands at a time, so that the lists of a pass stay in the nearest cache
    ROWS = 24  # hands between the first two looks at the clock, if each discard is tried
    MOST_ROWS = 192  # and between later ones, as long as they were quick
    QUICK_ROWS = 4096  # hands that may be big gin between two looks
    GAIN_ZERO = 32  # so that a loss is no negative number, and no card at all less than any

# The best discards of one or more cases.
cdef struct Case:
    int deadwood  # after the discard
    int kept  # without a discard
    uint64_t cards


cdef void fill() noexcept:
    cdef int mask, rank, gain, best
    cdef uint32_t cards
    for mask in range(GF_SUITS):
        best = -GAIN_ZERO
        cards = 0
        for rank in range(13):
            if mask >> rank & 1:
                gain = <int>(GF_RUNS[mask] & 0xFFFF) - <int>(GF_RUNS[mask ^ 1 << rank] & 0xFFFF)
                if gain > best:
                    best = gain
                    cards = 0
                if gain == best:
                    cards |= <uint32_t>1 << rank
        THROWS[mask] = (
            GF_RUNS[mask] & 0xFFFF | cards << CARDS_SHIFT
            | <uint32_t>(best + GAIN_ZERO) << GAIN_SHIFT
        )


fill()


cdef inline uint64_t cards_in(uint32_t entry, uint32_t gain, int suit) noexcept nogil:
    """The cards of a suit to discard, if the suit has the most to gain."""
    cdef uint64_t chosen = 0 - <uint64_t>(entry >> GAIN_SHIFT == gain)
    return (entry >> CARDS_SHIFT & GF_SUIT & chosen) << 13 * suit


cdef inline Case weigh(uint32_t a, uint32_t b, uint32_t c, uint32_t d) noexcept nogil:
    """One case: what is left of the suits when the sets that are melded are put aside."""
    cdef uint32_t entry_a = THROWS[a]
    cdef uint32_t entry_b = THROWS[b]
    cdef uint32_t entry_c = THROWS[c]
    cdef uint32_t entry_d = THROWS[d]
    cdef uint32_t gain = max(max(entry_a, entry_b), max(entry_c, entry_d)) >> GAIN_SHIFT
    cdef Case discards
    discards.kept = (entry_a & 255) + (entry_b & 255) + (entry_c & 255) + (entry_d & 255)
    discards.deadwood = discards.kept - <int>gain + GAIN_ZERO
    discards.cards = (
        cards_in(entry_a, gain, 0) | cards_in(entry_b, gain, 1)
        | cards_in(entry_c, gain, 2) | cards_in(entry_d, gain, 3)
    )
    return discards


cdef inline Case better(Case one, Case other) noexcept nogil:
    """Two cases: the discards of the better, or of both if they are equal."""
    cdef Case discards
    discards.kept = min(one.kept, other.kept)
    discards.deadwood = min(one.deadwood, other.deadwood)
    discards.cards = (
        one.cards & (0 - <uint64_t>(one.deadwood == discards.deadwood))
        | other.cards & (0 - <uint64_t>(other.deadwood == discards.deadwood))
    )
    return discards


cdef inline Case weigh_set(
    uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t rank
) noexcept nogil:
    """The two cases of a rank in conflict that is held three times: no set, or a set."""
    return better(weigh(a, b, c, d), weigh(a & ~rank, b & ~rank, c & ~rank, d & ~rank))


cdef Case weigh_cases(
    uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t conflicts
) noexcept nogil:
    """All cases of some ranks in conflict: no set, or a set of all or of three."""
    cdef uint32_t rank = conflicts & (0 - conflicts)
    cdef uint32_t others = conflicts ^ rank
    cdef uint32_t less_a = a & ~rank
    cdef uint32_t less_b = b & ~rank
    cdef uint32_t less_c = c & ~rank
    cdef uint32_t less_d = d & ~rank
    cdef Case best
    if others == 0:
        best = weigh_set(a, b, c, d, rank)
        if a & b & c & d & rank:
            best = better(best, weigh(a, less_b, less_c, less_d))
            best = better(best, weigh(less_a, b, less_c, less_d))
            best = better(best, weigh(less_a, less_b, c, less_d))
            best = better(best, weigh(less_a, less_b, less_c, d))
        return best
    best = better(
        weigh_cases(a, b, c, d, others), weigh_cases(less_a, less_b, less_c, less_d, others)
    )
    if a & b & c & d & rank:
        best = better(best, weigh_cases(a, less_b, less_c, less_d, others))
        best = better(best, weigh_cases(less_a, b, less_c, less_d, others))
        best = better(best, weigh_cases(less_a, less_b, c, less_d, others))
        best = better(best, weigh_cases(less_a, less_b, less_c, d, others))
    return best


cdef int try_every(uint64_t hand, uint64_t discards, uint64_t *cards) noexcept nogil:
    cdef int least = 1000
    cdef int deadwood
    cdef uint64_t card
    while discards:
        card = discards & (0 - discards)
        discards ^= card
        deadwood = gf_min_deadwood(hand ^ card)
        if deadwood < least:
            least = deadwood
            cards[0] = 0
        if deadwood == least:
            cards[0] |= card
    return least


# A hand by its suits, and the ranks of its sets.
cdef struct Suits:
    uint32_t a
    uint32_t b
    uint32_t c
    uint32_t d
    uint32_t whole  # the ranks of the sets that lie in no run; their cards are put aside
    uint32_t conflicts  # the ranks held three or four times that have a card in a run


cdef inline Suits suits_of(uint64_t hand) noexcept nogil:
    cdef uint32_t a = gf_ranks(hand, 0)
    cdef uint32_t b = gf_ranks(hand, 1)
    cdef uint32_t c = gf_ranks(hand, 2)
    cdef uint32_t d = gf_ranks(hand, 3)
    cdef uint32_t triples = gf_thrice(a, b, c, d)
    cdef uint32_t in_run = (GF_RUNS[a] | GF_RUNS[b] | GF_RUNS[c] | GF_RUNS[d]) >> 16
    cdef uint32_t whole = triples & ~in_run
    return Suits(a & ~whole, b & ~whole, c & ~whole, d & ~whole, whole, triples & in_run)


cdef inline bint may_break_set(const Suits *suits, const Case *discards) noexcept nogil:
    """Whether to break up a set put aside may be as good a discard: there is nothing to gain."""
    return (suits.whole != 0) & (discards.deadwood >= discards.kept)


cdef inline bint one_set(const Suits *suits) noexcept nogil:
    """Whether but one set of three is in conflict, given that some rank is."""
    cdef uint32_t ranks = suits.conflicts
    return (ranks & (ranks - 1) | ranks & suits.a & suits.b & suits.c & suits.d) == 0


cdef int gf_best_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil:
    cdef Suits suits = suits_of(hand)
    cdef Case discards
    cdef uint32_t more
    if hand & ~barred == 0:
        return -1
    if suits.conflicts == 0:
        discards = weigh(suits.a, suits.b, suits.c, suits.d)
    else:
        more = suits.conflicts & (suits.conflicts - 1)
        more &= more - 1
        if more & (more - 1):
            return try_every(hand, hand & ~barred, cards)
        discards = weigh_cases(suits.a, suits.b, suits.c, suits.d, suits.conflicts)
    cards[0] = discards.cards & ~barred
    if cards[0] == 0 or may_break_set(&suits, &discards):
        return try_every(hand, hand & ~barred, cards)
    return discards.deadwood


# Hands that a pass listed for a later one.
cdef struct Lists:
    uint16_t conflicts[BLOCK + 8]  # those of a rank in conflict
    uint16_t hard[BLOCK + 8]  # those that try_every or weigh_cases must answer, of either pass
    int in_conflict
    int hard_ones


cdef inline void first_pass(
    const uint64_t *hands,  # IN
    const uint64_t *barred,  # IN: for each hand, or one for all
    Py_ssize_t step,  # IN: 1, or 0 for all
    uint8_t *deadwood,  # OUT
    uint64_t *cards,  # OUT
    int count,  # IN
    Lists *lists,  # OUT
) noexcept nogil:
    """The best discards of hands without a rank in conflict; without a branch, for a branch missed
    costs more than the work it saves."""
    cdef int index
    cdef Suits suits
    cdef Case discards
    lists.in_conflict = lists.hard_ones = 0
    for index in range(count):
        suits = suits_of(hands[index])
        discards = weigh(suits.a, suits.b, suits.c, suits.d)
        deadwood[index] = <uint8_t>discards.deadwood
        cards[index] = discards.cards & ~barred[index * step]
        lists.conflicts[lists.in_conflict] = <uint16_t>index
        lists.in_conflict += suits.conflicts != 0
        lists.hard[lists.hard_ones] = <uint16_t>index
        lists.hard_ones += (suits.conflicts == 0) & (
            (cards[index] == 0) | may_break_set(&suits, &discards)
        )


cdef inline int second_pass(
    const uint64_t *hands,  # IN
    const uint64_t *barred,  # IN: for each hand, or one for all
    Py_ssize_t step,  # IN: 1, or 0 for all
    uint8_t *deadwood,  # OUT
    uint64_t *cards,  # OUT
    Lists *lists,  # IN, OUT
) noexcept nogil:
    """The same for the hands in conflict, if it is but one set of three."""
    cdef int place, index
    cdef int left = lists.hard_ones
    cdef Suits suits
    cdef Case discards
    for place in range(lists.in_conflict):
        index = lists.conflicts[place]
        suits = suits_of(hands[index])
        discards = weigh_set(suits.a, suits.b, suits.c, suits.d, suits.conflicts)
        deadwood[index] = <uint8_t>discards.deadwood
        cards[index] = discards.cards & ~barred[index * step]
        lists.hard[left] = <uint16_t>index
        left += (
            (not one_set(&suits)) | (cards[index] == 0) | may_break_set(&suits, &discards)
        )
    return left


cdef int discards_of_block(
    const uint64_t *hands,  # IN
    const uint64_t *barred,  # IN: for each hand, or one for all
    Py_ssize_t step,  # IN: 1, or 0 for all
    uint8_t *deadwood,  # OUT
    uint64_t *cards,  # OUT
    int count,  # IN
    double end,  # IN: of the stint
) noexcept nogil:
    """The best discards of some hands, in passes. A hand that a pass cannot answer is listed for a
    later one. How many were answered: the stint may be over before the last one, but not before the
    first."""
    cdef Lists lists
    cdef int index, place, other, others, hard_ones
    if HAS_AVX2 and count >= 8:
        count &= ~7
        gf_first_discards_avx2(
            hands, barred, step, deadwood, cards,
            lists.conflicts, &lists.in_conflict, lists.hard, &lists.hard_ones, count,
        )
        hard_ones = lists.hard_ones + gf_second_discards_avx2(
            hands, barred, step, deadwood, cards,
            lists.conflicts, lists.in_conflict, lists.hard + lists.hard_ones,
        )
    else:
        first_pass(hands, barred, step, deadwood, cards, count, &lists)
        hard_ones = second_pass(hands, barred, step, deadwood, cards, &lists)
    # Either pass listed its own in their order. Taken in the order of both, all before the one at
    # hand are answered.
    place = 0
    other = others = lists.hard_ones
    while place < others or other < hard_ones:
        if other == hard_ones or place < others and lists.hard[place] < lists.hard[other]:
            index = lists.hard[place]
            place += 1
        else:
            index = lists.hard[other]
            other += 1
        deadwood[index] = <uint8_t>gf_best_discards(
            hands[index], barred[index * step], &cards[index]
        )
        if (place + other) % ROWS == 0 and gf_is_over(end):
            return index + 1
    return count


cdef uint64_t gf_knock_discards(uint64_t hand, int limit, uint64_t barred) noexcept nogil:
    cdef int deadwood = gf_min_deadwood(hand)
    cdef uint64_t discards = hand & ~barred
    cdef uint64_t found = 0
    cdef uint64_t card
    if deadwood - 10 > limit:
        return 0  # no discard takes away more than ten
    while discards:
        card = discards & (0 - discards)
        discards ^= card
        if gf_min_deadwood(hand ^ card) <= limit:
            found |= card
    return found


cdef bint gf_is_big_gin(uint64_t hand) noexcept nogil:
    return gf_count(hand) == 11 and gf_min_deadwood(hand) == 0


cdef uint64_t gf_outs(uint64_t hand, int limit, uint64_t seen) noexcept nogil:
    cdef uint64_t unseen = GF_DECK & ~(hand | seen)
    cdef uint64_t found = 0
    cdef uint64_t card, cards
    if gf_min_deadwood(hand) <= limit:
        return unseen  # whatever comes may be discarded again
    while unseen:
        card = unseen & (0 - unseen)
        unseen ^= card
        if gf_min_deadwood(hand | card) - 10 <= limit:
            if gf_best_discards(hand | card, 0, &cards) <= limit:
                found |= card
    return found


def best_discards_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const uint64_t[::1] barred not None: npt.NDArray[np.uint64],
    uint8_t[::1] deadwood not None: npt.NDArray[np.uint8],
    uint64_t[::1] cards not None: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`best_discards` of the hands from row `row` on, and the row that comes next.

    Each hand is known to have a legal discard.
    """
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t step = barred.shape[0] > 1
    cdef double end
    check_rows(hands.shape[0], deadwood=deadwood.shape[0], cards=cards.shape[0])
    check_rows_or_one(hands.shape[0], barred=barred.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            at += discards_of_block(
                &hands[at], &barred[at * step], step, &deadwood[at], &cards[at],
                <int>min(BLOCK, hands.shape[0] - at), end,
            )
            if gf_is_over(end):
                break
    return at


def first_without_discard(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const uint64_t[::1] barred not None: npt.NDArray[np.uint64],
) -> int:
    """The row of the first hand without a legal discard, or -1."""
    cdef Py_ssize_t step = barred.shape[0] > 1
    cdef Py_ssize_t row
    check_rows_or_one(hands.shape[0], barred=barred.shape[0])
    with nogil:
        for row in range(hands.shape[0]):
            if hands[row] & ~barred[row * step] == 0:
                with gil:
                    return row
    return -1


# What is asked about each hand of some rows: gf_knock_discards or gf_outs.
ctypedef uint64_t (*Asked)(uint64_t hand, int limit, uint64_t cards) noexcept nogil


cdef Py_ssize_t answer_rows(
    Asked asked, const uint64_t[::1] hands, const int32_t[::1] limits, const uint64_t[::1] cards,
    uint64_t[::1] out, object row
) except -1:
    """Asks about each hand from a row on; one limit, or one mask of cards, stands for all."""
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t limit_step = limits.shape[0] > 1
    cdef Py_ssize_t step = cards.shape[0] > 1
    cdef Py_ssize_t rows = ROWS
    cdef Py_ssize_t last
    cdef double end
    check_rows(hands.shape[0], out=out.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            last = min(at + rows, hands.shape[0])
            while at < last:
                out[at] = asked(hands[at], limits[at * limit_step], cards[at * step])
                at += 1
            if gf_is_over(end):
                break
            rows = min(2 * rows, MOST_ROWS)
    return at


def knock_discards_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const int32_t[::1] limits not None: npt.NDArray[np.int32],
    const uint64_t[::1] barred not None: npt.NDArray[np.uint64],
    uint64_t[::1] out not None: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`knock_discards` of the hands from row `row` on, and the row that comes next."""
    check_rows_or_one(hands.shape[0], limits=limits.shape[0], barred=barred.shape[0])
    return answer_rows(gf_knock_discards, hands, limits, barred, out, row)


def outs_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const int32_t[::1] limits not None: npt.NDArray[np.int32],
    const uint64_t[::1] seen not None: npt.NDArray[np.uint64],
    uint64_t[::1] out not None: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`outs` of the hands from row `row` on, and the row that comes next."""
    check_rows_or_one(hands.shape[0], limits=limits.shape[0], seen=seen.shape[0])
    return answer_rows(gf_outs, hands, limits, seen, out, row)


def is_big_gin_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    uint8_t[::1] out not None: npt.NDArray[np.bool_],
    row: int,
) -> int:
    """`is_big_gin` of the hands from row `row` on, and the row that comes next."""
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t last
    cdef double end
    check_rows(hands.shape[0], out=out.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            last = min(at + QUICK_ROWS, hands.shape[0])
            while at < last:
                out[at] = gf_is_big_gin(hands[at])
                at += 1
            if gf_is_over(end):
                break
    return at


def best_discards(hand: int, barred: int = 0) -> Discards:
    """The least deadwood after one discard, and the mask of all discards that reach it.

    `barred` is the mask of cards that may not be discarded: the one just taken from the pile. No
    legal discard is a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> print(best_discards(parse_hand("JS JH JD 8C 7S 7H 7D 4S 3D 2S AC")))
    8C leaves 10
    """
    cdef uint64_t held = gf_mask_arg(hand, "hand")
    cdef uint64_t cards
    cdef int deadwood = gf_best_discards(held, gf_mask_arg(barred, "barred"), &cards)
    if deadwood < 0:
        raise ValueError(f"no card may be discarded from {format_hand(held) or 'an empty hand'}")
    return gf_named(DISCARDS, (deadwood, cards))


def knock_discards(hand: int, limit: int = 10, barred: int = 0) -> int:
    """The mask of the discards that leave at most `limit`, judged on the cards kept.

    >>> from gin_fast import format_hand, parse_hand
    >>> format_hand(knock_discards(parse_hand("8C 9C TC JC QD QH QS 4D 2S AH KH"), limit=7))
    'KH'
    """
    cdef uint64_t held = gf_mask_arg(hand, "hand")
    cdef int32_t most = gf_limit_arg(limit, "limit")
    return gf_knock_discards(held, most, gf_mask_arg(barred, "barred"))


def is_big_gin(hand: int) -> bool:
    """Whether these are eleven cards, all melded. Any other count is `False`.

    >>> from gin_fast import parse_hand
    >>> is_big_gin(parse_hand("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH"))
    True
    """
    return gf_is_big_gin(gf_mask_arg(hand, "hand"))


def outs(hand: int, limit: int = 10, seen: int = 0) -> int:
    """The mask of the unseen cards after which some discard leaves at most `limit`.

    Unseen are the cards neither in the hand nor in the mask `seen`.

    >>> from gin_fast import format_hand, parse_hand
    >>> hand = parse_hand("AS AH AC QD JD TD TS JS 8D 3D")
    >>> format_hand(outs(hand, limit=7, seen=parse_hand("JC")))
    '9S QS'
    """
    cdef uint64_t held = gf_mask_arg(hand, "hand")
    cdef int32_t most = gf_limit_arg(limit, "limit")
    return gf_outs(held, most, gf_mask_arg(seen, "seen"))
