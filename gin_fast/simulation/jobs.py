"""What is to be played, as a value that any process can play a piece of."""

from __future__ import annotations

import os
import pickle
import sys
from concurrent.futures import Executor
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple

from gin_fast.answers.rows import Logged
from gin_fast.engine import ENGINE, games, playout
from gin_fast.rules.rules import Rules
from gin_fast.strategies.players import Player, failure


class _Level:
    """The players of a piece that is being played, one of which may have asked for others."""

    def __init__(self, players: tuple[Player, Player]) -> None:
        self.players = players
        self.fault = ""

    def has(self, player: Player) -> bool:
        return player.identity() in [each.identity() for each in self.players]


_PLAYING: ContextVar[tuple[_Level, ...]] = ContextVar("gin_fast playing", default=())
"""The pieces that this thread is at, each asked for by a strategy in the one before."""


class Job(NamedTuple):
    """What is to be played: a value, so that any process can play a piece of it."""

    a: Player
    b: Player
    seed: int
    rules: Rules
    of_games: bool
    mirrored: bool
    on_error: str
    log: str | None = None

    @property
    def step(self) -> int:
        """The size of a piece is a multiple of this many rounds or games."""
        return 2 if self.mirrored else 1

    @property
    def is_deaf(self) -> bool:
        """Whether a single round can take long without running any Python, which alone hears of
        Ctrl-C."""
        players = (self.a, self.b)
        return ENGINE == "native" and any(
            player.compiled is not None
            or (player.builtin is not None and player.builtin.name == "montecarlo")
            for player in players
        )

    def play(self, start: int, count: int) -> Logged:
        """Plays a piece."""
        if self.a.make is self.b.make is None:  # none asks for another simulation
            return self._played(start, count)
        outer, level = _PLAYING.get(), _Level((self.a, self.b))
        _PLAYING.set((*outer, level))
        try:
            logged = self._played(start, count)
        finally:
            _PLAYING.set(outer)
        if level.fault:
            raise RuntimeError(level.fault)
        return logged

    def check_ends(self) -> None:
        """Refuses a strategy that plays in what it simulates, and simulates there again. All of
        that fails, so that the fault comes out where the strategy was played first."""
        levels = _PLAYING.get()
        for player in (self.a, self.b) if len(levels) > 1 else ():
            if player.make is not None and sum(level.has(player) for level in levels) > 1:
                fault = f"the strategy {player.name!r} calls simulate with itself, without end"
                for level in levels[1:]:
                    level.fault = fault
                raise RuntimeError(fault)

    def check_reaches(self, executor: Executor) -> None:
        """Refuses a strategy that the processes of an executor cannot have."""
        for player in (self.a, self.b):
            player.check_travels()
            if _is_process_pool(executor) and player.make is not None:
                self._check_reaches(player, executor)

    def _check_reaches(self, player: Player, executor: Executor) -> None:
        how = getattr(getattr(executor, "_mp_context", None), "get_start_method", str)()
        try:
            pickle.dumps(player)
        except Exception as error:  # whatever its own code raises
            raise TypeError(
                f"the strategy {player.name!r} cannot be sent to other processes, "
                f"{failure(error)}: define it at the top of a module, or use threads"
            ) from None
        if how != "fork" and _is_of_prompt(player.make):
            raise TypeError(
                f"the strategy {player.name!r} is of a notebook or a prompt, where other processes "
                f"cannot find it: put it in a file, and give it as 'file.py:{player.name}'"
            )

    def _played(self, start: int, count: int) -> Logged:
        tally = games.tally_games if self.of_games else playout.tally
        played = tally(
            self.a,
            self.b,
            self.seed,
            start,
            count,
            self.rules,
            mirrored=self.mirrored,
            on_error=self.on_error,
            log=self.log,
        )
        return played if isinstance(played, Logged) else Logged(played)


def _is_process_pool(executor: Executor) -> bool:
    pools = sys.modules.get("concurrent.futures.process")  # which would make the start slower
    return pools is not None and isinstance(executor, pools.ProcessPoolExecutor)


def _is_of_prompt(make: Any) -> bool:
    """Whether a class or function is of a ``__main__`` that has no file."""
    made = make.func if isinstance(make, partial) else make
    main = sys.modules["__main__"]
    has_file = os.path.exists(getattr(main, "__file__", None) or "") or main.__spec__ is not None
    return getattr(made, "__module__", None) == "__main__" and not has_file
