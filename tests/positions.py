"""What a strategy met in a round that was played out."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from gin_fast.state.results import Playout


def positions(engine: ModuleType, played: Playout, seed: int, index: int, **setting: Any):
    """``(view, legal actions, action)`` for every decision of a round."""
    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    dealer = 1 - setting.pop("starter", index & 1)
    state = rounds.RoundState.deal(seed, index, dealer=dealer, **setting)
    for seat, action in played.actions:
        assert state.to_move == seat
        yield state.view(seat), state.legal_actions(), action
        state.apply(action)
    assert state.result == played.result
