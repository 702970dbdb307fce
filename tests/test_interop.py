"""Other programs' cards, actions and states, in and out: every card, meld and action comes back."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from gin_fast import (
    ALL_MELDS,
    ENGINE,
    Round,
    Rules,
    Seat,
    Stream,
    best_spread,
    format_card,
    parse_hand,
)
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, each_card, hand_of
from gin_fast.interop import challenge, openspiel, rlcard
from gin_fast.state.actions import AUTO, DRAW, KNOCK, LAY_OFF, N_ACTIONS, PASS, SPREAD, TAKE

SUITS = {"challenge": "CHSD", "openspiel": "SCDH", "rlcard": "SHDC"}
MODULES = {"challenge": challenge, "openspiel": openspiel, "rlcard": rlcard}
SHARE = 1 if ENGINE == "native" else 10
"""The reference plays so many times fewer rounds."""
HANDS = [0, DECK, *(random.Random(1).getrandbits(52) for _ in range(200))]


@pytest.mark.parametrize("name", MODULES)
def test_every_card_comes_back(name: str) -> None:
    module, suits = MODULES[name], SUITS[name]
    assert suits == module.SUIT_ORDER
    for card in range(52):
        rank, suit = divmod(module.card_to(card), 13)[::-1]
        assert "A23456789TJQK"[rank] + suits[suit] == format_card(card)
        assert module.card_from(module.card_to(card)) == card


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("bad", [-1, 52, 1 << 70])
def test_no_card(name: str, bad: int) -> None:
    with pytest.raises(ValueError, match="must be from 0 to 51, not"):
        MODULES[name].card_to(bad)
    with pytest.raises(ValueError, match="must be from 0 to 51, not"):
        MODULES[name].card_from(bad)
    with pytest.raises(TypeError, match="not True"):
        MODULES[name].card_from(True)


# The Java framework, and Rust.


@pytest.mark.parametrize("hand", [*HANDS, *ALL_MELDS])
def test_every_hand_comes_back(hand: int) -> None:
    cards = [challenge.card_to(card) for card in each_card(hand)]
    assert challenge.bits_to(hand) == sum(1 << card for card in cards)
    assert challenge.bits_from(challenge.bits_to(hand)) == hand
    assert challenge.hand_from_text(challenge.hand_text(hand)) == hand
    assert challenge.rust_from(challenge.rust_to(hand)) == hand
    assert challenge.rust_to(hand) == sum(1 << challenge.rust_card_to(c) for c in each_card(hand))
    assert challenge.rust_from_text(challenge.rust_text(hand)) == hand
    assert openspiel.hand_from(openspiel.hand_to(hand)) == hand
    assert rlcard.hand_from_plane(rlcard.plane(hand)) == hand


def test_rust_cards() -> None:
    for card in range(52):
        assert challenge.rust_card_from(challenge.rust_card_to(card)) == card
    assert challenge.rust_card_to(0) == 1
    assert challenge.rust_card_to(51) == 3 * 16 + 13
    assert challenge.rust_to(DECK) == 0x3FFE_3FFE_3FFE_3FFE
    for bit in (14, 15, 16):
        with pytest.raises(ValueError, match=f"bit {bit} is not a card"):
            challenge.rust_card_from(bit)
    with pytest.raises(ValueError, match="0x1 are not"):
        challenge.rust_from(1)
    with pytest.raises(ValueError, match="four suits"):
        challenge.rust_from_text("A23.456")
    assert challenge.rust_from_text("A23.456.789.10") == parse_hand("AC2C3C4D5D6D7H8H9HTS")


def test_texts_of_the_framework() -> None:
    spread = best_spread(parse_hand("AC 2C 3C 4D 4H 4S 9S TS JS KD"))
    text = "[[AC, 2C, 3C], [4H, 4S, 4D], [9S, TS, JS]]"
    assert challenge.melds_text(spread.melds) == text
    assert challenge.melds_from_text(text) == spread.melds
    assert challenge.melds_from_text("[]") == ()
    assert challenge.cards_from_text("[KD, AC]") == (25, 0)
    for bad in ("AC", "[AC", "[AC; 2C]", "[[AC]]", "[AC, AC]", "[XX]"):
        with pytest.raises(ValueError, match=r".+"):
            challenge.cards_from_text(bad)
    for bad in ("[AC]", "[[AC] [2C]]", "[[AC],]", "[[AC]", "x"):
        with pytest.raises(ValueError, match="expected lists"):
            challenge.melds_from_text(bad)


@pytest.mark.parametrize("starter", [0, 1])
def test_a_deck_of_the_framework(starter: int) -> None:
    """It deals from the top of its stack, player 0 first, then turns a card up."""
    stack = random.Random(2).sample(range(52), 52)
    deck = challenge.deck_from(stack, starter)
    round = Round.from_deck(deck, rules="eaai", dealer=1 - starter)
    dealt = [challenge.card_from(code) for code in stack[::-1]]
    assert round.to_move == starter
    assert round.hands == (hand_of(dealt[0:20:2]), hand_of(dealt[1:20:2]))
    assert round.view(0).pile == (dealt[20],)
    assert list(round.position()["stock"]) == dealt[21:]
    assert challenge.deck_to(deck, starter) == tuple(stack)


# RLCard.


def test_rlcard_texts() -> None:
    for card in range(52):
        assert rlcard.card_from_index(rlcard.index_of(card)) == card
        assert rlcard.index_of(card) == format_card(card)[::-1]
    with pytest.raises(ValueError, match="expected a suit and a rank"):
        rlcard.card_from_index("H10")


def played(rules: str, number: int, strategies: tuple[str, str] = ("random", "random")) -> list:
    """A round, as it stood at each decision."""
    round = Round.deal(11, number, rules=rules)
    seats = [Seat(strategy, 5, number, seat) for seat, strategy in enumerate(strategies)]
    states = []
    while not round.is_over:
        states.append(round.copy())
        round.apply(seats[round.to_move].choose(round))
    return [*states, round]


@pytest.mark.parametrize("rules", ["rlcard", "modern", "must_gin", "openspiel", "fiftieth_card"])
@pytest.mark.parametrize("strategy", ["random", "greedy", "gin_hunter"])
def test_every_action_of_rlcard_comes_back(rules: str, strategy: str) -> None:
    """What RLCard would offer is legal here, and each action has one number; but all ways to go gin
    have the same."""
    for number in range(max(12 // SHARE, 1)):
        for round in played(rules, number, (strategy, "greedy"))[:-1]:
            view = round.view(round.to_move)
            legal = round.legal_actions()
            offered = rlcard.legal_actions(view)
            assert rlcard.legal_actions(round.view(1 - round.to_move)) == ()
            assert rlcard.mask(view).nonzero()[0].tolist() == list(offered)
            if view.phase in ("spread", "layoff"):
                assert offered == ()
                with pytest.raises(ValueError, match="RLCard has no action"):
                    rlcard.action_to(AUTO, view)
                continue
            for code in offered:
                action = rlcard.action_from(code, view)
                assert action in legal
                assert rlcard.action_to(action, view) == code
            numbers = {rlcard.action_to(action, view) for action in legal}
            assert numbers == set(offered) or offered == (rlcard.GIN,)


def test_what_rlcard_does_by_itself() -> None:
    view = Round.deal(1, rules="rlcard").view(0)
    for code in (rlcard.SCORE_0, rlcard.SCORE_1, rlcard.DECLARE_DEAD):
        with pytest.raises(ValueError, match="by itself"):
            rlcard.action_from(code, view)
    with pytest.raises(ValueError, match="cannot go gin"):
        rlcard.action_from(rlcard.GIN, view)
    with pytest.raises(ValueError, match="from 0 to 109"):
        rlcard.action_from(110, view)


@pytest.mark.parametrize("rules", ["rlcard", "modern"])
def test_planes_of_rlcard_hide_the_other_hand(rules: str) -> None:
    """They are the same whatever the other seat holds that is not known."""
    for number in range(max(8 // SHARE, 1)):
        for round in played(rules, number, ("greedy", "greedy"))[:-1]:
            for seat in (0, 1):
                view = round.view(seat)
                planes = rlcard.planes(view)
                assert planes.sum(axis=0).max() == 1
                other = view.sample(Stream(number, 0, 3)).view(seat)
                assert np.array_equal(rlcard.planes(other), planes)
                hidden = round.hands[1 - seat] & ~view.known
                shown = planes[:4].max(axis=0)
                assert rlcard.hand_from_plane(shown) & hidden == 0


class Lowest:
    """An agent of RLCard that takes the first of the legal actions."""

    def __init__(self) -> None:
        self.asked = 0

    def eval_step(self, state: dict) -> tuple[int, dict]:
        self.asked += 1
        assert state["obs"].shape == (5, 52)
        assert list(state["legal_actions"]) == state["raw_legal_actions"]
        return state["raw_legal_actions"][-1], {}


@pytest.mark.parametrize("rules", ["rlcard", "modern", "fiftieth_card", "must_gin", "eaai"])
def test_an_agent_of_rlcard_at_our_table(rules: str) -> None:
    from gin_fast import simulate

    agent = Lowest()
    strategy = rlcard.strategy_of(agent, "lowest")
    result = simulate(strategy, "greedy", rounds=40 // SHARE, seed=3, rules=rules)
    assert (result.rounds, result.a) == (40 // SHARE, "lowest")
    assert result.forfeits == (0, 0)
    assert agent.asked > 40 // SHARE


def test_an_agent_that_is_none() -> None:
    with pytest.raises(TypeError, match="must have eval_step"):
        rlcard.strategy_of(object())

    class Wrong:
        def eval_step(self, state: dict) -> tuple[int, dict]:
            return 0, {}

    view = Round.deal(1).view(0)
    with pytest.raises(ValueError, match="the agent chose 0"):
        rlcard.strategy_of(Wrong())().act(view)


def test_our_strategy_as_an_agent() -> None:
    """With what RLCard tells, it plays as it does here, but for the order of the pile."""
    same = decisions = 0
    for number in range(30 // SHARE):
        round = Round.deal(4, number, rules="rlcard")
        agents = [rlcard.agent_of("simple", seed=9) for _ in (0, 1)]
        seats = [Seat("simple", 9, 0, seat) for seat in (0, 1)]
        while not round.is_over:
            view = round.view(round.to_move)
            if view.phase == "spread":
                round.apply(AUTO)
                continue
            code, info = agents[round.to_move].eval_step(rlcard.state_of(view))
            assert info == {}
            assert code in rlcard.legal_actions(view)
            action = seats[round.to_move].choose(round)
            same += rlcard.action_to(action, view) == code
            decisions += 1
            round.apply(rlcard.action_from(code, view))
    assert decisions > 300 // SHARE
    assert same / decisions > 0.75  # `simple` draws among equal discards


# OpenSpiel.


def test_every_meld_of_openspiel_comes_back() -> None:
    for number in range(185):
        meld = openspiel.meld_from(number)
        assert openspiel.meld_to(meld) == (number,)
        code = openspiel.MELDS + number
        assert openspiel.parse_action(openspiel.action_text(code)) == code
    for meld in ALL_MELDS:
        numbers = openspiel.meld_to(meld)
        assert sum(openspiel.meld_from(number) for number in numbers) == meld
        assert len(numbers) == 1 or meld.bit_count() > 5
    with pytest.raises(ValueError, match="AC 2C is not a meld"):
        openspiel.meld_to(3)
    with pytest.raises(ValueError, match="from 0 to 184"):
        openspiel.meld_from(185)


def test_every_action_of_openspiel_has_a_name() -> None:
    names = [openspiel.action_text(code) for code in range(openspiel.N_ACTIONS)]
    assert names[52:56] == ["Draw upcard", "Draw stock", "Pass", "Knock"]
    assert len(set(names)) == 241
    for code, name in enumerate(names):
        assert openspiel.parse_action(name) == code
        assert openspiel.parse_action(f"Player: 1 Action: {name}") == code
    with pytest.raises(ValueError, match="unknown action"):
        openspiel.parse_action("AsKh")


@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "simple")])
def test_every_action_comes_back_from_openspiel(strategies: tuple[str, str]) -> None:
    kinds = set()
    for number in range(40 if SHARE == 1 else 12):
        for round in played("openspiel", number, strategies)[:-1]:
            view = round.view(round.to_move)
            for action in round.legal_actions():
                codes = openspiel.action_to(action, view)
                kinds.add(action.verb)
                if view.phase in ("spread", "layoff") and action in (AUTO, PASS):
                    assert codes[-1] == openspiel.PASS_ON
                elif len(codes) == 2 and codes[0] == openspiel.KNOCK_NOW:
                    assert openspiel.action_from(codes[0], view) is None
                    assert openspiel.action_from(codes[1], view, knocking=True) == action
                elif len(codes) == 1:
                    back = openspiel.action_from(codes[0], view)
                    slots = back is not None and back >= LAY_OFF  # there it goes on no certain meld
                    assert back == action or (slots and back.card == action.card)
    if "greedy" in strategies:
        more = {"knock", "auto", "spread", "lay off"}
        assert kinds == {"discard", "draw stock", "draw pile", "pass"} | more


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "simple")])
def test_histories_come_back(dealer: int, strategies: tuple[str, str]) -> None:
    for number in range(30 // SHARE):
        round = Round.deal(3, number, rules="openspiel", dealer=dealer)
        seats = [Seat(strategy, 5, number, seat) for seat, strategy in enumerate(strategies)]
        while not round.is_over:
            if len(round.actions) % SHARE:
                round.apply(seats[round.to_move].choose(round))
                continue
            again = openspiel.from_history(openspiel.to_history(round), dealer=dealer)
            assert (again.hands, again.phase) == (round.hands, round.phase)
            assert again.to_move == round.to_move
            if all(meld.bit_count() < 6 for meld in round.view(0).melds):  # others are cut
                assert again.view(0) == round.view(0)
                assert again.view(1) == round.view(1)
            round.apply(seats[round.to_move].choose(round))
        codes = openspiel.to_history(round)
        again = openspiel.from_history(codes, dealer=dealer)
        assert again.result == round.result
        assert openspiel.to_history(again) == codes
        for text in (str(codes), "\n".join(map(str, codes)), ", ".join(map(str, codes))):
            assert openspiel.from_text(text, dealer=dealer) == again


def test_a_history_as_lines() -> None:
    codes = openspiel.to_history(Round.deal(3, rules="openspiel"))
    lines = [f"Chance outcome: {openspiel.action_text(code)}" for code in codes]
    lines += ["Player: 0 Action: Pass", "Player: 1 Action: Draw upcard", ""]
    assert openspiel.history_of("\n".join(lines)) == [*codes, 54, 52]
    head = "[Meta]\nVersion: 1\n\n[Game]\ngin_rummy(knock_card=5,oklahoma=False)\n[State]\n"
    round = openspiel.from_text(head + "\n".join(map(str, codes)))
    assert round.view(0).limit == 5
    assert openspiel.rules_of("gin_rummy(oklahoma=True)").oklahoma_ace_is_gin


def test_the_rest_of_the_stock() -> None:
    codes = openspiel.to_history(Round.deal(3, rules="openspiel"))
    one, two = (openspiel.from_history(codes, rng=random.Random(seed)) for seed in (1, 2))
    assert one.view(0) == two.view(0)
    assert one.position()["stock"] != two.position()["stock"]


def test_histories_that_are_refused() -> None:
    round = Round.deal(3, rules="openspiel")
    codes = openspiel.to_history(round)
    for bad, why in (
        (codes[:20], "the deal is not finished"),
        ([*codes, 54, 54, 53], "the chance player must act first"),
        ([*codes, 53], "action 22, Draw stock: illegal action"),
        ([*codes, 52, 55], "a knock is not finished"),
        ([*codes, 52, 55, 54], "a knock must be followed by its discard"),
        ([*codes, 241], "from 0 to 240"),
        ([codes[0], *codes[:20]], "given twice"),
    ):
        with pytest.raises(ValueError, match=why):
            openspiel.from_history(bad)
    for text in ("no history", "1, 2, x", "1 2 999999999999"):
        with pytest.raises(ValueError, match=r".+"):
            openspiel.history_of(text)
    position = Round.from_position(round.position(), rules="openspiel")
    with pytest.raises(ValueError, match="began from a position"):
        openspiel.to_history(position)
    with pytest.raises(ValueError, match="eleven cards"):
        openspiel.to_history(Round.deal(3, rules="rlcard"))
    with pytest.raises(ValueError, match="no action for big gin"):
        openspiel.action_to(107, round.view(0))


def test_melds_of_the_defender_that_are_not_the_best() -> None:
    deck = hands_to_deck(
        "AC 2C 3C 4D 5D 6D 7H 8H 9H KS", "TC JC QC TD JD QD KH KD 2S 4S", upcard="AS"
    )
    round = Round.from_deck(deck, rules="openspiel")
    for text in ("take", "knock KS", "auto", "pass"):
        round.apply(text)
    codes = openspiel.to_history(round)
    best, passed = openspiel.from_history(codes), [*codes[:-3], openspiel.PASS_ON]
    assert best.result == round.result
    with pytest.raises(ValueError, match="the best leave"):
        openspiel.from_history(passed)
    assert openspiel.from_history(passed, exact=False).result == round.result
    with pytest.raises(ValueError, match="the round is over"):
        openspiel.from_history([*codes, openspiel.PASS_ON])


def hands_to_deck(first: str, second: str, upcard: str) -> list[int]:
    one, two = (cards_of(parse_hand(hand)) for hand in (first, second))
    dealt = [card for pair in zip(one, two, strict=True) for card in pair]
    dealt += cards_of(parse_hand(upcard))
    return [*dealt, *cards_of(DECK & ~hand_of(dealt))]


def test_parameters_of_openspiel() -> None:
    for changes in (
        {},
        {"knock_limit": 0},
        {"gin_bonus": 20, "undercut_bonus": 10},
        {"oklahoma": True, "oklahoma_ace_is_gin": True},
    ):
        rules = Rules.preset("openspiel", **changes)
        assert openspiel.rules_from(openspiel.parameters_of(rules)) == rules
    for bad, why in (
        ({"num_ranks": 12}, "num_ranks must be 13, not 12"),
        ({"hand_size": 7}, "hand_size must be 10, not 7"),
        ({"jokers": 2}, "unknown parameter"),
    ):
        with pytest.raises(ValueError, match=why):
            openspiel.rules_from(bad)
    with pytest.raises(ValueError, match="OpenSpiel cannot play with"):
        openspiel.parameters_of("eaai")
    with pytest.raises(ValueError, match="above 10, but the rules have 20"):
        openspiel.parameters_of(Rules.preset("openspiel", knock_limit=20))
    with pytest.raises(ValueError, match="cannot be"):
        openspiel.rules_of("gin_rummy(knock_card=x)")


def test_tensors_of_openspiel_hide_the_other_hand() -> None:
    for number in range(10 // SHARE):
        *states, last = played("openspiel", number, ("greedy", "simple"))
        for round in states:
            for seat in (0, 1):
                view = round.view(seat)
                tensor = openspiel.observation_tensor(view)
                assert tensor.shape == (openspiel.TENSOR_SIZE,)
                sampled = view.sample(Stream(number, 0, 3)).view(seat)
                assert np.array_equal(openspiel.observation_tensor(sampled), tensor)
        with pytest.raises(ValueError, match="also needs the round"):
            openspiel.observation_tensor(last.view(0))
        assert openspiel.observation_tensor(last.view(0), last).shape == (644,)


def test_states_that_are_no_states() -> None:
    state = {"phase": "Draw", "finished_layoffs": False}
    for text, why in (
        ("[]", "must be a JSON object"),
        ("{}", "it lacks 'phase'"),
        (json.dumps(state | {"hands": [[], []]}), "it lacks 'pass_on|it lacks 'current_player'"),
        (json.dumps(state | {"phase": "Deal"}), "there is nothing to decide in phase Deal"),
        (json.dumps(state | {"phase": "Sleep"}), "unknown phase"),
    ):
        with pytest.raises(ValueError, match=why):
            openspiel.from_json(text)


def test_codes_are_those_of_this_library() -> None:
    """The numbers that the converters count with."""
    assert (DRAW, TAKE, KNOCK, SPREAD, LAY_OFF, N_ACTIONS) == (104, 105, 52, 109, 438, 594)


# The examples of docs/interop.md that need another package; doctest runs the others.

PAGE = Path(__file__).parent.parent / "docs" / "interop.md"
PROGRAMS = [
    block
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    if not block.startswith(">>>")
]


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_examples_of_the_page(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("pettingzoo", "pyspiel", "rlcard"):
        if re.search(rf"^import {package}$|^from {package}|envs import {package}", program, re.M):
            pytest.importorskip(package)
    exec(compile(program, str(PAGE), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


# OpenSpiel itself.


@pytest.fixture(scope="module")
def pyspiel():
    return pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")


def test_melds_are_openspiels(pyspiel) -> None:
    melds = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).int_to_meld
    assert {number: openspiel.hand_from(cards) for number, cards in melds.items()} == {
        number: openspiel.meld_from(number) for number in range(185)
    }


@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "simple")])
@pytest.mark.parametrize("dealer", [0, 1])
def test_states_and_tensors_are_openspiels(pyspiel, strategies: tuple, dealer: int) -> None:
    """Rounds played here, with the states there, at every decision."""
    game = pyspiel.load_game("gin_rummy")
    compared = 0
    for number in range(12):
        round = Round.deal(8, number, rules="openspiel", dealer=dealer)
        seats = [Seat(strategy, 5, number, seat) for seat, strategy in enumerate(strategies)]
        while True:
            state = openspiel.to_state(round, game)
            again = openspiel.from_state(state, dealer=dealer)
            for seat in (0, 1):
                assert again.view(seat).hand == round.view(seat).hand
                theirs = state.observation_tensor(seat ^ 1 - dealer)
                assert openspiel.observation_tensor(round.view(seat), round).tolist() == theirs
                compared += 1
            if round.is_over:
                net = round.result.points * (1 if round.result.winner == 1 - dealer else -1)
                assert state.returns()[0] == net
                break
            read = openspiel.from_json(state.to_json(), dealer=dealer)
            assert str(read) == str(again)
            assert set(read.legal_actions()) >= set(round.legal_actions())
            round.apply(seats[round.to_move].choose(round))
        text = pyspiel.serialize_game_and_state(game, state)
        assert openspiel.from_text(text, dealer=dealer).hands == round.hands
    assert compared > 200


@pytest.mark.parametrize("parameters", [{"knock_card": 0}, {"knock_card": 7}, {"oklahoma": True}])
def test_games_with_parameters(pyspiel, parameters: dict) -> None:
    game = pyspiel.load_game("gin_rummy", parameters)
    round = Round.deal(8, rules=openspiel.rules_from(game.get_parameters()))
    state = openspiel.to_state(round, game)
    assert openspiel.from_state(state).view(0) == round.view(0)
    assert openspiel.observation_tensor(round.view(0)).tolist() == state.observation_tensor(0)
    with pytest.raises(ValueError, match="has other rules"):
        openspiel.to_state(Round.deal(8, rules="openspiel"), game)


def test_bots_of_openspiel(pyspiel) -> None:
    """Ours against its own: no action is refused, and ours wins more."""
    game = pyspiel.load_game("gin_rummy")
    total = 0.0
    for number in range(30):
        player = number % 2
        bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
        bots[player] = openspiel.OpenSpielBot("greedy", player, seed=number)
        total += pyspiel.evaluate_bots(game.new_initial_state(), bots, number)[player]
    assert total > 0


@pytest.mark.parametrize("strategy", ["random", "knock_early", "gin_hunter"])
def test_bots_play_on_and_on(pyspiel, strategy: str) -> None:
    game = pyspiel.load_game("gin_rummy")
    bots = [openspiel.OpenSpielBot(strategy, seat, seed=1) for seat in (0, 1)]
    returns = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(20)]
    bots = [openspiel.OpenSpielBot(strategy, seat, seed=1) for seat in (0, 1)]
    again = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(20)]
    assert returns == again


def test_a_bot_for_nobody() -> None:
    with pytest.raises(ValueError, match="player must be from 0 to 1"):
        openspiel.OpenSpielBot("greedy", 2)
    with pytest.raises(ValueError, match="unknown strategy"):
        openspiel.OpenSpielBot("expert", 0)
