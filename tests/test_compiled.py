"""Strategies that are functions at an address: all kinds of pointers, what is wrong with them, and
what they do when they go wrong."""

from __future__ import annotations

import ctypes
import datetime
import gc
import importlib
import pickle
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from gin_fast import Round, Seat, simulate
from gin_fast.capi import declarations
from gin_fast.state.actions import AUTO, BIG_GIN, DRAW, PASS, PHASES
from gin_fast.state.seen_record import VIEW_DTYPE
from gin_fast.strategies.compiled import MOST_MEMORY, Compiled
from gin_fast.strategies.players import as_player
from gin_fast.strategies.pointers import is_pointer

pytestmark = pytest.mark.usefixtures("native")

SIMPLE_MEMORY = 512
"""At least what `simple` remembers."""

POINTERS = [ctypes.c_void_p] * 4 + [ctypes.POINTER(ctypes.c_int32)]
Act = ctypes.CFUNCTYPE(ctypes.c_int32, *POINTERS)
SIGNATURE = "int32_t (*)(void *, void *, void *, void *, int32_t *)"


def capsule(name: str = "gf_simple_act") -> Any:
    """A built-in strategy as its module offers it."""
    return importlib.import_module("gin_fast.native.policies").__pyx_capi__[name]


def address(name: str = "gf_simple_act") -> int:
    return Compiled(capsule(name)).address


def played(a: Any, b: Any = "random", rounds: int = 200, **settings: Any) -> Any:
    return simulate(a, b, rounds=rounds, seed=5, **settings)


def record_at(pointer: int) -> Any:
    """The view at an address."""
    return np.ctypeslib.as_array(
        ctypes.cast(pointer, ctypes.POINTER(ctypes.c_uint8)), (VIEW_DTYPE.itemsize,)
    ).view(VIEW_DTYPE)[0]


def lowest(pointer: int) -> int:
    """A legal action that asks for no thought."""
    view = record_at(pointer)
    phase = PHASES[view["phase"]]
    if phase == "discard":
        cards = int(view["hand"]) & ~int(view["barred"])
        return (cards & -cards).bit_length() - 1
    return {"draw": DRAW, "spread": AUTO, "layoff": AUTO}.get(phase, PASS)


def callback(decide: Any) -> Any:
    """A ctypes callback that gives the status and the action that `decide` says."""

    def act(view: int, rng: int, memory: int, parameters: int, action: Any) -> Any:
        status, chosen = decide(view, memory, parameters)
        action[0] = chosen
        return status

    return Act(act)


# What is taken


def of_ctypes() -> Any:
    return Act(address())


def of_ctypes_without_types() -> Any:
    return ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 5)(address())


def of_cffi() -> Any:
    return pytest.importorskip("cffi").FFI().cast(SIGNATURE, address())


def of_cffi_void() -> Any:
    return pytest.importorskip("cffi").FFI().cast("void *", address())


def of_cffi_with_names() -> Any:
    ffi = pytest.importorskip("cffi").FFI()
    ffi.cdef(declarations())
    kind = "int32_t (*)(const gf_view *, gf_rng *, void *, const void *, int32_t *)"
    return ffi.cast(kind, address())


def of_scipy() -> Any:
    return pytest.importorskip("scipy").LowLevelCallable(of_ctypes())


def of_scipy_and_cython() -> Any:
    policies = importlib.import_module("gin_fast.native.policies")
    return pytest.importorskip("scipy").LowLevelCallable.from_cython(policies, "gf_simple_act")


OBJECTS = [
    capsule,
    of_ctypes,
    of_ctypes_without_types,
    of_cffi,
    of_cffi_void,
    of_cffi_with_names,
    of_scipy,
    of_scipy_and_cython,
]
NUMBERS = [address, lambda: np.uint64(address()), lambda: np.int64(address())]


@pytest.mark.parametrize("make", [*OBJECTS, *NUMBERS])
def test_every_kind_of_pointer(make):
    strategy = Compiled(make(), memory=SIMPLE_MEMORY)
    assert strategy.address == address()
    expected = played("simple").tally
    assert played(strategy).tally == expected
    assert played("simple", strategy).tally == played("simple", "simple").tally
    assert played(strategy, games=None).forfeits == (0, 0)


@pytest.mark.parametrize("make", OBJECTS)
def test_pointers_are_known(make):
    assert is_pointer(make())


