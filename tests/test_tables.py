"""Results as CSV, which reads back as the same numbers, and as bars in the terminal."""

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest
from rich.console import Console
from simulating import SEED

from gin_fast import Rules, simulate
from gin_fast.answers.sums import NET_BINS
from gin_fast.show.bars import bars, bins_of, cut_name, net_bins
from gin_fast.simulation.comparison import Comparison, compare
from gin_fast.simulation.tournaments import tournament
from gin_fast.values.checks import plain

ODD = 'my "best", <b>&\n\x1b[31m$'


@pytest.fixture(scope="module")
def result():
    return simulate("greedy", "simple", rounds=120, seed=SEED)


def read(text):
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert all(None not in row and None not in row.values() for row in rows)
    return rows


def cells(text):
    """The value and the error by quantity and side."""
    return {(row["quantity"], row["side"]): (row["value"], row["error"]) for row in read(text)}


def number(cell):
    return None if cell == "" else float(cell)


@pytest.mark.parametrize(
    "settings",
    [{"rounds": 40}, {"rounds": 0}, {"rounds": 1}, {"games": 4, "mirrored": True}],
    ids=str,
)
def test_a_result_reads_back(settings):
    result = simulate("greedy", "simple", seed=SEED, **settings)
    told = cells(result.to_csv())
    assert told["strategy", "a"] == ("greedy", "")
    assert told["seed", ""] == (str(SEED), "")
    assert told["rounds", ""] == (str(result.rounds), "")
    assert told["mirrored", ""][0] == str(result.mirrored).lower()
    single = ["net_points", "starter_net_points", "starter_share", "draws", "pile_draws"]
    single += ["knock_deadwood", *(["net_total", "rounds_per_game"] if result.of_games else [])]
    for name in single:
        assert tuple(map(number, told[name, ""])) == getattr(result, name)
    paired = ["points_per_round", "win_shares", *(["game_shares"] if result.of_games else [])]
    for name in paired:
        for side, mean in zip("ab", getattr(result, name), strict=True):
            assert tuple(map(number, told[name, side])) == mean
    for kind, ending in result.ends.items():
        assert [int(told[kind, side][0]) for side in ending._fields] == list(ending)
    for name in ("wins", "points"):
        assert [int(told[name, side][0]) for side in "ab"] == list(getattr(result, name))
    assert len(told) == len(read(result.to_csv()))


def test_names_and_rules_of_all_kinds(result):
    rules = Rules(target=77, gin_bonus=3)
    told = cells(replace(result, a=ODD, b="", rules=rules, stop_when="decided").to_csv())
    assert told["strategy", "a"][0] == plain(ODD)
    assert told["strategy", "b"][0] == ""
    assert json.loads(told["rules", ""][0]) == rules.to_dict()
    assert told["stop_when", ""][0] == "decided"


def test_a_comparison_reads_back(result):
    for found in (
        Comparison(result, 0.9),
        compare("greedy", "simple", games=6, seed=SEED),
        compare("greedy", "simple", rounds=0, seed=SEED),
    ):
        told = cells(found.to_csv())
        assert told["better", ""][0] == (found.better or "")
        assert told["measure", ""][0] == found.measure
        assert tuple(map(number, told["estimate", ""])) == found.estimate
        assert number(told["confidence", ""][0]) == found.confidence
        ends = number(told["interval_low", ""][0]), number(told["interval_high", ""][0])
        assert ends == (found.interval or (None, None))
        assert number(told["p_value", ""][0]) == found.p_value
        assert found.result.to_csv().splitlines()[1:] == found.to_csv().splitlines()[8:]


def test_a_tournament_reads_back():
    found = tournament(["random", "simple", "greedy"], games=4, seed=SEED)
    found = replace(found, results={pair: found.results[pair] for pair in [(0, 1), (1, 2)]})
    rows = read(found.to_csv())
    assert len(rows) == 6
    ratings = {rating.name: rating for rating in found.ratings}
    assert list(dict.fromkeys(row["player"] for row in rows)) == list(ratings)
    for row in rows:
        player, other = found.names.index(row["player"]), found.names.index(row["other"])
        share = found.share(player, other) or (None, None)
        assert (number(row["share"]), number(row["error"])) == tuple(share)
        assert int(row["games"]) == (0 if {player, other} == {0, 2} else 4)
        rating = ratings[row["player"]]
        assert (float(row["elo"]), float(row["elo_error"])) == rating[1:]


