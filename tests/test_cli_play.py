"""`gin-fast play`: a person and a strategy at a table."""

import json
import os
import re

import pytest
from commands import Terminal, fails, posix, run

import gin_fast
from gin_fast import Game, Round
from gin_fast.cli.drawing import in_signs
from gin_fast.cli.hints import hints
from gin_fast.engine import playout
from gin_fast.game import records
from gin_fast.rules.rules import PROFILES, Rules


def strategies(rules, seed, against="simple"):
    """A game of two strategies, and what seat 0 would type to play it."""
    game, typed, number = Game(rules, seed=seed), [], -1
    while not game.is_over:
        round = game.round
        if len(game.rounds) != number:
            number = len(game.rounds)
            seats = [
                playout.Seat(name, seed, number, s) for s, name in enumerate(["simple", against])
            ]
        action = seats[round.to_move].choose(round)
        if round.to_move == 0:
            typed.append(round.action_text(action))
        game.apply(action)
    return game, typed


def ours_and_theirs(against, seed, number):
    return ("simple", seed, number, 0), (against, seed, number, 1)


def lines(*typed):
    return "".join(f"{line}\n" for line in typed)


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "play.json")


@pytest.mark.parametrize(
    ("rules", "against"),
    [
        *((rules, "simple") for rules in PROFILES),
        ("rlcard", "random"),
        ("openspiel", "lookahead:danger=2"),
    ],
)
def test_a_whole_game(file, rules, against):
    game, typed = strategies(rules, 3, against)
    options = ("--rules", rules, "--seed", "3", "--save", file)
    shown = run("play", against, *options, typed=lines(*typed))
    assert records.read(file) == (game.rounds, game, False, against)
    for number in range(1, len(game.rounds) + 1):
        assert f"\nround {number}: you have " in shown
    ours, theirs = game.score.total
    assert re.search(rf"^(total|points) +{ours} +{theirs}$", shown, re.MULTILINE)
    who = ("you", against.partition(":")[0])
    end = "tied" if game.winner is None else f"won by {who[game.winner]}"
    assert shown.endswith(f"The game is {end}.\n")


@pytest.mark.parametrize("against", ["simple", "random", "greedy:outs=2,knock=6"])
def test_saved_and_taken_up_at_every_move(file, against):
    game, typed = strategies("openspiel", 5, against)
    run("play", against, "--rules", "openspiel", "--seed", "5", "--save", file, typed="")
    for move in typed:
        assert run("play", "--save", file, typed=lines(move)).startswith("You play against")
    assert records.read(file) == (game.rounds, game, False, against)


def test_what_is_seen_is_what_the_seat_may_know(file):
    """No card of the other hand or of the stock is shown before it may be known."""
    game, typed = strategies("modern", 3)
    shown = run("play", "--seed", "3", typed=lines(*typed))
    texts = re.split(r"\nround (?=\d)", shown)[1:]
    assert len(texts) == len(game.rounds)
    for text, round in zip(texts, game.rounds, strict=True):
        text = text.partition(" knocked")[0].partition(" went big gin")[0].partition("nobody")[0]
        seen = Round.begin(round.start, rules="modern").view(0).hand
        state = Round.begin(round.start, rules="modern")
        for _, action in round.actions:
            view = state.view(0)
            seen |= view.hand | view.known | sum(1 << card for card in view.pile)
            if view.knocker >= 0:
                break
            state.apply(action)
        for card in re.findall(r"(?:10|[A2-9JQK])[♣♦♥♠]", text):
            assert seen >> gin_fast.parse_card(card) & 1


def test_where_only_gin_goes_out_no_limit_is_shown():
    shown = run("play", "--seed", "7", "--rules", "straight", typed=lines())
    assert "round 1: you have 0, simple 0; simple deals, only gin goes out\n" in shown


def test_a_turn_as_it_is_shown():
    shown = run("play", "--seed", "7", typed=lines("pass", "1"))
    assert shown.splitlines() == [
        'You play against simple, seed 7; type "help" for help.',
        "",
        "round 1: you have 0, simple 0; simple deals, the limit is 10",
        "",
        "5♣ on the pile, 31 in the stock",
        "your hand A♣ 8♣ 9♣ 6♦ 7♦ J♦ 4♥ K♥ 3♠ 7♠ = 65",
        "1 draw pile  2 pass",
        "you passed on 5♣",
        "simple passed on 5♣",
        "",
        "5♣ on the pile, 31 in the stock",
        "your hand A♣ 8♣ 9♣ 6♦ 7♦ J♦ 4♥ K♥ 3♠ 7♠ = 65",
        "1 draw stock  2 draw pile",
        "you drew Q♣",
        "",
        "5♣ on the pile, 30 in the stock",
        "your hand A♣ 8♣ 9♣ Q♣ 6♦ 7♦ J♦ 4♥ K♥ 3♠ 7♠ = 75",
        "1 discard A♣  2 discard 8♣  3 discard 9♣  4 discard Q♣  5 discard 6♦  6 discard 7♦  "
        "7 discard J♦",
        "8 discard 4♥  9 discard K♥  10 discard 3♠  11 discard 7♠",
        "The game was not saved.",
    ]


