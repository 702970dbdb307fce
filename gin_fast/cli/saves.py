"""Files kept by the command line: read whole, and replaced in one step."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from gin_fast.game.game import Game
from gin_fast.strategies.builtin import is_builtin, parted
from gin_fast.values.files import in_place_of
from gin_fast.values.json import MOST_CHARACTERS, parsed
from gin_fast.values.stored import field, object_with


def shown_file(path: str) -> str:
    """The name of a file in a message: in full, on one line."""
    return ascii(path) if not path.isprintable() else repr(path)


def read_text(path: str) -> str:
    """The text in a file. Anything but text is bad input."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise click.UsageError(f"cannot read {shown_file(path)}: {error.strerror}") from error
    except ValueError as error:
        raise click.UsageError(f"cannot read {shown_file(path)}: it is not UTF-8 text") from error


def save_text(path: str, text: str) -> None:
    """Replaces a file by a text in one step: a crash leaves the old file or the new one."""
    try:
        with in_place_of(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise click.UsageError(f"cannot save to {shown_file(path)}: {error.strerror}") from error


FORMAT = "gin_fast play"
VERSION = 1
_FIELDS = ("format", "version", "strategy", "game")
PLAY_START = f'{{"format": "{FORMAT}"'
"""How such a file begins."""


def save_play(file: str, game: Game, strategy: str) -> None:
    """Saves a game and the name of the strategy it is played against."""
    record = {"format": FORMAT, "version": VERSION, "strategy": strategy, "game": game.record()}
    save_text(file, json.dumps(record) + "\n")


class Saved(NamedTuple):
    """The contents of a saved game."""

    game: Game
    strategy: str
    """The opponent's strategy as named in the file; the name has not been looked up."""

    @property
    def is_builtin(self) -> bool:
        """Whether the strategy is built in: the only kind started because a file names it."""
        return is_builtin(self.strategy)


def load_play(file: str) -> Saved:
    """The game saved by `save_play`, replayed and checked. A damaged file is bad input.

    The strategy is not looked up, since that could import a module or start a program: reading a
    file runs nothing that the file names.
    """
    text = read_text(file)
    try:
        record = parsed(text)
        object_with(record, _FIELDS)
        field(record, "format", str, expected=(FORMAT,))
        field(record, "version", int, expected=(VERSION,))
        saved = Saved(Game.from_record(field(record, "game", dict)), field(record, "strategy", str))
        if saved.is_builtin or ":" not in saved.strategy:  # all others have a colon
            saved = saved._replace(strategy=str(parted(saved.strategy)))
        return saved
    except (TypeError, ValueError) as error:
        why = f"{shown_file(file)} is not a saved game, and is left alone: {error}"
        raise click.UsageError(why) from error
