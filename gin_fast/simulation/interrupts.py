"""Ctrl-C while pieces are played: they are finished, or broken off if they take long."""

from __future__ import annotations

import math
import signal
import threading
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

PATIENCE_SECONDS = 0.5
"""How long to wait for pieces that should have ended by now: longer ones are broken off."""
_HURRY_SECONDS = 2.0
"""How long after a Ctrl-C another one ends whatever is going on, such as the writing of a file."""
_AGAIN_SECONDS = 0.5
"""How often a piece is told to break off, since a strategy may pass over it."""
_WAIT_SECONDS = 0.001


class Interrupted(Protocol):
    """Work that Ctrl-C stops."""

    is_reporting: bool

    def interrupt(self) -> None:
        """Makes every worker stop. A signal handler calls it."""

    def is_at_piece(self, thread: int) -> bool:
        """Whether this thread is at a piece."""


@contextmanager
def interrupts_noted(work: Interrupted) -> Iterator[None]:
    """Inside this context `work` takes note of Ctrl-C, since a `KeyboardInterrupt` could come
    between the end of a piece and its addition.

    It is raised only while `progress` runs or a piece takes long, where it does no harm, or if an
    earlier Ctrl-C has had no effect for some time. A handler other than Python's own is left alone.
    """
    first = math.inf

    def note(signum: int, frame: FrameType | None) -> None:
        nonlocal first
        now = time.monotonic()
        if first == math.inf:
            first = now
            work.interrupt()
            if work.is_at_piece(_main_thread()):
                start_new_thread(_insist, (is_slow,))
        is_late = work.is_at_piece(_main_thread()) and now > first + PATIENCE_SECONDS
        if work.is_reporting or is_late or now > first + _HURRY_SECONDS:
            raise KeyboardInterrupt

    def is_slow() -> bool:
        return not work.is_reporting and work.is_at_piece(_main_thread())

    default = signal.default_int_handler
    try:
        if signal.getsignal(signal.SIGINT) is default:
            signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread: Ctrl-C does not arrive here
        pass
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, default)


@contextmanager
def interrupts_late() -> Iterator[None]:
    """Inside this context a piece that a worker of an executor plays is finished after Ctrl-C, or
    broken off if it takes long."""
    is_going_on = True
    first = math.inf

    def note(signum: int, frame: FrameType | None) -> None:
        nonlocal first
        now = time.monotonic()
        if first == math.inf:
            first = now
            start_new_thread(_insist, (lambda: is_going_on,))
        if is_going_on and now > first + PATIENCE_SECONDS:
            raise KeyboardInterrupt

    in_main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, note) if in_main_thread else None
    try:
        yield
    finally:
        is_going_on = False
        if before is not None:  # None if the handler was not set by Python
            signal.signal(signal.SIGINT, before)


def _insist(is_going_on: Callable[[], bool]) -> None:
    """Interrupts the main thread, as Ctrl-C does, when its patience is over, as long as this is
    needed. The thread of this has no object: a signal handler could not start one."""
    time.sleep(max(0.0, PATIENCE_SECONDS) + _WAIT_SECONDS)
    while is_going_on():
        if hasattr(signal, "pthread_kill"):  # which ends what it waits for
            signal.pthread_kill(_main_thread(), signal.SIGINT)
        else:
            interrupt_main()
        time.sleep(_AGAIN_SECONDS)


def _main_thread() -> int:
    ident = threading.main_thread().ident
    assert ident is not None
    return ident


def break_off(thread: int) -> None:
    """Raises a `KeyboardInterrupt` in another thread, as soon as it runs Python."""
    from ctypes import c_ulong, py_object, pythonapi  # rarely needed

    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(KeyboardInterrupt))
