"""Programs in other languages, built and run on the wheel that is installed, as the page about them
says."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from installing import OUTSIDE, ROOT, Installed, lend, run

import gin_fast
from gin_fast import PROFILES, Round, Seat, Strategy, simulate
from gin_fast.state.actions import AUTO, DRAW, KNOCK, PASS
from gin_fast.state.seen_record import VIEW_VERSION

pytestmark = [
    pytest.mark.xdist_group("packaging"),
    pytest.mark.skipif(os.name == "nt", reason="the page compiles C as it is done elsewhere"),
]

PAGE = (ROOT / "docs" / "native.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:#|//) (\w+\.\w+)\n")
BASE = Path(sys.base_prefix, "bin")
NEEDS = {
    "rustc": shutil.which("rustc") is not None,
    "python3-config": (BASE / "python3-config").exists()
    and bool(sysconfig.get_config_var("Py_ENABLE_SHARED")),
}
"""What not everybody has who has a C compiler, and whether it is there."""


def commands() -> list[tuple[str, str | None]]:
    """The commands of the page, and what they are said to print, if that is said."""
    found: list[tuple[str, str | None]] = []
    for language, text in BLOCK.findall(PAGE):
        if language == "console":
            found.append((text.strip(), None))
        elif language == "text":
            found[-1] = (found[-1][0], text)
    return found


COMMANDS = commands()


def test_the_page_has_the_files_as_they_are():
    shown = {}
    for _, text in BLOCK.findall(PAGE):
        if named := FILE.match(text):
            shown[named[1]] = text.removeprefix(named[0])
    files = {path.name: path.read_text("utf-8") for path in OUTSIDE.iterdir() if path.is_file()}
    assert shown == files


class Workshop:
    """The files, and an environment with the wheel and with the tools to build them."""

    def __init__(self, environment: Installed, place: Path) -> None:
        self.place = shutil.copytree(OUTSIDE, place / "outside")
        tools = place / "tools"
        tools.mkdir()
        lend(tools, "Cython", "cython", "setuptools", "_distutils_hack")
        lend(tools, "cffi", "_cffi_backend", "pycparser", "numba", "llvmlite")
        bin_folder = environment.script("python").parent
        path = os.pathsep.join([str(bin_folder), str(BASE), os.environ["PATH"]])
        self.environment = {"PATH": path, "PYTHONPATH": str(tools)}

    def run(self, command: str) -> Any:
        for name, variable in (("cc", "CC"), ("c++", "CXX")):
            if command.startswith(f"{name} "):
                command = os.environ.get(variable, name) + command.removeprefix(name)
        return run("sh", "-c", command, cwd=self.place, **self.environment)

    def says(self, command: str) -> str:
        done = self.run(command)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return str(done.stdout)


@pytest.fixture(scope="module")
def workshop(environment: Installed, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    for name in ("cffi", "numba"):
        pytest.importorskip(name)
    made = Workshop(environment, tmp_path_factory.mktemp("workshop"))
    made.says(COMMANDS[0][0])  # the library that most of the others use
    return made


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=range(len(COMMANDS)))
def test_every_command_of_the_page(workshop, command, printed):
    for tool, is_there in NEEDS.items():
        if tool in command and not is_there:
            pytest.skip(f"there is no {tool}")
    said = workshop.says(command)
    assert printed is None or said == printed
    where = workshop.says("python -c 'import gin_fast; print(gin_fast.__file__)'")
    assert not where.startswith(str(ROOT))


@pytest.mark.parametrize(
    "command",
    [
        "cc -std=c99 -Wall -Wextra -Wpedantic -Werror {include} -c duel.c -o duel.o",
        "cc -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror {include} -c only.c -o only.o",
        "c++ -std=c++98 -Wall -Wextra -Werror -Wno-long-long {include} -x c++ -c only.c -o only.o",
        "c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror {include} -c walk.cpp -o walk.o",
        "c++ -std=c++20 -Wall -Wextra -Wpedantic -Werror {include} -c walk.cpp -o walk.o",
        "cc -std=c99 -Wall -Wextra -Werror {include} {python} -c search.c -o search.o",
        "cc -DPy_LIMITED_API=0x030A0000 -Wall -Werror {include} {python} -c limited.c -o limited.o",
    ],
)
def test_the_header_is_clean(workshop, command):
    """In C and C++, old and new, alone and with Python, with its stable interface too."""
    (workshop.place / "only.c").write_text("#include <gin_fast.h>\n", "utf-8")
    text = (
        "#include <Python.h>\n#include <gin_fast.h>\nconst void *f(void) { return gf_import(); }\n"
    )
    (workshop.place / "limited.c").write_text(text, "utf-8")
    include = "-I$(python -c 'import gin_fast; print(gin_fast.get_include())')"
    python = "-isystem $(python -c 'import sysconfig; print(sysconfig.get_path(\"include\"))')"
    workshop.says(command.format(include=include, python=python))


class Steady(Strategy):
    """What the duels play with."""

    def take_upcard(self, view):
        return False

    def draw(self, view):
        return "stock"

    def discard(self, view):
        cards = gin_fast.best_discards(view.hand, view.barred).cards
        return (cards & -cards).bit_length() - 1

    def knock(self, view, card):
        return True


def test_the_duels_are_those_of_python():
    wins = simulate(Steady, "simple", rounds=10_000, seed=7, rules="eaai").wins
    duels = [printed for command, printed in COMMANDS if "duel" in command and printed]
    assert len(duels) == 5
    for printed in duels:
        assert str(list(wins)) in printed or str(wins) in printed


class AsInC(Steady):
    """What they play with, where there is a last upcard, and big gin, too."""

    def act(self, view):
        legal = view.legal_actions()
        if view.phase == "discard":
            card = self.discard(view)
            return KNOCK + card if KNOCK + card in legal else card
        return next(action for action in (DRAW, AUTO, PASS) if action in legal)


EVERYWHERE = """
import json
from gin_fast import PROFILES, capi, simulate
from duel_ctypes import Totals, duel
from duel_numba import steady
import duel_cython
found = {}
for name in PROFILES:
    totals = Totals()
    assert duel(capi.address(), name.encode(), b"simple", 300, totals) is None
    in_numba = simulate(steady, "simple", rounds=300, seed=7, rules=name)
    in_cython = duel_cython.duel(name.encode(), b"simple", 300)
    found[name] = [list(totals.wins), list(in_numba.wins), in_cython]
    assert (*totals.forfeits, *in_numba.forfeits) == (0, 0, 0, 0)
