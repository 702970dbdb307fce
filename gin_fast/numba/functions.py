"""The questions as Python asks them, to try things out; `overloads` says how each is compiled."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from gin_fast import engine
from gin_fast.cards.deck import MOST_LISTED
from gin_fast.numba.parts import MOST_BEST_MELDS, MOST_MELDS

# About a hand


def min_deadwood(hand: Any) -> int:
    """The least deadwood over all spreads of a hand.

    >>> import gin_fast
    >>> min_deadwood(gin_fast.parse_hand("7C 7D 7H KC"))
    10
    """
    return engine.min_deadwood(int(hand))


def hand_points(hand: Any) -> int:
    """The pips of a hand."""
    return engine.hand_points(int(hand))


def is_meld(cards: Any) -> bool:
    """Whether these cards are one meld."""
    return engine.is_meld(int(cards))


def meld_index(meld: Any) -> int:
    """The index of a meld in `gin_fast.ALL_MELDS`, or -1: ``109 + meld_index(meld)`` is the action
    that spreads it.

    >>> import gin_fast
    >>> meld_index(gin_fast.parse_hand("AC 2C 3C"))
    0
    """
    return engine.ALL_MELDS.index(int(meld)) if engine.is_meld(int(meld)) else -1


def is_big_gin(hand: Any) -> bool:
    """Whether these are eleven cards, all melded."""
    return engine.is_big_gin(int(hand))


def best_discards(hand: Any, barred: Any) -> tuple[int, int]:
    """The least deadwood after one discard, and the mask of all discards that reach it; -1 and 0 if
    no card may be discarded.

    >>> import gin_fast
    >>> best_discards(gin_fast.parse_hand("7C 7D 7H KC"), 0) == (0, gin_fast.parse_hand("KC"))
    True
    """
    if int(hand) & ~int(barred) == 0:
        return -1, 0
    deadwood, cards = engine.best_discards(int(hand), int(barred))
    return deadwood, cards


def knock_discards(hand: Any, limit: Any, barred: Any) -> int:
    """The mask of the discards that leave at most `limit`."""
    return engine.knock_discards(int(hand), int(limit), int(barred))


def outs(hand: Any, limit: Any, seen: Any) -> int:
    """The mask of the cards neither held nor seen after which some discard leaves at most
    `limit`."""
    return engine.outs(int(hand), int(limit), int(seen))


def best_spread(hand: Any, melds: Any) -> int:
    """Writes the melds of the first best spread into an array of 17 ``uint64``; returns their
    number.

    >>> melds = np.zeros(17, np.uint64)
    >>> import gin_fast
    >>> best_spread(gin_fast.parse_hand("7C 7D 7H KC"), melds), gin_fast.format_hand(melds[0])
    (1, '7C 7D 7H')
    """
    _check_array(melds, np.uint64, MOST_MELDS)
    found = engine.best_spread(int(hand)).melds
    melds[: len(found)] = found
    return len(found)


def best_spreads(hand: Any, which: Any, melds: Any) -> tuple[int, int]:
    """The number of best spreads of a hand of at most 13 cards, or -1 if it has more; and the
    number of melds of spread `which`, counted from 0, which are written into an array of 4
    ``uint64``. The second number is 0 if there is no such spread."""
    _check_array(melds, np.uint64, MOST_BEST_MELDS)
    if int(hand).bit_count() > MOST_LISTED:
        return -1, 0
    found = engine.best_spreads(int(hand))
    if not 0 <= which < len(found):
        return len(found), 0
    chosen = found[which].melds
    melds[: len(chosen)] = chosen
    return len(found), len(chosen)


def best_layoff(hand: Any, melds: Any) -> tuple[int, int]:
    """The least deadwood of a defender's melds and layoffs chosen together, and the mask of the
    cards laid off. `melds` is an array of ``uint64``: the knocker's. The first number is -1 if they
    are not disjoint melds without a card of the hand."""
    _check_array(melds, np.uint64, 0)
    try:
        found = engine.best_layoff(int(hand), [int(meld) for meld in melds])
    except ValueError:
        return -1, 0
    return found.deadwood, found.laid_off


# About a view


def view_of(pointer: Any) -> NoReturn:
    """The view passed to a strategy, as a record: ``view_of(view).hand``. It is not a copy and must
    not be written to."""
    raise _not_in_python("view_of")


def legal_actions(pointer: Any, actions: Any) -> NoReturn:
    """Writes all legal actions, ascending, into an array of 352 ``int32``; returns their number."""
    raise _not_in_python("legal_actions")


def is_legal(pointer: Any, action: Any) -> NoReturn:
    """Whether an action is legal."""
    raise _not_in_python("is_legal")


def discards(pointer: Any) -> NoReturn:
    """The mask of the cards that may be discarded without going out, in the phase ``discard``."""
    raise _not_in_python("discards")


def knocks(pointer: Any) -> NoReturn:
    """The mask of the cards that may be discarded to knock or go gin, in the phase ``discard``."""
    raise _not_in_python("knocks")


# Chance


def word(rng: Any) -> int:
    """The next 64 random bits of the stream, which in Python is a `Stream`."""
    number: int = rng.word()
    return number


def below(rng: Any, number: Any) -> int:
    """A random number from 0 to `number` - 1, each equally likely. `number` is from 1 to 2**32 - 1;
    for 1 there is no choice, and nothing is drawn.

    >>> import gin_fast
    >>> below(gin_fast.Stream(7, 0, 0), 52)
    45
    """
    drawn: int = rng.below(int(number))
    return drawn


# Masks


def bit(card: Any) -> int:
    """The mask of one card, 0 to 51.

    >>> bit(2)
    4
    """
    return 1 << int(card)


def count(cards: Any) -> int:
    """The number of cards in a mask.

    >>> count(5)
    2
    """
    return int(cards).bit_count()


def lowest(cards: Any) -> int:
    """The id of the lowest card of a mask; 64 if it is empty.

    >>> lowest(12)
    2
    """
    return (int(cards) & -int(cards)).bit_length() - 1 if cards else 64


def _not_in_python(name: str) -> TypeError:
    return TypeError(f"{name} is for compiled code: in Python a strategy gets a View")


def _check_array(array: Any, kind: Any, room: int) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != 1:
        raise TypeError(f"an array of {np.dtype(kind)} is needed")
    if array.size < room:
        raise ValueError(f"the array must have room for {room}")
