"""How a round begins: from a deck in order, or from what another began with."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from arguments import Failing, LongName, NoInt
from layouts import Fresh, both, deck, legal, refused

from gin_fast.cards.hands import cards_of, parse_card

NINE = "AC 2C 3C 4D 5D 6D 9C 9D 9H"
HIGH = "KC QD JS TC 8S 6S 4S 2H KH QS"


# Decks


def test_a_deck_is_dealt_in_its_order(engine):
    order = random.Random(1).sample(range(52), 52)
    for dealer in (0, 1):
        state = engine.RoundState.from_deck(order, dealer=dealer, scores=(7, -2))
        starter = 1 - dealer
        assert cards_of(state.hands[starter]) == tuple(sorted(order[0:20:2]))
        assert cards_of(state.hands[dealer]) == tuple(sorted(order[1:20:2]))
        assert state.view(0).pile == (order[20],)
        assert state.position()["stock"] == tuple(order[21:])
        assert state.view(1).scores == (7, -2)
        assert state.start == {"deck": tuple(order), "dealer": dealer, "scores": (7, -2)}
        assert engine.RoundState.begin(state.start) == state


def test_a_deal_is_the_deck_of_its_order(engine):
    dealt = engine.RoundState.deal(5, 6)
    order = [card for pair in zip(*map(cards_of, dealt.hands), strict=True) for card in pair]
    order += [*dealt.view(0).pile, *dealt.position()["stock"]]
    assert engine.RoundState.from_deck(order) == dealt


@pytest.mark.parametrize(
    "kind",
    [tuple, list, np.array, iter, bytes, lambda order: dict.fromkeys(order).keys()],
)
def test_kinds_of_decks(kind):
    order = random.Random(2).sample(range(52), 52)
    given = both("from_deck", Fresh(lambda: kind(order)))
    if kind is bytes:
        assert given[0] is TypeError
    else:
        assert given == both("from_deck", order)


ORDER = list(range(52))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (ORDER[:-1], "a deck must have 52 cards, not 51"),
        ([*ORDER, 0], "must have at most 52 cards"),
        ([], "a deck must have 52 cards, not 0"),
        ([0, *ORDER[:-1]], "the deck lacks KS"),
        ([0] * 52, "the deck lacks 2C 3C"),
        ([*ORDER[:-1], 52], "a card of the deck must be from 0 to 51, not 52"),
        ([-1, *ORDER[1:]], "a card of the deck must be from 0 to 51, not -1"),
        ([True, *ORDER[1:]], "must be an int, not True"),
        ([0.0, *ORDER[1:]], "must be an int, not 0.0"),
        ([float("nan"), *ORDER[1:]], "must be an int, not nan"),
        ([1 << 20_000, *ORDER[1:]], "must be from 0 to 51, not 0x1000"),
        (["AC", *ORDER[1:]], "must be an int, not 'AC'"),
        ([[0], *ORDER[1:]], "must be an int, not [0]"),
        ([None] * 52, "must be an int, not None"),
        ([LongName()] * 52, "must be an int, not long"),
        ([NoInt()] * 52, "must be an int, not NoInt()"),
        ("AC" * 52, "deck must be a sequence, not 'ACAC"),
        (b"\x00" * 52, "deck must be a sequence, not b"),
        (dict.fromkeys(ORDER), "deck must be a sequence, not {0: None"),
        (None, "deck must be a sequence, not None"),
        (5, "deck must be a sequence, not 5"),
        (Fresh(itertools.count), "must have at most 52 cards"),
        (Fresh(lambda: itertools.repeat(0)), "must have at most 52 cards"),
        (np.zeros((52, 2), int), "must be an int, not array"),
        (np.arange(52.0), "must be an int, not"),
    ],
)  # fmt: skip
def test_what_is_no_deck(given, said):
    assert said in refused("from_deck", given)


def test_a_deck_that_fails(engine):
    with pytest.raises(ZeroDivisionError):
        engine.RoundState.from_deck([Failing()] * 52)


# Starts


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "a start must be a mapping of fields, not None"),
        ([], "a start must be a mapping of fields, not []"),
        ({}, "a start must have the fields seed, index, dealer and scores, or deck, dealer and"),
        ({"seed": 1, "index": 2}, "a start must have the fields"),
        ({"seed": 1, "index": 2, "dealer": 0, "scores": (0, 0), "more": 1}, "a start must have"),
        ({"deck": ORDER}, "a start must have the fields"),
        ({"deck": ORDER, "dealer": 2, "scores": (0, 0)}, "dealer must be from 0 to 1, not 2"),
        ({"deck": ORDER[1:], "dealer": 1, "scores": (0, 0)}, "a deck must have 52 cards, not 51"),
        ({"position": {}, "dealer": 1}, "a start must have the fields"),
        ({"position": None}, "a position must be a mapping of fields, not None"),
        ({"position": {}}, "a position lacks the field hands"),
        ({"seed": -1, "index": 2, "dealer": 0, "scores": (0, 0)}, "seed must be from 0 to"),
        ({"seed": 1, "index": 2, "dealer": 0, "scores": (0,)}, "scores must have 2 values, not 1"),
        ({1 << 20_000: 0}, "a start must have the fields"),
        ({"x" * 5000: 0}, "a start must have the fields"),
    ],
)
def test_what_is_no_start(given, said):
    assert said in refused("begin", given)


def test_a_fresh_seed_is_told(engine):
    """Without a seed a new one is taken, and the round begins again from it."""
    first, second = engine.RoundState.deal(), engine.RoundState.deal()
    assert first.start["seed"] != second.start["seed"]
    assert engine.RoundState.begin(first.start) == first
    assert engine.RoundState.begin(dict(reversed(first.start.items()))) == first


def test_a_start_is_no_way_into_the_round(engine):
    state = engine.RoundState.deal(7, 0)
    state.start["seed"] = 8
    assert state.start["seed"] == 7


def test_the_first_upcard_of_a_laid_out_deck(engine):
    state = engine.RoundState.from_deck(deck(f"{NINE} 5H", HIGH, "7S", "4C"))
    assert legal(state) == ["draw pile", "pass"]
    assert state.view(1).pile == (parse_card("7S"),)
