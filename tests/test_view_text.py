"""Views in words."""

from __future__ import annotations

import random
import re

import pytest
from own import Dice

import gin_fast
from gin_fast import Round, View
from gin_fast.rules.rules import PROFILES, Rules


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


@pytest.mark.parametrize("rules", [*PROFILES.values(), Rules.preset("classic", knock_limit=0)])
def test_the_limit_is_told_and_where_it_is_none_that_only_gin_goes_out(rules):
    for seed in range(20):
        view = Round.deal(seed, rules=rules).view(0)
        gin = "gin" if rules.big_gin_bonus is None else "gin or big gin"
        only_gin = f"Nobody may knock with deadwood in this round: the only way to go out is {gin}."
        told = f"The knock limit is {view.limit} points of deadwood." if view.limit else only_gin
        assert told in view.describe().splitlines()


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


def played(strategies, seed, rules):
    """The view of either seat at each step of a round, and its result."""
    round, seen = Round.deal(seed, rules=rules), []
    seats = [gin_fast.Seat(each, seed, 0, seat) for seat, each in enumerate(strategies)]
    while not round.is_over:
        seen.append(round.view(round.to_move))
        round.apply(seats[round.to_move].choose(round))
    return [*seen, round.view(0), round.view(1)], round.result


@pytest.mark.parametrize("rules", ["modern", "oklahoma", "fiftieth_card", "eaai"])
def test_how_it_ended_is_told(rules):
    told = set()
    for seed in range(40):
        pair = ("simple", "gin_hunter") if seed % 2 else (Dice, "random")
        views, result = played(pair, seed, rules)
        for view in views[-2:]:
            text = view.describe()
            who = "You" if view.seat == result.knocker else f"Seat {result.knocker}"
            ending = {
                "dead": "Nobody went out: the round is dead.",
                "gin": f"{who} went gin",
                "big_gin": f"{who} went big gin",
            }.get(result.kind, f"{who} knocked with {result.knocker_deadwood} points of deadwood")
            if result.knocker == 1 - view.seat:
                assert f"; your deadwood is {result.defender_deadwood}.\n" in text
            assert f"\n{ending}" in text
            told.add(result.kind)
    assert {"gin", "dead"} <= told


def test_big_gin_is_told():
    cards = "AC 2C 3C 4D 5D 6D 7H 8H 9H TH"
    rest = [card for card in range(52) if not gin_fast.parse_hand(f"{cards} JH KC") >> card & 1]
    own = list(map(gin_fast.parse_card, cards.split()))
    top, next_card = map(gin_fast.parse_card, ("KC", "JH"))
    order = [card for pair in zip(own, rest[:10], strict=True) for card in pair]
    round = Round.from_deck([*order, top, next_card, *rest[10:]])
    for action in ("pass", "pass", "draw stock", "big gin"):
        round.apply(action)
    for seat, who in (
        (0, "\nYou went big gin.\n"),
        (1, "\nSeat 0 went big gin; your deadwood is "),
    ):
        text = round.view(seat).describe()
        assert who in text
        assert "on the table" not in text


def test_what_is_of_no_use_is_not_told():
    limit, auto = "The knock limit is 10 points", "auto "
    seen = set()
    for seed in range(6):
        for view in played(("simple", "simple"), seed, "modern")[0]:
            lines = view.describe().splitlines()
            seen.add(view.phase)
            assert any(line.startswith(limit) for line in lines) == (
                view.phase not in ("layoff", "over")
            )
            explained = [line for line in lines if line.startswith(auto)]
            assert len(explained) == (108 in view.legal_actions())
    assert {"spread", "layoff", "over"} <= seen


def test_a_round_that_counts_double_says_so():
    rules = gin_fast.Rules.preset("oklahoma", oklahoma_spades_double=True)
    for seed in range(12):
        for view, _ in views(rules, seed):
            assert ("\nThis round counts double.\n" in view.describe()) == (view.multiplier == 2)


def test_a_known_card_that_may_lie_face_down():
    """Between a knock and its spread no known card is sure to be held, and the words say so; what
    they call sure is so in every world that fits."""
    told = 0
    for index in range(60):
        state = gin_fast.Round.deal(9, index, rules="eaai")
        players = [gin_fast.Seat("greedy", 9, index, seat) for seat in (0, 1)]
        while not state.is_over:
            for seat in (0, 1):
                view = state.view(seat)
                assert view.sure & ~state.hands[1 - seat] == 0
                text = view.describe()
                if view.phase == "spread" and view.knocker != seat and view.known:
                    assert view.sure == 0
                    assert "face down." in text
                    told += 1
                else:
                    assert view.sure == view.known
                    assert "unless" not in text.split("Discard pile")[1].split("You may")[0]
                if view.phase == "spread" and view.knocker == seat and view.exposed:
                    card = gin_fast.format_card(view.knock_card)
                    line = [each for each in text.split("\n") if "known to the other" in each]
                    assert not any(card in each for each in line)
            state.apply(players[state.to_move].choose(state))
    assert told > 20
