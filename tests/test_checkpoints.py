"""Checkpoints: a run that was killed goes on, and gives what it would have given."""

from __future__ import annotations

import copy
import errno
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial

import pytest
from commands import posix
from own import Clumsy, Lowest

import gin_fast
from gin_fast import simulate
from gin_fast.simulation import checkpoints
from gin_fast.strategies.players import as_player

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
    with pytest.raises(ValueError, match="already has 20000 done, more than 1000"):
        simulate("greedy", "simple", rounds=1000, seed=3, checkpoint=path)


def test_the_seed_is_that_of_the_file(native, tmp_path):
    path = tmp_path / "state.json"
    first = simulate("simple", "simple", rounds=100, checkpoint=path)
    second = simulate("simple", "simple", rounds=200, checkpoint=path)
    assert second == simulate("simple", "simple", rounds=200, seed=first.seed)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"a": "simple"}, "a is 'greedy' there, but 'simple' here"),
        ({"a": "greedy:knock=3"}, "a is"),
        ({"seed": 12}, "seed is 11 there, but 12 here"),
        ({"rules": "eaai"}, "rules is"),
        ({"mirrored": False}, "mirrored is True there, but False here"),
        ({"rounds": None, "games": 40_000}, "of_games is False there, but True here"),
        ({"on_error": "raise"}, "on_error is"),
        ({"stop_when": "decided"}, "stop_when is None there, but 'decided' here"),
    ],
)
def test_other_settings_are_refused(native, tmp_path, change, named):
    path = tmp_path / "state.json"
    simulate("greedy", "simple", checkpoint=path, **SETTINGS)
    before = path.read_bytes()
    settings = {"a": "greedy", "b": "simple", **SETTINGS, **change}
    with pytest.raises(ValueError, match=f"has other settings: {named}"):
        simulate(settings.pop("a"), settings.pop("b"), checkpoint=path, **settings)
    assert path.read_bytes() == before


def test_another_version_is_refused(native, tmp_path, monkeypatch):
    path = tmp_path / "state.json"
    simulate("greedy", "simple", checkpoint=path, **SETTINGS)
    settings, _, _ = checkpoints.load(path)
    assert settings["gin_fast"] == gin_fast.__version__
    monkeypatch.setattr("gin_fast.simulation.keeping.__version__", "99.0")
    with pytest.raises(
        ValueError, match=r"has other settings: gin_fast is '.*' there, but '99\.0'"
    ):
        simulate("greedy", "simple", checkpoint=path, **SETTINGS)


def strategies():
    """Classes of one name that play differently, each as a function that makes it anew."""

    def code(other):
        if other:

            class Mine(Lowest):
                def knock(self, view, card):
                    return view.draws > 4
        else:

            class Mine(Lowest):
                def knock(self, view, card):
                    return view.draws > 8

        return Mine

    def defaults(other):
        class Mine(Lowest):
            def knock(self, view, card, after=8 if other else 4):
                return view.draws > after

        return Mine

    def keyword_defaults(other):
        class Mine(Lowest):
            def knock(self, view, card, *, after=8 if other else 4):
                return view.draws > after

        return Mine

    def closure(other):
        after = 8 if other else 4

        class Mine(Lowest):
            def knock(self, view, card):
                return view.draws > after

        return Mine

    def attributes(other):
        class Mine(Lowest):
            after = 8 if other else 4

            def knock(self, view, card):
                return view.draws > self.after

        return Mine

    def base(other):
        class Base(Lowest):
            after = ("at", [8 if other else 4])

        class Mine(Base):
            def knock(self, view, card):
                return view.draws > self.after[1][0]

        return Mine

    def static(other):
        class Mine(Lowest):
            if other:

                @staticmethod
                def after():
                    return 8
            else:

                @staticmethod
                def after():
                    return 4

            def knock(self, view, card):
                return view.draws > self.after()

        return Mine

    def given(other):
        class Mine(Lowest):
            name = "Mine"

            def __init__(self, after):
                self.after = after

            def knock(self, view, card):
                return view.draws > self.after

        def make():
            return Mine(8 if other else 4)

        make.name = "Mine"
        return make

    return [code, defaults, keyword_defaults, closure, attributes, base, static, given]


