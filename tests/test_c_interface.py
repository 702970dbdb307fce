"""The table of C functions, called through cffi: its layout is that of the header, it answers as
Python does, and whatever it is given it answers."""

from __future__ import annotations

import ctypes
import importlib
import itertools
import os
import random
import re
import struct
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import c_abi_1
import pytest
from c_table import RULES, Table, compiled, each_round, refuses_all, same
from hands import mixture
from tables import hasty

import gin_fast
from gin_fast import Round, capi, get_include
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import unpacked
from gin_fast.state import actions
from gin_fast.state.seen_record import VIEW_DTYPE, VIEW_VERSION
from gin_fast.strategies.builtin import BUILTINS

pytestmark = pytest.mark.usefixtures("native")
needs_cc = pytest.mark.skipif(os.name == "nt", reason="the compiler is called as it is elsewhere")

DECK = (1 << 52) - 1
REST = 0xFFF << 52  # bits that are no cards
HANDS = [*mixture(4, 200, (0, 3, 7, 10, 11, 13)), 0, DECK, (1 << 26) - 1]
STRUCTS = (
    "gf_rules",
    "gf_view",
    "gf_rng",
    "gf_deck",
    "gf_round",
    "gf_strategy",
    "gf_totals",
    "gf_api",
)


@pytest.fixture(scope="module")
def table(native: Any) -> Table:
    return Table(pytest.importorskip("cffi").FFI())


@pytest.fixture(scope="module")
def ffi(table: Table) -> Any:
    return table.ffi


@pytest.fixture(scope="module")
def gf(table: Table) -> Any:
    return table.gf


# The layout


def declared(text: str) -> dict[str, list[str]]:
    """The structs that C or Cython declares: their fields in order, as `type name[size]`."""
    text = re.sub(r"#.*|cdef |noexcept|nogil", "", text)
    structs = {}
    for match in re.finditer(
        r"^(?:typedef )?struct (\w+)(?: \{|:)\n((?:    .*\n|\n)+)", text, re.MULTILINE
    ):
        fields = [line.strip().rstrip(";") for line in match[2].splitlines() if line.strip()]
        structs[match[1]] = [re.sub(r" \*", " *", field) for field in fields]
    return structs


def of_cython() -> str:
    """What the .pxd files declare."""
    folder = Path(gin_fast.__file__).parent / "native"
    return "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.pxd")))


def numbers_of_cython() -> dict[str, int]:
    """The enumerators of the .pxd files."""
    numbers: dict[str, int] = {}
    for block in re.findall(r"^cdef enum:\n((?:    .*\n)+)", of_cython(), re.MULTILINE):
        following = 0
        for line in block.splitlines():
            name, _, value = line.partition("#")[0].strip().partition(" = ")
            numbers[name] = following = int(value) if value else following
            following += 1
    return numbers


def numbers_of_header() -> list[str]:
    """The names of its enumerators."""
    blocks = re.findall(r"enum \{(.*?)\}", capi.declarations(), re.DOTALL)
    return [name for block in blocks for name in re.findall(r"GF_\w+", block)]


