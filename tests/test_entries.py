"""What is typed into the scorepad: every sentence of a grammar has its meaning, and no other."""

from __future__ import annotations

import re
from itertools import product

import pytest

from gin_fast.cli.entries import RESERVED, changed, check_name, said
from gin_fast.rules.scorepad import Scorepad

PLAYERS = [("Ann", "Bob"), ("Mum", "Dad"), ("A", "B"), ("Ann Lee", "Jean-Luc"), ("Will", "Ünal")]
KNOCKED = (
    "knocked with",
    "has knocked with",
    "has gone down with",
    "knocks with",
    "Knocked",
    "went out with",
    "WENT DOWN WITH",
    "goes out,",
)
GINS = (
    "gin",
    "has gone gin",
    "gins",
    "went gin",
    "goes gin",
    "got gin,",
    "Gin!",
    "has gin",
    "made gin",
    "ginned",
)
BIG = ("big gin", "went big gin", "goes big gin:", "has big gin", "big")
HAD = ("had", "has", "", "holds", "was left with", "with", "kept")
UNDERCUTS = ("undercut", "undercuts", "has undercut", "Undercuts")
WAS_UNDERCUT = ("was undercut by", "is undercut by", "undercut by", "got undercut by")
BETWEEN = ("{} {}", "{}, {}", "{}-{}", "{} - {}", "{} to {}", "{} against {}", "{} vs. {}", "{}/{}")
DEAD = (
    "dead",
    "Dead hand",
    "a dead hand",
    "the hand was dead",
    "nobody",
    "no one",
    "a draw",
    "Draw!",
    "No-one",
    "it's a draw",
    "It\u2019s a draw.",
)
AFTER = ("", ".", "!", " points", " in the hand")


def pads(rules="modern"):
    return [Scorepad(rules, players=players) for players in PLAYERS]


def entered(line, pad):
    """The entry of a line, which is said in a form that is read back as the same entry."""
    text, after = changed(pad, line)
    [entry] = after.entries
    assert text == said(entry, pad)
    again, twice = changed(pad, text)
    assert (again, twice.entries) == (text, after.entries), line
    assert pad.entries == ()
    _, undone = changed(after, "undo")
    assert undone.entries == ()
    return entry


def each(*parts):
    return [" ".join(part for part in row if part) for row in product(*parts)]


