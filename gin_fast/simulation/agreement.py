"""Whether the sums of a tally can be those of any rounds: each is bound to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gin_fast.answers.faults import MOST_FAULTS
from gin_fast.answers.sums import NET_BINS, GameSums, Sums, Tally

_KINDS = ("knocks", "undercuts", "gins", "big_gins", "forfeits")


def check_sums(tally: Tally, of_games: bool, mirrored: bool) -> None:
    """Refuses sums that contradict each other.

    >>> from gin_fast.engine import playout
    >>> tally = playout.tally("simple", "random", 7, 0, 10)
    >>> check_sums(tally, False, False)
    >>> check_sums(tally._replace(rounds=tally.rounds._replace(dead=3)), False, False)
    Traceback (most recent call last):
    ValueError: its sums contradict each other: rounds is 10, but all ends are 13
    """
    size = 2 if mirrored else 1
    for name, value, other, expected in (
        *_of_rounds(tally.rounds),
        *_of_counts(tally),
        *_of_games(tally, of_games),
        *(_of_units(tally.rounds, size) if not of_games else ()),
        *_of_faults(tally),
    ):
        if value != expected:
            raise ValueError(
                f"its sums contradict each other: {name} is {value}, but {other} are {expected}"
            )
    units = (tally.games.games if of_games else tally.rounds.rounds) // size
    for sums in (tally.rounds, tally.games):
        _check_squares(sums, units)


_Claims = Iterator[tuple[str, int, str, int]]
"""The name and the value of a sum, and what it must be."""


def _of_rounds(sums: Sums) -> _Claims:
    yield "rounds", sums.rounds, "all ends", sums.wins_0 + sums.wins_1 + sums.dead + sums.ties
    for side in (0, 1):
        wins = sum(getattr(sums, f"{kind}_{side}") for kind in _KINDS)
        yield f"wins_{side}", getattr(sums, f"wins_{side}"), "wins of each kind", wins
    yield "pile_draws", min(sums.pile_draws, sums.draws), "those counted", sums.pile_draws
    decided = sums.wins_0 + sums.wins_1
    yield "starter_wins", min(sums.starter_wins, decided), "those counted", sums.starter_wins


def _of_counts(tally: Tally) -> _Claims:
    sums, counts = tally.rounds, tally.counts
    knocks = _knocks(sums)
    net = sums.points_0 - sums.points_1
    for name, values, rounds, total, first in (
        ("net_points", counts.net_points, sums.rounds, net, -(NET_BINS // 2)),
        ("draws", counts.draws, sums.rounds, sums.draws, 0),
        ("knock_deadwood", counts.knock_deadwood, knocks, sums.knock_deadwood, 0),
    ):
        yield f"the sum of counts of {name}", sum(values), "its rounds", rounds
        if not values[-1] and not (first and values[0]):  # which also count what lies beyond
            yield f"the sum of {name}", total, "its counts", _total(values, first)


def _total(values: Sequence[int], first: int) -> int:
    return sum(place * count for place, count in enumerate(values, first))


def _of_games(tally: Tally, of_games: bool) -> _Claims:
    games = tally.games
    if not of_games:
        yield "the sum over games", sum(map(abs, games)), "games", 0
        return
    ends = games.wins_0 + games.wins_1 + games.ties + games.unfinished
    yield "games", games.games, "all ends", ends
    yield "rounds of games", games.rounds, "rounds", tally.rounds.rounds


def _of_units(sums: Sums, size: int) -> _Claims:
    """Of units with one number of rounds each."""
    for name in Sums._fields:
        of, by, _ = name.rpartition("_by_rounds")
        if by:
            yield name, getattr(sums, name), f"{of} by rounds", size * getattr(sums, of)
    yield "rounds_squared", sums.rounds_squared, "rounds by rounds", size * sums.rounds
    if size == 1:
        yes_or_no = {
            "wins_0": sums.wins_0,
            "wins_1": sums.wins_1,
            "starter_wins": sums.starter_wins,
            "decided": sums.wins_0 + sums.wins_1,
            "knocks": _knocks(sums),
        }
        for name, value in yes_or_no.items():
            yield f"{name}_squared", getattr(sums, f"{name}_squared"), name, value
        by_decided, by_knocks = sums.starter_wins_by_decided, sums.knock_deadwood_by_knocks
        yield "starter_wins_by_decided", by_decided, "starter_wins", sums.starter_wins
        yield "knock_deadwood_by_knocks", by_knocks, "knock_deadwood", sums.knock_deadwood
        yield "starter_net_squared", sums.starter_net_squared, "net", sums.net_points_squared


def _of_faults(tally: Tally) -> _Claims:
    forfeits = tally.rounds.forfeits_0 + tally.rounds.forfeits_1
    yield "the number of faults", len(tally.faults), "those told", min(MOST_FAULTS, forfeits)


def _knocks(sums: Sums) -> int:
    """The rounds whose knocker's deadwood was counted."""
    return sums.knocks_0 + sums.knocks_1 + sums.undercuts_0 + sums.undercuts_1 + sums.ties


def _check_squares(sums: Sums | GameSums, units: int) -> None:
    """Squares over units are as even as what is squared, and no smaller than of even shares."""
    values = sums._asdict()
    values["decided"] = sums.wins_0 + sums.wins_1
    if isinstance(sums, Sums):
        values["net_points"] = sums.points_0 - sums.points_1
        values["knocks"] = _knocks(sums)
    else:
        values["net"] = sums.totals_0 - sums.totals_1
    for name in sums._fields:
        of, squared, _ = name.rpartition("_squared")
        if not squared:
            continue
        square, value = values[name], values[of]
        if square % 2 != value % 2 or square * units < value * value:
            raise ValueError(
                f"its sums contradict each other: {name} is {square}, but {of} is {value}"
            )
