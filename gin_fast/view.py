"""What one seat may know of a round."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast._json import parsed
from gin_fast._view_checks import as_fields, check_view, stored_view
from gin_fast._view_text import describe
from gin_fast.actions import Action
from gin_fast.cards import as_int, as_mask, shown
from gin_fast.rules import DEAD_STOCK, Rules, as_rules, limit_of
from gin_fast.seen import Seen, views_are
from gin_fast.seen_record import record_of

if TYPE_CHECKING:
    from gin_fast.chance import Chance
    from gin_fast.round import Round


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
        """The view of seat 0, which is to act, from what a player knows at a table that is not
        ours.

        `hand` has 10 cards, to draw, or 11, to throw one; `drawn` is then the card of them that was
        just drawn, if that is told, and `drawn_from` ``"stock"`` or ``"pile"``. `pile` are the ids
        of the cards thrown, from the bottom to the top; unless it `is_whole`, there are more below.
        `known` are cards known to be in the other hand, `exposed` cards of the own hand that the
        other seat knows. `upcard`, the first one, need be told where it sets the limit, and is no
        longer the pile. `upcard_left`: both seats have left it, and the first card is to be drawn.

        What follows from none of that is as if nothing else had happened: a card thrown that `pile`
        does not name counts as unseen, so the stock is thought to be longer than it is. What cannot
        be is a `ValueError`.

        >>> from gin_fast import evaluate, parse_card, parse_hand
        >>> hand = parse_hand("AC 2C 3C 7D 8D 9D KH KS 4S 5S QD")
        >>> pile = [parse_card("JH"), parse_card("2H")]
        >>> view = View.at_table(hand, pile, drawn=parse_card("QD"))
        >>> view.phase, view.stock, view.draws
        ('discard', 29, 2)
        >>> str(evaluate(view, samples=300)[0].action)
        'discard QD'
        """
        hand, known = as_mask(hand, "hand"), as_mask(known, "known")
        exposed, rules = as_mask(exposed, "exposed"), as_rules(rules)
        if not isinstance(pile, Iterable):
            raise TypeError(f"pile must be ids of cards, not {shown(pile)}")
        pile = tuple(as_int(card, "a card of pile", 0, 51) for card in pile)
        drawn = None if drawn is None else as_int(drawn, "drawn", 0, 51)
        upcard = None if upcard is None else as_int(upcard, "upcard", 0, 51)
        for name, value in (
            ("is_dealer", is_dealer),
            ("is_whole", is_whole),
            ("upcard_left", upcard_left),
        ):
            if not isinstance(value, bool):
                raise TypeError(f"{name} must be a bool, not {shown(value)}")
        if drawn_from not in ("stock", "pile"):
            raise ValueError(f"drawn_from must be 'stock' or 'pile', not {shown(drawn_from)}")
        taken = 1 << drawn if drawn is not None and drawn_from == "pile" else 0
        count = hand.bit_count()
        if count not in (10, 11):
            raise ValueError(f"hand must have 10 or 11 cards, not {count}")
        if count == 10 and drawn is not None:
            raise ValueError("drawn is for a hand of 11 cards, not of 10")
        if count == 10 and not pile:
            raise ValueError("pile must be told: with 10 cards its top may be taken")
        stock = 42 - count - len(pile)
        pile_draws = max(known.bit_count() + bool(taken), int(not is_whole))
        phase = "discard" if count == 11 else "draw"
        is_start = len(pile) == 1 and not pile_draws and not rules.eleven_card_start
        left = 0
        if count == 10 and is_start:
            if upcard not in (None, pile[0]):
                raise ValueError(f"upcard must be {pile[0]}, the only card of pile, not {upcard}")
            upcard = pile[0]
            left = 1 << upcard if is_dealer or upcard_left else 0
            phase = "draw" if upcard_left else "first_upcard"
        if upcard_left and (is_dealer or not left):
            raise ValueError(
                "upcard_left is for the seat that did not deal, before a card is drawn"
            )
        if count == 10 and stock <= DEAD_STOCK and rules.stock_end == "last_upcard":
            phase = "last_upcard"
        if upcard is None and rules.oklahoma:
            raise ValueError("upcard must be told: these rules set the limit by it")
        limit, multiplier = limit_of(upcard or 0, rules)
        view = cls(
            seat=0,
            phase=phase,
            to_move=0,
            starter=int(is_dealer),
            hand=hand,
            barred=0 if rules.taken_card_may_return else taken,
            drawn=-1 if drawn is None else drawn,
            drawn_from="" if drawn is None else drawn_from,
            pile=pile,
            stock=stock,
            known=known,
            exposed=exposed | taken,
            declined=left,
            own_declined=left if upcard_left else 0,
            upcard_taken=pile_draws > 0 and stock == 31,
            returns=0,
            knocker=-1,
            knock_card=-1,
            melds=(),
            unmelded=0,
            laid_off=0,
            draws=31 - stock + pile_draws,
            pile_draws=pile_draws,
            limit=limit,
            multiplier=multiplier,
            scores=scores,
            rules=rules,
        )
        view = cls(**as_fields(view))
        check_view(view)
        if not view.legal_actions():
            raise ValueError("nothing is legal in this position")
        return view

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, ascending; none if the seat is not to act.

        >>> from gin_fast import Round
        >>> [str(action) for action in Round.deal(seed=7).view(0).legal_actions()]
        ['draw pile', 'pass']
        """
        from gin_fast._engine import rounds  # above this module

        return rounds.legal_actions(self)

    def describe(self, *, rules: bool = False) -> str:
        """The view in words: the hand in its best spread, what is public, what is known of the
        other hand, and every legal action as `Round.apply` takes it; with `rules` what is played
        by, too. It is for those who read: people, and programs that talk.

        >>> from gin_fast import Round
        >>> print(Round.deal(seed=7).view(0).describe().splitlines()[-1])
        Your legal actions: draw pile, pass.

        A view whose fields were changed to what cannot be is a `ValueError` or a `TypeError`.
        """
        view = View(**as_fields(self))
        check_view(view)
        return describe(view, rules=rules)

    def to_json(self) -> str:
        """One line of JSON.

        >>> from gin_fast import Round
        >>> view = Round.deal(seed=7).view(0)
        >>> View.from_json(view.to_json()) == view
        True
        """
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> View:
        """The view that `to_json` wrote, checked field by field."""
        return stored_view(parsed(text), cls)

    def to_numpy(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """The view as one record of `VIEW_DTYPE`.

        >>> from gin_fast import Round
        >>> record = Round.deal(seed=7).view(0).to_numpy()
        >>> int(record["stock"]), int(record["rules"]["knock_limit"])
        (31, 10)
        """
        return record_of(self)

    def _repr_html_(self) -> str:
        from gin_fast.html import of_view  # above this module

        return of_view(self)

    def sample(self, rng: Chance) -> Round:
        """A round that this view may be of: the unseen cards lie where they may, all equally
        likely; the cards known to be in the other hand stay there.

        `rng` is a `Stream`, a ``numpy.random.Generator`` or a ``random.Random``.

        >>> from gin_fast import Round, Stream
        >>> view = Round.deal(seed=7).view(0)
        >>> one, other = (view.sample(rng) for rng in [Stream(1, 0, 3), Stream(2, 0, 3)])
        >>> one.view(0) == other.view(0) == view, one.hands == other.hands
        (True, False)
        """
        from gin_fast.round import Round  # above this module: the one look upwards

        return Round.sample(self, rng)


views_are(View)
