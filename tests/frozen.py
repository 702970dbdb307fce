"""Freezes programs with PyInstaller, in one folder and in one file, and runs them.

``python -m tests.frozen`` takes two minutes, and needs ``pip install pyinstaller``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

SCRIPT = """\
import gin_fast as gf
import gin_fast.capi
hand = gf.parse_hand("4H 5H 6H 7H 7C 7D KC 2S 2D 2C")
print(gf.ENGINE, gf.min_deadwood(hand), gf.simulate("simple", "greedy", rounds=100, seed=1).rounds)
print(len(gf.capi.addresses()) > 9, "HAND" in gf.Round.deal(7).view(0).describe().upper())
"""
OWN = """\
import gin_fast
class Own(gin_fast.Strategy):
    def act(self, view):
        return view.legal_actions()[0]
"""
COMMANDS = (
    (["--version"], "native engine"),
    (["hand", "AS 2S 3S"], "deadwood     0"),
    (["simulate", "simple", "own.py:Own", "--rounds", "300"], "rounds 300"),
    (["simulate", "greedy", "simple", "--rounds", "20000", "--processes", "2"], "rounds 20,000"),
    (["rules", "eaai"], "eaai"),
    (["replay", "missing.json"], "missing.json"),
)
"""Of the frozen command line: arguments, and what it prints."""


def froze(source: Path, name: str, folder: Path, one_file: bool) -> Path:
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    command += ["--name", name, "--onefile" if one_file else "--onedir", str(source)]
    subprocess.run(command, cwd=folder, check=True)
    made = folder / "dist" / name
    return made if one_file else made / name


def printed(program: Path, *arguments: str) -> str:
    """What it prints, away from everything that Python would find without it."""
    environment = {"PATH": os.defpath, "HOME": str(program.parent)}
    done = subprocess.run(
        [str(program), *arguments],
        cwd=program.parents[2 if program.parent.name != "dist" else 1],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.stdout


def main() -> None:
    command_line = find_spec("gin_fast.__main__")
    assert command_line is not None
    assert command_line.origin is not None
    for one_file in (False, True):
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            (folder / "own.py").write_text(OWN)
            (folder / "script.py").write_text(SCRIPT)
            shape = "one file" if one_file else "one folder"
            script = froze(folder / "script.py", "script", folder, one_file)
            said = printed(script)
            if said.split() != ["native", "10", "100", "True", "True"]:
                raise SystemExit(f"the script in {shape} printed {said!r}")
            program = froze(Path(command_line.origin), "gin-fast", folder, one_file)
            for arguments, expected in COMMANDS:
                said = printed(program, *arguments)
                if expected not in said or "Traceback" in said:
                    raise SystemExit(f"{arguments} in {shape} printed {said!r}")
            print(f"{shape}: a script and {len(COMMANDS)} commands")


if __name__ == "__main__":
    main()