def test_words_at_the_table(file):
    words = "help", "?", "hint", "sheet", "rules", "", "save"
    shown = run("play", "--seed", "7", typed=lines(*words, f"save {file}", "pass", "quit", "pass"))
    assert shown.count("hint         the best moves, what they are worth and why") == 2
    assert "; 5♣ would not be in a meld; leaves 60 instead of 65\n" in shown
    assert "round   dealer  ended  you  simple  so far\n" in shown
    assert "The limit is 10; exactly 10 is allowed." in " ".join(shown.split())
    assert shown.count("1 draw pile  2 pass\n") == 2
    assert "name a file: save FILE\n" in shown
    assert f"The game is saved in {file}.\n" in shown
    assert shown.endswith(f"Saved in {file}.\n")
    game = records.read(file).table
    assert [str(action) for seat, action in game.round.actions if seat == 0] == ["pass"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0", "choose a move from 1 to 2"),
        ("3", "choose a move from 1 to 2"),
        ("9" * 100, "unknown action"),
        ("9" * 5000, "an action must have at most 200 characters"),
        ("²", "unknown action"),
        ("discard AC", "discard A♣ is not possible now: not a choice in this phase"),
        ("throw", "'throw' must be followed by a card"),
        ("foo\x1b[31m", "unknown action"),
        ("save /", "'/' exists: name another file"),
        ("save /no/where", "cannot save to '/no/where': No such file or directory"),
    ],
)
def test_what_is_not_understood_changes_nothing(line, message):
    shown = run("play", "--seed", "7", typed=lines(line)).splitlines()
    assert message in shown[-2]
    assert len(shown[-2]) < 250
    assert shown[-1] == "The game was not saved."


def test_a_file_that_exists_is_not_written_over(file, tmp_path):
    other = tmp_path / "other.json"
    other.write_text("precious")
    typed = lines(f"save {other}", "pass")
    assert "exists: name another file" in run("play", "--seed", "7", "--save", file, typed=typed)
    assert other.read_text() == "precious"


def test_options_must_fit_a_game_that_is_taken_up(file):
    run("play", "--seed", "7", "--rules", "eaai", "--save", file, typed=lines("pass"))
    run("play", "simple", "--seed", "7", "--rules", "eaai", "--save", file, typed="")
    for options in (["random"], ["--rules", "modern"], ["--set", "box=3"], ["--seed", "8"]):
        option = {"random": "STRATEGY", "--set": "--rules"}.get(options[0], options[0])
        assert f"{option} does not fit the game in" in fails("play", *options, "--save", file)


@pytest.mark.parametrize("cut", [0, 1, 40, 200, -2, -40])
def test_a_damaged_file_is_refused_and_left_alone(file, cut):
    _, typed = strategies("openspiel", 5)
    options = ("--rules", "openspiel", "--seed", "5", "--save", file)
    run("play", *options, typed=lines(*typed))
    with open(file, "rb") as whole:
        text = whole.read()[:cut]
    with open(file, "wb") as damaged:
        damaged.write(text)
    assert "is not a saved game, and is left alone" in fails("play", "--save", file, typed="1\n")
    with open(file, "rb") as after:
        assert after.read() == text
    assert os.listdir(os.path.dirname(file)) == ["play.json"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"simple"', '"bold"', "unknown strategy 'bold'"),
        ('"simple"', "3", "the field strategy must be a str"),
        ('"version": 1', '"version": 2', "the field version must be 1"),
        ('"pass"', '"stay"', "round 1"),
        ('"0 pass"', '"1 pass"', "seat 0 is to move"),
        ('"seed": 7', '"seed": -7', "seed must be from 0"),
    ],
)
def test_a_tampered_file_is_refused(file, old, new, message):
    run("play", "--seed", "7", "--save", file, typed=lines("pass"))
    with open(file, encoding="utf-8") as whole:
        text = whole.read()
    changed = text.replace(old, new) if old in text else text.replace(" pass", " stay")
    assert changed != text
    with open(file, "w", encoding="utf-8") as tampered:
        tampered.write(changed)
    assert message in fails("play", "--save", file)


