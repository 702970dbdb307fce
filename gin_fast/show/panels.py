"""The panels of a figure, one for each aspect of a result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gin_fast.estimates.means import Estimate, Share, mean_of
from gin_fast.estimates.stopping import interval_around
from gin_fast.show.bars import NAME_LIMIT, Bin, bins_of, cut_name, net_bins
from gin_fast.show.shapes import Compared, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

A, B, NEITHER, BOTH = "#0072b2", "#d55e00", "#b3b3b3", "#5b6770"
"""The colours of the sides, distinguishable by the colour-blind (Okabe and Ito)."""

_MOST_BARS = 61
BAND = 0.95
_MOST_NUMBERED = 30
"""With more players than this a heat map has no room for numbers."""


def short_name(name: str, most: int = NAME_LIMIT) -> str:
    """A name safe for Matplotlib, where dollar signs would start a formula."""
    return cut_name(name, most).replace("$", r"\$")


def _ink() -> str:
    """The colour of text, which is not black in every style."""
    from matplotlib import rcParams

    return str(rcParams["text.color"])


def thin_ink(axes: Axes, along: Literal["x", "y"]) -> None:
    """Removes needless ink, and adds faint lines to read values by."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis=along, color=NEITHER, alpha=0.35, linewidth=0.6)
    axes.set_axisbelow(True)


def _is_empty(axes: Axes, values: object, text: str) -> bool:
    """Writes a note on the axes if there is nothing to draw; returns whether it did."""
    if values:
        return False
    axes.text(0.5, 0.5, text, ha="center", va="center", color=BOTH, transform=axes.transAxes)
    axes.set_xticks([])
    axes.set_yticks([])
    return True


def _histogram(axes: Axes, bins: Sequence[Bin], colours: Sequence[str]) -> None:
    """Bars as wide as their bins, in per cent of the total."""
    total = sum(each.rounds for each in bins)
    axes.bar(
        [(each.low + each.high) / 2 for each in bins],
        [100.0 * each.rounds / total for each in bins],
        width=[0.9 * (each.high - each.low + 1) for each in bins],
        color=colours,
    )
    thin_ink(axes, "y")


def _bin_width(bins: Sequence[Bin]) -> str:
    widest = max(each.high - each.low + 1 for each in bins)
    return "" if widest == 1 else f", in steps of {widest}"


def _mark_mean(axes: Axes, mean: Estimate) -> None:
    """Marks the mean, and writes its value at the upper right."""
    if mean.mean is None:
        return
    axes.axvline(mean.mean, color=_ink(), linewidth=1.0, linestyle="--")
    text = f"{mean.mean:.4g}"
    if mean.error:
        digits = min(6, max(0, 1 - math.floor(math.log10(mean.error))))  # two digits of the error
        text = f"{mean.mean:.{digits}f} ± {mean.error:.{digits}f}"
    axes.set_title(f"mean {text}", loc="right", fontsize="small", color=BOTH)


def draw_net_points(result: Result, axes: Axes) -> None:
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
    axes.set_xlabel(f"← b   points of a minus points of b{_bin_width(bins)}   a →")
    axes.set_ylabel("rounds, %")


def draw_ends(result: Result, axes: Axes) -> None:
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
    thin_ink(axes, "x")


def draw_lengths(result: Result, axes: Axes) -> None:
    axes.set_title("Length", loc="left")
    _counted(axes, result.counts.draws, result.draws, "cards drawn in a round", "no rounds")


def draw_deadwood(result: Result, axes: Axes) -> None:
    axes.set_title("Deadwood at the knock", loc="left")
    counts, mean = result.counts.knock_deadwood, result.knock_deadwood
    _counted(axes, counts, mean, "knocker's deadwood, excluding gin", "no knocks")


def _counted(axes: Axes, counts: Sequence[int], mean: Estimate, what: str, nothing: str) -> None:
    """The distribution of a quantity that belongs to no side."""
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


def draw_running_mean(result: Result, axes: Axes) -> None:
    """The running mean with its interval; with a stopping rule, which could end the run at any
    moment, the interval is the one that is valid at all moments at once.

    The moments are those of `SimulationResult.trace`, which depend on how long the pieces of the
    run took: two runs with the same result have different moments, but the same end."""
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
    axes.set_title(f"{what}, running mean", loc="left")
    if _is_empty(axes, moments, "nothing was played"):
        return
    units = np.array([moment[0] for moment in moments])
    means = [mean_of(*moment, size) for moment in moments]
    always = result.stop_when is not None
    bands = [
        (interval_around(mean, moment[0], BAND) if always else mean.interval(BAND))
        or (math.nan, math.nan)
        for mean, moment in zip(means, moments, strict=True)
    ]
    low, high = np.array(bands).T
    middle = np.array([mean.mean for mean in means], float)
    axes.plot(units, middle, color=BOTH, linewidth=1.4, marker="o" if len(units) == 1 else "")
    axes.fill_between(units, low, high, color=BOTH, alpha=0.22, linewidth=0)
    axes.axhline(0.0, color=_ink(), linewidth=0.8)
    # The first moments say little, and would squash the later ones.
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
    axes.set_ylabel("a minus b, points")
    text = f"band: {BAND:.0%} interval" + (", valid at all times" if always else "")
    axes.set_title(text, loc="right", fontsize="small", color=BOTH)
    thin_ink(axes, "y")


def draw_interval(comparison: Compared, axes: Axes) -> None:
    """The interval of the measure, against its value for equal strategies."""
    result, even, interval = comparison.result, comparison.even, comparison.interval
    a, b = short_name(result.a, 28), short_name(result.b, 28)
    answer = {"a": f"{a} is better than {b}", "b": f"{b} is better than {a}"}
    axes.set_title(answer.get(comparison.better or "", "Not decided"), loc="left")
    mean = comparison.estimate.mean
    if _is_empty(axes, mean is not None and interval is not None, "not enough was played to say"):
        return
    assert mean is not None
    assert interval is not None
    low, high = interval
    # Reach as far to the other side of even, so that both sides show.
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
        text = f"games won by a: {mean:.2%}, {low:.2%} to {high:.2%}"
    else:
        text = f"points of a minus points of b, a round: {mean:+.4f}, {low:+.4f} to {high:+.4f}"
    axes.set_xlabel(f"{text} with {comparison.confidence:.4g} confidence")


def draw_heat_map(axes: Axes, shares: Sequence[Sequence[Share | None]], size: float) -> None:
    """Shares as colours and numbers: rows against columns."""
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
            text = "–" if math.isnan(value) else f"{value:.{digits}f}"
            colour = "white" if abs(value - 50.0) > 32.0 else "#222222"
            axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=size)


def _share(share: Share | None) -> float:
    return math.nan if share is None or share.mean is None else 100.0 * share.mean
