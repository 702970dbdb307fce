"""Which rounds or games a tally covers, checked for both engines."""

from __future__ import annotations

from typing import Any, NamedTuple

from gin_fast.values.checks import WORD, as_bool, as_int, as_word, shown

GAME_STRIDE = 20
"""Game *g* begins with deal *g* * 2**20, so no two games share one."""
MOST_GAMES = 1 << 64 - GAME_STRIDE
"""The number of games of a seed."""
MOST_ROUNDS_OF_GAME = 10_000
"""A game that is not over after this many rounds is left unfinished."""

MOST_ROUNDS = 1 << 40
"""The most rounds of one tally: its sums fit 64 bits."""

ON_ERROR = ("forfeit", "raise")
"""What happens after a fault."""


class Batch(NamedTuple):
    """Which rounds or games a tally covers, checked."""

    seed: int
    start: int
    number: int
    mirrored: bool
    on_error: str

    @property
    def forfeits(self) -> bool:
        """Whether a fault forfeits the round; otherwise it is raised."""
        return self.on_error == "forfeit"


def as_round(seed: Any, index: Any, starter: Any) -> tuple[int, int, int]:
    """The seed, the index and the starter (by default seat `index` & 1) of one round, checked."""
    index = as_word(index, "index")
    starter = index & 1 if starter is None else as_int(starter, "starter", 0, 1)
    return as_word(seed, "seed"), index, starter


def as_rounds(seed: Any, start: Any, count: Any, mirrored: Any, on_error: Any) -> Batch:
    """Which rounds a tally is about."""
    return _as_batch(seed, start, count, mirrored, on_error, WORD + 1)


def as_games(seed: Any, start: Any, count: Any, mirrored: Any, on_error: Any) -> Batch:
    """Which games a tally is about."""
    return _as_batch(seed, start, count, mirrored, on_error, MOST_GAMES)


def _as_batch(seed: Any, start: Any, count: Any, mirrored: Any, on_error: Any, most: int) -> Batch:
    seed = as_word(seed, "seed")
    start = as_int(start, "start", 0, most - 1)
    count = as_int(count, "count", 0, min(MOST_ROUNDS, most - start))
    mirrored = as_bool(mirrored, "mirrored")
    if mirrored:
        check_even(start, "start")
        check_even(count, "count")
    return Batch(seed, start, count, mirrored, as_on_error(on_error))


def check_even(value: int, name: str) -> None:
    """Checks that a number of mirrored rounds or games is even: they come in pairs."""
    if value & 1:
        raise ValueError(f"{name} must be even where mirrored, not {value}")


def as_on_error(value: Any) -> str:
    """`value` as one of `ON_ERROR`."""
    if not isinstance(value, str) or value not in ON_ERROR:
        raise ValueError(f"on_error must be one of {', '.join(ON_ERROR)}, not {shown(value)}")
    return ON_ERROR[ON_ERROR.index(value)]
