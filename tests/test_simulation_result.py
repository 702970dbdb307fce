"""What a simulation tells of its rounds: all that follows from the sums."""

import json
import math
import statistics
from dataclasses import FrozenInstanceError, replace

import pytest
from simulating import SEED

from gin_fast import Rules, simulate
from gin_fast.answers.faults import Fault
from gin_fast.answers.sums import Sums, Tally
from gin_fast.engine import RoundState, playout
from gin_fast.estimates.means import Estimate
from gin_fast.simulation.result import SimulationResult


@pytest.mark.parametrize("mirrored", [False, True])
def test_means_are_those_of_the_rounds_one_by_one(mirrored):
    """The errors of mirrored rounds are those of their pairs, for the two depend on each other."""
    rules = Rules(tie="nobody")
    count, size = 60, 2 if mirrored else 1
    a, b = "simple", "greedy"
    result = simulate(a, b, rounds=count, seed=SEED, rules=rules, mirrored=mirrored)
    played = []  # by the sides of a and b
    for number in range(count):
        index, swapped = number // size, number % size
        seated = (b, a) if swapped else (a, b)
        one = playout.play(*seated, SEED, index, rules=rules, starter=index & 1).result
        winner = None if one.winner is None else one.winner ^ swapped
        scored = one.scored[::-1] if swapped else one.scored
        played.append((one, winner, scored, index & 1 ^ swapped))
    net = [for_0 - for_1 for _, _, (for_0, for_1), _ in played]
    units = count // size

    def of_units(values):
        return [sum(values[place : place + size]) / size for place in range(0, count, size)]

    def same(estimate, values):
        assert len(values) == count
        assert estimate.mean == pytest.approx(statistics.mean(values), rel=1e-12)
        error = statistics.stdev(of_units(values)) / math.sqrt(units)
        assert estimate.error == pytest.approx(error, rel=1e-12)

    def same_ratio(estimate, values, weights):
        """A mean over the rounds that have weight; its error is the linearised one."""
        assert 1 < sum(weights) < count
        mean = sum(values) / sum(weights)
        rest = [value - mean * weight for value, weight in zip(values, weights, strict=True)]
        error = statistics.stdev(of_units(rest)) / statistics.mean(weights) / math.sqrt(units)
        assert estimate.mean == pytest.approx(mean, rel=1e-12)
        assert estimate.error == pytest.approx(error, rel=1e-9)

    assert result.units == units
    assert result.wins == tuple(
        sum(winner == side for _, winner, _, _ in played) for side in (0, 1)
    )
    assert result.points == tuple(
        sum(scored[side] for _, _, scored, _ in played) for side in (0, 1)
    )
    for kind, ending in result.ends.items():
        winners = [winner for one, winner, _, _ in played if one.kind == kind]
        assert ending == (winners.count(0), winners.count(1), winners.count(None))
        assert ending.total == len(winners)
    for side in (0, 1):
        same(result.win_shares[side], [winner == side for _, winner, _, _ in played])
        same(result.points_per_round[side], [scored[side] for _, _, scored, _ in played])
    halves = [0.5 if winner is None else 1 - winner for _, winner, _, _ in played]
    same(result.win_share, halves)
    same(result.net_points, net)
    starters = [starter for _, _, _, starter in played]
    same(result.starter_net_points, [-n if s else n for n, s in zip(net, starters, strict=True)])
    same_ratio(
        result.starter_share,
        [winner == starter for _, winner, _, starter in played],
        [winner is not None for _, winner, _, _ in played],
    )
    same(result.draws, [one.draws for one, _, _, _ in played])
    same(result.pile_draws, [one.pile_draws for one, _, _, _ in played])
    is_knock = [one.kind in ("knock", "undercut", "tie") for one, _, _, _ in played]
    same_ratio(
        result.knock_deadwood,
        [
            one.knocker_deadwood if knock else 0
            for (one, *_), knock in zip(played, is_knock, strict=True)
        ],
        is_knock,
    )


