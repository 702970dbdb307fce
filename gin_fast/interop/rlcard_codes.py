"""RLCard's cards, actions, observations and payoffs, as numbers."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from gin_fast.cards.deck import DECK, RANKS, SUITS
from gin_fast.cards.hands import as_card, as_mask, each_card, hand_of, parse_card
from gin_fast.engine import best_discards, is_big_gin, knock_discards, min_deadwood, views
from gin_fast.game.round import View
from gin_fast.interop.suits import SuitOrder
from gin_fast.state.actions import ACTIONS, BIG_GIN, DISCARD, DRAW, KNOCK, PASS, TAKE, Action
from gin_fast.state.results import RoundResult
from gin_fast.values.checks import as_int, shown

SUIT_ORDER = "SHDC"
"""The suits of RLCard, in its order."""
SCORE_0, SCORE_1, DRAW_CARD, PICK_UP, DECLARE_DEAD, GIN = range(6)
DISCARDS, KNOCKS = 6, 58
"""The offsets of a card for discarding it, and for knocking with it."""
N_ACTIONS = 110
MOST_DRAWS = 99
"""After this many draws a seat may only declare its hand dead: RLCard ends a round at 200 moves."""

Planes = npt.NDArray[np.int8]
_ORDER = SuitOrder(SUIT_ORDER)
_ORDERED = np.array([_ORDER.card_from(code) for code in range(52)])
"""The cards in RLCard's order."""
_BITS = np.uint64(1) << _ORDERED.astype(np.uint64)


# Cards and hands.


def card_to(card: int) -> int:
    """RLCard's id of a card.

    >>> card_to(parse_card("AS")), card_to(parse_card("KC"))
    (0, 51)
    """
    return _ORDER.card_to(card)


def card_from(code: int) -> int:
    """The card with an id of RLCard.

    >>> from gin_fast import format_card
    >>> format_card(card_from(13))
    'AH'
    """
    return _ORDER.card_from(code)


