from typing import overload

from typing_extensions import disjoint_base

from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import TALLY, Tally
from gin_fast.native.rounds import RoundState
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import Action
from gin_fast.state.results import Playout
from gin_fast.strategies.builtin import STRATEGIES
from gin_fast.strategies.players import StrategyLike

__all__ = ["STRATEGIES", "TALLY", "Seat", "play", "tally"]

@disjoint_base
class Seat:
    def __copy__(self) -> Seat: ...
    def __init__(self, strategy: StrategyLike, seed: int, index: int, seat: int) -> None: ...
    def choose(self, round: RoundState) -> Action: ...

def play(
    a: StrategyLike,
    b: StrategyLike,
    seed: int,
    index: int = 0,
    *,
    rules: Rules | str = "modern",
    starter: int | None = None,
) -> Playout: ...
@overload
def tally(
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
def tally(
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
def tally(
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
