"""What goes wrong while the command line starts, told in one line.

The package is imported before `gin_fast.__main__` is run, so `gin_fast` imports this first of all.
Where a program imports the package, nothing is done here.
"""

from __future__ import annotations

import os
import sys

_PROGRAMS = ("-m", "gin-fast", "gin-fast.exe", "gin-fast-script.py")
"""The first word of the command; Python puts ``-m`` there while it looks for what to run."""

if os.path.basename((getattr(sys, "argv", None) or [""])[0]) in _PROGRAMS:
    try:
        import gin_fast.game.round
        import gin_fast.simulation.run  # noqa: F401  # and all that they are built on
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except ImportError as error:
        print(f"gin-fast: {error}", file=sys.stderr)
        raise SystemExit(2) from None
