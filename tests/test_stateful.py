"""Rounds of any rules, played in any way in both engines at once, with every promise checked after
every step."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from layouts import TABLES
from witness import Witness, cards_shown, mask

from gin_fast import Round, Stream, View, best_discards, cards_of
from gin_fast.reference import min_deadwood
from gin_fast.reference.rounds import RoundState
from gin_fast.rules.rules import Rules
from gin_fast.rules.scoring import round_scores


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules of a round, any that do not clash."""

    def one_of(*choices: Any) -> Any:
        return draw(st.sampled_from(choices))

    start = one_of("plain", "oklahoma", "eleven")
    oklahoma = start == "oklahoma"
    flat = one_of(None, None, 20)
    may_return = one_of(False, True)
    return Rules(
        knock_limit=10 if oklahoma else one_of(0, 5, 10, 40, 100),
        oklahoma=oklahoma,
        oklahoma_ace_is_gin=oklahoma and one_of(False, True),
        oklahoma_spades_double=oklahoma and one_of(False, True),
        eleven_card_start=start == "eleven",
        gin_bonus=one_of(0, 25),
        undercut_bonus=0 if flat else one_of(0, 25),
        big_gin_bonus=one_of(None, 0, 31),
        tie=one_of("undercut", "nobody", "knocker"),
        layoffs=one_of("never", "after_knock", "always"),
        flat_knock_score=flat,
        stock_end=one_of("dead", "no_last_knock", "last_upcard"),
        must_go_gin=one_of(False, True),
        pile_draw_cap=one_of(1, 5, 100),
        cap_ends=one_of("turn", "draw"),
        after_two_passes=one_of("stock", "any", "upcard"),
        spread=one_of("any", "least"),
        taken_card_may_return=may_return,
        return_cap=one_of(None, 1, 2) if may_return else None,
    )


def told(state: Any, action: Any) -> str:
    """The error for an action."""
    try:
        state.apply(action)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{action} was done")


class Rounds(RuleBasedStateMachine):
    """A round of the native engine and its twin of the reference, watched by a witness."""

    @initialize(
        rules=st.one_of(st.sampled_from(TABLES), any_rules()),
        seed=st.integers(0, 2**64 - 1),
        dealer=st.integers(0, 1),
        scores=st.sampled_from([(0, 0), (95, -3)]),
    )
    def deal(self, rules: Rules, seed: int, dealer: int, scores: tuple[int, int]) -> None:
        start = {"seed": seed, "index": 5, "dealer": dealer, "scores": scores}
        self.ours = Round.begin(start, rules=rules)
        self.twin = RoundState.begin(start, rules=rules)
        self.witness = Witness(self.ours, rules, 1 - dealer, scores)
        assert self.ours.start == self.twin.start == start

    def choose(self, which: int, way: str) -> int:
        legal = self.ours.legal_actions()
        if way == "go out":
            out = tuple(action for action in legal if 52 <= action < 104 or action == 107)
            if out:
                return out[which % len(out)]
        discards = sum(1 << action for action in legal if action < 52)
        if discards and way != "any":
            hand = self.ours.hands[self.ours.to_move]
            return cards_of(best_discards(hand, hand & ~discards).cards)[0]
        return legal[which % len(legal)]

    @precondition(lambda self: not self.ours.is_over)
    @rule(
        choices=st.randoms(use_true_random=False),
        moves=st.sampled_from([1, 2, 15, 40]),
        way=st.sampled_from(["any", "go out", "discard well"]),
    )
    def act(self, choices: Random, moves: int, way: str) -> None:
        for _ in range(moves):
            if not self.ours.is_over:
                self.act_once(choices.randrange(1000), way)
                self.engines_agree()
                self.rules_are_kept()
                self.views_hide_the_rest()

    def act_once(self, which: int, way: str) -> None:
        action = self.choose(which, way)
        text = self.ours.action_text(action)
        assert self.ours.parse_action(text) == action
        self.witness.apply(self.ours, action)
        self.twin.apply(text if which & 1 else action)

    @rule(action=st.integers(0, 593))
    def refuse(self, action: int) -> None:
        if action not in self.ours.legal_actions():
            as_it_was = self.ours.to_dict()
            said = told(self.ours, action)
            assert said == told(self.twin, action)
            assert f"illegal action {action} " in said
            assert f"in phase {self.ours.phase}: " in said
            assert self.ours.to_dict() == self.twin.to_dict() == as_it_was

    @precondition(lambda self: not self.ours.is_over)
    @rule(which=st.integers(0, 999))
    def play_in_copies(self, which: int) -> None:
        """What is done in a copy is done in it alone, and is the same in every copy."""
        action = self.choose(which, "any")
        for state in (self.ours, self.twin):
            as_it_was, past = state.to_dict(), state.actions
            copies = [state.copy(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
            for each in copies:
                assert type(each) is type(state)
                assert (each, each.actions) == (state, past)
                each.apply(action)
            assert copies[0] == copies[1] == copies[2] != state
            assert (state.to_dict(), state.actions) == (as_it_was, past)

    @rule()
    def store(self) -> None:
        """As JSON, and by its position; and the views as JSON."""
        again = Round.from_json(self.ours.to_json())
        assert again == self.ours
        assert (again.actions, again.start) == (self.ours.actions, self.ours.start)
        for seat in (0, 1):
            view = self.ours.view(seat)
            assert View.from_json(view.to_json()) == view
        if not self.ours.is_over:
            for state in (self.ours, self.twin):
                position = state.position()
                assert state.from_position(position, rules=state.rules) == state

    @precondition(lambda self: not self.ours.is_over)
    @rule(seed=st.integers(0, 99))
    def imagine(self, seed: int) -> None:
        """A sampled round looks the same to the seat, and may be played on."""
        for seat in (0, 1):
            view = self.ours.view(seat)
            sampled = view.sample(Stream(seed, 0, 3))
            assert sampled.view(seat) == view
            assert sampled.legal_actions()

    @invariant()
    def engines_agree(self) -> None:
        assert self.ours.to_dict() == self.twin.to_dict()
        assert self.ours.actions == self.twin.actions
        assert self.ours.legal_actions() == self.twin.legal_actions()
        assert (self.ours.phase, self.ours.to_move) == (self.twin.phase, self.twin.to_move)
        for seat in (0, 1):
            assert self.ours.view(seat) == self.twin.view(seat)

    @invariant()
    def rules_are_kept(self) -> None:
        self.witness.check(self.ours)

    @invariant()
    def views_hide_the_rest(self) -> None:
        """No card of the other hand that is not known, of the stock or face down."""
        position = self.ours.position()
        for seat in (0, 1):
            view = self.ours.view(seat)
            shown = cards_shown(view)
            assert shown & position["hands"][1 - seat] & ~view.known == 0
            assert shown & mask(position["stock"]) == 0
            assert json.loads(view.to_json()).keys() == view._asdict().keys()

    @invariant()
    def points_follow(self) -> None:
        result = self.ours.result
        assert (result is None) == (not self.ours.is_over)
        if result is None:
            return
        left = result.knocker_deadwood, result.defender_deadwood
        if result.kind == "dead":
            left = tuple(map(min_deadwood, self.ours.hands))
        scored = round_scores(
            result.kind,
            result.knocker,
            *left,
            self.ours.rules,
            doubled=self.ours.view(0).multiplier == 2,
        )
        assert result.scored == scored
        assert result.points == (0 if result.winner is None else scored[result.winner])


def test_rounds_in_both_engines(native) -> None:
    run_state_machine_as_test(Rounds, settings=settings(max_examples=120, stateful_step_count=40))
