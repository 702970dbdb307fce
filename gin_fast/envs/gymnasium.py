"""One round at a time against a strategy, with Gymnasium's interface."""

from __future__ import annotations

import copy
import operator
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from gin_fast.answers.vector import GIN_REWARD, KNOCK_REWARD, new_arrays
from gin_fast.envs.vector import (
    Rounds,
    Shown,
    action_names,
    as_render_mode,
    check_options,
    text_of,
)
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import N_ACTIONS
from gin_fast.strategies.players import StrategyLike
from gin_fast.values.checks import as_word, shown

__all__ = ["GinRummyEnv"]


class GinRummyEnv(gymnasium.Env[Any, np.int64]):
    """A round against a strategy that the environment plays: ``gin_fast/GinRummy-v0``.

    ``reset(seed=…)`` starts the first deal of the seed, and ``reset()`` the next one. Observations,
    actions and rewards are those of `VectorEnv`.

    Args:
        opponent: The strategy in the other seat: anything `simulate` takes.
        rules: A `Rules` or the name of a profile.
        reward: As in `VectorEnv`.
        observation: As in `VectorEnv`.
        seat: The agent's seat, 0 or 1; by default it alternates from round to round.
        knock_reward: As in `VectorEnv`.
        gin_reward: As in `VectorEnv`.
        illegal_reward: As in `VectorEnv`.
        table_play: As in `VectorEnv`.
        action_mask: As in `VectorEnv`.
        render_mode: ``"ansi"`` or `None`.

    >>> env = GinRummyEnv("simple")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, np.flatnonzero(info["action_mask"]).tolist()
    ((13, 52), [105, 106])
    >>> observation, reward, terminated, truncated, info = env.step(106)
    >>> reward, terminated
    (0.0, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        opponent: StrategyLike = "simple",
        rules: Rules | str = "modern",
        reward: str = "points",
        observation: str = "planes",
        *,
        seat: int | None = None,
        knock_reward: float = KNOCK_REWARD,
        gin_reward: float = GIN_REWARD,
        illegal_reward: float | None = None,
        table_play: bool = False,
        action_mask: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if opponent is None:
            raise TypeError(
                "opponent must be a strategy, not None: to play both seats use "
                "gin_fast.envs.VectorEnv or gin_fast.envs.pettingzoo"
            )
        self.rounds = Rounds(
            1,
            rules,
            opponent,
            seat=seat,
            reward=reward,
            knock_reward=knock_reward,
            gin_reward=gin_reward,
            illegal_reward=illegal_reward,
            table_play=table_play,
        )
        self._shows = Shown(observation, action_mask)
        self.observation_space = self._shows.space(self.rounds.settings.action_count)
        self.action_space = gymnasium.spaces.Discrete(self.rounds.settings.action_count)
        self.render_mode = as_render_mode(render_mode)
        names = "rewards", "ended", "illegal", "seats", "masks", self._shows.array
        self._arrays = new_arrays(self.rounds.settings, *names)
        self._is_on = False

    def __copy__(self) -> GinRummyEnv:
        return copy.deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a round: the first of a seed, 0 to 2**64 - 1, or the one after the last. There are
        no `options`."""
        check_options(options)
        if seed is not None:
            seed = as_word(seed, "seed")
            super().reset(seed=seed)
        self.rounds.reset(seed, **self._arrays)
        self._is_on = True
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Applies an action of the agent, then plays the opponent's turns that follow."""
        code = _as_code(action)
        if not self._is_on:
            raise gymnasium.error.ResetNeeded("no round is being played: call reset first")
        arrays = self._arrays
        self.rounds.step([code], **arrays)
        ended = bool(arrays["ended"][0])
        self._is_on = not ended
        return self._observed(), float(arrays["rewards"][0, 0]), ended, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of the legal actions, for ``MaskablePPO`` of sb3-contrib."""
        masks: npt.NDArray[np.bool_] = self._arrays["masks"][0] != 0
        return masks

    def render(self) -> str | None:
        """The round as text, as the agent may see it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: make(..., render_mode='ansi')")
            return None
        view = self.rounds.view(0)
        text = text_of(view)
        if view.to_move >= 0:
            text += f"\nlegal: {', '.join(action_names(view, self._arrays['masks'][0]))}"
        return text

    def _observed(self) -> Any:
        arrays = self._arrays
        return self._shows.observed(arrays[self._shows.array][0].copy(), arrays["masks"][0].copy())

    def _info(self) -> dict[str, Any]:
        arrays = self._arrays
        info: dict[str, Any] = {
            "action_mask": arrays["masks"][0].view(np.int8).copy(),
            "seat": int(arrays["seats"][0]),
            "illegal": bool(arrays["illegal"][0]),
        }
        result = self.rounds.result(0)
        if result is not None:
            # Gymnasium and others put the numbers of many rounds into arrays of int.
            told = result.to_dict()
            info["result"] = {name: -1 if told[name] is None else told[name] for name in told}
        return info


def _as_code(action: Any) -> int:
    """An action as an int. A value that is no action's gives -1, which is illegal."""
    if not isinstance(action, bool | np.bool_):
        try:
            code = operator.index(action)
        except TypeError:
            pass
        else:
            return code if 0 <= code < N_ACTIONS else -1
    raise TypeError(f"action must be an int, not {shown(action)}")
