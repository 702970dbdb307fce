"""Views: as arrays, as JSON that anyone may have written, and the rounds that they may be of."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from math import comb, factorial, sqrt
from typing import Any

import brute_force
import numpy as np
import pytest
from layouts import TABLES, both, play, position
from witness import mask

from gin_fast import Round, Stream, View
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, parse_card, parse_hand
from gin_fast.game import sampling
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.state.actions import PHASES
from gin_fast.state.seen_record import VIEW_DTYPE, VIEW_VERSION

NINE = "AC 2C 3C 4D 5D 6D 9C 9D 9H"
HIGH = "KC QD JS TC 8S 6S 4S 2H KH QS"


def met(seed: int, every: int = 1, tables: Any = tuple(TABLES)) -> list[Round]:
    """Rounds as they stand, of every rules and phase."""
    choices = random.Random(seed)
    found = []
    for number, rules in enumerate(tables):
        state = Round.deal(seed, number, rules=rules, dealer=number & 1, scores=(9, -4))
        while not state.is_over:
            out = [action for action in state.legal_actions() if 52 <= action < 104]
            state.apply(choices.choice(out) if out else state.sample_action(choices))
            if state.phase not in ("draw", "discard") or choices.randrange(every) == 0:
                found.append(state.copy())
    return found


# As arrays


def test_views_as_arrays():
    for state in met(1, 3):
        for seat in (0, 1):
            view = state.view(seat)
            record = view.to_numpy()
            assert (record.dtype, record.shape) == (VIEW_DTYPE, ())
            assert record["version"] == VIEW_VERSION
            assert PHASES[record["phase"]] == view.phase
            assert ("", "stock", "pile")[record["drawn_from"]] == view.drawn_from
            names = set(VIEW_DTYPE.names) - {"version", "phase", "drawn_from", "rules"}
            for name in names - {"meld_count", "pile_count", "melds", "pile", "scores"}:
                assert record[name] == getattr(view, name), name
            for name, count in ("melds", "meld_count"), ("pile", "pile_count"):
                assert tuple(record[name][: record[count]]) == getattr(view, name)
                assert not record[name][record[count] :].any()
            assert tuple(record["scores"]) == view.scores
            assert record["rules"]["knock_limit"] == view.rules.knock_limit


@pytest.mark.xdist_group("outsider")
def test_arrays_are_as_the_native_engine_has_them(native, outsider):
    for state in met(2):
        for seat in (0, 1):
            view = state.view(seat)
            theirs = np.frombuffer(outsider.seen(state, seat), VIEW_DTYPE)[0].copy()
            theirs["pile"][theirs["pile_count"] :] = 0  # where cards lay that were taken
            assert view.to_numpy().tobytes() == theirs.tobytes()


# As JSON


def test_views_come_round():
    for state in met(3, 3):
        for seat in (0, 1):
            view = state.view(seat)
            again = View.from_json(view.to_json())
            assert again == view
            assert again.rules == state.rules
            assert "\n" not in view.to_json()
            assert {type(value) for value in again} <= {int, str, bool, tuple, Rules}


AT_START = Round.deal(7)
TAKEN = play(AT_START.copy(), "take")
SPREADING = play(
    Round.from_position(position(f"{NINE} 5H", HIGH, "8C", "KS", 9)), "draw", "knock KS"
)
LAYING = play(SPREADING.copy(), "spread AC2C3C", "auto")
OVER = play(LAYING.copy(), "auto")


def hand(text: str) -> int:
    return parse_hand(text)


@pytest.mark.parametrize(
    ("state", "seat", "name", "value", "said"),
    [
        # A field by itself.
        (AT_START, 0, "seat", 2, "seat must be from 0 to 1, not 2"),
        (AT_START, 0, "seat", True, "the field seat must be an int, not True"),
        (AT_START, 0, "seat", 0.0, "0.0 is not a whole number"),
        (AT_START, 0, "phase", "end", "the field phase must be first_upcard or draw or discard"),
        (AT_START, 0, "phase", 0, "the field phase must be a str, not 0"),
        (AT_START, 0, "to_move", -2, "to_move must be from -1 to 1, not -2"),
        (AT_START, 0, "hand", 1 << 52, "hand must be a mask of cards 0-51"),
        (AT_START, 0, "hand", "AC", "the field hand must be an int, not 'AC'"),
        (AT_START, 0, "known", -1, "known must be a mask of cards 0-51, not -1"),
        (AT_START, 0, "drawn", 52, "drawn must be from -1 to 51, not 52"),
        (AT_START, 0, "drawn_from", "hand", "drawn_from must be stock, pile or empty, not 'hand'"),
        (AT_START, 0, "pile", 5, "the field pile must be a list, not 5"),
        (AT_START, 0, "pile", [52], "pile must be from 0 to 51, not 52"),
        (AT_START, 0, "pile", ["5C"], "pile must be an int, not '5C'"),
        (AT_START, 0, "pile", [4] * 33, "5C of pile is in another place too"),
        (AT_START, 0, "stock", 32, "stock must be from 0 to 31, not 32"),
        (AT_START, 0, "upcard_taken", 1, "the field upcard_taken must be a bool, not 1"),
        (AT_START, 0, "returns", 1001, "returns must be from 0 to 1000, not 1001"),
        (AT_START, 0, "melds", [True], "melds must be an int, a mask of cards 0-51, not True"),
        (AT_START, 0, "scores", [1], "scores must have 2 values, not 1"),
        (AT_START, 0, "scores", [1, 10**12], "scores must be from -1000000000 to 1000000000"),
        (AT_START, 0, "scores", "12", "the field scores must be a list, not '12'"),
        (AT_START, 0, "limit", 101, "limit must be from 0 to 100, not 101"),
        (AT_START, 0, "multiplier", 0, "multiplier must be from 1 to 2, not 0"),
        (AT_START, 0, "rules", "modern", "the field rules must be an object, not 'modern'"),
        (AT_START, 0, "rules", {}, "Rules lacks the field knock_limit"),
        (AT_START, 0, "rules", {**Rules().to_dict(), "box": [1]}, "box must be an int, not [1]"),
        (AT_START, 0, "rules", {**Rules().to_dict(), "box": -1}, "box must be from 0 to 10000"),
        (AT_START, 0, "rules", {**Rules().to_dict(), "more": 0}, "unknown field of Rules: 'more'"),
        (AT_START, 0, "draws", None, "the field draws must be an int, not None"),
        (AT_START, 0, "more", 1, "unknown field of the record: 'more'"),
        # Fields that do not fit together.
        (AT_START, 0, "to_move", -1, "to_move must be -1 in phase over only"),
        (AT_START, 0, "hand", 1, "in phase first_upcard seat 0 must hold 10 cards and the other"),
        (AT_START, 0, "hand", hand("5C AC 8C 9C 6D 7D JD 4H KH 3S"), "5C of pile is in another"),
        (AT_START, 0, "pile", [], "in phase first_upcard seat 0 must hold 10 cards"),
        (AT_START, 0, "stock", 30, "in phase first_upcard seat 0 must hold 10 cards and the other"),
        (AT_START, 0, "known", AT_START.view(0).hand, "of known is in another place too"),
        (AT_START, 1, "known", DECK & ~(AT_START.hands[1] | 16), "known must be at most 10 cards"),
        (AT_START, 0, "exposed", 1 << 51, "exposed must be cards of the hand"),
        (AT_START, 0, "barred", 16, "barred must be 0, not 16"),
        (AT_START, 0, "drawn", 5, "drawn must be -1: the seat knows of no card drawn"),
        (AT_START, 0, "drawn_from", "pile", "drawn_from must be empty in phase first_upcard"),
        (AT_START, 0, "knocker", 0, "knocker cannot be 0 in phase first_upcard"),
        (AT_START, 0, "knock_card", 0, "AC of knock_card is in another place too"),
        (AT_START, 0, "knock_card", 1, "melds, unmelded, laid_off and knock_card need a knocker"),
        (AT_START, 0, "unmelded", 1, "melds, unmelded, laid_off and knock_card need a knocker"),
        (AT_START, 0, "melds", [hand("2C 3C 4C")], "melds, unmelded, laid_off and knock_card need"),
        (AT_START, 0, "draws", 1, "was drawn before the upcard"),
        (AT_START, 0, "limit", 9, "limit must be 10 by the rules, not 9"),
        (AT_START, 0, "multiplier", 2, "multiplier must be 1 by the rules, not 2"),
        (AT_START, 0, "returns", 1, "returns are too many for the rules"),
        (AT_START, 0, "phase", "over", "to_move must be -1 in phase over only"),
        (AT_START, 0, "phase", "draw", None),
        (AT_START, 0, "phase", "discard", "in phase discard seat 0 must hold 11 cards and"),
        (AT_START, 0, "phase", "last_upcard", "these rules have no last upcard"),
        (TAKEN, 0, "drawn", 0, "barred must be 1, not 16"),
        (TAKEN, 0, "drawn", 51, "drawn must be a card of hand"),
        (TAKEN, 1, "drawn", -1, "drawn must be a card of known"),
        (TAKEN, 1, "known", 0, "drawn must be a card of known"),
        (TAKEN, 0, "barred", 0, "barred must be 16, not 0"),
        (TAKEN, 1, "drawn_from", "stock", "drawn must be -1: the seat knows of no card drawn"),
        (TAKEN, 0, "upcard_taken", False, None),
        (TAKEN, 0, "pile_draws", 0, "draws minus pile_draws must be 0"),
        (SPREADING, 0, "knocker", 1, "knock_card must be known to the knocker alone"),
        (SPREADING, 1, "knocker", -1, "knocker cannot be -1 in phase spread"),
        (SPREADING, 0, "knock_card", -1, "knock_card must be known to the knocker alone"),
        (SPREADING, 1, "knock_card", 5, "knock_card must be known to the knocker alone"),
        (SPREADING, 1, "known", hand(NINE + " 5H KS 8H"), "8H of known is in another place"),
        (LAYING, 1, "melds", [], "unmelded must be the knocker's hand"),
        (LAYING, 1, "melds", [hand("AC 2C 4C")], "AC 2C 4C is not a meld"),
        (LAYING, 1, "melds", list(LAYING.view(1).melds[::-1]), "melds must be in ascending order"),
        (LAYING, 1, "unmelded", 0, "unmelded must be the same as known"),
        (LAYING, 0, "unmelded", 0, "unmelded must be the same as hand"),
        (LAYING, 0, "laid_off", 1 << 51, "laid_off must be cards of the melds"),
        (LAYING, 0, "laid_off", 1, "2C 3C is not a meld"),
        (OVER, 0, "to_move", 0, "to_move must be -1 in phase over only"),
        (OVER, 0, "stock", 31, "known must be at most 0 cards"),
        (OVER, 0, "knocker", -1, "melds, unmelded, laid_off and knock_card need a knocker"),
        (OVER, 0, "draws", 0, "draws minus pile_draws must be 31 minus the stock"),
    ],
)  # fmt: skip
def test_tampered_views(state, seat, name, value, said):
    stored = json.loads(state.view(seat).to_json())
    stored[name] = value
    if said is None:  # a round can look like that
        assert View.from_json(json.dumps(stored))._asdict()[name] == value
        return
    with pytest.raises(ValueError, match=r"^.{1,250}$") as caught:
        View.from_json(json.dumps(stored))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", View._fields)
def test_every_field_is_needed_and_checked(name):
    stored = json.loads(AT_START.view(0).to_json())
    text = json.dumps({**stored, name: "HERE"})
    values = ["null", '"x"', "-2", "1e5", "NaN", "[]", "[[[]]]", "{}", "9" * 400, "[null, null]"]
    values += ["[" * 10**5, '{"a":' * 10**4, '"' + "x" * 10**4 + '"', "[1, 2, 3, 4]", "true"]
    for value in values:
        fine = (value == "[]" and name == "melds") or (value == "true" and name == "upcard_taken")
        if not fine:
            with pytest.raises(ValueError, match=r"."):
                View.from_json(text.replace('"HERE"', value))
    del stored[name]
    with pytest.raises(ValueError, match=f"lacks the field {name}"):
        View.from_json(json.dumps(stored))


def test_what_is_no_view():
    text = SPREADING.view(1).to_json()
    for length in range(len(text)):
        with pytest.raises(ValueError, match="not valid JSON"):
            View.from_json(text[:length])
    for given in ("null", "[]", "5", '"x"'):
        with pytest.raises(ValueError, match="a record must be a JSON object"):
            View.from_json(given)
    with pytest.raises(TypeError, match="JSON must be given as a str"):
        View.from_json(None)


def test_forged_views_do_not_hang(native):
    """What is taken may be sampled, or is refused soon; it looks like the view that was given."""
    choices = random.Random(5)
    views = [state.view(seat) for state in met(4, 4) for seat in (0, 1)]
    taken = 0
    for _ in range(3000):
        stored = json.loads(choices.choice(views).to_json())
        for _ in range(choices.randrange(1, 3)):
            name = choices.choice([name for name in stored if name != "rules"])
            stored[name] = forged(stored[name], choices)
        try:
            view = View.from_json(json.dumps(stored))
        except ValueError:
            continue
        taken += 1
        assert view.to_numpy()["hand"] == view.hand
        if view.phase == "over":
            continue
        try:
            sampled = view.sample(choices)
        except ValueError:
            continue
        assert sampled.view(view.seat) == view
    assert taken > 200


def forged(value: Any, choices: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        one, other = (1 << choices.randrange(52) for _ in range(2))
        return choices.choice([value + 1, value - 1, value ^ one, value ^ one ^ other])
    if isinstance(value, list):
        return choices.choice([value[1:], [*value, choices.randrange(52)], value[::-1]])
    return choices.choice(["draw", "discard", "spread", "layoff", "over", "stock", "pile", ""])


# Rounds that a view may be of


def test_samples_are_rounds_of_the_view(native):
    """In every phase, for both seats; and they can be played on."""
    choices = random.Random(6)
    phases = Counter()
    for state in met(5, 6):
        if state.is_over:
            continue
        for seat in (0, 1):
            view = state.view(seat)
            phases[view.phase, seat == view.to_move] += 1
            sampled = view.sample(choices)
            assert type(sampled) is Round
            assert sampled.view(seat) == view
            assert sampled.hands[seat] == view.hand
            assert sampled.hands[1 - seat].bit_count() == view.other_count
            missing = view.known & ~sampled.hands[1 - seat]
            discarded = sampled.position()["knock_card"]
            assert missing == 0 or (view.phase == "spread" and missing == 1 << discarded)
            while not sampled.is_over:
                sampled.apply(sampled.sample_action(choices))
    waiting = {("first_upcard", False), ("draw", False), ("discard", False)}
    assert waiting | {("spread", False), ("layoff", False), ("last_upcard", True)} <= set(phases)


def fair(counts: Counter, kinds: int) -> bool:
    """Whether so many kinds came up about equally often."""
    mean = sum(counts.values()) / kinds
    assert mean > 15
    assert len(counts) == kinds
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
    return abs(chi_square - (kinds - 1)) < 4.5 * sqrt(2 * (kinds - 1))


def late(known: str, *, phase: str = "draw", count: int = 3, **fields: Any) -> Round:
    """A round in which seat 0 knows these cards of the other's hand, and little is unseen."""
    at = position(f"{NINE} 5H", HIGH, "8C", count=count, known=(hand(known), 0), **fields)
    return Round.from_position(at)


