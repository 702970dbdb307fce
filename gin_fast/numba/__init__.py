"""Strategies in Numba: their signature, the view as a record, and the questions about hands, to be
called from compiled code.

    from numba import cfunc
    from gin_fast import numba as gn

    @cfunc(gn.signature)
    def mine(view, rng, memory, parameters, action):
        seen = gn.view_of(view)
        ...
        return 1

Masks are ``uint64``. A variable that is a ``uint64`` here and an ``int`` there is a ``float64`` in
Numba, so a number beside a mask is made a ``np.uint64``, or comes from `bit`; a float in the place
of a mask does not compile. Every function can be called from Python too, to try things out, but
those about a view.

Code that Numba keeps in its cache (``cache=True``) knows the layout of a view: delete it when
gin_fast is updated.
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
    throws,
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
    "throws",
    "view_of",
    "word",
]

FIRST_UPCARD, DRAWING, DISCARDING, SPREADING, LAYING_OFF, LAST_UPCARD, OVER = range(len(PHASES))
"""The phases, as a view has them. The actions are in `gin_fast.state.actions`."""
NOWHERE, STOCK, PILE = range(len(SOURCES))
"""Where a card was drawn from."""
