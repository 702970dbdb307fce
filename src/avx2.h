/* Eight hands at a time, for processors with AVX2: what the passes in deadwood.pyx and
 * discarding.pyx do one hand at a time, which are used elsewhere, and for what is left of eight.
 *
 * There are no look-ups. The cards of a suit have sixteen bits to themselves, so a hand has 64, and
 * runs and sets are found by shifts. Runs alone always leave the cards that lie in none, and where
 * no set has a card in a run, it is melded too. A rank in conflict, held three or four times with a
 * card in a run, makes two cases: no set of it, or a set.
 */
#ifndef GF_AVX2_H
#define GF_AVX2_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define GF_AVX2 __attribute__((target("avx2,popcnt"))) static inline

static inline int gf_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

#elif defined(_M_X64) && defined(_MSC_VER)
#include <immintrin.h>
#include <intrin.h>
#define GF_AVX2 static __inline

static inline int gf_has_avx2(void) {
    int words[4];
    __cpuid(words, 0);
    if (words[0] < 7) return 0;
    __cpuid(words, 1);
    if ((words[2] & 3 << 27) != 3 << 27) return 0; /* AVX, and a system that may be asked: */
    if ((_xgetbv(0) & 6) != 6) return 0; /* does it keep the registers? */
    __cpuidex(words, 7, 0);
    return words[1] >> 5 & 1;
}

#else

static inline int gf_has_avx2(void) { return 0; }

#endif

#ifdef GF_AVX2

static uint8_t GF_PLACES[256][8]; /* of the bits of each byte */

static inline void gf_fill_places(void) {
    int bits, place, count;
    for (bits = 0; bits < 256; bits++)
        for (place = count = 0; place < 8; place++)
            if (bits >> place & 1) GF_PLACES[bits][count++] = (uint8_t)place;
}

/* Four hands, in four times sixteen bits each. */
typedef struct {
    __m256i cards;
    __m256i in_run;
    __m256i triples; /* the ranks held three or four times, in each suit */
} gf_four;

/* Suits of thirteen bits, with sixteen for each. */
GF_AVX2 __m256i gf_spread_out(__m256i hands) {
    __m256i pairs = _mm256_blend_epi32(hands, _mm256_slli_epi64(hands, 6), 0xAA);
    __m256i suits = _mm256_blend_epi16(pairs, _mm256_slli_epi32(pairs, 3), 0xAA);
    return _mm256_and_si256(suits, _mm256_set1_epi16(0x1FFF));
}

/* And back. */
GF_AVX2 __m256i gf_draw_together(__m256i suits) {
    __m256i pairs = _mm256_madd_epi16(suits, _mm256_set1_epi32(1 | 1 << 29)); /* 1 and 2^13 */
    __m256i low = _mm256_blend_epi32(pairs, _mm256_setzero_si256(), 0xAA);
    return _mm256_or_si256(low, _mm256_slli_epi64(_mm256_srli_epi64(pairs, 32), 26));
}

GF_AVX2 __m256i gf_in_runs(__m256i cards) {
    __m256i starts = _mm256_and_si256(
        cards, _mm256_and_si256(_mm256_srli_epi16(cards, 1), _mm256_srli_epi16(cards, 2)));
    return _mm256_or_si256(
        starts, _mm256_or_si256(_mm256_slli_epi16(starts, 1), _mm256_slli_epi16(starts, 2)));
}

/* The suits of each hand changed for their neighbours, and the pairs for each other. */
GF_AVX2 __m256i gf_change_suits(__m256i suits) {
    return _mm256_shuffle_epi8(
        suits, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                   2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)));
}

GF_AVX2 __m256i gf_change_pairs(__m256i suits) { return _mm256_shuffle_epi32(suits, 0xB1); }

