"""The numbering of actions, their text, and why one is refused, once for both engines.

An *action* is one decision of a seat, as an ``int``:

=================  =======================================================================
0-51               throw that card
52-103             knock, throwing card - 52 face down
104                draw from the stock
105                take the top of the pile
106                pass: leave the upcard; or, spreading or laying off, be done
107                big gin: show eleven melded cards
108                let the engine choose best (spreading and laying off), and be done
109-437            spread a meld: its index in ``ALL_MELDS`` + 109
438-593            lay a card off: 438 + 52 * the number of the knocker's meld + card
=================  =======================================================================

The knocker's melds are numbered in ascending order of what was spread, and keep their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gin_fast.cards import format_card, format_hand

if TYPE_CHECKING:
    from gin_fast.results import View

THROW = 0
KNOCK = 52
DRAW = 104
TAKE = 105
PASS = 106
BIG_GIN = 107
AUTO = 108
SPREAD = 109
LAY_OFF = 438
N_ACTIONS = 594

PHASES = ("first_upcard", "draw", "discard", "spread", "layoff", "last_upcard", "over")
"""The phases of a round by number. No rules reach ``last_upcard`` yet."""
KINDS = ("none", "knock", "undercut", "gin", "big_gin", "dead", "tie")
"""How a round ends, by number."""
SOURCES = ("", "stock", "pile")
"""Where a card was drawn from, by number."""

_ALWAYS = {DRAW: "draw from the stock", TAKE: "take the top of the pile", PASS: "pass"}
_ALWAYS |= {BIG_GIN: "big gin", AUTO: "let the engine choose"}


def action_text(action: int, all_melds: Sequence[int]) -> str:
    """What an action from 0 to 593 says.

    >>> action_text(52, ()), action_text(438 + 52 + 3, ())
    ('knock throwing AC', 'lay 4C off on meld 1')
    """
    if action < KNOCK:
        return f"throw {format_card(action)}"
    if action < DRAW:
        return f"knock throwing {format_card(action - KNOCK)}"
    if action < SPREAD:
        return _ALWAYS[action]
    if action < LAY_OFF:
        return f"spread {format_hand(all_melds[action - SPREAD])}"
    slot, card = divmod(action - LAY_OFF, 52)
    return f"lay {format_card(card)} off on meld {slot}"


def refusal(view: View, action: int, all_melds: Sequence[int]) -> str:
    """The message for an action that is illegal for the seat to act, which sees `view`."""
    text = action_text(action, all_melds)
    why = _reason(view, action, all_melds)
    return f"illegal action {action} ({text}) in phase {view.phase}: {why}"


def _reason(view: View, action: int, all_melds: Sequence[int]) -> str:
    """Why an action is illegal, given that it is: so what is told last needs no test."""
    if view.phase == "over":
        return "the round is over"
    limit = view.rules.knock_limit
    if view.phase == "draw" and action == TAKE:
        return "both seats passed it"
    if view.phase == "discard" and action < DRAW:
        card = action % KNOCK
        if not view.hand >> card & 1:
            return f"{format_card(card)} is not in the hand"
        if view.barred >> card & 1:
            return f"{format_card(card)} was just taken from the pile"
        return f"the cards kept have more than {limit} deadwood"
    if view.phase == "discard" and action == BIG_GIN:
        if view.rules.big_gin_bonus is None:
            return "big gin is not in these rules"
        return "the cards are not all melded"
    if view.phase == "spread" and action == PASS:
        return f"the cards not spread have more than {limit} points"
    if view.phase == "spread" and SPREAD <= action < LAY_OFF:
        if all_melds[action - SPREAD] & ~view.hand:
            return "those cards are not all in the hand"
        return f"the other cards would have more than {limit} deadwood"
    if view.phase == "layoff" and action >= LAY_OFF:
        slot, card = divmod(action - LAY_OFF, 52)
        if slot >= len(view.melds):
            return f"the knocker has {len(view.melds)} melds"
        if not view.hand >> card & 1:
            return f"{format_card(card)} is not in the hand"
        return f"it does not fit {format_hand(view.melds[slot])}"
    return "not a choice of this phase"
