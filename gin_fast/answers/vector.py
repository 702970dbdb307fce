"""Many rounds at once: their settings, observations and arrays, shared by both engines."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast.rules.rules import Rules, as_rules
from gin_fast.state.actions import N_ACTIONS
from gin_fast.strategies.players import Player, as_player
from gin_fast.values.checks import as_bool, as_int, as_word, shown

if TYPE_CHECKING:
    import numpy.typing as npt  # it takes long to import

    Array = npt.NDArray[Any]
else:
    Array = np.ndarray

N_COMPACT = 108
"""The number of actions when the engine spreads and lays off: 0-107 of `gin_fast.state.actions`."""
MOST_ROUNDS = 1 << 20
"""The most rounds at once."""
KNOCK_REWARD, GIN_REWARD = 0.5, 1.0
"""What the reward ``"rlcard"`` gives the winner of a round without gin, and with gin."""
REWARDS = ("points", "win", "rlcard")
"""How the end of a round is rewarded, by number."""
AUTORESETS = ("next_step", "same_step", "disabled")
"""When a round that is over makes way for the next deal, by number."""

MASKS = (
    "hand",
    "top",
    "pile",
    "known",
    "exposed",
    "declined",
    "own_declined",
    "drawn",
    "table",
    "unmelded",
    "laid_off",
)
"""The sets of cards that an observation has, in their order."""
PACKED = (*MASKS, "phase", "stock", "limit", "draws", "flags")
"""The columns of a packed observation."""
PLANES = (*MASKS, "stock", "facts")
"""The planes of an observation in planes."""
FLAGS = (
    "seat_1",
    "started",
    "from_pile",
    "doubled",
    "upcard_taken",
    "knocked",
    "other_knocked",
    "to_act",
)
"""The bits of the column ``flags``, from bit 0. After them come 8 bits for the number of cards
discarded at once, and 8 bits for the number taken from the pile."""


class RoundIsOver(RuntimeError):
    """A step of a round that is over and must be reset first."""


@dataclass(frozen=True)
class Settings:
    """The settings of many rounds at once."""

    count: int
    rules: Rules
    opponent: Player | None
    seat: int
    """The seat of the agent against the opponent; -1: both seats in turn."""
    reward: int
    """An index into `REWARDS`."""
    knock_reward: float
    gin_reward: float
    illegal_reward: float | None
    table_play: bool
    autoreset: int
    """An index into `AUTORESETS`."""

    @property
    def action_count(self) -> int:
        """The number of actions."""
        return N_ACTIONS if self.table_play else N_COMPACT

    @property
    def sides(self) -> int:
        """How many rewards a round has: both seats', or only the agent's."""
        return 2 if self.opponent is None else 1

    def arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What rounds with these settings are made with, by place and by name."""
        named = {
            "seat": None if self.seat < 0 else self.seat,
            "reward": REWARDS[self.reward],
            "knock_reward": self.knock_reward,
            "gin_reward": self.gin_reward,
            "illegal_reward": self.illegal_reward,
            "table_play": self.table_play,
            "autoreset": AUTORESETS[self.autoreset],
        }
        return (self.count, self.rules, self.opponent), named

    def agent(self, index: int) -> int:
        """The seat of the agent in the round of this deal. The starter changes with every deal, so
        this changes with every second one."""
        return index >> 1 & 1 if self.seat < 0 else self.seat


def as_settings(
    count: Any,
    rules: Any,
    opponent: Any,
    seat: Any,
    reward: Any,
    knock_reward: Any,
    gin_reward: Any,
    illegal_reward: Any,
    table_play: Any,
    autoreset: Any,
) -> Settings:
    """The settings, checked."""
    count = as_int(count, "count", 1, MOST_ROUNDS)
    rules = as_rules(rules)
    player = None if opponent is None else as_player(opponent)
    if seat is None:
        seat = -1
    else:
        seat = as_int(seat, "seat", 0, 1)
        if player is None:
            raise ValueError(f"seat={seat} needs an opponent: without one both seats are played")
    reward = _as_choice(reward, "reward", REWARDS)
    for name, usual, given in (
        ("knock_reward", KNOCK_REWARD, knock_reward),
        ("gin_reward", GIN_REWARD, gin_reward),
    ):
        if _as_reward(given, name) != usual and REWARDS[reward] != "rlcard":
            raise ValueError(f"{name}={given!r} needs reward='rlcard'")
    return Settings(
        count,
        rules,
        player,
        seat,
        reward,
        _as_reward(knock_reward, "knock_reward"),
        _as_reward(gin_reward, "gin_reward"),
        None if illegal_reward is None else _as_reward(illegal_reward, "illegal_reward"),
        as_bool(table_play, "table_play"),
        _as_choice(autoreset, "autoreset", AUTORESETS),
    )


def _as_choice(value: Any, name: str, choices: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {shown(value)}")
    return choices.index(value)


_MOST_REWARD = float(np.finfo(np.float32).max)


def _as_reward(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        or_none = " or None" if name == "illegal_reward" else ""
        raise TypeError(f"{name} must be a number{or_none}, not {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not abs(number) <= _MOST_REWARD:
        raise ValueError(f"{name} must be finite in 32 bits, not {shown(value)}")
    return float(np.float32(number))  # as the arrays hold it


def as_seeds(value: Any, count: int) -> int | list[int | None] | None:
    """One seed for all rounds, or for each round its own, where `None` goes on with the next deal;
    or `None` if no round has any."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim == 1):
        if len(value) != count:
            raise ValueError(f"seed must hold {count} seeds, one for each round, not {len(value)}")
        seeds = [None if each is None else as_word(each, "seed") for each in value]
        return None if all(each is None for each in seeds) else seeds
    return as_word(value, "seed")


def as_where(value: Any, count: int, name: str = "where") -> npt.NDArray[np.bool_] | None:
    """Which rounds to reset; `None`: all of them."""
    if value is None:
        return None
    if not isinstance(value, np.ndarray) or value.dtype != np.bool_:
        raise TypeError(f"{name} must be an array of bool, not {shown(value)}")
    if value.shape != (count,):
        raise ValueError(f"{name} must have the shape ({count},), not {value.shape}")
    if not value.any():
        raise ValueError(f"{name} must be true somewhere: no round would be reset")
    return np.array(value)


def as_actions(actions: Any, count: int) -> npt.NDArray[np.int64]:
    """One action for each round, legal or not."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions must hold integers of at most 64 bits, not {array.dtype}")
    if array.shape != (count,):
        raise ValueError(f"actions must have the shape ({count},), not {array.shape}")
    # Numbers beyond the 63 bits of an int64 become negative, which is illegal too.
    return np.ascontiguousarray(array, np.int64)


def apart(numbers: npt.NDArray[np.int64], given: Any, arrays: dict[str, Any]) -> Any:
    """These actions, copied if one of the arrays shares their memory: each is read before its own
    result is written, but not before the results of others are."""
    if isinstance(given, (list, tuple)):
        return numbers  # a new array already
    if any(array is not None and np.may_share_memory(numbers, array) for array in arrays.values()):
        return numbers.copy()
    return numbers


_DTYPES: dict[str, Any] = {
    "rewards": np.float32,
    "ended": np.bool_,
    "illegal": np.bool_,
    "seats": np.int8,
    "masks": np.uint8,
    "words": np.uint64,
    "packed": np.uint64,
    "planes": np.uint8,
    "final_packed": np.uint64,
    "final_planes": np.uint8,
}


def shapes(settings: Settings) -> dict[str, tuple[int, ...]]:
    """The shape of each output array."""
    count, actions = settings.count, settings.action_count
    return {
        "rewards": (count, settings.sides),
        "ended": (count,),
        "illegal": (count,),
        "seats": (count,),
        "masks": (count, actions),
        "words": (count, (actions + 63) // 64),
        "packed": (count, len(PACKED)),
        "planes": (count, len(PLANES), 52),
        "final_packed": (count, len(PACKED)),
        "final_planes": (count, len(PLANES), 52),
    }


def new_arrays(settings: Settings, *names: str) -> dict[str, Array]:
    """New arrays of these names that fit."""
    fitting = shapes(settings)
    return {name: np.zeros(fitting[name], _DTYPES[name]) for name in names}


def check_arrays(fitting: dict[str, tuple[int, ...]], arrays: dict[str, Any]) -> None:
    """Checks that the caller's arrays can be written to; `None` is an array that is not wanted."""
    for name, array in arrays.items():
        if name not in _DTYPES:
            raise TypeError(f"unexpected array {shown(name)}: expected one of {', '.join(_DTYPES)}")
        if array is None:
            continue
        dtype, shape = _DTYPES[name], fitting[name]
        if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
            raise TypeError(
                f"{name} must be an array of {np.dtype(dtype)}, not {type(array).__name__}"
            )
        if array.dtype != dtype:
            raise TypeError(f"{name} must be an array of {np.dtype(dtype)}, not of {array.dtype}")
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, not {array.shape}")
        flags = array.flags
        if not (flags.c_contiguous and flags.aligned and flags.writeable):
            raise ValueError(f"{name} must be writeable and contiguous")


def check_samples(out: Any, count: int) -> None:
    """Checks that sampled actions can be written to `out`."""
    if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray):
        raise TypeError(f"out must be an array of int64, not {type(out).__name__}")
    if out.dtype != np.int64:
        raise TypeError(f"out must be an array of int64, not of {out.dtype}")
    if out.shape != (count,):
        raise ValueError(f"out must have the shape ({count},), not {out.shape}")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise ValueError("out must be writeable and contiguous")