EIGHT = "KC QD JS TC 8S 6S 4S 2H"


@pytest.mark.parametrize(
    "make",
    [random.Random, np.random.default_rng, lambda seed: Stream(seed, 0, 3)],
    ids=["Random", "Generator", "Stream"],
)
def test_unseen_cards_lie_anywhere_alike(native, make):
    """Two cards of the hand are not known, and three are in the stock: 60 ways for them to lie."""
    view = late(EIGHT).view(0)
    rng, ways = make(8), Counter()
    for _ in range(3000):
        at = view.sample(rng).position()
        ways[at["hands"][1], at["stock"]] += 1
    assert fair(ways, comb(5, 2) * factorial(3))


def test_the_same_chance_gives_the_same_round():
    view = AT_START.view(0)
    first, second = view.sample(random.Random(1)), view.sample(random.Random(1))
    assert first == second
    rng = random.Random(1)
    drawn = {view.sample(rng).hands[1] for _ in range(20)}
    assert len(drawn) == 20


def test_what_the_other_drew_is_any_unknown_card():
    state = late(EIGHT, count=5)
    play(state, "draw", "discard 5H", "draw")
    view = state.view(0)
    assert (view.drawn_from, view.drawn) == ("stock", -1)
    rng, drawn = random.Random(9), Counter()
    for _ in range(2000):
        at = view.sample(rng).position()
        assert at["hands"][1] & view.known == view.known
        drawn[at["drawn"]] += 1
    assert fair(drawn, 6)


