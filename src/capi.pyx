# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The table of functions that gin_fast.h declares."""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from gin_fast.native.exported_rounds cimport (
    gf_api_play_many, gf_api_round_apply, gf_api_round_forfeit, gf_api_round_from_deck,
    gf_api_round_play, gf_api_round_sample, gf_api_round_start, gf_api_round_view,
    gf_api_rules_check, gf_api_rules_named, gf_api_strategy_decide, gf_api_strategy_named, gf_totals
)
from gin_fast.native.exports cimport (
    gf_export_below, gf_export_best_discards, gf_export_best_layoff, gf_export_best_spread,
    gf_export_best_spreads, gf_export_hand_points, gf_export_is_big_gin, gf_export_is_legal,
    gf_export_is_meld, gf_export_knock_discards, gf_export_knocks, gf_export_legal_actions,
    gf_export_legal_layoffs, gf_export_meld, gf_export_meld_index, gf_export_melds,
    gf_export_min_deadwood, gf_export_min_deadwoods, gf_export_outs, gf_export_rng_start,
    gf_export_throws, gf_export_word
)
from gin_fast.native.moves cimport gf_round
from gin_fast.native.sampling cimport GF_PLAIN_WORDS
from gin_fast.native.seats cimport GF_MOST_PARAMETERS, gf_strategy
from gin_fast.native.view cimport GF_VIEW_VERSION, gf_rules, gf_view

__all__ = ["ADDRESS", "TABLE"]

# A function of another type than the header has in its place does not compile.
cdef extern from *:
    """
    #if defined(__GNUC__)
    #pragma GCC diagnostic error "-Wincompatible-pointer-types"
    #endif
    """

# The table as the header has it: a name that it lacks does not compile. Functions that take or give
# structs are plain pointers here, for those of the header are other types to the compiler.
cdef extern from "gin_fast.h":
    enum:
        GF_API_MAJOR
        GF_API_MINOR
        GF_MOST_WORDS
        HEADER_VIEW_VERSION "GF_VIEW_VERSION"
        HEADER_PARAMETERS "GF_MOST_PARAMETERS"
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
        int32_t (*min_deadwood)(uint64_t hand) noexcept nogil
        int32_t (*hand_points)(uint64_t hand) noexcept nogil
        int32_t (*is_meld)(uint64_t cards) noexcept nogil
        int32_t (*meld_index)(uint64_t cards) noexcept nogil
        int32_t (*is_big_gin)(uint64_t hand) noexcept nogil
        int32_t (*best_discards)(uint64_t hand, uint64_t barred, uint64_t *cards) noexcept nogil
        uint64_t (*knock_discards)(uint64_t hand, int32_t limit, uint64_t barred) noexcept nogil
        uint64_t (*outs)(uint64_t hand, int32_t limit, uint64_t seen) noexcept nogil
        int32_t (*best_spread)(uint64_t hand, uint64_t *melds) noexcept nogil
        int32_t (*best_spreads)(
            uint64_t hand, int32_t which, uint64_t *melds, int32_t *count
        ) noexcept nogil
        int32_t (*best_layoff)(
            uint64_t hand, const uint64_t *melds, int32_t count, uint64_t *laid_off
        ) noexcept nogil
        void *legal_actions
        void *is_legal
        void *throws
        void *knocks
        void *word
        void *below
        void *rng_start
        void (*min_deadwoods)(const uint64_t *hands, uint8_t *out, int64_t count) noexcept nogil
        int32_t (*melds)(uint64_t hand, uint64_t *melds) noexcept nogil
        uint64_t (*meld)(int32_t index) noexcept nogil
        uint64_t (*legal_layoffs)(
            uint64_t hand, const uint64_t *melds, int32_t count
        ) noexcept nogil
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

if (
    <int>GF_MOST_WORDS != <int>GF_PLAIN_WORDS
    or (HEADER_VIEW_VERSION, HEADER_PARAMETERS) != (GF_VIEW_VERSION, GF_MOST_PARAMETERS)
    or (sizeof(HeaderRules), sizeof(HeaderView)) != (sizeof(gf_rules), sizeof(gf_view))
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
table.min_deadwood = gf_export_min_deadwood
table.hand_points = gf_export_hand_points
table.is_meld = gf_export_is_meld
table.meld_index = gf_export_meld_index
table.is_big_gin = gf_export_is_big_gin
table.best_discards = gf_export_best_discards
table.knock_discards = gf_export_knock_discards
table.outs = gf_export_outs
table.best_spread = gf_export_best_spread
table.best_spreads = gf_export_best_spreads
table.best_layoff = gf_export_best_layoff
table.legal_actions = <void *>gf_export_legal_actions
table.is_legal = <void *>gf_export_is_legal
table.throws = <void *>gf_export_throws
table.knocks = <void *>gf_export_knocks
table.word = <void *>gf_export_word
table.below = <void *>gf_export_below
table.rng_start = <void *>gf_export_rng_start
table.min_deadwoods = gf_export_min_deadwoods
table.melds = gf_export_melds
table.meld = gf_export_meld
table.legal_layoffs = gf_export_legal_layoffs
table.rules_named = <void *>gf_api_rules_named
table.rules_check = <void *>gf_api_rules_check
table.round_start = <void *>gf_api_round_start
table.round_from_deck = <void *>gf_api_round_from_deck
table.round_view = <void *>gf_api_round_view
table.round_apply = <void *>gf_api_round_apply
table.round_forfeit = <void *>gf_api_round_forfeit
table.round_play = <void *>gf_api_round_play
table.round_sample = <void *>gf_api_round_sample
table.strategy_named = <void *>gf_api_strategy_named
table.strategy_decide = <void *>gf_api_strategy_decide
table.play_many = <void *>gf_api_play_many

ADDRESS = <size_t>&table
"""Where it is, in this process."""
TABLE = PyCapsule_New(&table, "gin_fast.native.capi.TABLE", NULL)
"""The same as a capsule."""
