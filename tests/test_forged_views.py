"""Views that anybody changed: both engines take and refuse the same ones, for the same reasons,
and what the native engine makes it need not check in Python."""

from __future__ import annotations

import contextlib
import copy
import importlib
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from layouts import play, position
from test_views import AT_START, HIGH, LAYING, NINE, OVER, TAKEN, met

from gin_fast import Round, Rules, View
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, hand_of
from gin_fast.rules.fields import FIELDS, RuleFields
from gin_fast.rules.rules import PROFILES
from gin_fast.state.actions import PHASES, SOURCES
from gin_fast.state.seen_checks import MASKS, NUMBERS

for name in ("native", "reference"):  # as gin_fast imports one of them
    with contextlib.suppress(ImportError):
        importlib.import_module(f"gin_fast.{name}.views")


class Whole(int):
    """An int of another class."""


class Text(str):
    """A str of another class."""


WILD: list[Any] = [None, True, False, 3.0, float("nan"), "", "spread", "x" * 100, b"", object()]
WILD += [[], {}, (), (0, 0), (1,), [5, 6], (52,), (-1,), (True, False), ((),), (0, 0, 0), range(3)]
WILD += [-1, 0, 1, 2, 1 << 51, DECK, 1 << 52, 1 << 63, 1 << 64, 10**30, -(10**30), 10**9 + 1]
WILD += [np.int64(3), np.uint64(5), np.bool_(True), Whole(1), Text("draw"), Text(""), Rules()]
WILD += [(10**9, -(10**9)), (10**9 + 1, 0), (0, 10**30), (Whole(1), 0), (7, 7 << 13, 7 << 26, 7)]

RULES = [
    *PROFILES.values(),
    Rules(stock_end="last_upcard", taken_card_may_return=True, return_cap=1, pile_draw_cap=1),
    Rules(oklahoma=True, oklahoma_spades_double=True),
]
TOGETHER = [
    ("phase", "knocker", "knock_card", "melds", "unmelded", "laid_off"),
    ("drawn", "drawn_from", "barred", "to_move", "known"),
    ("rules", "limit", "multiplier"),
    ("hand", "known", "exposed"),
]
"""Fields that fit together, to be taken from another view."""


def changed(view: View, others: list[View], choices: random.Random) -> dict[str, Any]:
    """Some fields of a view with other values: any, those of other views, or some near to what
    they were."""
    kind = choices.randrange(14)
    other = choices.choice(others)
    if kind == 0:
        return {choices.choice(View._fields): choices.choice(WILD)}
    if kind < 3:
        name = choices.choice(View._fields)
        return {name: getattr(other, name)}
    if kind == 3:
        return {name: getattr(other, name) for name in choices.choice(TOGETHER)}
    if kind == 4:
        count = choices.choice([1, -1, 60, 100])
        return {"draws": view.draws + count, "pile_draws": view.pile_draws + count}
    if kind == 5:
        source, target = choices.sample(["hand", "known", "unmelded", "exposed", "laid_off"], 2)
        card = 1 << choices.choice(cards_of(getattr(view, source)))
        return {source: getattr(view, source) ^ card, target: getattr(view, target) | card}
    if kind == 6:
        return {"pile": view.pile[1:], "stock": view.stock + choices.randrange(2)}
    if kind == 7:
        return {"exposed": view.exposed | hand_of([view.knock_card])}
    if kind == 8:
        elsewhere = hand_of(view.pile) | view.hand | sum(view.melds)
        count = view.other_count + choices.choice([-1, 0, 1, 2])
        return {"known": hand_of(choices.sample(cards_of(DECK & ~elsewhere), count))}
    if kind == 9:
        names = ("hand", "known", "unmelded", "laid_off", "exposed")
        card = 1 << choices.randrange(52)
        some = choices.sample(names, choices.randrange(2, 5))
        melds = [meld ^ card * choices.randrange(2) for meld in view.melds]
        return {name: getattr(view, name) ^ card for name in some} | {"melds": tuple(melds)}
    if kind == 10:
        unseen = DECK & ~(hand_of(view.pile) | view.hand | view.known | sum(view.melds))
        more = choices.sample(cards_of(unseen), choices.randrange(view.stock + 1))
        pile, stock = (*view.pile, *more), view.stock - len(more)
        return {"pile": pile, "stock": stock, "draws": view.draws + len(more)}
    name = choices.choice(View._fields)
    return {name: near(view, name, choices)}


