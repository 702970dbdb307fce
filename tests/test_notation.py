"""Cards are shown in one way and in one order, and everything shown can be typed."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from itertools import product

import pytest
from click.testing import CliRunner
from commands import command, environment, run, told

import gin_fast
from gin_fast import Game, Round
from gin_fast.cli import cli
from gin_fast.cli.drawing import draw_action, draw_card, draw_hand, in_order, in_signs
from gin_fast.engine import playout

TEN = "AS AH AC QD JD TD TS JS 8D 3D"
ELEVEN = "JS JH JD 8C 7S 7H 7D 4S 3D 2S TC"
LETTERS = re.compile(r"(?<![\w'])(?:10|[A2-9TJQK])[CDHS]+\b")
SIGNS = re.compile(r"(?:10|[A2-9TJQK])[♣♦♥♠]")
MOVES = "hint", "pass", "draw stock", "", "hint", "discard AC", "discard KC", "throw", "5", "hint"
COMMANDS = [
    ["hand", TEN],
    ["hand", ELEVEN],
    ["layoff", "3S 4S KC KD KH TS", "--melds", "5S 6S 7S", "8C 8D 8H"],
    ["deal", "--seed", "7"],
    ["advise", TEN, "--top", "TH", "--samples", "9"],
    ["advise", ELEVEN, "--pile", "TH 2C", "--drawn", "TC", "--samples", "9"],
    ["replay", "game.json"],
    ["play", "--seed", "7"],
    ["play", "random", "--seed", "4"],
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    game = Game("modern", seed=7)
    game.play("simple", "simple")
    (tmp_path / "game.json").write_text(game.to_json(), "utf-8")
    monkeypatch.chdir(tmp_path)


def typed(arguments):
    return "".join(f"{line}\n" for line in MOVES) if arguments[0] == "play" else None


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_every_card_has_its_sign(arguments):
    shown = run(*arguments, typed=typed(arguments))
    assert len(SIGNS.findall(shown)) > 5
    assert LETTERS.findall(shown) == []
    assert not any(card.startswith("T") for card in SIGNS.findall(shown))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("encoding", ["ascii", "iso8859-1", "cp1252"])
def test_letters_stand_for_all_signs_together(arguments, encoding):
    done = subprocess.run(
        command(*arguments),
        input=(typed(arguments) or "").encode(),
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding),
    )
    encoding = encoding.replace("ascii", "utf-8")  # as click has it
    shown = done.stdout.decode(encoding).replace("\r\n", "\n")
    letters = run(*arguments, typed=typed(arguments)).translate(str.maketrans("♣♦♥♠", "CDHS"))
    assert shown == letters.encode(encoding, "replace").decode(encoding)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_signs_need_both_streams(stream, monkeypatch):
    """A message in letters beside cards with signs would be a second way."""
    assert draw_card(48) == "10♠"
    monkeypatch.setattr(sys, stream, io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert draw_card(48) == "10S"


def cards(text):
    return [gin_fast.parse_card(card) for card in SIGNS.findall(text)]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_loose_cards_have_one_order(arguments):
    """Cards side by side go up, within a meld and outside melds."""
    in_any_order = "pile ", "stock ", "  " * 6  # as they lie there
    for line in run(*arguments, typed=typed(arguments)).splitlines():
        if line.startswith(in_any_order):
            continue
        for part in re.split(r"[^A2-9TJQK10♣♦♥♠ ]+|\s\s+", line):
            assert cards(part) == sorted(cards(part)), line


def test_choices_stand_in_the_order_of_the_hand_and_can_be_typed():
    for rules, index in product(("modern", "openspiel", "rlcard", "palace"), range(3)):
        round = Round.deal(seed=3, index=index, rules=rules)
        while not round.is_over:
            view = round.view(round.to_move)
            legal = round.legal_actions()
            shown = in_order(legal, view)
            assert sorted(shown) == sorted(legal)
            places = cards(draw_hand(view.hand))
            for verb in ("discard", "knock"):
                discarded = [action.card for action in shown if action.verb == verb]
                assert discarded == [card for card in places if card in discarded]
            for action in legal:
                text = draw_action(action, view)
                assert round.parse_action(text) == action, text
                assert round.parse_action(text.upper()) == action, text
                assert not LETTERS.search(text)
            round.apply(playout.Seat("simple", 3, index, round.to_move).choose(round))


def test_hands_that_are_shown_can_be_typed():
    for seed in range(30):
        hand = gin_fast.deal(seed, 0).hands[0]
        shown = draw_hand(hand)
        plain = told("hand", gin_fast.format_hand(hand))
        assert told("hand", shown) == told("hand", *shown.split()) == plain
        letters = shown.translate(str.maketrans("♣♦♥♠", "CDHS"))
        assert told("hand", letters) == plain
        if not hand & 1:
            asked = ("--top", "AC", "--samples", "1")
            assert run("advise", shown, *asked) == run("advise", gin_fast.format_hand(hand), *asked)


def test_what_is_quoted_stays_as_it_was_typed():
    said = in_signs("unknown card 'KH' beside \"TS\" and TS, the knocker's KH4C")
    assert said == "unknown card 'KH' beside \"TS\" and 10♠, the knocker's K♥ 4♣"


# Melds as separate words


LAYOFFS = ["--melds", "5S 6S 7S", "--melds", "8C 8D 8H"]


@pytest.mark.parametrize(
    "melds",
    [
        ["--melds", "5S", "6S", "7S", "8C", "8D", "8H"],
        ["--melds", "5S", "6S", "7S", "--melds", "8C", "8D", "8H"],
        ["--melds", "5S6S7S", "8C8D8H"],
        ["--melds", "5S6S7S", "8C", "8D", "8H"],
        ["--melds", "5S 6S 7S 8C 8D 8H"],
        ["--melds", "[5♠ 6♠ 7♠] [8♣ 8♦ 8♥]"],
        ["--melds", "[5♠", "6♠", "7♠]", "[8♣", "8♦", "8♥]"],
        ["--melds=5S 6S 7S", "--melds", "8C 8D 8H"],
        ["--melds", "7S 6S 5S", "--melds", "8H8D8C"],
    ],
    ids=" ".join,
)
def test_melds_are_taken_as_they_are_typed(melds):
    hand = "3S 4S KC KD KH"
    expected = run("layoff", hand, *LAYOFFS)
    assert run("layoff", hand, *melds) == expected
    assert run("layoff", *hand.split(), *melds) == expected
    assert told("layoff", *hand.split(), *melds) == told("layoff", hand, *LAYOFFS)
    assert run("layoff", *melds, "--", *hand.split()) == expected


def test_every_pair_of_melds_is_cut_in_the_one_way_or_refused():
    hand = gin_fast.parse_card
    for first, second in product(gin_fast.ALL_MELDS[::17], gin_fast.ALL_MELDS[::13]):
        if first & second:
            continue
        row = [*gin_fast.format_hand(first).split(), *gin_fast.format_hand(second).split()]
        free = next(card for card in range(52) if not (first | second) >> card & 1)
        arguments = ["layoff", gin_fast.format_card(free), "--melds", *row]
        ways = cuts(tuple(map(hand, row)))
        result = CliRunner().invoke(cli, [*arguments, "--json"])
        if gin_fast.is_meld(first | second):
            assert result.exit_code == 0
        elif len(ways) == 1:
            melds = [gin_fast.format_hand(meld).split() for meld in (first, second)]
            assert f'"melds": {melds}'.replace("'", '"') in result.stdout
        else:
            assert result.exit_code == 2
            assert "give --melds for each meld" in result.stderr


def cuts(row):
    """All ways to cut a row into melds."""
    if not row:
        return [()]
    found = []
    for at in range(3, len(row) + 1):
        if gin_fast.is_meld(gin_fast.hand_of(row[:at])):
            found += [(row[:at], *rest) for rest in cuts(row[at:])]
    return found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["3S", "--melds"], "Option '--melds' requires an argument."),
        (["3S", "--melds", "--json"], "Option '--melds' requires an argument."),
        (["--melds", "5S 6S 7S"], "Missing argument 'HAND'."),
        (["3S", "--melds", "5S", "6S"], "not a meld: 5♠ 6♠"),
        (["3S", "--melds", "5S", "6S", "7S", "KH"], "not a meld: "),
        (["3S", "--melds", "7C 7D 7H 7S 8S 9S TS"], "could be 7♣ 7♦ 7♥ and 7♠ 8♠ 9♠ 10♠ or "),
        (["3S", "--melds", *gin_fast.format_hand(2**39 - 1).split()], "give --melds for each meld"),
        (["3S", "--melds", "5S", "5S", "6S"], "card 5♠ is named twice"),
        (["3S", "--melds", "5X"], "unknown card '5X'"),
        (["3S", "--melds", "5S6S7S", "--fast"], "No such option"),
    ],
)
def test_bad_melds_are_one_line(arguments, message):
    result = CliRunner().invoke(cli, ["layoff", *arguments])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr
