"""Runs what the page about strategies of one's own says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from exhaustive.building import compile_module

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "own_strategies.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:#|//) (\w+\.\w+)\n")


def run_page(place: Path) -> dict[str, Any]:
    """Runs the blocks of the page one after the other in a folder, the current one: those that
    begin with the name of a file become that file. Gives the names that they leave."""
    names: dict[str, Any] = {"__name__": "page"}
    for language, text in BLOCK.findall(PAGE.read_text("utf-8")):
        named = FILE.match(text)
        if named:
            (place / named[1]).write_text(text.removeprefix(named[0]), "utf-8")
            if language == "cython":
                compile_module([place / named[1]], place, include=[ROOT])
        elif language == "python":
            exec(compile(text, str(PAGE), "exec"), names)
        else:
            assert language == "console", language
            run(text.strip(), place)
    return names


def expected() -> list[str]:
    """What it says, in comments, that its blocks print."""
    return re.findall(r"^print\(.*\)  # (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)


def run(command: str, place: Path) -> None:
    """A command of the page, with fewer rounds."""
    words = command.replace("1000000", "1000").split()
    if words[0] == "gin-fast":
        words[:1] = [sys.executable, "-m", "gin_fast"]
    elif words[0] == "cc":
        words = ["sh", "-c", os.environ.get("CC", "cc") + command.removeprefix("cc")]
    environment = dict(os.environ)
    for name, first in (("PYTHONPATH", ROOT), ("PATH", Path(sys.executable).parent)):
        environment[name] = os.pathsep.join([str(first), os.environ.get(name, "")])
    done = subprocess.run(words, cwd=place, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
