/* gin_fast for C, C++ and anything else that can call C: the structs, and a table of functions.
 *
 * There is nothing to link with. The table is in gin_fast's own extension module. Its address comes
 * from gf_import(), which is declared here if Python.h was included before this header (including
 * the header a second time will do), or from Python as a number: gin_fast.capi.address(). If you
 * get the address in any other way, call gf_mismatch() first.
 *
 * Cards are 0-51 = 13 * suit + rank: suits C D H S, ranks ace to king. A hand, or any other set of
 * cards, is a mask with bit `card` set; in arguments, bits 52-63 are ignored. Deadwood and points
 * are pips: ace 1, two to nine their number, ten to king 10.
 *
 * No function raises or needs the GIL, and all may be called from any number of threads at once,
 * each with its own structs. Two take the GIL for a moment; their comments say so.
 *
 * There is an answer for any numbers passed, and for anything written into rules, a view, a stream
 * or the parameters of a strategy: each function says what it returns for invalid input. This holds
 * as long as
 * - pointers point to what they should, with the room stated, and are NULL only where stated;
 * - a round is what a function made of it: read it freely, but change it only by the functions,
 *   except for view.scores;
 * - the `act` and `words` of a built-in strategy are those set by strategy_named, and its `params`
 *   are NULL or point to GF_MOST_PARAMETERS numbers;
 * - the memory of a strategy has its words and is zero when the round begins; until it ends, only
 *   the strategy changes its memory, and nobody its parameters.
 *
 * Versions. A program built with an older header keeps working as long as the major number and the
 * view version are the same; with any other it is refused. What changes when:
 * - a new minor number: functions are added at the end of the table, and nothing else;
 * - a new view version: gf_rules or gf_view have other fields, or a field another meaning;
 * - a new major number: anything else declared here. A function has another place, other arguments
 *   or a result with another meaning; another struct has other fields; an enum has another number,
 *   including GF_MOST_PARAMETERS and the other sizes.
 * None of them: profiles and strategies by other names, with no more parameters and words than
 * there is room for; the decisions of a strategy; bug fixes, where a result was not as stated here.
 * The first eight fields of the table stay where they are for ever.
 */
#ifndef GIN_FAST_H
#define GIN_FAST_H

#include <stddef.h>
#include <stdint.h>

#define GF_API_MAJOR 1
#define GF_API_MINOR 0
#define GF_VIEW_VERSION 2

