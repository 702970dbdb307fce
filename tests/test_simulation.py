"""Simulations: exact sums for any split of the work, in memory that does not grow."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from simulating import ENDLESS, SEED, AtOnce, Faulty, Interrupting, Plain, Worse, won_by_0

from gin_fast import Rules, compare, simulate
from gin_fast.answers.sums import Sums
from gin_fast.engine import playout
from gin_fast.simulation import run as simulation
from gin_fast.simulation import work

pytestmark = pytest.mark.usefixtures("nothing_left_behind")


# How the work is split


def test_sums_are_those_of_playing():
    assert Sums._fields == playout.TALLY
    result = simulate("simple", "random", rounds=30, seed=SEED, rules="eaai")
    assert result.tally == playout.tally("simple", "random", SEED, 0, 30, "eaai")
    assert result.sums == result.tally.rounds
    assert result.counts == result.tally.counts
    assert result.faults == ()
    assert (result.a, result.b, result.seed) == ("simple", "random", SEED)
    assert (result.rounds, result.requested, result.interrupted) == (30, 30, False)
    assert result.rules == Rules.preset("eaai")


@pytest.mark.parametrize("threads", [2, 3, 7, 1000, None])
def test_any_number_of_threads_gives_the_same(threads):
    alone = simulate("simple", "simple", rounds=23, seed=SEED, threads=1)
    assert simulate("simple", "simple", rounds=23, seed=SEED, threads=threads) == alone


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("amount", [{"rounds": 40}, {"games": 4}])
@pytest.mark.parametrize(("a", "b"), [("simple", Faulty), (Worse, Plain), ("simple", "greedy")])
def test_threads_forfeit_the_same(a, b, amount, mirrored):
    setting = {"seed": SEED, "mirrored": mirrored, "rules": "eaai", **amount}
    alone = simulate(a, b, threads=1, **setting)
    assert simulate(a, b, threads=3, **setting) == alone
    if "rounds" in amount:
        assert alone.tally == playout.tally(a, b, SEED, 0, 40, "eaai", mirrored=mirrored)
    assert alone.units == next(iter(amount.values())) // (2 if mirrored else 1)
    assert (sum(alone.forfeits) > 0) == (len(alone.faults) > 0) == (b != "greedy")
    listed = str(alone).partition("the first faults:\n")[2].splitlines()
    assert listed == [f"  {fault}" for fault in alone.faults]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("amount", [{"rounds": 20}, {"games": 2}])
def test_a_fault_is_raised_where_it_is_to_be(threads, amount):
    given = {"seed": SEED, "threads": threads, "on_error": "raise", **amount}
    said = (
        rf"^(game \d+, )?round \d+ of seed {SEED}: strategy 'AtOnce' in seat 1 failed: "
        r"ZeroDivisionError: at once$"
    )
    with pytest.raises(RuntimeError, match=said) as caught:
        simulate("simple", AtOnce, **given)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_while_a_strategy_thinks_ends_it(threads):
    result = simulate(Interrupting, "simple", rounds=10_000, seed=SEED, threads=threads)
    assert result.interrupted
    assert result.rounds < 10_000
    assert result.faults == ()
    again = simulate(Interrupting, "simple", rounds=result.rounds, seed=SEED)
    assert again.tally == result.tally


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("rounds", [0, 2, 4, 6, 1000, 12_344])
def test_mirrored_pieces_are_whole_pairs(fake, threads, rounds):
    pieces = []

    def play(start, count):
        pieces.append((start, count))
        return won_by_0(count)

    fake(play, seconds=0.001)
    result = simulate("simple", "simple", rounds=rounds, threads=threads, mirrored=True)
    assert result.rounds == rounds
    covered = 0
    for start, count in sorted(pieces):
        assert start == covered
        assert count > 0
        assert count % 2 == 0
        covered += count
    assert covered == rounds


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 5, 1000, 12_345])
def test_every_round_is_played_once(fake, threads, rounds):
    pieces = []

    def play(start, count):
        pieces.append((start, count))
        return won_by_0(count)

    fake(play, seconds=0.001)
    result = simulate("simple", "simple", rounds=rounds, threads=threads)
    assert result.rounds == result.points[0] == rounds
    covered = 0
    for start, count in sorted(pieces):
        assert start == covered
        assert count > 0
        covered += count
    assert covered == rounds


def test_one_thread_is_the_calling_one(fake):
    players = set()

    def play(start, count):
        players.add(threading.get_ident())
        return won_by_0(count)

    fake(play)
    simulate("simple", "simple", rounds=100, threads=1)
    assert players == {threading.get_ident()}


@pytest.mark.parametrize("threads", [3, None])
def test_threads_play_side_by_side(fake, monkeypatch, threads):
    monkeypatch.setattr(simulation, "ENGINE", "native")
    monkeypatch.setattr(simulation, "processors", lambda: 3)
    together = threading.Barrier(3, timeout=30)  # breaks unless three meet at it

    def play(start, count):
        if start < 3:
            together.wait()
        return won_by_0(count)

    fake(play)
    assert simulate("simple", "simple", rounds=100, threads=threads).rounds == 100


def test_threads_are_bounded(fake):
    players = set()

    def play(start, count):
        players.add(threading.get_ident())
        return won_by_0(count)

    fake(play)
    assert simulate("simple", "simple", rounds=10_000, threads=10**9).rounds == 10_000
    assert len(players) <= 64


def test_pieces_stay_short_whatever_the_speed(fake, monkeypatch):
    clock = 0.0
    pieces = []

    def play(start, count):
        nonlocal clock
        clock += count * (0.001 if start < 10_000 else 0.000_001)
        pieces.append((start, count))
        return won_by_0(count)

    fake(play, seconds=0.01)
    now = SimpleNamespace(perf_counter=lambda: clock, monotonic=lambda: clock)
    monkeypatch.setattr(work, "time", now)
    simulate("simple", "simple", rounds=1_000_000, threads=1)
    assert max(count for start, count in pieces if start < 10_000) <= 11
    assert 9_000 <= max(count for start, count in pieces if start >= 10_000) <= 11_000


PEAKS = """
import json, re
from gin_fast import simulate
from gin_fast.simulation import work
work._PIECE_SECONDS = {piece_seconds}
peaks = []
for rounds in ({few}, 10 * {few}):
    result = simulate("simple", "random", rounds=rounds, seed=7, threads={threads})
    assert result.rounds == rounds
    with open("/proc/self/status") as status:
        peaks.append(int(re.search(r"VmHWM:\\s*(\\d+) kB", status.read())[1]))
