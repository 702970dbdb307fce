"""What takes long to prove, and for which sources it was proved last.

`proved.json` keeps a sum of these sources. While they are the same, the tests prove less of it;
when they differ, all of it, until someone proves it again and keeps the new sum:

    python -m tests.proved                     which of them are as they were proved
    python -m tests.proved ten-cards           the same of one: exits with 1 if it is not
    python -m tests.proved ten-cards --again   proves it, and keeps the sum if that goes well
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "tests" / "proved.json"
_MODULE = re.compile(r"^\s*(?:from|cimport) gin_fast\.native\.(\w+)(?: cimport|$)", re.MULTILINE)
_HEADER = re.compile(r'^cdef extern from "(.+)"', re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def _reached(module: str, seen: set[Path]) -> Iterator[Path]:
    """The sources of a native module, and of all that it is compiled against."""
    for path in (ROOT / "src" / f"{module}.pyx", ROOT / "gin_fast" / "native" / f"{module}.pxd"):
        if path in seen or not path.exists():
            continue
        seen.add(path)
        yield path
        text = path.read_text("utf-8")
        headers = (ROOT / "src" / name for name in _HEADER.findall(text))
        yield from (header for header in headers if header.exists())
        for other in _MODULE.findall(text):
            yield from _reached(other, seen)


def of_ten_cards() -> dict[str, str]:
    """The shipped kernel, how it is compiled, and what judges it."""
    judge = ROOT / "tests" / "exhaustive"
    judges = [path for path in judge.iterdir() if path.suffix in (".py", ".pyx", ".h", ".json")]
    return _texts({*_reached("deadwood", set()), *judges, ROOT / "setup.py"})


def of_maskable() -> dict[str, str]:
    """The environments, and the example that learns with PyTorch."""
    (example,) = (
        block
        for block in _BLOCK.findall((ROOT / "docs" / "environments.md").read_text("utf-8"))
        if "MaskablePPO" in block
    )
    return {**_texts((ROOT / "gin_fast" / "envs").glob("*.py")), "the example": example}


def _texts(files: Iterator[Path] | set[Path]) -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in files}


class Proof(NamedTuple):
    sources: Callable[[], dict[str, str]]
    """What it is a proof of, by name."""
    command: tuple[str, ...]
    """What proves it, for `python -m`."""
    needs: str
    """A module without which the command would prove nothing."""


PROOFS = {
    "ten-cards": Proof(of_ten_cards, ("tests.exhaustive", "deadwood", "10"), "gin_fast"),
    "maskable": Proof(
        of_maskable,
        ("pytest", "-q", "tests/test_gymnasium.py::test_the_example_with_maskable_ppo"),
        "sb3_contrib",
    ),
}


def sum_of(sources: dict[str, str]) -> str:
    """A SHA-256 over names and texts, whatever their order."""
    return sha256(json.dumps(sources, sort_keys=True).encode()).hexdigest()


def is_proved(name: str) -> bool:
    """Whether the sources are those for which it was proved last."""
    kept = json.loads(KEPT.read_text("utf-8"))
    return bool(kept.get(name) == sum_of(PROOFS[name].sources()))


def prove(name: str) -> bool:
    """Proves it as it is now, and keeps the sum if that goes well."""
    sources, command, needs = PROOFS[name]
    if find_spec(needs) is None:
        print(f"{name}: cannot be proved without {needs}")
        return False
    before = sum_of(sources())
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False)
    if done.returncode or sum_of(sources()) != before:
        print(f"{name}: not proved")
        return False
    kept = json.loads(KEPT.read_text("utf-8"))
    kept[name] = before
    KEPT.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.proved",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="name", help=f"any of {', '.join(PROOFS)}")
    parser.add_argument("--again", action="store_true", help="prove it")
    options = parser.parse_args()
    for name in options.names:
        if name not in PROOFS:
            parser.error(f"there is no {name}, only {', '.join(PROOFS)}")
    right = True
    for name in options.names or PROOFS:
        good = prove(name) if options.again else is_proved(name)
        print(f"{name}: {'proved' if good else 'to be proved again'}")
        right &= good
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
