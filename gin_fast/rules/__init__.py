"""The rules of a table: fields, words, profiles, scores, and the scorepad.

It imports only `gin_fast.cards` and `gin_fast.values`.
"""

from typing import TYPE_CHECKING

from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.values.late import late_names

if TYPE_CHECKING:
    from gin_fast.rules.scorepad import Scorepad

__all__ = ["PROFILES", "Rules", "Scorepad"]

__getattr__, __dir__ = late_names(__name__, {"scorepad": ["Scorepad"], "scoring": []})
