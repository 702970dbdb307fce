"""Means, shares and ratios from exact integer sums, with their standard errors and intervals.

The values come in independent *units* of `size` values each: rounds, with one value each, or
mirrored pairs of rounds, with two values that depend on each other. A standard error is that of the
units, so it is right however the values of one unit are related. The sums are integers until the
final division, so no precision is lost, however many there are. They are trusted to be consistent.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from gin_fast.values.checks import as_number, shown


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float | None
    """`None` if there are no values."""
    error: float | None
    """The standard error; `None` below two units."""

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """The normal confidence interval of the true mean: `mean` ± *z* `error`.

        It relies on the central limit theorem, so it is somewhat too short below about 30 units, or
        below a few hundred if they are very skewed. `None` without a standard error.

        >>> low, high = Estimate(2.0, 0.5).interval()
        >>> round(low, 2), round(high, 2)
        (1.02, 2.98)
        """
        z = deviations(confidence)
        if self.mean is None or self.error is None:
            return None
        return self.mean - z * self.error, self.mean + z * self.error

    def __str__(self) -> str:
        if self.mean is None:
            return "-"
        return f"{self.mean:.4f}" + ("" if self.error is None else f" ± {self.error:.4f}")


class Share(Estimate):
    """A mean of values from 0 to 1, and its standard error.

    It unpacks and compares like an `Estimate`: `values` is only used for its interval.
    """

    values: float
    """The effective number of independent values: the actual number if each is 0 or 1 and its own
    unit, fewer if the values of a unit agree, more if they differ. Where all units are the same, so
    that this cannot be estimated, it is the number of units."""

    def __new__(cls, mean: float | None, error: float | None, values: float) -> Share:
        share = super().__new__(cls, mean, error)
        share.values = values
        return share

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Wilson's confidence interval of the true share, for `values` values.

        It stays within 0 and 1, and is not a single point even where every value is the same.
        `None` if there are no values.

        >>> low, high = share_of(10, 10, 10).interval()
        >>> round(low, 4), high
        (0.7225, 1.0)
        """
        return self.within(deviations(confidence))

    def within(self, z: float) -> tuple[float, float] | None:
        """The same for `z` standard errors either way."""
        if self.mean is None:
            return None
        mean, scale = self.mean, 1.0 + z * z / self.values
        middle = (mean + z * z / (2.0 * self.values)) / scale
        spread = mean * (1.0 - mean) / self.values + (z / (2.0 * self.values)) ** 2
        half = z * math.sqrt(spread) / scale
        # Rounding must not shift the ends that are known.
        low = 0.0 if mean == 0.0 else max(0.0, middle - half)
        return low, 1.0 if mean == 1.0 else min(1.0, middle + half)

    def __getnewargs__(self) -> tuple[float | None, float | None, float]:
        return self.mean, self.error, self.values

    def __repr__(self) -> str:
        return f"Share(mean={self.mean!r}, error={self.error!r}, values={self.values!r})"


if TYPE_CHECKING:

    class KnownEstimate(Estimate):
        """An `Estimate` of one value or more."""

        mean: float

    class KnownShare(Share):
        """A `Share` of one value or more."""

        mean: float

else:
    KnownEstimate, KnownShare = Estimate, Share


def mean_of(count: int, total: int, squares: int, size: int = 1) -> Estimate:
    """The mean of the values of `count` units of `size` values each.

    `total` is the sum of all values, `squares` the sum over the units of the square of the sum of
    its values.

    >>> mean_of(4, 20, 120)  # 2, 4, 6, 8
    Estimate(mean=5.0, error=1.2909944487358056)
    >>> mean_of(2, 20, 232, size=2)  # 2 and 4, 6 and 8
    Estimate(mean=5.0, error=2.0)
    """
    if count == 0:
        return Estimate(None, None)
    mean = total / (count * size)
    if count == 1:
        return Estimate(mean, None)
    scatter = count * squares - total * total
    return Estimate(mean, math.sqrt(scatter / (count * count * (count - 1) * size * size)))


