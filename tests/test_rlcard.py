"""Rounds against RLCard's gin rummy, where it is installed: action by action, and in payoffs.

``python -m tests.mirror_rlcard`` plays as many as one likes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from mirror_rlcard import KINDS, Mirror, our_environment, play, their_environment

from gin_fast import Round, format_hand, parse_card, parse_hand, simulate
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, hand_of
from gin_fast.interop import rlcard as ours

pytest.importorskip("rlcard", reason="RLCard (rlcard) is not installed")


@pytest.fixture(scope="module")
def theirs() -> Any:
    return their_environment()


@pytest.fixture(scope="module")
def env() -> Any:
    """Our environment, or `None` without PettingZoo."""
    return our_environment()


def test_rounds_mirrored_into_rlcard(theirs: Any, env: Any) -> None:
    """Every end comes about, and nothing differs but as `KINDS` explains."""
    counts: Counter[str] = Counter()
    for number in range(160):
        play(number, 1, counts, theirs, env)
    assert counts["rounds"] == 160
    for end in ("knock", "gin", "dead", "past the end of the stock"):
        assert counts[f"ends, {end}"]
    rare = {"gin with the card just taken"}
    assert {kind for kind in KINDS if not counts[kind]} <= rare


def test_numbers_are_rlcards() -> None:
    from rlcard.games.gin_rummy.utils import action_event, utils

    assert action_event.ActionEvent.get_num_actions() == ours.N_ACTIONS
    for card in range(52):
        there = utils.get_card(ours.card_to(card))
        assert there.get_index() == ours.index_of(card)
        assert utils.get_card_id(there) == ours.card_to(card)
    names = {
        ours.SCORE_0: "score N",
        ours.SCORE_1: "score S",
        ours.DRAW_CARD: "draw_card",
        ours.PICK_UP: "pick_up_discard",
        ours.DECLARE_DEAD: "declare_dead_hand",
        ours.GIN: "gin",
        ours.DISCARDS: "discard AS",
        ours.KNOCKS + 51: "knock KC",
    }
    for code, name in names.items():
        assert str(action_event.ActionEvent.decode_action(code)) == name


# The faults that are not copied, each brought about.


def table(theirs: Any, env: Any, starter: str, other: str, stock: str) -> Mirror:
    """A round that begins with these hands, of eleven and of ten, and these cards to draw."""
    eleven, ten = cards_of(parse_hand(starter)), cards_of(parse_hand(other))
    dealt = [card for pair in zip(eleven[:10], ten, strict=True) for card in pair]
    dealt += [eleven[10], *map(parse_card, stock.split())]
    deck = [*dealt, *cards_of(DECK & ~hand_of(dealt))]
    return Mirror(deck, 1, theirs, env, Counter())


def do(mirror: Mirror, *codes: int) -> None:
    for code in codes:
        assert code in mirror.choices()
        mirror.apply(code)


def discard(text: str) -> int:
    return ours.DISCARDS + ours.card_to(parse_card(text))


def knock(text: str) -> int:
    return ours.KNOCKS + ours.card_to(parse_card(text))


def test_a_knock_with_the_card_just_taken(theirs: Any, env: Any) -> None:
    """Seat 1 has 9 of deadwood, takes KC, and may discard it there to knock."""
    mirror = table(
        theirs,
        env,
        "KC QD JD 9D 7D 5D TH 8H 6H 2S 4S",
        "AC 2C 3C 4C 5C 6C 7S 8S 9S 9H",
        "KS",
    )
    do(mirror, discard("KC"), ours.PICK_UP)
    both = mirror.choices()
    assert mirror.cause == "knock with the card just taken"
    assert knock("KC") in mirror.theirs.get_state(1)["legal_actions"]
    assert knock("KC") not in both
    assert knock("KC") not in ours.legal_actions(mirror.mine.view(1))


def test_gin_with_the_card_just_taken(theirs: Any, env: Any) -> None:
    """A hand that is dealt gin takes KC, and can go gin by nothing but discarding it again."""
    mirror = table(
        theirs,
        env,
        "KC QD JD 9D 7D 5D TH 8H 6H 2S 4S",
        "AC 2C 3C 4H 4D 4C 7S 8S 9S TS",
        "KS",
    )
    do(mirror, discard("KC"), ours.PICK_UP)
    # TS may be discarded: then 7S 8S 9S, AC 2C 3C and the fours are melded, and KC counts.
    assert mirror.choices() == []
    assert mirror.cause == "gin with the card just taken"
    assert list(mirror.theirs.get_state(1)["legal_actions"]) == [ours.GIN]


def test_another_card_discarded_for_gin(theirs: Any, env: Any) -> None:
    """Eleven melded cards: any end of a long run leaves gin."""
    seen = set()
    for hand in (
        "AC 2C 3C 4C 5C 6C 7C 8C 9S TS JS",
        "AH 2H 3H 4H 5H 6H 7H 8H 9S TS JS",
        "5S 6S 7S 8S 9S 2C 2D 2H KC KD KH",
        "5C 6C 7C 8C 9C 2S 2D 2H KS KD KH",
    ):
        rest = hand_of([card for card in cards_of(DECK & ~parse_hand(hand)) if card % 2][:10])
        mirror = table(theirs, env, hand, format_hand(rest), "")
        assert mirror.choices() == [ours.GIN]
        mirror.apply(ours.GIN)
        seen.add(bool(mirror.hand_differs))
        do(mirror, ours.SCORE_0, ours.SCORE_1)
        assert mirror.round_result.kind == "gin"
    assert True in seen


def test_the_pile_at_the_end_of_the_stock(theirs: Any, env: Any) -> None:
    mirror = table(
        theirs,
        env,
        "KC QD JD 9D 7D 5D TH 8H 6H 2S 4S",
        "KD QC JC 9C 7C 5C TS 8S 6S 2H",
        "",
    )
    do(mirror, discard("KC"))
    while ours.DECLARE_DEAD not in mirror.choices():
        do(mirror, ours.DRAW_CARD)
        last = mirror.mine.view(mirror.mine.to_move).drawn
        mirror.choices()
        mirror.apply(ours.DISCARDS + ours.card_to(last))
    assert mirror.mine.is_over
    assert mirror.choices() == [ours.PICK_UP, ours.DECLARE_DEAD]
    mirror.apply(ours.PICK_UP)
    assert mirror.counts["pile taken at the end of the stock"] == 1
    discards = [code for code in mirror.choices() if code < ours.KNOCKS]
    do(mirror, discards[0], ours.DECLARE_DEAD, ours.SCORE_0, ours.SCORE_1)
    assert mirror.counts["ends, past the end of the stock"] == 1


def test_no_more_than_200_moves(theirs: Any, env: Any) -> None:
    """Both take and discard for ever."""
    mirror = table(
        theirs,
        env,
        "KC QD JD 9D 7D 5D TH 8H 6H 2S 4S",
        "KD QC JC 9C 7C 5C TS 8S 6S 2H",
        "",
    )
    do(mirror, discard("KC"))
    while mirror.choices() != [ours.DECLARE_DEAD]:
        do(mirror, ours.PICK_UP)
        discards = [code for code in mirror.choices() if code < ours.KNOCKS]
        mirror.apply(max(discards, key=lambda code: (code - ours.DISCARDS) % 13))
    assert mirror.counts["dead after 200 moves"]
    assert len(mirror.theirs.game.round.move_sheet) == 200
    do(mirror, ours.DECLARE_DEAD, ours.SCORE_0, ours.SCORE_1)


def test_the_other_hand_is_not_observed(theirs: Any, env: Any) -> None:
    """RLCard's ``get_state`` of the player who is not to act tells what the other sees."""
    if env is None:
        pytest.skip("PettingZoo is not installed")
    mirror = table(
        theirs,
        env,
        "KC QD JD 9D 7D 5D TH 8H 6H 2S 4S",
        "KD QC JC 9C 7C 5C TS 8S 6S 2H",
        "",
    )
    assert np.array_equal(theirs.get_state(1)["obs"], theirs.get_state(0)["obs"])
    shown = env.observe("player_1")["observation"]
    assert ours.hand_from_plane(shown[0]) == mirror.mine.hands[1]


