from gin_fast.rules.rules import Rules
from gin_fast.state.results import Knock

__all__ = ["best_knock"]

def best_knock(
    hand: int,
    defender: int | None = None,
    *,
    rules: Rules | str,
    limit: int | None = None,
    unseen: int | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> Knock: ...
