"""The chance to reach the target of a game before the other player, shared by both engines.

Rounds of two strategies at 0-0 show how often each scores how much, by dealer. From that the chance
follows for all scores below the target, the highest first, in whole numbers. So it ignores what a
strategy does differently near the target. The player who reaches the target has usually won; where
the higher total wins, the boxes, which a view does not show, may decide otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gin_fast.answers.rows import Logged, Rows
from gin_fast.rules.rules import Rules
from gin_fast.rules.scoring import box_at_once, next_dealer
from gin_fast.strategies.players import Player

SCALE = 1 << 16
"""The parts that a chance is counted in: the sum of the squares of 10 000 000 fits 64 bits."""
MOST_TO_GO = 500
"""The most points to the target: with more, the table would be large, and take seconds."""
ROUNDS_A_SAMPLE = 4
FEWEST_ROUNDS = 100
MOST_ROUNDS = 20_000

SEED = 0
"""The seed of the rounds that the chances follow from."""

_EXACT = 1 << 30  # the parts during the calculation: times the rounds, twice, they fit 64 bits

Play: TypeAlias = "Callable[..., Logged]"
"""``tally`` of an engine."""


class Prospects(NamedTuple):
    """The chances of one side to reach the target of a game before the other does."""

    low: int
    """The least score that there is a chance for."""
    values: np.ndarray[Any, np.dtype[np.int32]]
    """The chance in parts of `SCALE`, indexed by the own score minus `low`, the other score minus
    `low`, and the next dealer, 0 (own) or 1."""

    def after(self, scores: tuple[int, int], dealer: int) -> int:
        """The chance from these scores, the own score first, when `dealer` deals next."""
        return int(self.values[scores[0] - self.low, scores[1] - self.low, dealer])


def prospects(
    tally: Play,
    players: tuple[Player, Player],
    rules: Rules,
    scores: tuple[int, int],
    samples: int,
) -> Prospects | None:
    """The chances of the first of two strategies from these scores on, its own score first, as
    exact as `samples` call for. `None` if the rules have no target, a target more than `MOST_TO_GO`
    points above 0 or a score, rounds that cost points, or rounds that end no game.

    A strategy that fails in one of the rounds is a `RuntimeError`.
    """
    low = min(0, *scores)
    if rules.target is None or rules.target - low > MOST_TO_GO:
        return None
    if rules.flat_knock_score is not None:
        return None
    rounds = min(max(ROUNDS_A_SAMPLE * samples, FEWEST_ROUNDS), MOST_ROUNDS)
    # Other strategies may have learnt since, and play differently.
    keeps = all(player.builtin is not None for player in players)
    return (_kept if keeps else _made)(tally, players, rules, low, rounds)


def _made(
    tally: Play, players: tuple[Player, Player], rules: Rules, low: int, rounds: int
) -> Prospects | None:
    # Mirrored, so that neither strategy is lucky with its cards.
    try:
        logged = tally(
            *players, SEED, 0, rounds, rules, mirrored=True, on_error="raise", log="rounds"
        )
    except RuntimeError as error:
        raise RuntimeError(f"{error} (at 0-0, for the chance at the game)") from error.__cause__
    assert logged.rows is not None
    assert rules.target is not None
    values = chances(logged.rows, rules, rules.target - low)
    return None if values is None else Prospects(low, values)


_kept = lru_cache(16)(_made)


def chances(rows: Rows, rules: Rules, to_go: int) -> np.ndarray[Any, np.dtype[np.int32]] | None:
    """The chances of side a to score `to_go` points before b, in parts of `SCALE`, by the points
    that each has so far and by the next dealer. `None` if a game of these rounds may never end."""
    gains = np.zeros((2, 2, to_go + 1), np.int64)  # by dealer and winner: how often each gain
    stays = np.zeros((2, 2), np.int64)  # by dealer and next dealer: how often none
    for dealer in (0, 1):
        dealt = rows[rows["starter"] != dealer]
        for side, scored in enumerate(("scored_a", "scored_b")):
            points = dealt[dealt["winner"] == side][scored] + box_at_once(rules)
            gains[dealer, side] = np.bincount(np.minimum(points, to_go), minlength=to_go + 1)
            stays[dealer, next_dealer(dealer, side, rules)] += gains[dealer, side, 0]
        stays[dealer, next_dealer(dealer, None, rules)] += np.count_nonzero(dealt["winner"] < 0)
    points = np.flatnonzero(gains.any((0, 1)))
    points = points[points > 0]
    changes = gains[:, :, 1:].sum((1, 2)) + stays[(0, 1), (1, 0)]
    per = int(changes[0] * changes[1] - stays[0, 1] * stays[1, 0])
    if per == 0:
        return None
    worth = np.zeros((2, 2 * to_go, 2 * to_go), np.int64)
    worth[:, to_go:, :to_go] = _EXACT
    for total in range(2 * to_go - 2, -1, -1):
        own = np.arange(max(0, total - to_go + 1), min(total, to_go - 1) + 1)
        at = own[:, None], total - own[:, None]
        sums = [
            worth[next_dealer(dealer, 0, rules)][at[0] + points, at[1]] @ gains[dealer, 0, points]
            + worth[next_dealer(dealer, 1, rules)][at[0], at[1] + points] @ gains[dealer, 1, points]
            for dealer in (0, 1)
        ]
        # Rounds that score nothing lead back to the same scores: two equations.
        for dealer, other in (0, 1), (1, 0):
            both = sums[dealer] * changes[other] + stays[dealer, other] * sums[other]
            worth[dealer, own, total - own] = both // per
    parts = _EXACT // SCALE
    rounded = (worth[:, :to_go, :to_go] + parts // 2) // parts
    return np.ascontiguousarray(np.moveaxis(rounded, 0, -1), np.int32)
