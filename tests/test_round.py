"""`Round`: its actions by text and by chance, and its record, which is checked by replaying it."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from arguments import LongName
from layouts import TABLES, deck, play, position

from gin_fast import Action, Round, Stream
from gin_fast.engine import rounds
from gin_fast.rules.rules import Rules
from gin_fast.state.action_text import action_text, parse_action
from gin_fast.values import stored

NINE = "AC 2C 3C 4D 5D 6D 9C 9D 9H"
HIGH = "KC QD JS TC 8S 6S 4C 2H KH QS"


def start() -> Round:
    return Round.from_deck(deck(f"{NINE} 5H", HIGH, "8C", "KS"))


def drawn() -> Round:
    return play(start(), "pass", "pass", "draw")


def spreading() -> Round:
    return play(drawn(), "knock KS")


def laying() -> Round:
    return play(spreading(), "auto")


def over() -> Round:
    return play(laying(), "auto")


def short(value: Any) -> str | None:
    """The name of a test by a text, which may be long."""
    return ascii(value)[:24] if isinstance(value, str) else None


# Text


@pytest.mark.parametrize(
    ("make", "text", "means"),
    [
        (start, "draw pile", 105), (start, "draw from the pile", 105), (start, "draw upcard", 105),
        (start, "take pile", 105), (start, "take upcard", 105), (start, "take", 105),
        (start, "pile", 105), (start, "TAKE", 105), (start, "  draw \t pile\n", 105),
        (start, "take the pile", 105), (start, "Take the upcard!", 105), (start, "105", 105),
        (start, "draw pile.", 105), (start, ' "draw pile" ', 105), (start, "**draw pile**", 105),
        (start, "`draw pile`.", 105), (start, "“Draw from the pile.”", 105), (start, "106.", 106),
        (start, "pass", 106), (start, "Done", 106), (start, "'pass'", 106), (start, "_pass_", 106),
        (lambda: play(start(), "pass", "pass"), "draw from stock", 104),
        (lambda: play(start(), "pass", "pass"), "draw the stock", 104),
        (lambda: play(start(), "pass", "pass"), "104", 104),
        (lambda: play(start(), "pass", "pass"), "draw stock", 104),
        (lambda: play(start(), "pass", "pass"), "draw from the stock", 104),
        (lambda: play(start(), "pass", "pass"), "draw", 104),
        (lambda: play(start(), "pass", "pass"), "stock", 104),
        (drawn, "discard 5H", 30), (drawn, "throw 5h", 30), (drawn, "DISCARD: 5♥", 30),
        (drawn, "discard 5♥\ufe0f", 30), (drawn, "discard   ks", 51), (drawn, "knock KS", 103),
        (drawn, "knock k♠", 103), (drawn, "gin KS", 103), (drawn, "knock: KS", 103),
        (drawn, "knock with KS", 103), (drawn, "Knock, throwing the KS.", 103), (drawn, "103", 103),
        (drawn, "**discard** 5H", 30), (drawn, "discard (5H)", 30), (drawn, "30", 30),
        (drawn, "throw the 5H.", 30),
        (spreading, "spread AC2C3C", 109), (spreading, "spread 3C AC 2C", 109),
        (spreading, "meld a♣, 2♣, 3♣", 109), (spreading, "spread: 9C9D9H", 270),
        (spreading, "auto", 108), (laying, "auto", 108), (laying, "pass", 106),
        (laying, "lay off 4C on AC2C3C", 441), (laying, "lay off 4c on 2c", 441),
        (laying, "layoff 4C on meld 0", 441), (laying, "lay off 4C on 0", 441),
        (laying, "lay off 4C", 441), (laying, "LAY  OFF: 4♣ ON 3C AC", 441),
    ],
)  # fmt: skip
def test_texts_of_actions(make, text, means):
    state = make()
    as_it_was = state.to_dict()
    action = state.parse_action(text)
    assert (action, type(action)) == (means, Action)
    assert state.to_dict() == as_it_was
    state.apply(text)
    assert state.actions[-1][1] == means


def test_a_ten_has_two_names():
    state = Round.from_deck(deck("AC 2C 3C 4D 5D 6D TC TD TH 5H", HIGH.replace("TC", "9C"), "8C"))
    play(state, "pass", "pass", "draw")
    for text in ("discard TD", "discard 10D", "discard 10♦", "discard td", "throw 10 d"):
        assert str(state.parse_action(text)) == "discard TD"


@pytest.mark.parametrize(
    ("make", "text", "said"),
    [
        (start, "", "unknown action '': expected one of draw pile, pass"),
        (drawn, "fold", "unknown action 'fold': expected one of discard "),
        (drawn, "fold", "KS, knock "),
        (spreading, "fold", "unknown action 'fold': expected one of auto, spread AC2C3C"),
        (laying, "p" * 200, "expected one of pass, auto, lay off 4C on AC2C3C"),
        (over, "fold", "draw stock, draw pile, pass, discard CARD, knock CARD, big gin, spread"),
        (start, "the", "unknown action 'the'"),
        (start, "...", "unknown action '...'"),
        (start, "draw from", "unexpected 'from' after 'draw'"),
        (start, "draw from the", "unexpected 'the' after 'draw'"),
        (start, "-105", "unknown action '-105'"),
        (start, "594", "unknown action '594'"),
        (start, "0105", "unknown action '0105'"),
        (start, "1\u0660\u0665", "unknown action"),
        (start, "104", "illegal action 104 (draw stock) in phase first_upcard"),
        (drawn, "knock with", "unknown card 'with'"),
        (drawn, "knock with 10", "unknown card '10'"),
        (start, "  ", "unknown action ' ': expected"),
        (start, "passs", "unknown action 'passs'"),
        (start, "fold", "unknown action 'fold'"),
        (start, "big", "unknown action 'big'"),
        (start, "lay 4C", "unknown action 'lay 4C'"),
        (start, "pass maybe", "unexpected 'maybe' after 'pass'"),
        (start, "draw pile not", "unexpected 'not' after 'draw pile'"),
        (start, "take 9C", "unexpected '9c' after 'take'"),
        (start, "draw stock", "illegal action 104 (draw stock) in phase first_upcard"),
        (start, "discard 5H", "illegal action 30 (discard 5H) in phase first_upcard"),
        (drawn, "discard", "'discard' must be followed by a card"),
        (drawn, "discard :", "'discard' must be followed by a card"),
        (drawn, "discard 5H KS", "'discard 5H KS' could be discard 5H or discard KS"),
        (drawn, "discard 1H", "unknown card '1h'"),
        (drawn, "discard 5", "unknown card '5'"),
        (drawn, "discard 11H", "unknown card '11h'"),
        (drawn, "discard QH", "QH is not in the hand"),
        (drawn, "knock AC", "the cards kept have more than 10 deadwood"),
        (drawn, "big gin", "the cards are not all melded"),
        (spreading, "spread", "'spread' must be followed by a meld"),
        (spreading, "spread AC2C", "AC 2C is not a meld"),
        (spreading, "spread AC2C3C9C9D9H", "AC 2C 3C 9C 9D 9H is not a meld"),
        (spreading, "spread ACAC2C", "card AC is named twice in 'acac2c'"),
        (spreading, "spread KCKDKH", "those cards are not all in the hand"),
        (spreading, "pass", "the cards not spread have more than 10 deadwood"),
        (laying, "lay off", "'lay off' must be followed by a card"),
        (laying, "lay off on AC", "unknown card ''"),
        (laying, "lay off 4C on", "is not on the table: the knocker's melds are AC2C3C"),
        (laying, "lay off 4C on KC", "KC is not on the table"),
        (laying, "lay off 4C on 3", "unknown card '3'"),
        (laying, "lay off 4C on meld 2", "it does not fit 9C 9D 9H"),
        (laying, "lay off QD", "lay off QD on which meld? the knocker's melds are"),
        (laying, "lay off QD on AC2C3C", "it does not fit AC 2C 3C"),
        (laying, "lay off 5S on 9C", "5S is not in the hand"),
        (over, "pass", "the round is over"),
        (over, "lay off 4C on AC", "the round is over"),
        (start, "discard " + "5" * 300, "an action must have at most 200 characters"),
        (start, "p" * 10**7, "an action must have at most 200 characters"),
        (start, "\x00", "unknown action '\\x00'"),
        (start, "pass\ud800", " after 'pass'"),
        (start, "discard \u0665H", "unknown card"),
    ],
    ids=short,
)  # fmt: skip
def test_texts_that_are_refused(make, text, said):
    state = make()
    as_it_was = state.to_dict()
    for call in (state.parse_action, state.apply):
        with pytest.raises(ValueError, match=r"^.{1,250}$") as caught:
            call(text)
        assert said in str(caught.value)
    assert state.to_dict() == as_it_was


@pytest.mark.parametrize("text", [None, 105, b"pass", ["pass"], LongName()])
def test_what_is_no_text(text):
    with pytest.raises(TypeError, match="an action must be given as a str, not"):
        start().parse_action(text)


def test_the_longest_verb_wins():
    """`draw pile` is not `draw` and too much; `big gin` is not `gin`."""
    view = start().view(0)
    for text, code in ("draw pile", 105), ("draw", 104), ("big gin", 107), ("take pile", 105):
        assert parse_action(text, view) == code


def test_every_action_has_a_text_that_is_read():
    view = laying().view(1)
    assert len(view.melds) == 3
    for action in rounds.ACTIONS:
        for text in (str(action), action_text(action, view)):
            assert parse_action(text, view) == action
            assert parse_action(text.lower(), view) == action


def test_action_texts():
    assert laying().action_text(441) == "lay off 4C on AC2C3C"
    assert start().action_text(441) == "lay off 4C on meld 0"
    assert over().action_text(107) == "big gin"
    for action in (-1, 594, 1 << 70):
        with pytest.raises(ValueError, match="action must be from 0 to 593"):
            start().action_text(action)
    for action in (True, None, "pass", 1.0):
        with pytest.raises(TypeError, match="action must be an int"):
            start().action_text(action)


def test_rounds_tell_what_they_are():
    assert repr(start()) == "<Round: first_upcard, seat 0 to move>"
    assert str(laying()).splitlines()[:2] == [
        "layoff, seat 1 to move, 30 in the stock, pile 8C",
        "on the table: AC 2C 3C | 4D 5D 6D | 9C 9D 9H",
    ]
    assert str(over()).splitlines()[0] == "over: knock, winner 0, points 71"


# Chance


def test_actions_by_chance():
    """Any source of chance is taken; each legal action comes as often."""
    state = drawn()
    legal = state.legal_actions()
    makes = (
        lambda seed: Stream(seed, 0, 3), np.random.default_rng, random.Random,
        lambda seed: np.random.Generator(np.random.MT19937(seed)),
    )  # fmt: skip
    for make in makes:
        rng, again = make(5), make(5)
        chosen = [state.sample_action(rng) for _ in range(2600)]
        assert chosen[:50] == [state.sample_action(again) for _ in range(50)]
        count = Counter(chosen)
        assert set(count) == set(legal)
        mean = len(chosen) / len(legal)
        chi_square = sum((count[action] - mean) ** 2 / mean for action in legal)
        assert chi_square < 40  # 13 actions: one in some 10 000 is above


@pytest.mark.parametrize("rng", [None, random, np.random, 7, np.random.RandomState(1), "x"])
def test_what_is_no_source_of_chance(rng):
    for call in (start().sample_action, start().view(0).sample):
        with pytest.raises(TypeError, match=r"rng must be a gin_fast\.Stream, a numpy\.random"):
            call(rng)


def test_no_action_is_left():
    with pytest.raises(ValueError, match="the round is over: no action is legal"):
        over().sample_action(random.Random(1))


# Records


def played(seed: int, rules: Rules, choices: random.Random) -> Round:
    state = Round.deal(seed, 2, rules=rules, dealer=seed & 1, scores=(seed, 0))
    while not state.is_over:
        out = [action for action in state.legal_actions() if 52 <= action < 104]
        state.apply(choices.choice(out) if out else state.sample_action(choices))
    return state


@pytest.mark.parametrize("rules", TABLES)
def test_records_are_read_as_they_were_written(rules):
    choices = random.Random(3)
    for seed in range(3):
        state = played(seed, rules, choices)
        text = state.to_json()
        assert "\n" not in text
        again = Round.from_json(text)
        assert (again, again.start, again.actions) == (state, state.start, state.actions)
        assert again.to_json() == text
        # From the midst of it, and without its end.
        middle = Round.begin(state.start, rules=rules)
        for _, action in state.actions[: len(state.actions) // 2]:
            middle.apply(action)
        assert Round.from_json(middle.to_json()) == middle
        later = Round.from_position(middle.position(), rules=rules)
        for _, action in state.actions[len(state.actions) // 2 :]:
            later.apply(action)
        assert Round.from_json(later.to_json()) == later == state


def test_a_record_in_words():
    record = over().record()
    assert record["actions"] == [
        "0 pass", "1 pass", "0 draw stock", "0 knock KS", "0 auto", "1 auto",
    ]  # fmt: skip
    assert (record["rules"], record["start"]["dealer"]) == ("modern", 1)
    assert record["start"]["deck"].startswith("AC KC 2C QD 3C JS")
    assert record["result"]["kind"] == "knock"
    at = Round.from_position(position(f"{NINE} 5H", HIGH, "8C")).record()["start"]["position"]
    assert at["hands"] == ["AC 2C 3C 9C 4D 5D 6D 9D 5H 9H", "4C TC KC QD 2H KH 6S 8S JS QS"]
    assert at["drawn"] is None
    special = played(1, TABLES[-1], random.Random(1)).record()
    assert special["rules"] == TABLES[-1].to_dict()


def damage(path: str, value: Any) -> dict[str, Any]:
    """The record of a round with one value changed; a path that ends with - takes it out."""
    record = json.loads(over().to_json())
    *way, last = path.removesuffix("-").split(".")
    at: Any = record
    for name in way:
        at = at[int(name)] if isinstance(at, list) else at[name]
    key = int(last) if isinstance(at, list) else last
    if path.endswith("-"):
        del at[key]
    else:
        at[key] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("format", "gin", "the field format must be gin_fast round, not 'gin'"),
        ("format", None, "the field format must be"),
        ("version", 2, "the field version must be 1, not 2"),
        ("version", True, "the field version must be"),
        ("version", "1", "the field version must be"),
        ("format-", 0, "lacks the field format"), ("version-", 0, "lacks the field version"),
        ("rules-", 0, "lacks the field rules"), ("start-", 0, "lacks the field start"),
        ("actions-", 0, "lacks the field actions"), ("result-", 0, "lacks the field result"),
        ("more", 0, "unknown field of the record: 'more'"),
        ("rules", "whist", "unknown rules 'whist'"),
        ("rules", {}, "Rules lacks the field knock_limit"),
        ("rules", [], "the field rules must be"),
        ("rules", {**Rules().to_dict(), "knock_limit": -1}, "knock_limit must be from 0 to 100"),
        ("rules", {**Rules().to_dict(), "knock_limit": [[]]}, "knock_limit must be an int"),
        ("rules", {**Rules().to_dict(), "more": 1}, "unknown field of Rules: 'more'"),
        ("rules", "straight", "action 4: illegal action 103 (knock KS) in phase discard"),
        ("rules", "rlcard", "action 1: illegal action 106 (pass) in phase discard"),
        ("start", {}, "a start must have the fields"),
        ("start", None, "the field start must be"),
        ("start.more", 1, "a start must have the fields"),
        ("start.dealer", 0, "action 1, '0 pass': seat 1 is to move"),
        ("start.dealer", "1", "dealer must be an int, not '1'"),
        ("start.scores", [0], "scores must have 2 values, not 1"),
        ("start.scores", [[], 0], "scores must be an int, not []"),
        ("start.deck", "AC KC", "a deck must have 52 cards, not 2"),
        ("start.deck", "AC " * 52, "the deck lacks"),
        ("start.deck", "AC XX", "unknown card 'XX'"),
        ("start.deck", ["AC"], "deck must be the names of cards, not ['AC']"),
        ("start.deck", "AC " * 10**5, "deck must be the names of cards"),
        ("actions", None, "the field actions must be"),
        ("actions", {}, "the field actions must be"),
        ("actions", [[]], "action 1 must be a seat and an action, not []"),
        ("actions.0", 106, "action 1 must be a seat and an action, not 106"),
        ("actions.0", "pass", "action 1 must be a seat and an action, not 'pass'"),
        ("actions.0", "2 pass", "action 1 must be a seat and an action, not '2 pass'"),
        ("actions.0", "1 pass", "action 1, '1 pass': seat 0 is to move"),
        ("actions.0", "0 draw stock", "action 1: illegal action 104 (draw stock)"),
        ("actions.1", "1 take", "action 3, '0 draw stock': seat 1 is to move"),
        ("actions.3", "0 knock 5H", "the actions lead to the result"),
        ("actions.3", "0 knock " + "K" * 10**6, "action 4: an action must have at most 200"),
        ("actions.5-", 0, "the actions lead to the result None, not {'kind': 'knock'"),
        ("actions.0-", 0, "action 1, '1 pass': seat 0 is to move"),
        ("actions", ["0 pass"] * 10**5, "action 2, '0 pass': seat 1 is to move"),
        ("result", None, "the actions lead to the result {'kind': 'knock'"),
        ("result", {}, "the actions lead to the result"),
        ("result", "x" * 10**6, "the actions lead to the result"),
        ("result.points", 72, "the actions lead to the result"),
        ("result.kind", "gin", "the actions lead to the result"),
        ("result.winner", 1, "the actions lead to the result"),
        ("result.winner", False, "the actions lead to the result"),
        ("result.draws", True, "the actions lead to the result"),
        ("result.scored", [71, 1], "the actions lead to the result"),
        ("result.scored", [0, 71], "the actions lead to the result"),
        ("result.more", 1, "the actions lead to the result"),
        ("result.kind-", 1, "the actions lead to the result"),
    ],
    ids=short,
)  # fmt: skip
def test_tampered_records(path, value, said):
    record = damage(path, value)
    for read, given in (Round.from_record, record), (Round.from_json, json.dumps(record)):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            read(given)
        assert said in str(caught.value)
        assert len(str(caught.value)) < 600


def test_a_record_with_one_action_more():
    record = over().record()
    record["actions"].append("1 pass")
    with pytest.raises(ValueError, match="action 7, '1 pass': nobody is to move"):
        Round.from_record(record)


AT = "start.position."


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("hands", "AC", "must be a sequence"), ("hands", ["AC", 5], "hands must be given by"),
        ("hands", ["AC AC", ""], "card AC is named twice"), ("stock", [], "stock must be the"),
        ("pile", "8C 8C", "8C is twice in the pile"), ("drawn", 5, "drawn must be given by"),
        ("known", [None, ""], "known must be given by"), ("melds", [["AC"]], "melds must be given"),
        ("knock_card", "XX", "unknown card 'XX'"), ("phase", "over", "phase must be one of"),
        ("upcard_taken", 1, "upcard_taken must be a bool"), ("limit", 10**30, "limit must be from"),
        ("more", 1, "unknown field of a position: 'more'"), ("scores", {}, "scores must be a seq"),
    ],
)  # fmt: skip
def test_tampered_positions_in_records(name, value, said):
    record = Round.from_position(position(f"{NINE} 5H", HIGH, "8C")).record()
    record["start"]["position"][name] = value
    for read, given in (Round.from_record, record), (Round.from_json, json.dumps(record)):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            read(given)
        assert said in str(caught.value)


def test_a_record_cut_at_every_byte():
    text = over().to_json()
    for length in range(len(text)):
        with pytest.raises(ValueError, match="not valid JSON: "):
            Round.from_json(text[:length])
    assert Round.from_json(f" {text}\n") == over()


def test_a_record_with_any_character_changed():
    """It is refused, unless what it says is a round all the same, as another score before it is."""
    text = over().to_json()
    choices = random.Random(1)
    for place in range(len(text)):
        changed = text[:place] + choices.choice('0x"{[ ,1-A\x00é') + text[place + 1 :]
        try:
            state = Round.from_json(changed)
        except ValueError:
            continue
        assert Round.from_json(state.to_json()) == state


HOSTILE = [
    "", "null", "[]", '"x"', "5", "NaN", "1e999", "-0", "[" * 10**5, '{"a":' * 10**5, "[]" * 10**5,
    "9" * 10**5, '{"format": ' + "9" * 5000 + "}", '{"format": NaN}', '{"a": 1, "a": 1}',
    '"' + "\\ud800" * 3 + '"', "{" + '"a":1,' * 10**4 + '"b":1}', "\ufeff{}", "\x00",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_hostile_json(text):
    with pytest.raises(ValueError, match=r"^(?s:.{1,250})$"):
        Round.from_json(text)


@pytest.mark.parametrize("name", ["format", "version", "rules", "start", "actions", "result"])
def test_hostile_values_in_a_record(name):
    values = ["[" * 500 + "]" * 500, "9" * 4000, "1e5", "-1", '"' + "x" * 10**5 + '"', "{}", "true"]
    values += ['{"a": ' * 300 + "1" + "}" * 300, "[1, [2, [3]]]", "null", "Infinity", '"\\u0000"']
    text = json.dumps({**over().record(), name: "HERE"})
    for value in values:
        with pytest.raises(ValueError, match=r"."):
            Round.from_json(text.replace('"HERE"', value))


def test_what_is_no_json():
    for given in (None, 5, b"{}", {}, over()):
        with pytest.raises(TypeError, match="JSON must be given as a str, not"):
            Round.from_json(given)
    for given in (None, [], "x", 5, over()):
        with pytest.raises(ValueError, match="a record must be a JSON object"):
            Round.from_record(given)
    with pytest.raises(ValueError, match="the JSON must have at most 10,000,000 characters"):
        Round.from_json(" " * (stored.MOST_CHARACTERS + 1))


def test_actions_are_read_only_and_can_be_shown():
    action = Round.deal(7).legal_actions()[0]
    with pytest.raises(AttributeError, match="an Action cannot be changed"):
        action.verb = "hacked"
    assert Action(105) is rounds.ACTIONS[105]
