"""``gin-fast simulate``, ``record``, ``compare`` and ``tournament``: many rounds or games."""

from __future__ import annotations

import json
import mmap
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

import click

from gin_fast.answers.batch import MOST_GAMES, ON_ERROR
from gin_fast.cli.saves import read_by
from gin_fast.cli.shared import (
    INTERRUPTED,
    STRATEGY_HELP,
    bad_input,
    errors_in_a_line,
    json_option,
    rules_from,
    rules_option,
    say,
    set_option,
    strategy,
    whole,
)
from gin_fast.simulation.comparison import Comparison, compare
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.run import simulate
from gin_fast.simulation.tournaments import Tournament, tournament
from gin_fast.values.checks import WORD

_ROUNDS = 1000
_COMPARED = 10_000
_BYTES_OF_ARROW = 1 << 28
"""What PyArrow needs, about: without it, it would crash."""


def _mirrored(default: bool) -> Callable[[Any], Any]:
    return click.option(
        "--mirrored/--no-mirrored",
        default=default,
        show_default=True,
        help="Play each deal twice, with the seats swapped.",
    )


def _rounds_option(default: int) -> Callable[[Any], Any]:
    return click.option(
        "--rounds",
        type=whole("rounds", 0, WORD),
        help=f"How many; 1_000_000 and 1e6 will do.  [default: {default}]",
    )


_games_option = click.option(
    "--games", type=whole("games", 0, MOST_GAMES), help="Whole games instead."
)

_OPTIONS = (
    click.option("--seed", type=whole("seed", 0, WORD), help="The seed; a fresh one by default."),
    rules_option(),
    set_option,
    click.option("--stop-when", metavar="RULE", help="Stop early: error<0.05, or decided."),
    click.option(
        "--on-error",
        type=click.Choice(ON_ERROR),
        default=ON_ERROR[0],
        show_default=True,
        help="What happens when a strategy fails.",
    ),
    click.option(
        "--checkpoint", metavar="PATH", help="Save finished work there, and continue from it."
    ),
    click.option(
        "--threads", type=whole("threads", 1), help="Threads; one per processor by default."
    ),
    click.option("--processes", type=whole("processes", 1), help="Play in this many processes."),
    click.option("--dask", metavar="ADDRESS", help="Play on the workers of a Dask scheduler."),
    json_option,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for spreadsheets."),
    click.option("--plot", metavar="FILE", help="Save a plot: .png, .svg, .pdf, .jpg or .webp."),
)


def _run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that all four commands have."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command("simulate", epilog=STRATEGY_HELP)
@click.argument("a", type=strategy, metavar="A")
@click.argument("b", type=strategy, metavar="B")
@_rounds_option(_ROUNDS)
@_games_option
@_mirrored(False)
@_run_options
def simulate_command(a: str, b: str, rounds: int | None, games: int | None, **options: Any) -> None:
    """Play rounds, or games, of strategy A against strategy B and add them up.

    Ctrl-C stops early and prints the result so far, with exit code 130.
    """
    number = _number(rounds, games, _ROUNDS)
    with _run(options, next(iter(number.values()))) as settings:
        result = simulate(a, b, **number, **settings)
    _print_result(result, options, interrupted=result.interrupted)


@click.command("record", epilog=STRATEGY_HELP)
@click.argument("a", type=strategy, metavar="A")
@click.argument("b", type=strategy, metavar="B")
@click.argument("folder", metavar="FOLDER")
@_rounds_option(_ROUNDS)
@_games_option
@click.option("--decisions", is_flag=True, help="Record a row per decision, not per round.")
@_mirrored(False)
@_run_options
def record_command(
    a: str,
    b: str,
    folder: str,
    rounds: int | None,
    games: int | None,
    decisions: bool,
    **options: Any,
) -> None:
    """Play like simulate, and record a row per round in a FOLDER of Parquet files.

    \b
    gin-fast record greedy simple rounds.parquet --rounds 1e6
    gin-fast record greedy greedy decisions.parquet --games 1e4 --decisions
    """
    number = _number(rounds, games, _ROUNDS)
    mmap.mmap(-1, _BYTES_OF_ARROW).close()
    place: dict[str, Any] = {"record_decisions" if decisions else "record": folder}
    with _run(options, next(iter(number.values()))) as settings, errors_in_a_line(ImportError):
        result = simulate(a, b, **number, **place, **settings)
    _print_result(result, options, interrupted=result.interrupted)


@click.command("compare", epilog=STRATEGY_HELP)
@click.argument("a", type=strategy, metavar="A")
@click.argument("b", type=strategy, metavar="B")
@_rounds_option(_COMPARED)
@_games_option
@click.option(
    "--confidence", type=float, default=0.95, show_default=True, help="The confidence level."
)
@_mirrored(True)
@_run_options
def compare_command(
    a: str, b: str, rounds: int | None, games: int | None, confidence: float, **options: Any
) -> None:
    """Find out whether strategy A is better than strategy B, by how much, and how sure that is.

    \b
    gin-fast compare greedy simple --games 1e5
    gin-fast compare greedy gin_hunter --rounds 1e8 --stop-when decided
    """
    number = _number(rounds, games, _COMPARED)
    with _run(options, next(iter(number.values()))) as settings:
        found = compare(a, b, **number, confidence=confidence, **settings)
    _print_result(found, options, interrupted=found.result.interrupted)


