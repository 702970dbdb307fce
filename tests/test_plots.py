"""Pictures of results: one for each odd case, drawn without a warning or a display."""

import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import combinations

import pytest
from simulating import SEED

from gin_fast import simulate
from gin_fast.show import plots
from gin_fast.simulation.comparison import Comparison, compare
from gin_fast.simulation.tournaments import Tournament, tournament

pytest.importorskip("matplotlib")

LONG = "module.of.mine:" + 20 * "StrategyWith$Long_Name^2 "


class Illegal:
    def act(self, view):
        return 0


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture(scope="module")
def result():
    return simulate("greedy", "simple", rounds=80, seed=SEED)


def drawn(figure):
    """A figure, once it was drawn in full, and all that is written in it."""
    figure.canvas.draw()
    return figure, [text.get_text() for text in figure.findobj(match=_is_text)]


def _is_text(artist):
    return hasattr(artist, "get_text") and bool(artist.get_text())


def titles(figure):
    return [axes.get_title(loc="left") for axes in figure.axes]


PANELS = ["Net points of a round", "How rounds ended", "Length", "Deadwood at the knock"]


def test_a_result(result):
    figure, texts = drawn(result.plot())
    assert titles(figure) == [*PANELS, "Net points of a round, running mean"]
    assert "greedy against simple" in texts
    assert {"a: greedy", "b: simple", "neither"} <= set(texts)
    assert f"{result.ends['knock'].total:,}" in texts


def test_a_result_without_a_trace(result):
    assert titles(replace(result, trace=()).plot()) == PANELS


@pytest.mark.parametrize(
    "settings",
    [
        {"rounds": 0},
        {"rounds": 1},
        {"rounds": 2, "mirrored": True},
        {"games": 0},
        {"games": 1},
        {"games": 6, "mirrored": True},
        {"rounds": 100, "stop_when": "error(wins)<0.1"},
        {"rounds": 50, "rules": "rlcard"},
    ],
    ids=str,
)
def test_odd_cases(settings):
    """With those of the result, which are among the panels of a comparison."""
    settings = {"mirrored": False, **settings}
    drawn(compare("greedy", "simple", seed=SEED, **settings).plot())


def test_forfeits():
    figure, texts = drawn(simulate(Illegal, "simple", rounds=10, seed=SEED).plot())
    assert [label.get_text() for label in figure.axes[1].get_yticklabels()] == ["forfeit"]
    assert "no knocks" in texts


def test_long_names_are_shortened_and_no_formulas(result):
    _, texts = drawn(replace(result, a=LONG, b="$\\alpha$\n_b").plot())
    assert not any(LONG in text for text in texts)
    assert max(map(len, texts)) < 130
    assert "b: \\$\\alpha\\$ _b" in texts


def test_bars_are_all_rounds(result):
    net, ends, draws, deadwood, _ = result.plot().axes
    for panel in (net, draws, deadwood):
        assert sum(bar.get_height() for bar in panel.patches) == pytest.approx(100.0)
    assert sum(bar.get_width() for bar in ends.patches) == pytest.approx(100.0)
    to_the_right = sum(bar.get_height() for bar in net.patches if bar.get_x() > 0)
    assert to_the_right == pytest.approx(100.0 * result.wins[0] / result.rounds)


def test_the_running_mean_ends_at_the_mean(result):
    for each in (result, simulate("greedy", "simple", games=6, seed=SEED, mirrored=True)):
        mean = each.net_total if each.of_games else each.net_points
        units, means = each.plot().axes[4].lines[0].get_data()
        assert (units[-1], means[-1]) == (each.units, pytest.approx(mean.mean))
        assert list(units) == sorted(set(units))


def test_the_interval_of_a_comparison(result):
    for each in (result, simulate("greedy", "simple", games=6, seed=SEED)):
        found = Comparison(each, 0.9)
        panel = found.plot().axes[0]
        assert [tuple(line.get_xdata()) for line in panel.lines] == [
            (found.even, found.even),
            found.interval,
            (found.estimate.mean,),
        ]
        told = "greedy is better than simple" if found.better else "Not decided"
        assert panel.get_title(loc="left") == told


def test_a_tournament():
    found = tournament(["random", "simple", "greedy"], games=6, seed=SEED)
    figure, texts = drawn(found.plot())
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [
        "greedy  1",
        "simple  2",
        "random  3",
    ]
    for one, other in combinations(range(3), 2):
        assert f"{100 * found.share(one, other).mean:.1f}" in texts
    assert any(text.startswith("6 games a pair") for text in texts)


@pytest.mark.parametrize("number", [2, 20, 40])
def test_tournaments_of_many(number):
    one = simulate("greedy", "simple", games=4, seed=SEED)
    names = tuple(f"{LONG}{place}" for place in range(number))
    pairs = list(combinations(range(number), 2))
    _, texts = drawn(Tournament(names, dict.fromkeys(pairs, one), False).plot())
    assert not any(LONG in text for text in texts)


@pytest.mark.parametrize("played", [0, 1])
def test_tournaments_that_were_interrupted(played):
    one = simulate("greedy", "simple", games=4, seed=SEED)
    results = dict.fromkeys([(0, 1)][:played], one)
    _, texts = drawn(Tournament(("greedy", "simple", "random"), results, True).plot())
    assert texts.count("–") == 6 - 2 * played


def test_into_axes(result):
    from matplotlib.figure import Figure

    figure = Figure()
    grid = figure.subplots(2, 2)
    assert result.plot(grid) is figure
    assert [axes.get_title(loc="left") for axes in grid.flat] == PANELS
    one = figure.subfigures().add_subplot()
    assert result.plot(one) is figure
    assert one.get_title(loc="left") == PANELS[0]
    drawn(figure)
    with pytest.raises(TypeError, match="axes must be Axes of Matplotlib, one or more, not 7"):
        result.plot([one, 7])
    with pytest.raises(ValueError, match="axes must not be empty"):
        result.plot([])


@pytest.mark.parametrize("ending", plots.ENDINGS)
def test_save(result, tmp_path, ending):
    path = tmp_path / f"picture.{ending}"
    plots.save(replace(result, trace=()).plot(), path)
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("name", ["picture", "picture.doc", ".png", "png", "a.png/b", ""])
def test_unknown_endings(result, name):
    with pytest.raises(ValueError, match="unknown picture format"):
        plots.save(replace(result, trace=()).plot(), name)


@pytest.mark.parametrize("path", [7, None, b"picture.png"])
def test_paths_of_other_kinds(path):
    with pytest.raises(TypeError, match="path must be a str or a path, not "):
        plots.as_picture(path)


def test_nothing_of_pyplot():
    code = (
        "import sys, gin_fast; gin_fast.simulate('simple', 'random', rounds=9, seed=7).plot();"
        "assert 'matplotlib.figure' in sys.modules and 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_matplotlib(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    of_two = Tournament(("a", "b"), {}, False)
    for plot in (result.plot, lambda: result.plot([]), Comparison(result, 0.9).plot, of_two.plot):
        with pytest.raises(ImportError, match=r"pip install gin_fast\[plot\]"):
            plot()
