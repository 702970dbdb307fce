"""Answers in free words: every sentence of a grammar has its meaning, and no other."""

from __future__ import annotations

from importlib import import_module
from itertools import product

import pytest

from gin_fast import Round
from gin_fast.cards.hands import cards_of, format_card, parse_hand
from gin_fast.cli import entries
from gin_fast.state.spoken import LEXICON, meant

RANKS = [
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
BEFORE = ("", "I ", "I will ", "I'll ", "Action: ", "Final answer: ", "My move is to ", "**", "> ")
AFTER = ("", ".", "!", " please", "**", " now.")
DISCARDS = ("discard ", "Discard the ", "drop ", "throw away the ", "get rid of the ", "DISCARD: ")
KNOCKS = ("knock ", "knock with ", "knock, discarding the ", "knock and discard ", "go gin with ")
STOCK = ("draw stock", "draw from the stock", "draw a card from the deck", "take from the stock")
PILE = ("draw from the discard pile", "take the upcard", "pick up the top card", "take it")
PASSES = ("pass", "pass on the upcard", "decline", "skip")
WRAPS = ("{}", '{{"action": "{}"}}', '```json\n{{"answer": "{}"}}\n```', '"{}"', "({})")


def names(card: int) -> list[str]:
    """Ways to write a card."""
    text = format_card(card)
    rank, suit = text
    place, name = card % 13, RANKS[card % 13]
    signs = "♣♧♦♢♥♡♠♤"[2 * (card // 13) :][:2]
    written = [text, text.lower(), *(rank + sign for sign in signs), signs[0] + rank, suit + rank]
    written += [f"{signs[0]}\ufe0f{rank}", f"{suit}{place + 1}", f"{signs[1]}{place + 1}"]
    written += [f"{name} of {SUITS[card // 13]}", f"{name.title()} of {SUITS[card // 13].title()}"]
    written += [f"{rank} of {SUITS[card // 13]}", f"{text} ({name} of {SUITS[card // 13]})"]
    return [*written, *([f"10{suit}", f"10 of {SUITS[card // 13]}"] if rank == "T" else [])]


def study() -> Round:
    """Seat 0 may knock with any of a few cards, or go gin with none."""
    hands = parse_hand("4H 5H 6H 7C 7D 7S KC KD KH AC 2S"), parse_hand("7H8H2C4C6C8CQC2D4D6D")
    rest = cards_of((1 << 52) - 1 - sum(hands))
    return Round.from_position({"hands": hands, "pile": rest[:9], "stock": rest[9:]})


@pytest.mark.parametrize("card", range(52))
def test_every_way_to_name_a_card(card):
    view = study().view(0)
    for name in names(card):
        assert meant(f"discard {name}", view) == [card], name
        assert meant(f"knock {name}", view) == [52 + card], name
        assert meant(name, view) == [card, 52 + card], name


def test_sentences_of_a_discard_or_a_knock():
    round = study()
    for legal in round.legal_actions():
        if legal >= 104:
            continue
        verbs = DISCARDS if legal.verb == "discard" else KNOCKS
        for before, verb, after in product(BEFORE, verbs, AFTER):
            for wrap in WRAPS:
                text = wrap.format(f"{before}{verb}{names(legal.card or 0)[9]}{after}")
                assert round.parse_action(text) == legal, text


@pytest.mark.parametrize(("said", "code"), [(STOCK, 104), (PILE, 105), (PASSES, 106)])
def test_sentences_without_a_card(engine, said, code):
    view = import_module(f"{engine.__name__}.rounds").RoundState.deal(7, 0).view(0)
    for before, text, after, wrap in product(BEFORE, said, AFTER, WRAPS):
        sentence = wrap.format(f"{before}{text}{after}")
        assert meant(sentence, view) == [code], sentence


@pytest.mark.parametrize("text", ["do not {}", "don't {}", "never {}", "should I not {}", "{} if"])
def test_a_word_that_is_not_known_leaves_no_meaning(text):
    view = study().view(0)
    for said in ("discard AC", "knock AC", *PASSES, *STOCK, *PILE):
        assert meant(text.format(said), view) == []


def test_what_has_two_meanings_is_refused_with_both():
    round = study()
    for text, said in {
        "AC": "discard AC or knock AC",
        "2♠": "discard 2S or knock 2S",
        "discard AC or 2S": "discard AC or discard 2S",
        "discard AC 2S": "discard AC or discard 2S",
        "discard AC or knock 2S": "discard AC or knock 2S",
        "discard the king": "discard KC, discard KD or discard KH",
        "discard a spade": None,
        "option 2": None,
        "I choose 2": None,
        '{"action": "discard AC", "answer": "knock AC"}': None,
        '{"action": "discard AC", "action": "knock AC"}': None,
        '{"action": true}': None,
    }.items():
        with pytest.raises(ValueError, match=f"could be {said}" if said else "^unknown|a card"):
            round.parse_action(text)


def test_what_only_one_legal_action_fits_is_read():
    round = Round.deal(seed=7)  # the upcard is 5C
    for text in ("take 5C", "take the five of clubs", "pick up ♣5", "draw 5♣ from the pile"):
        assert round.parse_action(text) == 105
    round.apply("take it")
    for text in ("KH", "♥K", "H13", "king of hearts", "the king", "discard the king"):
        assert str(round.parse_action(text)) == "discard KH"
    assert round.parse_action('{"action": "discard", "card": "KH", "why": "high"}') == 38
    assert round.parse_action('{"action": 38}') == 38


@pytest.mark.parametrize("lexicon", [LEXICON, entries.LEXICON])
def test_no_word_has_two_letters(lexicon):
    words = [
        word
        for text in lexicon.values()
        for first, *phrases in [text.split("|")]
        for word in [*first.split(), *phrases]
    ]
    assert len(words) == len(set(words))
