"""The built-in strategies, which decide for a seat from its view alone."""

from __future__ import annotations

from gin_fast.cards.hands import each_card, hand_of
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import best_spreads
from gin_fast.reference.dealing import Stream
from gin_fast.reference.discarding import best_discards
from gin_fast.reference.meld import ALL_MELDS, melds
from gin_fast.reference.seats import Memory
from gin_fast.state.actions import AUTO, BIG_GIN, DRAW, KNOCK, PASS, SPREAD, TAKE
from gin_fast.state.seen import Seen

__all__: list[str] = []


def random(view: Seen, stream: Stream, memory: Memory) -> int:
    """Any legal action, all equally likely."""
    legal = legal_actions(view)
    return legal[stream.below(len(legal))]


def simple(view: Seen, stream: Stream, memory: Memory) -> int:
    """The baseline of the 2021 AI challenge (EAAI)."""
    if view.phase == "last_upcard":
        return legal_actions(view)[0]
    if view.phase in ("first_upcard", "draw"):
        legal = legal_actions(view)
        if legal == (TAKE,) or (TAKE in legal and _makes_meld(view.hand, view.pile[-1])):
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
    """Goes out as soon as it may. Discards one of the cards that leave the least deadwood, avoiding
    a repeat of any pair {drawn, discarded} of this round if possible."""
    legal = legal_actions(view)
    if BIG_GIN in legal:
        return BIG_GIN
    pairs: set[frozenset[int]] = memory.setdefault("pairs", set())
    discards = sum({1 << action % KNOCK for action in legal})
    again = [card for card in each_card(discards) if frozenset((view.drawn, card)) in pairs]
    candidates = discards & ~hand_of(again) or discards
    cards = best_discards(view.hand, view.hand & ~candidates).cards
    discarded = tuple(each_card(cards))[stream.below(cards.bit_count())]
    pairs.add(frozenset((view.drawn, discarded)))
    return KNOCK + discarded if KNOCK + discarded in legal else discarded


def _simple_spread(view: Seen, stream: Stream, memory: Memory) -> int:
    """Puts one of the best spreads on the table, all equally likely, meld by meld; leaves it to the
    engine if there is only one."""
    if "spread" not in memory:
        choices = best_spreads(view.hand)
        if len(choices) == 1:
            return AUTO
        memory["spread"] = choices[stream.below(len(choices))].melds
    for meld in memory["spread"]:
        if meld not in view.melds:
            return SPREAD + ALL_MELDS.index(meld)
    return PASS
