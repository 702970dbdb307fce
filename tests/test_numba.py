"""Strategies and questions in Numba: the same answers, the same draws, the same rounds."""

from __future__ import annotations

import ctypes
import importlib
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hands import mixture

import gin_fast
from gin_fast import PROFILES, Round, Seat, Stream, simulate
from gin_fast.state.actions import AUTO, DRAW, PASS, PHASES, SOURCES
from gin_fast.state.seen_record import VIEW_DTYPE
from gin_fast.strategies.compiled import Compiled

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.usefixtures("native")

HANDS = [*mixture(6, 150, (0, 3, 7, 10, 11, 13)), (1 << 52) - 1, (1 << 26) - 1]


@pytest.fixture(scope="module")
def gn(native: Any) -> Any:
    return importlib.import_module("gin_fast.numba")


@pytest.fixture(scope="module")
def compiled(gn: Any) -> Any:
    """All questions about a hand, of one and the same."""
    njit = numba.njit

    @njit
    def about(hand, barred, limit):
        return (
            gn.min_deadwood(hand),
            gn.hand_points(hand),
            gn.is_meld(hand),
            gn.is_big_gin(hand),
            gn.best_discards(hand, barred),
            gn.knock_discards(hand, limit, barred),
            gn.outs(hand, limit, barred),
            gn.count(hand),
            gn.lowest(hand),
            gn.meld_index(hand),
        )

    return about


def test_questions_about_a_hand(gn, compiled):
    for place, hand in enumerate([*HANDS, *gin_fast.ALL_MELDS]):
        barred = hand & -hand if place % 3 else 0
        limit = 10 if place % 2 else 0
        best = (-1, 0)
        if hand & ~barred:
            best = tuple(gin_fast.best_discards(hand, barred))
        expected = (
            gin_fast.min_deadwood(hand),
            gin_fast.hand_points(hand),
            gin_fast.is_meld(hand),
            gin_fast.is_big_gin(hand),
            best,
            gin_fast.knock_discards(hand, limit, barred),
            gin_fast.outs(hand, limit, barred),
            hand.bit_count(),
            (hand & -hand).bit_length() - 1 if hand else 64,
            gin_fast.ALL_MELDS.index(hand) if gin_fast.is_meld(hand) else -1,
        )
        assert compiled(np.uint64(hand), np.uint64(barred), limit) == expected
        assert compiled.py_func(hand, barred, limit) == expected
    assert [type(one) for one in compiled(np.uint64(7), np.uint64(0), 10)[:4]] == [
        int,
        int,
        bool,
        bool,
    ]


def test_ints_are_taken_too(compiled):
    """As long as nothing was mixed with a mask."""
    for kind in (int, np.int64, np.uint64):
        for hand in HANDS[::20]:
            assert compiled(kind(hand), kind(0), 10) == compiled(np.uint64(hand), np.uint64(0), 10)
    assert compiled(np.uint32(7), np.uint8(0), np.int8(10))[:2] == (0, 6)


def test_bits_that_are_no_cards(compiled):
    for hand in HANDS[::10]:
        given = np.uint64(hand | 0xFFF << 52)
        known = compiled(np.uint64(hand), np.uint64(0), 10)
        if hand:
            assert compiled(given, np.uint64(0), 10)[:2] == known[:2]
            assert compiled(given, np.uint64(0), 10)[3:7] == known[3:7]


