"""A view as one record of NumPy: the struct of the native engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from gin_fast.rules.fields import FIELDS
from gin_fast.state.actions import PHASES, SOURCES
from gin_fast.state.seen import Seen
from gin_fast.state.seen_checks import as_fields

VIEW_VERSION = 2

_INTS = "version seat phase to_move starter drawn drawn_from stock draws pile_draws upcard_taken "
_INTS += "returns knocker knock_card limit multiplier meld_count pile_count"
_MASKS = "hand barred known exposed declined own_declined unmelded laid_off"

VIEW_DTYPE = np.dtype(
    [(name, np.int32) for name in _INTS.split()]
    + [("scores", np.int32, 2), ("rules", [(name, np.int32) for name in FIELDS])]
    + [(name, np.uint64) for name in _MASKS.split()]
    + [("melds", np.uint64, 3), ("pile", np.uint8, 32)]
)
"""A view as a NumPy dtype: the struct ``gf_view`` of the native engine. ``phase`` and
``drawn_from`` are indices into ``PHASES`` and ``SOURCES`` of `gin_fast.state.actions`; ``rules``
has the fields of `Rules`, choices by their index, -1 for `None`; entries past the counts are 0."""


def record_of(view: Seen) -> np.ndarray[Any, np.dtype[np.void]]:
    """A view as one record of `VIEW_DTYPE`.

    >>> from gin_fast import Round
    >>> int(record_of(Round.deal(7).view(0))["stock"])
    31
    """
    record = np.zeros((), VIEW_DTYPE)
    values = as_fields(view)
    melds, pile = values["melds"], values["pile"]
    if len(pile) > 32:
        raise ValueError(f"pile must have at most 32 cards, not {len(pile)}")
    values["version"] = VIEW_VERSION
    values["phase"] = PHASES.index(values["phase"])
    values["drawn_from"] = SOURCES.index(values["drawn_from"])
    values["meld_count"], values["pile_count"] = len(melds), len(pile)
    for name in (*_INTS.split(), *_MASKS.split(), "scores"):
        record[name] = values[name]
    record["rules"] = np.frombuffer(values["rules"].packed, VIEW_DTYPE["rules"])[0]
    record["melds"][: len(melds)] = melds
    record["pile"][: len(pile)] = pile
    return record
