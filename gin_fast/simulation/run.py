"""Many rounds of one strategy against another, on every processor, as exact integer sums."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

from gin_fast._engine import ENGINE
from gin_fast.answers.batch import MOST_GAMES, as_on_error, check_even
from gin_fast.answers.rows import LOGS
from gin_fast.estimates.stopping import GAME_QUANTITIES, Decided, Precise, as_stop, looks
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.simulation.keeping import Run
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.work import MOST_WORKERS, Job, Work, interrupts_noted, processors
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import WORD, as_bool, as_int, as_word, shown


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
    """Plays independent rounds of strategy `a` (seat 0) against `b` (seat 1) and adds them up;
    1000 of them, unless `rounds` says how many, or `games` asks for whole games.

    Round *i* is deal *i* of the seed, started by seat *i* & 1. Game *g* begins with deal *g* *
    2**20, started by seat *g* & 1, and goes on as the rules say. `mirrored`: rounds 2 *i* and 2 *i*
    + 1 both are deal *i*, and in the second the strategies have changed seats; so with games. That
    takes out much of the luck of the deal, and the errors are those of the pairs. Without `seed` a
    fresh one is taken, and the result tells it.

    The numbers are the same however the work is split: over `threads`, one for each processor this
    process may use if not given, and one alone in the reference engine or with a strategy in
    Python, which more could not make faster; or over the workers of an `executor`, of processes or
    of other machines. `progress` is called from the calling thread, now and then and at the end,
    with the number of rounds or games finished and the number of all.

    `stop_when` ends it before all is played, once the result is precise enough or decided: see
    `Precise` and `Decided`, or give the text of one, as ``"error<0.05"`` or ``"decided"``.

    `checkpoint` is a file that what is finished is written to every ten seconds and at the end, and
    is read from at the start: a run that was killed goes on where the file says, and gives what it
    would have given. One that was written with other settings is a `ValueError`; with more rounds
    than before it goes on.

    A strategy that fails, by an illegal action or an exception, forfeits the round: the other
    scores as if it had gone gin against the hand as it is. The result tells the first faults.
    `on_error` ``"raise"`` makes the first a `RuntimeError`.

    `record` is a directory that a row for each round is written to, `record_decisions` one for a
    row for each decision: Parquet files, which are whole even when the run is killed. It must be
    empty or missing, unless the run goes on from its checkpoint. This needs the extra ``parquet``.

    Ctrl-C ends the work, not the program: at once there is a result with ``interrupted=True`` that
    holds the rounds finished, which are those of ``simulate(..., rounds=result.rounds)``; or the
    games, which are those of ``simulate(..., games=result.games)``.

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
    measure = "net_points" if games is None else "game_share"
    rule = None if stop_when is None else as_stop(stop_when, of=measure)
    if rule is not None and rule.of in GAME_QUANTITIES and games is None:
        raise ValueError(f"the rule {str(rule)!r} is about games, and rounds are played")
    workers = _workers(threads, executor, job, asked)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {shown(progress)}")
    run = Run.begun(job, seed, rule, checkpoint)
    if run.done > asked:
        raise ValueError(f"{checkpoint} has {run.done} done already, more than {asked}")
    run.open(places)
    work = Work(run.job, asked, workers, progress, run.added, run.done, run.tally)
    has_failed = True
    with interrupts_noted(work):
        try:
            met = _play(work, run, asked)
            work.report()
            has_failed = False
        except KeyboardInterrupt:
            if work.is_going_on():
                raise
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
    """Where each kind of rows is recorded."""
    places = {}
    for name, kind, path in zip(("record", "record_decisions"), LOGS, paths, strict=True):
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"{name} must be a path, not {shown(path)}")
        if path is not None:
            places[kind] = Path(path)
    if len({place.resolve() for place in places.values()}) < len(places):
        raise ValueError(f"record rounds and decisions to two places, not both to {paths[0]}")
    return places


def _workers(
    threads: int | None, executor: Executor | None, job: Job, asked: int
) -> int | Executor:
    if executor is not None:
        if threads is not None:
            raise ValueError(f"give threads or an executor, not both: threads={shown(threads)}")
        if not isinstance(executor, Executor) and hasattr(executor, "get_executor"):
            executor = executor.get_executor(pure=False)  # a client of Dask
        if not isinstance(executor, Executor):
            raise TypeError(
                "executor must be a concurrent.futures.Executor or a Dask Client, not "
                f"{shown(executor)}"
            )
        if not isinstance(executor, ThreadPoolExecutor):
            for player in (job.a, job.b):
                player.check_travels()
        return executor
    if threads is None:
        in_python = any(player.make is not None for player in (job.a, job.b))
        threads = 1 if in_python or ENGINE != "native" else processors()
    return min(as_int(threads, "threads", 1), max(1, asked // job.step), MOST_WORKERS)


def _play(work: Work, run: Run, asked: int) -> bool:
    """Plays it all, or until the rule is met, which is told."""
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
    raise AssertionError  # looks have no end
