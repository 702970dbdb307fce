"""Games: rounds to the target of the rules, scored as `gin_fast.rules.scoring` does."""

from __future__ import annotations

from typing import overload

from gin_fast.answers.batch import GAME_STRIDE, MOST_ROUNDS_OF_GAME, Batch, as_games
from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import GAME_TALLY, GameSums, Tally
from gin_fast.reference.players import decider
from gin_fast.reference.playout import Summing
from gin_fast.reference.rounds import RoundState
from gin_fast.reference.seats import Decider
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.rules.scoring import GameScore, GameSoFar, RoundScore, next_dealer
from gin_fast.strategies.players import StrategyLike, as_player

__all__ = ["GAME_TALLY", "tally_games"]


@overload
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
    log: None = None,
) -> Tally: ...
@overload
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
    log: str,
) -> Logged: ...
@overload
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
    log: str | None,
) -> Tally | Logged: ...
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
    deciders = decider(as_player(a)), decider(as_player(b))
    batch = as_games(seed, start, count, mirrored, on_error)
    rules = as_rules(rules)
    total, sums, size = Summing(log), GameSums(), 2 if batch.mirrored else 1
    unit: list[dict[str, int]] = []
    for number in range(batch.start, batch.start + batch.number):
        swapped = number % size
        seated = deciders[::-1] if swapped else deciders
        score, rounds = _play_game(total, seated, batch, number, number // size, swapped, rules)
        unit.append(_values(score, rounds, swapped))
        if swapped == size - 1:
            sums = sums.plus(_of_unit(unit))
            total.close_unit()
            unit = []
    return total.logged(Tally(total.sums, sums, total.counts, total.first_faults))


def _play_game(
    total: Summing,
    deciders: tuple[Decider, Decider],
    batch: Batch,
    number: int,
    deals: int,
    swapped: int,
    rules: Rules,
) -> tuple[GameScore, int]:
    """A game with the deals of number `deals`, and how many rounds it had."""
    so_far = GameSoFar()
    score = so_far.score(rules)
    dealer = 1 - (deals & 1)
    while not score.is_over and so_far.rounds < MOST_ROUNDS_OF_GAME:
        index = (deals << GAME_STRIDE) + so_far.rounds
        state = RoundState.deal(batch.seed, index, rules=rules, dealer=dealer, scores=score.total)
        result = total.play(state, deciders, batch, index, number, swapped, so_far.rounds)
        kind = "gin" if result.kind == "forfeit" else result.kind  # as it is scored
        so_far = so_far.plus(RoundScore(result.winner, result.scored, kind), rules)
        score = so_far.score(rules)
        dealer = next_dealer(dealer, result.winner, rules)
    return score, so_far.rounds


def _values(score: GameScore, rounds: int, swapped: int) -> dict[str, int]:
    """The sums of one game; `swapped` is 1 if the sides have swapped seats."""
    values = dict.fromkeys(GAME_TALLY, 0) | {
        "games": 1,
        "rounds": rounds,
        "totals_0": score.total[swapped],
        "totals_1": score.total[1 - swapped],
    }
    if not score.is_over:
        values["unfinished"] = 1
    elif score.winner is None:
        values["ties"] = 1
    else:
        values[f"wins_{score.winner ^ swapped}"] = 1
    if score.is_shutout and score.reached is not None:
        values[f"shutouts_{score.reached ^ swapped}"] = 1
    return values


def _of_unit(unit: list[dict[str, int]]) -> tuple[int, ...]:
    """The sums of the games of a unit."""
    x = {name: sum(values[name] for values in unit) for name in GAME_TALLY}
    for name in ("wins_0", "wins_1", "rounds"):
        x[f"{name}_squared"] = x[name] ** 2
    x["decided_squared"] = (x["wins_0"] + x["wins_1"]) ** 2
    x["net_squared"] = (x["totals_0"] - x["totals_1"]) ** 2
    return tuple(x.values())
