"""What a run keeps as it goes: its tally, checkpoints and recorded rows."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from gin_fast._version import __version__
from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import Tally
from gin_fast.estimates.stopping import Decided, Precise
from gin_fast.simulation import checkpoints
from gin_fast.simulation.recording import Recorder
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.work import Job, Work
from gin_fast.values.checks import as_word, fresh_seed, shown

_CHECKPOINT_SECONDS = 10.0


class Run:
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
    ) -> Run:
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
        "a": job.a.identity(),
        "b": job.b.identity(),
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
