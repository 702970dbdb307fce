"""Hands of an array, which are answered eight at a time where the processor can, are answered as
they are one by one, whatever sets and runs contend for."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hands import DECK, mixture

from gin_fast import reference

ACES = sum(1 << 13 * suit for suit in range(4))
LESS_THAN_EIGHT = 7
QUESTIONS = ["hand_points", "min_deadwood", "is_big_gin", "best_discards", "knock_discards", "outs"]


def in_runs(suit: int) -> int:
    starts = suit & suit >> 1 & suit >> 2
    return starts | starts << 1 | starts << 2


def suits_of(hand: int) -> list[int]:
    return [hand >> 13 * suit & 8191 for suit in range(4)]


def kind_of(hand: int) -> str:
    """What contends for its cards."""
    suits = suits_of(hand)
    held = {rank: sum(suit >> rank & 1 for suit in suits) for rank in range(13)}
    clashes = {rank: sum(in_runs(suit) >> rank & 1 for suit in suits) for rank in range(13)}
    ranks = [rank for rank in range(13) if held[rank] >= 3 and clashes[rank]]
    if not ranks:
        loose = [
            rank
            for suit in suits
            for rank in range(13)
            if (suit & ~in_runs(suit)) >> rank & 1 and held[rank] < 3
        ]
        return "plain" if loose else "all melded"
    if len(ranks) > 1:
        return "several ranks"
    if held[ranks[0]] == 3:
        return "three"
    return "four and a run" if clashes[ranks[0]] == 1 else "four and some runs"


@cache
def hands() -> list[int]:
    """Every hand of four ranks of four suits, in an order that mixes them; and others."""
    found = []
    for number in range(1, 1 << 16):
        number = number * 40503 & 65535
        suits = [number >> 4 * suit & 15 for suit in range(4)]
        lowest = (0, 3, 7, 9)[len(found) % 4]
        found.append(sum(ranks << lowest << 13 * suit for suit, ranks in enumerate(suits)))
    return [*found, *mixture(1, 2000, (10, 11, 12, 13))]


def others(number: int) -> list[int]:
    """For each hand, what is barred or seen: nothing, or a few cards."""
    few = mixture(2, number // 2 + 1, (0, 1, 2, 3, 5, 13))
    return [mask for some in few for mask in (0, some)][:number]


def ask(bulk, name, masks, cards, limits):
    """All results of a function, as rows."""
    if name in ("hand_points", "min_deadwood", "is_big_gin"):
        return getattr(bulk, name)(masks).tolist()
    if name == "best_discards":
        result = bulk.best_discards(masks, cards)
        return list(zip(result.deadwood.tolist(), result.cards.tolist(), strict=True))
    return getattr(bulk, name)(masks, limits, cards).tolist()


def test_the_hands_are_of_every_kind():
    kinds = Counter(map(kind_of, hands()))
    assert {*kinds} == {
        "plain", "all melded", "three", "four and a run", "four and some runs", "several ranks",
    }  # fmt: skip
    assert min(kinds.values()) > 50


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("each", [True, False], ids=["one for each", "one for all"])
def test_many_are_answered_as_few(native, name, each):
    from gin_fast import bulk

    # Outs are not asked eight at a time, and take longer.
    masks = np.array(hands()[:: 16 if name == "outs" else 1], np.uint64)
    cards = np.array(others(masks.size) if each else [1 << 30], np.uint64)
    cards = np.broadcast_to(cards, masks.shape).copy()
    limits = np.arange(masks.size, dtype=np.int32) % 40 if each else np.full(masks.size, 10)
    if name == "best_discards":
        legal = masks & ~cards != 0
        masks, cards, limits = masks[legal], cards[legal], limits[legal]
    if each:
        many = ask(bulk, name, masks, cards, limits)
    else:
        many = ask(bulk, name, masks, int(cards[0]), 10)
    few = []
    for start in range(0, masks.size, LESS_THAN_EIGHT):
        some = slice(start, start + LESS_THAN_EIGHT)
        few += ask(bulk, name, masks[some], cards[some], limits[some])
    assert many == few


@pytest.mark.parametrize("name", QUESTIONS)
def test_many_are_answered_as_the_reference_does(native, name):
    from gin_fast import bulk

    every = 150 if name in ("knock_discards", "outs") else 25
    masks = hands()[::every]
    rows = [
        (mask, cards, row % 40)
        for row, (mask, cards) in enumerate(zip(masks, others(len(masks)), strict=True))
        if mask & ~cards
    ]
    masks, cards, limits = zip(*rows, strict=True)
    question = getattr(reference, name)
    if name == "best_discards":
        expected = [tuple(question(*row)) for row in zip(masks, cards, strict=True)]
    elif name in ("knock_discards", "outs"):
        expected = [question(*row) for row in zip(masks, limits, cards, strict=True)]
    else:
        expected = [question(mask) for mask in masks]
    found = ask(
        bulk, name, np.array(masks, np.uint64), np.array(cards, np.uint64), np.array(limits)
    )
    assert found == expected


def test_runs_alone_leave_what_lies_in_no_run(engine):
    for suit in range(0, 52, 13):
        for ranks in range(8192) if suit == 0 else range(0, 8192, 37):
            left = engine.hand_points((ranks & ~in_runs(ranks)) << suit)
            assert engine.min_deadwood(ranks << suit) == left


def test_any_discard_may_be_the_best(native):
    """Of each card alone with what is melded: it is the best discard, and barred it is not."""
    from gin_fast import bulk

    melded = 7 << 13 | ACES << 9  # A 2 3 of diamonds, and the tens
    cards = [1 << card for card in range(52) if 1 << card & DECK & ~melded]
    hands = np.array([card | melded for card in cards], np.uint64)
    best = bulk.best_discards(hands).cards.tolist()
    assert all(found & card for card, found in zip(cards, best, strict=True))
    barred = bulk.best_discards(hands, np.array(cards, np.uint64))
    assert not any(found & card for card, found in zip(cards, barred.cards.tolist(), strict=True))