print(json.dumps(peaks))
"""


# With no time for a piece each is one round, so what one piece leaves behind would show as well.
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells no peak of memory")
@pytest.mark.parametrize(("piece_seconds", "few"), [(0.01, 30_000), (0.0, 2_000)])
@pytest.mark.parametrize("threads", [1, 3])
def test_memory_does_not_grow(native, threads, piece_seconds, few):
    """Ten times the rounds take no more of the system's memory, whoever holds it."""
    program = PEAKS.format(threads=threads, piece_seconds=piece_seconds, few=few)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "GIN_FAST_ENGINE": "native"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    few_rounds, many_rounds = json.loads(done.stdout)
    assert many_rounds - few_rounds < 600  # kB


# What is asked for


def test_fresh_seed_is_told_and_repeats():
    first = simulate("simple", "simple", rounds=3)
    second = simulate("simple", "simple", rounds=3)
    assert first.seed != second.seed
    assert simulate("simple", "simple", rounds=3, seed=first.seed) == first


def test_numpy_integers_and_rules_are_taken():
    rules = Rules(knock_limit=5, tie="nobody")
    result = simulate("simple", "simple", rounds=np.int64(3), seed=np.uint64(SEED), rules=rules)
    assert result.tally == playout.tally("simple", "simple", SEED, 0, 3, rules)
    assert json.loads(json.dumps(result.to_dict()))["rules"]["knock_limit"] == 5


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"a": "best"}, ValueError, "unknown strategy 'best': expected one of random, simple"),
        ({"b": "best"}, ValueError, "unknown strategy 'best': expected one of random, simple"),
        ({"a": 3}, TypeError, "named by a str, or be callable, not 3"),
        ({"b": None}, TypeError, "named by a str, or be callable, not None"),
        ({"rounds": -1}, ValueError, "rounds must be from 0 to"),
        ({"rounds": 2**64}, ValueError, "rounds must be from 0 to"),
        ({"rounds": 1e6}, TypeError, "rounds must be an int"),
        ({"rounds": True}, TypeError, "rounds must be an int"),
        ({"seed": -1}, ValueError, "seed must be from 0 to"),
        ({"seed": 2**64}, ValueError, "seed must be from 0 to"),
        ({"seed": "7"}, TypeError, "seed must be an int"),
        ({"rules": "bridge"}, ValueError, "unknown rules 'bridge'"),
        ({"rules": 10}, TypeError, "rules must be Rules"),
        ({"threads": 0}, ValueError, "threads must be at least 1, not 0"),
        ({"threads": 1.0}, TypeError, "threads must be an int"),
        ({"progress": 1}, TypeError, "progress must be callable, not 1"),
        ({"mirrored": 1}, TypeError, "mirrored must be a bool, not 1"),
        ({"mirrored": True, "rounds": 3}, ValueError, "rounds must be even where mirrored, not 3"),
        (
            {"mirrored": True, "rounds": None, "games": 5},
            ValueError,
            "games must be even where mirrored, not 5",
        ),
        ({"on_error": "skip"}, ValueError, "on_error must be one of forfeit, raise, not 'skip'"),
        ({"on_error": None}, ValueError, "on_error must be one of forfeit, raise, not None"),
    ],
)
def test_bad_input_is_named(changes, error, message):
    given = {"a": "simple", "b": "simple", "rounds": 0} | changes
    with pytest.raises(error, match=message):
        simulate(given.pop("a"), given.pop("b"), **given)


