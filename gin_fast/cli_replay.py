"""``gin-fast replay``: recorded rounds, shown move by move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from gin_fast import Action, Round, format_hand
from gin_fast.cards import WORD, shown
from gin_fast.cli_conversation import ask, read_text
from gin_fast.cli_drawing import draw_card, draw_end, draw_hand, told_move
from gin_fast.cli_saving import PLAY_FORMAT
from gin_fast.cli_shared import json_option, say, whole
from gin_fast.game import GAME_FORMAT, Game
from gin_fast.stored import field, parsed

_NAMES = ("seat 0", "seat 1")
_INDENT = " " * 5
_BEFORE_HAND = 34


class _Played(NamedTuple):
    """A round of a file, and what it stands in."""

    round: Round
    place: str
    """Which it is, in words."""
    score: tuple[int, int] | None
    """What either seat has in the game after it; None: it stands alone."""


class _Move(NamedTuple):
    seat: int
    action: Action
    before: Round
    after: Round


@click.command("replay")
@click.argument("file", type=click.Path())
@click.option("--round", "number", type=whole("round", 1, WORD), help="Only this one of them.")
@click.option("--step", is_flag=True, help="Wait for Enter after each move; q ends it.")
@json_option
def replay_command(file: str, number: int | None, step: bool, as_json: bool) -> None:
    """Show the rounds recorded in FILE move by move; - is the standard input.

    Every record is replayed and checked first. A hand is drawn in its best melds, with its
    deadwood.
    """
    if step and (file == "-" or as_json):
        raise click.UsageError(f"--step does not go with {'-' if file == '-' else '--json'}")
    played = list(_read(file))
    if number is not None:
        if number > len(played):
            raise click.UsageError(f"round {number} was asked for, but there are {len(played)}")
        played = [played[number - 1]]
    if as_json:
        click.echo(json.dumps([_told(each) for each in played]))
        return
    for at, each in enumerate(played):
        for line, is_move in _lines(each):
            say(line)
            if is_move and step and (ask("") or "").lower() in ("q", "quit"):
                return
        if at < len(played) - 1:
            say("")


def _read(file: str) -> Iterator[_Played]:
    """The rounds of a file. What is no record is bad input."""
    lines = read_text(file).splitlines()
    count = 0
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            for each in _rounds(parsed(line)):
                count += 1
                yield each._replace(place=f"round {count}{each.place}")
        except ValueError as error:
            raise click.UsageError(f"{shown(file)}, line {at}: {error}") from error
    if not count:
        raise click.UsageError(f"{shown(file)} holds no round")


def _rounds(record: Any) -> Iterator[_Played]:
    """The rounds of a record."""
    if field(record, "format", str) == PLAY_FORMAT:
        record = field(record, "game", dict)
    if field(record, "format", str) == GAME_FORMAT:
        game = Game.from_record(record)
        rounds = [*game.rounds, *([] if game.is_over else [game.round])]
        scores = [round.view(0).scores for round in rounds[1:]]
        for round, score in zip(rounds, [*scores, game.score.total], strict=True):
            yield _Played(round, "", score)
    else:
        yield _Played(Round.from_record(record), "", None)


def _moves(round: Round) -> Iterator[_Move]:
    """The moves of a round, each with the round before and after it."""
    state = Round.begin(round.start, rules=round.rules)
    for seat, action in round.actions:
        before = state.copy()
        state.apply(action)
        yield _Move(seat, action, before, state.copy())


def _lines(played: _Played) -> Iterator[tuple[str, bool]]:
    """The lines to show, and whether each is a move."""
    round = played.round
    yield f"{played.place} by {round.rules.name or 'rules of its own'}, {_origin(round)}", False
    begun = Round.begin(round.start, rules=round.rules)
    for seat in (0, 1):
        yield f"{_INDENT}{_NAMES[seat]}  {draw_hand(begun.hands[seat])}", False
    yield f"{_INDENT}{_table(begun)}", True
    for number, move in enumerate(_moves(round), 1):
        line = f"{number:>3}  {_NAMES[move.seat]}  {told_move(*move[1:])}"
        if move.action.verb in ("draw stock", "draw pile", "discard", "knock"):
            line = f"{line:<{_BEFORE_HAND}}  {draw_hand(move.after.hands[move.seat])}"
        yield line, True
    if round.is_over:
        for line in draw_end(round, _NAMES):
            yield f"{_INDENT}{line}", False
    else:
        yield f"{_INDENT}not over: {_NAMES[round.to_move]} to move", False
    if played.score is not None:
        yield f"{_INDENT}the score is {played.score[0]} to {played.score[1]}", False


def _origin(round: Round) -> str:
    start = round.start
    if "position" in start:
        return "from a position"
    dealer = f"dealt by {_NAMES[start['dealer']]}"
    if "seed" in start:
        return f"deal {start['index']} of seed {start['seed']}, {dealer}"
    return f"from a deck, {dealer}"


def _table(round: Round) -> str:
    """What lies on the table."""
    view = round.view(0)
    pile = f"{draw_card(view.pile[-1])} on the pile" if view.pile else "no pile"
    return f"{pile}, {view.stock} in the stock"


def _told(played: _Played) -> dict[str, Any]:
    """A round for programs: its record, with both hands after each move."""
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
        **played.round.record(),
        "hands": [format_hand(hand) for hand in begun.hands],
        "moves": moves,
        "score": played.score,
    }
