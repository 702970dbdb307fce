"""Games and matches that are soon played."""

from __future__ import annotations

import random
from typing import TypeVar

from gin_fast import Game, Match, Round, best_discards

AUTO = 108

Table = TypeVar("Table", Game, Match)


def hasty(round: Round, rng: random.Random) -> int:
    """An action of one who goes out as soon as may be, and else draws at random."""
    legal = round.legal_actions()
    if round.phase != "discard":
        return AUTO if AUTO in legal else rng.choice(legal)
    out = [action for action in legal if action.verb in ("knock", "big gin")]
    view = round.view(round.to_move)
    best = best_discards(view.hand, view.barred).cards
    return rng.choice(out or [action for action in legal if best >> action & 1] or legal)


def played(table: Table, seed: int = 0) -> Table:
    """A game or a match, played to its end."""
    rng = random.Random(seed)
    while not table.is_over:
        game = table if isinstance(table, Game) else table.game
        table.apply(hasty(game.round, rng))
    return table
