"""Strategies that weigh their discards, and how strategies are named."""

import random

import pytest

from gin_fast import PROFILES, Round, hand_of, parse_hand, simulate
from gin_fast.native import playout as native_playout
from gin_fast.native import rounds as native_rounds
from gin_fast.reference import playout as reference_playout
from gin_fast.reference import rounds as reference_rounds
from gin_fast.strategies.builtin import BUILTINS, STRATEGIES, parted
from gin_fast.strategies.players import as_player

PAIRS = [
    ("greedy", "knock_early"),
    ("knock_early", "gin_hunter"),
    ("defensive", "greedy:knock=6,outs=9"),
    ("greedy:deadwood=0,outs=-5,danger=-7", "greedy:deadwood=1,meld_gain=-100,danger=9"),
]
AHEAD = [
    ("lookahead", "greedy"),
    ("lookahead:width=11,danger=3", "simple"),
    ("random", "lookahead:width=2,early=0,outs=-3,gain=-20"),
]


@pytest.mark.parametrize("rules", PROFILES)
def test_the_engines_decide_alike(rules):
    for index, pair in enumerate(PAIRS):
        one = native_playout.play(*pair, 7, index, rules=rules)
        assert one == reference_playout.play(*pair, 7, index, rules=rules)


def test_the_engines_look_ahead_alike():
    for rules in ("eaai", "must_gin", "openspiel"):
        for index, pair in enumerate(AHEAD):
            one = native_playout.play(*pair, 7, index, rules=rules)
            assert one == reference_playout.play(*pair, 7, index, rules=rules)


def test_the_engines_discard_alike_whatever_the_weights():
    rng = random.Random(4)
    for number in range(1000):
        deck = rng.sample(range(52), 52)
        position = {
            "hands": (hand_of(deck[:11]), hand_of(deck[11:21])),
            "known": (hand_of(deck[11 : 11 + number % 6]), 0),
            "pile": deck[21 : 22 + number % 29],
            "stock": deck[22 + number % 29 :],
        }
        weights = {"deadwood": rng.choice([0, 1, 10]), "knock": rng.choice([0, 10])}
        weights |= {name: rng.choice([-9, 0, 1, 30]) for name in ("outs", "danger", "gin")}
        weights["width"] = 3 if number % 50 == 0 else 0
        strategy = "greedy:early=0," + ",".join(f"{name}={at}" for name, at in weights.items())
        discards = [
            playout.Seat(strategy, 1, 0, 0).choose(rounds.RoundState.from_position(position))
            for playout, rounds in (
                (native_playout, native_rounds),
                (reference_playout, reference_rounds),
            )
        ]
        assert discards[0] == discards[1], (strategy, position)


def discard(hand, strategy, known=""):
    """What a strategy does with eleven cards, when those named are known in the other hand, and the
    rest of the deck lies in order."""
    held, theirs = parse_hand(hand), parse_hand(known)
    rest = [card for card in range(52) if not (held | theirs) >> card & 1]
    more = 10 - theirs.bit_count()
    position = {
        "hands": (held, theirs | sum(1 << card for card in rest[:more])),
        "known": (theirs, 0),
        "pile": rest[more : more + 5],
        "stock": rest[more + 5 :],
    }
    round = Round.from_position(position, rules="eaai")
    return str(native_playout.Seat(strategy, 1, 0, 0).choose(round))


def test_a_discard_that_loses_no_outs_is_preferred():
    hand = "AC 2C 3C 4D 5D 6D 9S TS QS KC 7H"  # a jack of spades would meld with ten and queen
    assert discard(hand, "greedy:outs=0,danger=0,early=0") == "discard KC"
    assert discard(hand, "greedy:outs=-50,danger=0,early=0") == "discard TS"


def test_a_discard_that_helps_the_other_is_avoided():
    hand = "AC 2C 3C 4D 5D 6D AH 3S QH KC 7H"
    for known, discarded in ("QC QD", "discard KC"), ("KD KS", "discard QH"):
        assert discard(hand, "greedy:outs=0,danger=1,early=0", known) == discarded


def test_lookahead_keeps_what_the_next_card_may_meld():
    hand = "AC 2C 3C 4D 5D 6D JS QS KC 8H TD"  # jack and queen may meld, the king and ten may not
    discarded = discard(hand, "lookahead:outs=0,danger=0,early=0")
    assert discarded in ("discard KC", "discard TD")