def share_of(count: int, total: int, squares: int, size: int = 1) -> Share:
    """The mean of values from 0 to 1, from the same sums as `mean_of`.

    Where each unit is one value, 0 or 1, `squares` is `total`. Where half is possible too, count
    in halves: each value is two of `size`.

    >>> share_of(100, 80, 80)
    Share(mean=0.8, error=0.04020151261036848, values=100.0)
    >>> share_of(50, 80, 140, size=2)  # 30 pairs of two wins, 20 of one
    Share(mean=0.8, error=0.034992710611188256, values=131.986531986532)
    """
    mean, error = mean_of(count, total, squares, size)
    number = count * size
    scatter = count * squares - total * total
    if scatter == 0:
        return Share(mean, error, float(count))
    # The variance of a value that is 0 or 1, over the variance of the mean by the units; both are
    # sample variances.
    alone = number * total * (number - total) * (count - 1)
    return Share(mean, error, alone / ((number - 1) * scatter))


def ratio_of(
    units: int,
    total: int,
    weight: int,
    total_squared: int,
    total_weight: int,
    weight_squared: int,
) -> Estimate:
    """The ratio of two sums over units, of *x* to *w*: a mean where the number of values differs
    from unit to unit, such as points per round over whole games.

    `total` is the sum of *x*, `weight` that of *w*, `total_squared` that of *x²*, `total_weight`
    that of *xw* and `weight_squared` that of *w²*. The standard error is the linearised one (the
    delta method): that of the mean of *x* - ratio · *w*, divided by the mean of *w*. There is no
    ratio if `weight` is 0.

    >>> ratio_of(3, 12, 6, 56, 28, 14)  # 2 by 1, 4 by 2, 6 by 3
    Estimate(mean=2.0, error=0.0)
    >>> ratio_of(2, 9, 3, 53, 16, 5)  # 2 by 1, 7 by 2
    Estimate(mean=3.0, error=0.6666666666666666)
    """
    if units == 0 or weight == 0:
        return Estimate(None, None)
    if units == 1:
        return Estimate(total / weight, None)
    scatter = _ratio_scatter(total, weight, total_squared, total_weight, weight_squared)
    return Estimate(total / weight, math.sqrt(units * scatter / ((units - 1) * weight**4)))


def share_ratio_of(
    units: int,
    total: int,
    weight: int,
    total_squared: int,
    total_weight: int,
    weight_squared: int,
) -> Share:
    """The share of `total` among `weight` values that are 0 or 1, from the same sums as `ratio_of`.

    For example, a mirrored pair of rounds has none, one or two decided rounds.

    >>> str(share_ratio_of(3, 2, 5, 2, 4, 9))  # 0 of 1, 1 of 2, 1 of 2
    '0.4000 ± 0.1200'
    """
    mean, error = ratio_of(units, total, weight, total_squared, total_weight, weight_squared)
    scatter = _ratio_scatter(total, weight, total_squared, total_weight, weight_squared)
    if scatter == 0:
        return Share(mean, error, float(min(units, weight)))
    alone = total * (weight - total) * weight**3 * (units - 1)
    return Share(mean, error, alone / ((weight - 1) * units * scatter))


def _ratio_scatter(total: int, weight: int, squared: int, mixed: int, weight_squared: int) -> int:
    """The sum of (*x* - ratio · *w*)², times `weight`²."""
    return weight**2 * squared - 2 * total * weight * mixed + total**2 * weight_squared


def deviations(confidence: float) -> float:
    """How many standard deviations either way cover this much of a normal distribution.

    >>> round(deviations(0.95), 4)
    1.96
    """
    from statistics import NormalDist  # slow to import

    # From the lower tail, which unlike the upper one a float can hold however small it is.
    return -NormalDist().inv_cdf((1.0 - as_confidence(confidence)) / 2.0)


def as_confidence(value: Any) -> float:
    """`value` as a confidence. Raises an error that says what is wrong."""
    number = as_number(value, "confidence")
    if not 0.0 < number < 1.0:
        raise ValueError(f"confidence must be between 0 and 1, not {shown(value)}")
    return number