def test_a_knocker_that_has_not_spread(native):
    """Every hand of ten with a card that may have been discarded is as likely."""
    at = position(HIGH, f"{NINE} 5H", "8C", "KS", 5, to_move=1, known=(hand(NINE), 0))
    state = play(Round.from_position(at), "draw", "knock KS")
    view = state.view(0)
    unseen = cards_of(hand("5H KS") | mask(at["stock"][1:]))
    assert (view.other_count, len(unseen)) == (10, 6)
    pairs = set()
    for two in combinations(unseen, 2):
        eleven = view.known | mask(two)
        left = brute_force.after_discards(eleven)
        pairs |= {(eleven & ~(1 << card), card) for card in left if left[card] <= 10}
    assert any(view.known >> card & 1 for _, card in pairs)
    rng, ways = random.Random(10), Counter()
    for _ in range(40 * len(pairs)):
        sampled = view.sample(rng).position()
        ways[sampled["hands"][1], sampled["knock_card"]] += 1
    assert set(ways) == pairs
    assert fair(ways, len(pairs))


def test_a_knocker_that_had_to_go_gin(native):
    """One who shows that it is no gin could not have gone gin."""
    at = position(HIGH, f"{NINE} 5H", "8C", "KS", 9, to_move=1, known=(hand(NINE), 0))
    state = play(Round.from_position(at, rules="must_gin"), "draw", "knock KS")
    view = state.view(0)
    rng = random.Random(11)
    for _ in range(300):
        sampled = view.sample(rng).position()
        ten, discarded = sampled["hands"][1], sampled["knock_card"]
        best = min(brute_force.after_discards(ten | 1 << discarded).values())
        assert best > 0 or brute_force.min_deadwood(ten) == 0


