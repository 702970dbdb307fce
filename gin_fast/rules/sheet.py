"""The sheet of a scorepad as a text table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gin_fast.rules.scoring import GameScore


def sheet_text(rows: Sequence[Row], players: tuple[str, str], score: GameScore) -> str:
    """What a `Scorepad` prints: its rows, their sums, and who won."""
    lines: list[Sequence[str]] = [("round", "dealer", "ended", *players)]
    for row in rows:
        dealer = "?" if row.dealer is None else players[row.dealer]
        lines.append((str(row.number), dealer, _words(row.entry, players), *map(str, row.scores)))
    sums = {"points": score.points}
    more = {"game bonus": score.game_bonus, "shutout": score.shutout, "boxes": score.boxes}
    sums |= {name: pair for name, pair in more.items() if any(pair)}
    if len(sums) > 1:
        sums["total"] = score.total
    lines += [(name, "", "", *map(str, pair)) for name, pair in sums.items()]
    table = _table(lines)
    if not score.is_over:
        return table
    end = "tied" if score.winner is None else f"won by {players[score.winner]}"
    return f"{table}\nThe game is {end}."


def _words(entry: Entry, players: tuple[str, str]) -> str:
    """How a round ended."""
    ours, theirs = entry.knocker_deadwood, entry.defender_deadwood
    if entry.knocker is None:
        text = "dead" if ours is None or theirs is None else f"dead, {ours} and {theirs}"
    else:
        text = {
            "knock": f"knocked, {ours} against {theirs}",
            "undercut": f"was undercut, {ours} against {theirs}",
            "tie": f"tied, {ours} against {theirs}",
            "gin": f"gin against {theirs}",
            "big_gin": f"big gin against {theirs}",
        }[entry.kind]
        text = f"{players[entry.knocker]} {text}"
    return f"{text}, doubled" if entry.doubled else text


def _table(lines: Sequence[Sequence[str]]) -> str:
    """Lines of columns, the last two of them numbers."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numbers = len(widths) - 2
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column >= numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


class Entry(NamedTuple):
    """A round as it was entered."""

    kind: str
    """How it ended, one of `gin_fast.rules.scoring.KINDS`."""
    knocker: int | None
    """The seat that went out; None in a dead round."""
    knocker_deadwood: int | None
    """Of a dead round, that of seat 0."""
    defender_deadwood: int | None
    """What was left after layoffs. Of a dead round, that of seat 1."""
    doubled: bool = False
    """The first upcard was a spade that doubles."""


class Row(NamedTuple):
    """A line of the sheet."""

    number: int
    """Counted from 1."""
    dealer: int | None
    """The seat that dealt; None: it is not known."""
    entry: Entry
    winner: int | None
    scores: tuple[int, int]
    """What each seat scored in the round."""
    running: tuple[int, int]
    """What each seat has so far, before bonuses."""
