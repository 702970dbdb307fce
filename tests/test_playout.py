"""What is played out by strategies, summed up, and stopped when one goes wrong."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from itertools import pairwise
from math import sqrt
from types import ModuleType
from typing import Any, NamedTuple

import brute_force
import pytest
from another_thread import ticking
from layouts import TABLES
from positions import positions
from simulating import AtOnce, Faulty, Interrupting, Plain, Worse

from gin_fast.answers.faults import MOST_FAULTS
from gin_fast.answers.sums import (
    DEADWOOD_BINS,
    DRAW_BINS,
    NET_BINS,
    TALLY,
    Counts,
    GameSums,
    Sums,
    Tally,
)
from gin_fast.cards.hands import parse_hand
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.state.results import RoundResult
from gin_fast.strategies.builtin import PLAIN

PAIRINGS = [(a, b) for a in ("random", "simple") for b in ("random", "simple")]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("a", "b"), PAIRINGS)
@pytest.mark.parametrize("rules", ["modern", "openspiel", "rlcard"])
def test_a_tally_sums_up_what_is_played(engine, playout, a, b, rules, mirrored):
    count = 300 if engine.__name__.endswith("native") else 12
    start = 2**40 + 2
    units = played(playout, a, b, 17, start, count, rules, mirrored=mirrored)
    tally = playout.tally(a, b, 17, start, count, rules, mirrored=mirrored)
    assert tally == Tally(summed(units), GameSums(), counted(units), ())
    sums, counts = tally.rounds, tally.counts
    assert (type(tally), type(sums), type(counts)) == (Tally, Sums, Counts)
    assert all(
        type(value) is int for part in (sums, counts.net_points, counts.draws) for value in part
    )
    assert sum(counts.net_points) == sum(counts.draws) == count
    knocks = sums.knocks_0 + sums.knocks_1 + sums.undercuts_0 + sums.undercuts_1 + sums.ties
    assert sum(counts.knock_deadwood) == knocks


class Played(NamedTuple):
    """A round that was played, and who sat where."""

    result: RoundResult
    starter: int
    seat_of_a: int

    def won(self, side: int) -> bool:
        return self.result.winner is not None and self.result.winner ^ self.seat_of_a == side

    def points(self, side: int) -> int:
        return self.result.scored[side ^ self.seat_of_a]

    @property
    def net(self) -> int:
        return self.points(0) - self.points(1)

    @property
    def starter_net(self) -> int:
        return self.net if self.starter == self.seat_of_a else -self.net

    @property
    def knock_deadwood(self) -> int | None:
        """The knocker's, unless he went gin."""
        is_knock = self.result.kind in ("knock", "undercut", "tie")
        return self.result.knocker_deadwood if is_knock else None


