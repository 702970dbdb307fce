"""What the tests and the benchmarks share. Each says for itself what an `engine` is."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest


@pytest.fixture
def bulk(engine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """gin_fast.bulk, at work with the engine."""
    bulk = import_module("gin_fast.bulk")
    for name in ("deadwood", "dealing", "discarding", "layoff"):
        monkeypatch.setattr(bulk, name, import_module(f"{engine.__name__}.{name}"))
    return bulk
