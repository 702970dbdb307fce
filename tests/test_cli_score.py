"""`gin-fast score`: the scorepad as people at a table use it."""

import json
import os
import random
import re
import stat
import subprocess
from itertools import product

import pytest
from click.testing import CliRunner
from commands import Terminal, command, environment, fails, posix, run, told

from gin_fast import PROFILES, Game, Rules, deal
from gin_fast.cli import cli
from gin_fast.cli.drawing import sheet_of
from gin_fast.rules.scorepad import Scorepad

ANN_AND_BOB = ("--rules", "classic", "--players", "Ann", "Bob", "--dealer", "Bob")


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "game.json")


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def kept(file):
    with open(file, encoding="utf-8") as text:
        return Scorepad.from_json(text.read())


def test_a_game_as_it_is_shown(file):
    shown = run("score", file, *ANN_AND_BOB, typed=typed("ann 3 21", "B gin 40", "a 7 5", "b 1 60"))
    first, *_, last = shown.split("\n\n")
    assert first.splitlines() == [
        f'The sheet is saved in {file}; type "help" for help.',
        "Bob deals.",
    ]
    assert last.splitlines() == [
        "round       dealer  ended                          Ann  Bob     so far",
        "1           Bob     Ann knocked, 3 against 21       18    0    18 to 0",
        "2           Ann     Bob gin against 40               0   60   18 to 60",
        "3           Bob     Ann was undercut, 7 against 5    0   12   18 to 72",
        "4           Bob     Bob knocked, 1 against 60        0   59  18 to 131",
        "points                                              18  131",
        "game bonus                                           0  100",
        "boxes                                               20   60",
        "total                                               38  291",
        "The game is won by Bob.",
        'For the next game, draw lots for the deal; type "new" and the name of the dealer.',
    ]
    assert shown.count("Ann deals next.\n") == 1
    assert shown.count("Bob deals next.\n") == 2


def test_what_is_not_given_is_asked_for_until_it_is_told(file):
    answers = (
        "modren",
        "classic box=none",
        "classic box=25",
        "Ann Lee, ann lee",
        "Ann",
        "undo Ann",
        "Ann Lee, Bob",
        "Cid",
        "bo",
    )
    shown = run("score", file, typed=typed(*answers, "ann 3 21"))
    for message in (
        "unknown rules 'modren'",
        "box must be a whole number, not none",
        "players must have different names",
        "expected two names, as in Ann Bob or Ann Lee, Bob, not 'Ann'",
        "the name 'undo' would be taken for the word",
        "'Cid' names no player",
    ):
        assert message in shown
    pad = kept(file)
    assert (pad.rules.name, pad.rules.box) == (None, 25)
    assert pad.players == ("Ann Lee", "Bob")
    assert pad.sheet()[0].dealer == 1
    assert pad.score.points == (18, 0)


def test_what_is_not_answered_has_a_default(file):
    run("score", file, typed=typed("", "", "", "b 3 21"))
    pad = kept(file)
    assert (pad.rules.name, pad.players, pad.sheet()[0].dealer) == ("modern", ("A", "B"), None)


@pytest.mark.parametrize("answers", [(), ("modern",), ("modern", "Ann Bob")])
def test_answers_that_end_begin_nothing(file, answers):
    assert run("score", file, typed=typed(*answers)) == "No game was started.\n"
    assert not os.path.exists(file)


@pytest.mark.parametrize(
    ("rules", "line", "entry"),
    [
        ("modern", "Ann 3 21", ("knock", 0, 3, 21, False)),
        ("modern", "  ann   knocked with 3  against 21 ", ("knock", 0, 3, 21, False)),
        ("modern", "a 3-21", ("knock", 0, 3, 21, False)),
        ("modern", "BOB 3, 21", ("knock", 1, 3, 21, False)),
        ("modern", "b 7 vs 5", ("undercut", 1, 7, 5, False)),
        ("modern", "a gin 40", ("gin", 0, 0, 40, False)),
        ("modern", "Ann went gin with 0 against 40", ("gin", 0, 0, 40, False)),
        ("modern", "a 0 40", ("gin", 0, 0, 40, False)),
        ("modern", "a big gin 40", ("big_gin", 0, 0, 40, False)),
        ("modern", "bob big 40", ("big_gin", 1, 0, 40, False)),
        ("modern", "DEAD", ("dead", None, None, None, False)),
        ("modern", "dead 12 30", ("dead", None, 12, 30, False)),
        ("rlcard", "dead 12 30", ("dead", None, 12, 30, False)),
        ("openspiel", "a 7 7", ("tie", 0, 7, 7, False)),
    ],
)
def test_ways_to_enter_a_round(file, rules, line, entry):
    run("score", file, "--rules", rules, "--players", "Ann", "Bob", typed=typed("", line))
    assert [each[:5] for each in kept(file).entries] == [entry]


