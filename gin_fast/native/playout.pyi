from gin_fast.playing import STRATEGIES, TALLY
from gin_fast.results import Playout
from gin_fast.rules import Rules

__all__ = ["STRATEGIES", "TALLY", "play", "tally"]

def play(
    a: str,
    b: str,
    seed: int,
    index: int = 0,
    *,
    rules: Rules | str = "modern",
    starter: int | None = None,
) -> Playout: ...
def tally(
    a: str, b: str, seed: int, start: int, count: int, rules: Rules | str = "modern"
) -> tuple[int, ...]: ...
