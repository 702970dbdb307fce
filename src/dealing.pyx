# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Chance: the stream of random words, draws from it, and the deal."""

from cpython.long cimport PyLong_CheckExact
from cython cimport critical_section
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from gin_fast.native.arguments cimport PyLong_AsLongLongAndOverflow, gf_int_arg
from gin_fast.native.stints cimport gf_is_over, gf_stint

from gin_fast.values.rows import check_rows
from gin_fast.values.checks import as_int, as_word, shown
from gin_fast.state.results import Deal

__all__ = ["DEAL", "SAMPLING", "SEAT_0", "SEAT_1", "Stream", "deal", "deal_into"]

DEAL, SEAT_0, SEAT_1, SAMPLING = range(4)
"""The streams of a round: its deal, the choices of each seat, and sampling."""
MOST_TAKEN = 1 << 62
"""The most words that a stream is started after."""

cdef enum:
    ROWS = 1024  # deals between two looks at the clock

cdef int position
for position in range(52):
    GF_SORTED[position] = <uint8_t>position


cdef inline void philox(
    uint64_t a, uint64_t b, uint64_t c, uint64_t seed, uint64_t *words
) noexcept nogil:
    """One block of Philox4x64-10 for the counter [a, b, c, 0] and the key [seed, 0]."""
    cdef uint64_t d = 0
    cdef uint64_t key_0 = seed
    cdef uint64_t key_1 = 0
    cdef uint64_t first, second, low_1, low_2
    cdef int turn
    for turn in range(10):
        first = gf_multiply(<uint64_t>0xD2E7470EE14C6C93, a, &low_1)
        second = gf_multiply(<uint64_t>0xCA5A826395121157, c, &low_2)
        a = second ^ b ^ key_0
        b = low_2
        c = first ^ d ^ key_1
        d = low_1
        key_0 += <uint64_t>0x9E3779B97F4A7C15
        key_1 += <uint64_t>0xBB67AE8584CAA73B
    words[0] = a
    words[1] = b
    words[2] = c
    words[3] = d


cdef void gf_make_words(gf_rng *rng) noexcept nogil:
    # The counter goes up before the first block.
    philox(rng.blocks + 1, rng.index, rng.stream, rng.seed, &rng.words[0])
    philox(rng.blocks + 2, rng.index, rng.stream, rng.seed, &rng.words[4])
    rng.blocks += 2
    rng.used = 0


cdef void gf_rng_ready(gf_rng *rng) noexcept nogil:
    philox(1, rng.index, rng.stream, rng.seed, &rng.words[GF_WORDS - 4])
    rng.blocks = 1
    rng.used = GF_WORDS - 4


cdef uint64_t gf_below_again(
    gf_rng *rng, uint32_t count, uint64_t high, uint64_t low
) noexcept nogil:
    """The rest of gf_below: draws on while the low word says that some numbers would be likelier."""
    cdef uint64_t bound = (0 - <uint64_t>count) % count
    while low < bound:
        high = gf_multiply(gf_word(rng), count, &low)
    return high


cdef void gf_deck_start(gf_deck *deck, uint64_t seed, uint64_t index) noexcept nogil:
    gf_rng_start(&deck.rng, seed, index, GF_STREAM_DEAL)
    deck.dealt = 0
    deck.ordered = 0
    memcpy(deck.cards, GF_SORTED, 52)


cdef inline int swap_in(uint8_t *cards, int place, uint64_t word, bint *again) noexcept nogil:
    """One step of the shuffle by one word; and whether it calls for another."""
    cdef uint64_t low
    cdef uint64_t other = place + gf_multiply(word, 52 - place, &low)
    cdef uint8_t card = cards[other]
    cards[other] = cards[place]
    cards[place] = card
    again[0] |= low < 52  # or the count left, which is less still
    return card


