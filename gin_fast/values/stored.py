"""Objects that are stored as records, and how to read records that anyone may have written."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gin_fast.values.checks import check_fields, shown
from gin_fast.values.json import MOST_CHARACTERS, parsed

if TYPE_CHECKING:
    from typing_extensions import Self

_KINDS = {str: "a str", int: "an int", list: "a list", dict: "an object"}


class Stored(ABC):
    """An object that can be stored as a record of plain values. Equal records are equal objects."""

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """The record to store, in plain values."""

    @classmethod
    @abstractmethod
    def from_record(cls, record: Any) -> Self:
        """The object with this `record`. A bad record is a `ValueError` that says why."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy of the current state."""

    def to_json(self) -> str:
        """The record in one line of JSON."""
        text = json.dumps(self.record())
        if len(text) > MOST_CHARACTERS:
            raise ValueError(
                f"a record in one line must have at most {MOST_CHARACTERS:,} characters, not "
                f"{len(text):,}: keep a log of it"
            )
        return text

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What `to_json` wrote, replayed and checked."""
        return cls.from_record(parsed(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stored):
            return NotImplemented
        return self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_record, (self.record(),)


@contextmanager
def only_values() -> Iterator[None]:
    """Turns a `TypeError` into a `ValueError`: bad stored data is not a mistake in the program."""
    try:
        yield
    except TypeError as error:
        raise ValueError(str(error)) from None


def object_with(record: Any, names: Sequence[str]) -> None:
    """Refuses anything but a JSON object with exactly these fields."""
    if not isinstance(record, dict):
        raise ValueError(f"a record must be a JSON object, not {shown(record)}")
    check_fields(record, names, "the record")


def field(
    record: Any, name: str, kind: type | tuple[type, ...], *, expected: tuple[Any, ...] = ()
) -> Any:
    """A field of a record, checked to be of this kind."""
    if not isinstance(record, dict):
        raise ValueError(f"a record must be a JSON object, not {shown(record)}")
    if name not in record:
        raise ValueError(f"the record lacks the field {name}")
    value = record[name]
    if kind is not object and (isinstance(value, bool) or not isinstance(value, kind)):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        names = " or ".join(_KINDS[each] for each in kinds)
        raise ValueError(f"the field {name} must be {names}, not {shown(value)}")
    if expected and value not in expected:
        choices = " or ".join(map(str, expected))
        raise ValueError(f"the field {name} must be {choices}, not {shown(value)}")
    return value


def is_same(given: Any, value: Any) -> bool:
    """Whether two plain values are equal and of equal types: 1, True and 1.0 all differ."""
    if type(given) is not type(value):
        return False
    if isinstance(value, dict):
        return given.keys() == value.keys() and all(is_same(given[at], value[at]) for at in value)
    if isinstance(value, list):
        return len(given) == len(value) and all(map(is_same, given, value))
    return bool(given == value)
