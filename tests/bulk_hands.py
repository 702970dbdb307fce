"""Hands for the tests of gin_fast.bulk."""

import random

from gin_fast.cards import DECK, cards_of, hand_of
from gin_fast.reference import ALL_MELDS


def some_hands(count, *, least=0, most=52, seed=1):
    """Hands of `least` to `most` cards; small hands are as likely as large ones."""
    chance = random.Random(seed)
    return [hand_of(chance.sample(range(52), chance.randint(least, most))) for _ in range(count)]


def some_masks(count, seed):
    """Masks of few cards."""
    return some_hands(count, most=12, seed=seed)


def some_tables(count):
    """Hands, and for each a row of none to three disjoint melds without its cards."""
    chance = random.Random(4)
    hands, tables = [], []
    while len(hands) < count:
        melds = chance.sample(ALL_MELDS, chance.randint(0, 3))
        taken = sum(melds)
        if taken.bit_count() == sum(meld.bit_count() for meld in melds) and taken <= DECK:
            pool = cards_of(DECK & ~taken)
            hands.append(hand_of(chance.sample(pool, min(len(pool), chance.randint(0, 12)))))
            row = melds + [0] * (3 - len(melds))
            chance.shuffle(row)
            tables.append(row)
    return hands, tables
