"""A game that a person plays, as it is saved."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from gin_fast._json import parsed
from gin_fast.cli_conversation import read_text, save_text, shown_file
from gin_fast.game import Game
from gin_fast.stored import field, object_with
from gin_fast.strategies import BUILTINS, parted

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
