"""Cards, hands and their text, once for both engines.

A *card* is an id from 0 to 51: ``13 * suit + rank``, suits C D H S = 0–3, ranks A…K = 0–12.
A *hand* is a mask: an ``int`` whose bit *card* is set for every card held.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The value of a card in points of deadwood, by rank."""
DECK = (1 << 52) - 1
"""The mask of all 52 cards."""
SUIT = (1 << 13) - 1
"""The thirteen bits of one suit."""
WORD = (1 << 64) - 1
"""The largest seed, and the largest index of a round."""
MOST_LISTED = 13
"""The largest hand whose spreads are listed: their number explodes with its size."""

_SUIT_OF = dict(zip("CDHScdhs♣♦♥♠", (0, 1, 2, 3) * 3, strict=True))
_RANK_OF = {sign: rank for rank, sign in enumerate(RANKS)}
_RANK_OF |= {sign.lower(): rank for sign, rank in _RANK_OF.items()} | {"10": 9}
_CARD = re.compile("(10|[A2-9TJQKatjqk])([CDHScdhs♣♦♥♠])\ufe0f?")
_GAP = re.compile(r"[\s,]*")
_EXPECTED = "expected a rank (A 2-9 T or 10 J Q K) and a suit (C D H S or ♣ ♦ ♥ ♠)"


def parse_card(text: str) -> int:
    """The id of the one card that `text` names.

    Rank and suit in either case; ``T`` or ``10``; the signs ``♣♦♥♠`` too. Anything else is a
    `ValueError` that names it.

    >>> parse_card("7h"), parse_card("10♠")
    (32, 48)
    """
    _require_text(text, "a card")
    match = _CARD.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"unknown card {shown(text)}: {_EXPECTED}")
    return 13 * _SUIT_OF[match[2]] + _RANK_OF[match[1]]


def format_card(card: int) -> str:
    """The text of a card: rank, then suit.

    >>> format_card(32)
    '7H'
    """
    card = as_card(card)
    return RANKS[card % 13] + SUITS[card // 13]


def parse_hand(text: str) -> int:
    """The mask of the cards that `text` names, in any order.

    Cards are separated by spaces or commas, or run together. An unknown card or one that is
    named twice is a `ValueError` that names it.

    >>> parse_hand("AC, 2c 3♣") == 0b111
    True
    >>> parse_hand("KHKH")
    Traceback (most recent call last):
    ValueError: card KH is named twice in 'KHKH'
    """
    _require_text(text, "a hand")
    hand = 0
    position = _GAP.match(text).end()  # type: ignore[union-attr]  # it matches everywhere
    while position < len(text):
        match = _CARD.match(text, position)
        if match is None:
            unknown = re.split(r"[\s,]", text[position : position + 40], maxsplit=1)[0]
            raise ValueError(f"unknown card {shown(unknown)} in {shown(text)}: {_EXPECTED}")
        bit = 1 << 13 * _SUIT_OF[match[2]] + _RANK_OF[match[1]]
        if hand & bit:
            name = format_card(bit.bit_length() - 1)
            raise ValueError(f"card {name} is named twice in {shown(text)}")
        hand |= bit
        position = _GAP.match(text, match.end()).end()  # type: ignore[union-attr]
    return hand


def format_hand(hand: int) -> str:
    """The text of a hand: its cards in ascending id, separated by spaces.

    >>> format_hand(parse_hand("KH TD AC"))
    'AC TD KH'
    """
    return " ".join(format_card(card) for card in each_card(as_mask(hand)))


def hand_of(cards: Iterable[int]) -> int:
    """The mask of some card ids. An id given twice is a `ValueError`.

    >>> hand_of([0, 2])
    5
    """
    if not isinstance(cards, Iterable):
        raise TypeError(f"cards must be an iterable of card ids, not {shown(cards)}")
    hand = 0
    for card in cards:
        bit = 1 << as_card(card)
        if hand & bit:
            raise ValueError(f"card {format_card(card)} is given twice")
        hand |= bit
    return hand


def cards_of(hand: int) -> tuple[int, ...]:
    """The ids of the cards in a hand, ascending.

    >>> cards_of(5)
    (0, 2)
    """
    return tuple(each_card(as_mask(hand)))


def each_card(mask: int) -> Iterator[int]:
    """The ids of the cards in a mask that is known to be one, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def as_card(value: Any) -> int:
    """`value` as a card id, or the error that says what is wrong with it."""
    return as_int(value, "a card", 0, 51)


def as_mask(value: Any, name: str = "hand") -> int:
    """`value` as a mask of cards, or the error that says what is wrong with it."""
    mask = _as_index(value, name, "an int, a mask of cards 0-51")
    if not 0 <= mask <= DECK:
        raise ValueError(f"{name} must be a mask of cards 0-51, not {shown_int(mask)}")
    return mask


def as_word(value: Any, name: str) -> int:
    """`value` as a word of 64 bits, as a seed is, or the error that says what is wrong with it."""
    return as_int(value, name, 0, WORD)


def fresh_seed() -> int:
    """A seed that nobody could guess."""
    return int.from_bytes(os.urandom(8), "little")


def as_int(value: Any, name: str, low: int, high: int | None = None) -> int:
    """`value` as an int from `low` to `high`, or the error that says what is wrong with it."""
    number = _as_index(value, name, "an int")
    if number < low or (high is not None and number > high):
        expected = f"at least {low}" if high is None else f"from {low} to {shown_int(high)}"
        raise ValueError(f"{name} must be {expected}, not {shown_int(number)}")
    return number


def _as_index(value: Any, name: str, expected: str) -> int:
    """An int from an int or a NumPy integer. A bool is a slip far more often than a number."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be {expected}, not {bool(value)}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be {expected}, not {shown(value)}") from None
    return number if type(number) is int else int.__add__(number, 0)  # whatever kind of int


def _require_text(text: Any, what: str) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{what} must be given as a str, not {shown(text)}")


def shown(value: Any) -> str:
    """A value as an error message shows it: never more than a line."""
    try:
        text = str.__str__(repr(value))
        if not text.isprintable():
            text = ascii(value)
    except Exception:  # a broken __repr__ must not hide the error that is being told
        text = f"<{type(value).__name__}>"
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def shown_int(number: int) -> str:
    """An int as an error message shows it. Large ones in hexadecimal, which has no size limit."""
    return str(number) if abs(number) < 1 << 128 else shown(f"{number:#x}").strip("'")
