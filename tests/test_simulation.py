"""Simulations: exact sums for any split of the work, and nothing lost by an interrupt."""

import json
import math
import signal
import statistics
import subprocess
import sys
import threading
import tracemalloc
from dataclasses import FrozenInstanceError, replace
from types import SimpleNamespace

import numpy as np
import pytest

from gin_fast import Rules, simulate, simulation
from gin_fast._engine import playout
from gin_fast.simulation import Estimate, SimulationResult, Sums

SEED = 7
ENDLESS = 2**64 - 1


def won_by_0(count):
    """The sums of rounds that seat 0 all wins, for a point."""
    return Sums(rounds=count, wins_0=count, points_0=count)


def interrupt():
    """Ctrl-C, as the main thread meets it, from whichever thread."""
    if threading.current_thread() is threading.main_thread():
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


@pytest.fixture
def fake(monkeypatch):
    """Puts a function of the first round and their number in the place of play.

    It takes no time, so pieces would soon hold all rounds there are: they are kept to one round,
    unless `seconds` says how long one should take.
    """

    def put(play, seconds=0.0):
        monkeypatch.setattr(simulation, "_PIECE_SECONDS", seconds)
        stand_in = SimpleNamespace(tally=lambda a, b, seed, start, count, rules: play(start, count))
        monkeypatch.setattr(simulation, "playout", stand_in)

    return put


@pytest.fixture(autouse=True)
def _nothing_left_behind():
    handler = signal.getsignal(signal.SIGINT)
    yield
    assert [one for one in threading.enumerate() if one.name.startswith("gin_fast")] == []
    assert signal.getsignal(signal.SIGINT) is handler


# How the work is split


def test_sums_are_those_of_playing():
    assert Sums._fields == playout.TALLY
    result = simulate("simple", "random", rounds=30, seed=SEED, rules="eaai")
    assert result.sums == playout.tally("simple", "random", SEED, 0, 30, "eaai")
    assert (result.a, result.b, result.seed) == ("simple", "random", SEED)
    assert (result.rounds, result.requested, result.interrupted) == (30, 30, False)
    assert result.rules == Rules.preset("eaai")


@pytest.mark.parametrize("threads", [2, 3, 7, 1000, None])
def test_any_number_of_threads_gives_the_same(threads):
    alone = simulate("simple", "simple", rounds=23, seed=SEED, threads=1)
    assert simulate("simple", "simple", rounds=23, seed=SEED, threads=threads) == alone


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
    monkeypatch.setattr(simulation, "_processors", lambda: 3)
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
    monkeypatch.setattr(simulation, "time", now)
    simulate("simple", "simple", rounds=1_000_000, threads=1)
    assert max(count for start, count in pieces if start < 10_000) <= 11
    assert 9_000 <= max(count for start, count in pieces if start >= 10_000) <= 11_000


def test_memory_does_not_grow(fake):
    pieces = 0

    def play(start, count):
        nonlocal pieces
        pieces += 1
        if pieces == 20_000:
            interrupt()
        return won_by_0(count)

    fake(play)
    tracemalloc.start()
    try:
        result = simulate("simple", "simple", rounds=ENDLESS, threads=1)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result.rounds == pieces == 20_000
    assert peak < 200_000


# What is asked for


def test_fresh_seed_is_told_and_repeats():
    first = simulate("simple", "simple", rounds=3)
    second = simulate("simple", "simple", rounds=3)
    assert first.seed != second.seed
    assert simulate("simple", "simple", rounds=3, seed=first.seed) == first


