# What one seat may know of a round, and the numbers of actions and phases: declarations alone.

from libc.stdint cimport int32_t, uint8_t, uint64_t

cdef enum:
    GF_VIEW_VERSION = 1

# Actions: 0-51 throw that card; then these, and ranges from these on.
cdef enum:
    GF_KNOCK = 52
    GF_DRAW = 104
    GF_TAKE = 105
    GF_PASS = 106
    GF_BIG_GIN = 107
    GF_AUTO = 108
    GF_SPREAD = 109
    GF_LAY_OFF = 438
    GF_ACTION_COUNT = 594
    GF_MOST_ACTIONS = 352  # no more are ever legal at once

# Phases.
cdef enum:
    GF_FIRST_UPCARD
    GF_DRAWING
    GF_DISCARDING
    GF_SPREADING
    GF_LAYING_OFF
    GF_LAST_UPCARD
    GF_OVER

# Where a card was drawn from.
cdef enum:
    GF_NOWHERE
    GF_STOCK
    GF_PILE

# The fields of Rules.
cdef struct gf_rules:
    int32_t knock_limit
    int32_t gin_bonus
    int32_t undercut_bonus
    int32_t big_gin_bonus  # -1: not in the rules
    int32_t tie_is_undercut
    int32_t pile_draw_cap

# What one seat may know: the fields of View.
cdef struct gf_view:
    int32_t version
    int32_t seat
    int32_t phase
    int32_t to_move  # -1: the round is over
    int32_t starter
    int32_t drawn  # by this seat in this turn, or -1
    int32_t drawn_from
    int32_t stock
    int32_t draws
    int32_t pile_draws
    int32_t knocker  # or -1
    int32_t meld_count
    int32_t pile_count
    int32_t scores[2]
    int32_t reserved
    gf_rules rules
    uint64_t hand
    uint64_t barred
    uint64_t known
    uint64_t declined
    uint64_t unmelded
    uint64_t laid_off
    uint64_t melds[3]
    uint8_t pile[32]  # from the bottom
