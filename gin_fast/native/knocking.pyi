from gin_fast.results import Knock
from gin_fast.rules import Rules

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
