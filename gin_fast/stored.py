"""Reading what was stored: JSON that anyone may have written."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from gin_fast.cards import shown

MOST_CHARACTERS = 10_000_000
"""Of one stored text: a longer one is not read."""


def parsed(text: Any) -> Any:
    """What a text of JSON holds, or the error that says what is wrong with it."""
    if not isinstance(text, str):
        raise TypeError(f"JSON must be given as a str, not {shown(text)}")
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"the JSON must have at most {MOST_CHARACTERS:,} characters")
    try:
        return json.loads(text, object_pairs_hook=_each_once, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not the JSON that was stored: {error}") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {shown(name)} is given twice")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def field(
    record: Any, name: str, kind: type | tuple[type, ...], *, expected: tuple[Any, ...] = ()
) -> Any:
    """A field of a record, of the kind it must be."""
    if not isinstance(record, dict):
        raise ValueError(f"a record must be a JSON object, not {shown(record)}")
    if name not in record:
        raise ValueError(f"the record lacks the field {name}")
    value = record[name]
    if isinstance(value, bool) or not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        names = " or ".join(each.__name__ for each in kinds)
        raise ValueError(f"the field {name} must be a {names}, not {shown(value)}")
    if expected and value not in expected:
        choices = " or ".join(map(str, expected))
        raise ValueError(f"the field {name} must be {choices}, not {shown(value)}")
    return value
