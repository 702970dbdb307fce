"""Rows of rounds or decisions in Parquet files, which stay readable if the run is killed."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast._version import __version__
from gin_fast.answers.rows import COLUMNS, DECISION_DTYPE, LOGS, ROW_DTYPE, Column, Rows
from gin_fast.values.checks import as_int, plain, shown
from gin_fast.values.files import Owned, clear, new_file
from gin_fast.values.json import parsed
from gin_fast.values.reading import open_to_read, require_regular
from gin_fast.values.stored import field

if TYPE_CHECKING:
    from typing_extensions import Self

ROWS_OF_PART = {"rounds": 1 << 20, "decisions": 1 << 19}
"""The number of rows in a part, unless it is ended early."""

_KEY = b"gin_fast"
_DTYPES = {"rounds": ROW_DTYPE, "decisions": DECISION_DTYPE}
_NAME = re.compile(r"part-(\d{15})\.parquet")
_RUNNING = ("number", "index")  # columns that increase from row to row
_ROWS_OF_GROUP = 1 << 18
_AT_ONCE = 1 << 12  # rows split into columns at a time, while they are in the cache


class Recorder:
    """Writes rows of one kind, ``"rounds"`` or ``"decisions"``, to the directory `path`, which must
    be empty or missing.

    Each file, a *part*, is named after its first row, and gets that name only once it is complete.
    Parts are written by a thread of their own when there are enough rows, and by `flush`.
    `settings` are stored in each part and must be JSON values.

    >>> import tempfile
    >>> from gin_fast.engine import playout
    >>> rows = playout.tally("simple", "random", 7, 0, 5, log="rounds").rows
    >>> with tempfile.TemporaryDirectory() as path:
    ...     recorder = Recorder(path, "rounds", {"seed": 7})
    ...     recorder.add(rows)
    ...     recorder.close()
    ...     settings_of(path), [part.name for part in parts_of(path)]
    ({'seed': 7}, ['part-000000000000000.parquet'])
    """

    def __init__(self, path: str | os.PathLike[str], kind: str, settings: dict[str, Any]) -> None:
        self._begin(path, kind, settings)
        with self._owned():
            if any(self._path.iterdir()):
                raise FileExistsError(f"{self._path} is not empty: record to another directory")

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        kind: str,
        settings: dict[str, Any],
        rows: int,
        last: str | None,
    ) -> Self:
        """Continues after the first `rows` rows of a directory recorded with the same settings; the
        recorder had `last` when it had written them. Parts with later rows are removed, and
        damaged ones are refused."""
        self = cls.__new__(cls)
        self._begin(path, kind, settings)
        self._first = as_int(rows, "rows", 0)
        self.last = last
        with self._owned():
            self._take_up()
        return self

    def _begin(self, path: str | os.PathLike[str], kind: str, settings: dict[str, Any]) -> None:
        if not isinstance(kind, str) or kind not in LOGS:
            raise ValueError(f"kind must be {' or '.join(LOGS)}, not {shown(kind)}")
        self._path = Path(path)
        self._arrow, self._parquet = _pyarrow()
        self._columns = COLUMNS[kind]
        self._dtype = _DTYPES[kind]
        self._schema = self._arrow.schema([self._field(column) for column in self._columns])
        self._head = {"kind": kind, "version": __version__, "settings": settings}
        self._settings = parsed(json.dumps(settings))
        self._owner: Owned | None = None
        self._made: list[Path] = []
        self.last: str | None = None
        """The SHA-256 of the last part on the disk, in which that of the one before is stored."""
        self._room = ROWS_OF_PART[kind]
        self._first = 0  # the first row not yet written
        self._filled = 0  # rows since
        self._values = self._empty()
        self._spare = self._empty()
        self._thread = ThreadPoolExecutor(1, "gin_fast recorder")
        self._writing: Future[None] | None = None

    @contextmanager
    def _owned(self) -> Iterator[None]:
        """Creates the directory and its parents, if they are missing, and keeps others out of it.
        If the block fails, it all was for nothing."""
        places = self._path, *self._path.parents
        self._made = [place for place in places if not place.exists()]
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            self._owner = Owned(self._path)
            clear(self._path, _NAME.pattern)
            yield
        except BaseException:
            self.discard()
            raise

    @property
    def rows(self) -> int:
        """The number of rows, including those of an earlier run."""
        return self._first + self._filled

    def add(self, rows: Rows) -> None:
        """Adds the next rows. An earlier write that failed is raised here."""
        if rows.dtype != self._dtype:
            raise TypeError(f"rows must be of the dtype of their kind, not {shown(rows.dtype)}")
        while len(rows):
            count = min(len(rows), self._room - self._filled, _AT_ONCE)
            for name, values in self._values.items():
                values[self._filled : self._filled + count] = rows[name][:count]
            self._filled += count
            rows = rows[count:]
            if self._filled == self._room:
                self._end_part()

    def flush(self) -> None:
        """Writes all rows and waits until they are on disk."""
        if self._filled:
            self._end_part()
        self._wait()

    def close(self) -> None:
        """Flushes and ends the recording. Without any rows it writes an empty part, which still has
        the columns."""
        try:
            if self.rows == 0:
                self._end_part()
            self.flush()
        finally:
            self._end()

    def discard(self) -> None:
        """Ends the recording without a row, and removes the directories it created."""
        self._end()
        with suppress(OSError):  # another program may have put something there
            for place in self._made:
                place.rmdir()

    def _end(self) -> None:
        self._thread.shutdown()
        if self._owner is not None:
            self._owner.close()

    def _end_part(self) -> None:
        """Has the rows written while others are added. One part is written at a time, so at most
        two are in memory."""
        self._wait()
        values = {name: values[: self._filled] for name, values in self._values.items()}
        self._writing = self._thread.submit(self._write, self._first, values)
        self._values, self._spare = self._spare, self._values
        self._first += self._filled
        self._filled = 0

    def _wait(self) -> None:
        if self._writing is not None:
            self._writing.result()

    def _write(self, first: int, values: dict[str, np.ndarray[Any, Any]]) -> None:
        """Writes a part: it gets its name once it is complete and on disk."""
        arrays = [self._array(column, values[column.name]) for column in self._columns]
        head = {_KEY: json.dumps({**self._head, "previous": self.last})}
        table = self._arrow.Table.from_arrays(arrays, schema=self._schema.with_metadata(head))
        running = [name for name in _RUNNING if name in values]
        few = [column.name for column in self._columns if column.type != "u8"]
        written = self._arrow.BufferOutputStream()
        self._parquet.write_table(
            table,
            written,
            compression="zstd",
            use_dictionary=few,
            column_encoding=dict.fromkeys(running, "DELTA_BINARY_PACKED"),
            write_statistics=running,
            row_group_size=_ROWS_OF_GROUP,
        )
        part = written.getvalue()
        with new_file(self._path / f"part-{first:015}.parquet") as file:
            file.write(part)
        self.last = hashlib.sha256(part).hexdigest()

    def _empty(self) -> dict[str, np.ndarray[Any, Any]]:
        return {column.name: np.empty(self._room, column.type) for column in self._columns}

    def _field(self, column: Column) -> Any:
        kind = self._arrow.from_numpy_dtype(np.dtype(column.type))
        if column.names:
            kind = self._arrow.dictionary(kind, self._arrow.string())
        elif column.is_flag:
            kind = self._arrow.bool_()
        return self._arrow.field(column.name, kind, column.none, {"doc": column.doc})

    def _array(self, column: Column, values: np.ndarray[Any, Any]) -> Any:
        """A column as an Arrow array, without a copy: Arrow's conversion from NumPy would import
        pandas."""
        arrow = self._arrow
        kind = arrow.bool_() if column.is_flag else arrow.from_numpy_dtype(values.dtype)
        held = arrow.py_buffer(_bits(values > 0) if column.is_flag else values)
        valid = arrow.py_buffer(_bits(values >= 0)) if column.none else None
        array = arrow.Array.from_buffers(kind, len(values), [valid, held])
        if column.names:
            return arrow.DictionaryArray.from_arrays(array, self._texts(column.names))
        return array

    def _texts(self, names: tuple[str, ...]) -> Any:
        ends = np.cumsum([0, *(len(name.encode()) for name in names)], dtype=np.int32)
        text = "".join(names).encode()
        buffers = [None, self._arrow.py_buffer(ends), self._arrow.py_buffer(text)]
        return self._arrow.Array.from_buffers(self._arrow.string(), len(names), buffers)

    def _take_up(self) -> None:
        """Finds the rows recorded before, and removes later ones."""
        parts = parts_of(self._path)
        if parts and settings_of(self._path) != self._settings:
            raise ValueError(f"{self._path} has other settings: {shown(settings_of(self._path))}")
        there, kept = 0, []
        for part in parts:
            if _first_of(part) == there < self._first:
                there += _read(self._parquet.read_metadata, part).num_rows
                kept.append(part)
        if there != self._first:
            raise ValueError(f"{self._path} should have {self._first} rows, not {there}")
        expected = self.last
        for part in reversed(kept):
            if _sum_of(part) != expected:
                raise ValueError(f"{part} was changed or damaged after it was written")
            expected = _head_of(self._parquet, part).get("previous")
        for part in parts:
            if _first_of(part) >= self._first:
                part.unlink()


def parts_of(path: str | os.PathLike[str]) -> list[Path]:
    """The files of a recorded directory, in order."""
    return sorted(part for part in Path(path).iterdir() if _NAME.fullmatch(part.name))


def settings_of(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The settings that the rows of a directory were recorded with."""
    _, parquet = _pyarrow()
    for part in parts_of(path):
        head = _head_of(parquet, part)
        if head:
            return field(head, "settings", dict)  # type: ignore[no-any-return]
    raise ValueError(f"{path} has no rows recorded by gin_fast")


