# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Games: rounds to the target of the rules, scored as `gin_fast.rules.scoring` does."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from gin_fast.native.logs cimport Log, gf_log, gf_log_of
from gin_fast.native.moves cimport gf_round
from gin_fast.native.players cimport Table
from gin_fast.native.playout cimport (
    gf_close_unit, gf_count_in, gf_next_piece, gf_counts_of, gf_fault, gf_fault_told, gf_play_out,
    gf_play_out_logged, gf_playout_start, gf_sums, gf_sums_of, gf_unit
)
from gin_fast.native.rounds cimport gf_rules_of
from gin_fast.native.seats cimport gf_seat
from gin_fast.native.view cimport gf_rules

from time import perf_counter

from gin_fast.strategies.players import as_player
from gin_fast.answers.batch import GAME_STRIDE, MOST_ROUNDS_OF_GAME, as_games
from gin_fast.answers.faults import MOST_FAULTS
from gin_fast.answers.sums import GAME_TALLY, GameSums, Sums, Tally
from gin_fast.rules.rules import as_rules

__all__ = ["GAME_TALLY", "tally_games"]

# The places of the fields of gin_fast.rules in WINNERS, SHUTOUTS and SHUTOUT_TESTS that are asked
# for.
cdef enum:
    BY_TARGET = 1

cdef enum:
    NO_SHUTOUT
    SHUTOUT_BONUS
    DOUBLE_POINTS

cdef enum:
    NEVER_SCORED
    WON_NO_ROUND

# The places of the sums in GAME_TALLY.
cdef enum:
    GAMES
    WINS
    TIES = 3
    UNFINISHED
    SHUTOUTS
    TOTALS = 7
    ROUNDS = 9
    WINS_SQUARED
    DECIDED_SQUARED = 12
    NET_SQUARED
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
        so_far = game.points[seat] + gf_box_at_once(rules) * game.won[seat]
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


# What is added up over a unit before it is squared: a game, or two mirrored ones.
cdef struct Unit:
    int64_t wins[2]
    int64_t net
    int64_t rounds


cdef void play_game(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t number, uint64_t deals,
    int swapped, gf_game *game, gf_sums *sums, gf_fault *fault, gf_log *log
) noexcept nogil:
    """Plays a game on, to its end or to a round that has a fault. Its deals are those of game
    `deals` of a seed."""
    cdef gf_round state
    cdef gf_game_score score
    cdef uint64_t index
    while not game.is_over and game.rounds < MOST and not fault.is_found:
        index = (deals << STRIDE) + game.rounds
        gf_playout_start(&state, seats, rules, seed, index, 1 - game.dealer, swapped)
        gf_game_total(game, rules, &score)
        state.view.scores[0] = <int32_t>score.total[0]
        state.view.scores[1] = <int32_t>score.total[1]
        if log == NULL:
            gf_play_out(&state, seats, index, swapped, fault)
        else:
            gf_play_out_logged(
                &state, seats, number, index, game.rounds, swapped, fault, log
            )
        gf_count_in(&state, swapped, sums)
        gf_game_add(game, rules, state.winner, state.scored)
        game.dealer = gf_next_dealer(game.dealer, state.winner, rules)


cdef void count_game(
    const gf_game *game, const gf_rules *rules, int swapped, int64_t *sums, Unit *unit
) noexcept nogil:
    """Adds a game to the unit, and what has no squares to the sums."""
    cdef gf_game_score score
    gf_game_total(game, rules, &score)
    sums[GAMES] += 1
    sums[TOTALS] += score.total[swapped]
    sums[TOTALS + 1] += score.total[1 - swapped]
    unit.net += score.total[swapped] - score.total[1 - swapped]
    unit.rounds += game.rounds
    if score.is_shutout:
        sums[SHUTOUTS + (game.reached ^ swapped)] += 1
    if not game.is_over:
        sums[UNFINISHED] += 1
    elif score.winner < 0:
        sums[TIES] += 1
    else:
        unit.wins[score.winner ^ swapped] += 1


cdef void close_unit(Unit *unit, int64_t *sums) noexcept nogil:
    """Adds the unit to the sums, and begins the next."""
    cdef int side
    for side in range(2):
        sums[WINS + side] += unit.wins[side]
        sums[WINS_SQUARED + side] += unit.wins[side] * unit.wins[side]
    sums[ROUNDS] += unit.rounds
    sums[DECIDED_SQUARED] += (unit.wins[0] + unit.wins[1]) * (unit.wins[0] + unit.wins[1])
    sums[NET_SQUARED] += unit.net * unit.net
    sums[ROUNDS_SQUARED] += unit.rounds * unit.rounds
    memset(unit, 0, sizeof(Unit))


