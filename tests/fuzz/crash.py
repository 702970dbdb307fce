"""A fuzzer to try the runner with: the case that the environment names ends the process."""

from __future__ import annotations

import os
import random
from pathlib import Path

from tests.fuzz.cases import Case


def cases(folder: Path) -> Case:
    del folder
    number = os.environ["GIN_FAST_FUZZ_CRASH"]
    crashing = random.Random(f"crash 1 {number}").random()

    def case(dice: random.Random) -> None:
        if dice.random() == crashing:
            os.abort()

    return case
