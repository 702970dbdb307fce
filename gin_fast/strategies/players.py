"""Players: built-in strategies by name, and your own, shared by both engines."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeAlias

from gin_fast.state.action_text import parse_action
from gin_fast.state.actions import N_ACTIONS
from gin_fast.state.seen import Seen
from gin_fast.strategies.builtin import BUILTINS, Builtin, is_builtin, parted
from gin_fast.strategies.compiled import Compiled
from gin_fast.strategies.fingerprints import fingerprint
from gin_fast.strategies.pointers import is_pointer
from gin_fast.values.checks import as_int, plain, shown

StrategyLike: TypeAlias = "str | Callable[[], Any] | Compiled | Player"
"""Anything accepted as a strategy: a name; a class, or a function that makes a player of one round;
a compiled function."""

PROGRAM = "exec:"
"""The prefix of the name of a strategy that is the command of an external program."""

_PATH = re.compile(r"(?P<module>[^:=]+):(?P<name>[A-Za-z_]\w*)(?P<colon>:(?P<settings>.*))?", re.S)
_MOST_SHOWN = 200


@dataclass(frozen=True)
class Player:
    """A strategy that is ready to play: exactly one of `builtin`, `compiled` and `make` is set."""

    name: str
    """Its name in results."""
    builtin: Builtin | None = None
    """A built-in strategy with its parameters."""
    compiled: Compiled | None = None
    make: Callable[[], Any] | None = None
    """Called for each round: the method ``act(view)`` of the object it returns decides."""
    is_imported: bool = False
    """Whether the name says where to find it."""

    def __str__(self) -> str:
        return self.name

    def check_travels(self) -> None:
        """Refuses a strategy that no other process can play."""
        if self.compiled is not None and not self.is_imported:
            raise TypeError(
                f"the compiled strategy {self.name!r} is an address in this process: give it as "
                "module:name to play in other processes"
            )

    def identity(self) -> str:
        """What distinguishes it from others, as far as possible: for a compiled strategy also its
        parameters, which its name does not show."""
        if self.compiled is not None:
            return f"{self.name} {self.compiled.memory} {self.compiled.parameters.hex()}".rstrip()
        return self.name if self.make is None else f"{self.name} {fingerprint(self.make)}"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.is_imported:  # another process finds it by itself
            return as_player, (self.name,)
        self.check_travels()
        return Player, (self.name, self.builtin, None, self.make)


def as_player(value: Any) -> Player:
    """`value` as a strategy. Raises an error that says what is wrong.

    >>> as_player("greedy: knock = 6").name
    'greedy:knock=6'
    >>> as_player("expert")
    Traceback (most recent call last):
    ValueError: unknown strategy 'expert': expected one of random, simple, greedy, lookahead, \
