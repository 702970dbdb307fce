"""What src/generate.py writes is written; and a change of one of its sources reaches all places."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GENERATE = runpy.run_path(str(ROOT / "src" / "generate.py"))
SOURCES = ("ACTIONS", "RULES", "RECORD", "STRATEGIES")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files that it reads and writes."""
    for folder in ("src", "gin_fast/native", "gin_fast/include"):
        skipped = shutil.ignore_patterns("*.so", "*.c", "*.pyd", "*.pyc")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skipped)
    for name in SOURCES:
        (tmp_path / GENERATE[name]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / GENERATE[name], tmp_path / GENERATE[name])
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def written(copy: Path) -> set[str]:
    """The files that it writes, after which it has nothing more to write."""
    changed: list[Path] = GENERATE["main"](copy)
    assert GENERATE["main"](copy) == []
    return {path.name for path in changed}


def text_of(copy: Path, name: str) -> str:
    return (copy / "gin_fast" / name).read_text("utf-8")


def test_nothing_is_left_to_write(copy: Path) -> None:
    assert written(copy) == set(), "run python src/generate.py"


def test_a_field_of_rules(copy: Path) -> None:
    new = "    lines: int | None = _number(3, 0, 9)\n    game_bonus: int"
    change(copy / GENERATE["RULES"], "    game_bonus: int", new)
    change(copy / GENERATE["RECORD"], "VIEW_VERSION = ", "VIEW_VERSION = 1")
    assert written(copy) == {"gin_fast.h", "view.pxd"}
    assert "    int32_t lines; /* or -1 */\n    int32_t game_bonus;\n" in (
        text_of(copy, "include/gin_fast.h")
    )
    assert "    int32_t lines  # or -1\n    int32_t game_bonus\n" in text_of(
        copy, "native/view.pxd"
    )
    assert "    GF_VIEW_VERSION = 12\n" in text_of(copy, "native/view.pxd")


def test_a_choice(copy: Path) -> None:
    change(copy / GENERATE["RULES"], '("total", "target")', '("total", "target", "lot")')
    assert written(copy) == {"gin_fast.h", "view.pxd"}
    assert "/* 0 total, 1 target, 2 lot */" in text_of(copy, "include/gin_fast.h")
    assert "    GF_WINNER_BY_LOT\n" in text_of(copy, "native/view.pxd")


def test_an_action(copy: Path) -> None:
    change(copy / GENERATE["ACTIONS"], "N_ACTIONS = 594", "WAIT = 594  # a turn\nN_ACTIONS = 595")
    assert written(copy) == {"gin_fast.h", "view.pxd"}
    assert "GF_WAIT = 594, /* a turn */\n" in text_of(copy, "include/gin_fast.h")
    assert "GF_WAIT = 594  # a turn\n" in text_of(copy, "native/view.pxd")


def test_a_function(copy: Path) -> None:
    new = "    /* Whether it waits. It takes the GIL. */\n    int32_t (*waits)(const char *why);\n"
    change(copy / GENERATE["HEADER"], "} gf_api;", f"{new}}} gf_api;")
    assert written(copy) == {"exported_rounds.pxd", "capi.pyx"}
    declared = "cdef int32_t gf_api_waits(const char *why) noexcept with gil\n"
    assert declared in text_of(copy, "native/exported_rounds.pxd")
    assert "table.waits = <void *>exported_rounds.gf_api_waits" in (
        (copy / "src" / "capi.pyx").read_text("utf-8")
    )


def test_a_parameter(copy: Path) -> None:
    new = '    "luck": Parameter(0, 0, 9, "how lucky it is"),\n    "gin": Parameter'
    change(copy / GENERATE["STRATEGIES"], '    "gin": Parameter', new)
    assert written(copy) == {"weighing.pxd"}
    assert "    int32_t luck  # how lucky it is\n" in text_of(copy, "native/weighing.pxd")


@pytest.mark.parametrize("what", ["gin_fast.h: gf_nothing", "gin_fast.py: all"])
def test_what_cannot_be_written_is_refused(copy: Path, what: str) -> None:
    change(copy / "src" / "capi.pyx", "[gin_fast.h, names", f"[{what}")
    with pytest.raises((KeyError, ValueError)):
        written(copy)


def test_it_needs_no_package() -> None:
    """A build has neither NumPy nor gin_fast."""
    text = (ROOT / "src" / "generate.py").read_text("utf-8")
    imported = re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names
