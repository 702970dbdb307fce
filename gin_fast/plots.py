"""Results as pictures, by Matplotlib: ``pip install gin_fast[plot]``.

``result.plot()`` draws them; `save` writes them. Nothing of ``pyplot`` is used, so no display is
needed and no figure is kept open.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gin_fast.cards import shown
from gin_fast.comparison import Comparison, Tournament
from gin_fast.estimates import Estimate, Share, mean_of
from gin_fast.simulation_result import SimulationResult
from gin_fast.stopping import interval_around
from gin_fast.tables import NAME_LIMIT, Bin, bins_of, net_bins, told_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = ("png", "svg", "pdf", "jpg", "webp")
"""What a picture's file may end in."""
A, B, NEITHER, BOTH = "#0072b2", "#d55e00", "#b3b3b3", "#5b6770"
"""The colours of the sides, which the colour-blind can tell apart (Okabe and Ito)."""

_MOST_BARS = 61
_BAND = 0.95
_MOST_NUMBERED = 30
"""A heat map of more players has no room for numbers."""


def plot_result(result: SimulationResult, axes: Any = None) -> Figure:
    """What `SimulationResult.plot` gives."""
    if axes is None:
        return _drawn(result, None)
    given = _axes(axes)
    for draw, panel in zip(_panels(result), given, strict=False):
        draw(result, panel)
    if len(given) > 1:
        given[1].legend(handles=_sides(result, 20), fontsize="small", frameon=False)
    return _root(given[0])


def plot_comparison(comparison: Comparison) -> Figure:
    """What `Comparison.plot` gives."""
    return _drawn(comparison.result, comparison)


def plot_tournament(tournament: Tournament) -> Figure:
    """What `Tournament.plot` gives."""
    check_installed()
    from matplotlib.ticker import MaxNLocator

    ratings = tournament.ratings
    order = [tournament.names.index(rating.name) for rating in ratings]
    number = len(order)
    cell = min(0.62, max(0.1, 14.0 / number))  # inches
    size = max(6.0, min(9.0, 22.0 * cell))  # of the letters
    wide = max(2.0, number * cell)
    figure = _figure(wide + 4.6, max(1.2, number * cell) + 1.7)
    table, rated = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [wide, 2.4]})

    shares = [[tournament.share(one, other) for other in order] for one in order]
    _heat_map(table, shares, size)
    places = range(1, number + 1)
    names = [
        f"{_name(rating.name, 28)}  {place}" for place, rating in zip(places, ratings, strict=True)
    ]
    table.set_yticks(range(number), names, fontsize=size)
    table.set_xticks(range(number), list(map(str, places)), fontsize=size)
    table.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    table.set_title("Games won against, %")

    middles = [rating.elo for rating in ratings]
    halves = [rating.interval(_BAND)[1] - rating.elo for rating in ratings]
    rated.errorbar(
        middles, range(number), xerr=halves, fmt="o", color=BOTH, markersize=4, capsize=2
    )
    rated.axvline(0.0, color=NEITHER, linewidth=0.8, zorder=0)
    rated.set_xlabel(f"Elo, mean 0; bars: {_BAND:.0%} intervals", fontsize="small")
    rated.set_title("Ratings")
    rated.tick_params(left=False, labelleft=False)
    rated.xaxis.set_major_locator(MaxNLocator(4))
    _thin(rated, "x")
    rated.spines["left"].set_visible(False)
    figure.supxlabel(_settings(tournament), fontsize="small", color=BOTH)
    return figure


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Writes a figure. The ending of `path` says as what: ``.png``, ``.svg``, ``.pdf``, ``.jpg`` or
    ``.webp``; any other is a `ValueError`.
    """
    figure.savefig(as_picture(path), dpi=150)


def as_picture(path: Any) -> Path:
    """`path` as one that `save` can write, or the error that says what is wrong with it.

    >>> as_picture("Picture.PNG").suffix
    '.PNG'
    >>> as_picture("picture.doc")
    Traceback (most recent call last):
    ValueError: unknown ending of a picture's file 'picture.doc': expected .png, .svg, .pdf, ...
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path must be a str or a path, not {shown(path)}")
    found = Path(path)
    if found.suffix.lower().removeprefix(".") not in ENDINGS:
        endings = ", ".join(f".{ending}" for ending in ENDINGS)
        raise ValueError(
            f"unknown ending of a picture's file {shown(str(path))}: expected {endings}"
        )
    return found


