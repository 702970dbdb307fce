"""What C interface 1.0 promised: a test compares the header and the table that was built with it.

It is never changed. Functions that were added since come after these, with a new minor number; what
cannot be so asks for a new major number, and another such file.
"""

from __future__ import annotations

FUNCTIONS = """
int32_t (*min_deadwood)(uint64_t hand);
int32_t (*hand_points)(uint64_t hand);
int32_t (*is_meld)(uint64_t cards);
int32_t (*meld_index)(uint64_t cards);
int32_t (*is_big_gin)(uint64_t hand);
int32_t (*best_discards)(uint64_t hand, uint64_t barred, uint64_t *cards);
uint64_t (*knock_discards)(uint64_t hand, int32_t limit, uint64_t barred);
uint64_t (*outs)(uint64_t hand, int32_t limit, uint64_t seen);
int32_t (*best_spread)(uint64_t hand, uint64_t *melds);
int32_t (*best_spreads)(uint64_t hand, int32_t which, uint64_t *melds, int32_t *count);
int32_t (*best_layoff)(uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off);
int32_t (*legal_actions)(const gf_view *view, int32_t *actions);
int32_t (*is_legal)(const gf_view *view, int32_t action);
uint64_t (*discards)(const gf_view *view);
uint64_t (*knocks)(const gf_view *view);
uint64_t (*word)(gf_rng *rng);
uint32_t (*below)(gf_rng *rng, uint32_t count);
void (*rng_start)(gf_rng *rng, uint64_t seed, uint64_t index, uint64_t stream);
void (*min_deadwoods)(const uint64_t *hands, uint8_t *out, int64_t count);
int32_t (*melds)(uint64_t hand, uint64_t *melds);
uint64_t (*meld)(int32_t index);
uint64_t (*legal_layoffs)(uint64_t hand, const uint64_t *melds, int32_t count);
int32_t (*rules_named)(const char *name, gf_rules *rules);
int32_t (*rules_check)(const gf_rules *rules, char *why, int32_t room);
int32_t (*round_start)(gf_round *round, const gf_rules *rules, uint64_t seed, uint64_t index,
    int32_t starter);
int32_t (*round_from_deck)(gf_round *round, const gf_rules *rules, const uint8_t *cards, int32_t
    starter);
int32_t (*round_view)(const gf_round *round, int32_t seat, gf_view *view);
int32_t (*round_apply)(gf_round *round, int32_t action);
int32_t (*round_forfeit)(gf_round *round);
int32_t (*round_play)(gf_round *round, const gf_strategy *strategies, uint64_t seed, uint64_t
    index);
int32_t (*round_sample)(gf_round *round, const gf_view *view, uint64_t seed, uint64_t number,
    int32_t belief);
int32_t (*strategy_named)(const char *text, gf_strategy *strategy, char *why, int32_t room);
int32_t (*strategy_decide)(const gf_strategy *strategy, const gf_view *view, gf_rng *rng, void
    *memory);
int32_t (*play_many)(const gf_strategy *strategies, const gf_rules *rules, uint64_t seed,
    uint64_t first, uint64_t count, int32_t mirrored, gf_totals *totals);
"""
"""The table, after its first eight fields, in order."""

