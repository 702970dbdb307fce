#include <gin_fast.h>

/* Draws from the stock, discards the lowest of the best cards, and knocks as soon as it can. */
static int32_t steady(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action) {
    const gf_api *gf = (const gf_api *)params;
    uint64_t cards;
    int32_t card = 0;
    (void)rng, (void)memory;
    if (view->phase == GF_DISCARDING) {
        gf->best_discards(view->hand, view->barred, &cards);
        while (!(cards >> card & 1)) card++;
        *action = gf->is_legal(view, GF_KNOCK + card) ? GF_KNOCK + card : card;
    } else if (view->phase == GF_DRAWING) {
        *action = GF_DRAW;
    } else { /* the first or last upcard is offered, or melds are spread or laid off on */
        *action = gf->is_legal(view, GF_AUTO) ? GF_AUTO : GF_PASS;
    }
    return 1;
}

/* Plays it against a built-in strategy and adds the results to `totals`. NULL, or an error. */
const char *duel(
    const gf_api *gf, const char *profile, const char *opponent, uint64_t rounds,
    gf_totals *totals) {
    gf_strategy sides[2] = {{steady, NULL, 0, {0}}, {NULL, NULL, 0, {0}}};
    gf_rules rules;
    const char *why = gf_mismatch(gf);
    if (why) return why;
    if (!gf->rules_named(profile, &rules)) return "no such rules";
    if (!gf->strategy_named(opponent, &sides[1], NULL, 0)) return "no such strategy";
    sides[0].params = gf;
    return gf->play_many(sides, &rules, 7, 0, rounds, 0, totals) ? NULL : "it cannot be played";
}
