"""Answers about hands, deals and rounds: plain named tuples, shared by both engines."""

from __future__ import annotations

from typing import Any, NamedTuple

from gin_fast.cards import html
from gin_fast.cards.hands import format_card, format_hand
from gin_fast.state.actions import Action
from gin_fast.values.documented import documented


@documented
class Spread(NamedTuple):
    """A set of disjoint melds of a hand, and what it leaves.

    Attributes:
        melds: The melds, ascending masks.
        unmelded: The mask of the cards in none of them.
        deadwood: The pips of the unmelded cards.
    """

    melds: tuple[int, ...]
    unmelded: int
    deadwood: int

    def __str__(self) -> str:
        melds = " | ".join(format_hand(meld) for meld in self.melds) or "no meld"
        loose = format_hand(self.unmelded) or "nothing"
        return f"{melds}, unmelded {loose} = {self.deadwood}"

    def _repr_html_(self) -> str:
        return html.block(html.labelled(("spread", html.spread(*self))))


@documented
class Discards(NamedTuple):
    """The best discards of a hand.

    Attributes:
        deadwood: The least deadwood that any legal discard leaves.
        cards: The mask of all discards that leave it.
    """

    deadwood: int
    cards: int

    def __str__(self) -> str:
        return f"{format_hand(self.cards)} leaves {self.deadwood}"

    def _repr_html_(self) -> str:
        verb = "leave" if self.cards & (self.cards - 1) else "leaves"
        discards = f"{html.laid((), self.cards)} {verb} {self.deadwood}"
        return html.block(html.labelled(("best discards", discards)))


@documented
class Layoff(NamedTuple):
    """The defender's best answer to a knock: melds and layoffs chosen together.

    Attributes:
        deadwood: The pips left after both.
        laid_off: The mask of the cards laid off.
        onto: ``(card, meld)`` for each card laid off, ascending: which of the knocker's melds takes
            it.
        spread: How the cards that are kept are spread.
    """

    deadwood: int
    laid_off: int
    onto: tuple[tuple[int, int], ...]
    spread: Spread

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


@documented
class Knock(NamedTuple):
    """The knocker's best spread and what it scores.

    Attributes:
        spread: The spread to show.
        score: Points, negative when the defender scores: an ``int`` against a known hand, else a
            mean.
    """

    spread: Spread
    score: float

    def __str__(self) -> str:
        return f"{self.spread}; scores {self.score:g}"

    def _repr_html_(self) -> str:
        lines = ("spread", html.spread(*self.spread)), ("scores", f"{self.score:g}")
        return html.block(html.labelled(*lines))


@documented
class Deal(NamedTuple):
    """Fifty-two cards, dealt.

    Attributes:
        hands: The two hands: the non-dealer's, then the dealer's.
        upcard: The id of the card turned up.
        stock: The ids of the 31 cards of the stock, from the top.
    """

    hands: tuple[int, int]
    upcard: int
    stock: tuple[int, ...]

    def _repr_html_(self) -> str:
        return html.block(
            html.labelled(
                ("non-dealer", html.laid((), self.hands[0])),
                ("dealer", html.laid((), self.hands[1])),
                ("upcard", html.cards((self.upcard,))),
                ("stock", html.cards(self.stock)),
            )
        )


@documented
class RoundResult(NamedTuple):
    """How a round ended.

    Attributes:
        kind: ``"knock"``, ``"undercut"``, ``"gin"``, ``"big_gin"``, ``"dead"`` or ``"tie"``.
        winner: The seat that scores; `None` after a dead round or a tie that pays nobody.
        points: What the winner scores.
        knocker: The seat that knocked or went gin.
        knocker_deadwood: The deadwood of the knocker's spread.
        defender_deadwood: The deadwood of the other seat, after layoffs.
        scored: What each seat scores: the points and 0, except under a `flat_knock_score`.
        draws: The number of cards drawn, including the upcard if it was taken.
        pile_draws: How many of them came from the pile.
    """

    kind: str
    winner: int | None
    points: int
    knocker: int | None
    knocker_deadwood: int | None
    defender_deadwood: int | None
    scored: tuple[int, int]
    draws: int
    pile_draws: int

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, as JSON has it."""
        return {**self._asdict(), "scored": list(self.scored)}


@documented
class Playout(NamedTuple):
    """A round that two strategies played.

    Attributes:
        actions: ``(seat, action)`` for each decision, in order.
        result: How it ended.
    """

    actions: tuple[tuple[int, Action], ...]
    result: RoundResult
