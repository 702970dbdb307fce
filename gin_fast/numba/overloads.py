"""How each question is compiled. That this module is imported is what tells Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from gin_fast.cards.deck import SUIT
from gin_fast.numba import calls, functions
from gin_fast.numba.calls import INT, MASK, VIEW_POINTER
from gin_fast.numba.parts import MOST_ACTIONS, MOST_BEST_MELDS, MOST_MELDS, extending, numba, types

_SUIT = np.uint64(SUIT)

_Typing = TypeVar("_Typing", bound=Callable[..., Any])


def _compiled(function: Any) -> Callable[[_Typing], _Typing]:
    """Registers how a function is compiled; annotations of the arguments may differ."""

    def said(typing: _Typing) -> _Typing:
        extending.overload(function, strict=False)(typing)
        return typing

    return said


def _require_integers(name: str, **given: Any) -> None:
    for argument, kind in given.items():
        if not isinstance(kind, types.Integer):
            is_float = isinstance(kind, types.Float)
            hint = ": a uint64 in one place and an int in another make one" if is_float else ""
            raise numba.core.errors.TypingError(
                f"{argument} of {name} must be an integer, not {kind}{hint}"
            )


def _require_pointer(name: str, argument: str, given: Any, kind: Any) -> None:
    if given != kind:
        raise numba.core.errors.TypingError(
            f"{name} needs the pointer {argument} of a strategy, not {given}"
        )


def _require_array(name: str, given: Any, kind: Any) -> None:
    if not (
        isinstance(given, types.Array) and (given.dtype, given.ndim, given.layout) == (kind, 1, "C")
    ):
        raise numba.core.errors.TypingError(
            f"{name} needs a contiguous array of {kind}, not {given}"
        )


@_compiled(functions.min_deadwood)
def _for_min_deadwood(hand: Any) -> Any:
    """Like gf_min_deadwood, which Cython inlines: the common hand is handled without a call."""
    _require_integers("min_deadwood", hand=hand)

    def compiled(hand: Any) -> Any:
        table = calls.runs()
        mask = np.uint64(hand)
        a = np.uint32(mask & _SUIT)
        b = np.uint32(mask >> np.uint64(13) & _SUIT)
        c = np.uint32(mask >> np.uint64(26) & _SUIT)
        d = np.uint32(mask >> np.uint64(39) & _SUIT)
        of_a, of_b, of_c, of_d = table[a], table[b], table[c], table[d]
        runs = np.int32(np.uint32(of_a + of_b + of_c + of_d) & np.uint32(0xFFFF))
        triples = np.uint32(((a & b) & (c | d)) | ((a | b) & (c & d)))
        if triples == 0:
            return runs
        in_run = np.uint32((of_a | of_b | of_c | of_d) >> np.uint32(16))
        return calls.with_sets(a, b, c, d, runs, triples, in_run)

    return compiled


@_compiled(functions.hand_points)
def _for_hand_points(hand: Any) -> Any:
    _require_integers("hand_points", hand=hand)
    return lambda hand: calls.hand_points(np.uint64(hand))


@_compiled(functions.is_meld)
def _for_is_meld(cards: Any) -> Any:
    _require_integers("is_meld", cards=cards)
    return lambda cards: calls.is_meld(np.uint64(cards)) != 0


@_compiled(functions.meld_index)
def _for_meld_index(meld: Any) -> Any:
    _require_integers("meld_index", meld=meld)
    return lambda meld: calls.meld_index(np.uint64(meld))


@_compiled(functions.is_big_gin)
def _for_is_big_gin(hand: Any) -> Any:
    _require_integers("is_big_gin", hand=hand)
    return lambda hand: calls.is_big_gin(np.uint64(hand)) != 0


@_compiled(functions.best_discards)
def _for_best_discards(hand: Any, barred: Any) -> Any:
    _require_integers("best_discards", hand=hand, barred=barred)

    def compiled(hand: Any, barred: Any) -> Any:
        cards = calls.mask_slot()
        deadwood = calls.best_discards(np.uint64(hand), np.uint64(barred), cards)
        return deadwood, cards[0]

    return compiled


@_compiled(functions.knock_discards)
def _for_knock_discards(hand: Any, limit: Any, barred: Any) -> Any:
    _require_integers("knock_discards", hand=hand, limit=limit, barred=barred)
    return lambda hand, limit, barred: calls.knock_discards(
        np.uint64(hand), np.int32(limit), np.uint64(barred)
    )


@_compiled(functions.outs)
def _for_outs(hand: Any, limit: Any, seen: Any) -> Any:
    _require_integers("outs", hand=hand, limit=limit, seen=seen)
    return lambda hand, limit, seen: calls.outs(np.uint64(hand), np.int32(limit), np.uint64(seen))


@_compiled(functions.best_spread)
def _for_best_spread(hand: Any, melds: Any) -> Any:
    _require_integers("best_spread", hand=hand)
    _require_array("best_spread", melds, MASK)

    def compiled(hand: Any, melds: Any) -> Any:
        if melds.size < MOST_MELDS:
            raise ValueError("the array must have room for 17")
        return calls.best_spread(np.uint64(hand), melds.ctypes)

    return compiled


@_compiled(functions.best_spreads)
def _for_best_spreads(hand: Any, which: Any, melds: Any) -> Any:
    _require_integers("best_spreads", hand=hand, which=which)
    _require_array("best_spreads", melds, MASK)

    def compiled(hand: Any, which: Any, melds: Any) -> Any:
        if melds.size < MOST_BEST_MELDS:
            raise ValueError("the array must have room for 4")
        size = calls.int_slot()
        found = calls.best_spreads(np.uint64(hand), np.int32(which), melds.ctypes, size)
        return found, size[0]

    return compiled


@_compiled(functions.best_layoff)
def _for_best_layoff(hand: Any, melds: Any) -> Any:
    _require_integers("best_layoff", hand=hand)
    _require_array("best_layoff", melds, MASK)

    def compiled(hand: Any, melds: Any) -> Any:
        laid_off = calls.mask_slot()
        size = np.int32(min(melds.size, 99))
        deadwood = calls.best_layoff(np.uint64(hand), melds.ctypes, size, laid_off)
        return deadwood, laid_off[0]

    return compiled


@_compiled(functions.view_of)
def _for_view_of(pointer: Any) -> Any:
    _require_pointer("view_of", "view", pointer, VIEW_POINTER)
    return lambda pointer: numba.carray(pointer, 1)[0]


@_compiled(functions.legal_actions)
def _for_legal_actions(pointer: Any, actions: Any) -> Any:
    _require_pointer("legal_actions", "view", pointer, VIEW_POINTER)
    _require_array("legal_actions", actions, INT)

    def compiled(pointer: Any, actions: Any) -> Any:
        if actions.size < MOST_ACTIONS:
            raise ValueError("the array must have room for 352")
        return calls.legal_actions(pointer, actions.ctypes)

    return compiled


@_compiled(functions.is_legal)
def _for_is_legal(pointer: Any, action: Any) -> Any:
    _require_pointer("is_legal", "view", pointer, VIEW_POINTER)
    _require_integers("is_legal", action=action)
    return lambda pointer, action: calls.is_legal(pointer, np.int32(action)) != 0


@_compiled(functions.discards)
def _for_discards(pointer: Any) -> Any:
    _require_pointer("discards", "view", pointer, VIEW_POINTER)
    return lambda pointer: calls.discards(pointer)


@_compiled(functions.knocks)
def _for_knocks(pointer: Any) -> Any:
    _require_pointer("knocks", "view", pointer, VIEW_POINTER)
    return lambda pointer: calls.knocks(pointer)


@_compiled(functions.word)
def _for_word(rng: Any) -> Any:
    _require_pointer("word", "rng", rng, types.voidptr)
    return lambda rng: calls.word(rng)


@_compiled(functions.below)
def _for_below(rng: Any, number: Any) -> Any:
    _require_pointer("below", "rng", rng, types.voidptr)
    _require_integers("below", number=number)
    return lambda rng, number: calls.below(rng, np.uint32(number))


@_compiled(functions.bit)
def _for_bit(card: Any) -> Any:
    _require_integers("bit", card=card)
    return lambda card: np.uint64(1) << np.uint64(card)


@_compiled(functions.count)
def _for_count(cards: Any) -> Any:
    _require_integers("count", cards=cards)
    return lambda cards: calls.bit_count(np.uint64(cards))


@_compiled(functions.lowest)
def _for_lowest(cards: Any) -> Any:
    _require_integers("lowest", cards=cards)
    return lambda cards: calls.trailing_zeros(np.uint64(cards))
