"""``gin-fast score``: the scorepad, for people who play with real cards."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from gin_fast.cli.entries import changed, check_name, help_for, seat_named
from gin_fast.cli.questions import Back, Quit, word_of
from gin_fast.cli.rules import in_words, profiles_in_a_line
from gin_fast.cli.saves import SavedText, read_from, read_text, shown_file
from gin_fast.cli.shared import (
    ask,
    bad_input,
    json_option,
    rules_from,
    rules_option,
    say,
    set_option,
)
from gin_fast.cli.upcards import upcard_missing
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.rules.scorepad import Scorepad
from gin_fast.values.checks import plain, shown

_T = TypeVar("_T")

_ALWAYS = "back returns to the question before, rules explains the rules, quit ends."


@click.command("score")
@click.argument("file", type=click.Path(), default="gin-score.json", metavar="[FILE]")
@rules_option(None)
@set_option
@click.option("--players", nargs=2, metavar="NAME NAME", help="The names of the players.")
@click.option("--dealer", metavar="NAME", help="The dealer of the first round.")
@json_option
def score_command(
    file: str,
    rules: str | None,
    changes: tuple[str, ...],
    players: tuple[str, str] | None,
    dealer: str | None,
    as_json: bool,
) -> None:
    """Keep the score of a game with real cards, in FILE (gin-score.json by default).

    You are asked for anything the options leave out. Type how each round ended: "Ann 3 21" for a
    knock with 3 against 21, "Bob gin 40", "dead"; "help" shows more. The sheet is saved after every
    entry, and continued if FILE exists. With --json the sheet in FILE is printed.

    \b
    gin-fast score ann-and-bob.json --rules classic --players Ann Bob --dealer Bob
    """
    if as_json:
        if not os.path.lexists(file):
            raise click.UsageError(f"there is no sheet in {shown_file(file)}")
        with read_from(file, "score"):
            text = read_text(file)
        click.echo(json.dumps(_sheet_dict(_read(text, file))))
        return
    sheet = SavedText(file, "score")
    pad = None if sheet.text is None else _read(sheet.text, file)
    wanted = rules_from(rules or "modern", changes) if rules or changes else None
    if pad is not None:
        _refuse_another(pad, wanted, players, dealer, file)
        say(f'Continued from {plain(file)}; type "help" for help.')
    else:
        try:
            pad = _begun(wanted, players, dealer)
        except Quit:
            say("No game was started.")
            return
        _save(pad, sheet)
        say(f'The sheet is saved in {plain(file)}; type "help" for help.')
    _show(pad)
    while word_of(line := ask("> ")) != "quit":
        try:
            pad = _answered(line or "", pad, sheet)
        except ValueError as error:
            say(_plain(error))


def _read(text: str, file: str) -> Scorepad:
    """The pad in the text of a file. A damaged file is refused and left alone."""
    with read_from(file, "score"):
        try:
            return Scorepad.from_json(text)
        except ValueError as error:
            why = f"{shown_file(file)} is not a score sheet, and is left alone: {error}"
            raise ValueError(why) from error


def _save(pad: Scorepad, sheet: SavedText) -> None:
    sheet.save(pad.to_json() + "\n")


def _refuse_another(
    pad: Scorepad,
    rules: Rules | None,
    players: Sequence[str] | None,
    dealer: str | None,
    file: str,
) -> None:
    """Refuses options that contradict the game in the file: they are a mistake."""
    first = pad.first_dealer
    with bad_input():
        others = {
            "--rules": rules is not None and rules != pad.rules,
            "--players": players is not None and _folded(players) != _folded(pad.players),
            "--dealer": dealer is not None and seat_named(dealer, pad) != first,
        }
    for option, is_other in others.items():
        if is_other:
            raise click.UsageError(f"{option} does not fit the game in {shown_file(file)}")


def _folded(names: Sequence[str]) -> list[str]:
    return [name.casefold() for name in names]


def _begun(rules: Rules | None, players: Sequence[str] | None, dealer: str | None) -> Scorepad:
    """A new pad. The options are checked first, then the rest is asked for."""
    with bad_input():
        pad = None if players is None else _seated(players)
        seat = None if pad is None or dealer is None else seat_named(dealer, pad)
    given = rules is not None, players is not None, dealer is not None
    questions = [number for number in range(3) if not given[number]]
    at = 0
    while at < len(questions):
        try:
            match questions[at]:
                case 0:
                    rules = _asked_rules()
                case 1:
                    pad = _asked_players(rules)
                    with bad_input():
                        seat = None if dealer is None else seat_named(dealer, pad)
                case _:
                    seat = _asked_dealer(rules, pad)
            at += 1
        except Back:
            if at == 0:
                say("This is the first question.")
            at = max(at - 1, 0)
    assert rules is not None
    assert pad is not None
    return Scorepad(rules, players=pad.players, dealer=seat)


def _asked(prompt: str, read: Callable[[str], _T], about: str, rules: Callable[[], str]) -> _T:
    """The answer to a question, which is asked until `read` understands it.

    `about` is printed for help, and what `rules` gives for the rules.
    """
    while True:
        line = ask(prompt)
        match word_of(line):
            case "quit":
                raise Quit
            case "back":
                raise Back
            case "help":
                say(f"{about}\n{_ALWAYS}")
            case "rules":
                say(rules())
            case _:
                try:
                    return read(line or "")
                except ValueError as error:
                    say(str(error))
                except click.UsageError as error:
                    say(error.message)


def _asked_rules() -> Rules:
    about = (
        "The rules to play by: the name of a profile, perhaps with changes, as in classic box=25; "
        "Enter for modern. rules NAME explains one in full."
    )

    def read(text: str) -> Rules:
        word, _, name = text.partition(" ")
        if word.lower() in ("rules", "help") and name:
            raise ValueError(in_words(Rules.preset(name)))  # told, and asked again
        return _read_rules(text)

    return _asked(
        f"Rules ({', '.join(PROFILES)}) [modern]: ",
        read,
        f"{about}\n\n{profiles_in_a_line()}\n",
        profiles_in_a_line,
    )


def _asked_players(rules: Rules | None) -> Scorepad:
    return _asked(
        "Players [A B]: ",
        lambda text: _seated(_two_names(text)),
        "The names of both players, as in Ann Bob or Ann Lee, Bob; Enter for A and B.",
        lambda: in_words(rules or Rules()),
    )


def _asked_dealer(rules: Rules | None, pad: Scorepad | None) -> int | None:
    assert pad is not None
    return _asked(
        "Who deals first? [unknown]: ",
        lambda text: seat_named(text, pad) if text else None,
        f"The player who deals first, {' or '.join(pad.players)}; Enter if that is not known.",
        lambda: in_words(rules or Rules()),
    )


def _read_rules(text: str) -> Rules:
    """A profile, perhaps with changes: ``classic box=25``."""
    name, *changes = text.split() or ["modern"]
    with bad_input():
        Rules.preset(name)
    return rules_from(name, changes)


def _two_names(text: str) -> list[str]:
    names = text.split(",") if "," in text else text.split() or ["A", "B"]
    if len(names) != 2:
        raise ValueError(f"expected two names, as in Ann Bob or Ann Lee, Bob, not {shown(text)}")
    return [name.strip() for name in names]


def _seated(players: Sequence[str]) -> Scorepad:
    """A pad for these players, whose names must not be words of the scorepad."""
    for name in players:
        check_name(name)
    return Scorepad(players=players)


def _answered(line: str, pad: Scorepad, sheet: SavedText) -> Scorepad:
    """Says what a line means, applies it, saves, and prints the sheet; returns the pad to continue
    with."""
    word, _, rest = line.partition(" ")
    match word_of(line) or word.lower():
        case "":
            return pad
        case "help":
            say(help_for(pad))
            return pad
        case "rules":
            say(in_words(pad.rules))
            return pad
        case "sheet" if not rest:
            _show(pad)
            return pad
        case "new":
            pad = _another(pad, rest, sheet)
        case _:
            told, pad = changed(pad, line)
            say(f"\n{told[:1].upper()}{told[1:]}.")
    _save(pad, sheet)
    _show(pad)
    return pad


def _another(pad: Scorepad, dealer: str, sheet: SavedText) -> Scorepad:
    """A pad for the next game of the same players; the old sheet is renamed."""
    if not pad.score.is_over:
        raise ValueError("the game is not over: to start another, quit and name a new file")
    seat = seat_named(dealer, pad) if dealer else None
    say(f"The old sheet is now {plain(sheet.put_aside())}.")
    return pad.next_game(seat)


def _show(pad: Scorepad) -> None:
    """Prints the sheet and the next dealer, or how the first dealer of the next game is found."""
    if pad.entries:
        say(f"\n{pad}")
    if missing := upcard_missing(pad):
        say(missing)
    if pad.dealer is not None and not pad.score.is_over:
        say(f"{pad.players[pad.dealer]} deals{' next' if pad.entries else ''}.")
    if pad.score.is_over:
        say(f'{_NEXT_GAME[pad.rules.first_dealer]} type "new" and the name of the dealer.')


_NEXT_GAME = {
    "lot": "For the next game, draw lots for the deal;",
    "cut": "For the next game, cut for the deal, which goes to the higher card, kings high;",
}


def _plain(error: ValueError) -> str:
    """The message of the pad, in words for players."""
    text = str(error).replace("defender_deadwood", "the other's deadwood")
    text = text.replace("knocker_deadwood", "the knocker's deadwood")
    text = text.replace("number must", "the number of the round must")
    return text.replace("kind must be", "the round must be entered as")


def _sheet_dict(pad: Scorepad) -> dict[str, Any]:
    """The sheet as JSON values, with players as seats."""
    return {
        "rules": pad.rules.to_dict(),
        "players": pad.players,
        "rounds": [{**row._asdict(), "entry": row.entry.to_dict()} for row in pad.sheet()],
        "score": pad.score._asdict(),
        "match": pad.match,
        "dealer": pad.dealer,
    }
