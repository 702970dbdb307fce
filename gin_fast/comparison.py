"""Which of two strategies is better, by how much and how sure; and of many, who beats whom."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gin_fast import checkpoints
from gin_fast.cards import as_int, as_word, fresh_seed, shown
from gin_fast.estimates import Estimate, Share, as_confidence
from gin_fast.players import Player, StrategyLike, as_player
from gin_fast.playing import MOST_GAMES
from gin_fast.ratings import Rating, rate
from gin_fast.rules import Rules, as_rules
from gin_fast.simulation import simulate
from gin_fast.simulation_result import SimulationResult
from gin_fast.stopping import Decided, Precise, as_stop, interval_around

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Comparison", "Tournament", "compare", "tournament"]

MOST_PLAYERS = 200


@dataclass(frozen=True)
class Comparison:
    """What came of `compare`: the `result`, and what follows from it."""

    result: SimulationResult
    confidence: float
    """That of the interval, and of the answer."""

    @property
    def measure(self) -> str:
        """What decides: ``"game_share"``, the share of the games that `a` won, where games were
        played; else ``"net_points"``, points of `a` less points of `b`, a round."""
        return "game_share" if self.result.of_games else "net_points"

    @property
    def estimate(self) -> Estimate:
        """The measure and its standard error."""
        estimate: Estimate = getattr(self.result, self.measure)
        return estimate

    @property
    def even(self) -> float:
        """What the measure is where neither is better."""
        return 0.5 if self.result.of_games else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true measure lies with the confidence. After a rule that ends a run early it is
        the one that holds whenever one looks, which is longer."""
        if self.result.stop_when is None:
            return self.estimate.interval(self.confidence)
        return interval_around(self.estimate, self.result.units, self.confidence)

    @property
    def p_value(self) -> float | None:
        """How likely so large a difference is, either way, if neither is better: by the normal
        distribution. `None` after a rule that ends a run early, where it would not be true, and
        without a standard error above zero."""
        mean, error = self.estimate
        if self.result.stop_when is not None or mean is None or not error:
            return None
        return math.erfc(abs(mean - self.even) / error / math.sqrt(2.0))

    @property
    def better(self) -> str | None:
        """``"a"`` or ``"b"``, if the interval leaves out what it would be where neither is
        better; else `None`."""
        interval = self.interval
        if interval is None or interval[0] <= self.even <= interval[1]:
            return None
        return "a" if interval[0] > self.even else "b"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "better": self.better,
            "measure": self.measure,
            "estimate": self.estimate._asdict(),
            "confidence": self.confidence,
            "interval": None if self.interval is None else list(self.interval),
            "p_value": self.p_value,
            "result": self.result.to_dict(),
        }

    def plot(self) -> Figure:
        """A picture of it, by Matplotlib: the interval against even, and what `result` draws."""
        from gin_fast.plots import plot_comparison

        return plot_comparison(self)

    def to_csv(self) -> str:
        """The answer, and the quantities with their errors, as CSV."""
        from gin_fast.tables import csv_of  # above this module

        return csv_of(self)

    def _repr_html_(self) -> str:
        from gin_fast.html import of_comparison

        return of_comparison(self)

    def __str__(self) -> str:
        return "\n".join((*_answer(self), "", str(self.result)))


def _answer(of: Comparison) -> Iterator[str]:
    result, (mean, _), interval = of.result, of.estimate, of.interval
    for name, count in zip((result.a, result.b), result.forfeits, strict=True):
        if count:
            yield f"{name} forfeited {count:,} of {result.rounds:,} rounds: see the faults below"
    if mean is None or interval is None:
        yield f"{result.a} and {result.b}: too few were played to tell"
        return
    low, high = interval
    first, second = result.a, result.b
    if of.better == "b":  # the better one is spoken of
        first, second = second, first
        mean, low, high = 2 * of.even - mean, 2 * of.even - high, 2 * of.even - low
    if of.better is None:
        yield f"{first} and {second}: not decided"
    else:
        yield f"{first} is better than {second}"
    always = ", whenever one looks" if result.stop_when is not None else ""
    if result.of_games:
        told = f"{first} won {mean:.2%} of the games, {low:.2%} to {high:.2%}"
    else:
        told = f"{first} won {mean:+.4f} points a round more, {low:+.4f} to {high:+.4f}"
    yield f"{told} with {of.confidence:.4g} confidence{always}{_p_value(of.p_value)}"


def _p_value(value: float | None) -> str:
    if value is None:
        return ""
    return f"; p = {value:.2g}" if value >= 1e-300 else "; p < 1e-300"


