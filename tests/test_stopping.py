"""Rules for stopping: their texts, where they look, and how often they are wrong."""

import copy
import itertools
import math
import pickle
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from gin_fast.estimates.means import Estimate, Share, mean_of, share_of
from gin_fast.estimates.stopping import (
    LEAST_UNITS,
    QUANTITIES,
    TUNED,
    Decided,
    Precise,
    as_stop,
    interval_always,
    interval_around,
    looks,
    parse_stop,
)

RULES = [
    (Precise(0.05), "error<0.05"),
    (Precise(1e-7, "net_points"), "error<1e-07"),
    (Precise(1, "wins"), "error(wins)<1.0"),
    (Precise(0.001, "win_share"), "error(wins)<0.001"),
    (Precise(2.5, "net_total"), "error(total)<2.5"),
    (Precise(0.01, "game_share"), "error(games)<0.01"),
    (Decided(), "decided"),
    (Decided(0.99), "decided:0.99"),
    (Decided(0.95, "games"), "decided(games)"),
    (Decided(0.999, "win_share"), "decided(wins):0.999"),
]


@pytest.mark.parametrize(("rule", "text"), RULES)
def test_text_is_read_back(rule, text):
    assert str(rule) == text
    assert parse_stop(text) == rule
    assert as_stop(text) == as_stop(rule) == rule
    assert {rule: 1}[pickle.loads(pickle.dumps(rule))] == 1
    assert copy.deepcopy(rule) == rule
    with pytest.raises(FrozenInstanceError):
        rule.of = "net_points"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (" error < 0.05 ", Precise(0.05)),
        ("error<=0.05", Precise(0.05)),
        ("error ( win_share ) < 1e-3", Precise(0.001, "win_share")),
        ("error(points)<5", Precise(5.0)),
        ("decided : .99", Decided(0.99)),
        ("decided(net_points)", Decided()),
        ("decided(total):0.9\n", Decided(0.9, "net_total")),
    ],
)
def test_other_texts(text, rule):
    assert parse_stop(text) == rule


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown rule ''"),
        ("soon", "unknown rule 'soon'"),
        ("error", "unknown rule 'error'"),
        ("error>0.05", "unknown rule 'error>0.05'"),
        ("error<<0.05", "unknown number '<0.05' in 'error<<0.05'"),
        ("error(wins<0.05", "unknown rule 'error(wins<0.05'"),
        ("decided<0.05", "unknown rule 'decided<0.05'"),
        ("undecided", "unknown rule 'undecided'"),
        ("error<", "unknown number '' in 'error<'"),
        ("error<small", "unknown number 'small' in 'error<small'"),
        ("decided:", "unknown number '' in 'decided:'"),
        ("decided:95%", "unknown number '95%' in 'decided:95%'"),
        ("error(luck)<0.05", "unknown quantity 'luck'"),
        ("error()<0.05", "unknown quantity ''"),
        ("decided(draws)", "unknown quantity 'draws'"),
        ("error<0", "error must be above 0 and finite, not 0.0"),
        ("error<-1", "error must be above 0 and finite, not -1.0"),
        ("error<nan", "error must be above 0 and finite, not nan"),
        ("error<inf", "error must be above 0 and finite, not inf"),
        ("decided:1", "confidence must be between 0 and 1, not 1.0"),
        ("decided:95", "confidence must be between 0 and 1, not 95.0"),
        ("decided:nan", "confidence must be between 0 and 1, not nan"),
    ],
)
def test_texts_that_tell_no_rule(text, message):
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        parse_stop(text)


