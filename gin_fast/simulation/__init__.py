"""Many rounds or games: simulations, comparisons, tournaments, checkpoints, recorded rows.

It builds on the engine in use, `gin_fast.engine`, on `gin_fast.show`, and on all below them.
"""

from typing import TYPE_CHECKING

from gin_fast.values.late import late_names

if TYPE_CHECKING:
    from gin_fast.simulation.comparison import Comparison, compare
    from gin_fast.simulation.result import SimulationResult
    from gin_fast.simulation.run import simulate
    from gin_fast.simulation.tournaments import Tournament, tournament

__all__ = [
    "Comparison",
    "SimulationResult",
    "Tournament",
    "compare",
    "simulate",
    "tournament",
]

__getattr__, __dir__ = late_names(
    __name__,
    {
        "comparison": ["Comparison", "compare"],
        "result": ["SimulationResult"],
        "run": ["simulate"],
        "tournaments": ["Tournament", "tournament"],
        "recording": [],
    },
)
