"""`gin-fast replay`: what was recorded, shown move by move."""

import json
import re
import subprocess

import pytest
from commands import Terminal, command, environment, fails, on_terminal, posix, run, told

import gin_fast
from gin_fast import Game, Match, Round
from gin_fast.game.records import Log

PROFILES = ("modern", "openspiel", "rlcard", "oklahoma", "must_gin", "palace")


def played(kind, rules, seed=7):
    """A game or a match, played to its end."""
    table = kind(rules, seed=seed)
    table.play("simple", "simple")
    return table


def saved(tmp_path, *records):
    path = tmp_path / "records.jsonl"
    path.write_text("".join(f"{record.to_json()}\n" for record in records), "utf-8")
    return str(path)


def a_round():
    """Seat 0 knocks after its first draw, and seat 1 has nothing to lay off."""
    deck = "4H 9C 5H 9D 6H 9H 7C KC 7D KD 7S 8C AC 6C 2C 5C 3C 2D KH QD 7H JC JD 3H"
    cards = [gin_fast.parse_card(card) for card in deck.split()]
    rest = [card for card in range(52) if card not in cards]
    round = Round.from_deck(cards + rest, rules="classic")
    for action in ("pass", "pass", "draw", "knock KH", "auto", "done"):
        round.apply(action)
    return round


def test_a_round_as_it_is_shown(tmp_path):
    assert run("replay", saved(tmp_path, a_round())).splitlines() == [
        "round 1, rules classic, from a deck, dealt by seat 1",
        "     seat 0  [A♣ 2♣ 3♣] [4♥ 5♥ 6♥] [7♣ 7♦ 7♠] K♥ = 10",
        "     seat 1  [9♣ 9♦ 9♥] 5♣ 6♣ 8♣ K♣ 2♦ Q♦ K♦ = 51",
        "     7♥ on the pile, 31 in the stock",
        "  1  seat 0  passed on 7♥",
        "  2  seat 1  passed on 7♥",
        "  3  seat 0  drew J♣                  [A♣ 2♣ 3♣] [4♥ 5♥ 6♥] [7♣ 7♦ 7♠] J♣ K♥ = 20",
        "  4  seat 0  knocked, discarding K♥   [A♣ 2♣ 3♣] [4♥ 5♥ 6♥] [7♣ 7♦ 7♠] J♣ = 10",
        "  5  seat 0  spread [A♣ 2♣ 3♣] [4♥ 5♥ 6♥] [7♣ 7♦ 7♠]",
        "  6  seat 1  laid off nothing",
        "     seat 0  [A♣ 2♣ 3♣] [4♥ 5♥ 6♥] [7♣ 7♦ 7♠] J♣ = 10",
        "     seat 1  [9♣ 9♦ 9♥] 5♣ 6♣ 8♣ K♣ 2♦ Q♦ K♦ = 51",
        "     seat 0 knocked with 10 against 51: 41 points for seat 0",
        "",
    ]


def test_layoffs_are_shown(tmp_path):
    other = "3H 7H 8H KD QD JC TS 9D 5S 6S"
    position = {
        "hands": [gin_fast.parse_hand("4H5H6H 7C7D7S AC2C3C 2S KS"), gin_fast.parse_hand(other)],
        "pile": [gin_fast.parse_card("KC")],
        "phase": "discard",
        "to_move": 0,
        "drawn_from": "stock",
        "drawn": gin_fast.parse_card("KS"),
    }
    used = position["hands"][0] | position["hands"][1] | 1 << position["pile"][0]
    position["stock"] = list(gin_fast.cards_of((1 << 52) - 1 & ~used))
    round = Round.from_position(position, rules="classic")
    for action in ("knock KS", "auto", "lay off 3H on 4H", "auto"):
        round.apply(action)
    shown = run("replay", saved(tmp_path, round))
    assert shown.startswith("round 1, rules classic, from a position\n")
    assert "  3  seat 1  laid off 3♥ on 4♥ 5♥ 6♥\n" in shown
    assert "  4  seat 1  laid off 7♥ 8♥ on 3♥ 4♥ 5♥ 6♥\n" in shown
    assert "seat 0  [A♣ 2♣ 3♣] [4♥ 5♥ 6♥ +3♥ +7♥ +8♥] [7♣ 7♦ 7♠] 2♠ = 2\n" in shown


