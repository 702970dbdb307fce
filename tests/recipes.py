"""Runs the recipes of docs/trainers.md: ``python -m tests.recipes tianshou rllib``, or all.

They need PyTorch and what the page names, and take some minutes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "trainers.md"


def recipes() -> dict[str, str]:
    """The program under each heading."""
    found = re.findall(
        r"^## (\w+)$(?:(?!^## ).)*?```python\n(.*?)```", PAGE.read_text(), re.M | re.S
    )
    return {name.lower(): program for name, program in found}


def main(names: list[str]) -> int:
    programs = recipes()
    for name in names or programs:
        if name not in programs:
            raise SystemExit(f"unknown recipe {name!r}: expected one of {', '.join(programs)}")
        print(f"{name}:", flush=True)
        subprocess.run([sys.executable, "-c", programs[name]], check=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
