"""The rounds or games of a simulation, handed out in pieces: to threads, or to an executor."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextvars import copy_context
from typing import Any

from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import Tally
from gin_fast.engine import ENGINE
from gin_fast.simulation.interrupts import PATIENCE_SECONDS, break_off, interrupts_late
from gin_fast.simulation.jobs import Job
from gin_fast.values.checks import shown

_PIECE_SECONDS = 0.01
"""The target duration of a piece: an interrupt waits for the pieces in progress."""
_SENT_SECONDS = 0.25
"""The same for a piece sent to an executor, since sending takes time."""
_PIECE_BYTES = 1 << 24
"""The most bytes of recorded rows in one piece."""
_PROGRESS_SECONDS = 0.1
_WAITING_EACH = 16
"""The most finished pieces per worker to keep while an earlier one is unfinished."""
_WAIT_SECONDS = 0.001
MOST_WORKERS = 64 if ENGINE == "native" else 4
"""More threads would delay an interrupt, and could exhaust the system. Plain Python gains nothing
from threads, and each of its rounds, at least a piece, takes long."""


def processors() -> int:
    """The number of processors this process may use."""
    if hasattr(os, "process_cpu_count"):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Work:
    """The pieces of a job, and the tally of the finished ones.

    Pieces are handed out in ascending order, and each is finished even if the work is stopped. So
    the finished rounds are always the first ones, without a gap.
    """

    def __init__(
        self,
        job: Job,
        asked: int,
        workers: int | Executor,
        progress: Callable[[int, int], object] | None,
        added: Callable[[int, Tally, Logged], object],
        done: int,
        tally: Tally,
    ) -> None:
        """`added` is called with the number done, the tally and the latest piece whenever they have
        grown: in order, and by one thread at a time."""
        self.done = done
        self.tally = tally
        self.interrupted = False
        self.is_reporting = False
        self._stopped = False
        self._is_abandoned = False
        self._job = job
        self._asked = asked
        self._workers = workers
        self._progress = progress
        self._added = added
        self._reported = time.monotonic()
        self._next = done
        self._until = done
        self._waiting: dict[int, tuple[int, Logged]] = {}  # finished before an earlier one
        self._lock = threading.Lock()
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []
        self._playing: set[int] = set()  # the threads of this process that are at a piece
        self._given_up_at = math.inf

    def do(self, until: int) -> None:
        """Works up to the number `until`, or until it is interrupted."""
        self._until = until
        if isinstance(self._workers, Executor):
            self._send_pieces(self._workers)
        elif self._workers == 1 and not self._job.is_deaf:
            self._play_pieces(self._tell_sometimes)
        else:
            self._play_in_threads(self._workers)

    def interrupt(self) -> None:
        """Makes every worker stop after its current piece, or break it off if it takes long.

        It is called by a signal handler, so it takes no lock: its own thread may hold it.
        """
        self.interrupted = self._stopped = True
        self._given_up_at = min(self._given_up_at, time.monotonic() + PATIENCE_SECONDS)

    def is_at_piece(self, thread: int) -> bool:
        """Whether this thread is at a piece."""
        return thread in self._playing

    def abandon(self) -> None:
        """Adds nothing from now on, even if a thread is still working on a piece."""
        with self._lock:
            self._is_abandoned = True

    def _is_given_up(self) -> bool:
        return time.monotonic() > self._given_up_at

    def _break_off(self) -> None:
        """Abandons the pieces that threads are at, and makes these end as soon as they can."""
        self.abandon()
        with self._lock:
            for thread in self._playing:
                break_off(thread)

    def report(self) -> None:
        """Reports the progress."""
        if self._progress is None:
            return
        self.is_reporting = True
        try:
            self._progress(self.done, self._asked)
        finally:
            self.is_reporting = False
            self._reported = time.monotonic()

    def _play_in_threads(self, workers: int) -> None:
        self._threads = [
            threading.Thread(
                target=copy_context().run,
                args=(self._work_along,),
                name=f"gin_fast-{number}",
                daemon=True,
            )
            for number in range(workers)
        ]
        try:
            for thread in self._threads:
                thread.start()
            for thread in self._threads:
                while thread.is_alive() and not self._is_given_up():
                    thread.join(_PROGRESS_SECONDS)
                    self._tell_sometimes()
        except BaseException:
            self._stopped = True
            raise
        finally:
            if self._is_given_up():
                self._break_off()
            deadline = time.monotonic() + PATIENCE_SECONDS
            for thread in self._threads:
                if thread.is_alive():
                    thread.join(max(0.0, deadline - time.monotonic()))
        if self._error is not None:
            raise self._error

    def _work_along(self) -> None:
        try:
            self._play_pieces()
        except BaseException as error:  # the calling thread raises it
            if not self._is_abandoned:
                self._error = self._error or error
            self._stopped = True

    def _play_pieces(self, after_each: Callable[[], None] | None = None) -> None:
        size = self._job.step
        while not self._stopped:
            if len(self._waiting) >= _WAITING_EACH * self._workers_now():
                time.sleep(_WAIT_SECONDS)  # for the one that lags behind
                continue
            with self._lock:
                piece = self._next_piece(size, self._workers_now())
            if piece is None:
                return
            began = time.perf_counter()
            played = self._played(*piece)
            took = time.perf_counter() - began
            self._add(*piece, played)
            size = self._fitting(piece[1], took, _PIECE_SECONDS, played)
            if after_each is not None:
                after_each()

    def _played(self, start: int, size: int) -> Logged:
        """A piece, played in this thread, which may be told to break it off."""
        thread = threading.get_ident()
        self._playing.add(thread)
        try:
            return self._job.play(start, size)
        finally:
            with self._lock:  # nobody is about to break it off
                self._playing.discard(thread)

    def _played_and_timed(self, start: int, size: int) -> tuple[Logged, float]:
        began = time.perf_counter()
        return self._played(start, size), time.perf_counter() - began

    def _workers_now(self) -> int:
        return self._workers if isinstance(self._workers, int) else workers_of(self._workers)

    def _next_piece(self, size: int, workers: int) -> tuple[int, int] | None:
        """The start and the size of the next piece; `None` if all are handed out."""
        left, step = self._until - self._next, self._job.step
        if left == 0:
            return None
        # Small pieces at the end, so that nobody waits long for one worker.
        size = min(size, max(step, left // (2 * workers) // step * step))
        start = self._next
        self._next += size
        return start, size

    def _fitting(self, size: int, took: float, meant: float, played: Logged) -> int:
        """The size of a piece that takes `meant` seconds, given that one of `size` took `took`
        seconds; and whose recorded rows stay within the limit."""
        step = self._job.step
        took = max(took, meant * played.nbytes / _PIECE_BYTES, 1e-9)
        return max(step, min(4 * size, int(size * meant / took)) // step * step)

    def _add(self, start: int, size: int, played: Logged) -> None:
        with self._lock:
            if self._is_abandoned:
                return
            self._waiting[start] = size, played
            while self.done in self._waiting:
                size, played = self._waiting.pop(self.done)
                self.tally = self.tally.plus(played.tally)
                self.done += size
                self._added(self.done, self.tally, played)

    def _send_pieces(self, executor: Executor) -> None:
        """Hands the pieces to an executor. Whatever happens, it waits a little for those in
        progress, since they would carry on without us."""
        sent: dict[Future[tuple[Logged, float]], tuple[int, int]] = {}
        try:
            self._send_and_receive(executor, sent)
        finally:
            for future in sent:
                future.cancel()
            if self._is_given_up():
                self._break_off()  # those in threads of ours
            wait(sent, PATIENCE_SECONDS)

    def _send_and_receive(
        self, executor: Executor, sent: dict[Future[tuple[Logged, float]], tuple[int, int]]
    ) -> None:
        size = self._job.step
        error: BaseException | None = None
        workers, asked_at = workers_of(executor), time.monotonic()
        is_here = isinstance(executor, ThreadPoolExecutor)
        task: Sequence[Any] = (self._played_and_timed,) if is_here else (played, self._job)
        while not self._is_given_up():
            if time.monotonic() - asked_at >= 1.0:  # a cluster may grow
                workers, asked_at = workers_of(executor), time.monotonic()
            waiting = _WAITING_EACH * workers - len(self._waiting)
            most = min(2 * workers + 1, waiting)
            while not self._stopped and error is None and len(sent) < most:
                piece = self._next_piece(size, workers)
                if piece is None:
                    break
                try:
                    sent[executor.submit(*task, *piece)] = piece
                except BaseException as raised:
                    error = raised
            if not sent:
                break
            for future in wait(sent, _PROGRESS_SECONDS, FIRST_COMPLETED).done:
                piece = sent.pop(future)
                try:
                    logged, took = self._answer(future.result(), piece[1])
                except BaseException as raised:
                    error = error or raised
                    continue
                self._add(*piece, logged)
                size = self._fitting(piece[1], took, _SENT_SECONDS, logged)
            self._tell_sometimes()
        if error is None and not self._stopped and self.done < self._until:
            error = RuntimeError(f"the executor did not return the piece starting at {self.done}")
        if isinstance(error, BrokenExecutor):
            if self.interrupted:
                return
            raise BrokenExecutor(
                "a worker process was lost: a script that starts processes needs a line "
                "if __name__ == '__main__', and strategies before it or in a module of their own"
            ) from error
        if error is not None:
            raise error

    def _answer(self, value: Any, size: int) -> tuple[Logged, float]:
        """The answer of an executor for a piece, checked to be what was asked for."""
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Logged):
            tally = value[0].tally
            number = tally.games.games if self._job.of_games else tally.rounds.rounds
            if number == size and isinstance(value[1], float) and math.isfinite(value[1]):
                return value
        raise RuntimeError(f"the executor returned {shown(value)} for a piece of {size}")

    def _tell_sometimes(self) -> None:
        if time.monotonic() - self._reported >= _PROGRESS_SECONDS and self.done < self._asked:
            self.report()


def workers_of(executor: Executor) -> int:
    """The number of workers of an executor, as far as it can be known."""
    client = getattr(executor, "_client", None)  # of Dask
    if client is not None:
        return max(1, sum(map(int, client.nthreads().values())))
    workers = getattr(executor, "_max_workers", None)
    return workers if isinstance(workers, int) and workers > 0 else processors()


def played(job: Job, start: int, count: int) -> tuple[Logged, float]:
    """Plays a piece of a job and times it, in seconds: the task of a worker of an executor.

    Ctrl-C reaches every process of a terminal. The waiting process acts on it; a worker ends its
    piece, or breaks it off if it takes long.
    """
    began = time.perf_counter()
    with interrupts_late():
        logged = job.play(start, count)
    return logged, time.perf_counter() - began
