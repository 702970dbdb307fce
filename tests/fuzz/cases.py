"""Runs the cases of one fuzzer, in a process that may crash.

`python -m tests.fuzz.cases FUZZER SEED FIRST LAST SECONDS KEPT` runs cases until the seconds are
over, and keeps the number of the case at hand in the file KEPT.
"""

from __future__ import annotations

import faulthandler
import importlib
import mmap
import os
import random
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

Case = Callable[[random.Random], None]

LONGEST = 60
"""A case that takes more seconds hangs."""


MOST_MEMORY = 8 << 30
"""Of addresses: no case needs much."""


class Found(AssertionError):
    """Something that must not be."""


def fuzzer(name: str, folder: Path) -> Case:
    """The cases of a fuzzer, which may write into a folder."""
    make: Callable[[Path], Case] = importlib.import_module(f"tests.fuzz.{name}").cases
    return make(folder)


def run(name: str, seed: int, numbers: range, seconds: float, kept: Path | None = None) -> int:
    """The number of cases run, each of which prints what it found."""
    ends = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, open(kept or os.devnull, "r+b") as file:
        here = mmap.mmap(file.fileno(), 8) if kept else bytearray(8)
        before = os.getcwd()
        os.chdir(folder)
        try:
            case = fuzzer(name, Path(folder))
            for done, number in enumerate(numbers):
                if time.monotonic() > ends:
                    return done
                here[:8] = number.to_bytes(8, "little")
                faulthandler.dump_traceback_later(LONGEST, exit=True)
                try:
                    case(random.Random(f"{name} {seed} {number}"))
                except Exception as error:
                    frames = "" if isinstance(error, Found) else traceback.format_exc(limit=-4)
                    text = str(error).encode("ascii", "backslashreplace").decode()
                    print(f"FOUND {name} {seed} {number} {type(error).__name__}: {text}\n{frames}")
                finally:
                    faulthandler.cancel_dump_traceback_later()
        finally:
            os.chdir(before)
    return len(numbers)


if __name__ == "__main__":
    faulthandler.enable()
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # which takes all addresses for itself
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    which, seed, first, last, seconds, kept = sys.argv[1:]
    done = run(which, int(seed), range(int(first), int(last)), float(seconds), Path(kept))
    print(f"DONE {done}")
