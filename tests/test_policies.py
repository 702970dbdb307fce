"""The built-in strategies, and what playing them out sums up."""

from __future__ import annotations

import importlib
import importlib.util
import random
import shutil
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import brute_force
import pytest

import gin_fast
from gin_fast.playing import TALLY
from gin_fast.reference import ALL_MELDS
from gin_fast.results import Playout, RoundResult
from gin_fast.rules import Rules

PAIRINGS = [(a, b) for a in ("random", "simple") for b in ("random", "simple")]


@pytest.fixture
def playout(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.playout")


def positions(engine: ModuleType, played: Playout, seed: int, index: int, **setting: Any):
    """``(view, legal actions, action)`` for every decision of a round."""
    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    setting.setdefault("starter", index & 1)
    state = rounds.RoundState.deal(seed, index, **setting)
    for seat, action in played.actions:
        assert state.to_move == seat
        yield state.view(seat), state.legal_actions(), action
        state.apply(action)
    assert state.result == played.result


# What `simple` does, told once more.


@pytest.mark.parametrize("rules", ["modern", "eaai"])
def test_simple_does_as_it_is_described(engine, playout, rules):
    ties: Counter[tuple[int, int]] = Counter()
    for index in range(250 if engine.__name__.endswith("native") else 40):
        pairs: list[set[frozenset[int]]] = [set(), set()]
        best: list[tuple[int, ...]] = []
        played = playout.play("simple", "simple", 8, index, rules=rules)
        for view, legal, action in positions(engine, played, 8, index, rules=rules):
            if view.phase in ("first_upcard", "draw"):
                top = 1 << view.pile[-1]
                wanted = any(meld & top for meld in brute_force.melds(view.hand | top))
                leave = 106 if view.phase == "first_upcard" else 104
                assert action == (105 if wanted and 105 in legal else leave)
            elif view.phase == "discard":
                check_discard(view, legal, action, pairs[view.seat], ties)
            elif view.phase == "spread":
                if not view.melds:
                    least = brute_force.min_deadwood(view.hand)
                    best = [taken for taken, _, _ in brute_force.spreads(view.hand, least)]
                if len(best) == 1:
                    assert action == 108
                elif action == 106:
                    assert view.melds in best
                else:
                    shown = (*view.melds, ALL_MELDS[action - 109])
                    assert any(taken[: len(shown)] == shown for taken in best)
            else:
                assert (view.phase, action) == ("layoff", 108)
    if engine.__name__.endswith("native"):
        for count in (2, 3, 4):
            chosen = [ties[count, place] for place in range(count)]
            assert fair(chosen)


def check_discard(view, legal, action, pairs, ties) -> None:
    if 107 in legal:
        assert action == 107
        return
    assert action < 104
    thrown = action % 52
    left = brute_force.after_throws(view.hand, view.barred)
    fresh = {card for card in left if frozenset((view.drawn, card)) not in pairs} or set(left)
    least = min(left[card] for card in fresh)
    best = [card for card in sorted(fresh) if left[card] == least]
    assert thrown in best
    assert (action >= 52) == (least <= view.rules.knock_limit)
    pairs.add(frozenset((view.drawn, thrown)))
    ties[len(best), best.index(thrown)] += 1


def fair(counts: list[int]) -> bool:
    """Whether all these came up about equally often: 4.5 standard deviations at most."""
    mean = sum(counts) / len(counts)
    assert mean > 20
    chi_square = sum((count - mean) ** 2 / mean for count in counts)
    freedom = len(counts) - 1
    return abs(chi_square - freedom) < 4.5 * sqrt(2 * freedom)


def test_simple_does_not_repeat_a_pair(engine, playout):
    """Two that take each other's throws could go on for ever; the pairs see to it that they do
    not."""
    for index in range(60):
        played = playout.play("simple", "simple", 21, index, rules=Rules(pile_draw_cap=1000))
        assert played.result.pile_draws < 60


def test_simple_spreads_at_random(native):
    """Of several best spreads each is shown as often."""
    from gin_fast.native import playout

    chosen: Counter[int] = Counter()
    for index in range(8000):
        played = playout.play("simple", "simple", 31, index, rules="eaai")
        for view, _, action in positions(native, played, 31, index, rules="eaai"):
            if view.phase == "spread" and not view.melds and action != 106:
                best = [spread.melds for spread in native.best_spreads(view.hand)]
                if len(best) == 2 and best[0][0] != best[1][0]:
                    chosen[[melds[0] for melds in best].index(ALL_MELDS[action - 109])] += 1
    assert fair([chosen[0], chosen[1]])


def test_random_chooses_each_legal_action_as_often(native):
    from gin_fast.native import playout

    chosen: Counter[tuple[int, int]] = Counter()
    phases: Counter[tuple[str, int]] = Counter()
    for index in range(1500):
        played = playout.play("random", "random", 41, index)
        for view, legal, action in positions(native, played, 41, index):
            assert action in legal
            chosen[len(legal), legal.index(action)] += 1
            phases[view.phase, action] += 1
    for count in (2, 10, 11):
        assert fair([chosen[count, place] for place in range(count)])
    assert {phase for phase, _ in phases} == {"first_upcard", "draw", "discard", "spread", "layoff"}


# What is played out.


@pytest.mark.parametrize(("a", "b"), PAIRINGS)
def test_a_tally_sums_up_what_is_played(engine, playout, a, b):
    count = 300 if engine.__name__.endswith("native") else 12
    start = 2**40 + 1
    played = [
        (index & 1, playout.play(a, b, 17, index, rules="modern").result)
        for index in range(start, start + count)
    ]
    sums = dict(zip(TALLY, playout.tally(a, b, 17, start, count, "modern"), strict=True))
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
        sums[f"points_{seat}"] = total(lambda r, seat=seat: r.points * (r.winner == seat))
        sums[f"points_{seat}_squared"] = total(
            lambda r, seat=seat: (r.winner == seat) * r.points**2
        )
        for kind in ("knock", "undercut", "gin", "big_gin"):
            sums[f"{kind}s_{seat}"] = count(
                lambda r, kind=kind, seat=seat: (r.kind, r.winner) == (kind, seat)
            )
    sums["dead"] = count(lambda r: r.kind == "dead")
    sums["ties"] = count(lambda r: r.kind == "tie")
    sums["net_points_squared"] = total(lambda r: r.points**2)
    for name in ("draws", "pile_draws"):
        sums[name] = total(lambda r, name=name: getattr(r, name))
        sums[f"{name}_squared"] = total(lambda r, name=name: getattr(r, name) ** 2)
    sums["knock_deadwood"] = total(lambda r: r.knocker_deadwood or 0)
    sums["knock_deadwood_squared"] = total(lambda r: (r.knocker_deadwood or 0) ** 2)
    sums["starter_wins"] = sum(result.winner == starter for starter, result in played)
    sums["starter_net"] = sum(
        result.points * (1 if result.winner == starter else -1) for starter, result in played
    )
    return {name: sums[name] for name in TALLY}


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


@pytest.mark.parametrize(("a", "b"), PAIRINGS)
@pytest.mark.parametrize("rules", ["modern", "eaai"])
def test_both_engines_tally_the_same(native, reference, a, b, rules):
    from gin_fast.native import playout as ours
    from gin_fast.reference import playout as twin

    last = 2**64 - 12
    assert ours.tally(a, b, 5, last, 12, rules) == twin.tally(a, b, 5, last, 12, rules)
    for starter in (None, 0, 1):
        setting = {"rules": rules, "starter": starter}
        assert ours.play(a, b, 6, 3, **setting) == twin.play(a, b, 6, 3, **setting)


def test_the_same_deal_with_the_seats_swapped(playout):
    """Seats choose by streams of their own, so only the strategies change places."""
    one = playout.play("simple", "random", 3, 0, starter=0)
    other = playout.play("random", "simple", 3, 0, starter=1)
    assert one.actions[0][0] == 0
    assert other.actions[0][0] == 1


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


SETUP = """
from Cython.Build import cythonize
from setuptools import setup

setup(name="outsider", ext_modules=cythonize(["outsider.pyx"], include_path=[{!r}]))
"""


@pytest.fixture(scope="module")
def outsider(native: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A module compiled against the C functions: strategies that go wrong, and draws."""
    place = tmp_path_factory.mktemp("outsider")
    shutil.copy(Path(__file__).parent / "outsider.pyx", place)
    (place / "setup.py").write_text(
        SETUP.format(str(Path(gin_fast.__file__).parent.parent)), "utf-8"
    )
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    path = next(file for file in place.glob("outsider.*") if file.suffix in (".so", ".pyd"))
    spec = importlib.util.spec_from_file_location("outsider", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def test_a_draw_is_made_anew_where_some_numbers_would_be_likelier(native, outsider):
    from gin_fast.reference.dealing import Stream

    count = 3 << 30
    bound = 2**64 % count
    assert bound > 0
    # The low word of word * count is the first word that gives it: small ones are below the bound.
    words = [0, 0, 5, 2**63, 0, 2**64 - 1, 12345, 7]
    stream = Stream(0, 0, 0)
    stream._words = list(words)
    counts = [count, 1, count, count]
    drawn, used = outsider.below(words, counts)
    assert drawn == [stream.below(number) for number in counts]
    assert used == 8 - len(stream._words)
    assert used > 3


def test_both_ways_to_deal_are_one(native, outsider):
    """The quick way passes words on that call for another draw, which no seed will be found for."""
    for index in range(200):
        assert outsider.dealt(3, index, True) == outsider.dealt(3, index, False)