GF_AVX2 gf_four gf_look_at(__m256i hands) {
    gf_four four;
    __m256i cards = four.cards = gf_spread_out(hands);
    __m256i changed = gf_change_suits(cards);
    __m256i both = _mm256_and_si256(cards, changed);
    __m256i either = _mm256_or_si256(cards, changed);
    __m256i thrice = _mm256_and_si256(both, gf_change_pairs(either));
    four.triples = _mm256_or_si256(thrice, gf_change_pairs(thrice));
    four.in_run = gf_in_runs(cards);
    return four;
}

/* The cards that lie in no meld. */
GF_AVX2 __m256i gf_in_no_meld(gf_four four) {
    return _mm256_andnot_si256(_mm256_or_si256(four.in_run, four.triples), four.cards);
}

/* The cards in a set that lie in a run as well, or 0. */
GF_AVX2 __m256i gf_in_conflict(gf_four four) {
    return _mm256_and_si256(four.triples, four.in_run);
}

GF_AVX2 __m256i gf_load(const uint64_t *hands) {
    return _mm256_loadu_si256((const __m256i *)hands);
}

GF_AVX2 void gf_store(__m256i hands, uint64_t *out) {
    _mm256_storeu_si256((__m256i *)out, hands);
}

/* Four hands from anywhere. */
GF_AVX2 __m256i gf_collect(const uint64_t *hands, const uint16_t *places) {
    return _mm256_set_epi64x(
        (long long)hands[places[3]], (long long)hands[places[2]], (long long)hands[places[1]],
        (long long)hands[places[0]]);
}

/* The numbers of 64 bits that are 0, as bits. */
GF_AVX2 unsigned gf_empty(__m256i one, __m256i other) {
    const __m256i zero = _mm256_setzero_si256();
    int low = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(one, zero)));
    int high = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(other, zero)));
    return (unsigned)(low | high << 4);
}

/* What follows has a number of 32 bits for each of eight hands, in the order 0 1 4 5 2 3 6 7, which
 * joining two times four makes. */

/* The pips of the cards of eight hands, in a byte for each suit. */
GF_AVX2 __m256i gf_points_by_suit(__m256i one, __m256i other) {
#define GF_TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
    const __m256i ace_to_four = GF_TABLE(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10);
    const __m256i five_to_eight =
        GF_TABLE(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26);
    const __m256i nine_to_queen =
        GF_TABLE(0, 9, 10, 19, 10, 19, 20, 29, 10, 19, 20, 29, 20, 29, 30, 39);
    const __m256i king = GF_TABLE(0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
#undef GF_TABLE
    const __m256i byte = _mm256_set1_epi16(0xFF);
    const __m256i four = _mm256_set1_epi8(15);
    __m256i low = _mm256_packus_epi16(_mm256_and_si256(one, byte), _mm256_and_si256(other, byte));
    __m256i high = _mm256_packus_epi16(_mm256_srli_epi16(one, 8), _mm256_srli_epi16(other, 8));
    return _mm256_add_epi8(
        _mm256_add_epi8(
            _mm256_shuffle_epi8(ace_to_four, _mm256_and_si256(low, four)),
            _mm256_shuffle_epi8(
                five_to_eight, _mm256_and_si256(_mm256_srli_epi16(low, 4), four))),
        _mm256_add_epi8(
            _mm256_shuffle_epi8(nine_to_queen, _mm256_and_si256(high, four)),
            _mm256_shuffle_epi8(king, _mm256_and_si256(_mm256_srli_epi16(high, 4), four))));
}

/* The sum of four bytes. */
GF_AVX2 __m256i gf_add_up(__m256i by_suit) {
    return _mm256_madd_epi16(
        _mm256_maddubs_epi16(by_suit, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}

GF_AVX2 __m256i gf_points_of(__m256i one, __m256i other) {
    return gf_add_up(gf_points_by_suit(one, other));
}

/* The low halves of numbers of 64 bits. */
GF_AVX2 __m256i gf_join(__m256i one, __m256i other) {
    return _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(one), _mm256_castsi256_ps(other), 0x88));
}

/* The low bytes, in the order of the hands. */
GF_AVX2 void gf_store_bytes(__m256i numbers, uint8_t *out) {
    __m256i bytes = _mm256_shuffle_epi8(
        numbers, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                     0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)));
    _mm_storel_epi64(
        (__m128i *)out,
        _mm_unpacklo_epi16(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1)));
}

