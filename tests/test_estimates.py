"""Means, shares and ratios from integer sums: their errors, and how often their intervals hold."""

import copy
import math
import pickle
import statistics
from fractions import Fraction

import numpy as np
import pytest

from gin_fast.estimates.means import (
    Estimate,
    Share,
    deviations,
    mean_of,
    ratio_of,
    share_of,
    share_ratio_of,
)

Z = 1.959963984540054


def wilson(wins, values, z=Z):
    """Where (p - wins / values)² is z² p (1 - p) / values."""
    share = wins / values
    roots = np.roots([values + z * z, -(2 * values * share + z * z), values * share * share])
    return tuple(sorted(float(root.real) for root in roots))


@pytest.mark.parametrize(
    ("wins", "values", "told"),
    [
        (0, 10, (0.0, 0.2775)),
        (10, 10, (0.7225, 1.0)),
        (8, 10, (0.4902, 0.9433)),
        (1, 1, (0.2065, 1.0)),
        (1, 2, (0.0945, 0.9055)),
    ],
)
def test_interval_of_a_share_is_that_of_wilson(wins, values, told):
    interval = share_of(values, wins, wins).interval()
    assert interval == pytest.approx(told, abs=5e-5)
    assert interval == pytest.approx(wilson(wins, values), abs=1e-9)


def test_interval_of_a_share_with_other_confidences():
    share = share_of(1000, 300, 300)
    assert share.values == 1000
    for confidence, z in ((0.6826894921370859, 1.0), (0.9973002039367398, 3.0)):
        assert share.interval(confidence) == pytest.approx(wilson(300, 1000, z), abs=1e-9)


