"""Strategies in Numba: their signature, the view as a record, and the functions about hands, for
compiled code.

    from numba import cfunc
    from gin_fast import numba as gn

    @cfunc(gn.signature)
    def mine(view, rng, memory, parameters, action):
        seen = gn.view_of(view)
        ...
        return 1

Masks are ``uint64``. In Numba a variable that is a ``uint64`` in one place and an ``int`` in
another becomes a ``float64``; so make a number next to a mask a ``np.uint64``, or use `bit`. A
float instead of a mask does not compile. Every function except those about a view can also be
called from Python, to try things out.

Code in Numba's cache (``cache=True``) depends on the layout of a view: delete it when gin_fast is
updated.
"""

from __future__ import annotations

import gin_fast.numba.overloads  # noqa: F401  # which tells Numba of the functions
from gin_fast.numba.functions import (
    below,
    best_discards,
    best_layoff,
    best_spread,
    best_spreads,
    bit,
    count,
    discards,
    hand_points,
    is_big_gin,
    is_legal,
    is_meld,
    knock_discards,
    knocks,
    legal_actions,
    lowest,
    meld_index,
    min_deadwood,
    outs,
    view_of,
    word,
)
from gin_fast.numba.parts import VIEW, signature
from gin_fast.state.actions import PHASES, SOURCES

__all__ = [
    "DISCARDING",
    "DRAWING",
    "FIRST_UPCARD",
    "LAST_UPCARD",
    "LAYING_OFF",
    "NOWHERE",
    "OVER",
    "PILE",
    "SPREADING",
    "STOCK",
    "VIEW",
    "below",
    "best_discards",
    "best_layoff",
    "best_spread",
    "best_spreads",
    "bit",
    "count",
    "discards",
    "hand_points",
    "is_big_gin",
    "is_legal",
    "is_meld",
    "knock_discards",
    "knocks",
    "legal_actions",
    "lowest",
    "meld_index",
    "min_deadwood",
    "outs",
    "signature",
    "view_of",
    "word",
]

FIRST_UPCARD, DRAWING, DISCARDING, SPREADING, LAYING_OFF, LAST_UPCARD, OVER = range(len(PHASES))
"""The phases, as in a view. The actions are in `gin_fast.state.actions`."""
NOWHERE, STOCK, PILE = range(len(SOURCES))
"""Where a card was drawn from."""