#ifdef __cplusplus
extern "C" {
#endif

/* [declarations: gin_fast.capi.declarations() is from here to the closing bracket */

/* Actions: 0-51 discard that card, GF_KNOCK + card discard it and knock; GF_SPREAD + i put meld(i)
 * on the table; GF_LAY_OFF + 52 * i + card lay a card off on melds[i]. */
enum { /* written by src/generate.py from gin_fast.state.actions */
    GF_KNOCK = 52,
    GF_DRAW = 104, /* from the stock */
    GF_TAKE = 105, /* the top of the pile */
    GF_PASS = 106, /* leave the upcard; or be done with spreading, with laying off */
    GF_BIG_GIN = 107,
    GF_AUTO = 108, /* spread, or lay off, what is best */
    GF_SPREAD = 109,
    GF_LAY_OFF = 438,
    GF_ACTION_COUNT = 594,
    GF_MOST_ACTIONS = 352 /* are ever legal at once */
};

/* Phases. The last upcard is offered only under rules with stock_end 2. */
enum {
    GF_FIRST_UPCARD,
    GF_DRAWING,
    GF_DISCARDING,
    GF_SPREADING,
    GF_LAYING_OFF,
    GF_LAST_UPCARD,
    GF_OVER
};

/* Where a card was drawn from. */
enum { GF_NOWHERE, GF_STOCK, GF_PILE };

/* How a round ended. */
enum {
    GF_NONE, /* it is not over */
    GF_KNOCKED,
    GF_UNDERCUT,
    GF_GIN,
    GF_BIG_GIN_END,
    GF_DEAD,
    GF_TIE,
    GF_FORFEITED
};

/* The streams of a round: its deal, the choices of each seat, and sampling. */
enum { GF_STREAM_DEAL, GF_STREAM_SEAT_0, GF_STREAM_SEAT_1, GF_STREAM_SAMPLING };

enum {
    GF_MELD_COUNT = 329,
    GF_MOST_MELDS = 17 /* disjoint ones, in 52 cards */
};

enum {
    GF_MOST_PARAMETERS = 16, /* of a built-in strategy */
    GF_MOST_WORDS = 128      /* remembered by a built-in strategy */
};

/* The rules: the fields of gin_fast.Rules. Yes and no are 1 and 0, -1 is None; those from `target`
 * on are for games and matches. Start from a profile (rules_named), change fields, and check the
 * result with rules_check. */
typedef struct gf_rules { /* written by src/generate.py from gin_fast.rules */
    int32_t knock_limit;
    int32_t oklahoma;
    int32_t oklahoma_ace_is_gin;
    int32_t oklahoma_spades_double;
    int32_t gin_bonus;
    int32_t undercut_bonus;
    int32_t big_gin_bonus; /* or -1 */
    int32_t tie; /* 0 undercut, 1 nobody, 2 knocker */
    int32_t spread; /* 0 any, 1 least */
    int32_t layoffs; /* 0 never, 1 after_knock, 2 always */
    int32_t flat_knock_score; /* or -1 */
    int32_t stock_end; /* 0 dead, 1 no_last_knock, 2 last_upcard */
    int32_t must_go_gin;
    int32_t pile_draw_cap;
    int32_t cap_ends; /* 0 turn, 1 draw */
    int32_t taken_card_may_return;
    int32_t return_cap; /* or -1 */
    int32_t after_two_passes; /* 0 stock, 1 any, 2 upcard */
    int32_t eleven_card_start;
    int32_t target; /* or -1 */
    int32_t game_bonus;
    int32_t winner_by; /* 0 total, 1 target */
    int32_t credit; /* 0 total, 1 difference */
    int32_t shutout; /* 0 none, 1 bonus, 2 double_points, 3 double_all */
    int32_t shutout_bonus;
    int32_t shutout_if; /* 0 never_scored, 1 won_no_round, 2 won_every_round */
    int32_t box;
    int32_t boxes_count_to_target;
    int32_t first_dealer; /* 0 lot, 1 cut */
    int32_t next_dealer; /* 0 winner, 1 loser, 2 alternate */
    int32_t after_dead; /* 0 same, 1 alternate */
    int32_t match_target; /* or -1 */
} gf_rules;

/* What one seat may know of a round: the fields of gin_fast.View. */
typedef struct gf_view {
    int32_t version; /* GF_VIEW_VERSION; anything else is not a view */
    int32_t seat; /* whose view it is: 0 or 1 */
    int32_t phase;
    int32_t to_move; /* the seat to move, or -1: the round is over */
    int32_t starter; /* the seat that moved first */
    int32_t drawn; /* the card that the seat to move drew this turn, if this seat knows it; or -1 */
    int32_t drawn_from;
    int32_t stock; /* cards left in it */
    int32_t draws; /* by both seats, including the upcard */
    int32_t pile_draws; /* draws from the pile */
    int32_t upcard_taken;
    int32_t returns;
    int32_t knocker; /* or -1 */
    int32_t knock_card; /* the card that this seat discarded face down, or -1 */
    int32_t limit; /* the most deadwood to knock with in this round */
    int32_t multiplier; /* of the score of the round */
    int32_t meld_count;
    int32_t pile_count;
    int32_t scores[2]; /* in the game so far: 0, unless set after the start of a round */
    gf_rules rules;
    uint64_t hand; /* the seat's own cards that are not on the table */
    uint64_t barred; /* the card taken from the pile this turn, which may not be discarded; or 0 */
    uint64_t known; /* cards known to be in the other hand */
    uint64_t exposed; /* the seat's own cards known to the other seat */
    uint64_t declined; /* tops of the pile that the other seat left */
    uint64_t own_declined; /* tops of the pile that this seat left */
    uint64_t unmelded; /* of the knocker, after spreading */
    uint64_t laid_off;
    uint64_t melds[3]; /* of the knocker, with the cards laid off on them; then 0 */
    uint8_t pile[32]; /* from the bottom, pile_count of them; the rest is undefined */
} gf_view;

/* A stream of random words: Philox4x64-10. A strategy draws from it but must not look inside: the
 * seed gives away the deal. */
typedef struct gf_rng {
    uint64_t seed;
    uint64_t index;
    uint64_t stream;
    uint64_t blocks; /* made so far, of four words each */
    uint64_t words[8];
    int32_t used; /* of the words */
} gf_rng;

/* A deck that is shuffled as it is dealt, or whose order was given. */
typedef struct gf_deck {
    gf_rng rng;
    int32_t dealt;
    int32_t ordered;
    uint8_t cards[52]; /* those dealt, in order, then those left */
} gf_deck;

/* A round: both hands, the stock and everything else. It is flat: assignment copies it. */
typedef struct gf_round {
    gf_view view; /* of the seat to move, or that moved last */
    uint64_t other; /* the hand of the other seat */
    int32_t knock_card; /* discarded face down, or -1 */
    int32_t kind; /* how it ended; from here on: 0 or -1 until it is over */
    int32_t winner; /* the seat, or -1 */
    int32_t points; /* of the winner */
    int32_t scored[2]; /* by each seat */
    int32_t knocker_deadwood; /* or -1 */
    int32_t defender_deadwood; /* or -1 */
    gf_deck deck;
} gf_round;

/* Decides from the view of the seat to move: sets *action, which is -1 before, and returns 1. Any
 * other return value, or an illegal action, forfeits the round. `rng` is the seat's own stream,
 * `memory` its own block, zero when the round begins, `params` the parameters of the strategy. It
 * is called without the GIL, from several threads at once. That of a built-in strategy returns 0 if
 * `view` is not one that the seat to move may have, or `params` is NULL and it has parameters: give
 * it its `parameters`. */
typedef int32_t (*gf_act)(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action);

/* A strategy, which decides for a seat: a built-in one (strategy_named), or your own `act`. */
typedef struct gf_strategy {
    gf_act act;
    const void *params; /* NULL: its `parameters` */
    int32_t words; /* of 64 bits of memory for a round: 0-131072 */
    int32_t parameters[GF_MOST_PARAMETERS]; /* of a built-in one; out of bounds they are a fault */
} gf_strategy;

/* The results of many rounds, by strategy: sums, so add those of two pieces of work. */
typedef struct gf_totals {
    int64_t rounds;
    int64_t wins[2];
    int64_t points[2];
    int64_t net_squared; /* of points[0] - points[1] of each round, or of each mirrored pair */
    int64_t forfeits[2]; /* by whom */
    int64_t dead;
    int64_t ties;
    int64_t draws; /* cards drawn */
} gf_totals;

typedef struct gf_api {
    uint32_t version; /* major << 16 | minor */
    uint32_t size; /* of the table, in bytes */
    uint32_t view_version;
    uint32_t size_of_rules;
    uint32_t size_of_view;
    uint32_t size_of_round;
    uint32_t size_of_strategy;
    uint32_t size_of_totals;

    /* -- Cards */

    /* The least deadwood over all spreads of a hand of any size. */
    int32_t (*min_deadwood)(uint64_t hand);
    /* The pips of all cards of a hand. */
    int32_t (*hand_points)(uint64_t hand);
    /* 1 if these cards are one meld, else 0. Bits 52-63 are not cards, so 0 if one is set. */
    int32_t (*is_meld)(uint64_t cards);
    /* The index of a meld among all melds, or -1 if it is not a meld. */
    int32_t (*meld_index)(uint64_t cards);
    /* 1 if these are eleven cards, all melded; else 0. */
    int32_t (*is_big_gin)(uint64_t hand);
    /* The least deadwood after discarding a card that is not barred, and into `cards` all discards
     * that reach it; -1 and 0 if there is no such card. */
    int32_t (*best_discards)(uint64_t hand, uint64_t barred, uint64_t *cards);
    /* The discards that leave at most `limit`. */
    uint64_t (*knock_discards)(uint64_t hand, int32_t limit, uint64_t barred);
    /* The cards neither held nor seen after which some discard leaves at most `limit`. */
    uint64_t (*outs)(uint64_t hand, int32_t limit, uint64_t seen);
    /* Writes the ascending melds of the first best spread into `melds` (room for 17); returns their
     * number. */
    int32_t (*best_spread)(uint64_t hand, uint64_t *melds);
    /* The number of best spreads, or -1 for more than 13 cards; writes the melds (room for 4) of
     * spread `which`, counted from 0, and their `count`, which is 0 if there is no such spread. */
    int32_t (*best_spreads)(uint64_t hand, int32_t which, uint64_t *melds, int32_t *count);
    /* The defender's least deadwood, melds and layoffs chosen together, and the cards laid off; -1
     * and 0 unless `melds` are 0-17 disjoint melds without a card of the hand. */
    int32_t (*best_layoff)(
        uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off);

    /* -- What a seat may do, from its view: nothing, if `view` is not a view of the seat to move.
     * Bits 52-63 of its hand are ignored here, too. */

    /* Writes all legal actions, ascending, into `actions` (room for 352); returns their number. */
    int32_t (*legal_actions)(const gf_view *view, int32_t *actions);
    /* 1 if an action is legal, else 0. */
    int32_t (*is_legal)(const gf_view *view, int32_t action);
    /* The cards that may be discarded without going out. */
    uint64_t (*discards)(const gf_view *view);
    /* The cards that may be discarded to knock. */
    uint64_t (*knocks)(const gf_view *view);

    /* -- Chance */

    /* The next word of a stream. */
    uint64_t (*word)(gf_rng *rng);
    /* A random number from 0 to count - 1, each equally likely; 0 if the count is 0. */
    uint32_t (*below)(gf_rng *rng, uint32_t count);
    /* Starts a stream. Those of a round are 0-3; any other number is a separate stream. */
    void (*rng_start)(gf_rng *rng, uint64_t seed, uint64_t index, uint64_t stream);

    /* -- More about cards */

    /* Writes the least deadwood of `count` hands into `out`. Nothing if the count is below 1. */
    void (*min_deadwoods)(const uint64_t *hands, uint8_t *out, int64_t count);
    /* Writes the melds in a hand, ascending, into `melds` (room for 329); returns their number. */
    int32_t (*melds)(uint64_t hand, uint64_t *melds);
    /* The cards of the meld with this index among all melds, ascending; 0 if there is none. */
    uint64_t (*meld)(int32_t index);
    /* The cards of a hand that fit one of the melds now; 0 if best_layoff would return -1. */
    uint64_t (*legal_layoffs)(uint64_t hand, const uint64_t *melds, int32_t count);

    /* -- Rules */

    /* Writes the rules of a profile, such as "modern", and returns 1; or 0, writing nothing, if
     * there is no such profile. */
    int32_t (*rules_named)(const char *name, gf_rules *rules);
    /* 1 if a table can play by these rules; else 0, with the reason in `why`, cut to `room` bytes
     * including the final 0. `why` may be NULL. It takes the GIL. */
    int32_t (*rules_check)(const gf_rules *rules, char *why, int32_t room);

    /* -- Rounds. One that could not be started is over, and refuses everything else. */

    /* Starts a round, deal `index` of a seed with `starter` to move, and returns 1; or 0 if
     * `starter` is not a seat, or a field of the rules is out of bounds. */
    int32_t (*round_start)(
        gf_round *round, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter);
    /* The same from 52 cards in the order they are dealt: alternately, to the starter first, then
     * the upcard, then the stock. Also 0 if any card is missing. */
    int32_t (*round_from_deck)(
        gf_round *round, const gf_rules *rules, const uint8_t *cards, int32_t starter);
    /* Writes what a seat may know and returns 1; or 0, writing nothing, if there is no such seat or
     * no such round. */
    int32_t (*round_view)(const gf_round *round, int32_t seat, gf_view *view);
    /* Applies an action for the seat to move and returns 1; or 0, changing nothing, if it is
     * illegal. */
    int32_t (*round_apply)(gf_round *round, int32_t action);
    /* The seat to move forfeits: 1; or 0, changing nothing, if the round is over. */
    int32_t (*round_forfeit)(gf_round *round);
    /* Plays a round from its current state to its end, by the strategies of seats 0 and 1, which
     * use streams 1 and 2 of the seed and index and have empty memories. Returns 1, or 0 if one of
     * them forfeited; or -1, changing nothing, if the round is over, its view is not one that the
     * seat to move may have, its rules are out of bounds, a strategy has no `act` or wrong `words`,
     * or there is no memory for them. */
    int32_t (*round_play)(
        gf_round *round, const gf_strategy *strategies, uint64_t seed, uint64_t index);
    /* Writes a round that fits a view of the seat to move, sample `number` of a seed: the unseen
     * cards are placed at random, all placements equally likely. With a `belief` above 0, at most
     * 100, the other hand is better the more cards were drawn: 14 fits how strategies improve.
     * Returns 1; or 0 and a round that is over, if it is not such a view, its rules are out of
     * bounds, or the belief is. */
    int32_t (*round_sample)(
        gf_round *round, const gf_view *view, uint64_t seed, uint64_t number, int32_t belief);

    /* -- Strategies */

    /* Sets a built-in strategy from its text, such as "greedy:knock=6", and returns 1; or 0, with
     * the reason in `why`, as in rules_check, and a strategy without `act`. It takes the GIL. */
    int32_t (*strategy_named)(
        const char *text, gf_strategy *strategy, char *why, int32_t room);
    /* The decision of a strategy from the view of the seat to move: a legal action; or -1: a fault,
     * a strategy without `act`, not such a view, or, if it plays rounds out, rules out of bounds.
     * `memory` has its words, 0 when the round begins. */
    int32_t (*strategy_decide)(
        const gf_strategy *strategy, const gf_view *view, gf_rng *rng, void *memory);
    /* Plays `count` rounds from number `first` on, the same as gin_fast.simulate, and adds them to
     * `totals`. Returns 1, with or without forfeits; or 0, adding nothing, if the rules are out of
     * bounds, a strategy has no `act` or wrong `words`, there is no memory for them, or a number is
     * above 2^64 - 1. Round n is deal n of the seed, started by seat n & 1, which is strategy
     * n & 1. If `mirrored` is not 0, round n is deal n >> 1, and the strategies swap seats in every
     * other round; then it is also 0 unless `first` and `count` are even. */
    int32_t (*play_many)(
        const gf_strategy *strategies, const gf_rules *rules, uint64_t seed, uint64_t first,
        uint64_t count, int32_t mirrored, gf_totals *totals);
} gf_api;

/* ] */

#ifdef __cplusplus
}
#endif

