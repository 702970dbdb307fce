"""Reading what is typed into the scorepad.

A line is split into names of players, numbers and the words of `LEXICON`. Each has a letter, and
`_MEANINGS` says which rows of letters are sentences, and what they mean. A word that is neither in
the lexicon nor a name makes the line mean nothing, so that nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import NamedTuple

from gin_fast.cards.hands import format_card
from gin_fast.cli.drawing import how_it_ended
from gin_fast.cli.layout import table, wrapped
from gin_fast.cli.questions import WORDS
from gin_fast.cli.upcards import notes_upcard, without_upcard
from gin_fast.rules.scorepad import Scorepad
from gin_fast.rules.sheet import Entry
from gin_fast.state.spoken import letters_of
from gin_fast.values.checks import shown

_COMMANDS = ("correct", "remove", "sheet", "new", "upcard")

LEXICON = {
    "": "a an the and but then is was it it's hand hands round game point points pts deadwood her "
    "him them his their left after layoffs for of to in",
    "K": "knock knocks knocked|goes down|went down|gone down|goes out|went out|gone out",
    "G": "gin gins ginned|goes gin|went gin|gone gin|gets gin|got gin|makes gin|made gin|"
    "knock with gin|knocks with gin|knocked with gin",
    "B": "big|big gin|goes big gin|went big gin|gets big gin|got big gin|makes big gin|"
    "made big gin|goes big|went big",
    "U": "undercut",
    "Y": "undercuts|has undercut",
    "X": "|was undercut|was undercut by|is undercut|is undercut by|undercut by|gets undercut|"
    "gets undercut by|got undercut|got undercut by|has been undercut|has been undercut by",
    "H": "had has have holds held keeps kept|was left with|is left with|left with",
    "W": "with",
    "V": "against vs v versus",
    "D": "dead draw drawn nobody drew wash void no-one noone|no one|a draw|no winner|"
    "nobody won|nobody wins|no one won|no one wins|nobody knocked|nobody knocks|"
    "no one knocked|no one knocks|nobody went out|no one went out|nobody went gin|no one went gin",
    "T": "tie tied",
    "S": "spade spades double doubled",
    "0": "nothing none zero",
}
"""The letter of each word. Single words are separated by spaces, phrases by ``|``. The next words
after `W` and `V` say whose deadwood a number is."""
_LETTER_OF = letters_of(LEXICON)
RESERVED = {
    *(word for phrase, letter in _LETTER_OF.items() if letter for word in phrase.split()),
    *(word for words in WORDS.values() for word in words),
    *_COMMANDS,
} - {word for word, letter in _LETTER_OF.items() if not letter}
"""Words that cannot be part of the name of a player."""

_WORDS = "|".join(map(re.escape, sorted(_LETTER_OF, key=len, reverse=True)))
_TOKEN = re.compile(rf"(?P<word>{_WORDS})(?![\w'])|(?P<number>[0-9]{{1,9}})(?!\w|\.[0-9])")
_GAP = re.compile(r"[\s,.;:!?()\"'“”‘]|(?<=[0-9])[-–—/](?=[0-9])|(?<=\s)[-–—](?=\s)")
_WORD = re.compile(r"[^\s,;:!?()\"“”]+")
_OF_NAME = re.compile(r"'s(?!\w)")
_MOST_CHARACTERS = 200
_MOST_READINGS = 200
_MOST_NAMES = 4
"""More players or numbers are in no sentence."""


class _Read(NamedTuple):
    """One way to read a line, or the beginning of one."""

    end: int = 0
    letters: str = ""
    seats: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


class _Meant(NamedTuple):
    """How a round ended, as far as it was said."""

    kind: str | None
    knocker: int | None
    ours: int | None
    theirs: int | None


_ROLES = (
    *(("w", "WN"), ("v", "VN"), ("n", "N"), ("P", "WP"), ("P", "VP")),
    *(("K", "HK"), ("G", "HG"), ("B", "HB")),
)
"""What a row of letters comes down to: numbers with what is before them, and what "has" adds to."""
_Meaning = Callable[[Sequence[int], Sequence[int]], list[_Meant]]


def _knock(at: int, ours: int, theirs: int, kind: str | None = None) -> _Meaning:
    """A player, by their place in the line, who went out; and the places of both deadwoods."""
    return lambda seats, numbers: [_Meant(kind, seats[at], numbers[ours], numbers[theirs])]


def _gin(at: int, theirs: int) -> _Meaning:
    return lambda seats, numbers: [_Meant("gin", seats[at], 0, numbers[theirs])]


def _undercut(at: int) -> _Meaning:
    """The deadwoods in any order: that of the player who knocked is never the lower one."""
    return lambda seats, numbers: [_Meant("undercut", seats[at], max(numbers), min(numbers))]


def _undercut_by(at: int) -> _Meaning:
    return lambda seats, numbers: [_Meant("undercut", 1 - seats[at], max(numbers), min(numbers))]


def _said(at: int, ours: int, theirs: int) -> _Meaning:
    """An undercut by a player, where the line says whose deadwood each number is."""
    return lambda seats, numbers: [
        _Meant("undercut", 1 - seats[at], numbers[ours], numbers[theirs])
    ]


def _dead(*at: int) -> _Meaning:
    """A dead round; the deadwoods are in the order of the seats, or of the players named there."""

    def meaning(seats: Sequence[int], numbers: Sequence[int]) -> list[_Meant]:
        pair: list[int | None] = [*numbers] or [None, None]
        if at and seats[at[0]] == 1:
            pair.reverse()
        return [_Meant("dead", None, *pair)]

    return meaning


def _any_of(*meanings: _Meaning) -> _Meaning:
    return lambda seats, numbers: [each for meaning in meanings for each in meaning(seats, numbers)]


# P is a player; n, w and v are numbers: alone, after "with", after "against".
_MEANINGS: dict[str, _Meaning] = {
    "PK?[nw][nv]|KP[nw][nv]|PKP[nw][nv]": _knock(0, 0, 1),
    "PK?vw|PKPvw": _knock(0, 1, 0),
    "PPK?[nw][nv]": _any_of(_knock(0, 0, 1), _knock(1, 0, 1)),
    "PK[nw]PH?[nw]|KP[nw]PH?[nw]": _knock(0, 0, 1),
    "PH?[nw]PK[nw]|PH?[nw]KP[nw]": _knock(1, 1, 0),
    "P[nw]P[nw]": _any_of(_knock(0, 0, 1), _knock(1, 1, 0)),
    "PH[nw]PH?[nw]|P[nw]PH[nw]": _any_of(_knock(0, 0, 1), _knock(1, 1, 0), _dead(0, 1)),
    "PK[nw][nv][UX]": _knock(0, 0, 1, "undercut"),
    "PK[nw][nv]T|PT[nw][nv]": _knock(0, 0, 1, "tie"),
    "PK?G[nwv]|GP[nwv]|PGPH?[nwv]": _gin(0, 0),
    "PH?[nw]PK?G|PH?[nw]GP": _gin(1, 0),
    "PK?G[nw][nv]|PG[nw]PH?[nw]": _knock(0, 0, 1, "gin"),
    "PUPwv|PYP?wv": _said(0, 1, 0),
    "PUwv": _any_of(_said(0, 1, 0), _knock(0, 0, 1, "undercut")),
    "PUP[nwv][nv]|PYP?[nwv][nv]": _undercut_by(0),
    "PKPU[nwv][nwv]": _undercut(0),
    "PU[nwv][nv]": _any_of(_undercut_by(0), _undercut(0)),
    "PXP?[nwv][nv]|PKXP?[nwv][nwv]": _undercut(0),
    "PK?[nw]XP?[nw]|PK?[nw]P[UY]P?[nw]": _knock(0, 0, 1, "undercut"),
    "P[UY]P?[nw]PK?H?[nw]": _said(0, 1, 0),
    "D|PPD": _dead(),
    "D[nw][nv]": _dead(),
    "DPH?[nw]PH?[nw]|PH?[nw]PH?[nw]D": _dead(0, 1),
}
"""What the rows of letters that match a pattern mean."""
_PATTERNS = [(re.compile(pattern), meaning) for pattern, meaning in _MEANINGS.items()]


def help_for(pad: Scorepad) -> str:
    """The help text, with the names of the players."""
    a, b = pad.players
    examples = [
        (f"{a} 3 21", f"{a} knocked with 3 against 21"),
        (f"{b} had 21, {a} knocked with 3", "the same"),
        (f"{a} 7 5", f"{a} knocked with 7 and was undercut by 5"),
        (f"{b} undercut {a} 7 5", "the same"),
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
        ("undo, back", "undoes the last change"),
        ("sheet, rules", "shows the score sheet, or the rules"),
        (f"new {b}", f"starts another game, dealt by {b}, once this one is over"),
        ("help, h, ?", "shows this"),
        ("quit, q", "quits; the sheet is saved after every entry"),
    ]
    about = (
        "Type how a round ended: who went out, with what, and the other's deadwood after layoffs. "
        "The first letters of a name are enough."
    )
    return f"{wrapped(about)}\n{table([['', *line] for line in examples])}"


def changed(pad: Scorepad, line: str) -> tuple[str, Scorepad]:
    """What a line says, in one form for all ways to say it, and a pad to which it was applied.

    `pad` itself stays as it is. A `ValueError` says what is wrong with the line.

    >>> pad = Scorepad("classic", players=("Ann", "Bob"))
    >>> for line in "Ann 3 21", "bob gins 40", "correct 2 Ann had 9, Bob knocked with 5":
    ...     said, pad = changed(pad, line)
    ...     print(said)
    Ann knocked with 3 against 21
    Bob went gin against 40
    round 2: Bob knocked with 5 against 9
    >>> pad.score.points
    (18, 4)
    """
    word, _, rest = line.partition(" ")
    match word.lower():
        case "undo" | "back" if not rest:
            return "the last change is undone", _undone(pad)
        case "remove":
            after = deepcopy(pad)
            at = _number(rest)
            entry = after.remove(at)
            return f"round {at} is deleted: {said(entry, pad)}", after
        case "correct":
            number, _, entry_text = rest.partition(" ")
            at = _number(number)
            text, after = _entered(entry_text, pad, at)
            return f"round {at}: {text}", after
        case "upcard" if notes_upcard(line, after := deepcopy(pad)):
            return f"{line} is noted", after
        case _:
            return _entered(line, pad, None)


def said(entry: Entry, pad: Scorepad) -> str:
    """How a round ended, in words that are read back as the same entry."""
    text = how_it_ended(entry, pad.players)
    if entry.knocker is None and entry.knocker_deadwood is not None:
        a, b = pad.players
        text += f": {a} had {entry.knocker_deadwood}, {b} had {entry.defender_deadwood}"
    text = f"{text}, doubled" if entry.doubled else text
    return text if entry.upcard is None else f"{text}, upcard {format_card(entry.upcard)}"


def _undone(pad: Scorepad) -> Scorepad:
    after = deepcopy(pad)
    try:
        after.undo()
    except ValueError as error:
        last = len(pad.entries)
        more = f'; "remove {last}" deletes round {last}' if last else ""
        raise ValueError(f"{error}{more}") from None
    return after


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(f"expected the number of a round, not {shown(text)}")
    return int(text)


def seat_named(text: str, pad: Scorepad) -> int:
    """The seat of the player with this name, or with a name that begins so.

    >>> seat_named("b", Scorepad(players=("Ann", "Bob")))
    1
    """
    folded = text.casefold()
    for named in (str.__eq__, str.startswith):
        seats = [seat for seat in (0, 1) if named(pad.players[seat].casefold(), folded)]
        if len(seats) == 1:
            return seats[0]
    if text and seats:
        raise ValueError(f"{shown(text)} could be {' or '.join(pad.players)}")
    raise ValueError(f"{shown(text)} names no player: expected {' or '.join(pad.players)}")


def check_name(name: str) -> None:
    """Refuses a name that lines of the scorepad could not be told from.

    >>> check_name("Mark Had")
    Traceback (most recent call last):
    ValueError: the name 'Mark Had' would be taken for the word 'had'
    """
    for word in re.findall(r"[\w?]+", name):
        if word.casefold() in RESERVED and (word == name or len(word) > 1):
            taken = f" {shown(word.casefold())}" if word != name else ""
            raise ValueError(f"the name {shown(name)} would be taken for the word{taken}")
        if word.isdecimal():
            raise ValueError(f"the name {shown(name)} would be taken for the points {word}")


def _entered(text: str, pad: Scorepad, at: int | None) -> tuple[str, Scorepad]:
    """What a line says about a round, and the pad with it: as a new round, or as round `at`.

    Of several meanings only those count that the rules allow.
    """
    text, upcard = without_upcard(text, pad)
    meanings = _meanings(text, pad)
    found: dict[Entry, Scorepad] = {}
    errors = []
    for (kind, *given), doubled in meanings:
        after = deepcopy(pad)
        try:
            if at is None:
                entry = after.enter(*given, kind=kind, doubled=doubled, upcard=upcard)
            else:
                entry = after.correct(at, *given, kind=kind, doubled=doubled, upcard=upcard)
        except ValueError as error:
            errors.append(error)
        else:
            found.setdefault(entry, after)
    if not found or (errors and all(entry.kind == "dead" for entry in found)):
        raise errors[0]  # nobody said that it was dead
    if len(found) > 1:
        texts = [said(entry, pad) for entry in found]
        raise ValueError(f'{shown(text)} could be "{chr(34).join(_joined(texts))}"')
    [(entry, after)] = found.items()
    return said(entry, pad), after


def _joined(texts: Sequence[str]) -> Iterator[str]:
    """The texts, with what stands between them in quotes."""
    for number, text in enumerate(texts):
        if number:
            yield " or " if number == len(texts) - 1 else ", "
        yield text


def _meanings(text: str, pad: Scorepad) -> list[tuple[_Meant, bool]]:
    """Everything that a line may mean, allowed or not, and whether the round counts double."""
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(
            f"{shown(text)} was not understood: a line has at most {_MOST_CHARACTERS} characters"
        )
    # A whole name is a word of the lexicon, such as the article A, only if it must be; and so is
    # such a word the beginning of a name.
    for is_word, is_short in (False, False), (True, False), (True, True):
        found: dict[tuple[_Meant, bool], None] = {}
        for read in _readings(text, pad, is_word, is_short):
            found.update(dict.fromkeys(_meant(read)))
        if found:
            return [*found]
    raise ValueError(_complaint(text, pad))


def _meant(read: _Read) -> Iterator[tuple[_Meant, bool]]:
    letters = read.letters.replace("S", "")
    for role, marked in _ROLES:
        letters = letters.replace(marked, role)
    is_big = "B" in letters
    letters = re.sub("([A-OQ-Z])\\1+", r"\1", letters.replace("B", "G"))
    if any(seat == after for seat, after in pairwise(read.seats)):
        return
    for pattern, meaning in _PATTERNS:
        if pattern.fullmatch(letters):
            for each in meaning(read.seats, read.numbers):
                kind = "big_gin" if is_big and each.kind == "gin" else each.kind
                yield each._replace(kind=kind), "S" in read.letters
            return


def _readings(text: str, pad: Scorepad, is_word: bool, is_short: bool) -> list[_Read]:
    """All ways to split a line into names, numbers and words."""
    folded = _folded(text)
    whole, partial = [], [_Read()]
    while partial:
        longer = []
        for read in partial:
            at = _after_gap(folded, read.end, pad)
            if at == len(folded):
                whole.append(read)
                continue
            longer += [
                read._replace(
                    end=end,
                    letters=read.letters + letter,
                    seats=(*read.seats, value) if letter == "P" else read.seats,
                    numbers=(*read.numbers, value) if letter == "N" else read.numbers,
                )
                for end, letter, value in _tokens(folded, at, pad, is_word, is_short)
            ]
        partial = [
            read for read in longer if max(len(read.seats), len(read.numbers)) <= _MOST_NAMES
        ]
        if len(partial) > _MOST_READINGS:
            return []
    return whole


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")


def _after_gap(text: str, at: int, pad: Scorepad) -> int:
    while at < len(text) and _named(text, at, pad) is None and _GAP.match(text, at):
        at += 1
    return at


def _named(text: str, at: int, pad: Scorepad) -> tuple[int, int] | None:
    """Where the longest whole name at a place of a line ends, and whose it is."""
    found = []
    for seat, player in enumerate(pad.players):
        name = _folded(player)
        end = at + len(name)
        if text.startswith(name, at) and not (text[end : end + 1].isalnum()):
            found.append((end, seat))
    return max(found, default=None)


def _tokens(
    text: str, at: int, pad: Scorepad, is_word: bool, is_short: bool
) -> Iterator[tuple[int, str, int]]:
    """What may stand at a place of a line: its end, its letter, and the seat or the number.

    `is_word`: a whole name may be a word too. `is_short`: a word may be the beginning of a name.
    """
    named = _named(text, at, pad)
    if named is not None:
        yield _after_s(text, named[0]), "P", named[1]
        if not is_word:
            return
    match = _TOKEN.match(text, at)
    if match is not None and match["number"]:
        yield match.end(), "N", int(match["number"])
    elif match is not None:
        letter = _LETTER_OF[match["word"]]
        yield match.end(), "N" if letter == "0" else letter, 0
    word = _WORD.match(text, at)
    if word is not None and named is None and (is_short or match is None):
        begun = re.sub(r"('s)?[.']*$", "", word[0])
        begins = [_folded(player).startswith(begun) for player in pad.players]
        seats = [seat for seat in (0, 1) if begun and begins[seat]]
        if len(seats) == 2:
            raise ValueError(f"{shown(begun)} could be {' or '.join(pad.players)}")
        if len(seats) == 1:
            yield _after_s(text, at + len(begun)), "P", seats[0]


def _after_s(text: str, at: int) -> int:
    """The place after the ``'s`` of a name, if it has one."""
    match = _OF_NAME.match(text, at)
    return at if match is None else match.end()