def tally_games(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
    log: str | None = None,
) -> Tally | Logged:
    """The exact sums over games `start` to `start` + `count` - 1 of a seed, and of their rounds.

    Strategy `a` plays in seat 0, `b` in seat 1. Game *g* is ``Game(rules, seed=seed, index=g <<
    20)`` started by seat *g* & 1. `mirrored`: games 2 *g* and 2 *g* + 1 both have the deals of game
    *g*, and in the second the strategies swap seats. The tallies of the parts of a range add up to
    that of the whole. `on_error` and `log` are as in `tally` of rounds.

    >>> tally_games("simple", "random", 7, 0, 2, "eaai").games.wins_0
    2
    """
    cdef gf_sums sums
    cdef int64_t game_sums[GAME_SUMS]
    cdef gf_rules fields
    cdef gf_fault found
    cdef gf_game game
    cdef Unit unit
    cdef gf_unit of_rounds
    cdef uint64_t key, number, left, most = 1
    cdef bint pairs, is_playing = False
    cdef Table table
    cdef Log kept
    cdef gf_log *to = NULL
    players = as_player(a), as_player(b)
    key, number, left, pairs, _ = settings = as_games(seed, start, count, mirrored, on_error)
    rules = as_rules(rules)
    gf_rules_of(rules, &fields)
    kept = gf_log_of(log)
    if kept is not None:
        to = &kept.log
    table = Table(*players, rules)
    found.is_found = False
    memset(&unit, 0, sizeof(unit))
    memset(&of_rounds, 0, sizeof(of_rounds))
    done, of_games, faults = Tally(), GameSums(), []
    while left:
        # The sums of a piece fit 64 bits by far, whatever the rules; those of all need not.
        began = perf_counter()
        memset(&sums, 0, sizeof(sums))
        sums.unit = of_rounds  # that of a game which is going on
        memset(game_sums, 0, sizeof(game_sums))
        if table.needs_python:
            play_games(
                table.seats, &fields, key, &number, &left, pairs, &is_playing, &game, &unit, &sums,
                game_sums, &found, to, most
            )
        else:
            with nogil:
                play_games(
                    table.seats, &fields, key, &number, &left, pairs, &is_playing, &game, &unit,
                    &sums, game_sums, &found, to, most
                )
        of_rounds = sums.unit
        most = gf_next_piece(most, perf_counter() - began)
        done = done.plus(Tally(gf_sums_of(&sums), counts=gf_counts_of(&sums)))
        of_games = of_games.plus(tuple([game_sums[place] for place in range(GAME_SUMS)]))
        if found.is_found:
            found.is_found = False
            told = gf_fault_told(table, &found, number, rules, key, settings.forfeits)
            if len(faults) < MOST_FAULTS:
                faults.append(told)
        if kept is not None:
            kept.check()
        PyErr_CheckSignals()
    tally = Tally(done.rounds, of_games, done.counts, tuple(faults))
    return tally if kept is None else kept.logged(tally)


cdef void play_games(
    gf_seat *seats, const gf_rules *rules, uint64_t seed, uint64_t *number, uint64_t *left,
    bint mirrored, bint *is_playing, gf_game *game, Unit *unit, gf_sums *sums, int64_t *game_sums,
    gf_fault *fault, gf_log *log, uint64_t most
) noexcept nogil:
    """Plays on, to the end of a game that reaches `most` rounds, or to a round that has a fault."""
    cdef uint64_t deals
    cdef int swapped = 0
    while left[0] and sums.sums[0] < <int64_t>most:
        deals = number[0]
        if mirrored:
            swapped = deals & 1
            deals >>= 1
        if not is_playing[0]:
            gf_game_start(game)
            game.dealer = 1 - <int32_t>(deals & 1)
            is_playing[0] = True
        play_game(seats, rules, seed, number[0], deals, swapped, game, sums, fault, log)
        if fault.is_found:
            return
        count_game(game, rules, swapped, game_sums, unit)
        if swapped or not mirrored:
            close_unit(unit, game_sums)
            gf_close_unit(sums)
        is_playing[0] = False
        number[0] += 1
        left[0] -= 1
