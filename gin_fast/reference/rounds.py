"""The state of one round, from its deal to its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gin_fast.reference import _legality, dealing
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.moves import Moves
from gin_fast.rules.rules import Rules, as_rules, limit_of
from gin_fast.state.action_text import parse_action, refusal
from gin_fast.state.actions import ACTIONS, KINDS, N_ACTIONS, PHASES, Action
from gin_fast.state.positions import begin, checked_deck, checked_position, checked_scores
from gin_fast.state.results import Deal, RoundResult
from gin_fast.state.seen import Seen, view_class
from gin_fast.values.checks import as_int, as_word, fresh_seed

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "ACTIONS",
    "KINDS",
    "N_ACTIONS",
    "PHASES",
    "RoundState",
]


class RoundState(Moves):
    """One round between seats 0 and 1. `deal`, `from_deck` or `from_position` makes one.

    The *starter* is the seat that does not deal, and acts first. Actions are numbered as in
    `gin_fast.state.actions`.

    >>> state = RoundState.deal(7, 0, rules="eaai")
    >>> state.phase, state.to_move, state.legal_actions() == (105, 106)
    ('first_upcard', 0, True)
    >>> for action in (106, 106, 104):
    ...     state.apply(action)
    >>> state.phase, state.view(0).drawn_from, state.view(1).known
    ('discard', 'stock', 0)
    """

    def __init__(self) -> None:
        raise TypeError("a RoundState is made by deal, from_deck, from_position or copy")

    @classmethod
    def deal(
        cls,
        seed: int | None = None,
        index: int = 0,
        *,
        rules: Rules | str = "modern",
        dealer: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> Self:
        """A round at its start: deal `index` of `seed`, dealt by the seat `dealer`.

        `seed` and `index` are from 0 to 2**64 - 1; without a seed a fresh one is taken, which is
        in `start`. `rules` are Rules or the name of a profile, `scores` the points of each seat in
        the game so far.

        >>> RoundState.deal(7, 0, dealer=0).to_move
        1
        """
        seed, index = (
            fresh_seed() if seed is None else as_word(seed, "seed"),
            as_word(index, "index"),
        )
        start = {"seed": seed, "index": index}
        return cls._started(dealing.deal(seed, index), start, rules, dealer, scores)

    @classmethod
    def from_deck(
        cls,
        deck: Iterable[int],
        *,
        rules: Rules | str = "modern",
        dealer: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> Self:
        """A round at its start from 52 card ids in the order they are dealt: alternately, to
        the seat that does not deal first, then the upcard, then the stock.

        >>> RoundState.from_deck(range(52)).view(0).pile
        (20,)
        """
        cards = checked_deck(deck)
        return cls._started(dealing.dealt_from(cards), {"deck": cards}, rules, dealer, scores)

    @classmethod
    def _started(
        cls,
        dealt: Deal,
        start: dict[str, Any],
        rules: Rules | str,
        dealer: int,
        scores: tuple[int, int],
    ) -> Self:
        self = cls.__new__(cls)
        self._rules = as_rules(rules)
        dealer = as_int(dealer, "dealer", 0, 1)
        self._starter = self._to_move = 1 - dealer
        self._scores = checked_scores(scores)
        self._start = {**start, "dealer": dealer, "scores": self._scores}
        self._past = []
        self._phase = "first_upcard"
        self._hands = list(dealt.hands if self._starter == 0 else dealt.hands[::-1])
        self._stock = list(dealt.stock)
        self._pile = [dealt.upcard]
        self._drawn, self._drawn_from = -1, ""
        self._known, self._declined = [0, 0], [0, 0]
        self._upcard_taken, self._returns = False, 0
        self._knocker = self._knock_card = -1
        self._melds, self._unmelded, self._laid_off = [], 0, 0
        self._draws = self._pile_draws = 0
        self._limit, self._multiplier = limit_of(dealt.upcard, self._rules)
        self._result = None
        if self._rules.eleven_card_start:
            self._hands[self._starter] |= 1 << self._pile.pop()
            self._phase = "discard"
        return self

    @classmethod
    def from_position(cls, position: Mapping[str, Any], *, rules: Rules | str = "modern") -> Self:
        """A round in a given position, checked for missing and duplicate cards.

        The fields are those of `position`. All but ``hands``, ``pile`` and ``stock`` may be left
        out where they follow from the rest.

        >>> state = RoundState.deal(7, 0)
        >>> RoundState.from_position(state.position()) == state
        True
        """
        self = cls.__new__(cls)
        self._rules = as_rules(rules)
        at = checked_position(position, self._rules, min_deadwood)
        self._start = {"position": at}
        self._past = []
        self._result = None
        for name, value in at.items():
            is_list = name in ("hands", "stock", "pile", "known", "declined", "melds")
            setattr(self, f"_{name}", list(value) if is_list else value)
        if not self.legal_actions():
            raise ValueError("nothing is legal in this position")
        return self

    @classmethod
    def begin(cls, start: Mapping[str, Any], *, rules: Rules | str = "modern") -> Self:
        """A round from the `start` of another round.

        >>> state = RoundState.deal(7, 0)
        >>> RoundState.begin(state.start) == state
        True
        """
        made: Self = begin(cls, start, rules)
        return made

    @property
    def start(self) -> dict[str, Any]:
        """What the round began with: ``seed`` and ``index`` or ``deck``, with ``dealer`` and
        ``scores``; or a ``position``."""
        start = dict(self._start)
        if "position" in start:
            start["position"] = dict(start["position"])
        return start

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """The actions since the start, in order: the seat and its action."""
        return tuple((seat, ACTIONS[action]) for seat, action in self._past)

    @property
    def rules(self) -> Rules:
        """The rules of the round."""
        return self._rules

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
        """How the round ended, or `None` if it is not over."""
        return self._result

    def view(self, seat: int) -> Seen:
        """What a seat may know: its own hand and what is public, never more.

        >>> state = RoundState.deal(7, 0)
        >>> state.view(1).hand == state.hands[1], state.view(1).pile, state.view(1).stock
        (True, (4,), 31)
        """
        seat = as_int(seat, "seat", 0, 1)
        acts = seat == self._to_move
        return view_class()(
            seat=seat,
            phase=self._phase,
            to_move=self._to_move,
            starter=self._starter,
            hand=self._hands[seat],
            barred=self._barred(),
            drawn=self._drawn if acts or self._drawn_from == "pile" else -1,
            drawn_from=self._drawn_from,
            pile=tuple(self._pile),
            stock=len(self._stock),
            known=self._known[seat],
            exposed=self._known[1 - seat],
            declined=self._declined[seat],
            own_declined=self._declined[1 - seat],
            upcard_taken=self._upcard_taken,
            returns=self._returns,
            knocker=self._knocker,
            knock_card=self._knock_card if seat == self._knocker else -1,
            melds=tuple(self._melds),
            unmelded=self._unmelded,
            laid_off=self._laid_off,
            draws=self._draws,
            pile_draws=self._pile_draws,
            limit=self._limit,
            multiplier=self._multiplier,
            scores=self._scores,
            rules=self._rules,
        )

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, ascending; none when the round is over.

        >>> RoundState.deal(7, 0).legal_actions()
        (Action(105, 'draw pile'), Action(106, 'pass'))
        """
        if self.is_over:
            return ()
        return tuple(ACTIONS[code] for code in _legality.legal_actions(self.view(self._to_move)))

    def copy(self) -> Self:
        """An independent copy of the round in its current state.

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

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RoundState):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # a round changes

    def __reduce__(self) -> tuple[Any, ...]:
        codes = tuple(action for _, action in self._past)
        return type(self)._replayed, (self.start, self._rules, codes)

    @classmethod
    def _replayed(cls, start: Mapping[str, Any], rules: Rules, actions: tuple[int, ...]) -> Self:
        self = cls.begin(start, rules=rules)
        for action in actions:
            self.apply(action)
        return self

    def position(self) -> dict[str, Any]:
        """The state of the round, including the hidden cards, in plain values.

        >>> RoundState.deal(7, 0).position()["pile"]
        (4,)
        """
        return {
            "phase": self._phase,
            "to_move": self._to_move,
            "starter": self._starter,
            "hands": self.hands,
            "stock": tuple(self._stock),
            "pile": tuple(self._pile),
            "drawn": self._drawn,
            "drawn_from": self._drawn_from,
            "known": tuple(self._known),
            "declined": tuple(self._declined),
            "upcard_taken": self._upcard_taken,
            "returns": self._returns,
            "knocker": self._knocker,
            "knock_card": self._knock_card,
            "melds": tuple(self._melds),
            "unmelded": self._unmelded,
            "laid_off": self._laid_off,
            "draws": self._draws,
            "pile_draws": self._pile_draws,
            "limit": self._limit,
            "multiplier": self._multiplier,
            "scores": self._scores,
        }

    def to_dict(self) -> dict[str, Any]:
        """The position with the result and the rules.

        >>> RoundState.deal(7, 0).to_dict()["rules"]["knock_limit"]
        10
        """
        result = None if self._result is None else tuple(self._result)
        return {**self.position(), "result": result, "rules": self._rules.to_dict()}

    def apply(self, action: int | str) -> None:
        """Does an action for the seat to act, given by its number or its text.

        An illegal one is a `ValueError` that says why, and changes nothing.

        >>> RoundState.deal(7, 0).apply(104)
        Traceback (most recent call last):
        ValueError: illegal action 104 (draw stock) in phase first_upcard: not a choice in this \
phase
        """
        if isinstance(action, str):
            action = parse_action(action, self.view(max(self._to_move, 0)))
        code = as_int(action, "action", 0, N_ACTIONS - 1)
        if code not in self.legal_actions():
            view = self.view(max(self._to_move, 0))
            raise ValueError(refusal(view, ACTIONS[code], min_deadwood))
        self._past.append((self._to_move, code))
        self._do(code)
