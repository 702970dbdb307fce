"""`gin-fast advise`: what each choice is worth."""

import json

import pytest
from commands import fails, run, told
from layouts import play

from gin_fast import Round, View, evaluate, format_card, parse_hand
from gin_fast.state.actions import Action

ELEVEN = "AC 2C 3C 7D 8D 9D KH KS 4S 5S QD"
TEN = "AC 2C 3C 7D 8D 9D KH KS 4S 5S"
QUICK = "--samples", "20"


def test_a_hand_to_discard_from():
    given = told("advise", ELEVEN, "--pile", "JH 2H", "--drawn", "QD", *QUICK, "--seed", "3")
    view = View.from_json(json.dumps(given["view"]))
    assert (view.phase, view.stock, view.drawn_from, view.barred) == ("discard", 29, "stock", 0)
    assert view.hand == parse_hand(ELEVEN)
    assert [format_card(card) for card in view.pile] == ["JH", "2H"]
    assert format_card(view.drawn) == "QD"
    found = evaluate(view, "greedy", "greedy", 20, 3, 14)
    assert given["choices"] == [each.to_dict() for each in found]
    assert len(found) == 11
    assert {"strategy": "greedy", "opponent": "greedy", "samples": 20, "seed": 3}.items() <= (
        given.items()
    )


def test_the_table():
    arguments = "advise", *ELEVEN.split(), "--pile", "JH,2H", "--drawn", "qd", *QUICK
    text = run(*arguments, "--strategy", "simple")
    lines = text.splitlines()
    assert lines[0] == "hand  [A♣ 2♣ 3♣] [7♦ 8♦ 9♦] Q♦ K♥ 4♠ 5♠ K♠ = 39"
    assert lines[1] == "pile  J♥ 2♥"
    assert lines[2] == "39 cards unseen, 29 of them in the stock"
    assert [head.strip() for head in lines[4].split("  ") if head] == [
        "points",
        "better than *",
        "round won",
        "target first",
    ]
    assert sum(line.startswith("discard") for line in lines) == 11
    assert sum(" *  " in line for line in lines[5:]) == 1
    assert lines[-3:] == [
        "* the choice of simple",
        "20 rounds for each action, played out by simple against greedy",
        "± one standard error",
    ]
    assert all(len(line) <= 100 for line in lines)
    assert run(*arguments, "--rules", "openspiel").splitlines()[4].split()[-1] == "won"


def test_the_chance_to_win_the_game_is_told_where_there_is_one():
    arguments = "advise", ELEVEN, "--pile", "JH 2H", "--drawn", "QD", *QUICK
    chances = []
    for scores in ("90,20", "20,90"):
        rows = run(*arguments, "--scores", scores).splitlines()[5:16]
        assert all(row.count("%") == 3 for row in rows)
        found = told(*arguments, "--scores", scores)["choices"]
        assert rows[0].rstrip().endswith(f"  {found[0]['game']['mean']:.1%}")
        chances.append(found[0]["game"]["mean"])
    assert chances[0] > 0.8 > 0.5 > chances[1] > 0.0
    # By rules without a target a round is all there is, whatever the scores.
    told_of = run(*arguments, "--rules", "openspiel", "--scores", "95,20")
    assert "target" not in told_of.splitlines()[4]
    assert "target" not in run(*arguments, "--no-game").splitlines()[4]


def test_a_hand_to_draw_with():
    given = told(
        "advise", TEN, "--pile", "JH 2H 10♦", "--known", "JC 5H", "--scores", "40, 25", *QUICK
    )
    view = given["view"]
    assert (view["phase"], view["stock"], view["scores"]) == ("draw", 29, [40, 25])
    assert (view["draws"], view["pile_draws"], view["known"]) == (4, 2, parse_hand("JC 5H"))
    assert {choice["text"] for choice in given["choices"]} == {"draw stock", "draw pile"}


def test_the_top_alone():
    given = told("advise", TEN, "--top", "JH", *QUICK)
    assert (given["view"]["phase"], given["view"]["stock"]) == ("draw", 31)
    assert {choice["text"] for choice in given["choices"]} == {"draw stock", "draw pile"}
    assert told("advise", ELEVEN, "--top", "JH", *QUICK)["view"]["phase"] == "discard"


def test_the_first_upcard():
    for arguments, starter, declined in ((), 0, 0), (("--dealt",), 1, parse_hand("JH")):
        view = told("advise", TEN, "--pile", "JH", *arguments, *QUICK)["view"]
        assert (view["phase"], view["starter"], view["declined"]) == (
            "first_upcard",
            starter,
            declined,
        )
        assert (view["stock"], view["draws"]) == (31, 0)


