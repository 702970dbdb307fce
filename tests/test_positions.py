"""Positions: which a round may go on from, and which are refused, alike in both engines."""

from __future__ import annotations

import importlib
import itertools
import random
from typing import Any

import numpy as np
import pytest
from arguments import Index, LongName, NoInt
from layouts import TABLES, both, cards, play, position, refused

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import parse_card, parse_hand
from gin_fast.rules.rules import Rules
from gin_fast.state import positions
from gin_fast.state.actions import PHASES

NINE = "AC 2C 3C 4D 5D 6D 9C 9D 9H"
HIGH = "KC QD JS TC 8S 6S 4S 2H KH QS"


# Positions


def test_every_position_comes_round(engine):
    """Through rounds of all kinds: what `position` gives makes the same round, which goes on the
    same way."""
    choices = random.Random(4)
    phases = set()
    few = 2 if engine.__name__.endswith("native") else 1
    for rules, index in itertools.product(TABLES, range(few)):
        state = engine.RoundState.deal(8, index, rules=rules, dealer=index, scores=(50, 0))
        while not state.is_over:
            phases.add(state.phase)
            again = engine.RoundState.from_position(state.position(), rules=rules)
            assert again == state
            assert again.position() == again.start["position"] == state.position()
            assert all(again.view(seat) == state.view(seat) for seat in (0, 1))
            assert again.legal_actions() == state.legal_actions()
            out = [action for action in state.legal_actions() if 52 <= action < 104]
            action = choices.choice(out or state.legal_actions())
            state.apply(action)
            again.apply(action)
            assert again == state
        with pytest.raises(ValueError, match="phase must be one of"):
            engine.RoundState.from_position(state.position(), rules=rules)
    assert phases >= {"first_upcard", "draw", "discard", "spread", "layoff"}


def test_what_follows_may_be_left_out(engine):
    """Hands, pile and stock are enough, at the start and between turns."""
    for changes in ({}, {"dealer": 0}):
        state = engine.RoundState.deal(3, 4, **changes)
        known = {name: state.position()[name] for name in ("hands", "pile", "stock", "starter")}
        assert engine.RoundState.from_position(known) == state
    at = position(f"{NINE} KS", HIGH, "8C", "5H")
    state = engine.RoundState.from_position(at)
    assert (state.phase, state.to_move, state.view(0).stock) == ("draw", 0, 3)
    assert (state.view(0).draws, state.view(0).pile_draws, state.view(0).limit) == (28, 0, 10)
    eleven = {**at, "hands": (at["hands"][0], at["hands"][1] | 1 << at["pile"][-1])}
    eleven["pile"] = at["pile"][:-1]
    state = engine.RoundState.from_position(eleven)
    assert (state.phase, state.to_move) == ("discard", 1)
    state = engine.RoundState.from_position({**at, "pile_draws": 4})
    assert (state.view(0).draws, state.view(0).pile_draws) == (32, 4)


def test_a_position_is_kept_as_it_was_given(engine):
    at = position(f"{NINE} KS", HIGH, "8C", "5H")
    hands, stock = list(at["hands"]), list(at["stock"])
    given = {**at, "hands": hands, "stock": stock}
    state = engine.RoundState.from_position(given)
    as_it_was = state.to_dict()
    hands[0] = stock[0] = 0
    given.clear()
    assert state.to_dict() == as_it_was
    assert play(state, "draw").view(0).drawn == parse_card("5H")
    assert engine.RoundState.begin(state.start).to_dict() == as_it_was


def test_what_is_dealt_next_is_the_stock(engine):
    at = position(HIGH, f"{NINE} KS", "8C", "3D 5H KD", count=9)
    state = engine.RoundState.from_position(at)
    drawn = []
    while not state.is_over:
        state.apply("draw")
        drawn.append(state.view(state.to_move).drawn)
        state.apply(state.legal_actions()[0])
    assert tuple(drawn) == tuple(at["stock"][:7])
    assert drawn[:3] == cards("3D 5H KD")


GOOD = position(f"{NINE} KS", HIGH, "8C", "5H")
HELD, OTHER = GOOD["hands"]
TOP, NEXT = GOOD["pile"][-1], GOOD["stock"][0]