def check_installed() -> None:
    """That there is Matplotlib, or an `ImportError` that says how to get it."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise ImportError(
            "pictures need Matplotlib: pip install gin_fast[plot]", name="matplotlib"
        ) from None


Panel = Callable[[SimulationResult, Any], None]


def _panels(result: SimulationResult) -> list[Panel]:
    """What is drawn of a result, in order."""
    return [_net_points, _ends, _draws, _deadwood, *([_running_mean] if result.trace else [])]


def _drawn(result: SimulationResult, comparison: Comparison | None) -> Figure:
    """Two rows of two panels, with what is wide above and below."""
    panels = _panels(result)
    heights = [*([0.55] if comparison else []), 1.0, 1.0, *([0.9] if len(panels) > 4 else [])]
    figure = _figure(9.5, 2.9 * sum(heights) + 0.8)
    grid = figure.add_gridspec(len(heights), 2, height_ratios=heights)
    first = 0
    if comparison is not None:
        _interval(comparison, figure.add_subplot(grid[0, :]))
        first = 1
    for place, draw in enumerate(panels):
        row, column = divmod(place, 2)
        cells = grid[first + row, column] if place < 4 else grid[first + row, :]
        draw(result, figure.add_subplot(cells))
    title = f"{_name(result.a)} against {_name(result.b)}"
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


def _settings(found: SimulationResult | Tournament) -> str:
    """What was played: the first line of the text."""
    return _name(str(found).partition("\n")[0], 120)


def _figure(width: float, height: float) -> Figure:
    """A figure of so many inches that nothing else holds."""
    check_installed()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _axes(axes: Any) -> list[Axes]:
    """Some axes in order, from one, or from any sequence or array of them."""
    check_installed()
    from matplotlib.axes import Axes

    given = [axes] if isinstance(axes, Axes) else list(np.array(axes, dtype=object).ravel())
    for each in given:
        if not isinstance(each, Axes):
            raise TypeError(f"axes must be Axes of Matplotlib, one or more, not {shown(each)}")
    if not given:
        raise ValueError("axes must be at least one")
    return given


def _root(axes: Axes) -> Figure:
    """The figure that axes are of, which may be one within another."""
    figure: Any = axes.figure
    while figure.figure is not figure:
        figure = figure.figure
    root: Figure = figure
    return root


def _name(name: str, most: int = NAME_LIMIT) -> str:
    """A name as Matplotlib takes it: dollars would begin a formula."""
    return told_name(name, most).replace("$", r"\$")


def _sides(result: SimulationResult, most: int = NAME_LIMIT) -> list[Any]:
    """What a legend says of the colours."""
    from matplotlib.patches import Patch

    return [
        Patch(color=A, label=f"a: {_name(result.a, most)}"),
        Patch(color=B, label=f"b: {_name(result.b, most)}"),
        Patch(color=NEITHER, label="neither"),
    ]


def _ink() -> str:
    """The colour of letters, which is not black in every style."""
    from matplotlib import rcParams

    return str(rcParams["text.color"])


def _thin(axes: Axes, along: Literal["x", "y"]) -> None:
    """No more ink than is needed, with faint lines to read values by."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis=along, color=NEITHER, alpha=0.35, linewidth=0.6)
    axes.set_axisbelow(True)


def _is_empty(axes: Axes, values: object, told: str) -> bool:
    """Says so where there is nothing to draw."""
    if values:
        return False
    axes.text(0.5, 0.5, told, ha="center", va="center", color=BOTH, transform=axes.transAxes)
    axes.set_xticks([])
    axes.set_yticks([])
    return True


def _histogram(axes: Axes, bins: Sequence[Bin], colours: Sequence[str]) -> None:
    """Bars as wide as their bins, in per cent of all."""
    total = sum(each.rounds for each in bins)
    axes.bar(
        [(each.low + each.high) / 2 for each in bins],
        [100.0 * each.rounds / total for each in bins],
        width=[0.9 * (each.high - each.low + 1) for each in bins],
        color=colours,
    )
    _thin(axes, "y")


def _bin_width(bins: Sequence[Bin]) -> str:
    widest = max(each.high - each.low + 1 for each in bins)
    return "" if widest == 1 else f", in steps of {widest}"


def _mark_mean(axes: Axes, mean: Estimate) -> None:
    """Where the mean is; its number stands at the upper right."""
    if mean.mean is None:
        return
    axes.axvline(mean.mean, color=_ink(), linewidth=1.0, linestyle="--")
    told = f"{mean.mean:.4g}"
    if mean.error:
        digits = min(6, max(0, 1 - math.floor(math.log10(mean.error))))  # two of the error
        told = f"{mean.mean:.{digits}f} ± {mean.error:.{digits}f}"
    axes.set_title(f"mean {told}", loc="right", fontsize="small", color=BOTH)


