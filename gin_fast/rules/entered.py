"""What a scorepad is told: its players, what earlier games were worth, and how rounds ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gin_fast.cards.hands import format_card
from gin_fast.rules.rules import Rules, limit_of
from gin_fast.rules.scoring import RoundScore, next_dealer, round_scores
from gin_fast.rules.sheet import Entry
from gin_fast.values.checks import as_int, shown

_LONGEST_NAME = 40
_MOST_EARLIER = 1_000_000_000
"""The most that games may be worth to a player."""


def scored(entry: Entry, rules: Rules) -> RoundScore:
    """What a round is worth, and who won it."""
    kind, knocker, ours, theirs, doubled, _ = entry
    scores = round_scores(kind, knocker, ours, theirs, rules, doubled=doubled)
    if knocker is None or kind == "tie":
        return RoundScore(None, scores, kind)
    return RoundScore(1 - knocker if kind == "undercut" else knocker, scores, kind)


def limit_with(upcard: int | None, doubled: bool, rules: Rules) -> tuple[int, bool]:
    """The knock limit of a round, and whether it counts double."""
    if not isinstance(doubled, bool):
        raise TypeError(f"doubled must be a bool, not {shown(doubled)}")
    if doubled and not rules.oklahoma_spades_double:
        raise ValueError("no round is doubled in these rules: a spade turned up does not double")
    if upcard is None:
        return rules.knock_limit, doubled
    limit, times = limit_of(upcard, rules)
    if doubled and times == 1:
        raise ValueError(f"no round is doubled with {format_card(upcard)} turned up: only a spade")
    return limit, times == 2


def dealer_after(dealer: int | None, winner: int | None, rules: Rules) -> int | None:
    """Who deals next, as far as it is known."""
    if dealer is not None:
        return next_dealer(dealer, winner, rules)
    if winner is None or rules.next_dealer == "alternate":
        return None
    return next_dealer(winner, winner, rules)


def checked_players(players: Any) -> tuple[str, str]:
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != 2:
        raise TypeError(f"players must be a pair of names, not {shown(players)}")
    for name in players:
        if not isinstance(name, str):
            raise TypeError(f"the name of a player must be a str, not {shown(name)}")
        if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise ValueError(
                f"the name of a player must be 1 to {_LONGEST_NAME} printable characters without "
                f"space around them, not {shown(name)}"
            )
    ours, theirs = players
    if ours.casefold() == theirs.casefold():
        raise ValueError(f"players must have different names, not both {shown(theirs)}")
    return ours, theirs


def checked_earlier(earlier: Any, rules: Rules) -> tuple[int, int]:
    if isinstance(earlier, str) or not isinstance(earlier, Sequence) or len(earlier) != 2:
        raise TypeError(f"earlier must be a pair of ints, not {shown(earlier)}")
    ours, theirs = (as_int(each, "earlier", -_MOST_EARLIER, _MOST_EARLIER) for each in earlier)
    if rules.match_target is None and (ours or theirs):
        raise ValueError(f"earlier must be left out, not {ours} and {theirs}: there is no match")
    if rules.match_target is not None and max(ours, theirs) >= rules.match_target:
        raise ValueError(
            f"earlier must be below {rules.match_target}, where the match ends, not {ours} and "
            f"{theirs}"
        )
    return ours, theirs
