"""Reports errors during the start of the command line, each in one line.

Python imports the package before it runs `gin_fast.__main__`, so no code there can catch what goes
wrong by then: `gin_fast` imports this first. In all other programs it does nothing.
"""

from __future__ import annotations

import errno
import os
import sys

_SCRIPTS = ("gin-fast", "gin-fast.exe", "gin-fast-script.py")
_BYTES = 1 << 27
"""What a start needs, about: without it, the C library of NumPy would end the process."""
_MOST_SHOWN = 300


def _is_command_line() -> bool:
    """Whether Python was started as ``python -m gin_fast``, or by the script ``gin-fast``."""
    first = (getattr(sys, "argv", None) or [""])[0]
    if first == "-m":  # as long as Python looks for the module to run
        given = sys.orig_argv
        return "-m" in given[:-1] and given[given.index("-m") + 1] == "gin_fast"
    return os.path.basename(first) in _SCRIPTS


def _leave(*_: object) -> None:
    """What Ctrl-C does meanwhile: modules in C would make another error of a KeyboardInterrupt."""
    os._exit(130)


def interrupts_as_usual() -> None:
    """Called when the start is over: Ctrl-C is a `KeyboardInterrupt` again."""
    import signal

    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _fail(error: BaseException) -> None:
    """Ends with what went wrong first: NumPy puts a page of advice before it."""
    while error.__cause__ is not None:
        error = error.__cause__
    why = " ".join(str(error).split()) or "not enough memory"
    print(f"gin-fast: {why[:_MOST_SHOWN]}", file=sys.stderr)
    raise SystemExit(2) from None


def _start() -> None:
    """Imports the engine and all that it is built on."""
    import mmap
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    mmap.mmap(-1, _BYTES).close()
    # Nothing here needs the threads of NumPy, whose memory grows with the number of processors.
    name = "OPENBLAS_NUM_THREADS"
    is_set = name in os.environ
    os.environ.setdefault(name, "1")
    try:
        import numpy  # noqa: F401
    finally:
        if not is_set:
            del os.environ[name]  # programs that are started choose for themselves
    import gin_fast.game.round
    import gin_fast.simulation.run  # noqa: F401


if _is_command_line():
    try:
        _start()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except (ImportError, MemoryError) as error:
        _fail(error)
    except OSError as error:
        _fail(MemoryError() if error.errno == errno.ENOMEM else error)