/* Adds the places of eight hands that are chosen by bits to a list, and writes up to eight more
 * behind them; how long it is then. Without a branch: one missed costs more. */
GF_AVX2 int gf_list(uint16_t *list, int count, int start, unsigned chosen) {
    __m128i places = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)GF_PLACES[chosen]));
    places = _mm_add_epi16(places, _mm_set1_epi16((short)start));
    _mm_storeu_si128((__m128i *)(list + count), places);
    return count + _mm_popcnt_u32(chosen);
}

/* The two cases of one rank in conflict: the cards that lie in no meld if a run has its card, and
 * if a set has it. Where there are more cases, `more` is not 0. */
typedef struct {
    __m256i run;
    __m256i set;
    __m256i more;
} gf_cases;

GF_AVX2 gf_cases gf_cases_of(gf_four four) {
    gf_cases cases;
    __m256i both = _mm256_and_si256(four.cards, gf_change_suits(four.cards));
    __m256i quads = _mm256_and_si256(both, gf_change_pairs(both));
    __m256i in_conflict = gf_in_conflict(four);
    __m256i changed = gf_change_suits(in_conflict);
    __m256i either = _mm256_or_si256(in_conflict, changed);
    __m256i ranks = _mm256_or_si256(either, gf_change_pairs(either));
    __m256i twice = _mm256_or_si256(
        _mm256_and_si256(in_conflict, changed), _mm256_and_si256(either, gf_change_pairs(either)));
    __m256i others = _mm256_andnot_si256(four.triples, four.cards);
    /* Of four, the other three are a set all the same. */
    __m256i parted = _mm256_and_si256(_mm256_andnot_si256(quads, ranks), four.cards);
    cases.run = _mm256_andnot_si256(four.in_run, _mm256_or_si256(others, parted));
    cases.set = _mm256_andnot_si256(gf_in_runs(others), others);
    cases.more = _mm256_or_si256(
        _mm256_and_si256(ranks, _mm256_add_epi16(ranks, _mm256_set1_epi16(-1))),
        _mm256_and_si256(quads, twice));
    return cases;
}

/* `count` is a multiple of eight. */
GF_AVX2 int gf_first_pass_avx2(
    const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    int found = 0, start;
    for (start = 0; start < count; start += 8) {
        gf_four one = gf_look_at(gf_load(hands + start));
        gf_four other = gf_look_at(gf_load(hands + start + 4));
        unsigned clear = gf_empty(gf_in_conflict(one), gf_in_conflict(other));
        gf_store_bytes(gf_points_of(gf_in_no_meld(one), gf_in_no_meld(other)), out + start);
        found = gf_list(conflicts, found, start, clear ^ 255);
    }
    return found;
}

/* The hands that stay in the list are written to its beginning; up to seven places behind it are
 * used. */
GF_AVX2 int gf_second_pass_avx2(
    const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    int left = 0, start, place;
    for (place = count; place & 7; place++) conflicts[place] = conflicts[count - 1];
    for (start = 0; start < count; start += 8) {
        uint8_t least[8];
        const uint16_t *list = conflicts + start;
        gf_cases one = gf_cases_of(gf_look_at(gf_collect(hands, list)));
        gf_cases other = gf_cases_of(gf_look_at(gf_collect(hands, list + 4)));
        unsigned settled = gf_empty(one.more, other.more);
        gf_store_bytes(
            _mm256_min_epi32(
                gf_points_of(one.run, other.run), gf_points_of(one.set, other.set)),
            least);
        for (place = 0; place < 8 && start + place < count; place++) {
            out[list[place]] = least[place];
            conflicts[left] = list[place];
            left += (int)(~settled >> place & 1);
        }
    }
    return left;
}

