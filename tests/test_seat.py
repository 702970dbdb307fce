"""A strategy asked move by move."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from gin_fast import hand_of, parse_hand
from gin_fast.rules.rules import PROFILES
from gin_fast.state.actions import Action
from gin_fast.strategies.builtin import PLAIN


def both() -> list[tuple[ModuleType, ModuleType]]:
    engines = "gin_fast.native", "gin_fast.reference"
    names = "playout", "rounds"
    return [tuple(importlib.import_module(f"{e}.{n}") for n in names) for e in engines]


@pytest.fixture
def rounds(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.rounds")


def seated(playout: ModuleType, a: str, b: str, seed: int, index: int) -> tuple[Any, Any]:
    return playout.Seat(a, seed, index, 0), playout.Seat(b, seed, index, 1)


PAIRS = [("random", "simple"), ("simple", "random"), ("simple", "simple")]


@pytest.mark.parametrize("rules", PROFILES)
def test_the_moves_of_play(engine, playout, rounds, rules):
    pairs = [*PAIRS, *zip(PLAIN, PLAIN[::-1], strict=True), ("montecarlo:samples=2", "simple")]
    native = engine.__name__.endswith("native")
    for number, (a, b) in enumerate(pairs if native else pairs[:2]):
        for index in (number, 2**64 - 1 - number):
            played = playout.play(a, b, 41, index, rules=rules)
            starter = index & 1
            state = rounds.RoundState.deal(41, index, rules=rules, dealer=1 - starter)
            seats = seated(playout, a, b, 41, index)
            while not state.is_over:
                action = seats[state.to_move].choose(state)
                assert type(action) is Action
                assert action in state.legal_actions()
                state.apply(action)
            assert state.actions == played.actions
            assert state.result == played.result


def test_a_seat_looks_and_touches_nothing(playout, rounds):
    state = rounds.RoundState.deal(3)
    seats = seated(playout, "simple", "simple", 3, 0)
    while not state.is_over:
        before, done = state.to_dict(), state.actions
        action = seats[state.to_move].choose(state)
        assert (state.to_dict(), state.actions) == (before, done)
        state.apply(action)


def test_a_seat_sees_its_view_alone(playout, rounds):
    """Whatever lies in the other hand and in the stock, it does the same."""
    state = rounds.RoundState.deal(3, rules="eaai")
    other = state.position()
    hidden = [*other["stock"]]
    hidden.reverse()
    other["stock"] = tuple(hidden)
    twin = rounds.RoundState.from_position(other, rules="eaai")
    for name in ("simple", "greedy"):
        seats = [playout.Seat(name, 3, 0, 0) for _ in range(2)]
        assert seats[0].choose(state) == seats[1].choose(twin)


def test_asked_for_the_moves_made_it_is_as_far_as_it_was(playout, rounds):
    """So a seat is taken up again where a round was stopped."""
    played = playout.play("random", "simple", 8, 0)
    state = rounds.RoundState.deal(8, 0, dealer=1)
    seat = playout.Seat("random", 8, 0, 0)
    for mover, action in played.actions:
        if mover == 0:
            assert seat.choose(state) == action
        state.apply(action)


def test_any_round_at_any_turn(playout, rounds):
    """It need not have been there from the beginning."""
    played = playout.play("random", "random", 12, 1)
    state = rounds.RoundState.deal(12, 1, dealer=0)
    for mover, action in played.actions:
        for name in PLAIN:
            chosen = playout.Seat(name, 1, 2, mover).choose(state)
            assert chosen in state.legal_actions()
        state.apply(action)


# What is refused.


def refused(call: Callable[[], Any]) -> tuple[type, str]:
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 250
    return caught.type, said


def same(call: Callable[[ModuleType, ModuleType], Any]) -> tuple[type, str]:
    """What both engines say, word for word."""
    ours, twin = (refused(lambda pair=pair: call(*pair)) for pair in both())
    assert ours == twin
    return ours


def test_who_is_not_to_move(native, reference):
    def ask(playout: ModuleType, rounds: ModuleType, seat: int, taken: int) -> Any:
        state = rounds.RoundState.deal(3)
        for _ in range(taken):
            state.apply(106)
        return playout.Seat("simple", 3, 0, seat).choose(state)

    assert same(lambda p, r: ask(p, r, 1, 0)) == (ValueError, "seat 1 is not to move")
    assert same(lambda p, r: ask(p, r, 0, 1)) == (ValueError, "seat 0 is not to move")

    def over(playout: ModuleType, rounds: ModuleType) -> Any:
        state = rounds.RoundState.deal(3)
        for _, action in playout.play("simple", "simple", 3, 0).actions:
            state.apply(action)
        return playout.Seat("simple", 3, 0, 1).choose(state)

    assert same(over) == (ValueError, "seat 1 is not to move")


def test_a_refusal_does_not_move_the_stream(playout, rounds):
    state = rounds.RoundState.deal(8, 0, dealer=1)
    seat, alone = playout.Seat("random", 8, 0, 0), playout.Seat("random", 8, 0, 0)
    other = rounds.RoundState.deal(8, 0, dealer=0)
    for _ in range(5):
        refused(lambda: seat.choose(other))
        refused(lambda: seat.choose(None))
    while not state.is_over:
        if state.to_move:
            state.apply(state.legal_actions()[0])
        else:
            action = seat.choose(state)
            assert action == alone.choose(state)
            state.apply(action)


@pytest.mark.parametrize(
    "arguments",
    [
        {"strategy": "expert"}, {"strategy": None}, {"strategy": b"simple"}, {"strategy": 3},
        {"strategy": "simple:x=1"}, {"strategy": "greedy:knock=1000"}, {"strategy": "x" * 10**6},
        {"strategy": "greedy:" * 10**5}, {"strategy": ""}, {"strategy": "\x00"},
        {"seed": -1}, {"seed": 2**64}, {"seed": True}, {"seed": None}, {"seed": 1.0},
        {"seed": 10**5000}, {"index": -1}, {"index": 2**64}, {"index": "0"}, {"index": None},
        {"seat": -1}, {"seat": 2}, {"seat": True}, {"seat": None}, {"seat": 10**5000},
        {"strategy": "expert", "seed": -1, "seat": 7}, {"seed": -1, "index": -1, "seat": 7},
    ],
)  # fmt: skip
def test_what_is_no_seat(native, reference, arguments):
    good = {"strategy": "simple", "seed": 1, "index": 0, "seat": 0}
    same(lambda playout, _: playout.Seat(**{**good, **arguments}))

    def again(playout: ModuleType, rounds: ModuleType) -> Any:
        """Made anew with what is refused, it stays what it was."""
        seat, state = playout.Seat(**good), rounds.RoundState.deal(1)
        said = refused(lambda: seat.__init__(**{**good, **arguments}))
        assert seat.choose(state) == playout.Seat(**good).choose(state)
        raise said[0](said[1])

    same(again)


def test_how_it_is_called(native, reference):
    for playout, rounds in both():
        seat, state = playout.Seat("simple", 3, 0, 0), rounds.RoundState.deal(3)
        for call in (
            lambda playout=playout: playout.Seat(),
            lambda playout=playout: playout.Seat("simple", 1, 0),
            lambda playout=playout: playout.Seat("simple", 1, 0, 0, 0),
            lambda playout=playout: playout.Seat("simple", 1, 0, 0, more=1),
            lambda seat=seat: seat.choose(),
            lambda seat=seat, state=state: seat.choose(state, state),
        ):
            with pytest.raises(TypeError):
                call()


@pytest.mark.parametrize("value", [None, 3, "round", [], object, {"to_move": 0}, ...])
def test_what_is_no_round(native, reference, value):
    kind, said = same(lambda playout, _: playout.Seat("simple", 3, 0, 0).choose(value))
    assert kind is TypeError
    assert said.startswith("round must be a Round, not ")


def test_the_rounds_of_another_engine(native, reference):
    ours, twin = both()
    for (playout, _), (_, rounds) in ((ours, twin), (twin, ours)):
        state = rounds.RoundState.deal(3)
        said = refused(
            lambda playout=playout, state=state: playout.Seat("simple", 3, 0, 0).choose(state)
        )
        assert said[0] is TypeError


def test_a_seat_that_was_never_made(native, reference):
    def ask(playout: ModuleType, rounds: ModuleType) -> Any:
        return playout.Seat.__new__(playout.Seat).choose(rounds.RoundState.deal(3))

    assert same(ask) == (
        TypeError,
        "a Seat is made with a strategy, a seed, an index and a seat",
    )
    same(lambda playout, _: playout.Seat.choose(None, None))


def test_a_seat_made_anew(playout, rounds):
    seat, state = playout.Seat("simple", 3, 0, 1), rounds.RoundState.deal(8, 0, dealer=1)
    for name in ("random", "greedy", "simple", "lookahead", "random"):
        for _ in range(20):
            seat.__init__(name, 8, 0, 0)
    assert seat.choose(state) == playout.Seat("random", 8, 0, 0).choose(state)


def test_classes_made_of_it(playout, rounds):
    class Mine(playout.Seat):
        asked = 0

        def choose(self, round: Any) -> Any:
            self.asked += 1
            return super().choose(round)

    seat, state = Mine("simple", 3, 0, 0), rounds.RoundState.deal(3)
    assert seat.choose(state) == playout.Seat("simple", 3, 0, 0).choose(state)
    assert seat.asked == 1


def test_many_threads_ask(playout, rounds):
    """Each is answered, in some order, and each answer is legal."""
    seat, state = playout.Seat("random", 3, 0, 0), rounds.RoundState.deal(3)
    legal, chosen = state.legal_actions(), []

    def ask() -> None:
        for _ in range(50):
            chosen.append(seat.choose(state))
            seat.__init__("random", 3, 0, 0)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chosen) == 200
    assert set(chosen) <= set(legal)


def test_a_seat_plays_one_round(playout, rounds):
    seat = playout.Seat("random", 3, 0, 0)
    first = rounds.RoundState.deal(3, 0, dealer=1)
    while first.view(0).draws < 3 and not first.is_over:
        if first.to_move == 0:
            first.apply(seat.choose(first))
        else:
            first.apply(first.legal_actions()[0])
    with pytest.raises(ValueError, match="seat 0 plays another round: make a Seat for each"):
        seat.choose(rounds.RoundState.deal(3, 1, dealer=1))


def test_simple_goes_on_with_a_spread_that_was_begun(playout, rounds):
    held = parse_hand("3C 3D 3S 4H 5H 6H 7H 8H 9H AS KD")
    rest = [card for card in range(52) if not held >> card & 1]
    position = {"hands": (held, hand_of(rest[:10])), "pile": rest[10:12], "stock": rest[12:]}
    for seed in range(6):
        state = rounds.RoundState.from_position(position, rules="modern")
        state.apply("knock KD")
        state.apply("spread 3C3D3S")
        seat = playout.Seat("simple", seed, 0, 0)
        while state.phase == "spread":
            state.apply(seat.choose(state))
        assert state.view(0).unmelded == parse_hand("AS")


@pytest.mark.parametrize("strategy", PLAIN)
def test_asked_again_it_answers_the_same(playout, rounds, strategy):
    state = rounds.RoundState.deal(5, 3, rules="modern")
    once, often = (seated(playout, strategy, strategy, 5, 3) for _ in range(2))
    while not state.is_over:
        answer = once[state.to_move].choose(state)
        assert [often[state.to_move].choose(state) for _ in range(3)] == [answer] * 3
        state.apply(answer)


def test_simple_looks_anew_at_a_spread_that_others_went_on_with(playout, rounds):
    held = parse_hand("3C 3D 3S 4H 5H 6H 8C 8D 8H AS KD")
    rest = [card for card in range(52) if not held >> card & 1]
    position = {"hands": (held, hand_of(rest[:10])), "pile": rest[10:12], "stock": rest[12:]}
    state = rounds.RoundState.from_position(position, rules="modern")
    state.apply("knock KD")
    seat = playout.Seat("simple", 1, 0, 0)
    assert seat.choose(state) == 108
    state.apply("spread 3C3D3S")
    assert seat.choose(state) == 108
