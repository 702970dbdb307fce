"""Cards, hands and their text, shared by both engines.

A *card* is an id from 0 to 51: ``13 * suit + rank``, suits C D H S = 0–3, ranks A…K = 0–12.
A *hand* is a mask: an ``int`` whose bit *card* is set for every card held.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from gin_fast.cards.deck import DECK, OUTLINED_SIGNS, RANKS, SUIT_SIGNS, SUITS
from gin_fast.values.checks import as_index, as_int, require_text, shown, shown_int

_ANY_SUIT = SUITS + SUITS.lower() + SUIT_SIGNS + OUTLINED_SIGNS
_SUIT_OF = {sign: place % 4 for place, sign in enumerate(_ANY_SUIT)}
_RANK_OF = {sign: rank for rank, sign in enumerate(RANKS)}
_RANK_OF |= {sign.lower(): rank for sign, rank in _RANK_OF.items()} | {"10": 9}
_TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD = re.compile(f"(10|[A2-9TJQKatjqk])([{_ANY_SUIT}])[\ufe0e\ufe0f]?")
"""One card in a text."""
_GAP = re.compile(r"[\s,]*")
_EXPECTED = (
    "expected a rank (A 2-9 T or 10 J Q K) and a suit "
    f"({' '.join(SUITS)} or {' '.join(SUIT_SIGNS)})"
)


def parse_card(text: str) -> int:
    """The id of the one card that `text` names.

    Rank and suit in either case; ``T`` or ``10``; the signs ``♣♦♥♠`` and ``♧♢♡♤`` too. Anything
    else is a `ValueError` that names it.

    >>> parse_card("7h"), parse_card("10♠")
    (32, 48)
    """
    require_text(text, "a card")
    match = CARD.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"unknown card {shown(text)}: {_EXPECTED}")
    return 13 * _SUIT_OF[match[2]] + _RANK_OF[match[1]]


def format_card(card: int) -> str:
    """The text of a card: rank, then suit.

    >>> format_card(32)
    '7H'
    """
    return _TEXTS[as_card(card)]


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
    require_text(text, "a hand")
    hand = 0
    position = _GAP.match(text).end()  # type: ignore[union-attr]  # it matches everywhere
    while position < len(text):
        match = CARD.match(text, position)
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
    return " ".join([_TEXTS[card] for card in each_card(as_mask(hand))])


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
    """The ids of the cards in a mask that is known to be valid, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def as_card(value: Any) -> int:
    """`value` as a card id. Raises an error that says what is wrong."""
    return as_int(value, "a card", 0, 51)


def as_mask(value: Any, name: str = "hand") -> int:
    """`value` as a mask of cards. Raises an error that says what is wrong."""
    mask = as_index(value, name, "an int, a mask of cards 0-51")
    if not 0 <= mask <= DECK:
        raise ValueError(f"{name} must be a mask of cards 0-51, not {shown_int(mask)}")
    return mask