def test_while_cards_are_laid_off():
    """The knocker does not know the defender's cards, nor the defender what was discarded."""
    rng = random.Random(12)
    knocker, defender = LAYING.view(0), LAYING.view(1)
    hands, discarded = Counter(), Counter()
    for _ in range(700):
        sampled = knocker.sample(rng)
        assert sampled.position()["knock_card"] == parse_card("KS")
        hands.update(cards_of(sampled.hands[1]))
        other = defender.sample(rng)
        assert other.hands == LAYING.hands
        discarded[other.position()["knock_card"]] += 1
    assert fair(hands, 18)
    assert fair(discarded, 9)


def test_who_took_the_last_upcard_goes_out(native):
    """All hands that could are as likely, and no others."""
    changes = Rules(stock_end="last_upcard")
    at = position(HIGH, f"{NINE} KS", "8C", "5H", known=(hand(NINE), 0), draws=28)
    state = Round.from_position(at, rules=changes)
    play(state, "draw", "discard 5H", "draw pile")
    view = state.view(0)
    assert view.must_go_out
    unseen = cards_of(hand("KS") | mask(at["stock"][1:]))
    fitting = {
        hand
        for hand in (view.known | 1 << card for card in unseen)
        if brute_force.knock_discards(hand, 10, view.barred)
    }
    rng, hands = random.Random(13), Counter()
    for _ in range(40 * len(fitting)):
        hands[view.sample(rng).hands[1]] += 1
    assert set(hands) == fitting


