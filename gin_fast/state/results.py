"""What the questions about a hand are answered with: plain named tuples, shared by both engines."""

from __future__ import annotations

from typing import Any, NamedTuple

from gin_fast.cards import html
from gin_fast.cards.hands import format_card, format_hand
from gin_fast.state.actions import Action


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

    def _repr_html_(self) -> str:
        return html.block(html.labelled(("spread", html.spread(*self))))


class Discards(NamedTuple):
    """The best throws of a hand."""

    deadwood: int
    """The least deadwood that any legal throw leaves."""
    cards: int
    """The mask of all throws that leave so much."""

    def __str__(self) -> str:
        return f"{format_hand(self.cards)} leaves {self.deadwood}"

    def _repr_html_(self) -> str:
        verb = "leave" if self.cards & (self.cards - 1) else "leaves"
        throws = f"{html.laid((), self.cards)} {verb} {self.deadwood}"
        return html.block(html.labelled(("best throws", throws)))


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

    def _repr_html_(self) -> str:
        onto: dict[int, int] = {}  # the knocker's melds that take cards, with them
        for card, meld in self.onto:
            onto[meld] = onto.get(meld, meld) | 1 << card
        laid_off = html.laid(tuple(onto.values()), raised=self.laid_off)
        kept = html.spread(self.spread.melds, self.spread.unmelded, self.deadwood)
        return html.block(html.labelled(("lay off", laid_off), ("keep", kept)))


class Knock(NamedTuple):
    """The knocker's best spread and what it scores."""

    spread: Spread
    """The spread to show."""
    score: float
    """Points, negative when the defender scores: an ``int`` against a known hand, else a mean."""

    def __str__(self) -> str:
        return f"{self.spread}; scores {self.score:g}"

    def _repr_html_(self) -> str:
        lines = ("spread", html.spread(*self.spread)), ("scores", f"{self.score:g}")
        return html.block(html.labelled(*lines))


class Deal(NamedTuple):
    """Fifty-two cards, dealt."""

    hands: tuple[int, int]
    """The two hands: the non-dealer's, then the dealer's."""
    upcard: int
    """The id of the card turned up."""
    stock: tuple[int, ...]
    """The ids of the 31 cards of the stock, from the top."""

    def _repr_html_(self) -> str:
        return html.block(
            html.labelled(
                ("non-dealer", html.laid((), self.hands[0])),
                ("dealer", html.laid((), self.hands[1])),
                ("upcard", html.cards((self.upcard,))),
                ("stock", html.cards(self.stock)),
            )
        )


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
    scored: tuple[int, int]
    """What each seat scores: the points and 0, save under a `flat_knock_score`."""
    draws: int
    """The number of cards drawn, the upcard among them if it was taken."""
    pile_draws: int
    """How many of them came from the pile."""

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, as JSON has it."""
        return {**self._asdict(), "scored": list(self.scored)}


class Playout(NamedTuple):
    """A round that two strategies played."""

    actions: tuple[tuple[int, Action], ...]
    """``(seat, action)`` for each decision, in order."""
    result: RoundResult
    """How it ended."""