def _net_points(result: SimulationResult, axes: Axes) -> None:
    axes.set_title("Net points of a round", loc="left")
    bins = net_bins(result.counts.net_points, _MOST_BARS)
    if _is_empty(axes, bins, "no rounds"):
        return
    _histogram(
        axes, bins, [A if each.low > 0 else B if each.high < 0 else NEITHER for each in bins]
    )
    reach = 1.05 * max(abs(bins[0].low), bins[-1].high, 1)
    axes.set_xlim(-reach, reach)
    _mark_mean(axes, result.net_points)
    axes.set_xlabel(f"← b   points of a less points of b{_bin_width(bins)}   a →")
    axes.set_ylabel("rounds, %")


def _ends(result: SimulationResult, axes: Axes) -> None:
    axes.set_title("How rounds ended", loc="left")
    ends = {kind: ending for kind, ending in result.ends.items() if ending.total}
    if _is_empty(axes, ends, "no rounds"):
        return
    kinds = [kind.replace("_", " ") for kind in ends]
    left = np.zeros(len(ends))
    for side, colour in enumerate((A, B, NEITHER)):
        widths = np.array([100.0 * ending[side] / result.rounds for ending in ends.values()])
        axes.barh(kinds, widths, left=left, color=colour, height=0.68)
        left += widths
    for place, (share, ending) in enumerate(zip(left, ends.values(), strict=True)):
        axes.annotate(
            f"{ending.total:,}",
            (share, place),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    axes.set_xlim(0.0, 1.16 * max(left))
    axes.set_ylim(max(len(ends), 4) - 0.5, -0.5)
    axes.set_xlabel("rounds, %")
    axes.tick_params(axis="y", length=0)
    _thin(axes, "x")


def _draws(result: SimulationResult, axes: Axes) -> None:
    axes.set_title("Length", loc="left")
    _counted(axes, result.counts.draws, result.draws, "cards drawn in a round", "no rounds")


def _deadwood(result: SimulationResult, axes: Axes) -> None:
    axes.set_title("Deadwood at the knock", loc="left")
    counts, mean = result.counts.knock_deadwood, result.knock_deadwood
    _counted(axes, counts, mean, "points of deadwood of the knocker, gin left out", "no knocks")


def _counted(axes: Axes, counts: Sequence[int], mean: Estimate, what: str, nothing: str) -> None:
    """The distribution of what is no side's."""
    from matplotlib.ticker import MaxNLocator

    bins = bins_of(counts, _MOST_BARS)
    if _is_empty(axes, bins, nothing):
        return
    _histogram(axes, bins, [BOTH] * len(bins))
    axes.set_xlim(min(-0.6, bins[0].low - 0.6), max(10.6, bins[-1].high + 0.6))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    _mark_mean(axes, mean)
    axes.set_xlabel(what + _bin_width(bins))
    axes.set_ylabel("rounds, %" if nothing == "no rounds" else "knocks, %")


def _running_mean(result: SimulationResult, axes: Axes) -> None:
    """The mean after so many units, with an interval; that which holds at all moments at once
    where a rule could end the run at any of them.

    The moments are those of `SimulationResult.trace`, which depend on the time that the pieces of
    the run took: two runs with the same result are drawn with other moments, and one end."""
    from matplotlib.ticker import MaxNLocator

    size = 2 if result.mirrored else 1
    if result.of_games:
        sums = result.game_sums
        last = result.units, sums.totals_0 - sums.totals_1, sums.net_squared
    else:
        last = result.units, result.points[0] - result.points[1], result.sums.net_points_squared
    moments = [moment for moment in result.trace if 0 < moment[0] < last[0]]
    if last[0]:
        moments.append(last)
    what = "Net total of a game" if result.of_games else "Net points of a round"
    axes.set_title(f"{what}, as it ran", loc="left")
    if _is_empty(axes, moments, "nothing was played"):
        return
    units = np.array([moment[0] for moment in moments])
    means = [mean_of(*moment, size) for moment in moments]
    always = result.stop_when is not None
    bands = [
        (interval_around(mean, moment[0], _BAND) if always else mean.interval(_BAND))
        or (math.nan, math.nan)
        for mean, moment in zip(means, moments, strict=True)
    ]
    low, high = np.array(bands).T
    middle = np.array([mean.mean for mean in means], float)
    axes.plot(units, middle, color=BOTH, linewidth=1.4, marker="o" if len(units) == 1 else "")
    axes.fill_between(units, low, high, color=BOTH, alpha=0.22, linewidth=0)
    axes.axhline(0.0, color=_ink(), linewidth=0.8)
    # The first moments say little, and would leave the last ones small and flat.
    first = max(units[0], units[-1] / 300)
    late = (units >= units[-1] / 30) & np.isfinite(low)
    if late.any():
        bottom, top = low[late].min(), high[late].max()
        room = 0.06 * (top - bottom) or 1.0
        axes.set_ylim(bottom - room, top + room)
    if units[-1] >= 10 * first:
        axes.set_xscale("log")
    else:
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    if units[-1] > first:
        axes.set_xlim(first, units[-1])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    counted = "games" if result.of_games else "rounds"
    axes.set_xlabel(f"mirrored pairs of {counted}" if result.mirrored else counted)
    axes.set_ylabel("a less b, points")
    told = ", which holds at all moments at once" if always else ""
    axes.set_title(f"band: {_BAND:.0%} interval{told}", loc="right", fontsize="small", color=BOTH)
    _thin(axes, "y")


def _interval(comparison: Comparison, axes: Axes) -> None:
    """Where the truth lies, against what it is where neither is better."""
    result, even, interval = comparison.result, comparison.even, comparison.interval
    a, b = _name(result.a, 28), _name(result.b, 28)
    answer = {"a": f"{a} is better than {b}", "b": f"{b} is better than {a}"}
    axes.set_title(answer.get(comparison.better or "", "Not decided"), loc="left")
    mean = comparison.estimate.mean
    if _is_empty(axes, mean is not None and interval is not None, "too few were played to tell"):
        return
    assert mean is not None
    assert interval is not None
    low, high = interval
    # As far to the other side of even, so that the sides are seen.
    reach = 1.25 * max(abs(low - even), abs(high - even)) or 1.0
    if result.of_games:
        reach = min(reach, 0.5)
    axes.axvspan(even, even + reach, color=A, alpha=0.10, linewidth=0)
    axes.axvspan(even - reach, even, color=B, alpha=0.10, linewidth=0)
    axes.axvline(even, color=_ink(), linewidth=1.0)
    axes.plot([low, high], [0.0, 0.0], color=BOTH, linewidth=3.0, solid_capstyle="butt")
    axes.plot([mean], [0.0], "o", color=_ink(), markersize=6)
    axes.set_xlim(even - reach, even + reach)
    axes.set_ylim(-1.0, 1.0)
    axes.set_yticks([])
    axes.spines[["top", "right", "left"]].set_visible(False)
    side: dict[str, Any] = {"fontsize": "small", "transform": axes.transAxes, "va": "top"}
    axes.text(0.01, 0.95, f"← {b} is better", color=B, ha="left", **side)
    axes.text(0.99, 0.95, f"{a} is better →", color=A, ha="right", **side)
    if result.of_games:
        axes.xaxis.set_major_formatter(lambda value, _: f"{100.0 * value:g}%")
        told = f"games that a won: {mean:.2%}, {low:.2%} to {high:.2%}"
    else:
        told = f"points of a less points of b, a round: {mean:+.4f}, {low:+.4f} to {high:+.4f}"
    axes.set_xlabel(f"{told} with {comparison.confidence:.4g} confidence")


def _heat_map(axes: Axes, shares: Sequence[Sequence[Share | None]], size: float) -> None:
    """Shares as colours and numbers: those of the rows against the columns."""
    from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("shares", [B, "#f7f7f7", A]).with_extremes(
        bad="#e4e4e4"
    )
    values = np.array([[_share(each) for each in row] for row in shares])
    np.fill_diagonal(values, math.nan)
    axes.imshow(np.ma.masked_invalid(values), cmap=colours, vmin=0.0, vmax=100.0, aspect="auto")
    axes.spines[:].set_visible(False)
    if len(values) > _MOST_NUMBERED:
        return
    digits = 1 if len(values) <= 12 else 0
    for (row, column), value in np.ndenumerate(values):
        if row != column:
            told = "–" if math.isnan(value) else f"{value:.{digits}f}"
            colour = "white" if abs(value - 50.0) > 32.0 else "#222222"
            axes.text(column, row, told, ha="center", va="center", color=colour, fontsize=size)


def _share(share: Share | None) -> float:
    return math.nan if share is None or share.mean is None else 100.0 * share.mean