NUMBERS = {
    "GF_KNOCK": 52,
    "GF_DRAW": 104,
    "GF_TAKE": 105,
    "GF_PASS": 106,
    "GF_BIG_GIN": 107,
    "GF_AUTO": 108,
    "GF_SPREAD": 109,
    "GF_LAY_OFF": 438,
    "GF_ACTION_COUNT": 594,
    "GF_MOST_ACTIONS": 352,
    "GF_FIRST_UPCARD": 0,
    "GF_DRAWING": 1,
    "GF_DISCARDING": 2,
    "GF_SPREADING": 3,
    "GF_LAYING_OFF": 4,
    "GF_LAST_UPCARD": 5,
    "GF_OVER": 6,
    "GF_NOWHERE": 0,
    "GF_STOCK": 1,
    "GF_PILE": 2,
    "GF_NONE": 0,
    "GF_KNOCKED": 1,
    "GF_UNDERCUT": 2,
    "GF_GIN": 3,
    "GF_BIG_GIN_END": 4,
    "GF_DEAD": 5,
    "GF_TIE": 6,
    "GF_FORFEITED": 7,
    "GF_STREAM_DEAL": 0,
    "GF_STREAM_SEAT_0": 1,
    "GF_STREAM_SEAT_1": 2,
    "GF_STREAM_SAMPLING": 3,
    "GF_MELD_COUNT": 329,
    "GF_MOST_MELDS": 17,
    "GF_MOST_PARAMETERS": 16,
    "GF_MOST_WORDS": 128,
}
"""The enums."""

STRUCTS: dict[str, tuple[int, dict[str, int]]] = {
    "gf_rules": (
        128,
        {
            "knock_limit": 0,
            "oklahoma": 4,
            "oklahoma_ace_is_gin": 8,
            "oklahoma_spades_double": 12,
            "gin_bonus": 16,
            "undercut_bonus": 20,
            "big_gin_bonus": 24,
            "tie": 28,
            "spread": 32,
            "layoffs": 36,
            "flat_knock_score": 40,
            "stock_end": 44,
            "must_go_gin": 48,
            "pile_draw_cap": 52,
            "cap_ends": 56,
            "taken_card_may_return": 60,
            "return_cap": 64,
            "after_two_passes": 68,
            "eleven_card_start": 72,
            "target": 76,
            "game_bonus": 80,
            "winner_by": 84,
            "credit": 88,
            "shutout": 92,
            "shutout_bonus": 96,
            "shutout_if": 100,
            "box": 104,
            "boxes_count_to_target": 108,
            "first_dealer": 112,
            "next_dealer": 116,
            "after_dead": 120,
            "match_target": 124,
        },
    ),
    "gf_view": (
        328,
        {
            "version": 0,
            "seat": 4,
            "phase": 8,
            "to_move": 12,
            "starter": 16,
            "drawn": 20,
            "drawn_from": 24,
            "stock": 28,
            "draws": 32,
            "pile_draws": 36,
            "upcard_taken": 40,
            "returns": 44,
            "knocker": 48,
            "knock_card": 52,
            "limit": 56,
            "multiplier": 60,
            "meld_count": 64,
            "pile_count": 68,
            "scores": 72,
            "rules": 80,
            "hand": 208,
            "barred": 216,
            "known": 224,
            "exposed": 232,
            "declined": 240,
            "own_declined": 248,
            "unmelded": 256,
            "laid_off": 264,
            "melds": 272,
            "pile": 296,
        },
    ),
    "gf_rng": (
        104,
        {
            "seed": 0,
            "index": 8,
            "stream": 16,
            "blocks": 24,
            "words": 32,
            "used": 96,
        },
    ),
    "gf_deck": (
        168,
        {
            "rng": 0,
            "dealt": 104,
            "ordered": 108,
            "cards": 112,
        },
    ),
    "gf_round": (
        536,
        {
            "view": 0,
            "other": 328,
            "knock_card": 336,
            "kind": 340,
            "winner": 344,
            "points": 348,
            "scored": 352,
            "knocker_deadwood": 360,
            "defender_deadwood": 364,
            "deck": 368,
        },
    ),
    "gf_strategy": (
        88,
        {
            "act": 0,
            "params": 8,
            "words": 16,
            "parameters": 20,
        },
    ),
    "gf_totals": (
        88,
        {
            "rounds": 0,
            "wins": 8,
            "points": 24,
            "net_squared": 40,
            "forfeits": 48,
            "dead": 64,
            "ties": 72,
            "draws": 80,
        },
    ),
}
"""Their sizes in bytes, and where their fields are, with pointers of eight bytes."""
