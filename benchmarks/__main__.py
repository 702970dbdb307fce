"""``python -m benchmarks``: the main figures, each compared with another of the same run.

Each time is the best of several. The two of a line take turns on the same hands, with all argument
checks on. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.hands import hands_in_play, random_hands
from benchmarks.measure import HEADS, Line, least_seconds, machine, table
from benchmarks.rounds import rounds_in_play, simulated
from benchmarks.simulations import Mine, tally
from gin_fast import Round, View, bulk
from gin_fast.engine import ENGINE, deadwood, playout

ROOT = Path(__file__).parent.parent


def bulk_lines(count: int) -> Iterator[Line]:
    """Arrays of hands, compared with NumPy counting the bits of the same hands."""
    bits, least, cards = np.empty(count, np.uint8), np.empty(count, np.uint8), np.empty(count, "u8")
    for work, hands, most in [
        ("bulk.min_deadwood, random 10 cards", random_hands(count), 4.5),
        ("bulk.min_deadwood, in-play 10 cards", hands_in_play(count), 7.5),
        ("bulk.best_discards, in-play 11 cards", hands_in_play(count, 11), 16),
    ]:

        def ours(hands=hands, of_eleven=most == 16):
            if of_eleven:
                bulk.best_discards(hands, out=(least, cards))
            else:
                bulk.min_deadwood(hands, out=least)

        seconds, theirs = least_seconds(ours, lambda hands=hands: np.bitwise_count(hands, out=bits))
        ratio = seconds / theirs
        yield Line(
            work,
            f"{seconds / count * 1e9:.2f} ns",
            f"np.bitwise_count {theirs / count * 1e9:.2f} ns",
            f"{ratio:.1f} x",
            f"<= {most} x",
            ratio <= most,
        )


def scalar_line(count: int) -> Line:
    """One hand at a time from Python, compared with `int.bit_count`."""
    hands = hands_in_play(count).tolist()
    question = deadwood.min_deadwood

    def ours():
        for hand in hands:
            question(hand)

    def theirs():
        for hand in hands:
            hand.bit_count()

    seconds, beside = (least / count for least in least_seconds(ours, theirs))
    return Line(
        "min_deadwood(int), in-play 10 cards",
        f"{seconds * 1e9:.1f} ns",
        f"int.bit_count() {beside * 1e9:.1f} ns",
        f"{seconds / beside:.2f} x",
        "<= 2.5 x",
        seconds <= 2.5 * beside,
    )


def rounds_lines(count: int) -> Iterator[Line]:
    """Whole rounds on one core, compared with NumPy counting bits; and the cost of other rules."""

    def tallied(rules):
        return lambda: playout.tally("simple", "simple", 1, 0, count, rules)

    hands, bits = random_hands(100_000), np.empty(100_000, np.uint8)
    eaai, modern, counting = least_seconds(
        tallied("eaai"), tallied("modern"), lambda: np.bitwise_count(hands, out=bits), repeats=7
    )
    each, bit_count = eaai / count, counting / len(hands)
    yield Line(
        "a round of simple against simple, eaai, one core",
        f"{each * 1e9:.0f} ns: {1 / each:,.0f} a second",
        f"np.bitwise_count {bit_count * 1e9:.2f} ns",
        f"{each / bit_count:,.0f} x",
        ">= 1,200,000 a second",
        each <= 1 / 1_200_000,
    )
    yield Line(
        "the same under modern",
        f"{modern / count * 1e9:.0f} ns",
        f"eaai {each * 1e9:.0f} ns",
        f"{modern / eaai:.2f} x",
        "<= 1.1 x",
        modern <= 1.1 * eaai,
    )


def state_lines(count: int) -> Iterator[Line]:
    """Making and copying a round from Python."""
    dealt = Round.deal(seed=1, index=2)

    def deals():
        for index in range(count):
            Round.deal(1, index)

    def copies():
        for _ in range(count):
            dealt.copy()

    for (work, most), seconds in zip(
        [("Round.deal(seed, index)", 2.0), ("Round.copy()", 0.5)],
        least_seconds(deals, copies),
        strict=True,
    ):
        taken = seconds / count * 1e6
        yield Line(work, f"{taken:.2f} us", "", "", f"<= {most} us", taken <= most)


def view_lines(count: int) -> Iterator[Line]:
    """What the views met in some rounds are asked, beside the legal actions of those rounds."""
    rounds = rounds_in_play(count)
    views = [round.view(round.to_move) for round in rounds]
    questions = [("View.legal_actions()", View.legal_actions, 5)]
    questions += [("View.to_numpy()", View.to_numpy, 10), ("View.describe()", View.describe, 150)]

    def asked(question, ones):
        def ask():
            for one in ones:
                question(one)

        return ask

    beside, *taken = (
        seconds / len(views) * 1e6
        for seconds in least_seconds(
            asked(Round.legal_actions, rounds),
            *(asked(question, views) for _, question, _ in questions),
        )
    )
    for (work, _, most), each in zip(questions, taken, strict=True):
        yield Line(
            work,
            f"{each:.2f} us",
            f"Round.legal_actions() {beside:.2f} us",
            f"{each / beside:.1f} x",
            f"<= {most} us",
            each <= most,
        )


class Silent(Mine):
    """Asks nothing before it decides."""

    def act(self, view: View) -> Any:
        return super().act(view)


class Asking(Mine):
    """Asks what is legal."""

    def act(self, view: View) -> Any:
        view.legal_actions()
        return super().act(view)


def asking_line(count: int) -> Line:
    """A strategy in Python that asks what is legal, beside the same one that does not."""
    asking, silent = least_seconds(tally(Asking, count), tally(Silent, count), repeats=7)
    return Line(
        "a strategy in Python that asks what is legal",
        f"{count / asking:,.0f} rounds/s",
        f"one that does not {count / silent:,.0f} rounds/s",
        f"{silent / asking:.2f} x",
        ">= 0.6 x",
        silent >= 0.6 * asking,
    )


def threads_line(count: int) -> Line:
    """The same with two threads and with one, and in two processes that share nothing: the most
    that two processors can do."""

    def apart():
        list(processes.map(simulated, [count // 2] * 2, [1] * 2))

    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        apart()  # which starts them
        one, two, most = least_seconds(
            lambda: simulated(count, 1), lambda: simulated(count, 2), apart, repeats=9
        )
    return Line(
        "simulate with two threads",
        f"{count / two:,.0f} rounds/s",
        f"one thread {count / one:,.0f} rounds/s, two processes {one / most:.2f} x",
        f"{one / two:.2f} x",
        ">= 1.9 x",
        one / two >= 1.9,
    )


def import_line(repeats: int) -> Line:
    """Importing the package, compared with importing NumPy, each in fresh processes."""
    timed = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
    times = [
        [float(_printed(timed.format(name))) for name in ("gin_fast", "numpy")]
        for _ in range(repeats)
    ]
    ours, numpy = map(min, zip(*times, strict=True))
    return Line(
        "import gin_fast",
        f"{ours * 1e3:.0f} ms",
        f"import numpy {numpy * 1e3:.0f} ms",
        f"{ours / numpy:.2f} x",
        "<= 2 x",
        ours <= 2 * numpy,
    )


def memory_line(count: int) -> Line | None:
    """The peak memory of a process that simulates ten times the rounds of another."""
    if not Path("/proc/self/status").exists():
        return None  # getrusage would count the memory of the process that forked
    simulated = (
        "from gin_fast.simulation import simulate; "
        "simulate('simple', 'simple', rounds={}, seed=1, rules='eaai'); "
        "print(next(line for line in open('/proc/self/status') if 'VmHWM' in line).split()[1])"
    )
    few, many = (int(_printed(simulated.format(rounds))) / 1024 for rounds in (count, 10 * count))
    return Line(
        f"peak memory of {10 * count:,} rounds",
        f"{many:.1f} MiB",
        f"{count:,} rounds {few:.1f} MiB",
        f"{many / few:.2f} x",
        "flat: <= 1.1 x",
        many <= 1.1 * few,
    )


def exhaustive_line(cards: int, repeats: int) -> Line:
    """Every hand of `cards` cards up to suit symmetry, by the command of the exhaustive checks."""
    command = [sys.executable, "-m", "tests.exhaustive", "histogram", str(cards), "--threads", "1"]
    told = ""
    least = float("inf")
    for _ in range(1 + repeats):  # the first may have to compile
        told = subprocess.run(
            command, check=True, capture_output=True, text=True, cwd=ROOT
        ).stdout.splitlines()[0]
        least = min(least, float(told.rsplit(maxsplit=2)[1]))
    classes = re.search(r"[\d,]+ classes", told)
    return Line(
        f"every {cards}-card hand, one core",
        f"{least:.1f} s",
        classes[0] if classes else "",
        "",
        "<= 4 s",
        least <= 4,
    )


def _printed(code: str) -> str:
    """Return what a fresh process prints."""
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def main() -> None:
    """Measure everything and print the table; exit 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="with little work: to see that it runs, not how fast"
    )
    quick = parser.parse_args().quick
    if ENGINE != "native":
        sys.exit("the headline numbers are those of the native engine, which is not in use")
    started = time.perf_counter()
    lines = [
        *bulk_lines(1_000 if quick else 100_000),
        scalar_line(100 if quick else 10_000),
        *rounds_lines(100 if quick else 100_000),
        *state_lines(100 if quick else 10_000),
        *view_lines(1 if quick else 20),
        asking_line(20 if quick else 5_000),
        threads_line(1_000 if quick else 500_000),
        memory_line(1_000 if quick else 500_000),
        import_line(1 if quick else 9),
        exhaustive_line(*(5, 1) if quick else (10, 3)),
    ]
    told = [line for line in lines if line is not None]
    print(table([HEADS, *(line.cells() for line in told)]))
    print(f"\n{machine()}; measured in {time.perf_counter() - started:.0f} s")
    sys.exit(0 if quick or all(line.is_reached for line in told) else 1)


if __name__ == "__main__":
    main()
