"""What goes wrong while the command line starts, which is while the package is imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import environment, posix

import gin_fast

HOUSE = str(Path(gin_fast.__file__).parent.parent)
SCRIPT = "import sys\nfrom gin_fast.__main__ import main\nif __name__ == '__main__':\n    main()\n"


def started(tmp_path, how, *arguments, path=(), **changes):
    """How the command line ends when started as a module or by its script."""
    if how == "module":
        begin = ["-m", "gin_fast"]
    else:
        begin = [str(tmp_path / how)]
        Path(begin[0]).write_text(SCRIPT)
    paths = os.pathsep.join([*map(str, path), HOUSE])
    return subprocess.run(
        [sys.executable, *begin, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(PYTHONPATH=paths, **changes),
    )


HOW = pytest.mark.parametrize("how", ["module", "gin-fast", "gin-fast.exe", "gin-fast-script.py"])


@HOW
def test_an_unknown_engine_is_one_line(tmp_path, how):
    done = started(tmp_path, how, "hand", "AS", GIN_FAST_ENGINE="fast")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "gin-fast: GIN_FAST_ENGINE must be native or reference, not 'fast'\n"


@HOW
def test_an_interrupt_says_nothing(tmp_path, how):
    """Here importing NumPy is what is interrupted."""
    (tmp_path / "broken" / "numpy").mkdir(parents=True)
    (tmp_path / "broken" / "numpy" / "__init__.py").write_text("raise KeyboardInterrupt\n")
    done = started(tmp_path, how, "hand", "AS", path=[tmp_path / "broken"])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@posix
@HOW
def test_an_interrupt_that_becomes_another_error_says_nothing(tmp_path, how):
    """As modules in C make an ImportError of it."""
    pressed = "import os, time\ntry:\n    os.kill(os.getpid(), 2)\n    time.sleep(60)\n"
    pressed += "except KeyboardInterrupt:\n    raise ImportError('datetime') from None\n"
    (tmp_path / "broken" / "numpy").mkdir(parents=True)
    (tmp_path / "broken" / "numpy" / "__init__.py").write_text(pressed)
    done = started(tmp_path, how, "hand", "AS", path=[tmp_path / "broken"])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@HOW
def test_what_failed_first_is_one_line(tmp_path, how):
    """NumPy puts a page of advice before it."""
    advice = "raise ImportError('Read\\nthis!') from error"
    broken = f"try:\n    import no_such_thing\nexcept ImportError as error:\n    {advice}\n"
    (tmp_path / "broken" / "numpy").mkdir(parents=True)
    (tmp_path / "broken" / "numpy" / "__init__.py").write_text(broken)
    done = started(tmp_path, how, "hand", "AS", path=[tmp_path / "broken"])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "gin-fast: No module named 'no_such_thing'\n"


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited otherwise")
@pytest.mark.parametrize("megabytes", [32, 64, 96, 128, 144, 148, 152, 160, 192, 256, 384])
@pytest.mark.parametrize(
    "arguments",
    [["hand", "AS"], ["simulate", "simple", "greedy"], ["record", "simple", "simple", "rows"]],
    ids=lambda arguments: arguments[0],
)
def test_too_little_memory_is_one_line(tmp_path, megabytes, arguments):
    import resource

    done = subprocess.run(
        [sys.executable, "-m", "gin_fast", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(PYTHONPATH=HOUSE),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2),
    )
    lines = [line for line in done.stderr.splitlines() if "jemalloc" not in line]  # of Arrow, in C
    if done.returncode == 0:
        assert megabytes > 128
        assert lines == []
    else:
        assert (done.returncode, done.stdout, len(lines)) == (2, "", 1)
        assert lines[0].startswith("gin-fast: ")


@HOW
def test_otherwise_it_starts(tmp_path, how):
    done = started(tmp_path, how, "hand", "AS", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"deadwood": 1' in done.stdout


def test_programs_that_import_it_get_the_exception(tmp_path):
    program = "try:\n    import gin_fast\nexcept ImportError as error:\n    print(error)\n"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(PYTHONPATH=HOUSE, GIN_FAST_ENGINE="fast"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "GIN_FAST_ENGINE must be native or reference, not 'fast'\n"


def test_other_modules_that_are_run_get_the_exception(tmp_path):
    """``python -m theirs.go``, where their package imports gin_fast."""
    (tmp_path / "theirs").mkdir()
    program = "try:\n    import gin_fast\nexcept ImportError as error:\n    print(error)\n"
    (tmp_path / "theirs" / "__init__.py").write_text(program)
    (tmp_path / "theirs" / "go.py").write_text("import sys\nprint(sys.argv[1:])\n")
    done = subprocess.run(
        [sys.executable, "-m", "theirs.go", "-m", "gin_fast"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(PYTHONPATH=HOUSE, GIN_FAST_ENGINE="fast"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    said, arguments = done.stdout.splitlines()
    assert said == "GIN_FAST_ENGINE must be native or reference, not 'fast'"
    assert arguments == "['-m', 'gin_fast']"
