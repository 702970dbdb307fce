"""What the seat to act may do, from its view alone."""

from __future__ import annotations

from gin_fast.cards.hands import each_card
from gin_fast.cards.melds import fits
from gin_fast.reference.deadwood import hand_points, min_deadwood
from gin_fast.reference.discarding import is_big_gin, knock_discards
from gin_fast.reference.meld import ALL_MELDS
from gin_fast.state.actions import AUTO, BIG_GIN, DISCARD, DRAW, KNOCK, LAY_OFF, PASS, SPREAD, TAKE
from gin_fast.state.seen import Seen

__all__: list[str] = []


def legal_actions(view: Seen) -> tuple[int, ...]:
    """Every legal action of the seat that has the view, ascending; none if it is not to act."""
    if view.seat != view.to_move:
        return ()
    return tuple(_OF_PHASE[view.phase](view))


def _first_upcard(view: Seen) -> list[int]:
    return [TAKE, PASS]


def _draw(view: Seen) -> list[int]:
    if view.draws or view.rules.eleven_card_start:
        return [DRAW, TAKE]
    return {"stock": [DRAW], "any": [DRAW, TAKE], "upcard": [TAKE]}[view.rules.after_two_passes]


def _discard(view: Seen) -> list[int]:
    actions = [DISCARD + card for card in each_card(_discards(view))]
    actions += [KNOCK + card for card in each_card(_knocks(view))]
    if _has_big_gin(view):
        actions.append(BIG_GIN)
    return actions


def _discards(view: Seen) -> int:
    """The cards that may be discarded without going out."""
    gin = knock_discards(view.hand, 0, view.barred) != 0 or _has_big_gin(view)
    if view.must_go_out or (view.rules.must_go_gin and view.may_go_out and gin):
        return 0
    return view.hand & ~view.barred


def _knocks(view: Seen) -> int:
    """The cards to knock with."""
    if not view.may_go_out:
        return 0
    for_gin = knock_discards(view.hand, 0, view.barred)
    if view.rules.must_go_gin and for_gin:
        return for_gin
    return knock_discards(view.hand, view.limit, view.barred)


def _has_big_gin(view: Seen) -> bool:
    return view.rules.big_gin_bonus is not None and view.may_go_out and is_big_gin(view.hand)


def _spread(view: Seen) -> list[int]:
    """The knocker may spread melds that still allow ending within the limit, and end within it."""
    limit = _spread_limit(view)
    actions = [PASS] if hand_points(view.hand) <= limit else []
    actions.append(AUTO)
    for index, meld in enumerate(ALL_MELDS):
        if meld & ~view.hand == 0 and min_deadwood(view.hand & ~meld) <= limit:
            actions.append(SPREAD + index)
    return actions


def _spread_limit(view: Seen) -> int:
    """The most points that the knocker may leave unspread."""
    least = min_deadwood(view.hand | sum(view.melds))
    if view.rules.spread == "least":
        return least
    return 0 if view.rules.must_go_gin and least == 0 else view.limit


def _layoff(view: Seen) -> list[int]:
    actions = [PASS, AUTO]
    for slot, meld in enumerate(view.melds):
        for card in each_card(view.hand):
            if fits(card, meld):
                actions.append(LAY_OFF + 52 * slot + card)
    return actions


def _last_upcard(view: Seen) -> list[int]:
    """The other seat may take the last card discarded if its hand can go out with it."""
    top = 1 << view.pile[-1]
    barred = 0 if view.rules.taken_card_may_return else top
    after = view._replace(hand=view.hand | top, barred=barred)
    return [TAKE, PASS] if _knocks(after) or _has_big_gin(after) else [PASS]


_OF_PHASE = {
    "first_upcard": _first_upcard,
    "draw": _draw,
    "discard": _discard,
    "spread": _spread,
    "layoff": _layoff,
    "last_upcard": _last_upcard,
}
