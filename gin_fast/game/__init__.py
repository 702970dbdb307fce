"""Playing at a table: rounds, views, games, matches, and their records.

It builds on the engine in use, `gin_fast.engine`, and on all below it.
"""

from typing import TYPE_CHECKING

from gin_fast.game.round import Round, View
from gin_fast.values.late import late_names

if TYPE_CHECKING:
    from gin_fast.game.game import Game, Seat
    from gin_fast.game.match import Match

__all__ = ["Game", "Match", "Round", "Seat", "View"]

__getattr__, __dir__ = late_names(
    __name__, {"game": ["Game", "Seat"], "match": ["Match"], "records": []}
)
