"""The engines, and how much work each is given."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from benchmarks.measure import table

ENGINES = ("native", "reference")
TIMES = pytest.StashKey[dict[str, dict[str, float]]]()
NO_PARAMETERS = SimpleNamespace(params={})


@pytest.fixture(params=ENGINES)
def engine(request):
    """Either engine; skipped if it is not built."""
    return pytest.importorskip(f"gin_fast.{request.param}")


@pytest.fixture
def share(engine, request):
    """Reduce a number of hands or rounds to what the engine can do in a short time."""
    is_native = engine.__name__.endswith("native")

    def cut(count: int) -> int:
        if request.config.getoption("benchmark_disable"):
            return min(count, 20)
        return count if is_native else max(10, count // 1000)

    return cut


@pytest.fixture
def measure(benchmark, request):
    """Run some work on a number of hands or rounds, and note the nanoseconds for each."""
    benchmark.group = request.node.originalname

    def run(work, count: int) -> None:
        benchmark(work)
        if benchmark.stats is not None:
            each = benchmark.stats.stats.min / count * 1e9
            benchmark.extra_info.update({"count": count, "ns each": each})
            what = dict(getattr(request.node, "callspec", NO_PARAMETERS).params)
            engine = what.pop("engine", ENGINES[0])
            name = " ".join(
                [request.node.originalname.removeprefix("test_"), *map(str, what.values())]
            )
            request.config.stash[TIMES].setdefault(name, {})[engine] = each

    return run


def pytest_configure(config):
    config.stash[TIMES] = {}


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    """Print both engines side by side, per hand or round: they were given different numbers."""
    rows = [["least nanoseconds for each hand or round", *ENGINES, "ratio"]]
    for name, times in config.stash[TIMES].items():
        both = [times.get(engine) for engine in ENGINES]
        told = ["" if each is None else f"{each:,.1f}" for each in both]
        rows.append([name, *told, f"{both[1] / both[0]:,.0f}" if all(both) else ""])
    if len(rows) > 1:
        terminalreporter.write_line("")
        terminalreporter.write_line(table(rows))
