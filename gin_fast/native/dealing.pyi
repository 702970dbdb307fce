import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from gin_fast.state.results import Deal

__all__ = ["DEAL", "SAMPLING", "SEAT_0", "SEAT_1", "Stream", "deal", "deal_into"]

DEAL: int
SEAT_0: int
SEAT_1: int
SAMPLING: int

@disjoint_base
class Stream:
    def __init__(self, seed: int, index: int, stream: int) -> None: ...
    def word(self) -> int: ...
    def below(self, count: int) -> int: ...

def deal(seed: int, index: int = 0) -> Deal: ...
def deal_into(
    seed: int,
    start: int,
    hands: npt.NDArray[np.uint64],
    upcards: npt.NDArray[np.uint8],
    stocks: npt.NDArray[np.uint8],
    row: int,
) -> int: ...
