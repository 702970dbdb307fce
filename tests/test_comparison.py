"""Comparisons and tournaments."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from own import Lowest
from simulating import interrupt

from gin_fast import simulate
from gin_fast._engine import playout
from gin_fast.comparison import Comparison, compare, tournament
from gin_fast.playing import Tally
from gin_fast.simulation_result import SimulationResult


def test_a_better_one_is_found():
    found = compare("greedy", "simple", rounds=4000, seed=3, rules="eaai")
    assert found.better == "a"
    assert found.measure == "net_points"
    assert found.result == simulate(
        "greedy", "simple", rounds=4000, seed=3, rules="eaai", mirrored=True
    )
    low, high = found.interval
    assert 0 < low < found.estimate.mean < high
    assert found.p_value < 1e-6
    other = compare("simple", "greedy", rounds=4000, seed=3, rules="eaai")
    assert other.better == "b"
    assert other.interval == pytest.approx((-high, -low))
    assert "greedy is better than simple" in str(other)
    assert json.loads(json.dumps(found.to_dict()))["better"] == "a"


def test_by_games():
    found = compare("greedy", "simple", games=1000, seed=3, rules="eaai")
    assert (found.better, found.measure, found.even) == ("a", "game_share", 0.5)
    assert 0.70 < found.interval[0] < found.estimate.mean < found.interval[1] < 0.82
    assert re.search(r"greedy won 7\d\.\d\d% of the games", str(found))


def test_equals_are_not_told_apart():
    found = compare("greedy", "greedy", rounds=1000, seed=3)
    assert found.better is None
    assert found.estimate == (0.0, 0.0)
    assert found.p_value is None
    assert "not decided" in str(found)
    share = found.result.win_share
    assert share.mean == 0.5
    low, high = share.interval()
    assert low < 0.5 < high


def test_of_nothing():
    found = compare("greedy", "simple", rounds=0, seed=3)
    assert (found.better, found.interval, found.p_value) == (None, None, None)
    assert "too few" in str(found)


def test_after_a_rule_the_interval_is_the_one_that_always_holds():
    plain = compare("greedy", "simple", rounds=2000, seed=3)
    ruled = compare("greedy", "simple", rounds=2000, seed=3, stop_when="error<0.0001")
    assert ruled.result.tally == plain.result.tally
    assert ruled.interval[0] < plain.interval[0] < plain.interval[1] < ruled.interval[1]
    assert ruled.p_value is None
    assert "whenever one looks" in str(ruled)


def test_it_stops_once_it_is_decided():
    found = compare("greedy", "simple", rounds=10**9, seed=3, stop_when="decided")
    assert found.result.stopped
    assert found.result.rounds < 10_000
    assert found.better == "a"
    alone = compare("greedy", "simple", rounds=10**9, seed=3, stop_when="decided", threads=1)
    assert alone == found


@pytest.mark.parametrize("rule", ["error<0.5", "error(wins)<0.02", "decided(wins):0.9"])
def test_rules_for_stopping(rule):
    result = simulate("greedy", "simple", rounds=10**7, seed=3, stop_when=rule)
    assert result.stopped
    assert result.rounds < 10**6
    again = simulate("greedy", "simple", rounds=result.rounds, seed=3)
    assert again.tally == result.tally
    result = simulate("greedy", "simple", games=10**7, seed=3, stop_when="error(games)<0.02")
    assert result.stopped
    assert result.game_share.error <= 0.02


def test_bad_rules_and_confidences():
    with pytest.raises(ValueError, match="unknown rule 'soon'"):
        simulate("simple", "simple", stop_when="soon")
    with pytest.raises(TypeError, match="a rule must be"):
        simulate("simple", "simple", stop_when=3)
    with pytest.raises(ValueError, match=r"confidence must be between 0 and 1, not 1\.5"):
        compare("simple", "simple", confidence=1.5)
    with pytest.raises(ValueError, match="rounds must be even where mirrored, not 3"):
        compare("simple", "simple", rounds=3)
    with pytest.raises(TypeError, match="mirrored must be a bool, not 1"):
        compare("simple", "simple", mirrored=1)
    with pytest.raises(ValueError, match="is about games, and rounds are played"):
        compare("simple", "simple", stop_when="decided(games)")


# What the intervals hold, over a thousand small runs of each kind.


def runs(native, number, rounds, **settings):
    """The results of small runs on deals that no two share."""
    for run in range(number):
        tally = playout.tally("greedy", "simple", 77, run * rounds, rounds, "eaai", **settings)
        yield SimulationResult(
            "greedy",
            "simple",
            77,
            None,
            rounds,
            False,
            tally,
            mirrored=settings.get("mirrored", False),
        )


@pytest.mark.parametrize("mirrored", [False, True])
def test_intervals_hold_as_often_as_they_say(native, mirrored):
    """95 % of them hold the true value, give or take 2 %: of real rounds, alone and mirrored."""
    results = list(runs(native, 1000, 200, mirrored=mirrored))
    whole = SimulationResult(
        "greedy",
        "simple",
        5,
        None,
        10**6,
        False,
        playout.tally("greedy", "simple", 5, 0, 10**6, "eaai", mirrored=mirrored),
        mirrored=mirrored,
    )
    for quantity in (
        "net_points",
        "win_share",
        "starter_share",
        "starter_net_points",
        "draws",
        "knock_deadwood",
    ):
        true = getattr(whole, quantity).mean
        intervals = [getattr(result, quantity).interval() for result in results]
        held = np.mean([low <= true <= high for low, high in intervals])
        assert abs(held - 0.95) < 0.02, quantity


def test_pairs_make_errors_smaller(native):
    """Half of the luck is in the deal, which both have."""
    plain = simulate("greedy", "simple", rounds=100_000, seed=3)
    mirrored = simulate("greedy", "simple", rounds=100_000, seed=3, mirrored=True)
    assert mirrored.net_points.error < 0.8 * plain.net_points.error
    difference = mirrored.net_points.mean - plain.net_points.mean
    assert abs(difference) < 4 * math.hypot(mirrored.net_points.error, plain.net_points.error)


# Tournaments.


def test_all_pairs_are_played():
    names = ["random", "simple", "greedy", "defensive"]
    told = []
    found = tournament(
        names, games=60, seed=5, rules="eaai", progress=lambda *done: told.append(done)
    )
    assert found.names == tuple(names)
    assert len(found.results) == 6
    assert told[-1] == (360, 360)
    for (one, other), result in found.results.items():
        alone = simulate(names[one], names[other], games=60, seed=5, rules="eaai", mirrored=True)
        assert result == alone
    assert found.share(2, 0).mean == 1.0
    assert found.share(0, 2).mean == 0.0
    assert found.share(1, 2).mean == pytest.approx(1 - found.share(2, 1).mean)
    ratings = found.ratings
    assert [rating.elo for rating in ratings] == sorted((r.elo for r in ratings), reverse=True)
    assert ratings[-1].name == "random"
    assert "per cent of games won against" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["ratings"][-1]["name"] == "random"


def test_ctrl_c_gives_the_pairs_that_were_begun():
    def press(done, asked):
        if done > 60:
            interrupt()

    found = tournament(["random", "simple", "greedy"], games=60, seed=5, progress=press)
    assert found.interrupted
    assert 1 <= len(found.results) < 3
    assert "interrupted" in str(found)
    assert found.share(1, 2) is None
    assert len(found.ratings) == 3


def test_a_tournament_goes_on(tmp_path):
    folder = tmp_path / "state"
    settings = {"games": 40, "seed": 5, "checkpoint": folder}
    first = tournament(["simple", Lowest, "greedy"], **settings)
    assert sorted(path.name for path in folder.iterdir()) == ["0-1.json", "0-2.json", "1-2.json"]
    assert tournament(["simple", Lowest, "greedy"], **settings) == first
    with pytest.raises(ValueError, match="is of other settings"):
        tournament(["greedy", Lowest, "simple"], **settings)


@pytest.mark.parametrize(
    ("strategies", "error", "message"),
    [
        ("simple", TypeError, "strategies must be a sequence, not 'simple'"),
        (3, TypeError, "strategies must be a sequence, not 3"),
        ([], ValueError, "at least 2 strategies, not 0"),
        (["simple"], ValueError, "at least 2 strategies, not 1"),
        (["simple", "greedy", "simple"], ValueError, "'simple' is given twice"),
        (["simple", "best"], ValueError, "unknown strategy 'best'"),
        ((f"greedy:outs={number}" for number in range(10**9)), ValueError, "at most 200"),
    ],
)
def test_what_is_no_tournament(strategies, error, message):
    with pytest.raises(error, match=message):
        tournament(strategies)


def test_a_comparison_of_results_made_elsewhere():
    result = SimulationResult("a", "b", 1, None, 0, False, Tally())
    assert Comparison(result, 0.95).better is None
