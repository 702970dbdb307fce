"""Records in files: one line of JSON each, checked by replaying when they are read.

A file holds either records of single rounds, one per line (`Round.to_json`); or the record of one
game or match in a line (`Game.to_json`, `Match.to_json`); or a *log*: a head, then a line for each
round of a game or a match, written as the rounds end; or a game that ``gin-fast play`` saved, with
the name of the strategy.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from io import TextIOWrapper
from threading import Lock
from typing import IO, Any, NamedTuple, TypeAlias

from gin_fast.game.game import GAME_FORMAT, VERSION, Dealt, Game, begun, played
from gin_fast.game.match import MATCH_FORMAT, Match
from gin_fast.game.round import FORMAT as ROUND_FORMAT
from gin_fast.game.round import Round
from gin_fast.values.checks import shown
from gin_fast.values.files import Stamp, lock, real_place, require_same, stamp_of
from gin_fast.values.json import MOST_CHARACTERS, parsed
from gin_fast.values.reading import open_to_read, require_regular
from gin_fast.values.stored import field, object_with

LOG_FORMAT = "gin_fast log"
PLAY_FORMAT = "gin_fast play"
MOST_LINES = 1_000_000
"""The most in one file: all rounds of a file are kept in memory."""
_PLAY_FIELDS = ("format", "version", "strategy", "game")

Lines: TypeAlias = Iterator[tuple[int, Any]]


class Recorded(NamedTuple):
    """The contents of a file."""

    rounds: tuple[Round, ...]
    """All finished rounds, in order; for single rounds, unfinished ones too."""
    table: Game | Match | None
    """The game or the match, as far as it was played; `None` for single rounds."""
    is_cut: bool
    """Whether the last line was cut short, as by a crash, and left out."""
    strategy: str | None = None
    """The name of the strategy that a game saved by ``gin-fast play`` is played against. Nothing
    has looked it up: reading a file runs nothing that the file names."""


class Log:
    """Writes a game or a match to a file as it is played: call `save` after rounds have ended.

    A new file gets the head and the rounds that are already over; an existing file is a
    `FileExistsError`. With ``resume=True`` the file must be a log of the same game or match so far,
    or of its beginning, and is continued; a last line that was cut short is rewritten. Any other
    file is a `ValueError` and stays as it is. A file that another program writes to meanwhile is an
    `OSError`, and keeps what that program wrote.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> game = Game("classic", seed=7)
    >>> with Log(path, game) as log:
    ...     game.play("simple", "simple")
    ...     log.save()
    >>> read(path).table == game
    True
    """

    def __init__(
        self, path: str | os.PathLike[str], table: Dealt[Any], *, resume: bool = False
    ) -> None:
        if not isinstance(table, Dealt):
            raise TypeError(f"table must be a Game or a Match, not {shown(table)}")
        self._table = table
        self._lock = Lock()
        self._path = real_place(path)
        self._stamp: Stamp | None = None  # of the file as it was left here
        self._file = open(os.fspath(path), "r+b" if resume else "xb", buffering=0)  # noqa: SIM115
        try:
            require_regular(self._file.fileno(), path)
            lock(self._file.fileno(), path)
            if resume:
                self._kept = self._agreed()
            else:
                self._kept = self._put(0, _line(_head(table))), 0
            self.save()
        except BaseException:
            self._file.close()
            raise

    def save(self) -> None:
        """Writes the rounds that have ended since the last call, and flushes them to the disk.

        A write that fails half-way, as on a full disk, is repeated by the next call.
        """
        with self._lock:
            end, written = self._kept
            rounds = self._table.rounds
            lines = [_line(played(round)) for round in rounds[written:]]
            self._kept = self._put(end, b"".join(lines)), len(rounds)

    def _agreed(self) -> tuple[int, int]:
        """The number of bytes of the file that are a log of the table, and of rounds in them."""
        self._stamp = stamp_of(self._file.fileno())
        with open(os.dup(self._file.fileno()), "rb") as file:
            text = TextIOWrapper(file, "utf-8", "surrogateescape", newline="\n")
            lines = _records(text)
            head = _first(lines)
            if _checked(1, _format_of, head) != LOG_FORMAT:
                raise ValueError("line 1: the file is not a log")
            recorded = _read_log(head, lines)
            assert recorded.table is not None
            if _head(recorded.table) != _head(self._table):
                raise ValueError("the file is the log of another game")
            written = len(recorded.rounds)
            if recorded.rounds != self._table.rounds[:written]:
                raise ValueError("the file holds rounds that are not those of the game")
            file.seek(0)
            whole = [file.readline() for _ in range(1 + written)]
        end = sum(map(len, whole))
        if not whole[-1].endswith(b"\n"):  # only the newline is missing
            return self._put(end, b"\n"), written
        return end, written

    def _put(self, at: int, data: bytes) -> int:
        """Writes `data` at a position, cuts off the rest, and returns the new end."""
        if self._stamp is not None:
            require_same(self._path, self._stamp)
        left = memoryview(data)
        self._file.seek(at)
        try:
            while left:
                left = left[self._file.write(left) :]
            self._file.truncate(at + len(data))
            os.fsync(self._file.fileno())
        finally:
            self._stamp = stamp_of(self._file.fileno())
        return at + len(data)

    def close(self) -> None:
        """Closes the file; saved rounds stay."""
        self._file.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode() + b"\n"


def _head(table: Dealt[Any]) -> dict[str, Any]:
    """The first line of a log."""
    return {"format": LOG_FORMAT, "version": VERSION, "of": table.FORMAT, **table.head()}


def read(source: str | os.PathLike[str] | IO[str]) -> Recorded:
    """Reads a file, given as a path or open for reading text, and replays and checks it.

    A damaged or changed record is a `ValueError` that names the line and the reason. Only the last
    line may be cut short: a log is read up to its last whole round.
    """
    if isinstance(source, (str, os.PathLike)):
        with open_to_read(source) as opened:
            # Text that is not UTF-8 is reported with its line.
            return _read(_records(TextIOWrapper(opened, "utf-8", "surrogateescape", newline="\n")))
    if not hasattr(source, "readline"):
        raise TypeError(f"expected a path or a file open for reading, not {shown(source)}")
    return _read(_records(source))


def _read(lines: Lines) -> Recorded:
    head = _first(lines)
    kind = _checked(1, _format_of, head)
    if kind == LOG_FORMAT:
        return _read_log(head, lines)
    if kind == ROUND_FORMAT:
        return _read_rounds(head, lines)
    if kind == GAME_FORMAT:
        made: Any = Game.from_record
    elif kind == MATCH_FORMAT:
        made = Match.from_record
    elif kind == PLAY_FORMAT:
        made = saved_game
    else:
        raise ValueError(f"line 1: the field format must be that of a record, not {shown(kind)}")
    found = _checked(1, made, head)
    table, strategy = found if kind == PLAY_FORMAT else (found, None)
    for number, _ in lines:
        raise ValueError(f"line {number}: nothing may follow the record of a {_name(table)}")
    return Recorded(table.rounds, table, False, strategy)


def _name(table: Game | Match) -> str:
    return type(table).__name__


def play_record(game: Game, strategy: str) -> dict[str, Any]:
    """The record of a game that is played against a strategy."""
    return {"format": PLAY_FORMAT, "version": VERSION, "strategy": strategy, "game": game.record()}


def saved_game(record: Any) -> tuple[Game, str]:
    """The game in such a record, replayed and checked, and the name of the strategy."""
    object_with(record, _PLAY_FIELDS)
    field(record, "version", int, expected=(VERSION,))
    game = Game.from_record(field(record, "game", dict))
    return game, field(record, "strategy", str)


def _read_rounds(head: Any, lines: Lines) -> Recorded:
    rounds = [_checked(1, Round.from_record, head)]
    for number, record in lines:
        if record is None:
            return Recorded(tuple(rounds), None, True)
        rounds.append(_checked(number, Round.from_record, record))
    return Recorded(tuple(rounds), None, False)


def _read_log(head: Any, lines: Lines) -> Recorded:
    table: Game | Match = _checked(1, _begun, head)
    for number, stored in lines:
        if stored is None:
            return Recorded(table.rounds, table, True)
        _checked(number, table.add, stored)
        if stored["result"] is None:
            raise ValueError(f"line {number}: the round is not over")
    return Recorded(table.rounds, table, False)


def _format_of(head: Any) -> Any:
    return field(head, "format", object)


def _begun(head: Any) -> Game | Match:
    """The game or the match of a log, before its first round."""
    of = field(head, "of", str, expected=(GAME_FORMAT, MATCH_FORMAT))
    made: type[Game] | type[Match] = Game if of == GAME_FORMAT else Match
    return begun(made, head, LOG_FORMAT, of=str)


def _checked(number: int, made: Any, given: Any) -> Any:
    """The result of reading a line; an error in it gets the line's number."""
    try:
        return made(given)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