def changed(**changes: Any) -> dict[str, Any]:
    return {**GOOD, **changes}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "a position must be a mapping of fields, not None"),
        ([], "a position must be a mapping of fields, not []"),
        ("draw", "a position must be a mapping of fields, not 'draw'"),
        ({}, "a position lacks the field hands"),
        ({"hands": GOOD["hands"], "pile": GOOD["pile"]}, "a position lacks the field stock"),
        (changed(more=1), "unknown field of a position: 'more'"),
        (changed(**{"x" * 500: 1}), "unknown field of a position: 'xxx"),
        ({**GOOD, 7: 1}, "unknown field of a position: 7"),
        # One field by itself.
        (changed(hands=None), "hands must be a sequence, not None"),
        (changed(hands=5), "hands must be a sequence, not 5"),
        (changed(hands="AC"), "hands must be a sequence, not 'AC'"),
        (changed(hands=(HELD,)), "hands must have 2 values, not 1"),
        (changed(hands=(HELD, OTHER, 0)), "hands must have 2 values, not 3"),
        (changed(hands=(HELD, 1 << 52)), "hands must be a mask of cards 0-51, not 450359962737049"),
        (changed(hands=(HELD, -1)), "hands must be a mask of cards 0-51, not -1"),
        (changed(hands=(HELD, 1 << 20_000)), "hands must be a mask of cards 0-51, not 0x1000"),
        (changed(hands=(HELD, True)), "hands must be an int, a mask of cards 0-51, not True"),
        (changed(hands=(HELD, float("nan"))), "hands must be an int, a mask of cards 0-51, not na"),
        (changed(hands=(HELD, float(OTHER))), "hands must be an int, a mask of cards 0-51, not"),
        (changed(hands=(HELD, [[[[]]]])), "hands must be an int, a mask of cards 0-51, not [[[[]]"),
        (changed(stock={}), "stock must be a sequence, not {}"),
        (changed(stock=range(60)), "stock must have at most 52 cards"),
        (changed(stock=[NEXT, 52]), "a card of the stock must be from 0 to 51, not 52"),
        (changed(pile=b"abc"), "pile must be a sequence, not b'abc'"),
        (changed(pile=["8C"]), "a card of the pile must be an int, not '8C'"),
        (changed(pile=[1 << 20_000]), "a card of the pile must be from 0 to 51, not 0x1000"),
        (changed(phase="over"), "phase must be one of first_upcard, draw, discard, spread, layoff"),
        (changed(phase="x" * 500), "phase must be one of"),
        (changed(phase=1), "phase must be one of"),
        (changed(phase=["draw"]), "phase must be one of"),
        (changed(to_move=2), "to_move must be from 0 to 1, not 2"),
        (changed(to_move=-1), "to_move must be from 0 to 1, not -1"),
        (changed(to_move=None), "to_move must be an int, not None"),
        (changed(starter=True), "starter must be an int, not True"),
        (changed(starter=7), "starter must be from 0 to 1, not 7"),
        (changed(drawn=52), "drawn must be from -1 to 51, not 52"),
        (changed(drawn="AC"), "drawn must be an int, not 'AC'"),
        (changed(drawn_from="hand"), "drawn_from must be stock, pile or empty, not 'hand'"),
        (changed(drawn_from=None), "drawn_from must be stock, pile or empty, not None"),
        (changed(drawn_from=["pile"]), "drawn_from must be stock, pile or empty, not ['pile']"),
        (changed(known=0), "known must be a sequence, not 0"),
        (changed(known=(0, 1 << 60)), "known must be a mask of cards 0-51, not 115292150460684697"),
        (changed(declined=(0,)), "declined must have 2 values, not 1"),
        (changed(upcard_taken=1), "upcard_taken must be a bool, not 1"),
        (changed(upcard_taken=None), "upcard_taken must be a bool, not None"),
        (changed(returns=-1), "returns must be from 0 to 1000, not -1"),
        (changed(knocker=2), "knocker must be from -1 to 1, not 2"),
        (changed(knock_card=-2), "knock_card must be from -1 to 51, not -2"),
        (changed(melds=None), "melds must be a sequence, not None"),
        (changed(melds=[None]), "melds must be an int, a mask of cards 0-51, not None"),
        (changed(unmelded=1 << 52), "unmelded must be a mask of cards 0-51"),
        (changed(laid_off="AC"), "laid_off must be an int, a mask of cards 0-51, not 'AC'"),
        (changed(draws=-1), "draws must be from 0 to 2000, not -1"),
        (changed(draws=1 << 20_000), "draws must be from 0 to 2000, not 0x1000"),
        (changed(pile_draws=2001), "pile_draws must be from 0 to 2000, not 2001"),
        (changed(pile_draws=1.0), "pile_draws must be an int, not 1.0"),
        (changed(limit=101), "limit must be from 0 to 100, not 101"),
        (changed(multiplier=3), "multiplier must be from 1 to 2, not 3"),
        (changed(scores=5), "scores must be a sequence, not 5"),
        (changed(scores=(1, 2, 3)), "scores must have 2 values, not 3"),
        (changed(scores=(1, 10**10)), "scores must be from -1000000000 to 1000000000, not 1000000"),
        (changed(scores=(1, None)), "scores must be an int, not None"),
        # Lost and doubled cards.
        (changed(hands=(HELD, OTHER | 1 << TOP)), "8C is both in seat 1's hand and in the pile"),
        (changed(hands=(HELD | 1 << NEXT, OTHER)), "5H is both in seat 0's hand and in the stock"),
        (changed(hands=(HELD, HELD)), "AC is both in seat 0's hand and in seat 1's hand"),
        (changed(hands=(0, OTHER)), "the position lacks AC 2C 3C 9C 4D 5D 6D 9D 9H KS"),
        (changed(pile=GOOD["pile"][:-1]), "the position lacks 8C"),
        (changed(pile=[*GOOD["pile"], TOP]), "8C is twice in the pile"),
        (changed(stock=[NEXT, NEXT]), "5H is twice in the stock"),
        (changed(stock=[]), "the position lacks"),
        (changed(knock_card=TOP), "8C is both in the pile and in the card discarded to knock"),
        (changed(melds=[parse_hand("AC 2C 3C")]), "AC is both in seat 0's hand and in meld 0"),
        (changed(hands=(0, 0), pile=[], stock=[]), "the position lacks AC 2C"),
        (changed(hands=(DECK, 0), pile=[], stock=[]), "in phase"),
    ],
)  # fmt: skip
def test_what_is_no_position(given, said):
    assert said in refused("from_position", given)


