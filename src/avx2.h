/* Eight hands at a time, for processors with AVX2: the first two passes of gf_min_deadwoods.
 *
 * They do what `first_pass` and `second_pass` in deadwood.pyx do one hand at a time, and elsewhere
 * those are used. The four look-ups of a hand are four gathers of eight, and the pips of a set,
 * four ranks at a time, come from tables of sixteen bytes that stay in registers.
 */
#ifndef GF_AVX2_H
#define GF_AVX2_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

static int gf_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

/* A table of sixteen bytes, for the sixteen choices of four neighbouring ranks, in both halves. */
#define GF_TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))

/* The pips of the ranks in each of eight masks of thirteen bits. */
__attribute__((target("avx2"))) static inline __m256i gf_pips8(__m256i ranks) {
    const __m256i ace_to_four = GF_TABLE(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10);
    const __m256i five_to_eight =
        GF_TABLE(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26);
    const __m256i nine_to_queen =
        GF_TABLE(0, 9, 10, 19, 10, 19, 20, 29, 10, 19, 20, 29, 20, 29, 30, 39);
    const __m256i king = GF_TABLE(0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i four = _mm256_set1_epi32(15);
    __m256i low = _mm256_add_epi32(
        _mm256_shuffle_epi8(ace_to_four, _mm256_and_si256(ranks, four)),
        _mm256_shuffle_epi8(five_to_eight, _mm256_and_si256(_mm256_srli_epi32(ranks, 4), four)));
    __m256i high = _mm256_add_epi32(
        _mm256_shuffle_epi8(nine_to_queen, _mm256_and_si256(_mm256_srli_epi32(ranks, 8), four)),
        _mm256_shuffle_epi8(king, _mm256_srli_epi32(ranks, 12)));
    return _mm256_add_epi32(low, high);
}

/* The low halves of eight 64-bit numbers, in their order. */
__attribute__((target("avx2"))) static inline __m256i gf_low_halves(__m256i first, __m256i second) {
    const __m256i order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);
    __m256 mixed = _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88);
    return _mm256_permutevar8x32_epi32(_mm256_castps_si256(mixed), order);
}

/* The cards of the suits of eight hands, their entries in the table of runs, the ranks held three
 * or four times and four times, and those of which a card lies in a run. */
typedef struct {
    __m256i suit[4];
    __m256i entry[4];
    __m256i triples;
    __m256i quads;
    __m256i in_run;
} gf_eight;

__attribute__((target("avx2"))) static inline gf_eight gf_look_up(
    const uint32_t *runs, __m256i first, __m256i second) {
    const __m256i suit = _mm256_set1_epi32((1 << 13) - 1);
    gf_eight eight;
    __m256i low = gf_low_halves(first, second);
    __m256i high = gf_low_halves(_mm256_srli_epi64(first, 26), _mm256_srli_epi64(second, 26));
    __m256i a = _mm256_and_si256(low, suit);
    __m256i b = _mm256_and_si256(_mm256_srli_epi32(low, 13), suit);
    __m256i c = _mm256_and_si256(high, suit);
    __m256i d = _mm256_and_si256(_mm256_srli_epi32(high, 13), suit);
    __m256i ab = _mm256_and_si256(a, b);
    __m256i cd = _mm256_and_si256(c, d);
    eight.suit[0] = a, eight.suit[1] = b, eight.suit[2] = c, eight.suit[3] = d;
    for (int i = 0; i < 4; i++)
        eight.entry[i] = _mm256_i32gather_epi32((const int *)runs, eight.suit[i], 4);
    eight.in_run = _mm256_srli_epi32(
        _mm256_or_si256(
            _mm256_or_si256(eight.entry[0], eight.entry[1]),
            _mm256_or_si256(eight.entry[2], eight.entry[3])),
        16);
    eight.triples = _mm256_or_si256(
        _mm256_and_si256(ab, _mm256_or_si256(c, d)), _mm256_and_si256(cd, _mm256_or_si256(a, b)));
    eight.quads = _mm256_and_si256(ab, cd);
    return eight;
}

