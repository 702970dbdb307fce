"""Reports errors during the start of the command line, each in one line.

Python imports the package before it runs `gin_fast.__main__`, so no code there can catch what goes
wrong by then: `gin_fast` imports this first. In all other programs it does nothing.
"""

from __future__ import annotations

import os
import sys

_SCRIPTS = ("gin-fast", "gin-fast.exe", "gin-fast-script.py")


def _is_command_line() -> bool:
    """Whether Python was started as ``python -m gin_fast``, or by the script ``gin-fast``."""
    first = (getattr(sys, "argv", None) or [""])[0]
    if first == "-m":  # as long as Python looks for the module to run
        given = sys.orig_argv
        return "-m" in given[:-1] and given[given.index("-m") + 1] == "gin_fast"
    return os.path.basename(first) in _SCRIPTS


if _is_command_line():
    try:
        import gin_fast.game.round
        import gin_fast.simulation.run  # noqa: F401  # and all that they are built on
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except ImportError as error:
        print(f"gin-fast: {error}", file=sys.stderr)
        raise SystemExit(2) from None
