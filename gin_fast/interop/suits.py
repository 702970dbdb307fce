"""Cards numbered 13 * suit + rank, with the suits in a different order."""

from __future__ import annotations

from typing import Any

from gin_fast.cards.deck import SUIT, SUITS
from gin_fast.cards.hands import as_card, as_mask
from gin_fast.values.checks import as_int


class SuitOrder:
    """Card numbers with the suits in the order `suits`.

    >>> order = SuitOrder("SCDH")
    >>> order.card_to(0), order.card_from(13)
    (13, 0)
    """

    def __init__(self, suits: str) -> None:
        self._to = tuple(13 * suits.index(SUITS[card // 13]) + card % 13 for card in range(52))
        self._from = tuple(sorted(range(52), key=self._to.__getitem__))

    def card_to(self, card: Any) -> int:
        """Their number for a card."""
        return self._to[as_card(card)]

    def card_from(self, code: Any) -> int:
        """The card for their number."""
        return self._from[as_int(code, "a card of theirs", 0, 51)]

    def hand_to(self, hand: Any) -> int:
        """Their mask for a hand, with the bit of each card's number."""
        return _moved(as_mask(hand), self._to)

    def hand_from(self, bits: Any) -> int:
        """The hand for their mask."""
        return _moved(as_mask(bits, "their mask"), self._from)


def _moved(mask: int, places: tuple[int, ...]) -> int:
    """The mask with each suit moved to the place of its ace."""
    suits = ((mask >> start & SUIT) << places[start] for start in (0, 13, 26, 39))
    return sum(suits)