def near(view: View, name: str, choices: random.Random) -> Any:
    """Another value of a field that might be one."""
    value = getattr(view, name)
    one, other = (1 << choices.randrange(52) for _ in range(2))
    if name in NUMBERS:
        return value + choices.choice([-2, -1, 1, 2, choices.randrange(-60, 60)])
    if name in MASKS:
        return choices.choice([value ^ one, value ^ one ^ other, value & (value - 1), 0, view.hand])
    if name == "melds":
        grown = tuple(meld | (meld << 1 & DECK) for meld in value)
        more = (*value, choices.choice([one, 7 << choices.randrange(50)]))
        return choices.choice([value[1:], value[::-1], more, grown, list(value)])
    if name == "pile":
        more = (*value, choices.randrange(52))
        return choices.choice([value[1:], value[:-1], value[::-1], more, 2 * value, list(value)])
    if name == "scores":
        return choices.choice([value[::-1], (5, 6), list(value)])
    if name == "upcard_taken":
        return not value
    return choices.choice({"phase": PHASES, "drawn_from": SOURCES, "rules": RULES}[name])


def forged(seed: int, count: int) -> Iterator[View]:
    """So many views, most of which no round can give."""
    choices = random.Random(seed)
    views = [state.view(seat) for state in met(seed, 6) for seat in (0, 1)]
    late = [view for view in views if view.phase not in ("draw", "discard")]
    while count:
        view = choices.choice(choices.choice([views, late]))
        try:
            for _ in range(choices.choice([1, 1, 1, 2, 3])):
                view = view._replace(**changed(view, views, choices))
        except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError):
            continue  # a field is no longer such that it could be changed further
        count -= 1
        yield view


def answer(question: Callable[[View], Any], view: View) -> tuple[Any, Any]:
    """What a question gives or raises."""
    try:
        return "gives", question(view)
    except Exception as error:
        return type(error), str(error)


def is_plain(view: View) -> bool:
    """Whether all values are of the types that the engines make."""
    plain = {int, str, bool, tuple, Rules}
    values = [*view, *view.pile, *view.melds, *view.scores]
    return {type(value) for value in values} <= plain and type(view.upcard_taken) is bool


QUESTIONS = {
    "plain_view": lambda views: views.plain_view,
    "legal_actions": lambda views: views.legal_actions,
    "record_of": lambda views: lambda view: views.record_of(view).tobytes(),
}


def test_the_engines_take_and_refuse_the_same(native, reference):
    """And the native engine finds by itself all that it may take: then it gives what it was
    given."""
    found = Counter()
    for view in forged(1, 8000):
        for name, question in QUESTIONS.items():
            theirs = answer(question(reference.views), view)
            ours = answer(question(native.views), view)
            assert ours == theirs, (name, view)
            found[name, theirs[0]] += 1
            found[theirs[1] if theirs[0] is ValueError else None] += 1
            if name == "plain_view" and theirs[0] == "gives":
                found[view.phase] += 1
                if is_plain(view):
                    assert ours[1] is view
                else:
                    assert [type(each) for each in ours[1]] == [type(each) for each in theirs[1]]
    assert set(PHASES) <= set(found)
    assert all(found[name, "gives"] > 500 for name in QUESTIONS)
    assert found["the knocker's hand is above the limit"] > 2


def bottom(view: View) -> int:
    """The lowest card of the pile, as a mask."""
    return 1 << view.pile[0]


def lowest(cards: int) -> int:
    return cards & -cards


def unseen(view: View, count: int) -> int:
    """So many of the cards that the seat does not see."""
    seen = hand_of(view.pile) | view.hand | view.known | sum(view.melds)
    return hand_of(cards_of(DECK & ~seen)[:count])


