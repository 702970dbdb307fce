"""What the tests and the benchmarks share. Each says for itself what an `engine` is."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

collect_ignore: list[str] = []
"""The modules that need an extra which is not there, as those who collect examples import all."""
if find_spec("numba") is None or find_spec("gin_fast.native.exports") is None:
    collect_ignore += ["gin_fast/numba", "benchmarks/numba_simple.py"]
if find_spec("gymnasium") is None:
    collect_ignore += ["gin_fast/envs", "docs/environments.md", "benchmarks/environments.py"]
elif find_spec("pettingzoo") is None:
    collect_ignore += ["gin_fast/envs/pettingzoo.py"]
if os.environ.get("GIN_FAST_ENGINE") == "reference":
    collect_ignore += ["docs/environments.md"]  # it learns, which takes many rounds


@pytest.fixture
def bulk(engine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """gin_fast.bulk, at work with the engine."""
    bulk = import_module("gin_fast.bulk")
    for name in ("deadwood", "dealing", "discarding", "layoff"):
        monkeypatch.setattr(bulk, name, import_module(f"{engine.__name__}.{name}"))
    return bulk


@pytest.fixture(autouse=True)
def rounds_of_the_reference(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examples of the reference play its own rounds, whatever engine is in use."""
    if hasattr(request.node, "dtest") and request.node.name.startswith("gin_fast.reference"):
        reference = import_module("gin_fast.reference")
        monkeypatch.setattr(import_module("gin_fast"), "Round", reference.RoundState)
