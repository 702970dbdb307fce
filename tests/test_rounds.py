"""Rounds: what is legal, what it does, who may know of it, and what it scores."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import TABLES
from witness import Witness

from gin_fast.cards.hands import cards_of
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.state import actions
from gin_fast.state.actions import Action
from gin_fast.state.results import RoundResult


@pytest.fixture
def rounds(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.rounds")


def both() -> tuple[ModuleType, ModuleType]:
    names = ("gin_fast.native.rounds", "gin_fast.reference.rounds")
    return importlib.import_module(names[0]), importlib.import_module(names[1])


# Native against reference, move by move.


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference asks the same of a hand again and again: it is told from memory."""
    names = ("_legality", "deadwood", "discarding", "policies", "rounds")
    modules = [importlib.import_module(f"gin_fast.reference.{name}") for name in names]
    for module in modules:
        for name in ("deadwood_of", "knock_discards"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, _remembering(getattr(module, name)))


@cache
def _remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    return lru_cache(maxsize=1 << 17)(function)


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("b", ["random", "simple"])
@pytest.mark.parametrize("a", ["random", "simple"])
@pytest.mark.usefixtures("remembered")
def test_the_reference_replays_native_rounds(native, a, b, rules):
    for index in range(60 if rules in ("modern", "eaai") else 15):
        replay(a, b, 2021, index, PROFILES[rules])


def test_the_reference_replays_native_rounds_by_other_rules(native):
    for rules in TABLES[len(PROFILES) :]:
        for index in range(8):
            replay("random", "random", 5, index, rules)
            replay("simple", "random", 6, index, rules)
            replay("simple", "simple", 2**64 - 1, 2**64 - 1 - index, rules)


def replay(a: str, b: str, seed: int, index: int, rules: Rules) -> None:
    from gin_fast.native import playout
    from gin_fast.reference.dealing import Stream
    from gin_fast.reference.players import ACTS

    played = playout.play(a, b, seed, index, rules=rules)
    ours, twin = (
        module.RoundState.deal(seed, index, rules=rules, dealer=1 - (index & 1))
        for module in both()
    )
    seats = [(ACTS[name], Stream(seed, index, 1 + seat), {}) for seat, name in enumerate([a, b])]
    for seat, action in played.actions:
        assert ours.to_move == seat
        assert ours.to_dict() == twin.to_dict()
        views = ours.view(0), ours.view(1)
        assert views == (twin.view(0), twin.view(1))
        assert ours.legal_actions() == twin.legal_actions()
        strategy, stream, memory = seats[seat]
        assert strategy(views[seat], stream, memory) == action
        ours.apply(action)
        twin.apply(action)
    assert ours.to_dict() == twin.to_dict()
    assert ours.result == twin.result == played.result
    assert ours.is_over


# Both against the rules, told once more.


@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize("choose", ["any", "knock"])
def test_whole_rounds_against_a_witness(rounds, rules, choose):
    """Rounds played at random, or knocked in as soon as may be, checked after every action."""
    choices = random.Random(f"{rules}{choose}")
    kinds = set()
    for index in range(24 if rules.knock_limit >= 60 else 8):
        starter = choices.randrange(2)
        state = rounds.RoundState.deal(77, index, rules=rules, dealer=1 - starter)
        witness = Witness(state, rules, starter)
        witness.check(state)
        while not state.is_over:
            assert state.result is None
            legal = state.legal_actions()
            if choose == "knock" and state.phase == "discard":
                legal = [action for action in legal if action >= 52] or legal
            kept = state.copy()
            as_it_was = state.to_dict()
            witness.apply(state, choices.choice(legal))
            witness.check(state)
            assert kept.to_dict() == as_it_was
        kinds.add(state.result.kind)
    if choose == "knock" and rules.knock_limit >= 60:
        assert {"knock", "undercut"} <= kinds


def test_passing_the_upcard(rounds):
    state = rounds.RoundState.deal(7, 0, dealer=0)
    upcard = state.view(0).pile[0]
    assert (state.phase, state.to_move, state.legal_actions()) == ("first_upcard", 1, (105, 106))
    state.apply(106)
    assert (state.phase, state.to_move, state.legal_actions()) == ("first_upcard", 0, (105, 106))
    assert (state.view(0).declined, state.view(1).declined) == (1 << upcard, 0)
    state.apply(106)
    assert (state.phase, state.to_move, state.legal_actions()) == ("draw", 1, (104, 105))
    assert (state.view(0).declined, state.view(1).declined) == (1 << upcard, 1 << upcard)
    state.apply(104)
    assert state.view(1).drawn_from == "stock"
    assert (state.view(0).drawn, state.view(0).drawn_from) == (-1, "stock")
    state.apply(cards_of(state.hands[1])[0])
    assert (state.phase, state.to_move, state.legal_actions()) == ("draw", 0, (104, 105))


