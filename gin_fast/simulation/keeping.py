"""What a run keeps as it goes: its tally, its checkpoints and its recorded rows."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gin_fast._version import __version__
from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import Tally
from gin_fast.estimates.stopping import Decided, Precise
from gin_fast.simulation.checkpoints import Checkpoint
from gin_fast.simulation.jobs import Job
from gin_fast.simulation.recording import Recorder
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.work import Work
from gin_fast.values.checks import as_word, fresh_seed, shown

_CHECKPOINT_SECONDS = 10.0


class Run:
    """A running simulation: what is played, and what is kept along the way."""

    def __init__(
        self,
        job: Job,
        rule: Precise | Decided | None,
        checkpoint: Checkpoint | None,
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
        self._recorded: dict[str, Any] | None = None  # what an earlier run recorded
        self._recorders: dict[str, Recorder] = {}

    @classmethod
    def begun(
        cls,
        job: Job,
        seed: int | None,
        rule: Precise | Decided | None,
        checkpoint: str | os.PathLike[str] | None,
    ) -> Run:
        """A new run, or one that continues from a checkpoint."""
        if checkpoint is not None and not isinstance(checkpoint, (str, os.PathLike)):
            raise TypeError(f"checkpoint must be a path, not {shown(checkpoint)}")
        kept = None if checkpoint is None else Checkpoint(Path(checkpoint))
        try:
            return cls._begun(job, seed, rule, kept)
        except BaseException:
            if kept is not None:
                kept.close()
            raise

    @classmethod
    def _begun(
        cls, job: Job, seed: int | None, rule: Precise | Decided | None, kept: Checkpoint | None
    ) -> Run:
        if kept is None or kept.found is None:
            job = job._replace(seed=fresh_seed() if seed is None else seed)
            return cls(job, rule, kept, 0, Tally())
        settings, done, tally = kept.found
        recorded = settings.pop("recorded", {})
        if not isinstance(recorded, dict):
            why = f"its field recorded is {shown(recorded)}"
            raise ValueError(f"{kept.path} is not a checkpoint: {why}")
        if seed is None:
            job = job._replace(seed=as_word(settings.get("seed"), "seed"))
        expected = _settings(job, rule)
        if settings != expected:
            raise ValueError(f"{kept.path} has other settings: {_difference(settings, expected)}")
        run = cls(job, rule, kept, done, tally)
        run._recorded = recorded
        return run

    def open(self, places: dict[str, Path], asked: int) -> None:
        """Starts or continues the recording and the checkpoint of a run up to the number `asked`,
        so that a path that cannot be written fails at once."""
        settings, recorded = _settings(self.job, self.rule), self._recorded
        path = None if self._checkpoint is None else self._checkpoint.path
        try:
            if self.done > asked:
                raise ValueError(f"{path} already has {self.done} done, more than {asked}")
            if recorded is not None and recorded.keys() != places.keys():
                there, here = (" and ".join(each) or "nothing" for each in (recorded, places))
                raise ValueError(f"{path} recorded {there}, but this run records {here}")
            for kind, place in places.items():
                if recorded is None:
                    self._recorders[kind] = Recorder(place, kind, settings)
                else:
                    rows, last = _recorded_rows(path, recorded[kind])
                    self._recorders[kind] = Recorder.resume(place, kind, settings, rows, last)
            self.save(self.done, self.tally)
        except BaseException:
            self._end(has_failed=True)
            raise

    def added(self, done: int, tally: Tally, piece: Logged) -> None:
        """Takes note that `done` rounds or games are finished; `piece` is the latest part."""
        for kind, recorder in self._recorders.items():
            rows = piece.rows if kind == "rounds" else piece.decisions
            assert rows is not None  # the job logs them
            recorder.add(rows)
        self._trace(tally)
        if self._checkpoint and time.monotonic() - self._saved_at >= _CHECKPOINT_SECONDS:
            self.save(done, tally)

    def _trace(self, tally: Tally) -> None:
        """Notes the running mean, at intervals that grow during the run."""
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
        """Writes the checkpoint, if there is one."""
        if self._checkpoint is not None:
            settings = _settings(self.job, self.rule)
            for kind, recorder in self._recorders.items():
                recorder.flush()  # rows that the checkpoint counts must be on disk
                settings.setdefault("recorded", {})[kind] = [recorder.rows, recorder.last]
            self._checkpoint.save(settings, done, tally)
            self._saved_at = time.monotonic()

    def close(self, done: int, tally: Tally, has_failed: bool) -> None:
        """Saves the final state and closes the recorders."""
        try:
            self.save(done, tally)
        finally:
            self._end(has_failed)

    def _end(self, has_failed: bool) -> None:
        """Closes the recorders and the checkpoint, whichever of them fails. A run that failed
        before its first round leaves no files."""
        with ExitStack() as ending:
            if self._checkpoint is not None:
                ending.callback(self._checkpoint.close)
            for recorder in self._recorders.values():
                is_nothing = has_failed and recorder.rows == 0
                ending.callback(recorder.discard if is_nothing else recorder.close)

    def is_enough(self, work: Work) -> bool:
        """Whether the rule is met."""
        assert self.rule is not None
        result = self.result(work, work.done, False)
        return self.rule.is_met(getattr(result, self.rule.of), result.units)

    def result(self, work: Work, asked: int, stopped: bool) -> SimulationResult:
        """The result of the run."""
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
    """The settings that a checkpoint must match."""
    return {
        "gin_fast": __version__,
        "a": job.a.identity(),
        "b": job.b.identity(),
        "seed": job.seed,
        "rules": job.rules.to_dict(),
        "of_games": job.of_games,
        "mirrored": job.mirrored,
        "on_error": job.on_error,
        "stop_when": None if rule is None else str(rule),
    }


def _recorded_rows(path: Path | None, stored: Any) -> tuple[int, str | None]:
    """The number of rows, and the sum of the last part, that a checkpoint tells of."""
    match stored:
        case [int() as rows, None | str() as last] if not isinstance(rows, bool):
            return rows, last
    raise ValueError(f"{path} is not a checkpoint: it recorded {shown(stored)}")


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """The first setting that differs, for an error message."""
    for name, value in expected.items():
        there = found.get(name)
        if there != value:
            return f"{name} is {shown(there)} there, but {shown(value)} here"
    return "it has additional ones"