def test_what_cannot_be_sampled():
    with pytest.raises(ValueError, match="the round is over: nothing is left to sample"):
        OVER.view(0).sample(random.Random(1))
    for given in (None, AT_START, "view", AT_START.view(0).to_dict()):
        with pytest.raises(TypeError, match="view must be a View, not"):
            Round.sample(given, random.Random(1))


def test_positions_of_samples_are_taken_by_both_engines():
    choices = random.Random(14)
    for state in met(6, 8, tuple(PROFILES.values())):
        if not state.is_over:
            at = state.view(choices.randrange(2)).sample(choices).position()
            assert both("from_position", at, rules=state.rules)["phase"] == state.phase


# From a table that is not ours

OF_OTHERS = {"declined", "own_declined", "returns", "draws", "pile_draws", "upcard_taken"}
"""What is as if nothing else had happened."""


def test_views_at_a_table_are_those_of_rounds():
    """Of what a player knows, the rest being left out, comes the view that the round has."""
    phases = set()
    for state in met(21):
        seat = state.to_move
        view = state.view(max(seat, 0))
        if view.phase not in ("first_upcard", "draw", "discard") or view.stock <= 2:
            continue
        if view.phase == "discard" and not view.drawn_from:
            continue  # eleven cards are dealt to who starts
        told = View.at_table(
            view.hand,
            view.pile,
            rules=view.rules,
            drawn=None if view.drawn < 0 else view.drawn,
            drawn_from=view.drawn_from or "stock",
            known=view.known,
            exposed=view.exposed,
            upcard=None if len(view.pile) == 1 and not view.draws else 12,
            is_dealer=view.starter != seat,
            upcard_left=bool(view.own_declined) and not view.draws,
            scores=(view.scores[seat], view.scores[1 - seat]),
        )
        phases.add((told.phase, told.drawn_from))
        for name in set(View._fields) - OF_OTHERS:
            ours, theirs = getattr(told, name), getattr(view, name)
            if name in ("seat", "to_move"):
                assert ours == 0
            elif name == "starter":
                assert ours == theirs ^ seat
            elif name == "scores":
                assert ours == (theirs if seat == 0 else theirs[::-1])
            elif name in ("limit", "multiplier") and view.rules.oklahoma:
                pass
            else:
                assert ours == theirs, name
        if not view.draws:
            assert (told.declined, told.own_declined) == (view.declined, view.own_declined)
            assert told.legal_actions() == view.legal_actions()
    assert phases >= {("first_upcard", ""), ("draw", ""), ("discard", "stock"), ("discard", "pile")}


