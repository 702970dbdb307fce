"""What a user writes passes strict typing: there is always a number where there always is one."""

import os
import subprocess
import sys
from pathlib import Path

WRITTEN = """
from functools import partial

import gin_fast as gf

evaluations = gf.evaluate(gf.Round.deal(seed=7).view(0), samples=10)
first, second = evaluations[0], evaluations[1]
difference: float = first.points.mean - second.points.mean
more: float = first.gain.mean + first.win.mean
chance: float = 0.0 if first.game is None else first.game.mean
low, high = first.points.interval() or (0.0, 0.0)

result = gf.simulate("greedy", "simple", rounds=10, seed=7)
mean = result.net_points.mean
score: float = 0.0 if mean is None else mean
again: int = sum(fault.number + fault.round for fault in result.faults)
"""
REFUSED = """
import gin_fast as gf

score: float = gf.simulate("greedy", "simple", rounds=0).net_points.mean
"""


def checked(tmp_path: Path, text: str) -> str:
    (tmp_path / "written.py").write_text(text)
    root = str(Path(__file__).parent.parent)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, "--follow-imports", "silent", "written.py"],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_what_is_always_a_number_is_one(tmp_path: Path) -> None:
    told = checked(tmp_path, WRITTEN)
    assert told.startswith("Success"), told
    exec(compile(WRITTEN, "written.py", "exec"), {})


def test_what_may_be_missing_must_be_asked_for(tmp_path: Path) -> None:
    assert 'has type "float | None"' in checked(tmp_path, REFUSED)
