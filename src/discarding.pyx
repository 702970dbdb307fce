# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Which cards may be discarded, and what they leave."""

# Eleven discards are not eleven evaluations. Where no card lies in a set and in a run, all is melded
# that can be, and the best discard is the dearest of the other cards: it takes its own points away,
# and a melded card none. A rank in conflict, held three or four times with a card in a run, makes
# cases: no set of it, or a set. In each the same holds, and the best case counts. Where all that may
# be discarded is melded, in any case, every discard is tried.

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from gin_fast.native.arguments cimport GF_DECK, gf_int_arg, gf_limit_arg, gf_mask_arg
from gin_fast.native.bits cimport GF_SUIT, gf_count, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood, gf_points
from gin_fast.native.meld cimport (
    GF_ACES, gf_in_conflict, gf_in_melds, gf_in_runs, gf_makers, gf_triples
)
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
    int gf_first_discards_avx2(
        const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
        uint16_t *others, int count
    ) noexcept nogil
    int gf_second_discards_avx2(
        const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
        uint16_t *others, int count
    ) noexcept nogil
    int gf_knock_discards_avx2(
        const uint64_t *hands, const int32_t *limits, int limit_step, const uint64_t *barred,
        int step, uint64_t *out, uint16_t *others, int count
    ) noexcept nogil
    int gf_whole_avx2(const uint64_t *hands, uint16_t *wholes, int count) noexcept nogil

cdef bint HAS_AVX2 = gf_has_avx2()

gf_fill_places()

cdef enum:
    BLOCK = 512  # hands at a time, so that the list of a pass stays in the nearest cache
    ROWS = 24  # hands between the first two looks at the clock, if each discard is tried
    MOST_ROWS = 192  # and between later ones, as long as they were quick
    NO_CASE = 1000  # more deadwood than any


cdef int try_every(uint64_t hand, uint64_t discards, uint64_t *cards) noexcept nogil:
    cdef int least = NO_CASE
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


# The best discards of one or more cases.
cdef struct Best:
    int deadwood
    uint64_t cards


cdef inline bint weigh(uint64_t rest, uint64_t barred, Best *best) noexcept nogil:
    """One more case: what is left when some sets are put aside. Whether a legal discard lies in no
    run of it."""
    cdef uint64_t loose = rest & ~gf_in_runs(rest)
    cdef uint64_t cards
    cdef int deadwood
    if loose & ~barred == 0:
        return False
    deadwood = gf_dearest_discards(loose, loose & ~barred, &cards)
    if deadwood < best.deadwood:
        best[0] = Best(deadwood, cards)
    elif deadwood == best.deadwood:
        best.cards |= cards
    return True


cdef bint weigh_cases(
    uint64_t rest, uint64_t barred, uint64_t ranks, Best *best
) noexcept nogil:
    """All cases of some ranks in conflict: no set, or a set of all or of three."""
    cdef uint64_t rank, held, card
    if ranks == 0:
        return weigh(rest, barred, best)
    rank = GF_ACES << gf_lowest(ranks)
    ranks &= ranks - 1
    held = rest & rank
    if not weigh_cases(rest, barred, ranks, best):
        return False
    if not weigh_cases(rest ^ held, barred, ranks, best):
        return False
    rank = held if held == rank else 0
    while rank:
        card = rank & (0 - rank)
        rank ^= card
        if not weigh_cases(rest ^ held ^ card, barred, ranks, best):
            return False
    return True


