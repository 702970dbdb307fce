"""Reading JSON that anyone may have written."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from gin_fast.values.checks import shown

MOST_CHARACTERS = 10_000_000
"""The most in one stored text: a longer one is neither written nor read."""
MOST_BYTES = 4 * MOST_CHARACTERS
"""The most that such a text takes in a file."""
_MOST_DIGITS = 40


def parsed(text: Any) -> Any:
    """The value of a JSON text. Raises an error that says what is wrong."""
    if not isinstance(text, str):
        raise TypeError(f"JSON must be given as a str, not {shown(text)}")
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"the JSON must have at most {MOST_CHARACTERS:,} characters")
    try:
        return json.loads(
            text,
            object_pairs_hook=_each_once,
            parse_int=_int,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        why = f"{error.msg} at character {error.pos + 1}"
        raise ValueError(f"not valid JSON: {why}") from None
    except ValueError as error:
        raise ValueError(f"not valid JSON: {error}") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {shown(name)} is given twice")
        found[name] = value
    return found


def _int(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"{digits[:20]}... is too large a number")
    return int(digits)


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{shown(text)[1:-1]} is not a whole number")
