"""Views in words."""

from __future__ import annotations

import random
import re

import pytest

import gin_fast
from gin_fast import Round, View
from gin_fast.rules import PROFILES


def views(rules, seed):
    """Every view of a round played at random, with the cards that its seat may not know."""
    round = Round.deal(seed, rules=rules)
    chance = random.Random(seed)
    while True:
        for seat in (0, 1):
            view = round.view(seat)
            yield view, round.hands[1 - seat] & ~view.known
        if round.is_over:
            return
        round.apply(chance.choice(round.legal_actions()))


def named(text):
    cards = re.findall(r"(?<![A-Z0-9])(?:[A2-9TJQK][CDHS])+(?![A-Z0-9])", text)
    return gin_fast.hand_of(
        {gin_fast.parse_card(each[at : at + 2]) for each in cards for at in range(0, len(each), 2)}
    )


@pytest.mark.parametrize("rules", PROFILES)
def test_no_hidden_card_and_every_other_is_named(rules):
    phases = set()
    for seed in range(12):
        for view, hidden in views(rules, seed):
            text = view.describe()
            phases.add(view.phase)
            cards = named(text)
            assert cards & hidden & ~view.unmelded & ~sum(view.melds) == 0
            assert view.hand & ~cards == 0
            assert view.known & ~cards == 0
            assert gin_fast.hand_of(view.pile) & ~cards == 0
            assert f"Phase {view.phase}" in text
    assert {"discard", "over"} <= phases


def test_every_legal_action_is_told_as_it_is_applied():
    for seed in range(6):
        for view, _ in views("bicycle", seed):
            told = view.describe().splitlines()[-1]
            legal = view.legal_actions()
            assert told.startswith("Your legal actions: ") == bool(legal)
            if legal:
                texts = told.removeprefix("Your legal actions: ").removesuffix(".").split(", ")
                round = view.sample(gin_fast.Stream(1, 0, 3))
                assert len(texts) == len(legal)
                for text, action in zip(texts, legal, strict=True):
                    copy = round.copy()
                    copy.apply(text)
                    assert copy.actions[-1] == (view.seat, action)


def test_the_rules_come_first_where_they_are_asked_for():
    view = Round.deal(7, rules="oklahoma").view(0)
    text = view.describe(rules=True)
    assert text == f"{view.rules.describe()}\n\n{view.describe()}"
    assert View.from_json(view.to_json()).describe() == view.describe()