NOTHING_SPREAD = play(
    Round.from_position(
        position(HIGH, f"{NINE} 5H", "8C", "KS", 9, limit=100), rules=Rules(knock_limit=100)
    ),
    "draw",
    "knock KS",
    "pass",
)
FOUR_SPREAD = play(
    Round.from_position(position("AC 2C 3C 4C 4D 5D 6D 9C 9D 9H", HIGH, "8C", "KS", 9)),
    "draw",
    "knock KS",
    "spread AC2C3C4C",
)
DREW = play(AT_START.copy(), "pass", "pass", "draw stock")


@pytest.mark.parametrize(
    ("state", "seat", "change", "said"),
    [
        (AT_START, 1, lambda v: {"known": unseen(v, 11)}, "known must be at most 10 cards"),
        (DREW, 1, lambda v: {"known": unseen(v, 11)}, "known must lack the card just drawn"),
        (OVER, 0, lambda v: {"exposed": 1 << v.knock_card}, "exposed must be cards of the hand"),
        (OVER, 0, lambda v: {"pile": v.pile[1:]}, "no round ends with 1 cards in hand and 11"),
        (
            OVER,
            1,
            lambda v: {
                "hand": v.hand ^ lowest(v.hand),
                "pile": (*v.pile, *cards_of(lowest(v.hand))),
            },
            "no round ends with 9 cards in hand and 1",
        ),
        (
            DREW,
            0,
            lambda v: {"stock": 1, "pile": (*v.pile, *cards_of(unseen(v, 29))), "draws": 30},
            "the stock must have at least 2 cards in phase discard",
        ),
        (
            TAKEN,
            0,
            lambda v: {"draws": 0, "pile_draws": 0, "upcard_taken": False},
            "a card was drawn, so draws must be at least 1",
        ),
        (
            Round.deal(7, rules="openspiel"),
            0,
            lambda v: {"returns": 2},
            "returns are too many for the rules",
        ),
        (
            FOUR_SPREAD,
            0,
            lambda v: {"laid_off": lowest(v.melds[0])},
            "nothing is laid off in phase spread",
        ),
        (
            NOTHING_SPREAD,
            0,
            lambda v: {"to_move": 0},
            "knocker must be 1 in phase layoff",
        ),
        (
            LAYING,
            0,
            lambda v: {
                "hand": v.hand | bottom(v),
                "unmelded": v.hand | bottom(v),
                "pile": v.pile[1:],
            },
            "in phase layoff seat 1 must hold 10 cards and the other 1, not 10 and 2",
        ),
        (
            LAYING,
            1,
            lambda v: dict.fromkeys(("known", "unmelded"), v.known ^ lowest(v.known)),
            "unmelded must be the knocker's hand in phase layoff",
        ),
        (
            LAYING,
            1,
            lambda v: {
                **dict.fromkeys(("known", "unmelded"), v.known | lowest(v.hand)),
                "hand": v.hand ^ lowest(v.hand),
                "laid_off": lowest(v.hand),
            },
            "laid_off must be cards of the melds",
        ),
        (
            LAYING,
            1,
            lambda v: {
                "hand": v.hand ^ lowest(v.hand),
                "melds": (v.melds[0] | lowest(v.hand), *v.melds[1:]),
                "laid_off": lowest(v.hand),
            },
            "is not a meld",
        ),
    ],
)
def test_what_only_one_check_refuses(native, reference, state, seat, change, said):
    view = state.view(seat)
    assert native.views.plain_view(view) is view
    view = view._replace(**change(view))
    ours = answer(native.views.plain_view, view)
    assert ours == answer(reference.views.plain_view, view)
    assert said in str(ours[1])


