"""Many rounds at once: against rounds played one by one, and one engine against the other."""

from __future__ import annotations

import ctypes
import importlib
import subprocess
import sys
import threading
import tracemalloc
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from another_thread import ticking
from own import Lowest

from gin_fast.answers.vector import FLAGS, MASKS, MOST_ROUNDS, N_COMPACT, PACKED, PLANES, new_arrays
from gin_fast.cards.hands import hand_of
from gin_fast.game.round import View
from gin_fast.reference.dealing import SAMPLING, Stream
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.state.actions import AUTO, DRAW, N_ACTIONS, PASS, PHASES, TAKE
from gin_fast.strategies.compiled import Compiled

SEED = 41
ALL = (
    "rewards",
    "ended",
    "illegal",
    "seats",
    "masks",
    "words",
    "packed",
    "planes",
    "final_packed",
    "final_planes",
)
NEVER_A_TURN = Rules(eleven_card_start=True, knock_limit=100)
"""Whoever starts may knock at once, which ``simple`` does."""


@pytest.fixture
def vector(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.vector")


@pytest.fixture
def rounds(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.rounds")


class Refuses:
    """A strategy that fails in its third turn."""

    def __init__(self) -> None:
        self.turns = 0

    def act(self, view: View) -> int:
        self.turns += 1
        if self.turns == 3:
            raise ValueError("no more")
        return {"discard": view.hand.bit_length() - 1, "draw": DRAW}.get(view.phase, PASS)


class Chooser:
    """Legal actions from a mask, with a liking for going out."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, masks: Any) -> Any:
        return np.array([self.one(np.flatnonzero(mask)) for mask in masks])

    def one(self, legal: Any) -> int:
        knocks = legal[(legal >= 52) & (legal < 104) | (legal == 107)]
        return int(self.rng.choice(knocks if len(knocks) and self.rng.random() < 0.7 else legal))


def begun(vector: ModuleType, count: int = 4, *args: Any, seed: int = SEED, **settings: Any) -> Any:
    many = vector.Rounds(count, *args, **settings)
    arrays = new_arrays(many.settings, *ALL)
    many.reset(seed=seed, **arrays)
    return many, arrays


def packed_of(view: View) -> dict[str, int]:
    """What an observation has by name, from a view alone."""
    flags = {
        "seat_1": view.seat,
        "started": view.starter == view.seat,
        "from_pile": view.drawn_from == "pile",
        "doubled": view.multiplier == 2,
        "upcard_taken": view.upcard_taken,
        "knocked": view.knocker == view.seat,
        "other_knocked": view.knocker == 1 - view.seat,
        "to_act": view.to_move == view.seat,
    }
    told = view._asdict() | {
        "top": hand_of(view.pile[-1:]),
        "pile": hand_of(view.pile[:-1]),
        "drawn": 0 if view.drawn < 0 else 1 << view.drawn,
        "table": sum(view.melds),
        "phase": PHASES.index(view.phase),
        "flags": sum(bool(flags[name]) << bit for bit, name in enumerate(FLAGS)),
    }
    told["flags"] += (view.returns << 8) + (view.pile_draws << 16)
    return {name: told[name] for name in PACKED}


def planes_of(view: View) -> Any:
    told = packed_of(view)
    places = [told["phase"]]
    places += [7 + bit for bit in range(8) if told["flags"] >> bit & 1]
    places += [15 + point for point in range(min(view.limit, 37))]
    told["facts"] = hand_of(places)
    told["stock"] = hand_of(range(view.stock))
    return [[told[name] >> card & 1 for card in range(52)] for name in PLANES]


class Beside:
    """A round that is played as the environment should play it, but one by one."""

    def __init__(self, rounds: ModuleType, index: int, rules: Any, table_play: bool) -> None:
        self.index, self.table_play = index, table_play
        self.state = rounds.RoundState.deal(SEED, index, rules=rules, dealer=1 - (index & 1))
        self.seat = self.state.to_move

    def apply(self, action: int) -> None:
        self.state.apply(action)
        while not self.table_play and self.state.phase in ("spread", "layoff"):
            self.state.apply(AUTO)
        if not self.state.is_over:
            self.seat = self.state.to_move

    @property
    def legal(self) -> list[int]:
        return [int(action) for action in self.state.legal_actions()] or [PASS]

    @property
    def hidden(self) -> int:
        """The cards that whose observation it is may not know of."""
        at, view = self.state.position(), self.state.view(self.seat)
        own_knock = at["knocker"] == self.seat
        face_down = 0 if own_knock or at["knock_card"] < 0 else 1 << at["knock_card"]
        other = self.state.hands[1 - self.seat] & ~view.known & ~view.unmelded
        return other | hand_of(at["stock"]) | face_down & ~view.known


def check(arrays: dict[str, Any], place: int, beside: Beside, prefix: str = "") -> None:
    """That an observation is what the seat may know, and no more."""
    view = beside.state.view(beside.seat)
    packed = arrays[f"{prefix}packed"][place].tolist()
    assert dict(zip(PACKED, packed, strict=True)) == packed_of(view)
    assert arrays[f"{prefix}planes"][place].tolist() == planes_of(view)
    for mask in packed[: len(MASKS)]:
        assert mask & beside.hidden == 0


# Against rounds played one by one


@pytest.mark.parametrize("table_play", [False, True])
@pytest.mark.parametrize("rules", [*PROFILES, NEVER_A_TURN])
def test_steps_are_those_of_rounds(engine, vector, rounds, rules, table_play):
    count, steps = (6, 150) if engine.__name__.endswith("native") else (2, 40)
    many, arrays = begun(vector, count, rules, table_play=table_play)
    beside = [Beside(rounds, place, rules, table_play) for place in range(count)]
    choose, ends = Chooser(1), 0
    for _ in range(steps):
        for place, one in enumerate(beside):
            assert np.flatnonzero(arrays["masks"][place]).tolist() == one.legal
            bits = sum(int(word) << 64 * k for k, word in enumerate(arrays["words"][place]))
            assert bits == hand_of_actions(one.legal)
            assert arrays["seats"][place] == one.seat
            assert many.index(place) == one.index
            assert many.view(place) == one.state.view(one.seat)
            assert many.result(place) == one.state.result
            check(arrays, place, one)
        actions = choose(arrays["masks"])
        assert many.step(actions, **arrays) == 0
        assert not arrays["illegal"].any()
        for place, one in enumerate(beside):
            if one.state.is_over:  # it begins anew, whatever the action
                beside[place] = Beside(rounds, one.index + count, rules, table_play)
                assert not arrays["ended"][place]
                assert arrays["rewards"][place].tolist() == [0, 0]
                continue
            one.apply(actions[place])
            assert arrays["ended"][place] == one.state.is_over
            scored = one.state.result.scored if one.state.is_over else (0, 0)
            net = scored[0] - scored[1]
            assert arrays["rewards"][place].tolist() == [net, -net]
            ends += one.state.is_over
    assert ends > 0 or steps < 100


def hand_of_actions(actions: list[int]) -> int:
    return sum(1 << action for action in actions)


@pytest.mark.parametrize("reward", ["points", "win", "rlcard"])
def test_same_step_shows_the_end_and_the_beginning(vector, rounds, reward):
    many, arrays = begun(vector, 3, "eaai", autoreset="same_step", reward=reward)
    beside = [Beside(rounds, place, "eaai", False) for place in range(3)]
    choose, ends = Chooser(2), 0
    for _ in range(120):
        actions = choose(arrays["masks"])
        many.step(actions, **arrays)
        for place, one in enumerate(beside):
            one.apply(actions[place])
            if one.state.is_over:
                ends += 1
                assert arrays["ended"][place]
                check(arrays, place, one, "final_")
                assert arrays["rewards"][place].tolist() == worth(one.state, reward)
                beside[place] = one = Beside(rounds, one.index + 3, "eaai", False)
            check(arrays, place, one)
    assert ends


def worth(state: Any, reward: str) -> list[float]:
    """The rewards of both seats."""
    result = state.result
    if reward == "points":
        net = result.scored[0] - result.scored[1]
        return [net, -net]
    if reward == "win":
        return [0 if result.winner is None else 1 - 2 * (result.winner != seat) for seat in (0, 1)]
    rewards = []
    for seat in (0, 1):
        if result.kind == "dead":
            left = importlib.import_module("gin_fast").min_deadwood(state.hands[seat])
        elif seat == result.knocker:
            left = result.knocker_deadwood
        else:
            left = result.defender_deadwood
        won = 1.0 if result.kind in ("gin", "big_gin") else 0.5
        rewards.append(float(np.float32(won if seat == result.winner else -left / 100)))
    return rewards


@pytest.mark.parametrize("rules", ["modern", "eaai", "rlcard"])
@pytest.mark.parametrize("opponent", ["simple", Lowest])
def test_an_opponent_plays_as_in_play(engine, vector, playout, opponent, rules):
    """With table play and the same agent these are the rounds of `play`."""

    class First:
        """Takes the first legal action."""

        def act(self, view: View) -> int:
            return view.legal_actions()[0]

    count, most = (8, 24) if engine.__name__.endswith("native") else (4, 4)
    many, arrays = begun(vector, count, rules, opponent, table_play=True)
    done = 0
    while done < most:
        ended = arrays["masks"].argmax(axis=1)
        many.step(ended, **arrays)
        for place in np.flatnonzero(arrays["ended"]):
            index = many.index(int(place))
            agent = many.settings.agent(index)
            players = (First, opponent)[:: 1 - 2 * agent]
            result = playout.play(*players, SEED, index, rules=rules).result
            assert many.result(int(place)) == result
            assert arrays["seats"][place] == agent == index >> 1 & 1
            net = result.scored[agent] - result.scored[1 - agent]
            assert arrays["rewards"][place].tolist() == [net]
            done += 1


@pytest.mark.parametrize("seat", [0, 1])
def test_the_agent_may_keep_its_seat(vector, seat):
    many, arrays = begun(vector, 5, "eaai", "simple", seat=seat)
    for _ in range(30):
        many.step(many.sample_actions(), **arrays)
        assert set(arrays["seats"].tolist()) == {seat}
        assert {many.view(place).seat for place in range(5)} == {seat}


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_a_round_that_ends_before_the_agents_turn(vector, autoreset):
    """Its end is told by the next step, which does nothing else."""
    many, arrays = begun(vector, 4, NEVER_A_TURN, "simple", autoreset=autoreset)
    early = [place for place in range(4) if many.result(place) is not None]
    assert early  # those that the opponent starts
    assert not arrays["ended"].any()
    assert np.flatnonzero(arrays["masks"][early[0]]).tolist() == [PASS]
    result = many.result(early[0])
    many.step([-1] * 4, **arrays)
    assert arrays["ended"].all()
    assert not arrays["illegal"][early].any()
    agent = many.settings.agent(early[0])
    net = result.scored[agent] - result.scored[1 - agent]
    assert arrays["rewards"][early[0]] == net
    assert many.index(early[0]) == early[0] + 4 * (autoreset == "same_step")


# One engine against the other


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"autoreset": "same_step", "reward": "rlcard"},
        {"table_play": True, "reward": "win", "illegal_reward": -2.5},
        {"opponent": "simple"},
        {"opponent": "greedy", "autoreset": "same_step", "reward": "rlcard", "seat": 1},
        {"opponent": Lowest, "table_play": True, "reward": "win", "illegal_reward": 0.1},
    ],
)
@pytest.mark.parametrize("rules", ["modern", "rlcard", NEVER_A_TURN])
def test_the_engines_agree(native, reference, rules, settings):
    modules = [importlib.import_module(f"{name}.vector") for name in (_n(native), _n(reference))]
    both = [begun(module, 3, rules, **settings) for module in modules]
    choose, wrong = Chooser(3), np.random.default_rng(4)
    for step in range(45):
        (one, arrays), (other, others) = both
        for name in ALL:
            assert np.array_equal(arrays[name], others[name]), name
        for place in range(3):
            assert one.view(place) == other.view(place)
            assert one.result(place) == other.result(place)
            assert one.index(place) == other.index(place)
        assert np.array_equal(one.sample_actions(), other.sample_actions())
        actions = choose(arrays["masks"])
        if step % 9 == 8:
            actions[wrong.integers(3)] = wrong.choice([-1, 108, 594, 2**63 - 1, -(2**63), 3, DRAW])
        if step == 30:
            one.reset(**arrays)
            other.reset(**others)
        assert one.step(actions, **arrays) == other.step(actions, **others)


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("opponent", [None, "greedy", Lowest])
def test_the_engines_agree_on_resets_of_some(native, reference, autoreset, opponent):
    modules = [importlib.import_module(f"{name}.vector") for name in (_n(native), _n(reference))]
    both = [begun(module, 4, "eaai", opponent, autoreset=autoreset) for module in modules]
    choose, dice = Chooser(3), np.random.default_rng(4)
    ends = refused = 0
    for step in range(160):
        (one, arrays), (other, others) = both
        for name in ALL:
            assert np.array_equal(arrays[name], others[name]), name
        assert one.seed == other.seed
        assert np.array_equal(one.sample_actions(), other.sample_actions())
        ended = arrays["ended"].copy()
        ends += int(ended.sum())
        actions = choose(arrays["masks"])
        if step % 11 == 5:
            actions[step % 4] = -1
        if autoreset == "disabled" and ended.any():
            for many in (one, other):
                with pytest.raises(RuntimeError, match=r"the round in place \d is over: reset it"):
                    many.step(actions)
            refused += 1
            how = {"where": ended}
        elif step % 20 == 7:
            how = {"seed": [int(dice.integers(99)), None, 2**64 - 1, None]}
        elif step % 20 == 13:
            how = {"seed": int(dice.integers(99)), "where": np.array([True, False, True, False])}
        elif step % 20 == 17:
            how = {"seed": [None, 4, None, 5], "where": np.array([False, True, False, False])}
        else:
            assert one.step(actions, **arrays) == other.step(actions, **others)
            continue
        one.reset(**how, **arrays)
        other.reset(**how, **others)
    assert ends
    assert bool(refused) == (autoreset == "disabled")


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"seed": [1, 2]}, ValueError, "seed must hold 3 seeds, one for each round, not 2"),
        ({"seed": [1, 2, 2**64]}, ValueError, "seed must be from 0 to"),
        ({"seed": [1, 2, 0.5]}, TypeError, "seed must be an int"),
        ({"seed": "123"}, TypeError, "seed must be an int"),
        ({"where": [True, False, True]}, TypeError, "where must be an array of bool"),
        ({"where": np.ones(3)}, TypeError, "where must be an array of bool"),
        ({"where": np.ones((3, 1), bool)}, ValueError, r"where must have the shape \(3,\), not"),
        ({"where": np.zeros(3, bool)}, ValueError, "where must be true somewhere"),
    ],
)
def test_resets_that_are_refused_change_nothing(vector, given, error, message):
    many, arrays = begun(vector, 3)
    many.step(many.sample_actions(), **arrays)
    before = arrays["packed"].copy(), many.seed
    with pytest.raises(error, match=message):
        many.reset(**given, **arrays)
    assert np.array_equal(arrays["packed"], before[0])
    assert many.seed == before[1]
    with pytest.raises(RuntimeError, match="call reset first"):
        vector.Rounds(3).reset(where=np.ones(3, bool))


def _n(module: ModuleType) -> str:
    return module.__name__


# Illegal actions


ILLEGAL = [-1, DRAW, 5, 57, 107, 108, 593, 594, 2**31, 2**32 + TAKE, 2**63 - 1, -(2**63)]


@pytest.mark.parametrize("action", ILLEGAL)
def test_an_illegal_action_ends_its_round_alone(vector, action):
    many, arrays = begun(vector, 3)
    actions = np.array([TAKE, action, PASS])
    left = many.view(1)
    assert many.step(actions, **arrays) == 1
    assert arrays["ended"].tolist() == arrays["illegal"].tolist() == [False, True, False]
    result = many.result(1)
    assert (result.kind, result.winner, result.knocker) == ("forfeit", 1 - left.seat, None)
    assert arrays["rewards"][1, left.seat] == -result.points
    assert arrays["rewards"][1, 1 - left.seat] == result.points
    assert (many.view(1).hand, many.view(1).phase) == (left.hand, "over")
    assert many.step([DRAW, 7, TAKE], **arrays) == 1  # in place 1 it is ignored
    assert arrays["illegal"].tolist() == [True, False, False]
    assert many.index(1) == 4


def test_numbers_beyond_64_bits_and_unsigned_ones(vector):
    many, arrays = begun(vector, 2)
    assert many.step(np.array([2**64 - 1, 2**63 + TAKE], np.uint64), **arrays) == 2
    with pytest.raises(TypeError, match="actions must hold integers of at most 64 bits, not objec"):
        many.step([2**70, 0])


@pytest.mark.parametrize(("opponent", "expected"), [(None, [-2.5, 0.0]), ("simple", [-2.5])])
def test_the_reward_of_an_illegal_action(vector, opponent, expected):
    many, arrays = begun(vector, 1, "modern", opponent, illegal_reward=-2.5)
    assert many.view(0).seat == 0
    many.step([-1], **arrays)
    assert arrays["rewards"][0].tolist() == expected


# What is asked for


@pytest.mark.parametrize(
    ("args", "settings", "error", "message"),
    [
        ((0,), {}, ValueError, f"count must be from 1 to {MOST_ROUNDS}, not 0"),
        ((MOST_ROUNDS + 1,), {}, ValueError, "count must be from 1 to 1048576, not 1048577"),
        ((True,), {}, TypeError, "count must be an int, not True"),
        (("2",), {}, TypeError, "count must be an int, not '2'"),
        ((2, "chess"), {}, ValueError, "unknown rules 'chess'"),
        ((2, "modern", "best"), {}, ValueError, "unknown strategy 'best'"),
        ((2, "modern", 7), {}, TypeError, "a strategy must be named by a str, or be callable"),
        ((2,), {"seat": 0}, ValueError, "seat=0 needs an opponent: without one both seats are pla"),
        ((2, "modern", "simple"), {"seat": 2}, ValueError, "seat must be from 0 to 1, not 2"),
        ((2,), {"reward": "gold"}, ValueError, "reward must be one of points, win, rlcard, not 'g"),
        ((2,), {"reward": 1}, ValueError, "reward must be one of points, win, rlcard, not 1"),
        ((2,), {"illegal_reward": "x"}, TypeError, "illegal_reward must be a number or None, not"),
        ((2,), {"illegal_reward": True}, TypeError, "illegal_reward must be a number or None, not"),
        (
            (2,),
            {"illegal_reward": np.nan},
            ValueError,
            "illegal_reward must be finite in 32 bits, not nan",
        ),
        (
            (2,),
            {"illegal_reward": 1e39},
            ValueError,
            "illegal_reward must be finite in 32 bits, not 1e",
        ),
        ((2,), {"table_play": 1}, TypeError, "table_play must be a bool, not 1"),
        ((2,), {"autoreset": None}, ValueError, "autoreset must be one of next_step, same_step, d"),
        ((2,), {"autoreset": "never"}, ValueError, "autoreset must be one of next_step"),
        ((2,), {"knock_reward": 0.2}, ValueError, "knock_reward=0.2 needs reward='rlcard'"),
        ((2,), {"gin_reward": 2}, ValueError, "gin_reward=2 needs reward='rlcard'"),
        ((2,), {"gin_reward": None}, TypeError, "gin_reward must be a number, not None"),
        (
            (2,),
            {"reward": "rlcard", "knock_reward": 1e39},
            ValueError,
            "knock_reward must be finite in 32 bits",
        ),
    ],
)
def test_bad_settings_are_named(vector, args, settings, error, message):
    with pytest.raises(error, match=f"^{message}"):
        vector.Rounds(*args, **settings)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([1.0, 2.0], TypeError, "actions must hold integers of at most 64 bits, not float64"),
        ([True, False], TypeError, "actions must hold integers of at most 64 bits, not bool"),
        (["1", "2"], TypeError, "actions must hold integers of at most 64 bits, not <U1"),
        ([1], ValueError, r"actions must have the shape \(2,\), not \(1,\)"),
        ([[1, 2]], ValueError, r"actions must have the shape \(2,\), not \(1, 2\)"),
        (1, ValueError, r"actions must have the shape \(2,\), not \(\)"),
    ],
)
def test_bad_actions_are_named_and_change_nothing(vector, actions, error, message):
    many, _ = begun(vector, 2)
    before = [many.view(place) for place in range(2)]
    with pytest.raises(error, match=f"^{message}"):
        many.step(actions)
    assert [many.view(place) for place in range(2)] == before


@pytest.mark.parametrize(
    ("name", "array", "error", "message"),
    [
        ("rewards", np.zeros((2, 2)), TypeError, "rewards must be an array of float32, not of flo"),
        ("rewards", np.zeros(2, "f4"), ValueError, r"rewards must have the shape \(2, 2\), not"),
        ("ended", np.zeros(2, "u1"), TypeError, "ended must be an array of bool, not of uint8"),
        ("masks", [0], TypeError, "masks must be an array of uint8, not list"),
        ("masks", np.zeros((2, 594), "u1"), ValueError, r"masks must have the shape \(2, 108\)"),
        ("words", np.zeros((2, 2), "i8"), TypeError, "words must be an array of uint64, not of i"),
        ("packed", np.zeros((2, 16), ">u8"), TypeError, "packed must be an array of uint64, not o"),
        ("packed", np.zeros((16, 2), "u8").T, ValueError, "packed must be writeable and contigu"),
        ("planes", np.broadcast_to(np.uint8(0), (2, 13, 52)), ValueError, "planes must be writea"),
        ("seats", np.ma.zeros(2, "i1"), TypeError, "seats must be an array of int8, not MaskedA"),
        ("final_packed", np.zeros((3, 16), "u8"), ValueError, r"final_packed must have the shape"),
        ("unheard_of", np.zeros(2), TypeError, "unexpected array 'unheard_of': expected one of re"),
    ],
)
def test_bad_arrays_are_named_and_nothing_is_done(vector, name, array, error, message):
    many, _ = begun(vector, 2)
    before = [many.view(place) for place in range(2)]
    for call in (
        lambda: many.step([PASS, PASS], **{name: array}),
        lambda: many.reset(3, **{name: array}),
    ):
        with pytest.raises(error, match=f"^{message}"):
            call()
    assert [many.view(place) for place in range(2)] == before


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (np.zeros(2), TypeError, "out must be an array of int64, not of float64"),
        ([0, 0], TypeError, "out must be an array of int64, not list"),
        (np.zeros(3, np.int64), ValueError, r"out must have the shape \(2,\), not \(3,\)"),
        (np.zeros(4, np.int64)[::2], ValueError, "out must be writeable and contiguous"),
    ],
)
def test_bad_places_for_samples(vector, out, error, message):
    many, _ = begun(vector, 2)
    with pytest.raises(error, match=f"^{message}"):
        many.sample_actions(out)


def test_nothing_before_the_first_reset(vector):
    many = vector.Rounds(2)
    assert many.seed is None
    for call in (
        lambda: many.step([PASS, PASS]),
        many.sample_actions,
        lambda: many.view(0),
        lambda: many.result(0),
        lambda: many.index(0),
    ):
        with pytest.raises(RuntimeError, match=r"^the rounds have not started: call reset first$"):
            call()
    with pytest.raises(ValueError, match=r"^seed must be from 0 to 18446744073709551615, not -1$"):
        many.reset(-1)
    many.reset(2**64 - 1)
    with pytest.raises(ValueError, match=r"^place must be from 0 to 1, not 2$"):
        many.view(2)
    assert many.step([PASS, PASS]) == 0  # without anything to write to


def test_methods_of_the_class_want_rounds(native):
    vector = importlib.import_module(f"{native.__name__}.vector")
    for name, args in {"step": ([1],), "reset": (), "sample_actions": (), "view": (0,)}.items():
        with pytest.raises(TypeError, match="Rounds"):
            getattr(vector.Rounds, name)(7, *args)


# Seeds


def test_seeds_and_what_comes_after(vector):
    many, arrays = begun(vector, 3, seed=9)
    first = arrays["packed"].copy()
    sampled = many.sample_actions()
    many.step(sampled)
    many.reset(**arrays)
    assert [many.index(place) for place in range(3)] == [3, 4, 5]
    assert not np.array_equal(arrays["packed"], first)
    many.reset(9, **arrays)
    assert np.array_equal(arrays["packed"], first)
    assert np.array_equal(many.sample_actions(), sampled)
    assert many.seed == 9
    fresh = vector.Rounds(1), vector.Rounds(1)
    for one in fresh:
        one.reset()
    assert fresh[0].seed != fresh[1].seed


def test_a_place_has_every_countth_deal(vector, rounds):
    many, arrays = begun(vector, 5)
    for turn in range(3):
        for place in range(5):
            index = place + 5 * turn
            state = rounds.RoundState.deal(SEED, index, dealer=1 - (index & 1))
            assert many.view(place) == state.view(index & 1)
        many.reset(**arrays)


# Sampling


@pytest.mark.parametrize("table_play", [False, True])
def test_samples_are_legal_and_those_of_the_stream(vector, table_play):
    many, arrays = begun(vector, 3, table_play=table_play)
    stream = Stream(SEED, 0, SAMPLING)
    for _ in range(40):
        legal = [np.flatnonzero(mask) for mask in arrays["masks"]]
        actions = many.sample_actions()
        assert actions.tolist() == [each[stream.below(len(each))] for each in legal]
        assert many.step(actions, **arrays) == 0


def test_every_legal_action_is_sampled(vector):
    many, _ = begun(vector, 1)
    many.step([TAKE])
    out = np.zeros(1, np.int64)
    drawn = set()
    for _ in range(300):
        assert many.sample_actions(out) is out
        drawn.add(int(out[0]))
    view = many.view(0)
    assert hand_of(drawn) == view.hand & ~view.barred


# Opponents that fail


def test_an_opponent_that_fails_is_an_error_in_the_end(vector):
    many, arrays = begun(vector, 4, "modern", Refuses)
    message = r"strategy 'Refuses' in seat \d failed: ValueError: no more"

    def play() -> None:
        for _ in range(9):
            many.step(many.sample_actions(), **arrays)

    with pytest.raises(RuntimeError, match=message) as caught:
        play()
    assert isinstance(caught.value.__cause__, ValueError)
    assert {result.kind for result in map(many.result, range(4)) if result} == {"forfeit"}
    assert sum(arrays["ended"]) >= 1  # every round was stepped
    many.step(many.sample_actions(), **arrays)  # and they go on


def test_what_is_interrupted_must_begin_anew(vector):
    class Stops:
        turns = 0

        def act(self, view: View) -> int:
            Stops.turns += 1
            if Stops.turns == 40:
                raise KeyboardInterrupt
            return min(view.legal_actions())

    many, arrays = begun(vector, 4, "modern", Stops)

    def play() -> None:
        for _ in range(60):
            many.step(many.sample_actions(), **arrays)

    with pytest.raises(KeyboardInterrupt):
        play()
    assert Stops.turns == 40
    assert many.seed == SEED
    for what in (lambda: many.step([PASS] * 4), many.sample_actions, lambda: many.view(0)):
        with pytest.raises(RuntimeError, match="the rounds have not started: call reset first"):
            what()
    many.reset(**arrays)  # the deals of its seed, from the first on
    assert many.seed == SEED
    again, expected = begun(vector, 4, "modern", Stops)
    for _ in range(9):
        actions = many.sample_actions()
        many.step(actions, **arrays)
        again.step(actions, **expected)
    for name in ALL:
        assert np.array_equal(arrays[name], expected[name])


def test_an_interrupt_is_heard_though_another_round_failed_before(vector):
    class Both:
        turns = 0

        def act(self, view: View) -> int:
            Both.turns += 1
            if Both.turns == 2:
                raise KeyboardInterrupt
            raise ValueError("no more")

    many = vector.Rounds(3, "modern", Both, seat=1)
    with pytest.raises(KeyboardInterrupt):
        many.reset(1)
    assert many.seed == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no timer sends signals there")
def test_actions_may_lie_where_something_is_written(vector):
    for name in ("words", "packed", "masks", "planes"):
        many, arrays = begun(vector, 4, "modern")
        beside, expected = begun(vector, 4, "modern")
        for _ in range(9):
            actions = many.sample_actions()
            beside.sample_actions()
            assert beside.step(actions.tolist(), **expected) == 0
            shared = arrays[name].reshape(-1).view(np.uint8)[:32].view(np.int64)
            shared[:] = actions
            assert many.step(shared, **arrays) == 0
            for each in ALL:
                assert np.array_equal(arrays[each], expected[each])


def test_they_are_made_once(vector):
    many, _ = begun(vector, 3, "modern")
    view = many.view(1)
    many.__init__(5, "eaai")
    assert many.settings.count == 3
    assert many.view(1) == view
    with pytest.raises(TypeError):
        vector.Rounds.__new__(vector.Rounds)


def test_a_long_step_can_be_interrupted(native):
    """By itself it would take an hour."""
    program = """
import signal
from gin_fast.native.vector import Rounds

many = Rounds(20_000, "modern", "montecarlo:samples=2000", seat=1)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    many.reset(1)
except KeyboardInterrupt:
    print("interrupted", many.seed)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == "interrupted 1\n", done.stderr


def test_an_opponent_may_not_play_the_rounds_it_is_in(vector):
    class Meddles:
        def act(self, view: View) -> int:
            many.step([PASS])
            return PASS

    many = vector.Rounds(1, "modern", Meddles, seat=1)
    with pytest.raises(RuntimeError, match="RuntimeError: the rounds are in use"):
        many.reset(1)


def test_a_compiled_opponent(native):
    vector = importlib.import_module(f"{native.__name__}.vector")
    capsule = importlib.import_module(f"{native.__name__}.policies").__pyx_capi__["gf_simple_act"]
    ours = begun(vector, 4, "eaai", "simple")
    theirs = begun(vector, 4, "eaai", Compiled(capsule, memory=512))
    for _ in range(60):
        actions = ours[0].sample_actions()
        for many, arrays in (ours, theirs):
            many.step(actions, **arrays)
        for name in ALL:
            assert np.array_equal(ours[1][name], theirs[1][name])


def test_a_compiled_opponent_that_gives_no_answer(native):
    vector = importlib.import_module(f"{native.__name__}.vector")
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 5)
    nothing = kind(lambda *_: 0)
    many = vector.Rounds(3, "modern", nothing, seat=0)
    with pytest.raises(RuntimeError, match=r"strategy '.*' in seat 1 "):
        many.reset(1)
    assert many.result(1).kind == "forfeit"


# Threads and memory


def test_the_gil_is_let_go(native):
    vector = importlib.import_module(f"{native.__name__}.vector")
    many, _ = begun(vector, 20_000)
    with ticking() as ticks:
        before = ticks()
        for _ in range(200):
            many.step(many.sample_actions())
            if ticks() > before + 3:
                break
        assert ticks() > before


def test_threads_play_their_own_rounds(native):
    vector = importlib.import_module(f"{native.__name__}.vector")

    def total(seed: int) -> float:
        many, arrays = begun(vector, 200, "eaai", "simple", seed=seed)
        sums = 0.0
        for _ in range(40):
            many.step(many.sample_actions(), **arrays)
            sums += float(arrays["rewards"].sum())
        return sums

    found: dict[int, float] = {}
    workers = [
        threading.Thread(target=lambda seed=seed: found.update({seed: total(seed)}))
        for seed in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == {seed: total(seed) for seed in range(4)}


def test_two_threads_in_the_same_rounds(native):
    """One is refused, and nothing is lost."""
    vector = importlib.import_module(f"{native.__name__}.vector")
    many, _ = begun(vector, 5000)
    told: list[str] = []

    def work() -> None:
        for _ in range(60):
            try:
                many.step(many.sample_actions())
            except RuntimeError as error:
                told.append(str(error))

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(told) <= {"the rounds are in use"}
    many.step(many.sample_actions())


@pytest.mark.parametrize("opponent", [None, "simple", Lowest])
def test_memory_does_not_grow(native, opponent):
    vector = importlib.import_module(f"{native.__name__}.vector")
    many, arrays = begun(vector, 16, "eaai", opponent)
    actions = np.zeros(16, np.int64)

    def play(steps: int) -> None:
        for _ in range(steps):
            many.step(many.sample_actions(actions), **arrays)

    play(100)
    tracemalloc.start()
    try:
        play(50)
        before = tracemalloc.get_traced_memory()[0]
        play(400)
        assert tracemalloc.get_traced_memory()[0] - before < 20_000
    finally:
        tracemalloc.stop()


def test_the_layout_is_told():
    assert (len(PACKED), len(PLANES), len(FLAGS), N_COMPACT, N_ACTIONS) == (16, 13, 8, 108, 594)
