"""Ratings: against what is known, against a search, and how often their intervals hold."""

import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from gin_fast.estimates.means import share_of
from gin_fast.estimates.ratings import ELO, Rating, rate

TOURNAMENT = np.array([[0, 30, 41, 8], [20, 0, 27.5, 0], [9, 22.5, 0, 12], [2, 0, 8, 0]])
"""With a tie, and two players who never met."""


def elos(wins, **more):
    return np.array([rating.elo for rating in rate(wins, **more)])


def errors(wins, **more):
    return np.array([rating.error for rating in rate(wins, **more)])


def chances(strengths):
    """How often each beats each."""
    strengths = np.asarray(strengths, float)
    chance = 1 / (1 + 10 ** ((strengths[None, :] - strengths[:, None]) / 400))
    np.fill_diagonal(chance, 0)
    return chance


def test_known_strengths():
    strengths = np.array([-310.0, -40.0, 0.0, 120.0, 230.0])
    found = elos(1e6 * chances(strengths))
    assert found == pytest.approx(strengths, abs=0.01)
    assert found.sum() == pytest.approx(0, abs=1e-9)


def test_two_players():
    """Ten to one is 400 points, and their errors are equal."""
    a, b = rate([[0, 10_000], [1000, 0]])
    assert a.elo == -b.elo == pytest.approx(200, abs=0.1)
    assert a.error == b.error
    # That of the logarithm of the odds is 1 / sqrt(n p q), and half of it falls to each.
    assert a.error == pytest.approx(ELO / 2 / math.sqrt(11_000 * 10 / 121), rel=1e-3)


def test_equals():
    ratings = rate(10 * (1 - np.eye(5)))
    assert [rating.elo for rating in ratings] == pytest.approx([0] * 5, abs=1e-9)
    assert len({round(rating.error, 9) for rating in ratings}) == 1


def test_order_of_the_players_does_not_matter():
    rng = np.random.default_rng(1)
    for _ in range(5):
        order = rng.permutation(4)
        turned = TOURNAMENT[np.ix_(order, order)]
        assert elos(turned) == pytest.approx(elos(TOURNAMENT)[order], abs=1e-8)
        assert errors(turned) == pytest.approx(errors(TOURNAMENT)[order], abs=1e-8)


def test_losses_for_wins_turn_the_ratings_round():
    assert elos(TOURNAMENT.T) == pytest.approx(-elos(TOURNAMENT), abs=1e-8)
    assert errors(TOURNAMENT.T) == pytest.approx(errors(TOURNAMENT), abs=1e-8)


def test_more_of_the_same():
    assert elos(10_000 * TOURNAMENT) == pytest.approx(elos(100 * TOURNAMENT), abs=0.5)
    ratio = errors(100 * TOURNAMENT) / errors(10_000 * TOURNAMENT)
    assert ratio == pytest.approx(np.full(4, 10.0), rel=0.01)


def test_who_wins_more_is_better():
    better = TOURNAMENT.copy()
    better[1, 2] += 1
    change = elos(better) - elos(TOURNAMENT)
    assert change[1] > 0 > change[2]


def test_agrees_with_a_search():
    optimize = pytest.importorskip("scipy.optimize")

    def unlikely(free, wins):
        strengths = np.append(free, -free.sum())
        sum_of_logs = 0.0
        for i, mine in enumerate(strengths):
            for j, other in enumerate(strengths):
                sum_of_logs += wins[i][j] * math.log1p(math.exp(other - mine))
            sum_of_logs += 0.5 * math.log1p(math.exp(-mine)) + 0.5 * math.log1p(math.exp(mine))
        return sum_of_logs

    rng = np.random.default_rng(2)
    for wins in (
        TOURNAMENT,
        rng.integers(0, 10, (5, 5)) * (1 - np.eye(5)),
        np.array([[0, 7, 9], [0, 0, 3], [0, 2, 0]]),
        np.array([[0, 3, 0, 0], [1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 5, 0]]),
    ):
        start = np.zeros(len(wins) - 1)
        settings = {"xatol": 1e-9, "fatol": 1e-13, "maxiter": 20_000, "maxfev": 20_000}
        best = optimize.minimize(unlikely, start, (wins,), "Nelder-Mead", options=settings)
        assert elos(wins) == pytest.approx(ELO * np.append(best.x, -best.x.sum()), abs=1e-3)


def test_errors_are_those_of_the_curvature():
    """By finite differences of the likelihood, in free parameters: all strengths but the last."""

    def unlikely(strengths):
        gaps = strengths[:, None] - strengths[None, :]
        prior = np.logaddexp(0, strengths) + np.logaddexp(0, -strengths)
        return (TOURNAMENT * np.logaddexp(0, -gaps)).sum() + 0.5 * prior.sum()

    best, basis, small = elos(TOURNAMENT) / ELO, np.vstack([np.eye(3), -np.ones(3)]), 1e-4
    curvature = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            curvature[i, j] = sum(
                s * t * unlikely(best + small * (s * basis[:, i] + t * basis[:, j]))
                for s in (1, -1)
                for t in (1, -1)
            ) / (4 * small * small)
    covariance = basis @ np.linalg.inv(curvature) @ basis.T
    assert errors(TOURNAMENT) == pytest.approx(ELO * np.sqrt(np.diag(covariance)), rel=1e-4)