def test_the_upcard_sets_the_limit_at_a_table():
    hand = parse_hand("AC 2C 3C 7D 8D 9D KH KS 4S 5S")
    pile = parse_card("JH"), parse_card("6S")
    rules = Rules.preset("oklahoma", oklahoma_spades_double=True)
    assert View.at_table(hand, pile[1:], rules=rules).limit == 6
    assert View.at_table(hand, pile[1:], rules=rules).multiplier == 2
    assert View.at_table(hand, pile, rules=rules, upcard=parse_card("AD")).limit == 1
    with pytest.raises(ValueError, match="upcard must be given: it sets the limit in these rules"):
        View.at_table(hand, pile, rules=rules)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": 3}, "hand must have 10 or 11 cards, not 2"),
        ({"hand": -1}, "hand must be"),
        ({"hand": "AC"}, "hand must be"),
        ({"pile": ()}, "pile must be given: with 10 cards its top may be taken"),
        ({"pile": (60,)}, "a card of pile must be from 0 to 51, not 60"),
        ({"pile": 3}, "pile must be ids of cards, not 3"),
        ({"pile": None}, "pile must be ids of cards, not None"),
        ({"pile": (50,), "upcard": 51}, "upcard must be 50, the only card of pile, not 51"),
        ({"pile": (0,)}, "AC of pile is in another place too"),
        ({"pile": (50, 50)}, "QS of pile is in another place too"),
        ({"known": 1}, "AC of known is in another place too"),
        ({"known": 0x7FF << 13}, "known must be at most 10 cards"),
        ({"exposed": 1 << 40}, "exposed must be cards of the hand"),
        ({"drawn": 0}, "drawn is for a hand of 11 cards, not of 10"),
        ({"hand": 2**11 - 1, "drawn": 20}, "drawn must be a card of hand"),
        ({"hand": 2**11 - 1, "drawn": True}, "drawn must be an int, not True"),
        ({"hand": 2**11 - 1, "drawn": 60, "drawn_from": "pile"}, "drawn must be from 0 to 51"),
        ({"hand": 2**11 - 1, "drawn": 1, "drawn_from": "air"}, "must be 'stock' or 'pile', not"),
        ({"rules": "canasta"}, "canasta"),
        ({"upcard": 99}, "upcard must be from 0 to 51, not 99"),
        ({"upcard": False}, "upcard must be an int, not False"),
        ({"pile": (50,), "upcard": 99}, "upcard must be from 0 to 51, not 99"),
        ({"drawn_from": "air"}, "must be 'stock' or 'pile', not 'air'"),
        ({"is_dealer": 1}, "is_dealer must be a bool, not 1"),
        ({"is_whole": None}, "is_whole must be a bool, not None"),
        ({"upcard_left": True}, "upcard_left is for the seat that did not deal"),
        ({"pile": (50,), "upcard_left": True, "is_dealer": True}, "upcard_left is for the seat"),
        ({"scores": (1,)}, "scores must have 2 values, not 1"),
    ],
)
def test_what_cannot_be_at_a_table(changes, message):
    given = {"hand": 2**10 - 1, "pile": (50, 51)} | changes
    with pytest.raises((ValueError, TypeError), match=message):
        View.at_table(given.pop("hand"), given.pop("pile"), **given)


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"phase": "sleep"}, ValueError, "phase must be one of .*, not 'sleep'"),
        ({"drawn_from": 5}, ValueError, "drawn_from must be one of .*, not 5"),
        ({"stock": 10**30}, ValueError, "stock must be .*, not 10000000"),
        ({"hand": -1}, ValueError, "hand"),
        ({"hand": None}, TypeError, "hand must be .*, not None"),
        ({"pile": 7}, TypeError, "pile must be a tuple of at most 52, not 7"),
        ({"rules": "modern"}, TypeError, "the rules of a view must be Rules, not 'modern'"),
        ({"scores": (1,)}, ValueError, "scores"),
    ],
)
def test_views_changed_to_nonsense_say_what_is_wrong(changes, error, said):
    view = Round.deal(7).view(0)._replace(**changes)
    for tell in (view.describe, view.to_numpy):
        with pytest.raises(error, match=said):
            tell()


