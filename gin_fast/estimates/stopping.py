"""When a simulation has played enough: once it is precise, or once it is decided.

A rule is checked at fixed numbers of units, those of `looks`, so where it stops depends only on the
seed, not on the number of threads or their speed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from gin_fast.estimates.means import Estimate, Share, as_confidence, mean_of
from gin_fast.values.checks import as_int, as_number, shown

QUANTITIES = {
    "points": "net_points",
    "wins": "win_share",
    "total": "net_total",
    "games": "game_share",
}
"""The quantities of a rule: the word in the text of a rule, and the name in a result.

The shares are those of `a`, with rounds or games that nobody won counted as half: otherwise one
half would not mean equal.
"""
GAME_QUANTITIES = ("net_total", "game_share")
"""Those that only games have."""
FIRST_LOOK = 1000
"""The number of units at the first look."""
LEAST_UNITS = 100
"""No rule is met with fewer units: too few to know how much they vary."""
TUNED = 10_000
"""The number of units at which the interval that always holds is shortest."""

_EVEN = {"net_points": 0.0, "win_share": 0.5, "net_total": 0.0, "game_share": 0.5}
"""The mean of each quantity if neither side is better."""
_ONE_DEVIATION = 2.0 * NormalDist().cdf(1.0) - 1.0
"""The confidence of ± one standard error."""
_OF = r"\s*(?:\(([^()]*)\)\s*)?"
_PRECISE = re.compile(rf"error{_OF}<=?(.*)")
_DECIDED = re.compile(rf"decided{_OF}(?::(.*))?")


@dataclass(frozen=True)
class Precise:
    """Stops once the standard error of a quantity is at most `error`.

    A share that has been 0 or 1 throughout has a standard error of 0, which means nothing. So half
    of Wilson's interval for one standard error must be that short too.

    Stopping where the error happens to be small biases the mean by about one part in the number of
    units, far less than the error itself.

    >>> print(Precise(0.05), Precise(0.001, "win_share"))
    error<0.05 error(wins)<0.001
    """

    error: float
    of: str = "net_points"
    """The quantity: a name or a word of `QUANTITIES`."""

    def __post_init__(self) -> None:
        error = as_number(self.error, "error")
        if not 0.0 < error < math.inf:
            raise ValueError(f"error must be above 0 and finite, not {shown(self.error)}")
        object.__setattr__(self, "error", error)
        object.__setattr__(self, "of", _as_quantity(self.of))

    def is_met(self, estimate: Estimate, units: int) -> bool:
        """Whether to stop, with the quantity at `estimate` after `units` independent units.

        >>> Precise(0.05).is_met(Estimate(0.3, 0.04), 1000)
        True
        """
        if units < LEAST_UNITS or estimate.error is None or estimate.error > self.error:
            return False
        if not isinstance(estimate, Share):
            return True
        interval = estimate.interval(_ONE_DEVIATION)
        return interval is not None and interval[1] - interval[0] <= 2.0 * self.error

    def __str__(self) -> str:
        return f"error{_of(self)}<{self.error!r}"


@dataclass(frozen=True)
class Decided:
    """Stops once it is clear which side is better: once the interval of a quantity that holds
    however often you look excludes the mean of equal sides, 0 or, for shares, one half.

    If the sides are equal, the probability that it is ever met is at most about 1 - `confidence`.
    If they are not, it is met eventually, the sooner the more they differ; the difference is then
    likely to look larger than it is. See `interval_always`.

    >>> print(Decided(), Decided(0.99), Decided(of="win_share"))
    decided decided:0.99 decided(wins)
    """

    confidence: float = 0.95
    of: str = "net_points"
    """The quantity: a name or a word of `QUANTITIES`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "confidence", as_confidence(self.confidence))
        object.__setattr__(self, "of", _as_quantity(self.of))

    def is_met(self, estimate: Estimate, units: int) -> bool:
        """Whether to stop, with the quantity at `estimate` after `units` independent units.

        >>> Decided().is_met(Estimate(0.3, 0.1), 10_000)
        False
        >>> Decided().is_met(Estimate(0.4, 0.1), 10_000)
        True
        """
        interval = interval_around(estimate, units, self.confidence)
        return interval is not None and not interval[0] <= _EVEN[self.of] <= interval[1]

    def __str__(self) -> str:
        confidence = "" if self.confidence == Decided.confidence else f":{self.confidence!r}"
        return f"decided{_of(self)}{confidence}"


def parse_stop(text: str, *, of: str = "net_points", confidence: float = 0.95) -> Precise | Decided:
    """The rule of a text, as ``str`` writes it; `of` and `confidence` apply where the text has
    none.

    >>> parse_stop("error<0.05")
    Precise(error=0.05, of='net_points')
    >>> parse_stop("error(wins)<0.001")
    Precise(error=0.001, of='win_share')
    >>> parse_stop("decided:0.99")
    Decided(confidence=0.99, of='net_points')
    >>> parse_stop("soon")
    Traceback (most recent call last):
    ValueError: unknown rule 'soon': expected "error<0.05", "decided", "decided:0.99", ...
    """
    if not isinstance(text, str):
        raise TypeError(f"a rule for stopping must be given as a str, not {shown(text)}")
    stripped = text.strip()
    if match := _PRECISE.fullmatch(stripped):
        given, number = match.groups()
        return Precise(_number(number, text), of if given is None else given)
    if match := _DECIDED.fullmatch(stripped):
        given, number = match.groups()
        sure = confidence if number is None else _number(number, text)
        return Decided(sure, of if given is None else given)
    raise ValueError(
        f'unknown rule {shown(text)}: expected "error<0.05", "decided", "decided:0.99", '
        f'or the same for {", ".join(QUANTITIES)}, as in "error(wins)<0.001"'
    )