cdef int gf_other_discards(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil:
    cdef uint64_t triples = gf_triples(hand)
    cdef uint64_t in_conflict = gf_in_conflict(hand)
    cdef uint64_t ranks, rest, held
    cdef Best best = Best(NO_CASE, 0)
    cdef bint found = False
    if hand & ~barred == 0:
        return -1
    if in_conflict:
        ranks = in_conflict | in_conflict >> 26
        ranks = (ranks | ranks >> 13) & GF_SUIT
        rest = hand & ~(GF_ACES * (triples ^ ranks))  # what lies in other sets is put aside
        if ranks & (ranks - 1) == 0:
            held = hand & GF_ACES * ranks
            if held != GF_ACES * ranks:
                found = weigh(rest, barred, &best) and weigh(rest ^ held, barred, &best)
            elif in_conflict & (in_conflict - 1) == 0:
                # The other three are a set anyhow.
                found = (
                    weigh(rest ^ held ^ in_conflict, barred, &best)
                    and weigh(rest ^ held, barred, &best)
                )
            else:
                found = weigh_cases(rest, barred, ranks, &best)
        else:
            held = ranks & (ranks - 1)
            held &= held - 1
            if held & (held - 1) == 0:  # at most three ranks
                found = weigh_cases(rest, barred, ranks, &best)
    if not found:
        return try_every(hand, hand & ~barred, cards)
    cards[0] = best.cards
    return best.deadwood


cdef int plain_discards(
    const uint64_t *hands,  # IN
    const uint64_t *barred,  # IN: for each hand, or one for all
    Py_ssize_t step,  # IN: 1, or 0 for all
    uint8_t *deadwood,  # OUT
    uint64_t *cards,  # OUT
    uint16_t *others,  # OUT: the hands that gf_other_discards must answer
    int count,  # IN
) noexcept nogil:
    cdef int index
    cdef int left = 0
    cdef uint64_t loose, legal
    for index in range(count):
        loose = gf_loose(hands[index])
        legal = loose & ~barred[index * step]
        if legal:
            deadwood[index] = <uint8_t>gf_dearest_discards(loose, legal, &cards[index])
        else:
            others[left] = <uint16_t>index
            left += 1
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
    """The best discards of some hands. How many were answered: the stint may be over before the
    last one, but not before the first."""
    cdef uint16_t others[BLOCK + 8]
    cdef int index, place, left
    if HAS_AVX2 and count >= 8:
        count &= ~7
        left = gf_first_discards_avx2(hands, barred, step, deadwood, cards, others, count)
        left = gf_second_discards_avx2(hands, barred, step, deadwood, cards, others, left)
    else:
        left = plain_discards(hands, barred, step, deadwood, cards, others, count)
    for place in range(left):
        index = others[place]
        deadwood[index] = <uint8_t>gf_other_discards(
            hands[index], barred[index * step], &cards[index]
        )
        if (place + 1) % ROWS == 0 and gf_is_over(end):
            return index + 1
    return count


cdef uint64_t gf_knock_discards(uint64_t hand, int limit, uint64_t barred) noexcept nogil:
    cdef uint64_t discards = hand & ~barred
    cdef uint64_t loose = hand & ~gf_in_melds(hand)
    cdef uint64_t found = 0
    cdef uint64_t card
    cdef int left = gf_points(loose)  # at least
    if left - 10 > limit:
        return 0  # no discard takes away more than ten
    if not gf_in_conflict(hand):
        found = discards & loose
        if left > limit:
            return found & GF_ACES * (GF_SUIT & GF_SUIT << left - limit - 1)
    elif gf_min_deadwood(hand) - 10 > limit:
        return 0
    discards ^= found
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
    cdef uint64_t melding = unseen & gf_makers(hand)
    cdef uint64_t found = 0
    cdef uint64_t card
    cdef int spare
    if gf_min_deadwood(hand) <= limit:
        return unseen  # whatever comes may be discarded again
    if limit < 0:
        return 0
    # A card that makes no meld may be kept in place of the best discard.
    spare = limit - gf_least_after_discard(hand, 0)
    if spare > 0:
        found = unseen & ~melding & GF_ACES * (GF_SUIT if spare > 9 else (1 << spare) - 1)
    while melding:
        card = melding & (0 - melding)
        melding ^= card
        if gf_least_after_discard(hand | card, 0) <= limit:
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


# What is asked about some hands, with one limit or mask of cards for each or, if a step is 0, for all.
ctypedef void (*Asked)(
    const uint64_t *hands,  # IN
    const int32_t *limits,  # IN
    Py_ssize_t limit_step,  # IN
    const uint64_t *cards,  # IN
    Py_ssize_t step,  # IN
    uint64_t *out,  # OUT
    int count,  # IN: at most MOST_ROWS
) noexcept nogil


cdef void ask_knock_discards(
    const uint64_t *hands, const int32_t *limits, Py_ssize_t limit_step, const uint64_t *cards,
    Py_ssize_t step, uint64_t *out, int count,
) noexcept nogil:
    cdef uint16_t others[MOST_ROWS + 8]
    cdef int eights = count & ~7 if HAS_AVX2 else 0
    cdef int index, place
    if eights:
        for place in range(
            gf_knock_discards_avx2(hands, limits, limit_step, cards, step, out, others, eights)
        ):
            index = others[place]
            out[index] = gf_knock_discards(
                hands[index], limits[index * limit_step], cards[index * step]
            )
    for index in range(eights, count):
        out[index] = gf_knock_discards(
            hands[index], limits[index * limit_step], cards[index * step]
        )


cdef void ask_outs(
    const uint64_t *hands, const int32_t *limits, Py_ssize_t limit_step, const uint64_t *cards,
    Py_ssize_t step, uint64_t *out, int count,
) noexcept nogil:
    cdef int index
    for index in range(count):
        out[index] = gf_outs(hands[index], limits[index * limit_step], cards[index * step])


cdef Py_ssize_t answer_rows(
    Asked asked, const uint64_t[::1] hands, const int32_t[::1] limits, const uint64_t[::1] cards,
    uint64_t[::1] out, object row
) except -1:
    """Asks about the hands from a row on; one limit, or one mask of cards, stands for all."""
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t limit_step = limits.shape[0] > 1
    cdef Py_ssize_t step = cards.shape[0] > 1
    cdef Py_ssize_t rows = ROWS
    cdef double end
    check_rows(hands.shape[0], out=out.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            rows = min(rows, hands.shape[0] - at)
            asked(
                &hands[at], &limits[at * limit_step], limit_step, &cards[at * step], step,
                &out[at], <int>rows,
            )
            at += rows
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
    return answer_rows(ask_knock_discards, hands, limits, barred, out, row)


def outs_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const int32_t[::1] limits not None: npt.NDArray[np.int32],
    const uint64_t[::1] seen not None: npt.NDArray[np.uint64],
    uint64_t[::1] out not None: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """`outs` of the hands from row `row` on, and the row that comes next."""
    check_rows_or_one(hands.shape[0], limits=limits.shape[0], seen=seen.shape[0])
    return answer_rows(ask_outs, hands, limits, seen, out, row)


cdef void are_big_gin(const uint64_t *hands, uint8_t *out, int count) noexcept nogil:
    """Whether each of at most BLOCK hands is big gin."""
    cdef uint16_t wholes[BLOCK + 8]
    cdef int eights = count & ~7 if HAS_AVX2 else 0
    cdef int index, place
    if eights:
        memset(out, 0, eights)
        for place in range(gf_whole_avx2(hands, wholes, eights)):
            out[wholes[place]] = gf_is_big_gin(hands[wholes[place]])
    for index in range(eights, count):
        out[index] = gf_is_big_gin(hands[index])


def is_big_gin_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    uint8_t[::1] out not None: npt.NDArray[np.bool_],
    row: int,
) -> int:
    """`is_big_gin` of the hands from row `row` on, and the row that comes next."""
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef int count
    cdef double end
    check_rows(hands.shape[0], out=out.shape[0])
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            count = <int>min(BLOCK, hands.shape[0] - at)
            are_big_gin(&hands[at], &out[at], count)
            at += count
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
