"""Hints for a person who plays, from what that seat may know."""

from __future__ import annotations

from gin_fast import engine
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import hand_of
from gin_fast.cli.drawing import draw_card, draw_cards, draw_hand, draw_laid
from gin_fast.game.round import Round, View
from gin_fast.state.actions import BIG_GIN, TAKE

_FEW = 12
"""Up to this many cards are listed; more are counted."""


def hints(round: Round) -> list[str]:
    """The best actions for the seat to move, judged by deadwood alone.

    >>> round = Round.deal(seed=7)
    >>> print("\\n".join(hints(round)))
    5♣ would not be in a meld
    taking it and discarding J♦ or K♥ leaves 60 instead of 65
    """
    view = round.view(round.to_move)
    advise = {"discard": _discard, "spread": _spread, "layoff": _lay_off}.get(view.phase, _draw)
    return advise(round, view)


def _draw(round: Round, view: View) -> list[str]:
    lines = []
    if TAKE in round.legal_actions():
        top = view.pile[-1]
        held = view.hand | 1 << top
        barred = 0 if view.rules.taken_card_may_return else 1 << top
        best = engine.best_discards(held, barred)
        in_meld = any(meld >> top & 1 for meld in engine.best_spread(held).melds)
        now = engine.min_deadwood(view.hand)
        lines = [
            f"{draw_card(top)} would{'' if in_meld else ' not'} be in a meld",
            f"taking it and discarding {_either(best.cards)} leaves {best.deadwood} "
            f"instead of {now}",
        ]
        if engine.knock_discards(held, view.limit, barred) and view.may_go_out:
            lines.append("with it you may knock")
    seen = hand_of(view.pile) | view.known
    outs = engine.outs(view.hand, view.limit, seen)
    if outs and view.phase != "last_upcard":
        unseen = 52 - (seen | view.hand).bit_count()
        many = f"{outs.bit_count()} of the {unseen} cards you have not seen"
        which = draw_cards(outs) if outs.bit_count() <= _FEW else many
        lines.append(f"you may knock after drawing {which} from the stock")
    return lines or ["no single card lets you knock"]


def _discard(round: Round, view: View) -> list[str]:
    legal = round.legal_actions()
    lines = []
    if BIG_GIN in legal:
        lines.append("you may go big gin")
    discards, knocks = (
        sum(1 << (action.card or 0) for action in legal if action.verb == verb)
        for verb in ("discard", "knock")
    )
    if knocks:
        best = engine.best_discards(view.hand, DECK & ~knocks)
        gin = "go gin" if best.deadwood == 0 else f"knock with {best.deadwood}"
        lines.append(f"you may {gin}, discarding {_either(best.cards)}")
    if discards:
        best = engine.best_discards(view.hand, DECK & ~discards)
        lines.append(f"discarding {_either(best.cards)} leaves {best.deadwood}")
    return lines


def _either(cards: int) -> str:
    return " or ".join(draw_cards(cards).split())


def _spread(round: Round, view: View) -> list[str]:
    return [f"auto spreads the melds that leave the least deadwood: {draw_hand(view.hand)}"]


def _lay_off(round: Round, view: View) -> list[str]:
    best = engine.best_layoff(view.hand, view.melds)
    if not best.laid_off:
        return [f"laying off does not help: {draw_hand(view.hand)}"]
    kept = f"{draw_laid(best.spread.melds, best.spread.unmelded)} = {best.deadwood}"
    return [f"auto lays off {draw_cards(best.laid_off)} and leaves {kept}"]
