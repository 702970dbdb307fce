import numpy as np
import numpy.typing as npt

from gin_fast.state.results import Spread

__all__ = [
    "best_spread",
    "best_spreads",
    "hand_points",
    "hand_points_into",
    "min_deadwood",
    "min_deadwood_into",
    "spreads",
]

def hand_points(hand: int) -> int: ...
def min_deadwood(hand: int) -> int: ...
def best_spread(hand: int) -> Spread: ...
def best_spreads(hand: int) -> tuple[Spread, ...]: ...
def spreads(hand: int, max_deadwood: int) -> tuple[Spread, ...]: ...
def hand_points_into(
    hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint16], row: int
) -> int: ...
def min_deadwood_into(
    hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], row: int
) -> int: ...