def test_a_card_taken_is_not_discarded():
    given = told("advise", ELEVEN, "--pile", "JH", "--taken", "QD", "--exposed", "4S", *QUICK)
    view = given["view"]
    assert view["barred"] == parse_hand("QD")
    assert view["exposed"] == parse_hand("QD 4S")
    assert "discard QD" not in {choice["text"] for choice in given["choices"]}
    again = told("advise", ELEVEN, "--pile", "JH", "--taken", "QD", "--rules", "rlcard", *QUICK)
    discards = {choice["text"] for choice in again["choices"]}
    rules = Round.deal(1, rules="rlcard").rules
    assert ("discard QD" in discards) == rules.taken_card_may_return


def test_the_upcard_sets_the_limit():
    arguments = "advise", ELEVEN, "--pile", "JH 2H", "--set", "oklahoma=yes", *QUICK
    assert "give --upcard: it sets the limit" in fails(*arguments)
    spades = "--set", "oklahoma_spades_double=yes"
    view = told(*arguments, *spades, "--upcard", "6S")["view"]
    assert (view["limit"], view["multiplier"]) == (6, 2)
    at_start = told("advise", TEN, "--pile", "4H", "--set", "oklahoma=yes", *QUICK)["view"]
    assert at_start["limit"] == 4


def test_a_view_that_was_stored(tmp_path):
    state = play(Round.deal(7), "pass", "pass", "draw")
    path = tmp_path / "view.json"
    path.write_text(state.view(0).to_json())
    given = told("advise", "--view", str(path), *QUICK, "--opponent", "simple", "--belief", "3")
    found = evaluate(state.view(0), "greedy", "simple", 20, belief=3)
    assert given["choices"] == [each.to_dict() for each in found]
    assert all(type(Action(choice["action"])) is Action for choice in given["choices"])
    assert "hand  " in run("advise", "--view", str(path), *QUICK)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give your hand of 10 cards, to draw, or 11"),
        (["AC 2C"], "hand must have 10 or 11 cards, not 2"),
        (["KHKH"], "card K♥ is named twice in 'KHKH'"),
        ([TEN], "give --pile or --top: a hand of 10 cards"),
        ([TEN, "--pile", "2H", "--top", "3H"], "give --pile or --top, not both"),
        ([TEN, "--pile", "AC"], "A♣ of pile is in another place too"),
        ([TEN, "--pile", "2H 2H"], "card 2♥ is named twice"),
        ([TEN, "--pile", "2H", "--drawn", "AC"], "--drawn and --taken are for a hand of 11 cards"),
        ([ELEVEN, "--pile", "2H", "--drawn", "AC", "--taken", "2C"], "give --drawn or --taken"),
        ([ELEVEN, "--pile", "2H", "--drawn", "AH"], "drawn must be a card of hand"),
        ([ELEVEN, "--pile", "2H", "--drawn", "AH KH"], "unknown card 'AH KH'"),
        ([ELEVEN, "--pile", "2H", "--exposed", "AH"], "exposed must be cards of the hand"),
        ([TEN, "--pile", "2H", "--known", "2C"], "2♣ of known is in another place too"),
        ([TEN, "--pile", "2H", "--scores", "40"], "--scores must be like 40,25, not '40'"),
        ([TEN, "--pile", "2H", "--strategy", "best"], "unknown strategy 'best'"),
        ([TEN, "--pile", "2H", "--samples", "0"], "samples must be from 1 to 10000000, not 0"),
        (["--view", "nowhere"], "cannot read 'nowhere'"),
        ([TEN, "--view", "-"], "give either --view or a HAND"),
        *(
            ([*more, "--view", "-"], "give either --view or a HAND")
            for more in (
                ["--rules", "classic"],
                ["--rules", "modern"],
                ["--scores", "40,25"],
                ["--dealt"],
                ["--upcard", "6S"],
                ["--exposed", "4S"],
                ["--pile", "2H"],
                ["--top", "2H"],
                ["--known", "2C"],
                ["--drawn", "AC"],
                ["--taken", "AC"],
                ["--set", "target=50"],
            )
        ),
        (["--view", "-"], " is not a view: not valid JSON"),
        ([TEN, "--top", "2H", "--scores", "10,120"], "the game is over: 10,120 reaches the target"),
        ([TEN, "--top", "2H", "--strategy", "exec:false"], "the program 'false' ended"),
    ],
)
def test_bad_input(arguments, message):
    assert message in fails("advise", *arguments)


def test_views_that_may_not_act(tmp_path):
    path = tmp_path / "view.json"
    path.write_text(Round.deal(7).view(1).to_json())
    assert "seat 1 is not to move" in fails("advise", "--view", str(path))


def test_a_file_that_is_no_view_is_named(tmp_path):
    path = tmp_path / "view.json"
    path.write_bytes(b"\xff\xfe")
    assert f"cannot read {str(path)!r}: it is not UTF-8 text" in fails(
        "advise", "--view", str(path)
    )


def test_help_names_what_is_a_card():
    text = " ".join(run("advise", "--help").split())
    for option in (
        "--pile CARDS",
        "--known CARDS",
        "--top CARD ",
        "--drawn CARD ",
        "--taken CARD ",
    ):
        assert option in text
    assert "--upcard CARD " in text
    assert "_ORDER" not in text
    assert "_ONE" not in text
