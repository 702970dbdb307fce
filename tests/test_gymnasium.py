"""The environments, by the interface and the checks of Gymnasium."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from gin_fast import PROFILES, Rules, View, min_deadwood  # noqa: E402
from gin_fast.answers.vector import MOST_ROUNDS, PACKED, PLANES  # noqa: E402
from gin_fast.envs import ENV_ID, GinRummyEnv, VectorEnv  # noqa: E402
from gin_fast.state.actions import DRAW, PASS  # noqa: E402

DOCS = Path(__file__).parent.parent / "docs" / "environments.md"


def sampled(mask: Any, rng: Any) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


# Many rounds


@pytest.mark.parametrize("observation", ["packed", "planes"])
@pytest.mark.parametrize("opponent", [None, "simple"])
@pytest.mark.parametrize("mode", ["NextStep", AutoresetMode.SAME_STEP])
def test_the_vector_interface(observation, opponent, mode):
    env = VectorEnv(5, "eaai", opponent, observation=observation, autoreset_mode=mode)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.unwrapped is env
    shape = (16,) if observation == "packed" else (13, 52)
    assert env.single_observation_space.shape == shape
    assert env.observation_space.shape == (5, *shape)
    assert env.single_action_space == gymnasium.spaces.Discrete(108)
    assert env.action_space == gymnasium.spaces.MultiDiscrete([108] * 5)
    assert env.metadata["autoreset_mode"] in AutoresetMode
    observations, info = env.reset(seed=3)
    ends = 0
    for _ in range(80):
        assert observations in env.observation_space
        assert observations[0] in env.single_observation_space
        assert info["action_mask"].shape == (5, 108)
        assert info["action_mask"].dtype == np.int8
        assert info["seat"].shape == info["illegal"].shape == (5,)
        actions = env.action_space.sample(mask=tuple(info["action_mask"]))
        observations, rewards, terminations, truncations, info = env.step(actions)
        assert rewards.shape == ((5, 2) if opponent is None else (5,))
        assert (rewards.dtype, terminations.dtype) == (np.float32, np.bool_)
        assert not truncations.any()
        assert not info["illegal"].any()
        if env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP:
            assert np.array_equal(info["_final_obs"], terminations)
            for place in np.flatnonzero(terminations):
                assert info["final_obs"][place] in env.single_observation_space
        ends += terminations.sum()
    assert ends > 0 or opponent is None
    env.close()
    env.close()
    for call in (env.reset, lambda: env.step([0] * 5), env.sample_actions, env.render):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="is closed"):
            call()


def test_next_step_and_same_step_are_the_same_rounds():
    """Next step shows the end, and begins anew in a step that does nothing else."""
    next_step = VectorEnv(1, "eaai", "simple")
    same_step = VectorEnv(1, "eaai", "simple", autoreset_mode="SameStep")
    rng = np.random.default_rng(1)
    shown, info = next_step.reset(seed=5)
    other, _ = same_step.reset(seed=5)
    assert np.array_equal(shown, other)
    ends = 0
    while ends < 6:
        action = [sampled(info["action_mask"][0], rng)]
        shown, rewards, done, _, info = next_step.step(action)
        other, others, also, _, more = same_step.step(action)
        assert (rewards, done) == (others, also)
        if done[0]:
            ends += 1
            assert np.array_equal(more["final_obs"][0], shown[0])
            assert np.flatnonzero(info["action_mask"][0]).tolist() == [PASS]
            shown, rewards, done, _, info = next_step.step([-7])
            assert (rewards[0], done[0], info["illegal"][0]) == (0, False, False)
        assert np.array_equal(shown, other)


def test_arrays_are_new_unless_they_may_be_kept():
    for copy in (True, False):
        env = VectorEnv(3, copy=copy)
        first, info = env.reset(seed=1)
        second, *_, later = env.step(env.sample_actions())
        assert (first is second) == (not copy)
        assert np.shares_memory(info["action_mask"], later["action_mask"]) == (not copy)


def test_samples_follow_the_seed_and_are_legal():
    env, again = VectorEnv(64), VectorEnv(64, copy=False)
    for one in (env, again):
        one.reset(seed=2**64 - 1)
    for _ in range(50):
        actions = env.sample_actions()
        assert np.array_equal(actions, again.sample_actions())
        env.step(actions)
        again.step(actions)
    assert env.illegal_actions == 0
    env.step(np.full(64, 108))
    assert env.illegal_actions > 0


def test_what_it_was_made_with_survives_a_reset():
    rules = Rules(knock_limit=4)
    env = VectorEnv(4, rules, "simple", "win", seat=1, illegal_reward=-0.5)
    for seed in (1, None, 2):
        observations, info = env.reset(seed=seed)
        assert set(observations[:, PACKED.index("limit")].tolist()) == {4}
        assert set(info["seat"].tolist()) == {1}
        assert env.step([-1] * 4)[1].tolist() == [-0.5] * 4


@pytest.mark.parametrize("seed", [7, np.int64(7), np.uint8(7)])
def test_a_seed_is_that_of_its_random_numbers_too(seed):
    env = VectorEnv(3)
    shown, _ = env.reset(seed=seed)
    assert env.np_random_seed == 7
    assert np.array_equal(shown, VectorEnv(3).reset(seed=7)[0])


def test_a_reset_without_a_seed_goes_on():
    env = VectorEnv(3)
    first, _ = env.reset(seed=1)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    assert np.array_equal(env.reset(seed=1)[0], first)
    assert np.array_equal(env.reset()[0], second)
    assert env.np_random_seed == 1


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"num_envs": 0}, ValueError, f"num_envs must be from 1 to {MOST_ROUNDS}, not 0"),
        ({"num_envs": 1.0}, TypeError, "num_envs must be an int, not 1.0"),
        (
            {"observation": "rgb"},
            ValueError,
            "observation must be one of packed, packed_int64, planes, not 'rgb'",
        ),
        (
            {"autoreset_mode": "Never"},
            ValueError,
            "autoreset_mode must be one of NextStep, SameStep, Disabled, not 'Never'",
        ),
        ({"action_mask": 1}, TypeError, "action_mask must be a bool, not 1"),
        ({"gin_reward": 2.0}, ValueError, "gin_reward=2.0 needs reward='rlcard'"),
        ({"copy": 1}, TypeError, "copy must be a bool, not 1"),
        ({"render_mode": "human"}, ValueError, "render_mode must be ansi or None, not 'human'"),
        ({"opponent": "best"}, ValueError, "unknown strategy 'best'"),
        ({"reward": "gold"}, ValueError, "reward must be one of points, win, rlcard, not 'gold'"),
    ],
)
def test_bad_settings_are_named(settings, error, message):
    with pytest.raises(error, match=f"^{message}"):
        VectorEnv(**settings)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_bad_seed_changes_nothing(seed):
    env = VectorEnv(1)
    first, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^seed must be from 0 to"):
        env.reset(seed=seed)
    assert np.array_equal(env.reset(seed=1)[0], first)


def test_a_wrapper_of_gymnasium_counts():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorEnv(4, "eaai", "simple"))
    env.reset(seed=1)
    for _ in range(100):
        *_, info = env.step(env.unwrapped.sample_actions())
        if "episode" in info:
            break
    assert info["episode"]["l"].max() > 0


def test_text_of_many():
    env = VectorEnv(2, render_mode="ansi")
    env.reset(seed=7)
    first, second = env.render()
    assert first.splitlines() == [
        "first_upcard, seat 0 to move, 31 in the stock, knock with 10",
        "pile: 5C",
        "seat 0 holds: AC 8C 9C 6D 7D JD 4H KH 3S 7S",
    ]
    assert "seat 1 holds" in second
    assert "seat 0 holds" not in second


# One round


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"opponent": "random", "observation": "packed", "reward": "rlcard"},
        {"table_play": True, "reward": "win", "illegal_reward": -1},
        {"rules": "eaai", "seat": 1},
    ],
)
def test_gymnasiums_own_check(settings):
    env = gymnasium.make(ENV_ID, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("rules", PROFILES)
def test_whole_rounds(rules):
    env = gymnasium.make(ENV_ID, rules=rules)
    rng = np.random.default_rng(2)
    _, info = env.reset(seed=1)
    for _ in range(4):
        reward, ended = 0.0, False
        while not ended:
            mask = env.unwrapped.action_masks()
            assert mask.dtype == np.bool_
            assert np.array_equal(mask, info["action_mask"] == 1)
            assert reward == 0
            _, reward, ended, truncated, info = env.step(sampled(mask, rng))
            assert not truncated
            assert not info["illegal"]
        own, other = info["result"]["scored"][:: 1 - 2 * info["seat"]]
        assert reward == own - other
        _, info = env.reset()
        assert "result" not in info or info["result"]["draws"] <= 1


def test_the_same_rounds_as_the_vector():
    env, many = GinRummyEnv("greedy", "eaai"), VectorEnv(1, "eaai", "greedy", observation="planes")
    shown, info = env.reset(seed=4)
    others, _ = many.reset(seed=4)
    rng = np.random.default_rng(3)
    ends = 0
    while ends < 5:
        assert np.array_equal(shown, others[0])
        action = sampled(info["action_mask"], rng)
        shown, reward, ended, _, info = env.step(action)
        others, rewards, done, *_ = many.step([action])
        assert (reward, ended) == (rewards[0], done[0])
        if ended:
            ends += 1
            assert np.array_equal(shown, others[0])
            shown, info = env.reset()
            others, *_ = many.step([PASS])


@pytest.mark.parametrize("action", [DRAW, -1, 108, 10**30, np.int64(107), np.array(50)])
def test_an_illegal_action_ends_the_round(action):
    env = GinRummyEnv("simple", seat=0)
    observation, _ = env.reset(seed=1)
    hand = sum(1 << int(card) for card in np.flatnonzero(observation[0]))
    _, reward, ended, _, info = env.step(action)
    assert (ended, info["illegal"], info["result"]["kind"]) == (True, True, "forfeit")
    assert reward == -(25 + min_deadwood(hand))
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        env.step(PASS)


@pytest.mark.parametrize("action", [True, 1.0, "pass", None, np.array([1, 2])])
def test_what_is_no_action_changes_nothing(action):
    env = GinRummyEnv("simple")
    env.reset(seed=1)
    before = env.rounds.view(0)
    with pytest.raises(TypeError, match=r"^action must be an int, not "):
        env.step(action)
    assert env.rounds.view(0) == before


def test_no_step_before_a_reset():
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        GinRummyEnv().step(PASS)
    with pytest.raises(
        TypeError, match="opponent must be a strategy, not None: to play both seats"
    ):
        GinRummyEnv(None)


@pytest.mark.parametrize("make", [lambda: VectorEnv(3, opponent="simple"), GinRummyEnv])
def test_options_that_nobody_knows_are_refused(make):
    env = make()
    first, _ = env.reset(seed=3, options={})
    expected = "there are none" if isinstance(env, GinRummyEnv) else "expected reset_mask"
    with pytest.raises(ValueError, match=f"unknown option of reset: 'deal'; {expected}"):
        env.reset(seed=4, options={"deal": 5})
    with pytest.raises(TypeError, match="options must be a dict or None, not 5"):
        env.reset(seed=4, options=5)
    assert env.rounds.seed == 3
    assert np.array_equal(env.reset(seed=3)[0], first)


def test_made_by_name():
    many = gymnasium.make_vec(ENV_ID, num_envs=3, opponent="random")
    assert isinstance(many.unwrapped, VectorEnv)
    assert many.reset(seed=1)[0].shape == (3, len(PLANES), 52)
    apart = gymnasium.make_vec(ENV_ID, num_envs=2, vectorization_mode="sync")
    assert apart.reset(seed=1)[0].shape == (2, len(PLANES), 52)


def test_a_strategy_in_python_as_the_opponent():
    class Draws:
        def act(self, view: View) -> int:
            return {"discard": view.hand.bit_length() - 1, "draw": DRAW}.get(view.phase, PASS)

    env = GinRummyEnv(Draws)
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(sampled(info["action_mask"], rng))


def test_text_shows_what_the_agent_may_know():
    env = gymnasium.make(ENV_ID, render_mode="ansi", seat=1)
    env.reset(seed=7)
    lines = env.render().splitlines()
    assert lines[2].startswith("seat 1 holds: ")
    assert not any(line.startswith("seat 0 holds") for line in lines)
    assert lines[-1].startswith("legal: ")
    rng = np.random.default_rng(1)
    ended = False
    while not ended:
        _, _, ended, *_ = env.step(sampled(env.unwrapped.action_masks(), rng))
        assert env.render()
    assert env.render().startswith("over, ")


# Examples


def blocks() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", DOCS.read_text(), re.DOTALL | re.MULTILINE)


def run(program: str) -> str:
    """What a program prints. It has one thread for its matrices: more get in each other's way."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.usefixtures("native")
