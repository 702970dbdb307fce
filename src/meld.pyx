# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Melds: sets of three or four of one rank, runs of three or more in one suit, ace low."""

from collections.abc import Iterable

from libc.stdint cimport uint16_t, uint64_t

from gin_fast.native.arguments cimport gf_mask_arg
from gin_fast.native.bits cimport GF_SUIT, gf_lowest

from gin_fast.cards.hands import format_hand
from gin_fast.values.checks import shown

__all__ = ["ALL_MELDS", "is_meld", "melds"]

# No two melds leave the same remainder by it, so a remainder tells which meld a mask must be.
cdef enum:
    DIVISOR = 1719

cdef uint16_t INDEX[DIVISOR]
cdef uint64_t ONE = 1


cdef bint gf_is_meld(uint64_t mask) noexcept nogil:
    cdef uint64_t low = mask & (0 - mask)
    cdef uint64_t rest
    cdef int suit
    if mask & (mask - 1) == 0 or (mask ^ low) & ((mask ^ low) - 1) == 0:
        return False  # fewer than three cards
    for suit in range(4):
        if mask & ~(<uint64_t>GF_SUIT << 13 * suit) == 0:
            return (mask + low) & mask == 0  # adding the lowest bit clears a block of ones
    rest = mask
    while rest & 1 == 0:
        rest >>= 1
    return rest & ~GF_ACES == 0


cdef int gf_melds(uint64_t hand, uint64_t *out) noexcept nogil:
    cdef int count = 0
    cdef int length = 3
    cdef uint64_t starts = gf_run_starts(hand)
    cdef uint64_t ranks = gf_triples(hand)
    cdef uint64_t rest, full, cards
    while starts:
        rest = starts
        while rest:
            count = gf_insert(out, count, ((ONE << length) - 1) << gf_lowest(rest))
            rest &= rest - 1
        starts &= hand >> length & GF_ACES * (GF_SUIT >> length)
        length += 1
    while ranks:
        full = GF_ACES << gf_lowest(ranks)
        ranks &= ranks - 1
        cards = full & hand
        count = gf_insert(out, count, cards)
        rest = cards if cards == full else 0
        while rest:
            count = gf_insert(out, count, full ^ (rest & (0 - rest)))
            rest &= rest - 1
    return count


cdef int gf_meld_index(uint64_t mask) noexcept nogil:
    cdef int index = INDEX[mask % DIVISOR]
    return index if GF_MELDS[index] == mask else -1


cdef int gf_table_arg(object value, uint64_t hand, uint64_t *out) except -1:
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise TypeError(f"melds must be an iterable of masks, not {shown(value)}")
    cdef uint64_t taken = 0
    cdef uint64_t meld
    cdef int count = 0
    for item in value:
        meld = gf_mask_arg(item, "a meld")
        if not gf_is_meld(meld):
            raise ValueError(f"not a meld: {format_hand(meld) or 'no cards'}")
        if meld & taken:
            raise ValueError(f"melds overlap in {format_hand(meld & taken)}")
        if meld & hand:
            raise ValueError(f"the hand holds cards of the melds: {format_hand(meld & hand)}")
        taken |= meld
        count = gf_insert(out, count, meld)
    return count


cdef void fill() noexcept:
    cdef int index
    for index in range(gf_melds((ONE << 52) - 1, GF_MELDS)):
        INDEX[GF_MELDS[index] % DIVISOR] = <uint16_t>index


fill()
ALL_MELDS = tuple([GF_MELDS[i] for i in range(GF_MELD_COUNT)])
"""The masks of the 329 melds, ascending: 65 sets and 264 runs."""


def is_meld(mask: int) -> bool:
    """Whether these cards are one meld: a set or a run.

    >>> from gin_fast import parse_hand
    >>> is_meld(parse_hand("8C 9C TC")), is_meld(parse_hand("KS AS 2S"))
    (True, False)
    """
    return gf_is_meld(gf_mask_arg(mask, "mask"))


def melds(hand: int) -> tuple[int, ...]:
    """Every meld inside the hand, ascending masks.

    >>> from gin_fast import format_hand, parse_hand
    >>> [format_hand(meld) for meld in melds(parse_hand("4H 5H 6H 7H KC"))]
    ['4H 5H 6H', '5H 6H 7H', '4H 5H 6H 7H']
    """
    cdef uint64_t found[GF_MELD_COUNT]
    cdef int count = gf_melds(gf_mask_arg(hand, "hand"), found)
    return tuple([found[i] for i in range(count)])