# Players.


def test_agents_of_rlcard_at_our_table() -> None:
    """Its rule agent, here, under rules with layoffs: it beats random play."""
    from rlcard.agents import RandomAgent
    from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

    np.random.seed(1)  # noqa: NPY002  # they draw from it
    novice = ours.strategy_of(GinRummyNoviceRuleAgent())
    result = simulate(novice, ours.strategy_of(RandomAgent(110)), rounds=60, seed=2)
    assert result.a == "GinRummyNoviceRuleAgent"
    assert result.forfeits == (0, 0)
    assert result.wins[0] > 40


@pytest.mark.parametrize("strategy", ["random", "simple", "greedy", "gin_hunter"])
def test_our_strategies_at_its_table(strategy: str) -> None:
    import rlcard
    from rlcard.agents import RandomAgent

    np.random.seed(1)  # noqa: NPY002
    environment = rlcard.make("gin-rummy", config={"seed": 3})
    environment.set_agents([ours.agent_of(strategy, seed=4), RandomAgent(110)])
    payoffs = [environment.run(is_training=False)[1] for _ in range(12)]
    environment.set_agents([RandomAgent(110), ours.agent_of(strategy, seed=4)])
    payoffs += [environment.run(is_training=True)[1][::-1] for _ in range(12)]
    mine, other = np.array(payoffs).mean(axis=0)
    assert mine > other or strategy == "random"


def test_an_agent_sees_the_round_it_is_in() -> None:
    """From the same states, an agent here and RLCard's own state agree."""
    round = Round.deal(5, rules="rlcard")
    state = ours.state_of(round.view(0))
    assert state["obs"].dtype == np.int64
    assert list(state["legal_actions"]) == state["raw_legal_actions"]
