/* gin_fast for C, C++ and whatever else can call C: the structs, and a table of functions.
 *
 * There is nothing to link with. The table lies in gin_fast's own extension module; its address
 * comes from gf_import(), which is here if Python.h was included before this header, be it for the
 * second time, or from Python as a number: gin_fast.capi.address(). Who has the address from
 * somewhere asks gf_mismatch() first.
 *
 * Cards are 0-51 = 13 * suit + rank: suits C D H S, ranks ace to king. A hand, or any other cards,
 * is a mask with bit `card` set; in what is passed, bits 52-63 are left out. Deadwood and points
 * are pips: ace 1, two to nine their number, ten to king 10.
 *
 * No function raises, none needs the GIL, and all may be called from any number of threads at once,
 * each with its own structs. Two take the GIL for a moment, and say so.
 *
 * Whatever numbers are passed, and whatever is written into rules, a view, a stream or the
 * parameters of a strategy, there is an answer: the one for what cannot be is told with each
 * function. It holds as long as
 * - pointers lead to what they say, with the room that is named; NULL only where it is named;
 * - a round is what a function made of it: it is read as one likes, but changed by the functions
 *   alone, except for view.scores;
 * - the `act` and `words` of a built-in strategy are those that strategy_named set, and its
 *   `params` are NULL or lead to GF_MOST_PARAMETERS numbers;
 * - the memory of a strategy has its words and is zero when the round begins; until it ends, only
 *   the strategy changes its memory, and nobody its parameters.
 *
 * Versions. What was built with an older header goes on working as long as the major number and the
 * view version are the same, and with any other it is refused. What asks for what:
 * - a new minor number: functions, which are added at the end of the table, and nothing else;
 * - a new view version: gf_rules or gf_view have other fields, or a field another meaning;
 * - a new major number: anything else that is declared here. A function has another place, other
 *   arguments or an answer with another meaning; another struct has other fields; a number of an
 *   enum is another, GF_MOST_PARAMETERS and whatever else tells how much room there is among them.
 * None of them: profiles and strategies by other names, with as many parameters and words as there
 * is room for; what a strategy decides; and what is mended, where an answer was not as told here.
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

/* Actions: 0-51 throw that card, GF_KNOCK + card throw it and knock; GF_SPREAD + i put meld(i) on
 * the table; GF_LAY_OFF + 52 * i + card lay a card off on melds[i]. */
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

/* Phases. The last upcard is offered only by rules with stock_end 2. */
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
    GF_NONE, /* it goes on */
    GF_KNOCKED,
    GF_UNDERCUT,
    GF_GIN,
    GF_BIG_GIN_END,
    GF_DEAD,
    GF_TIE,
    GF_FORFEITED
};

/* The streams of a round: its deal, the choices of either seat, and sampling. */
enum { GF_STREAM_DEAL, GF_STREAM_SEAT_0, GF_STREAM_SEAT_1, GF_STREAM_SAMPLING };

enum {
    GF_MELD_COUNT = 329,
    GF_MOST_MELDS = 17 /* disjoint ones, of 52 cards */
};

enum {
    GF_MOST_PARAMETERS = 16, /* of a built-in strategy */
    GF_MOST_WORDS = 128      /* that a built-in strategy remembers */
};

/* What is played by: the fields of gin_fast.Rules, where it is said of each what it means. Yes and
 * no are 1 and 0, -1 is None. From `target` on it is what games and matches are played by. Begin
 * with a profile (rules_named), change what is wanted, and see what rules_check says. */
typedef struct gf_rules { /* written by src/generate.py from gin_fast.rules */
    int32_t knock_limit;
    int32_t oklahoma;
    int32_t oklahoma_ace_is_gin;
    int32_t oklahoma_spades_double;
    int32_t gin_bonus;
    int32_t undercut_bonus;
    int32_t big_gin_bonus; /* or -1 */
    int32_t tie_is_undercut;
    int32_t layoffs; /* 0 never, 1 after_knock, 2 always */
    int32_t flat_knock_score; /* or -1 */
    int32_t stock_end; /* 0 dead, 1 no_last_knock, 2 last_upcard */
    int32_t must_go_gin;
    int32_t pile_draw_cap;
    int32_t taken_card_may_return;
    int32_t return_cap; /* or -1 */
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
    int32_t next_dealer; /* 0 winner, 1 loser, 2 alternate */
    int32_t after_dead; /* 0 same, 1 alternate */
    int32_t match_target; /* or -1 */
} gf_rules;

