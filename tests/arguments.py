"""Arguments to try functions with: good ones, bad ones, and huge ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from gin_fast.cards.hands import parse_hand
from gin_fast.rules.rules import Rules


class Index:
    """What may be used as an int, though it is none."""

    def __index__(self) -> int:
        return 6

    def __repr__(self) -> str:
        return "Index()"


class Failing:
    """An index that cannot be had."""

    def __index__(self) -> int:
        raise ZeroDivisionError("no index")


class NoInt:
    """An index that is no int."""

    def __index__(self) -> Any:
        return "six"

    def __repr__(self) -> str:
        return "NoInt()"


class LongName:
    """What says much of itself."""

    def __repr__(self) -> str:
        return "long\n" * 500


HAND = parse_hand("8C 9C TC JC QD QH QS 4D 2S AH KH")
TEN = parse_hand("8C 9C TC JC QD QH QS 4D 2S AH")
KEPT = parse_hand("8C 9C TC JC QD QH QS AD AS AH")
MELDS = [parse_hand("5S 6S 7S"), parse_hand("KC KD KS")]

# Every function, with arguments that it takes.
GOOD: dict[str, dict[str, Any]] = {
    "parse_card": {"text": "7H"},
    "format_card": {"card": 6},
    "parse_hand": {"text": "7H 8H"},
    "format_hand": {"hand": HAND},
    "hand_of": {"cards": [6, 7]},
    "cards_of": {"hand": HAND},
    "hand_points": {"hand": HAND},
    "is_meld": {"mask": MELDS[0]},
    "melds": {"hand": HAND},
    "min_deadwood": {"hand": HAND},
    "best_spread": {"hand": HAND},
    "best_spreads": {"hand": HAND},
    "spreads": {"hand": HAND, "max_deadwood": 20},
    "best_discards": {"hand": HAND, "barred": 1 << 51},
    "knock_discards": {"hand": HAND, "limit": 10, "barred": 1 << 51},
    "is_big_gin": {"hand": HAND},
    "outs": {"hand": TEN, "limit": 10, "seen": 1 << 51},
    "legal_layoffs": {"hand": HAND, "melds": MELDS[:1]},
    "best_layoff": {"hand": HAND, "melds": MELDS[:1]},
    "best_knock": {
        "hand": KEPT,
        "defender": parse_hand("7C 2C 4C"),
        "rules": "modern",
        "unseen": None,
        "samples": 5,
        "seed": 3,
    },
    "deal": {"seed": 5, "index": 7},
}

BAD: list[Any] = [
    None, True, False, 6.0, 6j, "6", "7C", "", b"7C", [], [6], (), {}, {6}, range(3),
    -1, -6, -(2**63), -(2**63) - 1, -(2**70), 13, 52, 53, 255, 256, 2**31, 2**32, 2**51, 2**52,
    2**52 - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**70, 10**9, 10**9 + 1, 1 << 20_000,
    np.int8(-1), np.int64(-1), np.uint64(2**52), np.uint64(2**64 - 1), np.float64(6.0),
    np.bool_(True), np.array([6]), np.array(6.0), np.array(True),
    Fraction(6), Failing, Failing(), NoInt(), len, NotImplemented, ..., float("nan"), float("inf"),
    HAND, 0, "whist", "modern", Rules(knock_limit=0),
    [0], [6, 6], [52], [True], [None], ["5S 6S 7S"], [MELDS[0], MELDS[0]], [-1], [2**52], [2**70],
    [parse_hand("5S 6S")], [HAND & -HAND], [6.0], "5S 6S 7S", MELDS * 20, [MELDS],
    [parse_hand("TC JC QC")], np.array(MELDS), np.array(MELDS, float), {MELDS[0]: 1}, [NoInt()],
    [Failing()], np.zeros((2, 2), np.uint64), "5\n6", "\x00", "\ud800", "x" * 100,
]  # fmt: skip
"""Values that most arguments refuse. What one takes must be taken by the twin as well."""


HUGE: list[Any] = [
    1 << 20_000, -(1 << 20_000), "x" * 500, "7C" * 500, b"x" * 500, ["x" * 500], [1 << 20_000],
    [-(1 << 20_000)], [MELDS[0], 1 << 20_000], [[1 << 20_000]], {1 << 20_000: 0}, [1 << 60] * 30,
    [-1] * 500, np.full(500, -1), LongName(),
]  # fmt: skip
"""Values that are too much, or that a message cannot show whole; some cannot be shown at all."""

REFUSED = [True, False, 6.0, 6j, np.float64(6.0), np.bool_(True), Fraction(6), Failing, len, ...]
"""Values that every argument refuses."""


def outcome(call: Callable[..., Any], *arguments: Any, **keywords: Any) -> tuple[Any, ...]:
    """What a call gives, as text, or the type and text of its error and the type of its cause."""
    try:
        given = call(*arguments, **keywords)
    except Exception as error:
        return type(error), str(error), type(error.__cause__)
    return "gives", hex(given) if type(given) is int else repr(given)
