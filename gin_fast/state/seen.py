"""What one seat may know of a round, in plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import Action
from gin_fast.values.documented import documented


@documented
class Seen(NamedTuple):
    """The fields of a view, and what follows from them alone. The engines make views of the class
    given to `views_are`, which is `gin_fast.View`.

    Attributes:
        seat: Whose view this is.
        phase: The name of the phase.
        to_move: The seat to act, -1 when the round is over.
        starter: The seat that acted first: the non-dealer.
        hand: The mask of the seat's own cards that are not on the table.
        barred: The mask of the card that the seat to act took from the pile this turn and may not
            discard; otherwise 0.
        drawn: The id of the card that the seat to act drew this turn, or -1: it drew none, or this
            seat may not know it.
        drawn_from: Where the seat to act drew this turn: ``"stock"``, ``"pile"``, or ``""``.
        pile: The ids of the cards discarded, from the bottom to the top.
        stock: The number of cards in the stock.
        known: The mask of the cards known to be in the other hand. Until the knocker has spread,
            one of them may be the card that was discarded face down to knock: see `sure`.
        exposed: The mask of this seat's cards that the other seat knows. As with `known`, the
            card discarded face down to knock stays in it until the spread is done.
        declined: The mask of the tops of the pile that the other seat left on its turn.
        own_declined: The mask of the tops of the pile that this seat left.
        upcard_taken: Whether a seat took the first upcard when it was offered.
        returns: How many times in a row the card taken was discarded at once, where the rules
            allow it.
        knocker: The seat that knocked or went gin, or -1.
        knock_card: The id of the card that this seat discarded face down to knock, or -1.
        melds: The knocker's melds on the table, with the cards laid off on them.
        unmelded: The mask of the knocker's unmelded cards, once the knocker has spread.
        laid_off: The mask of the cards laid off.
        draws: The number of cards drawn so far, including the upcard if it was taken.
        pile_draws: How many of them came from the pile.
        limit: The most deadwood to knock with in this round.
        multiplier: What the score of this round is multiplied by: 2 when a spade doubles it, else
            1.
        scores: The points of either seat in the game so far.
        rules: The rules of the round.
    """

    seat: int
    phase: str
    to_move: int
    starter: int
    hand: int
    barred: int
    drawn: int
    drawn_from: str
    pile: tuple[int, ...]
    stock: int
    known: int
    exposed: int
    declined: int
    own_declined: int
    upcard_taken: bool
    returns: int
    knocker: int
    knock_card: int
    melds: tuple[int, ...]
    unmelded: int
    laid_off: int
    draws: int
    pile_draws: int
    limit: int
    multiplier: int
    scores: tuple[int, int]
    rules: Rules

    @property
    def may_go_out(self) -> bool:
        """Whether the rules for the end of the stock still let the player go out."""
        return self.rules.stock_end != "no_last_knock" or self.stock > DEAD_STOCK

    @property
    def must_go_out(self) -> bool:
        """Whether the player to discard took the last upcard, to be taken only to go out."""
        return self.stock <= DEAD_STOCK and self.drawn_from == "pile"

    @property
    def sure(self) -> int:
        """The mask of the cards that the other seat is sure to hold: those `known`, but none of
        them from its knock until its spread is done, since any may lie face down then."""
        return 0 if self.phase == "spread" and self.knocker != self.seat else self.known

    @property
    def other_count(self) -> int:
        """How many cards the other seat holds that are not on the table."""
        table = sum(meld.bit_count() for meld in self.melds)
        big_gin = self.phase == "over" and not self.melds and not self.unmelded
        face_down = self.knocker >= 0 and not big_gin
        return 52 - self.hand.bit_count() - len(self.pile) - self.stock - table - face_down

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, ascending. It takes an engine, so only a `gin_fast.View` has it."""
        raise TypeError(f"only a gin_fast.View knows what is legal, not a {type(self).__name__}")

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, in plain values."""
        return {**self._asdict(), "rules": self.rules.to_dict()}


def is_whole(view: object) -> bool:
    """Whether it is a view, with as many fields as one has."""
    return isinstance(view, Seen) and tuple.__len__(view) == len(Seen._fields)


_views: list[type[Seen]] = [Seen]


def views_are(kind: type[Seen]) -> None:
    """Makes the engines use this class for views. It must have the same fields as `Seen`."""
    _views[0] = kind


def view_class() -> type[Seen]:
    """The class of the views that the engines make."""
    return _views[0]
