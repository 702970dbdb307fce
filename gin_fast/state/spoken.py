"""Answers in free words: which actions a sentence names, as people and language models write it.

A sentence is split into the words of `_LEXICON`, and cards. Each has a letter, and `_MEANINGS` says
which rows of letters are sentences. A word that is not in the lexicon, such as "not", makes the
sentence mean nothing, so that nothing is guessed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gin_fast.cards.deck import OUTLINED_SIGNS, RANKS, SUIT_SIGNS, SUITS
from gin_fast.cards.hands import each_card
from gin_fast.cards.melds import ALL_MELDS, MELDS
from gin_fast.state.actions import (
    AUTO,
    BIG_GIN,
    DISCARD,
    DRAW,
    KNOCK,
    LAY_OFF,
    N_ACTIONS,
    PASS,
    SPREAD,
    TAKE,
)
from gin_fast.state.seen import Seen

_SIGNS = SUIT_SIGNS + OUTLINED_SIGNS
_SUIT_OF = {sign: place % 4 for place, sign in enumerate(SUITS.lower() + _SIGNS)}
_SUIT_WORDS = {"club": 0, "diamond": 1, "heart": 2, "spade": 3}
_SUIT_OF |= {word + end: suit for word, suit in _SUIT_WORDS.items() for end in ("", "s")}
_RANK_WORDS = (
    ("ace",),
    ("two", "deuce"),
    ("three", "trey"),
    ("four",),
    ("five",),
    ("six",),
    ("seven",),
    ("eight",),
    ("nine",),
    ("ten",),
    ("jack",),
    ("queen",),
    ("king",),
)
_RANK_OF = {word: rank for rank, words in enumerate(_RANK_WORDS) for word in words}
_RANK_OF |= {sign: rank for rank, sign in enumerate(RANKS.lower())}
_RANK_OF["10"] = 9
_NUMBERED = _RANK_OF | {str(rank + 1): rank for rank in range(13)}
"""Ranks after a suit, where the queen of hearts may be ``H12``."""

LEXICON = {
    "": "i i'll i'd i'm we we'll will would shall like want wish choose choosing decide select go "
    "going am is be to the my a an this that it here please now then so let's let me for turn move "
    "action option answer response choice final best card cards play and of json",
    "D": "discard discards discarding drop drops dropping throw throws throwing toss tossing "
    "dump dumping|throw away|throwing away|get rid of|getting rid of",
    "K": "knock knocks knocking",
    "G": "gin",
    "B": "|big gin",
    "T": "draw draws drawing",
    "U": "take takes taking|pick|pick up|picks up|picking up",
    "S": "stock deck stockpile|stock pile|face down pile|face-down pile|top of the stock|"
    "top card of the stock|top card of the deck",
    "P": "pile upcard|discard pile|up card|upcard pile|waste pile|top card|face up card|"
    "face-up card|faceup card|top of the pile|top of the discard pile|top discard",
    "F": "from off",
    "W": "with by",
    "O": "on onto|on to",
    "N": "pass passes passing done decline skip|i'm done",
    "A": "auto",
    "M": "spread spreads spreading meld melds melding",
    "L": "layoff|lay off|lays off|laying off",
    "R": "or",
}
"""The letter of each word. Single words are separated by spaces, phrases by ``|``."""


def letters_of(lexicon: Mapping[str, str]) -> dict[str, str]:
    """The letter of each word and each phrase of a lexicon such as `LEXICON`."""
    of: dict[str, str] = {}
    for letter, text in lexicon.items():
        words, *phrases = text.split("|")
        of.update(dict.fromkeys([*words.split(), *phrases], letter))
    return of


_LETTER_OF = letters_of(LEXICON)


def _either(words: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_SUIT_SIGN = f"[cdhs{_SIGNS}][\ufe0e\ufe0f]?"
_RANK_SIGN = "10|[a2-9tjqk]"
_NAME = (
    rf"(?P<rank>{_either([word for word in _RANK_OF if word != 'a'])})\s+(?:of\s+)?"
    rf"(?P<suit>{_either(list(_SUIT_OF))})"
)
_ONE = rf"(?:(?:{_RANK_SIGN}){_SUIT_SIGN})"
_TOKEN = re.compile(
    rf"(?P<name>{_NAME})(?!\w)"
    rf"|(?P<of>(?P<of_rank>a)\s+of\s+(?P<of_suit>{_either(list(_SUIT_OF))}))(?!\w)"
    rf"|(?P<cards>{_ONE}+)(?!\w)"
    rf"|(?P<first>(?P<first_suit>{_SUIT_SIGN})(?P<first_rank>1[0-3]|[1-9atjqk]))(?!\w)"
    rf"|(?P<alone>{_either([word for words in _RANK_WORDS for word in words])})(?!\w)"
    rf"|(?P<word>{_either([word for word in _LETTER_OF if word])})(?![\w'])"
    r"|(?P<number>(?<![-+.])[0-9]{1,3})(?![\w.]\w)(?!\w)"
)
_CARD = re.compile(f"({_RANK_SIGN})({_SUIT_SIGN})")
_GAP = re.compile(r"[\s.,:;!?\"'`*_()\[\]{}<>#=/“”‘’–—-]*")
_LISTED = re.compile(r"\b(option|choice|choose|choosing|select|move|card|turn)")
"""With these words a number may be a place in a list, so it is not read as that of an action."""
_FINAL = re.compile(r"\bfinal answer\b")
_ANSWERS = ("action", "move", "answer", "choice", "final_answer")
_CARDS = ("card", "cards", "meld")


def _tokens(text: str) -> tuple[str, list[int]] | None:
    """The letters of a sentence, and the masks of cards or numbers that some of them stand for."""
    letters, values = "", []
    at = _gap(text, 0)
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return None
        if match["word"]:
            letter = _LETTER_OF[match["word"]]
            # "Discard: discard KH" says it once.
            letters += letter if not letters.endswith(letter) else ""
        elif match["number"]:
            letters += "Z"
            values.append(int(match["number"]))
        else:
            for mask in _cards(match):
                letters += "C"
                values.append(mask)
        at = _gap(text, match.end())
    return letters, values


def _gap(text: str, at: int) -> int:
    end = _GAP.match(text, at).end()  # type: ignore[union-attr]  # it matches everywhere
    # A sign before a number is part of it.
    return end - 1 if end > at and text[end - 1] == "-" and text[end : end + 1].isdigit() else end


def _cards(match: re.Match[str]) -> Iterator[int]:
    if match["name"]:
        yield _bit(_RANK_OF[match["rank"]], match["suit"])
    elif match["of"]:
        yield _bit(_RANK_OF[match["of_rank"]], match["of_suit"])
    elif match["first"]:
        yield _bit(_NUMBERED[match["first_rank"]], match["first_suit"])
    elif match["alone"]:
        yield sum(1 << 13 * suit + _RANK_OF[match["alone"]] for suit in range(len(SUITS)))
    else:
        for rank, suit in _CARD.findall(match["cards"]):
            yield _bit(_RANK_OF[rank], suit)


def _bit(rank: int, suit: str) -> int:
    return 1 << 13 * _SUIT_OF[suit.rstrip("\ufe0e\ufe0f")] + rank


def _each(*bases: int) -> Callable[[Seen, list[int]], list[int]]:
    def codes(view: Seen, values: list[int]) -> list[int]:
        return [base + card for base in bases for mask in values for card in each_card(mask)]

    return codes


def _just(*codes: int) -> Callable[[Seen, list[int]], list[int]]:
    return lambda view, values: list(codes)


def _top(code: int) -> Callable[[Seen, list[int]], list[int]]:
    """The action, if the card that is named is the top of the pile."""
    return lambda view, values: [code] if view.pile and values[0] >> view.pile[-1] & 1 else []


def _bare(view: Seen, values: list[int]) -> list[int]:
    return [*_each(DISCARD, KNOCK)(view, values), *_laid(view, values)]


def _spread(view: Seen, values: list[int]) -> list[int]:
    meld = sum(values)
    return [SPREAD + ALL_MELDS.index(meld)] if meld in MELDS else []


def _laid(view: Seen, values: list[int]) -> list[int]:
    """Laying the first card off, on a meld with all the others."""
    on = 0
    for mask in values[1:]:
        on |= mask
    return [
        LAY_OFF + 52 * slot + card
        for slot, meld in enumerate(view.melds)
        if on & ~meld == 0
        for card in each_card(values[0])
    ]


def _number(view: Seen, values: list[int]) -> list[int]:
    return [values[0]] if values[0] < N_ACTIONS else []


_MEANINGS: dict[str, Callable[[Seen, list[int]], list[int]]] = {
    "[TU]?F?S|T": _just(DRAW),
    "[TU]?F?P|U|[TU]F?D": _just(TAKE),
    "[TU]F?C|[TU]F?[PD]C|[TU]CF?[PD]": _top(TAKE),
    "N|NO?P": _just(PASS),
    "NO?C": _top(PASS),
    "B|KW?B": _just(BIG_GIN),
    "A": _just(AUTO),
    "D(CR?)+": _each(DISCARD),
    "KR?G?W?D?W?(CR?)+|GW?D?W?(CR?)+|DC[KG]+|WCK": _each(KNOCK),
    "K|KG|G": _just(*range(KNOCK, KNOCK + 52)),
    "(CR?)+": _bare,
    "MC+": _spread,
    "LC(OC+)?": _laid,
    "Z": _number,
}
"""What the rows of letters that match a pattern mean: numbers of actions, legal or not."""
_PATTERNS = [(re.compile(pattern), meaning) for pattern, meaning in _MEANINGS.items()]


def meant(text: str, view: Seen) -> list[int]:
    """The numbers of all actions that a sentence may mean, legal or not; none if it has no meaning.

    >>> from gin_fast import Round
    >>> view = Round.deal(seed=7).view(0)
    >>> meant("Final answer: I discard the queen of hearts.", view), meant("do not pass", view)
    ([37], [])
    """
    words = text.lower().replace("’", "'")
    held = _of_json(words)
    if held is not None:
        return [held] if isinstance(held, int) else meant(held, view) if held else []
    parts = _FINAL.split(words)
    found = _tokens(parts[-1] if len(parts) == 2 else words)
    if found is None:
        return []
    letters, values = found
    for pattern, meaning in _PATTERNS:
        if pattern.fullmatch(letters):
            if meaning is not _spread and meaning is not _laid:
                values = list(dict.fromkeys(values))  # "KH (the king of hearts)"
            if meaning is _number and _LISTED.search(words):
                return []
            return sorted(set(meaning(view, values)))
    choices = words.split(" or ") if "R" in letters else []
    return sorted({code for choice in choices for code in meant(choice, view)})


def _of_json(text: str) -> str | int | None:
    """The answer in a JSON object, "" if it has none that is clear; `None` without an object."""
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin or text[:begin].strip("` \n\tjson:"):
        return None
    try:
        pairs = json.loads(text[begin : end + 1], object_pairs_hook=list)
    except (ValueError, RecursionError):
        return None
    if not isinstance(pairs, list) or len({key for key, _ in pairs}) != len(pairs):
        return ""
    fields: dict[str, Any] = dict(pairs)
    answers = [fields[key] for key in _ANSWERS if key in fields]
    if len(answers) != 1:
        return ""
    [answer] = answers
    if type(answer) is int:
        return answer if 0 <= answer < N_ACTIONS else ""
    if not isinstance(answer, str) or "{" in answer:
        return ""
    more = [fields[key] for key in _CARDS if key in fields]
    more += ["on", fields["on"]] if "on" in fields else []
    return " ".join([answer, *map(str, more)])
