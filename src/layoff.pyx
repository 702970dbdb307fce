# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Laying off: how the defender answers a knock."""

from collections.abc import Iterable

from libc.stdint cimport uint8_t, uint64_t

from gin_fast.native._by_rank cimport gf_by_rank
from gin_fast.native.arguments cimport GF_DECK, gf_int_arg, gf_mask_arg
from gin_fast.native.bits cimport gf_bit, gf_count, gf_highest, gf_lowest
from gin_fast.native.deadwood cimport gf_best_spread, gf_min_deadwood, gf_points
from gin_fast.native.meld cimport (
    GF_ACES, GF_MOST_MELDS, gf_in_melds, gf_is_meld, gf_is_run, gf_table_arg
)
from gin_fast.native.stints cimport gf_is_over, gf_stint

from gin_fast.values.rows import check_rows
from gin_fast.state.results import Layoff, Spread

__all__ = ["best_layoff", "best_layoff_into", "first_with_bad_melds", "legal_layoffs"]


cdef enum:
    ROWS = 1024  # hands between two looks at the clock
    MOST_TRIED = 256  # choices of layoffs tried one by one; beyond, the pass by rank answers

# The places on a table that take cards one after the other: the end of a run, or a set's gap.
cdef struct Places:
    int count
    int choices  # in how many ways some of the cards may go there
    uint64_t cards[2 * GF_MOST_MELDS]  # that may follow each other
    bint down[2 * GF_MOST_MELDS]  # from the highest


# The best choice so far.
cdef struct Best:
    int deadwood
    int count
    uint64_t laid_off


cdef inline uint64_t gap_of(uint64_t meld) noexcept nogil:
    """The card that a set lacks, or 0."""
    return GF_ACES << gf_lowest(meld) % 13 & ~meld


cdef uint64_t chain(uint64_t hand, int card, int step, int end) noexcept nogil:
    """The cards of the hand that follow each other from `card` on, up to `end` without it."""
    cdef uint64_t cards = 0
    # Bounded for any meld: arrays may be changed by another thread after they are checked.
    while card != end and 0 <= card < 52 and hand >> card & 1:
        cards |= gf_bit(card)
        card += step
    return cards


cdef inline void add_place(Places *places, uint64_t cards, bint down) noexcept nogil:
    if cards:
        places.cards[places.count] = cards
        places.down[places.count] = down
        places.count += 1
        # Each place multiplies the choices; more than MOST_TRIED are not counted out.
        places.choices = min(places.choices * (gf_count(cards) + 1), MOST_TRIED + 1)


cdef void find_places(
    uint64_t hand, const uint64_t *melds, int count, Places *places
) noexcept nogil:
    cdef int index, low, high, suit
    places.count = 0
    places.choices = 1
    for index in range(count):
        low = gf_lowest(melds[index])
        if gf_is_run(melds[index]):
            suit = low - low % 13
            high = low + gf_count(melds[index])
            add_place(places, chain(hand, low - 1, -1, suit - 1), True)
            add_place(places, chain(hand, high, 1, suit + 13), False)
        else:
            add_place(places, gap_of(melds[index]) & hand, False)


cdef void choose(
    uint64_t hand, const Places *places, int place, uint64_t laid_off, Best *best
) noexcept nogil:
    cdef uint64_t rest, next_card
    cdef int deadwood, count
    if place == places.count:
        deadwood = gf_min_deadwood(hand & ~laid_off)
        count = gf_count(laid_off)
        if deadwood < best.deadwood or deadwood == best.deadwood and (
            count < best.count or count == best.count and laid_off < best.laid_off
        ):
            best[0] = Best(deadwood, count, laid_off)
        return
    rest = places.cards[place]
    choose(hand, places, place + 1, laid_off, best)
    while rest:
        next_card = gf_bit(gf_highest(rest) if places.down[place] else gf_lowest(rest))
        rest ^= next_card
        laid_off |= next_card
        choose(hand, places, place + 1, laid_off, best)


