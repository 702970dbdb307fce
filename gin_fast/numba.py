"""Strategies in Numba: their signature, the view as a record, and the functions about hands, for
compiled code.

    from numba import cfunc
    from gin_fast import numba as gn

    @cfunc(gn.signature)
    def mine(view, rng, memory, parameters, action):
        seen = gn.view_of(view)
        ...
        return 1

Masks are ``uint64``. In Numba a variable that is a ``uint64`` in one place and an ``int`` in
another becomes a ``float64``; so make a number next to a mask a ``np.uint64``, or use `bit`. A
float instead of a mask does not compile. Every function except those about a view can also be
called from Python, to try things out.

Code in Numba's cache (``cache=True``) depends on the layout of a view: delete it when gin_fast is
updated.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn, TypeVar

import numpy as np

from gin_fast import _engine as engine
from gin_fast.cards.deck import MOST_LISTED
from gin_fast.state.actions import PHASES, SOURCES
from gin_fast.state.seen_record import VIEW_DTYPE

try:
    numba: Any = import_module("numba")
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    extending: Any = import_module("numba.extending")
    ir: Any = import_module("llvmlite.ir")
    binding: Any = import_module("llvmlite.binding")
except ImportError as error:
    raise ImportError('gin_fast.numba needs Numba: pip install "gin_fast[numba]"') from error
try:
    from gin_fast.capi import addresses
    from gin_fast.native.exports import OF_MIN_DEADWOOD
except ImportError as error:
    raise ImportError("gin_fast.numba needs the native engine, which is not built") from error

__all__ = [
    "DISCARDING",
    "DRAWING",
    "FIRST_UPCARD",
    "LAST_UPCARD",
    "LAYING_OFF",
    "NOWHERE",
    "OVER",
    "PILE",
    "SPREADING",
    "STOCK",
    "VIEW",
    "below",
    "best_discards",
    "best_layoff",
    "best_spread",
    "best_spreads",
    "bit",
    "count",
    "hand_points",
    "is_big_gin",
    "is_legal",
    "is_meld",
    "knock_discards",
    "knocks",
    "legal_actions",
    "lowest",
    "meld_index",
    "min_deadwood",
    "outs",
    "signature",
    "throws",
    "view_of",
    "word",
]

VIEW: Any = numba.from_dtype(VIEW_DTYPE)
"""A view as a Numba record type: the fields of `gin_fast.state.seen_record.VIEW_DTYPE`."""

signature: Any = types.int32(
    types.CPointer(VIEW), types.voidptr, types.voidptr, types.voidptr, types.CPointer(types.int32)
)
"""The signature of a strategy, for ``@cfunc``: the view, the random stream, the memory, the
parameters, and where to write the action. ``numba.carray(memory, 4, np.uint64)`` makes an array of
the memory or the parameters."""

FIRST_UPCARD, DRAWING, DISCARDING, SPREADING, LAYING_OFF, LAST_UPCARD, OVER = range(len(PHASES))
"""The phases, as in a view. The actions are in `gin_fast.state.actions`."""
NOWHERE, STOCK, PILE = range(len(SOURCES))
"""Where a card was drawn from."""

_MOST_MELDS = 17
_MOST_BEST_MELDS = 4
_MOST_ACTIONS = 352


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
    _check_array(melds, np.uint64, _MOST_MELDS)
    found = engine.best_spread(int(hand)).melds
    melds[: len(found)] = found
    return len(found)


def best_spreads(hand: Any, which: Any, melds: Any) -> tuple[int, int]:
    """The number of best spreads of a hand of at most 13 cards, or -1 if it has more; and the
    number of melds of spread `which`, counted from 0, which are written into an array of 4
    ``uint64``. The second number is 0 if there is no such spread."""
    _check_array(melds, np.uint64, _MOST_BEST_MELDS)
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


def throws(pointer: Any) -> NoReturn:
    """The mask of the cards that may be discarded without going out, in the phase ``discard``."""
    raise _not_in_python("throws")


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


# The same in compiled code: calls of C functions by name. Names are bound to addresses when the
# code is loaded, so that it may come from a cache.


for _name, _address in (addresses() | OF_MIN_DEADWOOD).items():
    binding.add_symbol(f"gin_fast_{_name}", _address)


def _c_function(name: str, answer: Any, *kinds: Any) -> Any:
    return types.ExternalFunction(f"gin_fast_{name}", answer(*kinds))


_int, _mask = types.int32, types.uint64
_ints, _masks, _view = types.CPointer(_int), types.CPointer(_mask), types.CPointer(VIEW)
_with_sets = _c_function("with_sets", _int, *[types.uint32] * 4, _int, *[types.uint32] * 2)
_hand_points = _c_function("hand_points", _int, _mask)
_is_meld = _c_function("is_meld", _int, _mask)
_meld_index = _c_function("meld_index", _int, _mask)
_is_big_gin = _c_function("is_big_gin", _int, _mask)
_best_discards = _c_function("best_discards", _int, _mask, _mask, _masks)
_knock_discards = _c_function("knock_discards", _mask, _mask, _int, _mask)
_outs = _c_function("outs", _mask, _mask, _int, _mask)
_best_spread = _c_function("best_spread", _int, _mask, _masks)
_best_spreads = _c_function("best_spreads", _int, _mask, _int, _masks, _ints)
_best_layoff = _c_function("best_layoff", _int, _mask, _masks, _int, _masks)
_legal_actions = _c_function("legal_actions", _int, _view, _ints)
_is_legal = _c_function("is_legal", _int, _view, _int)
_throws = _c_function("throws", _mask, _view)
_knocks = _c_function("knocks", _mask, _view)
_word = _c_function("word", _mask, types.voidptr)
_below = _c_function("below", types.uint32, types.voidptr, types.uint32)


def _intrinsic(function: Callable[..., Any]) -> Any:
    return extending.intrinsic(function)


@_intrinsic
def _runs(context: Any) -> Any:
    """The table GF_RUNS."""

    def generate(context: Any, builder: Any, *_: Any) -> Any:
        name = "gin_fast_runs"
        known = builder.module.globals.get(name)
        return known or ir.GlobalVariable(builder.module, ir.IntType(32), name)

    return types.CPointer(types.uint32)(), generate


@_intrinsic
def _mask_slot(context: Any) -> Any:
    """A place for a mask written by a C function."""
    return _masks(), lambda context, builder, *_: cgutils.alloca_once(builder, ir.IntType(64))


@_intrinsic
def _int_slot(context: Any) -> Any:
    return _ints(), lambda context, builder, *_: cgutils.alloca_once(builder, ir.IntType(32))


@_intrinsic
def _trailing_zeros(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.trunc(builder.cttz(values[0], ir.Constant(ir.IntType(1), 0)), ir.IntType(32))

    return _int(_mask), generate


@_intrinsic
def _bit_count(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.trunc(builder.ctpop(values[0]), ir.IntType(32))

    return _int(_mask), generate


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


@_compiled(min_deadwood)
def _for_min_deadwood(hand: Any) -> Any:
    """Like gf_min_deadwood, which Cython inlines: the common hand is handled without a call."""
    _require_integers("min_deadwood", hand=hand)

    def compiled(hand: Any) -> Any:
        table = _runs()
        mask = np.uint64(hand)
        a = np.uint32(mask & np.uint64(8191))
        b = np.uint32(mask >> np.uint64(13) & np.uint64(8191))
        c = np.uint32(mask >> np.uint64(26) & np.uint64(8191))
        d = np.uint32(mask >> np.uint64(39) & np.uint64(8191))
        of_a, of_b, of_c, of_d = table[a], table[b], table[c], table[d]
        runs = np.int32(np.uint32(of_a + of_b + of_c + of_d) & np.uint32(0xFFFF))
        triples = np.uint32(((a & b) & (c | d)) | ((a | b) & (c & d)))
        if triples == 0:
            return runs
        in_run = np.uint32((of_a | of_b | of_c | of_d) >> np.uint32(16))
        return _with_sets(a, b, c, d, runs, triples, in_run)

    return compiled


@_compiled(hand_points)
def _for_hand_points(hand: Any) -> Any:
    _require_integers("hand_points", hand=hand)
    return lambda hand: _hand_points(np.uint64(hand))


@_compiled(is_meld)
def _for_is_meld(cards: Any) -> Any:
    _require_integers("is_meld", cards=cards)
    return lambda cards: _is_meld(np.uint64(cards)) != 0


@_compiled(meld_index)
def _for_meld_index(meld: Any) -> Any:
    _require_integers("meld_index", meld=meld)
    return lambda meld: _meld_index(np.uint64(meld))


@_compiled(is_big_gin)
def _for_is_big_gin(hand: Any) -> Any:
    _require_integers("is_big_gin", hand=hand)
    return lambda hand: _is_big_gin(np.uint64(hand)) != 0


@_compiled(best_discards)
def _for_best_discards(hand: Any, barred: Any) -> Any:
    _require_integers("best_discards", hand=hand, barred=barred)

    def compiled(hand: Any, barred: Any) -> Any:
        cards = _mask_slot()
        deadwood = _best_discards(np.uint64(hand), np.uint64(barred), cards)
        return deadwood, cards[0]

    return compiled


@_compiled(knock_discards)
def _for_knock_discards(hand: Any, limit: Any, barred: Any) -> Any:
    _require_integers("knock_discards", hand=hand, limit=limit, barred=barred)
    return lambda hand, limit, barred: _knock_discards(
        np.uint64(hand), np.int32(limit), np.uint64(barred)
    )


@_compiled(outs)
def _for_outs(hand: Any, limit: Any, seen: Any) -> Any:
    _require_integers("outs", hand=hand, limit=limit, seen=seen)
    return lambda hand, limit, seen: _outs(np.uint64(hand), np.int32(limit), np.uint64(seen))


@_compiled(best_spread)
def _for_best_spread(hand: Any, melds: Any) -> Any:
    _require_integers("best_spread", hand=hand)
    _require_array("best_spread", melds, _mask)

    def compiled(hand: Any, melds: Any) -> Any:
        if melds.size < _MOST_MELDS:
            raise ValueError("the array must have room for 17")
        return _best_spread(np.uint64(hand), melds.ctypes)

    return compiled


@_compiled(best_spreads)
def _for_best_spreads(hand: Any, which: Any, melds: Any) -> Any:
    _require_integers("best_spreads", hand=hand, which=which)
    _require_array("best_spreads", melds, _mask)

    def compiled(hand: Any, which: Any, melds: Any) -> Any:
        if melds.size < _MOST_BEST_MELDS:
            raise ValueError("the array must have room for 4")
        size = _int_slot()
        found = _best_spreads(np.uint64(hand), np.int32(which), melds.ctypes, size)
        return found, size[0]

    return compiled


@_compiled(best_layoff)
def _for_best_layoff(hand: Any, melds: Any) -> Any:
    _require_integers("best_layoff", hand=hand)
    _require_array("best_layoff", melds, _mask)

    def compiled(hand: Any, melds: Any) -> Any:
        laid_off = _mask_slot()
        size = np.int32(min(melds.size, 99))
        deadwood = _best_layoff(np.uint64(hand), melds.ctypes, size, laid_off)
        return deadwood, laid_off[0]

    return compiled


@_compiled(view_of)
def _for_view_of(pointer: Any) -> Any:
    _require_pointer("view_of", "view", pointer, _view)
    return lambda pointer: numba.carray(pointer, 1)[0]


@_compiled(legal_actions)
def _for_legal_actions(pointer: Any, actions: Any) -> Any:
    _require_pointer("legal_actions", "view", pointer, _view)
    _require_array("legal_actions", actions, _int)

    def compiled(pointer: Any, actions: Any) -> Any:
        if actions.size < _MOST_ACTIONS:
            raise ValueError("the array must have room for 352")
        return _legal_actions(pointer, actions.ctypes)

    return compiled


@_compiled(is_legal)
def _for_is_legal(pointer: Any, action: Any) -> Any:
    _require_pointer("is_legal", "view", pointer, _view)
    _require_integers("is_legal", action=action)
    return lambda pointer, action: _is_legal(pointer, np.int32(action)) != 0


@_compiled(throws)
def _for_throws(pointer: Any) -> Any:
    _require_pointer("throws", "view", pointer, _view)
    return lambda pointer: _throws(pointer)


@_compiled(knocks)
def _for_knocks(pointer: Any) -> Any:
    _require_pointer("knocks", "view", pointer, _view)
    return lambda pointer: _knocks(pointer)


@_compiled(word)
def _for_word(rng: Any) -> Any:
    _require_pointer("word", "rng", rng, types.voidptr)
    return lambda rng: _word(rng)


@_compiled(below)
def _for_below(rng: Any, number: Any) -> Any:
    _require_pointer("below", "rng", rng, types.voidptr)
    _require_integers("below", number=number)
    return lambda rng, number: _below(rng, np.uint32(number))


@_compiled(bit)
def _for_bit(card: Any) -> Any:
    _require_integers("bit", card=card)
    return lambda card: np.uint64(1) << np.uint64(card)


@_compiled(count)
def _for_count(cards: Any) -> Any:
    _require_integers("count", cards=cards)
    return lambda cards: _bit_count(np.uint64(cards))


@_compiled(lowest)
def _for_lowest(cards: Any) -> Any:
    _require_integers("lowest", cards=cards)
    return lambda cards: _trailing_zeros(np.uint64(cards))
