"""The state of one round, from its deal to its result."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NoReturn

from gin_fast.actions import (
    AUTO,
    BIG_GIN,
    DRAW,
    KINDS,
    KNOCK,
    LAY_OFF,
    N_ACTIONS,
    PASS,
    PHASES,
    SPREAD,
    TAKE,
    refusal,
)
from gin_fast.cards import as_int
from gin_fast.reference import dealing
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import best_spread, hand_points, min_deadwood
from gin_fast.reference.layoff import best_layoff
from gin_fast.reference.meld import ALL_MELDS
from gin_fast.results import RoundResult, View
from gin_fast.rules import DEAD_STOCK, Rules, as_rules
from gin_fast.scoring import knock_score

__all__ = ["KINDS", "N_ACTIONS", "PHASES", "RoundState"]


class RoundState:
    """One round between seats 0 and 1. `RoundState.deal` makes one.

    The *starter* is the seat that does not deal, and acts first. Actions are numbered as in
    `gin_fast.actions`.

    >>> state = RoundState.deal(7, 0, rules="eaai")
    >>> state.phase, state.to_move, state.legal_actions()
    ('first_upcard', 0, (105, 106))
    >>> for action in (106, 106, 104):
    ...     state.apply(action)
    >>> state.phase, state.view(0).drawn_from, state.view(1).known
    ('discard', 'stock', 0)
    """

    _rules: Rules
    _starter: int
    _to_move: int
    _phase: str
    _hands: list[int]  # of each seat: its cards that are not on the table
    _stock: list[int]  # from the top
    _pile: list[int]  # from the bottom
    _drawn: int  # by the seat to act, this turn
    _drawn_from: str
    _known: list[int]  # to each seat: cards of the other
    _declined: list[int]  # to each seat: tops of the pile that the other left
    _knocker: int
    _knock_card: int  # lies face down
    _melds: list[int]
    _unmelded: int
    _laid_off: int
    _draws: int
    _pile_draws: int
    _result: RoundResult | None

    def __init__(self) -> None:
        raise TypeError("a RoundState is made by RoundState.deal or by its copy()")

    @classmethod
    def deal(
        cls, seed: int, index: int = 0, *, rules: Rules | str = "modern", starter: int = 0
    ) -> RoundState:
        """A round at its start: deal `index` of `seed`, the first hand to the seat `starter`.

        `seed` and `index` are from 0 to 2**64 - 1, `rules` are Rules or the name of a profile.

        >>> RoundState.deal(7, 0, starter=1).to_move
        1
        """
        dealt = dealing.deal(seed, index)
        self = cls.__new__(cls)
        self._rules = as_rules(rules)
        self._starter = self._to_move = as_int(starter, "starter", 0, 1)
        self._phase = "first_upcard"
        self._hands = list(dealt.hands if self._starter == 0 else dealt.hands[::-1])
        self._stock = list(dealt.stock)
        self._pile = [dealt.upcard]
        self._drawn, self._drawn_from = -1, ""
        self._known, self._declined = [0, 0], [0, 0]
        self._knocker = self._knock_card = -1
        self._melds, self._unmelded, self._laid_off = [], 0, 0
        self._draws = self._pile_draws = 0
        self._result = None
        return self

    @property
    def phase(self) -> str:
        """The name of the phase, one of `PHASES`."""
        return self._phase

    @property
    def to_move(self) -> int:
        """The seat to act, or -1 when the round is over."""
        return self._to_move

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self._phase == "over"

    @property
    def hands(self) -> tuple[int, int]:
        """The masks of the cards that seat 0 and seat 1 hold and have not put on the table."""
        return self._hands[0], self._hands[1]

    @property
    def result(self) -> RoundResult | None:
        """How the round ended, or `None` while it goes on."""
        return self._result

    def view(self, seat: int) -> View:
        """What a seat may know: its own hand and what is public, never more.

        >>> state = RoundState.deal(7, 0)
        >>> state.view(1).hand == state.hands[1], state.view(1).pile, state.view(1).stock
        (True, (4,), 31)
        """
        seat = as_int(seat, "seat", 0, 1)
        acts = seat == self._to_move
        return View(
            seat=seat,
            phase=self._phase,
            to_move=self._to_move,
            starter=self._starter,
            hand=self._hands[seat],
            barred=self._barred() if acts else 0,
            drawn=self._drawn if acts else -1,
            drawn_from=self._drawn_from if acts else "",
            pile=tuple(self._pile),
            stock=len(self._stock),
            known=self._known[seat],
            declined=self._declined[seat],
            knocker=self._knocker,
            melds=tuple(self._melds),
            unmelded=self._unmelded,
            laid_off=self._laid_off,
            draws=self._draws,
            pile_draws=self._pile_draws,
            scores=(0, 0),
            rules=self._rules,
        )

    def legal_actions(self) -> tuple[int, ...]:
        """Every legal action, ascending; none when the round is over.

        >>> RoundState.deal(7, 0).legal_actions()
        (105, 106)
        """
        return () if self.is_over else legal_actions(self.view(self._to_move))

    def copy(self) -> RoundState:
        """An independent copy of the round as it stands.

        >>> state = RoundState.deal(7, 0)
        >>> other = state.copy()
        >>> other.apply(106)
        >>> state.to_move, other.to_move
        (0, 1)
        """
        other = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, list) else value)
        return other

    def __copy__(self) -> RoundState:
        return self.copy()

    def __deepcopy__(self, memo: object) -> RoundState:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a RoundState is not pickled: keep its seed, index and actions")

    def to_dict(self) -> dict[str, Any]:
        """Everything, the hidden cards too, in plain values.

        >>> RoundState.deal(7, 0).to_dict()["pile"]
        (4,)
        """
        return {
            "phase": self._phase,
            "to_move": self._to_move,
            "starter": self._starter,
            "hands": self.hands,
            "stock": tuple(self._stock),
            "pile": tuple(self._pile),
            "barred": self._barred(),
            "drawn": self._drawn,
            "drawn_from": self._drawn_from,
            "known": tuple(self._known),
            "declined": tuple(self._declined),
            "knocker": self._knocker,
            "knock_card": self._knock_card,
            "melds": tuple(self._melds),
            "unmelded": self._unmelded,
            "laid_off": self._laid_off,
            "draws": self._draws,
            "pile_draws": self._pile_draws,
            "result": None if self._result is None else tuple(self._result),
            "rules": {each.name: getattr(self._rules, each.name) for each in fields(self._rules)},
        }

    def apply(self, action: int) -> None:
        """Does an action for the seat to act.

        An illegal one is a `ValueError` that says why, and changes nothing.

        >>> RoundState.deal(7, 0).apply(104)
        Traceback (most recent call last):
        ValueError: illegal action 104 (draw from the stock) in phase first_upcard: not a choice \
