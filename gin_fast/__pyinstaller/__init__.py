"""What PyInstaller needs to put gin_fast into a program, found by it through an entry point."""

from __future__ import annotations

from pathlib import Path


def hook_directories() -> list[str]:
    """The directories in which PyInstaller looks for hooks.

    >>> [directory] = hook_directories()
    >>> (Path(directory) / "hook-gin_fast.py").is_file()
    True
    """
    return [str(Path(__file__).parent)]