def test_a_spade_doubles(file):
    options = ("--rules", "oklahoma", "--set", "oklahoma_spades_double=yes", "--players", "A", "B")
    run("score", file, *options, typed=typed("", "a 3 21 spade", "b gin 4 doubled"))
    assert [entry.doubled for entry in kept(file).entries] == [True, True]
    assert kept(file).score.points == (36, 58)


OKLAHOMA = ("--rules", "oklahoma", "--set", "oklahoma_spades_double=yes", "--players", "Ann", "Bob")


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("upcard 7D, Ann knocked with 3 against 21", ("knock", 0, 3, 21, False, "7D")),
        ("upcard 7d ann 3 21", ("knock", 0, 3, 21, False, "7D")),
        ("Upcard: 10♠, bob 9-21", ("knock", 1, 9, 21, True, "TS")),
        ("the upcard was the 3S; Bob gin 40", ("gin", 1, 0, 40, True, "3S")),
        ("ann 3 21 upcard KH", ("knock", 0, 3, 21, False, "KH")),
        ("ann 1 21 spade, up-card AS", ("knock", 0, 1, 21, True, "AS")),
        ("dead, upcard 2c", ("dead", None, None, None, False, "2C")),
        ("a big gin 40 up card 4h", ("big_gin", 0, 0, 40, False, "4H")),
    ],
)
def test_the_upcard_is_told_with_the_round(file, line, entry):
    shown = run("score", file, *OKLAHOMA, typed=typed("", line))
    assert tuple(kept(file).entries[0].to_dict().values()) == entry
    assert "What was the upcard" not in shown


def test_the_upcard_is_asked_for_and_may_be_noted_later(file):
    shown = run("score", file, *OKLAHOMA, typed=typed("", "ann 8 21", "upcard 1 7d", "dead"))
    assert shown.count('What was the upcard of round 1? Type it as in "upcard 1 7D".\n') == 1
    told_limit = (
        "the knocker's deadwood must be at most 7, the knock limit with 7D turned up, not 8"
    )
    assert told_limit in shown
    assert kept(file).entries[0].upcard is None
    run("score", file, typed=typed("upcard 1 9s", "correct 2 upcard ac, bob 1 30"))
    assert [entry.upcard for entry in kept(file).entries] == [47, 0]
    assert kept(file).score.points == (26, 29)
    assert [row["entry"]["upcard"] for row in told("score", file)["rounds"]] == ["9S", "AC"]


@pytest.mark.parametrize(
    ("rules", "line", "message"),
    [
        ("oklahoma", "upcard 7D, ann 8 21", "must be at most 7, the knock limit with 7D turned up"),
        ("oklahoma", "upcard 7, ann 8 21", 'name the upcard by its rank and suit, as in "upcard'),
        ("oklahoma", "upcard", "name the upcard by its rank and suit"),
        (
            "oklahoma",
            "upcard 7D",
            'the knock limit is 7; tell the upcard with the round: "upcard 7D,',
        ),
        ("oklahoma", "upcard 9 7D", "the number of the round must be from 1 to 1, not 9"),
        ("oklahoma", "upcard 7D, ann 3 21 spade", "no round is doubled"),
        ("modern", "upcard 7D, ann 8 21", "these rules do not look at the upcard: leave it out"),
        ("modern", "upcard 1 7D", "upcard must be left out, not '7D'"),
    ],
)
def test_upcards_that_are_refused(file, rules, line, message):
    run("score", file, "--rules", rules, "--players", "Ann", "Bob", typed=typed("", "ann gin 2"))
    before = kept(file)
    assert message in run("score", file, typed=typed(line)).splitlines()[-1]
    assert kept(file) == before


