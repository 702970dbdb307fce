/* A second opinion in C: every set of disjoint melds of a hand is tried.

   It shares nothing with what it judges, neither tables nor layout: cards lie in four lanes of
   sixteen bits, one for each suit, so that a shift never carries a king into the next suit. */

#ifndef BRUTE_H
#define BRUTE_H

#include <stdint.h>

#define BRUTE_LANE 0xffffULL
#define BRUTE_ACES 0x0001000100010001ULL

static unsigned char brute_pips_of[8192]; /* the pips of one lane */

static void brute_prepare(void)
{
    for (int lane = 0; lane < 8192; lane++) {
        int pips = 0;
        for (int rank = 0; rank < 13; rank++)
            if (lane >> rank & 1)
                pips += rank < 9 ? rank + 1 : 10;
        brute_pips_of[lane] = (unsigned char)pips;
    }
}

static int brute_pips(uint64_t cards)
{
    return brute_pips_of[cards & BRUTE_LANE] + brute_pips_of[cards >> 16 & BRUTE_LANE]
        + brute_pips_of[cards >> 32 & BRUTE_LANE] + brute_pips_of[cards >> 48];
}

/* From thirteen bits a suit to sixteen. */
static uint64_t brute_lanes(uint64_t hand)
{
    return (hand & 0x1fff) | (hand >> 13 & 0x1fff) << 16 | (hand >> 26 & 0x1fff) << 32
        | (hand >> 39 & 0x1fff) << 48;
}

static int brute_smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The least deadwood of the cards. The lowest card that lies in any meld is left, or is in one of
   the melds that hold it: each is tried, and what then remains is answered likewise. */
static int brute_least(uint64_t cards)
{
    uint64_t clubs = cards & BRUTE_LANE, diamonds = cards >> 16 & BRUTE_LANE;
    uint64_t hearts = cards >> 32 & BRUTE_LANE, spades = cards >> 48;
    uint64_t threes = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds));
    uint64_t starts = cards & cards >> 1 & cards >> 2;
    uint64_t in_melds = starts | starts << 1 | starts << 2 | (cards & threes * BRUTE_ACES);
    if (in_melds == 0)
        return brute_pips(cards);

    uint64_t card = in_melds & (0 - in_melds);
    int least = brute_pips(card) + brute_least(cards & ~card);

    if (starts & card) { /* it starts runs of three and more */
        uint64_t end = card << 2, run = card | card << 1 | end;
        while (cards & end) {
            least = brute_smaller(least, brute_least(cards & ~run));
            end <<= 1;
            run |= end;
        }
    }

    uint64_t of_rank = card; /* as the lowest, it lies in the first lane that holds its rank */
    while (of_rank >> 16)
        of_rank >>= 16;
    of_rank *= BRUTE_ACES;
    if (threes * BRUTE_ACES & card) {
        uint64_t set = cards & of_rank;
        least = brute_smaller(least, brute_least(cards & ~set));
        if (set == of_rank) /* four: also the sets that want one of the others */
            for (uint64_t other = card << 16; other; other <<= 16)
                least = brute_smaller(least, brute_least(cards & ~set | other));
    }
    return least;
}

static int brute_min_deadwood(uint64_t hand)
{
    return brute_least(brute_lanes(hand));
}

/* The least deadwood after one discard, and all discards that leave so much: each is tried. */
static int brute_best_discards(uint64_t hand, uint64_t *discards)
{
    int least = 1000;
    *discards = 0;
    for (uint64_t card = 1; card >> 52 == 0; card <<= 1) {
        if (!(hand & card))
            continue;
        int left = brute_least(brute_lanes(hand & ~card));
        if (left < least) {
            least = left;
            *discards = 0;
        }
        if (left == least)
            *discards |= card;
    }
    return least;
}

#endif
