"""Every hand of up to ten cards, and samples of those of eleven.

All of them, and the best throws of eleven cards: `python -m tests.exhaustive --help`.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import brute_force
import pytest
from exhaustive.compiled import sweep
from exhaustive.count_by_rank import histograms
from exhaustive.run import kept, run
from hands import mixture

CLASSES = {
    1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459, 6: 962_988, 7: 6_009_159, 8: 32_819_436,
    9: 157_702_259, 10: 671_225_412, 11: 2_546_958_349,
}  # fmt: skip
"""Hands up to suit symmetry."""


def assert_no_fault(found) -> None:
    assert found.faults == 0, f"{found.faults} faults, the first: {found.first_fault:#x}"


@pytest.mark.parametrize("size", range(1, 10))
def test_every_smaller_hand(native, size):
    """The least deadwood of every hand is that of the brute force, and so often as by rank."""
    found = run("histogram" if size == 9 else "deadwood", size)
    assert_no_fault(found)
    assert found.classes == CLASSES[size]
    assert found.histogram == histograms(size)[size]


def test_every_hand_of_ten(native):
    found = run("deadwood", 10)
    assert_no_fault(found)
    assert found.classes == CLASSES[10]
    assert found.histogram == list(kept("10 cards"))


@pytest.mark.parametrize(
    ("check", "size", "every"),
    [("deadwood", 11, 40), ("deadwood", 13, 400), ("throws", 10, 400), ("throws", 11, 400)],
)
def test_some_of_the_larger_hands(native, check, size, every):
    found = run(check, size, every=every)
    assert_no_fault(found)
    assert found.classes > 1_000_000


def test_every_throw_from_a_small_hand(native):
    counted = histograms(5, best_throw=True)
    for size in range(1, 6):
        found = run("throws", size)
        assert_no_fault(found)
        assert found.classes == CLASSES[size]
        assert found.histogram == counted[size]


def test_the_two_brute_forces_agree(native):
    """The compiled one, which judges here, and the one in Python, which is plainer."""
    module = sweep()
    for hand in mixture(1, 3_000, (*range(14), 10, 11)):
        deadwood, left, throws = module.brute_force(hand)
        assert deadwood == brute_force.min_deadwood(hand), hex(hand)
        after = brute_force.after_throws(hand)
        if after:
            assert left == min(after.values()), hex(hand)
            assert throws == sum(1 << card for card in after if after[card] == left), hex(hand)


def test_a_class_stands_for_its_hands(native):
    """Each multiset of four suits' cards comes once, as one of the hands it stands for."""
    expected = Counter(suits_of(sum(cards)) for cards in combinations(CARDS, 3))
    found = sweep().classes(3)
    assert sorted(suits_of(hand) for hand, _ in found) == sorted(expected)
    assert {suits_of(hand): weight for hand, weight in found} == expected


CARDS = [1 << card for card in range(52)]


def suits_of(hand: int) -> tuple[int, ...]:
    return tuple(sorted(hand >> 13 * suit & 8191 for suit in range(4)))
