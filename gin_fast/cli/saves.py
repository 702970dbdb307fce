"""Files that the command line keeps: read whole, and put in their place at once."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from gin_fast.game.game import Game
from gin_fast.strategies.builtin import BUILTINS, parted
from gin_fast.values.files import in_place_of
from gin_fast.values.json import MOST_CHARACTERS, parsed
from gin_fast.values.stored import field, object_with


def shown_file(path: str) -> str:
    """The name of a file as a message shows it: whole, in one line."""
    return ascii(path) if not path.isprintable() else repr(path)


def read_text(path: str) -> str:
    """What a file holds. One that is no text is bad input."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise click.UsageError(f"cannot read {shown_file(path)}: {error.strerror}") from error
    except ValueError as error:
        raise click.UsageError(f"cannot read {shown_file(path)}: it is no text in UTF-8") from error


def save_text(path: str, text: str) -> None:
    """Puts a text in the place of a file at once: a crash leaves the old file or the new one."""
    try:
        with in_place_of(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise click.UsageError(f"cannot save to {shown_file(path)}: {error.strerror}") from error


FORMAT = "gin_fast play"
VERSION = 1
_FIELDS = ("format", "version", "strategy", "game")
PLAY_START = f'{{"format": "{FORMAT}"'
"""What such a file begins with."""


def save_play(file: str, game: Game, strategy: str) -> None:
    """Saves a game and whom it is played against."""
    told = {"format": FORMAT, "version": VERSION, "strategy": strategy, "game": game.record()}
    save_text(file, json.dumps(told) + "\n")


class Saved(NamedTuple):
    """What a file holds."""

    game: Game
    strategy: str
    """The strategy it is played against, as the file names it: a text that nobody has looked up."""

    @property
    def is_builtin(self) -> bool:
        """Whether the strategy is a built-in one, the only kind that a file may name by itself."""
        return self.strategy.partition(":")[0] in BUILTINS


def load_play(file: str) -> Saved:
    """What `save_play` saved, replayed and checked. What is damaged is bad input, and stays.

    The strategy is not looked up, for that may import a module or start a program: reading a file
    runs nothing that the file names.
    """
    text = read_text(file)
    try:
        record = parsed(text)
        object_with(record, _FIELDS)
        field(record, "format", str, expected=(FORMAT,))
        field(record, "version", int, expected=(VERSION,))
        saved = Saved(Game.from_record(field(record, "game", dict)), field(record, "strategy", str))
        if saved.is_builtin or ":" not in saved.strategy:  # nothing else goes without a colon
            saved = saved._replace(strategy=str(parted(saved.strategy)))
        return saved
    except (TypeError, ValueError) as error:
        why = f"{shown_file(file)} is no saved game, and is left alone: {error}"
        raise click.UsageError(why) from error
