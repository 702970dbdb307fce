# cython: language_level=3
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from gin_fast.native.bits cimport gf_lowest
from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.discarding cimport gf_best_discards
from gin_fast.native.exported_rounds cimport (
    gf_api_play_many, gf_api_rules_named, gf_api_strategy_named, gf_totals
)
from gin_fast.native.exports cimport gf_api_is_legal
from gin_fast.native.seats cimport gf_strategy
from gin_fast.native.view cimport (
    GF_AUTO, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_KNOCK, GF_PASS, gf_rules, gf_view
)


cdef int32_t steady(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    cdef uint64_t cards
    cdef int32_t card
    if view.phase == GF_DISCARDING:
        gf_best_discards(view.hand, view.barred, &cards)
        card = gf_lowest(cards)
        action[0] = GF_KNOCK + card if gf_api_is_legal(view, GF_KNOCK + card) else card
    elif view.phase == GF_DRAWING:
        action[0] = GF_DRAW
    else:
        action[0] = GF_AUTO if gf_api_is_legal(view, GF_AUTO) else GF_PASS
    return 1


def duel(const char *profile, const char *opponent, uint64_t rounds):
    cdef gf_strategy sides[2]
    cdef gf_rules rules
    cdef gf_totals totals
    memset(&totals, 0, sizeof(totals))
    memset(sides, 0, sizeof(sides))
    sides[0].act = steady
    if not gf_api_rules_named(profile, &rules):
        raise ValueError("no such rules")
    if not gf_api_strategy_named(opponent, &sides[1], NULL, 0):
        raise ValueError("no such strategy")
    with nogil:
        gf_api_play_many(sides, &rules, 7, 0, rounds, False, &totals)
    return totals.wins
