"""What errors say of bad input: the argument or the value, in a line, the same in both engines."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from arguments import BAD, GOOD, HAND, HUGE, MELDS, REFUSED, Failing, outcome

from gin_fast import Rules, simulate
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import format_hand
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.scoring import knock_score

LONGEST = 250
CALLED = {"text": "a card|a hand", "a": "strategy", "b": "strategy", "name": "profile|rules"}
"""What messages call an argument, where it is not by its name."""
EVERY = [(name, argument) for name in GOOD for argument in GOOD[name]]


def assert_refusal(told: tuple, argument: str, value: Any, hand: Any = 0) -> None:
    """It is an error that may be, in a line, that names the argument, shows the value, or shows the
    hand, which is what the value does not fit."""
    kind, message, _ = told
    at = argument, value, message
    assert kind in (TypeError, ValueError), at
    assert len(message) <= LONGEST, at
    assert message.isprintable(), at
    called = CALLED.get(argument, argument.removesuffix("s"))
    assert (
        re.search(rf"\b({called})", message)
        or shown(value)[:20] in message
        or (type(hand) is int and 0 < hand <= DECK and format_hand(hand) in message)
    ), at


def shown(value: Any) -> str:
    """How a message begins to show a value: by its type where it has no text."""
    try:
        return " ".join(repr(value).split())
    except ValueError:  # for it holds an int that is too long
        return f"{value:#x}" if isinstance(value, int) else f"<{type(value).__name__}>"


def is_of_others(value: Any) -> bool:
    """Whether the error is not ours: raised by what is asked for its index or its items."""
    items = value if isinstance(value, list) else [value]
    return any(isinstance(item, Failing) for item in items) or getattr(value, "shape", None) == ()


@pytest.mark.parametrize(("name", "argument"), EVERY)
def test_bad_input(native, reference, name, argument):
    errors = 0
    for value in BAD + HUGE:
        arguments = {**GOOD[name], argument: value}
        ours = outcome(getattr(native, name), **arguments)
        twin = outcome(getattr(reference, name), **arguments)
        assert ours == twin, (name, argument)
        if ours[0] != "gives":
            errors += 1
            if not is_of_others(value):
                assert_refusal(ours, argument, value, arguments.get("hand"))
    assert errors > 30


@pytest.mark.parametrize(("name", "argument"), EVERY)
def test_values_of_no_use(engine, name, argument):
    for value in REFUSED:
        with pytest.raises(TypeError) as caught:
            getattr(engine, name)(**{**GOOD[name], argument: value})
        text = str(value) if isinstance(value, np.bool_) else repr(value)
        assert text in str(caught.value), (name, argument, value)


# Huge values, wherever a value may be given. Each call is named by what it calls, and the argument.

Calls = dict[tuple[str, str], Callable[[Any], object]]


def of_functions(
    functions: dict[str, tuple[Callable[..., Any], dict[str, Any]]], *, wrap: bool = False
) -> Calls:
    """A call for each argument of each function, the others being good."""
    calls: Calls = {}
    for name, (function, good) in functions.items():
        for argument in good:

            def call(value, function=function, good=good, argument=argument):
                return function(**{**good, argument: [value] if wrap else value})

            calls[name, argument] = call
    return calls


def of_engine(engine: ModuleType) -> Calls:
    """What the modules of an engine offer besides its questions."""
    playout, games, rounds, dealing = (
        import_module(f"{engine.__name__}.{name}")
        for name in ("playout", "games", "rounds", "dealing")
    )
    seats = {"a": "simple", "b": "random", "seed": 1}
    tallied = {**seats, "start": 0, "count": 1, "rules": "eaai"}
    tallied |= {"mirrored": False, "on_error": "forfeit"}
    dealt = rounds.RoundState.deal(1)
    return of_functions(
        {
            "play": (playout.play, {**seats, "index": 0, "rules": "eaai", "starter": 0}),
            "tally": (playout.tally, tallied),
            "tally_games": (games.tally_games, {**tallied, "count": 0}),
            "deal": (
                rounds.RoundState.deal,
                {"seed": 1, "index": 0, "rules": "eaai", "dealer": 0, "scores": (0, 0)},
            ),
            "from_deck": (
                rounds.RoundState.from_deck,
                {"deck": range(52), "rules": "eaai", "dealer": 0, "scores": (0, 0)},
            ),
            "from_position": (
                rounds.RoundState.from_position,
                {"position": dealt.position(), "rules": "eaai"},
            ),
            "begin": (rounds.RoundState.begin, {"start": dealt.start, "rules": "eaai"}),
            "view": (dealt.view, {"seat": 0}),
            "apply": (dealt.copy().apply, {"action": 106}),
            "Stream": (dealing.Stream, {"seed": 1, "index": 0, "stream": 0}),
            "below": (dealing.Stream(1, 0, 0).below, {"count": 2}),
        }
    )


def of_both() -> Calls:
    """What is there once for both engines."""
    simulation = {"a": "simple", "b": "simple", "rounds": 0, "seed": 1, "rules": "eaai"}
    simulation |= {"threads": 1, "progress": print, "mirrored": False, "on_error": "forfeit"}
    calls = of_functions(
        {
            "Rules": (Rules, FIELDS),
            "preset": (Rules.preset, {"name": "eaai", "gin_bonus": 1}),
            "simulate": (simulate, simulation),
            "knock_score": (
                knock_score,
                {"knocker_deadwood": 0, "defender_deadwood": 9, "rules": "modern", "big_gin": True},
            ),
        }
    )
    calls["preset", "field"] = lambda value: Rules.preset("eaai", **{shown(value): 1})
    return calls


def of_bulk(bulk: ModuleType, *, wrap: bool) -> Calls:
    hands = {"hands": HAND, "out": None}
    functions = {
        name: (getattr(bulk, name), hands) for name in ("hand_points", "min_deadwood", "is_big_gin")
    }
    functions["best_discards"] = bulk.best_discards, {**hands, "barred": 1}
    functions["knock_discards"] = bulk.knock_discards, {**hands, "limit": 5, "barred": 1}
    functions["outs"] = bulk.outs, {**hands, "limit": 5, "seen": 1}
    functions["best_layoff"] = bulk.best_layoff, {**hands, "melds": [MELDS[0], 0, 0]}
    functions["format_hands"] = bulk.format_hands, {"hands": HAND}
    functions["cards_of"] = bulk.cards_of, {**hands, "count": 11}
    functions["hands_of"] = bulk.hands_of, {"ids": [3, 4], "out": None}
    functions["parse_hands"] = bulk.parse_hands, {"texts": "7C"}
    functions["deal"] = bulk.deal, {"seed": 1, "start": 0, "count": 1, "out": None}
    return of_functions(functions, wrap=wrap)


def assert_huge_values_are_told(calls: Calls) -> None:
    for (name, argument), call in calls.items():
        for value in HUGE:
            told = outcome(call, value)
            if told[0] == "gives":
                # A large number may be good, and a list of numbers.
                assert not isinstance(value, (str, bytes)), (name, argument, value)
                assert value is not HUGE[1], (name, argument, value)
            else:
                assert_refusal(told, argument, value)


def test_huge_values_in_rounds(native, reference):
    ours, twin = of_engine(native), of_engine(reference)
    assert_huge_values_are_told(twin)
    for at, call in ours.items():
        for value in HUGE:
            assert outcome(call, value) == outcome(twin[at], value), (at, value)


def test_huge_values_once_for_both():
    assert_huge_values_are_told(of_both())


@pytest.mark.parametrize("wrap", [False, True], ids=["as they are", "in a list"])
def test_huge_values_in_bulk(bulk, wrap):
    assert_huge_values_are_told(of_bulk(bulk, wrap=wrap))
