"""Files that are replaced in one step."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_KEPT = 100
"""How many characters of a name the name of the new file keeps: it must not be too long."""


@contextmanager
def in_place_of(path: str | os.PathLike[str], *, follow: bool = True) -> Iterator[BinaryIO]:
    """A new file, open for writing bytes, that replaces `path` when the block ends.

    Whatever happens, either the old file or the new one is on the disk, complete. The new one is
    written next to the old one under a name that nobody can guess, with the same permissions from
    the start. A link stays a link, and the file that it leads to is replaced; without `follow` the
    link itself is replaced.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "seven"
    >>> with in_place_of(path) as file:
    ...     _ = file.write(b"7")
    >>> path.read_bytes(), len(list(path.parent.iterdir()))
    (b'7', 1)
    """
    place = Path(os.path.realpath(path) if follow else path)
    beside = place.with_name(f".{place.name[:_KEPT]}.{os.urandom(8).hex()}.new")
    mode = stat.S_IMODE(place.stat().st_mode) & 0o777 if place.is_file() else None
    # Never open a file or a link that already exists.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(beside, flags, 0o666 if mode is None else 0o600)
    try:
        with open(descriptor, "wb") as file:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)  # of this very file, whatever has its name by now
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, place)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
