# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Games: rounds to the target of the rules, scored as `gin_fast.rules.scoring` does."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from gin_fast.native.moves cimport gf_round, gf_round_start
from gin_fast.native.playout cimport Tallying, gf_tally, gf_tally_round
from gin_fast.native.scoring cimport (
    gf_game, gf_game_add, gf_game_score, gf_game_start, gf_game_total, gf_next_dealer
)
from gin_fast.native.summing cimport gf_close_unit, gf_sums, gf_tally_of, gf_unit
from gin_fast.native.view cimport gf_rules

from gin_fast.answers.batch import GAME_STRIDE, MOST_ROUNDS_OF_GAME, as_games
from gin_fast.answers.sums import GAME_TALLY, GameSums, Tally
from gin_fast.strategies.players import as_player

__all__ = ["GAME_TALLY", "tally_games"]

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


# What is added up over a unit before it is squared: a game, or two mirrored ones.
cdef struct Unit:
    int64_t wins[2]
    int64_t net
    int64_t rounds


# The games of a tally, as far as they are played.
cdef struct Games:
    gf_game game
    bint is_playing  # it is not over
    Unit unit
    int64_t sums[GAME_SUMS]  # of the piece


cdef void play_game(gf_tally *tally, gf_game *game, uint64_t deals, int swapped) noexcept nogil:
    """Plays a game on, to its end or to a round that has a fault. Its deals are those of game
    `deals` of a seed."""
    cdef gf_round state
    cdef gf_game_score score
    while not game.is_over and game.rounds < MOST and not tally.fault.is_found:
        gf_round_start(
            &state, &tally.rules, tally.seed, (deals << STRIDE) + game.rounds, 1 - game.dealer
        )
        gf_game_total(game, &tally.rules, &score)
        state.view.scores[0] = <int32_t>score.total[0]
        state.view.scores[1] = <int32_t>score.total[1]
        gf_tally_round(tally, &state, swapped, game.rounds)
        gf_game_add(game, &tally.rules, state.winner, state.scored)
        game.dealer = gf_next_dealer(game.dealer, state.winner, &tally.rules)


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


cdef void play_games(gf_tally *tally, void *games) noexcept nogil:
    """Plays on, to the end of a game that reaches so many rounds, or to a round that has a fault.

    The sums of a piece fit 64 bits by far, whatever the rules; those of all need not."""
    cdef Games *of = <Games *>games
    cdef gf_unit unit = tally.sums.unit  # that of a game which is going on
    cdef uint64_t deals
    cdef int swapped = 0
    memset(&tally.sums, 0, sizeof(gf_sums))
    memset(of.sums, 0, sizeof(of.sums))
    tally.sums.unit = unit
    while tally.left and tally.sums.sums[0] < <int64_t>tally.piece:
        deals = tally.number
        if tally.mirrored:
            swapped = deals & 1
            deals >>= 1
        if not of.is_playing:
            gf_game_start(&of.game)
            of.game.dealer = 1 - <int32_t>(deals & 1)
            of.is_playing = True
        play_game(tally, &of.game, deals, swapped)
        if tally.fault.is_found:
            return
        count_game(&of.game, &tally.rules, swapped, of.sums, &of.unit)
        if swapped or not tally.mirrored:
            close_unit(&of.unit, of.sums)
            gf_close_unit(&tally.sums)
        of.is_playing = False
        tally.number += 1
        tally.left -= 1


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
    20)`` started by seat *g* & 1, whatever `first_dealer` says, so that both start as many.
    `mirrored`: games 2 *g* and 2 *g* + 1 both have the deals of game *g*, and in the second the
    strategies swap seats. The tallies of the parts of a range add up to that of the whole.
    `on_error` and `log` are as in `tally` of rounds.

    >>> tally_games("simple", "random", 7, 0, 2, "eaai").games.wins_0
    2
    """
    cdef Tallying work
    cdef Games games
    players = as_player(a), as_player(b)
    settings = as_games(seed, start, count, mirrored, on_error)
    work = Tallying(players, settings, rules, log)
    memset(&games, 0, sizeof(games))
    done = Tally()
    while work.tally.left:
        work.play(play_games, &games)
        of_games = GameSums(*[games.sums[place] for place in range(GAME_SUMS)])
        done = done.plus(gf_tally_of(&work.tally.sums)._replace(games=of_games))
    return work.result(done)
