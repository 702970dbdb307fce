"""The sweep, compiled when first wanted and kept in build/ until what it rests on changes."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import gin_fast

HERE = Path(__file__).parent
SOURCES = ("sweep.pyx", "brute.h")
PACKAGE = Path(gin_fast.__file__).parent

SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup

flags = ["/O2"] if {msvc} else ["-O3"]
extension = Extension("sweep", ["sweep.pyx"], include_dirs=["."], extra_compile_args=flags)
setup(name="sweep", ext_modules=cythonize([extension], include_path=[{include!r}]))
"""


def sweep() -> ModuleType:
    """The compiled module."""
    path = _path()
    if not path.exists():
        _compile(path)
    spec = importlib.util.spec_from_file_location("sweep", path)
    assert isinstance(spec, ModuleSpec)
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _path() -> Path:
    """Where it lies: a place that changes with all that goes into it."""
    digest = hashlib.sha256(sys.version.encode())
    for source in [HERE / name for name in SOURCES] + sorted(PACKAGE.glob("native/*.pxd")):
        digest.update(source.read_bytes())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    root = HERE.parent.parent / "build" / "exhaustive"
    return root / digest.hexdigest()[:16] / f"sweep{suffix}"


def _compile(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for name in SOURCES:
            shutil.copy(HERE / name, place)
        setup = SETUP.format(msvc=sys.platform == "win32", include=str(PACKAGE.parent))
        (Path(place) / "setup.py").write_text(setup, "utf-8")
        command = [sys.executable, "setup.py", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"the sweep does not compile:\n{done.stdout}\n{done.stderr}")
        # Other processes may have built it too: each puts a whole file in its place at once.
        fresh = path.with_suffix(f".{os.getpid()}")
        shutil.copy(Path(place) / path.name, fresh)
        fresh.replace(path)
