"""A sweep over all classes of hands of a size, shared by threads."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .compiled import sweep

HISTOGRAMS = Path(__file__).parent / "histograms.json"
MOST = 170
"""No mask leaves more."""
STEP = 4
"""How many masks one piece of the work takes as those of the second largest suit."""


@dataclass
class Found:
    """What a sweep has found."""

    histogram: list[int] = field(default_factory=lambda: [0] * (MOST + 1))
    """How many hands leave 0, 1, 2 … points."""
    classes: int = 0
    faults: int = 0
    """In how many classes native and the brute force differ."""
    first_fault: int = 0
    """A hand of such a class."""

    @property
    def hands(self) -> int:
        return sum(self.histogram)


def run(
    check: str, size: int, *, threads: int = 0, every: int = 1, progress: bool = False
) -> Found:
    """Sweeps all classes of hands of `size` cards, or about one in `every`.

    `check`: ``"histogram"``, ``"deadwood"`` (compared with the brute force) or ``"discards"``.
    """
    module = sweep()
    code = {
        "histogram": module.HISTOGRAM,
        "deadwood": module.DEADWOOD,
        "discards": module.DISCARDS,
    }[check]
    found = Found()
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        pieces = [
            pool.submit(module.sweep, code, size, first, first + STEP, every)
            for first in range(0, 8192, STEP)
        ]
        for number, piece in enumerate(as_completed(pieces), 1):
            histogram, classes, faults, first_fault = piece.result()
            if sum(histogram[MOST + 1 :]):
                raise AssertionError(f"native gives more than {MOST}")
            found.histogram = [a + b for a, b in zip(found.histogram, histogram, strict=False)]
            found.classes += classes
            found.first_fault = found.first_fault if found.faults else first_fault
            found.faults += faults
            if progress:
                done = f"{number * 100 // len(pieces):3} %, {found.classes:,} classes"
                print(f"\r{done}, {found.faults} faults", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return found


@cache
def kept(name: str) -> tuple[int, ...]:
    """A histogram of the data file, to the end of all deadwood."""
    counts = json.loads(HISTOGRAMS.read_text("utf-8"))[name]
    return (*counts, *[0] * (MOST + 1 - len(counts)))


def keep(name: str, histogram: list[int]) -> None:
    """Writes a histogram into the data file."""
    data = json.loads(HISTOGRAMS.read_text("utf-8")) if HISTOGRAMS.exists() else {}
    data[name] = list(_trimmed(histogram))
    lines = ",\n".join(f'"{key}": {json.dumps(data[key])}' for key in sorted(data))
    HISTOGRAMS.write_text(f"{{\n{lines}\n}}\n", "utf-8")


def _trimmed(histogram: list[int]) -> Iterator[int]:
    last = max(place for place, count in enumerate(histogram) if count)
    yield from histogram[: last + 1]


def name_of(size: int, *, best_discard: bool) -> str:
    """The name of a histogram in the data file."""
    return f"{size} cards, best discard" if best_discard else f"{size} cards"