def test_the_small_example_learns():
    (learning,) = (block for block in blocks() if "def train" in block)
    learning += "print(evaluate(np.zeros((13 * 52, 108), np.float32)), evaluate(train(30)))"
    before, after = map(float, run(learning).split())
    assert before < 3
    assert after > 12


def maskable() -> str:
    (learning,) = (block for block in blocks() if "class Many" in block)
    assert learning.count("500_000") == 1
    return learning.replace("500_000", "4096")


@pytest.mark.usefixtures("native")
def test_the_example_with_maskable_ppo():
    """`python -m tests.proved maskable` tells whether it must be run; PyTorch is large."""
    pytest.importorskip("sb3_contrib")
    assert "of 200 rounds won" in run(maskable())


STAND_INS = """
import sys, types
import numpy as np


class VecEnv:
    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()


class MaskablePPO:
    def __init__(self, policy, env, n_steps, seed, **settings):
        assert isinstance(env, VecEnv)
        self.env, self.n_steps, self.rng = env, n_steps, np.random.default_rng(seed)

    def learn(self, total_timesteps):
        env, ends = self.env, 0
        shape = (env.num_envs, *env.observation_space.shape)
        observations = env.reset()
        for _ in range(total_timesteps // env.num_envs):
            assert (observations.shape, observations.dtype) == (shape, env.observation_space.dtype)
            masks = np.stack(env.env_method("action_masks"))
            assert (masks.shape, masks.dtype) == ((env.num_envs, env.action_space.n), bool)
            observations, rewards, ended, infos = env.step(self.predict(observations, masks)[0])
            assert rewards.shape == ended.shape == (env.num_envs,)
            assert len(infos) == env.num_envs
            for info, over in zip(infos, ended):
                assert ("terminal_observation" in info) == over
                assert not over or env.observation_space.contains(info["terminal_observation"])
            ends += ended.sum()
        assert ends > 0

    def predict(self, observations, action_masks):
        return np.array([self.rng.choice(np.flatnonzero(mask)) for mask in action_masks]), None


for name, members in {
    "sb3_contrib": {"MaskablePPO": MaskablePPO},
    "stable_baselines3": {},
    "stable_baselines3.common": {},
    "stable_baselines3.common.vec_env": {"VecEnv": VecEnv},
}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)
"""
"""What the example imports, but that it learns nothing: it does anything that is legal, and checks
what it is given as Stable-Baselines3 needs it."""