def played(
    playout: ModuleType, a: Any, b: Any, seed: int, start: int, count: int, rules: Any, *, mirrored
) -> list[list[Played]]:
    """The rounds of a tally one by one, in its units."""
    rounds = []
    for number in range(start, start + count):
        index, seat_of_a = (number // 2, number % 2) if mirrored else (number, 0)
        seated = (b, a) if seat_of_a else (a, b)
        result = playout.play(*seated, seed, index, rules=rules, starter=index & 1).result
        rounds.append(Played(result, index & 1, seat_of_a))
    size = 2 if mirrored else 1
    return [rounds[place : place + size] for place in range(0, count, size)]


BY_ROUNDS = [name for name in TALLY if name.endswith("_by_rounds")]


def summed(units: list[list[Played]]) -> Sums:
    """What the rounds add up to, none of them forfeited."""
    rounds = [one for unit in units for one in unit]
    sums = dict.fromkeys(TALLY, 0) | {"rounds": len(rounds)}

    def of_units(value) -> list[int]:
        return [sum(value(one) for one in unit) for unit in units]

    values = {
        "net_points": lambda one: one.net,
        "draws": lambda one: one.result.draws,
        "pile_draws": lambda one: one.result.pile_draws,
        "knock_deadwood": lambda one: one.knock_deadwood or 0,
        "knocks": lambda one: one.knock_deadwood is not None,
        "starter_wins": lambda one: one.result.winner == one.starter,
        "starter_net": lambda one: one.starter_net,
        "decided": lambda one: one.result.winner is not None,
        "rounds": lambda one: 1,
    }
    for side in (0, 1):
        values[f"wins_{side}"] = lambda one, side=side: one.won(side)
        values[f"points_{side}"] = lambda one, side=side: one.points(side)
        for kind in ("knock", "undercut", "gin", "big_gin"):
            sums[f"{kind}s_{side}"] = sum(
                one.result.kind == kind and one.won(side) for one in rounds
            )
    for name, value in values.items():
        totals = of_units(value)
        sums[f"{name}_squared"] = sum(total**2 for total in totals)
        if name in sums:
            sums[name] = sum(totals)
    for name, x, w in (
        ("knock_deadwood_by_knocks", "knock_deadwood", "knocks"),
        ("starter_wins_by_decided", "starter_wins", "decided"),
        *((name, name.removesuffix("_by_rounds"), "rounds") for name in BY_ROUNDS),
    ):
        pairs = zip(of_units(values[x]), of_units(values[w]), strict=True)
        sums[name] = sum(total * weight for total, weight in pairs)
    sums["dead"] = sum(one.result.kind == "dead" for one in rounds)
    sums["ties"] = sum(one.result.kind == "tie" for one in rounds)
    return Sums(**sums)


def counted(units: list[list[Played]]) -> Counts:
    """How many of the rounds had each value."""
    rounds = [one for unit in units for one in unit]

    def spread(values: list[int], bins: int) -> tuple[int, ...]:
        found = Counter(min(max(value, 0), bins - 1) for value in values)
        return tuple(found[place] for place in range(bins))

    knocks = [one.knock_deadwood for one in rounds if one.knock_deadwood is not None]
    return Counts(
        spread([one.net + 256 for one in rounds], NET_BINS),
        spread([one.result.draws for one in rounds], DRAW_BINS),
        spread(knocks, DEADWOOD_BINS),
    )


def test_what_is_beyond_the_last_place_is_counted_there(engine, playout):
    """In either direction, and what fits the last places exactly too."""
    count = 40 if engine.__name__.endswith("native") else 8
    for a, b, place in (("simple", "random", -1), ("random", "simple", 0)):
        rules = Rules(gin_bonus=1000, big_gin_bonus=1000, knock_limit=0, pile_draw_cap=200)
        units = played(playout, a, b, 3, 0, count, rules, mirrored=False)
        tally = playout.tally(a, b, 3, 0, count, rules)
        assert tally.counts == counted(units)
        assert tally.counts.net_points[place] == sum(one.won(0) or one.won(1) for [one] in units)
        assert tally.counts.net_points[place] > 0
    long = Rules(pile_draw_cap=200, taken_card_may_return=True, return_cap=None)
    units = played(playout, "random", "random", 3, 0, count, long, mirrored=False)
    assert playout.tally("random", "random", 3, 0, count, long).counts == counted(units)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("a", "b"), [("simple", "random"), ("simple", Worse), (Faulty, Worse)])
def test_tallies_of_parts_add_up(engine, playout, a, b, mirrored):
    native = engine.__name__.endswith("native")
    count = 30 if not native else 4000 if b == "random" else 120
    setting = {"rules": Rules(knock_limit=40, tie="nobody"), "mirrored": mirrored}
    whole = playout.tally(a, b, 1, 0, count, **setting)
    if b != "random":
        forfeits = whole.rounds.forfeits_0 + whole.rounds.forfeits_1
        assert len(whole.faults) == MOST_FAULTS < forfeits
    choices, step = random.Random(3), 2 if mirrored else 1
    for _ in range(3):
        cuts = sorted({0, count, *(choices.randrange(0, count, step) for _ in range(5))})
        total = Tally()
        for low, high in pairwise(cuts):
            total = total.plus(playout.tally(a, b, 1, low, high - low, **setting))
        assert total == whole
    assert playout.tally(a, b, 1, 6, 0, **setting) == Tally()


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


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("a", "b"), PAIRINGS)
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_both_engines_tally_the_same(native, reference, a, b, rules, mirrored):
    from gin_fast.native import playout as ours
    from gin_fast.reference import playout as twin

    given = a, b, 5, 2**64 - 4, 4, rules
    assert ours.tally(*given, mirrored=mirrored) == twin.tally(*given, mirrored=mirrored)
    for starter in () if mirrored else (None, 0, 1):
        setting = {"rules": rules, "starter": starter}
        assert ours.play(a, b, 6, 3, **setting) == twin.play(a, b, 6, 3, **setting)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", PROFILES)
