"""A round and the views of it: the state of the engine, with texts, sampling and storage."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast.cards.hands import format_card, format_hand
from gin_fast.engine import rounds, views
from gin_fast.game.chance import Chance, draws_from
from gin_fast.game.pages import of_round, of_view
from gin_fast.game.sampling import sampled
from gin_fast.game.view_words import describe
from gin_fast.rules.rules import Rules, stored_rules
from gin_fast.state.action_text import action_text, parse_action
from gin_fast.state.actions import ACTIONS, N_ACTIONS, Action
from gin_fast.state.at_table import seen_at_table
from gin_fast.state.seen import Seen, views_are
from gin_fast.state.seen_checks import as_fields, check_view, stored_view
from gin_fast.state.starts import start_from_json, start_to_json
from gin_fast.values.checks import as_int, shown
from gin_fast.values.json import parsed
from gin_fast.values.stored import field, is_same, object_with, only_values

if TYPE_CHECKING:
    from typing_extensions import Self

FORMAT = "gin_fast round"
VERSION = 1
_FIELDS = ("format", "version", "rules", "start", "actions", "result")


class View(Seen):
    """All that one seat may know of a round: what a strategy decides by.

    >>> from gin_fast import Round, format_hand
    >>> view = Round.deal(seed=7).view(0)
    >>> format_hand(view.hand), view.phase, view.stock
    ('AC 8C 9C 6D 7D JD 4H KH 3S 7S', 'first_upcard', 31)
    """

    __slots__ = ()

    @classmethod
    def at_table(
        cls,
        hand: int,
        pile: Iterable[int],
        *,
        rules: Rules | str = "modern",
        drawn: int | None = None,
        drawn_from: str = "stock",
        known: int = 0,
        exposed: int = 0,
        upcard: int | None = None,
        is_dealer: bool = False,
        scores: tuple[int, int] = (0, 0),
        is_whole: bool = True,
        upcard_left: bool = False,
    ) -> View:
        """The view of seat 0, which is to move, built from what a player knows at another table.

        Anything you leave out is assumed not to have happened: a discard missing from `pile` counts
        as unseen, so the stock is taken to be longer than it is.

        Args:
            hand: The hand as a mask: 10 cards before a draw, 11 before a discard.
            pile: The ids of the discarded cards, from the bottom to the top.
            rules: A `Rules` or the name of a profile.
            drawn: The id of the card just drawn, with 11 cards, if known.
            drawn_from: Where `drawn` came from: ``"stock"`` or ``"pile"``.
            known: The mask of the cards known to be in the other hand.
            exposed: The mask of the cards in your own hand that the other seat knows.
            upcard: The id of the first upcard; needed only if it sets the limit and is no longer
                the whole pile.
            is_dealer: Whether you dealt.
            scores: The points of both seats in the game so far, yours first.
            is_whole: Whether `pile` is complete; otherwise there are more cards below.
            upcard_left: Whether both seats have passed the first upcard, so that you must now draw
                from the stock.

        Raises:
            ValueError: If no round can have led to this.

        >>> from gin_fast import evaluate, parse_card, parse_hand
        >>> hand = parse_hand("AC 2C 3C 7D 8D 9D KH KS 4S 5S QD")
        >>> pile = [parse_card("JH"), parse_card("2H")]
        >>> view = View.at_table(hand, pile, drawn=parse_card("QD"))
        >>> view.phase, view.stock, view.draws
        ('discard', 29, 2)
        >>> str(evaluate(view, samples=300)[0].action)
        'discard QD'
        """
        seen = seen_at_table(
            hand,
            pile,
            rules=rules,
            drawn=drawn,
            drawn_from=drawn_from,
            known=known,
            exposed=exposed,
            upcard=upcard,
            is_dealer=is_dealer,
            scores=scores,
            is_whole=is_whole,
            upcard_left=upcard_left,
        )
        view = cls(**as_fields(seen))
        check_view(view)
        if not view.legal_actions():
            raise ValueError("nothing is legal in this position")
        return view

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, ascending; none if the seat is not to move.

        >>> from gin_fast import Round
        >>> [str(action) for action in Round.deal(seed=7).view(0).legal_actions()]
        ['draw pile', 'pass']
        """
        return views.legal_actions(self)

    def describe(self, *, rules: bool = False) -> str:
        """The view in words, for people and for programs that talk: the hand in its best spread,
        what is public, what is known of the other hand, and every legal action as `Round.apply`
        takes it. With `rules`, the rules come first.

        >>> from gin_fast import Round
        >>> print(Round.deal(seed=7).view(0).describe().splitlines()[-1])
        Your legal actions: draw pile, pass.

        A view whose fields were changed to impossible values is a `ValueError` or a `TypeError`.
        """
        return describe(views.plain_view(self), rules=rules)

    def to_json(self) -> str:
        """The view as one line of JSON.

        >>> from gin_fast import Round
        >>> view = Round.deal(seed=7).view(0)
        >>> View.from_json(view.to_json()) == view
        True
        """
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> View:
        """The view written by `to_json`, checked field by field."""
        return stored_view(parsed(text), cls)

    def to_numpy(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """The view as one record of `VIEW_DTYPE`.

        >>> from gin_fast import Round
        >>> record = Round.deal(seed=7).view(0).to_numpy()
        >>> int(record["stock"]), int(record["rules"]["knock_limit"])
        (31, 10)
        """
        return views.record_of(self)

    def _repr_html_(self) -> str:
        return of_view(self)

    def sample(self, rng: Chance) -> Round:
        """A round that fits this view: the unseen cards are placed at random, all placements
        equally likely, and cards known to be in the other hand stay there.

        `rng` is a `Stream`, a ``numpy.random.Generator`` or a ``random.Random``.

        >>> from gin_fast import Round, Stream
        >>> view = Round.deal(seed=7).view(0)
        >>> one, other = (view.sample(rng) for rng in [Stream(1, 0, 3), Stream(2, 0, 3)])
        >>> one.view(0) == other.view(0) == view, one.hands == other.hands
        (True, False)
        """
        return Round.sample(self, rng)


views_are(View)


class Round(rounds.RoundState):
    """One round between seats 0 and 1, played move by move.

    `Round.deal` makes one from a seed and an index, `Round.from_deck` from 52 cards in order, and
    `Round.from_position` from hands, pile and stock. An illegal action is a `ValueError` and
    changes nothing.

    >>> round = Round.deal(seed=7, rules="eaai")
    >>> [str(action) for action in round.legal_actions()]
    ['draw pile', 'pass']
    >>> round.apply("draw pile")
    >>> round.apply("discard KH")
    >>> print(round)
    draw, seat 1 to move, 31 in the stock, pile KH
    seat 0: AC 5C 8C 9C 6D 7D JD 4H 3S 7S
    seat 1: JC 4D TD 7H 8H 9H TH QH 4S 5S
    """

    __slots__ = ()

    if TYPE_CHECKING:  # the engines return the class registered by views_are

        def view(self, seat: int) -> View:
            """What a seat may know."""

    def __str__(self) -> str:
        pile = " ".join(map(format_card, self.view(0).pile)) or "empty"
        lines = [f"{self.phase}, seat {self.to_move} to move, {self.view(0).stock} in the stock"]
        lines[0] += f", pile {pile}"
        if self.result is not None:
            lines[0] = f"over: {self.result.kind}, winner {self.result.winner}"
            lines[0] += f", points {self.result.points}"
        melds = " | ".join(map(format_hand, self.view(0).melds))
        if melds:
            lines.append(f"on the table: {melds}")
        lines += [f"seat {seat}: {format_hand(hand)}" for seat, hand in enumerate(self.hands)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Round: {self.phase}, seat {self.to_move} to move>"

    def _repr_html_(self) -> str:
        return of_round(self.view(0), self.hands, self.result)

    def parse_action(self, text: str) -> Action:
        """The legal action named by `text`, for the seat to move.

        >>> Round.deal(seed=7).parse_action("take")
        Action(105, 'draw pile')
        >>> Round.deal(seed=7).parse_action("discard KH")
        Traceback (most recent call last):
        ValueError: illegal action 38 (discard KH) in phase first_upcard: not a choice in this phase
        """
        other = self.copy()
        action = parse_action(text, self.view(max(self.to_move, 0)))
        other.apply(action)  # raises if it is illegal
        return action

    def action_text(self, action: int) -> str:
        """The text of an action in the current state: a layoff names the meld by its cards.

        >>> Round.deal(seed=7).action_text(105)
        'draw pile'
        """
        code = as_int(action, "action", 0, N_ACTIONS - 1)
        return action_text(ACTIONS[code], self.view(max(self.to_move, 0)))

    def sample_action(self, rng: Chance) -> Action:
        """A random legal action, each equally likely. `rng` is a `Stream`, a
        ``numpy.random.Generator`` or a ``random.Random``.

        >>> from gin_fast import Stream
        >>> Round.deal(seed=7).sample_action(Stream(1, 0, 3)) in (105, 106)
        True
        """
        legal = self.legal_actions()
        if not legal:
            raise ValueError("the round is over: no action is legal")
        return legal[draws_from(rng)(len(legal))]

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """A round that fits `view`: the same as `View.sample`."""
        if not isinstance(view, View):
            raise TypeError(f"view must be a View, not {shown(view)}")
        if view.phase == "over":
            raise ValueError("the round is over: nothing is left to sample")
        view = View(**as_fields(view))
        return cls.from_position(sampled(view, draws_from(rng)), rules=view.rules)

    def record(self) -> dict[str, Any]:
        """The record of the round: the rules, the start, the actions as text, the result."""
        still = self.copy()  # another thread may move on
        again = self.begin(still.start, rules=still.rules)
        actions = []
        for seat, action in still.actions:
            actions.append(f"{seat} {again.action_text(action)}")
            again.apply(action)
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": still.rules.name or still.rules.to_dict(),
            "start": start_to_json(still.start),
            "actions": actions,
            "result": None if still.result is None else still.result.to_dict(),
        }

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The round of a record, replayed. A record that does not replay to what it stores is a
        `ValueError` that says why.

        >>> round = Round.deal(seed=7)
        >>> round.apply("pass")
        >>> Round.from_record(round.record()) == round
        True
        """
        field(record, "format", str, expected=(FORMAT,))
        field(record, "version", int, expected=(VERSION,))
        object_with(record, _FIELDS)
        rules = stored_rules(record)
        with only_values():
            self = cls.begin(start_from_json(field(record, "start", dict)), rules=rules)
        replay(self, field(record, "actions", list), record["result"])
        return self

    def to_json(self) -> str:
        """The record as one line of JSON.

        >>> round = Round.deal(seed=7)
        >>> Round.from_json(round.to_json()) == round
        True
        """
        return json.dumps(self.record())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The round written by `to_json`, replayed and checked."""
        return cls.from_record(parsed(text))


def replay(round: Round, actions: list[Any], result: Any) -> None:
    """Applies the actions of a record, and checks that they lead to its result."""
    for number, text in enumerate(actions, 1):
        if not isinstance(text, str) or text[:2] not in ("0 ", "1 "):
            raise ValueError(f"action {number} must be a seat and an action, not {shown(text)}")
        if round.to_move != int(text[0]):
            mover = "nobody" if round.is_over else f"seat {round.to_move}"
            raise ValueError(f"action {number}, {shown(text)}: {mover} is to move")
        try:
            round.apply(text[2:])
        except ValueError as error:
            raise ValueError(f"action {number}: {error}") from None
    given = None if round.result is None else round.result.to_dict()
    if not is_same(result, given):
        raise ValueError(f"the actions lead to the result {given}, not {shown(result)}")