# Progress


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_by_the_calling_thread(fake, monkeypatch, threads):
    monkeypatch.setattr(work, "_PROGRESS_SECONDS", 0.0)
    told, callers = [], set()
    seen = threading.Event()

    def play(start, count):
        if start > 100:
            assert seen.wait(30)
        return won_by_0(count)

    def progress(done, rounds):
        told.append((done, rounds))
        callers.add(threading.get_ident())
        seen.set()

    fake(play)
    simulate("simple", "simple", rounds=1000, threads=threads, progress=progress)
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)
    assert told.count((1000, 1000)) == 1
    assert callers == {threading.get_ident()}


def test_progress_of_no_rounds():
    told = []
    simulate("simple", "simple", rounds=0, progress=lambda *numbers: told.append(numbers))
    assert told == [(0, 0)]


# What goes wrong


@pytest.mark.parametrize("threads", [1, 3])
def test_error_in_play_comes_out(fake, threads):
    def play(start, count):
        if start == 500:  # the others would never end by themselves
            raise RuntimeError("no such card")
        return won_by_0(count)

    fake(play)
    with pytest.raises(RuntimeError, match="no such card"):
        simulate("simple", "simple", rounds=ENDLESS, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_error_in_progress_comes_out(fake, monkeypatch, threads):
    monkeypatch.setattr(work, "_PROGRESS_SECONDS", 0.0)
    fake(lambda start, count: won_by_0(count))

    def progress(done, rounds):
        raise ZeroDivisionError("in progress")

    with pytest.raises(ZeroDivisionError, match="in progress"):
        simulate("simple", "simple", rounds=ENDLESS, threads=threads, progress=progress)


class Thinker(Plain):
    """It asks how it would fare itself, as `ask` does it."""

    def act(self, view):
        self.ask()
        return super().act(view)


class Directly(Thinker):
    def ask(self):
        simulate(Directly, "simple", rounds=2)


class InThreads(Thinker):
    def ask(self):
        simulate("simple", InThreads, games=2, threads=2)


class Compares(Thinker):
    def ask(self):
        compare(Compares, "simple", rounds=2)


class Lambda(Thinker):
    def ask(self):
        simulate(lambda: Lambda(), "simple", rounds=2)


class One(Thinker):
    def ask(self):
        simulate(Other, "simple", rounds=2, threads=2)


class Other(Thinker):
    def ask(self):
        simulate(One, "simple", rounds=2)


@pytest.mark.parametrize("strategy", [Directly, InThreads, Compares, One, Other])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_strategy_that_simulates_itself_is_told(strategy, threads):
    result = simulate(strategy, "simple", rounds=10, threads=threads, seed=SEED)
    assert result.forfeits[0] > 0
    assert "calls simulate with itself, without end" in result.faults[0].error


def test_a_strategy_may_simulate_others():
    class Asks(Thinker):
        def ask(self):
            assert simulate(Plain, "simple", rounds=1, seed=SEED, on_error="raise").rounds == 1

    assert simulate(Asks, Plain, rounds=3, seed=SEED, threads=1).forfeits == (0, 0)
    assert simulate(Plain, Plain, rounds=3, seed=SEED, threads=1).forfeits == (0, 0)
