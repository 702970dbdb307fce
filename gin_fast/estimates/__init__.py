"""Means with standard errors, rules that stop a run by them, and ratings.

It imports only `gin_fast.values`.
"""

from typing import TYPE_CHECKING

from gin_fast.estimates.means import Estimate, Share
from gin_fast.values.late import late_names

if TYPE_CHECKING:
    from gin_fast.estimates.stopping import Decided, Precise

__all__ = ["Decided", "Estimate", "Precise", "Share"]

__getattr__, __dir__ = late_names(__name__, {"stopping": ["Decided", "Precise"], "ratings": []})
