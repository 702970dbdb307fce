"""One suite for both engines: what every test module shares."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from types import ModuleType

import pytest
from exhaustive.building import compile_module, load
from hypothesis import settings

import gin_fast

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


@pytest.fixture
def playout(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.playout")


@pytest.fixture(scope="session")
def outsider(native: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A module compiled against the C functions. Its tests are in the xdist group of its name, for
    it is made once in each process that needs it."""
    source = Path(__file__).parent / "outsider.pyx"
    include = Path(gin_fast.__file__).parent.parent
    return load(compile_module([source], tmp_path_factory.mktemp("outsider"), include=[include]))
