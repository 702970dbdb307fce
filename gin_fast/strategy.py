"""Strategies of your own, in Python."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType, MethodType
from typing import Any

from gin_fast.cards.hands import parse_card
from gin_fast.engine import (
    ALL_MELDS,
    Stream,
    best_discards,
    is_big_gin,
    knock_discards,
    melds,
    min_deadwood,
)
from gin_fast.game.round import View
from gin_fast.state.actions import AUTO, BIG_GIN, DRAW, KNOCK, LAY_OFF, PASS, SPREAD, TAKE
from gin_fast.values.checks import as_int, shown

_NO_VALUES = (FunctionType, MethodType, property)


class Strategy:
    """The base class of a strategy in Python: override `draw` and `discard` to play a round.

    Each round gets a new object, which may remember things about its round; nothing carries over to
    the next one. Pass the class wherever a strategy is expected: ``simulate(Mine, "greedy")``; to
    set class attributes use a partial: ``simulate(partial(Mine, limit=6), "greedy")``. Draw random
    numbers from `rng`, so that a round is the same whenever it is replayed.

    An illegal answer forfeits the round. If the rules leave no choice but to go out, the strategy
    goes out. It goes big gin whenever that is legal, before `discard` is asked, and takes the last
    upcard, if the rules have one, whenever it can go out with it; override `act` to change that.

    >>> from gin_fast import best_discards, simulate
    >>> class Mine(Strategy):
    ...     def draw(self, view):
    ...         return "stock"
    ...     def discard(self, view):
    ...         cards = best_discards(view.hand, view.barred).cards
    ...         return cards.bit_length() - 1
    >>> simulate(Mine, "random", rounds=20, seed=7).wins
    (18, 0)
    """

    rng: Stream
    """The random number stream of this seat in this round."""

    def __init__(self, **settings: Any) -> None:
        """Sets class attributes by name, for this object only.

        >>> class Mine(Strategy):
        ...     limit = 10
        >>> Mine(limit=6).limit, Mine.limit
        (6, 10)
        """
        if settings:  # rare, and there is an object for each round
            self._check_settings(settings)
            for name, value in settings.items():
                setattr(self, name, value)

    def begin(self, rng: Stream) -> None:
        """Called when the round begins. An override must call it too."""
        self.rng = rng

    def take_upcard(self, view: View) -> bool:
        """Whether to take the first upcard: `True` or `False`. By default it is taken if it fits a
        meld."""
        top = view.pile[-1]
        return any(meld >> top & 1 for meld in melds(view.hand | 1 << top))

    def draw(self, view: View) -> str:
        """Where to draw from: ``"stock"`` or ``"pile"``."""
        raise NotImplementedError(f"{type(self).__name__} has no method draw")

    def discard(self, view: View) -> int | str:
        """The card to discard, of the eleven in the hand: its id, from 0 to 51, or its text."""
        raise NotImplementedError(f"{type(self).__name__} has no method discard")

    def knock(self, view: View, card: int) -> bool:
        """Whether to knock, or go gin, by discarding `card`. It is asked only when that is legal;
        by default yes."""
        return True

    def spread(self, view: View) -> Iterable[int] | None:
        """The melds to show after a knock, as masks; `None`, the default: the best spread."""
        return None

    def layoff(self, view: View) -> Iterable[tuple[int, int]] | None:
        """What to lay off on the knocker's spread, in order: pairs of a card's id and a mask of any
        cards of the meld it goes on. `None`, the default: the best layoffs."""
        return None

    @classmethod
    def _lacks(cls) -> tuple[str, ...]:
        """The required methods that it lacks."""
        if cls.act is not Strategy.act:
            return ()
        needed = {"draw": Strategy.draw, "discard": Strategy.discard}
        return tuple(name for name, mine in needed.items() if getattr(cls, name) is mine)

    @classmethod
    def _check_made(cls, settings: Iterable[str]) -> None:
        """Refuses settings that an object would refuse, unless the class has its own `__init__`."""
        if cls.__init__ is Strategy.__init__:
            cls._check_settings(settings)

    @classmethod
    def _check_settings(cls, names: Iterable[str]) -> None:
        """Refuses names that are not class attributes with values, such as methods."""
        for name in names:
            is_there = hasattr(cls, name) and not name.startswith("__")
            if not is_there or isinstance(getattr(cls, name), _NO_VALUES):
                raise TypeError(f"the strategy {cls.__qualname__} has no class attribute {name!r}")

    def act(self, view: View) -> Any:
        """The action of this turn: its number, an `Action` or its text. A class that overrides this
        needs no other method."""
        phase = view.phase
        if phase == "draw":
            if view.draws == 0 and len(legal := view.legal_actions()) == 1:
                return legal[0]  # both have passed the upcard
            source = self.draw(view)
            if source == "stock":
                return DRAW
            if source == "pile":
                return TAKE
            raise ValueError(f"draw must return 'stock' or 'pile', not {shown(source)}")
        if phase == "discard":
            return self._discard(view)
        if phase == "first_upcard":
            taken = self.take_upcard(view)
            if isinstance(taken, str) or taken not in (True, False):
                raise ValueError(f"take_upcard must return True or False, not {shown(taken)}")
            return TAKE if taken else PASS
        if phase == "spread":
            return self._next_spread(view)
        if phase == "layoff":
            return self._next_layoff(view)
        return TAKE if _may_take_last(view) else PASS

    def _discard(self, view: View) -> int:
        rules, hand = view.rules, view.hand
        if rules.big_gin_bonus is not None and is_big_gin(hand) and view.may_go_out:
            return BIG_GIN
        card = self.discard(view)
        if type(card) is not int or not 0 <= card < 52:
            card = _as_card(card)
        if min_deadwood(hand & ~(1 << card)) <= view.limit:
            knocks = _knocks(view, hand, view.barred)
            if knocks >> card & 1 and self.knock(view, card):
                return KNOCK + card
        if rules.must_go_gin or view.must_go_out:
            return _forced(view, card)
        return card

    def _next_spread(self, view: View) -> int:
        chosen = self.spread(view)
        if chosen is None:
            return AUTO
        for meld in chosen:
            if meld not in view.melds:
                if meld not in ALL_MELDS:
                    raise ValueError(f"spread must return masks of melds, not {shown(meld)}")
                return SPREAD + ALL_MELDS.index(meld)
        return PASS

    def _next_layoff(self, view: View) -> int:
        chosen = self.layoff(view)
        if chosen is None:
            return AUTO
        for card, cards in chosen:
            if view.hand >> card & 1:
                for slot, meld in enumerate(view.melds):
                    if cards and cards & ~meld == 0:
                        return LAY_OFF + 52 * slot + card
                raise ValueError(f"layoff must name cards of a meld on the table, not {cards}")
        return PASS


def _as_card(value: Any) -> int:
    """The id of a card given as something other than a plain int."""
    if isinstance(value, str):
        return parse_card(value)
    try:
        return as_int(value, "the return value of discard, the id of a card,", 0, 51)
    except ValueError as error:
        raise ValueError(f"{error}: is it a mask? cards_of(mask) gives the ids") from None


def _knocks(view: View, hand: int, barred: int) -> int:
    """The mask of the cards to knock with: only those for gin, if there are any and gin must be
    declared."""
    if not view.may_go_out:
        return 0
    for_gin = knock_discards(hand, 0, barred) if view.rules.must_go_gin else 0
    return for_gin or knock_discards(hand, view.limit, barred)


def _forced(view: View, card: int) -> int:
    """The discard, unless the rules leave no choice but to go out."""
    knocks = _knocks(view, view.hand, view.barred)
    must = knocks and (view.must_go_out or knock_discards(view.hand, 0, view.barred))
    if not must:
        return card
    best = best_discards(view.hand, view.hand & ~knocks).cards
    return KNOCK + (card if knocks >> card & 1 else best.bit_length() - 1)


def _may_take_last(view: View) -> bool:
    """Whether the hand can go out with the last upcard, the only reason to take it."""
    top = 1 << view.pile[-1]
    hand, barred = view.hand | top, 0 if view.rules.taken_card_may_return else top
    if _knocks(view, hand, barred):
        return True
    return view.rules.big_gin_bonus is not None and view.may_go_out and is_big_gin(hand)
