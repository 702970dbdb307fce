"""Results as CSV, for spreadsheets.

>>> from gin_fast import simulate
>>> result = simulate("simple", "random", rounds=10, seed=7)
>>> csv_of_result(result).splitlines()[:3]
['quantity,side,value,error', 'strategy,a,simple,', 'strategy,b,random,']
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from gin_fast.estimates.means import Estimate
from gin_fast.show.shapes import Compared, Result, Standings
from gin_fast.values.checks import plain

_RESULT_HEAD = ("quantity", "side", "value", "error")
_COMPUTED = ("=", "+", "-", "@")
_TOURNAMENT_HEAD = ("player", "other", "games", "share", "error", "elo", "elo_error", "forfeits")


def csv_of_result(result: Result) -> str:
    """A result as CSV with a header line; lines end with a line feed.

    The columns are ``quantity,side,value,error``. Quantities are named as in the result, and are
    given for the sides ``a``, ``b`` and ``neither``, or with the side empty. `error` is the
    standard error of a mean.

    Unknown values are empty. In texts, what cannot be printed is escaped, and one that begins as a
    formula does has ``'`` in front. Numbers have all their digits, so reading them back is exact.
    """
    return _csv(_RESULT_HEAD, _result_rows(result))


def csv_of_comparison(comparison: Compared) -> str:
    """A comparison as CSV: its answer, then its result."""
    return _csv(_RESULT_HEAD, _comparison_rows(comparison))


def csv_of_tournament(tournament: Standings) -> str:
    """A tournament as CSV: a line for each ordered pair of players, the best players first.

    The columns are ``player,other,games,share,error,elo,elo_error,forfeits``. `share` is the share
    of games that `player` won against `other`, counting a game without a winner as half; `elo` is
    the rating of `player`; `forfeits` is the number of rounds that it forfeited against `other`.
    """
    return _csv(_TOURNAMENT_HEAD, _tournament_rows(tournament))


def _csv(head: Sequence[str], rows: Iterator[tuple[Any, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        cells = [_cell(each) for each in row]
        writer.writerow([*cells, *[None] * (len(head) - len(cells))])
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A value as it is written. A text that a spreadsheet would compute gets a ``'`` in front."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    text = plain(value)
    return f"'{text}" if text.startswith(_COMPUTED) else text


def _result_rows(result: Result) -> Iterator[tuple[Any, ...]]:
    yield "strategy", "a", result.a
    yield "strategy", "b", result.b
    yield "rules", "", result.rules.name or json.dumps(result.rules.to_dict())
    for name in ("seed", "requested", "rounds", "games", "units"):
        yield name, "", getattr(result, name)
    for name in ("mirrored", "stop_when", "stopped", "interrupted"):
        yield name, "", getattr(result, name)
    if result.of_games:
        sums = result.game_sums
        yield from _sides("game_wins", (*result.game_wins, sums.ties + sums.unfinished))
        yield from _sides("game_shares", result.game_shares)
        yield "game_share", "a", *result.game_share
        yield "net_total", "", *result.net_total
        yield "rounds_per_game", "", *result.rounds_per_game
    yield from _sides("wins", (*result.wins, result.rounds - sum(result.wins)))
    yield from _sides("win_shares", result.win_shares)
    yield "win_share", "a", *result.win_share
    for kind, ending in result.ends.items():
        yield from _sides(kind, ending)
    yield from _sides("points", result.points)
    yield from _sides("points_per_round", result.points_per_round)
    for name in ("net_points", "starter_net_points", "starter_share"):
        yield name, "", *getattr(result, name)
    for name in ("draws", "pile_draws", "knock_deadwood"):
        yield name, "", *getattr(result, name)


def _sides(name: str, values: Sequence[int | Estimate]) -> Iterator[tuple[Any, ...]]:
    for side, value in zip(("a", "b", "neither"), values, strict=False):
        yield name, side, *(value if isinstance(value, Estimate) else (value,))


def _comparison_rows(of: Compared) -> Iterator[tuple[Any, ...]]:
    low, high = of.interval or (None, None)
    yield "better", "", of.better
    yield "measure", "", of.measure
    yield "estimate", "", *of.estimate
    yield "confidence", "", of.confidence
    yield "interval_low", "", low
    yield "interval_high", "", high
    yield "p_value", "", of.p_value
    yield from _result_rows(of.result)


def _tournament_rows(of: Standings) -> Iterator[tuple[Any, ...]]:
    ratings = of.ratings
    order = [of.names.index(rating.name) for rating in ratings]
    for player, rating in zip(order, ratings, strict=True):
        for other in order:
            if other == player:
                continue
            found = of.results.get((min(player, other), max(player, other)))
            games = 0 if found is None else found.games
            share = of.share(player, other) or (None, None)
            names = of.names[player], of.names[other]
            forfeits = (0, 0) if found is None else found.forfeits
            yield *names, games, *share, rating.elo, rating.error, forfeits[player > other]
