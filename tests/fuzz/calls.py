"""Calls of everything public, with random arguments. An answer, or a `TypeError` or `ValueError`
of one line; the same from both engines."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import random
import re
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

import gin_fast
from tests.fuzz import values
from tests.fuzz.cases import Case, Found

PACKAGES = ("", "bulk", "envs", "estimates", "interop.openspiel", "interop.rlcard",
            "interop.challenge", "rules", "strategies", "simulation", "game", "cards")  # fmt: skip
REFUSALS = (TypeError, ValueError)
MADE_BY_US = ("Strategy", "Comparison", "Tournament", "SimulationResult", "Evaluation", "Spread",
              "Discards", "Knock", "Layoff", "Deal", "View", "Action", "Interval",
              "AgentStrategy", "AgentSeat", "StrategyAgent", "Estimate", "Share")  # fmt: skip
"""Classes that nobody else makes, one to derive from, and those of agents."""
MOST_CHARACTERS = 2000


def _public(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    for name in getattr(module, "__all__", vars(module)):
        found = getattr(module, name)
        if name[0] != "_" and (hasattr(module, "__all__") or _is_of(found, module.__name__)):
            yield name, found


def _is_of(found: object, module: str) -> bool:
    return str(getattr(found, "__module__", "")).startswith(module)


def _named(package: str) -> types.ModuleType:
    return importlib.import_module(f"gin_fast.{package}".rstrip("."))


def _callables() -> list[tuple[str, Callable[..., Any]]]:
    """Functions and classes, by their public names."""
    return [
        (f"{package}.{name}".lstrip("."), found)
        for package in PACKAGES
        for name, found in _public(_named(package))
        if isinstance(found, types.FunctionType | types.BuiltinFunctionType)
        or (_is_of(found, "gin_fast") and callable(found) and name not in MADE_BY_US)
    ]


def _twins() -> list[tuple[str, Callable[..., Any], Callable[..., Any]]]:
    """The functions that both engines have."""
    both = []
    for path in sorted(Path(str(gin_fast.__file__)).parent.glob("reference/[a-z]*.py")):
        reference = _named(f"reference.{path.stem}")
        for name in getattr(reference, "__all__", ()):
            plain = getattr(reference, name)
            if (
                isinstance(plain, types.FunctionType)
                and not name.startswith(("play", "tally", "evaluate", "first_"))
                and not name.endswith("_into")
            ):  # slow, or of bulk
                native = getattr(_named(f"native.{path.stem}"), name)
                both.append((f"{path.stem}.{name}", native, plain))
    return both


def _parameters(called: Callable[..., Any]) -> Sequence[inspect.Parameter]:
    try:
        return (*inspect.signature(called).parameters.values(),)
    except (TypeError, ValueError):  # a class of C, or of enums
        return ()


def arguments(called: Callable[..., Any], dice: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """Random arguments that a function takes, by place or by name."""
    placed: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in _parameters(called):
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in ("path", "checkpoint", "record", "progress", "client", "file", "save"):
            continue  # the fuzzer of files writes
        needed = parameter.default is parameter.empty
        if not needed and parameter.name not in values.BY_NAME and dice.random() < 0.6:
            continue
        if (
            not needed
            and dice.random() < 0.3
            and values.BY_NAME.get(parameter.name) is not (values.few)
        ):
            continue
        value = values.argument(parameter.name, dice)
        if parameter.kind == parameter.KEYWORD_ONLY or named:
            named[parameter.name] = value
        elif needed or dice.random() < 0.5:
            placed.append(value)
        else:
            named[parameter.name] = value
    return placed, named


def _shown(name: str, placed: Sequence[Any], named: dict[str, Any]) -> str:
    def short(value: object) -> str:
        try:
            text = repr(value)
        except Exception as error:
            text = f"<{type(value).__name__}: {error}>"
        return text if len(text) < 300 else f"{text[:297]}..."

    given = [*map(short, placed), *(f"{key}={short(value)}" for key, value in named.items())]
    return f"{name}({', '.join(given)})"


def outcome(what: str, called: Callable[..., Any], *placed: Any, **named: Any) -> Any:
    """What comes of a call: its answer, or the error if it is one that may be."""
    try:
        return called(*placed, **named)
    except REFUSALS as error:
        text = str(error)
        if len(text) > MOST_CHARACTERS or any(mark in text for mark in "\x1b\x00"):
            raise Found(f"{what}: {type(error).__name__} of {len(text)}: {text[:300]!r}") from None
        return error
    except (ImportError, ResetNeeded):  # an extra is not installed, nothing has begun
        return None
    except RuntimeError as error:
        if not any(why in str(error) for why in ("strategy", "reset first")):
            raise
        return error  # a strategy fails, as the fuzzer's own does, or nothing has begun
    except (AttributeError, KeyError) as error:
        named_in = re.search(r"'(?:[\w.]+\.)?(\w+)'", str(error))
        if named_in and named_in[1] in _kinds(
            (getattr(called, "__self__", None), *placed, *named.values())
        ):
            return error  # an object that is not at all what was asked for
        raise


def _kinds(given: Iterable[object]) -> set[str]:
    """The names of the classes of some values, of their fields, and of classes among them."""
    kinds = set()
    for value in given:
        parts = value if isinstance(value, tuple) else ()
        for part in (value, *parts):
            kinds.add(part.__name__ if isinstance(part, type) else type(part).__name__)
        if isinstance(value, dict):
            kinds.add("legal_actions")  # that RLCard's states have
    return kinds


def _same(one: Any, other: Any) -> bool:
    """Whether two outcomes are equal: of errors the type and the message."""
    if isinstance(one, Exception) or isinstance(other, Exception):
        return type(one) is type(other) and str(one) == str(other)
    if isinstance(one, np.ndarray):
        return (
            isinstance(other, np.ndarray)
            and one.dtype == other.dtype
            and (one.tobytes() == other.tobytes())
        )
    if hasattr(one, "position"):
        return hasattr(other, "position") and bool(one.position() == other.position())
    if type(one).__module__.startswith("gin_fast."):
        return repr(one) == repr(other)
    return bool(one == other) and type(one) is type(other)


def _copied(value: Any) -> Any:
    """An array of its own, for a function that may write into it."""
    return value.copy() if isinstance(value, np.ndarray) and value.ndim else value


def cases(folder: Path) -> Case:
    """Calls by name, methods of what is made, and the twins."""
    del folder
    warnings.simplefilter("ignore")
    everything, twins = _callables(), _twins()

    def call(dice: random.Random) -> None:
        name, called = dice.choice(everything)
        placed, named = arguments(called, dice)
        what = _shown(name, placed, named)
        made = outcome(what, called, *placed, **named)
        if not isinstance(called, type):
            return
        for _ in range(dice.randrange(8)):
            if isinstance(made, Exception) or made is None:
                return
            use(what, made, dice)

    def use(what: str, made: Any, dice: random.Random) -> None:
        if not _is_of(type(made), "gin_fast"):
            return
        names = [
            name
            for kind in type(made).__mro__
            if _is_of(kind, "gin_fast")
            for name in vars(kind)
            if name[0] != "_" and name not in ("record", "save", "plot", "to_parquet")
        ]
        names += ["__repr__", "__copy__", "__reduce__", "__hash__", "__eq__", "_repr_html_"]
        name = dice.choice(names)
        what = f"{what}.{name}"
        found = outcome(what, getattr, made, name, None)
        if callable(found):
            placed, named = arguments(found, dice)
            outcome(_shown(what, placed, named), found, *placed, **named)

    def stay_equal(dice: random.Random) -> None:
        name, native, plain = dice.choice(twins)
        placed, named = arguments(plain, dice)
        what = _shown(name, placed, named)
        if any(isinstance(one, (types.GeneratorType, type(iter(())))) for one in placed):
            return  # read by the first
        ours = outcome(what, native, *map(_copied, placed), **named)
        theirs = outcome(what, plain, *map(_copied, placed), **named)
        if not _same(ours, theirs):
            raise Found(f"{what}: {ours!r:.300} natively, {theirs!r:.300} in the reference")

    def use_an_object(dice: random.Random) -> None:
        made = dice.choice(
            (
                values.round_,
                values.view,
                lambda dice: gin_fast.Stream(1, 2, 3),
                lambda dice: gin_fast.Scorepad(dice.choice((*gin_fast.PROFILES,))),
                lambda dice: gin_fast.Game(seed=1, rules=dice.choice((*gin_fast.PROFILES,))),
                lambda dice: gin_fast.best_spread(values.hand(dice, 10)),
                lambda dice: gin_fast.deal(1, 2),
                lambda dice: dice.choice((*gin_fast.PROFILES.values(),)),
                lambda dice: gin_fast.simulate("simple", "random", rounds=3, seed=1),
            )
        )(dice)
        for _ in range(dice.randrange(1, 12)):
            use(type(made).__name__, made, dice)

    def case(dice: random.Random) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            dice.choice((call, stay_equal, use_an_object))(dice)

    return case
