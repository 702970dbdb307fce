"""What the seat to act may do, from its view alone."""

from __future__ import annotations

from gin_fast.actions import (
    AUTO,
    BIG_GIN,
    DRAW,
    KNOCK,
    LAY_OFF,
    PASS,
    SPREAD,
    TAKE,
    THROW,
)
from gin_fast.cards import each_card
from gin_fast.reference.deadwood import hand_points, min_deadwood
from gin_fast.reference.discarding import is_big_gin, knock_discards
from gin_fast.reference.meld import ALL_MELDS, is_meld
from gin_fast.results import View


def legal_actions(view: View) -> tuple[int, ...]:
    """Every legal action of the seat whose view it is, ascending; none if it is not to act."""
    if view.seat != view.to_move:
        return ()
    return tuple(_OF_PHASE[view.phase](view))


def _first_upcard(view: View) -> list[int]:
    return [TAKE, PASS]


def _draw(view: View) -> list[int]:
    both_passed = view.draws == 0
    return [DRAW] if both_passed else [DRAW, TAKE]


def _discard(view: View) -> list[int]:
    limit, big_gin_bonus = view.rules.knock_limit, view.rules.big_gin_bonus
    actions = [THROW + card for card in each_card(view.hand & ~view.barred)]
    actions += [KNOCK + card for card in each_card(knock_discards(view.hand, limit, view.barred))]
    if big_gin_bonus is not None and is_big_gin(view.hand):
        actions.append(BIG_GIN)
    return actions


def _spread(view: View) -> list[int]:
    """The knocker may spread what leaves him able to end within the limit, and end within it."""
    limit = view.rules.knock_limit
    actions = [PASS] if hand_points(view.hand) <= limit else []
    actions.append(AUTO)
    for index, meld in enumerate(ALL_MELDS):
        if meld & ~view.hand == 0 and min_deadwood(view.hand & ~meld) <= limit:
            actions.append(SPREAD + index)
    return actions


def _layoff(view: View) -> list[int]:
    actions = [PASS, AUTO]
    for slot, meld in enumerate(view.melds):
        for card in each_card(view.hand):
            if is_meld(meld | 1 << card):
                actions.append(LAY_OFF + 52 * slot + card)
    return actions


_OF_PHASE = {
    "first_upcard": _first_upcard,
    "draw": _draw,
    "discard": _discard,
    "spread": _spread,
    "layoff": _layoff,
}
