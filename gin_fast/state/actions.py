"""The numbering of actions and their text, shared by both engines.

An *action* is one decision of a seat, numbered:

=================  =======================================================================
0-51               discard that card
52-103             knock, discarding card - 52 face down
104                draw from the stock
105                draw from the pile: take its top
106                pass: leave the upcard; or finish spreading or laying off
107                big gin: show eleven melded cards
108                auto: let the engine spread or lay off at its best, and finish
109-437            spread a meld: its index in ``ALL_MELDS`` + 109
438-593            lay a card off: 438 + 52 * the number of the knocker's meld + card
=================  =======================================================================

The knocker's melds are numbered from 0, in ascending order of what was spread, and keep their
numbers as they grow.
"""

from __future__ import annotations

from typing import Any

from gin_fast.cards.hands import format_card, format_hand
from gin_fast.cards.melds import ALL_MELDS
from gin_fast.values.checks import as_int

DISCARD = 0
KNOCK = 52
DRAW = 104  # from the stock
TAKE = 105  # the top of the pile
PASS = 106  # leave the upcard; or be done with spreading, with laying off
BIG_GIN = 107
AUTO = 108  # spread, or lay off, what is best
SPREAD = 109
LAY_OFF = 438
N_ACTIONS = 594
MOST_ACTIONS = 352  # are ever legal at once

PHASES = ("first_upcard", "draw", "discard", "spread", "layoff", "last_upcard", "over")
"""The phases of a round by number. In ``discard`` the seat to act may knock, too."""
KINDS = ("none", "knock", "undercut", "gin", "big_gin", "dead", "tie", "forfeit")
"""How a round ends, by number. A forfeit means that a strategy failed."""
SOURCES = ("", "stock", "pile")
"""Where a card was drawn from, by number."""

ALONE = {DRAW: "draw stock", TAKE: "draw pile", PASS: "pass", BIG_GIN: "big gin", AUTO: "auto"}


class Action(int):
    """An action: the ``int`` of its number, with its parts and a text.

    >>> from gin_fast import Round
    >>> take, leave = Round.deal(seed=7).legal_actions()
    >>> take, str(take), int(take), take == 105
    (Action(105, 'draw pile'), 'draw pile', 105, True)
    >>> Action(105) is take
    True
    """

    verb: str = "action"
    """``"discard"``, ``"knock"``, ``"draw stock"``, ``"draw pile"``, ``"pass"``, ``"big gin"``,
    ``"auto"``, ``"spread"`` or ``"lay off"``."""
    card: int | None = None
    """The id of the card that is discarded or laid off."""
    meld: int | None = None
    """The mask of the meld that is spread."""
    slot: int | None = None
    """The number of the knocker's meld that a card is laid off on."""

    def __new__(cls, number: int) -> Action:
        """The action of that number, one of `ACTIONS`."""
        return ACTIONS[as_int(number, "action", 0, N_ACTIONS - 1)]

    def __str__(self) -> str:
        if self.meld is not None:
            return f"{self.verb} {run_together(self.meld)}"
        if self.slot is not None:
            return f"{self.verb} {format_card(self.card or 0)} on meld {self.slot}"
        return self.verb if self.card is None else f"{self.verb} {format_card(self.card)}"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an Action cannot be changed: every round shares it")

    def __repr__(self) -> str:
        return f"Action({int(self)}, {str(self)!r})"

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (int(self),)


def run_together(cards: int) -> str:
    return format_hand(cards).replace(" ", "")


def _all_actions() -> tuple[Action, ...]:
    actions = []
    for code in range(N_ACTIONS):
        parts: dict[str, Any]
        if code < DRAW:
            parts = {"verb": "discard" if code < KNOCK else "knock", "card": code % 52}
        elif code < SPREAD:
            parts = {"verb": ALONE[code]}
        elif code < LAY_OFF:
            parts = {"verb": "spread", "meld": ALL_MELDS[code - SPREAD]}
        else:
            slot, card = divmod(code - LAY_OFF, 52)
            parts = {"verb": "lay off", "slot": slot, "card": card}
        actions.append(int.__new__(Action, code))
        vars(actions[-1]).update(parts)
    return tuple(actions)


ACTIONS = _all_actions()
"""Every action by its number."""
