"""The worked cases of cases.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gin_fast.cards.hands import format_hand, parse_hand
from gin_fast.rules.rules import Rules
from gin_fast.rules.scoring import knock_score

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))
LISTED = 13
"""Above so many cards spreads are not listed."""


def of_kind(kind: str) -> list[Any]:
    return [
        pytest.param(case["input"], case["expected"], id=case["id"])
        for case in CASES
        if case["kind"] == kind
    ]


def hand(cards: list[str]) -> int:
    return parse_hand(" ".join(cards))


def checked(expected: dict[str, Any], actual: dict[str, Any]) -> None:
    """Every field that the case expects is one that the test looks at."""
    assert {name: actual[name] for name in expected} == expected


def test_every_case_is_run():
    run = [kind for kind in RUN for _ in of_kind(kind)]
    assert len(run) == len(CASES) > 60


@pytest.mark.parametrize(("given", "expected"), of_kind("deadwood"))
def test_deadwood(engine, given, expected):
    held = hand(given["hand"])
    actual = {"deadwood": engine.min_deadwood(held), "melds": len(engine.melds(held))}
    if held.bit_count() <= LISTED:
        best = engine.best_spreads(held)
        actual["arrangements"] = len(best)
        actual["deadwood_sets"] = len({spread.unmelded for spread in best})
    checked(expected, actual)
    assert engine.best_spread(held).deadwood == expected["deadwood"]


@pytest.mark.parametrize(("given", "expected"), of_kind("discard"))
def test_discard(engine, given, expected):
    held, barred = hand(given["hand"]), hand(given.get("forbidden", []))
    best = engine.best_discards(held, barred)
    knocks = engine.knock_discards(held, given["limit"], barred)
    checked(
        expected,
        {
            "deadwood": best.deadwood,
            "discards": sorted(format_hand(best.cards).split()),
            "knock_discards": sorted(format_hand(knocks).split()),
            "big_gin": engine.is_big_gin(held),
        },
    )


@pytest.mark.parametrize(("given", "expected"), of_kind("layoff"))
def test_layoff(engine, given, expected):
    held = hand(given["hand"])
    table = [hand(meld) for meld in given["knocker_melds"]]
    spread = engine.best_spread(held)
    left = spread.unmelded
    while fits := engine.legal_layoffs(left, table):
        card = fits & -fits
        left &= ~card
        taker = next(meld for meld in table if engine.is_meld(meld | card))
        table[table.index(taker)] |= card
    best = engine.best_layoff(held, [hand(meld) for meld in given["knocker_melds"]])
    checked(expected, {"deadwood": best.deadwood, "melds_first": engine.hand_points(left)})


@pytest.mark.parametrize(("given", "expected"), of_kind("meld"))
def test_meld(engine, given, expected):
    checked(expected, {"is_meld": engine.is_meld(hand(given["cards"]))})


@pytest.mark.parametrize(("given", "expected"), of_kind("score"))
def test_score(given, expected):
    given = dict(given)
    if not given.pop("tie_is_undercut", True):
        given["tie"] = "nobody"
    knocker, defender = given.pop("knocker_deadwood"), given.pop("defender_deadwood")
    big_gin = given.pop("big_gin", False)
    score = knock_score(knocker, defender, Rules(**given), big_gin=big_gin)
    checked(expected, {"points": score})


@pytest.mark.parametrize(("given", "expected"), of_kind("knocker"))
def test_knocker(engine, given, expected):
    held, defender = hand(given["hand"]), hand(given["defender"])
    values = []
    for spread in engine.best_spreads(held):
        left = engine.best_layoff(defender, spread.melds).deadwood
        melds = sorted(format_hand(meld).replace(" ", "") for meld in spread.melds)
        values.append([knock_score(spread.deadwood, left, Rules()), melds])
    values.sort(reverse=True)
    best = engine.best_knock(held, defender, rules=Rules())
    checked(
        expected,
        {
            "deadwood": engine.min_deadwood(held),
            "best_points": best.score,
            "worst_points": values[-1][0],
            "values": values,
        },
    )


@pytest.mark.parametrize(("given", "expected"), of_kind("outs"))
def test_outs(engine, given, expected):
    held, seen = hand(given["hand"]), hand(given["seen"])
    outs = engine.outs(held, given["limit"], seen)
    unseen = 52 - (held | seen).bit_count()
    checked(expected, {"outs": format_hand(outs).split(), "unseen": unseen})


RUN = ("deadwood", "discard", "layoff", "meld", "score", "knocker", "outs")
