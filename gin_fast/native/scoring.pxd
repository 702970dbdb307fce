# What a knock and a game are worth.

from libc.stdint cimport int32_t, int64_t

from gin_fast.native.view cimport (
    GF_AFTER_DEAD_SAME, GF_NEXT_DEALER_LOSER, GF_NEXT_DEALER_WINNER, gf_rules
)

# The score of a knock by the deadwood of both sides, from the knocker's, before what multiplies it:
# gin_fast.rules.scoring.knock_score.
cdef int gf_knock_score(int mine, int theirs, const gf_rules *rules) noexcept nogil

# A game as it stands, by seat.
cdef struct gf_game:
    int32_t points[2]  # of the rounds
    int32_t won[2]  # rounds
    int32_t has_scored[2]
    int32_t rounds
    int32_t reached  # the seat that reached the target, or -1
    int32_t is_over
    int32_t dealer  # of the next round

# The result of gin_fast.rules.scoring.game_score.
cdef struct gf_game_score:
    int64_t total[2]
    int32_t winner  # or -1
    int32_t is_shutout

# A game before its first round.
cdef void gf_game_start(gf_game *game) noexcept nogil

# Counts a round that `winner` (or -1) won, with the points of each seat, and whether the game is
# over. The dealer stays the same: see gf_next_dealer.
cdef void gf_game_add(
    gf_game *game, const gf_rules *rules, int32_t winner, const int32_t *scored
) noexcept nogil

# What a game is worth as it stands, bonuses and all.
cdef void gf_game_total(
    const gf_game *game, const gf_rules *rules, gf_game_score *score
) noexcept nogil


# What a round won adds toward the target besides its points.
cdef inline int64_t gf_box_at_once(const gf_rules *rules) noexcept nogil:
    return rules.box if rules.boxes_count_to_target else 0


# Who deals after a round that `winner` (or -1) won.
cdef inline int32_t gf_next_dealer(
    int32_t dealer, int32_t winner, const gf_rules *rules
) noexcept nogil:
    if winner < 0:
        return dealer if rules.after_dead == GF_AFTER_DEAD_SAME else 1 - dealer
    if rules.next_dealer == GF_NEXT_DEALER_WINNER:
        return winner
    return 1 - winner if rules.next_dealer == GF_NEXT_DEALER_LOSER else 1 - dealer
