"""Every example in a docstring is run, on both engines: pytest itself does not look into compiled
modules."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator
from types import ModuleType

import pytest

import gin_fast

MODULES = (
    "dealing",
    "deadwood",
    "discarding",
    "games",
    "knocking",
    "layoff",
    "meld",
    "playout",
    "policies",
    "rounds",
    "vector",
    "views",
)
WITHOUT_EXAMPLES = {"policies"}


def documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The name and docstring of every function, class and method that a module defines."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        yield name, getattr(thing, "__doc__", None) or ""
        if inspect.isclass(thing):
            for part, member in vars(thing).items():
                if not part.startswith("_"):
                    yield f"{name}.{part}", getattr(member, "__doc__", None) or ""


@pytest.mark.parametrize("name", MODULES)
def test_examples(engine: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gin_fast, "Round", engine.RoundState)  # an engine plays its own rounds
    module = importlib.import_module(f"{engine.__name__}.{name}")
    runner = doctest.DocTestRunner(verbose=False)
    parser = doctest.DocTestParser()
    for where, text in documented(module):
        example = parser.get_doctest(text, dict(vars(module)), where, name, 0)
        runner.run(example)
    assert runner.failures == 0
    assert (runner.tries == 0) == (name in WITHOUT_EXAMPLES)
