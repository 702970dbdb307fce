from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from gin_fast.state.results import Layoff

__all__ = ["best_layoff", "best_layoff_into", "first_with_bad_melds", "legal_layoffs"]

def legal_layoffs(hand: int, melds: Iterable[int]) -> int: ...
def best_layoff(hand: int, melds: Iterable[int]) -> Layoff: ...
def best_layoff_into(
    hands: npt.NDArray[np.uint64],
    melds: npt.NDArray[np.uint64],
    deadwood: npt.NDArray[np.uint8],
    laid_off: npt.NDArray[np.uint64],
    row: int,
) -> int: ...
def first_with_bad_melds(hands: npt.NDArray[np.uint64], melds: npt.NDArray[np.uint64]) -> int: ...
