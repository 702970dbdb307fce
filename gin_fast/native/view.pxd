# What one seat may know of a round, and the numbers of actions and phases: declarations alone.

from libc.stdint cimport int32_t, uint8_t, uint64_t

# [gin_fast.h: GF_VIEW_VERSION GF_KNOCK GF_OVER GF_PILE
cdef enum:
    GF_VIEW_VERSION = 2

# Actions: 0-51 discard that card, GF_KNOCK + card discard it and knock; GF_SPREAD + i put meld(i)
# on the table; GF_LAY_OFF + 52 * i + card lay a card off on melds[i].
cdef enum:
    GF_KNOCK = 52
    GF_DRAW = 104  # from the stock
    GF_TAKE = 105  # the top of the pile
    GF_PASS = 106  # leave the upcard; or be done with spreading, with laying off
    GF_BIG_GIN = 107
    GF_AUTO = 108  # spread, or lay off, what is best
    GF_SPREAD = 109
    GF_LAY_OFF = 438
    GF_ACTION_COUNT = 594
    GF_MOST_ACTIONS = 352  # are ever legal at once

# Phases. The last upcard is offered only under rules with stock_end 2.
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
# ]

# [gin_fast.rules: DEAD_STOCK
cdef enum:
    GF_DEAD_STOCK = 2
# ]

# What the fields of rules that name a choice may be.
# [gin_fast.rules: choices
cdef enum:
    GF_TIE_UNDERCUT
    GF_TIE_NOBODY
    GF_TIE_KNOCKER

cdef enum:
    GF_SPREAD_ANY
    GF_SPREAD_LEAST

cdef enum:
    GF_LAYOFFS_NEVER
    GF_LAYOFFS_AFTER_KNOCK
    GF_LAYOFFS_ALWAYS

cdef enum:
    GF_STOCK_END_DEAD
    GF_STOCK_END_NO_LAST_KNOCK
    GF_STOCK_END_LAST_UPCARD

cdef enum:
    GF_CAP_ENDS_TURN
    GF_CAP_ENDS_DRAW

cdef enum:
    GF_AFTER_TWO_PASSES_STOCK
    GF_AFTER_TWO_PASSES_ANY
    GF_AFTER_TWO_PASSES_UPCARD

cdef enum:
    GF_WINNER_BY_TOTAL
    GF_WINNER_BY_TARGET

cdef enum:
    GF_CREDIT_TOTAL
    GF_CREDIT_DIFFERENCE

cdef enum:
    GF_SHUTOUT_NONE
    GF_SHUTOUT_BONUS
    GF_SHUTOUT_DOUBLE_POINTS
    GF_SHUTOUT_DOUBLE_ALL

cdef enum:
    GF_SHUTOUT_IF_NEVER_SCORED
    GF_SHUTOUT_IF_WON_NO_ROUND
    GF_SHUTOUT_IF_WON_EVERY_ROUND

cdef enum:
    GF_FIRST_DEALER_LOT
    GF_FIRST_DEALER_CUT

cdef enum:
    GF_NEXT_DEALER_WINNER
    GF_NEXT_DEALER_LOSER
    GF_NEXT_DEALER_ALTERNATE

cdef enum:
    GF_AFTER_DEAD_SAME
    GF_AFTER_DEAD_ALTERNATE
# ]

# [gin_fast.h: gf_rules gf_view
# The rules: the fields of gin_fast.Rules. Yes and no are 1 and 0, -1 is None; those from `target`
# on are for games and matches. Start from a profile (rules_named), change fields, and check the
# result with rules_check.
cdef struct gf_rules:
    int32_t knock_limit
    int32_t oklahoma
    int32_t oklahoma_ace_is_gin
    int32_t oklahoma_spades_double
    int32_t gin_bonus
    int32_t undercut_bonus
    int32_t big_gin_bonus  # or -1
    int32_t tie  # 0 undercut, 1 nobody, 2 knocker
    int32_t spread  # 0 any, 1 least
    int32_t layoffs  # 0 never, 1 after_knock, 2 always
    int32_t flat_knock_score  # or -1
    int32_t stock_end  # 0 dead, 1 no_last_knock, 2 last_upcard
    int32_t must_go_gin
    int32_t pile_draw_cap
    int32_t cap_ends  # 0 turn, 1 draw
    int32_t taken_card_may_return
    int32_t return_cap  # or -1
    int32_t after_two_passes  # 0 stock, 1 any, 2 upcard
    int32_t eleven_card_start
    int32_t target  # or -1
    int32_t game_bonus
    int32_t winner_by  # 0 total, 1 target
    int32_t credit  # 0 total, 1 difference
    int32_t shutout  # 0 none, 1 bonus, 2 double_points, 3 double_all
    int32_t shutout_bonus
    int32_t shutout_if  # 0 never_scored, 1 won_no_round, 2 won_every_round
    int32_t box
    int32_t boxes_count_to_target
    int32_t first_dealer  # 0 lot, 1 cut
    int32_t next_dealer  # 0 winner, 1 loser, 2 alternate
    int32_t after_dead  # 0 same, 1 alternate
    int32_t match_target  # or -1

# What one seat may know of a round: the fields of gin_fast.View.
cdef struct gf_view:
    int32_t version  # GF_VIEW_VERSION; anything else is not a view
    int32_t seat  # whose view it is: 0 or 1
    int32_t phase
    int32_t to_move  # the seat to move, or -1: the round is over
    int32_t starter  # the seat that moved first
    int32_t drawn  # the card that the seat to move drew this turn, if this seat knows it; or -1
    int32_t drawn_from
    int32_t stock  # cards left in it
    int32_t draws  # by both seats, including the upcard
    int32_t pile_draws  # draws from the pile
    int32_t upcard_taken
    int32_t returns
    int32_t knocker  # or -1
    int32_t knock_card  # the card that this seat discarded face down, or -1
    int32_t limit  # the most deadwood to knock with in this round
    int32_t multiplier  # of the score of the round
    int32_t meld_count
    int32_t pile_count
    int32_t scores[2]  # in the game so far: 0, unless set after the start of a round
    gf_rules rules
    uint64_t hand  # the seat's own cards that are not on the table
    uint64_t barred  # the card taken from the pile this turn, which may not be discarded; or 0
    uint64_t known  # cards known to be in the other hand
    uint64_t exposed  # the seat's own cards known to the other seat
    uint64_t declined  # tops of the pile that the other seat left
    uint64_t own_declined  # tops of the pile that this seat left
    uint64_t unmelded  # of the knocker, after spreading
    uint64_t laid_off
    uint64_t melds[3]  # of the knocker, with the cards laid off on them; then 0
    uint8_t pile[32]  # from the bottom, pile_count of them; the rest is undefined
# ]
