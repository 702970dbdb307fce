# Bits of a mask.

from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    GF_SUIT = 8191  # the mask of the 13 ranks of a suit
    GF_SUITS = 8192  # how many masks of ranks there are

cdef extern from *:
    """
    #ifndef GF_BITS
    #define GF_BITS
    #include <stdint.h>
    #if defined(__GNUC__)
    #define gf_lowest(mask) __builtin_ctzll(mask)
    #define gf_highest(mask) (63 - __builtin_clzll(mask))
    #elif defined(_MSC_VER) && defined(_WIN64)
    #include <intrin.h>
    static __inline int gf_lowest(uint64_t mask) {
        unsigned long index;
        _BitScanForward64(&index, mask);
        return (int)index;
    }
    static __inline int gf_highest(uint64_t mask) {
        unsigned long index;
        _BitScanReverse64(&index, mask);
        return (int)index;
    }
    #else
    static int gf_lowest(uint64_t mask) {
        int index = 0;
        while (!(mask >> index & 1)) index++;
        return index;
    }
    static int gf_highest(uint64_t mask) {
        int index = 0;
        while (mask >>= 1) index++;
        return index;
    }
    #endif
    #endif
    """
    # The index of the lowest and of the highest bit; the mask is not 0.
    int gf_lowest(uint64_t mask) noexcept nogil
    int gf_highest(uint64_t mask) noexcept nogil


# The number of bits. Without a processor's own count, which not every x86-64 has.
cdef inline int gf_count(uint64_t mask) noexcept nogil:
    mask -= mask >> 1 & <uint64_t>0x5555555555555555
    mask = (mask & <uint64_t>0x3333333333333333) + (mask >> 2 & <uint64_t>0x3333333333333333)
    mask = (mask + (mask >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>(mask * <uint64_t>0x0101010101010101 >> 56)


# The mask of one card, 0-51; of any other number some mask.
cdef inline uint64_t gf_bit(int card) noexcept nogil:
    return <uint64_t>1 << (card & 63)


# The ranks of a suit, 0-3, that a hand holds.
cdef inline uint32_t gf_ranks(uint64_t hand, int suit) noexcept nogil:
    return <uint32_t>(hand >> 13 * suit & GF_SUIT)


# The ranks that three or four suits hold.
cdef inline uint32_t gf_thrice(uint32_t a, uint32_t b, uint32_t c, uint32_t d) noexcept nogil:
    return ((a & b) & (c | d)) | ((a | b) & (c & d))