def _head_of(parquet: Any, part: Path) -> dict[str, Any]:
    """What a part says about itself; nothing if it was not recorded here."""
    stored = (_read(parquet.read_schema, part).metadata or {}).get(_KEY)
    try:
        head = {} if stored is None else parsed(stored.decode())
        if not isinstance(head, dict):
            raise ValueError(f"its head is {shown(head)}")
    except ValueError as error:
        raise ValueError(f"{part} was not recorded by gin_fast: {error}") from None
    return head


def _sum_of(part: Path) -> str:
    """The SHA-256 of a file."""
    taken = hashlib.sha256()
    with open_to_read(part) as file:
        require_regular(file.fileno(), part)
        while piece := file.read(1 << 20):
            taken.update(piece)
    return taken.hexdigest()


def _read(reader: Callable[[Path], Any], part: Path) -> Any:
    """Reads a part with a function of pyarrow."""
    try:
        return reader(part)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"{part} is not a complete Parquet file: {plain(str(error).strip())}"
        ) from error


def _bits(flags: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Flags packed into bits, as Arrow stores them."""
    return np.packbits(flags, bitorder="little")


def _first_of(part: Path) -> int:
    match = _NAME.fullmatch(part.name)
    assert match is not None  # it comes from parts_of
    return int(match[1])


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError(
            f"recording needs pyarrow ({error}): pip install gin_fast[parquet]"
        ) from error
