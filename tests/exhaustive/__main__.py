"""The exhaustive checks, from the command line."""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import comb

from gin_fast.cards.hands import format_hand

from .count_by_rank import histograms
from .rounds import check_profiles
from .run import keep, kept, name_of, run

HELP = """
what is checked:
  count         no hand is looked at: the reference counts all of them rank by rank
  count-discards  the same for the best discard
  histogram     native over every hand up to suit symmetry
  deadwood      the same, and hand by hand against the compiled brute force
  discards        native best discards, deadwood and mask, hand by hand against the brute force
All but samples are compared with the histograms kept in histograms.json.
  rounds        so many native rounds in each profile: each ends, and scores what its record says
"""
CHECKS = ("count", "count-discards", "histogram", "deadwood", "discards", "rounds")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.exhaustive",
        description=__doc__,
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument(
        "size", type=int, nargs="?", default=10, help="cards in a hand, 1 to 13; or rounds"
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--every", type=int, default=1, help="only one class in so many")
    parser.add_argument("--keep", action="store_true", help="write the histogram to the data file")
    options = parser.parse_args()
    if options.check == "rounds":
        return rounds(options.size, options.threads or 1)

    start = time.perf_counter()
    of_discards = "discards" in options.check
    if "count" in options.check:
        counted = histograms(options.size, best_discard=of_discards)[options.size]
        told = f"{sum(counted):,} hands"
        right = sum(counted) == comb(52, options.size)
    else:
        found = run(
            options.check,
            options.size,
            threads=options.threads,
            every=options.every,
            progress=sys.stderr.isatty(),
        )
        counted = found.histogram
        told = f"{found.classes:,} classes, {found.hands:,} hands, {found.faults:,} faults"
        if found.faults:
            told += f", the first: {format_hand(found.first_fault)}"
        right = found.faults == 0
        right &= options.every > 1 or found.hands == comb(52, options.size)
    seconds = time.perf_counter() - start
    print(f"{options.check} {options.size}: {told}, {seconds:.1f} s")
    mean = sum(points * count for points, count in enumerate(counted)) / sum(counted)
    print(f"no deadwood: {counted[0]:,} hands; mean {mean:.6f}")

    if options.every == 1:
        name = name_of(options.size, best_discard=of_discards)
        if options.keep:
            keep(name, counted)
        try:
            equal = list(kept(name)) == counted
        except KeyError:
            print(f"no histogram of {name} is kept")
        else:
            print(f"{'equal to' if equal else 'DIFFERENT from'} the histogram kept")
            right &= equal
    return 0 if right else 1


def rounds(count: int, processes: int) -> int:
    """Checks rounds of each profile, and tells how they ended."""
    start = time.perf_counter()
    for name, ends in check_profiles(count, processes=processes):
        told = ", ".join(f"{ends[kind]:,} {kind}" for kind in sorted(ends))
        print(f"{name}: {told}; {time.perf_counter() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
