"""A game that a person plays, as it is saved."""

from __future__ import annotations

import json

import click

from gin_fast._json import parsed
from gin_fast.cli_conversation import read_text, save_text, shown_file
from gin_fast.game import Game
from gin_fast.players import as_player
from gin_fast.stored import field

FORMAT = "gin_fast play"
VERSION = 1
PLAY_START = f'{{"format": "{FORMAT}"'
"""What such a file begins with."""


def save_play(file: str, game: Game, strategy: str) -> None:
    """Saves a game and whom it is played against."""
    told = {"format": FORMAT, "version": VERSION, "strategy": strategy, "game": game.record()}
    save_text(file, json.dumps(told) + "\n")


def load_play(file: str) -> tuple[Game, str]:
    """What `save_play` saved, replayed and checked. What is damaged is bad input, and stays."""
    text = read_text(file)
    try:
        record = parsed(text)
        field(record, "format", str, expected=(FORMAT,))
        field(record, "version", int, expected=(VERSION,))
        strategy = as_player(field(record, "strategy", str)).name
        return Game.from_record(field(record, "game", dict)), strategy
    except (TypeError, ValueError) as error:
        why = f"{shown_file(file)} is no saved game, and is left alone: {error}"
        raise click.UsageError(why) from error
