"""Many rounds of one strategy against another, on every processor, as exact integer sums."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from gin_fast import checkpoints
from gin_fast._engine import ENGINE
from gin_fast._version import __version__
from gin_fast._work import MOST_WORKERS, Job, Work, interrupts_noted, processors
from gin_fast.cards import WORD, as_int, as_word, fresh_seed, shown
from gin_fast.estimates import Estimate
from gin_fast.logs import LOGS, Logged
from gin_fast.players import StrategyLike, as_player
from gin_fast.playing import MOST_GAMES, Sums, Tally, as_bool, as_on_error, check_even
from gin_fast.recording import Recorder
from gin_fast.rules import Rules, as_rules
from gin_fast.simulation_result import Ending, SimulationResult
from gin_fast.stopping import GAME_QUANTITIES, Decided, Precise, as_stop, looks

__all__ = ["Ending", "Estimate", "SimulationResult", "Sums", "simulate"]

_CHECKPOINT_SECONDS = 10.0


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
    run = _Run.begun(job, seed, rule, checkpoint)
    if run.done > asked:
        raise ValueError(f"{checkpoint} has {run.done} done already, more than {asked}")
    run.open(places)
    work = Work(run.job, asked, workers, progress, run.added, run.done, run.tally)
    has_failed = True
    with interrupts_noted(work):
        try:
            met = _play(work, run, asked)
            work.tell()
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


def _play(work: Work, run: _Run, asked: int) -> bool:
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


class _Run:
    """A simulation: what is played, and what is kept of it meanwhile."""

    def __init__(
        self,
        job: Job,
        rule: Precise | Decided | None,
        checkpoint: Path | None,
        done: int,
        tally: Tally,
    ) -> None:
        self.job = job
        self.rule = rule
        self.done = done
        self.tally = tally
        self._checkpoint = checkpoint
        self.trace: list[tuple[int, int, int]] = []
        self._saved_at = time.monotonic()
        self._recorded: dict[str, int] | None = None  # rows, of an earlier run
        self._recorders: dict[str, Recorder] = {}

    @classmethod
    def begun(
        cls,
        job: Job,
        seed: int | None,
        rule: Precise | Decided | None,
        checkpoint: str | os.PathLike[str] | None,
    ) -> _Run:
        """A run from its start, or from where a checkpoint left it."""
        if checkpoint is not None and not isinstance(checkpoint, (str, os.PathLike)):
            raise TypeError(f"checkpoint must be a path, not {shown(checkpoint)}")
        path = None if checkpoint is None else Path(checkpoint)
        found = None if path is None else checkpoints.load(path)
        if found is None:
            job = job._replace(seed=fresh_seed() if seed is None else seed)
            return cls(job, rule, path, 0, Tally())
        settings, done, tally = found
        recorded = settings.pop("recorded", {})
        if not isinstance(recorded, dict):
            raise ValueError(f"{path} is no checkpoint: it recorded {shown(recorded)}")
        if seed is None:
            job = job._replace(seed=as_word(settings.get("seed"), "seed"))
        expected = _settings(job, rule)
        if settings != expected:
            raise ValueError(f"{path} is of other settings: {_difference(settings, expected)}")
        run = cls(job, rule, path, done, tally)
        run._recorded = recorded
        return run

    def open(self, places: dict[str, Path]) -> None:
        """Begins to record, or goes on, and to keep the checkpoint: that it cannot be written is
        told at once."""
        settings, recorded = _settings(self.job, self.rule), self._recorded
        if recorded is not None and recorded.keys() != places.keys():
            there, here = (" and ".join(each) or "nothing" for each in (recorded, places))
            raise ValueError(f"{self._checkpoint} recorded {there}, and {here} is to be recorded")
        try:
            for kind, place in places.items():
                if recorded is None:
                    self._recorders[kind] = Recorder(place, kind, settings)
                else:
                    self._recorders[kind] = Recorder.resume(place, kind, settings, recorded[kind])
            self.save(self.done, self.tally)
        except BaseException:
            self._end(has_failed=True)
            raise

    def added(self, done: int, tally: Tally, piece: Logged) -> None:
        """So much is done, of which `piece` is new."""
        for kind, recorder in self._recorders.items():
            rows = piece.rows if kind == "rounds" else piece.decisions
            assert rows is not None  # it is what the job logs
            recorder.add(rows)
        self._trace(tally)
        if self._checkpoint and time.monotonic() - self._saved_at >= _CHECKPOINT_SECONDS:
            self.save(done, tally)

    def _trace(self, tally: Tally) -> None:
        """Notes how the mean has run, at moments that grow apart as they go."""
        units = tally.games.games if self.job.of_games else tally.rounds.rounds
        if self.trace and units < 1.02 * self.trace[-1][0] * self.job.step:
            return
        if self.job.of_games:
            net, squares = tally.games.totals_0 - tally.games.totals_1, tally.games.net_squared
        else:
            net, squares = (
                tally.rounds.points_0 - tally.rounds.points_1,
                tally.rounds.net_points_squared,
            )
        self.trace.append((units // self.job.step, net, squares))

    def save(self, done: int, tally: Tally) -> None:
        """Writes the checkpoint, if there is to be one."""
        if self._checkpoint is not None:
            settings = _settings(self.job, self.rule)
            for kind, recorder in self._recorders.items():
                recorder.flush()  # what the checkpoint counts as recorded must be safe
                settings.setdefault("recorded", {})[kind] = recorder.rows
            checkpoints.save(self._checkpoint, settings, done, tally)
            self._saved_at = time.monotonic()

    def close(self, done: int, tally: Tally, has_failed: bool) -> None:
        """Saves it for good, and ends what is recorded."""
        try:
            self.save(done, tally)
        finally:
            self._end(has_failed)

    def _end(self, has_failed: bool) -> None:
        """Ends what is recorded. Of a run that failed before its first round nothing stays."""
        for recorder in self._recorders.values():
            if has_failed and recorder.rows == 0:
                recorder.discard()
            else:
                recorder.close()

    def is_enough(self, work: Work) -> bool:
        """Whether the rule is met."""
        assert self.rule is not None
        result = self.result(work, work.done, False)
        return self.rule.is_met(getattr(result, self.rule.of), result.units)

    def result(self, work: Work, asked: int, stopped: bool) -> SimulationResult:
        """What came of it."""
        job = self.job
        return SimulationResult(
            job.a.name,
            job.b.name,
            job.seed,
            job.rules,
            asked,
            work.interrupted,
            work.tally,
            job.of_games,
            job.mirrored,
            None if self.rule is None else str(self.rule),
            stopped,
            tuple(self.trace),
        )


def _settings(job: Job, rule: Precise | Decided | None) -> dict[str, Any]:
    """What a checkpoint is about."""
    return {
        "gin_fast": __version__,
        "a": job.a.told(),
        "b": job.b.told(),
        "seed": job.seed,
        "rules": job.rules.to_dict(),
        "of_games": job.of_games,
        "mirrored": job.mirrored,
        "on_error": job.on_error,
        "stop_when": None if rule is None else str(rule),
    }


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """The first setting that differs, in words."""
    for name, value in expected.items():
        there = found.get(name)
        if there != value:
            return f"{name} is {shown(there)} there, and {shown(value)} here"
    return "it has more of them"