def test_who_won_or_lost_everything():
    ratings = rate([[0, 10, 10], [0, 0, 5], [0, 5, 0]])
    assert ratings[0].elo > 300
    assert ratings[0].error > 1.5 * ratings[1].error
    assert all(math.isfinite(value) for rating in ratings for value in rating[1:])
    more = rate([[0, 1000, 1000], [0, 0, 5], [0, 5, 0]])
    assert more[0].elo > ratings[0].elo


def test_groups_that_never_met():
    wins = np.zeros((5, 5))
    wins[0, 1], wins[1, 0], wins[2, 3], wins[3, 2] = 300, 100, 100, 300
    ratings = rate(wins)
    assert [rating.elo for rating in ratings] == pytest.approx([95, -95, -95, 95, 0], abs=1)
    assert all(150 < rating.error < 400 for rating in ratings)
    # However much is known within the groups, little is between them.
    few, many = errors(1e4 * wins), errors(1e9 * wins)
    assert many == pytest.approx(few, rel=1e-3)
    nobody_met = rate(np.zeros((3, 3)))
    assert [rating.elo for rating in nobody_met] == [0, 0, 0]
    assert all(200 < rating.error < 400 for rating in nobody_met)
    assert rate([[0]]) == [Rating("0", 0.0, 0.0)]


@pytest.mark.parametrize("games", [1e-6, 1, 1e6, 1e12])
@pytest.mark.parametrize("kind", ["ladder", "order", "cycle", "mixed"])
def test_extremes_settle(games, kind):
    number = 12
    wins = np.zeros((number, number))
    if kind == "ladder":
        wins[np.arange(number - 1), np.arange(1, number)] = games
    elif kind == "order":
        wins[np.triu_indices(number, 1)] = games
    elif kind == "cycle":
        wins[np.arange(number), np.arange(1, number + 1) % number] = games
    else:
        rng = np.random.default_rng(3)
        wins = games ** rng.uniform(-1, 1, (number, number)) * (1 - np.eye(number))
        wins *= rng.random(wins.shape) < 0.4
    found = elos(wins)
    assert np.isfinite(found).all()
    assert np.isfinite(errors(wins)).all()
    if kind in ("ladder", "order") and games >= 1:
        assert (np.diff(found) < 0).all()
    # There the slope is nought: as many wins as were to be expected.
    gaps = (found[:, None] - found[None, :]) / ELO
    lost, won = np.exp(-np.logaddexp(0, gaps)), np.exp(-np.logaddexp(0, -gaps))
    pulls = wins * lost - wins.T * won
    pull = pulls.sum(1) - 0.5 * np.tanh(found / ELO / 2)
    scale = np.abs(pulls).sum(1) + 0.5
    assert np.abs((pull - pull.mean()) / scale).max() < 1e-6


def test_effective_numbers_of_games():
    games = TOURNAMENT + TOURNAMENT.T
    assert elos(TOURNAMENT, effective=games) == pytest.approx(elos(TOURNAMENT), abs=1e-9)
    assert rate(TOURNAMENT, effective=games / 2) == rate(TOURNAMENT / 2)
    large = 100 * TOURNAMENT
    narrow, wide = errors(large, effective=400 * games), errors(large)
    assert wide / narrow == pytest.approx(np.full(4, 2.0), rel=0.01)
    # Out of mirrored pairs: of 500, both were won 100 times, one 350 times, none 50 times.
    share = share_of(500, 550, 350 + 4 * 100, size=2)
    wins, values = [[0, 550], [450, 0]], [[0, share.values], [share.values, 0]]
    a, _ = rate(wins, effective=values)
    slope = share.mean * (1 - share.mean)
    assert 2 * a.error / ELO * slope == pytest.approx(share.error, rel=0.01)


def test_coverage_of_the_intervals():
    rng = np.random.default_rng(4)
    strengths = np.array([-150.0, -50.0, -20.0, 60.0, 160.0])
    chance = chances(strengths)
    upper = np.triu_indices(5, 1)
    held = np.zeros(5)
    runs = 1200
    for _ in range(runs):
        wins = np.zeros((5, 5))
        wins[upper] = rng.binomial(20, chance[upper])
        wins.T[upper] = 20 - wins[upper]
        for player, rating in enumerate(rate(wins)):
            low, high = rating.interval()
            held[player] += low <= strengths[player] <= high
    assert (held / runs).mean() == pytest.approx(0.95, abs=0.02)
    assert held / runs == pytest.approx(np.full(5, 0.95), abs=0.025)


