"""What a simulation tells of its rounds: all that follows from the sums."""

import json
import math
import statistics
from dataclasses import FrozenInstanceError, replace

import pytest
from simulating import SEED

from gin_fast import Rules, simulate
from gin_fast._engine import playout
from gin_fast.simulation import Estimate, SimulationResult, Sums


def test_means_are_those_of_the_rounds_one_by_one():
    rules = Rules(tie_is_undercut=False)
    count = 60
    result = simulate("simple", "simple", rounds=count, seed=SEED, rules=rules)
    played = [
        playout.play("simple", "simple", SEED, index, rules=rules).result for index in range(count)
    ]
    points = [[one.points if one.winner == seat else 0 for one in played] for seat in (0, 1)]
    net = [for_0 - for_1 for for_0, for_1 in zip(*points, strict=True)]
    decided = [(index, one) for index, one in enumerate(played) if one.winner is not None]

    def same(estimate, values):
        assert len(values) > 1
        assert estimate.mean == pytest.approx(statistics.mean(values), rel=1e-12)
        error = statistics.stdev(values) / math.sqrt(len(values))
        assert estimate.error == pytest.approx(error, rel=1e-12)

    assert result.wins == tuple(sum(one.winner == seat for one in played) for seat in (0, 1))
    assert result.points == tuple(map(sum, points))
    for kind, ending in result.ends.items():
        winners = [one.winner for one in played if one.kind == kind]
        assert ending == (winners.count(0), winners.count(1), winners.count(None))
        assert ending.total == len(winners)
    for seat in (0, 1):
        same(result.win_shares[seat], [one.winner == seat for one in played])
        same(result.points_per_round[seat], points[seat])
    same(result.net_points, net)
    same(result.starter_net_points, [-won if i & 1 else won for i, won in enumerate(net)])
    same(result.starter_share, [one.winner == index & 1 for index, one in decided])
    same(result.draws, [one.draws for one in played])
    same(result.pile_draws, [one.pile_draws for one in played])
    same(result.knock_deadwood, [one.knocker_deadwood for one in played if one.knocker_deadwood])


def made(**sums):
    return SimulationResult("simple", "random", SEED, Rules(), 0, False, Sums(**sums))


def test_errors_do_not_cancel():
    """10**15 and 10**15 + 1, half of each: floats would see no difference."""
    low, half = 10**15, 5 * 10**11
    result = made(
        rounds=2 * half,
        draws=2 * half * low + half,
        draws_squared=half * (low**2 + (low + 1) ** 2),
    )
    assert result.draws.mean == low + 0.5
    assert result.draws.error == pytest.approx(0.5 / math.sqrt(2 * half - 1), rel=1e-12)


def test_means_of_nothing_and_of_one():
    nothing = made()
    assert nothing.net_points == nothing.starter_share == Estimate(None, None)
    assert nothing.win_shares == nothing.points_per_round == (Estimate(None, None),) * 2
    one = made(rounds=1, wins_1=1, points_1=30, points_1_squared=900, net_points_squared=900)
    assert one.net_points == Estimate(-30.0, None)
    assert one.win_shares == (Estimate(0.0, None), Estimate(1.0, None))
    assert one.knock_deadwood == Estimate(None, None)
    assert [str(nothing.net_points), str(one.net_points)] == ["-", "-30.0000"]


def test_deadwood_at_the_knock_is_over_knocks_undercuts_and_ties():
    result = made(
        rounds=20,
        knocks_0=1,
        knocks_1=2,
        undercuts_0=3,
        undercuts_1=4,
        ties=5,
        gins_0=3,
        dead=2,
        knock_deadwood=30,
        knock_deadwood_squared=60,
    )
    assert result.knock_deadwood == Estimate(2.0, 0.0)


def test_result_is_frozen():
    result = made(rounds=3)
    with pytest.raises(FrozenInstanceError):
        result.seed = 8
    assert result == made(rounds=3) != made(rounds=4)
    assert hash(result) == hash(made(rounds=3))


def test_dict_is_ready_for_json():
    result = simulate("simple", "random", rounds=10, seed=SEED)
    told = result.to_dict()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["rounds"] == 10
    assert told["wins"] == {"a": result.wins[0], "b": result.wins[1]}
    assert told["net_points"] == {"mean": result.net_points[0], "error": result.net_points[1]}
    assert told["ends"]["gin"] == {"a": result.ends["gin"].a, "b": 0, "neither": 0}
    assert Sums(**told["sums"]) == result.sums


def test_text():
    result = made(
        rounds=1200,
        wins_0=600,
        wins_1=300,
        points_0=12_000,
        points_1=6_000,
        knocks_0=400,
        knocks_1=300,
        gins_0=200,
        dead=300,
        points_0_squared=240_000,
        points_1_squared=120_000,
        net_points_squared=360_000,
        draws=12_000,
        draws_squared=150_000,
        starter_wins=450,
    )
    result = replace(result, requested=5000, interrupted=True)
    assert str(result).splitlines() == [
        "rounds 1,200, rules modern, seed 7",
        "interrupted: rounds asked for 5,000",
        "",
        "                       a: simple        b: random  neither",
        "rounds won                   600              300      300",
        "share             50.00% ± 1.44%   25.00% ± 1.25%",
        "knock                        400              300        0",
        "undercut                       0                0        0",
        "gin                          200                0        0",
        "big gin                        0                0        0",
        "dead                           0                0      300",
        "tie                            0                0        0",
        "points                    12,000            6,000",
        "points a round  10.0000 ± 0.2888  5.0000 ± 0.2501",
        "",
        "net points a round, a less b            5.0000 ± 0.4789",
        "net points a round, starter less other  0.0000 ± 0.5002",
        "draws a round                           10.0000 ± 0.1444",
        "draws from the pile a round             0.0000 ± 0.0000",
        "deadwood of who knocked                 0.0000 ± 0.0000",
        "decided rounds won by their starter     50.00% ± 1.67%",
        "",
        "± one standard error",
    ]
    assert "rules modern with knock_limit=5, seed" in str(
        replace(result, rules=Rules(knock_limit=5))
    )