def test_questions_about_spreads(gn):
    njit = numba.njit

    @njit
    def spread(hand, which):
        first, melds = np.zeros(17, np.uint64), np.zeros(4, np.uint64)
        size = gn.best_spread(hand, first)
        return size, first, gn.best_spreads(hand, which, melds), melds

    @njit
    def layoff(hand, melds):
        return gn.best_layoff(hand, melds)

    for hand in HANDS:
        for which in (0, 1, -1):
            size, first, found, melds = spread(np.uint64(hand), which)
            known = spread.py_func(hand, which)
            assert (size, found) == (known[0], known[2])
            assert tuple(first[:size]) == gin_fast.best_spread(hand).melds
            assert np.array_equal(first, known[1])
            assert np.array_equal(melds, known[3])
            if hand.bit_count() > 13:
                assert found == (-1, 0)
    for hand, other in pairwise(HANDS):
        table = np.array(gin_fast.best_spread(other & ~hand).melds, np.uint64)
        expected = tuple(gin_fast.best_layoff(hand, table.tolist()))[:2]
        assert layoff(np.uint64(hand), table) == layoff.py_func(hand, table) == expected
    false = np.array([5], np.uint64)
    many = np.zeros(1000, np.uint64)
    for melds in (false, many, np.array([7, 7], np.uint64)):
        assert layoff(np.uint64(1 << 20), melds) == layoff.py_func(1 << 20, melds) == (-1, 0)


def test_arrays_without_room(gn):
    njit = numba.njit

    @njit
    def best(hand, melds):
        return gn.best_spread(hand, melds)

    @njit
    def any_of_best(hand, melds):
        return gn.best_spreads(hand, 0, melds)

    for function, room in ((best, 17), (any_of_best, 4)):
        for ask in (function, function.py_func):
            with pytest.raises(ValueError, match=f"the array must have room for {room}"):
                ask(np.uint64(7), np.zeros(room - 1, np.uint64))
        for wrong in (
            np.zeros(20, np.int64),
            np.zeros((5, 20), np.uint64),
            np.zeros(20, np.uint64)[::2],
        ):
            with pytest.raises(numba.TypingError, match="needs a contiguous array of uint64"):
                function(np.uint64(7), wrong)
        with pytest.raises(TypeError, match="an array of uint64 is needed"):
            function.py_func(7, [0] * 20)


def test_a_float_is_no_mask(gn):
    njit = numba.njit

    @njit
    def mixed(hand, place):
        chosen = 0
        if place:
            chosen = hand
        return gn.min_deadwood(chosen)

    message = "hand of min_deadwood must be an integer, not float64: a uint64 in one place and an"
    with pytest.raises(numba.TypingError, match=message):
        mixed(np.uint64(7), 1)
    assert mixed(7, 0) == 0


# What a strategy is given


RNG = np.dtype(
    [(name, "u8") for name in ("seed", "index", "stream", "blocks")]
    + [("words", "u8", 8), ("used", "i4")],
    align=True,
)


def test_draws(gn):
    """Called as the engine calls it, with a stream of one's own."""

    @numba.cfunc(gn.signature)
    def draw(view, rng, memory, parameters, action):
        out = numba.carray(memory, 100, np.uint64)
        for place in range(100):
            out[place] = gn.word(rng) if place % 3 == 0 else gn.below(rng, place)
        return 1

    rng, out = np.zeros((), RNG), np.zeros(100, np.uint64)
    rng["seed"], rng["index"], rng["stream"], rng["used"] = 7, 3, 1, 8
    draw.ctypes(None, rng.ctypes.data, out.ctypes.data, None, ctypes.c_int32())
    stream = Stream(7, 3, 1)
    expected = [
        gn.word(stream) if place % 3 == 0 else gn.below(stream, place) for place in range(100)
    ]
    assert out.tolist() == expected


