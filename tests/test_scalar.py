"""What the questions about a hand promise, each told by simpler ones."""

from __future__ import annotations

from itertools import permutations

import pytest
from hands import DECK, cards_in, extremes, of_cards, of_kinds, resuited, table
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_fast.cards.hands import format_hand, parse_hand
from gin_fast.rules.rules import Rules
from gin_fast.rules.scoring import knock_score
from gin_fast.state.results import Discards, Spread

LISTED = of_kinds(0, 13)
LIMITS = st.sampled_from([0, 1, 5, 9, 10, 11, 30, 98, 99, 100, 254, 255, 256, 2**31, 2**64, 2**80])
RANDOM = st.randoms(use_true_random=False)
ORDERS = list(permutations(range(4)))


# Melds


def test_all_melds(engine):
    assert len(engine.ALL_MELDS) == 329
    assert list(engine.ALL_MELDS) == sorted(set(engine.ALL_MELDS))
    assert all(engine.is_meld(meld) for meld in engine.ALL_MELDS)
    assert engine.melds(DECK) == engine.ALL_MELDS
    assert type(engine.ALL_MELDS) is tuple


@pytest.mark.parametrize(
    "text",
    ["", "7C", "7C 8C", "7C 7D", "QC KC AC", "KC AC 2C", "KC AD 2D", "QC KC AD", "QD KD AH 2H",
     "7C 8C 9D", "7C 8C TC", "7C 7D 8D", "5C 6C 7C 7D", "7C 7D 7H 7S 8S", "AC AD AH AS 2C"],
)  # fmt: skip
def test_what_is_no_meld(engine, text):
    assert engine.is_meld(parse_hand(text)) is False


@given(hand=of_cards())
def test_melds_are_those_of_all_melds_that_lie_in_the_hand(engine, hand):
    assert engine.melds(hand) == tuple(meld for meld in engine.ALL_MELDS if meld & hand == meld)


# Deadwood and spreads


@given(hand=of_cards())
def test_points_add_up(engine, hand):
    assert engine.hand_points(hand) == sum(min(card % 13 + 1, 10) for card in cards_in(hand))


def test_ends_of_things(engine):
    assert engine.hand_points(DECK) == 340
    assert engine.min_deadwood(0) == engine.min_deadwood(DECK) == 0
    assert engine.spreads(0, 0) == engine.best_spreads(0) == (Spread((), 0, 0),)
    # Every rank twice and no run: no mask leaves more.
    odd, even = 0b1010101010101, 0b0101010101010
    twice = odd * (1 | 1 << 13) | even * (1 << 26 | 1 << 39)
    assert engine.min_deadwood(twice) == engine.hand_points(twice) == 170
    assert engine.outs(DECK) == engine.knock_discards(0) == engine.legal_layoffs(0, []) == 0


@pytest.mark.parametrize("hand", extremes(), ids=hex)
def test_extreme_hands(engine, hand):
    spread = engine.best_spread(hand)
    assert spread.deadwood == engine.min_deadwood(hand) <= 170
    assert_spread(engine, hand, spread)


@given(hand=of_kinds(0, 52))
@settings(max_examples=60)
def test_best_spread_of_any_hand(engine, hand):
    spread = engine.best_spread(hand)
    assert_spread(engine, hand, spread)
    assert spread.deadwood == engine.min_deadwood(hand)


def assert_spread(engine, hand, spread):
    """A spread is disjoint melds in ascending order, and what they leave."""
    assert type(spread) is Spread
    assert type(spread.melds) is tuple
    assert list(spread.melds) == sorted(spread.melds)
    assert all(engine.is_meld(meld) for meld in spread.melds)
    assert sum(spread.melds) + spread.unmelded == hand
    assert not any(meld & spread.unmelded for meld in spread.melds)
    assert spread.deadwood == engine.hand_points(spread.unmelded)


@given(hand=LISTED, limit=LIMITS)
@settings(max_examples=60)
def test_spreads_are_within_the_limit_and_in_order(engine, hand, limit):
    all_of_them = engine.spreads(hand, 340)
    keys = [(spread.deadwood, spread.melds) for spread in all_of_them]
    assert keys == sorted(set(keys))
    for spread in all_of_them:
        assert_spread(engine, hand, spread)
    assert Spread((), hand, engine.hand_points(hand)) in all_of_them
    least = engine.min_deadwood(hand)
    within = tuple(spread for spread in all_of_them if spread.deadwood <= limit)
    assert engine.spreads(hand, limit) == within
    best = tuple(spread for spread in all_of_them if spread.deadwood == least)
    assert engine.best_spreads(hand) == best
    assert engine.best_spread(hand) == all_of_them[0] == best[0]


