"""The built-in strategies: what decides for a seat, from its view alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gin_fast.actions import AUTO, BIG_GIN, DRAW, KNOCK, PASS, SPREAD, TAKE
from gin_fast.cards import each_card
from gin_fast.players import Player, as_code, as_player
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import best_spreads
from gin_fast.reference.dealing import Stream
from gin_fast.reference.discarding import best_discards
from gin_fast.reference.meld import ALL_MELDS, melds
from gin_fast.reference.rounds import ACTIONS
from gin_fast.reference.weighing import Weights, weigh
from gin_fast.seen import Seen
from gin_fast.strategies import PLAIN, parted

__all__: list[str] = []

Memory = dict[str, Any]
"""What a seat remembers of the round: empty when it begins."""
Strategy = Callable[[Seen, Stream, Memory], int]
"""Chooses an action by the view of the seat to act, the seat's own stream and its memory."""


def _random(view: Seen, stream: Stream, memory: Memory) -> int:
    """Any legal action, all equally likely."""
    legal = legal_actions(view)
    return legal[stream.below(len(legal))]


def _simple(view: Seen, stream: Stream, memory: Memory) -> int:
    """The baseline of the 2021 AI challenge (EAAI)."""
    if view.phase == "last_upcard":
        return legal_actions(view)[0]
    if view.phase in ("first_upcard", "draw"):
        if TAKE in legal_actions(view) and _makes_meld(view.hand, view.pile[-1]):
            return TAKE
        return PASS if view.phase == "first_upcard" else DRAW
    if view.phase == "discard":
        return _simple_discard(view, stream, memory)
    if view.phase == "spread":
        return _simple_spread(view, stream, memory)
    return AUTO


def _makes_meld(hand: int, card: int) -> bool:
    """Whether the hand with the card has a meld that contains the card."""
    return any(meld >> card & 1 for meld in melds(hand | 1 << card))


def _simple_discard(view: Seen, stream: Stream, memory: Memory) -> int:
    """Goes out as soon as it may. Throws one of the cards that leave least, none of which makes
    again a pair {drawn, thrown} of this round, as long as there is another."""
    legal = legal_actions(view)
    if BIG_GIN in legal:
        return BIG_GIN
    pairs: set[frozenset[int]] = memory.setdefault("pairs", set())
    throws = sum({1 << action % KNOCK for action in legal})
    repeats = sum(1 << card for card in each_card(throws) if frozenset((view.drawn, card)) in pairs)
    candidates = throws & ~repeats or throws
    cards = best_discards(view.hand, view.hand & ~candidates).cards
    thrown = tuple(each_card(cards))[stream.below(cards.bit_count())]
    pairs.add(frozenset((view.drawn, thrown)))
    return KNOCK + thrown if KNOCK + thrown in legal else thrown


def _simple_spread(view: Seen, stream: Stream, memory: Memory) -> int:
    """Puts one of the best spreads on the table, all equally likely, meld by meld; or leaves it to
    the engine where there is but one."""
    if "spread" not in memory:
        choices = best_spreads(view.hand)
        if len(choices) == 1:
            return AUTO
        memory["spread"] = choices[stream.below(len(choices))].melds
    for meld in memory["spread"]:
        if meld not in view.melds:
            return SPREAD + ALL_MELDS.index(meld)
    return PASS


STRATEGIES: dict[str, Strategy] = {"random": _random, "simple": _simple}
"""The strategies without parameters, by name."""


def strategy(player: Player) -> Strategy:
    """How a player decides."""
    if player.builtin is not None:
        name, parameters = parted(player.builtin)
        if name == "montecarlo":
            # Below this module in what it asks, above it in whom it lets play out.
            from gin_fast.reference.sampling import montecarlo

            samples, own, other, caution, belief = parameters
            players = as_player(PLAIN[own]), as_player(PLAIN[other])
            return partial(montecarlo, samples, *players, caution, belief)
        return partial(weigh, Weights(*parameters)) if parameters else STRATEGIES[name]
    if player.make is None:
        raise TypeError(f"the compiled strategy {player.name!r} needs the native engine")
    return partial(_ask, player.make)


def _ask(make: Callable[[], Any], view: Seen, stream: Stream, memory: Memory) -> int:
    """Asks a strategy in Python: in each round an object of its own."""
    if not memory:
        player = make()
        begin = getattr(player, "begin", None)
        if begin is not None:
            begin(stream)
        memory["act"] = player.act
    return as_code(memory["act"](view), view, ACTIONS)