def test_the_view_is_all_there(gn):
    """Field by field."""
    names = [name for name in VIEW_DTYPE.names if VIEW_DTYPE[name].shape == ()]
    names.remove("rules")
    assert gn.VIEW.size == VIEW_DTYPE.itemsize
    for name, (_, offset) in VIEW_DTYPE.fields.items():
        assert gn.VIEW.offset(name) == offset

    @numba.cfunc(gn.signature)
    def tell(view, rng, memory, parameters, action):
        seen = gn.view_of(view)
        out = numba.carray(memory, 60, np.int64)
        out[0], out[1], out[2] = seen.seat, seen.phase, seen.stock
        out[3], out[4], out[5] = seen.hand, seen.barred, seen.known
        out[6], out[7] = seen.rules.knock_limit, seen.rules.match_target
        out[8], out[9] = seen.scores[0], seen.scores[1]
        out[10], out[11], out[12] = seen.meld_count, seen.pile_count, seen.limit
        for place in range(3):
            out[13 + place] = seen.melds[place]
        for place in range(32):
            out[16 + place] = seen.pile[place]
        return 1

    for state in some_rounds():
        record = state.view(state.to_move).to_numpy()
        out = np.zeros(60, np.int64)
        view = record.ctypes.data_as(tell.ctypes.argtypes[0])
        tell.ctypes(view, None, out.ctypes.data, None, ctypes.c_int32())
        expected = [record[name] for name in ("seat", "phase", "stock", "hand", "barred", "known")]
        expected += [record["rules"]["knock_limit"], record["rules"]["match_target"]]
        expected += [*record["scores"]]
        expected += [record[name] for name in ("meld_count", "pile_count", "limit")]
        expected += [*record["melds"], *record["pile"]]
        assert out[:48].tolist() == [int(value) for value in expected]


def some_rounds() -> list[Round]:
    found = []
    for index, rules in enumerate(("modern", "must_gin", "openspiel")):
        state = Round.deal(5, index, rules=rules, scores=(9, -4))
        rng = np.random.default_rng(index)
        while not state.is_over:
            found.append(state.copy())
            state.apply(rng.choice(state.legal_actions()))
    return found


def test_constants(gn):
    names = (
        "FIRST_UPCARD",
        "DRAWING",
        "DISCARDING",
        "SPREADING",
        "LAYING_OFF",
        "LAST_UPCARD",
        "OVER",
    )
    assert [getattr(gn, name) for name in names] == list(range(len(PHASES)))
    assert (gn.NOWHERE, gn.STOCK, gn.PILE) == (0, 1, 2)
    assert SOURCES == ("", "stock", "pile")
    assert all(hasattr(gn, name) for name in gn.__all__)
    assert gn.__all__ == sorted(gn.__all__, key=lambda name: (not name.isupper(), name))


def test_what_is_for_compiled_code_alone(gn):
    for name, arguments in (
        ("view_of", [0]),
        ("legal_actions", [0, 0]),
        ("is_legal", [0, 0]),
        ("discards", [0]),
        ("knocks", [0]),
    ):
        with pytest.raises(TypeError, match=f"{name} is for compiled code"):
            getattr(gn, name)(*arguments)


def test_pointers_are_not_mixed_up(gn):
    with pytest.raises(numba.TypingError, match="view_of needs the pointer view of a strategy"):

        @numba.cfunc(gn.signature)
        def seen(view, rng, memory, parameters, action):
            return gn.view_of(rng).phase

    with pytest.raises(numba.TypingError, match="below needs the pointer rng of a strategy"):

        @numba.cfunc(gn.signature)
        def drawn(view, rng, memory, parameters, action):
            return gn.below(view, 3)


@pytest.mark.parametrize("rules", PROFILES)
def test_random_in_numba(gn, random_in_numba, rules):
    result = simulate(random_in_numba, "simple", rounds=500, seed=3, rules=rules)
    assert result.tally == simulate("random", "simple", rounds=500, seed=3, rules=rules).tally


@pytest.fixture(scope="module")
def random_in_numba(gn: Any) -> Any:
    """It chooses as `random` does, and answers 0 when the questions about a view do not agree."""

    @numba.cfunc(gn.signature)
    def act(view, rng, memory, parameters, action):
        legal = np.empty(352, np.int32)
        size = gn.legal_actions(view, legal)
        discards = knocks = np.uint64(0)
        number = 0
        for place in range(size):
            one = legal[place]
            if one < 52:
                discards |= gn.bit(one)
            elif one < 104:
                knocks |= gn.bit(one - 52)
        for one in range(-2, 600):
            number += gn.is_legal(view, one)
        if number != size or discards != gn.discards(view) or knocks != gn.knocks(view):
            return 0
        action[0] = legal[gn.below(rng, size)]
        return 1

    return act


