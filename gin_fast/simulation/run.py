"""Many rounds of one strategy against another, on every processor, as exact integer sums."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

from gin_fast.answers.batch import MOST_GAMES, as_on_error, check_even
from gin_fast.answers.rows import LOGS
from gin_fast.engine import ENGINE
from gin_fast.estimates.stopping import GAME_QUANTITIES, Decided, Precise, as_stop, looks
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.simulation.interrupts import interrupts_noted
from gin_fast.simulation.jobs import Job
from gin_fast.simulation.keeping import Run
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.work import MOST_WORKERS, Work, processors
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import WORD, as_bool, as_int, as_word, shown
from gin_fast.values.files import real_place


def simulate(
    a: StrategyLike,
    b: StrategyLike,
    *,
    rounds: int | None = None,
    games: int | None = None,
    mirrored: bool = False,
    seed: int | None = None,
    rules: Rules | str = "modern",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop_when: Precise | Decided | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "forfeit",
    record: str | os.PathLike[str] | None = None,
    record_decisions: str | os.PathLike[str] | None = None,
) -> SimulationResult:
    """Plays independent rounds, or games, of strategy `a` against `b` and adds them up.

    Round *i* is deal *i* of the seed, started by seat *i* & 1. Game *g* begins with deal *g* *
    2**20, started by seat *g* & 1, and continues as the rules say. The numbers are the same however
    the work is split between threads or workers.

    Ctrl-C ends the work, not the program: the result, with ``interrupted=True``, holds the rounds
    finished so far, which are those of ``simulate(..., rounds=result.rounds)``; or the games, which
    are those of ``simulate(..., games=result.games)``. A piece that takes long is broken off.

    Args:
        a: The strategy in seat 0: a name such as ``"greedy:knock=6"``, a subclass of `Strategy`,
            or a `Compiled`.
        b: The strategy in seat 1.
        rounds: The number of rounds, 1000 by default.
        games: The number of whole games, instead of `rounds`.
        mirrored: Whether to play each deal twice with the seats swapped: rounds 2 *i* and 2 *i* + 1
            are both deal *i*, and games likewise. This removes much of the luck of the deal, and
            standard errors are those of the pairs.
        seed: The seed of the deals, 0 to 2**64 - 1. By default a fresh one is drawn; the result
            holds it.
        rules: A `Rules` or the name of a profile.
        threads: The number of threads. By default one for each processor this process may use; but
            one alone for a Python strategy or in the reference engine, which more threads would not
            speed up.
        executor: A `concurrent.futures.Executor` or a Dask ``Client`` to do the work instead of
            threads, in other processes or on other machines.
        progress: Called in the calling thread, now and then and at the end, with the number of
            rounds or games finished and the number asked for.
        stop_when: A rule that ends the run early, once the result is precise enough or decided: a
            `Precise` or `Decided`, or its text, such as ``"error<0.05"`` or ``"decided"``.
        checkpoint: A file for finished work, written every ten seconds and at the end. If it
            exists, the run continues from it and gives the same result as an uninterrupted one;
            `rounds` or `games` may be larger than before.
        on_error: What happens if a strategy fails, by an illegal action or an exception.
            ``"forfeit"``: it forfeits the round, and the other seat scores as if it had gone gin
            against the hand as it is; the result lists the first faults. ``"raise"``: the first
            fault is a `RuntimeError`.
        record: A directory for Parquet files with a row for each round, which stay readable even if
            the run is killed. It must be empty or missing, unless the run continues from its
            checkpoint. Needs the extra ``parquet``.
        record_decisions: The same, with a row for each decision.

    Returns:
        The `SimulationResult`.

    Raises:
        ValueError: If an argument is invalid, or the checkpoint was written with other settings.
        RuntimeError: If a strategy fails and `on_error` is ``"raise"``.

    >>> result = simulate("simple", "random", rounds=20, seed=7)
    >>> result.rounds, result.interrupted
    (20, False)
    >>> result == simulate("simple", "random", rounds=20, seed=7, threads=3)
    True
    """
    asked = _number_asked(rounds, games)
    mirrored = as_bool(mirrored, "mirrored")
    if mirrored:
        check_even(asked, "rounds" if games is None else "games")
    seed = None if seed is None else as_word(seed, "seed")
    places = _places(record, record_decisions)
    job = Job(
        as_player(a),
        as_player(b),
        0 if seed is None else seed,
        as_rules(rules),
        games is not None,
        mirrored,
        as_on_error(on_error),
        max(places, key=LOGS.index, default=None),
    )
    job.check_ends()
    measure = "net_points" if games is None else "game_share"
    rule = None if stop_when is None else as_stop(stop_when, of=measure)
    if rule is not None and rule.of in GAME_QUANTITIES and games is None:
        raise ValueError(f"the rule {str(rule)!r} is about games, but rounds are played")
    workers = _workers(threads, executor, job, asked)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {shown(progress)}")
    run = Run.begun(job, seed, rule, checkpoint)
    run.open(places, asked)
    work = Work(run.job, asked, workers, progress, run.added, run.done, run.tally)
    has_failed = True
    with interrupts_noted(work):
        try:
            met = _play(work, run, asked)
            work.report()
            has_failed = False
        except KeyboardInterrupt:
            work.interrupted = True
            met = has_failed = False
        finally:
            work.abandon()
            run.close(work.done, work.tally, has_failed)
        return run.result(work, asked, met)


def _number_asked(rounds: int | None, games: int | None) -> int:
    if rounds is not None and games is not None:
        given = f"rounds={shown(rounds)}, games={shown(games)}"
        raise ValueError(f"give rounds or games, not both: {given}")
    if games is None:
        return as_int(1000 if rounds is None else rounds, "rounds", 0, WORD)
    return as_int(games, "games", 0, MOST_GAMES)


def _places(*paths: str | os.PathLike[str] | None) -> dict[str, Path]:
    """The directory for each kind of rows."""
    places = {}
    for name, kind, path in zip(("record", "record_decisions"), LOGS, paths, strict=True):
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"{name} must be a path, not {shown(path)}")
        if path is not None:
            places[kind] = Path(path)
    if len({real_place(place) for place in places.values()}) < len(places):
        raise ValueError(f"record rounds and decisions to two directories, not both to {paths[0]}")
    return places


def _workers(
    threads: int | None, executor: Executor | None, job: Job, asked: int
) -> int | Executor:
    if executor is not None:
        if threads is not None:
            raise ValueError(f"give threads or an executor, not both: threads={shown(threads)}")
        if not isinstance(executor, Executor) and hasattr(executor, "get_executor"):
            executor = executor.get_executor(pure=False)  # a Dask client
        if not isinstance(executor, Executor):
            raise TypeError(
                "executor must be a concurrent.futures.Executor or a Dask Client, not "
                f"{shown(executor)}"
            )
        if not isinstance(executor, ThreadPoolExecutor):
            job.check_reaches(executor)
        return executor
    if threads is None:
        in_python = any(player.make is not None for player in (job.a, job.b))
        threads = 1 if in_python or ENGINE != "native" else processors()
    return min(as_int(threads, "threads", 1), max(1, asked // job.step), MOST_WORKERS)


def _play(work: Work, run: Run, asked: int) -> bool:
    """Plays everything, or until the stopping rule is met; returns whether it was."""
    if run.rule is None:
        work.do(asked)
        return False
    for units in looks():
        until = min(asked, units * run.job.step)
        if until > work.done:
            work.do(until)
        if work.done < until or until == asked:
            return False
        if until == work.done and run.is_enough(work):
            return True
    raise AssertionError  # the looks never end