def test_a_long_run_and_its_parts_are_different_spreads(engine):
    spreads = engine.spreads(parse_hand("4H 5H 6H 7H 8H 9H"), 0)
    assert [str(spread) for spread in spreads] == [
        "4H 5H 6H | 7H 8H 9H, unmelded nothing = 0",
        "4H 5H 6H 7H 8H 9H, unmelded nothing = 0",
    ]


@pytest.mark.parametrize("count", [14, 15, 30, 52])
def test_large_hands_are_not_listed(engine, count):
    hand = (1 << count) - 1
    message = f"spreads are listed for hands of at most 13 cards, not of {count}"
    with pytest.raises(ValueError, match=message):
        engine.best_spreads(hand)
    with pytest.raises(ValueError, match=message):
        engine.spreads(hand, 10)
    assert len(engine.best_spreads(hand >> count - 13)) > 1


@given(hand=of_kinds(0, 51), card=st.integers(0, 51))
@settings(max_examples=60)
def test_a_card_more_costs_at_most_its_pips(engine, hand, card):
    without, bit = hand & ~(1 << card), 1 << card
    most = engine.min_deadwood(without) + engine.hand_points(bit)
    assert engine.min_deadwood(without | bit) <= most


@given(hand=of_kinds(0, 52), order=st.sampled_from(ORDERS))
@settings(max_examples=60)
def test_suits_are_alike(engine, hand, order):
    other = resuited(hand, order)
    assert engine.min_deadwood(other) == engine.min_deadwood(hand)
    if 0 < hand.bit_count() < 16:
        deadwood, cards = engine.best_discards(hand)
        assert engine.best_discards(other) == (deadwood, resuited(cards, order))


# Discards


@given(hand=of_kinds(0, 20), barred=of_cards(0, 30), limit=LIMITS)
@settings(max_examples=80)
def test_discards_are_judged_by_what_is_kept(engine, hand, barred, limit):
    left = {card: engine.min_deadwood(hand & ~(1 << card)) for card in cards_in(hand & ~barred)}
    knocks = sum(1 << card for card in left if left[card] <= limit)
    assert engine.knock_discards(hand, limit, barred) == knocks
    assert engine.knock_discards(hand, limit) & ~barred == knocks
    if not left:
        with pytest.raises(ValueError, match="no card may be discarded from"):
            engine.best_discards(hand, barred)
        return
    least = min(left.values())
    best = engine.best_discards(hand, barred)
    assert type(best) is Discards
    assert best == (least, sum(1 << card for card in left if left[card] == least))


def test_no_legal_discard_is_named(engine):
    with pytest.raises(ValueError, match="no card may be discarded from an empty hand"):
        engine.best_discards(0)
    with pytest.raises(ValueError, match="no card may be discarded from 2C KS"):
        engine.best_discards(parse_hand("2C KS"), DECK)


def test_defaults(engine):
    hand = parse_hand("8C 9C TC JC QD QH QS 4D 2S AH KH")
    assert engine.best_discards(hand) == engine.best_discards(hand, 0)
    assert engine.knock_discards(hand) == engine.knock_discards(hand, 10, 0)
    ten = hand & (hand - 1)
    assert engine.outs(ten) == engine.outs(ten, 10, 0)
    assert engine.deal(3) == engine.deal(3, 0)


@given(hand=of_kinds(9, 13))
def test_big_gin_is_eleven_cards_all_melded(engine, hand):
    melded = hand.bit_count() == 11 and engine.min_deadwood(hand) == 0
    assert engine.is_big_gin(hand) is melded


@pytest.mark.parametrize(
    ("text", "big_gin"),
    [
        ("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH", True),
        ("3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H", True),
        ("AC 2C 3C 4D 5D 6D 7H 8H 9H TH QH", False),
        ("AC 2C 3C 4D 5D 6D 7H 8H 9H TH", False),
        ("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH QH", False),
        ("", False),
    ],
)
def test_big_gin(engine, text, big_gin):
    assert engine.is_big_gin(parse_hand(text)) is big_gin


@given(hand=of_kinds(0, 12), seen=of_cards(0, 40), limit=LIMITS)
@settings(max_examples=15)
def test_outs_are_unseen_cards_that_let_it_knock(engine, hand, seen, limit):
    unseen = cards_in(DECK & ~hand & ~seen)
    let = [card for card in unseen if engine.knock_discards(hand | 1 << card, limit)]
    assert engine.outs(hand, limit, seen) == sum(1 << card for card in let)


