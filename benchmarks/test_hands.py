"""Every function about hands: native and reference, random hands and hands from play."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.hands import hands_in_play, random_hands
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, parse_hand

COUNT = 100_000
OF_ANY_SIZE = ["hand_points", "min_deadwood"]
OF_ELEVEN = ["best_discards", "knock_discards", "is_big_gin"]
TABLE = [parse_hand(meld) for meld in ("5S 6S 7S", "9C 9D 9H", "")]


@pytest.fixture(params=["random", "in play"])
def hands_of(request):
    """A function that makes hands of 10 or 11 cards."""
    return random_hands if request.param == "random" else hands_in_play


@pytest.mark.parametrize("name", OF_ANY_SIZE)
def test_ten_cards(bulk, share, measure, hands_of, name):
    hands = hands_of(share(COUNT))
    out = getattr(bulk, name)(hands)
    measure(lambda: getattr(bulk, name)(hands, out=out), hands.size)


@pytest.mark.parametrize("name", OF_ELEVEN)
def test_eleven_cards(bulk, share, measure, hands_of, name):
    hands = hands_of(share(COUNT), 11)
    result = getattr(bulk, name)(hands)
    out = tuple(result) if isinstance(result, tuple) else result
    measure(lambda: getattr(bulk, name)(hands, out=out), hands.size)


def test_outs(bulk, share, measure, hands_of):
    hands = hands_of(share(COUNT // 10))
    measure(lambda: bulk.outs(hands), hands.size)


def test_best_layoff(bulk, share, measure, hands_of):
    hands = hands_of(share(COUNT)) & np.uint64(DECK & ~sum(TABLE))
    melds = np.array(TABLE, np.uint64)
    measure(lambda: bulk.best_layoff(hands, melds), hands.size)


@pytest.mark.parametrize("name", ["melds", "min_deadwood", "best_spread", "best_spreads"])
def test_one_by_one(engine, share, measure, hands_of, name):
    question = getattr(engine, name)
    hands = hands_of(share(COUNT // 10)).tolist()
    measure(lambda: [question(hand) for hand in hands], len(hands))


def test_best_discards_one_by_one(engine, share, measure, hands_of):
    hands = hands_of(share(COUNT // 10), 11).tolist()
    measure(lambda: [engine.best_discards(hand) for hand in hands], len(hands))


def test_best_layoff_one_by_one(engine, share, measure, hands_of):
    hands = [hand & ~sum(TABLE) for hand in hands_of(share(COUNT // 10)).tolist()]
    melds = TABLE[:2]
    measure(lambda: [engine.best_layoff(hand, melds) for hand in hands], len(hands))


@pytest.mark.parametrize("way", ["against a known hand", "against sampled hands"])
def test_best_knock(engine, share, measure, way):
    hands = [hand for hand in hands_in_play(2000).tolist() if engine.min_deadwood(hand) <= 10]
    hands = hands[: share(10 if way == "against sampled hands" else 10_000)]
    defenders = [sum(1 << card for card in cards_of(DECK & ~hand)[:40:4]) for hand in hands]
    if way == "against sampled hands":
        defenders = [None] * len(hands)

    def work():
        for hand, defender in zip(hands, defenders, strict=True):
            engine.best_knock(hand, defender, rules="modern", samples=100)

    measure(work, len(hands))
