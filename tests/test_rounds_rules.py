"""Every field of the rules that is about a round, by its effect in a round laid out for it."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from layouts import deck, legal, play, position, ways_out

from gin_fast.cards.hands import parse_card, parse_hand
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import Rules
from gin_fast.strategies.builtin import STRATEGIES

NINE = "AC 2C 3C 4D 5D 6D 9C 9D 9H"
"""Three melds: with one card more a hand has the pips of that card."""
HIGH = "KC QD JS TC 8S 6S 4S 2H KH QS"
"""No meld, 80 points, and nothing that fits the melds of NINE."""
WITH_4C = "KC QD JS TC 8S 6S 4C 2H KH QS"
"""The same, but 4C fits."""
LOW = "KC KD KH QC QD QS 2D 2H 2S AS"
"""Three melds, and 1 point."""


def knocks(
    engine: ModuleType,
    loose: str,
    second: str,
    up: str = "8C",
    drawn: str = "KS",
    **changes: Any,
) -> Any:
    """The starter has NINE and a loose card, passed, as the other did, and drew."""
    state = engine.RoundState.from_deck(
        deck(f"{NINE} {loose}", second, up, drawn), rules=Rules(**changes)
    )
    return play(state, "pass", "pass", "draw")


def refusal(state: Any, move: str) -> str:
    with pytest.raises(ValueError, match="illegal action") as caught:
        state.apply(move)
    return str(caught.value).rpartition(": ")[2]


def test_every_field_of_a_round_has_its_test():
    fields = list(FIELDS)
    text = Path(__file__).read_text("utf-8")
    for name in fields[: fields.index("target")]:
        assert name in text


# How much one may knock with.


@pytest.mark.parametrize(
    ("limit", "loose", "may"),
    [(10, "TH", True), (7, "7H", True), (7, "8H", False), (1, "AH", True), (0, "AH", False)],
)
def test_knock_limit(engine, limit, loose, may):
    state = knocks(engine, loose, HIGH, knock_limit=limit)
    assert ("knock KS" in legal(state)) is may
    if not may:
        assert refusal(state, "knock KS") == f"the cards kept have more than {limit} deadwood"
    assert state.view(1).limit == limit


@pytest.mark.parametrize(
    ("upcard", "ace_is_gin", "limit"),
    [
        ("7C", False, 7), ("7S", True, 7), ("TS", False, 10), ("JD", False, 10), ("KD", True, 10),
        ("AD", False, 1), ("AS", False, 1), ("AD", True, 0), ("2S", True, 2),
    ],
)  # fmt: skip
def test_oklahoma(engine, upcard, ace_is_gin, limit):
    """The upcard sets the limit."""
    for loose, pips in ("AH", 1), ("3H", 3), ("7H", 7), ("8H", 8), ("TH", 10):
        state = knocks(engine, loose, HIGH, upcard, oklahoma=True, oklahoma_ace_is_gin=ace_is_gin)
        assert ("knock KS" in legal(state)) is (pips <= limit)
        assert state.view(0).limit == state.view(1).limit == limit
    gin = knocks(engine, "TH", HIGH, upcard, "4C", oklahoma=True, oklahoma_ace_is_gin=ace_is_gin)
    assert "knock TH" in legal(gin)


@pytest.mark.parametrize(("upcard", "times"), [("9S", 2), ("KD", 1), ("9S", 1)])
def test_oklahoma_spades_double(engine, upcard, times):
    """What a round scores doubles, bonuses too."""
    rules = {"oklahoma": True, "oklahoma_spades_double": times == 2 or upcard != "9S"}
    knocked = play(knocks(engine, "5H", HIGH, upcard, **rules), "knock KS", "auto", "auto")
    assert knocked.result[:7] == ("knock", 0, 75 * times, 0, 5, 80, (75 * times, 0))
    gin = play(knocks(engine, "5H", HIGH, upcard, "4C", **rules), "knock 5H", "auto")
    assert gin.result.scored == (105 * times, 0)
    low = LOW.replace("KD", "TD").replace("KH", "TH").replace("KC", "TC")
    undercut = play(knocks(engine, "5H", low, upcard, **rules), "knock KS", "auto", "auto")
    assert undercut.result[:7] == ("undercut", 1, 29 * times, 0, 5, 1, (0, 29 * times))
    assert undercut.view(0).multiplier == undercut.view(1).multiplier == times


# What an end scores.


def test_gin_bonus(engine):
    for bonus in (0, 25, 100):
        state = play(knocks(engine, "5H", HIGH, drawn="4C", gin_bonus=bonus), "knock 5H", "auto")
        assert state.result[:7] == ("gin", 0, 80 + bonus, 0, 0, 80, (80 + bonus, 0))


def test_undercut_bonus(engine):
    for bonus in (0, 10, 25):
        state = knocks(engine, "5H", LOW, undercut_bonus=bonus)
        play(state, "knock KS", "auto", "auto")
        assert state.result[:7] == ("undercut", 1, 4 + bonus, 0, 5, 1, (0, 4 + bonus))


def test_big_gin_bonus(engine):
    eleven = {"first": "AC 2C 3C 4D 5D 6D 7D 9C 9D 9H", "second": HIGH, "upcard": "8C"}
    for bonus in (0, 31, None):
        rules = Rules(big_gin_bonus=bonus)
        state = engine.RoundState.from_deck(deck(**eleven, stock="9S"), rules=rules)
        play(state, "pass", "pass", "draw")
        if bonus is None:
            assert refusal(state, "big gin") == "big gin is not in these rules"
            continue
        assert ways_out(state)[-1] == "big gin"
        assert play(state, "big gin").result[:7] == (
            "big_gin", 0, 80 + bonus, 0, 0, 80, (80 + bonus, 0),
        )  # fmt: skip
        assert state.view(1).knocker == 0
        assert state.view(1).other_count == 11


@pytest.mark.parametrize(
    ("tie", "end"),
    [
        ("undercut", ("undercut", 1, 25, 0, 1, 1)),
        ("nobody", ("tie", None, 0, 0, 1, 1)),
        ("knocker", ("knock", 0, 0, 0, 1, 1)),
    ],
)
def test_tie(engine, tie, end):
    state = play(knocks(engine, "AH", LOW, tie=tie), "knock KS", "auto", "auto")
    assert state.result[:6] == end
    assert state.result.scored == (0, end[2])


@pytest.mark.parametrize(
    ("layoffs", "knocked", "gone_gin"),
    [("never", 75, 105), ("after_knock", 71, 105), ("always", 71, 101)],
)
def test_layoffs(engine, layoffs, knocked, gone_gin):
    """4C goes on AC 2C 3C, where it may."""
    state = play(knocks(engine, "5H", WITH_4C, layoffs=layoffs), "knock KS", "auto")
    if layoffs == "never":
        assert state.is_over
    else:
        assert legal(state) == ["pass", "auto", "lay off 4C on meld 0"]
        play(state, "lay off 4C on AC2C3C", "pass")
    assert state.result[:3] == ("knock", 0, knocked)
    gin = play(knocks(engine, "5H", WITH_4C, drawn="3D", layoffs=layoffs), "knock 5H", "auto")
    if layoffs == "always":
        assert (gin.phase, gin.to_move) == ("layoff", 1)
        play(gin, "lay off 4C", "pass")
    assert gin.result[:3] == ("gin", 0, gone_gin)


FLAT = {"flat_knock_score": 20, "undercut_bonus": 0, "gin_bonus": 100}


def test_flat_knock_score(engine):
    """Any knock scores the same, gin its bonus; who does not go out pays for what is left."""
    state = play(knocks(engine, "5H", WITH_4C, **FLAT), "knock KS", "auto", "auto")
    assert state.result[:7] == ("knock", 0, 20, 0, 5, 76, (20, -76))
    low = play(knocks(engine, "5H", LOW, **FLAT), "knock KS", "auto", "auto")
    assert low.result[:7] == ("knock", 0, 20, 0, 5, 1, (20, -1))
    gin = play(knocks(engine, "5H", HIGH, drawn="4C", **FLAT), "knock 5H", "auto")
    assert gin.result[:7] == ("gin", 0, 100, 0, 0, 80, (100, -80))


def test_flat_scores_of_a_dead_round(engine):
    rules = Rules(**FLAT)
    at = position(f"{NINE} 5H", HIGH, "8C", "KS 8D 8H")
    state = engine.RoundState.from_position(at, rules=rules)
    play(state, "draw", "discard KS")
    assert state.result[:7] == ("dead", None, 0, None, None, None, (-5, -80))
    big = Rules(flat_knock_score=20, undercut_bonus=0, big_gin_bonus=40)
    at = position("AC 2C 3C 4D 5D 6D 7D 9C 9D 9H", HIGH, "8C", "9S")
    state = play(engine.RoundState.from_position(at, rules=big), "draw", "big gin")
    assert state.result[:7] == ("big_gin", 0, 40, 0, 0, 80, (40, -80))


def test_flat_scores_double(engine):
    changes = {**FLAT, "oklahoma": True, "oklahoma_spades_double": True}
    state = play(knocks(engine, "5H", HIGH, "9S", **changes), "knock KS", "auto", "auto")
    assert state.result.scored == (40, -160)


# The end of the stock.


def at_the_end(engine: ModuleType, first: str, second: str, stock: str, **changes: Any) -> Any:
    """Seat 0 is to draw, and three cards are left. The top of the pile is 8C."""
    at = position(first, second, "8C", stock)
    return engine.RoundState.from_position(at, rules=Rules(**changes))


def test_stock_end_dead(engine):
    state = play(at_the_end(engine, f"{NINE} 5H", HIGH, "KS", stock_end="dead"), "draw")
    assert "knock KS" in legal(state)
    over = play(state.copy(), "discard KS")
    assert over.result[:7] == ("dead", None, 0, None, None, None, (0, 0))
    assert play(state, "knock KS", "auto", "auto").result.kind == "knock"


def test_stock_end_no_last_knock(engine):
    """Who draws the third-last card may not go out; who takes the pile may."""
    ready = f"{NINE} 5H"
    state = play(at_the_end(engine, ready, HIGH, "KS", stock_end="no_last_knock"), "draw")
    assert ways_out(state) == []
    assert refusal(state, "knock KS") == "the player who drew the third-last card may not go out"
    assert not state.view(0).may_go_out
    assert play(state, "discard KS").result.kind == "dead"
    gin = play(at_the_end(engine, ready, HIGH, "4C", stock_end="no_last_knock"), "draw")
    assert refusal(gin, "knock 5H") == "the player who drew the third-last card may not go out"
    eleven = "AC 2C 3C 4D 5D 6D 7D 9C 9D 9H"
    big = play(at_the_end(engine, eleven, HIGH, "9S", stock_end="no_last_knock"), "draw")
    assert refusal(big, "big gin") == "the player who drew the third-last card may not go out"
    taken = play(at_the_end(engine, ready, HIGH, "KS", stock_end="no_last_knock"), "draw pile")
    assert ways_out(taken) == ["knock 5H"]


def last_upcard(engine: ModuleType, second: str, discarded: str, **changes: Any) -> Any:
    """Seat 0 drew the third-last card, and discarded it: seat 1 may take it to go out."""
    changes = {"stock_end": "last_upcard", **changes}
    state = at_the_end(engine, "KC QD JS TC 8S 6S 4S 2H KH QS", second, discarded, **changes)
    return play(state, "draw", f"discard {discarded}")


def test_stock_end_last_upcard(engine):
    """The other seat may take the card discarded, but only to go out."""
    ready = f"{NINE} KS"
    state = last_upcard(engine, ready, "5H")
    assert (state.phase, state.to_move, state.view(0).stock) == ("last_upcard", 1, 2)
    assert legal(state) == ["draw pile", "pass"]
    left = play(state.copy(), "pass")
    assert left.result[:7] == ("dead", None, 0, None, None, None, (0, 0))
    play(state, "draw pile")
    assert legal(state) == ["knock KS"]
    assert state.view(1).must_go_out
    assert refusal(state, "discard KS") == "the last upcard may only be taken to go out"
    play(state, "knock KS", "auto", "auto")
    assert state.result[:4] == ("knock", 1, 75, 1)


def test_the_last_upcard_is_of_no_use(engine):
    state = last_upcard(engine, f"{NINE} KS", "QH", knock_limit=9)
    assert legal(state) == ["pass"]
    assert refusal(state, "draw pile") == "the hand could not go out with it"
    assert play(state, "pass").result.kind == "dead"


def test_the_last_upcard_may_not_be_discarded(engine):
    """A hand within the limit does not go out with a card that makes another be discarded."""
    knows = "AC 2C 3C 4D 5D 6D 9C 9D 7H TH"  # 17, and 7 with what fits
    assert legal(last_upcard(engine, knows, "9S")) == ["draw pile", "pass"]
    short = f"{NINE} 2D"  # within the limit as it is
    assert legal(last_upcard(engine, short, "QH", knock_limit=2)) == ["pass"]
    state = last_upcard(engine, short, "QH", knock_limit=2, taken_card_may_return=True)
    assert legal(state) == ["draw pile", "pass"]
    assert legal(play(state, "draw pile")) == ["knock QH"]


def test_the_last_upcard_makes_big_gin(engine):
    eleven = "AC 2C 3C 4D 5D 6D 7D 9C 9D 9H"
    state = last_upcard(engine, eleven, "9S", knock_limit=0)
    assert legal(state) == ["draw pile", "pass"]
    assert ways_out(play(state, "draw pile"))[-1] == "big gin"
    assert play(state, "big gin").result[:3] == ("big_gin", 1, 111)


def test_the_last_upcard_is_taken_beyond_the_cap(engine):
    at = position(HIGH, f"{NINE} KS", "8C", "5H", pile_draws=1, upcard_taken=False)
    rules = Rules(stock_end="last_upcard", pile_draw_cap=2)
    state = engine.RoundState.from_position(at, rules=rules)
    play(state, "draw", "discard 5H", "draw pile", "knock KS", "auto", "auto")
    assert state.result[:2] == ("knock", 1)
    assert state.result[-2:] == (31, 2)


# What one must, and what one may discard.


def test_must_go_gin(engine):
    """Who can go gin by a legal discard must, and spreads for it."""
    state = knocks(engine, "TH", HIGH, drawn="4C", must_go_gin=True)
    assert legal(state) == ["knock TH"]
    assert refusal(state, "discard TH") == "a player who can go gin must"
    assert refusal(state, "knock 4C") == "a player who can go gin must"
    free = knocks(engine, "TH", HIGH, drawn="4C", must_go_gin=False)
    assert len(legal(free)) == 11 + len(ways_out(free)) > 12
    no_gin = knocks(engine, "TH", HIGH, drawn="KS", must_go_gin=True)
    assert {"discard KS", "knock KS", "knock TH"} <= set(legal(no_gin))


def test_must_go_gin_by_big_gin(engine):
    eleven = deck("AC 2C 3C 4D 5D 6D 7D 9C 9D 9H", HIGH, "8C", "9S")
    state = engine.RoundState.from_deck(eleven, rules=Rules(must_go_gin=True))
    play(state, "pass", "pass", "draw")
    knocks = [f"knock {card}" for card in ("9C", "4D", "7D", "9D", "9H", "9S")]
    assert legal(state) == [*knocks, "big gin"]


def test_must_go_gin_when_it_spreads(engine):
    """Three threes and a run, or four threes and 7 points: only the first is gin."""
    first = "AC 2C 3C 4C 3D 3H 3S 9C 9D 9H"
    for must in (True, False):
        rules = Rules(must_go_gin=must)
        state = engine.RoundState.from_deck(deck(first, HIGH, "8C", "KS"), rules=rules)
        play(state, "pass", "pass", "draw", "knock KS")
        assert ("spread 3C3D3H3S" in legal(state)) is not must
        play(state, "spread 9C9D9H")
        assert ("spread 3C3D3H3S" in legal(state)) is not must
        play(state, "spread 3D3H3S")
        assert ("pass" in legal(state)) is not must  # 1 + 2 + 3 + 4 are within the limit
        assert play(state, "auto").result.kind == "gin"


def test_must_go_gin_but_may_not_at_the_end(engine):
    """The drawer of the third-last card goes on with gin in the hand."""
    rules = {"must_go_gin": True, "stock_end": "no_last_knock"}
    state = play(at_the_end(engine, f"{NINE} TH", HIGH, "4C", **rules), "draw")
    assert len(legal(state)) == 11
    assert ways_out(state) == []


def test_taken_card_may_return(engine):
    for may in (False, True):
        rules = Rules(taken_card_may_return=may)
        state = engine.RoundState.from_deck(deck(f"{NINE} 5H", HIGH, "KS"), rules=rules)
        play(state, "draw pile")
        assert ("discard KS" in legal(state)) is ("knock KS" in legal(state)) is may
        assert state.view(1).barred == (0 if may else 1 << parse_card("KS"))
        if may:
            play(state, "discard KS")
            assert state.view(1).pile == (parse_card("KS"),)
            assert state.view(1).returns == 1
        else:
            assert refusal(state, "knock KS") == "KS was just taken from the pile"
            assert refusal(state, "discard KS") == "KS was just taken from the pile"


BACK = ("draw pile", "discard 8C")


def test_return_cap(engine):
    """So many times in a row that the card taken comes straight back end the round."""
    rules = Rules(taken_card_may_return=True, return_cap=2)
    start = deck(f"{NINE} KS", HIGH, "8C", "KD 8D")
    state = engine.RoundState.from_deck(start, rules=rules)
    play(state, *BACK)
    assert (state.phase, state.view(0).returns) == ("draw", 1)
    other = state.copy()
    play(state, *BACK)
    assert state.result[:7] == ("dead", None, 0, None, None, None, (0, 0))
    assert (state.result.pile_draws, state.view(0).returns) == (2, 2)
    play(other, "draw", "discard KD")
    assert other.view(1).returns == 0
    play(other, "draw pile", "discard KD")
    assert (other.phase, other.view(1).returns) == ("draw", 1)
    free = engine.RoundState.from_deck(start, rules=replace(rules, return_cap=None))
    play(free, *BACK * 90)
    assert (free.phase, free.view(0).returns) == ("draw", 90)


@pytest.mark.parametrize("ends", ["turn", "draw"])
@pytest.mark.parametrize("upcard", [True, False])
def test_pile_draw_cap(engine, upcard, ends):
    """The draw that reaches it ends the round, at once or with the turn; the first upcard does not
    count."""
    first, second = f"{NINE} KS", "KC QD JS TC 8S 6S 4S 2H KH QS"
    rules = Rules(pile_draw_cap=3, cap_ends=ends, after_two_passes="stock")
    state = engine.RoundState.from_deck(deck(first, second, "8C", "KD 8D"), rules=rules)
    before = ("draw pile", "discard KS") if upcard else ("pass", "pass", "draw", "discard KD")
    play(state, *before, "draw pile", "discard QD", "draw pile", "discard AC")
    assert state.phase == "draw"
    play(state, "draw pile")
    assert state.is_over == (ends == "draw")
    if ends == "turn":
        play(state, "discard KC")
    assert state.is_over
    draws = (4, 4) if upcard else (4, 3)
    assert state.result == ("dead", None, 0, None, None, None, (0, 0), *draws)
    assert state.view(1).other_count == 10
    assert state.view(1).hand.bit_count() == (11 if ends == "draw" else 10)


def test_the_card_that_reaches_the_cap_may_still_go_out(engine):
    """The player whose draw reached the cap finishes the turn first."""
    for ends in ("turn", "draw"):
        rules = Rules(pile_draw_cap=1, cap_ends=ends)
        state = engine.RoundState.from_deck(deck(HIGH, f"{NINE} KS", "KD", "5H"), rules=rules)
        play(state, "pass", "pass", "draw stock", "discard 5H", "draw pile")
        assert state.is_over == (ends == "draw")
        if ends == "turn":
            assert "knock KS" in ways_out(state)
            assert play(state, "knock KS", "auto", "auto").result.kind in ("knock", "gin")


@pytest.mark.parametrize(
    ("may", "expected"),
    [
        ("stock", ["draw stock"]),
        ("any", ["draw stock", "draw pile"]),
        ("upcard", ["draw pile"]),
    ],
)
def test_after_two_passes(engine, may, expected):
    rules = Rules(after_two_passes=may)
    state = engine.RoundState.from_deck(deck(HIGH, f"{NINE} KS", "KD", "5H 6H"), rules=rules)
    play(state, "pass", "pass")
    assert (state.phase, legal(state)) == ("draw", expected)
    for name in STRATEGIES:
        text = "montecarlo:samples=1" if name == "montecarlo" else name
        seats = importlib.import_module(f"{engine.__name__}.playout")
        seat = seats.Seat(text, 1, 2, state.to_move)
        assert str(seat.choose(state)) in expected
    play(state, expected[-1])
    assert state.view(state.to_move).upcard_taken is False


def test_a_spread_that_leaves_the_least(engine):
    """Under ``spread="least"`` melds may be laid only where the least deadwood is left."""
    hand = "4H 5H 6H 7H 7C 7D AS AC 2D 2C"  # 4H 5H 6H with 7C 7D 7H leaves 6; the run of four, 20
    for spread in ("any", "least"):
        at = position(f"{hand} KS", HIGH, "8C", "5S")
        rules = Rules(knock_limit=30, spread=spread)
        state = engine.RoundState.from_position(at, rules=rules)
        play(state, "knock KS")
        texts = legal(state)
        assert ("spread 4H5H6H7H" in texts) == (spread == "any")
        assert {"spread 4H5H6H", "spread 7C7D7H", "auto"} <= {*texts}
        play(state, "spread 7C7D7H")
        assert ("pass" in legal(state)) == (spread == "any")
        assert "spread 4H5H6H" in legal(state)


def test_eleven_card_start(engine):
    """The starter discards first, and may go out with what was dealt."""
    rules = Rules(eleven_card_start=True)
    state = engine.RoundState.from_deck(deck(f"{NINE} 5H", HIGH, "KS"), rules=rules, dealer=0)
    assert (state.phase, state.to_move) == ("discard", 1)
    assert state.hands == (parse_hand(HIGH), parse_hand(f"{NINE} 5H KS"))
    view = state.view(1)
    assert (view.pile, view.stock, view.drawn, view.drawn_from, view.barred) == ((), 31, -1, "", 0)
    assert (view.draws, view.upcard_taken, view.limit) == (0, False, 10)
    assert ways_out(state) == ["knock 5H", "knock KS"]
    over = play(state.copy(), "knock KS", "auto", "auto")
    assert over.result[:4] == ("knock", 1, 75, 1)
    assert over.result.draws == 0
    play(state, "discard KS")
    assert legal(state) == ["draw stock", "draw pile"]
    eleven = deck("AC 2C 3C 4D 5D 6D 7D 9C 9D 9H", HIGH, "9S")
    dealt = engine.RoundState.from_deck(eleven, rules=rules)
    assert play(dealt, "big gin").result[:3] == ("big_gin", 0, 111)
    plain = engine.RoundState.from_deck(eleven, rules=Rules(eleven_card_start=False))
    assert (plain.phase, plain.view(0).pile) == ("first_upcard", (parse_card("9S"),))


# The worked values of the sources.


def test_a_worked_round_of_the_tournament(engine):
    """7-7-7, J-Q-K of spades and 13 loose: without 5S the knock is 8. The defender has K-K-K, lays
    TS on the run, and is left with 32."""
    first = "7C 7D 7H JS QS KS 2C 2D 3H AC"
    second = "KC KD KH TS TD 8C 6D 5D 2H AH"
    state = engine.RoundState.from_deck(deck(first, second, "9S", "5S"), rules="tournament")
    play(state, "pass", "pass", "draw", "knock 5S", "auto")
    assert "lay off TS on meld 1" in legal(state)
    play(state, "lay off TS on JSQSKS", "pass")
    assert state.result[:6] == ("knock", 0, 24, 0, 8, 32)