knock_early, gin_hunter, defensive, montecarlo, or MODULE:NAME, or exec:COMMAND
    """
    if isinstance(value, Player):
        return value
    if isinstance(value, str):
        return _named(value)
    if isinstance(value, Compiled) or is_pointer(value):
        compiled = value if isinstance(value, Compiled) else Compiled(value)
        return Player(compiled.name, compiled=compiled)
    if callable(value):
        _check_maker(value)
        return Player(_name_of(value), make=value)
    if hasattr(value, "act"):
        raise TypeError(
            f"a strategy must be given as a class, not as an instance of it, {shown(value)}: each "
            "round has its own instance"
        )
    raise TypeError(f"a strategy must be named by a str, or be callable, not {shown(value)}")


def _named(text: str) -> Player:
    name = text.partition(":")[0].strip()
    if is_builtin(text):
        builtin = parted(text)
        return Player(str(builtin), builtin=builtin)
    if text[: len(PROGRAM)].lower() == PROGRAM:
        text = PROGRAM + text[len(PROGRAM) :]
        return Player(text, make=_program(text.removeprefix(PROGRAM)), is_imported=True)
    match = _PATH.fullmatch(text)
    if match is None:
        raise ValueError(
            f"unknown strategy {shown(name)}: expected one of {', '.join(BUILTINS)}, or "
            "MODULE:NAME, or exec:COMMAND"
        )
    imported = _imported(match["module"], match["name"], text)
    try:
        if match["colon"]:
            imported = _with_settings(imported, match["settings"])
        found = as_player(imported)
    except (TypeError, ValueError, KeyboardInterrupt):
        raise
    except BaseException as error:  # of its own code, such as a metaclass
        raise ValueError(f"no strategy at {shown(text)}: {failure(error)}") from error
    return Player(text, found.builtin, found.compiled, found.make, is_imported=True)


def _with_settings(made: Any, text: str) -> Any:
    from gin_fast.strategies.settings import with_settings  # rarely needed

    if isinstance(made, Compiled) or is_pointer(made):
        raise ValueError(f"a compiled strategy takes no parameters by name: {shown(text)}")
    return with_settings(made, text)


@cache
def _program(command: str) -> Callable[[], Any]:
    """One for everything that this process plays, since it keeps its processes from round to
    round."""
    import shutil  # rarely needed, like the modules that start processes

    from gin_fast.strategies.programs import Program

    program = Program(command)
    if shutil.which(program.command[0]) is None:
        raise ValueError(f"the program {shown(program.command[0])} was not found")
    return program


def _check_maker(value: Callable[[], Any]) -> None:
    """Refuses at once what could not play any round: a class that lacks a method, and anything that
    cannot be called with the arguments given."""
    made: Any = value
    given: tuple[Any, ...] = ()
    settings: dict[str, Any] = {}
    if isinstance(value, partial):  # a partial of a partial is flat
        made, given, settings = value.func, value.args, value.keywords
    if isinstance(made, type):
        if not hasattr(made, "act"):
            raise TypeError(
                f"the strategy {made.__qualname__} has no method act(view): derive it from "
                "gin_fast.Strategy, or give it one"
            )
        lacks: tuple[str, ...] = getattr(made, "_lacks", tuple)()
        if lacks:
            raise TypeError(
                f"the strategy {made.__qualname__} has no method {' and no '.join(lacks)}"
            )
        getattr(made, "_check_made", tuple)(settings)
    _check_call(value, made, given, settings)


def _check_call(value: Any, made: Any, given: tuple[Any, ...], settings: dict[str, Any]) -> None:
    from inspect import signature  # rarely needed

    try:
        taken = signature(made)
    except (TypeError, ValueError):  # its signature is unknown
        return
    try:
        taken.bind(*given, **settings)
    except TypeError as error:
        raise TypeError(f"the strategy {_name_of(value)} cannot be made: {error}") from None


def _name_of(value: Any) -> str:
    """The name of a Python strategy: its own ``name``, or that of its class or function."""
    own = getattr(value, "name", None)
    if isinstance(own, str) and own:
        return own
    if isinstance(value, partial):
        given = [
            *map(repr, value.args),
            *(f"{key}={each!r}" for key, each in value.keywords.items()),
        ]
        return f"{_name_of(value.func)}({', '.join(given)})"
    return str(getattr(value, "__qualname__", None) or value)


def _imported(module: str, name: str, text: str) -> Any:
    """The object of this name in a module or in a Python file."""
    try:
        is_file = module.endswith(".py")
        made = _of_file(module) if is_file else importlib.import_module(module)
        return getattr(made, name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too
        raise ValueError(f"no strategy at {shown(text)}: {failure(error)}") from error


def _of_file(path: str) -> Any:
    key = f"gin_fast strategies of {os.path.realpath(path)}"
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is not a Python file")
        made = importlib.util.module_from_spec(spec)
        sys.modules[key] = made
        try:
            spec.loader.exec_module(made)
        except BaseException:
            del sys.modules[key]
            raise
    return sys.modules[key]


def as_code(answer: Any, view: Seen) -> int:
    """The number of the action that a strategy chose by number, as an action, or by text."""
    if isinstance(answer, str):
        return int(parse_action(answer, view))
    try:
        return as_int(answer, "an action", 0, N_ACTIONS - 1)
    except TypeError:
        raise TypeError(f"an action must be an int or its text, not {shown(answer)}") from None


def failure(error: BaseException) -> str:
    """What went wrong, in one line of limited length."""
    try:
        text = plain(" ".join(f"{type(error).__name__}: {error}".split()))
    except BaseException:  # its text cannot even be made
        text = "an exception that cannot be shown"
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."