/* Of eight hands, all ranks from a number on, in each suit of the first four and of the others; none
 * if it is above 31 or below 0. */
typedef struct {
    __m256i one;
    __m256i other;
} gf_eight;

GF_AVX2 gf_eight gf_ranks_from(__m256i number) {
    const __m256i twice = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13));
    gf_eight ranks;
    __m256i from = _mm256_shuffle_epi8(_mm256_sllv_epi32(_mm256_set1_epi32(-1), number), twice);
    ranks.one = _mm256_unpacklo_epi32(from, from);
    ranks.other = _mm256_unpackhi_epi32(from, from);
    return ranks;
}

/* The rank of the dearest of some cards of eight hands, from 0 to 9, since from the ten on all count
 * ten; without a card a number below 0. */
GF_AVX2 __m256i gf_dearest_rank(__m256i one, __m256i other) {
    __m256i ranks = gf_join(
        _mm256_or_si256(one, gf_change_pairs(one)), _mm256_or_si256(other, gf_change_pairs(other)));
    ranks = _mm256_or_si256(ranks, _mm256_srli_epi32(ranks, 16));
    ranks = _mm256_and_si256(ranks, _mm256_set1_epi32(0x1FFF));
    ranks = _mm256_min_epi32(ranks, _mm256_set1_epi32(1 << 9));
    /* The exponent of a number is the place of its highest bit. */
    ranks = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(ranks)), 23);
    return _mm256_sub_epi32(ranks, _mm256_set1_epi32(127));
}

/* Eight answers to what may be discarded: how much it leaves, and the cards. */
typedef struct {
    __m256i deadwood;
    __m256i one;
    __m256i other;
} gf_answers;

/* One case: what lies in no meld, and which of it may be discarded. */
GF_AVX2 gf_answers gf_discard(
    __m256i loose_one, __m256i loose_other, __m256i legal_one, __m256i legal_other) {
    __m256i rank = gf_dearest_rank(legal_one, legal_other);
    gf_eight dearest = gf_ranks_from(rank);
    gf_answers answers;
    /* Its pips are one more than its rank. */
    answers.deadwood = _mm256_sub_epi32(
        gf_points_of(loose_one, loose_other), _mm256_add_epi32(rank, _mm256_set1_epi32(1)));
    answers.one = _mm256_and_si256(legal_one, dearest.one);
    answers.other = _mm256_and_si256(legal_other, dearest.other);
    return answers;
}

GF_AVX2 __m256i gf_legal(__m256i cards, __m256i barred) {
    return _mm256_andnot_si256(gf_spread_out(barred), cards);
}

/* The best discards of some hands, a multiple of eight: the dearest cards that lie in no meld. The
 * hands of a rank in conflict, and those without such a card, are listed. */
GF_AVX2 int gf_first_discards_avx2(
    const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
    uint16_t *others, int count) {
    int start, found = 0;
    __m256i bars = _mm256_set1_epi64x((long long)barred[0]), more_bars = bars;
    for (start = 0; start < count; start += 8) {
        gf_four one = gf_look_at(gf_load(hands + start));
        gf_four other = gf_look_at(gf_load(hands + start + 4));
        if (step) {
            bars = gf_load(barred + start);
            more_bars = gf_load(barred + start + 4);
        }
        __m256i loose = gf_in_no_meld(one), more = gf_in_no_meld(other);
        __m256i legal = gf_legal(loose, bars), more_legal = gf_legal(more, more_bars);
        gf_answers answers = gf_discard(loose, more, legal, more_legal);
        unsigned clear = gf_empty(gf_in_conflict(one), gf_in_conflict(other));
        gf_store_bytes(answers.deadwood, deadwood + start);
        gf_store(gf_draw_together(answers.one), cards + start);
        gf_store(gf_draw_together(answers.other), cards + start + 4);
        found = gf_list(others, found, start, (clear ^ 255) | gf_empty(legal, more_legal));
    }
    return found;
}