_EXPECTED = 'such as "{} 3 21", "{} gin 40" or "dead" was expected; type "help" for more'


def _complaint(text: str, pad: Scorepad) -> str:
    """What is wrong with a line that has no meaning."""
    expected = f"a line {_EXPECTED.format(*pad.players)}"
    folded = _folded(text)
    letters, at, unknown = "", 0, ""
    while (at := _after_gap(folded, at, pad)) < len(folded):
        tokens = sorted(_tokens(folded, at, pad, True, True), key=lambda token: token[1] != "P")
        if not tokens:
            word = _WORD.match(folded, at)
            end = len(folded) if word is None else word.end()
            unknown = unknown or folded[at:end]
            at = end
            continue
        at, letter, _ = tokens[0]
        letters += letter
    if "P" not in letters and "D" not in letters:
        return f"{shown(text)} names no player: {expected}"
    if unknown:
        return f"{shown(text)} was not understood, because of {shown(unknown)}: {expected}"
    count = letters.count("N")
    if "D" in letters and count == 1:
        return f"{shown(text)} must give both deadwoods, or none"
    if "D" not in letters and letters.strip("PNKGBUYXHWVST") == "":
        if set("GB") & set(letters) and count == 0:
            return f"{shown(text)} must give the other's deadwood"
        if not set("GB") & set(letters) and count != 2:
            return f"{shown(text)} must give two deadwoods"
    return f"{shown(text)} was not understood: {expected}"