MOVED = {"hands": (HELD | 1 << NEXT, OTHER), "stock": GOOD["stock"][1:]}
"""Seat 0 has drawn."""
ALL_IN_STOCK = {"pile": [TOP], "stock": [*GOOD["stock"], *GOOD["pile"][:-1]], "phase": "draw"}
KNOCKED = {**MOVED, "hands": (parse_hand(f"{NINE} 5H"), OTHER), "knock_card": parse_card("KS")}
KNOCKED |= {"phase": "spread", "to_move": 0, "knocker": 0}
RUN, SET = parse_hand("AC 2C 3C"), parse_hand("9C 9D 9H")
LOOSE = parse_hand("4D 5D 6D 5H")
SHOWN = {**KNOCKED, "hands": (LOOSE, OTHER), "melds": (RUN, SET), "unmelded": LOOSE}
SHOWN |= {"phase": "layoff", "to_move": 1}
"""Seat 0 has spread two melds, though it could have more."""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (changed(phase="discard"), "in phase discard seat 0 must hold 11 cards and the other 10, "),
        (changed(**MOVED, phase="draw"), "in phase draw seat 0 must hold 10 cards and the other 1"),
        (changed(**MOVED, to_move=1), "in phase discard seat 1 must hold 11 cards and the other 1"),
        (changed(phase="first_upcard"), "a card was drawn before the upcard"),
        (changed(phase="last_upcard"), "these rules have no last upcard"),
        (changed(knocker=0), "nobody has knocked in phase draw"),
        (changed(unmelded=1), "nobody has knocked in phase draw"),
        (changed(laid_off=1), "nobody has knocked in phase draw"),
        (changed(drawn=TOP), "drawn and drawn_from must be given together"),
        (changed(drawn_from="stock"), "drawn and drawn_from must be given together"),
        (changed(drawn=0, drawn_from="stock"), "nothing is drawn in phase draw"),
        (changed(**MOVED, drawn=TOP, drawn_from="stock"), "the card drawn is not in the hand"),
        (changed(**MOVED, drawn=parse_card("KC"), drawn_from="pile"), "the card drawn is not in t"),
        (changed(draws=27), "draws minus pile_draws must be 28, the cards drawn from the stock"),
        (changed(draws=30, pile_draws=1), "draws minus pile_draws must be 28"),
        (changed(upcard_taken=True, pile_draws=0), "the upcard taken is a draw from the pile"),
        (changed(pile_draws=102), "pile_draws must be at most 101 by the rules"),
        (changed(returns=1), "returns are too many for the rules"),
        (changed(limit=9), "limit must be 10 by the rules, not 9"),
        (changed(multiplier=2), "multiplier must be 1 by the rules, not 2"),
        (changed(known=(1, 0)), "AC is known to seat 0, but not in the other hand"),
        (changed(known=(0, OTHER)), "is known to seat 1, but not in the other hand"),
        (changed(pile=[*GOOD["pile"], *GOOD["stock"][1:]], stock=[NEXT]), "the stock must have at"),
        (changed(**ALL_IN_STOCK, draws=1, pile_draws=0), "draws minus pile_draws must be 0"),
        (changed(pile=[], stock=[*GOOD["stock"], *GOOD["pile"]]), "the stock has at most 31 cards"),
        # Knocks.
        (changed(**{**KNOCKED, "knock_card": -1}), "the position lacks KS"),
        (changed(**{**KNOCKED, "knocker": 1}), "knocker must be 0 in phase spread"),
        (changed(**{**KNOCKED, "to_move": 1}), "knocker must be 1 in phase spread"),
        (changed(**{**KNOCKED, "laid_off": 1}), "cards laid off must be on the knocker's melds"),
        (changed(**{**KNOCKED, "unmelded": 1}), "nothing is laid off in phase spread"),
        (changed(**{**KNOCKED, "hands": (OTHER, parse_hand(f"{NINE} 5H"))}), "the knocker's hand "),
        (changed(**{**SHOWN, "hands": (LOOSE | RUN, OTHER)}), "AC is both in seat 0's hand and in"),
        (changed(**{**SHOWN, "melds": (SET, RUN)}), "melds must be in ascending order"),
        (changed(**{**SHOWN, "melds": (RUN | SET,)}), "AC 2C 3C 9C 9D 9H is not a meld"),
        (changed(**{**SHOWN, "melds": (RUN, SET, 0, 0)}), "the knocker has at most three melds"),
        (changed(**{**SHOWN, "melds": (RUN, SET, 0)}), "is not a meld"),
        (changed(**{**SHOWN, "unmelded": 0}), "unmelded must be the knocker's hand in phase layof"),
        (changed(**{**SHOWN, "laid_off": 1}), "2C 3C is not a meld"),
        (changed(**{**SHOWN, "laid_off": LOOSE}), "cards laid off must be on the knocker's melds"),
        (changed(**{**SHOWN, "knocker": 1}), "knocker must be 0 in phase layoff"),
        (changed(**{**SHOWN, "phase": "spread", "to_move": 0}), "nothing is laid off in phase spr"),
        (changed(**{**SHOWN, "phase": "draw"}), "nobody has knocked in phase draw"),
        (changed(**SHOWN, known=(0, LOOSE | RUN)), "AC 2C 3C is known to seat 1, but not in the o"),
    ],
)  # fmt: skip
def test_positions_that_do_not_fit_together(given, said):
    assert said in refused("from_position", given)


