"""The command line, as a person, a program, a terminal and a pipe meet it."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import command, environment, fails, names, on_terminal, posix, read_all, run, told

import gin_fast
from gin_fast.__main__ import main
from gin_fast.cli import simulate as cli_simulate
from gin_fast.cli.drawing import draw_cards
from gin_fast.strategies.builtin import STRATEGIES

TEN = "AS AH AC QD JD TD TS JS 8D 3D"
ELEVEN = "JS JH JD 8C 7S 7H 7D 4S 3D 2S AC"
RED = "\x1b[31m"


# hand


def test_ten_cards():
    assert run("hand", TEN, "--limit", "7", "--seen", "JC 9S").splitlines() == [
        "hand         A♣ 3♦ 8♦ 10♦ J♦ Q♦ A♥ A♠ 10♠ J♠",
        "             10 cards, 64 points",
        "melds        10♦ J♦ Q♦",
        "             A♣ A♥ A♠",
        "best spread  [10♦ J♦ Q♦] [A♣ A♥ A♠] 3♦ 8♦ 10♠ J♠ = 31",
        "deadwood     31",
        "may knock    no: 31 is above 7",
        "outs (1)     Q♠",
    ]


def test_eleven_cards():
    assert run("hand", ELEVEN).splitlines() == [
        "hand                A♣ 8♣ 3♦ 7♦ J♦ 7♥ J♥ 2♠ 4♠ 7♠ J♠",
        "                    11 cards, 69 points",
        "melds               7♦ 7♥ 7♠",
        "                    J♦ J♥ J♠",
        "best spread         [7♦ 7♥ 7♠] [J♦ J♥ J♠] A♣ 8♣ 3♦ 2♠ 4♠ = 18",
        "deadwood            18",
        "least deadwood now  discarding 8♣ leaves 10",
        "may knock           yes: discarding 8♣",
        "big gin             no",
    ]


def test_hand_for_programs():
    ten, eleven = gin_fast.parse_hand(TEN), gin_fast.parse_hand(ELEVEN)
    answer = told("hand", TEN, "--limit", "31")
    assert answer["hand"] == names(ten)
    assert answer["points"] == gin_fast.hand_points(ten)
    assert answer["melds"] == [names(meld) for meld in gin_fast.melds(ten)]
    assert answer["deadwood"] == gin_fast.min_deadwood(ten)
    assert answer["outs"] == names(gin_fast.outs(ten, 31))
    assert answer["may_knock"]
    answer = told("hand", ELEVEN, "--barred", "8C", "--limit", "16")
    best = gin_fast.best_discards(eleven, gin_fast.parse_hand("8C"))
    assert answer["best_discards"] == {"deadwood": best.deadwood, "cards": names(best.cards)}
    knocks = gin_fast.knock_discards(eleven, 16, gin_fast.parse_hand("8C"))
    assert knocks
    assert answer["knock_discards"] == names(knocks)
    assert answer["may_knock"]
    assert not answer["big_gin"]


def test_all_best_spreads_are_told():
    hand = "5S 5H 5D 6S 6H 6D 7S 7H 7D KC"
    lines = run("hand", hand).splitlines()
    assert sum(line.endswith("] K♣ = 10") for line in lines) == 2
    assert any(line.startswith("best spreads  [5♦ 6♦ 7♦] ") for line in lines)
    spreads = gin_fast.best_spreads(gin_fast.parse_hand(hand))
    assert told("hand", hand)["best_spreads"] == [
        {
            "melds": [names(meld) for meld in spread.melds],
            "unmelded": names(spread.unmelded),
            "deadwood": spread.deadwood,
        }
        for spread in spreads
    ]


def test_big_gin_is_told():
    hand = "AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH"
    assert ["big", "gin", "yes"] in [line.split() for line in run("hand", hand).splitlines()]
    assert told("hand", hand)["big_gin"] is True


@pytest.mark.parametrize("count", [0, 1, 9, 12, 13, 14, 52])
def test_hands_of_any_size(count):
    hand = (1 << count) - 1
    text = gin_fast.format_hand(hand)
    answer = told("hand", text)
    assert answer["hand"] == names(hand)
    assert answer["deadwood"] == gin_fast.min_deadwood(hand)
    assert "outs" not in answer
    assert "best_discards" not in answer
    best = gin_fast.best_spread(hand)
    spreads = gin_fast.best_spreads(hand) if count <= 13 else (best,)
    assert len(answer["best_spreads"]) == len(spreads)
    assert answer["best_spreads"][0]["melds"] == [names(meld) for meld in best.melds]
    assert f"{count} cards" in run("hand", text)


def test_cards_may_be_separate_arguments():
    assert run("hand", *TEN.split()) == run("hand", TEN) == run("hand", TEN.replace(" ", ""))


# layoff


def test_layoff():
    arguments = "layoff", "3S 4S KC KD KH", "--melds", "5S6S7S", "--melds", "8C 8D 8H"
    assert run(*arguments).splitlines() == [
        "hand      K♣ K♦ K♥ 3♠ 4♠",
        "melds     5♠ 6♠ 7♠",
        "          8♣ 8♦ 8♥",
        "fit now   4♠",
        "lay off   3♠ on 5♠ 6♠ 7♠",
        "          4♠ on 5♠ 6♠ 7♠",
        "keep      [K♣ K♦ K♥] = 0",
        "deadwood  0",
    ]
    assert told(*arguments) == {
        "hand": ["KC", "KD", "KH", "3S", "4S"],
        "melds": [["5S", "6S", "7S"], ["8C", "8D", "8H"]],
        "legal_layoffs": ["4S"],
        "laid_off": ["3S", "4S"],
        "onto": [
            {"card": "3S", "meld": ["5S", "6S", "7S"]},
            {"card": "4S", "meld": ["5S", "6S", "7S"]},
        ],
        "spread": {"melds": [["KC", "KD", "KH"]], "unmelded": [], "deadwood": 0},
        "deadwood": 0,
    }


# deal


def test_deal():
    deal = gin_fast.deal(7, 3)
    answer = told("deal", "--seed", "7", "--index", "3")
    assert answer == {
        "seed": 7,
        "index": 3,
        "hands": [names(hand) for hand in deal.hands],
        "upcard": gin_fast.format_card(deal.upcard),
        "stock": [gin_fast.format_card(card) for card in deal.stock],
    }
    text = run("deal", "--seed", "7", "--index", "3")
    assert f"non-dealer  {draw_cards(deal.hands[0])}\n" in text
    cards = re.findall(r"\b(?:10|[A2-9JQK])[♣♦♥♠]", text)
    assert len(cards) == len(set(cards)) == 52


def test_fresh_deal_tells_its_seed():
    first, second = told("deal"), told("deal")
    assert first["seed"] != second["seed"]
    assert told("deal", "--seed", str(first["seed"])) == first


# simulate


def test_simulate():
    result = gin_fast.simulate("simple", "random", rounds=20, seed=7, rules="eaai")
    arguments = "simulate", "simple", "random", "--rounds", "20", "--seed", "7", "--rules", "eaai"
    assert told(*arguments) == told(*arguments, "--threads", "3") == result.to_dict()
    assert run(*arguments) == f"{result}\n"


def test_simulate_games():
    result = gin_fast.simulate("simple", "random", games=4, seed=7, rules="eaai")
    arguments = "simulate", "simple", "random", "--games", "4", "--seed", "7", "--rules", "eaai"
    assert told(*arguments) == result.to_dict()
    assert run(*arguments) == f"{result}\n"
    both = fails("simulate", "simple", "random", "--games", "4", "--rounds", "4")
    assert "give --rounds or --games, not both" in both


def test_strategies_have_parameters():
    answer = told("simulate", "greedy: knock=6", "simple", "--rounds", "3", "--seed", "7")
    result = gin_fast.simulate("greedy:knock=6", "simple", rounds=3, seed=7)
    assert answer == result.to_dict()
    message = "unknown parameter 'speed' of greedy"
    assert message in fails("simulate", "greedy:speed=6", "simple")
    assert message in fails("play", "greedy:speed=6")


def test_threads_are_handed_on(monkeypatch):
    handed = []

    def simulate(*arguments, threads, **options):
        handed.append(threads)
        return original(*arguments, threads=threads, **options)

    original = cli_simulate.simulate
    monkeypatch.setattr(cli_simulate, "simulate", simulate)
    run("simulate", "simple", "simple", "--rounds", "2", "--threads", "2")
    run("simulate", "simple", "simple", "--rounds", "2")
    assert handed == [2, None]


def test_fresh_simulation_tells_its_seed():
    first = told("simulate", "simple", "simple", "--rounds", "3")
    seed = str(first["seed"])
    assert told("simulate", "simple", "simple", "--rounds", "3", "--seed", seed) == first


@pytest.mark.parametrize("text", ["20", "2_0", "2e1", "2E1", "0.2e2", "20.0", "+20", "200e-1"])
def test_ways_to_write_a_number(text):
    assert told("simulate", "simple", "random", "--rounds", text)["rounds"] == 20


# All of it


def test_version_tells_the_engine():
    assert run("--version") == f"gin-fast {gin_fast.__version__} ({gin_fast.ENGINE} engine)\n"


def test_no_command_shows_help():
    assert run() == run("--help") == run("-h")
    assert "simulate" in run()
    for name in ("simulate", "play"):
        listed = " ".join(run(name, "--help").split()).partition("Strategies: ")[2]
        assert listed.startswith(f"{', '.join(STRATEGIES)}; with parameters")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hand", "KHKH"], "card K♥ is named twice in 'KHKH'"),
        (["hand", "KH", "KH"], "card K♥ is named twice in 'KH KH'"),
        (["hand", "1C"], "unknown card '1C' in '1C': expected a rank"),
        (["hand", "K\nH"], "unknown card 'K'"),
        (["hand"], "Missing argument 'HAND'. Usage: gin-fast hand [OPTIONS] HAND"),
        (["hand", TEN, "--limit", "-1"], "limit must be at least 0, not -1"),
        (["hand", TEN, "--limit", "ten"], "limit must be a whole number, not 'ten'"),
        (["hand", TEN, "--limit"], "Option '--limit' requires an argument."),
        (["hand", TEN, "--seen", "XX"], "unknown card 'XX'"),
        (["hand", TEN, "--barred", "AS"], "--barred is for a hand of 11 cards, not of 10"),
        (["hand", ELEVEN, "--seen", "AS"], "--seen is for a hand of 10 cards, not of 11"),
        (["hand", ELEVEN, "--barred", "KS"], "card that is not in the hand: K♠"),
        (["hand", ELEVEN, "--barred", ELEVEN], "no card may be discarded from A♣"),
        (["layoff", "3S"], "Missing option '--melds'."),
        (["layoff", "3S", "--melds", "5S 6S"], "not a meld: 5♠ 6♠"),
        (["layoff", "3S", "--melds", ""], "not a meld: no cards"),
        (["layoff", "3S", "--melds", "3S4S5S"], "the hand holds cards of the melds: 3♠"),
        (["deal", "--seed", "-1"], "seed must be from 0 to 18446744073709551615, not -1"),
        (["deal", "--index", "1e20"], "index must be from 0 to 18446744073709551615"),
        (["simulate", "simple"], "Missing argument 'B'."),
        (["simulate", "simple", "best"], "unknown strategy 'best': expected one of random, simple"),
        (["simulate", "simple", "simple", "--rules", "bridge"], "'bridge' is not one of"),
        (["simulate", "simple", "simple", "--rounds", "2.5"], "whole number, not '2.5'"),
        (["simulate", "simple", "simple", "--rounds", "1e-9"], "whole number, not '1e-9'"),
        (["simulate", "simple", "simple", "--rounds", "1e999999999"], "not '1e999999999'"),
        (["simulate", "simple", "simple", "--rounds", "nan"], "whole number, not 'nan'"),
        (["simulate", "simple", "simple", "--rounds", "9" * 10_000], "whole number, not '999"),
        (["simulate", "simple", "simple", "--threads", "0"], "threads must be at least 1, not 0"),
        (["simulate", "a", "b", "c"], "unknown strategy 'a'"),
        (["play", "--save", "Greedy"], "'Greedy' is a strategy: play Greedy --save FILE"),
        (["play", "my.json", "greedy"], "given after the strategies, or by an option such as"),
        (["play", "simple", "my.json"], "Usage: gin-fast play [OPTIONS] [STRATEGY]"),
        (["play", "Modern"], "'Modern' is a set of rules: give it as --rules Modern"),
        (["simulate", "1e5", "simple"], "a number is given as --rounds or --games"),
        (["simulate", "simple", "simple", "9"], "Usage: gin-fast simulate [OPTIONS] A B"),
        (["advise"], "give your hand of 10 cards, to draw, or 11, to discard"),
        (["advise", "--pile", "2H"], "give your hand of 10 cards, to draw, or 11, to discard"),
        (["advise", "Simple"], "'Simple' is a strategy: give it as --strategy Simple"),
        (["best"], "No such command 'best'."),
        (["--fast"], "No such option"),
    ],
)
def test_bad_input_is_one_line(arguments, message):
    assert message in fails(*arguments)


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra(monkeypatch, capsys, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f'gin-fast: the command line needs {missing}: pip install "gin_fast[cli]"\n'


# As a program


def test_module_runs_and_tells_its_status():
    done = subprocess.run(
        [sys.executable, "-m", "gin_fast", "hand", "XX"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gin-fast: unknown card 'XX'")
    assert done.stderr.count("\n") == 1


@posix
def test_red_suits_are_red_on_a_terminal():
    sent = on_terminal("hand", "8C 9D TH JS")
    assert f"{RED}9♦\x1b[0m" in sent
    assert f"{RED}10♥\x1b[0m" in sent
    assert re.sub("\x1b\\[[0-9;]*m", "", sent) == run("hand", "8C 9D TH JS")
    assert sent.count(RED) == 4  # each of them once in the hand and once unmelded


@posix
def test_long_lines_are_not_broken():
    deck = gin_fast.format_hand((1 << 52) - 1)
    assert on_terminal("hand", deck, NO_COLOR="1") == run("hand", deck)


@posix
def test_no_color_is_respected():
    assert on_terminal("hand", TEN, NO_COLOR="1") == run("hand", TEN)


@posix
def test_json_on_a_terminal_is_pure():
    assert json.loads(on_terminal("hand", TEN, "--json")) == told("hand", TEN)


def test_piped_is_plain_and_quiet():
    arguments = "simulate", "simple", "random", "--rounds", "20", "--seed", "7"
    done = subprocess.run(
        command(*arguments), capture_output=True, env=environment(PYTHONIOENCODING="utf-8")
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().replace("\r\n", "\n") == run(*arguments)


def test_a_stream_without_the_sign_for_errors_gets_another():
    arguments = command("simulate", "simple", "random", "--rounds", "20")
    environ = environment(PYTHONIOENCODING="iso8859-2")
    done = subprocess.run(arguments, capture_output=True, env=environ)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" ? " in done.stdout


@posix
@pytest.mark.parametrize("arguments", [["hand", "".join(names((1 << 52) - 1))], ["deal"], []])
def test_closed_pipe_ends_quietly(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command(*arguments), stdout=writer, stderr=subprocess.PIPE, env=environment()
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_full_disk_is_told():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command("hand", TEN), stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert re.fullmatch(rb"gin-fast: cannot write: .*\n", done.stderr)


@posix
@pytest.mark.parametrize("form", [["--json"], []])
def test_interrupt_prints_what_is_finished(form):
    """With the progress bar on a terminal, and the answer in a pipe."""
    import pty

    arguments = "simulate", "simple", "random", "--rounds", "1e15", "--seed", "7", *form
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=theirs, env=environment()
    )
    os.close(theirs)
    try:
        shown = ""
        while not re.search(r"[1-9][\d,]* of 1,000,000,000,000,000", shown):
            assert select.select([ours], [], [], 60)[0], "no progress bar"
            shown += os.read(ours, 4096).decode()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        shown += read_all(ours)
        out = process.communicate(timeout=60)[0].decode()
    except BaseException:
        process.kill()
        raise
    os.close(ours)
    assert process.returncode == 130
    assert "Traceback" not in shown
    if form:
        answer = json.loads(out)
        assert answer["interrupted"]
        assert 0 < answer["rounds"] < answer["requested"] == 10**15
        assert answer["wins"]["a"] > 0
    else:
        assert re.match(r"rounds [1-9][\d,]*, rules modern, seed 7\n", out)
        assert "interrupted: 1,000,000,000,000,000 rounds requested\n" in out
