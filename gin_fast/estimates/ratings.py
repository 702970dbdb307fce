"""Ratings of players from their wins against each other: the Bradley-Terry model, in Elo units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gin_fast.estimates.means import deviations
from gin_fast.values.checks import as_number, shown

if TYPE_CHECKING:
    import numpy.typing as npt  # it takes long to import

    Matrix = npt.NDArray[np.float64]
else:
    Matrix = np.ndarray

ELO = 400.0 / math.log(10.0)
"""Elo points in one unit of the natural logarithm of the odds."""
PRIOR = 0.5
"""The wins, and the losses, against an average player that each player is given besides its own
games: half of one each. Without them a player that won everything would be infinitely good."""
MOST = 1e12
"""The most games of a pair: with this many the prior still counts, in 64-bit floats."""

_MOST_STEPS = 10_000


class Rating(NamedTuple):
    """How good a player is, among those it was rated with."""

    name: str
    elo: float
    """0 is the mean of all players; a player 400 above another wins ten times for each loss."""
    error: float
    """The standard error of `elo`."""

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The normal confidence interval of the true rating.

        >>> low, high = Rating("a", 100.0, 20.0).interval()
        >>> round(low, 1), round(high, 1)
        (60.8, 139.2)
        """
        half = deviations(confidence) * self.error
        return self.elo - half, self.elo + half

    def __str__(self) -> str:
        return f"{self.name} {self.elo:+.1f} ± {self.error:.1f}"


def rate(wins: Any, names: Sequence[str] | None = None, *, effective: Any = None) -> list[Rating]:
    """The ratings of the players of a tournament, in their order, with a mean of zero.

    ``wins[i][j]`` is how often player *i* beat player *j*; a game that nobody won counts half for
    each, or not at all. In the model *i* beats *j* with odds of 10 ** (difference / 400), and the
    ratings are those that make the results most likely, together with `PRIOR`: half a win and half
    a loss of each player against one as good as the mean of all. That weighs as much as one game.
    It keeps every rating finite, even of players who won or lost everything and of groups that
    never met, where the errors are large. It also pulls the ratings together, by about one part in
    the number of a player's games; by more if those are few and nearly all won, or nearly all lost.

    The errors follow from the information in the results at their most likely ratings, with the
    prior included, and from the mean being zero. They assume that every game, won or lost, is
    independent of all others. Where games are not, as in mirrored pairs, ``effective[i][j]`` is the
    number of independent games that hold as much information as those of *i* and *j*: the `values`
    of the `Share` won by one of them. The wins are then scaled to that number. It must be
    symmetric, and above zero where there are games. The errors of two players are not independent,
    so the error of their difference does not follow from them.

    >>> for rating in rate([[0, 60, 75], [40, 0, 66], [25, 34, 0]], names=["ann", "bob", "cy"]):
    ...     print(rating)
    ann ...
    bob ...
    cy ...
    """
    won = _as_matrix(wins, "wins")
    if won.diagonal().any():
        raise ValueError("wins must be zero where a player would meet itself")
    if effective is not None:
        won = _scaled(won, _as_matrix(effective, "effective"))
    labels = _as_names(names, len(won))
    strengths, covariance = _most_likely(won)
    errors = np.sqrt(np.maximum(covariance.diagonal(), 0.0))
    return [
        Rating(name, float(ELO * strength), float(ELO * error))
        for name, strength, error in zip(labels, strengths, errors, strict=True)
    ]


def _most_likely(won: Matrix) -> tuple[Matrix, Matrix]:
    """The strengths, as natural logarithms of odds, and their covariance.

    Newton's method, within the plane where the mean is zero. With steps shortened to
    log(1 + r) / r, where r is the largest change of any difference in a full step, it climbs from
    any start: the curvature of a logistic likelihood changes at most by a factor of e to the r.
    """
    number = len(won)
    games = won + won.T
    strengths = np.zeros(number)
    for _ in range(_MOST_STEPS):
        slope, inverse = _slope_and_inverse(won, games, strengths)
        step = inverse @ slope
        length = float(step.max() - step.min())
        step *= math.log1p(length) / length if length else 1.0
        strengths = strengths + step
        strengths -= strengths.mean()
        if length < 1e-9:  # the next would be its square
            return strengths, _slope_and_inverse(won, games, strengths)[1]
    raise RuntimeError(f"the ratings did not converge in {_MOST_STEPS} steps")


def _slope_and_inverse(won: Matrix, games: Matrix, strengths: Matrix) -> tuple[Matrix, Matrix]:
    """The slope of the logarithm of the likelihood, and the inverse of its curvature in the plane
    where the mean is zero."""
    number = len(won)
    # Each chance is computed by itself: one minus the other would lose all digits of a small one.
    chance = _logistic(strengths[:, None] - strengths[None, :])
    pulls = won * chance.T
    slope = pulls.sum(1) - pulls.sum(0)
    information = games * chance * chance.T
    upper, lower = _logistic(strengths), _logistic(-strengths)
    slope += PRIOR * (lower - upper)
    bordered = np.ones((number + 1, number + 1))
    bordered[number, number] = 0.0
    bordered[:number, :number] = np.diag(information.sum(1) + 2 * PRIOR * upper * lower)
    bordered[:number, :number] -= information
    return slope, np.linalg.inv(bordered)[:number, :number].astype(np.float64)


def _logistic(values: Matrix) -> Matrix:
    chances: Matrix = np.exp(-np.logaddexp(0.0, -values))
    return chances


def _scaled(won: Matrix, effective: Matrix) -> Matrix:
    """The wins, scaled to `effective` games of each pair."""
    if effective.shape != won.shape:
        raise ValueError(
            f"effective must have the shape of wins, {won.shape}, not {effective.shape}"
        )
    games = won + won.T
    if not np.array_equal(effective, effective.T):
        raise ValueError("effective must be symmetric: a pair has one number of games")
    if not effective[games > 0].all():
        raise ValueError("effective must be above zero where there are games")
    factors: Matrix = np.divide(effective, games, out=np.zeros_like(won), where=games > 0)
    return won * factors


def _as_matrix(value: Any, name: str) -> Matrix:
    """`value` as a square matrix of numbers from 0 to `MOST`."""
    expected = f"{name} must be a square matrix of numbers"
    try:
        given = np.asarray(value)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{expected}, not {shown(value)}") from None
    if given.dtype.kind == "O":  # numbers of other kinds, or no numbers
        numbers = [as_number(each, f"each of {name}") for each in given.ravel()]
        given = np.array(numbers).reshape(given.shape)
    if given.dtype.kind not in "iuf":
        raise TypeError(f"{expected}, not {shown(value)}")
    if given.ndim != 2 or given.shape[0] != given.shape[1] or not given.size:
        raise ValueError(f"{expected}, not of shape {given.shape}")
    matrix = given.astype(np.float64)
    wrong = ~((matrix >= 0) & (matrix <= MOST))
    if wrong.any():
        row, column = (int(index) for index in np.argwhere(wrong)[0])
        raise ValueError(
            f"{name}[{row}][{column}] must be from 0 to {MOST:g}, not {matrix[row, column]}"
        )
    return matrix


def _as_names(names: Sequence[str] | None, number: int) -> list[str]:
    if names is None:
        return [str(index) for index in range(number)]
    # A str is a sequence of str too, but hardly what was meant.
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or not all(isinstance(name, str) for name in names)
    ):
        raise TypeError(f"names must be a sequence of str, not {shown(names)}")
    if len(names) != number:
        raise ValueError(f"names must hold one name for each of {number} players, not {len(names)}")
    return list(names)