def test_numpy_integers_and_rules_are_taken():
    rules = Rules(knock_limit=5, tie_is_undercut=False)
    result = simulate("simple", "simple", rounds=np.int64(3), seed=np.uint64(SEED), rules=rules)
    assert result.sums == playout.tally("simple", "simple", SEED, 0, 3, rules)
    assert json.loads(json.dumps(result.to_dict()))["rules"]["knock_limit"] == 5


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"a": "best"}, ValueError, "unknown strategy 'best': expected one of random, simple"),
        ({"b": "best"}, ValueError, "unknown strategy 'best': expected one of random, simple"),
        ({"a": 3}, TypeError, "named by a str, not 3"),
        ({"b": None}, TypeError, "named by a str, not None"),
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
    ],
)
def test_bad_input_is_named(changes, error, message):
    given = {"a": "simple", "b": "simple", "rounds": 0} | changes
    with pytest.raises(error, match=message):
        simulate(given.pop("a"), given.pop("b"), **given)


# Progress


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_by_the_calling_thread(fake, monkeypatch, threads):
    monkeypatch.setattr(simulation, "_PROGRESS_SECONDS", 0.0)
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
    monkeypatch.setattr(simulation, "_PROGRESS_SECONDS", 0.0)
    fake(lambda start, count: won_by_0(count))

    def progress(done, rounds):
        raise ZeroDivisionError("in progress")

    with pytest.raises(ZeroDivisionError, match="in progress"):
        simulate("simple", "simple", rounds=ENDLESS, threads=threads, progress=progress)


# Ctrl-C


@pytest.mark.parametrize("threads", [1, 3, 20])
@pytest.mark.parametrize("times", [1, 5])
def test_interrupt_loses_nothing(fake, monkeypatch, threads, times):
    """It comes between the end of a piece and its addition, and again while the others end."""
    monkeypatch.setattr(simulation, "_PROGRESS_SECONDS", 0.0)
    played = []

    def play(start, count):
        played.append((start, count))
        if start > 1000:
            for _ in range(times):
                interrupt()
        return won_by_0(count)

    fake(play)
    result = simulate("simple", "simple", rounds=ENDLESS, threads=threads, progress=print)
    assert result.interrupted
    assert result.requested == ENDLESS
    assert 1000 < result.rounds < ENDLESS
    assert result.rounds == result.points[0] == sum(count for _, count in played)
    assert result.rounds == max(start + count for start, count in played)


def test_interrupt_at_the_last_piece_is_told(fake):
    def play(start, count):
        if start + count == 100:
            interrupt()
        return won_by_0(count)

    fake(play)
    result = simulate("simple", "simple", rounds=100, threads=1)
    assert (result.rounds, result.interrupted) == (100, True)


@pytest.mark.parametrize("threads", [1, 3])
def test_interrupt_while_progress_runs_ends_it(fake, monkeypatch, threads):
    monkeypatch.setattr(simulation, "_PROGRESS_SECONDS", 0.0)
    fake(lambda start, count: won_by_0(count))
    told = []

    def progress(done, rounds):
        told.append(done)
        interrupt()
        pytest.fail("Ctrl-C did not end what the caller does himself")

    result = simulate("simple", "simple", rounds=ENDLESS, threads=threads, progress=progress)
    assert result.interrupted
    assert len(told) == 1
    assert told[0] <= result.rounds < ENDLESS


@pytest.mark.parametrize("threads", [1, 3])
def test_handler_of_the_caller_is_left_alone(fake, monkeypatch, threads):
    monkeypatch.setattr(simulation, "_PROGRESS_SECONDS", 0.0)
    fake(lambda start, count: won_by_0(count))
    calls = []

    def handler(signum, frame):
        calls.append(signum)
        raise KeyboardInterrupt

    def progress(done, rounds):
        interrupt()

    before = signal.signal(signal.SIGINT, handler)
    try:
        result = simulate("simple", "simple", rounds=ENDLESS, threads=threads, progress=progress)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert calls == [signal.SIGINT]
    assert result.interrupted
    assert result.rounds == result.points[0] < ENDLESS


def test_interrupt_of_a_piece_that_does_not_end(fake, monkeypatch):
    """The first is noted, and nothing comes of it; a later one breaks the piece off."""
    monkeypatch.setattr(simulation, "_PATIENCE_SECONDS", -1.0)

    def play(start, count):
        if start > 100:
            interrupt()
            pytest.fail("the piece was not broken off")
        return won_by_0(count)

    fake(play)
    result = simulate("simple", "simple", rounds=ENDLESS, threads=1)
    assert result.interrupted
    assert result.rounds == result.points[0] > 100