@pytest.mark.usefixtures("native")
def test_the_example_with_maskable_ppo_without_pytorch():
    told = run(STAND_INS + maskable())
    won, lost = map(int, re.fullmatch(r"of 200 rounds won (\d+) and lost (\d+)\n", told).groups())
    assert 0 < won < 120
    assert 0 < lost < 120


def test_without_gymnasium_it_says_what_to_install():
    program = "import sys; sys.modules['gymnasium'] = None; import gin_fast.envs"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert 'gin_fast.envs needs Gymnasium: pip install "gin_fast[envs]"' in done.stderr


# What SyncVectorEnv does with as many environments


def test_each_round_by_its_own_seed_is_the_environment_of_that_seed():
    seeds = [5, 2**64 - 1, 0, 5]
    env = VectorEnv(4, opponent="greedy", observation="planes", autoreset_mode="SameStep")
    observations, info = env.reset(seed=seeds)
    for place, seed in enumerate(seeds):
        one = GinRummyEnv("greedy")
        observation, _ = one.reset(seed=seed)
        assert np.array_equal(observations[place], observation)
    assert np.array_equal(observations[0], observations[3])
    several = [GinRummyEnv("greedy") for _ in seeds]
    for one, seed in zip(several, seeds, strict=True):
        one.reset(seed=seed)
    ends = 0
    for _ in range(150):  # some deals of each
        actions = env.sample_actions()
        observations, rewards, ended, _, info = env.step(actions)
        for place, one in enumerate(several):
            observation, reward, over, _, _ = one.step(actions[place])
            assert (reward, over) == (rewards[place], ended[place])
            shown = info["final_obs"] if over else observations
            assert np.array_equal(shown[place], observation)
            if over:
                ends += 1
                observation, _ = one.reset()
                assert np.array_equal(observations[place], observation)
    assert ends > 8


