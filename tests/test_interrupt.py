"""Ctrl-C ends a simulation at once, and loses nothing that is finished."""

import json
import signal
import subprocess
import sys
import threading

import pytest
from simulating import ENDLESS, SEED, interrupt, won_by_0

from gin_fast import simulate
from gin_fast.simulation import interrupts, work

pytestmark = pytest.mark.usefixtures("nothing_left_behind")


@pytest.mark.parametrize("threads", [1, 3, 20])
@pytest.mark.parametrize("times", [1, 5])
def test_interrupt_loses_nothing(fake, monkeypatch, threads, times):
    """It comes between the end of a piece and its addition, and again while the others end."""
    monkeypatch.setattr(work, "_PROGRESS_SECONDS", 0.0)
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
    monkeypatch.setattr(work, "_PROGRESS_SECONDS", 0.0)
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
    monkeypatch.setattr(work, "_PROGRESS_SECONDS", 0.0)
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
    for module in (interrupts, work):
        monkeypatch.setattr(module, "PATIENCE_SECONDS", -1.0)

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
    for module in (interrupts, work):
        monkeypatch.setattr(module, "PATIENCE_SECONDS", -1.0)
    release = threading.Event()

    def play(start, count):
        interrupt()
        assert release.wait(30)
        return won_by_0(count)

    fake(play)
    try:
        result = simulate("simple", "simple", rounds=ENDLESS, threads=2)
        assert (result.rounds, result.interrupted) == (0, True)
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


LONG_CALLS = {
    "tally": """
from gin_fast.native import playout
playout.tally("simple", "simple", 1, 0, 2**40)""",
    "best_knock": """
from gin_fast.native.knocking import best_knock
best_knock((1 << 13) - 1, rules="modern", limit=200, samples=10**9)""",
    "evaluate": """
from gin_fast import Round
from gin_fast.native.evaluation import evaluate
evaluate(Round.deal(7).view(0), samples=10**6, game=False)""",
}
"""What by itself would take minutes, or days."""

INTERRUPTED = """
import signal
def handler(signum, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    exec({call!r})
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no timer sends signals there")
@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_a_long_call_can_be_interrupted(native, call):
    command = [sys.executable, "-c", INTERRUPTED.format(call=call)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
