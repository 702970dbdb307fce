"""The processes of ``--processes``: none outlives the command, and none prints what Ctrl-C does."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any


class Workers(ProcessPoolExecutor):
    """Worker processes that end with the command, however it ends."""

    def __init__(self, number: int) -> None:
        super().__init__(number, mp_context=get_context("spawn"), initializer=_begin)
        self._sent: list[Future[Any]] = []

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """As in `ProcessPoolExecutor`. A process that is started here starts without Ctrl-C, which
        reaches every process of a terminal."""
        with _interrupts_held():
            future = super().submit(task, *given, **named)
        self._sent = [each for each in self._sent if not each.done()] + [future]
        return future

    def __exit__(self, *error: object) -> None:
        with _quiet_about_cancelled():
            if any(not future.done() for future in self._sent):  # broken off: nobody waits for it
                for child in active_children():
                    child.kill()
            self.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _quiet_about_cancelled() -> Iterator[None]:
    """The thread that finds its processes killed fails in older versions of Python if a future was
    cancelled by then, and would print that."""
    before = threading.excepthook

    def hook(failed: threading.ExceptHookArgs) -> None:
        if failed.exc_type is not InvalidStateError:
            before(failed)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = before


@contextmanager
def _interrupts_held() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Begins a worker: Ctrl-C is left to the command, and the end of the command ends it."""
    signal.signal(signal.SIGINT, _do_nothing)  # unlike SIG_IGN it is not handed on to programs
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        threading.Thread(target=_end_with_parent, name="gin_fast worker", daemon=True).start()
    except RuntimeError:  # the system allows no more: the command says that a worker is lost
        os._exit(1)


def _do_nothing(*_: object) -> None:
    pass


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
