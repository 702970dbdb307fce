"""Why an action is refused: whatever the rules and the state, the reason that is given is so."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from gin_fast import View, best_discards
from gin_fast.cards.hands import cards_of, format_card, format_hand, parse_hand
from gin_fast.cards.melds import ALL_MELDS
from gin_fast.reference.deadwood import hand_points, min_deadwood
from gin_fast.rules.fields import AFTER_TWO_PASSES, LAYOFFS, SPREADS, STOCK_ENDS
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.state.actions import ACTIONS, Action

RULES = {
    **PROFILES,
    **{
        f"{end} {'must' if must else 'may'} {spread} {'big' if big else 'none'}": Rules(
            stock_end=end,
            must_go_gin=must,
            spread=spread,
            big_gin_bonus=big,
            after_two_passes=AFTER_TWO_PASSES[(must + (spread == "least") + bool(big)) % 3],
            layoffs=LAYOFFS[(must + (spread == "least")) % 3],
        )
        for end in STOCK_ENDS
        for must in (False, True)
        for spread in SPREADS
        for big in (None, 31)
    },
    "oklahoma gin": Rules.preset("oklahoma", oklahoma_ace_is_gin=True, must_go_gin=True),
    "returns": Rules(taken_card_may_return=True, must_go_gin=True, stock_end="last_upcard"),
}


# What each reason claims. `ten` is what the knocker holds with what it has spread.


def can_gin(view: View) -> bool:
    open_cards = cards_of(view.hand & ~view.barred)
    return any(min_deadwood(view.hand & ~(1 << card)) == 0 for card in open_cards)


def kept(view: View, action: Action) -> int:
    return min_deadwood(view.hand & ~(1 << action.card))


def spread_left(view: View, action: Action) -> int:
    if action.meld is None:
        return hand_points(view.hand)
    return min_deadwood(view.hand & ~action.meld)


def on_the_table(view: View) -> int:
    return sum(view.melds)


def least(view: View) -> int:
    return min_deadwood(view.hand | on_the_table(view))


def in_this_phase(view: View, action: Action) -> bool:
    """Whether any action with its verb can be legal in this phase."""
    return action.verb in {
        "first_upcard": ("draw pile", "pass"),
        "draw": ("draw pile", "draw stock"),
        "discard": ("discard", "knock", "big gin"),
        "spread": ("spread", "pass", "auto"),
        "layoff": ("lay off", "pass", "auto"),
        "last_upcard": ("draw pile", "pass"),
    }.get(view.phase, ())


Fact = Callable[[View, Action, Any], bool]
FACTS: dict[str, Fact] = {
    "the round is over": lambda view, action, said: view.phase == "over",
    "not a choice in this phase": lambda view, action, said: not in_this_phase(view, action),
    "both seats passed the upcard": lambda view, action, said: (
        view.phase == "draw" and view.draws == 0 and view.rules.after_two_passes == "stock"
    ),
    "both seats passed the upcard, which must be taken now": lambda view, action, said: (
        view.phase == "draw" and view.draws == 0 and view.rules.after_two_passes == "upcard"
    ),
    "the hand could not go out with it": lambda view, action, said: (
        view.phase == "last_upcard"
        and view.stock == 2
        and all(
            min_deadwood(view.hand | 1 << view.pile[-1] & ~(1 << card)) > view.limit
            for card in cards_of(view.hand)
        )
    ),
    "big gin is not in these rules": lambda view, action, said: (
        action.verb == "big gin" and view.rules.big_gin_bonus is None
    ),
    "the cards are not all melded": lambda view, action, said: (
        action.verb == "big gin" and min_deadwood(view.hand) > 0
    ),
    r"(?P<card>\w\w) is not in the hand": lambda view, action, said: (
        not parse_hand(said["card"]) & view.hand and format_card(action.card) == said["card"]
    ),
    r"(?P<card>\w\w) was just taken from the pile": lambda view, action, said: (
        view.drawn_from == "pile"
        and view.pile_draws > 0
        and format_card(view.drawn) == said["card"] == format_card(action.card)
        and not view.rules.taken_card_may_return
    ),
    "the player who drew the third-last card may not go out": lambda view, action, said: (
        view.rules.stock_end == "no_last_knock" and view.stock == 2 and view.drawn_from == "stock"
    ),
    "the last upcard may only be taken to go out": lambda view, action, said: (
        view.rules.stock_end == "last_upcard" and view.stock == 2 and view.drawn_from == "pile"
    ),
    "a player who can go gin must": lambda view, action, said: (
        view.rules.must_go_gin and (can_gin(view) if view.phase == "discard" else least(view) == 0)
    ),
    r"the cards kept have more than (?P<count>\d+) deadwood": lambda view, action, said: (
        kept(view, action) > int(said["count"]) == view.limit
    ),
    r"the cards not spread have more than (?P<count>\d+) deadwood": lambda view, action, said: (
        action.meld is None and hand_points(view.hand) > int(said["count"]) == view.limit
    ),
    r"the other cards have more than (?P<count>\d+) deadwood": lambda view, action, said: (
        spread_left(view, action) > int(said["count"]) == view.limit
    ),
    "those cards are not all in the hand": lambda view, action, said: action.meld & ~view.hand != 0,
    "the spread must leave the least deadwood": lambda view, action, said: (
        view.rules.spread == "least" and spread_left(view, action) > least(view)
    ),
    r"the knocker has (?P<count>\d) melds": lambda view, action, said: (
        len(view.melds) == int(said["count"]) <= action.slot
    ),
    r"it does not fit (?P<meld>.+)": lambda view, action, said: (
        parse_hand(said["meld"]) == view.melds[action.slot]
        and view.hand >> action.card & 1
        and view.melds[action.slot] | 1 << action.card not in ALL_MELDS
    ),
}


def check(view: View, action: Action, told: str) -> str:
    """Which reason was given; it is one of those known, and so."""
    head = rf"illegal action {int(action)} \(.+?\) in phase {view.phase}: (?P<why>.+)"
    why = re.fullmatch(head, told)
    assert why, told
    for reason, fact in FACTS.items():
        said = re.fullmatch(reason, why["why"])
        if said:
            assert fact(view, action, said), (told, format_hand(view.hand), view)
            return reason
    raise AssertionError(told)


# States in which much is refused.


def promising(rng: random.Random) -> list[int]:
    """A deck that gives both players most of three melds, and what completes them soon."""
    deck = [-1] * 52
    left = set(range(52))
    for seat in (0, 1):
        hand: list[int] = []
        while len(hand) < 9:
            meld = [card for card in cards_of(rng.choice(ALL_MELDS)) if card in left]
            hand += [card for card in meld if card not in hand]
            left -= set(hand)
        rng.shuffle(hand)
        for place, card in zip(range(seat, 20, 2), hand, strict=False):
            deck[place] = card
        left |= set(hand[10:])
    rest = sorted(left)
    rng.shuffle(rest)
    return [card if card >= 0 else rest.pop() for card in deck]


def states(rules: Rules, rng: random.Random) -> Iterator[tuple[Any, Any]]:
    """A round in both engines, on the way to its end: it melds what it can, and goes out when it
    can, soon or not."""
    engines = [importlib.import_module(f"gin_fast.{name}.rounds") for name in ENGINES]
    deck, dealer = promising(rng), rng.randrange(2)
    patience = rng.choice((0.05, 0.5, 1.0))
    ours, twin = (e.RoundState.from_deck(deck, rules=rules, dealer=dealer) for e in engines)
    while True:
        yield ours, twin
        if ours.is_over:
            return
        legal = ours.legal_actions()
        out = [each for each in legal if each.verb in ("knock", "big gin", "spread", "lay off")]
        on = [each for each in legal if each not in out]
        if ours.phase == "discard" and on and rng.random() < 0.9:
            view = ours.view(ours.to_move)
            best = best_discards(view.hand, view.barred).cards
            on = [each for each in on if best >> each.card & 1] or on
        if ours.phase == "last_upcard":
            on = on[:1]
        action = rng.choice(out if out and (not on or rng.random() > patience) else on)
        ours.apply(action)
        twin.apply(action)


ENGINES = ("native", "reference")


def refused(state: Any, action: int) -> str:
    with pytest.raises(ValueError, match=r"^illegal action ") as refusal:
        state.apply(action)
    return str(refusal.value)


def sample(view: View, legal: set[int], rng: random.Random) -> list[Action]:
    """Illegal actions: those with cards of the hand, and some of each other kind."""
    near = [each for each in ACTIONS[:109] if each.card is None or view.hand >> each.card & 1]
    of_hand = [each for each in ACTIONS[109:438] if not each.meld & ~view.hand]
    layoffs = [each for each in ACTIONS[438:] if view.hand >> each.card & 1]
    kinds = [(near, 14), (ACTIONS, 3)]
    if view.phase in ("spread", "layoff"):
        kinds += [(of_hand, 6), (layoffs, 6)]
    some = [each for kind, count in kinds for each in rng.sample(kind, min(count, len(kind)))]
    return [action for action in some if action not in legal]


@cache
def reasons(name: str) -> set[str]:
    """Plays rounds by some rules, and checks refusals in both engines: which reasons they had."""
    rng = random.Random(name)
    found = set()
    for _ in range(5):
        for ours, twin in states(RULES[name], rng):
            legal = set(ours.legal_actions())
            view = ours.view(max(ours.to_move, 0))
            for action in sample(view, legal, rng):
                told = refused(ours, action)
                assert told == refused(twin, action)
                found.add(check(view, action, told))
    return found


@pytest.mark.parametrize("name", RULES)
def test_the_reason_of_every_refusal_is_so(native, name):
    assert reasons(name)


def test_every_reason_is_met(native):
    met = set().union(*map(reasons, RULES))
    assert met == FACTS.keys()


def test_reasons_are_words_for_players():
    assert not any(re.search(r"None|True|False|[a-z]_[a-z]", reason) for reason in FACTS)
