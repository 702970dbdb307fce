"""What is installed, away from the checkout: built, installed into an environment, used."""

from __future__ import annotations

import os
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from exhaustive.building import compile_module
from installing import (
    ROOT,
    Installed,
    away_from_here,
    build,
    copy_of_checkout,
    installed,
    lend,
    run,
    succeeded,
)

MODULES = sorted(path.stem for path in (ROOT / "src").glob("*.pyx"))

# In one process, for what is built is used by all.
pytestmark = pytest.mark.xdist_group("packaging")


@pytest.fixture(scope="module")
def pure_wheel(tmp_path_factory) -> Path:
    tree = copy_of_checkout(tmp_path_factory.mktemp("pure"))
    (wheel,) = build(tree, "--wheel", GIN_FAST_PURE="1")
    return wheel


@pytest.fixture(scope="module")
def pure_environment(pure_wheel, tmp_path_factory) -> Installed:
    return installed(pure_wheel, tmp_path_factory.mktemp("pure-environment"))


def endings(names: Iterable[str]) -> set[str]:
    return {Path(name).suffix for name in names if not name.endswith("/")}


def test_the_wheel_carries_what_it_should(artefacts):
    names = zipfile.ZipFile(artefacts[1]).namelist()
    native = {name.removeprefix("gin_fast/native/") for name in names if "/native/" in name}
    for module in MODULES:
        assert any(
            name.startswith(f"{module}.") and name.endswith((".so", ".pyd")) for name in native
        )
        assert f"{module}.pxd" in native
    sources = [path for path in (ROOT / "gin_fast").rglob("*") if "__pycache__" not in path.parts]
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if path.suffix in (".py", ".pyi", ".pxd", ".h") or path.name == "py.typed"
    }
    assert "gin_fast/py.typed" in expected
    assert any(name.endswith(".pyi") for name in expected)
    assert "gin_fast/include/gin_fast.h" in expected
    assert expected <= set(names)
    package = [name for name in names if ".dist-info/" not in name]
    assert all(name.startswith("gin_fast/") for name in package)
    assert endings(package) <= {".py", ".pyi", ".pxd", ".h", ".typed", ".so", ".pyd"}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_sdist_carries_what_it_should(artefacts):
    with tarfile.open(artefacts[0]) as archive:
        names = [
            Path(*Path(member.name).parts[1:]).as_posix() for member in archive if member.isfile()
        ]
    for module in MODULES:
        assert f"src/{module}.pyx" in names
        assert f"gin_fast/native/{module}.pxd" in names
    for name in ("LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py"):
        assert name in names
    assert "gin_fast/include/gin_fast.h" in names
    assert "tests/exhaustive/brute.h" in names
    assert "tests/cases.json" in names
    built = [name for name in names if not name.startswith("tests/outside/")]
    assert not endings(built) & {".c", ".so", ".pyd", ".pyc"}
    assert "tests/outside/duel.c" in names


def test_it_runs_away_from_the_checkout(environment):
    told = environment.says(
        "import gin_fast, sys\n"
        "hand = gin_fast.parse_hand('4H 5H 6H 7H 7C 7D KC')\n"
        "print(gin_fast.ENGINE, gin_fast.min_deadwood(hand), gin_fast.native.min_deadwood(hand))\n"
        "print(gin_fast.simulate('simple', 'simple', rounds=2000, seed=1).rounds)\n"
        "print(gin_fast.__file__)\n",
        PYTHONWARNINGS="error",
    ).splitlines()
    assert told[:2] == ["native 10 10", "2000"]
    assert Path(told[2]).is_relative_to(environment.place)


def test_the_engine_can_be_forced(environment):
    ask = "import gin_fast; print(gin_fast.ENGINE, gin_fast.min_deadwood.__module__)"
    told = environment.says(ask, GIN_FAST_ENGINE="reference", PYTHONWARNINGS="error")
    assert told == "reference gin_fast.reference.deadwood"
    told = environment.says(ask, GIN_FAST_ENGINE="native", PYTHONWARNINGS="error")
    assert told == "native gin_fast.native.deadwood"
    done = environment.python("-c", ask, GIN_FAST_ENGINE="fast")
    assert done.returncode != 0
    assert "GIN_FAST_ENGINE must be native or reference, not 'fast'" in done.stderr


def test_the_version_is_that_of_the_package(environment):
    told = environment.says(
        "import gin_fast, importlib.metadata as metadata\n"
        "print(gin_fast.__version__, metadata.version('gin_fast'))"
    )
    version, of_package = told.split()
    assert version == of_package


OUTSIDE = """
# cython: language_level=3
from libc.stdint cimport uint64_t
from gin_fast.native.deadwood cimport gf_min_deadwood, gf_points
from gin_fast.native.discarding cimport gf_best_discards, gf_knock_discards
from gin_fast.native.layoff cimport gf_best_layoff
from gin_fast.native.meld cimport GF_MELDS, gf_is_meld
{cimports}

def answers(uint64_t hand, uint64_t meld):
    cdef uint64_t discards, laid_off
    cdef int left, after
    with nogil:
        left = gf_best_discards(hand, 0, &discards)
        after = gf_best_layoff(hand, &meld, 1, &laid_off)
    return (
        gf_min_deadwood(hand), gf_points(hand), left, discards, gf_knock_discards(hand, 10, 0),
        after, laid_off, gf_is_meld(GF_MELDS[0]),
    )
"""
ASK_OUTSIDE = """
import gin_fast, outside
hand = gin_fast.parse_hand("3S 4S KC KD KH 9C 9D 2H 2D AC AH")
meld = gin_fast.parse_hand("5S 6S 7S")
best, layoff = gin_fast.best_discards(hand), gin_fast.best_layoff(hand, [meld])
assert outside.answers(hand, meld) == (
    gin_fast.min_deadwood(hand), gin_fast.hand_points(hand), best.deadwood, best.cards,
    gin_fast.knock_discards(hand), layoff.deadwood, layoff.laid_off, True,
)
print(layoff.deadwood)
"""


