"""What is played out by strategies, summed up, and stopped when one goes wrong."""

from __future__ import annotations

import importlib
import random
from itertools import pairwise
from math import sqrt

import pytest
from another_thread import ticking
from layouts import TABLES
from positions import positions

from gin_fast.playing import TALLY
from gin_fast.results import RoundResult
from gin_fast.rules import Rules

PAIRINGS = [(a, b) for a in ("random", "simple") for b in ("random", "simple")]


@pytest.mark.parametrize(("a", "b"), PAIRINGS)
@pytest.mark.parametrize("rules", ["modern", "openspiel", "rlcard"])
def test_a_tally_sums_up_what_is_played(engine, playout, a, b, rules):
    count = 300 if engine.__name__.endswith("native") else 12
    start = 2**40 + 1
    played = [
        (index & 1, playout.play(a, b, 17, index, rules=rules).result)
        for index in range(start, start + count)
    ]
    sums = dict(zip(TALLY, playout.tally(a, b, 17, start, count, rules), strict=True))
    assert sums == summed(played)
    assert all(type(value) is int for value in sums.values())


def summed(played: list[tuple[int, RoundResult]]) -> dict[str, int]:
    def count(condition) -> int:
        return sum(bool(condition(result)) for _, result in played)

    def total(value) -> int:
        return sum(value(result) for _, result in played)

    sums = {"rounds": len(played)}
    for seat in (0, 1):
        sums[f"wins_{seat}"] = count(lambda r, seat=seat: r.winner == seat)
        sums[f"points_{seat}"] = total(lambda r, seat=seat: r.scored[seat])
        sums[f"points_{seat}_squared"] = total(lambda r, seat=seat: r.scored[seat] ** 2)
        for kind in ("knock", "undercut", "gin", "big_gin"):
            sums[f"{kind}s_{seat}"] = count(
                lambda r, kind=kind, seat=seat: (r.kind, r.winner) == (kind, seat)
            )
    sums["dead"] = count(lambda r: r.kind == "dead")
    sums["ties"] = count(lambda r: r.kind == "tie")
    sums["net_points_squared"] = total(lambda r: net(r) ** 2)
    for name in ("draws", "pile_draws"):
        sums[name] = total(lambda r, name=name: getattr(r, name))
        sums[f"{name}_squared"] = total(lambda r, name=name: getattr(r, name) ** 2)
    sums["knock_deadwood"] = total(lambda r: r.knocker_deadwood or 0)
    sums["knock_deadwood_squared"] = total(lambda r: (r.knocker_deadwood or 0) ** 2)
    sums["starter_wins"] = sum(result.winner == starter for starter, result in played)
    sums["starter_net"] = sum(
        -net(result) if starter else net(result) for starter, result in played
    )
    return {name: sums[name] for name in TALLY}


def net(result: RoundResult) -> int:
    return result.scored[0] - result.scored[1]


def test_tallies_of_parts_add_up(engine, playout):
    count = 4000 if engine.__name__.endswith("native") else 30
    rules = Rules(knock_limit=40, tie_is_undercut=False)
    whole = playout.tally("simple", "random", 1, 0, count, rules)
    choices = random.Random(3)
    for _ in range(3):
        cuts = sorted({0, count, *(choices.randrange(count) for _ in range(5))})
        parts = [
            playout.tally("simple", "random", 1, low, high - low, rules)
            for low, high in pairwise(cuts)
        ]
        assert tuple(map(sum, zip(*parts, strict=True))) == whole
    assert playout.tally("simple", "random", 1, 5, 0, rules) == (0,) * len(TALLY)


def test_other_threads_run_while_rounds_are_played(native):
    from gin_fast.native import playout

    during = tries = 0
    with ticking() as ticks:
        while during < 3 and tries < 500:
            tries += 1
            before = ticks()
            playout.tally("simple", "simple", 1, 0, 5000)
            during += ticks() - before
    assert during >= 3


@pytest.mark.parametrize(("a", "b"), PAIRINGS)
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_both_engines_tally_the_same(native, reference, a, b, rules):
    from gin_fast.native import playout as ours
    from gin_fast.reference import playout as twin

    last = 2**64 - 6
    assert ours.tally(a, b, 5, last, 6, rules) == twin.tally(a, b, 5, last, 6, rules)
    for starter in (None, 0, 1):
        setting = {"rules": rules, "starter": starter}
        assert ours.play(a, b, 6, 3, **setting) == twin.play(a, b, 6, 3, **setting)


