"""Chance: the stream of random words, draws from it, and the deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gin_fast.state.results import Deal
from gin_fast.values.checks import WORD, as_int, as_word
from gin_fast.values.rows import check_rows, some_rows

__all__ = ["DEAL", "SAMPLING", "SEAT_0", "SEAT_1", "Stream", "deal", "deal_into"]

DEAL, SEAT_0, SEAT_1, SAMPLING = range(4)
"""The streams of a round: its deal, the choices of each seat, and sampling."""
MOST_TAKEN = 1 << 62
"""The most words that a stream is started after."""


class Stream:
    """Random words: Philox4x64-10 with key ``[seed, 0]`` and counter ``[0, index, stream, 0]``.

    The words are those of NumPy's ``Philox``, which counts up before its first block.

    A copy, or what a pickle gives, draws the same words from here on, and draws them alone.

    >>> hex(Stream(7, 0, DEAL).word())
    '0xdf4034b829e9fba4'
    """

    def __init__(self, seed: int, index: int, stream: int) -> None:
        self._seed = as_word(seed, "seed")
        index = as_word(index, "index")
        self._counter = [0, index, as_int(stream, "stream", DEAL, SAMPLING), 0]
        self._words: list[int] = []

    def __reduce__(self) -> tuple[Any, ...]:
        blocks, index, stream, _ = self._counter
        return Stream._at, (self._seed, index, stream, 4 * blocks - len(self._words))

    @classmethod
    def _at(cls, seed: int, index: int, stream: int, taken: int) -> Stream:
        """The stream after some words were taken."""
        made = Stream(seed, index, stream)
        blocks, words = divmod(as_int(taken, "taken", 0, MOST_TAKEN), 4)
        made._counter[0] = blocks
        for _ in range(words):
            made.word()
        return made

    def word(self) -> int:
        """The next word, 0 to 2**64 - 1."""
        if not self._words:
            for place in range(4):
                self._counter[place] = (self._counter[place] + 1) & WORD
                if self._counter[place]:
                    break
            self._words = list(_philox(self._counter, self._seed))
        return self._words.pop(0)

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1, all equally likely (Lemire's method).

        `count` is from 1 to 2**32 - 1. With a count of 1 there is nothing to choose, and no word is
        taken.

        >>> Stream(7, 0, DEAL).below(52)
        45
        """
        count = as_int(count, "count", 1, (1 << 32) - 1)
        if count == 1:
            return 0
        product = self.word() * count
        while product & WORD < (1 << 64) % count:
            product = self.word() * count
        return product >> 64


def _philox(counter: list[int], seed: int) -> tuple[int, int, int, int]:
    """One block of Philox4x64-10."""
    a, b, c, d = counter
    key_0, key_1 = seed, 0
    for _ in range(10):
        first, second = 0xD2E7470EE14C6C93 * a, 0xCA5A826395121157 * c
        a, b, c, d = (
            second >> 64 ^ b ^ key_0,
            second & WORD,
            first >> 64 ^ d ^ key_1,
            first & WORD,
        )
        key_0 = (key_0 + 0x9E3779B97F4A7C15) & WORD
        key_1 = (key_1 + 0xBB67AE8584CAA73B) & WORD
    return a, b, c, d


def _shuffled(seed: int, index: int) -> Iterator[int]:
    """The cards of a deal in the order they are dealt: a forward Fisher-Yates over cards 0-51."""
    stream = Stream(seed, index, DEAL)
    cards = list(range(52))
    for place in range(52):
        other = place + stream.below(52 - place)
        cards[place], cards[other] = cards[other], cards[place]
        yield cards[place]


def deal(seed: int, index: int = 0) -> Deal:
    """Deal number `index` of a seed: both hands, the upcard and the order of the stock.

    `seed` and `index` are from 0 to 2**64 - 1. The same two always give the same deal, on every
    platform. Cards go alternately, the non-dealer first, then the upcard, then the stock.

    >>> from gin_fast import format_card, format_hand
    >>> dealt = deal(7, 0)
    >>> format_hand(dealt.hands[0]), format_card(dealt.upcard)
    ('AC 8C 9C 6D 7D JD 4H KH 3S 7S', '5C')
    """
    return dealt_from(tuple(_shuffled(seed, index)))


def dealt_from(cards: tuple[int, ...]) -> Deal:
    """The deal of 52 cards in order."""
    hands = sum(1 << card for card in cards[0:20:2]), sum(1 << card for card in cards[1:20:2])
    return Deal(hands, cards[20], cards[21:])


def deal_into(
    seed: int,
    start: int,
    hands: npt.NDArray[np.uint64],
    upcards: npt.NDArray[np.uint8],
    stocks: npt.NDArray[np.uint8],
    row: int,
) -> int:
    """Writes deals `start`, `start` + 1, … of a seed to arrays that are known to fit, from row
    `row` on, and returns the row that comes next.

    `hands` is (n, 2), `upcards` (n,) and `stocks` (n, 31). They may be the fields of one structured
    array.
    """
    rows = some_rows(row, len(upcards))
    seed, start = as_word(seed, "seed"), as_word(start, "start")
    check_rows(len(upcards), hands=len(hands), stocks=len(stocks))
    for name, array, columns in ("hands", hands, 2), ("stocks", stocks, 31):
        if array.shape[1] != columns:
            raise ValueError(f"{name} must have {columns} columns, not {array.shape[1]}")
    for at in rows:
        dealt = deal(seed, start + at)
        hands[at] = dealt.hands
        upcards[at] = dealt.upcard
        stocks[at] = dealt.stock
    return rows.stop
