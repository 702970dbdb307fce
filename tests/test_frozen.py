"""PyInstaller is told what a frozen program needs; `tests.frozen` freezes some and runs them."""

from __future__ import annotations

import re
import runpy
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pytest

import gin_fast

ROOT = Path(__file__).parents[1]


@pytest.fixture
def hook(monkeypatch):
    """What the hook says, with stand-ins for the functions of PyInstaller."""

    def submodules(package):
        path = ROOT.joinpath(*package.split("."))
        return [package, *(module.name for module in walk_packages([str(path)], f"{package}."))]

    def data_files(package, includes):
        return [path for pattern in includes for path in (ROOT / package).glob(pattern)]

    stub = ModuleType("PyInstaller.utils.hooks")
    stub.collect_submodules = submodules
    stub.collect_data_files = data_files
    monkeypatch.setitem(sys.modules, stub.__name__, stub)
    named = re.search(r'hook-dirs = "(.*):(.*)"', (ROOT / "pyproject.toml").read_text())
    [directory] = getattr(import_module(named[1]), named[2])()
    return runpy.run_path(str(Path(directory) / "hook-gin_fast.py"))


def test_all_that_compiled_modules_import_is_named(hook):
    imported = {
        found
        for source in (ROOT / "src").glob("*.pyx")
        for found in re.findall(r"^ *from (gin_fast[\w.]*) c?import", source.read_text(), re.M)
    }
    assert len(imported) > 40
    assert "gin_fast.native.arguments" in imported
    imported = {name for name in imported if not is_package(name)}
    declared_alone = {f"gin_fast.native.{name}" for name in ("bits", "named", "stints", "view")}
    assert imported - declared_alone <= set(hook["hiddenimports"])


def is_package(name):
    return ROOT.joinpath(*name.split("."), "__init__.py").is_file()


def test_nothing_is_named_that_needs_an_extra(hook):
    rooms = {name.split(".")[1] for name in hook["hiddenimports"]}
    assert rooms.isdisjoint({"envs", "numba", "show", "simulation", "cli", "interop"})
    assert set(hook["hiddenimports"]) <= {
        module.name for module in walk_packages(gin_fast.__path__, "gin_fast.")
    } | {f"gin_fast.{room}" for room in rooms}


def test_the_header_is_data(hook):
    assert [path.name for path in hook["datas"]] == ["gin_fast.h"]
