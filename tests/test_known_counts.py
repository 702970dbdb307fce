"""What is known of all hands: counts that were found before there was this project, and by counting
all hands rank by rank instead of one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from exhaustive.count_by_rank import histograms
from exhaustive.run import kept

FULLY_MELDED = {
    0: 1, 1: 0, 2: 0, 3: 96, 4: 53, 5: 36, 6: 4_010, 7: 4_100, 8: 3_690, 9: 97_624,
    10: 136_694, 11: 147_204,
}  # fmt: skip
HANDS = {10: 15_820_024_220, 11: 60_403_728_840}
MEAN_OF_TEN = "56.569434"


@pytest.fixture(scope="module")
def counted() -> list[list[int]]:
    """By the reference, rank by rank: for 0 to 11 cards, the hands of each deadwood."""
    return histograms(11)


def mean(histogram) -> float:
    return sum(points * count for points, count in enumerate(histogram)) / sum(histogram)


def test_melds(engine):
    suits = [8191 << 13 * suit for suit in range(4)]
    runs = [meld for meld in engine.ALL_MELDS if any(meld & ~suit == 0 for suit in suits)]
    assert (len(engine.ALL_MELDS), len(runs)) == (329, 264)
    lengths = Counter(meld.bit_count() for meld in engine.ALL_MELDS)
    assert [lengths[length] for length in (3, 4, 5)] == [96, 53, 36]
    assert lengths == Counter({3: 52, 4: 13}) + Counter({n: 4 * (14 - n) for n in range(3, 14)})


def test_every_hand_of_three(engine, counted):
    found = Counter(
        engine.min_deadwood(1 << a | 1 << b | 1 << c) for a, b, c in combinations(range(52), 3)
    )
    assert [found[points] for points in range(171)] == counted[3]


def test_every_hand_of_four(native, counted):
    found = Counter(
        native.min_deadwood(1 << a | 1 << b | 1 << c | 1 << d)
        for a, b, c, d in combinations(range(52), 4)
    )
    assert [found[points] for points in range(171)] == counted[4]


def test_all_hands_are_counted(counted):
    assert [sum(histogram) for histogram in counted] == [comb(52, n) for n in range(12)]
    assert {n: sum(counted[n]) for n in HANDS} == HANDS


def test_fully_melded_hands(counted):
    assert {n: histogram[0] for n, histogram in enumerate(counted)} == FULLY_MELDED


def test_mean_deadwood_of_ten_cards(counted):
    assert f"{mean(counted[10]):.6f}" == MEAN_OF_TEN


@pytest.mark.parametrize("size", [10, 11])
def test_the_histograms_that_are_kept(counted, size):
    assert list(kept(f"{size} cards")) == counted[size]
    assert sum(kept(f"{size} cards")) == HANDS[size]
    assert kept(f"{size} cards")[0] == FULLY_MELDED[size]
    assert (
        max(points for points, count in enumerate(counted[size]) if count)
        == {10: 98, 11: 106}[size]
    )


def test_the_best_discards_that_are_kept():
    """A discard from eleven leaves ten: as good as the best of them, better than ten at random."""
    histogram = kept("11 cards, best discard")
    assert sum(histogram) == HANDS[11]
    assert mean(histogram) < mean(kept("10 cards"))
    assert histogram[0] >= FULLY_MELDED[11]