def test_interrupt_of_a_thread_that_does_not_end(fake, monkeypatch):
    monkeypatch.setattr(simulation, "_PATIENCE_SECONDS", -1.0)
    release = threading.Event()

    def play(start, count):
        interrupt()
        assert release.wait(30)
        return won_by_0(count)

    fake(play)
    try:
        with pytest.raises(KeyboardInterrupt):
            simulate("simple", "simple", rounds=ENDLESS, threads=2)
    finally:
        release.set()
        for thread in threading.enumerate():
            if thread.name.startswith("gin_fast"):
                thread.join()


def test_another_thread_may_simulate():
    results = []

    def run():
        results.append(simulate("simple", "simple", rounds=20, seed=SEED, threads=2))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert results == [simulate("simple", "simple", rounds=20, seed=SEED)]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT can be sent to one process there")
@pytest.mark.parametrize("threads", [1, 3])
def test_interrupted_program_goes_on_with_the_result(threads):
    program = f"""
import json, os, signal
from gin_fast import simulate
def progress(done, rounds):
    print(done, flush=True)
result = simulate("simple", "random", rounds=10**15, seed=7, threads={threads}, progress=progress)
print(json.dumps(result.to_dict()))
"""
    # A shell starts what runs in the background with SIGINT ignored; Python then leaves it so.
    prelude = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    process = subprocess.Popen(
        [sys.executable, "-c", prelude + program], stdout=subprocess.PIPE, text=True
    )
    try:
        assert int(process.stdout.readline()) > 0
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    except BaseException:
        process.kill()
        raise
    assert process.returncode == 0
    told = json.loads(out.splitlines()[-1])
    assert told["interrupted"]
    assert 0 < told["rounds"] < told["requested"] == 10**15
    again = simulate("simple", "random", rounds=told["rounds"], seed=7)
    assert told["sums"] == again.sums._asdict()


# What follows from the sums


def test_means_are_those_of_the_rounds_one_by_one():
    rules = Rules(tie_is_undercut=False)
    count = 60
    result = simulate("simple", "simple", rounds=count, seed=SEED, rules=rules)
    played = [
        playout.play("simple", "simple", SEED, index, rules=rules).result for index in range(count)
    ]
    points = [[one.points if one.winner == seat else 0 for one in played] for seat in (0, 1)]
    net = [for_0 - for_1 for for_0, for_1 in zip(*points, strict=True)]
    decided = [(index, one) for index, one in enumerate(played) if one.winner is not None]

    def same(estimate, values):
        assert len(values) > 1
        assert estimate.mean == pytest.approx(statistics.mean(values), rel=1e-12)
        error = statistics.stdev(values) / math.sqrt(len(values))
        assert estimate.error == pytest.approx(error, rel=1e-12)

    assert result.wins == tuple(sum(one.winner == seat for one in played) for seat in (0, 1))
    assert result.points == tuple(map(sum, points))
    for kind, ending in result.ends.items():
        winners = [one.winner for one in played if one.kind == kind]
        assert ending == (winners.count(0), winners.count(1), winners.count(None))
        assert ending.total == len(winners)
    for seat in (0, 1):
        same(result.win_shares[seat], [one.winner == seat for one in played])
        same(result.points_per_round[seat], points[seat])
    same(result.net_points, net)
    same(result.starter_net_points, [-won if i & 1 else won for i, won in enumerate(net)])
    same(result.starter_share, [one.winner == index & 1 for index, one in decided])
    same(result.draws, [one.draws for one in played])
    same(result.pile_draws, [one.pile_draws for one in played])
    same(result.knock_deadwood, [one.knocker_deadwood for one in played if one.knocker_deadwood])


