"""The first upcard in what is typed into the scorepad, where it sets the knock limit."""

from __future__ import annotations

import re

from gin_fast.cards.hands import CARD, format_card, parse_card
from gin_fast.rules.rules import limit_of
from gin_fast.rules.scorepad import Scorepad

_WORD = re.compile(r"\bup[- ]?card\b", re.IGNORECASE)
_SAID = re.compile(
    rf"(?:\bthe )?{_WORD.pattern}[ :=]*(?:(?:is|was) )?(?:the )?(?P<card>{CARD.pattern})(?!\w)",
    re.IGNORECASE,
)
_NOTED = re.compile(
    rf"up[- ]?card (?P<number>[0-9]{{1,9}}) (?P<card>{CARD.pattern})", re.IGNORECASE
)


def without_upcard(line: str, pad: Scorepad) -> tuple[str, str | None]:
    """A line about a round without the upcard that it names, and the text of the upcard.

    >>> pad = Scorepad("oklahoma", players=("Ann", "Bob"))
    >>> without_upcard("upcard 7d, Ann knocked 3 21", pad), without_upcard("bob gin 40", pad)
    (('Ann knocked 3 21', '7D'), ('bob gin 40', None))
    """
    if not _WORD.search(line):
        return line, None
    if not pad.rules.oklahoma:
        raise ValueError("these rules do not look at the upcard: leave it out")
    found = _SAID.search(line)
    if found is None:
        raise ValueError('name the upcard by its rank and suit, as in "upcard 7D"')
    card = parse_card(found["card"])
    rest = " ".join(f"{line[: found.start()].rstrip(' ,;')} {line[found.end() :]}".split())
    rest = rest.strip(" ,;.:")
    if not rest:
        limit, times = limit_of(card, pad.rules)
        twice = ", and the round counts double" if times == 2 else ""
        said = f"upcard {format_card(card)}, {pad.players[0]} gin 21"
        most = f"the knock limit is {limit}" if limit else "only gin goes out"
        raise ValueError(f'{most}{twice}; tell the upcard with the round: "{said}"')
    return rest, format_card(card)


def notes_upcard(line: str, pad: Scorepad) -> bool:
    """Whether the line is about the upcard of a round that was entered, which is then noted.

    >>> pad = Scorepad("oklahoma")
    >>> _ = pad.enter("A", 7, 21)
    >>> notes_upcard("upcard 1 7D", pad), pad.entries[0].to_dict()["upcard"]
    (True, '7D')
    """
    found = _NOTED.fullmatch(line)
    if found is None:
        return False
    pad.note_upcard(int(found["number"]), found["card"])
    return True


def upcard_missing(pad: Scorepad) -> str:
    """What to say if the upcard of the last round is needed and was not told, else nothing."""
    if not pad.rules.oklahoma or not pad.entries:
        return ""
    last, number = pad.entries[-1], len(pad.entries)
    if last.upcard is not None or last.knocker is None:
        return ""
    return f'What was the upcard of round {number}? Type it as in "upcard {number} 7D".'