@click.command("tournament", epilog=STRATEGY_HELP)
@click.argument("strategies", type=strategy, nargs=-1, required=True, metavar="STRATEGY...")
@click.option(
    "--games",
    type=whole("games", 0, MOST_GAMES),
    default="1000",
    show_default=True,
    help="The number of games per pair.",
)
@_mirrored(True)
@_run_options
def tournament_command(strategies: tuple[str, ...], games: int, **options: Any) -> None:
    """Play every strategy against every other, and rate them.

    \b
    gin-fast tournament random simple greedy lookahead --games 1e4 --rules eaai
    """
    pairs = len(strategies) * (len(strategies) - 1) // 2
    with _run(options, pairs * games) as settings:
        found = tournament(strategies, games=games, **settings)
    _print_result(found, options, interrupted=found.interrupted)


def _number(rounds: int | None, games: int | None, default: int) -> dict[str, Any]:
    """The number of rounds or games, as arguments."""
    if rounds is not None and games is not None:
        raise click.UsageError("give --rounds or --games, not both")
    if games is not None:
        return {"games": games}
    return {"rounds": default if rounds is None else rounds}


@contextmanager
def _run(options: dict[str, Any], total: int) -> Iterator[dict[str, Any]]:
    """The options as arguments of the functions; errors in them are bad input."""
    given = [f"--{name}" for name in ("threads", "processes", "dask") if options[name] is not None]
    if len(given) > 1:
        raise click.UsageError(f"give only one of {', '.join(given)}")
    if options["as_json"] and options["as_csv"]:
        raise click.UsageError("give --json or --csv, not both")
    rules = rules_from(options["rules"], options["changes"])
    if options["plot"] is not None:
        from gin_fast.show import plots

        try:  # before an hour of work, not after it
            with bad_input(), errors_in_a_line(OSError):
                plots.check_place(options["plot"])
            plots.check_installed()
        except ImportError as error:
            raise click.UsageError(str(error)) from None
    with (
        _executor(options["processes"], options["dask"]) as executor,
        _bar(total) as progress,
        bad_input(),
        errors_in_a_line(RuntimeError, OSError),
        _checkpoint_named(options["checkpoint"]),
    ):
        yield {
            "mirrored": options["mirrored"],
            "seed": options["seed"],
            "rules": rules,
            "threads": options["threads"],
            "executor": executor,
            "progress": progress,
            "stop_when": options["stop_when"],
            "checkpoint": options["checkpoint"],
            "on_error": options["on_error"],
        }


@contextmanager
def _checkpoint_named(path: str | None) -> Iterator[None]:
    """Says of a file that is no checkpoint which command reads it."""
    try:
        yield
    except ValueError as error:
        if path is None or "checkpoint" not in str(error):
            raise
        raise ValueError(f"{error}{read_by(path, '--checkpoint')}") from error


@contextmanager
def _executor(processes: int | None, dask: str | None) -> Iterator[Executor | None]:
    """The executor named by the options, if any."""
    if processes is not None:
        from gin_fast.cli.workers import Workers

        with Workers(processes) as pool:
            yield pool
    elif dask is not None:
        try:
            import distributed
        except ImportError:
            raise click.UsageError("--dask needs pip install 'gin_fast[dask]'") from None
        try:
            client: Any = distributed.Client(dask, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise click.UsageError(f"no Dask scheduler at {dask}: {error}") from None
        with client:
            yield client.get_executor(pure=False)
    else:
        yield None


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar with the rate and the time left, if the output is a terminal; yields the
    function that advances it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,}, {task.fields[rate]} a second"),
        TimeRemainingColumn(),
    )
    bar = Progress(
        *columns,
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task("", total=total, rate="-")

        def moved(done: int, _: int) -> None:
            speed = bar.tasks[0].speed
            rate = "-" if speed is None else f"{speed:,.0f}"
            bar.update(task, completed=done, rate=rate, refresh=True)

        yield moved


def _print_result(
    found: SimulationResult | Comparison | Tournament, options: dict[str, Any], interrupted: bool
) -> None:
    """Prints the result, and plots it on request."""
    if options["as_json"]:
        click.echo(json.dumps(found.to_dict()))
    elif options["as_csv"]:
        click.echo(found.to_csv(), nl=False)
    else:
        say(str(found))
        if sys.stdout.isatty() and not isinstance(found, Tournament):
            from rich.console import Console

            from gin_fast.show.bars import bars

            Console().print(bars(found.result if isinstance(found, Comparison) else found))
    if options["plot"] is not None:
        from gin_fast.show import plots

        plots.save(found.plot(), options["plot"])
    if interrupted:
        click.get_current_context().exit(INTERRUPTED)
