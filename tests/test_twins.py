"""The engines are twins: the same names, signatures and docs, and the same answer to bad input."""

from __future__ import annotations

import enum
import inspect
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hands import mixture

import gin_fast.reference
from gin_fast.cards import parse_hand
from gin_fast.rules import Rules

NAMES = gin_fast.reference.__all__


class Named(int):
    """An int of another class."""


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


class Six(enum.IntEnum):
    SIX = 6


def _failing_iterable():
    yield parse_hand("5S 6S 7S")
    raise ZeroDivisionError("no meld")


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


REFUSED = [True, False, 6.0, 6j, np.float64(6.0), np.bool_(True), Fraction(6), Failing, len, ...]
"""Values that every argument refuses."""


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def outcome(engine, name: str, arguments: dict[str, Any]) -> tuple:
    try:
        return "gives", repr(getattr(engine, name)(**arguments))
    except Exception as error:
        return type(error), str(error), type(error.__cause__)


def test_the_names(engine, reference):
    assert engine.__all__ == reference.__all__
    assert list(engine.__all__) == sorted(engine.__all__)
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_every_function_is_tried_here():
    functions = {name for name in NAMES if inspect.isroutine(getattr(gin_fast.reference, name))}
    assert {*GOOD, "ALL_MELDS"} <= set(NAMES)
    assert functions <= set(GOOD)


@pytest.mark.parametrize("name", NAMES)
def test_signatures_and_docs(native, reference, name):
    ours, twin = getattr(native, name), getattr(reference, name)
    assert ours.__doc__ == twin.__doc__
    assert ours.__doc__ or not callable(twin)
    if callable(twin):
        assert ours.__name__ == ours.__qualname__ == twin.__name__ == name
        assert str(inspect.signature(ours)) == str(inspect.signature(twin))
        assert [*inspect.signature(ours).parameters] == [*inspect.signature(twin).parameters]


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name in GOOD for argument in GOOD[name]]
)
def test_bad_input(native, reference, name, argument):
    errors = 0
    for value in BAD:
        arguments = {**GOOD[name], argument: value}
        ours, twin = outcome(native, name, arguments), outcome(reference, name, arguments)
        assert ours == twin, (name, argument)
        if ours[0] != "gives":
            errors += 1
            failing = any(isinstance(item, Failing) for item in (value, *_items(value)))
            assert ours[0] in (TypeError, ValueError) or failing, (name, argument, value, ours)
            assert len(ours[1]) > 10 or failing, (name, argument, value, ours)
    assert errors > 20


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name in GOOD for argument in GOOD[name]]
)
def test_values_of_no_use(engine, name, argument):
    for value in REFUSED:
        with pytest.raises(TypeError) as caught:
            getattr(engine, name)(**{**GOOD[name], argument: value})
        assert repr(value) in str(caught.value), (name, argument, value)


@pytest.mark.parametrize("name", GOOD)
def test_good_input(native, reference, name):
    assert outcome(reference, name, GOOD[name])[0] == "gives"
    assert outcome(native, name, GOOD[name]) == outcome(reference, name, GOOD[name])


@pytest.mark.parametrize("name", GOOD)
def test_arguments_by_place(native, reference, name):
    arguments = [value for argument, value in GOOD[name].items() if name != "best_knock"]
    if name == "best_knock":
        arguments = [KEPT, GOOD[name]["defender"]]
        keywords = {"rules": "modern"}
    else:
        keywords = {}
    ours = getattr(native, name)(*arguments, **keywords)
    assert ours == getattr(reference, name)(*arguments, **keywords)
    for engine in (native, reference):
        with pytest.raises(TypeError):
            getattr(engine, name)()
        with pytest.raises(TypeError):
            getattr(engine, name)(*arguments, *[0] * 7, **keywords)
        with pytest.raises(TypeError):
            getattr(engine, name)(*arguments, **keywords, no_such_name=0)


@pytest.mark.parametrize(
    "six",
    [np.int8(6), np.uint8(6), np.int64(6), np.uint64(6), np.array(6), Named(6), Index(), Six.SIX],
    ids=lambda six: type(six).__name__,
)
def test_integers_of_all_kinds(engine, six):
    plain = {"hand": 6, "mask": 6, "card": 6, "limit": 6, "barred": 6, "seen": 6, "max_deadwood": 6}
    plain |= {"seed": 6, "index": 6}
    for name, good in GOOD.items():
        for argument in good.keys() & plain.keys():
            if name == "best_knock":
                continue
            expected = outcome(engine, name, {**good, argument: 6})
            assert outcome(engine, name, {**good, argument: six}) == expected, (name, argument)
    assert engine.hand_of([six]) == 64
    with pytest.raises(ValueError, match="not a meld: 2C 3C"):
        engine.best_layoff(0, [six])


def test_a_failing_iterable_of_melds(native, reference):
    for name in ("best_layoff", "legal_layoffs"):
        for engine in (native, reference):
            with pytest.raises(ZeroDivisionError, match="no meld"):
                getattr(engine, name)(HAND, _failing_iterable())
    for engine in (native, reference):
        with pytest.raises(ZeroDivisionError, match="no meld"):
            engine.hand_of(_failing_iterable_of_cards())


def _failing_iterable_of_cards():
    yield 3
    raise ZeroDivisionError("no meld")


def test_answers_are_plain(engine):
    """Ints and tuples of the named types, never something that only equals them."""
    for hand in mixture(1, 30, (11,)):
        spread = engine.best_spread(hand)
        plain = [
            engine.min_deadwood(hand),
            engine.hand_points(hand),
            engine.knock_discards(hand),
            engine.outs(hand & (hand - 1)),
            engine.legal_layoffs(hand, []),
            *engine.melds(hand),
            *engine.best_discards(hand),
            *spread.melds,
            spread.unmelded,
            spread.deadwood,
            *engine.best_layoff(hand, [])[:2],
        ]
        assert {type(value) for value in plain} == {int}
        assert type(engine.is_big_gin(hand)) is type(engine.is_meld(hand)) is bool
        assert type(engine.melds(hand)) is type(engine.spreads(hand, 0)) is tuple
        assert type(engine.best_layoff(hand, []).onto) is tuple
    dealt = engine.deal(1)
    assert {type(value) for value in (*dealt.hands, dealt.upcard, *dealt.stock)} == {int}
    assert type(dealt.hands) is type(dealt.stock) is tuple
