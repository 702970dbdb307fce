"""Hints for a person who plays, from what that seat may know."""

from __future__ import annotations

from collections.abc import Iterator

from gin_fast import engine
from gin_fast.answers.evaluation import Evaluation
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import each_card, hand_of
from gin_fast.cards.melds import ALL_MELDS
from gin_fast.cli.drawing import draw_action, draw_card, draw_cards, draw_laid
from gin_fast.game.round import Round, View
from gin_fast.state.actions import BIG_GIN, DRAW, KNOCK, TAKE, Action

STRATEGY = "greedy"
"""What plays on for both seats, where choices are judged and nothing else is said."""
SAMPLES = 1000
BELIEF = 14
_FEW_SAMPLES = 10
"""Enough for the reference, which takes a hundred times as long."""
_SHOWN = 3
_FEW = 12
"""Up to this many cards are listed; more are counted."""


def hints(round: Round) -> list[str]:
    """What the best choices for the seat to move are worth, and why, as ``advise`` judges them.

    >>> round = Round.deal(seed=7)
    >>> for action in ("pass", "pass", "draw"):
    ...     round.apply(action)
    >>> len(hints(round))
    3
    """
    view = round.view(round.to_move)
    samples = SAMPLES if engine.ENGINE == "native" else _FEW_SAMPLES
    choices = engine.evaluate(view, STRATEGY, STRATEGY, samples, 0, BELIEF, game=False)
    return [_line(view, choice) for choice in choices[:_SHOWN]]


def _line(view: View, choice: Evaluation) -> str:
    """What a choice is worth, the odds, and the reason."""
    worth = f"{choice.points.mean:+.1f} points, {choice.win.mean:.0%} to win"
    reasons = "; ".join(_reasons(view, choice.action))
    return f"{draw_action(choice.action, view)}: {worth}{reasons and '; '}{reasons}"


def _reasons(view: View, action: Action) -> Iterator[str]:
    if action == TAKE:
        yield from _of_taking(view)
    elif action == DRAW:
        yield from _of_outs(view, view.hand)
    elif action.verb == "discard":
        kept = view.hand & ~(1 << action)
        yield f"leaves {engine.min_deadwood(kept)}"
        yield from _of_outs(view, kept)
        yield _danger(view, int(action))
    elif KNOCK <= action < DRAW:
        left = engine.min_deadwood(view.hand & ~(1 << action - KNOCK))
        yield f"knocks with {left}" if left else "goes gin"
    elif action == BIG_GIN:
        yield "all eleven cards are melded"
    elif view.phase == "layoff" and action.verb == "auto":
        best = engine.best_layoff(view.hand, view.melds)
        laid = draw_cards(best.laid_off) or "nothing"
        rest = draw_laid(best.spread.melds, best.spread.unmelded)
        yield f"lays off {laid} and leaves {rest} = {best.deadwood}"


def _of_taking(view: View) -> Iterator[str]:
    top = view.pile[-1]
    held = view.hand | 1 << top
    best = engine.best_discards(held, 0 if view.rules.taken_card_may_return else 1 << top)
    in_meld = any(meld >> top & 1 for meld in engine.best_spread(held).melds)
    yield f"{draw_card(top)} would{'' if in_meld else ' not'} be in a meld"
    yield f"leaves {best.deadwood} instead of {engine.min_deadwood(view.hand)}"


def _of_outs(view: View, kept: int) -> Iterator[str]:
    """The cards that the hand waits for: to knock, or else to make a meld."""
    seen = hand_of(view.pile) | view.known | view.hand
    outs = engine.outs(kept, view.limit, seen & ~kept)
    if outs:
        many = outs.bit_count()
        yield f"outs to knock: {draw_cards(outs) if many <= _FEW else many}"
        return
    melding = sum(
        any(meld >> card & 1 for meld in engine.best_spread(kept | 1 << card).melds)
        for card in each_card(DECK & ~seen)
    )
    yield f"{melding} cards make a meld"


def _danger(view: View, card: int) -> str:
    """In how many melds of three the other seat could use a card, by what is unseen or known."""
    theirs = DECK & ~(view.hand | hand_of(view.pile)) | 1 << card
    ways = sum(
        meld >> card & 1 and meld.bit_count() == 3 and meld & ~theirs == 0 for meld in ALL_MELDS
    )
    if not ways:
        return "safe: it fits no meld of the other's"
    return f"the other could use it in {ways} meld{'' if ways == 1 else 's'}"
