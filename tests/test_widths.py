"""Every output fits the terminal, and no word is cut."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
from functools import cache

import pytest
from click.testing import CliRunner
from commands import command, environment, posix, read_all
from rich.cells import cell_len

from gin_fast import Game, Match, Round, format_hand, parse_hand
from gin_fast.cli import cli
from gin_fast.cli.layout import PIPED
from gin_fast.rules.rules import PROFILES

WIDTHS = (20, 40, 60, 80, 100, 200)
HAND = "4H 5H 6H 7C 7D 9S TS JD QD 2C"
ASKED = "help", "rules", "h", "Ann 3 21", "classic box=x", "rules oklahoma", "classic"
NAMES = "help", "rules", "Mum knocked with 4, Dad had 23", "Ann Lee of the House, Bob", "?", "Cid"
ENTRIES = "ann", "help", "rules", "ann 3 21", "ann and bob 3 4", "bob gin 40", "a 7 5", "nonsense"
PLAYED = "help", "rules", "sheet", "hint", "pass", "draw", "discard AC", "undo", "throw", "", "q"
FILES = {
    "sheet.json": None,
    "game.json": lambda: played(Game("oklahoma", seed=7)).to_json(),
    "match.json": lambda: played(Match("tournament", seed=7)).to_json(),
    "view.json": lambda: Round.deal(seed=7).view(0).to_json(),
}
COMMANDS = [
    [],
    *([name, "--help"] for name in cli.commands),
    ["hand", HAND],
    ["hand", HAND, "KS"],
    ["hand", "".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK")],
    ["layoff", *HAND.split(), "--melds", "3S 4S 5S 6S 7S", "8C8D8H", "KC KD KH KS"],
    ["deal", "--seed", "7"],
    ["rules"],
    *(["rules", name] for name in PROFILES),
    ["rules", "modern", "--set", "gin_bonus=20", "--set", "big_gin_bonus=none"],
    ["advise", HAND, "--top", "8H", "--samples", "9"],
    ["advise", "--view", "view.json", "--samples", "9"],
    ["simulate", "simple", "greedy:knock=6", "--rounds", "20", "--seed", "7"],
    ["simulate", "simple", "greedy", "--games", "4", "--seed", "7", "--set", "box=3"],
    ["compare", "simple", "greedy", "--rounds", "20", "--seed", "7"],
    ["tournament", "simple", "random", "greedy", "--games", "4", "--seed", "7"],
    ["replay", "game.json"],
    ["replay", "match.json", "--round", "1"],
    ["score", "new.json"],
    ["score", "sheet.json", "--rules", "palace", "--players", "Ann of the North", "Bob"],
    ["play", "--seed", "7"],
    ["play", "greedy", "--seed", "3", "--rules", "oklahoma"],
]
TYPED = {"new.json": (*ASKED, *NAMES, *ENTRIES), "sheet.json": ("", *ENTRIES)}


def played(table):
    table.play("simple", "simple")
    return table


def lines_of(arguments):
    typed = PLAYED if arguments[:1] == ["play"] else TYPED.get((*arguments, "", "")[1], ())
    return "".join(f"{line}\n" for line in typed)


@cache
def files():
    return {name: make() for name, make in FILES.items() if make is not None}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name, text in files().items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)


def words(text):
    """The words of a text, without the marks of lines that go on and of heads."""
    return {word.rstrip(":") for word in text.split()} - {"\\"}


def check(text, wide, most):
    for line in text.splitlines():
        assert cell_len(line) <= most or len(line.removesuffix(" \\").split()) == 1, line
    assert words(text) <= words(wide)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_every_output_fits(arguments, tmp_path):
    def shown(columns):
        for name in TYPED:
            (tmp_path / name).unlink(missing_ok=True)
        result = CliRunner().invoke(
            cli, arguments, input=lines_of(arguments), env={"COLUMNS": str(columns)}
        )
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    wide = shown(9999)
    for most in WIDTHS:
        check(shown(most), wide, most)


def on_terminal(arguments, columns, typed=""):
    """What a command sends to a terminal of this width."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environ = environment(NO_COLOR="1")
    environ.pop("COLUMNS", None)
    process = subprocess.Popen(
        command(*arguments), stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environ
    )
    os.close(theirs)
    process.stdin.write(typed.encode())
    process.stdin.close()
    sent = read_all(ours)
    process.wait(60)
    os.close(ours)
    return re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", sent.replace("\r\n", "\n"))


@posix
@pytest.mark.parametrize("columns", [40, 80])
def test_the_width_is_that_of_the_terminal(columns):
    for arguments in (
        ["rules", "modern"],
        ["play", "--help"],
        ["play", "--seed", "7"],
        ["simulate", "simple", "greedy", "--rounds", "20", "--seed", "7"],
        ["hand", "XX"],
    ):
        sent = on_terminal(arguments, columns, lines_of(arguments))
        lines = [line for part in sent.splitlines() for line in [part.rpartition("\r")[2]]]
        assert max(map(cell_len, lines)) <= columns
        assert max(map(cell_len, lines)) > columns // 2


def test_a_pipe_has_a_width_of_its_own():
    told = CliRunner().invoke(cli, ["rules", "modern"], env={"COLUMNS": None}).stdout
    assert PIPED - 20 < max(map(len, told.splitlines())) <= PIPED
    for nonsense in ("", "0", "-5", "wide", "9" * 5000):
        result = CliRunner().invoke(cli, ["rules", "modern"], env={"COLUMNS": nonsense})
        assert result.stdout == told


def test_errors_and_json_stay_on_one_line():
    error = CliRunner().invoke(cli, ["hand", "X" * 30, "KH"], env={"COLUMNS": "40"})
    assert error.stderr.count("\n") == 1
    answer = CliRunner().invoke(cli, ["hand", HAND, "--json"], env={"COLUMNS": "40"})
    assert json.loads(answer.stdout)["hand"] == format_hand(parse_hand(HAND)).split()
    assert answer.stdout.count("\n") == 1


@posix
def test_an_example_that_is_folded_can_still_be_typed(tmp_path):
    shown = CliRunner().invoke(cli, ["advise", "--help"], env={"COLUMNS": "40"}).stdout
    begun = shown[shown.index('gin-fast advise "') :].partition("\n\n")[0]
    folded = begun.replace("gin-fast ", "echo gin-fast ").replace("\\\n    ", "\\\n")
    lines = subprocess.run(["sh", "-c", folded], capture_output=True, text=True).stdout.splitlines()
    wide = CliRunner().invoke(cli, ["advise", "--help"], env={"COLUMNS": "999"}).stdout
    assert [line.replace('"', "") for line in wide.splitlines() if '"' in line] == [
        f"  {line}" for line in lines
    ]
