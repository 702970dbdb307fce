from collections.abc import Iterable
from typing import Any

from gin_fast.state.results import Layoff

__all__ = ["best_layoff", "best_layoff_into", "legal_layoffs"]

def legal_layoffs(hand: int, melds: Iterable[int]) -> int: ...
def best_layoff(hand: int, melds: Iterable[int]) -> Layoff: ...
def best_layoff_into(hands: Any, melds: Any, deadwood: Any, laid_off: Any) -> int: ...
