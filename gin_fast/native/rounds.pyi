from collections.abc import Iterable, Mapping
from typing import Any

from typing_extensions import Self, disjoint_base

from gin_fast.rules.rules import Rules
from gin_fast.state.actions import KINDS, N_ACTIONS, PHASES, Action
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen

__all__ = [
    "ACTIONS",
    "KINDS",
    "N_ACTIONS",
    "PHASES",
    "RoundState",
]

ACTIONS: tuple[Action, ...]

@disjoint_base
class RoundState:
    def __init__(self) -> None: ...
    @classmethod
    def deal(
        cls,
        seed: int | None = None,
        index: int = 0,
        *,
        rules: Rules | str = "modern",
        dealer: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> Self: ...
    @classmethod
    def from_deck(
        cls,
        deck: Iterable[int],
        *,
        rules: Rules | str = "modern",
        dealer: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> Self: ...
    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, rules: Rules | str = "modern"
    ) -> Self: ...
    @classmethod
    def begin(cls, start: Mapping[str, Any], *, rules: Rules | str = "modern") -> Self: ...
    @property
    def start(self) -> dict[str, Any]: ...
    @property
    def actions(self) -> tuple[tuple[int, Action], ...]: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def phase(self) -> str: ...
    @property
    def to_move(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def hands(self) -> tuple[int, int]: ...
    @property
    def result(self) -> RoundResult | None: ...
    def view(self, seat: int) -> Seen: ...
    def legal_actions(self) -> tuple[Action, ...]: ...
    def copy(self) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    def position(self) -> dict[str, Any]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def apply(self, action: int | str) -> None: ...