/* What one seat may know of a round: the fields of gin_fast.View. */
typedef struct gf_view {
    int32_t version; /* GF_VIEW_VERSION; anything else is no view */
    int32_t seat; /* whose view it is: 0 or 1 */
    int32_t phase;
    int32_t to_move; /* the seat to act, or -1: the round is over */
    int32_t starter; /* the seat that acted first */
    int32_t drawn; /* the card that the seat to act drew this turn, if this seat knows it; or -1 */
    int32_t drawn_from;
    int32_t stock; /* cards left in it */
    int32_t draws; /* by both seats, the upcard among them */
    int32_t pile_draws; /* those from the pile */
    int32_t upcard_taken;
    int32_t returns;
    int32_t knocker; /* or -1 */
    int32_t knock_card; /* that this seat threw face down, or -1 */
    int32_t limit; /* the most deadwood to knock with in this round */
    int32_t multiplier; /* of what the round scores */
    int32_t meld_count;
    int32_t pile_count;
    int32_t scores[2]; /* in the game so far: 0, unless they are set after the start of a round */
    gf_rules rules;
    uint64_t hand; /* the seat's own cards that are not on the table */
    uint64_t barred; /* the card taken from the pile this turn, which may not be thrown; or 0 */
    uint64_t known; /* cards that are known to be in the other hand */
    uint64_t exposed; /* own cards that the other seat knows */
    uint64_t declined; /* tops of the pile that the other seat left */
    uint64_t own_declined; /* those that this seat left */
    uint64_t unmelded; /* of the knocker, who has spread */
    uint64_t laid_off;
    uint64_t melds[3]; /* of the knocker, with what was laid off on them; then 0 */
    uint8_t pile[32]; /* from the bottom, pile_count of them; above, anything */
} gf_view;

/* A stream of random words: Philox4x64-10. It is drawn from, not looked into: who knows the seed
 * knows the deal. */
typedef struct gf_rng {
    uint64_t seed;
    uint64_t index;
    uint64_t stream;
    uint64_t blocks; /* made so far, of four words each */
    uint64_t words[8];
    int32_t used; /* of the words */
} gf_rng;

/* A deck that is shuffled as far as it is dealt, or was in order from the start. */
typedef struct gf_deck {
    gf_rng rng;
    int32_t dealt;
    int32_t ordered;
    uint8_t cards[52]; /* those dealt, in order, then those left */
} gf_deck;

/* A round, both hands and the stock and all. It is flat: a copy is an assignment. */
typedef struct gf_round {
    gf_view view; /* of the seat to act, or that acted last */
    uint64_t other; /* the hand of the other seat */
    int32_t knock_card; /* thrown face down, or -1 */
    int32_t kind; /* of its end; from here on: 0 or -1 until it is over */
    int32_t winner; /* the seat, or -1 */
    int32_t points; /* of the winner */
    int32_t scored[2]; /* by either seat */
    int32_t knocker_deadwood; /* or -1 */
    int32_t defender_deadwood; /* or -1 */
    gf_deck deck;
} gf_round;

/* Decides from the view of the seat to act: sets *action, which is -1 before, and answers 1. Any
 * other answer, or an action that is not legal, forfeits the round. `rng` is the seat's own stream,
 * `memory` its own block, zero when the round begins, `params` what the strategy was set up with.
 * It is called without the GIL, from several threads at once. */
typedef int32_t (*gf_act)(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action);

