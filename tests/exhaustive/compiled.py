"""The sweep, compiled when first wanted and kept in build/ until what it rests on changes."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType

import gin_fast

from .building import compile_module, load

HERE = Path(__file__).parent
SOURCES = tuple(HERE / name for name in ("sweep.pyx", "brute.h"))
PACKAGE = Path(gin_fast.__file__).parent


def sweep() -> ModuleType:
    """The compiled module."""
    path = _path()
    if not path.exists():
        _compile(path)
    return load(path)


def _path() -> Path:
    """Where it lies: a place that changes with all that goes into it."""
    digest = hashlib.sha256(sys.version.encode())
    for source in (*SOURCES, *sorted(PACKAGE.glob("native/*.pxd"))):
        digest.update(source.read_bytes())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    root = HERE.parent.parent / "build" / "exhaustive"
    return root / digest.hexdigest()[:16] / f"sweep{suffix}"


def _compile(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        compiled = compile_module(SOURCES, Path(place), include=[PACKAGE.parent])
        # Other processes may have built it too: each puts a whole file in its place at once.
        fresh = path.with_suffix(f".{os.getpid()}")
        shutil.copy(compiled, fresh)
        fresh.replace(path)
