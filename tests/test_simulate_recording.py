"""Simulations whose rounds and decisions are written down as they are played."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from commands import posix
from own import Clumsy

from gin_fast import simulate
from gin_fast.answers.rows import COLUMNS
from gin_fast.engine import games, playout
from gin_fast.simulation import recording
from gin_fast.simulation.recording import Recorder, parts_of, settings_of

parquet = pytest.importorskip("pyarrow.parquet")

SETTING = {"seed": 7, "mirrored": True}
DOCS = Path(__file__).parent.parent / "docs" / "recording.md"


def read(path):
    return [row for part in parts_of(path) for row in parquet.read_table(part).to_pylist()]


def numbers(path):
    return [row["number"] for row in read(path)]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What one thread records: the directories, and the result."""
    path = tmp_path_factory.mktemp("alone")
    places = {"record": path / "rounds", "record_decisions": path / "decisions"}
    return path, simulate("greedy", "simple", rounds=400, threads=1, **places, **SETTING)


def test_what_is_recorded_is_what_is_played(alone):
    path, result = alone
    rounds, decisions = read(path / "rounds"), read(path / "decisions")
    assert result == simulate("greedy", "simple", rounds=400, **SETTING)
    assert [row["number"] for row in rounds] == [*range(400)]
    for side, name in enumerate("ab"):
        assert sum(row["winner"] == name for row in rounds) == result.wins[side]
        assert sum(row[f"scored_{name}"] for row in rounds) == result.points[side]
    logged = playout.tally("greedy", "simple", 7, 0, 400, mirrored=True, log="decisions")
    assert [row["action"] for row in decisions] == logged.decisions["action"].tolist()
    for kind in ("rounds", "decisions"):
        settings = settings_of(path / kind)
        assert (settings["a"], settings["b"], settings["seed"]) == ("greedy", "simple", 7)
        assert settings["rules"]["knock_limit"] == 10


@pytest.mark.parametrize("how", ["threads", "thread pool", "processes"])
def test_any_split_records_the_same(alone, tmp_path, how):
    path, result = alone
    places = {"record": tmp_path / "rounds", "record_decisions": tmp_path / "decisions"}
    if how == "threads":
        again = simulate("greedy", "simple", rounds=400, threads=3, **places, **SETTING)
    else:
        with (ThreadPoolExecutor if how == "thread pool" else ProcessPoolExecutor)(2) as pool:
            again = simulate("greedy", "simple", rounds=400, executor=pool, **places, **SETTING)
    assert again == result
    for kind in ("rounds", "decisions"):
        assert read(tmp_path / kind) == read(path / kind)


def test_only_decisions(alone, tmp_path):
    path, _ = alone
    simulate("greedy", "simple", rounds=400, record_decisions=tmp_path / "moves", **SETTING)
    assert read(tmp_path / "moves") == read(path / "decisions")
    assert [each.name for each in tmp_path.iterdir()] == ["moves"]


def test_games(tmp_path):
    result = simulate("greedy", "simple", games=6, record=tmp_path / "rounds", **SETTING)
    logged = games.tally_games("greedy", "simple", 7, 0, 6, mirrored=True, log="rounds")
    rows = read(tmp_path / "rounds")
    assert [row["round_of_game"] for row in rows] == logged.rows["round_of_game"].tolist()
    assert len(rows) == result.tally.rounds.rounds


def test_forfeits(tmp_path):
    simulate(Clumsy, "simple", rounds=40, record=tmp_path / "rounds", **SETTING)
    assert sum(row["kind"] == "forfeit" for row in read(tmp_path / "rounds")) > 3
    with pytest.raises(RuntimeError, match="Clumsy"):
        simulate(
            Clumsy, "simple", rounds=40, record=tmp_path / "raised", on_error="raise", **SETTING
        )
    # What was finished before is kept; if nothing was, there is no folder.
    found = numbers(tmp_path / "raised") if (tmp_path / "raised").exists() else []
    assert found == [*range(len(found))]


def test_going_on(alone, tmp_path):
    path, result = alone
    setting = {
        "record": tmp_path / "rounds",
        "record_decisions": tmp_path / "decisions",
        "checkpoint": tmp_path / "state.json",
        **SETTING,
    }
    simulate("greedy", "simple", rounds=100, **setting)
    state = (tmp_path / "state.json").read_bytes()
    simulate("greedy", "simple", rounds=300, **setting)
    # As if it had been killed after this much was recorded, but before the checkpoint was.
    (tmp_path / "state.json").write_bytes(state)
    assert simulate("greedy", "simple", rounds=400, **setting) == result
    for kind in ("rounds", "decisions"):
        assert read(tmp_path / kind) == read(path / kind)
        assert len(parts_of(tmp_path / kind)) == 2
    # And once more, with nothing left to play.
    assert simulate("greedy", "simple", rounds=400, **setting) == result
    assert read(tmp_path / "rounds") == read(path / "rounds")


