"""Picks the engine: `gin_fast.native` if it is built, otherwise `gin_fast.reference`.

``GIN_FAST_ENGINE=native`` or ``reference`` forces one, and fails loudly if it is missing.
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING


def _pick() -> str:
    forced = os.environ.get("GIN_FAST_ENGINE", "")
    if forced not in ("", "native", "reference"):
        raise ImportError(f"GIN_FAST_ENGINE must be native or reference, not {forced!r}")
    if forced == "reference":
        return forced
    try:
        import gin_fast.native
        import gin_fast.native.evaluation
        import gin_fast.native.games  # noqa: F401  # the two are built on all the others
    except ImportError as error:
        if forced:
            raise ImportError(
                f"GIN_FAST_ENGINE=native, but the native engine is missing: {error}"
            ) from error
        from pathlib import Path

        source = Path(__file__).parents[1]
        cure = (
            f" This is the source folder {source}: leave it, or install it with pip install -e ."
            if (source / "setup.py").exists()
            else ""
        )
        warnings.warn(
            f"gin_fast: the native engine is missing ({error}); the reference is used, "
            f"which is far slower.{cure} GIN_FAST_ENGINE=reference silences this.",
            RuntimeWarning,
            stacklevel=2,
        )
        return "reference"
    return "native"


ENGINE = _pick()
"""The engine in use: ``"native"`` or ``"reference"``."""

if TYPE_CHECKING or ENGINE == "reference":
    from gin_fast.reference import *  # noqa: F403
    from gin_fast.reference import (
        deadwood,
        dealing,
        discarding,
        games,
        layoff,
        playout,
        rounds,
        views,
    )
    from gin_fast.reference.evaluation import evaluate
else:
    from gin_fast.native import *  # noqa: F403
    from gin_fast.native import deadwood, dealing, discarding, games, layoff, playout, rounds, views
    from gin_fast.native.evaluation import evaluate

__all__ = [
    "ENGINE",
    "deadwood",
    "dealing",
    "discarding",
    "evaluate",
    "games",
    "layoff",
    "playout",
    "rounds",
    "views",
]