cdef int gf_best_layoff(
    uint64_t hand, const uint64_t *melds, int count, uint64_t *laid_off
) noexcept nogil:
    cdef Places places
    cdef Best best = Best(1000, 0, 0)
    cdef int place
    find_places(hand, melds, count, &places)
    laid_off[0] = 0
    for place in range(places.count):
        laid_off[0] |= places.cards[place]
    if laid_off[0] & gf_in_melds(hand) == 0:
        return gf_min_deadwood(hand & ~laid_off[0])  # nothing else could be done with them
    if places.choices > MOST_TRIED:
        return gf_by_rank(hand, melds, count, laid_off)
    choose(hand, &places, 0, 0, &best)
    laid_off[0] = best.laid_off
    return best.deadwood


cdef uint64_t gf_legal_layoffs(uint64_t hand, const uint64_t *melds, int count) noexcept nogil:
    cdef uint64_t fit = 0
    cdef int index, low, high
    for index in range(count):
        low = gf_lowest(melds[index])
        if gf_is_run(melds[index]):
            high = low + gf_count(melds[index])
            if low % 13:
                fit |= gf_bit(low - 1)
            if high % 13:
                fit |= gf_bit(high)
        else:
            fit |= gap_of(melds[index])
    return fit & hand


cdef bint gf_is_table(uint64_t hand, const uint64_t *melds, int count) noexcept nogil:
    cdef int index
    if not 0 <= count <= GF_MOST_MELDS:
        return False
    for index in range(count):
        if melds[index] & (hand | ~GF_DECK) or not gf_is_meld(melds[index]):
            return False
        hand |= melds[index]
    return True


def best_layoff_into(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const uint64_t[:, ::1] melds not None: npt.NDArray[np.uint64],
    uint8_t[::1] deadwood not None: npt.NDArray[np.uint8],
    uint64_t[::1] laid_off not None: npt.NDArray[np.uint64],
    row: int,
) -> int:
    """Deadwood and cards laid off by `best_layoff` of the hands from row `row` on, and the row that
    comes next.

    `melds` has one row of three for each hand, padded with zeros; the other arrays are flat, all
    checked by `bulk`.
    """
    cdef uint64_t table[3]
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, hands.shape[0])
    cdef Py_ssize_t last
    cdef int count
    cdef double end
    check_rows(hands.shape[0], deadwood=deadwood.shape[0], laid_off=laid_off.shape[0])
    check_melds(hands.shape[0], melds)
    with nogil:
        end = gf_stint()
        while at < hands.shape[0]:
            last = min(at + ROWS, hands.shape[0])
            while at < last:
                count = table_of(&melds[at, 0], table)
                deadwood[at] = <uint8_t>gf_best_layoff(hands[at], table, count, &laid_off[at])
                at += 1
            if gf_is_over(end):
                break
    return at


def first_with_bad_melds(
    const uint64_t[::1] hands not None: npt.NDArray[np.uint64],
    const uint64_t[:, ::1] melds not None: npt.NDArray[np.uint64],
) -> int:
    """The row of the first hand whose melds `best_layoff` refuses, or -1."""
    cdef uint64_t table[3]
    cdef Py_ssize_t row
    check_melds(hands.shape[0], melds)
    with nogil:
        for row in range(hands.shape[0]):
            if not gf_is_table(hands[row], table, table_of(&melds[row, 0], table)):
                with gil:
                    return row
    return -1


cdef int check_melds(Py_ssize_t rows, const uint64_t[:, ::1] melds) except -1:
    check_rows(rows, melds=melds.shape[0])
    if melds.shape[1] != 3:
        raise ValueError(f"melds must have 3 columns, not {melds.shape[1]}")
    return 0


cdef inline int table_of(const uint64_t *row, uint64_t *table) noexcept nogil:
    """The melds in a row of three, which may have zeros anywhere."""
    cdef int count = 0
    cdef int column
    for column in range(3):
        if row[column]:
            table[count] = row[column]
            count += 1
    return count