@pytest.mark.parametrize("taker", [0, 1])
def test_taking_the_upcard(rounds, taker):
    state = rounds.RoundState.deal(7, 0)
    upcard = state.view(0).pile[0]
    for _ in range(taker):
        state.apply(106)
    state.apply(105)
    assert (state.phase, state.to_move) == ("discard", taker)
    assert state.view(taker).barred == 1 << upcard
    seen = state.view(1 - taker)
    assert (seen.barred, seen.drawn, seen.drawn_from) == (1 << upcard, upcard, "pile")
    assert state.view(1 - taker).known == 1 << upcard
    assert (state.view(taker).known, state.view(taker).exposed) == (0, 1 << upcard)
    assert upcard not in state.legal_actions()
    discarded = state.legal_actions()[0]
    state.apply(discarded)
    assert state.view(0).pile == (discarded,)
    state.apply(104)
    assert state.view(taker).declined >> discarded & 1


def test_the_first_hand_goes_to_the_starter(engine, rounds):
    dealt = engine.deal(3, 9)
    for starter in (0, 1):
        state = rounds.RoundState.deal(3, 9, dealer=1 - starter)
        assert state.hands == (dealt.hands if starter == 0 else dealt.hands[::-1])
        assert state.to_move == state.view(0).starter == starter
        assert state.view(1).pile == (dealt.upcard,)
        assert state.to_dict()["stock"] == dealt.stock


@pytest.mark.parametrize("cap", [1, 2, 100, 1000])
def test_taking_each_others_discards_ends_at_the_cap(rounds, cap):
    state = rounds.RoundState.deal(5, rules=Rules(pile_draw_cap=cap))
    while not state.is_over:
        legal = state.legal_actions()
        state.apply(105 if 105 in legal else legal[0])
    assert state.view(0).upcard_taken
    assert state.result == RoundResult("dead", None, 0, None, None, None, (0, 0), cap + 1, cap + 1)


def test_the_stock_ends_at_two_cards(rounds):
    state = rounds.RoundState.deal(5)
    while not state.is_over:
        legal = state.legal_actions()
        state.apply(next(action for action in (104, 106, legal[0]) if action in legal))
    assert state.result == RoundResult("dead", None, 0, None, None, None, (0, 0), 29, 0)
    assert (state.view(0).stock, len(state.view(0).pile)) == (2, 30)


DEAD = RoundResult("dead", None, 0, None, None, None, (0, 0), 30, 1)
HIGH_TIE = Rules(knock_limit=60, tie="nobody")
ENDS = [
    ("simple", "simple", 0, "modern", RoundResult("knock", 1, 6, 1, 4, 10, (0, 6), 28, 1)),
    ("simple", "simple", 12, "modern", RoundResult("undercut", 0, 25, 1, 9, 9, (25, 0), 16, 3)),
    ("simple", "simple", 17, "modern", RoundResult("gin", 1, 59, 1, 0, 34, (0, 59), 11, 2)),
    ("simple", "random", 372, "modern", RoundResult("big_gin", 0, 94, 0, 0, 63, (94, 0), 19, 6)),
    (
        "simple",
        "simple",
        2,
        "modern",
        RoundResult("dead", None, 0, None, None, None, (0, 0), 30, 1),
    ),
    ("simple", "simple", 45, HIGH_TIE, RoundResult("tie", None, 0, 0, 47, 47, (0, 0), 1, 1)),
]
"""Rounds of seed 99, one for each way to end."""


@pytest.mark.parametrize(("a", "b", "index", "rules", "result"), ENDS)
def test_each_way_to_end(engine, a, b, index, rules, result):
    playout = importlib.import_module(f"{engine.__name__}.playout")
    assert playout.play(a, b, 99, index, rules=rules).result == result


# What is refused.


def refused(call: Callable[[], Any]) -> tuple[type, str]:
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    return caught.type, str(caught.value)


