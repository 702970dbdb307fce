/* Eight hands at a time, for processors with AVX2: the first pass of gf_min_deadwoods.
 *
 * It does what `first_pass` in deadwood.pyx does one hand at a time, and elsewhere that one is
 * used. The four look-ups of a hand are four gathers of eight, and the pips of a set, four ranks at
 * a time, come from tables of sixteen bytes that stay in registers.
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
    const __m256i five_to_eight = GF_TABLE(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26);
    const __m256i nine_to_queen = GF_TABLE(0, 9, 10, 19, 10, 19, 20, 29, 10, 19, 20, 29, 20, 29, 30, 39);
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

/* `count` is a multiple of eight. */
__attribute__((target("avx2"))) static int gf_first_pass_avx2(
    const uint32_t *runs, const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    const __m256i suit = _mm256_set1_epi32(8191);
    const __m256i low_bytes = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    int found = 0;
    for (int start = 0; start < count; start += 8) {
        __m256i first = _mm256_loadu_si256((const __m256i *)(hands + start));
        __m256i second = _mm256_loadu_si256((const __m256i *)(hands + start + 4));
        __m256i low = gf_low_halves(first, second);
        __m256i high = gf_low_halves(_mm256_srli_epi64(first, 26), _mm256_srli_epi64(second, 26));
        __m256i a = _mm256_and_si256(low, suit);
        __m256i b = _mm256_and_si256(_mm256_srli_epi32(low, 13), suit);
        __m256i c = _mm256_and_si256(high, suit);
        __m256i d = _mm256_and_si256(_mm256_srli_epi32(high, 13), suit);
        __m256i entry_a = _mm256_i32gather_epi32((const int *)runs, a, 4);
        __m256i entry_b = _mm256_i32gather_epi32((const int *)runs, b, 4);
        __m256i entry_c = _mm256_i32gather_epi32((const int *)runs, c, 4);
        __m256i entry_d = _mm256_i32gather_epi32((const int *)runs, d, 4);
        __m256i left = _mm256_add_epi32(
            _mm256_add_epi32(entry_a, entry_b), _mm256_add_epi32(entry_c, entry_d));
        __m256i in_run = _mm256_srli_epi32(
            _mm256_or_si256(_mm256_or_si256(entry_a, entry_b), _mm256_or_si256(entry_c, entry_d)), 16);
        __m256i ab = _mm256_and_si256(a, b);
        __m256i cd = _mm256_and_si256(c, d);
        __m256i triples = _mm256_or_si256(
            _mm256_and_si256(ab, _mm256_or_si256(c, d)), _mm256_and_si256(cd, _mm256_or_si256(a, b)));
        __m256i whole = _mm256_andnot_si256(in_run, triples);
        __m256i pips = gf_pips8(whole);
        __m256i fourth = gf_pips8(_mm256_and_si256(whole, _mm256_and_si256(ab, cd)));
        __m256i melded = _mm256_add_epi32(_mm256_add_epi32(pips, _mm256_slli_epi32(pips, 1)), fourth);
        __m256i bytes = _mm256_shuffle_epi8(_mm256_sub_epi32(left, melded), low_bytes);
        uint32_t half = (uint32_t)_mm256_extract_epi32(bytes, 0);
        memcpy(out + start, &half, 4);
        half = (uint32_t)_mm256_extract_epi32(bytes, 4);
        memcpy(out + start + 4, &half, 4);
        __m256i clear = _mm256_cmpeq_epi32(_mm256_and_si256(triples, in_run), _mm256_setzero_si256());
        unsigned rest = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(clear)) ^ 255;
        while (rest) {
            conflicts[found++] = (uint16_t)(start + __builtin_ctz(rest));
            rest &= rest - 1;
        }
    }
    return found;
}

#else

static int gf_has_avx2(void) { return 0; }

static int gf_first_pass_avx2(
    const uint32_t *runs, const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    (void)runs, (void)hands, (void)out, (void)conflicts, (void)count;
    return 0;
}

#endif
#endif
