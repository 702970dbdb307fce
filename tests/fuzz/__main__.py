"""``python -m tests.fuzz``: see the package."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
FUZZERS = ("calls", "table", "commands", "files")
_MANY = 1 << 40
_NONE = (1 << 64) - 1


def hunt(name: str, seed: int, seconds: float, first: int = 0, last: int = _MANY) -> list[str]:
    """What one fuzzer found. A case that crashes is found as well, and those after it are run."""
    found: list[str] = []
    ends, done = time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "case")
        while first < last and (left := ends - time.monotonic()) > 0:
            kept.write_bytes(_NONE.to_bytes(8, "little"))
            command = [sys.executable, "-m", "tests.fuzz.cases", name, str(seed)]
            command += [str(first), str(last), str(left), str(kept)]
            ended = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False
            )
            texts = ended.stdout.split("FOUND ")
            found += [f"{text.strip()}" for text in texts[1:]]
            if ended.returncode == 0:
                done += int(ended.stdout.rsplit("DONE ", 1)[1])
                break
            number = int.from_bytes(kept.read_bytes(), "little")
            if number == _NONE:
                raise RuntimeError(f"the fuzzer does not start: {ended.stderr}")
            done += number + 1 - first
            found.append(
                f"{name} {seed} {number} ended with {ended.returncode}:\n{ended.stderr[-6000:]}"
            )
            first = number + 1
    for text in found:
        number = text.split(maxsplit=3)[2]
        print(f"\npython -m tests.fuzz {name} --seed {seed} --case {number}\n{text}")
    print(f"{name}: {done} cases, {len(found)} found", flush=True)
    return found


def sanitized(arguments: Sequence[str]) -> int:
    """The same command on a copy in `build`, with AddressSanitizer and UBSan (GCC, Linux)."""
    flags = (
        "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1"
    )
    copy = ROOT / "build" / "sanitized"
    left_out = shutil.ignore_patterns(".*", "build", "*.so", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=left_out, dirs_exist_ok=True)
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    plain = {**os.environ, "PYTHONPATH": str(copy)}
    subprocess.run(build, cwd=copy, env={**plain, "CFLAGS": flags, "LDFLAGS": flags}, check=True)
    compiler = os.environ.get("CC", "gcc").split()
    libraries = (
        subprocess.check_output([*compiler, f"-print-file-name={name}"], text=True).strip()
        for name in ("libasan.so", "libubsan.so")
    )
    watched = {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
    }
    again = [sys.executable, "-m", "tests.fuzz", *arguments]
    return subprocess.run(again, cwd=copy, env={**plain, **watched}, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("fuzzers", nargs="*", metavar="FUZZER", help=", ".join(FUZZERS))
    parser.add_argument("--seconds", type=float, default=60, help="in all (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first case")
    parser.add_argument("--case", type=int, help="this case alone")
    parser.add_argument("--sanitized", action="store_true", help="on a copy built for it")
    given = parser.parse_args()
    for name in given.fuzzers:
        if name not in FUZZERS:
            parser.error(f"unknown fuzzer {name!r}: expected one of {', '.join(FUZZERS)}")
    if given.sanitized:
        return sanitized([argument for argument in sys.argv[1:] if argument != "--sanitized"])
    names = given.fuzzers or FUZZERS
    first, last = given.first, _MANY
    if given.case is not None:
        first, last = given.case, given.case + 1
    found = []
    for name in names:
        found += hunt(name, given.seed, given.seconds / len(names), first, last)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