def test_mistakes_are_mended(file):
    lines = "a 3 21", "b gin 40", "correct 1 b 5 7", "remove 2", "undo", "undo", "sheet"
    shown = run("score", file, *ANN_AND_BOB, typed=typed(*lines))
    assert kept(file).score.points == (18, 60)
    assert shown.count("round   dealer  ended") == len(lines)
    shown = run("score", file, typed=typed("undo", "remove 2", "correct 1 b 5 7"))
    assert 'there is no change to undo; "remove 2" deletes round 2\n' in shown
    assert kept(file).score.points == (0, 2)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cid 3 21", "'cid 3 21' names no player: a line such as \"Ann 3 21\""),
        ("ann", "'ann' must give two deadwoods"),
        ("ann 3", "'ann 3' must give two deadwoods"),
        ("ann 3 21 5", "'ann 3 21 5' must give two deadwoods"),
        ("ann gin", "'ann gin' must give the other's deadwood"),
        ("dead 3", "'dead 3' must give both deadwoods, or none"),
        ("ann x 3 21", "'ann x 3 21' was not understood"),
        ("ann -3 21", "'ann -3 21' was not understood"),
        ("ann 3 " + "9" * 5000, "was not understood"),
        ("ann 11 21", "the knocker's deadwood must be at most 10, the knock limit, not 11"),
        ("ann 3 101", "the other's deadwood must be from 0 to 100, not 101"),
        ("ann 3 21 spade", "no round is doubled in these rules"),
        ("ann big gin 4", "big gin is not in these rules"),
        ("remove", "expected the number of a round, not ''"),
        ("remove 2", "the number of the round must be from 1 to 1, not 2"),
        ("remove 0", "the number of the round must be from 1 to 1, not 0"),
        ("correct 1", "'' names no player"),
        ("correct x a 3 4", "expected the number of a round, not 'x'"),
        ("new", "the game is not over"),
        ("undo it", "'undo it' names no player"),
        ("\x1b[31m", "names no player"),
    ],
)
def test_what_is_not_understood_changes_nothing(file, line, message):
    run("score", file, *ANN_AND_BOB, typed=typed("a 1 2"))
    before = kept(file)
    shown = run("score", file, typed=typed(line)).splitlines()[-1]
    assert message in shown
    assert len(shown) < 250
    assert kept(file) == before


ANY_RULES = [
    *PROFILES.values(),
    Rules.preset("oklahoma", oklahoma_ace_is_gin=True, oklahoma_spades_double=True),
    Rules(tie="nobody"),
    Rules(flat_knock_score=0, undercut_bonus=0, gin_bonus=0),
]
PYTHON = re.compile(r"None|True|False|[a-z]_[a-z]|=|must be an? (int|bool|str)\b|Error")


def any_lines():
    """Lines of the grammar, right and wrong."""
    changes = "", "correct 1 ", "correct 9 ", "upcard 7D, ", "upcard 1 "
    kinds = "", "gin ", "big gin ", "dead ", "knocked with "
    numbers = "", "3", "3 21", "7 7", "7 5", "0 40", "11 20", "3 101", "100000 3", "3 21 9"
    ends = "", " spade", " upcard AS", " upcard 7D", " upcard ZZ"
    whole = "undo", "remove 1", "remove 9", "remove x", "dead 3", "upcard", "upcard 1 7D", "correct"
    for head in product(changes, ("ann ", ""), kinds):
        yield from ("".join([*head, *tail]) for tail in product(numbers, ends))
    yield from whole


@pytest.mark.parametrize("number", range(len(ANY_RULES)))
def test_what_is_refused_is_told_in_words_for_players(file, number):
    rules = ANY_RULES[number]
    if rules.target is not None:  # then the game goes on for long
        rules = Rules.from_dict({**rules.to_dict(), "target": 1_000_000})
    with open(file, "w", encoding="utf-8") as sheet:
        sheet.write(Scorepad(rules, players=("Ann", "Bob")).to_json())
    lines = random.Random(number).sample([*any_lines()], 500)
    head, *shown = run("score", file, typed=typed(*lines, "ann gin 9", "help")).splitlines()
    assert head.startswith("Continued from")
    assert [line for line in shown if PYTHON.search(line)] == []
    assert len({line for line in shown if " must " in line or "'" in line}) > 8


