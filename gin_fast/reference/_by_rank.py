"""The least deadwood of any cards, by one pass over the ranks.

After each rank all that matters about a spread is what is still open in each suit. So a *front*
holds, for every reachable combination of four such states, the least cost that reaches it. The
number of combinations is bounded, so every mask is answered in bounded time.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from gin_fast.cards.deck import PIPS
from gin_fast.cards.hands import each_card

__all__: list[str] = []

# What is open in a suit after a rank:
NOTHING = 0
RUN_OF_1 = 1  # a run that must go on
RUN_OF_2 = 2  # a run that must go on
RUN = 3  # a run that may go on
ABOVE_TABLE = 4  # a run on the table reaches this rank: cards laid off may go on from here
BELOW_TABLE = 5  # cards laid off that must go on up to a run on the table
_MAY_STOP = (NOTHING, RUN, ABOVE_TABLE)

# What may be done with a card of a rank:
_MELDED, _IN_SET, _LEFT, _LAID_OFF = range(4)

# What there is of a rank in a suit, as flags:
HELD = 1  # the card is in the hand
ON_TABLE = 2  # the card lies in a run on the table
FITS_SET = 4  # a set on the table lacks the card
BELOW_RUN = 8  # the card and those above it that are held reach up to a run on the table

# A cost is one int, compared and added as a whole: the deadwood, then the number of cards laid off,
# then their mask.
_COUNT_SHIFT = 52
_DEADWOOD_SHIFT = 58

States = tuple[int, int, int, int]
Front = tuple[tuple[States, int], ...]
START: Front = (((NOTHING,) * 4, 0),)


def _ways(state: int, flags: int) -> list[tuple[int, int]]:
    """What may be done in one suit at one rank: the next state, and what happens to the card."""
    may_stop = state in _MAY_STOP
    if flags & ON_TABLE:
        return [(ABOVE_TABLE, _MELDED)] if may_stop or state == BELOW_TABLE else []
    if not flags & HELD:
        return [(NOTHING, _MELDED)] if may_stop else []
    if state == BELOW_TABLE:
        return [(BELOW_TABLE, _LAID_OFF)]
    if not may_stop:
        return [(state + 1, _MELDED)]
    ways = [(NOTHING, _LEFT), (NOTHING, _IN_SET), (RUN_OF_1, _MELDED)]
    if flags & BELOW_RUN:
        ways.append((BELOW_TABLE, _LAID_OFF))
    if state == RUN:
        ways.append((RUN, _MELDED))
    if state == ABOVE_TABLE:
        ways.append((ABOVE_TABLE, _LAID_OFF))
    if flags & FITS_SET:
        ways.append((NOTHING, _LAID_OFF))
    return ways


@cache
def _moves(states: States, flags: States) -> tuple[tuple[States, int, int], ...]:
    """All that may be done at one rank: the next states, the suits left and the suits laid off."""
    moves = []
    for ways in product(*map(_ways, states, flags)):
        done = [deed for _, deed in ways]
        if done.count(_IN_SET) in (0, 3, 4):
            left = sum(1 << suit for suit in range(4) if done[suit] == _LEFT)
            laid_off = sum(1 << suit for suit in range(4) if done[suit] == _LAID_OFF)
            a, b, c, d = (state for state, _ in ways)
            moves.append(((a, b, c, d), left, laid_off))
    return tuple(moves)


def after_rank(front: Front, flags: States, rank: int) -> Front:
    """The front after one more rank, from ace to king."""
    least: dict[States, int] = {}
    for states, cost in front:
        for after, left, laid_off in _moves(states, flags):
            total = cost + (left.bit_count() * PIPS[rank] << _DEADWOOD_SHIFT)
            for suit in each_card(laid_off):
                total += (1 << _COUNT_SHIFT) + (1 << 13 * suit + rank)
            if total < least.get(after, total + 1):
                least[after] = total
    return tuple(sorted(least.items()))


def least_deadwood(front: Front) -> int:
    """The least deadwood of the spreads that may end here."""
    return _least_cost(front) >> _DEADWOOD_SHIFT


def _least_cost(front: Front) -> int:
    return min(cost for states, cost in front if all(state in _MAY_STOP for state in states))


@lru_cache(maxsize=1 << 16)
def _after_rank_of_hand(front: Front, held: int, rank: int) -> Front:
    a, b, c, d = (held >> suit & 1 for suit in range(4))
    return after_rank(front, (a, b, c, d), rank)


def deadwood_of(hand: int) -> int:
    """The least deadwood of a hand."""
    front = START
    for rank in range(13):
        front = _after_rank_of_hand(front, suits_holding(hand, rank), rank)
    return least_deadwood(front)


def suits_holding(hand: int, rank: int) -> int:
    """The suits that hold a rank, as four bits."""
    return sum((hand >> 13 * suit + rank & 1) << suit for suit in range(4))


def deadwood_and_layoffs(hand: int, table: tuple[int, ...]) -> tuple[int, int]:
    """The least deadwood of a hand against a table of melds, and the mask of the cards laid off.

    Of the ways to reach it: the fewest cards laid off, then the lowest mask.
    """
    runs = fits = below = 0
    for meld in table:
        low = (meld & -meld).bit_length() - 1
        if meld & meld << 1:
            runs |= meld
            while low % 13 and hand >> low - 1 & 1:
                low -= 1
                below |= 1 << low
        else:
            fits |= sum(1 << 13 * suit + low % 13 for suit in range(4)) & ~meld
    front = START
    for rank in range(13):
        a, b, c, d = (
            HELD * (hand >> card & 1)
            + ON_TABLE * (runs >> card & 1)
            + FITS_SET * (fits >> card & 1)
            + BELOW_RUN * (below >> card & 1)
            for card in range(rank, 52, 13)
        )
        front = after_rank(front, (a, b, c, d), rank)
    cost = _least_cost(front)
    return cost >> _DEADWOOD_SHIFT, cost & (1 << _COUNT_SHIFT) - 1