# Layoffs


def assert_laid_off(engine, melds, onto):
    """There is an order in which each card fits the meld it goes on."""
    grown = {meld: meld for meld in melds}
    waiting = list(onto)
    while waiting:
        fits = [entry for entry in waiting if engine.is_meld(grown[entry[1]] | 1 << entry[0])]
        assert fits, (waiting, grown)
        for card, meld in fits[:1]:
            grown[meld] |= 1 << card
            waiting.remove((card, meld))


@given(random=RANDOM, count=st.integers(0, 5), hand=of_cards(0, 24))
@settings(max_examples=100)
def test_best_layoff_holds_together(engine, random, count, hand):
    melds = table(random, engine.ALL_MELDS, count)
    hand &= ~sum(melds)
    best = engine.best_layoff(hand, melds)
    kept = hand & ~best.laid_off
    assert best.laid_off & ~hand == 0
    assert best.spread == engine.best_spread(kept)
    assert best.deadwood == best.spread.deadwood <= engine.min_deadwood(hand)
    assert [card for card, _ in best.onto] == cards_in(best.laid_off)
    assert {meld for _, meld in best.onto} <= set(melds)
    assert_laid_off(engine, melds, best.onto)
    assert engine.best_layoff(hand, list(reversed(melds))) == best
    assert engine.best_layoff(hand, iter(melds)) == best
    if not melds:
        assert best.laid_off == 0


@given(random=RANDOM, count=st.integers(0, 5), hand=of_cards(0, 30))
def test_legal_layoffs_fit_now(engine, random, count, hand):
    melds = table(random, engine.ALL_MELDS, count)
    hand &= ~sum(melds)
    fit = [card for card in cards_in(hand) if any(engine.is_meld(m | 1 << card) for m in melds)]
    assert engine.legal_layoffs(hand, melds) == sum(1 << card for card in fit)


RUNS = ["8S 9S TS", "TH JH QH", "2D 3D 4D"]
MORE = ["KC KD KH", "4C 5C 6C", "AD AH AS"]


@pytest.mark.parametrize(
    ("hand", "melds", "laid_off", "deadwood"),
    [
        ("8S 9S KD", ["5S 6S 7S"], "8S 9S", 10),  # a chain upwards
        ("4S 3S 2S AS", ["5S 6S 7S"], "", 0),  # better melded than laid off
        ("3S 2S 4S KD", ["5S 6S 7S"], "", 10),  # as good melded: the fewest are laid off
        ("8S 8C", ["5S 6S 7S", "9C TC JC"], "8C 8S", 0),
        ("7S", ["4S 5S 6S", "7C 7D 7H"], "7S", 0),  # it fits a run and a set
        ("7S 8S", ["4S 5S 6S", "7C 7D 7H"], "7S 8S", 0),  # it must go on the run
        ("KS AS", ["TS JS QS"], "KS", 1),  # never round the corner
        ("AD 2S", ["JS QS KS"], "", 3),
        ("5C 5D 5H 5S", ["2S 3S 4S"], "", 0),
        ("6S 9H", ["2S 3S 4S"], "", 15),  # a gap
        # Two runs and the 7S, or the sevens and the rest of the runs: the fewest, not the lowest.
        ("5D 6D 7D 7H 8H 9H 7S", RUNS, "7S", 0),
        ("AC 2C 3C 5D 6D 7D 7H 8H 9H 7S KS", [*RUNS, *MORE], "7S KS", 0),
    ],
)
def test_layoffs(engine, hand, melds, laid_off, deadwood):
    best = engine.best_layoff(parse_hand(hand), [parse_hand(meld) for meld in melds])
    assert (format_hand(best.laid_off), best.deadwood) == (laid_off, deadwood)


@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ("AC", ["5S 6S"], "not a meld: 5S 6S"),
        ("AC", [""], "not a meld: no cards"),
        ("AC", ["5S 6S 7S", "7S 7D 7H"], "melds overlap in 7S"),
        ("AC", ["5S 6S 7S", "5S 6S 7S"], "melds overlap in 5S 6S 7S"),
        ("AC 6S", ["5S 6S 7S"], "the hand holds cards of the melds: 6S"),
    ],
)
def test_melds_that_cannot_lie_there(engine, hand, melds, message):
    masks = [parse_hand(meld) for meld in melds]
    for ask in (engine.best_layoff, engine.legal_layoffs):
        with pytest.raises(ValueError, match=message):
            ask(parse_hand(hand), masks)


# The knocker's choice

KNOCKER = parse_hand("AS 5S 6S 7S 5C 6C 7C 5D 6D 7D")


