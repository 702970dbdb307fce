"""Hands to try things on: any, as met in play, and nasty ones.

Every generator takes a `random.Random`, so that a test that fails can be run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from random import Random

from hypothesis import strategies as st

from gin_fast.engine import ENGINE

DECK = (1 << 52) - 1


def mask(cards) -> int:
    """The mask of some different card ids."""
    return sum(1 << card for card in set(cards))


def cards_in(hand: int) -> list[int]:
    return [card for card in range(52) if hand >> card & 1]


def some_of(random: Random, hand: int, count: int) -> int:
    """At most `count` cards of a hand, at random."""
    cards = cards_in(hand)
    return mask(random.sample(cards, min(count, len(cards))))


def dealt(random: Random, count: int) -> int:
    """Cards from a shuffled deck: six in ten such hands of ten have no meld."""
    return mask(random.sample(range(52), count))


@cache
def met_in_rounds() -> tuple[tuple[int, int], ...]:
    """At each discard in some rounds of `simple` against itself: cards held and kept."""
    rounds = import_module(f"gin_fast.{ENGINE}.rounds")
    playout = import_module(f"gin_fast.{ENGINE}.playout")
    hands = []
    for index in range(500 if ENGINE == "native" else 50):
        state = rounds.RoundState.deal(2022, index, rules="eaai", dealer=1 - (index & 1))
        for seat, action in playout.play("simple", "simple", 2022, index, rules="eaai").actions:
            if state.phase == "discard":
                held = state.hands[seat]
                hands.append((held, held & ~(1 << action % 52)))
            state.apply(action)
    return tuple(hands)


def resuited(hand: int, order: tuple[int, ...] | list[int]) -> int:
    """The hand with its suits exchanged."""
    return sum((hand >> 13 * suit & 8191) << 13 * order[suit] for suit in range(4))


def in_play(random: Random, count: int) -> int:
    """Cards held in a real round, after a discard or, if more than ten, before it; above eleven
    those of several. The suits are exchanged at random. 17 % of such hands of ten have no meld."""
    hand = 0
    while hand.bit_count() < count:
        held, kept = random.choice(met_in_rounds())
        met = resuited(held if count > 10 else kept, random.sample(range(4), 4))
        hand |= some_of(random, met & ~hand, count - hand.bit_count())
    return hand


def gathered(random: Random, count: int) -> int:
    """Cards of which half are neighbours of others: many melds, and many that nearly are."""
    hand = dealt(random, min(count, 1))
    while hand.bit_count() < count:
        card = random.choice(cards_in(hand))
        near = {(card + 13) % 52, (card + 26) % 52, (card + 39) % 52}
        if card % 13 > 0:
            near.add(card - 1)
        if card % 13 < 12:
            near.add(card + 1)
        hand |= 1 << (
            random.choice(sorted(near)) if random.random() < 0.5 else random.randrange(52)
        )
    return hand


def of_few_ranks(random: Random, count: int) -> int:
    """Cards of so few ranks that most lie in sets, often of neighbouring ranks."""
    number = min(13, max(2, (count + 3) // 4 + random.randrange(3)))
    low = random.randrange(13)
    if random.random() < 0.7:
        ranks = [(low + step) % 13 for step in range(number)]
    else:
        ranks = random.sample(range(13), number)
    return some_of(random, mask(13 * suit + rank for suit in range(4) for rank in ranks), count)


def crossed(random: Random, count: int) -> int:
    """Long runs crossed by sets."""
    hand = 0
    while hand.bit_count() < count:
        suit, rank = random.randrange(4), random.randrange(13)
        if random.random() < 0.5:
            end = min(13, rank + random.randrange(3, 9))
            hand |= mask(range(13 * suit + rank, 13 * suit + end))
        else:
            hand |= mask(13 * s + rank for s in range(4) if s != suit or random.random() < 0.3)
    return some_of(random, hand, count)


def threes(random: Random, count: int) -> int:
    """Three or four of each of some neighbouring ranks: as many sets crossed by runs as can be."""
    low = random.randrange(13)
    hand = 0
    for rank in range(low, low + 13):
        lacking = random.randrange(8)
        more = mask(13 * suit + rank % 13 for suit in range(4) if suit != lacking)
        hand |= some_of(random, more, count - hand.bit_count())
    return hand | some_of(random, DECK & ~hand, count - hand.bit_count())


KINDS: tuple[Callable[[Random, int], int], ...] = (
    dealt,
    in_play,
    gathered,
    of_few_ranks,
    crossed,
    threes,
)


def mixture(seed: int, number: int, counts: tuple[int, ...]) -> Iterator[int]:
    """Hands of all kinds in turn, each of a number of cards drawn from `counts`."""
    random = Random(seed)
    for index in range(number):
        yield KINDS[index % len(KINDS)](random, random.choice(counts))


def extremes() -> list[int]:
    """Hands at the ends of things: none, single cards, all of a suit, of a rank, the deck."""
    suits = [mask(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    ranks = [mask(range(rank, 52, 13)) for rank in range(13)]
    singles = [1 << card for card in range(52)]
    unions = [suits[a] | suits[b] for a in range(4) for b in range(a)]
    return [
        0,
        DECK,
        *singles,
        *suits,
        *ranks,
        *unions,
        *(DECK ^ one for one in chain(singles, suits)),
    ]


def table(random: Random, melds: tuple[int, ...], count: int, taken: int = 0) -> tuple[int, ...]:
    """Some disjoint melds with no card of `taken`, at most `count`: any kinds of any length."""
    chosen: list[int] = []
    while len(chosen) < count:
        free = [meld for meld in melds if not meld & taken]
        if not free:
            break
        # Runs of five and more are most of all melds, and rare in play: draw the length first.
        lengths = sorted({meld.bit_count() for meld in free})
        (length,) = random.choices(lengths, [max(1, 9 - length) for length in lengths])
        chosen.append(random.choice([meld for meld in free if meld.bit_count() == length]))
        taken |= chosen[-1]
    return tuple(chosen)


def near_table(random: Random, melds: tuple[int, ...], count: int) -> int:
    """A hand of many cards that fit some melds on the table or nearly do, and none of theirs."""
    taken = 0
    for meld in melds:
        taken |= meld
    near = 0
    for card in cards_in(taken):
        suit, rank = divmod(card, 13)
        near |= mask(13 * suit + r for r in range(max(0, rank - 3), min(13, rank + 4)))
        near |= mask(range(rank, 52, 13))
    hand = some_of(random, near & ~taken, random.randrange(count + 1))
    return hand | some_of(random, DECK & ~taken & ~hand, count - hand.bit_count())


def chained(random: Random, melds: tuple[int, ...], count: int) -> int:
    """A hand whose cards may follow each other onto the runs on the table, in hundreds of ways."""
    taken = sum(melds)
    near = 0
    for meld in melds:
        if meld & meld << 1:
            for card, step in (((meld & -meld).bit_length() - 2, -1), (meld.bit_length(), 1)):
                suit, left = card // 13, random.randrange(2, 6)
                while left and card >= 0 and card // 13 == suit and not taken >> card & 1:
                    near |= 1 << card
                    card += step
                    left -= 1
    hand = some_of(random, near, count)
    return hand | some_of(random, DECK & ~taken & ~hand, count - hand.bit_count())


def of_cards(low: int = 0, high: int = 52) -> st.SearchStrategy[int]:
    """A Hypothesis strategy: hands of `low` to `high` cards."""
    return st.sets(st.integers(0, 51), min_size=low, max_size=high).map(mask)


def of_kinds(low: int = 0, high: int = 13) -> st.SearchStrategy[int]:
    """A Hypothesis strategy: hands of `low` to `high` cards, as likely nasty as random."""
    drawn = st.builds(
        lambda random, kind, count: kind(random, count),
        st.randoms(use_true_random=False),
        st.sampled_from(KINDS),
        st.integers(low, high),
    )
    return of_cards(low, high) | drawn
