import numpy as np
import numpy.typing as npt

from gin_fast.state.results import Discards

__all__ = [
    "best_discards",
    "best_discards_into",
    "first_without_discard",
    "is_big_gin",
    "is_big_gin_into",
    "knock_discards",
    "knock_discards_into",
    "outs",
    "outs_into",
]

def best_discards(hand: int, barred: int = 0) -> Discards: ...
def knock_discards(hand: int, limit: int = 10, barred: int = 0) -> int: ...
def is_big_gin(hand: int) -> bool: ...
def outs(hand: int, limit: int = 10, seen: int = 0) -> int: ...
def best_discards_into(
    hands: npt.NDArray[np.uint64],
    barred: npt.NDArray[np.uint64],
    deadwood: npt.NDArray[np.uint8],
    cards: npt.NDArray[np.uint64],
    row: int,
) -> int: ...
def first_without_discard(hands: npt.NDArray[np.uint64], barred: npt.NDArray[np.uint64]) -> int: ...
def knock_discards_into(
    hands: npt.NDArray[np.uint64],
    limits: npt.NDArray[np.int32],
    barred: npt.NDArray[np.uint64],
    out: npt.NDArray[np.uint64],
    row: int,
) -> int: ...
def is_big_gin_into(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.bool_], row: int) -> int: ...
def outs_into(
    hands: npt.NDArray[np.uint64],
    limits: npt.NDArray[np.int32],
    seen: npt.NDArray[np.uint64],
    out: npt.NDArray[np.uint64],
    row: int,
) -> int: ...
