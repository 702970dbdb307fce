"""Timing things side by side, and showing the times in a table."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

Work = Callable[[], object]


class Line(NamedTuple):
    """One figure: what was measured, compared with what, and its target."""

    work: str
    measured: str
    beside: str
    ratio: str
    reach: str
    is_reached: bool

    def cells(self) -> list[str]:
        return [*self[:-1], "yes" if self.is_reached else "NO"]


HEADS = ["work", "measured", "measured beside it", "ratio", "to reach", "reached"]


def least_seconds(*works: Work, repeats: int = 15, at_least: float = 0.01) -> list[float]:
    """Return the least time of each piece of work. They take turns, so all see the same conditions.

    Work that takes less than `at_least` seconds is repeated many times in a row.
    """
    numbers = []
    for work in works:
        taken = _seconds(work, 1)
        if taken < at_least:
            taken = _seconds(work, 1)  # the first may have been cold
        numbers.append(max(1, int(at_least / max(taken, 1e-7))))
    least = [float("inf")] * len(works)
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repeats):
            for place, (work, number) in enumerate(zip(works, numbers, strict=True)):
                least[place] = min(least[place], _seconds(work, number) / number)
    finally:
        if was_collecting:
            gc.enable()
    return least


def _seconds(work: Work, number: int) -> float:
    start = time.perf_counter()
    for _ in range(number):
        work()
    return time.perf_counter() - start


def table(rows: Sequence[Sequence[str]]) -> str:
    """Align rows of text in columns; the first row is the header."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def machine() -> str:
    """Describe the machine and the versions."""
    import datetime
    import os
    import platform

    import numpy

    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(": ")[1].strip() for line in file if "model name" in line)
    except (OSError, StopIteration):
        pass
    return (
        f"{model}, {os.cpu_count()} processors, {platform.system()}, "
        f"Python {platform.python_version()}, NumPy {numpy.__version__}, {datetime.date.today()}"
    )
