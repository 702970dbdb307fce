# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Melds: sets of three or four of one rank, runs of three or more in one suit, ace low."""

from collections.abc import Iterable

from libc.stdint cimport uint64_t

from gin_fast.native.arguments cimport gf_mask_arg

from gin_fast.cards import format_hand

cdef uint64_t ONE = 1
cdef uint64_t SUIT = 8191
cdef uint64_t OF_RANK = ONE | ONE << 13 | ONE << 26 | ONE << 39


cdef bint gf_is_meld(uint64_t mask) noexcept nogil:
    cdef uint64_t low = mask & (0 - mask)
    cdef uint64_t rest
    cdef int suit
    if mask & (mask - 1) == 0 or (mask ^ low) & ((mask ^ low) - 1) == 0:
        return False  # fewer than three cards
    for suit in range(4):
        if mask & ~(SUIT << 13 * suit) == 0:
            return (mask + low) & mask == 0  # adding the lowest bit clears a block of ones
    rest = mask
    while rest & 1 == 0:
        rest >>= 1
    return rest & ~OF_RANK == 0


cdef int gf_melds(uint64_t hand, uint64_t *out) noexcept nogil:
    cdef int count = 0
    cdef int index
    for index in range(GF_MELD_COUNT):
        out[count] = GF_MELDS[index]
        count += GF_MELDS[index] & ~hand == 0
    return count


cdef int gf_meld_index(uint64_t mask) noexcept nogil:
    cdef int low = 0
    cdef int high = GF_MELD_COUNT
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if GF_MELDS[middle] < mask:
            low = middle + 1
        else:
            high = middle
    return low if low < GF_MELD_COUNT and GF_MELDS[low] == mask else -1


cdef int gf_table_arg(object value, uint64_t hand, uint64_t *out) except -1:
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise TypeError(f"melds must be an iterable of masks, not {value!r}")
    cdef uint64_t taken = 0
    cdef uint64_t meld
    cdef int count = 0
    cdef int place
    for item in value:
        meld = gf_mask_arg(item, "a meld")
        if not gf_is_meld(meld):
            raise ValueError(f"not a meld: {format_hand(meld) or 'no cards'}")
        if meld & taken:
            raise ValueError(f"melds overlap in {format_hand(meld & taken)}")
        if meld & hand:
            raise ValueError(f"the hand holds cards of the melds: {format_hand(meld & hand)}")
        taken |= meld
        place = count
        while place > 0 and out[place - 1] > meld:
            out[place] = out[place - 1]
            place -= 1
        out[place] = meld
        count += 1
    return count


cdef void fill() noexcept:
    cdef int count = 0
    cdef int rank, suit, low, end, place
    cdef uint64_t meld, full
    cdef uint64_t found[329]
    for rank in range(13):
        full = OF_RANK << rank
        found[count] = full
        count += 1
        for suit in range(4):
            found[count] = full & ~(ONE << (13 * suit + rank))
            count += 1
    for suit in range(4):
        for low in range(13):
            for end in range(low + 3, 14):
                found[count] = ((ONE << end) - (ONE << low)) << 13 * suit
                count += 1
    for count in range(GF_MELD_COUNT):
        meld = found[count]
        place = count
        while place > 0 and GF_MELDS[place - 1] > meld:
            GF_MELDS[place] = GF_MELDS[place - 1]
            place -= 1
        GF_MELDS[place] = meld


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