def test_a_saved_game_can_be_replayed(file):
    _, typed = strategies("openspiel", 5)
    options = ("--rules", "openspiel", "--seed", "5", "--save", file)
    run("play", *options, typed=lines(*typed))
    shown = run("replay", file)
    assert shown.startswith("round 1, rules openspiel, deal 0 of seed 5")
    assert "The game is" in shown


def test_bad_options_are_one_line(tmp_path):
    assert "unknown strategy 'bold'" in fails("play", "bold")
    assert "seed must be from 0" in fails("play", "--seed", "-1")
    assert "cannot save to" in fails("play", "--seed", "7", "--save", str(tmp_path / "no" / "file"))
    assert "cannot read" in fails("play", "--save", str(tmp_path))


# What every question understands


@pytest.mark.parametrize("word", ["undo", "back", "UNDO"])
def test_a_move_is_taken_back(file, word):
    options = ("--seed", "7", "--save", file)
    straight = run("play", *options, typed=lines("pass", "draw", "discard Q♣"))
    game = records.read(file).table
    os.remove(file)
    there_and_back = "pass", "draw", word, word, "1", word, "pass", "draw", "discard Q♣"
    shown = run("play", *options, typed=lines(*there_and_back))
    assert records.read(file).table == game
    assert shown.count("your last move is taken back\n") == 3
    assert shown.splitlines()[-4:] == straight.splitlines()[-4:]


def test_whatever_is_taken_back_the_game_goes_on_as_if_it_had_not_been_played(file):
    """Over the ends of rounds too, and with a strategy that draws lots."""
    game, typed = strategies("modern", 3, "random")
    astray = [part for move in typed for part in (move, "undo", move)]
    run("play", "random", "--seed", "3", "--save", file, typed=lines(*astray))
    assert records.read(file).table == game
    os.remove(file)
    all_back = [*typed[:-1], *["back"] * (len(typed) + 3), *typed]
    shown = run("play", "random", "--seed", "3", "--save", file, typed=lines(*all_back))
    assert shown.count("there is no move to take back\n") == 4
    assert records.read(file).table == game


def test_what_is_taken_back_is_saved(file):
    run("play", "--seed", "7", "--save", file, typed=lines("pass", "draw"))
    before = records.read(file)
    run("play", "--seed", "7", "--save", file, typed=lines("discard Q♣", "undo"))
    assert records.read(file) == before
    shown = run("play", "--save", file, typed=lines("undo"))
    assert "there is no move to take back\n" in shown
    assert records.read(file) == before


@pytest.mark.parametrize("word", ["quit", "q", "Q", "exit", "EXIT", None])
def test_every_word_that_quits(word):
    shown = run("play", "--seed", "7", typed=lines("pass", *([word, "1"] if word else [])))
    assert shown.endswith("1 draw stock  2 draw pile\nThe game was not saved.\n")


@pytest.mark.parametrize("word", ["help", "h", "?", "H"])
def test_every_word_for_help(word):
    shown = run("play", "--seed", "7", typed=lines(word))
    for told in ("hint", "sheet", "rules", "undo, back", "save [FILE]", "help, h, ?", "quit, q"):
        assert f"\n  {told}  " in shown


@pytest.mark.parametrize("word", ["rules", "help rules", "Help Rules"])
def test_rules_are_told_a_sentence_in_a_line(word):
    shown = run("play", "--seed", "7", typed=lines(word))
    for part in Rules().describe().splitlines()[1:]:
        for sentence in re.split(r"(?<=\.) ", part.partition(": ")[2]):
            assert sentence in " ".join(shown.split())
            assert re.search(rf"^(\w+( \w+)? +| +){re.escape(sentence[:20])}", shown, re.MULTILINE)


# Hints


def held(ours, *, phase="draw", pile="KC", rules="modern", other=None, **more):
    """A round in which seat 0 is to act with a hand."""
    hand, top = gin_fast.parse_hand(ours), gin_fast.parse_card(pile)
    left = [card for card in range(52) if not (hand | 1 << top) >> card & 1]
    theirs = gin_fast.parse_hand(other) if other else gin_fast.hand_of(left[:10])
    stock = [card for card in left if not theirs >> card & 1]
    position = {"hands": [hand, theirs], "pile": [top], "stock": stock, "phase": phase}
    return Round.from_position({**position, "to_move": 0, **more}, rules=rules)


MELDED = "4H5H6H 7C7D7S AC2C3C"


