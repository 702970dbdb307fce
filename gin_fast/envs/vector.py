"""Many rounds at once, with Gymnasium's vector interface."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from gin_fast.answers.vector import FLAGS, MASKS, MOST_ROUNDS, PACKED, PLANES, Array, new_arrays
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import format_card, format_hand
from gin_fast.engine import ENGINE
from gin_fast.rules.rules import Rules
from gin_fast.state.action_text import action_text
from gin_fast.state.actions import ACTIONS, PHASES
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import StrategyLike
from gin_fast.values.checks import as_bool, as_int, as_word, shown

if TYPE_CHECKING or ENGINE == "reference":
    from gin_fast.reference.vector import Rounds
else:
    from gin_fast.native.vector import Rounds

__all__ = ["FLAGS", "PACKED", "PLANES", "Rounds", "VectorEnv"]

OBSERVATIONS = ("packed", "planes")
_MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Many rounds at once: each step is one action in every round.

    Without an `opponent` a step is a decision of whichever seat is to move, given by
    ``info["seat"]``, and rewards have the shape (num_envs, 2), by seat. With one, the environment
    plays its turns, and rewards have the shape (num_envs,).

    Legal actions are 1 in ``info["action_mask"]``. An illegal action ends the round, as
    ``info["illegal"]`` shows.

    Args:
        num_envs: The number of rounds.
        rules: A `Rules` or the name of a profile.
        opponent: The strategy in the other seat: anything `simulate` takes. By default both seats
            are yours.
        reward: The reward at the end of a round: ``"points"``, ``"win"`` or ``"rlcard"``.
        observation: ``"packed"``, words as named in `PACKED`, or ``"planes"``, bytes as named in
            `PLANES`.
        seat: The agent's seat against an `opponent`, 0 or 1; by default it alternates from round to
            round.
        illegal_reward: The reward of the seat that takes an illegal action, the other getting 0; by
            default the round is scored as a forfeit.
        table_play: Whether spreads and layoffs are actions too: all 594 of
            `gin_fast.state.actions` instead of the first 108.
        autoreset_mode: Gymnasium's ``AutoresetMode``: next step or same step.
        copy: Whether each step returns new arrays; otherwise it overwrites the last ones.
        render_mode: ``"ansi"`` or `None`.

    >>> env = VectorEnv(3, opponent="simple")
    >>> observations, info = env.reset(seed=7)
    >>> observations.shape, info["action_mask"].shape
    ((3, 16), (3, 108))
    >>> env.step(env.sample_actions())[1].tolist()
    [0.0, 0.0, 0.0]
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "modern",
        opponent: StrategyLike | None = None,
        reward: str = "points",
        observation: str = "packed",
        *,
        seat: int | None = None,
        illegal_reward: float | None = None,
        table_play: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = as_int(num_envs, "num_envs", 1, MOST_ROUNDS)
        mode = _as_mode(autoreset_mode)
        self.rounds = Rounds(
            self.num_envs,
            rules,
            opponent,
            seat=seat,
            reward=reward,
            illegal_reward=illegal_reward,
            table_play=table_play,
            same_step=mode is AutoresetMode.SAME_STEP,
        )
        settings = self.rounds.settings
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": mode}
        self.render_mode = as_render_mode(render_mode)
        self.single_observation_space = observation_space(observation)
        self.single_action_space = gymnasium.spaces.Discrete(settings.action_count)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.illegal_actions = 0
        """The number of illegal actions so far."""
        self._observation = observation
        self._final = f"final_{observation}" if mode is AutoresetMode.SAME_STEP else None
        self._copies = as_bool(copy, "copy")
        names = ["rewards", "ended", "illegal", "seats", "masks", observation]
        self._names = names if self._final is None else [*names, self._final]
        self._kept = {} if self._copies else self._new()
        self._sampled = None if self._copies else np.zeros(self.num_envs, np.int64)

    @cached_property
    def observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        """The observation space of all rounds. It is created on demand, since its bounds fill
        arrays as large as the observations."""
        return batch_space(self.single_observation_space, self.num_envs)

    def __copy__(self) -> VectorEnv:
        return copy.deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Starts every round anew: from the first deals of a seed, 0 to 2**64 - 1, or without one
        from the deals after those played. The settings of the environment stay. There are no
        `options`: all rounds start together, so a reset mask is refused."""
        self._require_open()
        check_options(options)
        if seed is not None:
            seed = as_word(seed, "seed")
            super().reset(seed=seed)
        arrays = self._new() if self._copies else self._kept
        self.rounds.reset(seed, **arrays)
        return arrays[self._observation], self._info(arrays)

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Applies one action in each round: returns observations, rewards, terminations,
        truncations (always false) and the info."""
        self._require_open()
        arrays = self._new() if self._copies else self._kept
        self.illegal_actions += self.rounds.step(actions, **arrays)
        rewards = arrays["rewards"]
        return (
            arrays[self._observation],
            rewards if rewards.shape[1] == 2 else rewards[:, 0],
            arrays["ended"],
            np.zeros(self.num_envs, np.bool_),
            self._info(arrays),
        )

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each round, each equally likely. They are drawn from a stream
        of the seed, so they are reproducible."""
        self._require_open()
        return self.rounds.sample_actions(self._sampled)

    def render(self) -> tuple[str, ...] | None:
        """Each round as text, as the seat to move may see it."""
        self._require_open()
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: VectorEnv(..., render_mode='ansi')")
            return None
        return tuple(text_of(self.rounds.view(place)) for place in range(self.num_envs))

    def _new(self) -> dict[str, Array]:
        return new_arrays(self.rounds.settings, *self._names)

    def _info(self, arrays: dict[str, Array]) -> dict[str, Any]:
        info = {
            "action_mask": arrays["masks"].view(np.int8),
            "seat": arrays["seats"],
            "illegal": arrays["illegal"],
        }
        if self._final is not None:
            info["final_obs"], info["_final_obs"] = arrays[self._final], arrays["ended"]
        return info

    def _require_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")