def signs(cards):
    return cards.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠"))


@pytest.mark.parametrize("rules", PROFILES)
def test_hands_are_those_of_the_round(tmp_path, rules):
    game = played(Game, rules)
    shown = run("replay", saved(tmp_path, *game.rounds))
    for number, round in enumerate(game.rounds, 1):
        state = Round.begin(round.start, rules=rules)
        text = shown.partition(f"round {number}, rules {rules},")[2].partition("\nround ")[0]
        lines = dict(re.findall(r"^ *(\d+)  (seat .*)$", text, re.MULTILINE))
        assert len(lines) == len(round.actions)
        for at, (seat, action) in enumerate(round.actions, 1):
            state.apply(action)
            line = lines[str(at)]
            assert line.startswith(f"seat {seat}  ")
            if action.verb in ("draw stock", "draw pile", "discard", "knock"):
                hand, _, deadwood = line[29:].rpartition(" = ")
                drawn = re.findall(r"(?:10|[A2-9JQK])[♣♦♥♠]", hand)
                held = signs(gin_fast.format_hand(state.hands[seat])).split()
                assert set(held) <= set(drawn)
                assert int(deadwood) == gin_fast.min_deadwood(state.hands[seat])
                assert len(line) < 95


@pytest.mark.parametrize("rules", PROFILES)
def test_a_game_has_a_running_score_and_a_sheet(tmp_path, rules):
    game = played(Game, rules)
    shown = run("replay", saved(tmp_path, game))
    for round in game.rounds[1:]:
        ours, theirs = round.view(0).scores
        assert f"     the score is {ours} to {theirs}\n" in shown
    assert shown.count("the score is") == len(game.rounds) - 1
    ours, theirs = game.score.total
    assert re.search(rf"^(total|points) +{ours} +{theirs}\nThe game is", shown, re.MULTILINE)


def test_a_match_tells_its_games(tmp_path):
    match = played(Match, "tournament")
    shown = run("replay", saved(tmp_path, match))
    for number in range(1, len(match.games) + 1):
        assert f" in game {number}, rules tournament," in shown
    assert shown.count("The game is won by") == len(match.games)
    ours, theirs = match.score.credits
    assert shown.endswith(f"The match is won by seat {match.winner} at {ours} to {theirs}.\n")


def test_what_is_not_over_is_shown_as_far_as_it_is(tmp_path):
    game = Game("modern", seed=7, dealer=1)
    game.apply("pass")
    shown = run("replay", saved(tmp_path, game))
    assert "  1  seat 0  passed on 5♣\n     not over, seat 1 to move\n" in shown
    match = Match("tournament", seed=7)
    assert "The match stands at 0 to 0." in run("replay", saved(tmp_path, match))
    alone = Round.deal(seed=7)
    assert "not over, seat 0 to move" in run("replay", saved(tmp_path, alone))


def test_a_log_that_was_cut_is_shown_to_its_last_whole_round(tmp_path):
    path = tmp_path / "log.jsonl"
    game = played(Game, "classic")
    with Log(path, game) as log:
        log.save()
    whole = run("replay", str(path))
    assert "The game is won" in whole
    path.write_bytes(path.read_bytes()[:-20])
    shown = run("replay", str(path))
    assert shown.endswith("The last line of the file was cut short and is left out.\n")
    assert f"\nround {len(game.rounds) - 1}, " in shown


def test_one_round_of_many(tmp_path):
    game = played(Game, "modern")
    file = saved(tmp_path, game)
    assert len(game.rounds) > 2
    shown = run("replay", file, "--round", "2")
    assert shown.startswith("round 2, rules modern, deal 1 of seed 7,")
    assert shown in run("replay", file)
    answer = json.loads(run("replay", file, "--round", "2", "--json"))
    assert answer == [told("replay", file)[1]]
    assert f"the file has {len(game.rounds)}" in fails("replay", file, "--round", "99")


