"""Pictures of a table as arrays of pixels, drawn without a display or another package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gin_fast.cards.deck import RANKS, RED_SUITS
from gin_fast.cards.hands import each_card

Picture = npt.NDArray[np.uint8]

WIDTH, HEIGHT = 360, 200
"""The size of a picture before it is scaled."""
_CARD_WIDTH, _CARD_HEIGHT, _STEP = 26, 36, 28
_LAPPED, _APART = 14, 16

_FELT, _WHITE, _BLACK, _RED = (7, 99, 36), (255, 255, 255), (20, 20, 20), (200, 20, 30)
_BACK, _EDGE, _GOLD = (40, 70, 150), (90, 90, 90), (235, 190, 60)

_GLYPHS = {
    "A": "01110 10001 10001 11111 10001 10001 10001",
    "0": "01110 10001 10011 10101 11001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "01110 10001 00001 00110 00001 10001 01110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "01110 10000 11110 10001 10001 10001 01110",
    "7": "11111 00001 00010 00100 00100 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 10001 01111 00001 01110",
    "T": "10010 10101 10101 10101 10101 10101 10010",
    "J": "00111 00010 00010 00010 00010 10010 01100",
    "Q": "01110 10001 10001 10001 10101 10010 01101",
    "K": "10001 10010 10100 11000 10100 10010 10001",
}
"""Glyphs of five by seven pixels. A ten is drawn as the glyphs 1 and 0, squeezed into one."""
_SUITS = (
    "0001000 0011100 0011100 1101011 1111111 1101011 0001000",  # clubs
    "0001000 0011100 0111110 1111111 0111110 0011100 0001000",  # diamonds
    "0110110 1111111 1111111 1111111 0111110 0011100 0001000",  # hearts
    "0001000 0011100 0111110 1111111 1111111 0001000 0011100",  # spades
)


def _bits(text: str) -> npt.NDArray[np.bool_]:
    return np.array([[sign == "1" for sign in row] for row in text.split()])


_SIGN = {name: _bits(text) for name, text in _GLYPHS.items()}
_SUIT_SIGN = [_bits(text) for text in _SUITS]


class Scene(NamedTuple):
    """The contents of a picture."""

    hands: tuple[int, int]
    """The masks of the two hands: the first is drawn at the top, the second at the bottom."""
    top: int
    """The id of the top of the pile, or -1."""
    stock: int
    """The number of cards in the stock."""
    to_move: int
    """The seat to highlight, or -1."""
    melds: Sequence[int] = ()
    """The masks of the melds on the table."""


def picture(scene: Scene, height: int) -> Picture:
    """The table in colours, in the largest whole multiple of `HEIGHT` within `height` pixels."""
    pixels = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    pixels[:] = _FELT
    for seat, hand in enumerate(scene.hands):
        top = 12 if seat == 0 else HEIGHT - 12 - _CARD_HEIGHT
        _row(pixels, top, each_card(hand))
        if seat == scene.to_move:
            edge = 4 if seat == 0 else HEIGHT - 8
            pixels[edge : edge + 4, 20 : WIDTH - 20] = _GOLD
    middle = (HEIGHT - _CARD_HEIGHT) // 2
    if scene.melds:
        _melds(pixels, middle, scene.melds)
    else:
        if scene.stock:
            _back(pixels, middle, WIDTH // 2 - 34, scene.stock)
        if scene.top >= 0:
            _card(pixels, middle, WIDTH // 2 + 8, scene.top)
    scale = max(height // HEIGHT, 1)
    return pixels.repeat(scale, axis=0).repeat(scale, axis=1)


def _row(pixels: Picture, top: int, cards: Iterable[int]) -> None:
    in_order = list(cards)
    left = (WIDTH - _STEP * len(in_order)) // 2
    for place, card in enumerate(in_order):
        _card(pixels, top, left + _STEP * place, card)


def _melds(pixels: Picture, top: int, melds: Sequence[int]) -> None:
    """The knocker's melds, with cards overlapping so that twenty fit."""
    count = sum(meld.bit_count() for meld in melds)
    left = (WIDTH - _LAPPED * count - _APART * len(melds)) // 2
    for meld in melds:
        for card in each_card(meld):
            _card(pixels, top, left, card)
            left += _LAPPED
        left += _APART


def _frame(pixels: Picture, top: int, left: int, colour: tuple[int, int, int]) -> Picture:
    card = pixels[top : top + _CARD_HEIGHT, left : left + _CARD_WIDTH]
    card[:] = _EDGE
    card[1:-1, 1:-1] = colour
    return card


def _card(pixels: Picture, top: int, left: int, card: int) -> None:
    paper = _frame(pixels, top, left, _WHITE)
    suit, rank = divmod(card, 13)
    ink = _RED if suit in RED_SUITS else _BLACK
    _ink(paper, 3, 3, _SIGN[RANKS[rank]], ink)
    _ink(paper, 12, 3, _SUIT_SIGN[suit], ink)
    _ink(paper, 22, 12, _SUIT_SIGN[suit], ink)


def _back(pixels: Picture, top: int, left: int, count: int) -> None:
    """The stock, with the number of its cards."""
    paper = _frame(pixels, top, left, _BACK)
    for place, digit in enumerate(f"{count:2}"):
        if digit != " ":
            _ink(paper, 14, 7 + 7 * place, _SIGN[digit], _WHITE)


def _ink(
    paper: Picture,
    top: int,
    left: int,
    sign: npt.NDArray[np.bool_],
    ink: tuple[int, int, int],
) -> None:
    height, width = sign.shape
    paper[top : top + height, left : left + width][sign] = ink