def test_both_engines_tally_more_strategies_the_same(native, reference, rules, mirrored):
    from gin_fast.native import playout as ours
    from gin_fast.reference import playout as twin

    pairs = [("greedy", "knock_early"), ("defensive", "gin_hunter"), ("greedy:knock=3", Plain)]
    for number, (a, b) in enumerate(pairs):
        given = a, b, 6, 2 * number, 2, rules
        assert ours.tally(*given, mirrored=mirrored) == twin.tally(*given, mirrored=mirrored)


# Mirrored: every deal twice, with the seats changed.


@pytest.mark.parametrize("strategy", [*PLAIN, Plain], ids=str)
def test_against_itself_mirrored_every_pair_comes_out_even(engine, playout, strategy):
    """Both have the same cards once, and draw by the same streams."""
    many = engine.__name__.endswith("native") and strategy is not Plain
    for rules in ("modern", "rlcard"):
        count = 100 if many else 2
        sums = playout.tally(strategy, strategy, 3, 0, count, rules, mirrored=True).rounds
        assert sums.rounds == count
        assert sums.net_points_squared == 0
        assert (sums.wins_0, sums.points_0) == (sums.wins_1, sums.points_1)
        assert sums.wins_0_squared == sums.wins_1_squared
        plain = playout.tally(strategy, strategy, 3, 0, count // 2, rules).rounds
        for name in ("draws", "pile_draws", "starter_wins", "starter_net", "dead", "ties"):
            assert getattr(sums, name) == 2 * getattr(plain, name)
            if f"{name}_squared" in TALLY:
                squared = f"{name}_squared"
                assert getattr(sums, squared) == 4 * getattr(plain, squared)
            if (by_rounds := f"{name}_by_rounds") in TALLY:
                assert getattr(sums, by_rounds) == 4 * getattr(plain, by_rounds)
        assert sums.rounds_squared == 4 * plain.rounds_squared == 2 * count


def test_mirrored_rounds_vary_less(native):
    """Much of the luck of the deal is taken out, which is what they are for."""
    from gin_fast.native import playout

    count = 20_000
    alone = playout.tally("greedy", "simple", 5, 0, count, "eaai").rounds
    pairs = playout.tally("greedy", "simple", 5, 0, count, "eaai", mirrored=True).rounds
    # Sums of squares over the rounds, and over half as many pairs: the variances of the mean.
    assert pairs.net_points_squared < 0.9 * alone.net_points_squared


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

    sums = playout.tally("simple", "simple", 1, 0, 100_000, "eaai").rounds
    assert abs(sums.wins_0 - sums.wins_1) < 4.5 * sqrt(sums.rounds)
    assert abs(sums.points_0 - sums.points_1) < 4.5 * sqrt(sums.net_points_squared)
    sums = playout.tally("simple", "random", 1, 0, 20_000, "eaai").rounds
    assert sums.wins_0 > 0.99 * sums.rounds


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
    ("play", (Plain(), "simple", 1)),
    ("play", ("no_such_module:mine", "simple", 1)),
    ("tally", ("math:pi", "simple", 1, 0, 1)),
    ("tally", ("simple", "", None, None, None, None)),
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


SETTINGS = [
    ("play", {"starter": 2}),
    ("play", {"starter": True}),
    ("play", {"rules": 5}),
    ("play", {"rules": "x", "starter": 2}),
    ("tally", {"mirrored": 1}),
    ("tally", {"mirrored": None}),
    ("tally", {"mirrored": "yes", "on_error": 3}),
    ("tally", {"on_error": "ignore"}),
    ("tally", {"on_error": None}),
    ("tally", {"on_error": ["raise"]}),
    ("tally", {"on_error": "raise", "rules": "x"}),
    ("tally", {"start": 1, "mirrored": True}),
    ("tally", {"count": 3, "mirrored": True}),
    ("tally", {"start": 3, "count": 5, "mirrored": True, "on_error": "x"}),
    ("tally", {"start": 2**64 - 2, "count": 4, "mirrored": True}),
]


@pytest.mark.parametrize(("name", "setting"), SETTINGS)
def test_bad_settings(native, reference, name, setting):
    given = {"seed": 1} | ({"start": 0, "count": 2} if name == "tally" else {}) | setting
    said = []
    for engine in (native, reference):
        playout = importlib.import_module(f"{engine.__name__}.playout")
        with pytest.raises((ValueError, TypeError)) as caught:
            getattr(playout, name)("simple", "simple", **given)
        said.append((caught.type, str(caught.value)))
    assert said[0] == said[1]


@pytest.mark.parametrize("setting", [{"start": 1}, {"count": 1}, {"start": 5, "count": 5}])
def test_mirrored_rounds_come_in_pairs(playout, setting):
    name, value = next(iter(setting.items()))
    given = {"seed": 1, "start": 0, "count": 2, "mirrored": True} | setting
    with pytest.raises(ValueError, match=f"{name} must be even where mirrored, not {value}"):
        playout.tally("simple", "simple", **given)


# Faults: what a strategy answers is not legal, or it raises an error.


NOT_OF_PHASE = "in phase first_upcard: not a choice in this phase"


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (-1, "gave no answer"),
        (104, f"chose the illegal action 104 (draw stock) {NOT_OF_PHASE}"),
        (594, "chose the illegal action 594"),
        (10**9, "chose the illegal action 1000000000"),
    ],
)
def test_a_fault_in_the_reference(monkeypatch, action, error):
    from gin_fast.reference import players, playout

    monkeypatch.setitem(players.ACTS, "simple", lambda view, stream, memory: action)
    said = f"round 5 of seed 9: strategy 'simple' in seat 1 {error}"
    with pytest.raises(RuntimeError) as caught:
        playout.play("random", "simple", 9, 5)
    assert str(caught.value) == said
    with pytest.raises(RuntimeError) as caught:
        playout.tally("random", "simple", 9, 5, 3, on_error="raise")
    assert str(caught.value) == said
    tally = playout.tally("random", "simple", 9, 5, 3)
    assert [(one.number, one.deal, one.seat, one.action) for one in tally.faults] == [
        (index, index, 1, action) for index in (5, 6, 7)
    ]
    assert tally.faults[0].error == error
    assert tally.rounds.forfeits_0 == tally.rounds.wins_0 == tally.rounds.rounds == 3