def test_pointers_as_they_are():
    for pointer in (capsule("gf_random_act"), Act(address("gf_random_act"))):
        assert played(pointer, "simple").tally == played("random", "simple").tally
        assert played(Compiled(pointer)).a == "compiled"


def test_a_compiled_library_of_cffi(tmp_path, monkeypatch):
    """``lib.f`` of a library that cffi compiled looks like a function of Python."""
    cffi = pytest.importorskip("cffi")
    pytest.importorskip("setuptools")
    source = "int32_t act(void *, void *, void *, void *, int32_t *)"
    builder = cffi.FFI()
    builder.cdef(f"{source}; int32_t other(int32_t);")
    arguments = source.replace("void *,", "void *a,", 1).replace("*, void", "*b, void", 1)
    arguments = "int32_t act(void *a, void *b, void *c, void *d, int32_t *action)"
    builder.set_source(
        "_gin_fast_of_cffi",
        f"{arguments} {{ (void)a; (void)b; (void)c; (void)d; *action = 106; return 1; }}\n"
        "int32_t other(int32_t x) { return x; }",
    )
    builder.compile(tmpdir=str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    library = importlib.import_module("_gin_fast_of_cffi")
    assert is_pointer(library.lib.act)
    direct = Compiled(library.ffi.addressof(library.lib, "act"))
    assert Compiled(library.lib.act).address == direct.address
    assert Compiled(library.lib.act).name == "act"
    assert played(library.lib.act, rounds=4).forfeits == (4, 0)
    with pytest.raises(TypeError, match="not int32_t"):
        Compiled(library.lib.other)


# What is refused


def of_wrong_ctypes(answer: Any, *arguments: Any) -> Any:
    return lambda: ctypes.CFUNCTYPE(answer, *arguments)(address())


def cffi_of(kind: str) -> Any:
    return lambda: pytest.importorskip("cffi").FFI().cast(kind, address())


def with_user_data() -> Any:
    data = ctypes.c_void_p(3)
    return pytest.importorskip("scipy").LowLevelCallable(of_ctypes(), user_data=data)


WRONG = {
    "answer": of_wrong_ctypes(ctypes.c_int64, *POINTERS),
    "no answer": of_wrong_ctypes(None, *POINTERS),
    "unsigned answer": of_wrong_ctypes(ctypes.c_uint32, *POINTERS),
    "few arguments": of_wrong_ctypes(ctypes.c_int32, *POINTERS[1:]),
    "many arguments": of_wrong_ctypes(ctypes.c_int32, *POINTERS, ctypes.c_void_p),
    "no pointer": of_wrong_ctypes(ctypes.c_int32, ctypes.c_int64, *POINTERS[1:]),
    "action": of_wrong_ctypes(ctypes.c_int32, *POINTERS[:4], ctypes.POINTER(ctypes.c_int64)),
    "needs the GIL": lambda: ctypes.PYFUNCTYPE(ctypes.c_int32, *POINTERS)(address()),
    "of Python": lambda: ctypes.pythonapi.Py_IncRef,
    "cffi answer": cffi_of("int64_t (*)(void *, void *, void *, void *, int32_t *)"),
    "cffi arguments": cffi_of("int32_t (*)(void *, void *, void *)"),
    "cffi action": cffi_of("int32_t (*)(void *, void *, void *, void *, double *)"),
    "cffi number": cffi_of("uintptr_t"),
    "cffi pointer": cffi_of("int32_t *"),
    "capsule of a table": lambda: vars(importlib.import_module("gin_fast.native.deadwood"))[
        "__pyx_capi__"
    ]["GF_RUNS"],
    "capsule of another": lambda: vars(importlib.import_module("gin_fast.native.deadwood"))[
        "__pyx_capi__"
    ]["gf_best_spread"],
    "capsule of anything": lambda: datetime.datetime_CAPI,
    "user data": with_user_data,
    "a bool": lambda: True,
    "a float": lambda: 1.5,
    "a text": lambda: "gf_simple_act",
    "nothing": lambda: None,
    "a function": lambda: lowest,
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_types(what):
    with pytest.raises(TypeError, match=r"function|user_data"):
        Compiled(WRONG[what]())


@pytest.mark.parametrize("what", ["answer", "cffi arguments", "capsule of another"])
def test_wrong_types_given_as_they_are(what):
    with pytest.raises(TypeError, match="the function must be int32_t"):
        played(WRONG[what]())


def test_the_message_tells_both_types():
    message = (
        r"the function must be int32_t \(const gf_view \*, gf_rng \*, void \*, const void \*, "
        r"int32_t \*\), not int \(uint64_t, uint64_t \*\)"
    )
    with pytest.raises(TypeError, match=message):
        Compiled(WRONG["capsule of another"]())


def test_arguments_out_of_order():
    """Where the types have names."""
    ffi = pytest.importorskip("cffi").FFI()
    ffi.cdef(declarations())
    for kind in (
        "int32_t (*)(gf_rng *, gf_view *, void *, void *, int32_t *)",
        "int32_t (*)(gf_view *, void *, gf_rng *, void *, int32_t *)",
    ):
        with pytest.raises(TypeError, match="the function must be"):
            Compiled(ffi.cast(kind, address()))


@pytest.mark.parametrize("wrong", [0, -1, 1 << 64, -(1 << 80)])
def test_wrong_addresses(wrong):
    with pytest.raises(ValueError, match=r"no function at the address 0|function must be from 0"):
        Compiled(wrong)
    with pytest.raises(ValueError, match="no function at the address 0"):
        Compiled(Act())


def test_wrong_settings():
    for memory in (-1, MOST_MEMORY + 1, 1 << 80):
        with pytest.raises(ValueError, match="memory must be from 0 to 1048576"):
            Compiled(address(), memory=memory)
    for memory in (True, 1.0, "8", None):
        with pytest.raises(TypeError, match="memory must be an int"):
            Compiled(address(), memory=memory)
    for name in (1, b"x"):
        with pytest.raises(TypeError, match="name must be a str"):
            Compiled(address(), name=name)
    with pytest.raises(TypeError, match="positional"):
        Compiled(address(), 8)


@pytest.mark.parametrize(
    "wrong", ["text", 8, None, [1, 2], np.array(["2026-01-01"], "M8[D]"), object()]
)
def test_wrong_parameters(wrong):
    with pytest.raises(TypeError, match="parameters must be bytes or an array"):
        Compiled(address(), parameters=wrong)


def test_parameters_that_are_objects():
    for wrong in (np.array([None, 1]), np.array([(1, "x")], [("a", "i4"), ("b", "O")])):
        with pytest.raises(TypeError, match="parameters must be numbers, not Python objects"):
            Compiled(address(), parameters=wrong)


# What it is


def test_names():
    assert Compiled(address()).name == "compiled"
    assert Compiled(address(), name="").name == ""
    assert Compiled(address(), name="mine").name == "mine"
    library = ctypes.CDLL(None) if sys.platform != "win32" else ctypes.CDLL("msvcrt")
    assert Compiled(library.abs).name == "abs"
    player = as_player(Compiled(address(), memory=SIMPLE_MEMORY, name="mine"))
    assert str(player) == "mine"
    assert played(player, "simple").a == "mine"


def test_repr():
    strategy = Compiled(address(), memory=9, parameters=b"12345", name="mine")
    assert repr(strategy) == "Compiled('mine', memory=9, parameters=5 bytes)"
    assert (strategy.memory, strategy.parameters, strategy.name) == (9, b"12345", "mine")
    for name in ("address", "memory", "parameters", "name"):
        with pytest.raises(AttributeError):
            setattr(strategy, name, 1)


def test_it_is_not_pickled():
    strategy = Compiled(address(), name="mine")
    for value in (strategy, as_player(strategy)):
        with pytest.raises(TypeError, match="'mine' is an address in this process: give it as"):
            pickle.dumps(value)


def test_the_reference_cannot_call_it(reference):
    playout = importlib.import_module("gin_fast.reference.playout")
    with pytest.raises(TypeError, match="'mine' needs the native engine"):
        playout.play(Compiled(address(), name="mine"), "simple", 1)


# What it is given


def test_memory_is_its_own_and_begins_at_zero():
    size = 24
    met = {0: 0, 1: 0}

    def strategy(seat: int) -> Compiled:
        def decide(view: int, memory: int, parameters: int) -> tuple[int, int]:
            words = ctypes.cast(memory, ctypes.POINTER(ctypes.c_uint64))
            seen = record_at(view)
            if words[0] == 0:
                met[seat] += 1
                assert (words[1], words[2]) == (0, 0)
            assert words[0] in (0, seat + 1)
            assert words[1] == words[2]
            assert seen["version"] == 2
            words[0] = seat + 1
            words[1] += 1
            words[2] += 1
            return 1, lowest(view)

        return Compiled(callback(decide), memory=size)

    result = played(strategy(0), strategy(1), 30, threads=1)
    assert result.forfeits == (0, 0)
    assert met == {0: 30, 1: 30}


@pytest.mark.parametrize("memory", [0, 1, 7, 8, 9, MOST_MEMORY])
def test_sizes_of_memory(memory):
    def decide(view: int, block: int, parameters: int) -> tuple[int, int]:
        assert not any(ctypes.string_at(block, memory))
        return 1, lowest(view)

    strategy = Compiled(callback(decide), memory=memory)
    assert played(strategy, strategy, 3).forfeits == (0, 0)


def test_parameters_are_copied():
    seen = set()

    def decide(view: int, memory: int, parameters: int) -> tuple[int, int]:
        assert parameters % 8 == memory % 8 == 0
        seen.add(ctypes.string_at(parameters, 16))
        return 1, lowest(view)

    function = callback(decide)
    array = np.arange(8, dtype=np.uint64)
    buffer = bytearray(range(16))
    for given, expected in (
        (b"0123456789abcdef", b"0123456789abcdef"),
        (buffer, bytes(range(16))),
        (memoryview(buffer)[::-1], bytes(range(15, -1, -1))),
        (array[:2], array[:2].tobytes()),
        (array[6::-5], np.array([6, 1], np.uint64).tobytes()),
        (
            np.asfortranarray(np.arange(4, dtype=np.int32).reshape(2, 2)),
            np.arange(4, dtype="i4").tobytes(),
        ),
        (np.zeros(1, [("a", "i8"), ("b", "f8")]), bytes(16)),
        ((ctypes.c_int64 * 2)(3, 4), np.array([3, 4]).tobytes()),
    ):
        strategy = Compiled(function, parameters=given)
        assert strategy.parameters == expected
        seen.clear()
        assert played(strategy, rounds=2).forfeits == (0, 0)
        assert seen == {expected}
    changed = Compiled(function, parameters=buffer)
    buffer[0] = 99
    assert changed.parameters[0] == 0


def test_it_stays_alive():
    def made() -> Any:
        return Compiled(callback(lambda view, memory, parameters: (1, lowest(view))))

    strategies = [made() for _ in range(5)]
    gc.collect()
    for strategy in strategies:
        assert played(strategy, rounds=2).forfeits == (0, 0)
    player = as_player(made()._keep)
    gc.collect()
    assert played(player, rounds=2).forfeits == (0, 0)
    assert played(callback(lambda view, memory, parameters: (1, lowest(view)))).forfeits == (0, 0)


def test_a_seat_and_a_game():
    strategy = Compiled(capsule(), memory=SIMPLE_MEMORY, name="mine")
    round = Round.deal(seed=7, index=2)
    seats = [Seat(who, seed=7, index=2, seat=seat) for seat, who in enumerate([strategy, "simple"])]
    while not round.is_over:
        round.apply(seats[round.to_move].choose(round))
    playout = importlib.import_module("gin_fast.native.playout")
    assert (
        round.actions
        == playout.play("simple", "simple", 7, 2, starter=round.view(0).starter).actions
    )
    games = simulate(strategy, "simple", games=20, seed=3)
    assert games.tally == simulate("simple", "simple", games=20, seed=3).tally


def test_threads_make_no_difference():
    strategy = Compiled(capsule(), memory=SIMPLE_MEMORY)
    one = simulate(strategy, "random", rounds=20_000, seed=2, threads=1)
    four = simulate(strategy, "random", rounds=20_000, seed=2, threads=4)
    assert one.tally == four.tally
    function = callback(lambda view, memory, parameters: (1, lowest(view)))
    assert played(function, threads=1).tally == played(function, threads=4).tally


MODULE = """
from gin_fast.strategies.compiled import Compiled
from gin_fast.native import policies

SIMPLE = Compiled(policies.__pyx_capi__["gf_simple_act"], memory=512)
RANDOM = policies.__pyx_capi__["gf_random_act"]
"""


def test_other_processes(tmp_path, monkeypatch):
    (tmp_path / "of_processes.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        names = "of_processes:SIMPLE", "of_processes:RANDOM"
        result = played(*names, 2000, executor=executor)
        assert (result.a, result.b) == names
        assert result.tally == played("simple", "random", 2000).tally
        with pytest.raises(TypeError, match="give it as module:name"):
            played(Compiled(address()), executor=executor)


# What goes wrong


STATUSES = [0, 2, -1, 1 << 30, -(1 << 31)]


@pytest.mark.parametrize("status", STATUSES)
def test_other_answers_than_1_forfeit(status):
    function = callback(lambda view, memory, parameters: (status, lowest(view)))
    result = played(function, rounds=10)
    assert result.forfeits == (10, 0)


@pytest.mark.parametrize("action", [-1, 594, 2**31 - 1, -(2**31), 103, 437, BIG_GIN])
def test_illegal_actions_forfeit(action):
    result = played(callback(lambda view, memory, parameters: (1, action)), rounds=10)
    assert result.forfeits == (10, 0)
    assert result.faults[0].action == action


def test_whatever_is_answered_only_legal_actions_are_moves():
    """Random answers, legal as they may be: what is played is what was legal."""
    choices = random.Random(1)

    def decide(view: int, memory: int, parameters: int) -> tuple[int, int]:
        if choices.random() < 0.98:
            return 1, lowest(view)
        return choices.choice([0, 1, 1, 1, 2]), choices.randrange(-3, 700)

    strategy = Compiled(callback(decide), name="mine")
    playout = importlib.import_module("gin_fast.native.playout")
    faults = 0
    for index in range(150):
        round = Round.deal(1, index, dealer=1 - (index & 1))
        try:
            actions = playout.play(strategy, strategy, 1, index).actions
        except RuntimeError:
            faults += 1
            continue
        for seat, action in actions:
            assert seat == round.to_move
            round.apply(action)
        assert round.is_over
    assert 0 < faults < 150


@pytest.fixture
def told(monkeypatch) -> list[BaseException]:
    """What was raised where nobody catches it."""
    errors: list[BaseException] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: errors.append(told.exc_value))
    return errors


def after_a_while(view: int) -> bool:
    return PHASES[record_at(view)["phase"]] == "discard"


def test_a_ctypes_callback_that_raises(told):
    """It has answered 1 the time before, which ctypes would leave as the answer."""

    def act(view: int, rng: int, memory: int, parameters: int, action: Any) -> int:
        action[0] = lowest(view)
        if after_a_while(view):
            raise ZeroDivisionError("on purpose")
        return 1

    result = played(Act(act), rounds=100)
    assert 90 < result.forfeits[0] == len(told)
    assert {str(error) for error in told} == {"on purpose"}
    assert played(Compiled(Act(act))).forfeits[0] > 180
    with pytest.raises(RuntimeError, match="in seat 0 "):
        played(Act(act), on_error="raise")
    scipy = pytest.importorskip("scipy")
    assert played(scipy.LowLevelCallable(Act(act)), rounds=100).forfeits == result.forfeits


@pytest.mark.parametrize("answer", [None, "1", 1.0j, 10**30])
def test_a_ctypes_callback_that_answers_nonsense(answer):
    def act(view: int, rng: int, memory: int, parameters: int, action: Any) -> Any:
        action[0] = lowest(view)
        return answer if after_a_while(view) else 1

    assert played(Act(act), rounds=100).forfeits[0] > 90


def test_ctypes_callbacks_keep_their_types(told):
    """Structures come as they were declared, and so they do where it is guarded."""
    kinds = (ctypes.POINTER(ctypes.c_int32), *POINTERS[1:])
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)

    def act(view: Any, rng: int, memory: int, parameters: int, action: Any) -> int:
        action[0] = lowest(ctypes.addressof(view.contents))
        return 1 if view[0] == 2 else 0

    assert played(kind(act), rounds=20).forfeits == (0, 0)
    assert played(ctypes.cast(kind(act), Act), rounds=20).forfeits == (0, 0)
    assert told == []


def test_a_cffi_callback(told):
    ffi = pytest.importorskip("cffi").FFI()

    @ffi.callback(SIGNATURE)
    def right(view, rng, memory, parameters, action):
        action[0] = lowest(int(ffi.cast("uintptr_t", view)))
        return 1

    assert played(right).forfeits == (0, 0)
    assert played(right, threads=3).tally == played(right, threads=1).tally

    @ffi.callback(SIGNATURE, onerror=lambda kind, error, traceback: told.append(error))
    def wrong(view, rng, memory, parameters, action):
        action[0] = lowest(int(ffi.cast("uintptr_t", view)))
        if after_a_while(int(ffi.cast("uintptr_t", view))):
            raise ZeroDivisionError("on purpose")
        return 1

    result = played(wrong, rounds=100)
    assert 90 < result.forfeits[0] == len(told)