def test_what_a_text_does_not_say_is_taken_from_elsewhere():
    for read in (parse_stop, as_stop):
        told = {"of": "game_share", "confidence": 0.99}
        assert read("decided", **told) == Decided(0.99, "games")
        assert read("error<0.02", **told) == Precise(0.02, "games")
        assert read("decided:0.9", **told) == Decided(0.9, "games")
        assert read("decided(total)", **told) == Decided(0.99, "net_total")
        assert read("decided(points):0.9", **told) == Decided(0.9, "net_points")
        assert read("error(wins)<0.02", **told) == Precise(0.02, "wins")
    for rule in (Decided(), Precise(0.02)):
        assert as_stop(rule, of="game_share", confidence=0.99) is rule


def test_wrong_types():
    for value in (None, 0.05, b"decided", Decided):
        with pytest.raises(TypeError, match=r"^a rule for stopping must be given as a str, not "):
            parse_stop(value)
        with pytest.raises(TypeError, match=r"^a rule must be Precise, Decided or the text of one"):
            as_stop(value)
    for value in (True, "0.05", None):
        with pytest.raises(TypeError, match=r"^error must be a number, not "):
            Precise(value)
        with pytest.raises(TypeError, match=r"^confidence must be a number, not "):
            Decided(value)
    with pytest.raises(TypeError, match=r"^a quantity must be given as a str, not None"):
        Decided(of=None)


def test_numbers_of_any_kind():
    assert Precise(np.float32(0.5)) == Precise(0.5)
    assert type(Precise(1).error) is type(Decided(np.float64(0.5)).confidence) is float


def test_looks():
    numbers = list(itertools.islice(looks(), 219))
    assert numbers[:3] == [1000, 1100, 1200]
    assert numbers[-2] < 10**12 <= numbers[-1]
    assert list(itertools.islice(looks(1000), 219)) == numbers
    assert list(itertools.islice(looks(1), 14)) == [*range(100, 1501, 100)][:14]
    assert next(looks(1001)) == 1100
    for before, after in itertools.pairwise(numbers):
        assert after % 100 == 0
        assert after - before >= 100
        assert abs(after - before * 1.1) <= 50
    for start in (0, -5):
        with pytest.raises(ValueError, match=f"^start must be at least 1, not {start}$"):
            looks(start)


def test_precise():
    rule = Precise(0.05)
    assert rule.is_met(Estimate(3.0, 0.05), 1000)
    assert not rule.is_met(Estimate(3.0, 0.0501), 1000)
    assert not rule.is_met(Estimate(3.0, 0.01), LEAST_UNITS - 1)
    assert not rule.is_met(Estimate(3.0, None), 1000)
    assert not rule.is_met(Estimate(None, None), 1000)


def test_precise_share_that_never_varied():
    rule = Precise(0.0001, "win_share")
    for wins in (0, 1):
        assert not rule.is_met(share_of(1000, wins * 1000, wins * 1000), 1000)
        assert rule.is_met(share_of(10_000, wins * 10_000, wins * 10_000), 10_000)
    assert rule.is_met(share_of(25_100_000, 12_550_000, 12_550_000), 25_100_000)
    assert not rule.is_met(share_of(24_900_000, 12_450_000, 12_450_000), 24_900_000)


def test_decided_is_the_interval_that_always_holds():
    for units, total in itertools.product((2, 99, 100, 1000, 10_000, 10**7), (-2, -1, 0, 1, 2)):
        squares = 100 * units
        total = max(-10 * units, min(total * int(17 * math.sqrt(units)), 10 * units))
        interval = interval_always(units, total, squares, 0.9)
        assert (interval is None) == (units < LEAST_UNITS)
        excluded = interval is not None and not interval[0] <= 0 <= interval[1]
        estimate = mean_of(units, total, squares)
        assert interval_around(estimate, units, 0.9) == interval
        assert Decided(0.9).is_met(estimate, units) == excluded
    for units, confidence in itertools.product((2, 99, 100, 1000, 10**6), (0.9, 0.999)):
        for part in (0.0, 0.4, 0.49, 0.499, 0.5, 0.51, 0.6, 1.0):
            won = round(part * units)
            estimate = share_of(units, won, won)
            interval = interval_around(estimate, units, confidence)
            excluded = interval is not None and not interval[0] <= 0.5 <= interval[1]
            assert Decided(confidence, "games").is_met(estimate, units) == excluded
    assert Decided(of="wins").is_met(share_of(10_000, 5200, 5200), 10_000)
    assert not Decided(of="wins").is_met(share_of(10_000, 5100, 5100), 10_000)
    assert Decided(of="games").is_met(share_of(1000, 0, 0), 1000)
    assert not Decided().is_met(Estimate(0.0, 0.0), 1000)
    assert not Decided().is_met(Estimate(1.0, None), 1000)
    assert not Decided().is_met(Estimate(None, None), 1000)


