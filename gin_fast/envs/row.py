"""One environment among those of a `VectorEnv`, for what is asked of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from gin_fast.engine import views
from gin_fast.state.actions import PASS
from gin_fast.values.checks import shown

if TYPE_CHECKING:
    from gin_fast.reference.vector import Rounds
    from gin_fast.state.results import RoundResult
    from gin_fast.state.seen import Seen

_OF_ALL = {
    "action_space": "single_action_space",
    "metadata": "metadata",
    "observation_space": "single_observation_space",
    "render_mode": "render_mode",
    "spec": "spec",
}
"""What all of them share, by the name that it has in the environment of all."""


class Many(Protocol):
    """A `VectorEnv`."""

    rounds: Rounds

    def text_of_round(self, place: int) -> str | None:
        """The round in a place as text."""


class Row:
    """The round in one place: what `call`, `get_attr` and `set_attr` of a `VectorEnv` reach."""

    def __init__(self, env: Many, place: int) -> None:
        self._env, self._place = env, place

    def __getattr__(self, name: str) -> Any:
        if name in _OF_ALL:
            return getattr(self._env, _OF_ALL[name])
        raise AttributeError(f"an environment of a VectorEnv has no attribute {shown(name)}")

    @property
    def unwrapped(self) -> Row:
        """Itself: it has no wrapper."""
        return self

    @property
    def index(self) -> int:
        """The index of the deal."""
        return self._env.rounds.index(self._place)

    @property
    def view(self) -> Seen:
        """What the observing seat may know."""
        return self._env.rounds.view(self._place)

    @property
    def result(self) -> RoundResult | None:
        """How the round ended, or `None` if it is not over."""
        return self._env.rounds.result(self._place)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of the legal actions, for ``MaskablePPO`` of sb3-contrib."""
        count = self._env.rounds.settings.action_count
        mask = np.zeros(count, np.bool_)
        legal = [action for action in views.legal_actions(self.view) if action < count]
        mask[legal if self.result is None else [PASS]] = True
        return mask

    def render(self) -> str | None:
        """The round as text."""
        return self._env.text_of_round(self._place)


def check_settable(name: str) -> None:
    """Refuses to set what is derived from the round, and what all share."""
    if not isinstance(name, str):
        raise TypeError(f"the name of an attribute must be a str, not {shown(name)}")
    if name.startswith("_") or name in _OF_ALL or hasattr(Row, name):
        raise AttributeError(f"{shown(name)} cannot be set: it is the round's or of all rounds")