of this phase
        """
        action = as_int(action, "action", 0, N_ACTIONS - 1)
        if action not in self.legal_actions():
            raise ValueError(refusal(self.view(max(self._to_move, 0)), action, ALL_MELDS))
        if self._phase == "first_upcard" and action == PASS:
            self._pass_upcard()
        elif action in (DRAW, TAKE):
            self._draw(action)
        elif action < KNOCK:
            self._throw(action)
        elif action < DRAW:
            self._knock(action - KNOCK)
        elif action == BIG_GIN:
            self._big_gin()
        elif self._phase == "spread":
            self._spread(action)
        else:
            self._lay_off(action)

    def _pass_upcard(self) -> None:
        """The starter may take the upcard, then the other seat; then the starter draws."""
        self._leave_pile()
        if self._to_move != self._starter:
            self._phase = "draw"
        self._to_move = 1 - self._to_move

    def _draw(self, action: int) -> None:
        seat = self._to_move
        if action == DRAW:
            self._leave_pile()
            self._drawn, self._drawn_from = self._stock.pop(0), "stock"
        else:
            self._drawn, self._drawn_from = self._pile.pop(), "pile"
            self._known[1 - seat] |= 1 << self._drawn
            self._pile_draws += 1
        self._hands[seat] |= 1 << self._drawn
        self._draws += 1
        self._phase = "discard"

    def _leave_pile(self) -> None:
        self._declined[1 - self._to_move] |= 1 << self._pile[-1]

    def _barred(self) -> int:
        """A card just taken from the pile may not be thrown, nor knocked with, in that turn."""
        return 1 << self._drawn if self._drawn_from == "pile" else 0

    def _throw(self, card: int) -> None:
        seat = self._to_move
        self._leave_hand(seat, 1 << card)
        self._pile.append(card)
        self._drawn, self._drawn_from = -1, ""
        if len(self._stock) <= DEAD_STOCK or self._pile_draws >= self._rules.pile_draw_cap:
            self._end("dead", None, 0)
        else:
            self._phase, self._to_move = "draw", 1 - seat

    def _leave_hand(self, seat: int, cards: int) -> None:
        """Cards leave a hand, and the other seat sees which."""
        self._hands[seat] &= ~cards
        self._known[1 - seat] &= ~cards

    def _knock(self, card: int) -> None:
        """The card thrown lies face down: the other seat does not see it, now or later."""
        self._knocker = self._to_move
        self._knock_card = card
        self._hands[self._knocker] &= ~(1 << card)
        self._drawn, self._drawn_from = -1, ""
        self._phase = "spread"

    def _big_gin(self) -> None:
        self._knocker = self._to_move
        left = min_deadwood(self._hands[1 - self._knocker])
        score = knock_score(0, left, self._rules, big_gin=True)
        self._end("big_gin", self._knocker, score, (0, left))

    def _spread(self, action: int) -> None:
        """The knocker puts melds on the table, and is done by passing."""
        if action == AUTO:
            for meld in best_spread(self._hands[self._knocker]).melds:
                self._put_on_table(meld)
        elif action != PASS:
            self._put_on_table(ALL_MELDS[action - SPREAD])
            return
        self._end_spread()

    def _put_on_table(self, meld: int) -> None:
        self._leave_hand(self._knocker, meld)
        self._melds = sorted([*self._melds, meld])

    def _end_spread(self) -> None:
        """What is left is shown, so it is all that the other seat knows of the hand."""
        defender = 1 - self._knocker
        self._unmelded = self._known[defender] = self._hands[self._knocker]
        self._phase, self._to_move = "layoff", defender
        if hand_points(self._unmelded) == 0:
            self._settle()  # nothing is laid off on gin

    def _lay_off(self, action: int) -> None:
        """The defender lays cards off on the knocker's melds, and is done by passing."""
        if action == AUTO:
            melds = tuple(self._melds)
            for card, meld in best_layoff(self._hands[self._to_move], melds).onto:
                self._put_on_meld(card, melds.index(meld))
        elif action != PASS:
            slot, card = divmod(action - LAY_OFF, 52)
            self._put_on_meld(card, slot)
            return
        self._settle()

    def _put_on_meld(self, card: int, slot: int) -> None:
        self._leave_hand(self._to_move, 1 << card)
        self._melds[slot] |= 1 << card
        self._laid_off |= 1 << card

    def _settle(self) -> None:
        knocker, defender = self._knocker, 1 - self._knocker
        mine, theirs = hand_points(self._unmelded), min_deadwood(self._hands[defender])
        score = knock_score(mine, theirs, self._rules)
        if mine == 0:
            self._end("gin", knocker, score, (mine, theirs))
        elif mine < theirs:
            self._end("knock", knocker, score, (mine, theirs))
        elif mine > theirs or self._rules.tie_is_undercut:
            self._end("undercut", defender, -score, (mine, theirs))
        else:
            self._end("tie", None, 0, (mine, theirs))

    def _end(
        self, kind: str, winner: int | None, points: int, deadwood: tuple[int, int] | None = None
    ) -> None:
        knocker = None if deadwood is None else self._knocker
        mine, theirs = deadwood or (None, None)
        self._result = RoundResult(
            kind, winner, points, knocker, mine, theirs, self._draws, self._pile_draws
        )
        self._phase, self._to_move = "over", -1
        self._drawn, self._drawn_from = -1, ""