/* NULL if a table matches this header; otherwise the reason why it does not. */
static inline const char *gf_mismatch(const gf_api *api) {
    if (api == NULL) return "there is no table of functions";
    if (api->version >> 16 != GF_API_MAJOR) return "the major version is another";
    if ((int)(api->version & 0xFFFF) < GF_API_MINOR || api->size < sizeof(gf_api))
        return "what is installed is older";
    if (api->view_version != GF_VIEW_VERSION) return "the version of the view is another";
    if (api->size_of_rules != sizeof(gf_rules) || api->size_of_view != sizeof(gf_view) ||
        api->size_of_round != sizeof(gf_round) || api->size_of_strategy != sizeof(gf_strategy) ||
        api->size_of_totals != sizeof(gf_totals))
        return "a struct has another size";
    return NULL;
}

#endif

/* With its own guard, so that including this header again after Python.h declares it too. */
#if defined(Py_PYTHON_H) && !defined(GIN_FAST_IMPORT)
#define GIN_FAST_IMPORT

/* The table of the installed gin_fast; or NULL with an ImportError set. It needs the GIL. */
static inline const gf_api *gf_import(void) {
    const gf_api *api;
    const char *why;
    PyObject *capsule, *module = PyImport_ImportModule("gin_fast.capi");
    if (module == NULL) return NULL;
    capsule = PyObject_CallMethod(module, "capsule", NULL);
    Py_DECREF(module);
    if (capsule == NULL) return NULL;
    api = (const gf_api *)PyCapsule_GetPointer(capsule, "gin_fast.native.capi.TABLE");
    Py_DECREF(capsule);
    if (api == NULL) return NULL;
    why = gf_mismatch(api);
    if (why == NULL) return api;
    PyErr_Format(
        PyExc_ImportError,
        "gin_fast is not as it was built for: %s (C interface %u.%u, view %u, installed; %d.%d, "
        "view %d, in the header)",
        why, (unsigned)(api->version >> 16), (unsigned)(api->version & 0xFFFF),
        (unsigned)api->view_version, GF_API_MAJOR, GF_API_MINOR, GF_VIEW_VERSION);
    return NULL;
}

#endif