def test_a_seed_for_some_lets_the_others_go_on():
    env = VectorEnv(3)
    env.reset(seed=1)
    env.reset(seed=[None, 8, None])
    assert env.call("index") == (3, 0, 5)
    env.reset(seed=[None, None, None])
    assert env.call("index") == (6, 1, 8)
    for wrong, error in (([1, 2], ValueError), ([1, 2, -1], ValueError), ([1, 2, "3"], TypeError)):
        before = [str(view) for view in env.call("view")]
        with pytest.raises(error, match="seed must"):
            env.reset(seed=wrong)
        assert [str(view) for view in env.call("view")] == before


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_reset_mask_starts_some_rounds_and_leaves_the_others(mode):
    env = VectorEnv(4, opponent="simple", autoreset_mode=mode)
    env.reset(seed=1)
    before, *_, info = env.step(env.sample_actions())
    mask = np.array([True, False, False, True])
    options = {"reset_mask": mask}
    after, told = env.reset(seed=9, options=options)
    assert options == {"reset_mask": mask}
    whole, _ = VectorEnv(4, opponent="simple").reset(seed=9)
    assert np.array_equal(after[mask], whole[mask])
    assert np.array_equal(after[~mask], before[~mask])
    assert np.array_equal(told["action_mask"][~mask], info["action_mask"][~mask])
    for wrong, error in (
        (np.zeros(4, bool), ValueError),
        (np.ones(3, bool), ValueError),
        (np.ones(4), TypeError),
        ([True] * 4, TypeError),
    ):
        with pytest.raises(error, match="reset_mask must"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(RuntimeError, match="call reset first"):
        VectorEnv(4).reset(options=options)


def test_without_autoreset_a_round_that_is_over_waits():
    env = VectorEnv(3, "eaai", autoreset_mode=AutoresetMode.DISABLED)
    assert env.autoreset_mode is env.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    env.reset(seed=3)
    for _ in range(200):
        *_, ended, _, _ = env.step(env.sample_actions())
        if ended.any():
            break
    views = [str(view) for view in env.call("view")]
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"place \d is over: reset it first"):
        env.step(env.sample_actions())
    assert [str(view) for view in env.call("view")] == views
    indexes = env.call("index")
    env.reset(options={"reset_mask": ended})
    moved = [index + 3 * over for index, over in zip(indexes, ended.tolist(), strict=True)]
    assert list(env.call("index")) == moved
    env.step(env.sample_actions())


