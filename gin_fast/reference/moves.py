"""What the actions of a round do."""

from __future__ import annotations

from typing import Any

from gin_fast.reference.deadwood import best_spread, hand_points, min_deadwood
from gin_fast.reference.layoff import best_layoff
from gin_fast.reference.meld import ALL_MELDS
from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.rules.rules import Rules
from gin_fast.rules.scoring import kind_of, round_scores
from gin_fast.state.actions import AUTO, BIG_GIN, DRAW, KNOCK, LAY_OFF, PASS, SPREAD, TAKE
from gin_fast.state.results import RoundResult

__all__: list[str] = []


class Moves:
    """Where the cards of a round are, and what each action does to them."""

    _rules: Rules
    _start: dict[str, Any]
    _past: list[tuple[int, int]]  # (seat, action)
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
    _upcard_taken: bool
    _returns: int
    _knocker: int
    _knock_card: int  # lies face down
    _melds: list[int]
    _unmelded: int
    _laid_off: int
    _draws: int
    _pile_draws: int
    _limit: int
    _multiplier: int
    _scores: tuple[int, int]
    _result: RoundResult | None

    def _do(self, code: int) -> None:
        """Does an action that is legal."""
        if code == PASS and self._phase in ("first_upcard", "last_upcard"):
            self._pass_upcard()
        elif code == DRAW:
            self._draw()
        elif code == TAKE:
            self._take()
        elif code < KNOCK:
            self._discard(code)
        elif code < DRAW:
            self._knock(code - KNOCK)
        elif code == BIG_GIN:
            self._big_gin()
        elif self._phase == "spread":
            self._spread(code)
        else:
            self._lay_off(code)

    def _pass_upcard(self) -> None:
        """The starter may take the upcard, then the other seat; then the starter draws. Passing
        the last upcard ends the round."""
        self._leave_pile()
        if self._phase == "last_upcard":
            self._end_dead()
            return
        if self._to_move != self._starter:
            self._phase = "draw"
        self._to_move = 1 - self._to_move

    def _draw(self) -> None:
        self._leave_pile()
        self._hold(self._stock.pop(0), "stock")

    def _take(self) -> None:
        card, phase = self._pile.pop(), self._phase
        self._known[1 - self._to_move] |= 1 << card
        self._pile_draws += 1
        self._upcard_taken |= phase == "first_upcard"
        self._hold(card, "pile")
        if phase == "draw" and self._rules.cap_ends == "draw" and self._is_capped():
            self._end_dead()

    def _is_capped(self) -> bool:
        return self._pile_draws - self._upcard_taken >= self._rules.pile_draw_cap

    def _hold(self, card: int, source: str) -> None:
        self._drawn, self._drawn_from = card, source
        self._hands[self._to_move] |= 1 << card
        self._draws += 1
        self._phase = "discard"

    def _leave_pile(self) -> None:
        self._declined[1 - self._to_move] |= 1 << self._pile[-1]

    def _barred(self) -> int:
        """A card just taken from the pile may not be discarded, nor knocked with, in that turn."""
        if self._drawn_from != "pile" or self._rules.taken_card_may_return:
            return 0
        return 1 << self._drawn

    def _discard(self, card: int) -> None:
        seat = self._to_move
        self._leave_hand(seat, 1 << card)
        self._pile.append(card)
        if self._rules.taken_card_may_return:
            returned = card == self._drawn and self._drawn_from == "pile"
            self._returns = self._returns + 1 if returned else 0
            if self._returns == self._rules.return_cap:
                self._end_dead()
                return
        self._drawn, self._drawn_from = -1, ""
        if self._is_capped():
            self._end_dead()
        elif len(self._stock) > DEAD_STOCK:
            self._phase, self._to_move = "draw", 1 - seat
        elif self._rules.stock_end == "last_upcard":
            self._phase, self._to_move = "last_upcard", 1 - seat
        else:
            self._end_dead()

    def _leave_hand(self, seat: int, cards: int) -> None:
        """Cards leave a hand, and the other seat sees which."""
        self._hands[seat] &= ~cards
        self._known[1 - seat] &= ~cards

    def _knock(self, card: int) -> None:
        """The card discarded lies face down: the other seat does not see it, now or later."""
        self._knocker = self._to_move
        self._knock_card = card
        self._hands[self._knocker] &= ~(1 << card)
        self._drawn, self._drawn_from = -1, ""
        self._phase = "spread"

    def _big_gin(self) -> None:
        self._knocker = self._to_move
        self._end("big_gin", 0, min_deadwood(self._hands[1 - self._knocker]))

    def _spread(self, action: int) -> None:
        """The knocker puts melds on the table, and finishes by passing."""
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
        """The cards left are shown, and are all that the other seat knows of the hand."""
        defender = 1 - self._knocker
        self._unmelded = self._known[defender] = self._hands[self._knocker]
        gin, layoffs = hand_points(self._unmelded) == 0, self._rules.layoffs
        if layoffs == "never" or (gin and layoffs != "always"):
            self._settle()
        else:
            self._phase, self._to_move = "layoff", defender

    def _lay_off(self, action: int) -> None:
        """The defender lays off cards on the knocker's melds, and finishes by passing."""
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
        mine, theirs = hand_points(self._unmelded), min_deadwood(self._hands[1 - self._knocker])
        self._end(kind_of(mine, theirs, self._rules), mine, theirs)

    def _end(self, kind: str, mine: int, theirs: int) -> None:
        """Ends the round after a knock, gin or big gin."""
        scored = round_scores(
            kind, self._knocker, mine, theirs, self._rules, doubled=self._multiplier == 2
        )
        winner = {"tie": None, "undercut": 1 - self._knocker}.get(kind, self._knocker)
        self._be_over(kind, winner, scored, (mine, theirs))

    def _end_dead(self) -> None:
        a, b = map(min_deadwood, self._hands)
        doubled = self._multiplier == 2
        scored = round_scores("dead", None, a, b, self._rules, doubled=doubled)
        self._be_over("dead", None, scored, None)

    def _be_over(
        self,
        kind: str,
        winner: int | None,
        scored: tuple[int, int],
        deadwood: tuple[int, int] | None,
    ) -> None:
        mine, theirs = deadwood or (None, None)
        self._result = RoundResult(
            kind,
            winner,
            0 if winner is None else scored[winner],
            None if deadwood is None else self._knocker,
            mine,
            theirs,
            scored,
            self._draws,
            self._pile_draws,
        )
        self._phase, self._to_move = "over", -1
        self._drawn, self._drawn_from = -1, ""
