"""Results as bars in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from gin_fast.show.shapes import Result
from gin_fast.values.checks import as_int

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

NAME_LIMIT = 40
"""The most characters of a name that fit in a table or a figure."""
_WIDTHS = (1, 2, 3, 4, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100)
_MOST_LINES = 16
_LEAST_WIDTH, _MOST_WIDTH = 40, 100
_COLOURS = ("bright_blue", "yellow", "bright_black")
"""The colours of `a`, `b` and neither."""


class Bin(NamedTuple):
    """A bar of a histogram: the number of rounds with values from `low` to `high`."""

    low: int
    high: int
    rounds: int


def net_bins(counts: Sequence[int], most: int) -> list[Bin]:
    """The bins of `Counts.net_points`, at most `most`, all of the same width but one: 0 has its
    own, so that no bin mixes rounds won by both sides.

    >>> counts = [0] * 513
    >>> counts[256 - 20], counts[256], counts[256 + 31] = 4, 1, 5
    >>> net_bins(counts, 5)
    [Bin(low=-20, high=-1, rounds=4), Bin(low=0, high=0, rounds=1), Bin(low=1, high=20, rounds=0), \
Bin(low=21, high=40, rounds=5)]
    """
    middle = len(counts) // 2
    reach = [place - middle for place, count in enumerate(counts) if count]
    if not reach:
        return []
    below, above = max(0, -reach[0]), max(0, reach[-1])
    for width in (*_WIDTHS, middle):
        left, right = -(-below // width), -(-above // width)
        if left + 1 + right <= most:
            break
    bins = []
    for number in range(-left, right + 1):
        low = number * width - (width - 1 if number > 0 else 0)
        high = number * width + (width - 1 if number < 0 else 0)
        bins.append(Bin(low, high, sum(counts[max(0, middle + low) : middle + high + 1])))
    return bins


def bins_of(counts: Sequence[int], most: int) -> list[Bin]:
    """The bins of the other `Counts`, from the first value that occurs to the last.

    >>> bins_of([0, 0, 0, 7, 1, 2, 0, 3], 3)
    [Bin(low=2, high=3, rounds=7), Bin(low=4, high=5, rounds=3), Bin(low=6, high=7, rounds=3)]
    """
    reach = [value for value, count in enumerate(counts) if count]
    if not reach:
        return []
    first, last = reach[0], reach[-1]
    width = next(width for width in _WIDTHS if last // width - first // width < most)
    return [
        Bin(low, low + width - 1, sum(counts[low : low + width]))
        for low in range(first - first % width, last + 1, width)
    ]


def cut_name(name: str, most: int = NAME_LIMIT, dots: str = "…") -> str:
    """A name on one line, of at most `most` characters: a longer one loses its middle.

    >>> cut_name("module_of_mine:Strategy", 12)
    'module_…tegy'
    """
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if len(plain) <= most:
        return plain
    kept = max(0, most - len(dots))
    end = kept * 2 // 5
    return plain[: kept - end] + dots + plain[len(plain) - end :]


def bars(result: Result, width: int | None = None) -> Bars:
    """How rounds ended, their net points and their length, as bars for ``rich`` to print.

    `width` is in characters, by default that of the console, but at most 100. If the encoding of
    the console has no block characters, the bars are ASCII.

    >>> from gin_fast import simulate
    >>> from rich.console import Console
    >>> Console().print(bars(simulate("simple", "random", rounds=100, seed=7)))
    <BLANKLINE>
    ...
    """
    return Bars(result, None if width is None else as_int(width, "width", 1))


class Bars:
    """The object returned by `bars`, which renders itself for ``rich``."""

    def __init__(self, result: Result, width: int | None) -> None:
        self._result = result
        self._width = width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width if self._width is None else self._width
        blocks = _can_encode("█▏▎▍▌▋▊▉▒░…", options.encoding)
        yield from _lines(self._result, min(_MOST_WIDTH, max(_LEAST_WIDTH, width)), blocks)


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _lines(result: Result, width: int, blocks: bool) -> Iterator[Text]:
    from rich.text import Text

    def line(*parts: tuple[str, str]) -> Text:
        return Text.assemble(*parts, no_wrap=True, overflow="crop", end="\n")

    signs = "█▒░" if blocks else "#=."
    room = (width - len("# a:   # b:   # neither")) // 2
    names = [cut_name(name, room, "…" if blocks else "..") for name in (result.a, result.b)]
    marks = [f"{sign} " for sign in signs]
    labels = f"a: {names[0]}  ", f"b: {names[1]}  ", "neither"
    legend = zip(marks, _COLOURS, labels, strict=True)
    yield line(("", ""))
    yield line(*(part for sign, colour, label in legend for part in ((sign, colour), (label, ""))))
    ends = [
        (kind.replace("_", " "), tuple(ending))
        for kind, ending in result.ends.items()
        if ending.total
    ]
    net = [
        (_net_label(each), _by_side(each))
        for each in net_bins(result.counts.net_points, _MOST_LINES)
    ]
    draws = [
        (_label(each), (0, 0, each.rounds)) for each in bins_of(result.counts.draws, _MOST_LINES)
    ]
    for title, rows in (
        ("how rounds ended", ends),
        ("net points of a round, a minus b", net),
        ("cards drawn in a round", draws),
    ):
        yield line(("", ""))
        yield line((title, "bold"))
        if not rows:
            yield line(("no rounds", ""))
            continue
        most = max(sum(counts) for _, counts in rows)
        label_width = max(len(label) for label, _ in rows)
        number_width = max(len(f"{sum(counts):,}") for _, counts in rows)
        bar_width = max(4, width - label_width - number_width - len("      100.0%"))
        for label, counts in rows:
            total = sum(counts)
            bar, used = [], 0
            # The lengths of rounds belong to no side: full bars.
            shades = signs[0] * 3 if rows is draws else signs
            for upto, sign, colour in zip(accumulate(counts), shades, _COLOURS, strict=True):
                end = round(upto * bar_width / most)
                bar.append((sign * (end - used), colour))
                used = end
            if total and not used:
                bar.append(("▏" if blocks else "|", ""))
                used = 1
            share = f"{total / result.rounds:.1%}"
            yield line(
                (f"{label:>{label_width}}  ", ""),
                *bar,
                (f"{'':{bar_width - used}}  {total:>{number_width},}  {share:>6}", ""),
            )


def _by_side(each: Bin) -> tuple[int, int, int]:
    if each.low > 0:
        return each.rounds, 0, 0
    return (0, each.rounds, 0) if each.high < 0 else (0, 0, each.rounds)


def _label(each: Bin) -> str:
    return str(each.low) if each.low == each.high else f"{each.low} to {each.high}"


def _net_label(each: Bin) -> str:
    """Like `_label`, but the outermost bins include everything beyond the counts."""
    if each.high >= 256:
        return f"{each.low} or more"
    return f"{each.high} or less" if each.low <= -256 else _label(each)
