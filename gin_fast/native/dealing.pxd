# Chance: streams of random words, draws from them, and the deal. The caller owns the state, and
# nobody else draws from it meanwhile. A seed and an index may be any word.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifndef GF_MULTIPLY
    #define GF_MULTIPLY
    #if defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    #endif

    /* The high word of a product of two words; the low one goes to `low`. */
    static inline uint64_t gf_multiply(uint64_t a, uint64_t b, uint64_t *low) {
    #if defined(__SIZEOF_INT128__)
        unsigned __int128 product = (unsigned __int128)a * b;
        *low = (uint64_t)product;
        return (uint64_t)(product >> 64);
    #elif defined(_MSC_VER) && defined(_M_X64)
        unsigned __int64 high;
        *low = _umul128(a, b, &high);
        return high;
    #else
        uint64_t a_low = a & 0xFFFFFFFFu, a_high = a >> 32;
        uint64_t b_low = b & 0xFFFFFFFFu, b_high = b >> 32;
        uint64_t lowest = a_low * b_low;
        uint64_t middle = a_high * b_low + (lowest >> 32);
        uint64_t other = a_low * b_high + (middle & 0xFFFFFFFFu);
        *low = other << 32 | (lowest & 0xFFFFFFFFu);
        return a_high * b_high + (middle >> 32) + (other >> 32);
    #endif
    }
    #endif
    """
    uint64_t gf_multiply(uint64_t a, uint64_t b, uint64_t *low) noexcept nogil

cdef enum:
    GF_WORDS = 8  # made at a time: two blocks, which the processor makes side by side

# [gin_fast.h: GF_STREAM_DEAL gf_rng gf_deck
# The streams of a round: its deal, the choices of each seat, and sampling.
cdef enum:
    GF_STREAM_DEAL
    GF_STREAM_SEAT_0
    GF_STREAM_SEAT_1
    GF_STREAM_SAMPLING

# A stream of random words: Philox4x64-10. A strategy draws from it but must not look inside: the
# seed gives away the deal.
cdef struct gf_rng:
    uint64_t seed
    uint64_t index
    uint64_t stream
    uint64_t blocks  # made so far, of four words each
    uint64_t words[8]
    int32_t used  # of the words

# A deck that is shuffled as it is dealt, or whose order was given.
cdef struct gf_deck:
    gf_rng rng
    int32_t dealt
    int32_t ordered
    uint8_t cards[52]  # those dealt, in order, then those left
# ]

cdef uint8_t GF_SORTED[52]  # the deck before it is shuffled

# The next words of a stream, in place of those it has: gf_word calls it when they are used up.
cdef void gf_make_words(gf_rng *rng) noexcept nogil

# Makes the first block of a stream that was just started, where it is sure to be wanted.
cdef void gf_rng_ready(gf_rng *rng) noexcept nogil

# The rest of gf_below, where a draw must be made again.
cdef uint64_t gf_below_again(
    gf_rng *rng, uint32_t count, uint64_t high, uint64_t low
) noexcept nogil


# A stream from its beginning; any number is one.
cdef inline void gf_rng_start(
    gf_rng *rng, uint64_t seed, uint64_t index, uint64_t stream
) noexcept nogil:
    rng.seed = seed
    rng.index = index
    rng.stream = stream
    rng.blocks = 0
    rng.used = GF_WORDS


# The next word.
cdef inline uint64_t gf_word(gf_rng *rng) noexcept nogil:
    if <uint32_t>rng.used >= GF_WORDS:  # whatever somebody wrote there
        gf_make_words(rng)
    rng.used += 1
    return rng.words[rng.used - 1]


# A number from 0 to count - 1, all equally likely (Lemire's method); 0 for a count of 0. No word is
# taken for one.
cdef inline uint32_t gf_below(gf_rng *rng, uint32_t count) noexcept nogil:
    cdef uint64_t high
    cdef uint64_t low
    if <uint32_t>rng.used >= GF_WORDS:
        gf_make_words(rng)
    # From one number any word chooses 0, so to leave the word needs no branch.
    high = gf_multiply(rng.words[rng.used], count, &low)
    rng.used += count != 1
    if low < count:  # one in 2 ** 58 for a card
        high = gf_below_again(rng, count, high, low)
    return <uint32_t>high


# A deck before its first card is dealt.
cdef void gf_deck_start(gf_deck *deck, uint64_t seed, uint64_t index) noexcept nogil


# Deals the next card: one step of a forward Fisher-Yates. At most 52 times.
cdef inline int gf_deck_next(gf_deck *deck) noexcept nogil:
    cdef int place = deck.dealt
    cdef int other = place
    cdef uint8_t card
    if not deck.ordered:
        other += <int>gf_below(&deck.rng, 52 - place)
    card = deck.cards[other]
    deck.cards[other] = deck.cards[place]
    deck.cards[place] = card
    deck.dealt = place + 1
    return card


# Deals the hands and the upcard from a deck that was just started: the non-dealer's hand and the
# dealer's into `hands`.
cdef int gf_deal_hands(gf_deck *deck, uint64_t *hands) noexcept nogil

# The same from the start, card by card, for a deck whose words call for another draw.
cdef int gf_deal_hands_again(gf_deck *deck, uint64_t *hands) noexcept nogil


# The same from 52 cards in the order they are dealt: all 52, which the caller has made sure of; and
# from a bytes object, a ValueError unless it has 52.
cdef int gf_deal_in_order(gf_deck *deck, const uint8_t *cards, uint64_t *hands) noexcept nogil
cdef int gf_deal_ordered(gf_deck *deck, bytes cards, uint64_t *hands) except -1


# A word as a Python argument: a seed, an index.
cdef uint64_t gf_word_arg(object value, object name) except? 0xFFFFFFFFFFFFFFFF