def legal_layoffs(hand: int, melds: Iterable[int]) -> int:
    """The mask of the cards of the hand that fit one of the melds now.

    `melds` are the masks of the knocker's melds. Masks that are not melds, overlap or hold a card
    of the hand are a `ValueError`.

    >>> from gin_fast import format_hand, parse_hand
    >>> format_hand(legal_layoffs(parse_hand("3S 4S 9C"), [parse_hand("5S 6S 7S")]))
    '4S'
    """
    cdef uint64_t table[GF_MOST_MELDS]
    cdef uint64_t cards = gf_mask_arg(hand, "hand")
    cdef int count = gf_table_arg(melds, cards, table)
    return gf_legal_layoffs(cards, table, count)


def best_layoff(hand: int, melds: Iterable[int]) -> Layoff:
    """The defender's melds and layoffs, chosen together for the least deadwood.

    Cards laid off one after the other extend a run. Ties go to the fewest cards laid off, then to
    their lowest mask, then to the first spread in the order of `spreads`. `melds` are the masks of
    the knocker's melds. Masks that are not melds, overlap or hold a card of the hand are a
    `ValueError`. Without melds there is nothing to lay off.

    >>> from gin_fast import parse_hand
    >>> print(best_layoff(parse_hand("3S 4S KC KD KH"), [parse_hand("5S 6S 7S")]))
    lay off 3S on 5S 6S 7S, 4S on 5S 6S 7S; KC KD KH, unmelded nothing = 0
    """
    cdef uint64_t table[GF_MOST_MELDS]
    cdef uint64_t spread[GF_MOST_MELDS]
    cdef uint64_t cards = gf_mask_arg(hand, "hand")
    cdef uint64_t laid_off
    cdef int count = gf_table_arg(melds, cards, table)
    cdef int deadwood = gf_best_layoff(cards, table, count, &laid_off)
    cdef int spread_count, index
    onto = takers(laid_off, table, count)
    cards &= ~laid_off
    spread_count = gf_best_spread(cards, spread)
    for index in range(spread_count):
        cards &= ~spread[index]
    shown = Spread(tuple([spread[i] for i in range(spread_count)]), cards, gf_points(cards))
    return Layoff(deadwood, laid_off, onto, shown)


cdef object takers(uint64_t laid_off, const uint64_t *table, int count):
    """Which meld takes each card."""
    cdef uint64_t rest = laid_off
    onto = []
    while rest:
        card = gf_lowest(rest)
        rest &= rest - 1
        onto.append((card, table[gf_taker(laid_off, card, table, count)]))
    return tuple(onto)


cdef int gf_taker(
    uint64_t laid_off, int card, const uint64_t *table, int count
) noexcept nogil:
    cdef int slot = run_joined(laid_off, card, -1, table, count)
    if slot < 0:
        slot = run_joined(laid_off, card, 1, table, count)
    return set_joined(card, table, count) if slot < 0 else slot


cdef int run_joined(
    uint64_t laid_off, int card, int step, const uint64_t *table, int count
) noexcept nogil:
    """The run on the table that a card joins, itself or through others laid off, or -1."""
    cdef int first = card - card % 13
    cdef int neighbour = card + step
    cdef int slot
    while first <= neighbour < first + 13 and laid_off >> neighbour & 1:
        neighbour += step
    if first <= neighbour < first + 13:
        for slot in range(count):
            if table[slot] >> neighbour & 1 and gf_is_run(table[slot]):
                return slot
    return -1


cdef int set_joined(int card, const uint64_t *table, int count) noexcept nogil:
    """The set on the table that lacks a card, or -1."""
    cdef int slot
    for slot in range(count):
        if not gf_is_run(table[slot]) and gap_of(table[slot]) >> card & 1:
            return slot
    return -1
