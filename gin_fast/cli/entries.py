"""Reading what is typed into the scorepad."""

from __future__ import annotations

import re
from typing import Any

from gin_fast.cli.shared import table
from gin_fast.cli.upcards import notes_upcard, without_upcard
from gin_fast.rules.scorepad import Scorepad
from gin_fast.values.checks import shown

RESERVED = (
    "undo",
    "correct",
    "remove",
    "sheet",
    "rules",
    "new",
    "help",
    "quit",
    "exit",
    "dead",
    "upcard",
)
"""Words that cannot be the name of a player."""

_EXPECTED = 'such as "{} 3 21", "{} gin 40" or "dead" was expected; type "help" for more'
_SPOKEN = {"knock", "knocks", "knocked", "went", "with", "against", "and", "to", "v", "vs"}
_DOUBLED = {"spade", "spades", "double", "doubled"}


def help_for(pad: Scorepad) -> str:
    """The help text, with the names of the players."""
    a, b = pad.players
    examples = [
        (f"{a} 3 21", f"{a} knocked with 3 against 21"),
        (f"{a} 7 5", f"{a} knocked with 7 and was undercut by 5"),
        (f"{a} gin 40", f"{a} went gin against 40"),
    ]
    if pad.rules.big_gin_bonus is not None:
        examples.append((f"{a} big gin 40", f"{a} went big gin against 40"))
    if pad.rules.oklahoma_spades_double:
        examples.append((f"{a} 3 21 spade", "a spade was turned up, which doubles the round"))
    if pad.rules.oklahoma:
        examples.append((f"upcard 7D, {a} 3 21", "7D was turned up, which sets the limit"))
        examples.append(("upcard 2 7D", "notes the upcard of round 2"))
    flat = pad.rules.flat_knock_score is not None
    examples += [
        ("dead 12 30" if flat else "dead", "nobody went out"),
        (f"correct 2 {b} 5 7", "replaces round 2"),
        ("remove 2", "deletes round 2"),
        ("undo", "undoes the last change"),
        ("sheet, rules", "shows the score sheet, or the rules"),
        (
            f"new {b}",
            f"starts another game, dealt by {b}, once this one is over",
        ),
        ("quit", "quits; the sheet is saved after every entry"),
    ]
    return "\n".join(
        [
            "Type how a round ended: who went out, with what, and the other's deadwood after",
            "layoffs. The first letters of a name are enough.",
            table([("", *line) for line in examples]),
        ]
    )


def change(pad: Scorepad, line: str) -> None:
    """Applies a line to the pad; a `ValueError` says what is wrong with it.

    >>> pad = Scorepad("classic", players=("Ann", "Bob"))
    >>> for line in "Ann 3 21", "bob gin 40", "a knocked with 7 against 5", "correct 3 a 7-9":
    ...     change(pad, line)
    >>> [entry.kind for entry in pad.entries], pad.score.points
    (['knock', 'gin', 'knock'], (20, 60))
    """
    word, _, rest = line.partition(" ")
    match word.lower():
        case "undo" if not rest:
            _undo(pad)
        case "remove":
            pad.remove(_number(rest))
        case "correct":
            number, _, entry = rest.partition(" ")
            at = _number(number)
            pad.correct(at, **_entry(entry, pad))
        case "upcard" if notes_upcard(line, pad):
            pass
        case _:
            pad.enter(**_entry(line, pad))


def _undo(pad: Scorepad) -> None:
    try:
        pad.undo()
    except ValueError as error:
        last = len(pad.entries)
        more = f'; "remove {last}" deletes round {last}' if last else ""
        raise ValueError(f"{error}{more}") from None


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(f"expected the number of a round, not {shown(text)}")
    return int(text)


def seat_named(text: str, pad: Scorepad) -> int:
    """The seat of the player with this name, or with a name that begins so.

    >>> seat_named("b", Scorepad(players=("Ann", "Bob")))
    1
    """
    seat, rest = _named(text, pad)
    if rest:
        raise ValueError(f"expected {' or '.join(pad.players)}, not {shown(text)}")
    return seat


def _named(text: str, pad: Scorepad) -> tuple[int, str]:
    """The player named at the beginning of a text, and the rest of it."""
    folded = f"{text} ".casefold()
    whole = [seat for seat in (0, 1) if folded.startswith(f"{pad.players[seat]} ".casefold())]
    if whole:
        seat = max(whole, key=lambda seat: len(pad.players[seat]))
        return seat, text[len(pad.players[seat]) :].strip()
    word, _, rest = text.partition(" ")
    begun = [seat for seat in (0, 1) if pad.players[seat].casefold().startswith(word.casefold())]
    if len(begun) == 1 and word:
        return begun[0], rest
    if begun and word:
        raise ValueError(f"{shown(word)} could be {' or '.join(pad.players)}")
    raise ValueError(f"{shown(text)} names no player: a line {_EXPECTED.format(*pad.players)}")


def _entry(text: str, pad: Scorepad) -> dict[str, Any]:
    """The arguments of `Scorepad.enter`, from a line such as ``Ann 3 21``."""
    text, upcard = without_upcard(text, pad)
    word, _, rest = text.partition(" ")
    is_dead = word.lower() == "dead"
    seat, rest = (None, rest) if is_dead else _named(text, pad)
    words = re.sub(r"(?<=\d)[-–/:](?=\d)", " ", rest.lower()).replace(",", " ").split()
    numbers = [int(word) for word in words if re.fullmatch(r"[0-9]{1,9}", word)]
    said = [word for word in words if not re.fullmatch(r"[0-9]{1,9}", word)]
    doubled = any(word in _DOUBLED for word in said)
    said = [word for word in said if word not in _SPOKEN | _DOUBLED]
    kinds: dict[tuple[str, ...], str | None] = {(): "dead"} if is_dead else {(): None}
    if not is_dead:
        kinds |= {("gin",): "gin", ("big", "gin"): "big_gin", ("big",): "big_gin"}
    if tuple(said) not in kinds:
        raise ValueError(
            f"{shown(text)} was not understood: a line {_EXPECTED.format(*pad.players)}"
        )
    kind = kinds[tuple(said)]
    if kind in ("gin", "big_gin") and len(numbers) == 1:
        numbers = [0, *numbers]
    if len(numbers) != 2 and not (is_dead and not numbers):
        asked = {None: "two deadwoods", "dead": "both deadwoods, or none"}
        what = asked.get(kind, "the other's deadwood")
        raise ValueError(f"{shown(text)} must give {what}")
    ours, theirs = numbers or (None, None)
    return {
        "knocker": seat,
        "knocker_deadwood": ours,
        "defender_deadwood": theirs,
        "kind": kind,
        "doubled": doubled,
        "upcard": upcard,
    }
