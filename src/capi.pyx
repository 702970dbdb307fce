# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The table of functions that gin_fast.h declares."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint32_t

from gin_fast.native cimport exported_rounds, exports
from gin_fast.native.exported_rounds cimport gf_totals
from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_strategy
from gin_fast.native.view cimport GF_VIEW_VERSION, gf_rules, gf_view

__all__ = ["ADDRESS", "TABLE"]

# The table as the header has it: a name that it lacks does not compile. Its functions are plain
# pointers here, for the structs of the header are other types to the compiler; the .pxd files, where
# they are declared, make sure that they have the type of the header.
cdef extern from "gin_fast.h":
    enum:
        GF_API_MAJOR
        GF_API_MINOR
    ctypedef struct HeaderRules "gf_rules":
        pass
    ctypedef struct HeaderView "gf_view":
        pass
    ctypedef struct HeaderRound "gf_round":
        pass
    ctypedef struct HeaderStrategy "gf_strategy":
        pass
    ctypedef struct HeaderTotals "gf_totals":
        pass
    ctypedef struct gf_api:
        uint32_t version
        uint32_t size
        uint32_t view_version
        uint32_t size_of_rules
        uint32_t size_of_view
        uint32_t size_of_round
        uint32_t size_of_strategy
        uint32_t size_of_totals
        # [gin_fast.h, names
        void *min_deadwood
        void *hand_points
        void *is_meld
        void *meld_index
        void *is_big_gin
        void *best_discards
        void *knock_discards
        void *outs
        void *best_spread
        void *best_spreads
        void *best_layoff
        void *legal_actions
        void *is_legal
        void *discards
        void *knocks
        void *word
        void *below
        void *rng_start
        void *min_deadwoods
        void *melds
        void *meld
        void *legal_layoffs
        void *rules_named
        void *rules_check
        void *round_start
        void *round_from_deck
        void *round_view
        void *round_apply
        void *round_forfeit
        void *round_play
        void *round_sample
        void *strategy_named
        void *strategy_decide
        void *play_many
        # ]

if (
    (sizeof(HeaderRules), sizeof(HeaderView)) != (sizeof(gf_rules), sizeof(gf_view))
    or (sizeof(HeaderRound), sizeof(HeaderStrategy)) != (sizeof(gf_round), sizeof(gf_strategy))
    or sizeof(HeaderTotals) != sizeof(gf_totals)
):
    raise ImportError("gin_fast.native.capi was built for another gin_fast.h: build it anew")

cdef gf_api table

table.version = GF_API_MAJOR << 16 | GF_API_MINOR
table.size = sizeof(gf_api)
table.view_version = GF_VIEW_VERSION
table.size_of_rules = sizeof(gf_rules)
table.size_of_view = sizeof(gf_view)
table.size_of_round = sizeof(gf_round)
table.size_of_strategy = sizeof(gf_strategy)
table.size_of_totals = sizeof(gf_totals)
# [gin_fast.h, table
table.min_deadwood = <void *>exports.gf_api_min_deadwood
table.hand_points = <void *>exports.gf_api_hand_points
table.is_meld = <void *>exports.gf_api_is_meld
table.meld_index = <void *>exports.gf_api_meld_index
table.is_big_gin = <void *>exports.gf_api_is_big_gin
table.best_discards = <void *>exports.gf_api_best_discards
table.knock_discards = <void *>exports.gf_api_knock_discards
table.outs = <void *>exports.gf_api_outs
table.best_spread = <void *>exports.gf_api_best_spread
table.best_spreads = <void *>exports.gf_api_best_spreads
table.best_layoff = <void *>exports.gf_api_best_layoff
table.legal_actions = <void *>exports.gf_api_legal_actions
table.is_legal = <void *>exports.gf_api_is_legal
table.discards = <void *>exports.gf_api_discards
table.knocks = <void *>exports.gf_api_knocks
table.word = <void *>exports.gf_api_word
table.below = <void *>exports.gf_api_below
table.rng_start = <void *>exports.gf_api_rng_start
table.min_deadwoods = <void *>exports.gf_api_min_deadwoods
table.melds = <void *>exports.gf_api_melds
table.meld = <void *>exports.gf_api_meld
table.legal_layoffs = <void *>exports.gf_api_legal_layoffs
table.rules_named = <void *>exported_rounds.gf_api_rules_named
table.rules_check = <void *>exported_rounds.gf_api_rules_check
table.round_start = <void *>exported_rounds.gf_api_round_start
table.round_from_deck = <void *>exported_rounds.gf_api_round_from_deck
table.round_view = <void *>exported_rounds.gf_api_round_view
table.round_apply = <void *>exported_rounds.gf_api_round_apply
table.round_forfeit = <void *>exported_rounds.gf_api_round_forfeit
table.round_play = <void *>exported_rounds.gf_api_round_play
table.round_sample = <void *>exported_rounds.gf_api_round_sample
table.strategy_named = <void *>exported_rounds.gf_api_strategy_named
table.strategy_decide = <void *>exported_rounds.gf_api_strategy_decide
table.play_many = <void *>exported_rounds.gf_api_play_many
# ]

ADDRESS = <size_t>&table
"""Where it is, in this process."""
TABLE = PyCapsule_New(&table, "gin_fast.native.capi.TABLE", NULL)
"""The same as a capsule."""
