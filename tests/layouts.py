"""Rounds laid out card by card, and the moves of a round told in words."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, parse_card, parse_hand
from gin_fast.rules.rules import PROFILES, Rules

TABLES = [
    *PROFILES.values(),
    Rules(knock_limit=0),
    Rules(knock_limit=60, tie="nobody", pile_draw_cap=7),
    Rules(knock_limit=100, undercut_bonus=0, gin_bonus=0, big_gin_bonus=0, pile_draw_cap=1),
    Rules(knock_limit=60, must_go_gin=True, stock_end="no_last_knock", layoffs="always"),
    Rules(taken_card_may_return=True, return_cap=1, stock_end="last_upcard", layoffs="never"),
    Rules(oklahoma=True, oklahoma_ace_is_gin=True, oklahoma_spades_double=True, layoffs="always"),
]
"""Rules to play by: those of the profiles, and some that bring about what is rare with them."""


def cards(text: str) -> list[int]:
    """The ids of the cards that a text names, in its order."""
    return [parse_card(name) for name in text.split()]


def deck(first: str, second: str, upcard: str, stock: str = "") -> list[int]:
    """A deck that deals these hands, this upcard, and a stock that begins so."""
    ours, theirs = cards(first), cards(second)
    assert len(ours) == len(theirs) == 10
    order = [card for pair in zip(ours, theirs, strict=True) for card in pair]
    order += [parse_card(upcard), *cards(stock)]
    rest = DECK & ~sum(1 << card for card in order)
    return [*order, *cards_of(rest)]


def position(
    first: str, second: str, top: str, stock: str = "", count: int = 3, **fields: Any
) -> dict[str, Any]:
    """Seats 0 and 1 in the midst of a round: the hands, the top of the pile, and a stock of `count`
    cards that begins so. The other cards lie in the pile."""
    hands = parse_hand(first), parse_hand(second)
    order = cards(stock)
    used = hands[0] | hands[1] | parse_hand(top) | sum(1 << card for card in order)
    rest = list(cards_of(DECK & ~used))
    missing = count - len(order)
    pile = [*rest[missing:], *cards(top)]
    return {"hands": hands, "stock": order + rest[:missing], "pile": pile, **fields}


def play(state: Any, *moves: str) -> Any:
    """The round after some moves."""
    for move in moves:
        state.apply(move)
    return state


def legal(state: Any) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def ways_out(state: Any) -> list[str]:
    """The legal knocks, and big gin."""
    return [text for text in legal(state) if text.startswith(("knock", "big"))]


# The same in both engines.


def both(name: str, *arguments: Any, **keywords: Any) -> Any:
    """What a way to make a round gives in both engines: its state as a dict, or its error."""
    given = []
    for engine in ("native", "reference"):
        module = importlib.import_module(f"gin_fast.{engine}.rounds")
        # Iterators are used up: each engine gets its own.
        values = [value() if isinstance(value, Fresh) else value for value in arguments]
        try:
            given.append(getattr(module.RoundState, name)(*values, **keywords).to_dict())
        except (ValueError, TypeError) as error:
            given.append((type(error), str(error)))
    assert given[0] == given[1]
    return given[0]


class Fresh:
    """Makes a value when it is wanted."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make

    def __call__(self) -> Any:
        return self.make()


def refused(name: str, *arguments: Any, **keywords: Any) -> str:
    given = both(name, *arguments, **keywords)
    assert isinstance(given, tuple), given
    kind, message = given
    assert kind in (ValueError, TypeError)
    assert len(message) <= 250, message
    assert message.isprintable()
    return message
