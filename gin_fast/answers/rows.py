"""The logs of rounds that are played out, shared by both engines."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gin_fast.answers.sums import Tally
from gin_fast.state.actions import KINDS, PHASES, SOURCES
from gin_fast.values.checks import shown

Rows: TypeAlias = "np.ndarray[Any, np.dtype[np.void]]"

LOGS = ("rounds", "decisions")
"""What can be logged; decisions are logged with their rounds."""

SIDES = ("a", "b")
"""The strategies by number, whichever seat they have."""


class Column(NamedTuple):
    """One value of a row."""

    name: str
    type: str
    """The NumPy type."""
    doc: str
    none: bool = False
    """Whether -1 means that there is none."""
    names: tuple[str, ...] = ()
    """The names that the value numbers, if it numbers names."""
    is_flag: bool = False
    """Whether the value is 1 or 0 for yes or no."""


ROUND_COLUMNS = (
    Column("number", "u8", "The number of the round, or of the game."),
    Column("index", "u8", "The index of the deal."),
    Column("round_of_game", "u4", "The number of the round in its game, from 0."),
    Column("scored_a", "i4", "What a scored."),
    Column("scored_b", "i4", "What b scored."),
    Column("draws", "i2", "The number of cards drawn."),
    Column("pile_draws", "i2", "How many of them came from the pile."),
    Column("knocker_deadwood", "i2", "The deadwood of the knocker's spread.", none=True),
    Column("defender_deadwood", "i2", "The deadwood of the other seat, after layoffs.", none=True),
    Column("limit", "i2", "The most deadwood to knock with in this round."),
    Column("multiplier", "i1", "What the score of the round is multiplied by."),
    Column("seat_of_a", "i1", "The seat of a: 1 in the second of two mirrored rounds."),
    Column("starter", "i1", "Who acted first.", names=SIDES),
    Column("winner", "i1", "Who won the round, if anybody.", none=True, names=SIDES),
    Column("knocker", "i1", "Who knocked or went gin, if anybody.", none=True, names=SIDES),
    Column("kind", "i1", "How it ended.", names=KINDS),
)
"""A row for each round."""

DECISION_COLUMNS = (
    Column("number", "u8", "The number of the round, or of the game."),
    Column("index", "u8", "The index of the deal."),
    Column("hand", "u8", "The mask of this seat's cards that are not on the table."),
    Column("barred", "u8", "The mask of the card that may not be discarded."),
    Column("known", "u8", "The mask of the cards known to be in the other hand."),
    Column("exposed", "u8", "The mask of this seat's cards that the other seat knows."),
    Column("declined", "u8", "The mask of the tops of the pile that the other seat left."),
    Column("own_declined", "u8", "The mask of the tops of the pile that this seat left."),
    Column("pile", "u8", "The mask of the cards discarded."),
    Column("meld_0", "u8", "The knocker's first meld on the table, with layoffs; 0: no meld."),
    Column("meld_1", "u8", "The second."),
    Column("meld_2", "u8", "The third."),
    Column("unmelded", "u8", "The mask of the knocker's unmelded cards, once spread."),
    Column("laid_off", "u8", "The mask of the cards laid off."),
    Column("round_of_game", "u4", "The number of the round in its game, from 0."),
    Column("score", "i4", "The points of this seat in the game so far."),
    Column("other_score", "i4", "The points of the other seat in the game so far."),
    Column("net_points", "i4", "The result: what this seat scored minus what the other scored."),
    Column("turn", "u2", "The number of the decision in its round, from 0."),
    Column("action", "i2", "What was done, as gin_fast.state.actions numbers it."),
    Column("draws", "i2", "The number of cards drawn so far."),
    Column("pile_draws", "i2", "How many of them came from the pile."),
    Column("limit", "i2", "The most deadwood to knock with in this round."),
    Column("returns", "i2", "How many times in a row the card taken was discarded at once."),
    Column("seat", "i1", "The seat that decides."),
    Column("side", "i1", "Who decides.", names=SIDES),
    Column("starter", "i1", "Who acted first.", names=SIDES),
    Column("phase", "i1", "The phase of the round.", names=PHASES),
    Column("drawn", "i1", "The id of the card drawn this turn.", none=True),
    Column("drawn_from", "i1", "Where it was drawn from.", names=SOURCES),
    Column("pile_top", "i1", "The id of the top of the pile.", none=True),
    Column("stock", "i1", "The number of cards in the stock."),
    Column("upcard_taken", "i1", "Whether a seat took the first upcard.", is_flag=True),
    Column("knock_card", "i1", "The id of the card discarded to knock.", none=True),
    Column("multiplier", "i1", "What the score of the round is multiplied by."),
    Column("won", "i1", "The result: whether this seat won.", none=True, is_flag=True),
)
"""A row for each decision: what the seat to act saw, what it did, and the result."""

COLUMNS = {"rounds": ROUND_COLUMNS, "decisions": DECISION_COLUMNS}


def _dtype(columns: tuple[Column, ...]) -> np.dtype[np.void]:
    """The rows, aligned as in C."""
    return np.dtype([(column.name, column.type) for column in columns], align=True)


ROW_DTYPE = _dtype(ROUND_COLUMNS)
"""The NumPy dtype of a row for a round: names by their number, sides 0 and 1, -1 for none."""
DECISION_DTYPE = _dtype(DECISION_COLUMNS)
"""The NumPy dtype of a row for a decision, likewise."""


class Logged(NamedTuple):
    """A tally with its log."""

    tally: Tally
    rows: Rows | None = None
    """One of `ROW_DTYPE` for each round, in order."""
    decisions: Rows | None = None
    """One of `DECISION_DTYPE` for each decision, in order. A failed decision, a fault, has none."""

    @property
    def nbytes(self) -> int:
        """The size of the log in bytes."""
        return sum(each.nbytes for each in (self.rows, self.decisions) if each is not None)


def as_log(value: Any) -> str | None:
    """`value` as one of `LOGS`, or `None`: nothing is logged.

    >>> as_log("games")
    Traceback (most recent call last):
    ValueError: log must be rounds or decisions, or None, not 'games'
    """
    if value is None:
        return None
    if not isinstance(value, str) or value not in LOGS:
        raise ValueError(f"log must be {' or '.join(LOGS)}, or None, not {shown(value)}")
    return LOGS[LOGS.index(value)]
