"""What one seat may know of a round, in plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import Action


class Seen(NamedTuple):
    """The fields of a view, and what follows from them alone. The engines make the class that
    `views_are` names, which is `gin_fast.View`."""

    seat: int
    """Whose view this is."""
    phase: str
    """The name of the phase."""
    to_move: int
    """The seat to act, -1 when the round is over."""
    starter: int
    """The seat that acted first: the non-dealer."""
    hand: int
    """The mask of the seat's own cards that are not on the table."""
    barred: int
    """The mask of the card that the seat to act took from the pile this turn and may not throw;
    else 0."""
    drawn: int
    """The id of the card that the seat to act drew this turn, or -1: nothing, or nothing that this
    seat may know."""
    drawn_from: str
    """Where the seat to act drew this turn: ``"stock"``, ``"pile"``, or ``""``."""
    pile: tuple[int, ...]
    """The ids of the cards thrown, from the bottom to the top."""
    stock: int
    """The number of cards in the stock."""
    known: int
    """The mask of the cards known to be in the other hand. Until the knocker has spread, one of
    them may be the card that the knock threw face down."""
    exposed: int
    """The mask of the own cards that the other seat knows. As with `known`, the card that a knock
    threw face down stays in it until the spread is done."""
    declined: int
    """The mask of the tops of the pile that the other seat left on its turn."""
    own_declined: int
    """The mask of those that this seat left."""
    upcard_taken: bool
    """Whether a seat took the first upcard when it was offered."""
    returns: int
    """How many times in a row the card taken was thrown straight back, where the rules allow it."""
    knocker: int
    """The seat that knocked or went gin, or -1."""
    knock_card: int
    """The id of the card that this seat threw face down to knock, or -1."""
    melds: tuple[int, ...]
    """The knocker's melds on the table, with the cards laid off on them."""
    unmelded: int
    """The mask of the knocker's unmelded cards, once the knocker has spread."""
    laid_off: int
    """The mask of the cards laid off."""
    draws: int
    """The number of cards drawn so far, the upcard among them if it was taken."""
    pile_draws: int
    """How many of them came from the pile."""
    limit: int
    """The most deadwood to knock with in this round."""
    multiplier: int
    """What the score of this round is multiplied by: 2 when a spade doubles it, else 1."""
    scores: tuple[int, int]
    """The points of either seat in the game so far."""
    rules: Rules
    """What the round is played by."""

    @property
    def may_go_out(self) -> bool:
        """Whether the rules of the end of the stock let the seat to throw knock or go gin."""
        return self.rules.stock_end != "no_last_knock" or self.stock > DEAD_STOCK

    @property
    def must_go_out(self) -> bool:
        """Whether the seat to throw took the last upcard, which is only taken to go out."""
        return self.stock <= DEAD_STOCK and self.drawn_from == "pile"

    @property
    def other_count(self) -> int:
        """How many cards the other seat holds that are not on the table."""
        table = sum(meld.bit_count() for meld in self.melds)
        big_gin = self.phase == "over" and not self.melds and not self.unmelded
        thrown_face_down = self.knocker >= 0 and not big_gin
        return 52 - self.hand.bit_count() - len(self.pile) - self.stock - table - thrown_face_down

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, ascending: an engine tells, so a `gin_fast.View` has it."""
        raise TypeError(f"only a gin_fast.View knows what is legal, not a {type(self).__name__}")

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, in plain values."""
        return {**self._asdict(), "rules": self.rules.to_dict()}


_views: list[type[Seen]] = [Seen]


def views_are(kind: type[Seen]) -> None:
    """From now on the engines make views of this class, which has no more fields than `Seen`."""
    _views[0] = kind


def view_class() -> type[Seen]:
    """The class of the views that the engines make."""
    return _views[0]
