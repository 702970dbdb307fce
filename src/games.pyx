# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Games: rounds to the target of the rules, scored as `gin_fast.scoring` does."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from gin_fast.native.moves cimport gf_round
from gin_fast.native.players cimport Table
from gin_fast.native.playout cimport GF_SUMS, gf_count_in, gf_fault, gf_playout_start
from gin_fast.native.rounds cimport gf_rules_of
from gin_fast.native.seats cimport gf_seat, gf_step
from gin_fast.native.view cimport GF_OVER, gf_rules

from gin_fast.playing import (
    GAME_STRIDE, GAME_TALLY, MOST_ROUNDS_OF_GAME, GameSums, Sums, as_games, fault
)
from gin_fast.rules import as_rules
from gin_fast.strategies import as_strategy

__all__ = ["GAME_TALLY", "tally_games"]

cdef enum:
    BETWEEN_SIGNALS = 1 << 14  # rounds

# The places of the fields of gin_fast.rules in WINNERS, SHUTOUTS, SHUTOUT_TESTS, NEXT_DEALERS and
# AFTER_DEAD that are asked for.
cdef enum:
    BY_TARGET = 1

cdef enum:
    NO_SHUTOUT
    SHUTOUT_BONUS
    DOUBLE_POINTS

cdef enum:
    NEVER_SCORED
    WON_NO_ROUND

cdef enum:
    WINNER_DEALS
    LOSER_DEALS

cdef enum:
    SAME_DEALER

# The places of the sums in GAME_TALLY.
cdef enum:
    GAMES
    WINS
    TIES = 3
    UNFINISHED
    SHUTOUTS
    TOTALS = 7
    NET_SQUARED = 9
    ROUNDS
    ROUNDS_SQUARED
    GAME_SUMS

cdef int32_t MOST = MOST_ROUNDS_OF_GAME
cdef int STRIDE = GAME_STRIDE


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
        so_far = game.points[seat]
        if rules.boxes_count_to_target:
            so_far += <int64_t>rules.box * game.won[seat]
        if rules.target >= 0 and so_far >= rules.target:
            game.reached = seat
    game.is_over = game.reached >= 0 or rules.target < 0


cdef bint has_shut_out(const gf_game *game, const gf_rules *rules) noexcept nogil:
    """Whether who reached the target shut the other out."""
    cdef int32_t loser = 1 - game.reached
    if game.reached < 0 or rules.shutout == NO_SHUTOUT:
        return False
    if rules.shutout_if == NEVER_SCORED:
        return not game.has_scored[loser]
    if rules.shutout_if == WON_NO_ROUND:
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
        if score.is_shutout and rules.shutout == SHUTOUT_BONUS:
            score.total[seat] += rules.shutout_bonus
        elif score.is_shutout and rules.shutout == DOUBLE_POINTS:
            score.total[seat] += game.points[seat]
        elif score.is_shutout:
            score.total[seat] *= 2
    if game.is_over:
        if seat >= 0 and rules.winner_by == BY_TARGET:
            score.winner = seat
        elif score.total[0] != score.total[1]:
            score.winner = score.total[0] < score.total[1]


cdef int32_t gf_next_dealer(int32_t dealer, int32_t winner, const gf_rules *rules) noexcept nogil:
    if winner < 0:
        return dealer if rules.after_dead == SAME_DEALER else 1 - dealer
    if rules.next_dealer == WINNER_DEALS:
        return winner
    return 1 - winner if rules.next_dealer == LOSER_DEALS else 1 - dealer


cdef bint play_game(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t number, gf_game *game,
    int64_t *sums, gf_fault *fault
) noexcept nogil:
    """Game `number` of a seed, seat `number` & 1 beginning it; False when a choice is a fault."""
    cdef gf_round state
    cdef gf_game_score score
    cdef int32_t action
    cdef int32_t dealer = 1 - <int32_t>(number & 1)
    gf_game_start(game)
    while not game.is_over and game.rounds < MOST:
        fault.index = (number << STRIDE) + game.rounds
        gf_playout_start(&state, seats, rules, seed, fault.index, 1 - dealer)
        gf_game_total(game, rules, &score)
        state.view.scores[0] = <int32_t>score.total[0]
        state.view.scores[1] = <int32_t>score.total[1]
        while state.view.phase != GF_OVER:
            if not gf_step(&state, seats, 0, &action):
                fault.seat = state.view.seat
                fault.action = action
                return False
        gf_count_in(&state, sums)
        gf_game_add(game, rules, state.winner, state.scored)
        dealer = gf_next_dealer(dealer, state.winner, rules)
    return True


cdef void count_game(const gf_game *game, const gf_rules *rules, int64_t *sums) noexcept nogil:
    """Adds a game."""
    cdef gf_game_score score
    cdef int64_t net
    gf_game_total(game, rules, &score)
    net = score.total[0] - score.total[1]
    sums[GAMES] += 1
    sums[TOTALS] += score.total[0]
    sums[TOTALS + 1] += score.total[1]
    sums[NET_SQUARED] += net * net
    sums[ROUNDS] += game.rounds
    sums[ROUNDS_SQUARED] += <int64_t>game.rounds * game.rounds
    if score.is_shutout:
        sums[SHUTOUTS + game.reached] += 1
    if not game.is_over:
        sums[UNFINISHED] += 1
    elif score.winner < 0:
        sums[TIES] += 1
    else:
        sums[WINS + score.winner] += 1


def tally_games(
    a: str, b: str, seed: int, start: int, count: int, rules: Rules | str = "modern"
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The exact sums over games `start` to `start` + `count` - 1 of a seed: those of their rounds,
    named by `TALLY`, and those of the games, named by `GAME_TALLY`.

    Strategy `a` plays in seat 0, `b` in seat 1. Game *g* is ``Game(rules, seed=seed, index=g <<
    20)`` begun by seat *g* & 1. Tallies of the parts of a range add up to that of the whole.

    >>> rounds, games = tally_games("simple", "random", 7, 0, 2, "eaai")
    >>> dict(zip(GAME_TALLY, games))["wins_0"]
    2
    """
    cdef int64_t sums[GF_SUMS]
    cdef int64_t game_sums[GAME_SUMS]
    cdef gf_rules fields
    cdef gf_fault found
    cdef gf_game game
    cdef uint64_t key, number, end
    cdef int64_t played
    cdef bint done = True
    cdef Table table
    names = as_strategy(a), as_strategy(b)
    key, number, games = as_games(seed, start, count)
    end = number + <uint64_t>games
    gf_rules_of(as_rules(rules), &fields)
    table = Table(*names)
    memset(&found, 0, sizeof(found))
    of_rounds, of_games = Sums(), GameSums()
    while number < end and done:
        # The sums of a piece fit 64 bits by far, whatever the rules; those of all need not.
        memset(sums, 0, sizeof(sums))
        memset(game_sums, 0, sizeof(game_sums))
        played = 0
        with nogil:
            while number < end and played < BETWEEN_SIGNALS:
                done = play_game(table.seats, &fields, key, number, &game, sums, &found)
                if not done:
                    break
                count_game(&game, &fields, game_sums)
                played += game.rounds
                number += 1
        of_rounds = of_rounds.plus(tuple([sums[place] for place in range(GF_SUMS)]))
        of_games = of_games.plus(tuple([game_sums[place] for place in range(GAME_SUMS)]))
        PyErr_CheckSignals()
    if not done:
        fault(names[found.seat], found.seat, key, found.index, found.action)
    return tuple(of_rounds), tuple(of_games)
