"""The built-in strategies do what is said of them."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from types import ModuleType

import brute_force
import pytest
from positions import positions

from gin_fast.cards.hands import cards_of, format_card, parse_card, parse_hand
from gin_fast.reference import ALL_MELDS
from gin_fast.reference.dealing import SEAT_0, Stream
from gin_fast.reference.players import ACTS
from gin_fast.reference.rounds import RoundState
from gin_fast.rules.rules import Rules

# What `simple` does, told once more.


KEPT_FROM_THE_BEST = [(1, 3599), (1, 4899)]
"""Rounds by `eaai` in which every best discard would make a pair again."""


@pytest.mark.parametrize("rules", ["modern", "eaai"])
def test_simple_does_as_it_is_described(engine, playout, rules):
    ties: Counter[tuple[int, int]] = Counter()
    rounds = [(8, index) for index in range(250 if engine.__name__.endswith("native") else 40)]
    if rules == "eaai":
        rounds += KEPT_FROM_THE_BEST
    for seed, index in rounds:
        pairs: list[set[frozenset[int]]] = [set(), set()]
        best: list[tuple[int, ...]] = []
        kept_from_the_best = 0
        played = playout.play("simple", "simple", seed, index, rules=rules)
        for view, legal, action in positions(engine, played, seed, index, rules=rules):
            if view.phase in ("first_upcard", "draw"):
                top = 1 << view.pile[-1]
                wanted = any(meld & top for meld in brute_force.melds(view.hand | top))
                leave = 106 if view.phase == "first_upcard" else 104
                assert action == (105 if wanted and 105 in legal else leave)
            elif view.phase == "discard":
                kept_from_the_best += check_discard(view, legal, action, pairs[view.seat], ties)
            elif view.phase == "spread":
                if not view.melds:
                    least = brute_force.min_deadwood(view.hand)
                    best = [taken for taken, _, _ in brute_force.spreads(view.hand, least)]
                if len(best) == 1:
                    assert action == 108
                elif action == 106:
                    assert view.melds in best
                else:
                    shown = (*view.melds, ALL_MELDS[action - 109])
                    assert any(taken[: len(shown)] == shown for taken in best)
            else:
                assert (view.phase, action) == ("layoff", 108)
        assert kept_from_the_best or (seed, index) not in KEPT_FROM_THE_BEST
    if engine.__name__.endswith("native"):
        for count in (2, 3, 4):
            chosen = [ties[count, place] for place in range(count)]
            assert fair(chosen)


def check_discard(view, legal, action, pairs, ties) -> bool:
    """Whether the pairs kept it from every best discard."""
    if 107 in legal:
        assert action == 107
        return False
    assert action < 104
    discarded = action % 52
    left = brute_force.after_discards(view.hand, view.barred)
    fresh = {card for card in left if frozenset((view.drawn, card)) not in pairs} or set(left)
    least = min(left[card] for card in fresh)
    best = [card for card in sorted(fresh) if left[card] == least]
    assert discarded in best
    assert (action >= 52) == (least <= view.rules.knock_limit)
    pairs.add(frozenset((view.drawn, discarded)))
    ties[len(best), best.index(discarded)] += 1
    return least > min(left.values())


def view_of(hand: int, drawn: int):
    """What a seat sees that took a card from the pile, where big gin and most knocks are barred."""
    view = RoundState.deal(0).view(0)
    rules = Rules(knock_limit=0, big_gin_bonus=None)
    return view._replace(
        phase="discard",
        hand=hand,
        drawn=drawn,
        drawn_from="pile",
        barred=1 << drawn,
        limit=0,
        rules=rules,
    )


def simple(engine: ModuleType, request: pytest.FixtureRequest, turns: list[tuple[int, int]]):
    """What `simple` of an engine discards in a round of these turns: a hand and the card drawn."""
    if engine.__name__.endswith("native"):
        outsider = request.getfixturevalue("outsider")
        return outsider.simple(turns, view_of(0, 0).rules, 5)
    stream, memory = Stream(5, 0, SEAT_0), {}
    return [ACTS["simple"](view_of(*turn), stream, memory) for turn in turns]


HELD = parse_hand("2C 4D 6H 9S KC")


@pytest.mark.xdist_group("outsider")
@pytest.mark.parametrize(
    ("made", "discarded"),
    [
        ([], "9S"),
        (["KC 9S"], "6H"),  # the best discard would make a pair again
        (["9S KC"], "6H"),  # whichever of the two was drawn
        (["9S 6H", "6H 9S"], "9S"),  # not a pair with the card drawn now
        (["KC 9S", "KC 6H"], "4D"),
        (["KC 9S", "6H KC", "KC 4D"], "2C"),
        (["KC 9S", "KC 6H", "KC 4D", "KC 2C"], "9S"),  # none is left: pairs are ignored
        (["2C KC", "4D KC", "6H KC", "9S KC"], "9S"),
    ],
)
def test_simple_makes_no_pair_again_while_it_need_not(engine, request, made, discarded):
    """A pair is made by a hand of its two cards: there is but one to discard."""
    turns = []
    for pair in made:
        drawn, _, other = pair.partition(" ")
        turns.append((1 << parse_card(drawn) | 1 << parse_card(other), parse_card(drawn)))
    answers = simple(engine, request, [*turns, (HELD, parse_card("KC"))])
    expected = [*(pair[-2:] for pair in made), discarded]
    assert [format_card(action % 52) for action in answers] == expected


def test_what_simple_remembers_is_what_it_heeds():
    """The same, the memory made by hand."""

    def discard(memory):
        return ACTS["simple"](view_of(HELD, drawn), Stream(5, 0, SEAT_0), memory)

    drawn, best, second = (parse_card(text) for text in ("KC", "9S", "6H"))
    memory = {"pairs": {frozenset((drawn, best))}}
    assert discard(memory) == second
    assert memory["pairs"] == {frozenset((drawn, best)), frozenset((drawn, second))}
    assert discard({"pairs": {frozenset((drawn, card)) for card in cards_of(HELD)}}) == best


@pytest.mark.xdist_group("outsider")
def test_both_engines_heed_pairs_alike(native, reference, request):
    """Turns with few cards, so that pairs come again and none are left."""
    choices = random.Random(1)
    for _ in range(50):
        cards = choices.sample(range(52), 6)
        turns = []
        for _ in range(20):
            held = choices.sample(cards, choices.randrange(2, 6))
            turns.append((sum(1 << card for card in held), held[0]))
        assert simple(native, request, turns) == simple(reference, request, turns)


def fair(counts: list[int]) -> bool:
    """Whether all these came up about equally often: 4.5 standard deviations at most."""
    mean = sum(counts) / len(counts)
    assert mean > 20
    chi_square = sum((count - mean) ** 2 / mean for count in counts)
    freedom = len(counts) - 1
    return abs(chi_square - freedom) < 4.5 * sqrt(2 * freedom)


def test_simple_does_not_repeat_a_pair(engine, playout):
    """Two that take each other's discards could go on for ever; the pairs see to it that they do
    not."""
    for index in range(60):
        played = playout.play("simple", "simple", 21, index, rules=Rules(pile_draw_cap=1000))
        assert played.result.pile_draws < 60


def test_simple_spreads_at_random(native):
    """Of several best spreads each is shown as often."""
    from gin_fast.native import playout

    chosen: Counter[int] = Counter()
    for index in range(8000):
        played = playout.play("simple", "simple", 31, index, rules="eaai")
        for view, _, action in positions(native, played, 31, index, rules="eaai"):
            if view.phase == "spread" and not view.melds and action != 106:
                best = [spread.melds for spread in native.best_spreads(view.hand)]
                if len(best) == 2 and best[0][0] != best[1][0]:
                    chosen[[melds[0] for melds in best].index(ALL_MELDS[action - 109])] += 1
    assert fair([chosen[0], chosen[1]])


def test_random_chooses_each_legal_action_as_often(native):
    from gin_fast.native import playout

    chosen: Counter[tuple[int, int]] = Counter()
    phases: Counter[tuple[str, int]] = Counter()
    for index in range(1500):
        played = playout.play("random", "random", 41, index)
        for view, legal, action in positions(native, played, 41, index):
            assert action in legal
            chosen[len(legal), legal.index(action)] += 1
            phases[view.phase, action] += 1
    for count in (2, 10, 11):
        assert fair([chosen[count, place] for place in range(count)])
    assert {phase for phase, _ in phases} == {"first_upcard", "draw", "discard", "spread", "layoff"}
