"""What is called tells its parameters to `inspect.signature`, which notebooks and editors ask."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import walk_packages

import pytest

import gin_fast

MODULES = sorted(
    {"gin_fast"}
    | {
        module.name
        for module in walk_packages(gin_fast.__path__, "gin_fast.")
        if not module.name.endswith(("__main__", "hook-gin_fast"))
    }
)


def public(name):
    module = import_module(name)
    for name in getattr(module, "__all__", ()):
        thing = getattr(module, name)
        if isinstance(thing, type) and not issubclass(thing, BaseException):
            yield name, thing
            for method in dir(thing):
                if not method.startswith("_") and "gin_fast" in (
                    getattr(getattr(thing, method), "__module__", None) or ""
                ):
                    yield f"{name}.{method}", getattr(thing, method)
        elif inspect.isroutine(thing):
            yield name, thing


@pytest.mark.parametrize("module", MODULES)
def test_whatever_is_called_tells_its_parameters(module):
    for name, thing in public(module):
        if callable(thing):
            assert inspect.signature(thing) is not None, name


@pytest.mark.parametrize(
    ("thing", "parameters"),
    [
        (gin_fast.Action, ["number"]),
        (gin_fast.Round, []),
        (gin_fast.Seat, ["strategy", "seed", "index", "seat"]),
        (gin_fast.Stream, ["seed", "index", "stream"]),
    ],
)
def test_classes_of_either_engine_tell_theirs(thing, parameters):
    assert [*inspect.signature(thing).parameters] == parameters
    assert "--" not in thing.__doc__
