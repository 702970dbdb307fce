"""External programs as strategies: anything that reads and writes lines can play.

A program is asked in lines of JSON on its standard input, and answers each question with one line
of text on its standard output. The protocol is described in docs/programs.md.
"""

from __future__ import annotations

import json
import numbers
import os
import shlex
import sys
import time
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gin_fast.state.action_text import action_text, parse_action
from gin_fast.state.actions import Action
from gin_fast.state.seen import Seen
from gin_fast.strategies.processes import Process, ProgramError
from gin_fast.values.checks import shown

if TYPE_CHECKING:
    from typing_extensions import Self

PROTOCOL = 1
"""The version of the protocol, sent at the start of each round."""
MOST_SECONDS = 86_400.0
"""The longest time limit of a program: a day."""

_SECONDS_TO_SAVE = 1.0  # from the end of the input until a program is killed


@dataclass(frozen=True, init=False)
class Program:
    """An external program as a strategy, called for each round to make the player of that round.

    `command` is the program and its arguments, as a sequence, or as a text that is split as a POSIX
    shell would (no shell is run). `time_limit` is the number of seconds for each answer; the first
    answer of a new process has `start_limit` seconds more. The program runs in the folder `cwd`.
    `name` is its name in results, by default the command. Its standard error goes to ours, or, if
    `quiet`, nowhere.

    A process plays round after round. One that fails is killed, with the processes it has started,
    and the next round gets a new one. `close`, the end of a ``with`` block and the end of the
    interpreter end all processes; copies share none. Programs are equal when their fields are.

    >>> import sys
    >>> from gin_fast import Round
    >>> bot = "[print('pass') for line in open(0) if 'legal' in line]"
    >>> with Program([sys.executable, "-c", bot], name="shy") as program:
    ...     program().act(Round.deal(seed=7).view(0))
    'pass'
    >>> Program("no-such-program")()
    Traceback (most recent call last):
    gin_fast.strategies.programs.ProgramError: the program 'no-such-program' could not be started: \
No such file or directory: 'no-such-program'
    """

    command: tuple[str, ...]
    """The program and its arguments."""
    time_limit: float
    """The seconds for each answer."""
    start_limit: float
    """The extra seconds for the first answer of a new process."""
    cwd: str | None
    """The folder it runs in, or `None`: ours."""
    name: str
    """Its name in results."""
    quiet: bool
    """Whether its standard error is discarded."""
    if TYPE_CHECKING:
        _pool: _Pool  # no field

    def __init__(
        self,
        command: str | Sequence[str | os.PathLike[str]],
        *,
        time_limit: float = 10.0,
        start_limit: float = 20.0,
        cwd: str | os.PathLike[str] | None = None,
        name: str | None = None,
        quiet: bool = False,
    ) -> None:
        parts = _as_command(command)
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name must be a str, not {shown(name)}")
        if not isinstance(quiet, bool):
            raise TypeError(f"quiet must be a bool, not {shown(quiet)}")
        values = {
            "command": parts,
            "time_limit": _as_seconds(time_limit, "time_limit", 0.001),
            "start_limit": _as_seconds(start_limit, "start_limit", 0.0),
            "cwd": None if cwd is None else _as_path(cwd, "cwd"),
            "name": name or shlex.join(parts),
            "quiet": quiet,
            "_pool": _Pool(),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)
        weakref.finalize(self, self._pool.close)  # when it is garbage-collected, or at exit

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, tuple(self._fields().items())

    def _fields(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __call__(self) -> ProgramRound:
        """A player of one round, with its own process until the round is over."""
        return ProgramRound(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes: each has a second to end by itself after its input is closed.

        A round still being played fails at its next question. The next round gets a new process.
        """
        self._pool.close()


@lru_cache(32)
def _again(*fields: tuple[str, Any]) -> Program:
    """One for this process: work that is played here keeps its processes for the next."""
    return Program(**dict(fields))


class ProgramRound:
    """A program that plays one round, made by calling a `Program`. When it is garbage-collected,
    its process is free for another round."""

    def __init__(self, program: Program) -> None:
        self._failure: str | None = None
        self._process: Process | None = None
        self._has_begun = False
        self._is_in_step = True
        self._program = program
        self._process = program._pool.take(program)

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            pool = self._program._pool
            (pool.give if self._is_in_step else pool.drop)(process)

    def act(self, view: Seen) -> str | int:
        """The program's answer for the seat to act, which sees `view`: the number of an action or
        its text, legal or not. After an illegal one the next round gets a new process.

        A program that fails is a `ProgramError`, and so is every later question in the round.
        """
        if not isinstance(view, Seen):
            raise TypeError(f"view must be a View, not {shown(view)}")
        if view.to_move != view.seat:
            raise ValueError(f"seat {view.seat} is not to move")
        process = self._process
        if process is None:
            raise ProgramError(self._failure)
        # What is legal follows from the view alone.
        legal = view.legal_actions()
        lines = _question(view, legal)
        if not self._has_begun:
            lines = _round_line(view) + lines
        try:
            answer = process.ask(lines)
        except BaseException as error:  # Ctrl-C too: the answer would go to another question
            self._process, self._failure = None, str(error) or type(error).__name__
            self._program._pool.drop(process)
            raise
        self._has_begun = True
        action = int(answer) if answer.isascii() and answer.isdecimal() else answer
        # An illegal answer may be a greeting or a log line, with the answer still to come.
        self._is_in_step = self._is_in_step and _is_legal(action, view, legal)
        return action


def _is_legal(answer: str | int, view: Seen, legal: Sequence[Action]) -> bool:
    if isinstance(answer, int):
        return answer in legal
    try:
        return parse_action(answer, view) in legal
    except ValueError:
        return False


def _question(view: Seen, legal: Sequence[Action]) -> bytes:
    texts = [action_text(action, view) for action in legal]
    return _line({"type": "act", "view": view.to_dict(), "legal": texts})


def _round_line(view: Seen) -> bytes:
    start = {"type": "round", "protocol": PROTOCOL, "seat": view.seat}
    return _line({**start, "rules": view.rules.to_dict()})


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"


class _Pool:
    """The processes of one program. Many threads and ``__del__`` may use it, so it has no lock, and
    only uses atomic steps."""

    def __init__(self) -> None:
        self._all: set[Process] = set()
        self._idle: deque[Process] = deque()
        self._worker = 0

    def take(self, program: Program) -> Process:
        """A process for one round: the one that was used last, or a new one."""
        while True:
            try:
                process = self._idle.pop()
            except IndexError:
                break
            if process.is_ready():
                return process
            self.drop(process)
        process = Process(**program._fields())
        self._all.add(process)
        self._end_with_worker(program)
        return process

    def _end_with_worker(self, program: Program) -> None:
        """Workers of multiprocessing end without the usual work at exit."""
        util = sys.modules.get("multiprocessing.util")
        if util is not None and self._worker != os.getpid():
            self._worker = os.getpid()
            util.Finalize(program, self.close, exitpriority=0)

    def give(self, process: Process) -> None:
        """Takes back a process that answered as it should."""
        if process.is_closed:
            self.drop(process)
        else:
            self._idle.append(process)

    def drop(self, process: Process, until: float = 0.0) -> None:
        """Ends a process, which may end by itself before the time `until`."""
        self._all.discard(process)
        process.end(until)

    def close(self) -> None:
        """Ends all processes at the same time."""
        self._idle.clear()
        until = time.monotonic() + _SECONDS_TO_SAVE
        ending = list(self._all)
        for process in ending:
            process.end_input()
        try:
            for process in ending:
                self.drop(process, until)
        finally:  # at Ctrl-C there is no more time
            for process in ending:
                self.drop(process)


def _as_command(command: Any) -> tuple[str, ...]:
    if isinstance(command, str):
        try:
            parts = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"command {shown(command)} cannot be split: {error}") from None
    elif isinstance(command, Sequence) and not isinstance(command, (bytes, bytearray)):
        parts = [_as_path(part, "each part of a command") for part in command]
    else:
        raise TypeError(f"command must be a str or a sequence of them, not {shown(command)}")
    if not parts or not parts[0]:
        raise ValueError(f"command must begin with a program, not {shown(command)}")
    if any("\0" in part for part in parts):
        raise ValueError(f"command must have no null characters: {shown(command)}")
    return tuple(parts)


def _as_path(value: Any, name: str) -> str:
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(path, str):
        raise TypeError(f"{name} must be a str or a path, not {shown(value)}")
    return path


def _as_seconds(value: Any, name: str, low: float) -> float:
    expected = f"{name} must be from {low:g} to {MOST_SECONDS:g} seconds"
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not is_number:
        raise TypeError(f"{expected}, not {shown(value)}")
    if not low <= value <= MOST_SECONDS:
        raise ValueError(f"{expected}, not {shown(value)}")
    return float(value)
