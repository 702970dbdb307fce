"""Copies of environments, and what a pickle gives: they go on alike, and each by itself."""

from __future__ import annotations

import copy
import importlib
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from own import Lowest

import gin_fast
from gin_fast.envs import GinRummyEnv, VectorEnv
from gin_fast.envs import pettingzoo as tables

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda made: pickle.loads(pickle.dumps(made)),
    "twice": lambda made: copy.deepcopy(copy.deepcopy(made)),
}
"""A wrapper of others is only copied deeply."""


@pytest.fixture(params=COPIES)
def copied(request):
    return COPIES[request.param]


def turns(env: Any, number: int, dice: np.random.Generator) -> list[Any]:
    """What is seen in some turns of a table, played at random."""
    seen = []
    for _ in range(number):
        if not env.agents:
            env.reset()
        observation, reward, terminated, truncated, _ = env.last()
        mask = observation["action_mask"]
        seen.append(
            (env.agent_selection, observation["observation"].tobytes(), mask.tobytes(), reward)
        )
        over = terminated or truncated
        env.step(None if over else int(dice.choice(np.flatnonzero(mask))))
    return seen


@pytest.mark.parametrize("layout", tables.LAYOUTS)
@pytest.mark.parametrize("make", [tables.env, tables.raw_env])
@pytest.mark.parametrize("before", [0, 1, 7, 60])
def test_tables(copied, make, layout, before):
    if make is tables.env and copied is copy.copy:
        copied = copy.deepcopy
    env = make(layout=layout)
    env.reset(seed=1)
    turns(env, before, np.random.default_rng(3))
    made = copied(env)
    first = turns(env, 40, np.random.default_rng(4))
    assert turns(made, 40, np.random.default_rng(4)) == first
    assert turns(made, 40, np.random.default_rng(5)) == turns(env, 40, np.random.default_rng(5))
    turns(made, 40, np.random.default_rng(6))
    third = copied(env)
    assert turns(env, 30, np.random.default_rng(7)) == turns(third, 30, np.random.default_rng(7))


@pytest.mark.parametrize("layout", tables.LAYOUTS)
@pytest.mark.parametrize("make", [tables.env, tables.raw_env])
def test_tables_before_they_begin(copied, make, layout):
    made = copied(make(layout=layout))
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        made.agent_selection  # noqa: B018
    made.reset(seed=1)
    env = make(layout=layout)
    env.reset(seed=1)
    assert turns(made, 30, np.random.default_rng(4)) == turns(env, 30, np.random.default_rng(4))


def steps(env: Any, number: int, dice: np.random.Generator) -> list[Any]:
    """What is seen in some steps of a single round against an opponent."""
    seen = []
    for _ in range(number):
        action = int(dice.choice(np.flatnonzero(env.unwrapped.action_masks())))
        observation, *rest, info = env.step(action)
        seen.append((observation.tobytes(), rest, info["action_mask"].tobytes(), info["seat"]))
        if rest[1]:
            env.reset()
    return seen


@pytest.mark.parametrize("opponent", ["simple", "random", "greedy", Lowest])
@pytest.mark.parametrize("before", [0, 1, 9, 50])
def test_rounds_against_an_opponent(copied, opponent, before):
    env = GinRummyEnv(opponent)
    env.reset(seed=1)
    steps(env, before, np.random.default_rng(3))
    made = copied(env)
    first = steps(env, 60, np.random.default_rng(4))
    assert steps(made, 60, np.random.default_rng(4)) == first
    assert steps(made, 9, np.random.default_rng(5)) == steps(env, 9, np.random.default_rng(5))


def test_what_gymnasium_makes():
    for copied in (copy.deepcopy, COPIES["pickle"]):
        new = copied(gymnasium.make("gin_fast/GinRummy-v0"))
        new.reset(seed=1)
        env = gymnasium.make("gin_fast/GinRummy-v0")
        env.reset(seed=1)
        assert steps(new, 9, np.random.default_rng(4)) == steps(env, 9, np.random.default_rng(4))
        made = copied(env)
        assert steps(made, 9, np.random.default_rng(4)) == steps(env, 9, np.random.default_rng(4))


@pytest.mark.parametrize("opponent", [None, "simple", "montecarlo:samples=1", Lowest])
@pytest.mark.parametrize("before", [0, 1, 20])
def test_many_rounds(copied, opponent, before):
    env = VectorEnv(5, opponent=opponent)
    env.reset(seed=1)
    for _ in range(before):
        env.step(env.sample_actions())
    made = copied(env)
    for _ in range(30):
        actions = env.sample_actions()
        assert (made.sample_actions() == actions).all()
        for one, other in zip(env.step(actions), made.step(actions), strict=True):
            assert str(one) == str(other)
    other = copied(made)
    made.step(made.sample_actions())
    for _ in range(10):  # it stands where it was
        actions = env.sample_actions()
        env.step(actions)
        assert (other.sample_actions() == actions).all()
        other.step(actions)


OPTIONS = {
    "rewards": {"reward": "rlcard", "knock_reward": 0.25, "gin_reward": 3.0},
    "mask": {"action_mask": True, "observation": "packed_int64"},
    "same step": {"autoreset_mode": "SameStep", "action_mask": True, "opponent": "simple"},
    "disabled": {"autoreset_mode": "Disabled", "opponent": "random", "reward": "rlcard"},
    "kept": {"copy": False, "autoreset_mode": "Disabled"},
}