def test_what_each_environment_is_asked():
    env = VectorEnv(3, opponent="simple", render_mode="ansi", table_play=True)
    _, info = env.reset(seed=3)
    assert np.array_equal(env.call("action_masks"), info["action_mask"] == 1)
    assert env.call("render") == env.render()
    assert env.get_attr("result") == (None, None, None)
    assert env.get_attr("render_mode") == ("ansi",) * 3
    assert env.get_attr("unwrapped")[1].view == env.rounds.view(1)
    assert env.get_attr("action_space") == (env.single_action_space,) * 3
    env.set_attr("level", [1, 2, 3])
    env.set_attr("name", "all")
    assert (env.get_attr("level"), env.get_attr("name")) == ((1, 2, 3), ("all",) * 3)
    assert pickle.loads(pickle.dumps(env)).get_attr("level") == (1, 2, 3)
    with pytest.raises(ValueError, match="3 values are needed, one a round, not 2"):
        env.set_attr("level", [1, 2])
    for name in ("view", "render_mode", "_place", "action_masks"):
        with pytest.raises(AttributeError, match=f"'{name}' cannot be set"):
            env.set_attr(name, 1)
    with pytest.raises(AttributeError, match="no attribute 'reward_range'"):
        env.get_attr("reward_range")
    for _ in range(60):
        _, _, _, _, info = env.step(env.sample_actions())
        assert np.array_equal(env.call("action_masks"), info["action_mask"] == 1)


