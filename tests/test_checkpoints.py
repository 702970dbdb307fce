"""Checkpoints: a run that was killed goes on, and gives what it would have given."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time

import pytest
from commands import posix
from own import Clumsy

from gin_fast import checkpoints, simulate

SETTINGS = {"rounds": 40_000, "seed": 11, "mirrored": True}


def stored(path):
    return json.loads(path.read_text())


def test_it_is_written_and_read(native, tmp_path):
    path = tmp_path / "state.json"
    result = simulate("greedy", "simple", checkpoint=path, **SETTINGS)
    assert result == simulate("greedy", "simple", **SETTINGS)
    settings, done, tally = checkpoints.load(path)
    assert (done, tally) == (40_000, result.tally)
    assert settings["a"] == "greedy"
    assert [each.name for each in tmp_path.iterdir()] == ["state.json"]
    # What is finished is not played again.
    assert simulate("greedy", "simple", checkpoint=path, **SETTINGS) == result


def test_more_rounds_go_on(native, tmp_path):
    path = tmp_path / "state.json"
    for rounds in (1000, 1000, 5000, 20_000):
        result = simulate("greedy", "simple", rounds=rounds, seed=3, checkpoint=path)
        assert result == simulate("greedy", "simple", rounds=rounds, seed=3)
    with pytest.raises(ValueError, match="has 20000 done already, more than 1000"):
        simulate("greedy", "simple", rounds=1000, seed=3, checkpoint=path)


def test_the_seed_is_that_of_the_file(native, tmp_path):
    path = tmp_path / "state.json"
    first = simulate("simple", "simple", rounds=100, checkpoint=path)
    second = simulate("simple", "simple", rounds=200, checkpoint=path)
    assert second == simulate("simple", "simple", rounds=200, seed=first.seed)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"a": "simple"}, "a is 'greedy' there, and 'simple' here"),
        ({"a": "greedy:knock=3"}, "a is"),
        ({"seed": 12}, "seed is 11 there, and 12 here"),
        ({"rules": "eaai"}, "rules is"),
        ({"mirrored": False}, "mirrored is True there, and False here"),
        ({"rounds": None, "games": 40_000}, "of_games is False there, and True here"),
        ({"on_error": "raise"}, "on_error is"),
        ({"stop_when": "decided"}, "stop_when is None there, and 'decided' here"),
    ],
)
def test_other_settings_are_refused(native, tmp_path, change, named):
    path = tmp_path / "state.json"
    simulate("greedy", "simple", checkpoint=path, **SETTINGS)
    before = path.read_bytes()
    settings = {"a": "greedy", "b": "simple", **SETTINGS, **change}
    with pytest.raises(ValueError, match=f"is of other settings: {named}"):
        simulate(settings.pop("a"), settings.pop("b"), checkpoint=path, **settings)
    assert path.read_bytes() == before


def test_games_and_faults_and_rules_for_stopping(native, tmp_path):
    for number, settings in enumerate(
        (
            {"a": "greedy", "games": 300},
            {"a": Clumsy, "rounds": 400},
            {"a": "greedy", "rounds": 10**6, "stop_when": "error<0.4"},
        )
    ):
        path = tmp_path / f"{number}.json"
        a = settings.pop("a")
        once = simulate(a, "simple", seed=4, checkpoint=path, **settings)
        again = simulate(a, "simple", seed=4, checkpoint=path, **settings)
        assert once == again == simulate(a, "simple", seed=4, **settings)


def damaged():
    """Texts that are no checkpoint, made from one that is."""
    yield ""
    yield "{}"
    yield "[1, 2"
    yield "null"


@pytest.mark.parametrize("text", damaged())
def test_what_is_no_checkpoint(tmp_path, text):
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="is no checkpoint"):
        simulate("simple", "simple", rounds=10, checkpoint=path)
    assert path.read_text() == text


def test_a_changed_checkpoint_is_refused(tmp_path):
    path = tmp_path / "state.json"
    simulate(Clumsy, "random", rounds=300, seed=5, checkpoint=path)
    good = stored(path)
    assert good["faults"]
    changes = [
        ("format", "x"),
        ("version", 2),
        ("done", "3"),
        ("done", -1),
        ("rounds", {}),
        ("rounds", {**good["rounds"], "rounds": 1.5}),
        ("rounds", {**good["rounds"], "more": 1}),
        ("counts", {**good["counts"], "draws": [1]}),
        ("counts", {**good["counts"], "draws": 5}),
        ("faults", [{}]),
        ("faults", [{**good["faults"][0], "view": {}}]),
        ("games", []),
    ]
    for name, value in changes:
        path.write_text(json.dumps({**good, name: value}))
        with pytest.raises(ValueError, match="is no checkpoint"):
            simulate(Clumsy, "random", rounds=300, seed=5, checkpoint=path)
    for name in good:
        path.write_text(json.dumps({key: value for key, value in good.items() if key != name}))
        with pytest.raises(ValueError, match="is no checkpoint"):
            simulate(Clumsy, "random", rounds=300, seed=5, checkpoint=path)


def test_a_folder_that_is_not_there_is_told_at_once(tmp_path):
    with pytest.raises(FileNotFoundError):
        simulate("simple", "simple", rounds=10**12, checkpoint=tmp_path / "no" / "state.json")


PROGRAM = """
import sys
import gin_fast.simulation
gin_fast.simulation._CHECKPOINT_SECONDS = 0.02
result = gin_fast.simulation.simulate(
    "greedy", "simple", rounds=400_000, seed=11, mirrored=True, threads=2, checkpoint=sys.argv[1]
)
print(result.to_dict())
"""


@posix
def test_a_run_that_is_killed_goes_on(native, tmp_path):
    """At random moments, twenty times."""
    path = tmp_path / "state.json"
    command = [sys.executable, "-c", PROGRAM, str(path)]
    rng = random.Random(5)
    reached = [0]
    for _ in range(20):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        before, deadline = reached[-1], time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if path.exists() and stored(path)["done"] > before:
                break  # it has gone on
            time.sleep(0.005)
        time.sleep(rng.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        reached.append(stored(path)["done"])  # it is whole, whenever the kill came
    assert reached == sorted(reached)
    done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    alone = simulate("greedy", "simple", rounds=400_000, seed=11, mirrored=True)
    assert done.strip() == str(alone.to_dict())