def test_interval_that_always_holds():
    assert interval_always(0, 0, 0) is None
    assert interval_always(1, 5, 25) is None
    low, high = interval_always(100, 300, 2000, size=2)
    assert (low + high) / 2 == pytest.approx(1.5)
    for confidence, units in itertools.product((0.5, 0.95, 0.9999), (1000, 10_000, 10**8)):
        mean, error = mean_of(units, 0, units)
        low, high = interval_always(units, 0, units, confidence)
        # The formula as it is published, with rho² for 1 / m.
        alpha = 1 - confidence
        rho2 = (math.log(1 - 2 * math.log(alpha)) - 2 * math.log(alpha)) / TUNED
        margin = math.sqrt(
            2
            * (units * rho2 + 1)
            / (units**2 * rho2)
            * math.log(math.sqrt(units * rho2 + 1) / alpha)
        )
        deviation = error * math.sqrt(units)
        assert high == pytest.approx(mean + margin * deviation, rel=1e-9)
        assert low == -high
    with pytest.raises(ValueError, match=r"^confidence must be between 0 and 1, not 1$"):
        interval_always(100, 0, 100, 1)


def test_interval_of_a_share_is_never_empty_and_stays_between_0_and_1():
    for units, confidence in itertools.product((100, 1000, 10**7), (0.5, 0.95, 0.9999)):
        for won in {0, 1, units // 100, units // 2, units - 1, units}:
            share = share_of(units, won, won)
            low, high = interval_around(share, units, confidence)
            assert 0.0 <= low <= share.mean <= high <= 1.0
            assert low < high
            fixed = share.interval(confidence)
            assert low <= fixed[0] <= fixed[1] <= high  # longer than where one looks once
    # Where it is far from the ends it is the one around any mean.
    share = share_of(10**7, 4 * 10**6, 4 * 10**6)
    plain = interval_around(Estimate(*share), 10**7)
    assert interval_around(share, 10**7) == pytest.approx(plain, rel=1e-5)


def test_there_is_no_interval_below_the_least_units():
    for units in (0, 1, 2, LEAST_UNITS - 1):
        assert interval_around(Share(0.3, 0.01, 50.0), units) is None
        assert interval_around(Estimate(0.3, 0.01), units) is None
    assert interval_around(Share(0.3, 0.01, 50.0), LEAST_UNITS) is not None
    assert interval_around(Estimate(0.3, 0.01), LEAST_UNITS) is not None
    assert interval_around(Estimate(None, None), LEAST_UNITS) is None
    assert interval_around(Share(None, None, 0.0), LEAST_UNITS) is None


def test_interval_is_shortest_where_it_is_tuned():
    """Another tuning would be as the same one at another number of units, to scale."""

    def length(units):
        low, high = interval_always(units, 0, units)
        return (high - low) / 2 / mean_of(units, 0, units).error

    def tuned_to(times):
        """In standard errors, had it been tuned to so many times as many units."""
        return length(round(TUNED / times))

    best = min(tuned_to(times) for times in np.geomspace(0.1, 10, 201))
    assert tuned_to(1) == pytest.approx(best, rel=0.001)
    assert length(10_000) == pytest.approx(3.04, abs=0.005)
    assert length(1000) == pytest.approx(3.86, abs=0.005)
    assert length(100_000) == pytest.approx(3.24, abs=0.005)


def stopped(values, chances, rule, last, runs, seed, size=1):
    """Where `rule` stops each of some runs, its mean there, and whether a test of 95 % that takes
    no account of its repetition would ever have spoken."""
    rng = np.random.default_rng(seed)
    values, chances = np.array(values), np.array(chances)
    total, squares = np.zeros(runs, np.int64), np.zeros(runs, np.int64)
    naive = np.zeros(runs, bool)
    stops, means = np.zeros(runs, np.int64), np.zeros(runs)
    even = 0.5 if rule.of in ("win_share", "game_share") else 0.0
    make = share_of if even else mean_of
    before = 0
    for units in itertools.takewhile(lambda units: units <= last, looks()):
        drawn = rng.multinomial(units - before, chances, runs)
        before = units
        total += drawn @ values
        squares += drawn @ values**2
        mean = total / (units * size)
        error = np.sqrt((units * squares - total**2) / (units**2 * (units - 1) * size**2))
        naive |= np.abs(mean - even) > 1.96 * error
        for run in np.flatnonzero(stops == 0):
            estimate = make(units, int(total[run]), int(squares[run]), size)
            if rule.is_met(estimate, units):
                stops[run], means[run] = units, estimate.mean
    return stops, means, naive


EQUALS = {
    "coin": ("win_share", [0, 1], [0.5, 0.5], 1),
    "pairs": ("win_share", [0, 1, 2], [0.1, 0.8, 0.1], 2),
    "points": (
        "net_points",
        [-40, -25, -9, 0, 9, 25, 40],
        [0.05, 0.2, 0.24, 0.02, 0.24, 0.2, 0.05],
        1,
    ),
    "skewed": ("net_points", [-1, 29], [29 / 30, 1 / 30], 1),
    "seldom": ("net_points", [-20, 0, 20], [0.002, 0.996, 0.002], 2),
}


@pytest.mark.parametrize("name", EQUALS)
def test_equals_are_seldom_decided(name):
    of, values, chances, size = EQUALS[name]
    runs = 1500
    stops, _, naive = stopped(values, chances, Decided(of=of), 200_000, runs, 5, size)
    noise = 2 * math.sqrt(0.05 * 0.95 / runs)
    assert (stops > 0).mean() <= 0.05 + noise
    assert naive.mean() > 0.3
    if name == "skewed":
        return
    at_99, _, _ = stopped(values, chances, Decided(0.99, of), 200_000, runs, 6, size)
    assert (at_99 > 0).mean() <= 0.01 + 2 * math.sqrt(0.01 * 0.99 / runs)


def test_small_differences_are_decided():
    """A twentieth of the standard deviation: a fixed number of units would have to be 5 200 for
    this to be seen 19 times in 20."""
    stops, means, _ = stopped([-1, 1], [0.475, 0.525], Decided(), 200_000, 1000, 7)
    assert (stops > 0).all()
    assert (means > 0).mean() >= 0.99
    assert 3000 <= np.median(stops) <= 6000
    assert np.quantile(stops, 0.95) <= 11_000


def test_precision_biases_little():
    """Points of a skewed kind: small errors go with small means."""
    stops, means, _ = stopped([0, 10, 60], [0.5, 0.4, 0.1], Precise(0.3), 50_000, 1000, 8)
    deviation = math.sqrt(0.4 * 100 + 0.1 * 3600 - 100)
    assert np.abs(stops / (deviation / 0.3) ** 2 - 1).max() < 0.25
    assert abs(means.mean() - 10) < 4 * 0.3 / math.sqrt(1000)
    assert np.mean(np.abs(means - 10) <= 1.96 * 0.3) == pytest.approx(0.95, abs=0.02)


def test_quantities():
    for word, name in QUANTITIES.items():
        assert Precise(1, word) == Precise(1, name)
        assert Precise(1, word).of == name
