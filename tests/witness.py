"""The rules of a round told once more: a witness who watches one and finds whatever goes wrong.

Independent of both engines, and slow.
"""

from __future__ import annotations

from typing import Any

import brute_force

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of
from gin_fast.reference import ALL_MELDS
from gin_fast.rules.rules import Rules
from gin_fast.state.results import RoundResult


def mask(cards: Any) -> int:
    return sum(1 << card for card in cards)


class Witness:
    """Watches a round from its start as it is played, and works out again what must come of it."""

    def __init__(self, state: Any, rules: Rules, starter: int, scores: Any = (0, 0)) -> None:
        self.rules = rules
        self.starter = starter
        self.scores = scores
        first = state.to_dict()
        upcard = mask(first["pile"])
        self.seen = [first["hands"][seat] | upcard for seat in (0, 1)]
        self.known = [0, 0]
        self.declined = [0, 0]
        self.draws = self.pile_draws = self.returns = 0
        self.upcard_taken = self.last_taken = False
        self.drawn, self.drawn_from = -1, ""
        self.table: list[int] = []
        self.limit, self.times = rules.knock_limit, 1
        if rules.oklahoma:
            ace = upcard & mask((0, 13, 26, 39))
            self.limit = 0 if ace and rules.oklahoma_ace_is_gin else brute_force.pips(upcard)
            self.times = 2 if rules.oklahoma_spades_double and upcard >= 1 << 39 else 1

    # What it looks at.

    def check(self, state: Any) -> None:
        everything = state.to_dict()
        self.check_cards(everything)
        assert self.legal(everything) == list(state.legal_actions())
        assert (everything["draws"], everything["pile_draws"]) == (self.draws, self.pile_draws)
        assert self.pile_draws - self.upcard_taken - self.last_taken <= self.rules.pile_draw_cap
        for seat in (0, 1):
            self.check_view(everything, state.view(seat), seat)

    def check_cards(self, everything: dict[str, Any]) -> None:
        """All 52 cards are somewhere, and each but once."""
        places = [*everything["hands"], mask(everything["stock"]), mask(everything["pile"])]
        places += everything["melds"]
        if everything["knock_card"] >= 0:
            places.append(1 << everything["knock_card"])
        assert sum(place.bit_count() for place in places) == 52
        assert sum(places) == DECK

    def check_view(self, everything: dict[str, Any], view: Any, seat: int) -> None:
        assert view.seat == seat
        assert view.hand == everything["hands"][seat]
        assert view.other_count == everything["hands"][1 - seat].bit_count()
        for name in ("phase", "to_move", "starter", "pile", "knocker", "melds", "unmelded"):
            assert getattr(view, name) == everything[name]
        for name in ("laid_off", "draws", "pile_draws"):
            assert getattr(view, name) == everything[name]
        assert view.stock == len(everything["stock"])
        assert (view.rules, view.scores) == (self.rules, self.scores)
        assert (view.limit, view.multiplier) == (self.limit, self.times)
        assert (view.known, view.exposed) == (self.known[seat], self.known[1 - seat])
        assert (view.declined, view.own_declined) == (self.declined[seat], self.declined[1 - seat])
        assert (view.upcard_taken, view.returns) == (self.upcard_taken, self.returns)
        public = self.drawn_from == "pile"
        assert view.drawn == (self.drawn if public or everything["to_move"] == seat else -1)
        assert view.drawn_from == self.drawn_from
        assert view.barred == self.barred()
        own = seat == everything["knocker"]
        assert view.knock_card == (everything["knock_card"] if own else -1)
        assert cards_shown(view) & ~self.seen[seat] == 0

    def barred(self) -> int:
        taken = self.drawn_from == "pile" and not self.rules.taken_card_may_return
        return 1 << self.drawn if taken else 0

    # What may be done.

    def legal(self, everything: dict[str, Any]) -> list[int]:
        phase = everything["phase"]
        if phase == "over":
            return []
        hand = everything["hands"][everything["to_move"]]
        if phase == "first_upcard":
            return [105, 106]
        if phase == "draw":
            passed_twice = self.draws == 0 and not self.rules.eleven_card_start
            if passed_twice:
                return {"stock": [104], "any": [104, 105], "upcard": [105]}[
                    self.rules.after_two_passes
                ]
            return [104, 105]
        if phase == "discard":
            return self.legal_discards(everything, hand)
        if phase == "last_upcard":
            top = 1 << everything["pile"][-1]
            barred = 0 if self.rules.taken_card_may_return else top
            goes_out = self.ways_out(hand | top, barred)
            return [105, 106] if goes_out else [106]
        if phase == "spread":
            limit = self.limit
            least = brute_force.min_deadwood(hand | sum(everything["melds"]))
            if self.rules.spread == "least" or (self.rules.must_go_gin and least == 0):
                limit = least
            stop = [106] if brute_force.pips(hand) <= limit else []
            melds = [
                109 + index
                for index, meld in enumerate(ALL_MELDS)
                if meld & ~hand == 0 and brute_force.min_deadwood(hand & ~meld) <= limit
            ]
            return [*stop, 108, *melds]
        fits = [
            438 + 52 * slot + card
            for slot, meld in enumerate(everything["melds"])
            for card in cards_of(hand)
            if brute_force.is_meld(meld | 1 << card)
        ]
        return [106, 108, *fits]

    def ways_out(self, hand: int, barred: int) -> list[int]:
        """The knocks with eleven cards, and big gin, whatever the stock."""
        left = brute_force.after_discards(hand, barred)
        best = min(left.values())
        most = 0 if best == 0 and self.rules.must_go_gin else self.limit
        knocks = [52 + card for card in left if left[card] <= most]
        big_gin = self.rules.big_gin_bonus is not None and brute_force.min_deadwood(hand) == 0
        return knocks + [107] * big_gin

    def legal_discards(self, everything: dict[str, Any], hand: int) -> list[int]:
        discards = list(cards_of(hand & ~self.barred()))
        if len(everything["stock"]) <= 2 and self.rules.stock_end == "no_last_knock":
            return discards
        out = self.ways_out(hand, self.barred())
        gin = brute_force.after_discards(hand, self.barred())
        bound = self.rules.must_go_gin and (min(gin.values()) == 0 or 107 in out)
        return out if bound or self.last_taken else discards + out

    # What comes of it.

    def apply(self, state: Any, action: int) -> None:
        before = state.to_dict()
        state.apply(action)
        after = state.to_dict()
        phase = before["phase"]
        if phase in ("first_upcard", "draw", "last_upcard"):
            self.draw(state, before, after, action)
        elif phase == "discard" and action < 52:
            self.discard(state, before, after, action)
        elif phase == "discard" and action < 104:
            seat = before["to_move"]
            self.drawn, self.drawn_from = -1, ""
            assert after["knock_card"] == action - 52
            assert after["pile"] == before["pile"]
            assert (after["phase"], after["to_move"], after["knocker"]) == ("spread", seat, seat)
        elif phase == "discard":
            seat = before["to_move"]
            left = brute_force.min_deadwood(before["hands"][1 - seat])
            self.ends(state, "big_gin", seat, seat, 0, left)
        elif phase == "spread":
            self.spread(state, before, after, action)
        else:
            self.lay_off(state, before, after, action)

    def draw(self, state: Any, before: dict, after: dict, action: int) -> None:
        seat, phase = before["to_move"], before["phase"]
        other, top = 1 - seat, before["pile"][-1]
        if action == 105:
            self.known[other] |= 1 << top
            self.pile_draws += 1
            self.upcard_taken |= phase == "first_upcard"
            self.last_taken |= phase == "last_upcard"
            self.drawn, self.drawn_from = top, "pile"
            assert after["pile"] == before["pile"][:-1]
        else:
            self.declined[other] |= 1 << top
            assert after["pile"] == before["pile"]
        if action == 104:
            self.drawn, self.drawn_from = before["stock"][0], "stock"
            self.seen[seat] |= 1 << self.drawn
            assert after["stock"] == before["stock"][1:]
        if action == 106:
            if phase == "last_upcard":
                self.ends_dead(state)
                return
            assert after["to_move"] == other
            assert after["phase"] == ("first_upcard" if seat == self.starter else "draw")
            return
        self.draws += 1
        counted = self.pile_draws - self.upcard_taken
        at_once = self.rules.cap_ends == "draw"
        if action == 105 and phase == "draw" and at_once and counted == self.rules.pile_draw_cap:
            self.ends_dead(state)
            return
        assert (after["phase"], after["to_move"]) == ("discard", seat)

    def discard(self, state: Any, before: dict, after: dict, action: int) -> None:
        other = 1 - before["to_move"]
        self.seen[other] |= 1 << action
        self.known[other] &= ~(1 << action)
        assert after["pile"] == (*before["pile"], action)
        if self.rules.taken_card_may_return:
            back = self.drawn_from == "pile" and action == self.drawn
            self.returns = self.returns + 1 if back else 0
            if self.returns == self.rules.return_cap:
                self.ends_dead(state)
                return
        self.drawn, self.drawn_from = -1, ""
        if self.pile_draws - self.upcard_taken == self.rules.pile_draw_cap:
            self.ends_dead(state)
        elif len(after["stock"]) > 2:
            assert (after["phase"], after["to_move"]) == ("draw", other)
        elif self.rules.stock_end == "last_upcard":
            assert (after["phase"], after["to_move"]) == ("last_upcard", other)
        else:
            self.ends_dead(state)

    def spread(self, state: Any, before: dict, after: dict, action: int) -> None:
        knocker, defender = before["knocker"], 1 - before["knocker"]
        put = sum(after["melds"]) & ~sum(before["melds"])
        assert set(before["melds"]) <= set(after["melds"])
        assert list(after["melds"]) == sorted(after["melds"])
        self.seen[defender] |= put
        self.known[defender] &= ~put
        if action >= 109:
            assert put == ALL_MELDS[action - 109]
            assert after["phase"] == "spread"
            return
        hand = before["hands"][knocker]
        if action == 108:
            best = brute_force.spreads(hand, brute_force.min_deadwood(hand))[0]
            assert sorted([*before["melds"], *best[0]]) == list(after["melds"])
        assert after["unmelded"] == hand & ~put
        self.seen[defender] |= after["unmelded"]
        self.known[defender] = after["unmelded"]
        self.table = list(after["melds"])
        layoffs = self.rules.layoffs
        if layoffs == "never" or (layoffs == "after_knock" and after["unmelded"] == 0):
            self.settles(state, before["hands"][defender], after)
        else:
            assert (after["phase"], after["to_move"]) == ("layoff", defender)

    def lay_off(self, state: Any, before: dict, after: dict, action: int) -> None:
        knocker, defender = before["knocker"], 1 - before["knocker"]
        hand = before["hands"][defender]
        laid = hand & ~after["hands"][defender]
        assert after["laid_off"] == before["laid_off"] | laid
        assert sum(after["melds"]) == sum(before["melds"]) | laid
        self.seen[knocker] |= laid
        self.known[knocker] &= ~laid
        assert all(map(brute_force.is_meld, after["melds"]))
        assert all(
            meld & ~grown == 0 for meld, grown in zip(self.table, after["melds"], strict=True)
        )
        if action >= 438:
            slot, card = divmod(action - 438, 52)
            assert laid == 1 << card
            assert after["melds"][slot] == before["melds"][slot] | 1 << card
            return
        if action == 108:
            assert laid == brute_force.best_layoff(hand, before["melds"])[1]
        self.settles(state, after["hands"][defender], after)

    def settles(self, state: Any, hand: int, after: dict) -> None:
        knocker = after["knocker"]
        mine, theirs = brute_force.pips(after["unmelded"]), brute_force.min_deadwood(hand)
        kind, winner = "knock", knocker
        if mine == 0:
            kind = "gin"
        elif mine >= theirs and self.rules.flat_knock_score is None:
            kind, winner = "undercut", 1 - knocker
            if mine == theirs and self.rules.tie != "undercut":
                kind, winner = ("tie", None) if self.rules.tie == "nobody" else ("knock", knocker)
        self.ends(state, kind, winner, knocker, mine, theirs)

    def ends(
        self, state: Any, kind: str, winner: Any, knocker: int, mine: int, theirs: int
    ) -> None:
        rules, scored = self.rules, [0, 0]
        bonus = {"gin": rules.gin_bonus, "big_gin": rules.big_gin_bonus}
        if rules.flat_knock_score is not None:
            scored[knocker] = bonus.get(kind, rules.flat_knock_score)
            scored[1 - knocker] = -theirs
        elif kind == "undercut":
            scored[1 - knocker] = mine - theirs + rules.undercut_bonus
        elif kind != "tie":
            scored[knocker] = theirs - mine + bonus.get(kind, 0)
        self.is_over(state, kind, winner, scored, knocker, mine, theirs)

    def ends_dead(self, state: Any) -> None:
        scored = [0, 0]
        if self.rules.flat_knock_score is not None:
            scored = [-brute_force.min_deadwood(hand) for hand in state.hands]
        self.is_over(state, "dead", None, scored)

    def is_over(self, state: Any, kind: str, winner: Any, scored: list[int], *knocked: int) -> None:
        assert state.is_over
        assert state.to_move == -1
        self.drawn, self.drawn_from = -1, ""
        first, second = (self.times * points for points in scored)
        points = 0 if winner is None else (first, second)[winner]
        knocker, mine, theirs = knocked or (None, None, None)
        assert state.result == RoundResult(
            kind, winner, points, knocker, mine, theirs, (first, second),
            self.draws, self.pile_draws,
        )  # fmt: skip


def cards_shown(view: Any) -> int:
    """All cards that a view tells of, in whatever field."""
    told = view.hand | view.known | view.exposed | view.declined | view.own_declined | view.barred
    told |= mask(view.pile) | view.unmelded | view.laid_off | sum(view.melds)
    for card in (view.drawn, view.knock_card):
        if card >= 0:
            told |= 1 << card
    return told