@pytest.mark.parametrize("strategy", strategies(), ids=lambda strategy: strategy.__name__)
def test_other_code_of_the_same_name_is_refused(tmp_path, strategy):
    path = tmp_path / "state.json"
    settings = {"seed": 3, "checkpoint": path}
    one, other = strategy(False), strategy(True)
    assert as_player(one).name == as_player(other).name
    simulate(one, "simple", rounds=100, **settings)
    before = path.read_bytes()
    with pytest.raises(
        ValueError, match=r"has other settings: a is '.*Mine \w+.* there, but '.*Mine \w+.* here"
    ):
        simulate(other, "simple", rounds=200, **settings)
    with pytest.raises(ValueError, match="has other settings: a is"):
        simulate("simple", one, rounds=200, **settings)
    assert path.read_bytes() == before
    # The same code, made anew, goes on.
    gone_on = simulate(strategy(False), "simple", rounds=200, **settings)
    assert gone_on == simulate(one, "simple", rounds=200, seed=3)
    # It does play otherwise.
    assert gone_on.tally != simulate(other, "simple", rounds=200, seed=3).tally


def test_other_parameters_of_a_partial_are_refused(tmp_path):
    path = tmp_path / "state.json"
    simulate(partial(Late, 4), "simple", rounds=100, seed=3, checkpoint=path)
    with pytest.raises(ValueError, match="has other settings: a is"):
        simulate(partial(Late, 8), "simple", rounds=200, seed=3, checkpoint=path)
    simulate(partial(Late, 4), "simple", rounds=200, seed=3, checkpoint=path)


class Late(Lowest):
    """Knocks late."""

    def __init__(self, after):
        self.after = after

    def knock(self, view, card):
        return view.draws > self.after


PRINTS = """
import sys
sys.path[:0] = sys.argv[1:]
from own import Clumsy, Lowest
from gin_fast.strategies.players import as_player
print(as_player(Lowest).identity(), as_player(Clumsy).identity())
"""


def test_another_process_tells_the_same(tmp_path):
    """Hashes of texts differ from process to process; what is told of a strategy does not."""
    said = set()
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PRINTS, os.path.dirname(__file__)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout.strip())
    assert said == {f"{as_player(Lowest).identity()} {as_player(Clumsy).identity()}"}


def test_an_object_that_was_pickled_changes_no_identity():
    """Python keeps something in the class of an object that it copies."""

    class Fresh(Lowest):
        pass

    before = as_player(Fresh).identity()
    copy.deepcopy(Fresh())
    assert "__slotnames__" in vars(Fresh)
    assert as_player(Fresh).identity() == before


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
    with pytest.raises(ValueError, match="is not a checkpoint"):
        simulate("simple", "simple", rounds=10, checkpoint=path)
    assert path.read_text() == text


def test_a_forged_checkpoint_is_refused(tmp_path):
    """One with the right sum over what is wrong."""
    path = tmp_path / "state.json"
    simulate(Clumsy, "random", rounds=300, seed=5, checkpoint=path)
    good = stored(path)
    del good["sha256"]
    assert good["faults"]
    changes = [
        ("format", "x"),
        ("version", 1),
        ("done", "3"),
        ("done", -1),
        ("rounds", {}),
        ("rounds", {**good["rounds"], "rounds": 1.5}),
        ("rounds", {**good["rounds"], "more": 1}),
        ("counts", {**good["counts"], "draws": [1]}),
        ("counts", {**good["counts"], "draws": 5}),
        ("faults", [{}]),
        *(
            ("faults", [{**good["faults"][0], **changed}])
            for changed in (
                {"number": "x"},
                {"deal": [1]},
                {"seat": 99},
                {"action": None},
                {"strategy": {}},
                {"error": 7},
                {"number": -1},
                {"deal": 1 << 64},
                {"action": True},
            )
        ),
        ("faults", [{**good["faults"][0], "view": {}}]),
        ("games", []),
    ]
    for name, value in changes:
        path.write_bytes(checkpoints.sealed({**good, name: value}))
        with pytest.raises(ValueError, match="is not a checkpoint"):
            simulate(Clumsy, "random", rounds=300, seed=5, checkpoint=path)
    for name in good:
        rest = {key: value for key, value in good.items() if key != name}
        path.write_bytes(checkpoints.sealed(rest))
        with pytest.raises(ValueError, match="is not a checkpoint"):
            simulate(Clumsy, "random", rounds=300, seed=5, checkpoint=path)


def numbers(value, at=()):
    """The places of all numbers in a value."""
    if isinstance(value, dict):
        value = [*value.items()]
    elif isinstance(value, list):
        value = [*enumerate(value)]
    elif type(value) is int:
        yield at
        return
    else:
        return
    for name, each in value:
        yield from numbers(each, (*at, name))