def test_hints_for_a_draw():
    near = held("4H5H6H 7C7D7S AC2C 9S KS", phase="first_upcard", pile="3C")
    first = hints(near)[0]
    assert first.startswith("draw pile: +")
    assert first.endswith("% to win; 3♣ would be in a meld; leaves 9 instead of 22")
    near = held("4H5H6H 7C7D7S AC2C 9S KS", phase="first_upcard", pile="QD")
    [take] = [line for line in hints(near) if line.startswith("draw pile")]
    assert take.endswith("; Q♦ would not be in a meld; leaves 22 instead of 22")
    near = held("4H5H6H 7C7D7S AC2C 9S KS", pile="QD", rules="classic")
    assert hints(near)[0].startswith("draw stock: ")
    assert hints(near)[0].endswith("; outs to knock: 3♣")


def drew(card):
    return {"phase": "discard", "drawn_from": "stock", "drawn": gin_fast.parse_card(card)}


def test_hints_for_a_discard():
    gin = held(f"{MELDED} 4C KS", **drew("KS"))
    assert hints(gin)[0].startswith("knock K♠: +")
    assert hints(gin)[0].endswith("; goes gin")
    assert hints(held(f"{MELDED} 8H 7H", **drew("8H")))[0].startswith("big gin: ")
    knock = held(f"{MELDED} 5S KS", **drew("KS"))
    assert any(line.endswith("; knocks with 5") for line in hints(knock))


def test_hints_count_what_is_kept_and_what_is_given_away():
    """Every hint on a discard tells the deadwood left, the outs and the danger, and the cards that
    leave the least deadwood now are not the first where they are worth less."""
    far = held("4H 5H 6H 7C 7D 9S TS JD QD 2C 8H", **drew("8H"))
    lines = hints(far)
    assert len(lines) == 3
    for line in lines:
        card = gin_fast.parse_card(line.removeprefix("discard ").partition(":")[0])
        left = gin_fast.min_deadwood(
            sum(1 << c for c in gin_fast.cards_of(far.hands[0]) if c != card)
        )
        assert f"; leaves {left}; " in line
        assert "cards make a meld" in line or "outs to knock" in line
        assert "the other could use it in" in line or "safe" in line


def test_hint_and_advise_are_of_one_mind(tmp_path):
    """Their first choice is the same."""
    file = tmp_path / "view.json"
    for index in range(8):
        round = Round.deal(seed=3, index=index)
        for turn in range(12):
            if round.is_over:
                break
            if turn % 4 == index % 4:
                view = round.view(round.to_move)
                file.write_text(view.to_json())
                told = json.loads(run("advise", "--view", str(file), "--no-game", "--json"))
                first = in_signs(round.action_text(told["choices"][0]["action"]))
                assert hints(round)[0].partition(":")[0] == first
            round.apply(playout.Seat("simple", 3, index, round.to_move).choose(round))


def test_hints_after_a_knock():
    spread = held(f"{MELDED} 5S KS", **drew("KS"))
    spread.apply("knock KS")
    assert len(hints(spread)) == 3
    for other, hint in (
        ("3H 7H 9S 9D 9C JD QD KD 2S KH", "lays off 3♥ 7♥ and leaves "),
        ("8S 9S 9D 9C JD QD KD 2D KH TC", "lays off nothing and leaves "),
    ):
        layoff = held(f"{MELDED} 5S KS", other=other, **drew("KS"))
        layoff.apply("knock KS")
        layoff.apply("auto")
        assert any(hint in line for line in hints(layoff))


def test_every_turn_has_a_hint():
    for rules in PROFILES:
        game, _ = strategies(rules, 2)
        for round in game.rounds[:1]:
            state = Round.begin(round.start, rules=rules)
            for _, action in round.actions:
                told = hints(state)
                assert told
                assert all(told)
                state.apply(action)


# On a terminal


@posix
def test_on_a_terminal(file):
    with Terminal("play", "--seed", "7", "--save", file) as terminal:
        terminal.expect("2 pass")
        terminal.expect("> ")
        terminal.type("pass")
        terminal.expect("> ")
        assert "\x1b[31m" in terminal.read
        terminal.interrupt()
    assert terminal.status == 130
    assert "Traceback" not in terminal.rest
    assert len(records.read(file).table.round.actions) == 2


@posix
def test_the_end_of_the_input_leaves(file):
    with Terminal("play", "--seed", "7", "--save", file) as terminal:
        terminal.expect("> ")
        terminal.type("\x04")
        terminal.expect("Saved in")
    assert terminal.status == 0
