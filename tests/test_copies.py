"""Copies and pickles of a round are rounds of their own; what is neither copied nor pickled is
refused by both engines."""

from __future__ import annotations

import copy
import importlib
import pickle
from types import ModuleType

import pytest

from gin_fast.rules.rules import Rules

COPIES = {
    "copy()": lambda state: state.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "deepcopy of a list": lambda state: copy.deepcopy([state])[0],
}
PICKLES = {
    f"pickle {protocol}": lambda thing, protocol=protocol: pickle.dumps(thing, protocol)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
}


COPIES |= {
    f"pickle {protocol}": lambda state, protocol=protocol: pickle.loads(
        pickle.dumps(state, protocol)
    )
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
}


@pytest.fixture
def rounds(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.rounds")


def middle(rounds: ModuleType):
    """A round in which a card was taken, a card discarded, and a card drawn."""
    state = rounds.RoundState.deal(7, 0, rules="eaai", dealer=0)
    for action in (106, 105):
        state.apply(action)
    state.apply(state.legal_actions()[0])
    state.apply(104)
    return state


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_copies_are_independent(rounds, copied):
    state = middle(rounds)
    as_it_was = state.to_dict()
    other = copied(state)
    assert other is not state
    assert type(other) is type(state)
    assert other.to_dict() == as_it_was
    other.apply(other.legal_actions()[0])
    other.apply(104)
    assert state.to_dict() == as_it_was != other.to_dict()
    # And the other way round.
    kept = other.to_dict()
    state.apply(state.legal_actions()[-1])
    assert other.to_dict() == kept != state.to_dict()


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_what_is_drawn_later_is_the_same_in_copies(rounds, copied):
    one = middle(rounds)
    other = copied(one)
    for _ in range(20):
        for each in (one, other):
            each.apply(each.legal_actions()[0])
        assert one.to_dict() == other.to_dict()


def test_copies_at_every_stage_of_a_round(engine, rounds):
    playout = importlib.import_module(f"{engine.__name__}.playout")
    for index in range(3):
        state = rounds.RoundState.deal(4, index, dealer=1 - (index & 1))
        for _, action in playout.play("random", "simple", 4, index).actions:
            copies = [copied(state) for copied in COPIES.values()]
            assert all(other == state and other.actions == state.actions for other in copies)
            state.apply(action)
            assert not any(other == state for other in copies)
            for other in copies:
                other.apply(action)
                assert other.to_dict() == state.to_dict()


def test_a_pickle_is_small_and_plain(rounds):
    """It is the start, the rules and the numbers of the actions: what a round is replayed from."""
    made, (start, rules, actions) = middle(rounds).__reduce__()
    assert made.__func__ is rounds.RoundState._replayed.__func__
    assert start == {"seed": 7, "index": 0, "dealer": 0, "scores": (0, 0)}
    assert rules == Rules.preset("eaai")
    assert {type(action) for action in actions} == {int}


def test_rounds_are_equal_by_what_they_are(rounds):
    state, other = middle(rounds), middle(rounds)
    assert state == other
    assert state != rounds.RoundState.deal(7, 0, rules="eaai", dealer=0)
    assert state != "a round"
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def refused(attempt, thing) -> str:
    with pytest.raises(TypeError) as caught:
        attempt(thing)
    return str(caught.value)


@pytest.mark.parametrize("taken", [*range(20), 1000])
@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_stream_goes_on_in_a_copy(engine, taken, copied):
    stream, whole = engine.dealing.Stream(3, 4, 1), engine.dealing.Stream(3, 4, 1)
    words = [whole.word() for _ in range(taken + 30)]
    for _ in range(taken):
        stream.word()
    made = copied(stream)
    assert [made.word() for _ in range(20)] == words[taken : taken + 20]
    assert [stream.word() for _ in range(10)] == words[taken : taken + 10]
    other = copied(made)
    assert made.below(10**9 + 7) == other.below(10**9 + 7)


@pytest.mark.parametrize("taken", [-1, 1 << 63, None, "x", 1.5])
def test_a_stream_is_not_started_anywhere(engine, taken):
    with pytest.raises((TypeError, ValueError), match="taken must be"):
        engine.dealing.Stream._at(1, 2, 3, taken)
