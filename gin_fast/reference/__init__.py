"""The reference engine: plain, readable Python, slow but easy to trust."""

from gin_fast.cards.hands import cards_of, format_card, format_hand, hand_of, parse_card, parse_hand
from gin_fast.reference.deadwood import (
    best_spread,
    best_spreads,
    hand_points,
    min_deadwood,
    spreads,
)
from gin_fast.reference.dealing import Stream, deal
from gin_fast.reference.discarding import best_discards, is_big_gin, knock_discards, outs
from gin_fast.reference.knocking import best_knock
from gin_fast.reference.layoff import best_layoff, legal_layoffs
from gin_fast.reference.meld import ALL_MELDS, is_meld, melds
from gin_fast.reference.rounds import ACTIONS, RoundState

__all__ = [
    "ACTIONS",
    "ALL_MELDS",
    "RoundState",
    "Stream",
    "best_discards",
    "best_knock",
    "best_layoff",
    "best_spread",
    "best_spreads",
    "cards_of",
    "deal",
    "format_card",
    "format_hand",
    "hand_of",
    "hand_points",
    "is_big_gin",
    "is_meld",
    "knock_discards",
    "legal_layoffs",
    "melds",
    "min_deadwood",
    "outs",
    "parse_card",
    "parse_hand",
    "spreads",
]
