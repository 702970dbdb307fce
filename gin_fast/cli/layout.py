"""Text as wide as the terminal: words are never cut, and tables fold where they do not fit."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import click
from rich.cells import cell_len

PIPED = 100
"""The width of what goes to a file or a pipe, unless ``COLUMNS`` says otherwise."""
_BETWEEN = "  "
_LEAST = 8
"""A column of a table is not made narrower than this, nor than its longest word."""
_TOGETHER = re.compile(r" (?=± )|(?<= ±) ")
"""A space that stays: a number and its error belong together."""


def width(stream: Any = None) -> int:
    """The width of the terminal that a stream is, the standard output by default.

    >>> import pytest
    >>> with pytest.MonkeyPatch.context() as changed:
    ...     changed.setenv("COLUMNS", "60")
    ...     width()
    60
    """
    return _known(stream) or PIPED


def _known(stream: Any = None) -> int | None:
    """The width that somebody set or that a terminal has; `None` in a file or a pipe."""
    told = os.environ.get("COLUMNS", "")
    if re.fullmatch("[0-9]{1,5}", told) and int(told):
        return int(told)
    try:
        return os.get_terminal_size((stream or sys.stdout).fileno()).columns or PIPED
    except (OSError, ValueError, AttributeError):
        return None


def wrapped(text: str, indent: str = "", hang: str = "", *, at: int | None = None) -> str:
    """Words in lines that fit; `indent` begins the first, `hang` the others.

    >>> print(wrapped("Deadwood  counts against you.", "rules  ", "       ", at=20))
    rules  Deadwood
           counts
           against you.
    """
    return "\n".join(_packed(text.split(), " ", indent, hang, width() if at is None else at))


def listed(items: Iterable[str]) -> str:
    """Items side by side, as many in a line as fit.

    >>> print(listed(["1 draw pile", "2 pass"]))
    1 draw pile  2 pass
    """
    most = width()
    parts = [
        part
        for item in items
        for part in ([item] if cell_len(item) <= most else wrapped(item, hang="  ").split("\n"))
    ]
    return "\n".join(_packed(parts, _BETWEEN, "", "", most))


def _packed(words: Sequence[str], between: str, indent: str, hang: str, most: int) -> Iterator[str]:
    """Words, or what else stays whole, in lines of at most this width."""
    if cell_len(hang) > most // 2:
        hang = _BETWEEN
    line, is_begun = indent, False
    for word in words:
        # An indent that leaves no room for the first word gets a line of its own.
        if not is_begun and indent.strip() and cell_len(line + word) > most:
            yield line.rstrip()
            line = hang
        elif is_begun and cell_len(line + between + word) > most:
            yield line
            line, is_begun = hang, False
        line += between + word if is_begun else word
        is_begun = True
    yield line.rstrip()


def table(rows: Sequence[Sequence[str]], *, has_heads: bool = False) -> str:
    """Cells in columns. Where they do not fit, cells are wrapped; where that is not enough, each
    row becomes lines of its own, named by the heads.

    >>> print(table([["", "points"], ["pass", "-7.50"]]))
          points
    pass  -7.50
    """
    return "\n".join(_laid_out([list(row) for row in rows], set(), has_heads))


def labelled(rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Labels in a column, and the lines of each beside it.

    >>> print(labelled([("melds", ["7♣ 7♦ 7♥", "8♣ 8♦ 8♥"]), ("deadwood", ["0"])]))
    melds     7♣ 7♦ 7♥
              8♣ 8♦ 8♥
    deadwood  0
    """
    rows = [(label, [*lines]) for label, lines in rows]
    wide = max(cell_len(label) for label, _ in rows) + len(_BETWEEN)
    if wide > width() // 2:
        return "\n".join(
            f"{label}\n" + "\n".join(wrapped(line, _BETWEEN, _BETWEEN) for line in lines)
            for label, lines in rows
        )
    hang = " " * wide
    return "\n".join(
        wrapped(line, _padded(label, wide) if number == 0 else hang, hang)
        for label, lines in rows
        for number, line in enumerate(lines)
    )


def beside(line: str, wide: int, text: str) -> str:
    """A text in a column after a line, or below it where they do not fit.

    >>> beside("drew J♣", 9, "J♣ K♥ = 20")
    'drew J♣  J♣ K♥ = 20'
    """
    whole = _padded(line, wide - len(_BETWEEN)) + _BETWEEN + text
    if cell_len(whole) <= width():
        return whole
    indent = " " * (len(line) - len(line.lstrip()) + 2 * len(_BETWEEN))
    return f"{line}\n{wrapped(text, indent, indent)}"


def folded(text: str) -> str:
    """Text with its lines as they are where they fit; else tables and sentences are laid out anew.
    A sentence in a file or a pipe stays on one line, for programs that look for it.

    >>> folded("as it is")
    'as it is'
    """
    most = width()
    lines: list[str] = []
    for is_table, group in groupby(text.split("\n"), key=_has_columns):
        block = [*group]
        if max(map(cell_len, block)) <= most:
            lines += block
        elif is_table and len(block) > 1:
            lines += _laid_out(*_parsed(block))
        elif _known() is None:
            lines += block
        else:
            lines += [line if cell_len(line) <= most else _of_line(line) for line in block]
    return "\n".join(lines)