@pytest.mark.parametrize(("a", "b"), [("simple", "random"), ("random", "simple")])
def test_the_same_deal_with_the_seats_swapped(engine, playout, a, b):
    """In either seat a strategy meets the same cards: as the starter, as the other, and in the
    stock."""
    for index in range(10):
        dealt = engine.deal(3, index)
        for starter, seated in enumerate([(a, b), (b, a)]):
            setting = {"rules": "eaai", "starter": starter}
            played = playout.play(*seated, 3, index, **setting)
            views = [view for view, _, _ in positions(engine, played, 3, index, **setting)]
            firsts = [next(view for view in views if view.seat == seat) for seat in (0, 1)]
            assert views[0].seat == starter
            assert firsts[starter].hand == dealt.hands[0]
            assert firsts[1 - starter].hand == dealt.hands[1]
            assert views[0].pile == (dealt.upcard,)
            drawn = [view.drawn for view in views if view.drawn_from == "stock"]
            assert tuple(dict.fromkeys(drawn)) == dealt.stock[: len(set(drawn))]


def test_seats_are_equal_and_strategies_are_not(native):
    from gin_fast.native import playout

    sums = dict(zip(TALLY, playout.tally("simple", "simple", 1, 0, 100_000, "eaai"), strict=True))
    assert abs(sums["wins_0"] - sums["wins_1"]) < 4.5 * sqrt(sums["rounds"])
    assert abs(sums["points_0"] - sums["points_1"]) < 4.5 * sqrt(sums["net_points_squared"])
    sums = dict(zip(TALLY, playout.tally("simple", "random", 1, 0, 20_000, "eaai"), strict=True))
    assert sums["wins_0"] > 0.99 * sums["rounds"]


BAD = [
    ("play", ("simple", "expert", 1)),
    ("play", (None, "simple", 1)),
    ("play", ("simple", b"simple", 1)),
    ("play", ("simple", "simple", -1)),
    ("play", ("simple", "simple", 1, 2**64)),
    ("play", ("simple", "simple", True)),
    ("tally", ("simple", "", 1, 0, 1)),
    ("tally", ("simple", 3, 1, 0, 1)),
    ("tally", ("simple", "simple", 2**64, 0, 1)),
    ("tally", ("simple", "simple", 0, -1, 1)),
    ("tally", ("simple", "simple", 0, 0, -1)),
    ("tally", ("simple", "simple", 0, 0, 2**41)),
    ("tally", ("simple", "simple", 0, 2**64 - 5, 6)),
    ("tally", ("simple", "simple", 0, 0, 1.0)),
    ("tally", ("simple", "simple", 0, 0, 1, "whist")),
    ("tally", ("simple", "simple", 0, 0, 1, None)),
]


@pytest.mark.parametrize(("name", "arguments"), BAD)
def test_bad_arguments(native, reference, name, arguments):
    said = []
    for engine in (native, reference):
        playout = importlib.import_module(f"{engine.__name__}.playout")
        with pytest.raises((ValueError, TypeError)) as caught:
            getattr(playout, name)(*arguments)
        said.append((caught.type, str(caught.value)))
    assert said[0] == said[1]


def test_bad_settings(native, reference):
    for setting in ({"starter": 2}, {"starter": True}, {"rules": 5}, {"rules": "x", "starter": 2}):
        said = []
        for engine in (native, reference):
            playout = importlib.import_module(f"{engine.__name__}.playout")
            with pytest.raises((ValueError, TypeError)) as caught:
                playout.play("simple", "simple", 1, 0, **setting)
            said.append((caught.type, str(caught.value)))
        assert said[0] == said[1]


# Faults: what a strategy answers is not legal.


@pytest.mark.parametrize("action", [-1, 104, 594, 10**9])
def test_a_fault_stops_the_reference(monkeypatch, action):
    from gin_fast.reference import playout, policies

    monkeypatch.setitem(policies.STRATEGIES, "simple", lambda view, stream, memory: action)
    said = f"strategy 'simple' in seat 1 chose the illegal action {action} in round 5 of seed 9"
    with pytest.raises(RuntimeError) as caught:
        playout.play("random", "simple", 9, 5)
    assert str(caught.value) == said
    with pytest.raises(RuntimeError) as caught:
        playout.tally("random", "simple", 9, 5, 3)
    assert str(caught.value) == said


@pytest.mark.xdist_group("outsider")
@pytest.mark.parametrize(
    ("status", "action"), [(1, -1), (0, 0), (2, 0), (-1, 0), (1, 594), (1, 103), (1, 108), (1, -2)]
)
def test_a_fault_stops_native_rounds(native, outsider, status, action):
    """No status but 1, and no action that is not legal, becomes a move."""
    seat, index, told = outsider.tally(2, status, action, 50)
    assert (seat, told) == (1, action)
    assert index < 3
    # As long as all is well rounds go on: one that never goes wrong is played to the end.
    assert outsider.tally(10**6, status, action, 50)[0] == 50
