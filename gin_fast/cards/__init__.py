"""Cards, hands and melds: their numbers, their text, arrays and pictures of them.

It imports only `gin_fast.values`.
"""

from gin_fast.cards.deck import DECK, MOST_LISTED, PIPS, RANKS, SUIT, SUITS
from gin_fast.cards.hands import (
    cards_of,
    each_card,
    format_card,
    format_hand,
    hand_of,
    parse_card,
    parse_hand,
)
from gin_fast.cards.melds import ALL_MELDS

__all__ = [
    "ALL_MELDS",
    "DECK",
    "MOST_LISTED",
    "PIPS",
    "RANKS",
    "SUIT",
    "SUITS",
    "cards_of",
    "each_card",
    "format_card",
    "format_hand",
    "hand_of",
    "parse_card",
    "parse_hand",
]