@pytest.mark.parametrize("stock", range(32))
def test_a_stock_of_another_size_is_refused_before_any_try(monkeypatch, stock):
    """Hands of so many cards might never be found."""
    at = position(HIGH, f"{NINE} 5H", "8C", "KS", 9, to_move=1, known=(hand(NINE), 0))
    view = play(Round.from_position(at, rules="must_gin"), "draw", "knock KS").view(0)
    if stock == view.stock:
        return
    monkeypatch.setattr(sampling, "_hands", lambda *_: pytest.fail("it was tried"))
    with pytest.raises(ValueError, match="must"):
        view._replace(stock=stock).sample(random.Random(1))


@pytest.mark.parametrize(("name", "value"), [("_MOST_TRIES", 1), ("_MOST_SECONDS", -1.0)])
def test_tries_for_a_hand_are_bounded(monkeypatch, name, value):
    at = position(HIGH, f"{NINE} 5H", "8C", "KS", 5, to_move=1, known=(hand(NINE), 0))
    view = play(Round.from_position(at), "draw", "knock KS").view(0)
    monkeypatch.setattr(sampling, name, value)
    monkeypatch.setattr(sampling.bulk, "knock_discards", lambda hands, limit: 0 * hands)
    tries = 64 if name == "_MOST_TRIES" else 0
    with pytest.raises(ValueError, match=f"no hand that fits the view was found in {tries} tries"):
        view.sample(random.Random(1))