def made(**sums):
    """A result with these sums over units of one round each."""
    sums = {"rounds_squared": sums.get("rounds", 0)} | sums
    for name in Sums._fields:
        if name.endswith("_by_rounds"):
            sums.setdefault(name, sums.get(name.removesuffix("_by_rounds"), 0))
    return SimulationResult("simple", "random", SEED, Rules(), 0, False, Tally(Sums(**sums)))


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
    one = made(
        rounds=1,
        wins_1=1,
        wins_1_squared=1,
        points_1=30,
        points_1_squared=900,
        net_points_squared=900,
    )
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
        knock_deadwood_by_knocks=30,
        knocks_squared=15,
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
        wins_0_squared=600,
        wins_1_squared=300,
        starter_wins_squared=450,
        starter_wins_by_decided=450,
        decided_squared=900,
        starter_net_squared=360_000,
    )
    result = replace(result, requested=5000, interrupted=True)
    assert str(result).splitlines() == [
        "rounds 1,200, rules modern, seed 7",
        "interrupted: 5,000 rounds requested",
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
        "net points a round, a minus b           5.0000 ± 0.4789",
        "net points a round for the starter      0.0000 ± 0.5002",
        "draws a round                           10.0000 ± 0.1444",
        "draws from the pile a round             0.0000 ± 0.0000",
        "knocker's deadwood, excluding gin       0.0000 ± 0.0000",
        "decided rounds won by the starter       50.00% ± 1.67%",
        "",
        "± one standard error",
    ]
    assert "rules modern with knock_limit=5, seed" in str(
        replace(result, rules=Rules(knock_limit=5))
    )


def test_text_of_forfeits():
    told = str(made(rounds=3, wins_0=3, wins_0_squared=3, knocks_0=3, knocks_squared=3))
    assert "forfeit" not in told
    assert "fault" not in told
    view = RoundState.deal(5).view(0)
    faults = (
        Fault(0, 0, 1, "mine", 593, "chose the illegal action 593", view),
        Fault(1, 1, 1, "mine", -1, "failed: ValueError: no", view),
    )
    sums = Sums(
        rounds=1200,
        wins_0=1198,
        wins_1=2,
        wins_0_squared=1198,
        wins_1_squared=2,
        decided_squared=1200,
        rounds_squared=1200,
        wins_0_by_rounds=1198,
        wins_1_by_rounds=2,
        forfeits_0=1100,
        forfeits_1=2,
        knocks_0=98,
        knocks_squared=98,
    )
    result = replace(made(), tally=Tally(sums, faults=faults))
    lines = str(result).splitlines()
    assert [line.split() for line in lines if line.startswith("forfeit")] == [
        ["forfeit", "1,100", "2", "0"]
    ]
    assert lines[lines.index("the first faults:") :] == [
        "the first faults:",
        "  round 0, phase first_upcard: strategy 'mine' in seat 1 chose the illegal action 593",
        "  round 1, phase first_upcard: strategy 'mine' in seat 1 failed: ValueError: no",
    ]
    assert result.forfeits == (2, 1100)  # by who forfeited; the others won them
    assert result.ends["forfeit"] == (1100, 2, 0)
    assert result.faults == faults
    assert result.to_dict()["forfeits"] == {"a": 2, "b": 1100}
    assert result.to_dict()["faults"] == [str(fault) for fault in faults]
    json.dumps(result.to_dict(), allow_nan=False)


def test_text_of_mirrored_rounds():
    result = made(
        rounds=4,
        wins_0=4,
        wins_0_squared=8,
        decided_squared=8,
        rounds_squared=8,
        wins_0_by_rounds=8,
    )
    result = replace(result, mirrored=True)
    lines = str(result).splitlines()
    assert lines[0] == "rounds 4, mirrored, rules modern, seed 7"
    assert "± one standard error, by mirrored pairs" in lines
    assert result.units == 2
    assert result.win_shares[0] == Estimate(1.0, 0.0)