def test_positions_that_other_rules_allow():
    assert both("from_position", changed(**KNOCKED))["phase"] == "spread"
    assert both("from_position", changed(**SHOWN))["phase"] == "layoff"
    last = {**GOOD, "phase": "last_upcard", "stock": GOOD["stock"][:2]}
    last["pile"] = [GOOD["stock"][2], *GOOD["pile"]]
    assert both("from_position", last, rules="openspiel")["phase"] == "last_upcard"
    assert "must have at most 2 cards" in refused(
        "from_position", changed(phase="last_upcard"), rules="openspiel"
    )
    assert both("from_position", changed(returns=1), rules="openspiel")["returns"] == 1
    assert "returns are too many" in refused("from_position", changed(returns=2), rules="openspiel")
    lacks = refused("from_position", GOOD, rules="oklahoma")
    assert lacks == "a position under oklahoma lacks the field limit"
    assert both("from_position", changed(limit=7), rules="oklahoma")["limit"] == 7
    doubles = Rules(oklahoma=True, oklahoma_spades_double=True)
    assert both("from_position", changed(limit=7, multiplier=2), rules=doubles)["multiplier"] == 2
    eleven = Rules(eleven_card_start=True)
    start = both("deal", 1)
    del start["result"], start["rules"]
    assert "these rules have no first upcard" in refused("from_position", start, rules=eleven)


