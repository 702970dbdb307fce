# What one seat may know of a round, and the numbers of actions and phases: declarations alone.

from libc.stdint cimport int32_t, uint8_t, uint64_t

cdef enum:
    GF_VIEW_VERSION = 2  # gin_fast.game.view.VIEW_VERSION

# Actions: 0-51 discard that card; then these, and ranges from these on.
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

# How far the defender may lay off, and what follows when the stock is used up: the places in
# LAYOFFS and STOCK_ENDS of gin_fast.rules.
cdef enum:
    GF_NO_LAYOFFS
    GF_LAYOFFS_AFTER_KNOCK
    GF_LAYOFFS_ALWAYS

cdef enum:
    GF_STOCK_DEAD
    GF_NO_LAST_KNOCK
    GF_TAKE_LAST_UPCARD

cdef enum:
    GF_DEAD_STOCK = 2  # gin_fast.rules.fields.DEAD_STOCK

# The fields of Rules, in their order: choices by their place, -1 for None.
cdef struct gf_rules:
    int32_t knock_limit
    int32_t oklahoma
    int32_t oklahoma_ace_is_gin
    int32_t oklahoma_spades_double
    int32_t gin_bonus
    int32_t undercut_bonus
    int32_t big_gin_bonus
    int32_t tie_is_undercut
    int32_t layoffs
    int32_t flat_knock_score
    int32_t stock_end
    int32_t must_go_gin
    int32_t pile_draw_cap
    int32_t taken_card_may_return
    int32_t return_cap
    int32_t eleven_card_start
    int32_t target
    int32_t game_bonus
    int32_t winner_by
    int32_t credit
    int32_t shutout
    int32_t shutout_bonus
    int32_t shutout_if
    int32_t box
    int32_t boxes_count_to_target
    int32_t next_dealer
    int32_t after_dead
    int32_t match_target

# What one seat may know: the fields of View, whose NumPy form is gin_fast.state.seen_record.VIEW_DTYPE.
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
    int32_t upcard_taken
    int32_t returns
    int32_t knocker  # or -1
    int32_t knock_card  # or -1
    int32_t limit
    int32_t multiplier
    int32_t meld_count
    int32_t pile_count
    int32_t scores[2]
    gf_rules rules
    uint64_t hand
    uint64_t barred
    uint64_t known
    uint64_t exposed
    uint64_t declined
    uint64_t own_declined
    uint64_t unmelded
    uint64_t laid_off
    uint64_t melds[3]
    uint8_t pile[32]  # from the bottom
