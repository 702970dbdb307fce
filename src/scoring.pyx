# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What a knock and a game are worth, as `gin_fast.rules.scoring` has it."""

from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from gin_fast.native.view cimport (
    GF_SHUTOUT_BONUS, GF_SHUTOUT_DOUBLE_POINTS, GF_SHUTOUT_IF_NEVER_SCORED,
    GF_SHUTOUT_IF_WON_NO_ROUND, GF_SHUTOUT_NONE, GF_TIE_UNDERCUT, GF_WINNER_BY_TARGET, gf_rules
)

__all__ = []


cdef inline int added(int64_t points, int64_t bonus) noexcept nogil:
    """Points and a bonus. They wrap, for rules that somebody scribbled into."""
    return <int><uint32_t>(points + bonus)


cdef int gf_knock_score(int mine, int theirs, const gf_rules *rules) noexcept nogil:
    if rules.flat_knock_score >= 0:
        return rules.gin_bonus if mine == 0 else rules.flat_knock_score
    if mine == 0:
        return added(theirs, rules.gin_bonus)
    if mine < theirs:
        return theirs - mine
    if mine == theirs and rules.tie != GF_TIE_UNDERCUT:
        return 0
    return added(theirs - mine, -<int64_t>rules.undercut_bonus)


cdef void gf_game_start(gf_game *game) noexcept nogil:
    memset(game, 0, sizeof(gf_game))
    game.reached = -1


cdef void gf_game_add(
    gf_game *game, const gf_rules *rules, int32_t winner, const int32_t *scored
) noexcept nogil:
    cdef int seat
    cdef int64_t so_far
    game.rounds += 1
    for seat in range(2):
        game.points[seat] += scored[seat]
        game.has_scored[seat] |= scored[seat] > 0
        game.won[seat] += winner == seat
        so_far = game.points[seat] + gf_box_at_once(rules) * game.won[seat]
        if rules.target >= 0 and so_far >= rules.target:
            game.reached = seat
    game.is_over = game.reached >= 0 or rules.target < 0


cdef bint has_shut_out(const gf_game *game, const gf_rules *rules) noexcept nogil:
    """Whether the player who reached the target shut the other out."""
    cdef int32_t loser = 1 - game.reached
    if game.reached < 0 or rules.shutout == GF_SHUTOUT_NONE:
        return False
    if rules.shutout_if == GF_SHUTOUT_IF_NEVER_SCORED:
        return not game.has_scored[loser]
    if rules.shutout_if == GF_SHUTOUT_IF_WON_NO_ROUND:
        return game.won[loser] == 0
    return game.won[game.reached] == game.rounds


cdef void gf_game_total(
    const gf_game *game, const gf_rules *rules, gf_game_score *score
) noexcept nogil:
    cdef int32_t seat = game.reached
    cdef int place
    for place in range(2):
        score.total[place] = game.points[place]
        if game.is_over or rules.boxes_count_to_target:
            score.total[place] += <int64_t>rules.box * game.won[place]
    score.winner = -1
    score.is_shutout = has_shut_out(game, rules)
    if seat >= 0:
        score.total[seat] += rules.game_bonus
        if score.is_shutout and rules.shutout == GF_SHUTOUT_BONUS:
            score.total[seat] += rules.shutout_bonus
        elif score.is_shutout and rules.shutout == GF_SHUTOUT_DOUBLE_POINTS:
            score.total[seat] += game.points[seat]
        elif score.is_shutout:
            score.total[seat] *= 2
    if game.is_over:
        if seat >= 0 and rules.winner_by == GF_WINNER_BY_TARGET:
            score.winner = seat
        elif score.total[0] != score.total[1]:
            score.winner = score.total[0] < score.total[1]
