"""Records in files: one line of JSON each, checked by replaying when they are read.

A file holds either records of single rounds, a line each (`Round.to_json`); or the record of one
game or match in a line (`Game.to_json`, `Match.to_json`); or a *log*: a head, then a line for each
round of a game or a match, written as they end.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

from gin_fast import game as games
from gin_fast import round as single
from gin_fast.cards import shown
from gin_fast.game import Game, Match
from gin_fast.round import Round
from gin_fast.stored import MOST_CHARACTERS, field, parsed

LOG_FORMAT = "gin_fast log"
VERSION = 1

Table: TypeAlias = Game | Match
Lines: TypeAlias = Iterator[tuple[int, Any]]


class Recorded(NamedTuple):
    """What a file holds."""

    rounds: tuple[Round, ...]
    """Every round, in order; those of games and matches only if they were played to their end."""
    table: Game | Match | None
    """The game or the match, as far as it was played; `None` for single rounds."""
    is_cut: bool
    """Whether the last line broke off, as by a crash, and was left out."""


class Log:
    """A game or a match written to a file as it is played: call `save` when rounds have ended.

    A new file gets the head and the rounds that are over already. With ``resume=True`` the file
    must hold what the table has played so far, or its beginning; a last line that broke off is
    written anew.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> game = Game("classic", seed=7)
    >>> with Log(path, game) as log:
    ...     game.play("simple", "simple")
    ...     log.save()
    >>> read(path).table == game
    True
    """

    def __init__(self, path: str | Path, table: Table, *, resume: bool = False) -> None:
        if not isinstance(table, (Game, Match)):
            raise TypeError(f"table must be a Game or a Match, not {shown(table)}")
        self._table = table
        self._written = 0
        kept = self._kept(Path(path)) if resume else 0
        self._file: IO[bytes] = open(path, "r+b" if resume else "xb")  # noqa: SIM115
        try:
            self._file.truncate(kept)
            self._file.seek(kept)
            if not resume:
                self._write(_head(table))
            self.save()
        except BaseException:
            self._file.close()
            raise

    def _kept(self, path: Path) -> int:
        """How many bytes of a log agree with the table."""
        recorded = read(path)
        if recorded.table is None or _head(recorded.table) != _head(self._table):
            raise ValueError(f"{path} is the log of another game")
        played = _rounds(self._table)
        self._written = len(recorded.rounds)
        if list(recorded.rounds) != played[: self._written]:
            raise ValueError(f"{path} holds other rounds than the game")
        whole = path.read_bytes().split(b"\n")[: self._written + 1]
        return sum(len(line) + 1 for line in whole)

    def save(self) -> None:
        """Writes the rounds that have ended since, and hands them to the system."""
        for round in _rounds(self._table)[self._written :]:
            self._write(games.played(round))
            self._written += 1
        self._file.flush()
        os.fsync(self._file.fileno())

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")

    def close(self) -> None:
        """Closes the file; what was saved stays."""
        self._file.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _head(table: Table) -> dict[str, Any]:
    """The first line of a log."""
    record = table.record()
    head = {name: record[name] for name in ("rules", "seed", "index", "dealer")}
    return {"format": LOG_FORMAT, "version": VERSION, "of": record["format"], **head}


def _rounds(table: Table) -> list[Round]:
    """The rounds that are over."""
    if isinstance(table, Game):
        return list(table.rounds)
    playing = () if table.is_over else (table.game,)
    return [round for game in (*table.games, *playing) for round in game.rounds]


def read(source: str | Path | IO[str]) -> Recorded:
    """What a file holds, replayed and checked: a path, or a file open for reading text.

    A record that is damaged or was changed is a `ValueError` that names the line and the reason.
    Only the last line of a log may have broken off.
    """
    if isinstance(source, (str, Path)):
        with open(source, encoding="utf-8", newline="\n") as file:
            return _read(file)
    return _read(source)


def _read(file: IO[str]) -> Recorded:
    lines = _records(file)
    try:
        _, head = next(lines)
    except StopIteration:
        raise ValueError("line 1: nothing is recorded") from None
    if head is None:
        raise ValueError("line 1: the record broke off")
    kind = head.get("format") if isinstance(head, dict) else None
    if kind == LOG_FORMAT:
        return _read_log(_checked(1, _table_of, head), lines)
    if kind == single.FORMAT:
        return _read_rounds(_checked(1, Round.from_record, head), lines)
    made: type[Game] | type[Match]
    if kind == games.GAME_FORMAT:
        made = Game
    elif kind == games.MATCH_FORMAT:
        made = Match
    else:
        raise ValueError(f"line 1: the field format must be that of a record, not {shown(kind)}")
    table = _checked(1, made.from_record, head)
    for number, more in lines:
        raise ValueError(f"line {number}: nothing may follow the record, not {shown(more)}")
    return Recorded(tuple(_rounds(table)), table, False)


def _read_rounds(first: Round, lines: Lines) -> Recorded:
    rounds = [first]
    for number, record in lines:
        if record is None:
            return Recorded(tuple(rounds), None, True)
        rounds.append(_checked(number, Round.from_record, record))
    return Recorded(tuple(rounds), None, False)


def _read_log(table: Table, lines: Lines) -> Recorded:
    for number, stored in lines:
        if stored is None:
            return Recorded(tuple(_rounds(table)), table, True)
        _checked(number, table.add, stored)
        if stored["result"] is None:
            raise ValueError(f"line {number}: the round is not over")
    return Recorded(tuple(_rounds(table)), table, False)


def _table_of(head: dict[str, Any]) -> Table:
    """The game or the match of a log, before its rounds."""
    field(head, "version", int, expected=(VERSION,))
    of = field(head, "of", str, expected=(games.GAME_FORMAT, games.MATCH_FORMAT))
    made: type[Game] | type[Match] = Game if of == games.GAME_FORMAT else Match
    numbers = {name: field(head, name, int) for name in ("seed", "index", "dealer")}
    return made(games.stored_rules(head), **numbers)


def _checked(number: int, made: Any, given: Any) -> Any:
    """What comes of a line; a fault in it is told with its number."""
    try:
        return made(given)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


def _records(file: IO[str]) -> Lines:
    """The number of each line and what its JSON holds; `None` for a last line that broke off."""
    number = 0
    while True:
        number += 1
        try:
            line = file.readline(MOST_CHARACTERS + 2)
        except UnicodeDecodeError as error:
            raise ValueError(f"line {number}: not a text in UTF-8: {error.reason}") from None
        if not line:
            return
        try:
            record = parsed(line.rstrip("\n"))
            field(record, "format" if number == 1 else "result", object)
        except ValueError as error:
            if line.endswith("\n"):
                raise ValueError(f"line {number}: {error}") from None
            record = None
        yield number, record
