"""Reading files that anyone may have put there: once, within bounds, not waiting for ever."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_PIPE_SECONDS = 5.0
"""How long the first bytes of a pipe are waited for."""
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


def open_to_read(path: str | os.PathLike[str]) -> BinaryIO:
    """A file, a pipe or a device, open for reading bytes. A pipe to which nobody writes is an
    `OSError`.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "seven")
    >>> with open(path, "wb") as file:
    ...     _ = file.write(b"7")
    >>> with open_to_read(path) as file:
    ...     file.read()
    b'7'
    """
    # Without O_NONBLOCK, opening a pipe would wait for a writer.
    waits_not = getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, os.O_RDONLY | waits_not | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        if waits_not:
            if stat.S_ISFIFO(mode):
                _await_bytes(descriptor, path)
            os.set_blocking(descriptor, True)
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _await_bytes(descriptor: int, path: str | os.PathLike[str]) -> None:
    from select import POLLIN, poll  # rarely needed

    watch = poll()
    watch.register(descriptor, POLLIN)
    if not watch.poll(_PIPE_SECONDS * 1000):
        why = f"it is a pipe, and nothing was written to it for {_PIPE_SECONDS:g} seconds"
        raise TimeoutError(errno.ETIMEDOUT, why, os.fspath(path))


def require_regular(descriptor: int, path: str | os.PathLike[str]) -> None:
    """Refuses an open file that is not a regular one, which alone can be replaced."""
    mode = os.fstat(descriptor).st_mode
    for is_kind, kind in _KINDS:
        if is_kind(mode):
            raise ValueError(f"{os.fspath(path)} must be a regular file, not {kind}")


def read_at_most(file: BinaryIO, path: str | os.PathLike[str], most: int) -> bytes:
    """All bytes of an open file. More than `most` are a `ValueError`, and are not read."""
    size = os.fstat(file.fileno()).st_size
    data = b"" if size > most else file.read(most + 1)
    if size > most or len(data) > most:
        raise ValueError(f"{os.fspath(path)} is larger than {most:,} bytes")
    return data


def read_whole(path: str | os.PathLike[str], most: int) -> bytes:
    """All bytes of a file, a pipe or a device, of which there may be at most `most`."""
    with open_to_read(path) as file:
        return read_at_most(file, Path(path), most)