def test_rounds_for_programs(tmp_path):
    game = played(Game, "eaai")
    answer = told("replay", saved(tmp_path, game))
    assert [each["record"] for each in answer] == [
        json.loads(round.to_json()) for round in game.rounds
    ]
    assert [each["score"] for each in answer[:-1]] == [
        list(round.view(0).scores) for round in game.rounds[1:]
    ]
    assert answer[-1]["score"] == list(game.score.total)
    for each, round in zip(answer, game.rounds, strict=True):
        actions = [f"{move['seat']} {move['action']}" for move in each["moves"]]
        assert actions == each["record"]["actions"]
        ends = [gin_fast.parse_hand(hand) for hand in each["moves"][-1]["hands"]]
        assert ends == list(round.hands)


def test_from_the_standard_input(tmp_path):
    file = saved(tmp_path, played(Game, "classic"))
    with open(file, encoding="utf-8") as text:
        assert run("replay", "-", typed=text.read()) == run("replay", file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there is no record"),
        ("{", "line 1"),
        ("[1]\n", "line 1: "),
        ('{"format": "gin_fast tune"}\n', "line 1: the field format"),
        ('{"format": "gin_fast play"}\n', "the record lacks the field version"),
        ("[" * 100_000, "line 1"),
        ("\x00", "line 1"),
    ],
)
def test_what_is_no_record_is_one_line(tmp_path, text, message):
    path = tmp_path / "bad.jsonl"
    path.write_text(text, "utf-8")
    assert message in fails("replay", str(path))


def test_tampered_records_are_refused(tmp_path):
    game = played(Game, "classic")
    file = saved(tmp_path, *game.rounds)
    with open(file, encoding="utf-8") as text:
        lines = text.read().splitlines(keepends=True)
    lines[1] = lines[1].replace('"points": ', '"points": 1')
    with open(file, "w", encoding="utf-8") as text:
        text.write("".join(lines))
    assert re.search("line 2: the actions lead to the result", fails("replay", file))


def test_bad_options_are_one_line(tmp_path):
    assert "cannot read" in fails("replay", str(tmp_path))
    assert "No such file" in fails("replay", str(tmp_path / "none"))
    assert "--step cannot be used with -" in fails("replay", "-", "--step")
    assert "--step cannot be used with --json" in fails("replay", "x", "--step", "--json")
    assert "round must be from 1" in fails("replay", "x", "--round", "0")
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\n")
    assert "UTF-8" in fails("replay", str(path))


def test_steps_wait_for_enter(tmp_path):
    file = saved(tmp_path, Round.deal(seed=7), played(Game, "classic").rounds[0])
    whole = run("replay", file)
    assert run("replay", file, "--step", typed="\n" * 1000) == whole
    assert run("replay", file, "--step", typed="") == whole
    begun = run("replay", file, "--step", typed="q\n")
    assert begun == whole[: whole.index("stock\n") + len("stock\n")]
    for words in ("quit\n", "EXIT\n"):
        assert run("replay", file, "--step", typed=words) == begun
    helped = run("replay", file, "--step", typed="h\nq\n")
    assert helped == f"{begun}Enter shows the next move, q quits.\n"


@posix
def test_steps_on_a_terminal(tmp_path):
    round = Round.deal(seed=7)
    round.apply("pass")
    with Terminal("replay", saved(tmp_path, round), "--step", NO_COLOR="1") as terminal:
        terminal.expect("31 in the stock")
        terminal.type("")
        terminal.expect("passed on 5♣")
        terminal.type("q")
    assert terminal.status == 0
    assert "not over" not in terminal.rest


@posix
def test_red_suits_are_red(tmp_path):
    sent = on_terminal("replay", saved(tmp_path, Round.deal(seed=7)))
    assert "\x1b[31m6♦\x1b[0m" in sent
    assert "\x1b[31m8♣" not in sent


def test_where_signs_are_not_known_letters_are_shown(tmp_path):
    file = saved(tmp_path, Round.deal(seed=7))
    done = subprocess.run(
        command("replay", file), capture_output=True, env=environment(PYTHONIOENCODING="ascii")
    )
    assert b"5C on the pile" in done.stdout
    assert b"?" not in done.stdout


def test_a_round_dead_at_the_cap_leaves_eleven_cards(tmp_path):
    game = Game(gin_fast.Rules(pile_draw_cap=1, cap_ends="draw"), seed=92, dealer=1)
    for action in 106, 106, 104, 11, 105:
        game.apply(action)
    path = tmp_path / "game.jsonl"
    with Log(path, game):
        assert game.rounds[0].result.kind == "dead"
    assert "the round is dead" in run("replay", str(path))
