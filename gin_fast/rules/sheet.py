"""The sheet of a scorepad as a text table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gin_fast.cards.hands import format_card

if TYPE_CHECKING:
    from gin_fast.rules.rules import Rules
    from gin_fast.rules.scoring import GameScore


def sheet_text(
    rows: Sequence[Row],
    players: tuple[str, str],
    score: GameScore,
    rules: Rules,
    earlier: tuple[int, int],
) -> str:
    """What a `Scorepad` prints: its rows with the running scores, their sums, and who won."""
    upcard, no_upcard = (["upcard"], [""]) if rules.oklahoma else ([], [])
    lines = [["round", "dealer", *upcard, "ended", *players, "so far"]]
    for row in rows:
        dealer = "?" if row.dealer is None else players[row.dealer]
        turned = [_turned(row.entry)] if rules.oklahoma else []
        words = [str(row.number), dealer, *turned, _words(row.entry, players)]
        lines.append([*words, *map(str, row.scores), " to ".join(map(str, row.running))])
    sums = {"points": score.points}
    more = {"game bonus": score.game_bonus, "shutout": score.shutout, "boxes": score.boxes}
    sums |= {name: pair for name, pair in more.items() if any(pair)}
    if len(sums) > 1:
        sums["total"] = score.total
    if score.is_over and rules.credit != "total":
        sums["credit"] = score.credit
    if any(earlier):
        sums["earlier games"] = earlier
        if score.is_over:
            sums["match"] = earlier[0] + score.credit[0], earlier[1] + score.credit[1]
    for name, pair in sums.items():
        lines.append([name, "", *no_upcard, "", *map(str, pair), ""])
    table = _table(lines)
    if not score.is_over:
        return table
    end = "tied" if score.winner is None else f"won by {players[score.winner]}"
    return f"{table}\nThe game is {end}."


def _turned(entry: Entry) -> str:
    """The first upcard of a round, which a dead one needs not."""
    if entry.upcard is not None:
        return format_card(entry.upcard)
    return "" if entry.knocker is None else "?"


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
    """Lines of columns, the last three of them numbers."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numbers = len(widths) - 3
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column >= numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
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
    upcard: int | None = None
    """The id of the first upcard, where it sets the knock limit; None: it was not noted."""

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, ready for JSON: the upcard as text."""
        upcard = None if self.upcard is None else format_card(self.upcard)
        return {**self._asdict(), "upcard": upcard}


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
    """What each seat has so far, with the boxes that count at once, before bonuses."""
