"""What the questions about a hand are answered with: plain named tuples, shared by both engines."""

from __future__ import annotations

from typing import NamedTuple

from gin_fast.cards import format_card, format_hand
from gin_fast.rules import Rules


class Spread(NamedTuple):
    """A set of disjoint melds of a hand, and what it leaves."""

    melds: tuple[int, ...]
    """The melds, ascending masks."""
    unmelded: int
    """The mask of the cards in none of them."""
    deadwood: int
    """The pips of the unmelded cards."""

    def __str__(self) -> str:
        melds = " | ".join(format_hand(meld) for meld in self.melds) or "no meld"
        loose = format_hand(self.unmelded) or "nothing"
        return f"{melds}, unmelded {loose} = {self.deadwood}"


class Discards(NamedTuple):
    """The best throws of a hand."""

    deadwood: int
    """The least deadwood that any legal throw leaves."""
    cards: int
    """The mask of all throws that leave so much."""

    def __str__(self) -> str:
        return f"{format_hand(self.cards)} leaves {self.deadwood}"


class Layoff(NamedTuple):
    """The defender's best answer to a knock: melds and layoffs chosen together."""

    deadwood: int
    """The pips left after both."""
    laid_off: int
    """The mask of the cards laid off."""
    onto: tuple[tuple[int, int], ...]
    """``(card, meld)`` for each card laid off, ascending: which of the knocker's melds takes it."""
    spread: Spread
    """How the cards that are kept are spread."""

    def __str__(self) -> str:
        laid = ", ".join(f"{format_card(card)} on {format_hand(meld)}" for card, meld in self.onto)
        return f"lay off {laid or 'nothing'}; {self.spread}"


class Knock(NamedTuple):
    """The knocker's best spread and what it scores."""

    spread: Spread
    """The spread to show."""
    score: float
    """Points, negative when the defender scores: an ``int`` against a known hand, else a mean."""

    def __str__(self) -> str:
        return f"{self.spread}; scores {self.score:g}"


class Deal(NamedTuple):
    """Fifty-two cards, dealt."""

    hands: tuple[int, int]
    """The two hands: the non-dealer's, then the dealer's."""
    upcard: int
    """The id of the card turned up."""
    stock: tuple[int, ...]
    """The ids of the 31 cards of the stock, from the top."""


class View(NamedTuple):
    """All that one seat may know of a round: what a strategy decides by."""

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
    """The mask of the card it took from the pile this turn, which may not be thrown; else 0."""
    drawn: int
    """The id of the card it drew this turn, or -1."""
    drawn_from: str
    """Where it drew this turn: ``"stock"``, ``"pile"``, or ``""``."""
    pile: tuple[int, ...]
    """The ids of the cards thrown, from the bottom to the top."""
    stock: int
    """The number of cards in the stock."""
    known: int
    """The mask of the cards known to be in the other hand. Until the knocker has spread, one of
    them may be the card that the knock threw face down."""
    declined: int
    """The mask of the tops of the pile that the other seat left on its turn."""
    knocker: int
    """The seat that knocked or went gin, or -1."""
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
    scores: tuple[int, int]
    """The points of either seat in the game so far."""
    rules: Rules
    """What the round is played by."""


class RoundResult(NamedTuple):
    """How a round ended."""

    kind: str
    """``"knock"``, ``"undercut"``, ``"gin"``, ``"big_gin"``, ``"dead"`` or ``"tie"``."""
    winner: int | None
    """The seat that scores; `None` after a dead round or a tie that pays nobody."""
    points: int
    """What the winner scores."""
    knocker: int | None
    """The seat that knocked or went gin."""
    knocker_deadwood: int | None
    """The deadwood of the knocker's spread."""
    defender_deadwood: int | None
    """The deadwood of the other seat, after layoffs."""
    draws: int
    """The number of cards drawn, the upcard among them if it was taken."""
    pile_draws: int
    """How many of them came from the pile."""


class Playout(NamedTuple):
    """A round that two strategies played."""

    actions: tuple[tuple[int, int], ...]
    """``(seat, action)`` for each decision, in order."""
    result: RoundResult
    """How it ended."""
