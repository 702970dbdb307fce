"""The native modules stand on floors, and use only what is below their own: src/README.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gin_fast

ROOT = Path(__file__).parents[1]
PXD = Path(gin_fast.__file__).parent / "native"
FLOORS = {
    name: int(floor)
    for floor, names in re.findall(
        r"^\| (\d+) \| ([^|]+) \|", (ROOT / "src" / "README.md").read_text("utf-8"), re.MULTILINE
    )
    for name in re.findall(r"`(\w+)`", names)
}


def sources() -> list[Path]:
    paths = [*(ROOT / "src").glob("*.pyx"), *PXD.glob("*.pxd")]
    return sorted(path for path in paths if path.stem != "__init__")


def test_every_module_has_a_floor() -> None:
    assert set(FLOORS) == {path.stem for path in sources()}


def used_by(path: Path) -> set[str]:
    """The native modules that a file cimports or imports."""
    text = path.read_text("utf-8")
    used = re.findall(r"^(?:from|c?import) gin_fast\.native\.(\w+)", text, re.MULTILINE)
    for names in re.findall(r"^from gin_fast\.native c?import ([\w, ]+)$", text, re.MULTILINE):
        used += names.split(", ")
    return set(used)


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_what_a_module_uses_is_below_it(path: Path) -> None:
    above = [name for name in used_by(path) if FLOORS[name] >= FLOORS[path.stem]]
    assert not above, f"{path.name} uses {above}"


def test_what_is_used_is_seen() -> None:
    assert used_by(ROOT / "src" / "capi.pyx") >= {"exports", "exported_rounds", "view"}
    assert used_by(PXD / "_legality.pxd") == {"view"}