def _has_columns(line: str) -> bool:
    return _BETWEEN in line.strip()


def _of_line(line: str) -> str:
    indent = re.match(" *", line)[0]  # type: ignore[index]  # it matches everywhere
    return wrapped(line, indent, f"{indent}{_BETWEEN}")


def _parsed(block: Sequence[str]) -> tuple[list[list[str]], set[int], bool]:
    """The cells of a table, the columns that end at the right, and whether it has heads."""
    wide = max(map(len, block))
    block = [line.ljust(wide) for line in block]
    blank = "".join(
        " " if not "".join(column).strip() else "x" for column in zip(*block, strict=True)
    )
    # A column ends where nothing stands in any line for two places.
    places = [match.span() for match in re.finditer(r"x(?: ?x)*", blank)]
    raw = [[line[begin:end] for begin, end in places] for line in block]
    right = {
        number
        for number, column in enumerate(zip(*raw, strict=True))
        if any(cell.startswith(" ") and cell.strip() for cell in column)
        and not any(cell.endswith(" ") and cell.strip() for cell in column[1:])
    }
    rows = [[cell.strip() for cell in row] for row in raw]
    return rows, right, not rows[0][0] or len(places) > 2


def _laid_out(rows: list[list[str]], right: set[int], has_heads: bool) -> Iterator[str]:
    most = width()
    columns = [*zip(*rows, strict=True)]
    widths = [max(map(cell_len, column)) for column in columns]
    least = [
        min(wide, max(_LEAST, *(cell_len(word) for cell in column for word in _words(cell)), 0))
        for wide, column in zip(widths, columns, strict=True)
    ]
    room = most - len(_BETWEEN) * (len(widths) - 1)
    if sum(least) > room:
        yield from _records(rows, has_heads)
        return
    while sum(widths) > room:
        at = max(
            (at for at in range(len(widths)) if widths[at] > least[at]), key=widths.__getitem__
        )
        widths[at] -= 1
    for row in rows:
        cells = [
            [part.replace("\xa0", " ") for part in _packed(_words(cell), " ", "", "", wide)]
            if cell_len(cell) > wide
            else [cell]
            for cell, wide in zip(row, widths, strict=True)
        ]
        for number in range(max(map(len, cells))):
            parts = [cell[number] if number < len(cell) else "" for cell in cells]
            yield _BETWEEN.join(
                _padded(part, wide, is_right=at in right)
                for at, (part, wide) in enumerate(zip(parts, widths, strict=True))
            ).rstrip()


def _words(cell: str) -> list[str]:
    return [word for word in _TOGETHER.sub("\xa0", cell).split(" ") if word]


def _padded(text: str, wide: int, *, is_right: bool = False) -> str:
    space = " " * (wide - cell_len(text))
    return space + text if is_right else text + space


def _records(rows: list[list[str]], has_heads: bool) -> Iterator[str]:
    """Each row as lines: its first cell, then the others with their heads."""
    heads = rows[0] if has_heads else [""] * len(rows[0])
    for first, *others in rows[1:] if has_heads else rows:
        is_number = first.isdecimal() and heads[0]
        if first:
            yield wrapped(f"{heads[0]} {first}" if is_number else first, hang=_BETWEEN)
        for head, cell in zip(heads[1:], others, strict=True):
            if cell:
                named = f"{head}: {cell}" if head else cell
                yield wrapped(named, _BETWEEN, _BETWEEN * 2)


class HelpFormatter(click.HelpFormatter):
    """The help of a command, as wide as the terminal."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(width=width())

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        begun = "Usage: " if prefix is None else prefix
        self.write(f"{wrapped(f'{prog} {args}', begun, ' ' * (len(begun) + 2))}\n")

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        paragraphs = []
        for paragraph in text.split("\n\n"):
            mark, _, rest = paragraph.partition("\n")
            if mark.strip() == "\b":
                paragraphs.append("\n".join(_command(line, indent) for line in rest.split("\n")))
            else:
                paragraphs.append(wrapped(paragraph, indent, indent))
        self.write("\n\n".join(paragraphs) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = [*rows]
        indent = " " * self.current_indent
        most = min(col_max, self.width // 3)
        wide = min(max(len(name) for name, _ in rows), most) + col_spacing
        hang = indent + " " * wide
        for name, text in rows:
            if len(name) + col_spacing <= wide or not text:
                begun = indent + name.ljust(wide)
            else:
                self.write(f"{wrapped(name, indent, hang)}\n")
                begun = hang
            self.write(f"{wrapped(text, begun, hang)}\n")


class _Context(click.Context):
    formatter_class = HelpFormatter


def as_wide_as_the_terminal(command: click.Command) -> None:
    """Makes the help of a command as wide as the terminal."""
    command.context_class = _Context


def _command(line: str, indent: str) -> str:
    """A line to type; one that is too long continues after a backslash, as shells read it."""
    if cell_len(indent + line) <= width():
        return indent + line
    return " \\\n".join(wrapped(line, indent, f"{indent}  ", at=width() - 2).split("\n"))
