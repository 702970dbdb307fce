# The state of one round. It is flat: a copy is a memcpy.

from libc.stdint cimport int32_t, uint8_t, uint64_t

from gin_fast.native.dealing cimport gf_deck

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

# Kinds of an end.
cdef enum:
    GF_NONE
    GF_KNOCKED
    GF_UNDERCUT
    GF_GIN
    GF_BIG_GIN_END
    GF_DEAD
    GF_TIE

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

cdef struct gf_round:
    gf_view view  # of the seat to act
    uint64_t hands[2]
    uint64_t known[2]
    uint64_t declined[2]
    int32_t knock_card  # or -1
    int32_t kind
    int32_t winner  # or -1
    int32_t points
    int32_t knocker_deadwood  # or -1
    int32_t defender_deadwood  # or -1
    gf_deck deck

cdef void gf_round_start(
    gf_round *state, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter
) noexcept nogil

# The view of a seat.
cdef void gf_see(const gf_round *state, int32_t seat, gf_view *view) noexcept nogil

# Whether an action is legal for the seat to act, whose view it is.
cdef bint gf_is_legal(const gf_view *view, int32_t action) noexcept nogil

# All legal actions, ascending, into `actions` (room for GF_MOST_ACTIONS); their number. None if
# the seat is not to act.
cdef int gf_legal_actions(const gf_view *view, int32_t *actions) noexcept nogil

# Does an action for the seat to act, if it is legal; if not, nothing, and the answer is False.
cdef bint gf_apply(gf_round *state, int32_t action) noexcept nogil

cdef int gf_rules_of(object rules, gf_rules *out) except -1
cdef object gf_result_of(const gf_round *state)


cdef class RoundState:
    cdef gf_round state
    cdef object rules
