"""Every file that a command or a function of this package writes, given to every command that reads
files: it is read, or the message says which command reads it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from commands import command, environment, fails, posix, run

from gin_fast import Game, Match, Round, Scorepad, simulate
from gin_fast.cli import cli
from gin_fast.game import records


def of_play(path):
    run("play", "--seed", "7", "--save", str(path), typed="")


def of_score(path):
    run("score", str(path), "--rules", "classic", "--players", "A", "B", "--dealer", "A", typed="")


def of_checkpoint(path):
    run("simulate", "simple", "simple", "--rounds", "4", "--checkpoint", str(path))


def of_view(path):
    path.write_text(Round.deal(seed=7).view(0).to_json())


def of_round(path):
    path.write_text(Round.deal(seed=7).to_json() + "\n")


def of_game(path):
    path.write_text(Game(seed=7).to_json())


def of_match(path):
    path.write_text(Match("tournament", seed=7).to_json())


def of_log(path):
    records.Log(path, Game(seed=7)).close()


def of_rows(path):
    pytest.importorskip("pyarrow")
    run("record", "simple", "simple", str(path), "--rounds", "4")


def of_a_part(path):
    place = path.with_name("rows")
    of_rows(place)
    os.rename(place / "part-000000000000000.parquet", path)


WRITERS = {
    of_play: {"play", "replay"},
    of_score: {"score"},
    of_checkpoint: {"simulate"},
    of_view: {"advise"},
    of_round: {"replay"},
    of_game: {"replay"},
    of_match: {"replay"},
    of_log: {"replay"},
    of_rows: set(),
    of_a_part: set(),
}
"""How each file is written, and the commands that read it."""

READERS = {
    "play": ["play", "--save"],
    "replay": ["replay"],
    "score": ["score"],
    "simulate": ["simulate", "simple", "simple", "--rounds", "4", "--checkpoint"],
    "advise": ["advise", "--samples", "1", "--view"],
}
"""The commands that read files, but for the file."""


def test_these_are_all_commands_that_read_files():
    """Every argument or option of any command that is a path."""
    taking = {
        name
        for name, each in cli.commands.items()
        for param in each.params
        if type(param.type).__name__ in ("Path", "File") or param.metavar in ("PATH", "FOLDER")
    }
    # The others of `simulate` read its checkpoints, in the same way.
    assert taking - {"record", "compare", "tournament"} == READERS.keys()


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("written", WRITERS, ids=lambda written: written.__name__)
def test_every_file_is_read_or_its_command_is_named(tmp_path, reader, written):
    path = tmp_path / "file"
    written(path)
    if reader in WRITERS[written]:
        run(*READERS[reader], str(path), typed="")
        return
    before = None if path.is_dir() else path.read_bytes()
    message = fails(*READERS[reader], str(path))
    right = WRITERS[written]
    if not right:
        assert "rows, which pandas, Polars and DuckDB read, and no command" in message
    for each in right - {"simulate"}:
        assert f"gin-fast {each}" in message
    if "simulate" in right:
        assert "which --checkpoint of the command that wrote it reads" in message
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", ["", "{}", "[]", "x", '{"format": "gin_fast tune"}', "PAR2"])
def test_what_nobody_wrote_is_not_given_a_command(tmp_path, reader, text):
    path = tmp_path / "file"
    path.write_text(text)
    assert "gin-fast" not in fails(*READERS[reader], str(path)).removeprefix("gin-fast:")


HOSTILE = ["pipe", "zero", "random", "hole", "folder", "link to zero", "link to itself", "locked"]
ABOUT_A_GIGABYTE = (
    "import resource, runpy, sys;"
    "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
    "sys.argv[0] = 'gin-fast'; runpy.run_module('gin_fast', run_name='__main__', alter_sys=True)"
)


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as on Linux")
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_common_file_ends_soon_and_takes_little(tmp_path, reader, kind):
    """In a line, in a few seconds, and without the memory that it would take to read it all."""
    path = tmp_path / "file"
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "zero" | "random":
            path.symlink_to(f"/dev/{'zero' if kind == 'zero' else 'urandom'}")
        case "hole":
            with open(path, "wb") as file:
                file.truncate(3 << 30)
        case "folder":
            path.mkdir()
        case "link to zero":
            (tmp_path / "zero").symlink_to("/dev/zero")
            path.symlink_to(tmp_path / "zero")
        case "link to itself":
            path.symlink_to(path)
        case "locked":
            path.write_bytes(b"\xff" * (41 << 20))
    done = subprocess.run(
        [sys.executable, "-c", ABOUT_A_GIGABYTE, *READERS[reader], str(path)],
        input=b"",
        capture_output=True,
        timeout=60,
        env=environment(OPENBLAS_NUM_THREADS="1"),
    )
    assert (done.returncode, done.stdout) == (2, b"")
    message = done.stderr.decode()
    assert message.startswith("gin-fast: ")
    assert message.count("\n") == 1
    assert "memory" not in message
    if kind == "pipe":
        what = "nothing was written to it" if reader in ("replay", "advise") else "a pipe"
        assert what in message
    assert str(path) in message or str(path)[:40] in message
    assert {each.name for each in tmp_path.iterdir()} <= {"file", "zero"}


@posix
@pytest.mark.parametrize("reader", ["replay", "advise"])
def test_what_is_only_read_may_come_through_a_pipe(tmp_path, reader):
    """As with ``replay <(zcat rounds.gz)``: it is opened once and read once."""
    path = tmp_path / "file"
    (of_view if reader == "advise" else of_play)(path)
    expected = run(*READERS[reader], str(path))
    ours, theirs = os.pipe()
    os.write(theirs, path.read_bytes())
    os.close(theirs)
    try:
        assert run(*READERS[reader], f"/dev/fd/{ours}") == expected
    finally:
        os.close(ours)


@posix
@pytest.mark.parametrize("reader", ["replay", "advise"])
def test_an_endless_standard_input_is_not_read_to_its_end(reader):
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            command(*READERS[reader], "-"), stdin=zeros, capture_output=True, timeout=60
        )
    assert done.returncode == 2
    assert b"longer than 10,000,000 characters" in done.stderr


# Two at once


@posix
@pytest.mark.parametrize("written", [of_score, of_play])
def test_two_at_once_are_refused(tmp_path, written):
    """While one is asked for its next line, another starts with the same file."""
    path = tmp_path / "file"
    written(path)
    before = path.read_bytes()
    of = "score" if written is of_score else "play"
    with subprocess.Popen(
        command(*READERS[of], str(path)), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        seen = b""
        while b"help" not in seen:
            seen += first.stdout.readline()
        assert "another program is using it" in fails(*READERS[of], str(path), typed="A 0 30\n1\n")
        assert path.read_bytes() == before
        first.communicate(b"A 0 30\n" if of == "score" else b"1\n")
        assert first.returncode == 0
    assert path.read_bytes() != before
    run(*READERS[of], str(path), typed="")


@pytest.mark.parametrize("written", [of_score, of_play])
@pytest.mark.parametrize("change", ["written", "replaced", "removed"])
def test_what_changed_meanwhile_is_not_written_over(tmp_path, monkeypatch, written, change):
    """By a program that knows nothing of locks."""
    path = tmp_path / "file"
    written(path)
    before = path.read_bytes()
    of = "score" if written is of_score else "play"

    def changed(prompt):
        match change:
            case "written":
                path.write_bytes(b"precious")
            case "replaced":
                path.with_name("other").write_bytes(before)
                os.replace(path.with_name("other"), path)
            case "removed":
                path.unlink()
        return "A 0 30" if of == "score" else "1"

    monkeypatch.setattr(f"gin_fast.cli.{of}.ask", changed)
    result = CliRunner().invoke(cli, [*READERS[of], str(path)])
    assert result.exit_code == 2
    assert "another program has changed it meanwhile" in result.stderr
    assert result.stderr.count("\n") == 1
    if change != "removed":
        assert path.read_bytes() == (b"precious" if change == "written" else before)


def test_two_that_begin_the_same_new_sheet(tmp_path, monkeypatch):
    path = tmp_path / "sheet.json"
    sheet = Scorepad("classic", players=["Ann", "Bob"]).to_json()
    monkeypatch.setattr("gin_fast.cli.score.ask", lambda prompt: path.write_text(sheet) and "")
    result = CliRunner().invoke(cli, ["score", str(path)])
    assert result.exit_code == 2
    assert "cannot save to" in result.stderr
    assert path.read_text() == sheet


def test_a_log_that_another_writes_is_left_alone(tmp_path):
    path = tmp_path / "log.jsonl"
    game = Game("classic", seed=7)
    with records.Log(path, game) as log:
        game.play("simple", "simple")
        before = path.read_bytes() + b"more\n"
        path.write_bytes(before)
        with pytest.raises(OSError, match="another program has changed it"):
            log.save()
        assert path.read_bytes() == before
        path.unlink()
        with pytest.raises(OSError, match="another program has changed it"):
            log.save()


@posix
def test_a_log_has_one_writer(tmp_path):
    path = tmp_path / "log.jsonl"
    game = Game("classic", seed=7)
    with records.Log(path, game) as log:
        with pytest.raises(OSError, match="another program is using it"):
            records.Log(path, game, resume=True)
        game.play("simple", "simple")
        log.save()
    with records.Log(path, game, resume=True):
        pass
    assert records.read(path).table == game


def test_a_checkpoint_that_another_writes_is_left_alone(tmp_path):
    path = tmp_path / "state.json"

    def changed(done, asked):
        path.write_bytes(b"precious")

    with pytest.raises(OSError, match="another program has changed it"):
        simulate("simple", "simple", rounds=10, seed=1, checkpoint=path, progress=changed)
    assert path.read_bytes() == b"precious"
    assert [each.name for each in tmp_path.iterdir()] == ["state.json"]
