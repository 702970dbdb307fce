"""Every hand of up to ten cards, samples of those of eleven, and some rounds of every profile.

Those of ten are all judged by the brute force when what judges or is judged has changed since
`proved.json` was written; else one class in eight is, and all are counted.

All of them, the best discards of eleven cards, and rounds by the million:
`python -m tests.exhaustive --help`.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import brute_force
import pytest
from exhaustive.compiled import sweep
from exhaustive.count_by_rank import histograms
from exhaustive.rounds import Wrong, check_record, check_round, check_rounds, playout
from exhaustive.run import kept, run
from hands import mixture
from proved import is_proved

from gin_fast.rules.rules import PROFILES

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
    every = 8 if is_proved("ten-cards") else 1
    found = run("deadwood", 10, every=every)
    assert_no_fault(found)
    if every > 1:
        assert found.classes > 0.9 * CLASSES[10] / every
        found = run("histogram", 10)
    assert found.classes == CLASSES[10]
    assert found.histogram == list(kept("10 cards"))


@pytest.mark.parametrize(
    ("check", "size", "every"),
    [("deadwood", 11, 40), ("deadwood", 13, 400), ("discards", 10, 400), ("discards", 11, 400)],
)
def test_some_of_the_larger_hands(native, check, size, every):
    found = run(check, size, every=every)
    assert_no_fault(found)
    assert found.classes > 1_000_000


def test_every_discard_from_a_small_hand(native):
    counted = histograms(5, best_discard=True)
    for size in range(1, 6):
        found = run("discards", size)
        assert_no_fault(found)
        assert found.classes == CLASSES[size]
        assert found.histogram == counted[size]


def test_the_two_brute_forces_agree(native):
    """The compiled one, which judges here, and the one in Python, which is plainer."""
    module = sweep()
    for hand in mixture(1, 3_000, (*range(14), 10, 11)):
        deadwood, left, discards = module.brute_force(hand)
        assert deadwood == brute_force.min_deadwood(hand), hex(hand)
        after = brute_force.after_discards(hand)
        if after:
            assert left == min(after.values()), hex(hand)
            assert discards == sum(1 << card for card in after if after[card] == left), hex(hand)


def test_a_class_stands_for_its_hands(native):
    """Each multiset of four suits' cards comes once, as one of the hands it stands for."""
    expected = Counter(suits_of(sum(cards)) for cards in combinations(CARDS, 3))
    found = sweep().classes(3)
    assert sorted(suits_of(hand) for hand, _ in found) == sorted(expected)
    assert {suits_of(hand): weight for hand, weight in found} == expected


CARDS = [1 << card for card in range(52)]


def suits_of(hand: int) -> tuple[int, ...]:
    return tuple(sorted(hand >> 13 * suit & 8191 for suit in range(4)))


@pytest.mark.parametrize("name", PROFILES)
def test_rounds_score_what_their_records_say(native, name):
    ends = check_rounds(name, 0, 1200)
    assert sum(ends.values()) == 1200
    assert len(ends) >= 3


def test_a_wrong_round_is_found(native, monkeypatch):
    """Or none of these would tell anything."""
    played = playout.play("simple", "simple", 20_260, 3)
    wrong = [{"points": 1}, {"scored": (1, 1)}, {"winner": None}, {"draws": 99, "pile_draws": 0}]
    wrong += [{"kind": "gin"}, {"knocker_deadwood": 0}, {"knocker": 1 - played.result.knocker}]
    for changes in wrong:
        other = played._replace(result=played.result._replace(**changes))
        with pytest.raises(ValueError, match=r"score|must|draws"):
            check_round(other, PROFILES["modern"], 3)
    with pytest.raises(ValueError, match="its record gives"):
        check_record(other, PROFILES["modern"], 3)
    monkeypatch.setattr(playout, "play", lambda *arguments, **keywords: other)
    with pytest.raises(Wrong, match="index 0"):
        check_rounds("modern", 0, 1)
