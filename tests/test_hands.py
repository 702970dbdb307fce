"""The hands that tests are tried on are of the kinds they say."""

from __future__ import annotations

from collections import Counter
from random import Random

import brute_force
import pytest
from hands import KINDS, cards_in, dealt, in_play, near_table, table

from gin_fast.engine import ENGINE
from gin_fast.reference import ALL_MELDS


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_as_many_cards_as_are_asked_for(kind):
    random = Random(1)
    for count in range(53):
        assert kind(random, count).bit_count() == count


@pytest.mark.parametrize(("kind", "low", "high"), [(dealt, 0.55, 0.65), (in_play, 0.14, 0.20)])
def test_hands_without_a_meld(kind, low, high):
    """Six in ten of those dealt; 17 % of those in play."""
    random = Random(2)
    number = 3000
    without = sum(not brute_force.melds(kind(random, 10)) for _ in range(number))
    assert low < without / number < high or ENGINE == "reference"  # which meets few hands


def test_tables_have_melds_of_every_kind_and_length():
    random = Random(3)
    lengths: Counter[tuple[str, int]] = Counter()
    for number in range(600):
        melds = table(random, ALL_MELDS, 1 + number % 3)
        assert sum(meld.bit_count() for meld in melds) == sum(melds).bit_count()
        for meld in melds:
            assert brute_force.is_meld(meld)
            lengths["run" if meld & meld << 1 else "set", meld.bit_count()] += 1
    assert {*lengths} == {("set", 3), ("set", 4), *(("run", length) for length in range(3, 14))}
    assert min(lengths.values()) > 10


def test_hands_near_a_table_fit_it():
    random = Random(4)
    fits = 0
    for number in range(200):
        melds = table(random, ALL_MELDS, 1 + number % 3)
        hand = near_table(random, melds, 10)
        assert not hand & sum(melds)
        fits += any(brute_force.is_meld(m | 1 << card) for m in melds for card in cards_in(hand))
    assert fits > 100
