"""What playing out is asked for, and what it sums up, once for both engines."""

from __future__ import annotations

from operator import add
from typing import Any, NamedTuple, NoReturn

from gin_fast.cards import WORD, as_int, as_word


class Sums(NamedTuple):
    """What is added up over rounds.

    ``_0`` and ``_1`` are seats: ``undercuts_0`` counts those that seat 0 won, ``points_0`` is what
    it scored. ``net`` is what one side scored less what the other did. ``knock_deadwood`` sums the
    knocker's deadwood over knocks, undercuts and ties, so not over gin.
    """

    rounds: int = 0
    wins_0: int = 0
    wins_1: int = 0
    points_0: int = 0
    points_1: int = 0
    knocks_0: int = 0
    knocks_1: int = 0
    undercuts_0: int = 0
    undercuts_1: int = 0
    gins_0: int = 0
    gins_1: int = 0
    big_gins_0: int = 0
    big_gins_1: int = 0
    dead: int = 0
    ties: int = 0
    points_0_squared: int = 0
    points_1_squared: int = 0
    net_points_squared: int = 0
    draws: int = 0
    draws_squared: int = 0
    pile_draws: int = 0
    pile_draws_squared: int = 0
    knock_deadwood: int = 0
    knock_deadwood_squared: int = 0
    starter_wins: int = 0
    starter_net: int = 0

    def plus(self, other: tuple[int, ...]) -> Sums:
        """Both, added up."""
        return Sums(*map(add, self, other))


class GameSums(NamedTuple):
    """What is added up over games, besides the `Sums` of their rounds.

    ``_0`` and ``_1`` are seats. ``totals`` are those after bonuses, ``net`` is that of seat 0 less
    that of seat 1. A game is ``unfinished`` when `MOST_ROUNDS_OF_GAME` rounds did not end it.
    """

    games: int = 0
    wins_0: int = 0
    wins_1: int = 0
    ties: int = 0
    unfinished: int = 0
    shutouts_0: int = 0
    shutouts_1: int = 0
    totals_0: int = 0
    totals_1: int = 0
    net_squared: int = 0
    rounds: int = 0
    rounds_squared: int = 0

    def plus(self, other: tuple[int, ...]) -> GameSums:
        """Both, added up."""
        return GameSums(*map(add, self, other))


GAME_TALLY = GameSums._fields
"""The names of the sums over games, in order."""

TALLY = Sums._fields
"""The names of the sums of a tally, in order."""

GAME_STRIDE = 20
"""Game *g* begins with deal *g* * 2**20, so no two games share one."""
MOST_GAMES = 1 << 64 - GAME_STRIDE
"""How many games of a seed there are."""
MOST_ROUNDS_OF_GAME = 10_000
"""A game that so many rounds did not end is left."""

MOST_ROUNDS = 1 << 40
"""The most rounds of one tally: its sums fit 64 bits."""


def as_round(seed: Any, index: Any, starter: Any) -> tuple[int, int, int]:
    """The seed, the index and the starter of one round, checked; seat `index` & 1 by default."""
    index = as_word(index, "index")
    starter = index & 1 if starter is None else as_int(starter, "starter", 0, 1)
    return as_word(seed, "seed"), index, starter


def as_rounds(seed: Any, start: Any, count: Any) -> tuple[int, int, int]:
    """The seed, the first index and the number of some rounds, checked."""
    seed = as_word(seed, "seed")
    start = as_word(start, "start")
    return seed, start, as_int(count, "count", 0, min(MOST_ROUNDS, WORD + 1 - start))


def as_games(seed: Any, start: Any, count: Any) -> tuple[int, int, int]:
    """The seed, the number of the first game and that of all, checked."""
    seed = as_word(seed, "seed")
    start = as_int(start, "start", 0, MOST_GAMES - 1)
    return seed, start, as_int(count, "count", 0, min(MOST_ROUNDS, MOST_GAMES - start))


def fault(strategy: str, seat: int, seed: int, index: int, action: int) -> NoReturn:
    """Stops a play-out: what a strategy answered is not legal."""
    raise RuntimeError(
        f"strategy {strategy!r} in seat {seat} chose the illegal action {action} "
        f"in round {index} of seed {seed}"
    )
