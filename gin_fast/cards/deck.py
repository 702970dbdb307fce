"""The deck: ranks, suits, pip values, and masks of many cards."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
OUTLINED_SIGNS = "♧♢♡♤"
"""The signs as some type them, which are read but not written."""
RED_SUITS = (1, 2)
"""The places in `SUITS` of those that are red: diamonds and hearts."""
PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The value of a card in points of deadwood, by rank."""
DECK = (1 << 52) - 1
"""The mask of all 52 cards."""
SUIT = (1 << 13) - 1
"""The thirteen bits of one suit."""

MOST_LISTED = 13
"""The largest hand whose spreads are listed: their number grows explosively with its size."""