def test_where_nothing_is_legal():
    """The last upcard was taken, to go out; but with this hand nobody does."""
    hand = parse_hand(HIGH) | 1 << NEXT
    at = {
        "hands": (hand, parse_hand(f"{NINE} KS")),
        "pile": [TOP, *GOOD["pile"][:-1], GOOD["stock"][2]][:-1],
        "stock": [GOOD["stock"][1], GOOD["stock"][2]],
        "drawn": NEXT,
        "drawn_from": "pile",
    }
    assert refused("from_position", at, rules="openspiel") == "nothing is legal in this position"


HOSTILE = [
    float("nan"), float("inf"), 1 << 20_000, -(1 << 20_000), "x" * 500, b"x", [], {}, [[]] * 60,
    None, True, object, Index(), NoInt(), LongName(), np.float64(1), np.array([[1]]),
    np.int64(2**62), 1.5, "\ud800", [float("nan")] * 2, {"a": {"b": {}}},
]  # fmt: skip


@pytest.mark.parametrize("name", positions.FIELDS)
def test_hostile_values_in_every_field(name):
    """Each gives an error in a line, or the same round in both engines."""
    for value in HOSTILE:
        for at in (GOOD, changed(**MOVED), changed(**KNOCKED), changed(**SHOWN)):
            given = both("from_position", {**at, name: value})
            if isinstance(given, tuple):
                assert len(given[1]) <= 250
                assert given[1].isprintable()


@pytest.mark.parametrize("name", ["hands", "stock", "pile", "known", "declined", "melds", "scores"])
def test_sequences_that_never_end(engine, name):
    """They are not read to their end, which there is not."""
    for endless in (itertools.count(), itertools.repeat(5), itertools.cycle([1, 2])):
        with pytest.raises(ValueError, match=r"must|both"):
            engine.RoundState.from_position({**GOOD, name: endless})


def test_random_damage(native):
    """Positions met in rounds, with something changed: refused, or a round that ends."""
    choices = random.Random(7)
    accepted = 0
    for rules, index in itertools.product(TABLES, range(2)):
        state = native.RoundState.deal(9, index, rules=rules)
        while not state.is_over:
            at = damaged(state.position(), choices)
            if isinstance(both("from_position", at, rules=rules), dict):
                accepted += 1
                plays_to_its_end(native.RoundState.from_position(at, rules=rules), choices)
            out = [action for action in state.legal_actions() if 52 <= action < 104]
            state.apply(choices.choice(out or state.legal_actions()))
    assert accepted > 20


def damaged(at: dict[str, Any], choices: random.Random) -> dict[str, Any]:
    name = choices.choice(list(at))
    value, card = at[name], choices.randrange(52)
    if name in ("stock", "pile"):
        value = [*value, card] if choices.random() < 0.5 else value[1:]
    elif name == "phase":
        value = choices.choice(PHASES[:-1])
    elif name in ("hands", "known", "declined"):
        value = choices.choice([value[::-1], (value[0] ^ 1 << card, value[1])])
    elif name == "melds":
        value = value[1:] or (7,)
    elif name == "scores":
        value = (card, -card)
    elif name == "drawn_from":
        value = choices.choice(["", "stock", "pile"])
    elif name == "upcard_taken":
        value = not value
    elif name in ("unmelded", "laid_off"):
        value ^= 1 << card
    else:
        value += choices.choice([-1, 1])
    return {**at, name: value}


def plays_to_its_end(state: Any, choices: random.Random) -> None:
    for _ in range(3000):
        if state.is_over:
            return
        for seat in (0, 1):
            assert state.view(seat).other_count == state.hands[1 - seat].bit_count()
        state.apply(choices.choice(state.legal_actions()))
    raise AssertionError(f"{state.position()} does not end")


def test_names_and_numbers_of_other_kinds_are_taken_as_what_they_are(engine):
    class Phase(str):
        def __eq__(self, other):
            return other == "discard"

        __hash__ = str.__hash__

    class Low(int):
        def __lt__(self, other):
            return False

        def __gt__(self, other):
            return False

    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    at = {"hands": (0x3FF, 0xFFC00), "pile": range(20, 52), "stock": (), "draws": 31}
    with pytest.raises(ValueError, match="in phase discard seat 0 must hold 11 cards"):
        rounds.RoundState.from_position({**at, "phase": Phase("?"), "pile_draws": 0})
    with pytest.raises(ValueError, match="a card of the deck must be from 0 to 51, not 200"):
        rounds.RoundState.from_deck([*range(51), Low(200)])


def test_what_start_gives_is_the_callers_own(engine):
    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    state = rounds.RoundState.from_position(rounds.RoundState.deal(7).position())
    state.start["position"].clear()
    assert rounds.RoundState.begin(state.start) == state
