"""Strategies of one's own that tests play with, where any process finds them."""

from __future__ import annotations

import gin_fast
from gin_fast.strategy import Strategy


class Lowest(Strategy):
    """Discards the highest of the best discards."""

    def draw(self, view):
        top = 1 << view.pile[-1]
        gain = gin_fast.min_deadwood(view.hand) - gin_fast.best_discards(view.hand | top, top)[0]
        return "pile" if gain > 3 else "stock"

    def discard(self, view):
        return gin_fast.best_discards(view.hand, view.barred).cards.bit_length() - 1


class Dice(Strategy):
    """Does anything that is legal."""

    def take_upcard(self, view):
        return self.rng.below(2)

    def draw(self, view):
        return ("stock", "pile")[self.rng.below(2)]

    def discard(self, view):
        cards = gin_fast.cards_of(view.hand & ~view.barred)
        return cards[self.rng.below(len(cards))]

    def knock(self, view, card):
        return self.rng.below(2)

    def spread(self, view):
        if self.rng.below(2):
            return None
        return gin_fast.best_spread(view.hand | sum(view.melds)).melds

    def layoff(self, view):
        return [
            (card, meld)
            for meld in view.melds
            for card in gin_fast.cards_of(view.hand)
            if gin_fast.is_meld(meld | 1 << card)
        ]


class Clumsy(Dice):
    """Fails now and then."""

    def discard(self, view):
        if self.rng.below(30) == 0:
            raise ValueError(f"I hold {view.hand.bit_count()} cards")
        return 51 if self.rng.below(30) == 0 else super().discard(view)


class Dies(Lowest):
    """Takes its process along."""

    def discard(self, view):
        import os

        os._exit(3)