def test_known_ends_are_exact():
    for values in range(1, 200):
        assert share_of(values, 0, 0).interval()[0] == 0.0
        assert share_of(values, values, values).interval()[1] == 1.0
        for wins in {0, 1, values // 2, values}:
            share = share_of(values, wins, wins)
            low, high = share.interval(0.999999)
            assert 0 <= low <= share.mean <= high <= 1


def test_mean_of_units():
    units = [(3, 5), (-2, 7), (0, 0), (4, 4), (9, -20)]
    sums = [sum(unit) for unit in units]
    estimate = mean_of(5, sum(sums), sum(one * one for one in sums), size=2)
    assert estimate.mean == pytest.approx(statistics.mean(sums) / 2, rel=1e-15)
    error = statistics.stdev(sums) / 2 / math.sqrt(5)
    assert estimate.error == pytest.approx(error, rel=1e-14)
    z = deviations(0.9)
    assert z == pytest.approx(1.6448536269514722)
    low, high = estimate.interval(0.9)
    assert (low, high) == (estimate.mean - z * estimate.error, estimate.mean + z * estimate.error)


def test_nothing_cancels():
    """10**15 and 10**15 + 1, half of 10**12 each: floats would see no difference."""
    low, half = 10**15, 5 * 10**11
    squares = half * (low**2 + (low + 1) ** 2)
    estimate = mean_of(2 * half, 2 * half * low + half, squares)
    assert estimate.mean == low + 0.5
    assert estimate.error == pytest.approx(0.5 / math.sqrt(2 * half - 1), rel=1e-15)

    share = share_of(10**12, 10**12 - 1, 10**12 - 1)
    assert share.values == 10**12
    assert share.error == pytest.approx(1e-12, rel=1e-11)

    # x = 10**15 w + 1 or - 1, in turn, for weights of 10**6 and 10**6 + 1.
    units, total, weight, squared, mixed, weights = 0, 0, 0, 0, 0, 0
    for heavy in (10**6, 10**6 + 1):
        for more in (1, -1):
            x = low * heavy + more
            units, total, weight = units + half, total + half * x, weight + half * heavy
            squared, mixed = squared + half * x * x, mixed + half * x * heavy
            weights += half * heavy * heavy
    ratio = ratio_of(units, total, weight, squared, mixed, weights)
    assert ratio.mean == low
    # Every residual is 1 or -1.
    assert ratio.error == pytest.approx(math.sqrt(units) / weight, rel=1e-11)


def test_ratio_is_a_mean_where_all_weights_are_one():
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    total, squared = sum(values), sum(value * value for value in values)
    ratio = ratio_of(8, total, 8, squared, total, 8)
    mean = mean_of(8, total, squared)
    assert ratio.mean == mean.mean
    assert ratio.error == pytest.approx(mean.error, rel=1e-15)


def test_error_of_a_ratio_is_that_of_its_residuals():
    x, w = [3, 0, 7, 2, -5], [2, 1, 3, 0, 1]
    ratio = Fraction(sum(x), sum(w))
    residuals = [one - ratio * other for one, other in zip(x, w, strict=True)]
    estimate = ratio_of(
        5,
        sum(x),
        sum(w),
        sum(one * one for one in x),
        sum(one * other for one, other in zip(x, w, strict=True)),
        sum(other * other for other in w),
    )
    assert estimate.mean == float(ratio)
    error = math.sqrt(statistics.variance(residuals) / 5) / (sum(w) / 5)
    assert estimate.error == pytest.approx(error, rel=1e-14)


def test_nothing_and_one():
    nothing = Estimate(None, None)
    assert mean_of(0, 0, 0) == share_of(0, 0, 0) == ratio_of(0, 0, 0, 0, 0, 0) == nothing
    assert ratio_of(3, 5, 0, 25, 0, 0) == share_ratio_of(3, 0, 0, 0, 0, 0) == nothing
    assert mean_of(1, 7, 49) == Estimate(7.0, None)
    assert mean_of(1, 7, 49, size=2) == Estimate(3.5, None)
    assert ratio_of(1, 7, 2, 49, 14, 4) == Estimate(3.5, None)
    for estimate in (nothing, share_of(0, 0, 0), mean_of(1, 7, 49)):
        assert estimate.interval() is None
    one = share_of(1, 1, 1)
    assert one == Estimate(1.0, None)
    assert one.interval() == pytest.approx(wilson(1, 1), abs=1e-9)


def test_texts():
    assert [str(one) for one in (mean_of(0, 0, 0), mean_of(1, 7, 49))] == ["-", "7.0000"]
    assert str(mean_of(4, 20, 120)) == "5.0000 ± 1.2910"
    assert str(share_of(100, 80, 80)) == str(Estimate(0.8, 0.04020151)) == "0.8000 ± 0.0402"


def test_share_is_an_estimate():
    share = share_of(100, 80, 80)
    assert share == Estimate(0.8, share.error)
    assert hash(share) == hash(Estimate(0.8, share.error))
    mean, error = share
    assert share._asdict() == {"mean": mean, "error": error}
    assert eval(repr(share)) == share
    for twin in (pickle.loads(pickle.dumps(share)), copy.copy(share), copy.deepcopy(share)):
        assert type(twin) is Share
        assert twin == share
        assert twin.interval() == share.interval()


def test_values_of_a_share_in_pairs():
    def pairs(none, one, two):
        return share_of(none + one + two, one + 2 * two, one + 4 * two, size=2)

    assert pairs(250, 500, 250).values == pytest.approx(2000, rel=1e-2)
    # Both rounds of a pair always end the same: a pair tells as much as one value.
    assert pairs(500, 0, 500).values == pytest.approx(1000, rel=1e-2)
    # They mostly differ, so the deal decides, and the share is known well.
    assert pairs(50, 900, 50).values == pytest.approx(10_000, rel=1e-2)
    # All pairs are the same: only their number counts.
    for same in (pairs(40, 0, 0), pairs(0, 40, 0), pairs(0, 0, 40)):
        assert same.values == 40
        assert same.error == 0
    assert pairs(40, 0, 0).interval() == share_of(40, 0, 0).interval()


def test_interval_in_pairs_has_the_length_of_the_error():
    share = share_of(10**6, 10**6, 10**6 + 400_000, size=2)
    low, high = share.interval()
    assert high - low == pytest.approx(2 * Z * share.error, rel=1e-5)


def test_ties_count_half():
    """The same share with ties as half a win varies less."""
    wins, ties, rounds = 400, 200, 1000
    halves = share_of(rounds, 2 * wins + ties, 4 * wins + ties, size=2)
    values = [1.0] * wins + [0.5] * ties + [0.0] * (rounds - wins - ties)
    assert halves.mean == 0.5
    assert halves.error == pytest.approx(statistics.stdev(values) / math.sqrt(rounds), rel=1e-12)
    assert halves.error < share_of(rounds, 500, 500).error


def test_share_of_some_values_in_pairs():
    """Of pairs with a value each, or two that count singly, it is the plain share."""
    ratio = share_ratio_of(100, 80, 100, 80, 80, 100)
    plain = share_of(100, 80, 80)
    assert ratio.mean == plain.mean
    assert ratio.error == pytest.approx(plain.error, rel=1e-15)
    assert ratio.values == 100
    assert ratio.interval() == pytest.approx(wilson(80, 100), abs=1e-9)
    assert share_ratio_of(30, 40, 40, 70, 70, 70).values == 30


@pytest.mark.parametrize("confidence", [0, 1, -0.1, 1.5, 95, math.nan, math.inf])
def test_confidence_out_of_range(confidence):
    for estimate in (Estimate(1.0, 1.0), Estimate(None, None), share_of(3, 1, 1)):
        with pytest.raises(
            ValueError, match=f"^confidence must be between 0 and 1, not {confidence}$"
        ):
            estimate.interval(confidence)


@pytest.mark.parametrize("confidence", [True, np.True_, None, "0.95", b"1", [0.5], 0.5j])
def test_confidence_of_a_wrong_type(confidence):
    with pytest.raises(TypeError, match=r"^confidence must be a number, not "):
        share_of(3, 1, 1).interval(confidence)


def test_confidence_near_its_ends():
    assert deviations(np.float64(0.5)) == pytest.approx(0.6744897501960817)
    assert deviations(1e-300) >= 0
    assert 8 < deviations(math.nextafter(1.0, 0.0)) < 9
    with pytest.raises(ValueError, match=r"^confidence must be a finite number, not "):
        deviations(10**400)


RUNS = 2000


def covered(intervals, truth):
    held = [low <= true <= high for (low, high), true in zip(intervals, truth, strict=True)]
    assert len(held) >= 1000
    return sum(held) / len(held)


@pytest.mark.parametrize("values", [50, 400])
def test_coverage_of_shares(values):
    rng = np.random.default_rng(values)
    truth = rng.uniform(0, 1, RUNS)
    wins = rng.binomial(values, truth)
    intervals = [share_of(values, int(won), int(won)).interval() for won in wins]
    assert covered(intervals, truth) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(
    ("share", "correlation"), [(0.5, 0.6), (0.4, 0.3), (0.3, 0.0), (0.4, -0.4), (0.5, -0.8)]
)
def test_coverage_of_shares_in_pairs(share, correlation):
    rng = np.random.default_rng(1)
    units = 100
    both = share * share + correlation * share * (1 - share)
    chances = [1 - 2 * share + both, 2 * (share - both), both]
    counts = rng.multinomial(units, chances, RUNS)
    intervals = [
        share_of(units, int(one + 2 * two), int(one + 4 * two), size=2).interval()
        for _, one, two in counts
    ]
    assert covered(intervals, [share] * RUNS) == pytest.approx(0.95, abs=0.02)
    # Taking all values for independent is wrong, to either side.
    if abs(correlation) >= 0.4:
        plain = [wilson(one + 2 * two, 2 * units) for _, one, two in counts]
        assert abs(covered(plain, [share] * RUNS) - 0.95) > 0.025


def test_coverage_of_shares_in_pairs_that_agree_and_are_rare():
    """Most runs see no win at all, and cannot know that pairs agree."""
    rng = np.random.default_rng(2)
    units, share = 50, 0.05
    wins = rng.binomial(units, share, RUNS)
    intervals = [share_of(units, 2 * int(won), 4 * int(won), size=2).interval() for won in wins]
    assert covered(intervals, [share] * RUNS) >= 0.94
    # With two values for each of these pairs the runs without a win would have missed it.
    assert wilson(0, 2 * units)[1] < share < wilson(0, units)[1]


def test_coverage_of_skewed_means():
    rng = np.random.default_rng(3)
    values = rng.geometric(0.02, (RUNS, 200))
    intervals = [
        mean_of(200, int(total), int(squares)).interval()
        for total, squares in zip(values.sum(1), (values**2).sum(1), strict=True)
    ]
    assert covered(intervals, [50.0] * RUNS) == pytest.approx(0.95, abs=0.02)


def test_coverage_of_ratios():
    """Points over games of different lengths, longer ones with more of them."""
    rng = np.random.default_rng(4)
    w = rng.integers(1, 12, (RUNS, 100))
    x = rng.poisson(3 * w) + rng.integers(-5, 6, w.shape) * w
    sums = zip(
        *(values.sum(1).tolist() for values in (x, w, x * x, x * w, w * w)),
        strict=True,
    )
    intervals = [ratio_of(100, *of_run).interval() for of_run in sums]
    assert covered(intervals, [3.0] * RUNS) == pytest.approx(0.95, abs=0.02)
