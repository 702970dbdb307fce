"""Ctrl-C breaks off every function of gin_fast.bulk, which then says how far it came."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest
from hands import DECK, mixture

import gin_fast.bulk

FUNCTIONS = sorted(
    name for name in gin_fast.bulk.__all__ if inspect.isfunction(getattr(gin_fast.bulk, name))
)
LOOPS = {
    "best_discards": "discarding",
    "best_layoff": "layoff",
    "deal": "dealing",
    "hand_points": "deadwood",
    "is_big_gin": "discarding",
    "knock_discards": "discarding",
    "min_deadwood": "deadwood",
    "outs": "discarding",
}
"""The functions that an engine answers, and the module of their loop."""
HANDS = np.array([*mixture(1, 100, (10, 11))], np.uint64)
BY_NUMPY = {"cards_of", "format_hands", "hands_of", "parse_hands"}

LONG = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in the background
import numpy as np
from gin_fast import bulk
whole = np.full(10**6, (1 << 52) - 1, np.uint64)
many = np.full(10**7, (1 << 10) - 1, np.uint64)
calls = {
    "best_discards": lambda: bulk.best_discards(whole),
    "best_layoff": lambda: bulk.best_layoff(whole, [0, 0, 0]),
    "cards_of": lambda: bulk.cards_of(many, 52),
    "deal": lambda: bulk.deal(1, 0, 10**7),
    "format_hands": lambda: bulk.format_hands(many),
    "hand_points": lambda: bulk.hand_points(many),
    "hands_of": lambda: bulk.hands_of(np.tile(np.arange(10, dtype=np.uint8), (10**7, 1))),
    "is_big_gin": lambda: bulk.is_big_gin(many),
    "knock_discards": lambda: bulk.knock_discards(whole, 200),
    "min_deadwood": lambda: bulk.min_deadwood(whole),
    "outs": lambda: bulk.outs(whole >> 12, 0),
    "parse_hands": lambda: bulk.parse_hands(np.full(10**7, "AC KD")),
}
if __name__ == "__main__":
    try:
        print("begun", flush=True)
        while True:
            calls[sys.argv[1]]()
    except KeyboardInterrupt:
        print("interrupted")
"""
"""A program that asks one question for ever: by itself a call takes up to hours."""


def test_every_function_is_tried() -> None:
    assert {*LOOPS} | BY_NUMPY == {*FUNCTIONS}


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT can be sent to one process there")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_ctrl_c_breaks_off(engine, name):
    """In a process of its own."""
    engine_name = engine.__name__.rpartition(".")[2]
    process = subprocess.Popen(
        [sys.executable, "-c", LONG, name],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "GIN_FAST_ENGINE": engine_name},
    )
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)  # so that it is at work
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, told) == (0, "interrupted\n")


def asked(bulk, name, out=None):
    """One of the functions with a loop, about 100 hands."""
    others = {"deal": (1, 0, len(HANDS)), "best_layoff": (HANDS & ~np.uint64(7), [7, 0, 0])}
    return getattr(bulk, name)(*others.get(name, (HANDS,)), out=out)


def fields(result):
    return result if isinstance(result, tuple) else (result,)


class Broken(Exception):
    """What a handler of signals raises."""


@pytest.fixture
def broken_off(bulk, engine, monkeypatch):
    """Lets the loop of a function answer ten of its rows, and then a signal come."""

    def prepare(name):
        module = vars(getattr(engine, LOOPS[name]))

        def loop(*arguments):
            *arrays, row = arguments
            if row:
                raise Broken
            # A loop knows no end but that of its arrays.
            some = [each[:10] if np.ndim(each) and len(each) > 1 else each for each in arrays]
            return module[f"{name}_into"](*some, 0)

        patched = SimpleNamespace(**{**module, f"{name}_into": loop})
        monkeypatch.setattr(bulk, LOOPS[name], patched)

    return prepare