@pytest.mark.parametrize("rules", ["modern", "eaai", Rules(knock_limit=0), Rules(knock_limit=3)])
@pytest.mark.parametrize("defender", ["3S 4S 8S 4C 8C 4D 8D 5H 6H 7H", "KC KD KH QC QD QH JC JD"])
def test_best_knock_is_the_best_of_all_spreads(engine, rules, defender):
    defender = parse_hand(defender)
    of_table = Rules.preset(rules) if isinstance(rules, str) else rules
    if of_table.knock_limit == 0:
        with pytest.raises(ValueError, match="may not knock: its deadwood is 1, the limit 0"):
            engine.best_knock(KNOCKER, defender, rules=rules)
        return
    scores = [
        knock_score(spread.deadwood, engine.best_layoff(defender, spread.melds).deadwood, of_table)
        for spread in engine.spreads(KNOCKER, of_table.knock_limit)
    ]
    best = engine.best_knock(KNOCKER, defender, rules=rules)
    assert best.score == max(scores)
    first = scores.index(max(scores))
    assert best.spread == engine.spreads(KNOCKER, of_table.knock_limit)[first]


def test_a_worse_count_can_score_more(engine):
    # The run would bring the deadwood down to 2, and take the defender's eight.
    hand = parse_hand("5C 7C 2D 5D 6D 7D 5H 7H 5S 7S")
    defender = parse_hand("9C KC 3D 8D TD KD 2H 4H AS 9S")
    assert engine.min_deadwood(hand) == 2
    best = engine.best_knock(hand, defender, rules="modern")
    assert str(best) == "5C 5D 5H 5S | 7C 7D 7H 7S, unmelded 2D 6D = 8; scores 58"


def test_an_unknown_defender_is_sampled(engine):
    pool = parse_hand("3S 4S 8S 4C 8C 4D 8D 5H 6H 7H")
    known = engine.best_knock(KNOCKER, pool, rules="modern")
    sampled = engine.best_knock(KNOCKER, rules="modern", unseen=pool, samples=3)
    assert sampled == known  # only one hand can be drawn
    assert type(sampled.score) is float
    assert type(known.score) is int
    one = engine.best_knock(KNOCKER, rules="modern", samples=4, seed=1)
    assert one == engine.best_knock(KNOCKER, None, rules="modern", unseen=None, samples=4, seed=1)
    assert one == engine.best_knock(
        KNOCKER, rules="modern", unseen=DECK & ~KNOCKER, samples=4, seed=1
    )
    seeds = {engine.best_knock(KNOCKER, rules="modern", samples=2, seed=s).score for s in range(8)}
    assert len(seeds) > 1


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"defender": 1 << 4}, None, None),
        ({"defender": KNOCKER}, ValueError, "defender holds cards of the hand: 5C 6C"),
        ({"unseen": DECK}, ValueError, "unseen holds cards of the hand: 5C 6C"),
        ({"defender": 1, "unseen": 2}, ValueError, "give defender or unseen, not both"),
        ({"unseen": 0b11110000001111}, ValueError, "unseen must hold at least 10 cards, not 8"),
        ({"samples": 0}, ValueError, "samples must be from 1 to 1000000000, not 0"),
        ({"seed": -1}, ValueError, "seed must be from 0 to 18446744073709551615, not -1"),
        ({"rules": "whist"}, ValueError, "unknown rules 'whist'"),
        ({"rules": None}, TypeError, "rules must be Rules or the name of a profile, not None"),
    ],
)
def test_what_best_knock_refuses(engine, arguments, error, message):
    arguments = {"rules": "modern", **arguments}
    if error is None:
        assert engine.best_knock(parse_hand("AC 2C 3C"), **arguments).score == 30
        return
    with pytest.raises(error, match=message):
        engine.best_knock(KNOCKER, **arguments)


# Dealing


@given(seed=st.integers(0, 2**64 - 1), index=st.integers(0, 2**64 - 1))
@settings(max_examples=50)
def test_a_deal_is_the_whole_deck(engine, seed, index):
    dealt = engine.deal(seed, index)
    assert [hand.bit_count() for hand in dealt.hands] == [10, 10]
    assert len(dealt.stock) == 31
    cards = cards_in(dealt.hands[0]) + cards_in(dealt.hands[1]) + [dealt.upcard, *dealt.stock]
    assert sorted(cards) == list(range(52))
    assert engine.deal(seed, index) == dealt
    assert engine.deal(seed ^ 1, index) != dealt
    assert engine.deal(seed, index ^ 1) != dealt
