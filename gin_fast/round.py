"""One round at a table: the engine's state, with texts, samples and a form to store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast import bulk
from gin_fast._engine import discarding, rounds
from gin_fast._json import parsed
from gin_fast._starts import start_from_json, start_to_json
from gin_fast._view_checks import as_fields, position_of
from gin_fast.actions import Action, action_text, parse_action
from gin_fast.cards import DECK, as_int, cards_of, format_card, format_hand, hand_of, shown
from gin_fast.chance import Chance, draws_from, shuffled
from gin_fast.stored import field, is_same, object_with, only_values, stored_rules
from gin_fast.view import View

if TYPE_CHECKING:
    from typing_extensions import Self

FORMAT = "gin_fast round"
VERSION = 1
_FIELDS = ("format", "version", "rules", "start", "actions", "result")
_FEWEST_AT_A_TIME, _MOST_AT_A_TIME = 64, 4096
_MOST_TRIES = 1 << 22


class Round(rounds.RoundState):
    """One round between seats 0 and 1, to play move by move.

    `Round.deal` makes one from a seed and an index, `Round.from_deck` from 52 cards in order,
    `Round.from_position` from hands, pile and stock. An illegal action is a `ValueError`, and
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

    if TYPE_CHECKING:  # the engines make the class of views that they were told

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
        from gin_fast.html import of_round

        return of_round(self)

    def parse_action(self, text: str) -> Action:
        """The legal action that `text` names, for the seat to act.

        >>> Round.deal(seed=7).parse_action("take")
        Action(105, 'draw pile')
        >>> Round.deal(seed=7).parse_action("discard KH")
        Traceback (most recent call last):
        ValueError: illegal action 38 (discard KH) in phase first_upcard: not a choice of this phase
        """
        other = self.copy()
        action = parse_action(text, self.view(max(self.to_move, 0)), rounds.ACTIONS)
        other.apply(action)  # raises what is wrong with it
        return action

    def action_text(self, action: int) -> str:
        """The text of an action as it stands: one that lays off names the meld by its cards.

        >>> Round.deal(seed=7).action_text(105)
        'draw pile'
        """
        code = as_int(action, "action", 0, rounds.N_ACTIONS - 1)
        return action_text(rounds.ACTIONS[code], self.view(max(self.to_move, 0)))

    def sample_action(self, rng: Chance) -> Action:
        """One of the legal actions, all equally likely. `rng` is a `Stream`, a
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
        """A round that `view` may be of: what `View.sample` gives."""
        if not isinstance(view, View):
            raise TypeError(f"view must be a View, not {shown(view)}")
        if view.phase == "over":
            raise ValueError("the round is over: nothing is left to sample")
        view = View(**as_fields(view))
        return cls.from_position(_sampled(view, draws_from(rng)), rules=view.rules)

    def record(self) -> dict[str, Any]:
        """What is stored of it: the rules, the start, the actions as text, the result."""
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
        """The round that `record` stored, replayed. What is not as it was stored is a
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
        """The record in one line of JSON.

        >>> round = Round.deal(seed=7)
        >>> Round.from_json(round.to_json()) == round
        True
        """
        return json.dumps(self.record())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The round that `to_json` wrote, replayed and checked."""
        return cls.from_record(parsed(text))


def replay(round: Round, actions: list[Any], result: Any) -> None:
    """Does the actions of a record, and checks that they lead to its result."""
    for number, text in enumerate(actions, 1):
        if not isinstance(text, str) or text[:2] not in ("0 ", "1 "):
            raise ValueError(f"action {number} must be a seat and a text, not {shown(text)}")
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


def _sampled(view: View, below: Callable[[int], int]) -> dict[str, Any]:
    """A position that fits a view, its unseen cards in random places."""
    other = 1 - view.seat
    unseen = DECK & ~(view.hand | hand_of(view.pile) | sum(view.melds) | view.known)
    knock_card = view.knock_card
    if knock_card >= 0:
        unseen &= ~(1 << knock_card)
    if view.phase == "spread" and view.knocker == other:
        hand, knock_card = _knocker(view, unseen, below)
    elif view.phase == "discard" and view.to_move == other and view.must_go_out:
        hand = next(_hands(unseen, view.known, view.other_count, _goes_out(view), below))
    else:
        loose = shuffled(list(cards_of(unseen)), below)
        hand = hand_of(loose[: view.other_count - view.known.bit_count()]) | view.known
    left = unseen & ~hand & ~(1 << knock_card if knock_card >= 0 else 0)
    rest = shuffled(list(cards_of(left)), below)
    if view.phase == "layoff" and view.knocker == other:
        knock_card = rest.pop()
    drawn = view.drawn
    if view.drawn_from == "stock" and view.to_move == other:
        new = cards_of(hand & ~view.known)
        drawn = new[below(len(new))]
    return position_of(view, hand, rest, drawn=drawn, knock_card=knock_card)


def _knocker(view: View, unseen: int, below: Callable[[int], int]) -> tuple[int, int]:
    """The hand of a knocker that has not spread, and the card thrown face down, which may be one
    that was known. A card is drawn for each hand whether it fits or not, so that all pairs are
    equally likely."""
    hands = _hands(
        unseen,
        view.known,
        view.other_count + 1,
        lambda hands: bulk.knock_discards(hands, view.limit) != 0,
        below,
    )
    on_table = sum(view.melds)
    for cards in hands:
        throws = discarding.knock_discards(cards, view.limit)
        if view.rules.must_go_gin and discarding.knock_discards(cards | on_table, 0):
            throws = discarding.knock_discards(cards, 0)
        thrown = cards_of(cards)[below(cards.bit_count())]
        if throws >> thrown & 1:
            return cards & ~(1 << thrown), thrown
    raise AssertionError  # the hands end by an error


def _goes_out(view: View) -> Callable[[Any], Any]:
    """Whether hands that took the last upcard to go out can."""

    def fits(hands: Any) -> Any:
        knocks = bulk.knock_discards(hands, view.limit, view.barred) != 0
        if view.rules.big_gin_bonus is not None:
            knocks |= bulk.is_big_gin(hands)
        return knocks

    return fits


def _hands(
    unseen: int,
    known: int,
    count: int,
    fits: Callable[[Any], Any],
    below: Callable[[int], int],
) -> Iterator[int]:
    """Hands of so many cards, the known ones among them, that fit. Few do, so many are tried."""
    key = [below(1 << 31) << 31 | below(1 << 31) for _ in range(2)]
    rng = np.random.Generator(np.random.Philox(key=key))
    bits = np.uint64(1) << np.array(cards_of(unseen), np.uint64)
    tried, at_a_time = 0, _FEWEST_AT_A_TIME
    while tried < _MOST_TRIES:
        drawn = rng.permuted(np.tile(bits, (at_a_time, 1)), axis=1)
        tried += at_a_time
        at_a_time = min(2 * at_a_time, _MOST_AT_A_TIME)
        drawn = drawn[:, : count - known.bit_count()]
        hands = np.bitwise_or.reduce(drawn, axis=1, initial=np.uint64(known))
        yield from map(int, hands[fits(hands)])
    raise ValueError(f"no hand that fits the view was found in {_MOST_TRIES:,}")
