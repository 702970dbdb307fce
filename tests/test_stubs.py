"""The stubs of the native modules say what the modules have."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import pytest

import gin_fast

NATIVE = Path(gin_fast.__file__).parent / "native"
STUBBED = sorted(path.stem for path in NATIVE.glob("*.pyi"))

pytestmark = pytest.mark.usefixtures("native")


def test_a_module_has_a_stub_if_it_has_public_names() -> None:
    """What is cimported alone has none, and an empty `__all__`."""
    modules = {module.name for module in iter_modules([str(NATIVE)])}
    declared = {path.stem for path in NATIVE.glob("*.pxd") if path.stem != "__init__"}
    assert declared - modules == {"bits", "named", "stints", "view"}  # declarations alone
    public = [
        name for name in modules if importlib.import_module(f"gin_fast.native.{name}").__all__
    ]
    assert sorted(public) == STUBBED


def test_stubs_are_those_of_the_modules() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "--concise"]
    done = subprocess.run(
        [*command, *(f"gin_fast.native.{name}" for name in STUBBED)],
        cwd=NATIVE.parents[1],
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
