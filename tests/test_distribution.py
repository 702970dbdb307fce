"""The same numbers however the work is split: threads, processes, Dask."""

from __future__ import annotations

import threading
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context

import pytest
from own import Clumsy, Dice
from simulating import SEED, interrupt

from gin_fast import simulate
from gin_fast.engine import playout

CASES = {
    "rounds": {"rounds": 20_001},
    "mirrored": {"rounds": 20_002, "mirrored": True},
    "games": {"games": 501, "rules": "eaai"},
    "mirrored games": {"games": 502, "mirrored": True},
    "stopped": {"rounds": 10**6, "stop_when": "decided"},
}


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("case", CASES)
def test_threads_and_processes_give_the_same(native, processes, case):
    ways = {"threads": 1}, {"threads": 2}, {"threads": 5}, {"executor": processes}
    results = [simulate("greedy", "simple", seed=SEED, **CASES[case], **way) for way in ways]
    assert results == [results[0]] * len(ways)
    assert results[0].stopped == (case == "stopped")


@pytest.mark.parametrize("strategy", [Dice, Clumsy, "own:Clumsy"])
def test_strategies_in_python_go_along(native, processes, strategy):
    ways = {"threads": 1}, {"threads": 3}, {"executor": processes}
    results = [simulate(strategy, "random", rounds=600, seed=SEED, **way) for way in ways]
    assert results == [results[0]] * len(ways)
    assert bool(results[0].faults) == (strategy is not Dice)


def test_the_reference_gives_the_same(native, reference):
    from gin_fast.reference import playout as twin

    result = simulate("greedy", "simple", rounds=30, mirrored=True, seed=SEED, threads=2)
    assert result.tally == twin.tally("greedy", "simple", SEED, 0, 30, mirrored=True)


def test_dask_gives_the_same(native):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor(pure=False)
        for case in ("mirrored", "games", "stopped"):
            settings = {"seed": SEED, **CASES[case]}
            alone = simulate("greedy", "simple", threads=1, **settings)
            assert simulate("greedy", "simple", executor=executor, **settings) == alone
        assert simulate("simple", "simple", rounds=50, seed=1, executor=executor).rounds == 50


def test_a_lost_worker_of_dask_is_made_up_for(native):
    """The piece it was at is played again, by another."""
    distributed = pytest.importorskip("distributed")
    alone = simulate("simple", "simple", rounds=2_000_000, seed=SEED)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        killed = []

        def kill(done, asked):
            if not killed and done > 0:
                worker = next(iter(cluster.workers.values()))
                killed.append(worker.pid)
                worker.process.process.kill()

        executor = client.get_executor(pure=False)
        result = simulate(
            "simple", "simple", rounds=2_000_000, seed=SEED, executor=executor, progress=kill
        )
    assert killed
    assert result == alone


class Local(Executor):
    """Does the work at once, or when it is let."""

    def __init__(self, fail_at=None):
        self.sent = []
        self.fail_at = fail_at

    def submit(self, work, *arguments):
        self.sent.append(arguments[1:])
        future = Future()
        if len(self.sent) == self.fail_at:
            future.set_exception(MemoryError("worker"))
        else:
            future.set_result(work(*arguments))
        return future


def test_any_executor_will_do(native):
    local = Local()
    result = simulate("simple", "simple", rounds=300_000, seed=SEED, executor=local)
    assert result == simulate("simple", "simple", rounds=300_000, seed=SEED)
    starts = [start for start, _ in local.sent]
    assert starts == sorted(starts)
    assert sum(count for _, count in local.sent) == 300_000
    with ThreadPoolExecutor(3) as pool:
        assert simulate("simple", "simple", rounds=300_000, seed=SEED, executor=pool) == result


def test_an_error_of_a_worker_comes_out(native):
    with pytest.raises(MemoryError, match="worker"):
        simulate("simple", "simple", rounds=10**6, seed=SEED, executor=Local(fail_at=5))


def test_an_error_loses_nothing_that_is_finished(native, tmp_path):
    path = tmp_path / "state.json"
    with pytest.raises(MemoryError):
        simulate(
            "simple", "simple", rounds=10**6, seed=SEED, executor=Local(fail_at=9), checkpoint=path
        )
    told = []
    result = simulate(
        "simple",
        "simple",
        rounds=10**6,
        seed=SEED,
        checkpoint=path,
        progress=lambda done, _: told.append(done),
    )
    assert result == simulate("simple", "simple", rounds=10**6, seed=SEED)


def test_a_broken_pool_is_told(native):
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(BrokenExecutor),
    ):
        simulate("own:Dies", "simple", rounds=10, seed=SEED, executor=pool)


def test_a_fault_is_raised_from_a_process(native, processes):
    with pytest.raises(RuntimeError, match=r"Clumsy.* in seat 0 "):
        simulate("own:Clumsy", "random", rounds=600, seed=2, on_error="raise", executor=processes)


def test_ctrl_c_gives_what_is_finished(native, processes):
    def press(done, asked):
        if done > 1000:
            interrupt()

    result = simulate(
        "simple", "simple", rounds=10**12, seed=SEED, executor=processes, progress=press
    )
    assert result.interrupted
    assert 1000 < result.rounds < 10**12
    again = simulate("simple", "simple", rounds=result.rounds, seed=SEED)
    assert again.tally == result.tally


@pytest.mark.parametrize("value", [3, "processes", ProcessPoolExecutor])
def test_what_is_no_executor(value):
    with pytest.raises(
        TypeError, match=r"executor must be a concurrent.futures.Executor or a Dask Client, not"
    ):
        simulate("simple", "simple", executor=value)
    with pytest.raises(ValueError, match="give threads or an executor, not both"):
        simulate("simple", "simple", executor=Local(), threads=2)


def test_a_piece_leaves_ctrl_c_as_it_was(native):
    import signal

    from gin_fast.rules.rules import as_rules
    from gin_fast.simulation.jobs import Job
    from gin_fast.simulation.work import played
    from gin_fast.strategies.players import as_player

    player = as_player("simple")
    job = Job(player, player, 1, as_rules("modern"), False, False, "forfeit")
    before = signal.getsignal(signal.SIGINT)
    logged, seconds = played(job, 4, 6)
    assert signal.getsignal(signal.SIGINT) is before
    assert logged.tally == playout.tally("simple", "simple", 1, 4, 6)
    assert seconds > 0
    thread = threading.Thread(target=played, args=(job, 0, 1))
    thread.start()
    thread.join()
