"""Running external programs: questions and answers in lines, and never too long a wait."""

from __future__ import annotations

import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn, Protocol, cast

from gin_fast.values.checks import shown

MOST_BYTES = 1000
"""The most bytes of an answer before the end of its line."""

_CHUNK = 4096
_SECONDS_TO_EXIT = 1.0  # from the end of its output until a program has ended
_SECONDS_TO_DIE = 5.0  # from the kill until the system says that it is dead
_TURN_MS = 250  # how long a thread waits that is to break off

_GUARD = 'read group && { read end || kill -s KILL -- "-$group"; }'
"""Kills a group of processes, unless it is told that they have ended before its input ends."""


class ProgramError(RuntimeError):
    """An external program that cannot be started, or did not answer as it should; its text says
    which program and why."""

    __module__ = "gin_fast.strategies.programs"  # where it is public


class Process:
    """A running program. Each answer has `time_limit` seconds, the first `start_limit` more."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        time_limit: float,
        start_limit: float,
        cwd: str | None,
        name: str,
        quiet: bool,
    ) -> None:
        self._name = name
        self._limit = time_limit
        self._more = start_limit
        self._owner = os.getpid()
        self._lock = threading.Lock()  # held while it is asked
        self._has_answered = False
        self._is_closed = False
        self._has_ended = False
        self._guard = _guard()
        # A Python program would otherwise buffer its answers.
        environment = {"PYTHONUNBUFFERED": "1", **os.environ}
        try:
            self._popen = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if quiet else None,
                cwd=cwd,
                env=environment,
                start_new_session=True,  # a group to kill, and no Ctrl-C of the terminal
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:  # a ValueError is text that the system refuses
            self._dismiss_guard()
            where = getattr(error, "filename", None)
            why = getattr(error, "strerror", None) or str(error)
            self._fail(f"could not be started: {why}{f': {shown(where)}' if where else ''}", error)
        self._tell_guard(self._popen.pid)
        self._pipes = _PIPES(self._popen)
        _RUNNING.add(self)

    def _tell_guard(self, group: int | str) -> None:
        if self._guard is not None:
            with suppress(OSError):
                cast(Any, self._guard.stdin).write(f"{group}\n".encode())

    def _dismiss_guard(self) -> None:
        if self._guard is not None and self._owner == os.getpid():
            self._tell_guard("")
            self.leave_guard()
            with suppress(subprocess.TimeoutExpired):
                self._guard.wait(_SECONDS_TO_DIE)

    def leave_guard(self) -> None:
        """Closes our end of the pipe to the guard, which another process has too if we forked."""
        if self._guard is not None:
            cast(Any, self._guard.stdin).close()

    def _fail(self, why: str, cause: BaseException | None = None) -> NoReturn:
        if self._is_closed:
            why = "was closed"
        raise ProgramError(f"the program {shown(self._name)} {why}") from cause

    @property
    def is_closed(self) -> bool:
        """Whether it may no longer be asked."""
        return self._is_closed

    def is_ready(self) -> bool:
        """Whether it may be asked: it runs, and has written nothing without being asked."""
        if self._owner != os.getpid():  # it belongs to our parent, which forked
            return False
        with self._lock:
            return not self._is_closed and self._pipes.waiting() is None

    def ask(self, lines: bytes) -> str:
        """Its answer to lines that end with a question."""
        if self._owner != os.getpid():
            self._fail("was started by another process, which has forked")
        with self._lock:
            if self._is_closed:
                self._fail("was closed")
            waiting = self._pipes.waiting()
            if waiting:
                self._fail(f"wrote {_bytes_text(waiting)} without being asked")
            limit = self._limit if self._has_answered else self._limit + self._more
            until = time.monotonic() + limit
            is_read = False
            try:
                if waiting is not None:
                    raise EOFError
                self._pipes.send(lines, until)
                is_read = True
                line, newline, rest = self._first_line(until)
            except TimeoutError:
                self._fail_late(limit, "answer" if is_read else "read its input")
            except (EOFError, OSError):
                self._fail(self._end_text())
            if len(line) > MOST_BYTES:
                self._fail(f"wrote more than {MOST_BYTES} bytes in a line: {_bytes_text(line)}")
            if rest:
                self._fail(
                    f"wrote more than one line as an answer: {_bytes_text(line + newline + rest)}"
                )
            try:
                answer = line.decode().strip()
            except UnicodeDecodeError:
                self._fail(f"answered in something other than UTF-8: {_bytes_text(line)}")
            if not answer:
                self._fail("answered an empty line")
            self._has_answered = True
            return answer

    def _first_line(self, until: float) -> tuple[bytes, bytes, bytes]:
        """What it writes, split at the end of the first line; without an end if the line is too
        long."""
        got = b""
        while b"\n" not in got and len(got) <= MOST_BYTES:
            chunk = self._pipes.receive(until)
            if not chunk:
                raise EOFError
            got += chunk
        return got.partition(b"\n")

    def _fail_late(self, limit: float, what: str) -> NoReturn:
        if self._popen.poll() is not None:  # another process holds its output open
            self._fail(self._end_text())
        is_mute = what == "answer" and not self._has_answered
        hint = " (does it flush its output?)" if is_mute else ""
        self._fail(f"did not {what} within {limit:g} s{hint}")

    def _end_text(self) -> str:
        try:
            code = self._popen.wait(_SECONDS_TO_EXIT)
        except subprocess.TimeoutExpired:
            return "closed its input or output but kept running"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"

    def end_input(self) -> None:
        """Ends its input to say that it is over; if it is being asked, kills it instead."""
        self._is_closed = True
        if not self._lock.acquire(blocking=False):
            self._kill()
            return
        try:
            if not self._has_ended:
                self._pipes.end_input()
        finally:
            self._lock.release()

    def end(self, until: float = 0.0) -> None:
        """Kills it, with all processes it has started, unless it ends by itself before the time
        `until`, and closes its pipes."""
        if not self._lock.acquire(blocking=False):
            self._kill()  # the thread that is asking it finds it dead, and ends it
            return
        try:
            self._is_closed = True
            if self._has_ended:
                return
            try:
                self._wait(until - time.monotonic())
            finally:
                self._kill()
                self._has_ended = True
                self._pipes.close()
                self._dismiss_guard()
            self._wait(_SECONDS_TO_DIE)
        finally:
            self._lock.release()

    def _wait(self, seconds: float) -> None:
        if self._owner == os.getpid() and seconds > 0:
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(seconds)

    def _kill(self) -> None:
        if self._owner != os.getpid() or self._has_ended:
            return  # its id may belong to another process by now
        with suppress(OSError):
            if sys.platform == "win32":
                self._popen.kill()
            else:
                os.killpg(self._popen.pid, signal.SIGKILL)


def _guard() -> subprocess.Popen[bytes] | None:
    """A process that outlives ours, if ours is killed, to kill a program that would go on: one that
    does not heed the end of its input. `None` where there is no shell."""
    if sys.platform == "win32":
        return None
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", _GUARD],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={},
            start_new_session=True,  # what ends us must not end it
        )
    except OSError:
        return None


_RUNNING: weakref.WeakSet[Process] = weakref.WeakSet()


def _leave_guards() -> None:
    """In a process that was forked: the programs are those of its parent."""
    for process in list(_RUNNING):
        process.leave_guard()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_guards)


class _Pipes(Protocol):
    """The standard input and output of a program. Passing the time `until`, by the monotonic clock,
    is a TimeoutError."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None: ...

    def send(self, data: bytes, until: float) -> None:
        """Writes all of the data."""

    def receive(self, until: float) -> bytes:
        """The next few bytes; none at the end."""

    def waiting(self) -> bytes | None:
        """What `receive` would return at once; None: nothing yet."""

    def end_input(self) -> None:
        """Closes the input of the program, not its output."""

    def close(self) -> None:
        """Closes both."""


