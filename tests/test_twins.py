"""The engines are twins: the same names, signatures and docs, and the same answers."""

from __future__ import annotations

import enum
import inspect
from importlib import import_module
from pkgutil import iter_modules
from random import Random

import numpy as np
import pytest
from arguments import GOOD, HAND, KEPT, Index, outcome
from hands import mixture

import gin_fast.native
import gin_fast.reference
from gin_fast.cards.hands import parse_hand


def doc(thing):
    """A docstring without its margin, which from Python 3.13 on is gone for what is not compiled
    by Cython."""
    return inspect.cleandoc(thing.__doc__ or "")


NAMES = gin_fast.reference.__all__


def modules_of(package):
    return {module.name for module in iter_modules(package.__path__)}


MODULES = {engine: modules_of(engine) for engine in (gin_fast.native, gin_fast.reference)}
WITHOUT_TWIN = {
    "arguments": "reads Python values into C values, which values.checks does for the reference",
    "capi": "the table of C functions",
    "exported_rounds": "the C functions about rounds",
    "exports": "the C functions about cards and views",
    "objects": "makes Python objects of structs, which the reference has from the start",
    "scoring": "what a round and a game are worth: the reference asks rules.scoring itself",
    "summing": "sums in C what playout.Summing sums in the reference",
    "turns": "plays sooner what playout plays step by step",
    "soundness": "what C may have written into, which Python cannot",
    "view_checks": "checks natively what state.seen_checks checks for both",
}
"""The modules of the native engine that the reference has no need of, and why."""


class Named(int):
    """An int of another class."""


class Six(enum.IntEnum):
    SIX = 6


def _failing_iterable():
    yield parse_hand("5S 6S 7S")
    raise ZeroDivisionError("no meld")


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
    assert doc(ours) == doc(twin)
    assert ours.__doc__ or not callable(twin)
    if inspect.isclass(twin):
        same_class(ours, twin)
    elif callable(twin):
        assert ours.__name__ == ours.__qualname__ == twin.__name__ == name
        assert str(inspect.signature(ours)) == str(inspect.signature(twin))
        assert [*inspect.signature(ours).parameters] == [*inspect.signature(twin).parameters]


def same_class(ours, twin):
    """The same public names, each with the same signature and doc."""
    public = {name for name in vars(twin) if not name.startswith("_")}
    assert public == {name for name in vars(ours) if not name.startswith("_")}
    assert ours.__name__ == twin.__name__
    assert [*inspect.signature(ours).parameters] == [*inspect.signature(twin).parameters]
    for name in public:
        mine, other = getattr(ours, name), getattr(twin, name)
        assert doc(mine) == doc(other), name
        if callable(other):
            assert str(inspect.signature(mine)) == str(inspect.signature(other)), name


def test_values_are_the_same(native, reference):
    values = [name for name in NAMES if not callable(getattr(reference, name))]
    assert values == ["ACTIONS", "ALL_MELDS"]
    for name in values:
        assert getattr(native, name) == getattr(reference, name)
    assert native.ALL_MELDS == reference.ALL_MELDS == gin_fast.cards.ALL_MELDS


def test_every_module_has_a_twin():
    native, reference = MODULES.values()
    assert reference - native == set()
    assert native - reference == WITHOUT_TWIN.keys()


@pytest.mark.parametrize("name", sorted(set.intersection(*MODULES.values())))
def test_the_modules_are_twins(native, reference, name):
    """What a module offers to others than its engine is in its `__all__`; it may be nothing."""
    ours, twin = (import_module(f"{engine.__name__}.{name}") for engine in (native, reference))
    assert ours.__all__ == twin.__all__
    assert ours.__doc__
    assert doc(ours) == doc(twin)
    for public in twin.__all__:
        mine, other = getattr(ours, public), getattr(twin, public)
        if inspect.isclass(other):
            assert mine.__doc__
            assert doc(mine) == doc(other)
            same_class(mine, other)
        elif not callable(other):
            assert mine == other
        else:
            assert mine.__doc__
            assert doc(mine) == doc(other)
            assert str(inspect.signature(mine)) == str(inspect.signature(other))


@pytest.mark.parametrize("name", GOOD)
def test_good_input(native, reference, name):
    assert outcome(getattr(reference, name), **GOOD[name])[0] == "gives"
    assert outcome(getattr(native, name), **GOOD[name]) == outcome(
        getattr(reference, name), **GOOD[name]
    )


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
            expected = outcome(getattr(engine, name), **{**good, argument: 6})
            found = outcome(getattr(engine, name), **{**good, argument: six})
            assert found == expected, (name, argument)
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


def test_named_tuples_are_hashed_alike(native):
    """Those that are made natively, as those that are made in Python: so sets have them once."""
    for hand in mixture(1, 30, (11,)):
        for made in (native.best_spread(hand), native.best_discards(hand)):
            again = type(made)(*made)
            assert hash(made) == hash(again) == hash(tuple(made))
            assert made == again
            assert made in {again}
            assert again in {made}
            assert len({made, again}) == 1
    for rules in ("modern", "rlcard"):
        round = gin_fast.Round.deal(5, rules=rules)
        random = Random(5)
        seen = set()
        while not round.is_over:
            for seat in (0, 1):
                view = round.view(seat)
                again = type(view)(*view)
                assert hash(view) == hash(again) == hash(type(view).from_json(view.to_json()))
                seen.add(view)
                assert again in seen
            round.apply(round.sample_action(random))
        assert len(seen) > 20


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
