"""Tournaments: every strategy against every other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gin_fast.answers.batch import MOST_GAMES
from gin_fast.estimates.means import Share
from gin_fast.estimates.ratings import Rating, rate
from gin_fast.estimates.stopping import Decided, Precise, as_stop
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.show.text import standings_of
from gin_fast.simulation import checkpoints
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.run import simulate
from gin_fast.strategies.players import Player, StrategyLike, as_player
from gin_fast.values.checks import as_int, as_word, fresh_seed, shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PLAYERS = 200


@dataclass(frozen=True)
class Tournament:
    """The outcome of `tournament`."""

    names: tuple[str, ...]
    results: dict[tuple[int, int], SimulationResult]
    """The results by the indices of two players in `names`, the lower first. After Ctrl-C the
    pairs not yet begun are missing."""
    interrupted: bool

    def share(self, player: int, other: int) -> Share | None:
        """The share of games that `player` won against `other`, counting a game without a winner
        as half; `None` if they did not meet."""
        low, high = min(player, other), max(player, other)
        found = self.results.get((low, high))
        if found is None or not found.games:
            return None
        share = found.game_share
        if player == low:
            return share
        return Share(1.0 - (share.mean or 0.0), share.error, share.values)

    @property
    def forfeits(self) -> tuple[int, ...]:
        """The number of rounds that each player forfeited, because it failed."""
        counts = [0] * len(self.names)
        for pair, result in self.results.items():
            for player, count in zip(pair, result.forfeits, strict=True):
                counts[player] += count
        return tuple(counts)

    @property
    def ratings(self) -> list[Rating]:
        """The ratings of all players, best first, by the Bradley-Terry model in Elo units."""
        count = len(self.names)
        wins = [[0.0] * count for _ in range(count)]
        effective = [[0.0] * count for _ in range(count)]
        for one, other in self.results:
            share = self.share(one, other)
            if share is not None and share.mean is not None:
                games = max(1.0, share.values)
                wins[one][other], wins[other][one] = share.mean, 1.0 - share.mean
                effective[one][other] = effective[other][one] = games
        rated = rate(wins, self.names, effective=effective)
        return sorted(rated, key=lambda rating: -rating.elo)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "interrupted": self.interrupted,
            "ratings": [rating._asdict() for rating in self.ratings],
            "forfeits": dict(zip(self.names, self.forfeits, strict=True)),
            "results": [result.to_dict() for result in self.results.values()],
        }

    def plot(self) -> Figure:
        """A Matplotlib figure: the shares as a heat map, and the ratings."""
        from gin_fast.show.plots import plot_tournament  # rarely needed

        return plot_tournament(self)

    def to_csv(self) -> str:
        """One line for each ordered pair of players, as CSV."""
        from gin_fast.show.csv import csv_of_tournament  # rarely needed

        return csv_of_tournament(self)

    def _repr_html_(self) -> str:
        from gin_fast.show.pages import of_tournament  # rarely needed

        return of_tournament(self)

    def __str__(self) -> str:
        return "\n".join(standings_of(self))


def tournament(
    strategies: Iterable[StrategyLike],
    *,
    games: int = 1000,
    mirrored: bool = True,
    seed: int | None = None,
    rules: Rules | str = "modern",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop_when: Precise | Decided | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "forfeit",
) -> Tournament:
    """Plays every strategy against every other and rates them.

    All pairs play the same deals, each twice with the seats swapped. Strength need not be
    transitive, so look at the table as well as the ratings. The arguments not listed here are those
    of `simulate`.

    Args:
        strategies: Two strategies or more.
        games: The number of games for each pair.
        stop_when: A rule that ends a pair early, once it is precise enough.
        checkpoint: A folder for finished work, with one file for each pair.
        progress: Called with the number of games finished and asked for, over all pairs.

    Returns:
        The `Tournament`.

    Raises:
        ValueError: As in `simulate`, or if `stop_when` asks who is better.

    >>> found = tournament(["random", "simple", "greedy"], games=100, seed=7)
    >>> [rating.name for rating in found.ratings]
    ['greedy', 'simple', 'random']
    """
    players = _players(strategies)
    games = as_int(games, "games", 0, MOST_GAMES)
    seed = None if seed is None else as_word(seed, "seed")
    rules = as_rules(rules)
    rule = None if stop_when is None else as_stop(stop_when, of="game_share")
    if isinstance(rule, Decided):
        raise ValueError("a tournament cannot stop when decided: its ratings would be biased")
    folder = None if checkpoint is None else Path(checkpoint)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    if seed is None:
        seed = fresh_seed() if folder is None else _seed_of(folder)
    pairs = list(combinations(range(len(players)), 2))
    results: dict[tuple[int, int], SimulationResult] = {}
    for number, (one, other) in enumerate(pairs):
        found = simulate(
            players[one],
            players[other],
            games=games,
            mirrored=mirrored,
            seed=seed,
            rules=rules,
            threads=threads,
            executor=executor,
            progress=None if progress is None else _of_all(progress, number, len(pairs)),
            stop_when=rule,
            checkpoint=None if folder is None else folder / f"{one}-{other}.json",
            on_error=on_error,
        )
        results[one, other] = found
        if found.interrupted:
            return Tournament(tuple(player.name for player in players), results, True)
    return Tournament(tuple(player.name for player in players), results, False)


def _players(strategies: Iterable[StrategyLike]) -> list[Player]:
    if isinstance(strategies, (str, bytes)) or not isinstance(strategies, Iterable):
        raise TypeError(f"strategies must be a sequence, not {shown(strategies)}")
    players: list[Player] = []
    for each in strategies:
        player = as_player(each)
        if any(player.name == other.name for other in players):
            raise ValueError(f"the strategy {player.name!r} is given twice")
        players.append(player)
        if len(players) > MOST_PLAYERS:
            raise ValueError(f"a tournament has at most {MOST_PLAYERS} strategies")
    if len(players) < 2:
        raise ValueError(f"a tournament needs at least 2 strategies, not {len(players)}")
    return players


def _seed_of(folder: Path) -> int:
    """The seed of a tournament that continues, or a fresh one."""
    for path in sorted(folder.glob("*.json")):
        found = checkpoints.load(path)
        if found is not None:
            return as_word(found[0].get("seed"), "seed")
    return fresh_seed()


def _of_all(
    progress: Callable[[int, int], object], number: int, pairs: int
) -> Callable[[int, int], object]:
    """Reports the progress of one pair as that of all pairs."""
    return lambda done, asked: progress(number * asked + done, pairs * asked)
