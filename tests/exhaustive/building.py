"""Compiles a Cython module that tests need, in a folder of its own."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup

flags = ["/O2"] if {msvc} else ["-O3"]
extension = Extension({name!r}, [{source!r}], include_dirs=["."], extra_compile_args=flags)
setup(name={name!r}, ext_modules=cythonize([extension], include_path={include!r}))
"""


def compile_module(
    sources: Iterable[Path],
    place: Path,
    *,
    include: Iterable[Path] = (),
    python: Path | str = sys.executable,
    environment: Mapping[str, str] | None = None,
) -> Path:
    """The compiled module of the first source, a .pyx file, made in `place` beside the others.

    `include` are folders in which packages to cimport are looked for, besides those installed.
    """
    name = ""
    for source in sources:
        name = name or source.stem
        if source.parent != place:
            shutil.copy(source, place)
    setup = SETUP.format(
        msvc=sys.platform == "win32",
        name=name,
        source=f"{name}.pyx",
        include=[str(folder) for folder in include],
    )
    (place / "setup.py").write_text(setup, "utf-8")
    done = subprocess.run(
        [str(python), "setup.py", "build_ext", "--inplace"],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{name} does not compile:\n{done.stdout}\n{done.stderr}")
    return next(file for file in place.glob(f"{name}.*") if file.suffix in (".so", ".pyd"))


def load(path: Path) -> ModuleType:
    """A compiled module."""
    name = path.name.partition(".")[0]
    spec = importlib.util.spec_from_file_location(name, path)
    assert isinstance(spec, ModuleSpec)
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
