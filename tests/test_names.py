"""What the package offers by name, and what importing it does not import."""

from __future__ import annotations

import importlib
import subprocess
import sys
import types
from pathlib import Path

import pytest

import gin_fast


def test_every_name_is_there():
    for name in gin_fast.__all__:
        assert getattr(gin_fast, name) is not None
        assert name in dir(gin_fast)
    assert len({*gin_fast.__all__}) == len(gin_fast.__all__)
    everything: dict[str, object] = {}
    exec("from gin_fast import *", everything)
    assert {*gin_fast.__all__} <= {*everything}


PACKAGES = (
    "cards", "envs", "estimates", "game", "native", "reference", "rules", "simulation",
    "strategies",
)  # fmt: skip
"""The packages that hand names on."""


@pytest.mark.parametrize("package", ["", *PACKAGES])
def test_what_is_handed_on_is_what_its_module_has(package):
    needed = {"envs": "gymnasium", "native": "gin_fast.native.deadwood"}
    pytest.importorskip(needed.get(package, "gin_fast"))
    home = importlib.import_module(f"gin_fast.{package}".rstrip("."))
    for name in home.__all__:
        found = getattr(home, name)
        assert name in dir(home)
        module = getattr(found, "__module__", None) or ""
        if module.startswith("gin_fast.") and isinstance(found, (type, types.FunctionType)):
            assert getattr(importlib.import_module(module), found.__name__) is found
    assert len({*home.__all__}) == len(home.__all__)


def test_what_is_not_there():
    with pytest.raises(AttributeError, match="module 'gin_fast' has no attribute 'simulat'"):
        gin_fast.simulat  # noqa: B018


SELDOM = (
    "capi", "cli", "envs", "estimates.ratings", "estimates.stopping", "game.game", "game.match",
    "game.records", "interop", "numba", "rules.scorepad", "show", "simulation",
    "strategies.programs", "strategy",
)  # fmt: skip


def test_it_starts_without_what_few_need():
    program = (
        "import sys, gin_fast\n"
        "gin_fast.min_deadwood(7)\n"
        "print(*sorted(name for name in sys.modules if name.startswith(('gin_fast.', 'concurrent', "
        "'hashlib', 'statistics', 'asyncio', 'click', 'rich'))))\n"
        "print(gin_fast.simulate('simple', 'simple', rounds=2, seed=1).rounds)\n"
        "print(gin_fast.rules.scoring.knock_score(3, 21, 'modern'), gin_fast.strategy.__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded, *rest = done.stdout.splitlines()
    for seldom in SELDOM:
        assert f"gin_fast.{seldom}" not in loaded.split(), seldom
    assert not {"concurrent.futures", "hashlib", "statistics", "asyncio"} & {*loaded.split()}
    assert rest == ["2", "18 gin_fast.strategy"]


def test_the_readme_names_every_page_of_the_docs():
    root = Path(__file__).parent.parent
    told = (root / "README.md").read_text(encoding="utf-8")
    pages = {page.stem for page in (root / "docs").glob("*.md")}
    for page in pages:
        assert f"(docs/{page}.md)" in told
