"""Copies of a round are rounds of their own; what is not copied is refused by both engines."""

from __future__ import annotations

import copy
import importlib
import pickle
from types import ModuleType

import pytest

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


@pytest.fixture
def rounds(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.rounds")


def middle(rounds: ModuleType):
    """A round in which a card was taken, a card thrown, and a card drawn."""
    state = rounds.RoundState.deal(7, 0, rules="eaai", starter=1)
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
        state = rounds.RoundState.deal(4, index, starter=index & 1)
        for _, action in playout.play("random", "simple", 4, index).actions:
            copies = [copied(state) for copied in COPIES.values()]
            state.apply(action)
            for other in copies:
                other.apply(action)
                assert other.to_dict() == state.to_dict()


def refused(attempt, thing) -> str:
    with pytest.raises(TypeError) as caught:
        attempt(thing)
    return str(caught.value)


@pytest.mark.parametrize("attempt", PICKLES.values(), ids=PICKLES)
def test_a_round_is_not_pickled(native, reference, attempt):
    said = set()
    for engine in (native, reference):
        state = middle(importlib.import_module(f"{engine.__name__}.rounds"))
        as_it_was = state.to_dict()
        said.add(refused(attempt, state))
        assert state.to_dict() == as_it_was
    assert len(said) == 1
    assert said.pop().startswith("a RoundState is not pickled")


@pytest.mark.parametrize(
    "attempt",
    [copy.copy, copy.deepcopy, *PICKLES.values()],
    ids=["copy.copy", "copy.deepcopy", *PICKLES],
)
def test_a_stream_is_neither_copied_nor_pickled(native, reference, attempt):
    """A copy would give the same words again unnoticed."""
    said = set()
    for engine in (native, reference):
        module = importlib.import_module(f"{engine.__name__}.dealing")
        stream, alone = module.Stream(3, 4, 1), module.Stream(3, 4, 1)
        assert [stream.word() for _ in range(6)] == [alone.word() for _ in range(6)]
        said.add(refused(attempt, stream))
        assert [stream.word() for _ in range(6)] == [alone.word() for _ in range(6)]
    assert len(said) == 1
    assert said.pop().startswith("a Stream is not copied or pickled")