@pytest.mark.parametrize("name", LOOPS)
def test_out_has_what_the_note_says(bulk, broken_off, name):
    expected = fields(asked(bulk, name))
    out = tuple(np.zeros_like(each) for each in expected)
    broken_off(name)
    with pytest.raises(Broken) as caught:
        asked(bulk, name, out if len(out) > 1 else out[0])
    assert caught.value.__notes__ == ["out has the answers of the first 10 of 100 items"]
    for array, right in zip(out, expected, strict=True):
        assert (array[:10] == right[:10]).all()
        assert (array[10:] == np.zeros_like(array[10:])).all()


@pytest.mark.parametrize("name", LOOPS)
def test_out_that_is_filled_at_the_end_is_left_alone(bulk, broken_off, name):
    """One that is not contiguous, or overlaps the hands, is filled from arrays that are."""
    expected = fields(asked(bulk, name))
    out = tuple(np.zeros(2 * each.size, each.dtype)[::2] for each in expected)
    broken_off(name)
    with pytest.raises(Broken) as caught:
        asked(bulk, name, out if len(out) > 1 else out[0])
    assert caught.value.__notes__ == ["out has the answers of the first 0 of 100 items"]
    assert all((array == np.zeros_like(array)).all() for array in out)


@pytest.mark.parametrize("name", LOOPS)
def test_there_is_no_note_without_out(bulk, broken_off, name):
    broken_off(name)
    with pytest.raises(Broken) as caught:
        asked(bulk, name)
    assert not hasattr(caught.value, "__notes__")


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_goes_on_from_any_row(bulk, engine, name):
    """And leaves the rows before it alone."""
    if name == "deal":
        arrays, rest = (1, 5), [np.zeros((40, 2), np.uint64), np.zeros(40, np.uint8)]
        rest.append(np.zeros((40, 31), np.uint8))
    else:
        hands = HANDS[:40] & ~np.uint64(7)
        arrays = (hands, np.tile(np.array([7, 0, 0], np.uint64), (40, 1)))
        if name in ("knock_discards", "outs"):
            arrays = (hands, np.array([10], np.int32), np.array([0], np.uint64))
        elif name == "best_discards":
            arrays = (hands, np.array([0], np.uint64))
        elif name != "best_layoff":
            arrays = (hands,)
        rest = [np.zeros_like(each) for each in fields(asked(bulk, name))]
        rest = [each[:40].copy() for each in rest]
    loop = getattr(getattr(engine, LOOPS[name]), f"{name}_into")
    whole = [each.copy() for each in rest]
    assert loop(*arrays, *whole, 0) == 40
    assert loop(*arrays, *rest, 25) == 40
    for array, right in zip(rest, whole, strict=True):
        assert (array[25:] == right[25:]).all()
        assert (array[:25] == 0).all()
    for row in (-1, 41, None, 1.0):
        with pytest.raises((TypeError, ValueError), match="row must be"):
            loop(*arrays, *rest, row)


@pytest.mark.parametrize("name", sorted({*LOOPS} - {"deal", "hand_points", "is_big_gin"}))
def test_a_loop_over_whole_decks_returns_before_the_end(native, name):
    """Whatever a hand costs. All before the row it returns are answered."""
    decks = np.full(10**6, DECK, np.uint64)
    decks[::2] = DECK >> 1  # which the passes of best_discards list apart
    out = [np.full(len(decks), 1, np.uint64)]
    others = ()
    if name == "min_deadwood":
        out = [np.full(len(decks), 255, np.uint8)]
    elif name in ("best_discards", "best_layoff"):
        out.insert(0, np.full(len(decks), 255, np.uint8))
        others = (np.zeros(1, np.uint64),)
        if name == "best_layoff":
            others = (np.zeros((len(decks), 3), np.uint64),)
    else:
        others = (np.array([200], np.int32), np.zeros(1, np.uint64))
    if name == "outs":
        decks >>= np.uint64(12)
        others = (np.array([0], np.int32), np.zeros(1, np.uint64))
    loop = getattr(getattr(native, LOOPS[name]), f"{name}_into")
    row = loop(decks, *others, *out, 0)
    assert 0 < row < len(decks)
    right = [np.empty_like(array[:2]) for array in out]
    loop(decks[:2], *[each[:2] for each in others], *right, 0)
    for array, expected in zip(out, right, strict=True):
        assert (array[:row] == np.resize(expected, row)).all()
