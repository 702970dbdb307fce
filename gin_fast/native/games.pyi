from typing import overload

from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import GAME_TALLY, Tally
from gin_fast.rules.rules import Rules
from gin_fast.strategies.players import StrategyLike

__all__ = ["GAME_TALLY", "tally_games"]

@overload
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
    log: None = None,
) -> Tally: ...
@overload
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
    log: str,
) -> Logged: ...
@overload
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
    log: str | None,
) -> Tally | Logged: ...