def test_an_outside_project_calls_it_from_cython(environment, tmp_path):
    """Compiled against the installed wheel alone, with every module it offers."""
    offered = sorted(path.stem for path in (environment.site / "gin_fast/native").glob("*.pxd"))
    cimports = "\n".join(
        f"cimport gin_fast.native.{name}" for name in offered if not name.startswith("_")
    )
    source = tmp_path / "outside.pyx"
    source.write_text(OUTSIDE.format(cimports=cimports), "utf-8")
    tools = tmp_path / "tools"
    tools.mkdir()
    lend(tools, "Cython", "cython", "setuptools", "_distutils_hack")
    compile_module(
        [source],
        tmp_path,
        python=environment.script("python"),
        environment=away_from_here(PYTHONPATH=str(tools)),
    )
    done = run(
        environment.script("python"), "-c", ASK_OUTSIDE, cwd=tmp_path, PYTHONPATH=str(tmp_path)
    )
    assert succeeded(done).strip() == "24"


TYPED = """
import gin_fast
import gin_fast.native.deadwood
import gin_fast.reference.deadwood

points: int = gin_fast.min_deadwood(gin_fast.parse_hand("7H 8H"))
points = gin_fast.native.deadwood.min_deadwood(0) + gin_fast.reference.deadwood.min_deadwood(0)
spread: gin_fast.Spread = gin_fast.best_spread(0)
wrong: str = gin_fast.min_deadwood(0)
gin_fast.min_deadwood("7H")
"""


def test_type_checkers_know_it(environment):
    (environment.place / "typed.py").write_text(TYPED, "utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-incremental", "typed.py")
    done = run(*mypy, "--python-executable", environment.script("python"), cwd=environment.place)
    complaints = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(complaints) == 2, done.stdout + done.stderr
    assert complaints[0].startswith("typed.py:9: error: Incompatible types in assignment")
    assert complaints[1].startswith('typed.py:10: error: Argument 1 to "min_deadwood"')


@pytest.mark.parametrize("how", ["script", "module"])
def test_without_the_extra_the_command_names_it(environment, how):
    if how == "script":
        done = run(environment.script("gin-fast"), "simulate", cwd=environment.place)
    else:
        done = environment.python("-m", "gin_fast", "simulate")
    assert done.returncode == 2
    assert 'pip install "gin_fast[cli]"' in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_the_pure_wheel_is_for_any_machine(pure_wheel):
    assert pure_wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(pure_wheel).namelist()
    assert "gin_fast/reference/deadwood.py" in names
    assert not endings(names) & {".so", ".pyd", ".c", ".pyx"}


def test_the_pure_wheel_warns_once_and_works(pure_environment):
    code = (
        "import gin_fast, gin_fast.bulk, gin_fast.simulation\n"
        "import importlib; importlib.import_module('gin_fast.reference')\n"
        "print(gin_fast.ENGINE, gin_fast.min_deadwood(gin_fast.parse_hand('7C 7D 7H KC')))\n"
    )
    done = pure_environment.python("-W", "always", "-c", code)
    assert succeeded(done).strip() == "reference 10"
    assert done.stderr.count("RuntimeWarning") == 1
    assert "the native engine is missing" in done.stderr
    silent = pure_environment.python("-W", "always", "-c", code, GIN_FAST_ENGINE="reference")
    assert succeeded(silent).strip() == "reference 10"
    assert silent.stderr == ""


def test_the_pure_wheel_has_the_header_and_says_why_there_is_no_table(pure_environment):
    code = (
        "import gin_fast, os; from gin_fast import capi\n"
        "print(os.listdir(gin_fast.get_include()), len(capi.declarations()) > 5000)\n"
        "capi.capsule()\n"
    )
    done = pure_environment.python("-c", code, GIN_FAST_ENGINE="reference")
    assert done.stdout.strip() == "['gin_fast.h'] True"
    assert "ImportError: the C interface needs the native engine, which is not built" in done.stderr


def test_the_pure_wheel_fails_where_native_is_forced(pure_environment):
    done = pure_environment.python("-c", "import gin_fast", GIN_FAST_ENGINE="native")
    assert done.returncode != 0
    assert "ImportError: GIN_FAST_ENGINE=native, but the native engine is missing" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="CC names the compiler only elsewhere")
def test_a_build_without_a_compiler_says_why(tmp_path):
    tree = copy_of_checkout(tmp_path)
    for source in (tree / "src").glob("*.pyx"):
        if source.stem != "arguments":  # the first is enough to fail
            source.unlink()
    pip = (sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", ".")
    done = run(*pip, cwd=tree, CC="/nonexistent/cc")
    told = done.stdout + done.stderr
    assert done.returncode != 0
    assert "gin_fast: could not compile gin_fast.native.arguments" in told
    assert "/nonexistent/cc" in told
    assert "gin_fast needs a C compiler" in told
    assert "GIN_FAST_PURE=1" in told
    assert not list(tree.glob("*.whl"))