cdef int gf_deal_hands(gf_deck *deck, uint64_t *hands) noexcept nogil:
    """The first 21 draws, from words that are made together: the steps of gf_deck_next, without
    their tests. Words that may call for another draw, one deal in 10**16, go that way instead."""
    cdef uint64_t words[24]
    cdef uint64_t first = 0
    cdef uint64_t second = 0
    cdef int block, place, upcard
    cdef bint again = False
    for block in range(6):
        philox(block + 1, deck.rng.index, deck.rng.stream, deck.rng.seed, &words[4 * block])
    for place in range(0, 20, 2):
        first |= <uint64_t>1 << swap_in(deck.cards, place, words[place], &again)
        second |= <uint64_t>1 << swap_in(deck.cards, place + 1, words[place + 1], &again)
    upcard = swap_in(deck.cards, 20, words[20], &again)
    if again:
        return gf_deal_hands_again(deck, hands)
    hands[0] = first
    hands[1] = second
    deck.dealt = 21
    deck.rng.blocks = 6
    deck.rng.used = GF_WORDS - 3
    memcpy(&deck.rng.words[GF_WORDS - 3], &words[21], 3 * sizeof(uint64_t))
    return upcard


cdef int gf_deal_hands_again(gf_deck *deck, uint64_t *hands) noexcept nogil:
    cdef int place
    gf_deck_start(deck, deck.rng.seed, deck.rng.index)
    hands[0] = 0
    hands[1] = 0
    for place in range(20):
        hands[place & 1] |= <uint64_t>1 << gf_deck_next(deck)
    return gf_deck_next(deck)


cdef int gf_deal_in_order(gf_deck *deck, const uint8_t *cards, uint64_t *hands) noexcept nogil:
    cdef int place
    memset(&deck.rng, 0, sizeof(gf_rng))
    deck.dealt = 0
    deck.ordered = 1
    memcpy(deck.cards, cards, 52)
    hands[0] = 0
    hands[1] = 0
    for place in range(20):
        hands[place & 1] |= <uint64_t>1 << gf_deck_next(deck)
    return gf_deck_next(deck)


cdef int gf_deal_ordered(gf_deck *deck, bytes cards, uint64_t *hands) except -1:
    if len(cards) != 52:
        raise ValueError(f"a deck must have 52 cards, not {len(cards)}")
    return gf_deal_in_order(deck, <const uint8_t *><const char *>cards, hands)


cdef uint64_t gf_word_arg(object value, object name) except? 0xFFFFFFFFFFFFFFFF:
    cdef int overflow = 0
    cdef long long number
    if PyLong_CheckExact(value):
        number = PyLong_AsLongLongAndOverflow(value, &overflow)
        if not overflow and number >= 0:
            return <uint64_t>number
    return as_word(value, name)


cdef int require_stream(object self) except -1:
    """Methods called through their class may be given anything as their own stream."""
    if not isinstance(self, Stream):
        raise TypeError(f"a Stream is needed, not {shown(self)}")
    return 0