def test_the_start_of_a_name_must_tell_who(file):
    shown = run(
        "score", file, "--players", "Ann", "Anna", typed=typed("", "", "an 3 21", "ann 3 21")
    )
    assert "'an' could be Ann or Anna\n" in shown
    assert kept(file).score.won == (1, 0)


def test_help_has_the_names_and_the_rules_are_told(file):
    shown = run("score", file, *ANN_AND_BOB, typed=typed("help", "?", "rules"))
    assert len(re.findall("^  Ann gin 40 +Ann went gin against 40$", shown, re.MULTILINE)) == 2
    assert "big gin 40" not in shown
    assert "Gin scores the defender's deadwood plus a bonus of 20." in " ".join(shown.split())


@pytest.mark.parametrize("word", ["quit", "exit", "Q"])
def test_nothing_is_read_after_quit(file, word):
    run("score", file, *ANN_AND_BOB, typed=typed("a 3 21", word, "a 3 21"))
    assert len(kept(file).entries) == 1


def test_another_game_keeps_the_old_sheet(file, tmp_path):
    (tmp_path / "game-1.json").write_text("something else")
    lines = "a 0 90", "a 3 21", "new c", "new bob", "b 3 21"
    shown = run("score", file, *ANN_AND_BOB, typed=typed(*lines))
    assert "the game is over: no round can be entered\n" in shown
    assert "'c' names no player" in shown
    old = str(tmp_path / "game-2.json")
    assert f"The old sheet is now {old}.\n" in shown
    assert kept(old).score.winner == 0
    assert kept(file).score.points == (0, 18)
    assert kept(file).sheet()[0].dealer == 1
    assert (tmp_path / "game-1.json").read_text() == "something else"


@pytest.mark.parametrize("rules", PROFILES)
def test_who_deals_the_next_game_is_asked_for(file, rules):
    lines = ["a gin 40"] * 4
    shown = run("score", file, "--rules", rules, "--players", "Ann", "Bob", typed=typed("", *lines))
    way = {"lot": "draw lots for the deal;", "cut": "cut for the deal, which goes to the higher"}
    asked = f"For the next game, {way[PROFILES[rules].first_dealer]}"
    assert shown.count(asked) == 1
    assert shown.count('type "new" and the name of the dealer.\n') == 1
    shown = run("score", file, typed=typed("new bob"))
    assert "Bob deals." in shown
    assert kept(file).first_dealer == 1


def test_the_games_of_a_match_are_carried_on(file):
    options = ("--rules", "tournament", "--players", "Ann", "Bob")
    shown = run("score", file, *options, typed=typed("", "a gin 90", "new bob", "b gin 20"))
    assert "credit" in shown
    assert "earlier games" in shown
    assert told("score", file)["match"] == [340, 0]
    shown = run("score", file, typed=typed("b gin 60", "a gin 1"))
    assert [line.split()[-2:] for line in shown.splitlines() if line.startswith("match")] == [
        ["340", "380"]
    ]
    run("score", file, typed=typed("new ann", "a gin 90"))
    assert told("score", file)["match"] == [680, 380]
    assert "The match is won by Ann." in run("score", file, typed=typed("sheet"))
    run("score", file, typed=typed("new ann"))
    assert told("score", file)["match"] == [0, 0]


def test_the_sheet_for_programs(file):
    run("score", file, *ANN_AND_BOB, typed=typed("a 3 21", "dead"))
    pad = kept(file)
    answer = told("score", file)
    assert answer["rules"] == pad.rules.to_dict()
    assert (answer["players"], answer["dealer"]) == (["Ann", "Bob"], 0)
    assert answer["score"]["points"] == [18, 0]
    assert [row["entry"]["kind"] for row in answer["rounds"]] == ["knock", "dead"]
    assert [row["running"] for row in answer["rounds"]] == [[18, 0], [18, 0]]


# What every question understands

ANSWERS = "modern", "Ann Bob", "bob"


@pytest.mark.parametrize("word", ["quit", "q", "Q", "exit", None])
@pytest.mark.parametrize("number", range(3))
def test_every_question_can_be_left(file, number, word):
    answers = [*ANSWERS[:number], *([word, *ANSWERS] if word else [])]
    assert run("score", file, typed=typed(*answers)).endswith("No game was started.\n")
    assert not os.path.exists(file)


