"""Results as HTML for notebooks: with inline styles, without scripts or images.

Names given by a user are escaped. Without the styles it still reads as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from gin_fast.cards.html import block
from gin_fast.show.shapes import Compared, Result, Standings
from gin_fast.show.text import forfeits_of, percent

if TYPE_CHECKING:
    from gin_fast.estimates.means import Share

_COLOURS = ("#0072b2", "#d55e00", "#b3b3b3")
"""The colours of `a`, `b` and neither."""

_CELL = "text-align:right;white-space:nowrap"
_LABEL = "text-align:left;white-space:nowrap"


def of_result(result: Result) -> str:
    """The HTML of a `SimulationResult`."""
    first = str(result).partition("\n")[0]
    neither = result.rounds - sum(result.wins)
    rows = [_head("", f"a: {result.a}", f"b: {result.b}", "neither", "")]
    if result.of_games:
        sums = result.game_sums
        rows.append(_counts("games won", (*result.game_wins, sums.ties + sums.unfinished)))
        rows.append(_row("share of games", *map(percent, result.game_shares), "", ""))
    rows.append(_counts("rounds won", (*result.wins, neither)))
    rows.append(_row("share", *map(percent, result.win_shares), "", ""))
    most = max((ending.total for ending in result.ends.values()), default=0)
    for kind, ending in result.ends.items():
        if ending.total or kind != "forfeit":
            rows.append(_counts(kind.replace("_", " "), ending, most))
    rows.append(_row("points", *(f"{points:,}" for points in result.points), "", ""))
    rows.append(_row("points a round", *map(str, result.points_per_round), "", ""))
    means = [
        ("net points a round, a minus b", result.net_points),
        ("draws a round", result.draws),
        ("knocker's deadwood, excluding gin", result.knock_deadwood),
    ]
    if result.of_games:
        means.insert(0, ("net total a game, a minus b", result.net_total))
    grid = _grid([_row(label, str(mean)) for label, mean in means])
    note = f"{'interrupted; ' if result.interrupted else ''}± one standard error"
    faults = "".join(_note(str(fault)) for fault in result.faults)
    return block(_note(first), _grid(rows), grid, _note(note), faults)


def of_comparison(comparison: Compared) -> str:
    """The HTML of a `Comparison`: the answer, then its result."""
    answer = str(comparison).partition("\n\n")[0].splitlines()
    rest = "".join(f"<div>{escape(line)}</div>" for line in answer[1:])
    first = f"<div><b>{escape(answer[0])}</b></div>"
    return block(first, rest, of_result(comparison.result))


def of_tournament(tournament: Standings) -> str:
    """The HTML of a `Tournament`: the ratings, and the shares of games won."""
    ratings = tournament.ratings
    order = [tournament.names.index(rating.name) for rating in ratings]
    places = [str(place) for place in range(1, len(order) + 1)]
    rows = [_head("", "rating", "95% interval", *places)]
    for place, player, rating in zip(places, order, ratings, strict=True):
        low, high = rating.interval()
        cells = [_cell(f"{rating.elo:+.1f}"), _cell(f"{low:+.1f} to {high:+.1f}")]
        cells += [_heat(tournament.share(player, other), player == other) for other in order]
        rows.append(
            f'<tr><th style="{_LABEL}">{place} {escape(rating.name)}</th>{"".join(cells)}</tr>'
        )
    first = str(tournament).partition("\n")[0]
    note = "per cent of the games won by the row against the column"
    if tournament.interrupted:
        note += "; interrupted"
    return block(_note(first), _grid(rows), _note(note), *map(_note, forfeits_of(tournament)))


def _heat(share: Share | None, is_same: bool) -> str:
    if share is None or share.mean is None:
        return _cell("" if is_same else "–")
    strength = round(abs(share.mean - 0.5) * 2 * 150)
    ground = f"background:{_COLOURS[share.mean < 0.5]}{strength:02x}"
    return _cell(f"{100.0 * share.mean:.1f}", ground)


def _counts(label: str, counts: Sequence[int], most: int = 0) -> str:
    """A row of counts with a bar, which has full length if all of them are `most`."""
    most = most or sum(counts)
    bar = "".join(
        f'<span style="display:inline-block;height:.8em;width:{8.0 * count / most:.2f}em;'
        f'background:{colour}"></span>'
        for count, colour in zip(counts, _COLOURS, strict=True)
        if count
    )
    cells = "".join(_cell(f"{count:,}") for count in counts)
    bars = f'<td style="text-align:left;white-space:nowrap;min-width:8em">{bar}</td>'
    return f'<tr><th style="{_LABEL}">{escape(label)}</th>{cells}{bars}</tr>'


def _head(*labels: str) -> str:
    return f"<tr>{''.join(f'<th>{escape(label)}</th>' for label in labels)}</tr>"


def _row(label: str, *cells: str) -> str:
    return f'<tr><th style="{_LABEL}">{escape(label)}</th>{"".join(map(_cell, cells))}</tr>'


def _cell(text: str, style: str = "") -> str:
    return f'<td style="{_CELL};{style}">{escape(text)}</td>'


def _grid(rows: Iterable[str]) -> str:
    return f"<table>{''.join(rows)}</table>"


def _note(text: str) -> str:
    return f'<div style="opacity:.7">{escape(text)}</div>'
