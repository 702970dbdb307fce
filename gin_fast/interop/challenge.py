"""The Java framework of the Gin Rummy challenge (EAAI), and the Rust crate ``gin-rummy``.

The framework numbers a card 13 * suit + rank, as here, but with the suits in the order C H S D. Its
*bitstrings* are ``long`` masks of those numbers, and it prints cards as Java prints a list:
``[AC, 2C, TD]``. `deck_from` describes how it deals.

The crate packs a hand into a ``u64`` whose bit 16 * suit + rank is a card, with ranks from A = 1 to
K = 13 and the suits C D H S, and writes it by suits: ``A23.456.789.T``.

>>> from gin_fast import parse_hand
>>> hand = parse_hand("AC 2C 3C KH")
>>> bits_to(hand), hand_text(hand), rust_to(hand), rust_text(hand)
(33554439, '[AC, 2C, 3C, KH]', 35184372088846, 'A23..K.')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from gin_fast.cards.deck import RANKS, SUIT, SUITS
from gin_fast.cards.hands import as_card, as_mask, each_card, format_card, hand_of, parse_card
from gin_fast.interop.suits import SuitOrder
from gin_fast.state.positions import checked_deck
from gin_fast.values.checks import as_int, shown

SUIT_ORDER = "CHSD"
"""The suits of the framework, in its order."""
_ORDER = SuitOrder(SUIT_ORDER)
_LIST = re.compile(r"\[([^\[\]]*)\]")
_RUST_CARDS = sum((SUIT << 1) << 16 * suit for suit in range(4))


def card_to(card: int) -> int:
    """The framework's id of a card.

    >>> card_to(parse_card("AS"))
    26
    """
    return _ORDER.card_to(card)


def card_from(code: int) -> int:
    """The card with an id of the framework.

    >>> format_card(card_from(51))
    'KD'
    """
    return _ORDER.card_from(code)


def bits_to(hand: int) -> int:
    """The framework's bitstring of a hand. It never uses the sign bit of a ``long``.

    >>> bits_to(1 << parse_card("AH"))
    8192
    """
    return _ORDER.hand_to(hand)


def bits_from(bits: int) -> int:
    """The hand of a bitstring.

    >>> bits_from(8192) == 1 << parse_card("AH")
    True
    """
    return _ORDER.hand_from(bits)


def hand_text(hand: int) -> str:
    """The cards of a hand as the framework prints them, in ascending order of its ids.

    >>> hand_text(hand_of(map(parse_card, ["AD", "AS", "TC"])))
    '[TC, AS, AD]'
    """
    cards = sorted(each_card(as_mask(hand)), key=_ORDER.card_to)
    return f"[{', '.join(map(format_card, cards))}]"


def cards_from_text(text: str) -> tuple[int, ...]:
    """The cards of a list as printed by the framework, in its order.

    >>> cards_from_text("[TC, AS, AD]")
    (9, 39, 13)
    """
    inside = _LIST.fullmatch(_as_text(text).strip())
    if inside is None:
        raise ValueError(f"expected a list of cards such as [AC, 2C], not {shown(text)}")
    words = inside[1].split(",") if inside[1].strip() else []
    cards = tuple(map(parse_card, words))
    hand_of(cards)  # refuses repeated cards
    return cards


def hand_from_text(text: str) -> int:
    """The hand of a list as printed by the framework.

    >>> hand_from_text("[]"), hand_from_text("[AC, 3C]")
    (0, 5)
    """
    return hand_of(cards_from_text(text))


def melds_text(melds: Iterable[int]) -> str:
    """Several melds as the framework prints them.

    >>> melds_text([0b111, 1 << 0 | 1 << 13 | 1 << 26])
    '[[AC, 2C, 3C], [AC, AH, AD]]'
    """
    return f"[{', '.join(map(hand_text, melds))}]"


def melds_from_text(text: str) -> tuple[int, ...]:
    """The melds printed by the framework, in its order.

    >>> melds_from_text("[[AC, 2C, 3C], [AC, AH, AD]]")
    (7, 67117057)
    """
    stripped = _as_text(text).strip()
    inside = stripped[1:-1]
    between = re.sub(r"\s", "", _LIST.sub("-", inside))
    if stripped[:1] + stripped[-1:] != "[]" or not re.fullmatch(r"(-(,-)*)?", between):
        raise ValueError(f"expected lists of cards such as [[AC, 2C, 3C]], not {shown(text)}")
    return tuple(hand_from_text(match[0]) for match in _LIST.finditer(inside))


def deck_from(stack: Sequence[int], starter: int = 0) -> tuple[int, ...]:
    """The deck for `Round.from_deck` that deals the same as the framework does from its stack.

    `stack` is its 52 ids, the top last. It deals from the top, alternately, to player 0 first
    whoever starts; then come the face-up card and the stock. Seat 0 is player 0 if the round is
    started with ``dealer=1 - starter``.

    >>> from gin_fast import Round, format_hand
    >>> round = Round.from_deck(deck_from(range(52), starter=1), rules="eaai", dealer=0)
    >>> format_hand(round.hands[0])
    'AD 3D 5D 7D 9D JD KD 8S TS QS'
    """
    if isinstance(stack, (str, bytes)) or not isinstance(stack, Iterable):
        raise TypeError(f"stack must be a sequence of card ids, not {shown(stack)}")
    cards = checked_deck([card_from(code) for code in stack])[::-1]
    return _swapped(cards, starter)


def deck_to(deck: Sequence[int], starter: int = 0) -> tuple[int, ...]:
    """The framework's stack, the top last, that deals the same as `deck` does here.

    >>> deck_from(deck_to(range(52), starter=1), starter=1) == tuple(range(52))
    True
    """
    cards = _swapped(checked_deck(deck), starter)
    return tuple(card_to(card) for card in cards[::-1])


def _swapped(cards: tuple[int, ...], starter: int) -> tuple[int, ...]:
    """Swaps the hands: here the starter is dealt the first card, there player 0."""
    if as_int(starter, "starter", 0, 1) == 0:
        return cards
    dealt = [card for at in range(0, 20, 2) for card in (cards[at + 1], cards[at])]
    return (*dealt, *cards[20:])


def rust_card_to(card: int) -> int:
    """The bit of a card in the crate's ``Hand``.

    >>> rust_card_to(parse_card("AC")), rust_card_to(parse_card("KS"))
    (1, 61)
    """
    suit, rank = divmod(as_card(card), 13)
    return 16 * suit + rank + 1


def rust_card_from(bit: int) -> int:
    """The card for a bit of the crate's ``Hand``.

    >>> format_card(rust_card_from(61))
    'KS'
    """
    suit, rank = divmod(as_int(bit, "a bit of theirs", 1, 61), 16)
    if not 1 <= rank <= 13:
        raise ValueError(f"bit {bit} is not a card: ranks go from 1 to 13")
    return 13 * suit + rank - 1


def rust_to(hand: int) -> int:
    """The bits of the crate's ``Hand`` for a hand.

    >>> rust_to(0b111)
    14
    """
    hand = as_mask(hand)
    return sum((hand >> 13 * suit & SUIT) << 16 * suit + 1 for suit in range(4))


def rust_from(bits: int) -> int:
    """The hand for the bits of the crate's ``Hand``.

    >>> rust_from(14)
    7
    """
    bits = as_int(bits, "the bits of a Hand", 0, (1 << 64) - 1)
    if bits & ~_RUST_CARDS:
        raise ValueError(f"the bits of a Hand must be cards, but {bits & ~_RUST_CARDS:#x} are not")
    return sum((bits >> 16 * suit + 1 & SUIT) << 13 * suit for suit in range(4))


def rust_text(hand: int) -> str:
    """A hand as the crate writes it: the ranks of each suit, clubs first; ``-`` if it is empty.

    >>> rust_text(0b111 | 1 << 51), rust_text(0)
    ('A23...K', '-')
    """
    hand = as_mask(hand)
    suits = ("".join(RANKS[card % 13] for card in each_card(hand & SUIT << at)) for at in _ACES)
    return ".".join(suits) if hand else "-"


def rust_from_text(text: str) -> int:
    """The hand written by the crate.

    >>> rust_from_text("A23...K") == 0b111 | 1 << 51
    True
    """
    if _as_text(text).strip() == "-":
        return 0
    suits = text.strip().split(".")
    if len(suits) != 4:
        raise ValueError(f"expected four suits such as A23.456.789.T, not {shown(text)}")
    names = [
        rank + suit
        for suit, ranks in zip(SUITS, suits, strict=True)
        for rank in re.findall("10|.", ranks)
    ]
    return hand_of(map(parse_card, names))


_ACES = (0, 13, 26, 39)


def _as_text(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"cards must be given as a str, not {shown(text)}")
    return text