def _first(lines: Lines) -> Any:
    """The record in the first line."""
    for _, head in lines:
        if head is None:
            raise ValueError("line 1: the record is cut short")
        return head
    raise ValueError("line 1: there is no record")


def _records(file: IO[str]) -> Lines:
    """The number of each line and its object; `None` for a last line that was cut short."""
    number = 0
    while line := _next_line(file, number := number + 1):
        if number > MOST_LINES:
            raise ValueError(f"line {number}: a file may have at most {MOST_LINES:,} lines")
        try:
            line.encode()  # fails on what was not UTF-8
            record = parsed(line.rstrip("\n"))
            if not isinstance(record, dict):
                raise ValueError(f"a record must be a JSON object, not {shown(record)}")
        except ValueError as error:
            if line.endswith("\n"):
                why = "it is not UTF-8" if isinstance(error, UnicodeError) else error
                raise ValueError(f"line {number}: {why}") from None
            record = None
        yield number, record


def _next_line(file: IO[str], number: int) -> str:
    """The next line of a text; an empty one at the end."""
    try:
        line = file.readline(MOST_CHARACTERS + 2)
    except UnicodeDecodeError:
        raise ValueError(f"line {number}: it is not UTF-8") from None
    if not isinstance(line, str):
        raise TypeError("the file must be open for reading text")
    if len(line) > MOST_CHARACTERS + 1:
        raise ValueError(f"line {number}: it is longer than {MOST_CHARACTERS:,} characters")
    return line