@settings(max_examples=40)
@given(st.integers(0, 2**64 - 1), st.sampled_from(TABLES), st.randoms(use_true_random=False))
def test_an_illegal_action_changes_nothing(native, seed, rules, choices):
    ours, twin = (module.RoundState.deal(seed, rules=rules) for module in both())
    while True:
        legal = ours.legal_actions()
        illegal = sorted(set(range(594)) - set(legal))
        for action in choices.sample(illegal, 4):
            as_it_was = ours.to_dict()
            said = refused(lambda action=action: ours.apply(action))
            assert said == refused(lambda action=action: twin.apply(action))
            assert said[0] is ValueError
            assert said[1].startswith(f"illegal action {action} (")
            assert f"in phase {ours.phase}: " in said[1]
            assert ours.to_dict() == twin.to_dict() == as_it_was
        if not legal:
            return
        action = choices.choice([action for action in legal if action >= 52] or legal)
        ours.apply(action)
        twin.apply(action)


def test_why_an_action_is_refused(rounds):
    def why(state: Any, action: int) -> str:
        return refused(lambda: state.apply(action))[1]

    state = rounds.RoundState.deal(7, 0, rules="eaai")
    assert why(state, 104) == (
        "illegal action 104 (draw stock) in phase first_upcard: not a choice in this phase"
    )
    assert why(state, 438 + 104 + 51).startswith("illegal action 593 (lay off KS on meld 2)")
    assert why(state, 109).startswith("illegal action 109 (spread AC2C3C)")
    state.apply(106)
    state.apply(106)
    assert why(state, 105).endswith("phase draw: both seats passed the upcard")
    state.apply(104)
    hand = state.hands[0]
    missing = next(card for card in range(52) if not hand >> card & 1)
    assert why(state, missing).endswith(" is not in the hand")
    assert why(state, 52 + missing).endswith(" is not in the hand")
    assert why(state, 52 + cards_of(hand)[0]).endswith("the cards kept have more than 10 deadwood")
    assert why(state, 107).endswith("big gin is not in these rules")
    state.apply(cards_of(hand)[0])
    state.apply(105)
    assert why(state, cards_of(hand)[0]).endswith("was just taken from the pile")
    assert why(state, 52 + cards_of(hand)[0]).endswith("was just taken from the pile")


@pytest.mark.parametrize("action", [-1, 594, 2**31, 2**64, -(2**70), None, True, 1.0, b"104"])
def test_what_is_no_action(native, action):
    ours, twin = (module.RoundState.deal(7, 0) for module in both())
    said = refused(lambda: ours.apply(action))
    assert said == refused(lambda: twin.apply(action))
    assert "action must be" in said[1]


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": -1}, {"seed": 2**64}, {"seed": True}, {"seed": "7"}, {"seed": 1.0},
        {"index": -1}, {"index": 2**64}, {"index": None}, {"dealer": 2}, {"dealer": -1},
        {"dealer": None}, {"dealer": True}, {"rules": "whist"}, {"rules": None}, {"rules": 10},
        {"seed": -1, "rules": "whist", "dealer": 7}, {"dealer": 7, "rules": "whist"},
        {"scores": None}, {"scores": (1,)}, {"scores": (1, 2, 3)}, {"scores": (0, 10**9 + 1)},
        {"scores": (True, 0)}, {"scores": "12"}, {"scores": {}}, {"scores": (0, None)},
        {"dealer": 7, "scores": 0}, {"rules": "whist", "scores": 0},
    ],
)  # fmt: skip
def test_what_cannot_be_dealt(native, arguments):
    arguments = {"seed": 7, **arguments}
    said = [refused(lambda module=module: module.RoundState.deal(**arguments)) for module in both()]
    assert said[0] == said[1]


@pytest.mark.parametrize("seat", [-1, 2, None, True, "0", 2**70])
def test_what_is_no_seat(native, seat):
    said = [
        refused(lambda module=module: module.RoundState.deal(7).view(seat)) for module in both()
    ]
    assert said[0] == said[1]


def test_a_round_is_made_by_dealing_it(rounds):
    with pytest.raises(TypeError, match="made by deal, from_deck, from_position or copy"):
        rounds.RoundState()
    with pytest.raises(AttributeError):
        rounds.RoundState.deal(7).phase = "over"


def test_the_numbers_of_actions_and_phases(rounds):
    assert rounds.N_ACTIONS == actions.N_ACTIONS == 594
    assert rounds.PHASES == actions.PHASES
    assert rounds.KINDS == actions.KINDS
    assert rounds.ACTIONS == actions.ACTIONS == tuple(range(594))
    assert len(set(map(str, rounds.ACTIONS))) == 594
    assert {type(action) for action in rounds.ACTIONS} == {Action}
