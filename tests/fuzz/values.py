"""Values to ask with: such as are expected, such as are nearly so, and anything."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import gin_fast
from gin_fast import PROFILES, Round, Stream
from gin_fast.cards.deck import DECK
from gin_fast.rules.fields import FIELDS
from gin_fast.strategies.builtin import STRATEGIES

NUMBERS = [-(1 << 63), -1, 0, 1, 2, 3, 10, 31, 51, 52, 104, 107, 594, 1 << 31, 1 << 32]
NUMBERS += [DECK, 1 << 52, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64, 10**40]
TEXTS = [
    "",
    " ",
    "KS",
    "10♥",
    "discard KS",
    "draw",
    "draw pile",
    "pass",
    "knock 4D",
    "gin",
    "modern",
]
TEXTS += ["\x00", "\x1b[2J", "é" * 40, "=1+1", "../x", "None", "x" * 5000, "\ud800", "9" * 5000]
TEXTS += ["{", "[]", "nan", "1e400", "%s%n", "{0}", "greedy:width=3", "montecarlo:samples=2"]


class Odd:
    """An object that fails whatever it is asked."""

    def __getattr__(self, name: str) -> Any:
        raise ValueError(f"no {name}")

    def __index__(self) -> int:
        raise ValueError("no number")


class Failing:
    """A strategy that fails in one of several ways."""

    def act(self, view: gin_fast.View) -> Any:
        kind = view.hand % 5
        if kind == 0:
            raise KeyError("fails")
        return [None, 10**30, "nothing", view.legal_actions()[0], 3.5][kind - 1 if kind else 0]


def number(dice: random.Random) -> Any:
    return dice.choice((dice.choice(NUMBERS), dice.randrange(60), dice.getrandbits(64)))


def hand(dice: random.Random, size: int | None = None) -> int:
    size = dice.choice((0, 1, 3, 7, 10, 10, 10, 11, 11, 12, 13, 20, 52)) if size is None else size
    return sum(1 << card for card in dice.sample(range(52), size))


def melds(dice: random.Random) -> Any:
    some = dice.sample(gin_fast.ALL_MELDS, dice.randrange(5))
    return dice.choice((some, tuple(some), [*some, number(dice)], np.array(some, np.uint64)))


def rules(dice: random.Random) -> Any:
    if dice.random() < 0.6:
        return dice.choice((*PROFILES, *PROFILES.values()))
    fields = dict.fromkeys(dice.sample((*FIELDS,), 3))
    profile = dice.choice((*PROFILES.values(),))
    for name in fields:
        fields[name] = dice.choice(
            (getattr(dice.choice((*PROFILES.values(),)), name), number(dice), anything(dice))
        )
    try:
        return dataclasses.replace(profile, **fields)
    except (TypeError, ValueError):
        return fields


def round_(dice: random.Random) -> Any:
    made = Round.deal(dice.getrandbits(64), 0, rules=dice.choice((*PROFILES,)))
    for _ in range(dice.choice((0, 1, 3, 10, 30, 90))):
        legal = made.legal_actions()
        if not legal:
            break
        ways_out = [action for action in legal if action >= 52 and action not in (104, 105)]
        made.apply(dice.choice(ways_out if ways_out and dice.random() < 0.3 else legal))
    return made


def view(dice: random.Random) -> Any:
    seen = round_(dice).view(dice.randrange(2))
    if dice.random() < 0.3:
        field = dice.choice(seen._fields)
        seen = seen._replace(**{field: dice.choice((number(dice), anything(dice)))})
    return seen


def array(dice: random.Random) -> Any:
    """Hands, as they should be or not quite."""
    count = dice.choice((0, 1, 2, 9, 33))
    hands = np.array([hand(dice, dice.choice((10, 11))) for _ in range(count)], np.uint64)
    kind = dice.randrange(12)
    if kind == 0:
        return hands.astype(dice.choice(("i8", "f8", "u4", "O", "U3", "?", ">u8", "M8[s]", "V8")))
    if kind == 1:
        return hands.reshape(1, -1) if dice.random() < 0.5 else hands[::-1]
    if kind == 2:
        return np.broadcast_to(np.uint64(7), (dice.randrange(9),))
    if kind == 3:
        hands.flags.writeable = False
    if kind == 4:
        return np.lib.stride_tricks.as_strided(hands, (count,), (0,)) if count else hands
    if kind == 5:
        return np.array(hand(dice), np.uint64)
    if kind == 6:
        return [int(one) for one in hands]
    if kind == 7:
        return np.ma.masked_array(hands) if count else np.zeros((3, 0), np.uint64)
    return hands


def few(dice: random.Random) -> Any:
    """A count that does not take long, or is none."""
    return dice.choice((0, 1, 2, 5, -1, None, "2", 1.5, True, np.int64(3), -(1 << 70)))


def strategy(dice: random.Random) -> Any:
    names = [name for name in STRATEGIES if name != "montecarlo"]
    return dice.choice(
        (*names, "montecarlo:samples=1", "greedy:width=2", "greedy:width=99", "GREEDY", Failing,
         "nobody", "", "a:B", 3, None, Failing(), object, "/no/such.py:X", ("simple",))
    )  # fmt: skip


def anything(dice: random.Random) -> Any:
    made: Callable[[], Any] = dice.choice(
        (
            lambda: None,
            lambda: dice.random() < 0.5,
            lambda: number(dice),
            lambda: dice.choice(TEXTS),
            lambda: dice.choice(TEXTS).encode("utf-8", "surrogatepass"),
            lambda: dice.choice((0.5, float("nan"), float("inf"), -0.0, 1e300, 2 + 1j)),
            lambda: dice.choice((np.uint64(1 << 63), np.int8(-1), np.float32(1), np.str_("KS"))),
            lambda: [number(dice) for _ in range(dice.randrange(4))],
            lambda: tuple(dice.choice(TEXTS) for _ in range(dice.randrange(4))),
            lambda: {dice.choice(TEXTS): number(dice)},
            lambda: {number(dice)},
            lambda: array(dice),
            lambda: hand(dice),
            lambda: round_(dice),
            lambda: view(dice),
            lambda: Stream(number(dice) & (1 << 64) - 1, 0, 0),
            lambda: dice.choice((*PROFILES.values(),)),
            lambda: Odd(),
            lambda: Odd,
            lambda: Fraction(1, 3),
            lambda: range(3),
            lambda: memoryview(bytes(16)),
        )
    )
    return made()


BY_NAME: dict[str, Callable[[random.Random], Any]] = {
    "hand": hand,
    "cards": hand,
    "barred": lambda dice: dice.choice((0, hand(dice, 1), number(dice))),
    "seen": hand,
    "melds": melds,
    "hands": array,
    "limit": lambda dice: dice.choice((dice.randrange(101), number(dice))),
    "limits": array,
    "rules": rules,
    "view": view,
    "round": round_,
    "seat": lambda dice: dice.choice((0, 1, number(dice))),
    "dealer": lambda dice: dice.choice((0, 1, number(dice))),
    "strategy": strategy,
    "opponent": strategy,
    "one": strategy,
    "other": strategy,
    "strategies": lambda dice: [strategy(dice) for _ in range(dice.randrange(4))],
    "seed": number,
    "index": number,
    "action": lambda dice: dice.choice((dice.randrange(-1, 600), dice.choice(TEXTS))),
    "text": lambda dice: dice.choice(TEXTS),
    "scores": lambda dice: dice.choice(((0, 0), (90, 12), [number(dice), 0], (1,))),
    "processes": lambda dice: dice.choice((None, 0, -1, "2", 1.5)),
    "threads": lambda dice: dice.choice((None, 1, 2, 0, -1, "2")),
    "deck": lambda dice: dice.choice((dice.sample(range(52), 52), dice.sample(range(53), 52), [])),
    "stream": lambda dice: dice.choice((Stream(1, 2, 3), number(dice))),
    "rng": lambda dice: dice.choice((random.Random(1), Stream(1, 2, 3), np.random.default_rng(1))),
}
for name in ("rounds", "count", "games", "samples", "most", "num_envs", "envs", "max_rounds",
             "times", "draws", "repeats", "target"):  # fmt: skip
    BY_NAME[name] = few


def argument(name: str, dice: random.Random) -> Any:
    """A value for an argument of that name: mostly such as it asks for."""
    if dice.random() < 0.02:
        return iter((1, 2))
    by_name = BY_NAME.get(name)
    if by_name is few or name in ("processes", "threads"):
        return by_name(dice) if by_name else None  # nothing that takes hours
    return by_name(dice) if by_name and dice.random() < 0.8 else anything(dice)