def made(**sums):
    return SimulationResult("simple", "random", SEED, Rules(), 0, False, Sums(**sums))


def test_errors_do_not_cancel():
    """10**15 and 10**15 + 1, half of each: floats would see no difference."""
    low, half = 10**15, 5 * 10**11
    result = made(
        rounds=2 * half,
        draws=2 * half * low + half,
        draws_squared=half * (low**2 + (low + 1) ** 2),
    )
    assert result.draws.mean == low + 0.5
    assert result.draws.error == pytest.approx(0.5 / math.sqrt(2 * half - 1), rel=1e-12)


def test_means_of_nothing_and_of_one():
    nothing = made()
    assert nothing.net_points == nothing.starter_share == Estimate(None, None)
    assert nothing.win_shares == nothing.points_per_round == (Estimate(None, None),) * 2
    one = made(rounds=1, wins_1=1, points_1=30, points_1_squared=900, net_points_squared=900)
    assert one.net_points == Estimate(-30.0, None)
    assert one.win_shares == (Estimate(0.0, None), Estimate(1.0, None))
    assert one.knock_deadwood == Estimate(None, None)
    assert [str(nothing.net_points), str(one.net_points)] == ["-", "-30.0000"]


def test_deadwood_at_the_knock_is_over_knocks_undercuts_and_ties():
    result = made(
        rounds=20,
        knocks_0=1,
        knocks_1=2,
        undercuts_0=3,
        undercuts_1=4,
        ties=5,
        gins_0=3,
        dead=2,
        knock_deadwood=30,
        knock_deadwood_squared=60,
    )
    assert result.knock_deadwood == Estimate(2.0, 0.0)


def test_result_is_frozen():
    result = made(rounds=3)
    with pytest.raises(FrozenInstanceError):
        result.seed = 8
    assert result == made(rounds=3) != made(rounds=4)
    assert hash(result) == hash(made(rounds=3))


def test_dict_is_ready_for_json():
    result = simulate("simple", "random", rounds=10, seed=SEED)
    told = result.to_dict()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["rounds"] == 10
    assert told["wins"] == {"a": result.wins[0], "b": result.wins[1]}
    assert told["net_points"] == {"mean": result.net_points[0], "error": result.net_points[1]}
    assert told["ends"]["gin"] == {"a": result.ends["gin"].a, "b": 0, "neither": 0}
    assert Sums(**told["sums"]) == result.sums


def test_text():
    result = made(
        rounds=1200,
        wins_0=600,
        wins_1=300,
        points_0=12_000,
        points_1=6_000,
        knocks_0=400,
        knocks_1=300,
        gins_0=200,
        dead=300,
        points_0_squared=240_000,
        points_1_squared=120_000,
        net_points_squared=360_000,
        draws=12_000,
        draws_squared=150_000,
        starter_wins=450,
    )
    result = replace(result, requested=5000, interrupted=True)
    assert str(result).splitlines() == [
        "rounds 1,200, rules modern, seed 7",
        "interrupted: rounds asked for 5,000",
        "",
        "                       a: simple        b: random  neither",
        "rounds won                   600              300      300",
        "share             50.00% ± 1.44%   25.00% ± 1.25%",
        "knock                        400              300        0",
        "undercut                       0                0        0",
        "gin                          200                0        0",
        "big gin                        0                0        0",
        "dead                           0                0      300",
        "tie                            0                0        0",
        "points                    12,000            6,000",
        "points a round  10.0000 ± 0.2888  5.0000 ± 0.2501",
        "",
        "net points a round, a less b            5.0000 ± 0.4789",
        "net points a round, starter less other  0.0000 ± 0.5002",
        "draws a round                           10.0000 ± 0.1444",
        "draws from the pile a round             0.0000 ± 0.0000",
        "deadwood of who knocked                 0.0000 ± 0.0000",
        "decided rounds won by their starter     50.00% ± 1.67%",
    ]
    assert "rules Rules(knock_limit=5" in str(replace(result, rules=Rules(knock_limit=5)))
