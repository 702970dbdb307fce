"""Imports go down only, those inside functions and those for type checkers included."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = (
    ("values", "_version", "__pyinstaller"),
    ("cards", "estimates"),
    ("rules",),
    ("state",),
    ("strategies",),
    ("answers",),
    ("native", "reference", "show"),
    ("engine", "capi"),
    ("bulk",),
    ("game", "simulation"),
    ("strategy", "numba", "_start"),
    ("cli", "interop"),
    ("envs", "", "__main__"),
)
"""The parts of `gin_fast`, from the ground up: packages and modules; ``""`` is its own
``__init__``. A part imports from the floors below it, and those on one floor do not know each
other."""

FLOOR = {part: number for number, parts in enumerate(FLOORS) for part in parts}

BY_NAME = {
    "gin_fast.numba.parts",
    "gin_fast.simulation.recording",
    "gin_fast.strategies.players",
    "gin_fast.values.late",
}
"""The modules that import by a text: an extra, a strategy that a user names, or what a package
hands on late."""

SELDOM_WANTED = {
    "gin_fast.__main__": {"gin_fast.cli"},
    "gin_fast._start": {"gin_fast.game.round", "gin_fast.simulation.run"},
    "gin_fast.engine": {"gin_fast.native", "gin_fast.native.evaluation", "gin_fast.native.games"},
    "gin_fast.capi": {"gin_fast.native.capi"},
    "gin_fast.cli.simulate": {"gin_fast.cli.workers", "gin_fast.show.bars", "gin_fast.show.plots"},
    "gin_fast.simulation.comparison": {
        "gin_fast.show.csv",
        "gin_fast.show.pages",
        "gin_fast.show.plots",
    },
    "gin_fast.simulation.result": {
        "gin_fast.show.csv",
        "gin_fast.show.pages",
        "gin_fast.show.plots",
    },
    "gin_fast.simulation.tournaments": {
        "gin_fast.show.csv",
        "gin_fast.show.pages",
        "gin_fast.show.plots",
    },
    "gin_fast.strategies.players": {"gin_fast.strategies.programs", "gin_fast.strategies.settings"},
}
"""What is imported inside functions: what needs an extra, or would make the start slower. All else
is imported at the top of its file."""


def sources(root: Path) -> dict[str, Path]:
    """The modules of the package by name, those in Cython among them."""
    found = {}
    for path in [*(root / "gin_fast").rglob("*.py"), *(root / "gin_fast").rglob("*.pyi")]:
        if path.suffix == ".pyi" and path.with_suffix(".py").exists():
            continue
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    for path in (root / "src").glob("*.pyx"):
        found[f"gin_fast.native.{path.stem}"] = path
    return found


def imports(path: Path, modules: dict[str, Path]) -> Iterator[tuple[str, bool]]:
    """The modules of the package that a file imports, and whether inside a function."""
    if path.suffix == ".pyx":
        yield from ((name, False) for name in imports_of_cython(path, modules))
        return
    for node, is_late in walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((each.name, is_late) for each in node.names if each.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative imports are not used here"
            for each in node.names:
                name = f"{node.module}.{each.name}"
                target = name if name in modules else node.module
                if target in modules:
                    yield str(target), is_late


def walk(node: ast.AST, is_late: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    for child in ast.iter_child_nodes(node):
        yield child, is_late
        is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        yield from walk(child, is_late or is_function)


def imports_of_cython(path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """What a module in Cython imports or cimports, in its ``.pyx`` and in its ``.pxd``."""
    declared = ROOT / "gin_fast" / "native" / f"{path.stem}.pxd"
    text = path.read_text(encoding="utf-8")
    if declared.exists():
        text += declared.read_text(encoding="utf-8")
    for module in re.findall(r"^\s*(?:from|c?import) (gin_fast[\w.]*)", text, re.MULTILINE):
        if module != f"gin_fast.native.{path.stem}" and module in modules:
            yield module


def part_of(name: str) -> str:
    return [*name.split("."), ""][1]


def faults(root: Path) -> list[str]:
    """What breaks the rules of this file in a tree."""
    modules = sources(root)
    graph = {name: list(imports(path, modules)) for name, path in modules.items()}
    told = []
    for name, targets in graph.items():
        for target, is_late in targets:
            own, other = part_of(name), part_of(target)
            if own != other and FLOOR[other] >= FLOOR[own]:
                told.append(f"{name} imports {target}, which is not below it")
            if is_late and target not in SELDOM_WANTED.get(name, ()):
                told.append(f"{name} imports {target} inside a function")
    try:
        TopologicalSorter(
            {name: [target for target, _ in targets] for name, targets in graph.items()}
        ).prepare()
    except CycleError as error:
        told.append(f"a circle of imports: {' <- '.join(error.args[1])}")
    return told


def test_every_part_has_a_floor():
    assert {part_of(name) for name in sources(ROOT)} == FLOOR.keys()
    assert len(FLOORS) <= 13


def test_imports_go_down_only():
    assert faults(ROOT) == []


def test_no_other_module_imports_by_a_text():
    by_name = {
        name
        for name, path in sources(ROOT).items()
        if "import_module" in (text := path.read_text(encoding="utf-8")) or "__import__" in text
    }
    assert by_name == BY_NAME
    for name in BY_NAME - {"gin_fast.values.late"}:
        text = sources(ROOT)[name].read_text(encoding="utf-8")
        assert not re.search(r"import_module\(f?[\"']gin_fast", text)


def test_late_names_are_those_of_the_same_package():
    for path in sources(ROOT).values():
        for call in re.findall(r"late_names\(\s*(\S+),", path.read_text(encoding="utf-8")):
            assert call == "__name__" or path.name == "late.py"


def test_nothing_stays_in_the_list_that_is_not_needed():
    modules = sources(ROOT)
    late = {
        name: {target for target, is_late in imports(path, modules) if is_late}
        for name, path in modules.items()
    }
    assert {name: targets for name, targets in late.items() if targets} == SELDOM_WANTED


@pytest.mark.parametrize(
    ("file", "line", "fault"),
    [
        ("gin_fast/cards/deck.py", "from gin_fast.rules import Rules", "not below it"),
        ("gin_fast/cards/deck.py", "from gin_fast.cards import hands", "a circle"),
        ("gin_fast/game/chance.py", "from gin_fast.simulation import run", "not below it"),
        (
            "gin_fast/state/seen.py",
            "def late():\n    from gin_fast.game.round import View",
            "not below it",
        ),
        (
            "gin_fast/state/seen.py",
            "if TYPE_CHECKING:\n    import gin_fast.game.round",
            "not below it",
        ),
        ("gin_fast/game/chance.py", "def f():\n    import gin_fast.cards", "inside a function"),
        ("src/deadwood.pyx", "from gin_fast.engine import ENGINE", "not below it"),
        ("src/meld.pyx", "import gin_fast.game.round", "not below it"),
        ("src/meld.pyx", "cimport gin_fast.native.rounds", "a circle"),
        ("src/bits.pyx", "from gin_fast.native.playout cimport gf_play", "a circle"),
    ],
)
def test_a_wrong_import_is_found(tmp_path, file, line, fault):
    for path in sources(ROOT).values():
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    changed = tmp_path / file
    before = changed.read_text(encoding="utf-8") if changed.exists() else ""
    if "a circle" in fault and file.startswith("src"):
        changed = tmp_path / "src" / "meld.pyx"
        before = changed.read_text(encoding="utf-8")
    changed.write_text(f"{before}\n{line}\n", encoding="utf-8")
    assert any(fault in each for each in faults(tmp_path)), faults(tmp_path)
