"""Cards, hands and their text."""

from __future__ import annotations

import pytest
from hands import DECK, of_cards
from hypothesis import given
from hypothesis import strategies as st

from gin_fast.cards import deck

IDS = st.integers(0, 51)


def test_every_card_has_its_text(engine):
    texts = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    assert [engine.format_card(card) for card in range(52)] == texts
    assert [engine.parse_card(text) for text in texts] == list(range(52))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("ac", 0),
        ("kS", 51),
        ("Td", 22),
        ("10d", 22),
        ("10D", 22),
        (" 7h\n", 32),
        ("A♣", 0),
        ("t♦", 22),
        ("q♥", 37),
        ("10♠", 48),
        ("J♥\ufe0f", 36),  # the sign with its emoji selector
        ("J♥\ufe0e", 36),  # and with that of text
        ("A♧", 0),
        ("t♢", 22),
        ("Q♡", 37),
        ("10♤", 48),
    ],
)
def test_other_ways_to_write_a_card(engine, text, card):
    assert engine.parse_card(text) == card


@pytest.mark.parametrize(
    "text",
    ["", "7", "H", "H7", "1C", "0C", "11C", "100C", "AX", "AC2C", "A C", "AC,", "♣A", "１C"],
)
def test_an_unknown_card_is_named(engine, text):
    with pytest.raises(ValueError, match="unknown card") as caught:
        engine.parse_card(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "AC TD KH",
        "KH TD AC",
        "ac10dkh",
        "ACTDKH",
        "a♣, 10♦,K♥",
        ",, AC\t10D\n KH ,",
        "AC\u00a0TD\u2003KH",
        "A♣\ufe0f10♦\ufe0fK♥\ufe0f",
    ],
)
def test_ways_to_write_a_hand(engine, text):
    assert engine.parse_hand(text) == 1 << 0 | 1 << 22 | 1 << 38
    assert engine.format_hand(engine.parse_hand(text)) == "AC TD KH"


@pytest.mark.parametrize("text", ["", "  ", ",", " , \n"])
def test_a_hand_of_no_cards(engine, text):
    assert engine.parse_hand(text) == 0
    assert engine.format_hand(0) == ""


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("AC 2X 3C", "'2X'"),
        ("AC;2C", "';2C'"),
        ("AC 1", "'1'"),
        ("AC1C", "'1C'"),
        ("TC 10", "'10'"),
        ("AC | 2C", "'|'"),
    ],
)
def test_what_is_unknown_in_a_hand_is_named(engine, text, unknown):
    with pytest.raises(ValueError, match="unknown card") as caught:
        engine.parse_hand(text)
    assert f"unknown card {unknown} in {text!r}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "card"), [("AC AC", "AC"), ("10h th", "TH"), ("KS 2C 3C K♠", "KS"), ("5D5D", "5D")]
)
def test_a_repeated_card_is_named(engine, text, card):
    with pytest.raises(ValueError, match=f"card {card} is named twice"):
        engine.parse_hand(text)


@given(hand=of_cards())
def test_text_and_ids_come_back(engine, hand):
    text = engine.format_hand(hand)
    assert engine.parse_hand(text) == hand
    assert engine.parse_hand(text.replace(" ", "")) == hand
    assert engine.parse_hand(text.lower().replace("t", "10")) == hand
    ids = engine.cards_of(hand)
    assert engine.hand_of(ids) == engine.hand_of(reversed(ids)) == hand
    assert list(ids) == sorted(set(ids))
    assert text.split() == [engine.format_card(card) for card in ids]


@given(text=st.text(alphabet="AKT10 29cdhs♣♦,;\ufe0f|x\n\x00", max_size=12))
def test_any_text_is_read_or_refused(engine, text):
    cards, error = attempt(engine.parse_hand, text)
    assert error is None or "\n" not in error
    assert cards is None or 0 <= cards <= DECK


def attempt(ask, text):
    """What is answered, or the message of the error."""
    try:
        return ask(text), None
    except ValueError as error:
        return None, str(error)


@given(ids=st.lists(IDS, max_size=60))
def test_hand_of_any_ids(engine, ids):
    if len(set(ids)) == len(ids):
        assert engine.hand_of(iter(ids)) == sum(1 << card for card in ids)
    else:
        first = next(card for place, card in enumerate(ids) if card in ids[:place])
        with pytest.raises(ValueError, match=f"card {engine.format_card(first)} is given twice"):
            engine.hand_of(ids)


BEYOND = [-1, 52, 53, 64, 2**63, 2**64, -(2**70), 2**128 - 1, 2**128, 1 << 20_000]


@pytest.mark.parametrize("card", BEYOND, ids=lambda card: hex(card)[:20])
def test_an_id_outside_the_deck_is_named(engine, card):
    shown = str(card) if abs(card) < 2**128 else hex(card)[:50]
    for ask in (engine.format_card, lambda card: engine.hand_of([1, card])):
        with pytest.raises(ValueError, match="from 0 to 51") as caught:
            ask(card)
        assert shown in str(caught.value)


def test_a_broken_repr_does_not_hide_the_error(engine):
    class Broken:
        def __repr__(self):
            raise RuntimeError

    with pytest.raises(TypeError, match="not <Broken>"):
        engine.format_card(Broken())


def test_an_error_message_stays_short(engine):
    for ask, value in [
        (engine.parse_hand, "x" * 10_000),
        (engine.parse_card, "x" * 10_000),
        (engine.format_card, "x" * 10_000),
        (engine.min_deadwood, 1 << 100_000),
        (engine.min_deadwood, [list(range(100))] * 100),
    ]:
        with pytest.raises((TypeError, ValueError)) as caught:
            ask(value)
        assert len(str(caught.value)) < 250


def test_the_pips():
    assert deck.PIPS == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert deck.DECK == DECK
