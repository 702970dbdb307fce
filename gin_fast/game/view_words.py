"""A view in words: all that a seat may know, written out for readers."""

from __future__ import annotations

from collections.abc import Iterator

from gin_fast.cards.hands import format_card, format_hand
from gin_fast.engine import best_spread, hand_points
from gin_fast.state.action_text import action_text
from gin_fast.state.seen import Seen

_PHASES = {
    "first_upcard": "the first upcard is offered",
    "draw": "drawing a card",
    "discard": "discarding a card, or going out",
    "spread": "the knocker spreads melds",
    "layoff": "the defender lays off cards",
    "last_upcard": "the last upcard is offered, to go out with",
    "over": "the round is over",
}
_AUTO = {
    "spread": "auto spreads the melds that leave the least deadwood and ends the spread.",
    "layoff": "auto makes the layoffs that leave you the least deadwood and ends them.",
}


def _other_hand(view: Seen) -> str:
    """The other seat's cards, as far as they are known: one may lie face down after a knock."""
    cards = f"The other seat holds {view.other_count} cards"
    if view.known == view.sure:
        return f"{cards}, of which you know {format_hand(view.known) or 'none'}."
    unless = "unless it lies" if view.known & (view.known - 1) == 0 else "unless one of them lies"
    return f"{cards}, of which you know {format_hand(view.known)}, {unless} face down."


def _limit(view: Seen) -> str:
    if view.limit:
        return f"The knock limit is {view.limit} points of deadwood."
    big = "" if view.rules.big_gin_bonus is None else " or big gin"
    return f"Nobody may knock with deadwood in this round: the only way to go out is gin{big}."


def describe(view: Seen, *, rules: bool = False) -> str:
    """The lines of `View.describe`."""
    return "\n".join(_lines(view, rules))


def _lines(view: Seen, rules: bool) -> Iterator[str]:
    if rules:
        yield view.rules.describe()
        yield ""
    mover = "nobody is to move" if view.to_move < 0 else f"seat {view.to_move} is to move"
    yield f"You are seat {view.seat}. Phase {view.phase}: {_PHASES[view.phase]}; {mover}."
    yield f"Your hand in its best spread: {best_spread(view.hand)}."
    if view.drawn >= 0:
        whose = "You" if view.to_move == view.seat else "The other seat"
        yield f"{whose} drew {format_card(view.drawn)} from the {view.drawn_from}."
    if view.barred:
        yield f"{format_hand(view.barred)} may not be discarded this turn."
    pile = " ".join(map(format_card, view.pile)) or "none"
    yield f"Discard pile, bottom to top: {pile}. Cards in the stock: {view.stock}."
    yield _other_hand(view)
    if shown := view.exposed & view.hand:
        yield f"Cards in your hand known to the other seat: {format_hand(shown)}."
    if view.declined:
        yield f"Cards the other seat left on the pile: {format_hand(view.declined)}."
    if view.phase == "over":
        yield _ending(view, best_spread(view.hand).deadwood)
    if view.knocker >= 0 and not _is_big_gin(view):
        knocked = "" if view.phase == "over" else f"{_who(view)} knocked. "
        melds = " | ".join(map(format_hand, view.melds)) or "none yet"
        yield f"{knocked}Melds on the table: {melds}."
        if view.phase in ("layoff", "over"):
            yield (
                f"The knocker's other cards: {format_hand(view.unmelded) or 'none'}. "
                f"Laid off: {format_hand(view.laid_off) or 'none'}."
            )
    if view.phase not in ("layoff", "over"):
        yield _limit(view)
    if view.multiplier == 2:
        yield "This round counts double."
    yield f"Game score: seat 0 has {view.scores[0]} points, seat 1 has {view.scores[1]}."
    legal = [action_text(action, view) for action in view.legal_actions()]
    if "auto" in legal:
        yield _AUTO[view.phase]
    if legal:
        yield f"Your legal actions: {', '.join(legal)}."


def _who(view: Seen) -> str:
    return "You" if view.knocker == view.seat else f"Seat {view.knocker}"


def _is_big_gin(view: Seen) -> bool:
    return view.phase == "over" and view.knocker >= 0 and not view.melds and not view.unmelded


def _ending(view: Seen, own_deadwood: int) -> str:
    """How the round ended, as far as the seat knows: without the other seat's cards."""
    if view.knocker < 0:
        return "Nobody went out: the round is dead."
    if _is_big_gin(view):
        how = "went big gin"
    elif view.unmelded:
        how = f"knocked with {hand_points(view.unmelded)} points of deadwood"
    else:
        how = "went gin"
    yours = "" if view.knocker == view.seat else f"; your deadwood is {own_deadwood}"
    return f"{_who(view)} {how}{yours}."
