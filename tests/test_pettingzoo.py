"""The PettingZoo environment: PettingZoo's own tests, and what the last ``gin_rummy`` did."""

from __future__ import annotations

import itertools
import pickle
import random
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gin_fast import ENGINE, Round, Seat, Stream, min_deadwood
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of
from gin_fast.interop import rlcard
from gin_fast.state.actions import PHASES

pytest.importorskip("pettingzoo", reason="PettingZoo (pettingzoo) is not installed")

from pettingzoo import test as of_pettingzoo

from gin_fast.envs import pettingzoo as gin_rummy_v5
from gin_fast.envs.own_table import OwnTable

FEW = 1 if ENGINE == "native" else 10
"""The reference plays so many times fewer rounds."""
LAYOUTS = ({}, {"opponents_hand_visible": True}, {"layout": "gin_fast"})
AGENTS = ["player_0", "player_1"]


@pytest.fixture(params=LAYOUTS, ids=["rlcard", "visible", "gin_fast"])
def layout(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def legal_of(env: Any) -> list[int]:
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()


def sensible(env: Any, rng: random.Random) -> int:
    """Goes out when it may, and otherwise takes anything."""
    legal = legal_of(env)
    out = [code for code in legal if code == rlcard.GIN or code >= rlcard.KNOCKS]
    return out[0] if out else rng.choice(legal)


def play(env: Any, rng: random.Random, choose: Any = sensible) -> Iterator[int]:
    """Plays a round that was dealt; stops before each action and at the end."""
    while not env.terminations[env.agent_selection]:
        action = choose(env, rng)
        yield action
        env.step(action)
    yield -1


# PettingZoo's tests.


@pytest.mark.filterwarnings("ignore")
def test_api(layout: dict[str, Any]) -> None:
    of_pettingzoo.api_test(gin_rummy_v5.env(**layout), num_cycles=300)
    of_pettingzoo.api_test(gin_rummy_v5.raw_env(**layout), num_cycles=300)


def test_seeds_of_pettingzoo(layout: dict[str, Any]) -> None:
    of_pettingzoo.seed_test(lambda: gin_rummy_v5.env(**layout), num_cycles=300)
    of_pettingzoo.seed_test(lambda: gin_rummy_v5.raw_env(**layout), num_cycles=300)


@pytest.mark.usefixtures("no_display")
def test_rendering_of_pettingzoo(layout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    monkeypatch.setitem(gin_rummy_v5.raw_env.metadata, "render_fps", 1000)
    of_pettingzoo.render_test(lambda **mode: gin_rummy_v5.env(**layout, **mode))


def test_performance_of_pettingzoo(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """It looks at the clock after each step of both, until five seconds are over."""
    clock = itertools.count(step=0.01)
    module = sys.modules[of_pettingzoo.performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    of_pettingzoo.performance_benchmark(gin_rummy_v5.env())
    of_pettingzoo.performance_benchmark(gin_rummy_v5.raw_env())
    assert "turns per second" in capsys.readouterr().out


# What is seen.


def test_spaces(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.env(**layout)
    env.reset(seed=1)
    own = "layout" in layout
    planes = 13 if own else 5 if layout else 4
    for agent in AGENTS:
        assert env.action_space(agent).n == (594 if own else 110)
        assert env.observation_space(agent)["observation"].shape == (planes, 52)
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.unwrapped.possible_agents == AGENTS
    assert str(env) == "gin_rummy_v5"


def test_planes_are_those_of_the_converter() -> None:
    """At each decision of both seats, until the stock is at its end."""
    env = gin_rummy_v5.raw_env(opponents_hand_visible=True)
    decisions = 0
    for seed in range(30):
        env.reset(seed=seed)
        for _ in play(env, random.Random(seed)):
            round = env.round
            if round.phase not in ("draw", "discard"):
                break
            for agent, seat in zip(AGENTS, (0, 1), strict=True):
                view = round.view(seat)
                seen = env.observe(agent)
                assert np.array_equal(seen["observation"], rlcard.planes(view))
                assert np.array_equal(seen["action_mask"], rlcard.mask(view))
                decisions += 1
    assert decisions > 2000


@pytest.mark.parametrize("visible", [False, True])
def test_the_other_hand_is_hidden(visible: bool) -> None:
    """Of the other hand only what was taken from the pile is shown; with `visible` the rest is
    among all that is not seen."""
    env = gin_rummy_v5.raw_env(opponents_hand_visible=visible)
    for seed in range(12):
        env.reset(seed=seed)
        taken = [0, 0]  # by each seat
        for action in play(env, random.Random(seed)):
            hands = env._table._hands  # past the end of the stock, too
            for agent, seat in zip(AGENTS, (0, 1), strict=True):
                seen = env.observe(agent)["observation"]
                own, top, rest, known, *others = map(rlcard.hand_from_plane, seen)
                taken[1 - seat] &= hands[1 - seat]
                if not all(env.terminations.values()):
                    assert (own, known) == (hands[seat], taken[1 - seat])
                    assert (top | rest) & (hands[0] | hands[1]) == 0
                    unseen = DECK & ~(own | top | rest | known)
                    assert all(other & ~unseen == 0 for other in others)
            if action == rlcard.PICK_UP:
                taken[AGENTS.index(env.agent_selection)] |= top


def test_the_other_hand_is_hidden_in_our_own_layout() -> None:
    """What is seen is the same whatever the other seat holds, as far as is not known."""
    env = gin_rummy_v5.raw_env(layout="gin_fast")
    for seed in range(30 // FEW):
        env.reset(seed=seed)
        seats = [Seat("greedy", seed, 0, seat) for seat in (0, 1)]
        for _ in play_seats(env, seats):
            for agent, seat in zip(AGENTS, (0, 1), strict=True):
                view, seen = env.round.view(seat), env.observe(agent)
                cards = seen["observation"].max(axis=0)
                hidden = env.round.hands[1 - seat] & ~view.known & ~view.unmelded
                assert not cards[list(cards_of(hidden))].any()
                if view.phase == "over":
                    continue
                table = OwnTable(view.rules)
                table.start(view.sample(Stream(1, 0, 3)))
                again = table.observe(seat, view.to_move == seat)
                for name, values in seen.items():
                    assert np.array_equal(again[name], values)


def test_our_own_layout() -> None:
    env = gin_rummy_v5.raw_env(layout="gin_fast", rules="eaai")
    phases = set()
    for seed in range(40 if FEW == 1 else 12):
        env.reset(seed=seed)
        seats = [Seat("greedy", seed, 0, seat) for seat in (0, 1)]
        for _ in play_seats(env, seats):
            round = env.round
            phases.add(round.phase)
            for agent, seat in zip(AGENTS, (0, 1), strict=True):
                view, seen = round.view(seat), env.observe(agent)
                planes = dict(zip(gin_rummy_v5.OWN_PLANES, seen["observation"], strict=True))
                table = dict(zip(gin_rummy_v5.OWN_TABLE, seen["table"].tolist(), strict=True))
                masks = {"hand": view.hand, "known": view.sure, "exposed": view.exposed}
                masks |= {"declined": view.declined, "own_declined": view.own_declined}
                for name, mask in {**masks, "barred": view.barred}.items():
                    assert np.flatnonzero(planes[name]).tolist() == list(cards_of(mask))
                for number, meld in enumerate(view.melds):
                    assert np.flatnonzero(planes[f"meld_{number}"]).tolist() == list(cards_of(meld))
                assert PHASES[table["phase"]] == view.phase
                assert (table["stock"], table["draws"]) == (view.stock, view.draws)
                assert table["to_move"] == (round.to_move == seat)
                legal = list(round.legal_actions()) if round.to_move == seat else []
                assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        result = env.round.result
        net = result.scored[0] - result.scored[1]
        assert env.rewards == {"player_0": net, "player_1": -net}
    most = set(PHASES) - {"last_upcard"}
    assert phases == most


def play_seats(env: Any, seats: list[Any]) -> Iterator[int]:
    """Plays a round in our own layout with strategies."""
    return play(env, random.Random(1), lambda env, _: seats[env.round.to_move].choose(env.round))


def test_arrays_are_the_callers(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.raw_env(**layout)
    env.reset(seed=1)
    agent = env.agent_selection
    before = {name: values.copy() for name, values in env.observe(agent).items()}
    for values in env.observe(agent).values():
        values[...] = 1
    for name, values in env.observe(agent).items():
        assert np.array_equal(values, before[name])
        assert values.flags.writeable


# How it goes.


def test_masks_are_zero_out_of_turn(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.raw_env(**layout)
    env.reset(seed=2)
    for _ in play(env, random.Random(2)):
        for agent in AGENTS:
            acts = agent == env.agent_selection and not env.terminations[agent]
            assert env.observe(agent)["action_mask"].any() == acts


def test_an_illegal_action_ends_it(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.env(**layout)
    env.reset(seed=3)
    agent = env.agent_selection
    illegal = next(code for code in range(110) if not env.last()[0]["action_mask"][code])
    env.step(illegal)
    other = AGENTS[agent == "player_0"]
    assert env.rewards == {agent: -1, other: 0}
    assert all(env.terminations.values())
    for _ in AGENTS:
        assert not env.last()[0]["action_mask"].any()
        env.step(None)
    assert env.agents == []
    env.reset()
    assert env.agents == AGENTS
    assert env.last()[0]["action_mask"].any()


def test_an_illegal_action_of_the_raw_environment(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.raw_env(**layout)
    env.reset(seed=3)
    before = env.observe(env.agent_selection)
    for bad, error in ((2, ValueError), (1000, ValueError), (-1, ValueError), ("2", TypeError)):
        with pytest.raises(error, match=r"illegal|must be"):
            env.step(bad)
    with pytest.raises(TypeError, match="not True"):
        env.step(True)
    for name, values in env.observe(env.agent_selection).items():
        assert np.array_equal(values, before[name])


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint8])
def test_actions_of_numpy(kind: Any) -> None:
    env = gin_rummy_v5.raw_env()
    env.reset(seed=3)
    env.step(kind(legal_of(env)[0]))
    assert legal_of(env) == [rlcard.DRAW_CARD, rlcard.PICK_UP]


def test_rewards_survive_a_seeded_reset() -> None:
    """Knocks and gins get what was asked for; all others minus a hundredth of their deadwood."""
    env = gin_rummy_v5.env(knock_reward=0.7, gin_reward=3.0)
    seen = set()
    for seed in range(60):
        env.reset(seed=seed)
        raw = env.unwrapped
        rng, last = random.Random(seed), ""
        for action in play(raw, rng):
            last = "" if last == "" and action < 0 else last
            if action >= rlcard.KNOCKS:
                last = f"knock {raw.agent_selection}"
            elif action in (rlcard.GIN, rlcard.DECLARE_DEAD):
                last = ("gin " if action == rlcard.GIN else "dead ") + raw.agent_selection
        kind, agent = last.split()
        seen.add(kind)
        for seat, name in enumerate(AGENTS):
            gets = {"knock": 0.7, "gin": 3.0}.get(kind) if name == agent else None
            deadwood = -min_deadwood(raw._table._hands[seat]) / 100
            assert raw.rewards[name] == (deadwood if gets is None else gets)
    assert seen == {"knock", "gin", "dead"} or seen == {"knock", "dead"}


@pytest.mark.parametrize("name", ["knock_reward", "gin_reward"])
@pytest.mark.parametrize("own", [{}, {"layout": "gin_fast"}])
@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("0.5", TypeError),
        (True, TypeError),
        (None, TypeError),
        ([1], TypeError),
        (float("nan"), ValueError),
        (float("-inf"), ValueError),
        (10**400, ValueError),
    ],
)
def test_a_reward_is_a_finite_number(name: str, own: Any, value: Any, error: type) -> None:
    with pytest.raises(error, match=f"^{name} must be a (finite )?number, not "):
        gin_rummy_v5.raw_env(**{name: value}, **own)


def test_gin_is_rewarded() -> None:
    """The starter is dealt gin, and may do nothing else."""
    hand = [*range(4), *range(13, 16), *range(26, 30)]
    other = [card for card in range(52) if card % 13 > 5][:10]
    dealt = [card for pair in zip(hand, other, strict=False) for card in pair]
    dealt.append(hand[10])
    deck = [*dealt, *(card for card in cards_of(DECK) if card not in dealt)]
    env = gin_rummy_v5.raw_env(gin_reward=2.5)
    env.reset(seed=1, options={"deck": deck, "dealer": 1})
    assert env.agent_selection == "player_0"
    assert legal_of(env) == [rlcard.GIN]
    for code in (rlcard.GIN, rlcard.SCORE_0, rlcard.SCORE_1):
        env.step(code)
    assert env.rewards["player_0"] == 2.5
    assert env.round.result.kind == "gin"


def test_resets_without_a_seed_go_on() -> None:
    """The same rounds follow a seed, and other ones each time; without a seed they are fresh."""

    def hands(env: Any, seed: int | None) -> list[Any]:
        env.reset(seed=seed)
        found = [env.round.hands]
        for _ in range(5):
            env.reset()
            found.append(env.round.hands)
        return found

    one, two = gin_rummy_v5.env(), gin_rummy_v5.raw_env()
    first = hands(one.unwrapped, 5)
    assert first == hands(two, 5) == hands(two, 5)
    assert len(set(first)) == 6
    assert hands(gin_rummy_v5.raw_env(), None) != hands(gin_rummy_v5.raw_env(), None)
    assert first[0] == Round.deal(5, 0, rules="rlcard", dealer=1 - first_seat(5)).hands
    starters = set()
    for seed in range(20):
        two.reset(seed=seed)
        starters.add(two.agent_selection)
    assert starters == set(AGENTS)


def first_seat(seed: int) -> int:
    env = gin_rummy_v5.raw_env()
    env.reset(seed=seed)
    return AGENTS.index(env.agent_selection)


def test_a_seat_of_ours_against_it() -> None:
    """A strategy plays player_1, until the stock is at its end."""
    env = gin_rummy_v5.raw_env()
    env.reset(seed=8)
    seat, rng = Seat("greedy", 8, 0, 1), random.Random(1)
    while not all(env.terminations.values()):
        round = env.round
        if env.agent_selection == "player_1" and round.to_move == 1 and round.phase != "spread":
            env.step(rlcard.action_to(seat.choose(round), round.view(1)))
        else:
            env.step(sensible(env, rng))
    assert env.rewards["player_1"] in (0.5, 1.0) or env.rewards["player_1"] <= 0


def test_it_is_pickled_by_its_arguments() -> None:
    env = gin_rummy_v5.raw_env(0.3, 2.0, layout="gin_fast", rules="eaai")
    again = pickle.loads(pickle.dumps(env))
    again.reset(seed=1)
    assert (again.layout, again.round.rules.name) == ("gin_fast", "eaai")


def test_arguments_that_are_refused() -> None:
    for arguments, why in (
        ({"layout": "own"}, "layout must be one of rlcard, gin_fast, not 'own'"),
        ({"render_mode": "svg"}, "render_mode must be one of human, rgb_array, ansi"),
        ({"rules": "modern"}, "the layout rlcard needs the rules rlcard"),
        ({"layout": "gin_fast", "opponents_hand_visible": True}, "is only for the layout rlcard"),
        ({"layout": "gin_fast", "rules": "none"}, "unknown rules"),
    ):
        with pytest.raises(ValueError, match=why):
            gin_rummy_v5.raw_env(**arguments)
    env = gin_rummy_v5.raw_env()
    with pytest.raises(ValueError, match="seed must be from 0 to"):
        env.reset(seed=-1)


# Pictures.


def test_text(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.env(render_mode="ansi", **layout)
    env.reset(seed=4)
    first, *_, last = env.render().splitlines()
    assert first.startswith("player_0: ")
    assert last.startswith("player_1: ")
    assert env.render().count("(to move)") == 1
    assert "31 in the stock" in env.render()


@pytest.mark.parametrize("height", [200, 1000])
def test_pixels(layout: dict[str, Any], height: int) -> None:
    env = gin_rummy_v5.env(render_mode="rgb_array", screen_height=height, **layout)
    env.reset(seed=4)
    before = env.render()
    assert (before.dtype, before.shape) == (np.uint8, (height, height * 9 // 5, 3))
    raw = env.unwrapped
    for _ in play(raw, random.Random(4)):
        assert raw.render().shape == before.shape
    assert not np.array_equal(raw.render(), before)


def test_every_card_has_a_picture_of_its_own() -> None:
    from gin_fast.envs.pictures import Scene, picture

    drawn = {picture(Scene((1 << card, 0), -1, 0, -1), 200).tobytes() for card in range(52)}
    assert len(drawn) == 52


def test_rendering_without_a_mode() -> None:
    env = gin_rummy_v5.raw_env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None
    env.close()


def test_before_a_round_is_begun(layout: dict[str, Any]) -> None:
    """What PettingZoo's wrappers raise."""
    raw, env = (
        make(render_mode="ansi", **layout) for make in (gin_rummy_v5.raw_env, gin_rummy_v5.env)
    )
    for name in ("agent_selection", "rewards", "terminations", "truncations", "infos", "round"):
        for each in (raw, env):
            assert not hasattr(each, name)
            with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
                getattr(each, name)
    for ask in (lambda of: of.step(0), lambda of: of.observe("player_0"), lambda of: of.render()):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            ask(raw)
        with pytest.raises(AssertionError, match="before"):
            ask(env)
    with pytest.raises(AttributeError, match="'raw_env' object has no attribute 'nothing'"):
        raw.nothing  # noqa: B018


def test_agents_and_options_that_are_refused(layout: dict[str, Any]) -> None:
    env = gin_rummy_v5.raw_env(**layout)
    env.reset(seed=1, options={"options": 1})  # as PettingZoo's own tests do
    for ask in (env.observe, env.observation_space, env.action_space):
        for agent in ("player_2", 0, None):
            with pytest.raises(ValueError, match="agent must be player_0 or player_1, not "):
                ask(agent)
    with pytest.raises(TypeError, match="options must be a dict or None, not 5"):
        env.reset(options=5)