def compare(
    a: StrategyLike,
    b: StrategyLike,
    *,
    rounds: int | None = None,
    games: int | None = None,
    mirrored: bool = True,
    confidence: float = 0.95,
    seed: int | None = None,
    rules: Rules | str = "modern",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop_when: Precise | Decided | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "forfeit",
    record: str | os.PathLike[str] | None = None,
    record_decisions: str | os.PathLike[str] | None = None,
) -> Comparison:
    """Whether strategy `a` is better than `b`, by how much, and how sure that is: by 10 000 rounds,
    unless `rounds` or `games` says otherwise, each deal played twice with the seats changed.

    All else is as in `simulate`. ``stop_when="decided"`` ends it as soon as it is clear.

    >>> found = compare("simple", "random", rounds=200, seed=7)
    >>> found.better, found.measure
    ('a', 'net_points')
    """
    confidence = as_confidence(confidence)
    measure = "net_points" if games is None else "game_share"
    rule = None if stop_when is None else as_stop(stop_when, of=measure, confidence=confidence)
    if isinstance(rule, Decided) and rule.confidence < confidence:
        raise ValueError(f"{str(rule)!r} decides with less than the confidence {confidence}")
    result = simulate(
        a,
        b,
        rounds=10_000 if rounds is None and games is None else rounds,
        games=games,
        mirrored=mirrored,
        seed=seed,
        rules=rules,
        threads=threads,
        executor=executor,
        progress=progress,
        stop_when=rule,
        checkpoint=checkpoint,
        on_error=on_error,
        record=record,
        record_decisions=record_decisions,
    )
    return Comparison(result, confidence)


@dataclass(frozen=True)
class Tournament:
    """What came of `tournament`."""

    names: tuple[str, ...]
    results: dict[tuple[int, int], SimulationResult]
    """By the places of two players in `names`, the lower first. After Ctrl-C those pairs are
    missing that were not begun."""
    interrupted: bool

    def share(self, player: int, other: int) -> Share | None:
        """The share of the games that a player won against another, what nobody won counting half;
        `None` if they did not meet."""
        low, high = min(player, other), max(player, other)
        found = self.results.get((low, high))
        if found is None or not found.games:
            return None
        share = found.game_share
        if player == low:
            return share
        return Share(1.0 - (share.mean or 0.0), share.error, share.values)

    @property
    def ratings(self) -> list[Rating]:
        """The ratings of all players, best first: the model of Bradley and Terry, in Elo units."""
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
            "results": [result.to_dict() for result in self.results.values()],
        }

    def plot(self) -> Figure:
        """A picture of it, by Matplotlib: the shares as a heat map, and the ratings."""
        from gin_fast.plots import plot_tournament

        return plot_tournament(self)

    def to_csv(self) -> str:
        """A line for each two players, in either order, as CSV."""
        from gin_fast.tables import csv_of  # above this module

        return csv_of(self)

    def _repr_html_(self) -> str:
        from gin_fast.html import of_tournament

        return of_tournament(self)

    def __str__(self) -> str:
        return "\n".join(_standings(self))


def _standings(of: Tournament) -> Iterator[str]:
    """The ratings, and the table of who won how much against whom, in the same order."""
    first = next(iter(of.results.values()), None)
    if first is not None:
        rules = first.rules.name or "of their own"
        counts = [result.games or 0 for result in of.results.values()]
        least, most = min(counts), max(counts)
        games = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        yield f"{games} games a pair, rules {rules}, seed {first.seed}"
    if of.interrupted:
        yield "interrupted"
    ratings = of.ratings
    order = [of.names.index(rating.name) for rating in ratings]
    width = max(map(len, of.names), default=0)
    yield ""
    yield f"{'':>3}  {'':<{width}}  {'Elo':>8}  95 % interval"
    for place, rating in enumerate(ratings, 1):
        low, high = rating.interval()
        yield f"{place:>3}  {rating.name:<{width}}  {rating.elo:+8.1f}  {low:+.1f} to {high:+.1f}"
    yield ""
    yield f"{'per cent of games won against':<{width + 5}}" + "".join(
        f"{place:>7}" for place in range(1, len(order) + 1)
    )
    for place, player in enumerate(order, 1):
        cells = [_cell(of.share(player, other)) if player != other else "" for other in order]
        line = f"{place:>3}  {of.names[player]:<{max(width, 24)}}"
        yield (line + "".join(f"{cell:>7}" for cell in cells)).rstrip()


def _cell(share: Share | None) -> str:
    return "-" if share is None or share.mean is None else f"{100.0 * share.mean:.1f}"


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
    """Every strategy against every other: so many `games` a pair, each with the same deals, played
    twice with the seats changed.

    `mirrored`, `seed`, `rules`, `threads`, `executor` and `on_error` are as in `simulate`. Only
    games are played, and nothing is recorded. `checkpoint` is a folder, with a file for each pair;
    `progress` is told the games of all pairs; `stop_when` ends a pair that is precise enough.

    What one strategy wins against others does not tell all of what it wins against a third, so
    beside the ratings look at the table.

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
        raise ValueError("a tournament is not stopped by who is better: its ratings would not hold")
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
    """The seed of a tournament that is to go on, or a fresh one."""
    for path in sorted(folder.glob("*.json")):
        found = checkpoints.load(path)
        if found is not None:
            return as_word(found[0].get("seed"), "seed")
    return fresh_seed()


def _of_all(
    progress: Callable[[int, int], object], number: int, pairs: int
) -> Callable[[int, int], object]:
    """Tells the progress of one pair as that of all."""
    return lambda done, asked: progress(number * asked + done, pairs * asked)
