"""gin_fast: an exact and fast Gin Rummy core.

Cards are ids from 0 to 51, and hands are masks: an ``int`` with a bit for each card. This module
has the functions about one hand; `gin_fast.bulk` has those about arrays of hands; `simulate`,
`compare` and `tournament` play many rounds or games. `Rules` are what a table plays by; `Round`,
`Game` and `Match` are played move by move; a `Scorepad` only keeps score.

>>> hand = parse_hand("4H 5H 6H 7H 7C 7D KC 2S 2D 2C")
>>> min_deadwood(hand)
10
>>> print(best_spread(hand))
4H 5H 6H | 7C 7D 7H | 2C 2D 2S, unmelded KC = 10
"""

from gin_fast import _start  # noqa: F401  # before anything that may fail

# isort: split
from typing import TYPE_CHECKING as _TYPE_CHECKING

from gin_fast import bulk
from gin_fast._version import __version__
from gin_fast.answers.evaluation import Evaluation
from gin_fast.engine import (
    ALL_MELDS,
    ENGINE,
    Stream,
    best_discards,
    best_knock,
    best_layoff,
    best_spread,
    best_spreads,
    cards_of,
    deal,
    evaluate,
    format_card,
    format_hand,
    hand_of,
    hand_points,
    is_big_gin,
    is_meld,
    knock_discards,
    legal_layoffs,
    melds,
    min_deadwood,
    outs,
    parse_card,
    parse_hand,
    spreads,
)
from gin_fast.game.round import Round, View
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.state.actions import Action
from gin_fast.state.results import Deal, Discards, Knock, Layoff, Spread
from gin_fast.strategies.compiled import Compiled
from gin_fast.values.late import late_names as _late_names

if _TYPE_CHECKING:
    from gin_fast.capi import get_include
    from gin_fast.estimates.stopping import Decided, Precise
    from gin_fast.game.game import Game, Seat
    from gin_fast.game.match import Match
    from gin_fast.rules.scorepad import Scorepad
    from gin_fast.simulation.comparison import Comparison, compare
    from gin_fast.simulation.result import SimulationResult
    from gin_fast.simulation.run import simulate
    from gin_fast.simulation.tournaments import Tournament, tournament
    from gin_fast.strategy import Strategy

__all__ = [
    "ALL_MELDS",
    "ENGINE",
    "PROFILES",
    "Action",
    "Comparison",
    "Compiled",
    "Deal",
    "Decided",
    "Discards",
    "Evaluation",
    "Game",
    "Knock",
    "Layoff",
    "Match",
    "Precise",
    "Round",
    "Rules",
    "Scorepad",
    "Seat",
    "SimulationResult",
    "Spread",
    "Strategy",
    "Stream",
    "Tournament",
    "View",
    "__version__",
    "best_discards",
    "best_knock",
    "best_layoff",
    "best_spread",
    "best_spreads",
    "bulk",
    "cards_of",
    "compare",
    "deal",
    "evaluate",
    "format_card",
    "format_hand",
    "get_include",
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
    "simulate",
    "spreads",
    "tournament",
]

__getattr__, __dir__ = _late_names(
    __name__,
    {
        "capi": ["get_include"],
        "estimates": ["Decided", "Precise"],
        "game": ["Game", "Match", "Seat"],
        "rules": ["Scorepad"],
        "simulation": [
            "Comparison",
            "SimulationResult",
            "Tournament",
            "compare",
            "simulate",
            "tournament",
        ],
        "strategy": ["Strategy"],
    },
)
