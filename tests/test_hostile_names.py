"""A file is data: whatever strategies, modules and commands it names, reading it runs none of them.

Each name here would leave a mark, in a way of its own, if anything looked it up.
"""

import json
import secrets

import numpy as np
import pytest
from commands import fails, posix, run

from gin_fast import Game, Match, Round, Rules, Scorepad, View, simulate
from gin_fast.game import records
from gin_fast.interop import openspiel
from gin_fast.simulation.checkpoints import sealed

pytestmark = posix


@pytest.fixture(params=["file", "module", "program"])
def marking(request, tmp_path, monkeypatch):
    """The name of a strategy that leaves a mark when it is looked up or played, and the mark."""
    module = f"evil_{secrets.token_hex(8)}"  # one that nobody has imported yet
    code = "open('mark', 'w').close()\n\n\nclass Evil:\n    def act(self, view): return 0\n"
    (tmp_path / f"{module}.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names = {"file": f"{module}.py:Evil", "module": f"{module}:Evil", "program": "exec:touch mark"}
    return names[request.param], tmp_path / "mark"


@pytest.fixture
def name(marking):
    """The name alone; at the end there must be no mark."""
    name, mark = marking
    yield name
    assert not mark.exists()


def test_the_marks_are_left_where_a_name_is_played(marking):
    name, mark = marking
    simulate(name, "simple", rounds=1, seed=1, threads=1)
    assert mark.exists()


@pytest.fixture
def saved(tmp_path, name):
    """A game saved by ``play`` that names the strategy."""
    file = tmp_path / "play.json"
    game = Game("eaai", seed=7)
    game.apply("pass")
    told = {"format": "gin_fast play", "version": 1, "strategy": name, "game": game.record()}
    file.write_text(json.dumps(told))
    return str(file)


def test_a_saved_game_is_replayed(saved):
    assert "not over, seat 1 to move" in run("replay", saved)


def test_a_saved_game_is_played_on_against_what_the_command_line_names(saved, name):
    message = fails("play", "--save", saved)
    assert "is not built in" in message
    assert "name it again" in message
    assert "does not fit the game" in fails("play", "greedy", "--save", saved)


def test_a_saved_game_goes_on_when_its_strategy_is_named_again(tmp_path):
    (tmp_path / "own.py").write_text(
        "import gin_fast\n\n\nclass Own(gin_fast.Strategy):\n    def draw(self, view): ...\n"
        "    def discard(self, view): ...\n"
    )
    own, file = f"{tmp_path}/own.py:Own", str(tmp_path / "play.json")
    options = ("--rules", "eaai", "--seed", "7", "--save", file)
    assert "own.py:Own" in run("play", own, *options, typed="quit\n")
    assert "name it again" in fails("play", "--save", file)
    assert "own.py:Own" in run("play", own, "--save", file, typed="quit\n")


def of_round(name):
    return {**Round.deal(seed=7).record(), "strategy": name}


def of_game(name):
    return {**Game(seed=7).record(), "strategies": [name, name]}


def of_match(name):
    return {**Match(seed=7, rules="tournament").record(), "strategies": [name, name]}


def with_rules(name):
    return {**Round.deal(seed=7).record(), "rules": name}


def with_action(name):
    return {**Round.deal(seed=7).record(), "actions": [f"0 {name}"]}


@pytest.mark.parametrize("made", [of_round, of_game, of_match, with_rules, with_action])
def test_records(tmp_path, name, made):
    file = tmp_path / "record.jsonl"
    file.write_text(json.dumps(made(name)) + "\n")
    with pytest.raises(ValueError, match="line 1"):
        records.read(file)
    assert "line 1" in fails("replay", str(file))


def test_logs(tmp_path, name):
    file = tmp_path / "log.jsonl"
    game = Game(seed=7)
    with records.Log(file, game):
        pass
    head = {**json.loads(file.read_text()), "strategy": name}
    file.write_text(json.dumps(head) + "\n")
    with pytest.raises(ValueError, match="unknown field"):
        records.read(file)


def test_checkpoints(tmp_path, name):
    file = tmp_path / "run.json"

    class Wrong:
        def act(self, view):
            return -1

    settings = {"rounds": 4, "seed": 7, "threads": 1, "checkpoint": file}
    simulate(Wrong, "simple", **settings)
    stored = json.loads(file.read_text())
    del stored["sha256"]
    assert stored["faults"]
    for fault in stored["faults"]:
        fault["strategy"] = fault["error"] = name
    file.write_bytes(sealed(stored))
    told = simulate(Wrong, "simple", **settings).faults
    assert {fault.strategy for fault in told} == {name}
    for changed in ({"a": name}, {"b": name}, {"strategies": [name, name]}):
        file.write_bytes(sealed({**stored, "settings": {**stored["settings"], **changed}}))
        with pytest.raises(ValueError, match="checkpoint"):
            simulate(Wrong, "simple", **settings)
        message = fails("simulate", "simple", "simple", "--rounds", "4", "--checkpoint", str(file))
        assert "checkpoint" in message


def test_recorded_rows(tmp_path, name):
    parquet = pytest.importorskip("pyarrow.parquet")
    from gin_fast.engine import playout
    from gin_fast.simulation import recording

    rows = playout.tally("simple", "simple", 7, 0, 4, log="rounds").rows
    place = tmp_path / "rows"
    settings = {"a": name, "b": name, "strategies": [name, name]}
    recorder = recording.Recorder(place, "rounds", settings)
    recorder.add(rows)
    recorder.close()
    assert recording.settings_of(place) == settings
    recording.Recorder.resume(place, "rounds", settings, 4, recorder.last).close()
    assert np.array_equal(parquet.read_table(place)["index"], rows["index"])


def test_sheets(tmp_path, name):
    file = tmp_path / "sheet.json"
    stored = json.loads(Scorepad("classic").to_json())
    for changed in ({"players": [name, "Bob"]}, {"rules": name}, {"strategy": name}):
        file.write_text(json.dumps({**stored, **changed}))
        if "players" in changed:
            assert "Continued from" in run("score", str(file), typed="")
        else:
            fails("score", str(file), typed="")


@pytest.mark.parametrize("field", ["phase", "drawn_from", "rules", "strategy"])
def test_views(tmp_path, name, field):
    file = tmp_path / "view.json"
    file.write_text(json.dumps({**Round.deal(seed=7).view(0).to_dict(), field: name}))
    with pytest.raises(ValueError, match=r"must be|unknown field"):
        View.from_json(file.read_text())
    fails("advise", "--view", str(file))


def test_rules(name):
    for values in ({"layoffs": name}, {"strategy": name}):
        with pytest.raises(ValueError, match=r"layoffs|unknown field"):
            Rules.from_json(json.dumps({**Rules().to_dict(), **values}))


def test_states_of_openspiel(name):
    with pytest.raises(ValueError, match="expected"):
        openspiel.from_text(f"[Game]\n{name}\n[State]\n{name}\n")