@pytest.mark.parametrize("word", ["help", "h", "?", "HELP"])
@pytest.mark.parametrize("number", range(4))
def test_every_question_can_be_explained(file, number, word):
    shown = run("score", file, typed=typed(*ANSWERS[:number], word, *ANSWERS[number:]))
    told = ("the name of a profile", "names of both players", "who deals first, Ann or Bob")
    assert [*told, "the other's deadwood after"][number] in shown
    assert kept(file).players == ("Ann", "Bob")
    assert kept(file).first_dealer == 1


@pytest.mark.parametrize("word", ["rules", "help rules", "Rules"])
@pytest.mark.parametrize("number", range(4))
def test_the_rules_are_told_at_every_question(file, number, word):
    answers = "oklahoma", *ANSWERS[1:]
    shown = run("score", file, typed=typed(*answers[:number], word, *answers[number:]))
    if number:
        assert "The limit is what the first card turned up counts; an ace makes it 1." in shown
    else:
        for name in PROFILES:
            assert re.search(rf"^{name} +(knock|gin only)", shown, re.MULTILINE)
    assert kept(file).rules.name == "oklahoma"


def test_a_profile_is_told_in_full(file):
    shown = run("score", file, typed=typed("rules Bicycle", "help nothing", *ANSWERS))
    assert "Gin scores the defender's deadwood plus a bonus of 20." in shown
    assert "unknown rules 'nothing'" in shown
    assert kept(file).rules.name == "modern"


@pytest.mark.parametrize("word", ["undo", "back"])
def test_every_question_leads_back(file, word):
    answers = (word, "classic", word, "eaai", "Cid Dan", word, "A B", word, word, word, *ANSWERS)
    shown = run("score", file, typed=typed(*answers, "ann 3 21", "ann gin 40", word, word, word))
    assert shown.count("This is the first question.\n") == 2
    pad = kept(file)
    assert (pad.rules.name, pad.players, pad.first_dealer) == ("modern", ("Ann", "Bob"), 1)
    assert pad.entries == ()
    assert shown.count("The last change is undone.\n") == 2
    assert "there is no change to undo\n" in shown


def test_a_line_about_a_round_is_not_taken_for_two_names(file):
    lines = "Mum knocked with 4, Dad had 23", "Mum Had, Dad", "Mum 4, Dad 23", "Mum Dad"
    shown = run("score", file, "--rules", "modern", typed=typed(*lines, "", lines[0], lines[0]))
    for word in ("knocked", "had"):
        assert f"would be taken for the word '{word}'\n" in shown
    assert "would be taken for the points 4\n" in shown
    assert kept(file).players == ("Mum", "Dad")
    assert [entry[:4] for entry in kept(file).entries] == [("knock", 0, 4, 23)] * 2


def test_what_was_understood_is_said_before_it_counts(file):
    shown = run("score", file, *ANN_AND_BOB, typed=typed("Bob had 21, Ann went out with 3"))
    assert shown.index("Ann knocked with 3 against 21.\n") < shown.index("round   dealer")
    shown = run("score", file, typed=typed("correct 1 Ann was undercut, 7 to 5", "remove 1"))
    assert "Round 1: Ann knocked with 7 against 5, an undercut.\n" in shown
    assert "Round 1 is deleted: Ann knocked with 7 against 5, an undercut.\n" in shown


# Files


def test_options_must_fit_a_game_that_is_taken_up(file):
    run("score", file, *ANN_AND_BOB, typed=typed("a 3 21"))
    shown = run("score", file, *ANN_AND_BOB, typed="")
    assert shown.startswith(f'Continued from {file}; type "help" for help.\n\nround')
    before = kept(file)
    for options in (
        ["--rules", "modern"],
        ["--set", "box=1"],
        ["--players", "Bob", "Ann"],
        ["--dealer", "ann"],
    ):
        option = options[0].replace("--set", "--rules")
        assert f"{option} does not fit the game in" in fails("score", file, *options)
    assert "'Cid' names no player" in fails("score", file, "--dealer", "Cid")
    assert kept(file) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"[" * 100_000, "JSON is nested too deeply"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b'{"format": "gin_fast scorepad"}', "lacks the field version"),
        (None, ""),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(file, text, message):
    if text is None:
        run("score", file, *ANN_AND_BOB, typed=typed("a 3 21"))
        with open(file, "rb") as old:
            text = old.read().replace(b'"knock"', b'"gin"')
        message = "round 1: kind must be knock"
    with open(file, "wb") as damaged:
        damaged.write(text)
    for options in [], ["--json"], list(ANN_AND_BOB):
        assert message in fails("score", file, *options, typed=typed("a 3 21"))
    with open(file, "rb") as after:
        assert after.read() == text
    assert os.listdir(os.path.dirname(file)) == ["game.json"]


