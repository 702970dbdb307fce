"""Gin Rummy as a PettingZoo environment: ``pip install gin_fast[pettingzoo]``.

PettingZoo's own ``gin_rummy`` was removed from the package. Code written for it only changes one
import::

    from gin_fast.envs import pettingzoo as gin_rummy_v5

The layout ``"rlcard"``, the default, is that environment: RLCard's 110 actions, its planes of 52
cards in the order S H D C, its way of ending a round and its rewards. The differences: out of turn
`observe` shows an agent its own hand, where RLCard showed the other's; the card just taken from the
pile may not be discarded to knock; the deals of a seed are ours. The actions are listed in
`gin_fast.interop.rlcard`.

The layout ``"gin_fast"`` is the round of this library: the first upcard is offered, spreads and
layoffs are actions, any rules may be used, and rewards are the points of the round.

Both give ``{"observation", "action_mask"}``; the mask is all zero for an agent that is not to move.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gin_fast.cards.hands import format_card, format_hand
from gin_fast.engine import dealing
from gin_fast.envs.own_table import OWN_PLANES, OWN_TABLE, OwnTable
from gin_fast.envs.pictures import HEIGHT, Picture, Scene, picture
from gin_fast.envs.rlcard_table import RLCardTable
from gin_fast.game.round import Round
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.values.checks import as_number, as_word, fresh_seed, shown

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as error:
    raise ImportError(
        f"{error}: the environment needs PettingZoo, pip install gin_fast[pettingzoo]"
    ) from error

__all__ = ["LAYOUTS", "OWN_PLANES", "OWN_TABLE", "env", "raw_env"]

LAYOUTS = ("rlcard", "gin_fast")
"""The layouts of actions and observations."""

_AGENTS = ["player_0", "player_1"]
_BEGUN = ("round", "agent_selection", "rewards", "terminations", "truncations", "infos")
"""The attributes that exist from the first `reset` on."""


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """One round between ``player_0`` and ``player_1``.

    ``reset(seed=…)`` deals the first round of the seed, and each ``reset()`` the next one; the same
    seed gives the same rounds everywhere, including their dealers. ``options={"deck": …,
    "dealer": …}`` sets the deal, as `Round.from_deck` takes it; any other option is ignored, as
    PettingZoo's own tests require.

    Before the first `reset` there is no round: using one is an `AttributeError`, as with
    PettingZoo's wrappers. An illegal action is a `ValueError` and changes nothing.

    Args:
        knock_reward: The reward of a knock in the layout ``"rlcard"``.
        gin_reward: The reward of gin in that layout. All others get minus a hundredth of their
            deadwood.
        opponents_hand_visible: Whether to add a fifth plane in that layout, with the cards neither
            seen nor known: the stock and the other hand together.
        render_mode: ``"ansi"``, ``"rgb_array"``, ``"human"`` or `None`.
        screen_height: The height of the picture in pixels, at most.
        layout: ``"rlcard"`` or ``"gin_fast"``.
        rules: The rules of the layout ``"gin_fast"``, ``"modern"`` by default. There the winner's
            reward is the score of the round, and the loser's is minus that.

    >>> table = raw_env(layout="gin_fast", rules="eaai")
    >>> table.reset(seed=7)
    >>> observation, *_ = table.last()
    >>> observation["observation"].shape, np.flatnonzero(observation["action_mask"]).tolist()
    ((13, 52), [105, 106])
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "rgb_array", "ansi"],
        "name": "gin_rummy_v5",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        knock_reward: float = 0.5,
        gin_reward: float = 1.0,
        opponents_hand_visible: bool | None = False,
        render_mode: str | None = None,
        screen_height: int | None = 1000,
        *,
        layout: str = "rlcard",
        rules: Rules | str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            knock_reward,
            gin_reward,
            opponents_hand_visible,
            render_mode,
            screen_height,
            layout=layout,
            rules=rules,
        )
        AECEnv.__init__(self)
        if layout not in LAYOUTS:
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, not {shown(layout)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode must be one of {modes}, not {shown(render_mode)}")
        rewards = _as_reward(knock_reward, "knock_reward"), _as_reward(gin_reward, "gin_reward")
        if layout == "gin_fast":
            if opponents_hand_visible:
                raise ValueError("opponents_hand_visible is only for the layout rlcard")
            self._table: RLCardTable | OwnTable = OwnTable(as_rules(rules or "modern"))
        else:
            if rules is not None and as_rules(rules) != Rules.preset("rlcard"):
                raise ValueError("the layout rlcard needs the rules rlcard")
            self._table = RLCardTable(*rewards, bool(opponents_hand_visible))
        self.layout = layout
        self.render_mode = render_mode
        self.screen_height = screen_height or HEIGHT
        self._seed = self._index = -1
        self._window: Any = None
        self.possible_agents = _AGENTS[:]
        self.agents = _AGENTS[:]
        self.observation_spaces = {name: _space(self._table) for name in _AGENTS}
        self.action_spaces = {name: spaces.Discrete(self._table.n_actions) for name in _AGENTS}

    def __getstate__(self) -> dict[str, Any]:
        """All there is but the window: a copy goes on where this is, and by itself."""
        return {**self.__dict__, "_window": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __copy__(self) -> raw_env:
        return copy.deepcopy(self)

    def __getattr__(self, name: str) -> Any:
        """Raises the error for an attribute missing before `reset`, as PettingZoo's wrappers do."""
        if name in _BEGUN:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def round(self) -> Round:
        """The current round, for example for a `Seat` to choose in. In the layout ``"rlcard"`` it
        is over when the stock runs out, though RLCard still lets the top of the pile be taken."""
        return self._table.round

    def observation_space(self, agent: str) -> Any:
        """The observation space of an agent."""
        return self.observation_spaces[_AGENTS[_seat_of(agent)]]

    def action_space(self, agent: str) -> Any:
        """The action space of an agent."""
        return self.action_spaces[_AGENTS[_seat_of(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a round."""
        if not (options is None or isinstance(options, dict)):
            raise TypeError(f"options must be a dict or None, not {shown(options)}")
        if seed is not None:
            self._seed, self._index = as_word(seed, "seed"), -1
        elif self._seed < 0:
            self._seed = fresh_seed()
        self._index += 1
        self._table.start(self._dealt(options or {}))
        self.agents = _AGENTS[:]
        self.agent_selection = _AGENTS[self._table.mover]
        self._skip_agent_selection = None
        self.rewards = {"player_0": 0.0, "player_1": 0.0}
        self._cumulative_rewards = {"player_0": 0.0, "player_1": 0.0}
        self.terminations = {"player_0": False, "player_1": False}
        self.truncations = {"player_0": False, "player_1": False}
        self.infos: dict[str, dict[str, Any]] = {"player_0": {}, "player_1": {}}
        if self.render_mode == "human":
            self.render()

    def _dealt(self, options: dict[str, Any]) -> Round:
        rules = self._table.rules
        dealer = options.get("dealer")
        if dealer is None:
            dealer = dealing.Stream(self._seed, self._index, dealing.SAMPLING).below(2)
        if "deck" in options:
            return Round.from_deck(options["deck"], rules=rules, dealer=dealer)
        return Round.deal(self._seed, self._index, rules=rules, dealer=dealer)

    def step(self, action: Any) -> None:
        """Applies an action for the agent to move; `None` if its round is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        table.do(action)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = _AGENTS[table.mover]
        if table.rewards is not None:
            self.rewards = dict(zip(_AGENTS, table.rewards, strict=True))
            self.terminations = {"player_0": True, "player_1": True}
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """The observation of an agent, at any time, as new arrays."""
        seat = _seat_of(agent)
        acts = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self._table.observe(seat, acts)

    def render(self) -> Any:
        """The table with both hands open: as text (``"ansi"``), as pixels (``"rgb_array"``), or in
        a window (``"human"``, which needs pygame)."""
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        if "agent_selection" not in vars(self):
            raise AttributeError("round cannot be accessed before reset")
        scene = self._table.shown()
        if self.render_mode == "ansi":
            return _text(scene)
        pixels = picture(scene, self.screen_height)
        if self.render_mode == "rgb_array":
            return pixels
        if self._window is None:
            self._window = _Window(pixels)
        self._window.show(pixels, self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Closes the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None


class _CheckedEnv(raw_env):
    """`raw_env` with the checks of PettingZoo's usual wrappers, without their cost."""

    def _require_begun(self, error: Callable[[], None]) -> None:
        """Raises PettingZoo's error, which is an assertion, before the first `reset`."""
        if "agent_selection" not in vars(self):
            error()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """The observation of an agent, at any time, as new arrays."""
        self._require_begun(EnvLogger.error_observe_before_reset)
        return super().observe(agent)

    def render(self) -> Any:
        """The table, as `raw_env` renders it."""
        self._require_begun(EnvLogger.error_render_before_reset)
        return super().render()

    def step(self, action: Any) -> None:
        """Applies an action; an illegal one ends the round, and a missing one is refused."""
        self._require_begun(EnvLogger.error_step_before_reset)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif self._table.is_legal(action):
            super().step(action)
        else:
            space = self.action_spaces[agent]
            assert space.contains(action), f"action {shown(action)} is not in action space {space}"
            EnvLogger.warn_on_illegal_move()
            self._end_illegal(agent)

    def _end_illegal(self, agent: str) -> None:
        self._cumulative_rewards[agent] = 0.0
        self.terminations = {"player_0": True, "player_1": True}
        self.truncations = {"player_0": True, "player_1": True}
        self.rewards = {"player_0": 0.0, "player_1": 0.0}
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()


def env(**kwargs: Any) -> raw_env:
    """The environment with the checks of PettingZoo's usual wrappers: an illegal action ends the
    round with -1 for the agent that made it and 0 for the other. The arguments are those of
    `raw_env`.

    >>> table = env()
    >>> table.reset(seed=7)
    >>> observation, reward, termination, truncation, info = table.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((4, 52), 11)
    """
    return _CheckedEnv(**kwargs)


class _Window:
    """A pygame window."""

    def __init__(self, pixels: Picture) -> None:
        try:
            import pygame
        except ImportError as error:
            raise ImportError(
                f'{error}: render_mode="human" needs pygame, pip install gin_fast[pettingzoo]'
            ) from error
        self._pygame = pygame
        pygame.display.init()
        self._screen = pygame.display.set_mode((pixels.shape[1], pixels.shape[0]))
        pygame.display.set_caption("Gin Rummy")
        self._clock = pygame.time.Clock()

    def show(self, pixels: Picture, frames: int) -> None:
        self._pygame.event.pump()
        self._pygame.surfarray.blit_array(self._screen, pixels.swapaxes(0, 1))
        self._pygame.display.flip()
        self._clock.tick(frames)

    def close(self) -> None:
        self._pygame.display.quit()


def _seat_of(agent: Any) -> int:
    """The seat of an agent."""
    if agent not in _AGENTS:
        raise ValueError(f"agent must be player_0 or player_1, not {shown(agent)}")
    return _AGENTS.index(agent)


def _as_reward(value: Any, name: str) -> float:
    reward = as_number(value, name)
    if not math.isfinite(reward):
        raise ValueError(f"{name} must be a finite number, not {shown(value)}")
    return reward


def _text(scene: Scene) -> str:
    """A table as text."""
    lines = [
        f"{name}: {format_hand(hand)}{'  (to move)' if seat == scene.to_move else ''}"
        for seat, (name, hand) in enumerate(zip(_AGENTS, scene.hands, strict=True))
    ]
    top = format_card(scene.top) if scene.top >= 0 else "empty"
    middle = [f"pile {top}, {scene.stock} in the stock"]
    if scene.melds:
        middle.append(f"on the table: {' | '.join(map(format_hand, scene.melds))}")
    return "\n".join([lines[0], *middle, lines[1]])


def _space(table: RLCardTable | OwnTable) -> Any:
    """The observation space of a table."""
    planes, *numbers = table.shapes
    parts: dict[str, Any] = {"observation": spaces.Box(0, 1, planes, np.int8)}
    if numbers:
        kind: Any = np.int32
        parts["table"] = spaces.Box(np.iinfo(kind).min, np.iinfo(kind).max, numbers[0], kind)
    parts["action_mask"] = spaces.Box(0, 1, (table.n_actions,), np.int8)
    return spaces.Dict(parts)