class _Polled:
    """Pipes on POSIX: they never block, and need no threads, which a child of the program that
    keeps the other end open could hold up for ever."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._stdin, self._stdout = cast(Any, popen.stdin), cast(Any, popen.stdout)
        self._in, self._out = self._stdin.fileno(), self._stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    def send(self, data: bytes, until: float) -> None:
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                self._wait(self._in, until)

    def receive(self, until: float) -> bytes:
        while True:
            try:
                return os.read(self._out, _CHUNK)
            except BlockingIOError:
                self._wait(self._out, until)

    def waiting(self) -> bytes | None:
        try:
            return os.read(self._out, _CHUNK)
        except BlockingIOError:
            return None

    def end_input(self) -> None:
        self._stdin.close()

    def close(self) -> None:
        self._stdin.close()
        self._stdout.close()

    def _wait(self, pipe: int, until: float) -> None:
        """Waits until a pipe is ready, or for a turn."""
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        if sys.platform != "win32":
            import select

            poll = select.poll()  # unlike select(), with any number of open files
            poll.register(pipe, select.POLLIN if pipe == self._out else select.POLLOUT)
            poll.poll(min(math.ceil(1000 * seconds), _TURN_MS))


class _Threaded:
    """Pipes on any system: one thread reads and one writes, and both may block."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._stdin, self._stdout = cast(Any, popen.stdin), cast(Any, popen.stdout)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._wanted = threading.Semaphore(1)  # one chunk is read ahead
        self._is_closed = False
        for work in (self._write_on, self._read_on):
            threading.Thread(target=work, name="gin_fast program", daemon=True).start()

    def _write_on(self) -> None:
        with self._stdin, suppress(OSError):
            while data := self._lines.get():
                while data:
                    data = data[self._stdin.write(data) :]

    def _read_on(self) -> None:
        chunk = b"-"
        with self._stdout:
            while chunk and self._wanted.acquire() and not self._is_closed:
                try:
                    chunk = self._stdout.read(_CHUNK)
                except OSError:
                    chunk = b""
                self._chunks.put(chunk)

    def send(self, data: bytes, until: float) -> None:
        self._lines.put(data)  # if it is not read, no answer will come

    def receive(self, until: float) -> bytes:
        while True:
            seconds = until - time.monotonic()
            if seconds <= 0:
                raise TimeoutError
            with suppress(queue.Empty):
                # In short turns: on Windows a wait cannot be interrupted by Ctrl-C.
                chunk = self._chunks.get(timeout=min(seconds, 0.1))
                self._wanted.release()
                return chunk

    def waiting(self) -> bytes | None:
        try:
            chunk = self._chunks.get_nowait()
        except queue.Empty:
            return None
        self._wanted.release()
        return chunk

    def end_input(self) -> None:
        self._lines.put(b"")

    def close(self) -> None:
        self._is_closed = True
        self._lines.put(b"")
        self._wanted.release()


_PIPES: type[_Pipes] = _Threaded if sys.platform == "win32" else _Polled


def _bytes_text(data: bytes) -> str:
    """The output of a program as a message shows it."""
    return shown(data[:80].decode(errors="backslashreplace"))
