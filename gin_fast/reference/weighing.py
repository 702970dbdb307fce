"""Strategies that weigh their discards: by the deadwood that a discard leaves, the outs that it
loses and what it may give the other seat; and by what to expect of the next draw.

Outs are worth the same throughout. Deadwood and danger hardly matter while nobody can be close to
knocking, so their weights grow with every draw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import each_card, hand_of
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.dealing import Stream
from gin_fast.reference.discarding import best_discards
from gin_fast.reference.meld import ALL_MELDS, melds
from gin_fast.state.actions import AUTO, BIG_GIN, DRAW, KNOCK, PASS, TAKE
from gin_fast.state.seen import Seen

__all__: list[str] = []

_THREES = tuple(meld for meld in ALL_MELDS if meld.bit_count() == 3)


class Weights(NamedTuple):
    """The parameters, in the order of `gin_fast.strategies`."""

    meld_gain: int
    gain: int
    deadwood: int
    outs: int
    danger: int
    early: int
    knock: int
    finish: int
    width: int
    gin: int


class _Option(NamedTuple):
    cost: int
    card: int
    rest: int  # what it leaves
    risk: int  # its outs and its danger, weighed


def weigh(weights: Weights, view: Seen, stream: Stream, memory: dict[str, Any]) -> int:
    """Decides for the seat to act."""
    legal = legal_actions(view)
    if view.phase == "discard":
        return _choose_discard(weights, view, legal)
    if view.phase == "last_upcard":
        return legal[0]
    if view.phase in ("first_upcard", "draw"):
        if legal == (TAKE,) or (TAKE in legal and _is_worth_it(weights, view)):
            return TAKE
        return PASS if view.phase == "first_upcard" else DRAW
    return AUTO


def _is_worth_it(weights: Weights, view: Seen) -> bool:
    """Whether the top of the pile saves enough deadwood; gin is always enough."""
    top = 1 << view.pile[-1]
    after = best_discards(view.hand | top, top).deadwood
    gain = min_deadwood(view.hand) - after
    return after == 0 or gain >= (
        weights.meld_gain if _makes_meld(view.hand, top) else weights.gain
    )


def _makes_meld(hand: int, card: int) -> bool:
    """Whether a card makes a meld with two of a hand that does not hold it."""
    return any(meld & card and meld & ~(hand | card) == 0 for meld in _THREES)


def _choose_discard(weights: Weights, view: Seen, legal: tuple[int, ...]) -> int:
    if BIG_GIN in legal:
        return BIG_GIN
    discards = hand_of(action for action in legal if action < KNOCK)
    knocks = hand_of(action - KNOCK for action in legal if action >= KNOCK)
    best = best_discards(view.hand, view.hand & ~(discards | knocks))
    if discards == 0 or (knocks & best.cards and best.deadwood <= _knock_limit(weights, view)):
        return KNOCK + next(each_card(knocks & best.cards))
    best = best_discards(view.hand, view.hand & ~discards)
    options = _options(weights, view, discards, best.cards)
    return min(options).card


def _knock_limit(weights: Weights, view: Seen) -> int:
    """Anything within the limit early in the round, or to finish the game; gin always."""
    target, score = view.rules.target, view.scores[view.seat]
    if view.draws <= weights.early or (target is not None and score + weights.finish >= target):
        return view.limit
    return min(weights.knock, view.limit)


def _options(weights: Weights, view: Seen, discards: int, best: int) -> list[_Option]:
    """The discards, weighed: those that leave the least deadwood, and the cards in no meld."""
    unseen = DECK & ~(view.hand | view.known | hand_of(view.pile))
    loose = view.hand
    for meld in melds(view.hand):
        loose &= ~meld
    options = []
    for card in each_card(loose & discards | best):
        rest = view.hand & ~(1 << card)
        risk = weights.outs * _outs_lost(rest, unseen, card)
        risk += weights.danger * view.draws * _danger(view.known, unseen, card)
        cost = weights.deadwood * view.draws * min_deadwood(rest) + risk
        options.append(_Option(cost, card, rest, risk))
    if weights.width and unseen:
        return _look_ahead(weights, options, view.draws, unseen)
    return options


def _outs_lost(rest: int, unseen: int, card: int) -> int:
    """How many unseen cards make a meld of the card with one of the rest."""
    outs = 0
    for meld in _THREES:
        if meld >> card & 1:
            for out in each_card(meld & unseen):
                if meld & rest == meld & ~(1 << card | 1 << out):
                    outs |= 1 << out
    return outs.bit_count()


def _danger(known: int, unseen: int, card: int) -> int:
    """What the other seat may make of a card: each meld of three counts 9 when both its other
    cards are known there, 3 when one is and the other unseen, 1 when both are unseen."""
    total = 0
    for meld in _THREES:
        if meld >> card & 1:
            a, b = each_card(meld & ~(1 << card))
            weight = [3 if known >> each & 1 else unseen >> each & 1 for each in (a, b)]
            total += weight[0] * weight[1]
    return total


def _look_ahead(weights: Weights, options: list[_Option], draws: int, unseen: int) -> list[_Option]:
    """The cheapest discards, weighed again with what to expect after the next draw from the stock
    and discard instead of what they leave: the deadwood, and the chance of gin. All costs are
    multiplied by the number of unseen cards."""
    anew = []
    for option in sorted(options)[: weights.width]:
        left = [best_discards(option.rest | 1 << card).deadwood for card in each_card(unseen)]
        cost = weights.deadwood * draws * sum(left) + option.risk * len(left)
        cost -= 100 * weights.gin * left.count(0)
        anew.append(option._replace(cost=cost))
    return anew