print(json.dumps(found))
"""


def test_the_duels_are_those_of_python_by_any_rules(workshop):
    workshop.says(next(command for command, _ in COMMANDS if "duel_cython.pyx" in command))
    (workshop.place / "everywhere.py").write_text(EVERYWHERE, "utf-8")
    found = json.loads(workshop.says("python everywhere.py").splitlines()[-1])
    for rules in PROFILES:
        result = simulate(AsInC, "simple", rounds=300, seed=7, rules=rules, on_error="raise")
        assert found[rules] == [list(result.wins)] * 3


def test_the_engine_is_that_of_python():
    wins = simulate("greedy", "simple", rounds=10_000, seed=7, rules="eaai").wins
    printed = [told for command, told in COMMANDS if "engine" in command]
    assert printed == [f"greedy wins {wins[0]} of 10000\n"]


def test_the_search_is_that_of_python():
    """The same with Round and Seat: each action on a copy, which the strategy plays to its end."""
    round = Round.deal(7, 0)
    while not round.is_over:
        nets = []
        for action in round.legal_actions():
            copy, seat = round.copy(), round.to_move
            copy.apply(action)
            players = [Seat("greedy", 1, 0, each) for each in range(2)]
            while not copy.is_over:
                copy.apply(players[copy.to_move].choose(copy))
            nets.append(copy.result.scored[seat] - copy.result.scored[1 - seat])
        round.apply(round.legal_actions()[nets.index(max(nets))])
    result = round.result
    kind = gin_fast.state.actions.KINDS.index(result.kind)
    printed = f"(({kind}, {result.draws}), {result.scored})\n"
    assert [told for command, told in COMMANDS if "search" in command] == [printed]


def test_an_extension_of_another_version_is_refused(workshop):
    """Built with a header of another version, it cannot be imported, and says why."""
    text = (Path(gin_fast.get_include()) / "gin_fast.h").read_text("utf-8")
    view = VIEW_VERSION
    for name, value, why, shown in (
        ("GF_API_MAJOR", 2, "the major version is another", f"2.0, view {view}"),
        ("GF_API_MINOR", 9, "what is installed is older", f"1.9, view {view}"),
        ("GF_VIEW_VERSION", 99, "the version of the view is another", "1.0, view 99"),
    ):
        place = workshop.place / name
        place.mkdir()
        changed = re.sub(rf"(#define {name}) .*", rf"\1 {value}", text)
        (place / "gin_fast.h").write_text(changed, "utf-8")
        shutil.copy(workshop.place / "search.c", place)
        setup = (workshop.place / "setup.py").read_text("utf-8")
        (place / "setup.py").write_text(setup.replace("[get_include()]", "['.']"), "utf-8")
        workshop.says(f"cd {name} && python setup.py -q build_ext --inplace")
        done = workshop.run(f"cd {name} && python -c 'import search'")
        assert done.returncode == 1
        assert f"ImportError: gin_fast is not as it was built for: {why}" in done.stderr
        told = f"(C interface 1.0, view {view}, installed; {shown}, in the header)"
        assert told in done.stderr


def test_an_extension_without_the_native_engine_is_refused(workshop):
    workshop.says("python setup.py -q build_ext --inplace")
    code = "import sys; sys.modules['gin_fast.native.capi'] = None; import search"
    done = workshop.run(f'python -c "{code}"')
    assert done.returncode == 1
    assert "ImportError: the C interface needs the native engine, which is not built" in done.stderr