/* The same for those that are listed, of one rank in conflict. The hands that stay in the list are
 * written to its beginning; up to seven places behind it are used. */
GF_AVX2 int gf_second_discards_avx2(
    const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
    uint16_t *others, int count) {
    int start, place, left = 0;
    __m256i bars = _mm256_set1_epi64x((long long)barred[0]), more_bars = bars;
    for (place = count; place & 7; place++) others[place] = others[count - 1];
    for (start = 0; start < count; start += 8) {
        uint64_t found[8];
        uint8_t least[8];
        const uint16_t *list = others + start;
        gf_cases one = gf_cases_of(gf_look_at(gf_collect(hands, list)));
        gf_cases other = gf_cases_of(gf_look_at(gf_collect(hands, list + 4)));
        if (step) {
            bars = gf_collect(barred, list);
            more_bars = gf_collect(barred, list + 4);
        }
        __m256i legal = gf_legal(one.run, bars), more_legal = gf_legal(other.run, more_bars);
        gf_answers run = gf_discard(one.run, other.run, legal, more_legal);
        unsigned settled = gf_empty(one.more, other.more) & ~gf_empty(legal, more_legal);
        legal = gf_legal(one.set, bars), more_legal = gf_legal(other.set, more_bars);
        gf_answers set = gf_discard(one.set, other.set, legal, more_legal);
        settled &= ~gf_empty(legal, more_legal);
        __m256i no_run = _mm256_cmpgt_epi32(run.deadwood, set.deadwood);
        __m256i no_set = _mm256_cmpgt_epi32(set.deadwood, run.deadwood);
        gf_store_bytes(_mm256_min_epi32(run.deadwood, set.deadwood), least);
        legal = _mm256_or_si256(
            _mm256_andnot_si256(_mm256_unpacklo_epi32(no_run, no_run), run.one),
            _mm256_andnot_si256(_mm256_unpacklo_epi32(no_set, no_set), set.one));
        gf_store(gf_draw_together(legal), found);
        legal = _mm256_or_si256(
            _mm256_andnot_si256(_mm256_unpackhi_epi32(no_run, no_run), run.other),
            _mm256_andnot_si256(_mm256_unpackhi_epi32(no_set, no_set), set.other));
        gf_store(gf_draw_together(legal), found + 4);
        for (place = 0; place < 8 && start + place < count; place++) {
            deadwood[list[place]] = least[place];
            cards[list[place]] = found[place];
            others[left] = list[place];
            left += (int)(~settled >> place & 1);
        }
    }
    return left;
}

/* The discards that leave at most a limit, of some hands, a multiple of eight; those that this does
 * not tell are listed. What lies in no meld is left at least, and a discard takes ten from it at
 * most. */