def changed(value, at, by):
    """A copy of a value with one number in it changed."""
    if not at:
        return value + by
    copy = value.copy()
    copy[at[0]] = changed(copy[at[0]], at[1:], by)
    return copy


RUNS = [
    ({"a": "greedy", "rounds": 400}, False),
    ({"a": "greedy", "rounds": 400, "mirrored": True}, False),
    ({"a": "greedy", "games": 30}, True),
    ({"a": Clumsy, "rounds": 60}, False),
]


@pytest.mark.parametrize(("run", "of_games"), RUNS)
def test_any_number_changed_is_refused(tmp_path, run, of_games):
    path = tmp_path / "state.json"
    settings = {"b": "simple", "seed": 5, "checkpoint": path, **run}
    simulate(**settings)
    good = path.read_bytes()
    whole = json.loads(good)
    places = [*numbers(whole)]
    assert len(places) > 700
    for number, at in enumerate(places):
        path.write_text(json.dumps(changed(whole, at, (-1, 1, 2**40)[number % 3])))
        with pytest.raises(ValueError, match="is not a checkpoint") as raised:
            checkpoints.load(path)
        assert "\n" not in str(raised.value)
    with pytest.raises(ValueError, match="is not a checkpoint"):
        simulate(**settings)


@pytest.mark.parametrize(("run", "of_games"), RUNS)
def test_sums_that_contradict_each_other_are_refused(tmp_path, run, of_games):
    """Even with the right sum over them all."""
    path = tmp_path / "state.json"
    simulate(b="simple", seed=5, checkpoint=path, **run)
    whole = stored(path)
    del whole["sha256"]
    accepted = []
    for name in ("done", "rounds", "games", "counts", "faults"):
        for at in numbers(whole[name], (name,)):
            path.write_bytes(checkpoints.sealed(changed(whole, at, 1)))
            with suppress(ValueError):
                checkpoints.load(path)
                accepted.append(at)
    # What is left: nothing that is stored settles them, only the sum over all.
    loose = {at[1] for at in accepted if at[0] != "faults"}
    assert {at[0] for at in accepted} <= {"rounds", "games", "faults"}
    expected = {"pile_draws", "starter_wins", "starter_net"}
    if of_games:
        expected |= {"totals_0", "totals_1", "shutouts_0", "shutouts_1"}
    if of_games or "mirrored" in run:
        expected |= {name for name in whole["rounds"] if "_by_" in name}
    assert loose <= expected


def test_damaged_bytes_are_refused(tmp_path):
    path = tmp_path / "state.json"
    simulate(Clumsy, "random", rounds=40, seed=5, checkpoint=path)
    good = path.read_bytes()
    rng = random.Random(7)
    for number in range(1500):
        damaged = bytearray(good)
        at, length = rng.randrange(len(good)), rng.choice((1, 1, 2, 200))
        damaged[at : at + length] = rng.randbytes(length)
        if number % 5 == 0:
            del damaged[at:]
        if damaged == good:
            continue
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="is not a checkpoint") as raised:
            checkpoints.load(path)
        assert str(raised.value).isprintable()


def test_a_folder_that_is_not_there_is_told_at_once(tmp_path):
    path = tmp_path / "no" / "state.json"
    with pytest.raises(FileNotFoundError, match=f"checkpoint {re.escape(str(path))} has no folder"):
        simulate("simple", "simple", rounds=10**12, checkpoint=path)


PROGRAM = """
import sys
import gin_fast.simulation.run
gin_fast.simulation.keeping._CHECKPOINT_SECONDS = 0.02
result = gin_fast.simulation.run.simulate(
    "greedy", "simple", rounds=400_000, seed=11, mirrored=True, threads=2, checkpoint=sys.argv[1]
)
print(result.to_dict())
"""


def test_what_cannot_hold_a_checkpoint_is_named(tmp_path):
    with pytest.raises(ValueError, match=f"must be a file, but {re.escape(str(tmp_path))} is a fo"):
        simulate("simple", "simple", rounds=10, seed=1, checkpoint=tmp_path)
    path = tmp_path / "state.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(
        ValueError, match=f"{re.escape(str(path))} is not a checkpoint: 'utf-8' codec"
    ):
        simulate("simple", "simple", rounds=10, seed=1, checkpoint=path)


def test_a_checkpoint_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    def full(place):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "state.json"
    with pytest.raises(OSError, match="cannot write: No space left on device: ") as raised:
        simulate("simple", "simple", rounds=10, seed=1, checkpoint=path)
    assert raised.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


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