def test_views_of_the_engines_are_not_checked_in_python(native, monkeypatch):
    """Nor those that were copied, pickled, or read from JSON."""
    views = [state.view(seat) for state in met(2, 4) for seat in (0, 1)]
    views += [made(view) for view in views[::5] for made in (copied, pickled, read, rebuilt)]
    legal = [native.views.legal_actions(view) for view in views]
    assert sum(map(bool, legal)) > len(views) // 3

    def slowly(*_: Any) -> None:
        raise AssertionError("checked in Python")

    monkeypatch.setattr(native.views, "checked_view", slowly)
    monkeypatch.setattr("gin_fast.state.seen_checks.plain_view", slowly)
    monkeypatch.setattr("gin_fast.state.seen_record.as_fields", slowly)
    for view, actions in zip(views, legal, strict=True):
        assert native.views.legal_actions(view) == actions
        assert native.views.plain_view(view) is view
        assert native.views.record_of(view)["hand"] == view.hand


def copied(view: View) -> View:
    return copy.deepcopy(view)


def pickled(view: View) -> View:
    return pickle.loads(pickle.dumps(view))


def read(view: View) -> View:
    return View.from_json(view.to_json())


def rebuilt(view: View) -> View:
    """One whose names are other objects."""
    return view._replace(phase="".join(view.phase), drawn_from="".join([*view.drawn_from]))


class Own(View):
    """A class of one's own, which may answer anything."""

    @property
    def phase(self) -> str:
        return "over"


def test_views_of_other_classes_and_lengths(native, reference):
    view = Round.deal(7).view(0)
    others = [Own(*view), tuple.__new__(View, view[:-1]), tuple.__new__(View, (*view, 1))]
    others += [tuple.__new__(View, ()), tuple(view), None, 5]
    for other in others:
        for question in QUESTIONS.values():
            assert answer(question(native.views), other) == answer(question(reference.views), other)
    assert native.views.plain_view(Own(*view)) == view
    assert type(native.views.plain_view(Own(*view))) is View


@pytest.mark.parametrize("name", [*FIELDS, "packed"])
def test_rules_cannot_be_broken_into(native, reference, name):
    """Not by any way that leads around their class: both engines play what was checked."""
    rules, before = Rules.preset("oklahoma"), Rules.preset("oklahoma").to_dict()
    for value in (0, 3, None, True, "any", b"short", Rules().packed, getattr(rules, name)):
        for way in (
            lambda value=value: setattr(rules, name, value),
            lambda value=value: object.__setattr__(rules, name, value),
            lambda value=value: rules.__init__(**{name: value}),
            lambda value=value: (
                type(rules).__dict__.get(name, vars(RuleFields)[name]).__set__(rules, value)
            ),
            lambda: object.__delattr__(rules, name),
        ):
            with pytest.raises((AttributeError, TypeError)):
                way()
    with pytest.raises(AttributeError):
        rules.__setstate__([*before.values(), b"short"])
    assert rules.to_dict() == before
    assert rules.packed == Rules.preset("oklahoma").packed
    states = [engine.rounds.RoundState.deal(7, rules=rules) for engine in (native, reference)]
    assert states[0].view(0) == states[1].view(0)


def test_rules_that_were_never_made(native):
    view = Round.deal(7).view(0)._replace(rules=Rules.__new__(Rules))
    for question in (native.views.legal_actions, native.views.record_of):
        with pytest.raises((AttributeError, ValueError)):
            question(view)


def test_a_record_may_be_written_into(engine):
    view = Round.deal(7).view(0)
    one, other = engine.views.record_of(view), engine.views.record_of(view)
    one["hand"] = 0
    assert (one["hand"], other["hand"]) == (0, view.hand)


@pytest.mark.parametrize("length", [0, 1, 5, 26, 28, 40])
def test_views_of_another_length(native, reference, length):
    view = tuple.__new__(View, (*Round.deal(1).view(0), *range(13))[:length])
    for ask in questions(native, reference):
        with pytest.raises(ValueError, match=f"a view must have 27 fields, not {length}"):
            ask(view)


@pytest.mark.parametrize("value", ["oops", None, 7, ()])
def test_what_is_no_view(native, reference, value):
    for ask in questions(native, reference):
        with pytest.raises(TypeError, match="view must be a View, not"):
            ask(value)


def questions(*engines):
    names = ("legal_actions", "plain_view", "record_of")
    return [getattr(engine.views, name) for engine in engines for name in names]
