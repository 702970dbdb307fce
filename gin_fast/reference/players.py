"""Players by their names: how each decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gin_fast.reference.dealing import Stream
from gin_fast.reference.policies import random, simple
from gin_fast.reference.sampling import montecarlo
from gin_fast.reference.seats import Act, Decider, Memory
from gin_fast.reference.weighing import Weights, weigh
from gin_fast.state.seen import Seen
from gin_fast.strategies.builtin import PLAIN, Builtin
from gin_fast.strategies.players import Player, as_code, as_player

__all__: list[str] = []

ACTS: dict[str, Act] = {"random": random, "simple": simple}
"""How the strategies without parameters decide, by name."""


def decider(player: Player) -> Decider:
    """How a player decides."""
    return Decider(player.name, _act(player))


def _act(player: Player) -> Act:
    if player.builtin is not None:
        return _builtin(player.builtin)
    if player.make is None:
        raise TypeError(f"the compiled strategy {player.name!r} needs the native engine")
    return partial(_ask, player.make)


def _builtin(strategy: Builtin) -> Act:
    name, parameters = strategy
    if name in ACTS:
        return ACTS[name]
    if name == "montecarlo":
        samples, own, other, caution, belief = parameters
        inner = decider(as_player(PLAIN[own])), decider(as_player(PLAIN[other]))
        return partial(montecarlo, samples, inner, caution, belief)
    return partial(weigh, Weights(*parameters))


def _ask(make: Callable[[], Any], view: Seen, stream: Stream, memory: Memory) -> int:
    """Asks a Python strategy, which has a new object in each round."""
    if not memory:
        player = make()
        begin = getattr(player, "begin", None)
        if begin is not None:
            begin(stream)
        memory["act"] = player.act
    return as_code(memory["act"](view), view)
