"""Checks of single values, with errors that name the value and what was expected."""

from __future__ import annotations

import operator
import os
from collections.abc import Container, Iterable
from typing import Any

import numpy as np

WORD = (1 << 64) - 1
"""The largest seed, and the largest index of a round."""


def as_word(value: Any, name: str) -> int:
    """`value` as a 64-bit word, such as a seed. Raises an error that says what is wrong."""
    return as_int(value, name, 0, WORD)


def fresh_seed() -> int:
    """An unpredictable seed."""
    return int.from_bytes(os.urandom(8), "little")


def as_int(value: Any, name: str, low: int, high: int | None = None) -> int:
    """`value` as an int from `low` to `high`. Raises an error that says what is wrong."""
    number = as_index(value, name, "an int")
    if number < low or (high is not None and number > high):
        expected = f"at least {low}" if high is None else f"from {low} to {shown_int(high)}"
        raise ValueError(f"{name} must be {expected}, not {shown_int(number)}")
    return number


def as_index(value: Any, name: str, expected: str) -> int:
    """An int from an int or a NumPy integer. A bool is nearly always a mistake."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be {expected}, not {bool(value)}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be {expected}, not {shown(value)}") from None
    return number if type(number) is int else int.__add__(number, 0)  # a plain int of any subclass


def require_text(text: Any, what: str) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{what} must be given as a str, not {shown(text)}")


def shown(value: Any) -> str:
    """A value as an error message shows it: at most one line."""
    try:
        text = str.__str__(repr(value))
        if not text.isprintable():
            text = ascii(value)
    except Exception:  # a broken __repr__ must not hide the error being reported
        text = f"<{type(value).__name__}>"
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def plain(text: str) -> str:
    """A text that anyone may have written, as it is shown: in one line, and with what a terminal
    would act on escaped.

    >>> plain("Ann\\n\\x1b[31mBob")
    'Ann\\\\n\\\\x1b[31mBob'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def shown_int(number: int) -> str:
    """An int as an error message shows it. Large ones in hexadecimal, which has no size limit."""
    return str(number) if abs(number) < 1 << 128 else shown(f"{number:#x}").strip("'")


def as_number(value: Any, name: str) -> float:
    """`value` as a float. Raises an error that says what is wrong."""
    if isinstance(value, (bool, np.bool_, str, bytes, bytearray)):
        raise TypeError(f"{name} must be a number, not {shown(value)}")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, not {shown(value)}") from None
    except OverflowError:
        raise ValueError(f"{name} must be a finite number, not {shown(value)}") from None


def as_bool(value: Any, name: str) -> bool:
    """`value` as a flag."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, not {shown(value)}")
    return value


def check_fields(
    given: Iterable[Any], needed: Iterable[str], what: str, known: Container[str] = ()
) -> None:
    """Refuses names of fields if one that is `needed` is missing, or if one is not `known`: by
    default, the needed ones are."""
    for name in needed:
        if name not in given:
            raise ValueError(f"{what} lacks the field {name}")
    for name in given:
        if name not in (known or needed):
            raise ValueError(f"unknown field of {what}: {shown(name)}")


def require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