def test_what_does_not_fit_the_checkpoint(tmp_path):
    setting = {"rounds": 20, "checkpoint": tmp_path / "state.json", **SETTING}
    simulate("greedy", "simple", record=tmp_path / "rounds", **setting)
    for places, said in (
        ({}, "recorded rounds, but this run records nothing"),
        ({"record_decisions": tmp_path / "moves"}, "this run records decisions"),
    ):
        with pytest.raises(ValueError, match=said):
            simulate("greedy", "simple", **places, **setting)
    with pytest.raises(ValueError, match="elsewhere should have 20 rows, not 0"):
        simulate("greedy", "simple", record=tmp_path / "elsewhere", **setting)
    state = json.loads((tmp_path / "state.json").read_text())
    for damage in (3, [], {"rounds": "20"}, {"rounds": True}, {"rounds": -1}):
        state["settings"]["recorded"] = damage
        (tmp_path / "state.json").write_text(json.dumps(state))
        with pytest.raises(
            (ValueError, TypeError), match=r"state\.json is not a checkpoint|^rows must be "
        ):
            simulate("greedy", "simple", record=tmp_path / "rounds", **setting)
    assert numbers(tmp_path / "rounds") == [*range(20)]


def test_places_that_are_taken(tmp_path):
    with pytest.raises(ValueError, match="to two directories, not both to"):
        simulate("simple", "random", record=tmp_path / "a", record_decisions=tmp_path / "a")
    assert [*tmp_path.iterdir()] == []
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="is not empty"):
        simulate("simple", "random", record=tmp_path, checkpoint=tmp_path / "state.json")
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(TypeError, match=r"^record must be a path, not 5$"):
        simulate("simple", "random", record=5)


def test_what_fails_before_its_first_round_leaves_no_folder(tmp_path):
    class Broken:
        def act(self, view):
            raise KeyError("all of it")

    there = tmp_path / "a" / "rounds"
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "x").write_text("x")
    for error, more in (
        (FileNotFoundError, {"checkpoint": tmp_path / "nowhere" / "state.json"}),
        (ValueError, {"checkpoint": taken}),
        (FileExistsError, {"record_decisions": taken}),
        (RuntimeError, {"on_error": "raise"}),
    ):
        with pytest.raises(error):
            simulate(Broken, "simple", rounds=10, seed=1, record=there, **more)
        assert list(tmp_path.iterdir()) == [taken]
    empty = tmp_path / "empty"
    empty.mkdir()  # it was there before
    with pytest.raises(RuntimeError):
        simulate(Broken, "simple", rounds=10, seed=1, record=empty, on_error="raise")
    assert list(empty.iterdir()) == []


def test_a_part_that_is_torn_is_named(tmp_path):
    places = {"record": tmp_path / "rounds", "checkpoint": tmp_path / "state.json"}
    simulate("simple", "simple", rounds=100, seed=1, **places)
    (part,) = parts_of(tmp_path / "rounds")
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(
        ValueError, match=f"{re.escape(str(part))} is not a complete Parquet file: "
    ):
        simulate("simple", "simple", rounds=200, seed=1, **places)
    with pytest.raises(
        ValueError, match=f"{re.escape(str(part))} is not a complete Parquet file: "
    ):
        settings_of(tmp_path / "rounds")
    assert list(parts_of(tmp_path / "rounds")) == [part]
    (tmp_path / "state.json").unlink()
    simulate("simple", "simple", rounds=100, seed=1, checkpoint=tmp_path / "state.json")
    with pytest.raises(ValueError, match="recorded nothing"):
        simulate("simple", "simple", rounds=200, seed=1, **places)


def test_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install gin_fast\[parquet\]"):
        simulate("simple", "random", record=tmp_path / "rounds")


@posix
def test_a_link_planted_at_the_name_of_a_part_is_not_followed(tmp_path):
    victim, place = tmp_path / "victim", tmp_path / "rounds"
    victim.write_bytes(b"precious")
    rows = playout.tally("simple", "random", 1, 0, 5, log="rounds").rows
    recorder = Recorder(place, "rounds", {})
    (place / "part-000000000000000.parquet").symlink_to(victim)
    recorder.add(rows)
    with pytest.raises(FileExistsError, match="part-0"):
        recorder.close()
    assert victim.read_bytes() == b"precious"


