"""Where nothing can be written, or no folder is left: the message names what failed, what was there
stays, and nothing is left behind."""

from __future__ import annotations

import subprocess
import sys

import pytest
from commands import environment, fails, posix, run

pytestmark = posix

WRITERS = {
    "checkpoint": ["simulate", "simple", "simple", "--rounds", "9", "--checkpoint", "{}/it.json"],
    "pairs": ["tournament", "simple", "random", "--games", "2", "--checkpoint", "{}"],
    "rows": ["record", "simple", "simple", "{}/rows", "--rounds", "9"],
    "picture": ["simulate", "simple", "simple", "--rounds", "9", "--plot", "{}/it.svg"],
    "sheet": ["score", "{}/it.json", "--rules", "classic", "--players", "A", "B", "--dealer", "A"],
    "game": ["play", "--seed", "7", "--save", "{}/it.json"],
}
"""Every command that writes a file."""
NEEDED = {"rows": "pyarrow", "picture": "matplotlib"}

FULL = """
import resource, runpy, sys
sys.argv[0] = "gin-fast"
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
runpy.run_module("gin_fast", run_name="__main__", alter_sys=True)
"""
GONE = """
import os, runpy, sys, tempfile
sys.argv[0] = "gin-fast"
import gin_fast.cli.simulate, gin_fast.cli.score, gin_fast.cli.play
os.chdir(place := tempfile.mkdtemp())
os.rmdir(place)
runpy.run_module("gin_fast", run_name="__main__", alter_sys=True)
"""


def done(program, writer, place, typed=b""):
    arguments = [each.format(place) for each in WRITERS[writer]]
    pytest.importorskip(NEEDED.get(writer, "numpy"))
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input=typed,
        capture_output=True,
        timeout=120,
        env=environment(),
    )


@pytest.mark.parametrize("writer", WRITERS)
def test_a_full_disk_is_told(tmp_path, writer):
    """A limit to the size of files is met as a full disk is: half-way."""
    ended = done(FULL, writer, tmp_path)
    message = ended.stderr.decode()
    assert ended.returncode in (1, 2)
    assert message.startswith("gin-fast: ")
    assert message.count("\n") == 1
    assert str(tmp_path) in message
    assert "File too large" in message
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


@pytest.mark.parametrize("writer", ["checkpoint", "pairs", "sheet", "game"])
def test_a_full_disk_harms_nothing_that_was_there(tmp_path, writer):
    run(*(each.format(tmp_path) for each in WRITERS[writer]), typed="")
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    assert before
    ended = done(FULL, writer, tmp_path, b"A 0 30\n" if writer == "sheet" else b"1\n")
    assert ended.returncode in (1, 2)
    assert b"File too large" in ended.stderr
    assert {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()} == before


@pytest.mark.parametrize("writer", WRITERS)
def test_a_working_directory_that_was_deleted(writer):
    ended = done(GONE, writer, "deep" if writer == "pairs" else ".")
    message = ended.stderr.decode()
    assert ended.returncode in (1, 2)
    assert message.startswith("gin-fast: ")
    assert message.count("\n") == 1
    assert "Errno" not in message
    assert "it." in message or "rows" in message or "deep" in message


@pytest.mark.parametrize(
    "arguments", [["simulate", "simple", "simple"], ["hand", "AC 2C"], ["rules"]]
)
def test_what_needs_no_directory_does_without(arguments):
    ended = subprocess.run(
        [sys.executable, "-c", GONE, *arguments],
        capture_output=True,
        timeout=120,
        env=environment(),
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("place", ["none/it.svg", "it.svg"])
def test_a_picture_that_could_not_be_put_there_is_told_before_the_work(tmp_path, place):
    pytest.importorskip("matplotlib")
    (tmp_path / "it.svg").mkdir()
    message = fails(
        *("simulate", "simple", "simple", "--rounds", "1e15", "--plot", str(tmp_path / place))
    )
    assert "there is no such folder" in message or "Is a directory" in message
