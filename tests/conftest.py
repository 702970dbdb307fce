"""One suite for both engines: what every test module shares."""

from __future__ import annotations

import importlib
import os
from types import ModuleType

import pytest
from hypothesis import settings

# The same examples on every run, so that a failure belongs to the change that is tested. Other
# examples, and more: pytest --hypothesis-profile=explore
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile("fixed")


@pytest.fixture(scope="session", params=["native", "reference"])
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """Either engine, as a module. One that is missing is a failure."""
    return importlib.import_module(f"gin_fast.{request.param}")


@pytest.fixture(scope="session")
def native() -> ModuleType:
    return importlib.import_module("gin_fast.native")


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    return importlib.import_module("gin_fast.reference")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where the reference is asked for, only what it can answer is run."""
    if os.environ.get("GIN_FAST_ENGINE") != "reference":
        return
    needless = [item for item in items if _needs_native(item)]
    config.hook.pytest_deselected(items=needless)
    items[:] = [item for item in items if not _needs_native(item)]


def _needs_native(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    if callspec is not None and callspec.params.get("engine") == "native":
        return True
    return "native" in getattr(item, "fixturenames", ())


@pytest.fixture
def bulk(engine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """gin_fast.bulk, at work with the engine."""
    bulk = importlib.import_module("gin_fast.bulk")
    for name in ("deadwood", "dealing", "discarding", "layoff"):
        monkeypatch.setattr(bulk, name, importlib.import_module(f"{engine.__name__}.{name}"))
    return bulk