@pytest.mark.parametrize("pad", pads(), ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_knock_in_any_words(pad, seat):
    one, other = pad.players[seat], pad.players[1 - seat]
    numbers = [form.format(4, 23) for form in BETWEEN]
    lines = each([one, one.upper()], [*KNOCKED, ""], numbers, AFTER[:3])
    lines += each([one], KNOCKED, ["4,", "4 and", "4;"], [other], HAD, ["23", "23 left"], AFTER)
    lines += each([other, f"{other},"], HAD, ["23,"], [one], KNOCKED, ["4"], AFTER)
    lines += each([one], KNOCKED, ["4", "4 points"], ["against", "v"], [other], ["23", "with 23"])
    lines += [f"{one} knocked against 23 with 4", f"{one} knocked against {other}, 4 to 23"]
    lines += [f"Knock {one} 4 23", f"{one} 4, {other} 23"]
    for line in lines:
        entry = entered(line, pad)
        assert entry[:4] == ("knock", seat, 4, 23), line


@pytest.mark.parametrize("pad", pads(), ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_gin_in_any_words(pad, seat):
    one, other = pad.players[seat], pad.players[1 - seat]
    for words, kind in (GINS, "gin"), (BIG, "big_gin"):
        lines = each(
            [one, f"{one}:"], words, ["40", "against 40", "0 40", "with 0 against 40"], AFTER
        )
        lines += each([one], words, ["and", ","], [other], HAD, ["40"], AFTER[:2])
        lines += each([other], HAD, ["40,", "40 and"], [one], words)
        lines += each([one], words, ["against"], [other, f"{other}'s"], ["40"])
        for line in lines:
            entry = entered(line, pad)
            assert entry[:4] == (kind, seat, 0, 40), line


@pytest.mark.parametrize("pad", pads(), ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_undercut_in_any_words(pad, seat):
    one, other = pad.players[seat], pad.players[1 - seat]
    either = [form.format(*pair) for form in BETWEEN for pair in ((7, 5), (5, 7))]
    lines = each([other], UNDERCUTS, [one], either)
    lines += each([one], ["was undercut", *(f"{word} {other}" for word in WAS_UNDERCUT)], either)
    lines += each([other], UNDERCUTS[1:3], either)
    lines += each([one], KNOCKED, ["7,", "7 and", "7, but"], WAS_UNDERCUT, ["5", f"{other} with 5"])
    lines += each(
        [one], KNOCKED, ["7,", "7, but"], [other], UNDERCUTS, ["", "her", one], ["with 5"]
    )
    lines += each([other], UNDERCUTS, ["with 5,"], [one], ["knocked with", "had"], ["7"])
    lines += [f"{one} {form.format(7, 5)}" for form in BETWEEN]
    for line in lines:
        entry = entered(line, pad)
        assert entry[:4] == ("undercut", seat, 7, 5), line


@pytest.mark.parametrize("pad", [*pads(), *pads("rlcard")], ids=repr)
def test_a_dead_round_in_any_words(pad):
    a, b = pad.players
    is_flat = pad.rules.flat_knock_score is not None
    for line in DEAD if not is_flat else ():
        assert entered(line, pad)[:4] == ("dead", None, None, None), line
    numbered = each(
        DEAD, [f": {a} had 12, {b} had 30", f", {b} 30, {a} 12", " 12 30", ", 12 and 30"]
    )
    numbered += each([f"{a} had 12, {b} 30:"], DEAD)
    for line in numbered:
        assert entered(line, pad)[:4] == ("dead", None, 12, 30), line


def test_every_entry_is_read_back_as_it_is_said():
    for rules in ("modern", "openspiel", "rlcard", "must_gin", "palace"):
        for pad in pads(rules):
            for kind, ours, theirs in (
                *((None, ours, theirs) for ours in (0, 1, 7, 10) for theirs in (0, 7, 10, 98)),
                ("big_gin", 0, 21),
                ("dead", 12, 30),
            ):
                for seat in (0, 1):
                    after = Scorepad(rules, players=pad.players)
                    knocker = None if kind == "dead" else seat
                    try:
                        entry = after.enter(knocker, ours, theirs, kind=kind)
                    except ValueError:
                        continue  # not in these rules
                    assert changed(pad, said(entry, pad))[1].entries == (entry,)


def test_a_round_that_doubles_is_said_so():
    pad = Scorepad("oklahoma", players=("Ann", "Bob"))
    pad = Scorepad(
        pad.rules.from_dict(pad.rules.to_dict() | {"oklahoma_spades_double": True}),
        players=pad.players,
    )
    for line in ("Ann 3 21 spade", "a spade: Bob had 21, Ann knocked with 3", "Ann 3 21, doubled"):
        text, after = changed(pad, line)
        assert text == "Ann knocked with 3 against 21, doubled"
        assert after.entries[0].doubled


@pytest.mark.parametrize(
    ("line", "meanings"),
    [
        (
            "Ann 7 Bob 5",
            ["Ann knocked with 7 against 5, an undercut", "Bob knocked with 5 against 7"],
        ),
        ("Ann had 4, Bob had 23", ["Ann knocked with 4 against 23", "the round is dead"]),
        ("Ann and Bob 3 7", ["Ann knocked with 3 against 7", "Bob knocked with 3 against 7"]),
        ("Ann undercut 7 5", ["Bob knocked with 7 against 5", "Ann knocked with 7 against 5"]),
    ],
)
def test_what_has_two_meanings_is_refused_with_both(line, meanings):
    with pytest.raises(ValueError, match="could be") as error:
        changed(Scorepad(players=("Ann", "Bob")), line)
    for meaning in meanings:
        assert meaning in str(error.value)


@pytest.mark.parametrize("word", ["not", "won", "lost", "beat", "maybe", "if", "he", "3.5", "-3"])
def test_a_word_that_is_not_known_leaves_no_meaning(word):
    pad = Scorepad(players=("Ann", "Bob"))
    for line in (
        "Ann 3 21",
        "Ann gin 40",
        "Bob undercut Ann 7 5",
        "Ann knocked with 3, Bob had 21",
    ):
        words = line.split()
        for at in range(len(words) + 1):
            with pytest.raises(ValueError, match=r"not understood|names no player"):
                changed(pad, " ".join([*words[:at], word, *words[at:]]))


def test_what_contradicts_itself_is_refused():
    pad = Scorepad(players=("Ann", "Bob"))
    for line in (
        "Bob undercut Ann with 7 against 5",
        "Ann knocked with 5 and was undercut by 7",
        "Ann went gin with 3 against 40",
        "Ann knocked with 3, Ann had 21",
        "Ann had 14, Bob had 23",
        "Ann 3 21, an undercut",
        "dead, Ann 12, Ann 30",
    ):
        with pytest.raises(ValueError):  # noqa: PT011  # each for its own reason
            changed(pad, line)


@pytest.mark.parametrize("players", [("Ginny", "Deadra"), ("Tom", "Anna"), ("Kurt", "Vera")])
def test_a_word_comes_before_the_first_letters_of_a_name(players):
    pad = Scorepad(players=players)
    assert entered("dead", pad).kind == "dead"
    for seat, name in enumerate(players):
        for length in range(1, len(name) + 1):
            if name[:length] == "Dead":  # as a word it means something
                continue
            assert entered(f"{name[:length]} 3 21", pad)[:2] == ("knock", seat)
            assert entered(f"{name[:length]} gin 21", pad)[:2] == ("gin", seat)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_words_of_the_scorepad_are_no_names(word):
    for name in (word, word.title(), *([f"Mark {word}", f"{word} Lee"] if len(word) > 1 else [])):
        with pytest.raises(
            ValueError, match=f"^the name {re.escape(repr(name))} would be taken for"
        ):
            check_name(name)


def test_other_names_are_names():
    for name in (
        "Will",
        "Mark",
        "Ann Lee",
        "A",
        "Anh Dũng",
        "Q4",
        "Jean-Luc",
        "Gina",
        "John Q Lee",
    ):
        check_name(name)
    for name in ("Drew", "Player 1", "3", "Mum knocked with 4"):
        with pytest.raises(ValueError, match="would be taken for the"):
            check_name(name)
