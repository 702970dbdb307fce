"""Many rounds at once, one action each at a time."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from gin_fast.answers.faults import stop
from gin_fast.answers.vector import (
    Array,
    RoundIsOver,
    Settings,
    apart,
    as_actions,
    as_seeds,
    as_settings,
    as_where,
    check_arrays,
    check_samples,
    shapes,
)
from gin_fast.reference.slots import Many, Slot
from gin_fast.rules.rules import Rules
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import StrategyLike
from gin_fast.values.checks import as_int, fresh_seed, shown

__all__ = ["Rounds"]


class Rounds:
    """Many rounds at once, started by `reset` and played by `step`.

    The round in place *e* is deal *e* of the seed, then deal *e* + `count`, *e* + 2 `count` and so
    on; seat index & 1 starts. Without an opponent each step is a decision of the seat to act. With
    an opponent (a strategy in any form) the rounds play its turns themselves, until the agent is to
    act or the round is over; the agent has seat index >> 1 & 1, or always `seat`.

    Actions are 0-107 of `gin_fast.state.actions`: the engine spreads and lays off at once, at its
    best. With `table_play` they are all 594.

    `reward` is the reward at the end of a round. ``"points"``: the seat's score minus that of the
    other. ``"win"``: 1 for a win, -1 for a loss, 0 if nobody won. ``"rlcard"``: to the winner
    `gin_reward` for gin and `knock_reward` without gin, to all others minus a hundredth of their
    deadwood.

    An illegal action, any number, ends the round: the other seat scores as if it had gone gin
    against the current hand, or, with an `illegal_reward`, the seat that chose it gets that and the
    other 0.

    With `autoreset` ``"next_step"`` a round that is over starts the next deal in the next step,
    which does nothing else there; with ``"same_step"`` at once; with ``"disabled"`` only `reset`
    does, and a step before that is refused. After Ctrl-C midway, call `reset` again, which keeps
    the seed unless it is given another.

    >>> import numpy as np
    >>> rounds = Rounds(2, "eaai")
    >>> words = np.zeros((2, 2), np.uint64)
    >>> rounds.reset(seed=7, words=words)
    >>> [word.bit_length() + 63 for word in words[:, 1].tolist()]  # the highest is to pass
    [106, 106]
    """

    _settings: Settings
    _fitting: dict[str, tuple[int, ...]]
    _many: Many
    _has_begun: bool
    _is_busy: bool

    def __new__(
        cls,
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
    ) -> Rounds:
        self = super().__new__(cls)
        self._settings = as_settings(
            count,
            rules,
            opponent,
            seat,
            reward,
            knock_reward,
            gin_reward,
            illegal_reward,
            table_play,
            autoreset,
        )
        self._fitting = shapes(self._settings)
        self._many = Many(self._settings)
        self._has_begun = False
        self._is_busy = False
        return self

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
    ) -> None:
        """Does nothing: ``__new__`` has made it."""

    def __copy__(self) -> Rounds:
        return deepcopy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        self._enter()
        try:
            many = self._many
            stream = many.sampling if many.slots else None
            state = (self._has_begun, many.seed, many.slots, stream)
            return Rounds._again, (self._settings, state)
        finally:
            self._is_busy = False

    @classmethod
    def _again(cls, settings: Settings, state: tuple[Any, ...]) -> Rounds:
        """The rounds that went so far."""
        given, named = settings.arguments()
        made = cls(*given, **named)
        made._has_begun, made._many.seed, made._many.slots, stream = state
        if stream is not None:
            made._many.sampling = stream
        return made

    @property
    def settings(self) -> Settings:
        """What the rounds are played by."""
        return self._settings

    @property
    def seed(self) -> int | None:
        """The seed of the last reset of all rounds, of several the first; `None` before it."""
        return self._many.seed

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        *,
        where: npt.NDArray[np.bool_] | None = None,
        **arrays: Array | None,
    ) -> None:
        """Starts all rounds: from the first deals of a seed, 0 to 2**64 - 1; without a seed from
        the next deals. Without one the first time, a fresh seed is taken; after Ctrl-C the deals of
        the seed start over.

        With a seed for each round, or `None` to go on with its next deal, a round plays deals 0, 1,
        2 and so on of its own seed. `where`, an array of bool, starts those rounds alone.

        The observations are written to `arrays` as in `step`. The rewards and ends are 0.
        """
        _require_rounds(self)
        seeds = as_seeds(seed, self._settings.count)
        chosen = as_where(where, self._settings.count)
        check_arrays(self._fitting, arrays)
        self._enter()
        try:
            if chosen is not None:
                self._require_begun()
            if not self._has_begun and not isinstance(seeds, int):
                self._many.start(fresh_seed() if self._many.seed is None else self._many.seed)
            if seeds is not None:
                self._many.set_seeds(seeds, chosen)
            self._has_begun = True
            self._many.begin_all(arrays, chosen)
        except BaseException:
            self._has_begun = False  # what is interrupted must begin anew
            raise
        finally:
            self._is_busy = False
        self._raise_fault()

    def step(self, actions: npt.ArrayLike, **arrays: Array | None) -> int:
        """Plays one action in each round, and returns the number of those that were illegal.

        The results are written to the `arrays` that are given, all contiguous:

        ================  ===========  ========================================================
        ``rewards``       float32      (count, 2) by seat, or (count, 1) against an opponent
        ``ended``         bool         (count,) whether the round has ended
        ``illegal``       bool         (count,) whether the action was illegal
        ``seats``         int8         (count,) whose observation it is
        ``masks``         uint8        (count, 108 or 594) 1 for each legal action
        ``words``         uint64       (count, 2 or 10) the same as bits, 64 in a word
        ``packed``        uint64       (count, 16) the observation as `PACKED` names it
        ``planes``        uint8        (count, 13, 52) the observation as `PLANES` names it
        ``final_packed``  uint64       as ``packed``, of rounds that end and restart at once
        ``final_planes``  uint8        as ``planes``, likewise
        ================  ===========  ========================================================

        An observation is that of the seat to act, and at the end that of the seat that acted last;
        against an opponent it is always the agent's. A round that is over has 106 as its only legal
        action, so that there is something to choose: the next step ignores it.
        """
        _require_rounds(self)
        numbers = as_actions(actions, self._settings.count)
        check_arrays(self._fitting, arrays)
        numbers = apart(numbers, actions, arrays)
        self._enter()
        try:
            self._require_begun()
            self._many.require_on()
            count = self._many.step_all(numbers.tolist(), arrays)
        except RoundIsOver:
            raise
        except BaseException:
            self._has_begun = False  # as above
            raise
        finally:
            self._is_busy = False
        self._raise_fault()
        return count

    def sample_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each round, all equally likely, from its own stream: that of the seed,
        index 0 and sampling. `out` is an array of int64 to write to.

        >>> rounds = Rounds(3)
        >>> rounds.reset(seed=7)
        >>> rounds.sample_actions().tolist()
        [106, 106, 105]
        """
        _require_rounds(self)
        if out is None:
            out = np.empty(self._settings.count, np.int64)
        else:
            check_samples(out, self._settings.count)
        self._enter()
        try:
            self._require_begun()
            self._many.sample_actions(out)
        finally:
            self._is_busy = False
        return out

    def index(self, place: int) -> int:
        """The index of the deal of the round in a place."""
        return _at(self, place).index

    def view(self, place: int) -> Seen:
        """The observing seat's view of the round in a place."""
        return _at(self, place).view()

    def result(self, place: int) -> RoundResult | None:
        """How the round in a place ended, or `None` if it is not over."""
        return _at(self, place).result

    def _enter(self) -> None:
        """Lets only one call at a time use the rounds."""
        if self._is_busy:
            raise RuntimeError("the rounds are in use")
        self._is_busy = True

    def _require_begun(self) -> None:
        if not self._has_begun:
            raise RuntimeError("the rounds have not started: call reset first")

    def _raise_fault(self) -> None:
        """Raises the opponent's first fault in this step, if any."""
        found, self._many.fault = self._many.fault, None
        if found is not None:
            fault, seed, raised = found
            stop(fault, seed, raised)


def _require_rounds(self: object) -> None:
    """Checks `self`: methods called through their class may be given anything."""
    if not isinstance(self, Rounds):
        raise TypeError(f"Rounds are needed, not {shown(self)}")


def _at(rounds: Rounds, place: int) -> Slot:
    """The slot of the round in a place."""
    _require_rounds(rounds)
    place = as_int(place, "place", 0, rounds.settings.count - 1)
    if rounds._is_busy:
        raise RuntimeError("the rounds are in use")
    rounds._require_begun()
    return rounds._many.slots[place]
