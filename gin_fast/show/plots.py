"""Results as Matplotlib figures: ``pip install gin_fast[plot]``.

``result.plot()`` draws them; `save` writes them. ``pyplot`` is not used, so no display is needed
and no figure stays open.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast.show.bars import NAME_LIMIT
from gin_fast.show.panels import (
    BAND,
    BOTH,
    NEITHER,
    A,
    B,
    draw_deadwood,
    draw_ends,
    draw_heat_map,
    draw_interval,
    draw_lengths,
    draw_net_points,
    draw_running_mean,
    short_name,
    thin_ink,
)
from gin_fast.show.shapes import Compared, Result, Standings
from gin_fast.values.checks import shown
from gin_fast.values.files import in_place_of, real_place

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = ("png", "svg", "pdf", "jpg", "webp")
"""The endings that a picture file may have."""


def plot_result(result: Result, axes: Any = None) -> Figure:
    """The figure of `SimulationResult.plot`."""
    if axes is None:
        return _drawn(result, None)
    given = _axes(axes)
    for draw, panel in zip(_panels(result), given, strict=False):
        draw(result, panel)
    if len(given) > 1:
        given[1].legend(handles=_sides(result, 20), fontsize="small", frameon=False)
    return _root(given[0])


def plot_comparison(comparison: Compared) -> Figure:
    """The figure of `Comparison.plot`."""
    return _drawn(comparison.result, comparison)


def plot_tournament(tournament: Standings) -> Figure:
    """The figure of `Tournament.plot`."""
    check_installed()
    from matplotlib.ticker import MaxNLocator

    ratings = tournament.ratings
    order = [tournament.names.index(rating.name) for rating in ratings]
    number = len(order)
    cell = min(0.62, max(0.1, 14.0 / number))  # inches
    size = max(6.0, min(9.0, 22.0 * cell))  # of the text
    wide = max(2.0, number * cell)
    figure = _figure(wide + 4.6, max(1.2, number * cell) + 1.7)
    table, rated = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [wide, 2.4]})

    shares = [[tournament.share(one, other) for other in order] for one in order]
    draw_heat_map(table, shares, size)
    places = range(1, number + 1)
    names = [
        f"{short_name(rating.name, 28)}  {place}"
        for place, rating in zip(places, ratings, strict=True)
    ]
    table.set_yticks(range(number), names, fontsize=size)
    table.set_xticks(range(number), list(map(str, places)), fontsize=size)
    table.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    table.set_title("Games won against, %")

    middles = [rating.elo for rating in ratings]
    halves = [rating.interval(BAND)[1] - rating.elo for rating in ratings]
    rated.errorbar(
        middles, range(number), xerr=halves, fmt="o", color=BOTH, markersize=4, capsize=2
    )
    rated.axvline(0.0, color=NEITHER, linewidth=0.8, zorder=0)
    rated.set_xlabel(f"Elo, mean 0; bars: {BAND:.0%} intervals", fontsize="small")
    rated.set_title("Ratings")
    rated.tick_params(left=False, labelleft=False)
    rated.xaxis.set_major_locator(MaxNLocator(4))
    thin_ink(rated, "x")
    rated.spines["left"].set_visible(False)
    figure.supxlabel(_settings(tournament), fontsize="small", color=BOTH)
    return figure


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Writes a figure to `path`, whose ending gives the format: ``.png``, ``.svg``, ``.pdf``,
    ``.jpg`` or ``.webp``; any other is a `ValueError`.
    """
    place = as_picture(path)
    with in_place_of(place) as file:
        figure.savefig(file, dpi=150, format=place.suffix[1:].lower())


def check_place(path: Any) -> None:
    """Refuses a `path` at which `save` could put nothing: no picture, or in no folder."""
    place = real_place(as_picture(path))
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not place.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(place.parent))


def as_picture(path: Any) -> Path:
    """`path` as a path that `save` can write; otherwise an error that says what is wrong.

    >>> as_picture("Picture.PNG").suffix
    '.PNG'
    >>> as_picture("picture.doc")
    Traceback (most recent call last):
    ValueError: unknown picture format 'picture.doc': expected .png, .svg, .pdf, ...
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path must be a str or a path, not {shown(path)}")
    found = Path(path)
    if found.suffix.lower().removeprefix(".") not in ENDINGS:
        endings = ", ".join(f".{ending}" for ending in ENDINGS)
        raise ValueError(f"unknown picture format {shown(str(path))}: expected {endings}")
    return found


def check_installed() -> None:
    """Checks that Matplotlib is installed; otherwise an `ImportError` says how to install it."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise ImportError(
            "pictures need Matplotlib: pip install gin_fast[plot]", name="matplotlib"
        ) from None


Panel = Callable[[Result, Any], None]


def _panels(result: Result) -> list[Panel]:
    """The panels of a result, in order."""
    return [
        draw_net_points,
        draw_ends,
        draw_lengths,
        draw_deadwood,
        *([draw_running_mean] if result.trace else []),
    ]


def _drawn(result: Result, comparison: Compared | None) -> Figure:
    """A figure of two rows of two panels, with wide ones above and below."""
    panels = _panels(result)
    heights = [*([0.55] if comparison else []), 1.0, 1.0, *([0.9] if len(panels) > 4 else [])]
    figure = _figure(9.5, 2.9 * sum(heights) + 0.8)
    grid = figure.add_gridspec(len(heights), 2, height_ratios=heights)
    first = 0
    if comparison is not None:
        draw_interval(comparison, figure.add_subplot(grid[0, :]))
        first = 1
    for place, draw in enumerate(panels):
        row, column = divmod(place, 2)
        cells = grid[first + row, column] if place < 4 else grid[first + row, :]
        draw(result, figure.add_subplot(cells))
    title = f"{short_name(result.a)} against {short_name(result.b)}"
    figure.suptitle(title, fontsize="x-large" if len(title) <= 60 else "medium")
    figure.legend(
        handles=_sides(result),
        title=_settings(result),
        loc="outside lower center",
        ncols=3,
        frameon=False,
        fontsize="small",
        title_fontsize="small",
    )
    return figure


def _settings(found: Result | Standings) -> str:
    """What was played: the first line of the result's text."""
    return short_name(str(found).partition("\n")[0], 120)


def _figure(width: float, height: float) -> Figure:
    """A figure of this size in inches, referenced by nothing else."""
    check_installed()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _axes(axes: Any) -> list[Axes]:
    """A list of Axes, in order, from one or from any sequence or array of them."""
    check_installed()
    from matplotlib.axes import Axes

    given = [axes] if isinstance(axes, Axes) else list(np.array(axes, dtype=object).ravel())
    for each in given:
        if not isinstance(each, Axes):
            raise TypeError(f"axes must be Axes of Matplotlib, one or more, not {shown(each)}")
    if not given:
        raise ValueError("axes must not be empty")
    return given


def _root(axes: Axes) -> Figure:
    """The figure that axes belong to, which may be nested in another."""
    figure: Any = axes.figure
    while figure.figure is not figure:
        figure = figure.figure
    root: Figure = figure
    return root


def _sides(result: Result, most: int = NAME_LIMIT) -> list[Any]:
    """The entries of a legend for the sides."""
    from matplotlib.patches import Patch

    return [
        Patch(color=A, label=f"a: {short_name(result.a, most)}"),
        Patch(color=B, label=f"b: {short_name(result.b, most)}"),
        Patch(color=NEITHER, label="neither"),
    ]
