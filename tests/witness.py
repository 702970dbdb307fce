"""The rules of a round told once more: a witness who watches one and finds whatever goes wrong.

Independent of both engines, and slow.
"""

from __future__ import annotations

from typing import Any

import brute_force

from gin_fast.cards import DECK, cards_of
from gin_fast.reference import ALL_MELDS
from gin_fast.results import RoundResult
from gin_fast.rules import Rules


def mask(cards: Any) -> int:
    return sum(1 << card for card in cards)


class Witness:
    """Watches a round as it is played and works out again what must come of it."""

    def __init__(self, state: Any, rules: Rules, starter: int) -> None:
        self.rules = rules
        self.starter = starter
        first = state.to_dict()
        self.upcard = first["pile"][0]
        self.seen = [first["hands"][seat] | 1 << self.upcard for seat in (0, 1)]
        self.known = [0, 0]
        self.declined = [0, 0]
        self.draws = self.pile_draws = 0
        self.table: list[int] = []

    def check(self, state: Any) -> None:
        everything = state.to_dict()
        self.check_cards(everything)
        assert self.legal(everything) == list(state.legal_actions())
        assert (everything["draws"], everything["pile_draws"]) == (self.draws, self.pile_draws)
        assert self.pile_draws <= self.rules.pile_draw_cap
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
        acts = everything["to_move"] == seat
        assert view.seat == seat
        assert view.hand == everything["hands"][seat]
        for name in ("phase", "to_move", "starter", "pile", "knocker", "melds", "unmelded"):
            assert getattr(view, name) == everything[name]
        for name in ("laid_off", "draws", "pile_draws"):
            assert getattr(view, name) == everything[name]
        assert view.stock == len(everything["stock"])
        assert view.rules == self.rules
        assert view.scores == (0, 0)
        assert view.known == self.known[seat]
        assert view.declined == self.declined[seat]
        assert view.barred == (everything["barred"] if acts else 0)
        assert view.drawn == (everything["drawn"] if acts else -1)
        assert view.drawn_from == (everything["drawn_from"] if acts else "")
        told = view.hand | view.known | view.declined | view.barred | mask(view.pile)
        told |= view.unmelded | view.laid_off | sum(view.melds)
        if view.drawn >= 0:
            told |= 1 << view.drawn
        assert told & ~self.seen[seat] == 0

    def legal(self, everything: dict[str, Any]) -> list[int]:
        phase, seat = everything["phase"], everything["to_move"]
        if phase == "over":
            return []
        hand, limit = everything["hands"][seat], self.rules.knock_limit
        if phase == "first_upcard":
            return [105, 106]
        if phase == "draw":
            return [104, 105] if self.draws else [104]
        if phase == "discard":
            throws = cards_of(hand & ~everything["barred"])
            left = brute_force.after_throws(hand, everything["barred"])
            knocks = [52 + card for card in throws if left[card] <= limit]
            big_gin = self.rules.big_gin_bonus is not None and brute_force.min_deadwood(hand) == 0
            return [*throws, *knocks, *([107] if big_gin else [])]
        if phase == "spread":
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

    def apply(self, state: Any, action: int) -> None:
        before = state.to_dict()
        seat, phase = before["to_move"], before["phase"]
        other = 1 - seat
        state.apply(action)
        after = state.to_dict()
        if phase in ("first_upcard", "draw"):
            top = before["pile"][-1]
            if action == 105:
                self.known[other] |= 1 << top
                self.pile_draws += 1
                assert after["pile"] == before["pile"][:-1]
                assert after["barred"] == 1 << top
                assert after["drawn"] == top
            else:
                self.declined[other] |= 1 << top
                assert after["pile"] == before["pile"]
            if action == 104:
                self.seen[seat] |= 1 << before["stock"][0]
                assert after["drawn"] == before["stock"][0]
                assert after["stock"] == before["stock"][1:]
            if action == 106:
                assert after["to_move"] == other
                assert after["phase"] == ("first_upcard" if seat == self.starter else "draw")
            else:
                self.draws += 1
                assert after["phase"] == "discard"
                assert after["to_move"] == seat
        elif phase == "discard" and action < 52:
            self.seen[other] |= 1 << action
            self.known[other] &= ~(1 << action)
            assert after["pile"] == (*before["pile"], action)
            dead = len(after["stock"]) <= 2 or self.pile_draws >= self.rules.pile_draw_cap
            assert after["phase"] == ("over" if dead else "draw")
            assert after["to_move"] == (-1 if dead else other)
            if dead:
                self.ends(state, RoundResult("dead", None, 0, None, None, None, 0, 0))
        elif phase == "discard" and action < 104:
            assert after["knock_card"] == action - 52
            assert after["pile"] == before["pile"]
            assert (after["phase"], after["to_move"], after["knocker"]) == ("spread", seat, seat)
        elif phase == "discard":
            left = brute_force.min_deadwood(before["hands"][other])
            bonus = self.rules.big_gin_bonus
            self.ends(state, RoundResult("big_gin", seat, left + bonus, seat, 0, left, 0, 0))
        elif phase == "spread":
            self.spread(state, before, after, action)
        else:
            self.lay_off(state, before, after, action)

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
        if after["unmelded"] == 0:
            left = brute_force.min_deadwood(before["hands"][defender])
            points = self.rules.gin_bonus + left
            self.ends(state, RoundResult("gin", knocker, points, knocker, 0, left, 0, 0))
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
        mine = brute_force.pips(after["unmelded"])
        theirs = brute_force.min_deadwood(after["hands"][defender])
        score = brute_force.score(mine, theirs, 0, self.rules.undercut_bonus, True)
        if mine == theirs and not self.rules.tie_is_undercut:
            kind, winner, score = "tie", None, 0
        elif mine < theirs:
            kind, winner = "knock", knocker
        else:
            kind, winner = "undercut", defender
        self.ends(state, RoundResult(kind, winner, abs(score), knocker, mine, theirs, 0, 0))

    def ends(self, state: Any, result: RoundResult) -> None:
        assert state.is_over
        assert state.to_move == -1
        assert state.result == result._replace(draws=self.draws, pile_draws=self.pile_draws)
