"""Both engines against a brute force that tries everything, and knows neither of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random

import brute_force
import pytest
from hands import KINDS, cards_in, mixture, near_table, of_kinds, table
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_fast.cards.hands import parse_hand
from gin_fast.rules.rules import Rules

SMALL = tuple(range(12))


def as_spread(spread) -> tuple:
    return spread.melds, spread.unmelded, spread.deadwood


def test_all_melds(engine):
    assert brute_force.melds((1 << 52) - 1) == engine.ALL_MELDS


@given(cards=st.sets(st.integers(0, 51), max_size=6))
def test_is_meld(engine, cards):
    mask = sum(1 << card for card in cards)
    assert engine.is_meld(mask) is brute_force.is_meld(mask)


@pytest.mark.parametrize("seed", range(4))
def test_deadwood(engine, seed):
    for hand in mixture(seed, 1500, (*SMALL, 10, 11, 13)):
        expected = brute_force.min_deadwood(hand)
        assert engine.min_deadwood(hand) == expected, hex(hand)
        assert engine.best_spread(hand).deadwood == expected, hex(hand)


@given(hand=of_kinds(0, 12))
@settings(max_examples=300)
def test_deadwood_of_any_hand(engine, hand):
    assert engine.min_deadwood(hand) == brute_force.min_deadwood(hand)


def test_spreads(engine):
    random = Random(1)
    for hand in mixture(10, 600, (*SMALL, 10, 11)):
        limit = random.choice((0, 5, 10, 20, 50, 110))
        expected = brute_force.spreads(hand, limit)
        assert [as_spread(spread) for spread in engine.spreads(hand, limit)] == expected, hex(hand)
        least = brute_force.min_deadwood(hand)
        expected = brute_force.spreads(hand, least)
        assert [as_spread(spread) for spread in engine.best_spreads(hand)] == expected, hex(hand)
        assert as_spread(engine.best_spread(hand)) == expected[0], hex(hand)
        assert engine.melds(hand) == brute_force.melds(hand), hex(hand)


def test_discards(engine):
    random = Random(2)
    for hand in mixture(11, 600, (1, 4, 8, 10, 11, 11, 11, 12)):
        barred = random.choice((0, 0, 1 << random.randrange(52), hand & random.getrandbits(52)))
        limit = random.choice((0, 3, 10, 40))
        left = brute_force.after_discards(hand, barred)
        expected = brute_force.knock_discards(hand, limit, barred)
        assert engine.knock_discards(hand, limit, barred) == expected, hex(hand)
        if left:
            least = min(left.values())
            discards = sum(1 << card for card in left if left[card] == least)
            assert engine.best_discards(hand, barred) == (least, discards), hex(hand)
        big_gin = hand.bit_count() == 11 and brute_force.min_deadwood(hand) == 0
        assert engine.is_big_gin(hand) is big_gin


def test_outs(engine):
    random = Random(3)
    for hand in mixture(12, 15, (9, 10, 10, 10)):
        limit = random.choice((0, 5, 10, 25))
        seen = random.getrandbits(52) & random.getrandbits(52)
        assert engine.outs(hand, limit, seen) == brute_force.outs(hand, limit, seen), hex(hand)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_layoffs(engine, number):
    """The brute force lays cards off one at a time in every order, then tries all melds."""
    random = Random(number)
    for _ in range(250):
        melds = table(random, engine.ALL_MELDS, number)
        hand = near_table(random, melds, random.choice((3, 7, 10, 10)))
        deadwood, laid_off, spread = brute_force.best_layoff(hand, melds)
        best = engine.best_layoff(hand, melds)
        at = hex(hand), [hex(meld) for meld in melds]
        assert (best.deadwood, best.laid_off, as_spread(best.spread)) == (
            deadwood,
            laid_off,
            spread,
        ), at
        # All that is said to be laid off can be, each card on the meld that is named.
        ends = {
            grown for kept, grown in brute_force.tables_after_layoffs(laid_off, melds) if not kept
        }
        said = tuple(
            meld + sum(1 << card for card, onto in best.onto if onto == meld) for meld in melds
        )
        assert said in ends, at
        fit = [c for c in cards_in(hand) if any(brute_force.is_meld(m | 1 << c) for m in melds)]
        assert engine.legal_layoffs(hand, melds) == sum(1 << card for card in fit), at


RULES = (
    Rules(),
    Rules(gin_bonus=20, undercut_bonus=10, tie="nobody"),
    Rules(knock_limit=30, gin_bonus=0),
)


# A knocker's hand and a defender's: the knocker does best with more deadwood than he need keep.
WORSE_IS_BETTER = (
    ("5C 7C 2D 5D 6D 7D 5H 7H 5S 7S", "9C KC 3D 8D TD KD 2H 4H AS 9S"),
    ("AC TC TD AH 6H 7H 8H 9H TH TS", "7C 6D JD QD KD 4H 5H AS 2S 3S"),
)


def knocks(limit: int) -> Iterator[tuple[int, int]]:
    """Hands with more than one spread to knock with, and defenders who can lay something off."""
    for texts in WORSE_IS_BETTER:
        yield parse_hand(texts[0]), parse_hand(texts[1])
    random = Random(4)
    for number in count():
        hand = KINDS[1 + number % 5](random, 10)
        choices = brute_force.spreads(hand, limit)
        if len(choices) > 1:
            yield hand, near_table(random, choices[0][0], 16) & ~hand


@pytest.mark.parametrize("rules", RULES)
def test_best_knock(engine, rules):
    worse = 0
    for hand, defender in islice(knocks(rules.knock_limit), 50):
        scores = brute_force.knock_scores(
            hand,
            defender,
            rules.knock_limit,
            rules.gin_bonus,
            rules.undercut_bonus,
            rules.tie == "undercut",
        )
        most = max(score for _, score in scores)
        first = next(spread for spread, score in scores if score == most)
        best = engine.best_knock(hand, defender, rules=rules)
        assert (as_spread(best.spread), best.score) == (first, most), (hex(hand), hex(defender))
        worse += first[2] > scores[0][0][2]
    assert worse >= len(WORSE_IS_BETTER)
