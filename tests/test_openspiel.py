"""Rounds against OpenSpiel's gin rummy, where it is installed: action by action, and in returns.

``python -m tests.mirror_openspiel`` plays as many as one likes.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from types import ModuleType

import pytest
from mirror_openspiel import KINDS, Mirror, play

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, format_card, parse_card, parse_hand
from gin_fast.rules.rules import Rules
from gin_fast.state.action_text import parse_action

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")

ENDS = ("knock", "undercut", "gin", "tie", "dead, the last upcard left")
ENDS += ("dead, fifty cards taken", "dead, a card discarded at once twice in a row")
RARE = {"knock not offered", "last upcard not offered", "layoff offered in vain"}
"""Differences that a test of their own brings about."""


@pytest.fixture
def rounds(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.rounds")


def test_rounds_mirrored_into_openspiel(rounds: ModuleType) -> None:
    """Every end comes about, and nothing differs but as `KINDS` explains."""
    counts: Counter[str] = Counter()
    wanted = 480 if "native" in rounds.__name__ else 24
    for number in range(wanted):
        play(number, 1, counts, rounds.RoundState)
    assert counts["rounds"] == wanted
    if wanted > 100:
        assert [end for end in ENDS if not counts[f"ends, {end}"]] == []
        assert {kind for kind in KINDS if not counts[kind]} <= RARE


class Table:
    """A round that a test has set out, mirrored."""

    def __init__(self, rounds: ModuleType, *hands: str, upcard: str, limit: int) -> None:
        self.actions = rounds.ACTIONS
        first, second = (cards_of(parse_hand(hand)) for hand in hands)
        dealt = [card for pair in zip(first, second, strict=True) for card in pair]
        dealt.append(parse_card(upcard))
        rest = cards_of(DECK & ~sum(1 << card for card in dealt))
        self.round = rounds.RoundState.from_deck(
            [*dealt, *rest], rules=Rules.preset("openspiel", knock_limit=limit)
        )
        game = pyspiel.load_game("gin_rummy", {"knock_card": limit})
        self.counts: Counter[str] = Counter()
        self.mirror = Mirror(self.round, game, random.Random(1), self.counts)

    def do(self, *texts: str) -> None:
        for text in texts:
            action = parse_action(text, self.round.view(self.round.to_move), self.actions)
            assert action in self.mirror.choices()
            self.mirror.apply(action)

    def last(self) -> tuple[set[str], set[str]]:
        """What is legal, and what of it both have, as text."""
        both = self.mirror.choices()
        return {str(each) for each in self.round.legal_actions()}, {str(each) for each in both}


def test_a_knock_that_is_not_offered(rounds: ModuleType) -> None:
    """The most points of the eleven in melds leave A A; without 3C, and with A A A, it is gin."""
    table = Table(
        rounds,
        "AC 2C 3C 2D AH 2H AS 2S 3S 4S",
        "KC QC TC 9C KD QD TD 9D 8D 7H",
        upcard="5S",
        limit=0,
    )
    table.do("take")
    legal, both = table.last()
    assert legal - both == {"knock 3C"}
    assert table.counts["knock not offered"] == 1
    assert table.counts["eleven cards told too high"] == 1


def test_a_last_upcard_that_is_not_offered(rounds: ModuleType) -> None:
    """The same, once all but two cards of the stock are drawn and discarded."""
    hands = "KC QC TC 9C KD QD TD 9D 8D 5S", "AC 2C 3C 2D AH 2H AS 2S 3S 4S"
    table = Table(rounds, *hands, upcard="KH", limit=0)
    table.do("pass", "pass")
    while table.round.phase == "draw":
        table.do("draw stock")
        view = table.round.view(table.round.to_move)
        table.do("discard 5S" if view.stock == 2 else f"discard {format_card(view.drawn)}")
    legal, both = table.last()
    assert (legal, both) == ({"draw pile", "pass"}, {"pass"})
    assert table.counts["last upcard not offered"] == 1


def test_a_layoff_that_is_offered_in_vain(rounds: ModuleType) -> None:
    """7H goes on the sevens, and is not there to join 6H to the hearts."""
    table = Table(
        rounds,
        "8H 9H TH 7C 7D 7S KC KD KH AC",
        "6H 7H 2C 4C 6C 8C QC 2D 4D 6D",
        upcard="2S",
        limit=10,
    )
    table.do("take", "knock 2S", "spread 8H9HTH", "spread 7C7D7S", "spread KCKDKH", "pass")
    table.do("lay off 7H on 7C7D7S")
    table.last()
    assert table.counts["layoff offered in vain"] == 1
    table.do("pass")
    assert table.round.result.kind == "knock"


def test_a_layoff_that_is_not_offered(rounds: ModuleType) -> None:
    """7H and 8H go on 4H 5H 6H, and 9H may not follow there."""
    table = Table(
        rounds,
        "4H 5H 6H 7C 7D 7S KC KD KH AC",
        "7H 8H 9H 2C 4C 6C 8C QC 2D 4D",
        upcard="2S",
        limit=10,
    )
    table.do("take", "knock 2S", "auto", "lay off 7H on 4H5H6H", "lay off 8H on 4H5H6H7H")
    legal, both = table.last()
    assert {action for action in legal - both if action.startswith("lay")} == {
        "lay off 9H on meld 0"
    }
    assert table.counts["layoff not offered"] == 1
