"""Reports errors during the start of the command line, each in one line.

The package is imported before `gin_fast.__main__` runs, so `gin_fast` imports this first. When a
program imports the package, this does nothing.
"""

from __future__ import annotations

import os
import sys

_PROGRAMS = ("-m", "gin-fast", "gin-fast.exe", "gin-fast-script.py")
"""The first word of the command; Python puts ``-m`` there while it looks for the module to run."""

if os.path.basename((getattr(sys, "argv", None) or [""])[0]) in _PROGRAMS:
    try:
        import gin_fast.game.round
        import gin_fast.simulation.run  # noqa: F401  # and all that they are built on
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except ImportError as error:
        print(f"gin-fast: {error}", file=sys.stderr)
        raise SystemExit(2) from None
