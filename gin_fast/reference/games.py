"""Games: rounds to the target of the rules, scored as `gin_fast.scoring` does."""

from __future__ import annotations

from gin_fast.playing import (
    GAME_STRIDE,
    GAME_TALLY,
    MOST_ROUNDS_OF_GAME,
    TALLY,
    as_games,
)
from gin_fast.reference.playout import counted, play_out
from gin_fast.reference.rounds import RoundState
from gin_fast.results import RoundResult
from gin_fast.rules import Rules, as_rules
from gin_fast.scoring import GameScore, GameSoFar, RoundScore, next_dealer
from gin_fast.strategies import as_strategy

__all__ = ["GAME_TALLY", "tally_games"]


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
    names = as_strategy(a), as_strategy(b)
    seed, start, count = as_games(seed, start, count)
    rules = as_rules(rules)
    sums, game_sums = dict.fromkeys(TALLY, 0), dict.fromkeys(GAME_TALLY, 0)
    for number in range(start, start + count):
        score, results = _play_game(names, seed, number, rules)
        for result, starter in results:
            for name, value in counted(result, starter).items():
                sums[name] += value
        for name, value in _counted_game(score, len(results)).items():
            game_sums[name] += value
    return tuple(sums.values()), tuple(game_sums.values())


def _play_game(
    names: tuple[str, str], seed: int, number: int, rules: Rules
) -> tuple[GameScore, list[tuple[RoundResult, int]]]:
    """A game, and the result and the starter of each of its rounds."""
    results: list[tuple[RoundResult, int]] = []
    so_far = GameSoFar()
    score = so_far.score(rules)
    dealer = 1 - (number & 1)
    while not score.is_over and so_far.rounds < MOST_ROUNDS_OF_GAME:
        index = (number << GAME_STRIDE) + so_far.rounds
        state = RoundState.deal(seed, index, rules=rules, dealer=dealer, scores=score.total)
        result = play_out(state, names, seed, index)
        results.append((result, 1 - dealer))
        so_far = so_far.plus(RoundScore(result.winner, result.scored, result.kind), rules)
        score = so_far.score(rules)
        dealer = next_dealer(dealer, result.winner, rules)
    return score, results


def _counted_game(score: GameScore, rounds: int) -> dict[str, int]:
    """What one game adds to a tally."""
    end = "unfinished" if not score.is_over else "ties" if score.winner is None else None
    return {
        "games": 1,
        end or f"wins_{score.winner}": 1,
        f"shutouts_{score.reached or 0}": int(score.is_shutout),
        "totals_0": score.total[0],
        "totals_1": score.total[1],
        "net_squared": (score.total[0] - score.total[1]) ** 2,
        "rounds": rounds,
        "rounds_squared": rounds**2,
    }
