"""A second opinion in plain Python: whatever can be done with a hand is tried.

Independent of both engines: it knows the rules of the game and nothing of theirs. Slow, and meant
for hands of a dozen cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

Melds = tuple[int, ...]


def pips(hand: int) -> int:
    return sum(min(card % 13 + 1, 10) for card in range(52) if hand >> card & 1)


def is_meld(mask: int) -> bool:
    """Three or more cards of one rank, or one after the other in one suit."""
    cards = [card for card in range(52) if mask >> card & 1]
    if len(cards) < 3:
        return False
    ranks = [card % 13 for card in cards]
    suits = {card // 13 for card in cards}
    of_one_rank = len(set(ranks)) == 1
    in_sequence = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return of_one_rank or in_sequence


@lru_cache(maxsize=1 << 12)
def melds(hand: int) -> Melds:
    """All melds in a hand, ascending: of its subsets in one rank or suit, those that are melds."""
    found = set()
    groups = [range(rank, 52, 13) for rank in range(13)]
    groups += [range(13 * suit, 13 * suit + 13) for suit in range(4)]
    for group in groups:
        cards = [1 << card for card in group if hand >> card & 1]
        for count in range(3, len(cards) + 1):
            found |= {sum(some) for some in combinations(cards, count) if is_meld(sum(some))}
    return tuple(sorted(found))


def arrangements(hand: int) -> Iterator[tuple[Melds, int]]:
    """All sets of disjoint melds of a hand, each with the cards it leaves."""

    def more(taken: Melds, rest: int, candidates: Melds) -> Iterator[tuple[Melds, int]]:
        yield taken, rest
        for index, meld in enumerate(candidates):
            after = tuple(other for other in candidates[index + 1 :] if not other & meld)
            yield from more((*taken, meld), rest & ~meld, after)

    return more((), hand, melds(hand))


@lru_cache(maxsize=1 << 16)
def min_deadwood(hand: int) -> int:
    return min(pips(rest) for _, rest in arrangements(hand))


def spreads(hand: int, most: int) -> list[tuple[Melds, int, int]]:
    """``(melds, unmelded, deadwood)`` of all spreads within a limit, in the order of the API."""
    found = [(taken, rest, pips(rest)) for taken, rest in arrangements(hand)]
    within = [spread for spread in found if spread[2] <= most]
    return sorted(within, key=lambda spread: (spread[2], spread[0]))


def after_discards(hand: int, barred: int = 0) -> dict[int, int]:
    """What each legal discard leaves."""
    return {
        card: min_deadwood(hand & ~(1 << card))
        for card in range(52)
        if hand >> card & 1 and not barred >> card & 1
    }


def knock_discards(hand: int, limit: int, barred: int = 0) -> int:
    left = after_discards(hand, barred)
    return sum(1 << card for card in left if left[card] <= limit)


def outs(hand: int, limit: int, seen: int) -> int:
    unseen = [card for card in range(52) if not (hand | seen) >> card & 1]
    return sum(1 << card for card in unseen if knock_discards(hand | 1 << card, limit))


def tables_after_layoffs(hand: int, table: Melds) -> set[tuple[int, Melds]]:
    """All that can come of laying cards off, one at a time, in every order and wherever they fit:
    the cards kept and the melds as grown, each in its place."""
    reached: set[tuple[int, Melds]] = set()
    ahead = [(hand, table)]
    while ahead:
        now = ahead.pop()
        if now in reached:
            continue
        reached.add(now)
        kept, melds_now = now
        for card in range(52):
            if kept >> card & 1:
                for place, meld in enumerate(melds_now):
                    if is_meld(meld | 1 << card):
                        grown = (*melds_now[:place], meld | 1 << card, *melds_now[place + 1 :])
                        ahead.append((kept & ~(1 << card), grown))
    return reached


def best_layoff(hand: int, table: Melds) -> tuple[int, int, tuple[Melds, int, int]]:
    """``(deadwood, laid_off, spread)``: the least deadwood, then the fewest cards laid off, then
    the lowest mask, then the first spread."""
    answers = []
    for kept in {kept for kept, _ in tables_after_layoffs(hand, table)}:
        laid_off = hand & ~kept
        answers.append((min_deadwood(kept), laid_off.bit_count(), laid_off))
    deadwood, _, laid_off = min(answers)
    return deadwood, laid_off, spreads(hand & ~laid_off, deadwood)[0]


def score(knocker: int, defender: int, gin: int, undercut: int, tie_is_undercut: bool) -> int:
    """What a knock is worth to the knocker."""
    if knocker == 0:
        return gin + defender
    if defender > knocker:
        return defender - knocker
    if defender == knocker and not tie_is_undercut:
        return 0
    return defender - knocker - undercut


def knock_scores(
    hand: int, defender: int, limit: int, gin: int, undercut: int, tie_is_undercut: bool
) -> list[tuple[tuple[Melds, int, int], int]]:
    """All spreads the hand may knock with, in order, with what each scores against a defender."""
    scores = []
    for spread in spreads(hand, limit):
        table, _, deadwood = spread
        left = best_layoff(defender, table)[0] if deadwood else min_deadwood(defender)
        scores.append((spread, score(deadwood, left, gin, undercut, tie_is_undercut)))
    return scores