/* `count` is a multiple of eight. */
__attribute__((target("avx2"))) static int gf_first_pass_avx2(
    const uint32_t *runs, const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    const __m256i low_bytes = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    int found = 0;
    for (int start = 0; start < count; start += 8) {
        __m256i first = _mm256_loadu_si256((const __m256i *)(hands + start));
        __m256i second = _mm256_loadu_si256((const __m256i *)(hands + start + 4));
        gf_eight eight = gf_look_up(runs, first, second);
        __m256i left = _mm256_add_epi32(
            _mm256_add_epi32(eight.entry[0], eight.entry[1]),
            _mm256_add_epi32(eight.entry[2], eight.entry[3]));
        __m256i whole = _mm256_andnot_si256(eight.in_run, eight.triples);
        __m256i pips = gf_pips8(whole);
        __m256i fourth = gf_pips8(_mm256_and_si256(whole, eight.quads));
        __m256i three = _mm256_add_epi32(pips, _mm256_slli_epi32(pips, 1));
        __m256i melded = _mm256_add_epi32(three, fourth);
        __m256i bytes = _mm256_shuffle_epi8(_mm256_sub_epi32(left, melded), low_bytes);
        uint32_t half = (uint32_t)_mm256_extract_epi32(bytes, 0);
        memcpy(out + start, &half, 4);
        half = (uint32_t)_mm256_extract_epi32(bytes, 4);
        memcpy(out + start + 4, &half, 4);
        __m256i clear = _mm256_cmpeq_epi32(
            _mm256_and_si256(eight.triples, eight.in_run), _mm256_setzero_si256());
        unsigned rest = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(clear)) ^ 255;
        while (rest) {
            conflicts[found++] = (uint16_t)(start + __builtin_ctz(rest));
            rest &= rest - 1;
        }
    }
    return found;
}

/* `count` is a multiple of eight. The hands that stay in the list are written to its beginning. */
__attribute__((target("avx2"))) static int gf_second_pass_avx2(
    const uint32_t *runs, const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    const __m256i points = _mm256_set1_epi32(0xFFFF);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i one = _mm256_set1_epi32(1);
    int left = 0;
    for (int start = 0; start < count; start += 8) {
        uint32_t gains[8];
        uint16_t index[8];
        memcpy(index, conflicts + start, sizeof index);
        __m128i places = _mm_loadu_si128((const __m128i *)index);
        __m256i first = _mm256_i32gather_epi64(
            (const long long *)hands, _mm_cvtepu16_epi32(places), 8);
        __m256i second = _mm256_i32gather_epi64(
            (const long long *)hands, _mm_cvtepu16_epi32(_mm_srli_si128(places, 8)), 8);
        gf_eight eight = gf_look_up(runs, first, second);
        __m256i ranks = _mm256_and_si256(eight.triples, eight.in_run);
        __m256i gain = zero, spared = zero;
        for (int i = 0; i < 4; i++) {
            __m256i without = _mm256_i32gather_epi32(
                (const int *)runs, _mm256_andnot_si256(ranks, eight.suit[i]), 4);
            __m256i gained = _mm256_sub_epi32(
                _mm256_and_si256(eight.entry[i], points), _mm256_and_si256(without, points));
            gain = _mm256_add_epi32(gain, gained);
            spared = _mm256_min_epi32(spared, gained);
        }
        __m256i of_three = _mm256_cmpeq_epi32(_mm256_and_si256(eight.quads, ranks), zero);
        gain = _mm256_sub_epi32(gain, _mm256_andnot_si256(of_three, spared));
        _mm256_storeu_si256((__m256i *)gains, _mm256_max_epi32(gain, zero));
        __m256i only = _mm256_cmpeq_epi32(
            _mm256_and_si256(ranks, _mm256_sub_epi32(ranks, one)), zero);
        unsigned more = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(only)) ^ 255;
        for (int i = 0; i < 8; i++) {
            out[index[i]] -= (uint8_t)gains[i];
            conflicts[left] = index[i];
            left += more >> i & 1;
        }
    }
    return left;
}

#else

static int gf_has_avx2(void) { return 0; }

static int gf_first_pass_avx2(
    const uint32_t *runs, const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    (void)runs, (void)hands, (void)out, (void)conflicts, (void)count;
    return 0;
}

static int gf_second_pass_avx2(
    const uint32_t *runs, const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    (void)runs, (void)hands, (void)out, (void)conflicts, (void)count;
    return 0;
}

#endif
#endif