def as_stop(value: Any, *, of: str = "net_points", confidence: float = 0.95) -> Precise | Decided:
    """`value` as a rule; `of` and `confidence` apply where a text has none. Raises an error that
    says what is wrong.

    >>> as_stop("decided") == as_stop(Decided())
    True
    """
    if isinstance(value, (Precise, Decided)):
        return value
    if isinstance(value, str):
        return parse_stop(value, of=of, confidence=confidence)
    raise TypeError(f"a rule must be Precise, Decided or the text of one, not {shown(value)}")


def looks(start: int = FIRST_LOOK) -> Iterator[int]:
    """The numbers of units at which a rule is checked, without end.

    The first is `start`, and each of the others is a tenth more than the one before, in whole
    hundreds: `start` is rounded up, the others to the nearest, but always at least one hundred
    more. So they are even, and 219 of them reach 10**12.

    >>> from itertools import islice
    >>> list(islice(looks(), 8))
    [1000, 1100, 1200, 1300, 1400, 1500, 1700, 1900]
    """
    return _looks(-(-as_int(start, "start", 1) // 100))


def _looks(hundreds: int) -> Iterator[int]:
    while True:
        yield 100 * hundreds
        hundreds = max(hundreds + 1, (11 * hundreds + 5) // 10)


def interval_always(
    units: int, total: int, squares: int, confidence: float = 0.95, size: int = 1
) -> tuple[float, float] | None:
    """A confidence interval of the true mean that holds *whenever* you look, and however often:
    with this confidence the intervals after every number of units all contain it at once.

    The sums and the middle are those of `mean_of`. `None` below two units.

    It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
    (Annals of Statistics 52, 2024), which is the normal mixture of Robbins (1970) with an estimated
    variance. With *a* = 1 - `confidence` and *n* units it is the mean ± its standard error times
    √((1 + *m* / *n*) (ln(1 + *n* / *m*) - 2 ln *a*)). Any *m* is valid; here it is 10 000 /
    (ln(1 - 2 ln *a*) - 2 ln *a*), which makes the interval nearly as short as possible after 10 000
    units: 3.04 standard errors for 95 %. It is 3.86 after 1 000 and 3.24 after 100 000.

    It holds for large numbers of units, like the central limit theorem, and is very long for few.
    It cannot foresee large values so rare that none has come up yet: a loss of 99 once in a hundred
    units, against a gain of 1 in all others, needs some thousands of units.

    >>> low, high = interval_always(10_000, 2_000, 10_000)
    >>> round(low, 3), round(high, 3)
    (0.17, 0.23)
    """
    return interval_around(mean_of(units, total, squares, size), units, confidence)


def interval_around(
    estimate: Estimate, units: int, confidence: float = 0.95
) -> tuple[float, float] | None:
    """The same around an estimate from `units` units; for a share, in the way of Wilson's interval.
    `None` below `LEAST_UNITS`, where it would not hold.

    >>> low, high = interval_around(Estimate(0.2, 0.01), 10_000)
    >>> round(low, 3), round(high, 3)
    (0.17, 0.23)
    """
    confidence = as_confidence(confidence)
    if estimate.mean is None or estimate.error is None or units < LEAST_UNITS:
        return None
    errors = _errors_always(units, confidence)
    if isinstance(estimate, Share):
        return estimate.within(errors)
    half = errors * estimate.error
    return estimate.mean - half, estimate.mean + half


def _errors_always(units: int, confidence: float) -> float:
    """Half of an interval that always holds, in standard errors."""
    surprise = -2.0 * math.log1p(-confidence)
    mixed = TUNED / (math.log1p(surprise) + surprise)
    return math.sqrt((1.0 + mixed / units) * (math.log1p(units / mixed) + surprise))


def _as_quantity(value: Any) -> str:
    """`value` as the name of a quantity. Raises an error that says what is wrong."""
    if not isinstance(value, str):
        raise TypeError(f"a quantity must be given as a str, not {shown(value)}")
    name = QUANTITIES.get(value.strip(), value.strip())
    if name not in _EVEN:
        raise ValueError(
            f"unknown quantity {shown(value)}: expected one of {', '.join(QUANTITIES.values())}"
        )
    return name


def _of(rule: Precise | Decided) -> str:
    """The quantity in the text of a rule: nothing for the usual one."""
    word = next(word for word, name in QUANTITIES.items() if name == rule.of)
    return "" if word == "points" else f"({word})"


def _number(text: str, rule: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"unknown number {shown(text)} in {shown(rule)}") from None