def printed(renderable, width=80, encoding="utf-8"):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    Console(file=file, width=width).print(renderable)
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "cp1252", "cp437"])
@pytest.mark.parametrize("width", [40, 61, 80, 200])
def test_bars(result, encoding, width):
    text = printed(bars(result), width, encoding)
    lines = text.splitlines()
    assert max(map(len, lines)) <= min(width, 100)
    assert "█" in text if encoding == "utf-8" else text.isascii()
    ends = lines[
        lines.index("how rounds ended") + 1 : lines.index("net points of a round, a minus b") - 1
    ]
    assert len(ends) == sum(ending.total > 0 for ending in result.ends.values())
    assert sum(_count(line) for line in ends) == result.rounds
    net = lines[
        lines.index("net points of a round, a minus b") + 1 : lines.index("cards drawn in a round")
        - 1
    ]
    draws = lines[lines.index("cards drawn in a round") + 1 :]
    for part in (net, draws):
        assert 2 < len(part) <= 16
        assert sum(_count(line) for line in part) == result.rounds


def _count(line):
    return int(line.split()[-2].replace(",", ""))


def test_bars_of_given_width(result):
    assert printed(bars(result, 50), 90) == printed(bars(result), 50)
    assert printed(bars(result, 1), 90) == printed(bars(result), 40)
    with pytest.raises(ValueError, match="width must be at least 1, not 0"):
        bars(result, 0)


def test_bars_of_odd_results(result):
    assert printed(bars(simulate("greedy", "simple", rounds=0, seed=SEED))).count("no rounds") == 3
    assert "100.0%" in printed(bars(simulate("greedy", "simple", rounds=1, seed=SEED)))
    assert printed(bars(Comparison(result, 0.9).result)) == printed(bars(result))
    odd = printed(bars(replace(result, a=ODD, b="[red]" + "x" * 300)))
    assert "\x1b" not in odd
    assert "b: [red]xxx" in odd
    assert max(map(len, odd.splitlines())) <= 80


def test_bars_of_both_sides_are_told_apart_without_colours(result):
    knocks = next(line for line in printed(bars(result)).splitlines() if "knock " in line)
    assert "▒" in knocks


@pytest.mark.parametrize("most", [3, 5, 16, 61])
@pytest.mark.parametrize(
    "values", [{}, {0: 1}, {5: 2}, {-5: 2}, {-256: 1, 256: 2}, {-3: 1, 90: 4, 0: 2}, {1: 1, -1: 1}]
)
def test_net_bins(most, values):
    counts = [values.get(net - 256, 0) for net in range(NET_BINS)]
    bins = net_bins(counts, most)
    assert len(bins) <= most
    assert sum(each.rounds for each in bins) == sum(values.values())
    for each in bins:
        assert each.rounds == sum(
            count for net, count in values.items() if each.low <= net <= each.high
        )
        assert each.low == each.high == 0 or each.low * each.high > 0
    for one, other in pairwise(bins):
        assert other.low == one.high + 1


def test_bins():
    assert bins_of([0] * 128, 16) == []
    for most in (2, 16, 61):
        bins = bins_of([1] * 128, most)
        assert len(bins) <= most
        assert sum(each.rounds for each in bins) == 128
    assert [tuple(each) for each in bins_of([0, 0, 3], 16)] == [(2, 2, 3)]


def test_cut_name():
    assert cut_name("simple") == "simple"
    assert cut_name(ODD) == 'my "best", <b>& [31m$'
    for most in (0, 1, 2, 5, 40):
        assert len(cut_name("x" * 300, most)) <= max(most, 1)
    assert cut_name("module:One_of_many_knock=7", 12, "..").endswith("=7")


class Broken:
    def act(self, view):
        raise ValueError("broken")


def test_a_tournament_shows_who_forfeited():
    """In each form, with the first fault; and nothing if nobody did."""
    found = tournament(["simple", Broken, "random"], games=4, seed=7)
    assert found.forfeits[0] == found.forfeits[2] == 0
    assert found.forfeits[1] == sum(result.rounds for result in _of(found, 1))
    text = str(found)
    count = found.forfeits[1]
    said = f"Broken forfeited {count} of {count} rounds; the first time in game 0, round 0, phase "
    assert said in text
    assert "simple forfeited" not in text
    assert said in found._repr_html_()
    assert found.to_dict()["forfeits"] == {"simple": 0, "Broken": count, "random": 0}
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert sum(int(row["forfeits"]) for row in rows if row["player"] == "Broken") == count
    assert {row["forfeits"] for row in rows if row["player"] != "Broken"} == {"0"}
    assert "forfeited" not in str(tournament(["simple", "random"], games=2, seed=7))


def _of(found, player):
    return [result for pair, result in found.results.items() if player in pair]
