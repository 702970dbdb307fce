"""Whatever way a strategy fails, a command says so in one line: no traceback, exit code 0 or 2."""

import re

import pytest
from click.testing import CliRunner
from commands import posix

from gin_fast.cli import cli

OWN = """
import sys
from gin_fast import Strategy

class Failing(Strategy):
    def draw(self, view):
        return "stock"
    def discard(self, view):
        return 0
    def act(self, view):
        return self.answer(view)

class Unspeakable(Exception):
    def __str__(self):
        raise ValueError

def decides(answer):
    return type("Decides", (Failing,), {"answer": answer})

def fails(error):
    def answer(self, view):
        raise error
    return decides(answer)

raises = fails(KeyError("a\\nb"))
leaves = fails(SystemExit(0))
memory = fails(MemoryError())
stops = fails(StopIteration())
ends = fails(GeneratorExit())
unspeakable = fails(Unspeakable())
long = fails(ValueError("x" * 100000))
recurses = decides(lambda self, view: self.act(view))
prints = decides(lambda self, view: "so\\nwhat?")
silent = decides(lambda self, view: None)
illegal = decides(lambda self, view: 593)
wrong = decides(lambda self, view: object())

class At_init(Failing):
    def __init__(self):
        sys.exit("no")

class At_begin(Failing):
    def begin(self, rng):
        raise OSError("begin")

def makes_nothing():
    return 7

def makes_an_exit():
    sys.exit(0)
"""
DECIDING = re.findall(r"^(\w+) = |^class (At_\w+)|^def (makes_\w+)", OWN, re.MULTILINE)
DECIDING = [next(filter(None, names)) for names in DECIDING]
REFUSED = {
    "leaves.py": "import sys\nsys.exit(0)\n",
    "raises.py": "raise KeyError('a')\n",
    "recurses.py": "def f():\n    f()\nf()\n",
    "syntax.py": "def f(\n",
    "bytes.py": "\0",
    "meta.py": "class Meta(type):\n    def __getattr__(cls, name):\n        raise RuntimeError\n"
    "class X(metaclass=Meta):\n    def act(self, view):\n        return 0\n",
}
COMMANDS = {
    "play": ["--seed", "1"],
    "simulate": ["simple", "--rounds", "3", "--on-error", "raise"],
    "compare": ["simple", "--rounds", "4", "--on-error", "raise"],
    "tournament": ["simple", "--games", "2", "--on-error", "raise"],
}
PROGRAMS = ["false", "true", "echo so", "yes", "sh -c 'exit 3'", "sh -c 'kill -9 $$'"]


def said(verb, name):
    arguments = [verb, name, *COMMANDS[verb]]
    result = CliRunner().invoke(cli, arguments, input="pass\n" + "1\n" * 200)
    assert result.exit_code == 2, result.output
    assert re.fullmatch(r"gin-fast: \S.{1,900}\n", result.stderr)
    return result.stderr


@pytest.mark.parametrize("verb", COMMANDS)
@pytest.mark.parametrize("name", DECIDING)
def test_a_strategy_that_fails_is_one_line(tmp_path, verb, name):
    (tmp_path / "own.py").write_text(OWN)
    line = said(verb, f"{tmp_path / 'own.py'}:{name}")
    assert f"own.py:{name}' in seat " in line


@posix
@pytest.mark.parametrize("verb", COMMANDS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_fails_is_one_line(verb, program):
    assert "in seat " in said(verb, f"exec:{program}")


@pytest.mark.parametrize("verb", COMMANDS)
@pytest.mark.parametrize("file", REFUSED)
def test_a_module_that_fails_is_one_line(tmp_path, verb, file):
    (tmp_path / file).write_text(REFUSED[file])
    assert "no strategy at" in said(verb, f"{tmp_path / file}:X")
