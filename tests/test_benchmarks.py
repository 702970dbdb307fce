"""The benchmarks run. How fast is not for a test to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMANDS = [
    "pytest benchmarks --benchmark-disable -q -p no:cacheprovider",
    "benchmarks --quick",
    "benchmarks.environments --quick",
    "benchmarks.simulations --quick",
    "benchmarks.numba_simple --rounds 20 --repeats 2",
    "benchmarks.peers --quick",
]


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_benchmark_runs(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
