"""What the tests of simulations share."""

from __future__ import annotations

import signal
import threading
from typing import Any

from gin_fast.answers.sums import Sums, Tally
from gin_fast.game.round import View
from gin_fast.reference.players import ACTS

SEED = 7
ENDLESS = 2**64 - 1


def won_by_0(count):
    """The tally of rounds that seat 0 all wins, for a point, each a unit."""
    return Tally(
        Sums(
            rounds=count,
            wins_0=count,
            points_0=count,
            wins_0_squared=count,
            points_0_squared=count,
            net_points_squared=count,
            decided_squared=count,
            rounds_squared=count,
            wins_0_by_rounds=count,
            points_0_by_rounds=count,
        )
    )


def interrupt():
    """Ctrl-C, as the main thread meets it, from whichever thread."""
    if threading.current_thread() is threading.main_thread():
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


class Unspeakable(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise ValueError("no words for it")


NONSENSE: list[Any] = [None, 594, -1, True, "dance", "", float("nan"), 10**30, -(10**30), 1.0, ()]
NONSENSE += [107, 593, object]
"""What is no legal action, whatever is asked. (Big gin is, once in a long while.)"""
ERRORS = [
    SystemExit(3),
    ZeroDivisionError("once\nin a while"),
    ValueError("long " * 1000),
    StopIteration(),
    GeneratorExit("bye"),
    MemoryError(),
    Unspeakable(),
]


class Plain:
    """`simple` in Python, as strategies of one's own are."""

    def begin(self, rng: Any) -> None:
        self.rng, self.memory = rng, {}

    def act(self, view: View) -> Any:
        return ACTS["simple"](view, self.rng, self.memory)


class Faulty(Plain):
    """It goes wrong now and then, in each way, at any turn."""

    once_in = 30

    def act(self, view: View) -> Any:
        if self.rng.below(self.once_in) == 0:
            which = self.rng.below(len(NONSENSE) + len(ERRORS))
            if which < len(NONSENSE):
                return NONSENSE[which]
            raise ERRORS[which - len(NONSENSE)]
        return super().act(view)


class Worse(Faulty):
    """It goes wrong more often, so in phases that are seldom reached too."""

    once_in = 6


class AtOnce:
    """It goes wrong at its first turn."""

    def act(self, view: View) -> Any:
        raise ZeroDivisionError("at once")


class Interrupting(Plain):
    """Somebody presses Ctrl-C while it thinks, in some rounds."""

    def act(self, view: View) -> Any:
        if self.rng.below(20) == 0:
            raise KeyboardInterrupt
        return super().act(view)
