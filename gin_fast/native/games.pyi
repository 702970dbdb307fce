from gin_fast.players import StrategyLike
from gin_fast.playing import GAME_TALLY, Tally
from gin_fast.rules import Rules

__all__ = ["GAME_TALLY", "tally_games"]

def tally_games(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    start: int,
    count: int,
    rules: Rules | str = "modern",
    *,
    mirrored: bool = False,
    on_error: str = "forfeit",
) -> Tally: ...
