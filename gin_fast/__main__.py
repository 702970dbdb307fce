"""The entry point of the command line, ``gin-fast`` or ``python -m gin_fast``."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from gin_fast._start import interrupts_as_usual


def main() -> None:
    """Runs the command line; if its dependencies are missing, says which extra to install."""
    if getattr(sys, "frozen", False):  # then each worker of --workers starts this program anew
        from multiprocessing import freeze_support

        freeze_support()
    missing = [name for name in ("click", "rich") if find_spec(name) is None]
    if missing:
        needed = " and ".join(missing)
        print(
            f'gin-fast: the command line needs {needed}: pip install "gin_fast[cli]"',
            file=sys.stderr,
        )
        sys.exit(2)
    try:
        from gin_fast.cli import cli

        interrupts_as_usual()
        cli()
    except KeyboardInterrupt:  # at start-up or at exit
        sys.exit(130)
    except MemoryError:  # while the commands are imported
        print("gin-fast: not enough memory", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
