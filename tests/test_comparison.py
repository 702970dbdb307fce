"""Comparisons and tournaments."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from own import Lowest
from simulating import AtOnce, interrupt

from gin_fast import simulate
from gin_fast.answers.sums import Tally
from gin_fast.engine import playout
from gin_fast.estimates.stopping import Decided
from gin_fast.native import games as native_games
from gin_fast.simulation.comparison import Comparison, compare
from gin_fast.simulation.result import SimulationResult
from gin_fast.simulation.tournaments import tournament


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
    for each in (found, other):  # the better one is spoken of
        assert str(each).splitlines()[:1] == ["greedy is better than simple"]
        said = re.search(
            r"^greedy won (\+.*) net points a round, (\+.*) to (\+\S*)", str(each), re.M
        )
        assert [float(number) for number in said.groups()] == pytest.approx(
            [found.estimate.mean, low, high], abs=5e-5
        )
    assert json.loads(json.dumps(found.to_dict()))["better"] == "a"


def test_by_games():
    found = compare("greedy", "simple", games=1000, seed=3, rules="eaai")
    assert (found.better, found.measure, found.even) == ("a", "game_share", 0.5)
    assert 0.70 < found.interval[0] < found.estimate.mean < found.interval[1] < 0.82
    assert re.search(r"greedy won 7\d\.\d\d% of the games, 7\d", str(found))
    other = compare("simple", "greedy", games=1000, seed=3, rules="eaai")
    assert other.better == "b"
    assert str(other).splitlines()[:2] == str(found).splitlines()[:2]


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
    assert "not enough" in str(found)


def test_after_a_rule_the_interval_is_the_one_that_always_holds():
    plain = compare("greedy", "simple", rounds=2000, seed=3)
    ruled = compare("greedy", "simple", rounds=2000, seed=3, stop_when="error<0.0001")
    assert ruled.result.tally == plain.result.tally
    assert ruled.interval[0] < plain.interval[0] < plain.interval[1] < ruled.interval[1]
    assert ruled.p_value is None
    assert "valid at all times" in str(ruled)


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


def test_what_is_so_clear_has_no_number(native):
    found = compare("greedy", "random", rounds=20_000, seed=3)
    assert found.p_value < 1e-300
    assert str(found).splitlines()[1].endswith("; p < 1e-300")


def test_forfeits_are_warned_of_first():
    found = compare(AtOnce, "simple", rounds=200, seed=3)
    assert str(found).splitlines()[:2] == [
        "AtOnce forfeited 200 of 200 rounds: see the faults below",
        "simple is better than AtOnce",
    ]
    assert "the first faults:" in str(found)
    assert "forfeited" not in str(compare("greedy", "simple", rounds=200, seed=3))


@pytest.mark.parametrize(
    ("a", "b", "settings"),
    [
        ("greedy", "simple", {"games": 10**6}),
        ("simple", "greedy", {"games": 10**6, "rules": "eaai"}),
        ("simple", "random", {"games": 10**6, "mirrored": False}),
        ("greedy", "knock_early", {"games": 10**6, "confidence": 0.99}),
        ("gin_hunter", "greedy", {"rounds": 10**7}),
        ("greedy", "random", {"rounds": 10**7, "mirrored": False, "confidence": 0.999}),
    ],
)
def test_what_is_stopped_once_it_is_decided_has_a_better_one(native, a, b, settings):
    """The rule asks what the answer asks: of games the share of games, and as sure."""
    for seed in range(3):
        found = compare(a, b, seed=seed, stop_when="decided", **settings)
        assert found.result.stopped
        assert found.better is not None
        assert not found.interval[0] <= found.even <= found.interval[1]
        of_games = "(games)" if "games" in settings else ""
        confidence = settings.get("confidence", 0.95)
        sure = "" if confidence == 0.95 else f":{confidence}"
        assert found.result.stop_when == f"decided{of_games}{sure}"


def test_precision_of_games_is_that_of_their_share(native):
    found = compare("greedy", "simple", games=10**6, seed=3, stop_when="error<0.01")
    assert found.result.stopped
    assert found.result.stop_when == "error(games)<0.01"
    assert 0.005 < found.estimate.error <= 0.01


def test_a_rule_that_is_less_sure_than_the_answer_is_refused():
    for rule in ("decided:0.9", Decided(0.9), Decided(0.9, "net_points")):
        with pytest.raises(
            ValueError, match=r"^'decided:0\.9' decides with less than the .* 0\.95$"
        ):
            compare("greedy", "simple", rounds=1000, stop_when=rule)
    with pytest.raises(
        ValueError, match=r"^'decided' decides with less than the confidence 0\.99$"
    ):
        compare("greedy", "simple", rounds=1000, stop_when=Decided(), confidence=0.99)
    surer = compare("greedy", "simple", rounds=1000, seed=3, stop_when="decided:0.99")
    assert surer.result.stop_when == "decided:0.99"


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
    with pytest.raises(ValueError, match="is about games, but rounds are played"):
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


def of_games(number, games, opponent, seed, **settings):
    """The results of small runs of games."""
    for run in range(number):
        tally = native_games.tally_games(
            "greedy", opponent, seed, run * games, games, "eaai", **settings
        )
        mirrored = settings["mirrored"]
        yield SimulationResult(
            "greedy", opponent, seed, None, games, False, tally, True, mirrored=mirrored
        )


@pytest.mark.parametrize(
    ("opponent", "mirrored", "number"),
    [("greedy", False, 1000), ("greedy", True, 1000), ("simple", True, 400)],
)
def test_intervals_of_rounds_in_games_hold_as_often_as_they_say(native, opponent, mirrored, number):
    """95 % of them, give or take 2.5 %: the rounds of one game depend on each other, by the scores,
    by who deals, and by how many they are; so do two mirrored games. As few as 50 pairs make them a
    little too short, as a normal distribution is narrower than Student's."""
    results = list(of_games(number, 100, opponent, 78, mirrored=mirrored))
    [whole] = of_games(1, 100 * number // 2, opponent, 6, mirrored=mirrored)
    for quantity in ("net_points", "starter_net_points", "draws", "knock_deadwood"):
        estimates = [getattr(result, quantity) for result in results]
        true = getattr(whole, quantity).mean
        if (quantity, opponent, mirrored) == ("net_points", "greedy", True):
            # Both have the same once: nothing is left to luck.
            assert true == 0.0
            assert set(estimates) == {(0.0, 0.0)}
            continue
        intervals = [estimate.interval() for estimate in estimates]
        held = np.mean([low <= true <= high for low, high in intervals])
        assert abs(held - 0.95) < 0.025, quantity
        # The error is how much the means differ from run to run.
        told = math.sqrt(np.mean([estimate.error**2 for estimate in estimates]))
        means = [estimate.mean for estimate in estimates]
        assert told == pytest.approx(np.std(means, ddof=1), rel=4 / math.sqrt(2 * number)), quantity
    assert all(result.units == (50 if mirrored else 100) for result in results)


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
    with pytest.raises(ValueError, match="has other settings"):
        tournament(["greedy", Lowest, "simple"], **settings)


def test_a_tournament_goes_on_with_the_seed_of_its_folder(tmp_path):
    folder = tmp_path / "state"
    names = ["simple", "random", "greedy"]

    def press(done, asked):
        if done > 60:
            interrupt()

    first = tournament(names, games=60, checkpoint=folder, progress=press)
    assert first.interrupted
    seed = next(iter(first.results.values())).seed
    whole = tournament(names, games=60, checkpoint=folder)
    assert len(whole.results) == 3
    assert {result.seed for result in whole.results.values()} == {seed}
    assert whole == tournament(names, games=60, seed=seed)
    with pytest.raises(ValueError, match="has other settings: seed is"):
        tournament(names, games=60, checkpoint=folder, seed=(seed + 1) % 2**64)


def test_a_tournament_is_not_stopped_by_who_is_better(native):
    for rule in ("decided", "decided(total):0.99", Decided(), Decided(0.99, "games")):
        with pytest.raises(ValueError, match=r"^a tournament cannot stop when decided"):
            tournament(["simple", "greedy"], games=100, stop_when=rule)
    found = tournament(["simple", "greedy"], games=10**6, seed=5, stop_when="error<0.005")
    [result] = found.results.values()
    assert (result.stopped, result.stop_when) == (True, "error(games)<0.005")
    assert 0.004 < result.game_share.error <= 0.005


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
