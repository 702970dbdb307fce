"""Files of the command line: read once, within bounds, and replaced in one step."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

import click

from gin_fast.game.game import Game
from gin_fast.game.records import PLAY_FORMAT, play_record, saved_game
from gin_fast.strategies.builtin import is_builtin, parted
from gin_fast.values.checks import plain
from gin_fast.values.files import Kept
from gin_fast.values.json import MOST_BYTES, MOST_CHARACTERS, parsed
from gin_fast.values.reading import open_to_read, read_whole
from gin_fast.values.stored import field


def shown_file(path: str) -> str:
    """The name of a file in a message: in full, on one line."""
    return ascii(path) if not path.isprintable() else repr(path)


@contextmanager
def read_from(path: str, by: str) -> Iterator[None]:
    """Turns what is wrong with a file that the command `by` reads into bad input. If another
    command reads such a file, the message says which."""
    try:
        yield
    except OSError as error:
        message = f"cannot read {shown_file(path)}: {plain(str(error.strerror))}"
        raise click.UsageError(f"{message}{read_by(path, by)}") from error
    except UnicodeError as error:
        raise click.UsageError(
            f"cannot read {shown_file(path)}: it is not UTF-8 text{read_by(path, by)}"
        ) from error
    except (TypeError, ValueError) as error:
        message = plain(str(error))
        if path not in message:
            message = f"{shown_file(path)}: {message}"
        raise click.UsageError(f"{message}{read_by(path, by)}") from error


_RECORD = "a record of rounds, which gin-fast replay reads"
_READ_BY = {
    "gin_fast round": _RECORD,
    "gin_fast game": _RECORD,
    "gin_fast match": _RECORD,
    "gin_fast log": _RECORD,
    PLAY_FORMAT: "a saved game, which gin-fast play --save and gin-fast replay read",
    "gin_fast scorepad": "a score sheet, which gin-fast score reads",
    "gin_fast checkpoint": "a checkpoint, which --checkpoint of the command that wrote it reads",
}
"""What a file is, and the command that reads it, by its format."""
_ROWS = "recorded rows, which pandas, Polars and DuckDB read, and no command"
_VIEW = "a view, which gin-fast advise --view reads"
_START = 200


def read_by(path: str, by: str) -> str:
    """What a file is, and which other command reads it; nothing if that cannot be said."""
    found = None
    with suppress(OSError, ValueError):
        if Path(path).is_dir():
            is_part = any(part.suffix == ".parquet" for part in Path(path).iterdir())
            found = f"a folder of {_ROWS}" if is_part else None
        elif Path(path).is_file():
            with open_to_read(path) as file:
                start = file.read(_START)
            named = re.match(rb'\s*\{"format": "(gin_fast [a-z]+)"', start)
            if start.startswith(b"PAR1"):
                found = f"a file of {_ROWS}"
            elif named is not None:
                found = _READ_BY.get(named[1].decode())
            elif re.match(rb'\s*\{"seat": \d, "phase": ', start):
                found = _VIEW
    return "" if found is None or f"gin-fast {by} " in f"{found} " else f"; it is {found}"


def read_text(path: str) -> str:
    """The text in a file, a pipe or a device, or the standard input for ``-``; not more of it than
    is ever taken."""
    if path == "-":
        text = sys.stdin.read(MOST_CHARACTERS + 1)
        if len(text) > MOST_CHARACTERS:
            raise ValueError(f"the standard input is longer than {MOST_CHARACTERS:,} characters")
        return text
    return read_whole(path, MOST_BYTES).decode()


class SavedText:
    """A file that a command reads, if it is there, and replaces as long as it runs. Nobody else can
    have it meanwhile; what others write to it nevertheless is not written over.
    """

    def __init__(self, path: str, by: str) -> None:
        self.path = path
        self._by = by
        self._kept = self._begun()
        click.get_current_context().call_on_close(lambda: self._kept.close())

    @property
    def text(self) -> str | None:
        """The text that was there at the beginning; `None` if there was no file."""
        data = self._kept.data
        if data is None:
            return None
        with read_from(self.path, self._by):
            return data.decode()

    def save(self, text: str) -> None:
        """Replaces the file in one step: a crash leaves the old file or the new one."""
        try:
            self._kept.replace(text.encode())
        except OSError as error:
            message = f"cannot save to {shown_file(self.path)}: {error.strerror}"
            raise click.UsageError(message) from error

    def put_aside(self) -> str:
        """Renames the file to an unused name, which is returned."""
        place = Path(self.path)
        try:
            aside = self._kept.put_aside(
                place.with_name(f"{place.stem}-{number}{place.suffix}") for number in count(1)
            )
        except OSError as error:
            message = f"cannot rename {shown_file(self.path)}: {error.strerror}"
            raise click.UsageError(message) from error
        return str(aside)

    def close(self) -> None:
        """Lets others have the file."""
        self._kept.close()

    def _begun(self) -> Kept:
        with read_from(self.path, self._by):
            return Kept(self.path, MOST_BYTES)


def save_play(file: SavedText, game: Game, strategy: str) -> None:
    """Saves a game and the name of the strategy it is played against."""
    file.save(json.dumps(play_record(game, strategy)) + "\n")


class Saved(NamedTuple):
    """The contents of a saved game."""

    game: Game
    strategy: str
    """The opponent's strategy as named in the file; the name has not been looked up."""

    @property
    def is_builtin(self) -> bool:
        """Whether the strategy is built in: the only kind started because a file names it."""
        return is_builtin(self.strategy)


def load_play(file: SavedText) -> Saved:
    """The game saved by `save_play`, replayed and checked. A damaged file is bad input.

    The strategy is not looked up, since that could import a module or start a program: reading a
    file runs nothing that the file names.
    """
    with read_from(file.path, "play --save"):
        try:
            record = parsed(file.text)
            field(record, "format", str, expected=(PLAY_FORMAT,))
            saved = Saved(*saved_game(record))
            if saved.is_builtin or ":" not in saved.strategy:  # all others have a colon
                saved = saved._replace(strategy=str(parted(saved.strategy)))
            return saved
        except (TypeError, ValueError) as error:
            why = f"{shown_file(file.path)} is not a saved game, and is left alone: {error}"
            raise ValueError(why) from error
