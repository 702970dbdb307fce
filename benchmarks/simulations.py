"""``python -m benchmarks.simulations``: strategies, games, recording and distribution, each
compared with something measured in the same run.

Run it on an idle machine. Lines that need an extra that is not installed are left out.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import gin_fast as gf
from benchmarks.measure import HEADS, Line, least_seconds, machine, table
from gin_fast.engine import ENGINE, games, playout
from gin_fast.strategies.players import StrategyLike


class Mine(gf.Strategy):
    """A Python strategy that draws from the stock unless the pile card saves some points."""

    def draw(self, view: gf.View) -> str:
        top = 1 << view.pile[-1]
        after = gf.best_discards(view.hand | top, top).deadwood
        return "pile" if after + 3 < gf.min_deadwood(view.hand) else "stock"

    def discard(self, view: gf.View) -> int:
        return gf.best_discards(view.hand, view.barred).cards.bit_length() - 1


def tally(a: StrategyLike, count: int) -> Callable[[], object]:
    """Play a strategy against itself, or a Python strategy against simple, on one core."""
    b = a if isinstance(a, str) else "simple"
    return lambda: playout.tally(a, b, 1, 0, count, "eaai")


def strategy_lines(scale: int) -> Iterator[Line]:
    """Strategies against themselves, compared with simple."""
    counts = {"simple": 20 * scale, "greedy": 8 * scale, "lookahead": scale}
    reach = {"simple": 1_200_000, "greedy": 400_000, "lookahead": 30_000}
    seconds = least_seconds(*(tally(name, counts[name]) for name in counts), repeats=5)
    rates = {name: counts[name] / each for name, each in zip(counts, seconds, strict=True)}
    for name, rate in rates.items():
        yield Line(
            f"{name} against itself, eaai, one core",
            f"{rate:,.0f} rounds/s",
            f"simple {rates['simple']:,.0f}",
            f"{rate / rates['simple']:.3f} x",
            f">= {reach[name]:,} a second",
            rate >= reach[name],
        )


def python_line(scale: int) -> Line:
    """A Python strategy, compared with the built-in one it plays against."""
    mine, simple = least_seconds(tally(Mine, scale), tally("simple", 20 * scale), repeats=5)
    return _rate_line(
        "a strategy in Python against simple", scale / mine, 20 * scale / simple, 50_000
    )


def numba_line(scale: int) -> Line | None:
    """simple as a Numba callback, compared with the built-in one."""
    with suppress(ImportError):
        import numba  # noqa: F401

        from benchmarks.numba_simple import SIMPLE

        count = 10 * scale
        callback, builtin = least_seconds(
            lambda: playout.tally(SIMPLE, SIMPLE, 1, 0, count, "eaai"),
            tally("simple", count),
            repeats=5,
        )
        return Line(
            "simple as a Numba callback against itself",
            f"{count / callback:,.0f} rounds/s",
            f"built in {count / builtin:,.0f}",
            f"{builtin / callback:.2f} x",
            ">= 0.7 x",
            builtin / callback >= 0.7,
        )
    return None


def games_line(scale: int) -> Line:
    """Whole games, compared with as many rounds."""
    count = scale
    played = games.tally_games("simple", "simple", 1, 0, count, "eaai").rounds.rounds
    whole, rounds = least_seconds(
        lambda: games.tally_games("simple", "simple", 1, 0, count, "eaai"),
        tally("simple", played),
        repeats=5,
    )
    return Line(
        "games of simple against itself, eaai, one core",
        f"{count / whole:,.0f} games/s",
        f"the same rounds alone {played / rounds:,.0f} rounds/s",
        f"{rounds / whole:.2f} x",
        ">= 90,000 a second",
        count / whole >= 90_000,
    )


def mirrored_line(scale: int) -> Line:
    """Mirrored rounds, compared with plain ones."""
    count = 20 * scale
    pairs, plain = least_seconds(
        lambda: playout.tally("simple", "simple", 1, 0, count, "eaai", mirrored=True),
        tally("simple", count),
        repeats=5,
    )
    return Line(
        "mirrored rounds",
        f"{count / pairs:,.0f} rounds/s",
        f"plain {count / plain:,.0f}",
        f"{plain / pairs:.2f} x",
        ">= 0.8 x",
        plain / pairs >= 0.8,
    )


def record_lines(scale: int) -> Iterator[Line]:
    """Rounds written to Parquet, compared with rounds that are not."""
    with suppress(ImportError):
        import pyarrow  # noqa: F401

        count = 100 * scale
        number = iter(range(1000))

        def run(folder: Path, **kinds: str) -> Callable[[], object]:
            def work() -> object:
                places = {key: folder / f"{next(number)}-{name}" for key, name in kinds.items()}
                return gf.simulate(
                    "simple", "simple", rounds=count, seed=1, rules="eaai", threads=1, **places
                )

            return work

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            plain, rows, decisions = least_seconds(
                run(folder),
                run(folder, record="rounds"),
                run(folder, record_decisions="decisions"),
                repeats=3,
            )
        yield Line(
            "a Parquet row a round",
            f"{count / rows:,.0f} rounds/s",
            f"plain {count / plain:,.0f}",
            f"{plain / rows:.2f} x",
            ">= 0.8 x",
            plain / rows >= 0.8,
        )
        yield Line(
            "a Parquet row a decision",
            f"{count / decisions:,.0f} rounds/s",
            f"plain {count / plain:,.0f}",
            f"{plain / decisions:.2f} x",
            "",
            True,
        )


def evaluate_line(samples: int) -> Line:
    """What each discard of eleven cards is worth, compared with rounds of the same strategies."""
    round = gf.Round.deal(7, 1, rules="eaai")
    for action in ("pass", "pass", "draw stock"):
        round.apply(action)
    view = round.view(round.to_move)
    took, rounds = least_seconds(
        lambda: gf.evaluate(view, samples=samples, seed=1), tally("simple", samples * 11), repeats=5
    )
    return Line(
        f"evaluate eleven cards, {samples:,} samples an action",
        f"{took * 1e3:.1f} ms",
        f"as many whole rounds {rounds * 1e3:.1f} ms",
        f"{took / rounds:.2f} x",
        "<= 15 ms",
        took <= 0.015,
    )


def dask_line(count: int) -> Line | None:
    """Two worker processes of Dask, compared with one thread."""
    with suppress(ImportError):
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            executor = client.get_executor(pure=False)

            def run(**how: object) -> Callable[[], object]:
                return lambda: gf.simulate(
                    "simple", "simple", rounds=count, seed=1, rules="eaai", **how
                )

            two, one = least_seconds(run(executor=executor), run(threads=1), repeats=3)
        return Line(
            "two worker processes of Dask",
            f"{count / two:,.0f} rounds/s",
            f"one thread {count / one:,.0f}",
            f"{one / two:.2f} x",
            ">= 1.8 x",
            one / two >= 1.8,
        )
    return None


def _rate_line(work: str, rate: float, beside: float, least: int) -> Line:
    return Line(
        work,
        f"{rate:,.0f} rounds/s",
        f"simple against itself {beside:,.0f}",
        f"{rate / beside:.3f} x",
        f">= {least:,} a second",
        rate >= least,
    )


def main() -> None:
    """Measure everything and print the table; exit 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulations", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="with little work: to see that it runs, not how fast"
    )
    quick = parser.parse_args().quick
    if ENGINE != "native":
        sys.exit("these numbers are those of the native engine, which is not in use")
    started = time.perf_counter()
    scale = 20 if quick else 10_000
    lines = [
        *strategy_lines(scale),
        python_line(scale),
        numba_line(scale),
        games_line(scale),
        mirrored_line(scale),
        *record_lines(scale),
        evaluate_line(10 if quick else 1000),
        dask_line(1_000 if quick else 10_000_000),
    ]
    told = [line for line in lines if line is not None]
    print(table([HEADS, *(line.cells() for line in told)]))
    print(f"\n{machine()}; measured in {time.perf_counter() - started:.0f} s")
    sys.exit(0 if quick or all(line.is_reached for line in told) else 1)


if __name__ == "__main__":
    main()