# Whole strategies


@pytest.mark.parametrize("rules", PROFILES)
def test_simple_in_numba_is_simple(rules):
    strategy = importlib.import_module("benchmarks.numba_simple").SIMPLE
    for rounds, other in ((20_000, None), (2_000, "random"), (2_000, "greedy")):
        ours, theirs = (
            simulate(player, other or player, rounds=rounds, seed=11, rules=rules)
            for player in (strategy, "simple")
        )
        assert ours.tally == theirs.tally
        assert ours.forfeits == (0, 0)


def test_threads_make_no_difference():
    strategy = importlib.import_module("benchmarks.numba_simple").SIMPLE
    one, four = (
        simulate(strategy, strategy, rounds=20_000, seed=2, threads=threads) for threads in (1, 4)
    )
    assert one.tally == four.tally


def test_simple_in_numba_chooses_the_same_actions():
    strategy = importlib.import_module("benchmarks.numba_simple").SIMPLE
    playout = importlib.import_module("gin_fast.native.playout")
    for rules in ("modern", "must_gin", "eaai"):
        for index in range(100):
            ours = playout.play(strategy, strategy, 8, index, rules=rules)
            assert ours == playout.play("simple", "simple", 8, index, rules=rules)


def test_one_that_raises(gn, monkeypatch):
    errors = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: errors.append(told.exc_value))

    @numba.cfunc(gn.signature)
    def act(view, rng, memory, parameters, action):
        phase = gn.view_of(view).phase
        action[0] = PASS if phase == gn.FIRST_UPCARD else DRAW
        if phase == gn.DISCARDING:
            action[0] = gn.lowest(gn.discards(view))
            if gn.view_of(view).draws > 3:
                raise ValueError("on purpose")
        if phase > gn.DISCARDING:
            action[0] = AUTO
        return 1

    result = simulate(act, "simple", rounds=50, seed=1, threads=1)
    assert 40 < result.forfeits[0] == len(errors)
    assert {str(error) for error in errors} == {"on purpose"}
    with pytest.raises(RuntimeError, match="strategy 'act' in seat 0"):
        simulate(act, "simple", rounds=50, seed=1, on_error="raise")


def test_wrong_kinds(gn):
    types = numba.types
    pointers = [types.voidptr] * 4

    @numba.njit
    def act(view, rng, memory, parameters, action):
        return 1

    with pytest.raises(TypeError, match=r"act can only be called from Numba: compile it with"):
        simulate(act, "simple", rounds=1)
    for signature in (
        types.int64(*pointers, types.CPointer(types.int32)),
        types.int32(*pointers, types.CPointer(types.int64)),
        types.int32(*pointers[1:], types.CPointer(types.int32)),
        types.int32(types.int64, *pointers[1:], types.CPointer(types.int32)),
        types.void(*pointers, types.CPointer(types.int32)),
    ):
        wrong = numba.cfunc(signature)(returning(signature))
        with pytest.raises(TypeError, match="the function must be int32_t"):
            Compiled(wrong)
        with pytest.raises(TypeError, match="the function must be int32_t"):
            simulate(wrong, "simple", rounds=1)
    for signature in (gn.signature, types.int32(*pointers, types.voidptr)):
        right = numba.cfunc(signature)(returning(signature))
        for pointer in (right, right.ctypes, right.address):
            assert Compiled(pointer).address == right.address
        assert simulate(right, "simple", rounds=4, seed=1).forfeits == (4, 0)
        assert Compiled(right).name == right.__name__