GF_AVX2 int gf_knock_discards_avx2(
    const uint64_t *hands, const int32_t *limits, int limit_step, const uint64_t *barred, int step,
    uint64_t *out, uint16_t *others, int count) {
    const __m256i ten = _mm256_set1_epi32(10);
    int start, found = 0;
    __m256i limit = _mm256_set1_epi32(limits[0]);
    __m256i bars = _mm256_set1_epi64x((long long)barred[0]), more_bars = bars;
    for (start = 0; start < count; start += 8) {
        gf_four one = gf_look_at(gf_load(hands + start));
        gf_four other = gf_look_at(gf_load(hands + start + 4));
        if (limit_step)
            limit = _mm256_permute4x64_epi64(
                _mm256_loadu_si256((const __m256i *)(limits + start)), 0xD8);
        if (step) {
            bars = gf_load(barred + start);
            more_bars = gf_load(barred + start + 4);
        }
        __m256i loose = gf_in_no_meld(one), more = gf_in_no_meld(other);
        __m256i over = _mm256_sub_epi32(gf_points_of(loose, more), limit);
        __m256i never = _mm256_cmpgt_epi32(over, ten);
        __m256i rank = _mm256_sub_epi32(over, _mm256_set1_epi32(1));
        gf_eight dear = gf_ranks_from(_mm256_or_si256(rank, never));
        gf_store(
            gf_draw_together(_mm256_and_si256(gf_legal(loose, bars), dear.one)), out + start);
        gf_store(
            gf_draw_together(_mm256_and_si256(gf_legal(more, more_bars), dear.other)),
            out + start + 4);
        /* Within the limit other discards may do, and in conflict other cards be left. */
        __m256i within = _mm256_cmpgt_epi32(_mm256_set1_epi32(1), over);
        __m256i conflict = _mm256_or_si256(
            _mm256_unpacklo_epi32(within, within), gf_in_conflict(one));
        __m256i conflicts = _mm256_or_si256(
            _mm256_unpackhi_epi32(within, within), gf_in_conflict(other));
        conflict = _mm256_andnot_si256(_mm256_unpacklo_epi32(never, never), conflict);
        conflicts = _mm256_andnot_si256(_mm256_unpackhi_epi32(never, never), conflicts);
        found = gf_list(others, found, start, gf_empty(conflict, conflicts) ^ 255);
    }
    return found;
}

/* The points of some hands, a multiple of eight. */
GF_AVX2 void gf_points_avx2(const uint64_t *hands, uint16_t *out, int count) {
    int start;
    for (start = 0; start < count; start += 8) {
        __m256i points = gf_points_of(
            gf_spread_out(gf_load(hands + start)), gf_spread_out(gf_load(hands + start + 4)));
        points = _mm256_permute4x64_epi64(points, 0xD8);
        _mm_storeu_si128(
            (__m128i *)(out + start),
            _mm_packus_epi32(
                _mm256_castsi256_si128(points), _mm256_extracti128_si256(points, 1)));
    }
}

/* Lists those of some hands, a multiple of eight, that may be melded as a whole. */
GF_AVX2 int gf_whole_avx2(const uint64_t *hands, uint16_t *wholes, int count) {
    int start, found = 0;
    for (start = 0; start < count; start += 8)
        found = gf_list(
            wholes, found, start,
            gf_empty(
                gf_in_no_meld(gf_look_at(gf_load(hands + start))),
                gf_in_no_meld(gf_look_at(gf_load(hands + start + 4)))));
    return found;
}

#else

static inline void gf_fill_places(void) {}

static inline int gf_first_pass_avx2(
    const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    (void)hands, (void)out, (void)conflicts, (void)count;
    return 0;
}

static inline int gf_second_pass_avx2(
    const uint64_t *hands, uint8_t *out, uint16_t *conflicts, int count) {
    (void)hands, (void)out, (void)conflicts, (void)count;
    return 0;
}

static inline int gf_first_discards_avx2(
    const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
    uint16_t *others, int count) {
    (void)hands, (void)barred, (void)step, (void)deadwood, (void)cards, (void)others, (void)count;
    return 0;
}

static inline int gf_second_discards_avx2(
    const uint64_t *hands, const uint64_t *barred, int step, uint8_t *deadwood, uint64_t *cards,
    uint16_t *others, int count) {
    (void)hands, (void)barred, (void)step, (void)deadwood, (void)cards, (void)others, (void)count;
    return 0;
}

static inline int gf_knock_discards_avx2(
    const uint64_t *hands, const int32_t *limits, int limit_step, const uint64_t *barred, int step,
    uint64_t *out, uint16_t *others, int count) {
    (void)hands, (void)limits, (void)limit_step, (void)barred, (void)step, (void)out, (void)others;
    (void)count;
    return 0;
}

static inline void gf_points_avx2(const uint64_t *hands, uint16_t *out, int count) {
    (void)hands, (void)out, (void)count;
}

static inline int gf_whole_avx2(const uint64_t *hands, uint16_t *wholes, int count) {
    (void)hands, (void)wholes, (void)count;
    return 0;
}

#endif
#endif
