"""Checks that the flat arrays of one call of an engine fit each other, and how many rows the
reference answers in a call."""

from __future__ import annotations

from gin_fast.values.checks import as_int

_ROWS = 1024


def some_rows(row: int, rows: int) -> range:
    """The rows that the reference answers in one call of a loop, from `row` on.

    >>> some_rows(1024, 1100)
    range(1024, 1100)
    """
    row = as_int(row, "row", 0, rows)
    return range(row, min(row + _ROWS, rows))


def check_rows(rows: int, **found: int) -> None:
    """Checks that arrays, given by name with their number of rows, have `rows` rows.

    >>> check_rows(3, out=2)
    Traceback (most recent call last):
    ValueError: out must have 3 rows, not 2
    """
    for name, count in found.items():
        if count != rows:
            raise ValueError(f"{name} must have {rows} rows, not {count}")


def check_rows_or_one(rows: int, **found: int) -> None:
    """The same, but one row may stand for all."""
    check_rows(rows, **{name: count for name, count in found.items() if count != 1})
