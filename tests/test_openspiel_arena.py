"""Games as arenas of OpenSpiel keep them: histories of wrapped games, and observations as JSON."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from gin_fast import View, format_card, format_hand, parse_hand
from gin_fast.interop import openspiel

HERE = Path(__file__).parent
EPISODES = json.loads((HERE / "arena.json").read_text("utf-8"))
SEEN = json.loads((HERE / "observations.json").read_text("utf-8"))
"""What both players see at some points of games: in the form of a text that was read, in that of
OpenSpiel's struct as an arena changes it, and the struct itself."""
FORMS = ("text_observation", "struct_observation", "struct")
UPCARD = "FirstUpcard"


@pytest.mark.parametrize("number", range(len(EPISODES)))
def test_a_wrapped_history(number):
    told = EPISODES[number]
    view = openspiel.from_text(told["text"]).view(told["player"])
    assert (view.hand, view.stock, view.phase) == (
        parse_hand(told["hand"]), told["stock"], told["phase"],
    )  # fmt: skip
    assert " ".join(map(format_card, view.pile)) == told["pile"]
    legal = {code for action in view.legal_actions() for code in openspiel.action_to(action, view)}
    assert legal == {openspiel.parse_action(text) for text in told["legal"]}


def wrapped(codes: str, game: str = "gin_rummy_proxy(knock_card=10)", **fields: str) -> str:
    more = "".join(f"{name}={value}\n" for name, value in fields.items())
    return f"[Meta]\nVersion: 1\n\n[Game]\n{game}\n[State]\nhistory={codes}\n{more}"


DEAL = ",".join(f"-1:{code}" for code in range(21))


@pytest.mark.parametrize(
    "game",
    ["gin_rummy_proxy(knock_card=5)", "some_wrapper(knock_card=5)", "gin_rummy(knock_card=5)"],
)
def test_the_game_may_have_any_name(game):
    assert openspiel.from_text(wrapped(DEAL, game)).rules.knock_limit == 5


def test_other_fields_are_not_read(tmp_path):
    class Evil:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "mark",))

    stored = pickle.dumps(Evil()).hex()
    read = openspiel.from_text(wrapped(DEAL + ",0:54", move_number="x", __dict__=stored))
    assert read.to_move == 1
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    ("codes", "why"),
    [
        (DEAL + ",1:54", "action 22, Pass: player 0 acts, not player 1"),
        (DEAL + ",0:54,0:54", "action 23, Pass: player 1 acts, not player 0"),
        (DEAL + ",0:54,1:54,0:53,0:30", "chance acts, not player 0"),
        (DEAL.replace("-1:3,", "0:3,"), "action 4, 4s: chance acts, not player 0"),
        (DEAL + ",0:54,1:54,0:53", "a card is drawn but not dealt yet"),
        (DEAL + ",0:9999", "expected a player and an action such as 0:52, not '0:9999'"),
        (DEAL + ",2:54", "expected a player and an action such as 0:52, not '2:54'"),
        (DEAL + ",0:999", "an action of OpenSpiel must be from 0 to 240, not 999"),
        (DEAL + ",,0:54", "expected a player and an action"),
        ("", "the deal is not finished"),
        ("-1:1", "the deal is not finished: 1 actions"),
    ],
)
def test_histories_that_cannot_be(codes, why):
    with pytest.raises(ValueError, match=why):
        openspiel.from_text(wrapped(codes))


def test_a_long_text_is_refused_unread():
    with pytest.raises(ValueError, match="at most 1,000,000 characters"):
        openspiel.from_text(wrapped(DEAL + ",0:54" * 300_000))


def replayed(told: dict[str, Any]) -> View | str:
    """What the player sees by the history, or why there is nothing to see."""
    try:
        return openspiel.from_text(told["text"], exact=False).view(told["player"])
    except ValueError as error:
        return str(error)


def shown(view: View) -> dict[str, Any]:
    names = "seat phase to_move hand stock pile limit barred melds unmelded laid_off knocker"
    fields = {name: getattr(view, name) for name in names.split()}
    return {**fields, "legal": view.legal_actions() if view.seat == view.to_move else ()}


