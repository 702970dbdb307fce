"""Many rounds at once, with Gymnasium's vector interface."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from gin_fast.answers.vector import (
    FLAGS,
    GIN_REWARD,
    KNOCK_REWARD,
    MASKS,
    MOST_ROUNDS,
    PACKED,
    PLANES,
    Array,
    RoundIsOver,
    as_where,
    new_arrays,
)
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import format_card, format_hand
from gin_fast.engine import ENGINE
from gin_fast.envs.row import Row, check_settable
from gin_fast.rules.rules import Rules
from gin_fast.state.action_text import action_text
from gin_fast.state.actions import ACTIONS, PASS, PHASES
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import StrategyLike
from gin_fast.values.checks import as_bool, as_int, shown

if TYPE_CHECKING or ENGINE == "reference":
    from gin_fast.reference.vector import Rounds
else:
    from gin_fast.native.vector import Rounds

__all__ = ["FLAGS", "PACKED", "PLANES", "Rounds", "VectorEnv"]

OBSERVATIONS = ("packed", "packed_int64", "planes")
_AUTORESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnv(gymnasium.vector.VectorEnv[Any, Array, Array]):
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
        observation: ``"packed"``, words of ``uint64`` as named in `PACKED`; ``"packed_int64"``, the
            same numbers with a sign, which no bit ever sets; or ``"planes"``, bytes as named in
            `PLANES`.
        seat: The agent's seat against an `opponent`, 0 or 1; by default it alternates from round to
            round.
        knock_reward: What ``reward="rlcard"`` gives the winner of a round without gin.
        gin_reward: What it gives the winner of a round with gin.
        illegal_reward: The reward of the seat that takes an illegal action, the other getting 0; by
            default the round is scored as a forfeit.
        table_play: Whether spreads and layoffs are actions too: all 594 of
            `gin_fast.state.actions` instead of the first 108.
        action_mask: Whether observations are a dict of ``"observation"`` and ``"action_mask"``,
            for wrappers that drop the info.
        autoreset_mode: Gymnasium's ``AutoresetMode``, or its value: ``"NextStep"``, ``"SameStep"``
            or ``"Disabled"``.
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
        knock_reward: float = KNOCK_REWARD,
        gin_reward: float = GIN_REWARD,
        illegal_reward: float | None = None,
        table_play: bool = False,
        action_mask: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = as_int(num_envs, "num_envs", 1, MOST_ROUNDS)
        self.autoreset_mode = mode = _as_mode(autoreset_mode)
        self.rounds = Rounds(
            self.num_envs,
            rules,
            opponent,
            seat=seat,
            reward=reward,
            knock_reward=knock_reward,
            gin_reward=gin_reward,
            illegal_reward=illegal_reward,
            table_play=table_play,
            autoreset=_AUTORESETS[mode],
        )
        settings = self.rounds.settings
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": mode}
        self.render_mode = as_render_mode(render_mode)
        self._shows = Shown(observation, action_mask)
        self.single_action_space = gymnasium.spaces.Discrete(settings.action_count)
        self.single_observation_space = self._shows.space(settings.action_count)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.illegal_actions = 0
        """The number of illegal actions so far."""
        self._copies = as_bool(copy, "copy")
        self._names = ["rewards", "ended", "illegal", "seats", "masks", self._shows.array]
        if mode is AutoresetMode.SAME_STEP:
            self._names.append(f"final_{self._shows.array}")
        self._rows: list[Row] | None = None  # once an attribute of one was set
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
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts every round anew: from the first deals of a seed, 0 to 2**64 - 1, or without one
        from the deals after those played. The settings of the environment stay.

        With a list of seeds each round plays the deals of its own, as `GinRummyEnv` does; where it
        is `None`, the round goes on with its next deal. The option ``"reset_mask"``, an array of
        bool, starts the rounds where it is true, and leaves the others where they are.
        """
        self._require_open()
        check_options(options, "reset_mask")
        where = as_where((options or {}).get("reset_mask"), self.num_envs, "reset_mask")
        arrays = self._new() if self._copies else self._kept
        self.rounds.reset(seed, where=where, **arrays)
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
        return self._observed(arrays), self._info(arrays)

    def step(self, actions: npt.ArrayLike) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Applies one action in each round: returns observations, rewards, terminations,
        truncations (always false) and the info."""
        self._require_open()
        arrays = self._new() if self._copies else self._kept
        try:
            self.illegal_actions += self.rounds.step(actions, **arrays)
        except RoundIsOver as error:
            raise gymnasium.error.ResetNeeded(str(error)) from None
        rewards = arrays["rewards"]
        return (
            self._observed(arrays),
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

    def text_of_round(self, place: int) -> str | None:
        """The round in a place as `render` gives it."""
        return None if self.render_mode is None else text_of(self.rounds.view(place))

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of each environment, or gets an attribute: ``"action_masks"``, ``"view"``,
        ``"result"``, ``"index"``, ``"render"``, and what `set_attr` has set.

        >>> env = VectorEnv(2)
        >>> observations, info = env.reset(seed=7)
        >>> env.call("index"), env.call("action_masks")[0].nonzero()[0].tolist()
        ((0, 1), [105, 106])
        """
        self._require_open()
        found = [getattr(row, name) for row in self._each_row()]
        return tuple(each(*args, **kwargs) if callable(each) else each for each in found)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment, as `call` gets it."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of each environment: one value of a list or tuple each, or one for all.
        The settings of the rounds cannot be set."""
        self._require_open()
        check_settable(name)
        each = values if isinstance(values, (list, tuple)) else [values] * self.num_envs
        if len(each) != self.num_envs:
            raise ValueError(f"{self.num_envs} values are needed, one a round, not {len(each)}")
        self._rows = self._each_row()
        for row, value in zip(self._rows, each, strict=True):
            setattr(row, name, value)

    def _each_row(self) -> list[Row]:
        return self._rows or [Row(self, place) for place in range(self.num_envs)]

    def _new(self) -> dict[str, Array]:
        return new_arrays(self.rounds.settings, *self._names)

    def _observed(self, arrays: dict[str, Array]) -> Any:
        return self._shows.observed(arrays[self._shows.array], arrays["masks"])

    def _info(self, arrays: dict[str, Array]) -> dict[str, Any]:
        info = {
            "action_mask": arrays["masks"].view(np.int8),
            "seat": arrays["seats"],
            "illegal": arrays["illegal"],
        }
        final = arrays.get(f"final_{self._shows.array}")
        if final is not None:
            masks = np.zeros_like(arrays["masks"])
            masks[arrays["ended"], PASS] = 1
            info["final_obs"] = self._shows.observed(final, masks)
            info["_final_obs"] = arrays["ended"]
        return info

    def _require_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")


def _as_mode(value: AutoresetMode | str) -> AutoresetMode:
    for mode in _AUTORESETS:
        if value is mode or value == mode.value:
            return mode
    names = ", ".join(mode.value for mode in _AUTORESETS)
    raise ValueError(f"autoreset_mode must be one of {names}, not {shown(value)}")


def check_options(options: Any, *known: str) -> None:
    """Refuses options of `reset` that it does not have."""
    if options is None:
        return
    if not isinstance(options, dict):
        raise TypeError(f"options must be a dict or None, not {shown(options)}")
    for name in options:
        if name not in known:
            expected = f"expected {', '.join(known)}" if known else "there are none"
            raise ValueError(f"unknown option of reset: {shown(name)}; {expected}")


def as_render_mode(value: Any) -> str | None:
    """A render mode, of which there is only one."""
    if value is None or (isinstance(value, str) and value == "ansi"):
        return value
    raise ValueError(f"render_mode must be ansi or None, not {shown(value)}")


class Shown:
    """How observations are shown: their array, the type of its numbers, and whether the mask of the
    legal actions comes with them."""

    def __init__(self, observation: Any, action_mask: Any) -> None:
        if not isinstance(observation, str) or observation not in OBSERVATIONS:
            raise ValueError(
                f"observation must be one of {', '.join(OBSERVATIONS)}, not {shown(observation)}"
            )
        self.array = "planes" if observation == "planes" else "packed"
        self.has_mask = as_bool(action_mask, "action_mask")
        self._is_signed = observation == "packed_int64"

    def observed(self, array: Array, masks: Array) -> Any:
        """An observation, or many: of arrays that `Rounds` has filled."""
        observed = array.view(np.int64) if self._is_signed else array
        if not self.has_mask:
            return observed
        return {"observation": observed, "action_mask": masks.view(np.int8)}

    def space(self, actions: int) -> gymnasium.Space[Any]:
        """The space of a single observation, with the mask of so many actions."""
        space = self._space()
        if not self.has_mask:
            return space
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": space, "action_mask": mask})

    def _space(self) -> gymnasium.spaces.Box:
        if self.array == "planes":
            return gymnasium.spaces.Box(0, 1, (len(PLANES), 52), np.uint8)
        most = {
            "phase": len(PHASES) - 1,
            "stock": 31,
            "limit": 100,
            "draws": 0xFFFF,
            "flags": 0xFFFFFF,
        }
        dtype = np.int64 if self._is_signed else np.uint64
        high = np.array([DECK if name in MASKS else most[name] for name in PACKED], dtype)
        return gymnasium.spaces.Box(np.zeros_like(high), high, dtype=dtype)


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
