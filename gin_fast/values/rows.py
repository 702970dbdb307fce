"""Whether the flat arrays that one call of an engine works on fit each other."""

from __future__ import annotations


def check_rows(rows: int, **found: int) -> None:
    """That arrays, named with their number of rows, have `rows` of them.

    >>> check_rows(3, out=2)
    Traceback (most recent call last):
    ValueError: out must have 3 rows, not 2
    """
    for name, count in found.items():
        if count != rows:
            raise ValueError(f"{name} must have {rows} rows, not {count}")


def check_rows_or_one(rows: int, **found: int) -> None:
    """The same, where one row may stand for all."""
    check_rows(rows, **{name: count for name, count in found.items() if count != 1})
