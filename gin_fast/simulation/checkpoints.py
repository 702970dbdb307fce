"""Checkpoints: the finished part of a simulation, in a file that is never left half-written."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from gin_fast.answers.batch import MOST_ROUNDS_OF_GAME
from gin_fast.answers.faults import Fault
from gin_fast.answers.sums import Counts, GameSums, Sums, Tally
from gin_fast.simulation.agreement import check_sums
from gin_fast.state.seen import view_class
from gin_fast.state.seen_checks import stored_view
from gin_fast.values.checks import WORD, as_bool, as_int, shown
from gin_fast.values.files import Kept, real_place
from gin_fast.values.json import MOST_BYTES, parsed
from gin_fast.values.reading import open_to_read, read_at_most, require_regular
from gin_fast.values.stored import field, object_with

FORMAT = "gin_fast checkpoint"
VERSION = 2

_FIELDS = ("format", "version", "settings", "done", "rounds", "games", "counts", "faults", "sha256")


class Checkpoint:
    """The checkpoint of a run, which no other run can have until it is closed.

    `found` holds the settings, the number of rounds or games done, and their tally, as they were in
    the file; `None` if the file does not exist but its folder does. A file that is not a checkpoint
    is a `ValueError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        _require_folder(path)
        self._file = Kept(path, MOST_BYTES)
        try:
            self.found = None if self._file.data is None else _read(path, self._file.data)
        except BaseException:
            self.close()
            raise

    def save(self, settings: dict[str, Any], done: int, tally: Tally) -> None:
        """Replaces what is in the file."""
        faults = [{**fault._asdict(), "view": fault.view.to_dict()} for fault in tally.faults]
        stored = {
            "format": FORMAT,
            "version": VERSION,
            "settings": settings,
            "done": done,
            "rounds": tally.rounds._asdict(),
            "games": tally.games._asdict(),
            "counts": tally.counts._asdict(),
            "faults": faults,
        }
        try:
            self._file.replace(sealed(stored))
        except OSError as error:
            why = f"cannot write: {error.strerror}"
            raise OSError(error.errno, why, str(self.path)) from error

    def close(self) -> None:
        """Lets other runs have the file."""
        self._file.close()


def load(path: Path) -> tuple[dict[str, Any], int, Tally] | None:
    """What a checkpoint holds, see `Checkpoint.found`."""
    _require_folder(path)
    try:
        with open_to_read(path) as file:
            require_regular(file.fileno(), path)
            return _read(path, read_at_most(file, path, MOST_BYTES))
    except FileNotFoundError:
        return None


def sealed(stored: dict[str, Any]) -> bytes:
    """The text of a checkpoint, with a sum over the rest of it."""
    sha256 = hashlib.sha256(json.dumps(stored).encode()).hexdigest()
    return json.dumps({**stored, "sha256": sha256}).encode()


def _require_folder(path: Path) -> None:
    if path.is_dir():
        raise ValueError(f"a checkpoint must be a file, but {path} is a folder")
    folder = real_place(path).parent  # a link keeps pointing there
    if not folder.is_dir():
        raise FileNotFoundError(f"the checkpoint {path} has no folder: {folder}")


def _read(path: Path, written: bytes) -> tuple[dict[str, Any], int, Tally]:
    try:
        stored = parsed(written.decode("utf-8"))
        field(stored, "format", str, expected=(FORMAT,))
        field(stored, "version", int, expected=(VERSION,))
        object_with(stored, _FIELDS)
        del stored["sha256"]
        if sealed(stored) != written:
            raise ValueError("it was changed or damaged after it was written")
        settings, tally = field(stored, "settings", dict), _tally(stored)
        done = field(stored, "done", int)
        of_games, mirrored = (
            as_bool(settings.get(name), f"the setting {name}") for name in ("of_games", "mirrored")
        )
        if done != (tally.games.games if of_games else tally.rounds.rounds):
            raise ValueError(f"done is {done}, but its sums count another number")
        check_sums(tally, of_games, mirrored)
        return settings, done, tally
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise ValueError(f"{path} is not a checkpoint: {error}") from None


def _tally(stored: dict[str, Any]) -> Tally:
    sums = Sums(**_whole(field(stored, "rounds", dict), Sums._fields))
    games = GameSums(**_whole(field(stored, "games", dict), GameSums._fields))
    given = field(stored, "counts", dict)
    object_with(given, Counts._fields)
    counts = Counts(**{name: tuple(map(_whole_number, given[name])) for name in Counts._fields})
    if min(map(min, (counts.net_points, counts.draws, counts.knock_deadwood))) < 0:
        raise ValueError("counts must not be negative")
    faults = []
    for each in field(stored, "faults", list):
        object_with(each, Fault._fields)
        for name, (low, high) in _FAULT_NUMBERS.items():
            as_int(field(each, name, int), name, low, high)
        for name in ("strategy", "error"):
            field(each, name, str)
        faults.append(Fault(**{**each, "view": stored_view(each["view"], view_class())}))
    return Tally(sums, games, counts, tuple(faults))


_FAULT_NUMBERS = {
    "number": (0, WORD),
    "deal": (0, WORD),
    "seat": (0, 1),
    "action": (-(1 << 31), (1 << 31) - 1),
    "round": (-1, MOST_ROUNDS_OF_GAME),
}
"""The bounds of the numbers of a fault."""
_SIGNED = ("points", "totals", "net", "starter_net")
"""Prefixes of the sums that may be negative, unless they are squared."""


def _whole(values: dict[str, Any], names: tuple[str, ...]) -> dict[str, int]:
    object_with(values, names)
    for name, value in values.items():
        if _whole_number(value) < 0 and (name.endswith("squared") or not name.startswith(_SIGNED)):
            raise ValueError(f"{name} must not be negative: {shown(value)}")
    return values


def _whole_number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{shown(value)} is not a whole number")
    return value