@pytest.mark.parametrize("form", FORMS)
def test_observations(form):
    refused: list[tuple[str, View | str, str]] = []
    for told in SEEN:
        expected, seen = replayed(told), told[form]
        if form == FORMS[0] and (seen["phase"], told["legal"]) == (UPCARD, [openspiel.DRAW_STOCK]):
            seen = {"observationString": json.dumps(seen), "legalActions": told["legal"]}
            seen["playerId"] = told["player"]  # the observation alone does not say that both passed
        try:
            view = openspiel.view_from_json(seen)
        except ValueError as error:
            refused.append((told[form]["phase"], expected, str(error)))
            continue
        assert isinstance(expected, View)
        if told[form]["phase"] == UPCARD and form == FORMS[0] and expected.phase == "draw":
            continue
        assert shown(view) == shown(expected)
        assert not view.known & ~expected.known
        assert openspiel.view_from_json(json.dumps(seen)) == view
    for _, expected, why in refused:
        nothing = isinstance(expected, str) or expected.phase == "over"
        assert nothing or "the observation does not show" in why
    assert {phase for phase, *_ in refused} == {"Knock", "Layoff", "GameOver"}
    assert len(refused) < len(SEEN) / 2


def test_all_that_an_agent_is_given():
    """With the history, the view has what happened before."""
    for told in SEEN:
        given = {
            "observationString": json.dumps(told["text_observation"]),
            "serializedGameAndState": told["text"],
            "playerId": told["player"],
            "step": 4,
        }
        expected = replayed(told)
        if isinstance(expected, str):
            with pytest.raises(ValueError, match=expected):
                openspiel.view_from_json(given)
        else:
            assert openspiel.view_from_json(json.dumps(given)) == expected


def test_the_card_taken_before_is_known():
    taken = [told for told in SEEN if replayed(told) and told["struct"]["phase"] == "Draw"]
    known = {format_hand(openspiel.view_from_json(told["struct"]).known) for told in taken}
    assert len(known) > 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"phase": "Nap"}, "unknown phase 'Nap' of OpenSpiel"),
        ({"phase": None}, "unknown phase None"),
        ({"phase": []}, "not an observation of OpenSpiel"),
        ({"current_player": 2}, "current_player must be Player_0 or Player_1, not 2"),
        ({"hands": {"0": [], "1": []}}, "does not say whose it is: give the player"),
        ({"hands": 3}, "not an observation of OpenSpiel"),
        ({"hands": {"0": ["Xx"] * 10, "1": []}}, "unknown card"),
        ({"stock_size": 4}, "cards remain for a stock of 4"),
        ({"stock_size": "31"}, "cards remain for a stock of '?31"),
        ({"knock_card": 11}, "knock_card must be from 0 to 10, not 11"),
        ({"upcard": 3}, "not an observation of OpenSpiel"),
        ({"discard_pile": None}, "not an observation of OpenSpiel"),
    ],
)
def test_observations_that_cannot_be(change, why):
    told = next(told for told in SEEN if told["struct"]["phase"] == "Draw")
    with pytest.raises(ValueError, match=why):
        openspiel.view_from_json({**told["text_observation"], **change})


@pytest.mark.parametrize(
    "name", ["phase", "hands", "upcard", "discard_pile", "stock_size", "knock_card"]
)
def test_what_an_observation_must_have(name):
    told = next(told for told in SEEN if told["struct"]["phase"] == "Draw")
    lacking = {key: value for key, value in told["text_observation"].items() if key != name}
    with pytest.raises(ValueError, match=f"it lacks '{name}'"):
        openspiel.view_from_json(lacking)


@pytest.mark.parametrize("text", ["[]", "3", "null", '"x"'])
def test_an_observation_is_an_object(text):
    with pytest.raises(ValueError, match="an observation must be a JSON object"):
        openspiel.view_from_json(text)
