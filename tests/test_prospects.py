"""The chance to win a game from its scores: worked out anew, score by score, in fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from gin_fast import Rules, simulate
from gin_fast.answers.chances import (
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    MOST_TO_GO,
    SCALE,
    Prospects,
    chances,
    prospects,
)
from gin_fast.answers.rows import ROW_DTYPE, Logged, Rows
from gin_fast.answers.sums import Tally
from gin_fast.native import playout as native_playout
from gin_fast.reference import playout as reference_playout
from gin_fast.rules.scoring import next_dealer
from gin_fast.strategies.players import as_player

PAIR = as_player("greedy"), as_player("simple")


def rows_of(*rounds: tuple[int, int, int, int]) -> Rows:
    """Rounds as who starts, who wins and what either scores."""
    rows = np.zeros(len(rounds), ROW_DTYPE)
    for name, values in zip(
        ("starter", "winner", "scored_a", "scored_b"), zip(*rounds, strict=True), strict=True
    ):
        rows[name] = values
    return rows


def witness(rows: Rows, rules: Rules, to_go: int) -> Any:
    """The chance of a from any scores, as a function of them and of who deals."""
    box = rules.box if rules.boxes_count_to_target else 0
    rounds: tuple[list[Any], list[Any]] = ([], [])
    for row in rows:
        winner = int(row["winner"])
        gained = tuple(
            int(row[name]) + box * (winner == side)
            for side, name in enumerate(("scored_a", "scored_b"))
        )
        dealer = 1 - int(row["starter"])
        after = next_dealer(dealer, winner if winner >= 0 else None, rules)
        rounds[dealer].append((gained, after))

    @cache
    def chance(a: int, b: int, dealer: int) -> Fraction:
        if a >= to_go or b >= to_go:
            return Fraction(a >= to_go)
        known, back = [Fraction(0)] * 2, [[Fraction(0)] * 2, [Fraction(0)] * 2]
        for each in (0, 1):
            part = Fraction(1, max(len(rounds[each]), 1))
            for (x, y), after in rounds[each]:
                if x or y:
                    known[each] += part * chance(a + x, b + y, after)
                else:
                    back[each][after] += part
        # w = known + back w, by Cramer's rule
        (p, q), (r, s) = back
        per = (1 - p) * (1 - s) - q * r
        both = known[0] * (1 - s) + q * known[1], known[1] * (1 - p) + r * known[0]
        return both[dealer] / per

    return chance


RULES = [
    Rules(),
    Rules.preset("eaai"),
    Rules.preset("palace", box=3),
    Rules(next_dealer="loser"),
    Rules(next_dealer="alternate", after_dead="alternate"),
]


@pytest.mark.parametrize("rules", RULES)
def test_chances_are_those_of_the_witness(rules):
    rows = rows_of(
        (0, 0, 7, 0),
        (0, 1, 0, 4),
        (0, -1, 0, 0),
        (0, 0, 1, 0),
        (0, 1, 0, 0),
        (1, 0, 3, 0),
        (1, 1, 0, 40),
        (1, -1, 0, 0),
        (1, 0, 0, 0),
        (1, 1, 0, 2),
        (1, 1, 0, 12),
    )
    for to_go in (1, 2, 13, 30):
        told = chances(rows, rules, to_go)
        assert told.shape == (to_go, to_go, 2)
        assert told.dtype == np.int32
        chance = witness(rows, rules, to_go)
        for a in range(to_go):
            for b in range(to_go):
                for dealer in (0, 1):
                    exact = chance(a, b, dealer) * SCALE
                    assert abs(told[a, b, dealer] - exact) <= Fraction(501, 1000)


def test_rounds_that_end_no_game():
    """Nobody ever scores, or where one side deals; or one side never does."""
    nothing = (0, -1, 0, 0), (1, -1, 0, 0)
    assert chances(rows_of(*nothing), Rules(), 5) is None
    assert chances(rows_of(nothing[0], (1, 0, 7, 0)), Rules(), 5) is None
    assert chances(rows_of(nothing[0], (1, 0, 7, 0)), Rules(after_dead="alternate"), 5).all()
    one = rows_of((0, 0, 2, 0), (1, -1, 0, 0), (1, 0, 1, 0))
    assert (chances(one, Rules(), 5) == SCALE).all()
    assert not chances(rows_of((0, 1, 0, 2), (1, 1, 0, 9)), Rules(), 5).any()


def test_the_most_rounds_fit():
    """Whole numbers of 64 bits hold what is worked out of the most rounds there may be."""
    half = [(0, 0, 1, 0), (1, 1, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0)]
    rules = Rules(next_dealer="alternate")
    few, many = (
        chances(np.tile(rows_of(*half), times), rules, 9) for times in (1, MOST_ROUNDS // 4)
    )
    assert np.abs(few - many).max() <= 1
    assert few[0, 0, 0] == SCALE // 2


def test_both_engines_have_the_same(native):
    for rules in (Rules.preset("eaai"), Rules.preset("palace")):
        ours, twin = (
            prospects(module.tally, PAIR, rules, (0, -3), 15)
            for module in (native_playout, reference_playout)
        )
        assert ours is not None
        assert twin is not None
        assert ours.low == twin.low == -3
        assert (ours.values == twin.values).all()
        assert ours.after((10, 20), 1) == twin.values[13, 23, 1]


def test_they_are_made_once_of_strategies_that_stay_the_same(native):
    calls: list[int] = []

    def tally(*given: Any, **named: Any) -> Logged:
        assert named == {"mirrored": True, "on_error": "raise", "log": "rounds"}
        assert given[2:4] == (0, 0)
        calls.append(given[4])
        return native_playout.tally(*given, **named)

    rules = Rules()
    one = prospects(tally, PAIR, rules, (0, 0), 10)
    assert prospects(tally, PAIR, rules, (90, 40), 10) is one
    assert prospects(tally, PAIR, rules, (0, 0), 1) is one
    prospects(tally, PAIR, rules, (0, 0), 30)
    prospects(tally, PAIR, rules, (0, -1), 10)
    prospects(tally, PAIR, Rules(target=90), (0, 0), 10**7)
    assert calls == [FEWEST_ROUNDS, 120, FEWEST_ROUNDS, MOST_ROUNDS]
    in_python = as_player(Learns), PAIR[1]
    assert isinstance(prospects(tally, in_python, rules, (0, 0), 25), Prospects)
    Learns.has_learnt = True
    failed = "strategy 'Learns' in seat 0 failed: ValueError: now .at 0-0, for the chance at the"
    with pytest.raises(RuntimeError, match=failed):
        prospects(tally, in_python, rules, (0, 0), 25)
    assert calls[4:] == [100, 100]


class Learns:
    """Fails once it knows how."""

    has_learnt = False

    def act(self, view: Any) -> Any:
        if self.has_learnt:
            raise ValueError("now")
        return max(view.legal_actions())


def test_where_there_are_none():
    def tally(*_: Any, **__: Any) -> Logged:
        return Logged(Tally(), rows_of((0, 0, 5, 0), (1, 0, 5, 0)))

    for rules, scores in (
        (Rules.preset("openspiel"), (0, 0)),
        (Rules(target=MOST_TO_GO + 1), (0, 0)),
        (Rules(target=MOST_TO_GO), (5, -1)),
        (Rules(flat_knock_score=20, undercut_bonus=0), (0, 0)),
    ):
        assert prospects(tally, PAIR, rules, scores, 10) is None
    assert prospects(tally, PAIR, Rules(target=MOST_TO_GO), (5, 1), 10) is not None


def test_games_come_out_as_they_say(native):
    """Of strategies that do not heed the score."""
    for rules in ("eaai", "bicycle", "palace"):
        players = as_player("simple"), as_player("knock_early")
        told = prospects(native_playout.tally, players, Rules.preset(rules), (0, 0), 5000)
        assert told is not None
        result = simulate("simple", "knock_early", games=20_000, seed=3, rules=rules, mirrored=True)
        share = result.game_wins[0] / result.games
        assert abs(told.values[0, 0].mean() / SCALE - share) < 0.02, (rules, share)
