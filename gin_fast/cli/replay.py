"""``gin-fast replay``: recorded rounds, move by move."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import click

from gin_fast.cards.hands import format_hand
from gin_fast.cli.drawing import draw_end, draw_hand, draw_table, move_text, sheet_of
from gin_fast.cli.layout import beside
from gin_fast.cli.questions import word_of
from gin_fast.cli.saves import read_from
from gin_fast.cli.shared import ask, json_option, print_text, say, whole
from gin_fast.game.game import Game
from gin_fast.game.match import Match
from gin_fast.game.records import Recorded, read
from gin_fast.game.round import Round
from gin_fast.state.actions import Action
from gin_fast.values.checks import WORD

_NAMES = ("seat 0", "seat 1")
_INDENT = " " * 5
_BEFORE_HAND = 38


class _Played(NamedTuple):
    """A round of a file, and the game it belongs to."""

    round: Round
    game: int | None = None
    """The number of its game in the match."""
    score: tuple[int, int] | None = None
    """The points of both seats in the game after it; `None` for a single round."""
    sheet: str | None = None
    """The final score, after the last round of a game."""


class _Move(NamedTuple):
    seat: int
    action: Action
    before: Round
    after: Round


@click.command("replay")
@click.argument("file", type=click.Path())
@click.option("--round", "number", type=whole("round", 1, WORD), help="Show only this round.")
@click.option("--step", is_flag=True, help="Wait for Enter after each move; q quits.")
@json_option
def replay_command(file: str, number: int | None, step: bool, as_json: bool) -> None:
    """Show the rounds recorded in FILE move by move; - for standard input.

    Every record is first replayed and checked. Hands are shown in their best spread, with their
    deadwood.
    """
    if step and (file == "-" or as_json):
        raise click.UsageError(f"--step cannot be used with {'-' if file == '-' else '--json'}")
    recorded = _read(file)
    played = list(enumerate(_rounds(recorded), 1))
    if number is not None:
        if number > len(played):
            raise click.UsageError(f"there is no round {number}: the file has {len(played)}")
        played = [played[number - 1]]
    if as_json:
        click.echo(json.dumps([_round_dict(each) for _, each in played]))
        return
    for at, each in played:
        for line, is_stop in _lines(at, each):
            print_text(line)
            if is_stop and step and _is_left():
                return
    if number is None and isinstance(recorded.table, Match):
        _print_match(recorded.table)
    if recorded.is_cut and number is None:
        print_text("The last line of the file was cut short and is left out.")


def _is_left() -> bool:
    """Waits for Enter after a move; whether the person quits instead."""
    while word_of(line := ask("") or "") == "help":
        say("Enter shows the next move, q quits.")
    return word_of(line) == "quit"


def _read(file: str) -> Recorded:
    """The contents of a file, which may be a game saved by ``play``. Anything else is bad input."""
    with read_from(file, "replay"):
        return read(sys.stdin if file == "-" else file)


def _rounds(recorded: Recorded) -> Iterator[_Played]:
    """The rounds of a file of any kind."""
    match recorded.table:
        case Game() as game:
            yield from _of_game(game)
        case Match() as match:
            for number, game in enumerate(match.games, 1):
                yield from _of_game(game, number)
            if not match.is_over:
                yield from _of_game(match.game, len(match.games) + 1)
        case _:
            yield from map(_Played, recorded.rounds)


def _of_game(game: Game, number: int | None = None) -> Iterator[_Played]:
    rounds = [*game.rounds] if game.is_over else [*game.rounds, game.round]
    for round, following in pairwise(rounds):
        yield _Played(round, number, following.view(0).scores)
    yield _Played(rounds[-1], number, game.score.total, str(sheet_of(game, _NAMES)))


def _print_match(match: Match) -> None:
    ours, theirs = match.score.credits
    end = "is tied" if match.winner is None else f"is won by {_NAMES[match.winner]}"
    print_text(f"The match {end if match.is_over else 'stands'} at {ours} to {theirs}.")


def _moves(round: Round) -> Iterator[_Move]:
    """The moves of a round, each with the round before and after."""
    state = Round.begin(round.start, rules=round.rules)
    for seat, action in round.actions:
        before = state.copy()
        state.apply(action)
        yield _Move(seat, action, before, state.copy())


def _lines(number: int, played: _Played) -> Iterator[tuple[str, bool]]:
    """The lines to show, and whether to pause after each."""
    round = played.round
    rules = round.rules.name or "custom rules"
    game = "" if played.game is None else f" in game {played.game}"
    begun = Round.begin(round.start, rules=round.rules)
    yield f"round {number}{game}, rules {rules}, {_origin(round)}", False
    for seat in (0, 1):
        yield f"{_INDENT}{_NAMES[seat]}  {draw_hand(begun.hands[seat])}", False
    yield f"{_INDENT}{draw_table(begun.view(0))}", True
    for at, move in enumerate(_moves(round), 1):
        line = f"{at:>3}  {_NAMES[move.seat]}  {move_text(move.action, move.before, move.after)}"
        if move.action.verb in ("draw stock", "draw pile", "discard", "knock"):
            line = beside(line, _BEFORE_HAND, draw_hand(move.after.hands[move.seat]))
        yield line, True
    if round.is_over:
        for line in draw_end(round, _NAMES):
            yield f"{_INDENT}{line}", False
    else:
        yield f"{_INDENT}not over, {_NAMES[round.to_move]} to move", False
    if played.sheet is not None:
        yield f"\n{played.sheet}", False
    elif played.score is not None:
        yield f"{_INDENT}the score is {played.score[0]} to {played.score[1]}", False
    yield "", False


def _origin(round: Round) -> str:
    start = round.start
    if "position" in start:
        return "from a position"
    dealer = f"dealt by {_NAMES[start['dealer']]}"
    if "seed" in start:
        return f"deal {start['index']} of seed {start['seed']}, {dealer}"
    return f"from a deck, {dealer}"


def _round_dict(played: _Played) -> dict[str, Any]:
    """A round as JSON values: its record, and both hands after each move."""
    moves = [
        {
            "seat": move.seat,
            "action": move.before.action_text(move.action),
            "hands": [format_hand(hand) for hand in move.after.hands],
        }
        for move in _moves(played.round)
    ]
    begun = Round.begin(played.round.start, rules=played.round.rules)
    return {
        "record": played.round.record(),
        "game": played.game,
        "hands": [format_hand(hand) for hand in begun.hands],
        "moves": moves,
        "score": played.score,
    }
