"""Native against the reference, hand by hand: random ones, as met in play, and nasty ones.

Each test comes in parts, so that several processes can share them. Hands of up to eleven cards are
fewer where `test_exhaustive.py` has a compiled brute force judge millions of them.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest
from hands import KINDS, chained, extremes, mixture, near_table, table

from gin_fast.rules.rules import Rules

ANY = tuple(range(53))
LISTED = tuple(range(14))
IN_HAND = (10, 11)
LIMITS = (0, 1, 5, 9, 10, 10, 10, 11, 20, 30, 50, 98, 255, 256, 2**40, 2**70)


@pytest.mark.parametrize("part", range(2))
def test_deadwood(native, reference, part):
    hands = [
        *mixture(part, 4_850, IN_HAND),
        *mixture(100 + part, 1_500, ANY),
        *(extremes() if part == 0 else ()),
    ]
    for hand in hands:
        assert native.min_deadwood(hand) == reference.min_deadwood(hand), hex(hand)
        assert native.hand_points(hand) == reference.hand_points(hand), hex(hand)


@pytest.fixture
def quick_reference(reference, monkeypatch):
    """The reference, but that it remembers the deadwood it has found: both questions about the
    discards of a hand ask for the same."""
    module = reference.discarding
    monkeypatch.setattr(module, "deadwood_of", lru_cache(maxsize=64)(module.deadwood_of))
    return reference


@pytest.mark.parametrize("part", range(4))
def test_discards(native, quick_reference, part):
    reference = quick_reference
    random = Random(200 + part)
    hands = [*mixture(200 + part, 2_450, (10, 11, 11, 11)), *mixture(300 + part, 125, ANY)]
    for hand in hands:
        limit = random.choice(LIMITS)
        barred = random.choice((0, 0, 0, 1 << random.randrange(52), random.getrandbits(52)))
        at = hex(hand), limit, hex(barred)
        if hand & ~barred:
            assert native.best_discards(hand, barred) == reference.best_discards(hand, barred), at
        expected = reference.knock_discards(hand, limit, barred)
        assert native.knock_discards(hand, limit, barred) == expected, at
        assert native.is_big_gin(hand) is reference.is_big_gin(hand), at


@pytest.mark.parametrize("part", range(5))
def test_spreads(native, reference, part):
    random = Random(400 + part)
    for hand in mixture(400 + part, 2_000, (*LISTED, 10, 10, 10, 10, 10, 11, 11)):
        limit = random.choice(LIMITS)
        at = hex(hand), limit
        assert repr(native.spreads(hand, limit)) == repr(reference.spreads(hand, limit)), at
        assert native.best_spreads(hand) == reference.best_spreads(hand), at
        assert native.best_spread(hand) == reference.best_spread(hand), at


def test_spreads_of_large_hands(native, reference):
    for hand in [*mixture(500, 500, ANY), *extremes()]:
        assert native.best_spread(hand) == reference.best_spread(hand), hex(hand)
        assert native.melds(hand) == reference.melds(hand), hex(hand)


def test_melds(native, reference):
    assert native.ALL_MELDS == reference.ALL_MELDS
    random = Random(600)
    for hand in mixture(600, 10_000, ANY):
        assert native.melds(hand) == reference.melds(hand), hex(hand)
    for meld in reference.ALL_MELDS:
        for mask in (meld, meld ^ 1 << random.randrange(52), meld & (meld - 1), meld | 1 << 51):
            assert native.is_meld(mask) is reference.is_meld(mask), hex(mask)


@pytest.mark.parametrize("part", range(10))
def test_layoffs(native, reference, part):
    random = Random(700 + part)
    for number in range(1_000):
        count = number % 10
        melds = table(
            random, reference.ALL_MELDS, count if count > 3 and part == 0 else 1 + count % 3
        )
        kind = chained if number % 4 == 3 else near_table
        hand = kind(random, melds, random.choice((10, 10, 10, random.randrange(25))))
        at = hex(hand), [hex(meld) for meld in melds]
        assert repr(native.best_layoff(hand, melds)) == repr(reference.best_layoff(hand, melds)), at
        assert native.legal_layoffs(hand, melds) == reference.legal_layoffs(hand, melds), at


@pytest.mark.parametrize("part", range(4))
def test_knocks(native, reference, part):
    random = Random(800 + part)
    judged = 0
    while judged < 50:
        rules = random.choice((Rules(), Rules.preset("eaai"), Rules(knock_limit=25, gin_bonus=0)))
        hand = random.choice(KINDS[1:])(random, random.choice((10, 10, 10, 7)))
        if native.min_deadwood(hand) > rules.knock_limit:
            continue
        judged += 1
        melds = native.best_spread(hand).melds
        defender = near_table(random, melds, 14) & ~hand
        ours = native.best_knock(hand, defender, rules=rules)
        assert repr(ours) == repr(reference.best_knock(hand, defender, rules=rules)), (
            hex(hand),
            hex(defender),
            rules,
        )


@pytest.mark.parametrize("part", range(2))
def test_knocks_against_an_unknown_hand(native, reference, part):
    random = Random(900 + part)
    judged = 0
    while judged < 10:
        hand = random.choice(KINDS[1:])(random, 10)
        if not 0 < native.min_deadwood(hand) <= 10:
            continue
        judged += 1
        unseen = random.choice((None, random.getrandbits(52) & ~hand))
        if unseen is not None and unseen.bit_count() < 10:
            unseen = None
        asked = {
            "rules": "modern",
            "unseen": unseen,
            "samples": random.randrange(1, 8),
            "seed": random.choice((0, 1, 2**64 - 1)),
        }
        ours = native.best_knock(hand, **asked)
        assert repr(ours) == repr(reference.best_knock(hand, **asked)), (hex(hand), asked)


@pytest.mark.parametrize("part", range(4))
def test_outs(native, quick_reference, part):
    random = Random(1000 + part)
    for hand in mixture(1000 + part, 40, (9, 10, 10, 10, 11)):
        limit = random.choice(LIMITS)
        seen = random.getrandbits(52) & random.getrandbits(52)
        expected = quick_reference.outs(hand, limit, seen)
        assert native.outs(hand, limit, seen) == expected, (hex(hand), limit, hex(seen))


def test_deals(native, reference):
    random = Random(1100)
    ends = (0, 1, 2**32, 2**63, 2**64 - 1)
    pairs = [(seed, index) for seed in ends for index in ends]
    pairs += [(random.getrandbits(64), random.getrandbits(64)) for _ in range(500)]
    for seed, index in pairs:
        assert repr(native.deal(seed, index)) == repr(reference.deal(seed, index)), (seed, index)