@pytest.mark.parametrize("opponent", [None, "simple"])
def test_the_rewards_of_knocks_and_gin(opponent):
    given = {"knock_reward": 0.25, "gin_reward": -3.0}
    usual = VectorEnv(50, "eaai", opponent, "rlcard")
    other = VectorEnv(50, "eaai", opponent, "rlcard", **given)
    for env in (usual, other):
        env.reset(seed=5)
    found = set()
    for step in range(250):
        actions = usual.sample_actions()
        actions[step % 50] = -1  # the other seat scores as for gin
        rewards, others = (env.step(actions)[1] for env in (usual, other))
        swapped = np.where(rewards == 0.5, 0.25, np.where(rewards == 1, -3, rewards))
        assert np.array_equal(others, swapped.astype(np.float32))
        found |= set(rewards.ravel().tolist())
    assert ({0.5, 1.0} if opponent is None else {0.5}) <= found


@pytest.mark.parametrize("observation", ["packed", "packed_int64", "planes"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_the_mask_among_the_observations(observation, mode):
    env = VectorEnv(3, opponent="simple", observation=observation, autoreset_mode=mode)
    other = VectorEnv(
        3, opponent="simple", observation=observation, autoreset_mode=mode, action_mask=True
    )
    first, _ = env.reset(seed=1)
    shown, _ = other.reset(seed=1)
    for _ in range(80):
        assert other.observation_space.contains(shown)
        actions = env.sample_actions()
        assert np.array_equal(shown["observation"], first)
        assert shown["action_mask"][np.arange(3), actions].all()
        first, *_, info = env.step(actions)
        shown, _, ended, _, more = other.step(actions)
        assert np.array_equal(shown["action_mask"], info["action_mask"])
        if mode == "SameStep":
            finals = more["final_obs"]
            assert np.array_equal(finals["observation"], info["final_obs"])
            assert finals["action_mask"].sum(1).tolist() == ended.tolist()


@pytest.mark.parametrize("observation", ["packed", "packed_int64", "planes"])
def test_gymnasium_checks_an_environment_with_its_mask(observation):
    env = gymnasium.make(ENV_ID, observation=observation, action_mask=True)
    check_env(env.unwrapped, skip_render_check=True)
    observed, info = env.reset(seed=3)
    assert np.array_equal(observed["action_mask"], info["action_mask"])
    assert env.observation_space["action_mask"].shape == (env.action_space.n,)


def test_packed_numbers_with_a_sign_are_the_same():
    env, other = VectorEnv(5), VectorEnv(5, observation="packed_int64")
    one, two = env.reset(seed=1)[0], other.reset(seed=1)[0]
    assert (one.dtype, two.dtype) == (np.uint64, np.int64)
    assert one.tolist() == two.tolist()
    assert other.single_observation_space.dtype == np.int64
    assert (other.single_observation_space.high >= 0).all()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_single_environments_among_others(mode):
    """Gymnasium puts what each says of its end, however it ended, into arrays."""
    opponents = ["random", "simple", "random", "gin_hunter"]
    makers = [lambda name=name: GinRummyEnv(name, "eaai") for name in opponents]
    env = gymnasium.vector.SyncVectorEnv(makers, autoreset_mode=mode)
    dice, kinds, together = np.random.default_rng(1), set(), set()
    env.reset(seed=1)
    for _ in range(1500):
        actions = [sampled(mask, dice) for mask in env.call("action_masks")]
        _, _, ended, _, info = env.step(np.array(actions))
        if not ended.any():
            continue
        told = info["final_info"]["result"] if mode is AutoresetMode.SAME_STEP else info["result"]
        assert told["knocker"].dtype.kind == told["winner"].dtype.kind == "i"
        for place in np.flatnonzero(ended):
            kind = told["kind"][place]
            assert (told["knocker"][place] == -1) == (kind == "dead")
            assert (told["winner"][place] == -1) == (kind in ("dead", "tie"))
        kinds |= set(told["kind"][ended])
        together.add(frozenset(told["kind"][ended] == "dead"))
        if mode is AutoresetMode.DISABLED:
            env.reset(options={"reset_mask": ended})
    assert {"dead", "knock", "gin"} <= kinds
    assert frozenset({True, False}) in together