@pytest.mark.xdist_group("outsider")
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("status", "action"), [(1, -1), (0, 0), (2, 0), (-1, 0), (1, 594), (1, 103), (1, 108), (1, -2)]
)
def test_a_fault_stops_native_rounds(native, outsider, status, action, mirrored):
    """No status but 1, and no action that is not legal, becomes a move."""
    done, sums, (side, seat, told, index) = outsider.tally(2, status, action, 50, mirrored)
    assert (side, told) == (1, action if status == 1 else -1)
    assert done <= 4
    number = done - 1
    assert (index, seat) == ((number // 2, 1 - number % 2) if mirrored else (number, 1))
    assert sums.forfeits_0 == 1
    assert sums.forfeits_1 == 0
    # The round is counted, with its unit if that is over.
    assert sums.rounds == done
    assert sums.wins_0 + sums.wins_1 + sums.dead + sums.ties == done - (mirrored and done % 2)
    # As long as all is well rounds go on: one that never goes wrong is played to the end.
    done, sums, found = outsider.tally(10**6, status, action, 50, mirrored)
    assert (done, sums.rounds, found) == (50, 50, None)
    assert sums.forfeits_0 == sums.forfeits_1 == 0


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_both_engines_forfeit_the_same(native, reference, rules, mirrored):
    """Sums, counts, and of the first faults the texts, the actions and the views."""
    from gin_fast.native import playout as ours
    from gin_fast.reference import playout as twin

    for number, (a, b) in enumerate([("simple", Faulty), (Worse, "greedy"), (Faulty, Worse)]):
        given = a, b, 8, 8 * number, 8, rules
        told = ours.tally(*given, mirrored=mirrored)
        assert told == twin.tally(*given, mirrored=mirrored)
        assert list(map(str, told.faults)) == list(
            map(str, twin.tally(*given, mirrored=mirrored).faults)
        )


@pytest.mark.parametrize("mirrored", [False, True])
def test_forfeits_are_counted(playout, mirrored):
    """All of them, though few are told; in the order of the rounds; and against who went wrong."""
    count = 80
    tally = playout.tally("simple", Worse, 8, 0, count, mirrored=mirrored)
    sums = tally.rounds
    assert sums.forfeits_1 == 0
    assert MOST_FAULTS < sums.forfeits_0 < count
    ends = [name for name in TALLY if name.endswith(("s_0", "s_1"))]
    ends = [name for name in ends if name[:-2] not in ("wins", "points")]
    assert sum(getattr(sums, name) for name in ends) + sums.dead + sums.ties == count
    won = sum(getattr(sums, name) for name in ends if name.endswith("_0"))
    assert sums.wins_0 == won
    assert sum(tally.counts.net_points) == sum(tally.counts.draws) == count
    faults = tally.faults
    assert len(faults) == MOST_FAULTS
    numbers = [one.number for one in faults]
    assert numbers == sorted(set(numbers))
    for one in faults:
        index, seat_of_a = (one.number // 2, one.number % 2) if mirrored else (one.number, 0)
        assert (one.deal, one.seat, one.strategy) == (index, 1 - seat_of_a, "Worse")
        assert one.view.seat == one.view.to_move == one.seat
        # Asked one by one the round stops there, and says the same.
        seated = (Worse, "simple") if seat_of_a else ("simple", Worse)
        with pytest.raises(RuntimeError) as caught:
            playout.play(*seated, 8, index, starter=index & 1)
        said = f"strategy 'Worse' in seat {one.seat} {one.error}"
        assert str(caught.value) == f"round {index} of seed 8: {said}"
        assert str(one) == f"round {index}, phase {one.view.phase}: {said}"


def test_faults_are_met_in_every_phase(native):
    from gin_fast.native import playout

    met: set[str] = set()
    for rules in ("modern", "oklahoma", Rules(stock_end="last_upcard", layoffs="always")):
        for index in range(200):
            faults = playout.tally(Faulty, Faulty, 2, index, 1, rules).faults
            met |= {one.view.phase for one in faults}
    assert met >= {"first_upcard", "draw", "discard", "spread", "layoff"}


def answering(answer: Any) -> type:
    """A strategy with but one answer."""

    class Answering:
        def act(self, view):
            if isinstance(answer, BaseException):
                raise answer
            return answer

    return Answering


LONG = "ValueError: " + "long " * 37


@pytest.mark.parametrize(
    ("answer", "action", "error"),
    [
        (0, 0, f"chose the illegal action 0 (discard AC) {NOT_OF_PHASE}"),
        (593, 593, f"chose the illegal action 593 (lay off KS on meld 2) {NOT_OF_PHASE}"),
        (None, -1, "failed: TypeError: an action must be an int or its text, not None"),
        (594, -1, "failed: ValueError: an action must be from 0 to 593, not 594"),
        (-1, -1, "failed: ValueError: an action must be from 0 to 593, not -1"),
        (10**30, -1, f"failed: ValueError: an action must be from 0 to 593, not {10**30}"),
        (True, -1, "failed: TypeError: an action must be an int or its text, not True"),
        (float("nan"), -1, "failed: TypeError: an action must be an int or its text, not nan"),
        (SystemExit(3), -1, "failed: SystemExit: 3"),
        (StopIteration(), -1, "failed: StopIteration:"),
        (ZeroDivisionError("a\n b"), -1, "failed: ZeroDivisionError: a b"),
        (ValueError("long " * 99), -1, f"failed: {LONG[:197]}..."),
    ],
)
def test_what_a_fault_says(playout, answer, action, error):
    [one] = playout.tally(answering(answer), "simple", 9, 4, 1).faults
    assert (one.number, one.deal, one.seat, one.action, one.error) == (4, 4, 0, action, error)
    assert one.strategy == "answering.<locals>.Answering"
    assert one.view.phase == "first_upcard"


@pytest.mark.parametrize("answer", ["dance", "", "\x00", "discard", "draw", "x" * 10**5])
def test_texts_that_name_no_action(native, reference, answer):
    said = []
    for engine in (native, reference):
        playout = importlib.import_module(f"{engine.__name__}.playout")
        [one] = playout.tally(answering(answer), "simple", 9, 4, 1).faults
        assert len(one.error) < 250
        assert one.error.isprintable()
        said.append(one)
    assert said[0] == said[1]


class NotMade(Plain):
    def __init__(self):
        raise LookupError("no memory of it")


class NotBegun(Plain):
    def begin(self, rng):
        raise LookupError("not yet")


class NotAsked:
    def __new__(cls):
        return object()  # which has no act

    def act(self, view):
        raise NotImplementedError


class BegunWrongly(Plain):
    def begin(self):
        pass


@pytest.mark.parametrize("strategy", [NotMade, NotBegun, NotAsked, BegunWrongly])
def test_what_cannot_even_begin(native, reference, strategy):
    """It is asked anew in each round."""
    tallies = []
    for engine in (native, reference):
        playout = importlib.import_module(f"{engine.__name__}.playout")
        tally = playout.tally("simple", strategy, 9, 0, 5)
        assert tally.rounds.forfeits_0 == len(tally.faults) == 5
        tallies.append(tally)
        with pytest.raises(RuntimeError, match="failed: "):
            playout.play("simple", strategy, 9, 0)
    assert tallies[0] == tallies[1]


@pytest.mark.parametrize("strategy", [NotMade, NotBegun, NotAsked, AtOnce])
def test_a_seat_that_fails_says_the_same_again(native, reference, strategy):
    said = []
    for engine in (native, reference):
        playout, rounds = (
            importlib.import_module(f"{engine.__name__}.{name}") for name in ("playout", "rounds")
        )
        seat, state = playout.Seat(strategy, 3, 0, 0), rounds.RoundState.deal(3, 0, dealer=1)
        for _ in range(3):
            with pytest.raises(RuntimeError) as caught:
                seat.choose(state)
            said.append(str(caught.value))
    assert len(set(said)) == 1


@pytest.mark.parametrize("mirrored", [False, True])
def test_what_a_forfeit_scores(engine, playout, mirrored):
    """The other scores as for gin: the bonus, and the least deadwood of the hand as it is."""
    dealt = engine.deal(9, 0)
    held = parse_hand("3C 5C 7C QC 9D KD 5H TH KH 8S")  # no meld: all its pips
    assert dealt.hands[0] == held  # the starter's
    assert brute_force.min_deadwood(held) == 77
    tally = playout.tally(AtOnce, "simple", 9, 0, 2 if mirrored else 1, "eaai", mirrored=mirrored)
    first = tally.faults[0]
    assert (first.seat, first.view.hand, first.view.draws) == (0, held, 0)
    if mirrored:
        # Seated as the other it is asked when the starter has done something: with its own hand.
        second = tally.faults[1]
        assert (second.number, second.deal, second.seat) == (1, 0, 1)
        left = brute_force.min_deadwood(second.view.hand)
        scored = 25 + 77, 25 + left
    else:
        scored = (25 + 77,)
    sums = tally.rounds
    assert (sums.points_0, sums.points_1) == (0, sum(scored))
    assert sums.points_1_squared == sum(scored) ** 2
    assert sums.forfeits_1 == sums.wins_1 == sums.rounds == len(scored)
    assert sums.knock_deadwood == sum(tally.counts.knock_deadwood) == 0
    assert all(tally.counts.net_points[256 - points] for points in scored)
    assert tally.counts.draws[0] >= 1


class InTheDiscard(Plain):
    """It fails with eleven cards in its hand."""

    def act(self, view):
        return None if view.phase == "discard" else super().act(view)


class AtTheSpread(Plain):
    """It fails when it has knocked."""

    def act(self, view):
        return None if view.phase == "spread" else super().act(view)


class AtTheLayoff(Plain):
    """It fails when the other has knocked, gin or not."""

    def act(self, view):
        return None if view.phase == "layoff" else super().act(view)


@pytest.mark.parametrize("strategy", [InTheDiscard, AtTheSpread, AtTheLayoff])
@pytest.mark.parametrize("rules", ["eaai", "modern", "rlcard", "oklahoma", "must_gin"])
def test_what_a_forfeit_scores_later(engine, playout, strategy, rules):
    rules = PROFILES[rules]
    count = 60 if engine.__name__.endswith("native") else 12
    met = 0
    for index in range(count):
        tally = playout.tally("simple", strategy, 4, index, 1, rules)
        for one in tally.faults:
            met += 1
            left = brute_force.min_deadwood(one.view.hand)
            flat = rules.flat_knock_score is not None
            points = (rules.gin_bonus + (0 if flat else left)) * one.view.multiplier
            assert tally.rounds.points_0 == points
            assert tally.rounds.points_1 == (-left * one.view.multiplier if flat else 0)
            assert (tally.rounds.wins_0, tally.rounds.forfeits_0) == (1, 1)
    if strategy is InTheDiscard:
        assert met > count / 2


@pytest.mark.parametrize("on_error", ["forfeit", "raise"])
def test_ctrl_c_goes_on(playout, on_error):
    """It is no fault of the strategy that thinks when it comes."""
    for seated in ((Interrupting, "simple"), ("simple", Interrupting)):
        for mirrored in (False, True):
            with pytest.raises(KeyboardInterrupt):
                playout.tally(*seated, 1, 0, 20, mirrored=mirrored, on_error=on_error)


def test_ctrl_c_goes_on_out_of_a_round(playout, engine):
    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    pressed = answering(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        playout.play("simple", pressed, 1, 1)
    seat, state = playout.Seat(pressed, 3, 0, 0), rounds.RoundState.deal(3, 0, dealer=1)
    with pytest.raises(KeyboardInterrupt):
        seat.choose(state)


def test_a_fault_is_raised_where_it_is_to_be(playout):
    first = playout.tally("simple", Faulty, 8, 0, 40).faults[0]
    with pytest.raises(RuntimeError) as caught:
        playout.tally("simple", Faulty, 8, 0, 40, on_error="raise")
    said = f"round {first.deal} of seed 8: strategy 'Faulty' in seat 1 {first.error}"
    assert str(caught.value) == said


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_cause_of_a_fault_is_told(engine, playout, mirrored):
    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    error = ZeroDivisionError("by zero")
    failing, illegal = answering(error), answering(593)
    seat, state = playout.Seat(failing, 3, 0, 0), rounds.RoundState.deal(3, 0, dealer=1)
    name = "strategy 'answering.<locals>.Answering'"
    for at, index, call in (
        (
            0,
            2 if mirrored else 4,
            lambda: playout.tally(failing, "simple", 3, 4, 2, mirrored=mirrored, on_error="raise"),
        ),
        (1, 4, lambda: playout.play("simple", failing, 3, 4)),
        (0, 0, lambda: seat.choose(state)),
    ):
        with pytest.raises(RuntimeError) as caught:
            call()
        assert str(caught.value) == (
            f"round {index} of seed 3: {name} in seat {at} failed: ZeroDivisionError: by zero"
        )
        assert caught.value.__cause__ is error
    with pytest.raises(RuntimeError) as caught:
        playout.tally(illegal, "simple", 3, 4, 2, on_error="raise")
    assert str(caught.value) == (
        f"round 4 of seed 3: {name} in seat 0 chose the illegal action 593 "
        f"(lay off KS on meld 2) {NOT_OF_PHASE}"
    )
    assert caught.value.__cause__ is None
    playout.tally("simple", Plain, 3, 0, 4, on_error="raise")  # nothing is wrong


def test_strategies_in_python_play_as_those_built_in(engine, playout):
    count = 40 if engine.__name__.endswith("native") else 4
    for mirrored in (False, True):
        given = 3, 0, count, "eaai"
        one = playout.tally("simple", "greedy", *given, mirrored=mirrored)
        assert playout.tally(Plain, "greedy", *given, mirrored=mirrored) == one