def index_of(card: int) -> str:
    """The text of RLCard's ``Card.get_index()``: the suit, then the rank.

    >>> index_of(parse_card("TH"))
    'HT'
    """
    card = as_card(card)
    return SUITS[card // 13] + RANKS[card % 13]


def card_from_index(index: str) -> int:
    """The card for the text of ``Card.get_index()``.

    >>> from gin_fast import format_card
    >>> format_card(card_from_index("HT"))
    'TH'
    """
    if not isinstance(index, str) or len(index) != 2:
        raise ValueError(f"expected a suit and a rank such as HT, not {shown(index)}")
    return parse_card(index[::-1])


def plane(hand: int) -> Planes:
    """A hand as 52 entries in RLCard's order: 1 for each card it has.

    >>> np.flatnonzero(plane(hand_of([parse_card("AS"), parse_card("2H")]))).tolist()
    [0, 14]
    """
    places: Planes = (_BITS & np.uint64(as_mask(hand)) != 0).astype(np.int8)
    return places


def hand_from_plane(places: Any) -> int:
    """The hand of 52 entries in RLCard's order.

    >>> hand_from_plane(plane(12345))
    12345
    """
    given = np.asarray(places)
    if given.shape != (52,):
        raise ValueError(f"a plane must have 52 entries, not the shape {given.shape}")
    return int(np.bitwise_or.reduce(_BITS[given != 0], initial=np.uint64(0)))


# Actions.


_DRAWS = {DRAW: DRAW_CARD, TAKE: PICK_UP}


def legal_actions(view: View) -> tuple[int, ...]:
    """The actions RLCard would offer the seat of `view`, ascending; none if it is not to move.

    It works under other rules too: passing the first upcard is drawing (2), passing the last one is
    declaring the hand dead (4), and a seat that can go gin is offered only that. RLCard has no
    actions for spreading and laying off.

    >>> from gin_fast import Round
    >>> legal_actions(Round.deal(seed=7).view(0))
    (2, 3)
    """
    if view.to_move != view.seat:
        return ()
    phase = view.phase
    if phase == "first_upcard":
        return DRAW_CARD, PICK_UP
    if phase == "draw":
        return tuple(_DRAWS[int(action)] for action in view.legal_actions())
    if phase == "last_upcard":
        out = _goes_out(view.hand | 1 << view.pile[-1], view, taken=True)
        return (PICK_UP, DECLARE_DEAD) if out else (DECLARE_DEAD,)
    if phase == "discard":
        return _discards(view)
    return ()


def _goes_out(hand: int, view: View, taken: bool = False) -> bool:
    """Whether eleven cards can knock or go gin."""
    if not view.may_go_out:
        return False
    barred = view.barred
    if taken and not view.rules.taken_card_may_return:
        barred = 1 << view.pile[-1]
    big_gin = view.rules.big_gin_bonus is not None and is_big_gin(hand)
    return big_gin or knock_discards(hand, view.limit, barred) != 0


def _discards(view: View) -> tuple[int, ...]:
    hand, barred = view.hand, view.barred
    knocks = 0
    if view.may_go_out:
        if _is_gin(view):
            return (GIN,)
        knocks = knock_discards(hand, view.limit, barred)
    discards = 0 if view.must_go_out and knocks else hand & ~barred
    return (
        *sorted(DISCARDS + card_to(card) for card in each_card(discards)),
        *sorted(KNOCKS + card_to(card) for card in each_card(knocks)),
    )


def _is_gin(view: View) -> bool:
    if view.rules.big_gin_bonus is not None and is_big_gin(view.hand):
        return True
    return best_discards(view.hand, view.barred).deadwood == 0


def mask(view: View) -> Planes:
    """`legal_actions` as 110 entries, 1 for each legal action.

    >>> from gin_fast import Round
    >>> int(mask(Round.deal(seed=7).view(1)).sum())
    0
    """
    places = np.zeros(N_ACTIONS, np.int8)
    places[list(legal_actions(view))] = 1
    return places


def action_to(action: int, view: View) -> int:
    """RLCard's number for an action of the seat that sees `view`.

    A knock that leaves no deadwood is gin (5), whatever is discarded. Spreading and laying off, for
    which RLCard has no actions, are a `ValueError`.

    >>> from gin_fast import Round
    >>> view = Round.deal(seed=7, rules="rlcard").view(0)
    >>> action_to(0, view), card_to(0)
    (45, 39)
    """
    code = as_int(action, "action", 0, len(ACTIONS) - 1)
    if code < KNOCK:
        return DISCARDS + card_to(code)
    if code < DRAW:
        card = code - KNOCK
        return GIN if min_deadwood(view.hand & ~(1 << card)) == 0 else KNOCKS + card_to(card)
    if code == BIG_GIN:
        return GIN
    if code in (DRAW, TAKE):
        return DRAW_CARD if code == DRAW else PICK_UP
    if code == PASS and view.phase in ("first_upcard", "last_upcard"):
        return DRAW_CARD if view.phase == "first_upcard" else DECLARE_DEAD
    raise ValueError(f"RLCard has no action for {ACTIONS[code]} in phase {view.phase}")


def action_from(code: int, view: View) -> Action:
    """The action for a number of RLCard, for the seat that sees `view`.

    Gin (5) is big gin if the rules have it, otherwise the knock with the first card, in RLCard's
    order, that leaves no deadwood. 0, 1 and 4 are a `ValueError`, since a round does them by
    itself; but 4 passes the last upcard if that is offered.

    >>> from gin_fast import Round
    >>> view = Round.deal(seed=7).view(0)
    >>> action_from(2, view), action_from(3, view)
    (Action(106, 'pass'), Action(105, 'draw pile'))
    """
    code = as_int(code, "an action of RLCard", 0, N_ACTIONS - 1)
    if code >= KNOCKS:
        return ACTIONS[KNOCK + card_from(code - KNOCKS)]
    if code >= DISCARDS:
        return ACTIONS[DISCARD + card_from(code - DISCARDS)]
    if code == GIN:
        return _gin(view)
    if code == PICK_UP:
        return ACTIONS[TAKE]
    if code == DRAW_CARD:
        return ACTIONS[PASS if view.phase == "first_upcard" else DRAW]
    if code == DECLARE_DEAD and view.phase == "last_upcard":
        return ACTIONS[PASS]
    raise ValueError(f"action {code} of RLCard has none here: a round does it by itself")


def _gin(view: View) -> Action:
    if view.hand.bit_count() == 11:
        if view.rules.big_gin_bonus is not None and is_big_gin(view.hand):
            return ACTIONS[BIG_GIN]
        discards = knock_discards(view.hand, 0, view.barred)
        if discards:
            return ACTIONS[KNOCK + min(each_card(discards), key=card_to)]
    raise ValueError("the hand cannot go gin")


# Observations and payoffs.


def planes(view: View) -> Planes:
    """RLCard's observation of a seat: five planes of 52 cards.

    They are the seat's own hand, the top of the pile, the rest of the pile, the cards known to be
    in the other hand, and all others. After the other seat has knocked, a seat does not know which
    card was discarded face down: here it is still among the known cards or the others.

    >>> from gin_fast import Round
    >>> planes(Round.deal(seed=7).view(0)).sum(axis=1).tolist()
    [10, 1, 0, 0, 41]
    """
    view = cast(View, views.plain_view(view))
    pile = hand_of(view.pile)
    top = 1 << view.pile[-1] if view.pile else 0
    seen = view.hand | pile | view.known | sum(view.melds)
    if view.knock_card >= 0:
        seen |= 1 << view.knock_card
    hands = view.hand, top, pile & ~top, view.known, DECK & ~seen
    return np.stack([plane(hand) for hand in hands])


def payoffs(result: RoundResult) -> tuple[float, float]:
    """RLCard's payoffs of a round under the rules ``rlcard``, where a point is a hundredth: 0.2 for
    a knock, 1 for gin, and minus a hundredth of the deadwood for everyone else.

    >>> from gin_fast.engine import playout
    >>> payoffs(playout.play("simple", "simple", 7, rules="rlcard").result)
    (0.2, -0.14)
    """
    a, b = result.scored
    return a / 100, b / 100


def state_of(view: View) -> dict[str, Any]:
    """The state that RLCard passes to an agent: ``obs``, ``legal_actions``, and both raw.

    >>> from gin_fast import Round
    >>> state = state_of(Round.deal(seed=7).view(0))
    >>> list(state["legal_actions"]), state["obs"].shape
    ([2, 3], (5, 52))
    """
    return state_with(view, legal_actions(view))


def state_with(view: View, legal: tuple[int, ...]) -> dict[str, Any]:
    seen = planes(view).astype(np.int64)  # the dtype of its environment
    return {
        "obs": seen,
        "legal_actions": OrderedDict.fromkeys(legal),
        "raw_legal_actions": list(legal),
        "raw_obs": seen,
    }


# Its agents at our tables.