def _as_mode(value: AutoresetMode | str) -> AutoresetMode:
    for mode in _MODES:
        if value is mode or value == mode.value:
            return mode
    names = " or ".join(mode.value for mode in _MODES)
    raise ValueError(f"autoreset_mode must be {names}, not {shown(value)}")


def check_options(options: Any) -> None:
    """Refuses options of `reset`, since there are none."""
    if options is None:
        return
    if not isinstance(options, dict):
        raise TypeError(f"options must be a dict or None, not {shown(options)}")
    for name in options:
        raise ValueError(f"unknown option of reset: {shown(name)}; there are none")


def as_render_mode(value: Any) -> str | None:
    """A render mode, of which there is only one."""
    if value is None or (isinstance(value, str) and value == "ansi"):
        return value
    raise ValueError(f"render_mode must be ansi or None, not {shown(value)}")


def observation_space(observation: Any) -> gymnasium.spaces.Box:
    """The space of a single observation."""
    if not isinstance(observation, str) or observation not in OBSERVATIONS:
        raise ValueError(
            f"observation must be one of {', '.join(OBSERVATIONS)}, not {shown(observation)}"
        )
    if observation == "planes":
        return gymnasium.spaces.Box(0, 1, (len(PLANES), 52), np.uint8)
    most = {"phase": len(PHASES) - 1, "stock": 31, "limit": 100, "draws": 0xFFFF, "flags": 0xFFFFFF}
    high = np.array([DECK if name in MASKS else most[name] for name in PACKED], np.uint64)
    return gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint64)


def text_of(view: Seen) -> str:
    """A round in a few lines, as a seat may see it."""
    mover = "over" if view.to_move < 0 else f"{view.phase}, seat {view.to_move} to move"
    lines = [
        f"{mover}, {view.stock} in the stock, knock with {view.limit}",
        f"pile: {' '.join(map(format_card, view.pile)) or 'empty'}",
        f"seat {view.seat} holds: {format_hand(view.hand)}",
    ]
    if view.sure:
        lines.append(f"seat {1 - view.seat} is known to hold: {format_hand(view.sure)}")
    if view.melds:
        lines.append(f"on the table: {' | '.join(map(format_hand, view.melds))}")
    return "\n".join(lines)


def action_names(view: Seen, mask: Array) -> list[str]:
    """The texts of the actions allowed by a mask."""
    return [action_text(ACTIONS[code], view) for code in np.flatnonzero(mask)]
