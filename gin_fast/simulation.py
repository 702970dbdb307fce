"""Many rounds of one strategy against another, on every processor, as exact integer sums."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from gin_fast._engine import ENGINE, playout
from gin_fast._engine import games as whole_games
from gin_fast.cards import WORD, as_int, as_word, fresh_seed, shown
from gin_fast.playing import MOST_GAMES, GameSums, Sums
from gin_fast.rules import Rules, as_rules
from gin_fast.simulation_result import Ending, Estimate, SimulationResult
from gin_fast.strategies import as_strategy

__all__ = ["Ending", "Estimate", "SimulationResult", "Sums", "simulate"]

_PIECE_SECONDS = 0.01
"""How long a piece of the work is meant to take: an interrupt waits for the pieces under way."""
_PROGRESS_SECONDS = 0.1
_PATIENCE_SECONDS = 2.0
"""How long to wait for pieces that should have ended long ago."""
_MOST_WORKERS = 64 if ENGINE == "native" else 4
"""More threads would make an interrupt wait, and a system run out of them. Plain Python gains
nothing by threads, and its rounds, each at least a piece, are long."""


def simulate(
    a: str,
    b: str,
    *,
    rounds: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    rules: Rules | str = "modern",
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> SimulationResult:
    """Plays independent rounds of strategy `a` (seat 0) against `b` (seat 1) and adds them up;
    1000 of them, unless `rounds` says how many, or `games` asks for whole games.

    Round *i* is deal *i* of the seed, started by seat *i* & 1. Game *g* begins with deal *g* *
    2**20, started by seat *g* & 1, and goes on as the rules say. The numbers are the same for any
    `threads`; without it there is one for each processor this process may use, and one alone in
    the reference engine, which more could not make faster. Without `seed` a fresh one is taken,
    and the result tells it. `progress` is called from the calling thread, now and then and at the
    end, with the number of rounds or games finished and the number of all.

    Ctrl-C ends the work, not the program: at once there is a result with ``interrupted=True`` that
    holds the rounds finished, which are those of ``simulate(..., rounds=result.rounds)``; or the
    games, which are those of ``simulate(..., games=result.games)``.

    >>> result = simulate("simple", "random", rounds=20, seed=7)
    >>> result.rounds, result.interrupted
    (20, False)
    >>> result == simulate("simple", "random", rounds=20, seed=7, threads=3)
    True
    """
    a, b = as_strategy(a), as_strategy(b)
    if rounds is not None and games is not None:
        given = f"rounds={shown(rounds)}, games={shown(games)}"
        raise ValueError(f"give rounds or games, not both: {given}")
    if games is None:
        asked = as_int(1000 if rounds is None else rounds, "rounds", 0, WORD)
    else:
        asked = as_int(games, "games", 0, MOST_GAMES)
    seed = fresh_seed() if seed is None else as_word(seed, "seed")
    rules = as_rules(rules)
    if threads is None:
        threads = _processors() if ENGINE == "native" else 1
    workers = min(as_int(threads, "threads", 1), max(1, asked), _MOST_WORKERS)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {shown(progress)}")

    def play(start: int, count: int) -> Done:
        if games is None:
            return Done(count, Sums(*playout.tally(a, b, seed, start, count, rules)), GameSums())
        of_rounds, of_games = whole_games.tally_games(a, b, seed, start, count, rules)
        return Done(count, Sums(*of_rounds), GameSums(*of_games))

    work = _Work(play, asked, workers, progress)
    with _interrupts_noted(work):
        try:
            work.do()
        except KeyboardInterrupt:
            if work.is_going_on():
                raise
            work.interrupted = True
        done = work.done
        of_games = None if games is None else done.games
        return SimulationResult(a, b, seed, rules, asked, work.interrupted, done.rounds, of_games)


class Done(NamedTuple):
    """What is finished: the number of rounds or games, and the sums."""

    number: int
    rounds: Sums
    games: GameSums

    def plus(self, other: Done) -> Done:
        """Both, added up."""
        return Done(
            self.number + other.number, self.rounds.plus(other.rounds), self.games.plus(other.games)
        )


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "process_cpu_count"):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Work:
    """The rounds or games, handed out in pieces, and the sums of those that are finished.

    Pieces are handed out in ascending order, and a piece once handed out is finished even when the
    work is stopped. So what is finished is always the first rounds, without a gap.
    """

    def __init__(
        self,
        play: Callable[[int, int], Done],
        asked: int,
        workers: int,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self.done = Done(0, Sums(), GameSums())
        self.interrupted = False
        self.is_telling = False
        self._stopped = False
        self._play = play
        self._asked = asked
        self._progress = progress
        self._told = time.monotonic()
        self._next = 0
        self._lock = threading.Lock()
        self._error: BaseException | None = None
        self._workers = workers
        self._threads: list[threading.Thread] = []

    def do(self) -> None:
        """Does all of it, or what is done by the time it is interrupted."""
        if self._workers == 1:
            self._play_pieces(self._tell_sometimes)
        else:
            self._play_in_threads()
        self._tell()

    def interrupt(self) -> None:
        """Makes every worker stop after the piece it is at.

        A signal's handler calls it, so it takes no lock: its own thread may hold it.
        """
        self.interrupted = self._stopped = True

    def is_going_on(self) -> bool:
        """Whether a thread is still at a piece."""
        return any(thread.is_alive() for thread in self._threads)

    def _play_in_threads(self) -> None:
        self._threads = [
            threading.Thread(target=self._work_along, name=f"gin_fast-{number}", daemon=True)
            for number in range(self._workers)
        ]
        try:
            for thread in self._threads:
                thread.start()
            for thread in self._threads:
                while thread.is_alive():
                    thread.join(_PROGRESS_SECONDS)
                    self._tell_sometimes()
        finally:
            self._stopped = True
            deadline = time.monotonic() + _PATIENCE_SECONDS
            for thread in self._threads:
                if thread.is_alive():
                    thread.join(max(0.0, deadline - time.monotonic()))
        if self._error is not None:
            raise self._error

    def _work_along(self) -> None:
        try:
            self._play_pieces()
        except BaseException as error:  # the calling thread raises it
            self._error = self._error or error
            self._stopped = True

    def _play_pieces(self, after_each: Callable[[], None] | None = None) -> None:
        size = 1
        while not self._stopped:
            with self._lock:
                left = self._asked - self._next
                if left == 0:
                    return
                # Small pieces at the end, lest all wait for one worker.
                size = min(size, max(1, left // (2 * self._workers)))
                start = self._next
                self._next += size
            began = time.perf_counter()
            piece = self._play(start, size)
            took = time.perf_counter() - began
            with self._lock:
                self.done = self.done.plus(piece)
            size = max(1, min(4 * size, int(size * _PIECE_SECONDS / max(took, 1e-9))))
            if after_each is not None:
                after_each()

    def _tell_sometimes(self) -> None:
        if time.monotonic() - self._told >= _PROGRESS_SECONDS and self.done.number < self._asked:
            self._tell()

    def _tell(self) -> None:
        if self._progress is None:
            return
        self.is_telling = True
        try:
            self._progress(self.done.number, self._asked)
        finally:
            self.is_telling = False
            self._told = time.monotonic()


@contextmanager
def _interrupts_noted(work: _Work) -> Iterator[None]:
    """While it lasts Ctrl-C is noted by `work`, for a `KeyboardInterrupt` could come between the
    end of a piece and its addition.

    One is raised only while `progress` runs, where it does no harm, and when an earlier Ctrl-C has
    had no effect for long. A handler that is not Python's own is left alone.
    """
    first = math.inf

    def note(signum: int, frame: FrameType | None) -> None:
        nonlocal first
        now = time.monotonic()
        first = min(first, now)
        work.interrupt()
        if work.is_telling or now > first + _PATIENCE_SECONDS:
            raise KeyboardInterrupt

    default = signal.default_int_handler
    try:
        if signal.getsignal(signal.SIGINT) is default:
            signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread: Ctrl-C does not come here
        pass
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, default)
