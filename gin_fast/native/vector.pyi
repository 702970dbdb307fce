from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from gin_fast.answers.vector import Array, Settings
from gin_fast.rules.rules import Rules
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import StrategyLike

__all__ = ["Rounds"]

@disjoint_base
class Rounds:
    def __copy__(self) -> Rounds: ...
    def __init__(
        self,
        count: int,
        rules: Rules | str = "modern",
        opponent: StrategyLike | None = None,
        *,
        seat: int | None = None,
        reward: str = "points",
        knock_reward: float = 0.5,
        gin_reward: float = 1.0,
        illegal_reward: float | None = None,
        table_play: bool = False,
        autoreset: str = "next_step",
    ) -> None: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def seed(self) -> int | None: ...
    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        *,
        where: npt.NDArray[np.bool_] | None = None,
        **arrays: Array | None,
    ) -> None: ...
    def step(self, actions: npt.ArrayLike, **arrays: Array | None) -> int: ...
    def sample_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]: ...
    def index(self, place: int) -> int: ...
    def view(self, place: int) -> Seen: ...
    def result(self, place: int) -> RoundResult | None: ...