def test_bad_options_are_one_line(file, tmp_path):
    assert "players must have different names" in fails("score", file, "--players", "A", "a")
    assert "the name 'quit' would be" in fails("score", file, "--players", "A", "quit")
    assert "must be 1 to 40 printable" in fails("score", file, "--players", "A", "")
    options = ("--players", "A", "B", "--dealer", "C", "--rules", "modern")
    assert "'C' names no player" in fails("score", file, *options)
    assert "there is no sheet in" in fails("score", file, "--json")
    assert "cannot read" in fails("score", str(tmp_path))
    nowhere = str(tmp_path / "no" / "file")
    assert "cannot save to" in fails("score", nowhere, *ANN_AND_BOB)
    assert os.listdir(tmp_path) == []


@posix
def test_a_link_stays_a_link_and_the_mode_stays(file, tmp_path):
    run("score", file, *ANN_AND_BOB, typed="")
    os.chmod(file, 0o640)
    link = str(tmp_path / "link.json")
    os.symlink("game.json", link)
    run("score", link, typed=typed("a 3 21"))
    assert os.path.islink(link)
    assert len(kept(file).entries) == 1
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o640


def test_a_crash_while_saving_leaves_the_old_sheet(file, monkeypatch):
    run("score", file, *ANN_AND_BOB, typed=typed("a 3 21"))
    before = kept(file)

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = CliRunner().invoke(cli, ["score", file], input="b 3 21\n")
    assert result.exit_code == 2
    assert result.stderr == f"gin-fast: cannot save to {file!r}: No space left on device\n"
    assert kept(file) == before
    assert os.listdir(os.path.dirname(file)) == ["game.json"]


# On a terminal


@posix
def test_on_a_terminal(file):
    with Terminal("score", file) as terminal:
        terminal.expect("[modern]: ")
        terminal.type("")
        terminal.expect("Players [A B]: ")
        terminal.type("Ann Bob")
        terminal.expect("Who deals first? [unknown]: ")
        terminal.type("b")
        terminal.expect("> ")
        terminal.type("ann 3 21")
        terminal.expect("Ann knocked, 3 against 21")
        terminal.expect("> ")
        terminal.interrupt()
    assert terminal.status == 130
    assert "Traceback" not in terminal.rest
    assert kept(file).score.points == (18, 0)


@posix
def test_without_an_input_it_ends(file):
    closed = " ".join(["exec", '"$@"', "<&-"])
    done = subprocess.run(
        ["sh", "-c", closed, "sh", *command("score", file)], capture_output=True, env=environment()
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"No game was started.\n"


def test_the_file_is_one_line_of_json(file):
    run("score", file, *ANN_AND_BOB, typed=typed("a 3 21"))
    with open(file, encoding="utf-8") as text:
        lines = text.read().split("\n")
    assert len(lines) == 2
    assert json.loads(lines[0])["format"] == "gin_fast scorepad"


@pytest.mark.parametrize("changes", [{}, {"oklahoma_ace_is_gin": True}, {"must_go_gin": True}])
def test_the_sheet_of_a_game_that_was_played_tells_its_upcards(changes):
    rules = Rules.preset("oklahoma", oklahoma_spades_double=True, **changes)
    for seed in range(4):
        game = Game(rules, seed=seed)
        game.play("simple", "simple")
        pad = sheet_of(game, ("you", "simple"))
        assert pad.score == game.score
        upcards = [deal(seed, number).upcard for number in range(len(game.rounds))]
        assert [entry.upcard for entry in pad.entries] == upcards