/* What decides for a seat: a built-in strategy (strategy_named), or an `act` of one's own. */
typedef struct gf_strategy {
    gf_act act;
    const void *params; /* NULL: its `parameters` */
    int32_t words; /* of 64 bits, that it remembers of a round: 0-131072 */
    int32_t parameters[GF_MOST_PARAMETERS]; /* of a built-in one: out of bounds, it is a fault */
} gf_strategy;

/* What came of many rounds, by strategy: sums, so those of two pieces of work are added. */
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
    /* 1 if these cards are one meld, else 0. Bits 52-63 are none. */
    int32_t (*is_meld)(uint64_t cards);
    /* The place of a meld among all, from 0, or -1: it is none. */
    int32_t (*meld_index)(uint64_t cards);
    /* 1 if these are eleven cards, all melded; else 0. */
    int32_t (*is_big_gin)(uint64_t hand);
    /* The least deadwood after one throw of a card that is not barred, and into `cards` all throws
     * that reach it; -1 and 0 if there is no such card. */
    int32_t (*best_discards)(uint64_t hand, uint64_t barred, uint64_t *cards);
    /* The throws that leave at most `limit`. */
    uint64_t (*knock_discards)(uint64_t hand, int32_t limit, uint64_t barred);
    /* The cards neither held nor seen after which some throw leaves at most `limit`. */
    uint64_t (*outs)(uint64_t hand, int32_t limit, uint64_t seen);
    /* The first of the best spreads: its ascending melds into `melds` (room for 17), and their
     * number. */
    int32_t (*best_spread)(uint64_t hand, uint64_t *melds);
    /* How many spreads are best, or -1 for more than 13 cards; of number `which`, from 0, the melds
     * (room for 4) and their `count`, which is 0 if there is no such one. */
    int32_t (*best_spreads)(uint64_t hand, int32_t which, uint64_t *melds, int32_t *count);
    /* The defender's least deadwood, melds and layoffs chosen together, and the cards laid off; -1
     * and 0 unless there are 0-17 melds, true ones, disjoint, without a card of the hand. */
    int32_t (*best_layoff)(
        uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off);

    /* -- What a seat may do, from its view: nothing, if what is given is no view of the seat to
     * act. Bits 52-63 of its hand are left out here, too. */

    /* All legal actions, ascending, into `actions` (room for 352), and their number. */
    int32_t (*legal_actions)(const gf_view *view, int32_t *actions);
    /* 1 if an action is one of those; else 0. */
    int32_t (*is_legal)(const gf_view *view, int32_t action);
    /* The cards that may be thrown without going out. */
    uint64_t (*throws)(const gf_view *view);
    /* The cards that may be knocked with. */
    uint64_t (*knocks)(const gf_view *view);

    /* -- Chance */

    /* The next word of a stream. */
    uint64_t (*word)(gf_rng *rng);
    /* A number from 0 to count - 1, all equally likely; 0 if the count is 0. */
    uint32_t (*below)(gf_rng *rng, uint32_t count);
    /* A stream from its beginning. Those of a round are 0-3; any number is a stream of its own. */
    void (*rng_start)(gf_rng *rng, uint64_t seed, uint64_t index, uint64_t stream);

    /* -- More about cards */

    /* The least deadwood of `count` hands, into `out`. Nothing if the count is below 1. */
    void (*min_deadwoods)(const uint64_t *hands, uint8_t *out, int64_t count);
    /* The melds inside a hand, ascending, into `melds` (room for 329); their number. */
    int32_t (*melds)(uint64_t hand, uint64_t *melds);
    /* The cards of number `index` of all melds, which ascend; 0 if there is no such one. */
    uint64_t (*meld)(int32_t index);
    /* The cards of a hand that fit one of the melds now; none if best_layoff would answer -1. */
    uint64_t (*legal_layoffs)(uint64_t hand, const uint64_t *melds, int32_t count);

    /* -- Rules */

    /* The rules of a profile, "modern" or another: 1; or 0 and nothing if there is none. */
    int32_t (*rules_named)(const char *name, gf_rules *rules);
    /* 1 if a table can play by these rules; else 0, and why, cut to `room` bytes with their end.
     * `why` may be NULL. It takes the GIL. */
    int32_t (*rules_check)(const gf_rules *rules, char *why, int32_t room);

    /* -- Rounds. One that could not be started is over, and refuses all else. */

    /* A round at its start: deal `index` of a seed, `starter` to act: 1. It is 0 if no seat is the
     * starter, or a field of the rules is out of its bounds. */
    int32_t (*round_start)(
        gf_round *round, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter);
    /* The same from 52 cards in the order they are dealt: alternately, to the starter first, then
     * the upcard, then the stock. It is 0 if they are not all there, too. */
    int32_t (*round_from_deck)(
        gf_round *round, const gf_rules *rules, const uint8_t *cards, int32_t starter);
    /* What a seat may know: 1; or 0 and nothing if there is no such seat or no such round. */
    int32_t (*round_view)(const gf_round *round, int32_t seat, gf_view *view);
    /* Does an action for the seat to act: 1; or 0 and nothing if it is not legal. */
    int32_t (*round_apply)(gf_round *round, int32_t action);
    /* The seat to act forfeits: 1; or 0 and nothing if the round is over. */
    int32_t (*round_forfeit)(gf_round *round);
    /* Plays a round to its end, as it stands, by the strategies of seats 0 and 1, each with stream
     * 1 or 2 of the seed and index, and with nothing remembered: 1; 0 if one of them forfeited; -1
     * and nothing if the round is over, its view is none that the seat to act may have, its rules
     * are out of their bounds, a strategy has no `act` or has wrong `words`, or there is no memory
     * for them. */
    int32_t (*round_play)(
        gf_round *round, const gf_strategy *strategies, uint64_t seed, uint64_t index);
    /* A round that a view of the seat to act may be of, sample `number` of a seed: the unseen cards
     * lie anywhere alike. With a `belief` above 0, to 100, the other hand is the better the more
     * was drawn: 14 fits how strategies improve. 1; or 0 and a round that is over, if it is no such
     * view, its rules are out of their bounds, or it is no such belief. */
    int32_t (*round_sample)(
        gf_round *round, const gf_view *view, uint64_t seed, uint64_t number, int32_t belief);

    /* -- Strategies */

    /* A built-in strategy by its text, as in "greedy:knock=6": 1; or 0, and why, as rules_check
     * has it, and the strategy then has no `act`. It takes the GIL. */
    int32_t (*strategy_named)(
        const char *text, gf_strategy *strategy, char *why, int32_t room);
    /* What a strategy does, from the view of the seat to act: a legal action; or -1: a fault, a
     * strategy without an `act`, no such view, or, where it is played out, rules out of their
     * bounds. `memory` has its words, 0 when the round begins. */
    int32_t (*strategy_decide)(
        const gf_strategy *strategy, const gf_view *view, gf_rng *rng, void *memory);
    /* Plays the rounds from number `first` on, `count` of them, and adds them to `totals`: 1, with
     * forfeits or without; or 0 and nothing if the rules are out of their bounds, a strategy has no
     * `act` or has wrong `words`, or there is no memory for them. Number n is deal n of the seed,
     * started by seat n & 1, which is strategy n & 1. `mirrored`, if it is not 0: number n is deal
     * n >> 1, and the strategies change seats in every other one; then `first` and `count` must be
     * even, or it is 0, too, as it is beyond number 2^64 - 1. It plays what gin_fast.simulate
     * plays. */
    int32_t (*play_many)(
        const gf_strategy *strategies, const gf_rules *rules, uint64_t seed, uint64_t first,
        uint64_t count, int32_t mirrored, gf_totals *totals);
} gf_api;

/* ] */

#ifdef __cplusplus
}
#endif

/* NULL if a table is such as this header says, or why it is not. */
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

/* For itself, so that it also comes from what is included again, after Python.h. */
#if defined(Py_PYTHON_H) && !defined(GIN_FAST_IMPORT)
#define GIN_FAST_IMPORT

/* The table of the gin_fast that is installed; or NULL and an ImportError. It needs the GIL. */
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