KILLED = """
import sys
from gin_fast import simulate
from gin_fast.simulation import keeping, recording
recording.ROWS_OF_PART["rounds"] = 500
keeping._CHECKPOINT_SECONDS = 0.2
rounds, path = int(sys.argv[1]), sys.argv[2]
simulate("simple", "random", rounds=rounds, seed=3, record=f"{path}/rounds",
         checkpoint=f"{path}/state.json")
"""


@posix
@pytest.mark.usefixtures("native")
def test_a_killed_run_goes_on(tmp_path):
    """Killed at any moment, its parts can be read, and it goes on where its checkpoint says."""
    state, sure = tmp_path / "state.json", 0
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(2**40), tmp_path])
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            time.sleep(0.05)
            if state.exists() and json.loads(state.read_text())["done"] > sure:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = numbers(tmp_path / "rounds")
        sure = json.loads(state.read_text())["done"]
        assert found == [*range(len(found))]
        assert len(found) >= sure > 0
    rounds = sure + 700
    simulate(
        "simple", "random", rounds=rounds, seed=3, record=tmp_path / "rounds", checkpoint=state
    )
    assert numbers(tmp_path / "rounds") == [*range(rounds)]
    last = playout.tally("simple", "random", 3, rounds - 900, 900, log="rounds").rows
    assert [row["scored_a"] for row in read(tmp_path / "rounds")[-900:]] == last[
        "scored_a"
    ].tolist()


@pytest.mark.usefixtures("native")
def test_the_examples_of_the_docs(tmp_path, monkeypatch, capsys):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for example in re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL):
        exec(example, names)
    told = capsys.readouterr().out
    assert "undercut" in told
    assert "\n1\n" in told


def test_the_docs_tell_every_column():
    text = DOCS.read_text(encoding="utf-8")
    for columns in COLUMNS.values():
        for column in columns:
            assert re.search(
                rf"^\| `{column.name}` \| .* \| {re.escape(column.doc)} \|$", text, re.M
            )


@pytest.mark.usefixtures("native")
def test_a_damaged_part_is_never_resumed(tmp_path, monkeypatch):
    """Whichever part it is, and wherever in it."""
    monkeypatch.setitem(recording.ROWS_OF_PART, "rounds", 40)
    run = {"seed": 3, "record": tmp_path / "rounds", "checkpoint": tmp_path / "state.json"}
    for rounds in (100, 130):  # parts that are not full too
        simulate("simple", "random", rounds=rounds, **run)
    parts = parts_of(tmp_path / "rounds")
    whole = [part.read_bytes() for part in parts]
    assert len(parts) == 4
    dice = random.Random(5)
    for number in range(120):
        part, good = parts[number % 4], whole[number % 4]
        damaged = bytearray(good)
        at, length = dice.randrange(len(good)), dice.choice((1, 8, 200))
        damaged[at : at + length] = dice.randbytes(len(damaged[at : at + length]))
        if damaged == good:
            continue
        part.write_bytes(damaged)
        with pytest.raises(ValueError, match=re.escape(str(tmp_path))) as raised:
            simulate("simple", "random", rounds=200, **run)
        assert "\n" not in str(raised.value)
        part.write_bytes(good)
    parts[1].write_bytes(whole[0])
    with pytest.raises(ValueError, match="was changed or damaged"):
        simulate("simple", "random", rounds=200, **run)
    parts[1].write_bytes(whole[1])
    simulate("simple", "random", rounds=200, **run)
    assert numbers(tmp_path / "rounds") == [*range(200)]


@posix
def test_two_runs_never_share_a_folder_or_a_checkpoint(tmp_path):
    """The second is told, before it plays, and the first goes on unharmed."""
    place, state = tmp_path / "rounds", tmp_path / "state.json"
    refused = []

    def second(done, asked):
        if refused:
            return
        for settings in ({"record": place}, {"checkpoint": state}):
            with pytest.raises(OSError, match="another program is using it"):
                simulate("simple", "random", rounds=10, seed=3, threads=1, **settings)
            refused.append(settings)

    simulate("simple", "random", rounds=60, seed=3, record=place, checkpoint=state, progress=second)
    assert len(refused) == 2
    assert numbers(place) == [*range(60)]
    simulate("simple", "random", rounds=80, seed=3, record=place, checkpoint=state)
    assert numbers(place) == [*range(80)]


def test_what_a_killed_run_left_does_not_hinder_the_next(tmp_path):
    place = tmp_path / "rounds"
    place.mkdir()
    (place / f".part-000000000000000.parquet.{'0' * 16}.new").write_bytes(b"PAR1")
    simulate("simple", "random", rounds=10, seed=3, record=place)
    assert [each.name for each in place.iterdir()] == ["part-000000000000000.parquet"]