def test_gin_hunters_go_gin_and_no_other_way():
    result = simulate("gin_hunter", "random", rounds=300, seed=5, rules="eaai")
    assert result.ends["gin"].a > 200
    assert result.ends["knock"].a == result.ends["undercut"].b == 0


def test_lookahead_seeks_gin():
    hand = "AC 2C 3C 4D 5D 6D 7D QH KH 8S 2S"  # to draw the jack of hearts would be gin
    for gin, discarded in (0, "discard QH"), (1000, "discard 8S"):
        assert discard(hand, f"lookahead:outs=0,danger=0,early=0,gin={gin}") == discarded


def test_the_last_points_are_knocked_for():
    held = parse_hand("AC 2C 3C 4D 5D 6D 7H 8H 9H 4S KC")
    rest = [card for card in range(52) if not held >> card & 1]
    position = {
        "hands": (held, hand_of(rest[:10])),
        "pile": rest[10:16],
        "stock": rest[16:],
    }
    for strategy, score, done in [
        ("greedy", 91, "discard KC"),
        ("greedy", 92, "knock KC"),
        ("greedy:finish=9", 91, "knock KC"),
    ]:
        round = Round.from_position(position | {"scores": (score, 0)}, rules="eaai")
        assert str(native_playout.Seat(strategy, 1, 0, 0).choose(round)) == done


def test_deadwood_weighs_more_the_longer_the_round():
    held = parse_hand("AC 2C 3C 4D 5D 6D TH JH 8S QS KS")
    for piled, discarded in (1, "discard 8S"), (26, "discard TH"):
        rest = [card for card in range(52) if not held >> card & 1]
        position = {
            "hands": (held, hand_of(rest[:10])),
            "pile": rest[10 : 10 + piled],
            "stock": rest[10 + piled :],
        }
        round = Round.from_position(position, rules="eaai")
        assert str(native_playout.Seat("greedy:danger=0", 1, 0, 0).choose(round)) == discarded


def test_knock_limits_are_heeded():
    result = simulate("greedy:knock=3,early=0", "random", rounds=300, seed=5, rules="eaai")
    assert result.ends["knock"].a > 0
    assert result.sums.knock_deadwood <= 3 * (result.ends["knock"].a + result.ends["undercut"].b)


def test_greedy_and_lookahead_beat_simple():
    for strategy, least in ("greedy", 0.70), ("lookahead", 0.72):
        one = simulate(strategy, "simple", games=2000, seed=99, rules="eaai")
        other = simulate("simple", strategy, games=2000, seed=99, rules="eaai")
        assert (one.game_wins[0] + other.game_wins[1]) / 4000 > least


def test_names_and_parameters():
    assert as_player(" greedy ").name == "greedy"
    assert as_player("greedy:knock=0").name == "greedy"
    assert as_player("greedy: outs = -4 , knock=+6").name == "greedy:outs=-4,knock=6"
    assert parted(as_player("greedy:outs=-4,knock=6").name) == parted("greedy:knock=6,outs=-4")
    for name in STRATEGIES:
        assert len(parted(name).parameters) == len(BUILTINS[name].parameters)
        for parameter in BUILTINS[name].parameters.values():
            assert parameter.low <= parameter.default <= parameter.high
    assert simulate("greedy:knock=6", "simple", rounds=1, seed=1).a == "greedy:knock=6"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (3, TypeError, "a strategy must be named by a str, or be callable, not 3"),
        ("", ValueError, "unknown strategy ''"),
        ("Greedily", ValueError, "unknown strategy 'Greedily'"),
        ("greedy:", ValueError, "'' in 'greedy:' must be like knock=6"),
        ("greedy:knock", ValueError, "'knock' in 'greedy:knock' must be like knock=6"),
        ("greedy:knock=1.5", ValueError, "must be like knock=6"),
        ("greedy:knock=99999999999999", ValueError, "must be like knock=6"),
        ("greedy:knock=101", ValueError, "knock must be from 0 to 100, not 101"),
        ("greedy:knock=1,knock=2", ValueError, "the parameter knock is given twice"),
        ("simple:knock=1", ValueError, "unknown parameter 'knock' of simple: it has none"),
        ("greedy:" + "x=1," * 10_000, ValueError, "unknown parameter 'x' of greedy"),
    ],
)
def test_bad_names(text, error, message):
    with pytest.raises(error, match=message):
        as_player(text)