def go_on(env: VectorEnv, number: int) -> list[str]:
    """What is seen in some steps, each round that is over being reset where it must be."""
    seen = []
    for step in range(number):
        *told, info = env.step(env.sample_actions())
        seen.append(str((told, info)))
        ended = told[2].copy()
        if ended.any() and env.autoreset_mode.value == "Disabled":
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(env.sample_actions())
            seen.append(str(env.reset(options={"reset_mask": ended})))
        if step % 13 == 9:
            seen.append(str(env.reset(seed=[None, 5, None, step, None])))
    return seen


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("before", [0, 40])
def test_many_rounds_with_each_option(copied, options, before):
    env = VectorEnv(5, "eaai", **OPTIONS[options])
    env.reset(seed=[3, 2**64 - 1, None, 0, 3])
    env.set_attr("level", list("abcde"))
    go_on(env, before)
    made = copied(env)
    third = copied(made)
    made.set_attr("level", "own")
    assert go_on(made, 60) == go_on(env, 60)
    assert env.get_attr("level") == third.get_attr("level") == tuple("abcde")
    assert made.get_attr("level") == ("own",) * 5
    again = VectorEnv(5, "eaai", **OPTIONS[options])
    again.reset(seed=[3, 2**64 - 1, None, 0, 3])
    assert third.observation_space == again.observation_space
    go_on(made, 7)
    assert go_on(third, 60)[:20] != go_on(made, 60)[:20]  # each goes on by itself


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("opponent", [None, "simple", Lowest])
def test_rounds_of_own_seeds_of_both_engines(engine, copied, autoreset, opponent):
    rounds = importlib.import_module(f"{engine.__name__}.vector").Rounds
    many = rounds(3, "eaai", opponent, autoreset=autoreset, reward="rlcard", gin_reward=2.0)
    many.reset(seed=[7, 2**64 - 1, 7])
    for _ in range(3):
        if all(many.result(place) is None for place in range(3)):
            many.step(many.sample_actions())
    made = copied(many)
    for step in range(30):
        over = np.array([many.result(place) is not None for place in range(3)])
        if autoreset == "disabled" and over.any():
            for each in (many, made):
                with pytest.raises(RuntimeError, match="is over: reset it"):
                    each.step(each.sample_actions())
                each.reset(seed=[None, step, None], where=over)
        actions = many.sample_actions()
        assert made.sample_actions().tolist() == actions.tolist()
        assert many.step(actions) == made.step(actions) == 0
        for place in range(3):
            assert many.index(place) == made.index(place)
            assert many.view(place) == made.view(place)
            assert many.result(place) == made.result(place)
    assert made.settings == many.settings


@pytest.mark.parametrize("opponent", [None, "simple", "random", Lowest])
def test_the_rounds_of_both_engines(engine, copied, opponent):
    rounds = importlib.import_module(f"{engine.__name__}.vector").Rounds
    fresh = copied(rounds(3, "modern", opponent))
    with pytest.raises(RuntimeError, match="call reset first"):
        fresh.sample_actions()
    many = rounds(3, "modern", opponent, table_play=True)
    many.reset(seed=7)
    made = copied(many)
    for _ in range(40):
        actions = many.sample_actions()
        assert made.sample_actions().tolist() == actions.tolist()
        assert many.step(actions) == made.step(actions) == 0
        for place in range(3):
            assert many.view(place) == made.view(place)
            assert many.result(place) == made.result(place)
    assert made.settings == many.settings
    assert made.seed == many.seed == 7


def test_what_was_stored_is_checked():
    """Bytes of another size or with rounds that cannot be are refused."""
    many = gin_fast.native.vector.Rounds(2, "modern", "simple")
    many.reset(seed=7)
    _, (settings, state) = many.__reduce__()
    for name in ("slots", "deals", "rngs", "memory", "sampling"):
        short = {**state, name: state[name][:-1]}
        with pytest.raises(ValueError, match="by another version"):
            many._again(settings, short)
        with pytest.raises((TypeError, KeyError)):
            many._again(settings, {**state, name: None})
    dice = np.random.default_rng(1)
    refused = []
    for _ in range(300):
        raw = bytearray(state["slots"])
        raw[int(dice.integers(len(raw)))] ^= 1 << int(dice.integers(8))
        try:
            made = many._again(settings, {**state, "slots": bytes(raw)})
        except ValueError as error:
            refused.append(str(error))
            continue
        for _ in range(5):
            made.step(made.sample_actions())
    assert all("of what was stored cannot be" in why for why in refused)
    assert len(refused) > 50


def test_a_compiled_opponent_stays_in_its_process():
    many = gin_fast.native.vector.Rounds(2, "modern", gin_fast.Compiled(1 << 20, name="mine"))
    with pytest.raises(TypeError, match="is an address in this process"):
        copy.deepcopy(many)


@pytest.mark.parametrize("strategy", ["simple", "random", "greedy", "montecarlo:samples=1", Lowest])
@pytest.mark.parametrize("before", [0, 1, 5])
def test_seats(engine, copied, strategy, before):
    playout = importlib.import_module(f"{engine.__name__}.playout")
    rounds = importlib.import_module(f"{engine.__name__}.rounds")
    state = rounds.RoundState.deal(7, 3, rules="eaai", dealer=1)
    seats = [playout.Seat(strategy, 7, 3, seat) for seat in (0, 1)]
    for _ in range(before):
        if not state.is_over:
            state.apply(seats[state.to_move].choose(state))
    made, other = [copied(seat) for seat in seats], state.copy()
    again = [copied(seat) for seat in made]
    while not state.is_over:
        action = seats[state.to_move].choose(state)
        assert made[other.to_move].choose(other) == action
        state.apply(action)
        other.apply(action)
    third = rounds.RoundState.begin(state.start, rules="eaai")
    for number, (_, action) in enumerate(state.actions):
        if number >= before:
            assert again[third.to_move].choose(third) == action
        third.apply(action)
