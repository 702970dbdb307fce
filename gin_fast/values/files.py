"""Files that are replaced in one step, and whose owner no other writer disturbs."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

from gin_fast.values.reading import open_to_read, read_at_most, require_regular

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

_KEPT = 100
"""How many characters of a name the name of the new file keeps: it must not be too long."""
_IN_USE = "another program is using it"
_CHANGED = "another program has changed it meanwhile"

Stamp: TypeAlias = tuple[int, int, int, int]


@contextmanager
def in_place_of(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A new file, open for writing bytes, that replaces `path` when the block ends.

    Whatever happens, either the old file or the new one is on the disk, complete. The new one is
    written next to the old one under a name that nobody can guess, with the same permissions from
    the start. A link stays a link, and the file that it leads to is replaced.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "seven"
    >>> with in_place_of(path) as file:
    ...     _ = file.write(b"7")
    >>> path.read_bytes(), len(list(path.parent.iterdir()))
    (b'7', 1)
    """
    place = real_place(path)
    _clear_beside(place)
    with _beside(place) as (file, beside):
        yield file
        _complete(file)
        file.close()  # Windows renames no open file
        os.replace(beside, place)


@contextmanager
def new_file(place: Path) -> Iterator[BinaryIO]:
    """A file, open for writing bytes, that gets its name when the block ends. If something has that
    name by then, it stays, and a `FileExistsError` is raised.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "seven"
    >>> with new_file(path) as file:
    ...     path.exists()
    False
    >>> path.exists()
    True
    """
    with _beside(place) as (file, beside):
        yield file
        _complete(file)
        file.close()
        _claim(beside, place)


class Kept:
    """A file that is read once and replaced again and again, by one owner at a time.

    From here to `close` no other owner can have it: that is an `OSError`. What anybody else writes
    to it meanwhile is not lost either: `replace` then refuses. `most` bounds the bytes that are
    read.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "seven"
    >>> with Kept(path, 100) as kept:
    ...     print(kept.data)
    ...     kept.replace(b"7")
    None
    >>> with Kept(path, 100) as kept:
    ...     print(kept.data)
    b'7'
    """

    def __init__(self, path: str | os.PathLike[str], most: int) -> None:
        self.path = Path(path)
        self._place = real_place(path)
        self._descriptor = -1  # of the file, open, which holds the lock
        self._stamp: Stamp | None = None  # of the file as it was read or written here
        self.data: bytes | None = None
        """The bytes that were there at the beginning; `None` if there was no file."""
        _clear_beside(self._place)
        while True:
            try:
                file = open_to_read(self._place)
            except FileNotFoundError:
                return
            with file:
                require_regular(file.fileno(), self.path)
                lock(file.fileno(), self.path)
                self._stamp = stamp_of(file.fileno())
                if stamp_of(self._place) != self._stamp:
                    continue  # it was replaced before it was locked
                self.data = read_at_most(file, self.path, most)
                self._hold(file)
                return

    def replace(self, data: bytes) -> None:
        """Writes new contents in one step: a crash leaves the old file or the new one."""
        with _beside(self._place) as (file, beside):
            file.write(data)
            _complete(file)
            if fcntl is None:
                file.close()  # Windows renames no open file
            stamp = stamp_of(beside if fcntl is None else file.fileno())
            require_same(self._place, self._stamp)
            if self._stamp is None:
                _claim(beside, self._place)
            else:
                os.replace(beside, self._place)
            self._stamp = stamp
            self._hold(file)

    def put_aside(self, names: Iterable[Path]) -> Path:
        """Gives the file the first of these names that is free, which is returned. The file that is
        kept is then missing."""
        require_same(self._place, self._stamp)
        for name in names:
            with suppress(FileExistsError):
                _claim(self.path, name)
                self.close()
                self._place, self._stamp = Path(os.path.abspath(self.path)), None
                return name
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.path))

    def _hold(self, file: BinaryIO) -> None:
        """Keeps the file open in place of the one before, and with it the lock."""
        self.close()
        if fcntl is not None:
            self._descriptor = os.dup(file.fileno())  # which has the same lock

    def close(self) -> None:
        """Lets others have the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Owned:
    """A folder, or an open file, that one owner has at a time.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with Owned(folder):
    ...     Owned(folder)
    Traceback (most recent call last):
    OSError: [Errno 16] another program is using it: ...
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._descriptor = -1
        if fcntl is not None:
            self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            try:
                lock(self._descriptor, path)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Lets others have it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Owned:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def real_place(path: str | os.PathLike[str]) -> Path:
    """Where a path leads, whatever becomes the working directory, and through all links."""
    try:
        return Path(os.path.realpath(path))
    except FileNotFoundError:
        why = "the working directory was deleted"
        raise FileNotFoundError(errno.ENOENT, why, os.fspath(path)) from None


def stamp_of(place: Path | int) -> Stamp | None:
    """What changes when a file does, or is another; `None` if there is none."""
    try:
        found = os.stat(place)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def require_same(place: Path, stamp: Stamp | None) -> None:
    """Refuses a file that is not as it was."""
    if stamp_of(place) != stamp:
        raise OSError(errno.EBUSY, _CHANGED, str(place))


def clear(folder: Path, names: str) -> None:
    """Removes what writers that were killed left in a folder beside files of these names, given as
    a regular expression."""
    left = re.compile(rf"\.{names}\.[0-9a-f]{{16}}\.new")
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if left.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _clear_one(entry.path)


def _clear_beside(place: Path) -> None:
    clear(place.parent, re.escape(place.name[:_KEPT]))


def _clear_one(path: str) -> None:
    if fcntl is None:
        os.unlink(path)  # fails while it is open
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while its writer lives
        os.unlink(path)
    finally:
        os.close(descriptor)


@contextmanager
def _beside(place: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A new file next to another, with its permissions from the start, and its path. Unless it was
    renamed by then, it is removed at the end."""
    mode = stat.S_IMODE(place.stat().st_mode) & 0o777 if place.is_file() else None
    # Never open a file or a link that already exists.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    for _ in range(3):
        beside = place.with_name(f".{place.name[:_KEPT]}.{os.urandom(8).hex()}.new")
        file = open(os.open(beside, flags, 0o666 if mode is None else 0o600), "wb")  # noqa: SIM115
        if fcntl is None:
            break
        with suppress(OSError):
            fcntl.flock(file.fileno(), fcntl.LOCK_EX)  # it is no left-over of a killed writer
        if os.fstat(file.fileno()).st_nlink:
            break
        file.close()  # it was taken for one before
    else:
        raise FileNotFoundError(errno.ENOENT, "a new file beside it was removed", str(place))
    try:
        with file:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)  # of this very file, whatever has its name by now
            yield file, beside
    except OSError as error:
        if error.filename is None:
            error.filename = str(place)
        raise
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _complete(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _claim(beside: Path, place: Path) -> None:
    """Gives a file its name, unless something has it."""
    if fcntl is None:
        os.rename(beside, place)  # Windows replaces nothing so
        return
    try:
        os.link(beside, place, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place)) from None
        os.rename(beside, place)
    else:
        os.unlink(beside)


def lock(descriptor: int, path: str | os.PathLike[str]) -> None:
    """Locks an open file until it is closed, where the file system can. A file that is locked is an
    `OSError`."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OSError(errno.EBUSY, _IN_USE, os.fspath(path)) from None
    except OSError:
        pass
