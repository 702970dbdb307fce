"""Whole turns in one loop are those of one decision at a time.

The loop repeats rules that are stated elsewhere. A log of decisions makes the engine play step by
step, so each round is played both ways; and a rule that the loop takes without knowing it shows.
"""

from __future__ import annotations

import itertools

import pytest

from gin_fast import Round, Seat, melds
from gin_fast.rules.fields import BOUNDS, CHOICES, FIELDS, bounds
from gin_fast.rules.rules import PROFILES, Rules

pytestmark = pytest.mark.usefixtures("native")

ROUNDS = 1000
"""Under each set of rules."""


def tallied(rules, **settings):
    """The tallies of the same rounds in whole turns, and step by step."""
    from gin_fast.native.playout import tally

    whole = tally("simple", "simple", 11, 0, ROUNDS, rules, **settings)
    steps = tally("simple", "simple", 11, 0, ROUNDS, rules, log="decisions", **settings).tally
    return whole, steps


def values(field):
    """Values of a field that differ in what they do: all of a few, the ends and some between."""
    if field in CHOICES:
        return CHOICES[field]
    if field not in BOUNDS:
        return (False, True)
    low, high, may_be_none = bounds(field)
    some = {low, low + 1, low + 2, low + 5, 10, 25, 40, high}
    return (*sorted(value for value in some if low <= value <= high), *[None] * may_be_none)


def changed(rules, **fields):
    try:
        return Rules.from_dict(rules.to_dict() | fields)
    except ValueError:  # no table could play it
        return None


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_every_profile(profile, mirrored):
    whole, steps = tallied(PROFILES[profile], mirrored=mirrored)
    assert whole == steps
    assert whole.rounds.rounds == ROUNDS


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_every_field(field):
    """From each profile, and with what the field may only follow from."""
    needed = {
        "oklahoma_ace_is_gin": {"oklahoma": True, "knock_limit": 10},
        "oklahoma_spades_double": {"oklahoma": True, "knock_limit": 10},
        "return_cap": {"taken_card_may_return": True},
        "flat_knock_score": {"undercut_bonus": 0},
    }.get(field, {})
    tried = set()
    for profile, value in itertools.product(("modern", "eaai", "must_gin"), values(field)):
        rules = changed(PROFILES[profile], **needed, **{field: value})
        if rules is not None and rules not in tried:
            tried.add(rules)
            whole, steps = tallied(rules)
            assert whole == steps, rules
    assert tried


def test_games():
    from gin_fast.native.games import tally_games

    for profile in PROFILES:
        rules = PROFILES[profile]
        if rules.target is not None:
            whole = tally_games("simple", "simple", 5, 0, 60, rules)
            steps = tally_games("simple", "simple", 5, 0, 60, rules, log="decisions").tally
            assert whole == steps


@pytest.mark.parametrize("profile", ["modern", "eaai", "must_gin", "openspiel", "palace"])
def test_what_a_choice_is_worth_from_any_state(profile):
    """Samples are played on from the middle of rounds that other strategies began."""
    from gin_fast.native.evaluation import evaluate
    from gin_fast.reference.evaluation import evaluate as evaluate_plainly

    seen = set()
    for index in range(4):
        round = Round.deal(17, index, rules=profile)
        seats = Seat("random", 17, index, 0), Seat("greedy", 17, index, 1)
        for count in itertools.count():
            if round.is_over:
                break
            view = round.view(round.to_move)
            if (count + index) % 15 == 0 and len(view.legal_actions()) > 1:
                seen.add(view.phase)
                ours = evaluate(view, samples=3, seed=count)
                assert ours == evaluate_plainly(view, samples=3, seed=count)
            round.apply(seats[round.to_move].choose(round))
    assert {"first_upcard", "discard"} <= seen


@pytest.mark.parametrize("after_two_passes", CHOICES["after_two_passes"])
def test_passing_an_upcard_that_makes_a_meld(after_two_passes):
    """So the starter, who plays on as `simple`, would take after two passes what was passed."""
    from gin_fast.native.evaluation import evaluate
    from gin_fast.reference.evaluation import evaluate as evaluate_plainly

    rules = Rules.preset("modern", after_two_passes=after_two_passes)
    for index in range(40):
        round = Round.deal(17, index, rules=rules)
        upcard = 1 << round.view(round.to_move).pile[0]
        if any(meld & upcard for meld in melds(round.hands[round.to_move] | upcard)):
            round.apply("pass")
            view = round.view(round.to_move)
            assert evaluate(view, samples=8) == evaluate_plainly(view, samples=8)