@pytest.fixture(scope="module")
def layout(ffi: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """What a C compiler says of the header: `struct`, `struct.field` and enumerators."""
    if os.name == "nt":
        pytest.skip("the compiler is called as it is elsewhere")
    asked = {name: name for name in numbers_of_header()}
    asked |= {name: name for name in ("GF_API_MAJOR", "GF_API_MINOR", "GF_VIEW_VERSION")}
    for name in STRUCTS:
        asked[name] = f"sizeof({name})"
        for field, _ in ffi.typeof(name).fields:
            asked[f"{name}.{field}"] = f"offsetof({name}, {field})"
    place = tmp_path_factory.mktemp("layout")
    lines = [f'    printf("{name} %d\\n", (int){text});' for name, text in asked.items()]
    source = "#include <gin_fast.h>\n#include <stdio.h>\nint main(void) {\n"
    (place / "layout.c").write_text(source + "\n".join(lines) + "\n    return 0;\n}\n", "utf-8")
    told = subprocess.run(
        [compiled(place / "layout.c", place / "layout")], capture_output=True, text=True, check=True
    ).stdout
    return {name: int(number) for name, number in map(str.split, told.splitlines())}


def test_views_are_those_of_numpy(layout):
    for name, dtype in (("gf_view", VIEW_DTYPE), ("gf_rules", VIEW_DTYPE["rules"])):
        assert layout[name] == dtype.itemsize
        fields = [each.removeprefix(f"{name}.") for each in layout if each.startswith(f"{name}.")]
        assert tuple(fields) == dtype.names
        for field, (_, offset) in dtype.fields.items():
            assert layout[f"{name}.{field}"] == offset
    assert layout["GF_VIEW_VERSION"] == VIEW_VERSION
    assert tuple(VIEW_DTYPE["rules"].names) == tuple(FIELDS)


def test_structs_are_those_of_cython(ffi, layout):
    ours, theirs = declared(capi.declarations()), declared(of_cython())
    assert set(STRUCTS) == set(ours)
    for name in set(STRUCTS) - {"gf_api"}:
        assert ours[name] == theirs[name], name
    for name in STRUCTS:  # the compiler lays them out as cffi does, which the other tests go by
        assert layout[name] == ffi.sizeof(name)
        for field, kind in ffi.typeof(name).fields:
            assert layout[f"{name}.{field}"] == kind.offset


def test_numbers_are_those_of_cython_and_python(layout):
    theirs = numbers_of_cython()
    for name in numbers_of_header():
        assert layout[name] == theirs[name], name
    for name in ("KNOCK", "DRAW", "TAKE", "PASS", "BIG_GIN", "AUTO", "SPREAD", "LAY_OFF"):
        assert layout[f"GF_{name}"] == getattr(actions, name)
    assert layout["GF_ACTION_COUNT"] == actions.N_ACTIONS
    assert layout["GF_OVER"] == actions.PHASES.index("over") == len(actions.PHASES) - 1
    assert layout["GF_FORFEITED"] == len(actions.KINDS) - 1
    assert layout["GF_PILE"] == actions.SOURCES.index("pile")
    assert layout["GF_MELD_COUNT"] == len(gin_fast.ALL_MELDS)
    assert layout["GF_MOST_PARAMETERS"] >= max(len(one.parameters) for one in BUILTINS.values())


def test_the_table_is_that_of_the_header(gf, ffi, layout):
    assert gf.version == layout["GF_API_MAJOR"] << 16 | layout["GF_API_MINOR"]
    assert (gf.size, gf.view_version) == (layout["gf_api"], VIEW_VERSION)
    for name in ("rules", "view", "round", "strategy", "totals"):
        assert getattr(gf, f"size_of_{name}") == layout[f"gf_{name}"]
    functions = [
        name for name, kind in ffi.typeof("gf_api").fields if kind.type.kind != "primitive"
    ]
    found = capi.addresses()
    assert list(found) == functions
    assert len(set(found.values())) == len(functions) > 30
    for place, name in enumerate(functions):
        assert layout[f"gf_api.{name}"] == 32 + place * ffi.sizeof("void *")
        assert int(ffi.cast("uintptr_t", getattr(gf, name))) == found[name] > 0


def test_every_function_is_told_of():
    """In a comment above it, of its own."""
    text = (Path(get_include()) / "gin_fast.h").read_text("utf-8")
    inside = text.partition("typedef struct gf_api {")[2].partition("} gf_api;")[0]
    blocks = re.split(r"/\*.*?\*/", inside, flags=re.DOTALL)
    assert [block.count("(*") for block in blocks if "(*" in block] == [1] * len(capi.addresses())
    assert not re.search(r"#include (?!<std(def|int)\.h>)", text)


def signatures(text: str) -> list[str]:
    """The functions that are declared in a table, in order."""
    found = re.findall(r"\w+ \(\*\w+\)\([^)]*\)(?=;)", text)
    return [re.sub(r"\s+", " ", one).replace("( ", "(") for one in found]


def name_of(signature: str) -> str:
    return signature.partition("(*")[2].partition(")")[0]


def stays(text: str) -> bool:
    """Whether a header begins with the functions that were promised, and has more only with a new
    minor number."""
    inside = text.partition("typedef struct gf_api {")[2].partition("} gf_api;")[0]
    found, promised = signatures(inside), signatures(c_abi_1.FUNCTIONS)
    return found[: len(promised)] == promised and (len(found) > len(promised)) == (minor_of() > 0)


def minor_of() -> int:
    header = (Path(get_include()) / "gin_fast.h").read_text("utf-8")
    return int(re.search(r"#define GF_API_MINOR (\d+)", header)[1])


def test_what_was_promised_stays(gf, ffi, layout):
    """The header, the table that was built and the addresses that Python is told begin with the
    functions of 1.0; structs and numbers are those of 1.0."""
    assert layout["GF_API_MAJOR"] == 1, "then freeze another"
    assert stays(capi.declarations())
    names = [name_of(one) for one in signatures(c_abi_1.FUNCTIONS)]
    assert len(names) == c_abi_1.FUNCTIONS.count(";") == 34
    assert list(capi.addresses())[: len(names)] == names
    modules = [
        importlib.import_module(f"gin_fast.native.{one}") for one in ("exports", "exported_rounds")
    ]
    built = {**modules[0].__pyx_capi__, **modules[1].__pyx_capi__}
    place_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    name_in = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(
        ("PyCapsule_GetName", ctypes.pythonapi)
    )
    pointers = ctypes.cast(capi.address() + 32, ctypes.POINTER(ctypes.c_size_t))
    for place, name in enumerate(names):
        capsule = built[f"gf_api_{name}"]
        assert pointers[place] == place_of(capsule, name_in(capsule)), name
    for name, number in c_abi_1.NUMBERS.items():
        assert layout[name] == number, name
    if ctypes.sizeof(ctypes.c_void_p) == 8:
        for name, (size, fields) in c_abi_1.STRUCTS.items():
            found = {
                each.removeprefix(f"{name}."): place
                for each, place in layout.items()
                if each.startswith(f"{name}.")
            }
            assert (layout[name], found) == (size, fields), name


def test_what_was_promised_is_missed():
    """Functions that change their places, their types, or the order of what they take."""
    text = capi.declarations()
    for one, other in (("(*discards)", "(*knocks)"), ("(*outs)", "(*hand_points)")):
        swapped = text.replace(one, "(*?)").replace(other, one).replace("(*?)", other)
        assert not stays(swapped)
    for old, new in (
        ("    uint64_t (*word)(gf_rng *rng);\n", ""),
        (
            "uint64_t seed, uint64_t index, uint64_t stream",
            "uint64_t index, uint64_t seed, uint64_t stream",
        ),
        ("int32_t (*hand_points)", "int64_t (*hand_points)"),
        ("} gf_api;", "    int32_t (*more)(int32_t number);\n} gf_api;"),
    ):
        assert text.count(old) == 1
        assert not stays(text.replace(old, new))


def test_a_header_of_another_build_is_told(monkeypatch):
    """Places in the table come from the header's text, so it must be the one that was built."""
    text = capi.declarations()
    for other in (
        text.replace("    uint64_t (*word)(gf_rng *rng);\n", ""),
        text.replace("} gf_api;", "    int32_t (*more)(int32_t number);\n} gf_api;"),
    ):
        assert other != text
        monkeypatch.setattr(capi, "declarations", lambda other=other: other)
        for ask in (capi.address, capi.addresses):
            with pytest.raises(ImportError, match=r"has a table of \d+ bytes.*rebuild or re"):
                ask()
        monkeypatch.setattr(capi, "declarations", lambda: text)
    assert capi.addresses()


LATE = """
#include <gin_fast.h>
#include <Python.h>
#include <gin_fast.h>
#include <gin_fast.h>
const gf_api *imported(void);
const gf_api *imported(void) { return gf_import(); }
"""


@needs_cc
def test_the_header_may_come_before_that_of_python(tmp_path):
    """Included again after it, it has gf_import all the same, and once."""
    python = sysconfig.get_path("include")
    if not (Path(python) / "Python.h").exists():
        pytest.skip("Python has no header here")
    (tmp_path / "late.c").write_text(LATE, "utf-8")
    flags = ("-shared", "-fPIC", "-isystem", python)
    library = ctypes.PyDLL(str(compiled(tmp_path / "late.c", tmp_path / "late.so", *flags)))
    library.imported.restype = ctypes.c_void_p
    assert library.imported() == capi.address()


def test_what_python_is_told(gf):
    assert Path(gin_fast.get_include(), "gin_fast.h").is_file()
    name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(
        ("PyCapsule_GetName", ctypes.pythonapi)
    )
    assert name(capi.capsule()) == b"gin_fast.native.capi.TABLE"
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    assert pointer(capi.capsule(), name(capi.capsule())) == capi.address()


# Versions


MISMATCH = """
#include <gin_fast.h>
const char *mismatch(const gf_api *gf);
const char *mismatch(const gf_api *gf) { return gf_mismatch(gf); }
"""


def edited(place: Path, **changes: object) -> Path:
    """A folder with the header, some of whose macros have other values."""
    text = (Path(get_include()) / "gin_fast.h").read_text("utf-8")
    for name, value in changes.items():
        text, found = re.subn(rf"(#define {name}) .*", rf"\1 {value}", text)
        assert found == 1
    place.mkdir()
    (place / "gin_fast.h").write_text(text, "utf-8")
    return place


@needs_cc
def test_another_version_is_told(ffi, gf, tmp_path):
    (tmp_path / "mismatch.c").write_text(MISMATCH, "utf-8")

    def mismatch_of(name: str, **changes: object) -> Any:
        """The function, compiled with such a header."""
        include = str(edited(tmp_path / name, **changes))
        flags = ("-shared", "-fPIC")
        built = compiled(tmp_path / "mismatch.c", tmp_path / f"{name}.so", *flags, include=include)
        function = ctypes.CDLL(str(built)).mismatch
        function.restype, function.argtypes = ctypes.c_char_p, [ctypes.c_void_p]
        return function

    def other(**changes: int) -> int:
        """The address of a table that differs."""
        copy = ffi.new("gf_api *", gf[0])
        kept.append(copy)
        for field, value in changes.items():
            setattr(copy, field, value)
        return int(ffi.cast("uintptr_t", copy))

    kept: list[Any] = []
    ours = mismatch_of("ours")
    assert ours(capi.address()) is None
    assert ours(None) == b"there is no table of functions"
    assert ours(other(version=2 << 16)) == b"the major version is another"
    assert ours(other(version=0)) == b"the major version is another"
    assert ours(other(size=gf.size - 8)) == b"what is installed is older"
    assert ours(other(view_version=3)) == b"the version of the view is another"
    for name in ("rules", "view", "round", "strategy", "totals"):
        changed = {f"size_of_{name}": 8}
        assert ours(other(**changed)) == b"a struct has another size"
    # A newer one, with more functions, goes on.
    assert ours(other(version=gf.version + 1, size=gf.size + 8)) is None
    newer = mismatch_of("newer", GF_API_MINOR=(gf.version & 0xFFFF) + 1)
    assert newer(capi.address()) == b"what is installed is older"
    assert mismatch_of("major", GF_API_MAJOR=2)(capi.address()) == b"the major version is another"
    view = mismatch_of("view", GF_VIEW_VERSION=VIEW_VERSION + 1)
    assert view(capi.address()) == b"the version of the view is another"


# Cards


def test_questions_about_hands(table, ffi, gf):
    cards, count = ffi.new("uint64_t *"), ffi.new("int32_t *")
    melds, all_melds = ffi.new("uint64_t[17]"), ffi.new("uint64_t[329]")
    for hand in HANDS:
        for given in (hand, hand | REST):
            assert gf.min_deadwood(given) == gin_fast.min_deadwood(hand)
            assert gf.hand_points(given) == gin_fast.hand_points(hand)
            assert gf.is_big_gin(given) == gin_fast.is_big_gin(hand)
            assert gf.outs(given, 10, 7) == gin_fast.outs(hand, 10, 7)
            assert gf.knock_discards(given, 10, 5) == gin_fast.knock_discards(hand, 10, 5)
            assert tuple(all_melds[0 : gf.melds(given, all_melds)]) == gin_fast.melds(hand)
            for barred in (0, hand & -hand, hand, DECK | REST):
                deadwood = gf.best_discards(given, barred, cards)
                expected = (-1, 0)
                if hand & ~barred:
                    expected = tuple(gin_fast.best_discards(hand, barred))
                assert (deadwood, cards[0]) == expected
            spread = gin_fast.best_spread(hand)
            assert tuple(melds[0 : gf.best_spread(given, melds)]) == spread.melds
            if hand.bit_count() > 13:
                assert (gf.best_spreads(given, 0, melds, count), count[0]) == (-1, 0)
                continue
            spreads = gin_fast.best_spreads(hand)
            for which in (-(2**31), -1, 0, len(spreads) - 1, len(spreads), 2**31 - 1):
                assert gf.best_spreads(given, which, melds, count) == len(spreads)
                inside = 0 <= which < len(spreads)
                assert tuple(melds[0 : count[0]]) == (spreads[which].melds if inside else ())


def test_questions_about_melds(gf):
    for mask in (*gin_fast.ALL_MELDS, 0, 1, 3, REST, 1 << 13 | 1 << 26 | 1 << 39 | 1 << 52):
        is_meld = mask in gin_fast.ALL_MELDS
        assert gf.is_meld(mask) == is_meld
        index = gin_fast.ALL_MELDS.index(mask) if is_meld else -1
        assert gf.meld_index(mask) == index
        assert gf.meld(index) == (mask if is_meld else 0)
    for index in (-(2**31), -1, 329, 2**31 - 1):
        assert gf.meld(index) == 0


def test_layoffs(ffi, gf):
    laid_off = ffi.new("uint64_t *")
    for hand, other in itertools.pairwise(mixture(9, 300, (10,))):
        melds = gin_fast.best_spread(other & ~hand).melds
        expected = gin_fast.best_layoff(hand, melds)
        for given in (hand, hand | REST):
            found = gf.best_layoff(given, melds, len(melds), laid_off)
            assert (found, laid_off[0]) == (expected.deadwood, expected.laid_off)
            fit = gf.legal_layoffs(given, melds, len(melds))
            assert fit == gin_fast.legal_layoffs(hand, melds)
    run, hand = gin_fast.parse_hand("AC 2C 3C"), gin_fast.parse_hand("4C 5C")
    for melds, held, count in (
        ([run, run], hand, 2),
        ([run], run, 1),
        ([0], hand, 1),
        ([1 << 13 | 1 << 26 | 1 << 39 | 1 << 52], hand, 1),
        ([run], hand, -1),
        ([run] * 17, hand, 18),
        ([run], hand, 2**31 - 1),
        ([run], hand, -(2**31)),
    ):
        laid_off[0] = 1
        assert (gf.best_layoff(held, melds, count, laid_off), laid_off[0]) == (-1, 0)
        assert gf.legal_layoffs(held, melds, count) == 0


def test_many_hands(ffi, gf):
    for count in (0, 1, 7, 8, 513, 2000):
        given = [HANDS[place % len(HANDS)] | (REST if place % 3 else 0) for place in range(count)]
        out = ffi.new("uint8_t[]", count + 8)
        gf.min_deadwoods(given or ffi.NULL, out, count)
        assert list(out) == [gin_fast.min_deadwood(hand & DECK) for hand in given] + [0] * 8
    for count in (-1, -(2**63)):
        gf.min_deadwoods(ffi.NULL, ffi.NULL, count)


def test_streams(ffi, gf):
    rng = ffi.new("gf_rng *")
    for numbers in ((7, 3, 1), (0, 0, 0), (2**64 - 1, 2**64 - 1, 3)):
        stream = gin_fast.Stream(*numbers)
        gf.rng_start(rng, *numbers)
        for number in range(200):
            if number % 3:
                bound = (number % 60 + 1) ** (1 + number % 5)
                assert gf.below(rng, bound) == stream.below(bound)
            else:
                assert gf.word(rng) == stream.word()
    gf.rng_start(rng, 1, 2, 2**64 - 1)  # any other is a stream as well
    assert len({gf.word(rng) for _ in range(100)}) == 100
    assert gf.below(rng, 0) == 0
    assert gf.below(rng, 2**32 - 1) < 2**32 - 1


# Rules


def test_profiles(table, ffi, gf):
    rules = ffi.new("gf_rules *")
    for name, expected in gin_fast.PROFILES.items():
        assert gf.rules_named(name.encode(), rules) == 1
        assert table.bytes_of(rules) == expected.packed
        assert gf.rules_check(rules, ffi.NULL, 0) == 1
    for name in (b"", b"whist", b"modern ", b"Modern", b"mod", b"\xff\xfe"):
        assert gf.rules_named(name, rules) == 0
    assert table.bytes_of(rules) == expected.packed


@pytest.mark.parametrize("field", FIELDS)
def test_rules_are_checked_as_in_python(table, ffi, gf, field):
    why = ffi.new("char[]", 300)
    for name, base in RULES.items():
        for number in (-(2**31), -2, -1, 0, 1, 2, 3, 4, 100, 1001, 10_001, 1_000_001, 2**31 - 1):
            rules = table.rules(base)
            setattr(rules, field, number)
            told = None
            try:
                unpacked(struct.unpack(f"={len(FIELDS)}i", table.bytes_of(rules)))
            except ValueError as error:
                told = str(error)
            assert gf.rules_check(rules, why, 300) == (told is None), (name, field, number)
            assert told is None or ffi.string(why).decode() == told
            round = ffi.new("gf_round *")
            plays = gf.round_start(round, rules, 1, 2, 0)
            # What clashes alone is played all the same; a number that is out of its bounds is not.
            assert plays == (told is None or "clashes" in told)
            assert (round.view.phase, round.view.to_move) != (6, -1) if plays else (6, -1)


def test_why_is_cut_to_its_room(table, ffi, gf):
    rules = table.rules(RULES["modern"])
    rules.gin_bonus = -5
    text = "gin_bonus must be from 0 to 1000, not -5"
    for room in (-(2**31), -1, 0, 1, 2, 20, len(text), len(text) + 1, 100):
        why = ffi.new("char[]", b"#" * 100)
        assert gf.rules_check(rules, why, room) == 0
        expected = text.encode()[: room - 1] + b"\0" if room > 0 else b""
        assert bytes(ffi.buffer(why)) == (expected + b"#" * 100)[:100] + b"\0"
        assert gf.rules_check(rules, ffi.NULL, room) == 0
    strategy = ffi.new("gf_strategy *")
    why = ffi.new("char[]", 300)
    text = "unknown strategy '♠♠♠♠'"
    for room in range(1, 40):  # no letter is cut in two
        assert gf.strategy_named("♠♠♠♠".encode(), strategy, why, room) == 0
        assert text.startswith(ffi.string(why).decode()) or room > len(text.encode())


# Rounds


def test_rounds_are_those_of_python_step_by_step(table, gf):
    """By all rules, with every action tried and all that is not legal refused."""
    dice = random.Random(11)
    kinds = set()
    for round, state in each_round(table, 12):
        while not state.is_over:
            same(table, round, state)
            legal = [int(action) for action in state.legal_actions()]
            view = table.view_of(round)
            assert table.legal(view) == legal
            assert gf.discards(view) == sum(1 << one for one in legal if one < 52)
            assert gf.knocks(view) == sum(1 << one - 52 for one in legal if 52 <= one < 104)
            before = table.bytes_of(round)
            for action in (*dice.sample(range(594), 30), *legal, -1, -(2**31), 594, 2**31 - 1):
                assert gf.is_legal(view, action) == (action in legal)
                if action not in legal:
                    assert gf.round_apply(round, action) == 0
            assert table.bytes_of(round) == before
            plays_well = state.start["index"] % 3
            action = int(hasty(state, dice)) if plays_well else dice.choice(legal)
            state.apply(action)
            assert gf.round_apply(round, action) == 1
        same(table, round, state)
        assert table.legal(table.view_of(round)) == []
        kinds.add(state.result.kind)
    assert kinds >= {"knock", "undercut", "gin", "dead"}


def test_the_view_of_the_seat_that_does_not_act(table, ffi, gf):
    for round, _ in each_round(table, 1):
        view = ffi.new("gf_view *")
        gf.round_view(round, 1 - round.view.seat, view)
        assert table.legal(view) == []
        assert not any(gf.is_legal(view, action) for action in range(-1, 600))
        assert (gf.discards(view), gf.knocks(view)) == (0, 0)
        before = table.bytes_of(view)
        for seat in (-1, 2, -(2**31), 2**31 - 1):
            assert gf.round_view(round, seat, view) == 0
        assert table.bytes_of(view) == before


EDGES = (0, 1, -1, 2, 3, 10, 31, 32, 33, 51, 52, 200, 255, 2**31 - 1, -(2**31))


def test_views_that_were_scribbled_into_allow_alike(table, ffi, gf):
    """Whatever is in a view: what is legal one by one is what is legal at once, in their order; a
    card that is no card is none, and what is no pile gives none."""
    dice, view = random.Random(12), ffi.new("gf_view *")
    raw, words = ffi.cast("uint8_t *", view), ffi.cast("int32_t *", view)
    masks = ("hand", "barred", "known", "unmelded", "laid_off")
    told = set()

    def agrees() -> None:
        legal = table.legal(view)
        assert legal == [one for one in range(-1, 600) if gf.is_legal(view, one)]
        if view.phase == 2:
            assert gf.discards(view) == sum(1 << one for one in legal if one < 52)
            assert gf.knocks(view) == sum(1 << one - 52 for one in legal if 52 <= one < 104)
        if legal:
            assert (view.to_move, view.seat) in {(0, 0), (1, 1)}
            told.add(view.phase)
        if 105 in legal:
            assert 1 <= view.pile_count <= 32

    for round, _ in each_round(table, 3):
        while round.view.phase != 6:
            for _ in range(3):
                view[0] = round.view
                for _ in range(dice.randrange(3)):
                    raw[dice.randrange(ffi.sizeof("gf_view"))] ^= 1 << dice.randrange(8)
                if dice.random() < 0.4:
                    words[dice.randrange(1, 48)] = dice.choice(EDGES)
                if dice.random() < 0.4:
                    setattr(view, dice.choice(masks), dice.getrandbits(64))
                if dice.random() < 0.2:
                    view.phase = dice.randrange(7)
                if dice.random() < 0.2:
                    view.melds[dice.randrange(3)] = dice.getrandbits(64)
                if dice.random() < 0.1:
                    view.seat = view.to_move = dice.choice(EDGES)
                agrees()
                view.hand |= dice.getrandbits(12) << 52
                agrees()
            gf.round_apply(round, dice.choice(table.legal(table.view_of(round))))
    assert told == set(range(6))
    ffi.memmove(view, bytes(ffi.sizeof("gf_view")), ffi.sizeof("gf_view"))
    view.version, view.hand, view.phase = VIEW_VERSION, (1 << 11) - 1 | REST, 2
    assert {one % 52 for one in table.legal(view) if one < 104} == set(range(11))
    for phase in (0, 1, 5):
        view.phase, view.pile_count = phase, 0
        assert table.legal(view) == []


def test_rounds_from_a_deck(table, ffi, gf):
    dice = random.Random(3)
    round = ffi.new("gf_round *")
    for name, rules in RULES.items():
        deck = dice.sample(range(52), 52)
        for starter in range(2):
            assert gf.round_from_deck(round, table.rules(rules), deck, starter) == 1
            state = Round.from_deck(deck, rules=rules, dealer=1 - starter)
            while not state.is_over:
                same(table, round, state)
                action = int(dice.choice(state.legal_actions()))
                state.apply(action)
                assert gf.round_apply(round, action) == 1, name
            same(table, round, state)
    for wrong in ([0] * 52, [*range(51), 52], [*range(51), 255], [*range(51), 0]):
        assert gf.round_from_deck(round, table.rules(rules), wrong, 0) == 0
        refuses_all(table, round)


def test_rounds_that_cannot_be(table, ffi, gf):
    rules = table.rules(RULES["modern"])
    refuses_all(table, ffi.new("gf_round *"))  # zeros
    for starter in (-1, 2, 2**31 - 1, -(2**31)):
        round = table.round(RULES["modern"], 1, 1)
        assert gf.round_start(round, rules, 1, 1, starter) == 0
        assert (round.view.phase, round.view.to_move) == (6, -1)
        refuses_all(table, round)
        assert gf.round_from_deck(round, rules, list(range(52)), starter) == 0
        refuses_all(table, round)
    over = table.round(RULES["modern"], 1, 1)
    assert gf.round_play(over, table.strategies("simple", "simple"), 1, 1) == 1
    refuses_all(table, over)


@pytest.mark.parametrize(
    ("phase", "refused", "allowed"),
    [
        (0, (-1, 0, 33), (1, 32)),
        (1, (-1, 0, 33), (1, 32)),
        (5, (0, 33), (1,)),
        (2, (-1, 32), (0, 31)),
    ],
)
def test_a_pile_has_a_top_to_leave_and_room_for_a_discard(table, gf, phase, refused, allowed):
    """Phases by number: the upcards and draws look at the top, a discard comes on it."""
    for counts, expected in ((refused, 0), (allowed, 1)):
        for count in counts:
            round = table.round(RULES["modern"], 9, 9)
            round.view.phase, round.view.pile_count = phase, count
            assert gf.round_forfeit(round) == expected, count


def test_forfeits(table, gf):
    for round, state in each_round(table, 2):
        for action in [int(one) for one in state.legal_actions()][:1]:
            state.apply(action)
            gf.round_apply(round, action)
        theirs = state.hands[round.view.seat]
        seat = round.view.seat
        assert gf.round_forfeit(round) == 1
        assert (round.kind, round.winner, round.view.phase) == (7, 1 - seat, 6)
        assert round.defender_deadwood == gin_fast.min_deadwood(theirs)
        assert gf.round_forfeit(round) == 0


def test_a_copy_is_an_assignment(table, ffi, gf):
    round = table.round(RULES["modern"], 9, 9)
    copy = ffi.new("gf_round *", round[0])
    strategies = table.strategies("greedy", "simple")
    before = table.bytes_of(round)
    assert gf.round_play(copy, strategies, 3, 4) == 1
    assert table.bytes_of(round) == before
    again = ffi.new("gf_round *", round[0])
    gf.round_play(again, strategies, 3, 4)
    assert table.bytes_of(again) == table.bytes_of(copy) != before
