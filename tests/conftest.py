"""One suite for both engines: what every test module shares."""

from __future__ import annotations

import importlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from exhaustive.building import compile_module, load
from hypothesis import settings
from installing import Installed, build, copy_of_checkout, installed

import gin_fast
from gin_fast.answers.rows import Logged
from gin_fast.answers.sums import Tally

collect_ignore_glob = ["outside/*"]  # other projects, which test_outside_projects.py builds

# The same examples on every run, so that a failure belongs to the change that is tested. Other
# examples, and more: pytest --hypothesis-profile=explore
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile("fixed")


# Tests print to pipes, whatever the terminal: pytest-xdist tells its workers how wide that is.
os.environ.pop("COLUMNS", None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As a shell's job in the background has it: then no test could press Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", params=["native", "reference"])
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """Either engine, as a module. One that is missing is a failure."""
    return importlib.import_module(f"gin_fast.{request.param}")


@pytest.fixture(scope="session")
def native() -> ModuleType:
    return importlib.import_module("gin_fast.native")


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    return importlib.import_module("gin_fast.reference")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where the reference is asked for, only what it can answer is run."""
    if os.environ.get("GIN_FAST_ENGINE") != "reference":
        return
    needless = [item for item in items if _needs_native(item)]
    config.hook.pytest_deselected(items=needless)
    items[:] = [item for item in items if not _needs_native(item)]


def _needs_native(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    if callspec is not None and callspec.params.get("engine") == "native":
        return True
    return "native" in getattr(item, "fixturenames", ())


@pytest.fixture
def playout(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.playout")


@pytest.fixture(scope="session")
def outsider(native: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A module compiled against the C functions. Its tests are in the xdist group of its name, for
    it is made once in each process that needs it."""
    source = Path(__file__).parent / "outsider.pyx"
    include = Path(gin_fast.__file__).parent.parent
    return load(compile_module([source], tmp_path_factory.mktemp("outsider"), include=[include]))


@pytest.fixture(scope="session")
def artefacts(native: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel built from it alone. Its tests are in the xdist group
    "packaging", for it takes a while."""
    wheel, sdist = sorted(
        build(copy_of_checkout(tmp_path_factory.mktemp("build"))),
        key=lambda path: path.suffix != ".whl",
    )
    return sdist, wheel


@pytest.fixture(scope="session")
def environment(
    artefacts: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """A virtual environment with that wheel, in the same group."""
    return installed(artefacts[1], tmp_path_factory.mktemp("environment"))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts a function of the first round and their number in the place of play.

    It takes no time, so pieces would soon hold all rounds there are: they are kept to one round,
    unless `seconds` says how long one should take.
    """

    work = importlib.import_module("gin_fast.simulation.work")
    jobs = importlib.import_module("gin_fast.simulation.jobs")

    def put(play: Callable[[int, int], Tally], seconds: float = 0.0) -> None:
        monkeypatch.setattr(work, "_PIECE_SECONDS", seconds)
        monkeypatch.setattr(jobs.Job, "play", lambda job, start, count: Logged(play(start, count)))

    return put


@pytest.fixture
def nothing_left_behind() -> Iterator[None]:
    """Neither a thread nor a handler of Ctrl-C, after a simulation."""
    handler = signal.getsignal(signal.SIGINT)
    yield
    assert [one for one in threading.enumerate() if one.name.startswith("gin_fast")] == []
    assert signal.getsignal(signal.SIGINT) is handler