def test_coverage_with_mirrored_pairs():
    """Pairs of games that mostly split, as where the deal decides: errors of independent games
    would be far too long."""
    rng = np.random.default_rng(5)
    strengths = np.array([-30.0, 0.0, 30.0])
    chance = chances(strengths)
    held, plainly, runs, units = 0, 0, 1000, 60
    for _ in range(runs):
        wins, effective = np.zeros((3, 3)), np.zeros((3, 3))
        for i, j in ((0, 1), (0, 2), (1, 2)):
            share = chance[i, j]
            both = share * share - 0.6 * share * (1 - share)
            none = 1 - 2 * share + both
            _, one, two = rng.multinomial(units, [none, 1 - none - both, both])
            wins[i, j], wins[j, i] = one + 2 * two, 2 * units - one - 2 * two
            values = share_of(units, int(one + 2 * two), int(one + 4 * two), size=2).values
            effective[i, j] = effective[j, i] = values
        for player, rating in enumerate(rate(wins, effective=effective)):
            held += rating.interval()[0] <= strengths[player] <= rating.interval()[1]
        for player, rating in enumerate(rate(wins)):
            plainly += rating.interval()[0] <= strengths[player] <= rating.interval()[1]
    assert held / (3 * runs) == pytest.approx(0.95, abs=0.02)
    assert plainly / (3 * runs) > 0.98


def test_names_and_text():
    ratings = rate([[0, 3], [1, 0]], names=["ann", "bob"])
    assert [rating.name for rating in ratings] == ["ann", "bob"]
    assert [rating.name for rating in rate([[0, 3], [1, 0]])] == ["0", "1"]
    assert str(Rating("ann", 12.34, 5.6)) == "ann +12.3 ± 5.6"
    assert pickle.loads(pickle.dumps(ratings)) == ratings
    assert all(type(value) is float for rating in ratings for value in rating[1:])


def test_any_kind_of_numbers():
    expected = rate([[0, 3], [1, 0]])
    for wins in (((0, 3), (1, 0)), np.array([[0, 3], [1, 0]], np.uint8), [[0.0, 3], [1, 0]]):
        assert rate(wins) == expected
    assert rate([[0, Fraction(3)], [Decimal(1), 0]]) == expected


@pytest.mark.parametrize(
    ("wins", "message"),
    [
        ([], r"wins must be a square matrix of numbers, not of shape \(0,\)"),
        ([1, 2], r"wins must be a square matrix of numbers, not of shape \(2,\)"),
        ([[0, 1]], r"wins must be a square matrix of numbers, not of shape \(1, 2\)"),
        ([[0, 1], [2]], r"wins must be a square matrix of numbers, not \[\[0, 1\], \[2\]\]"),
        ([[0, -1], [2, 0]], r"wins\[0\]\[1\] must be from 0 to 1e\+12, not -1.0"),
        ([[0, 1], [math.nan, 0]], r"wins\[1\]\[0\] must be from 0 to 1e\+12, not nan"),
        ([[0, 2e12], [1, 0]], r"wins\[0\]\[1\] must be from 0 to 1e\+12, not 2000000000000.0"),
        ([[0, 10**30], [1, 0]], r"wins\[0\]\[1\] must be from 0 to 1e\+12, not 1e\+30"),
        ([[0, 10**400], [1, 0]], "each of wins must be a finite number, not 10*..."),
        ([[0, math.inf], [1, 0]], r"wins\[0\]\[1\] must be from 0 to 1e\+12, not inf"),
        ([[0, 1], [1, 2]], "wins must be zero where a player would meet itself"),
    ],
)
def test_wins_that_are_none(wins, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        rate(wins)


@pytest.mark.parametrize("wins", ["wins", [["0", "1"], ["1", "0"]], [[False, True]] * 2, [[1j]]])
def test_wins_of_a_wrong_type(wins):
    with pytest.raises(TypeError, match=r"^wins must be a square matrix of numbers, not "):
        rate(wins)


@pytest.mark.parametrize("wins", [None, [[0, None], [1, 0]], [[0, object()], [1, 0]]])
def test_wins_that_are_no_numbers(wins):
    with pytest.raises(TypeError, match=r"^each of wins must be a number, not "):
        rate(wins)


@pytest.mark.parametrize(
    ("effective", "message"),
    [
        ([[0, 1, 1]] * 3, r"effective must have the shape of wins, \(2, 2\), not \(3, 3\)"),
        ([[0, 1], [2, 0]], "effective must be symmetric: a pair has one number of games"),
        ([[0, 0], [0, 0]], "effective must be above zero where there are games"),
        ([[0, -1], [-1, 0]], r"effective\[0\]\[1\] must be from 0 to 1e\+12, not -1.0"),
    ],
)
def test_effective_numbers_that_are_none(effective, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        rate([[0, 3], [1, 0]], effective=effective)


def test_names_that_are_none():
    with pytest.raises(ValueError, match=r"^names must hold .* for each of 2 players, not 1$"):
        rate([[0, 3], [1, 0]], names=["ann"])
    for names in ("ab", [1, 2], 5):
        with pytest.raises(TypeError, match=r"^names must be a sequence of str, not "):
            rate([[0, 3], [1, 0]], names=names)