cdef class Stream:
    """Stream(seed, index, stream)\n--\n\n\
Random words: Philox4x64-10 with key ``[seed, 0]`` and counter ``[0, index, stream, 0]``.

    The words are those of NumPy's ``Philox``, which counts up before its first block.

    A copy, or what a pickle gives, draws the same words from here on, and draws them alone.

    >>> hex(Stream(7, 0, DEAL).word())
    '0xdf4034b829e9fba4'
    """

    cdef gf_rng rng

    def __cinit__(self, *args, **kwargs):
        gf_rng_start(&self.rng, 0, 0, 0)

    def __init__(self, seed: int, index: int, stream: int) -> None:
        cdef uint64_t key = gf_word_arg(seed, "seed")
        cdef uint64_t number = gf_word_arg(index, "index")
        gf_rng_start(&self.rng, key, number, as_int(stream, "stream", DEAL, SAMPLING))

    def __reduce__(self) -> tuple[Any, ...]:
        require_stream(self)
        with critical_section(self):
            taken = 4 * self.rng.blocks - <uint64_t>(GF_WORDS - self.rng.used)
            start = self.rng.seed, self.rng.index, self.rng.stream
        return Stream._at, (*start, taken)

    @classmethod
    def _at(cls, seed: int, index: int, stream: int, taken: int) -> Stream:
        """The stream after some words were taken."""
        cdef Stream made = Stream(seed, index, stream)
        cdef uint64_t words = as_int(taken, "taken", 0, MOST_TAKEN)
        made.rng.blocks = words // GF_WORDS * (GF_WORDS // 4)
        if words % GF_WORDS:
            gf_make_words(&made.rng)
            made.rng.used = words % GF_WORDS
        return made

    def word(self) -> int:
        """The next word, 0 to 2**64 - 1."""
        require_stream(self)
        with critical_section(self):
            return gf_word(&self.rng)

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1, all equally likely (Lemire's method).

        `count` is from 1 to 2**32 - 1. With a count of 1 there is nothing to choose, and no word is
        taken.

        >>> Stream(7, 0, DEAL).below(52)
        45
        """
        cdef uint32_t choices = gf_int_arg(count, "count", 1, 0xFFFFFFFF)
        require_stream(self)
        with critical_section(self):
            return gf_below(&self.rng, choices)


def deal(seed: int, index: int = 0) -> Deal:
    """Deal number `index` of a seed: both hands, the upcard and the order of the stock.

    `seed` and `index` are from 0 to 2**64 - 1. The same two always give the same deal, on every
    platform. Cards go alternately, the non-dealer first, then the upcard, then the stock.

    >>> from gin_fast import format_card, format_hand
    >>> dealt = deal(7, 0)
    >>> format_hand(dealt.hands[0]), format_card(dealt.upcard)
    ('AC 8C 9C 6D 7D JD 4H KH 3S 7S', '5C')
    """
    cdef gf_deck deck
    cdef uint64_t hands[2]
    cdef uint64_t key = gf_word_arg(seed, "seed")
    cdef int upcard
    gf_deck_start(&deck, key, gf_word_arg(index, "index"))
    upcard = gf_deal_hands(&deck, hands)
    stock = tuple([gf_deck_next(&deck) for _ in range(31)])
    return Deal((hands[0], hands[1]), upcard, stock)


def deal_into(
    seed: int,
    start: int,
    uint64_t[:, :] hands not None: npt.NDArray[np.uint64],
    uint8_t[:] upcards not None: npt.NDArray[np.uint8],
    uint8_t[:, :] stocks not None: npt.NDArray[np.uint8],
    row: int,
) -> int:
    """Writes deals `start`, `start` + 1, … of a seed to arrays that are known to fit, from row
    `row` on, and returns the row that comes next.

    `hands` is (n, 2), `upcards` (n,) and `stocks` (n, 31). They may be the fields of one structured
    array.
    """
    cdef Py_ssize_t at = gf_int_arg(row, "row", 0, upcards.shape[0])
    cdef Py_ssize_t last
    cdef double end
    cdef uint64_t key = gf_word_arg(seed, "seed")
    cdef uint64_t index = gf_word_arg(start, "start")
    cdef uint64_t dealt[2]
    cdef gf_deck deck
    cdef int place
    check_rows(upcards.shape[0], hands=hands.shape[0], stocks=stocks.shape[0])
    for name, given, columns in ("hands", hands.shape[1], 2), ("stocks", stocks.shape[1], 31):
        if given != columns:
            raise ValueError(f"{name} must have {columns} columns, not {given}")
    with nogil:
        end = gf_stint()
        while at < upcards.shape[0]:
            last = min(at + ROWS, upcards.shape[0])
            while at < last:
                gf_deck_start(&deck, key, index + <uint64_t>at)
                upcards[at] = <uint8_t>gf_deal_hands(&deck, dealt)
                hands[at, 0] = dealt[0]
                hands[at, 1] = dealt[1]
                for place in range(31):
                    stocks[at, place] = <uint8_t>gf_deck_next(&deck)
                at += 1
            if gf_is_over(end):
                break
    return at
