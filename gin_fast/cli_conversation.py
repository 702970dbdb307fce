"""What the commands that talk with a person share: lines that are typed, files that are kept."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import click

from gin_fast._json import MOST_CHARACTERS


def ask(prompt: str) -> str | None:
    """The next line that is typed, or piped in, without its spare space; None: there is no more."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return " ".join(line.split()) if line else None
    with suppress(ImportError):  # where it is missing lines cannot be edited and recalled
        import readline  # noqa: F401
    try:
        return " ".join(input(prompt).split())
    except EOFError:
        click.echo()
        return None


def shown_file(path: str) -> str:
    """The name of a file as a message shows it: whole, in one line."""
    return ascii(path) if not path.isprintable() else repr(path)


def read_text(path: str) -> str:
    """What a file holds. One that is no text is bad input."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise click.UsageError(f"cannot read {shown_file(path)}: {error.strerror}") from error
    except ValueError as error:
        raise click.UsageError(f"cannot read {shown_file(path)}: it is no text in UTF-8") from error


def save_text(path: str, text: str) -> None:
    """Puts a text in the place of a file at once: a crash leaves the old file or the new one."""
    place = Path(os.path.realpath(path))
    new = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        with open(new, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, new)
        new.replace(place)
    except OSError as error:
        raise click.UsageError(f"cannot save to {shown_file(path)}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