def returning(signature: Any) -> Any:
    """A function of so many arguments."""
    answers = signature.return_type != numba.types.void

    def four(a, b, c, d):
        return 1

    def five(a, b, c, d, e):
        return 1

    def nothing(a, b, c, d, e):
        pass

    return (five if answers else nothing) if len(signature.args) == 5 else four


# Elsewhere


def run(code: str, *arguments: object, cwd: Any = None) -> subprocess.CompletedProcess[str]:
    root = str(Path(gin_fast.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": root}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
    )


CACHED = """
import numpy as np
from numba import cfunc, njit
from gin_fast import numba as gn

@njit(cache=True)
def ask(hand):
    return gn.min_deadwood(hand), gn.best_discards(hand, np.uint64(0))

@cfunc(gn.signature, cache=True)
def act(view, rng, memory, parameters, action):
    legal = np.empty(352, np.int32)
    action[0] = legal[gn.below(rng, gn.legal_actions(view, legal))]
    return 1
"""
USE = """
import numpy as np, cached, gin_fast
hand = gin_fast.parse_hand("7C 7D 7H KC 2H 3H 5S")
assert cached.ask(np.uint64(hand)) == (20, tuple(gin_fast.best_discards(hand)))
result = gin_fast.simulate(cached.act, "simple", rounds=200, seed=1)
assert result.tally == gin_fast.simulate("random", "simple", rounds=200, seed=1).tally
print(sum(cached.ask.stats.cache_hits.values()), cached.act.cache_hits)
"""


def test_from_a_cache(tmp_path):
    """Addresses differ from process to process; code from a cache has those of its own."""
    (tmp_path / "cached.py").write_text(CACHED, "utf-8")
    for expected in ("0 0", "1 1"):
        done = run(USE, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == expected


def test_without_numba():
    code = "import sys; sys.modules['numba'] = None; import gin_fast.numba"
    done = run(code)
    assert done.returncode == 1
    assert 'ImportError: gin_fast.numba needs Numba: pip install "gin_fast[numba]"' in done.stderr


def test_without_the_native_engine():
    code = "import sys; sys.modules['gin_fast.native.exports'] = None; import gin_fast.numba"
    done = run(code)
    assert done.returncode == 1
    assert "gin_fast.numba needs the native engine, which is not built" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the page compiles C as it is done elsewhere")
def test_the_page_about_own_strategies(tmp_path, monkeypatch, capsys):
    for name in ("cffi", "click", "rich"):
        pytest.importorskip(name)
    page = importlib.import_module("own_strategies")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("patient", "patient_numba", "patient_cython"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    names = page.run_page(tmp_path)
    told = capsys.readouterr().out
    for printed in page.expected():
        assert printed in told
    with pytest.raises(numba.TypingError, match="hand of min_deadwood must be an integer"):
        names["wrong"](np.uint64(7), np.uint64(15))
    assert names["right"](np.uint64(1), np.uint64(15)) == 1
    the_patient = [names[name] for name in ("Patient", "PATIENT", "in_c", "in_ctypes", "in_cython")]
    for rules in PROFILES:
        assert_same_rounds(the_patient, rules)


def assert_same_rounds(strategies, rules):
    """They play the same rounds, move by move, and forfeit none."""
    tallies = [
        simulate(strategy, opponent, rounds=200, seed=1, rules=rules, on_error="raise").tally
        for opponent in ("simple", "random")
        for strategy in strategies
    ]
    half = len(strategies)
    assert tallies == [tallies[0]] * half + [tallies[half]] * half
    for deal in range(8):
        moves = []
        for strategy in strategies:
            round = Round.deal(2, deal, rules=rules)
            seats = Seat(strategy, 2, deal, 0), Seat("random", 2, deal, 1)
            while not round.is_over:
                round.apply(seats[round.to_move].choose(round))
            moves.append(round.actions)
        assert moves == [moves[0]] * len(moves)
