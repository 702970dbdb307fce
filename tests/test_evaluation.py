"""What choices are worth: play-outs from a view, and the strategy that plays by them."""

from __future__ import annotations

import importlib
import inspect
import random
import signal
import subprocess
import sys
from collections import Counter
from functools import cache
from math import comb, factorial, perm, sqrt
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from layouts import TABLES, play, position

from gin_fast import PROFILES, Round, Rules, Stream, View, evaluate, min_deadwood, simulate
from gin_fast.answers.chances import SCALE, Prospects, prospects
from gin_fast.answers.evaluation import Evaluation
from gin_fast.cards.hands import cards_of, hand_of, parse_hand
from gin_fast.native import evaluation as native_evaluation
from gin_fast.native import playout as native_playout
from gin_fast.reference import evaluation as reference_evaluation
from gin_fast.reference import playout as reference_playout
from gin_fast.rules.scoring import box_at_once, next_dealer
from gin_fast.state.actions import AUTO, KNOCK, PASS
from gin_fast.strategies.builtin import PLAIN, parted
from gin_fast.strategies.players import as_player

NINE = "AC 2C 3C 4D 5D 6D 9C 9D 9H"
HIGH = "KC QD JS TC 8S 6S 4S 2H KH QS"


@pytest.fixture
def some(engine: ModuleType) -> int:
    """The step between views that are tried: the reference is slow."""
    return 1 if engine.__name__.endswith("native") else 7


@pytest.fixture
def evaluation(engine: ModuleType) -> ModuleType:
    return importlib.import_module(f"{engine.__name__}.evaluation")


def met(seed: int, tables: Any = tuple(TABLES), few: int = 4) -> list[View]:
    """What seats to act see, in every phase and by rules of every kind."""
    choices = random.Random(seed)
    found = []
    for number, rules in enumerate(tables):
        state = Round.deal(seed, number, rules=rules, dealer=number & 1, scores=(80, -4))
        while not state.is_over:
            if state.phase not in ("draw", "discard") or choices.randrange(few) == 0:
                found.append(state.view(state.to_move))
            out = [action for action in state.legal_actions() if KNOCK <= action < KNOCK + 52]
            state.apply(choices.choice(out) if out else state.sample_action(choices))
    return found


# The samples


def test_samples_are_rounds_of_the_view(evaluation, some):
    phases = set()
    for number, view in enumerate(met(1)[::some]):
        phases.add(view.phase)
        for belief in (0, 14, 100):
            state = evaluation.sample_round(view, 3, number, belief)
            assert state.view(view.seat) == view
            other = state.hands[1 - view.seat]
            assert other & view.known == view.known
            assert other.bit_count() == view.other_count
    every = {"first_upcard", "draw", "discard", "spread", "layoff", "last_upcard"}
    assert some > 1 or phases == every


def test_the_engines_sample_alike():
    for number, view in enumerate(met(2)[::2]):
        for belief in (0, 14, 100):
            ours, twin = (
                module.sample_round(view, 2**64 - 1, number, belief)
                for module in (native_evaluation, reference_evaluation)
            )
            assert ours.position() == twin.position()
            assert ours == type(ours).begin(ours.start, rules=view.rules)


def fair(counts: Counter[Any], kinds: int) -> bool:
    """Whether so many kinds came up about equally often."""
    mean = sum(counts.values()) / kinds
    assert mean > 15
    assert len(counts) == kinds
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
    return abs(chi_square - (kinds - 1)) < 4.5 * sqrt(2 * (kinds - 1))


def test_where_nothing_is_legal_there_is_nothing_to_sample(evaluation):
    """The last card of the pile was taken, and no discard goes out."""
    hand = hand_of([0, 2, 4, 6, 16, 18, 20, 31, 33, 45, 47])
    others = [card for card in range(52) if not hand >> card & 1]
    with pytest.raises(ValueError, match="nothing is legal in this position"):
        View.at_table(hand, others[:29], drawn=47, drawn_from="pile", rules="fiftieth_card")
    view = View.at_table(hand, others[:28], drawn=47, drawn_from="pile", rules="fiftieth_card")
    view = view._replace(pile=(*view.pile, others[28]), stock=2, draws=view.draws + 1)
    for what in evaluation.sample_round, evaluation.evaluate:
        with pytest.raises(ValueError, match="nothing is legal in this position"):
            what(view, seed=1)


def test_hidden_cards_lie_anywhere_alike(evaluation, engine):
    """Two cards of the hand are not known, and three are in the stock: 60 ways for them to lie."""
    at = position(f"{NINE} 5H", HIGH, "8C", known=(parse_hand("KC QD JS TC 8S 6S 4S 2H"), 0))
    view = Round.from_position(at).view(0)
    many = 6000 if engine.__name__.endswith("native") else 1200
    ways: Counter[Any] = Counter()
    for number in range(many):
        sampled = evaluation.sample_round(view, 8, number).position()
        ways[sampled["hands"][1], sampled["stock"]] += 1
    assert fair(ways, comb(5, 2) * factorial(3))


def test_each_place_has_each_card_alike(native):
    view = Round.deal(5, rules="modern").view(0)
    tops, seconds, held = Counter(), Counter(), Counter()
    for number in range(4000):
        sampled = native_evaluation.sample_round(view, 9, number).position()
        tops[sampled["stock"][0]] += 1
        seconds[sampled["stock"][:2]] += 1
        held.update(cards_of(sampled["hands"][1]))
    assert fair(tops, 41)
    assert len(seconds) > 0.85 * perm(41, 2)
    assert fair(held, 41)


def test_what_was_discarded_face_down_is_any_unseen_card(native):
    at = position(f"{NINE} 5H", HIGH, "8C", "KS", 9)
    state = play(Round.from_position(at), "draw", "knock KS", "auto")
    assert state.phase == "layoff"
    discarded: Counter[int] = Counter()
    for number in range(700):
        sampled = native_evaluation.sample_round(state.view(1), 4, number)
        assert sampled.hands == state.hands
        discarded[sampled.position()["knock_card"]] += 1
    assert fair(discarded, 9)


def test_a_belief_prefers_better_hands(native):
    """The best of six after six draws, at a belief of 14."""
    state = Round.deal(5, rules="eaai")
    play(state, "pass", "pass")
    seats = [native_playout.Seat("simple", 5, 0, seat) for seat in (0, 1)]
    while state.view(0).draws < 6 or state.phase != "draw":
        state.apply(seats[state.to_move].choose(state))
    view = state.view(state.to_move)
    other = 1 - view.seat

    def deadwood(number: int, belief: int) -> int:
        return min_deadwood(native_evaluation.sample_round(view, 6, number, belief).hands[other])

    alone = sorted(deadwood(number, 0) for number in range(6000))
    best = [deadwood(number, 14) for number in range(1000)]
    choices = random.Random(3)
    expected = [min(choices.choices(alone, k=6)) for _ in range(6000)]
    mean = sum(expected) / 6000
    error = sqrt(sum((value - mean) ** 2 for value in expected) / 6000 / 1000)
    assert abs(sum(best) / 1000 - mean) < 4.5 * error
    assert mean + 10 < sum(alone) / 6000


# The values


def test_the_twins_say_the_same_of_themselves():
    assert native_evaluation.__all__ == reference_evaluation.__all__ == ["evaluate", "sample_round"]
    for name in native_evaluation.__all__:
        ours, twin = (getattr(one, name) for one in (native_evaluation, reference_evaluation))
        assert inspect.getdoc(ours) == inspect.getdoc(twin)
        assert str(inspect.signature(ours)) == str(inspect.signature(twin))


def test_the_engines_evaluate_alike(monkeypatch):
    """Of the rounds behind the chance at the game, which `test_prospects.py` holds equal, most are
    native: in the reference they take longer than all else."""
    pairs = [("simple", "simple"), ("greedy", "random"), ("knock_early", "greedy:knock=6")]
    views = met(3)
    late = [view for view in views if view.phase in ("spread", "layoff", "last_upcard")]
    assert {view.phase for view in late} == {"spread", "layoff", "last_upcard"}
    for number, view in enumerate(views[::9] + late[::3]):
        strategy, opponent = pairs[number % 3]
        arguments = view, strategy, opponent, 1 + number % 2, number, 3 * (number % 3)
        if number == 3:
            monkeypatch.setattr(
                reference_evaluation,
                "prospects",
                lambda _, *others: prospects(native_playout.tally, *others),
            )
        ours = native_evaluation.evaluate(*arguments)
        assert ours == reference_evaluation.evaluate(*arguments), arguments
        assert {each.action for each in ours} == set(legal(view))
        assert all(type(each) is Evaluation for each in ours)


PHASES = ("first_upcard", "draw", "discard", "spread", "layoff", "last_upcard")


@cache
def of_each_phase() -> dict[str, View]:
    found: dict[str, View] = {}
    for seed in range(30):
        for view in met(seed, ("fiftieth_card",) * 4, 1):
            found.setdefault(view.phase, view)
    return found


@pytest.mark.parametrize("phase", PHASES)
def test_the_engines_evaluate_alike_with_nothing_replaced(native, phase):
    """All of it by each engine, the rounds behind the chance at the game too. The rules are those
    of every phase, the same for all, so that the reference plays these rounds once."""
    assert native_evaluation.prospects is reference_evaluation.prospects is prospects
    view = of_each_phase()[phase]
    for samples in (1, 3):
        ours = native_evaluation.evaluate(view, "simple", "simple", samples, 5, 2)
        assert ours == reference_evaluation.evaluate(view, "simple", "simple", samples, 5, 2)
        assert all(each.game is not None for each in ours)
        assert {each.action for each in ours} == set(legal(view))


def legal(view: View) -> tuple[int, ...]:
    return native_evaluation.sample_round(view, 0).legal_actions()


def test_each_action_is_tried_in_the_same_rounds(evaluation, playout, some):
    """Worked out with nothing but sampled rounds and seats."""
    samples, seed = 2, 21
    for view in met(4, tuple(PROFILES.values())[:3])[::some]:
        names = ["greedy", "simple"][:: 1 if view.seat == 0 else -1]
        nets: dict[int, list[int]] = {}
        wins: Counter[int] = Counter()
        for number in range(samples):
            start = evaluation.sample_round(view, seed, number)
            for action in start.legal_actions():
                state = start.copy()
                state.apply(action)
                seats = [playout.Seat(names[seat], seed, number, seat) for seat in (0, 1)]
                while not state.is_over:
                    state.apply(seats[state.to_move].choose(state))
                scored = state.result.scored
                nets.setdefault(action, []).append(scored[view.seat] - scored[1 - view.seat])
                wins[action] += state.result.winner == view.seat
        for each in evaluation.evaluate(view, "greedy", "simple", samples, seed, game=False):
            mean = sum(nets[each.action]) / samples
            assert each.points.mean == mean
            scatter = sum((net - mean) ** 2 for net in nets[each.action]) / (samples - 1)
            assert each.points.error == pytest.approx(sqrt(scatter / samples))
            assert each.win.mean == wins[each.action] / samples


def test_the_order_and_the_gain(native):
    for view in met(5):
        found = native_evaluation.evaluate(view, "greedy", "simple", 40, 1)
        keys = [(-each.points.mean, each.action) for each in found]
        assert keys == sorted(keys)
        (own,) = [each for each in found if each.is_own]
        assert own.gain == (0.0, 0.0)
        state = native_evaluation.sample_round(view, 1)
        assert own.action == native_playout.Seat("greedy", 1, 0, view.seat).choose(state)
        for each in found:
            gain = each.points.mean - own.points.mean
            assert each.gain.mean == pytest.approx(gain, abs=1e-9)
            assert each.gain.error <= each.points.error + own.points.error + 1e-9


def test_gin_is_the_best_of_choices(evaluation):
    at = position(f"{NINE} 9S KS", HIGH, "8C", drawn=51, drawn_from="stock", draws=28)
    view = Round.from_position(at, rules="eaai").view(0)
    found = evaluation.evaluate(view, samples=5)
    assert str(found[0].action) == "knock KS"
    assert found[0].win.mean == 1.0
    assert found[0].points.mean > 25 + 30
    assert found[0].points.mean > found[1].points.mean + 5
    assert found[0].is_own


def test_nothing_is_hidden_while_cards_are_laid_off(evaluation):
    """So there is no error, and every choice is worth what comes of it."""
    knocker = "5C 6C 7C 9C 9D 9H JD QD KD 4H"
    at = position(knocker, "4C 8C KC QS TS 2S 2H 6H TD 8S", "8H", "KS", 9)
    state = play(Round.from_position(at), "draw", "knock KS", "auto")
    view = state.view(1)
    found = evaluation.evaluate(view, "simple", "simple", 5)
    for each in found:
        after = state.copy()
        after.apply(each.action)
        if not after.is_over:
            after.apply(AUTO)
        assert each.points == (after.result.scored[1] - after.result.scored[0], 0.0)
    worth = {each.action: each.points.mean for each in found}
    assert found[0].points.mean == worth[AUTO] > worth[PASS]


def test_games_that_the_round_ends(evaluation, playout):
    """Gin with nothing hidden that matters: 72 points, and their box, go to seat 0, who deals."""
    at = position(f"{NINE} 9S KS", HIGH, "8C", drawn=51, drawn_from="stock", draws=28)
    pair = as_player("simple"), as_player("simple")

    def best(scores: tuple[int, int], rules: Rules | str) -> Evaluation:
        view = Round.from_position({**at, "scores": scores}, rules=rules).view(0)
        found = evaluation.evaluate(view, samples=2)[0]
        assert found.points.mean in (72, 77)
        return found

    classic = Rules.preset("classic", target=100, gin_bonus=20)
    boxes = Rules.preset("palace", target=400, gin_bonus=20, box=25)
    assert best((28, 99), classic).game == (1.0, 0.0)
    assert best((303, 0), boxes).game.mean == 1.0
    for rules, scores, after in (
        (classic, (27, 50), (99, 50)),
        (classic, (27, 100), (99, 100)),
        (boxes, (302, 390), (399, 390)),
        (boxes, (-4, 390), (93, 390)),
    ):
        told = best(scores, rules).game.mean
        if after[1] >= rules.target:
            assert told == 0.0
        else:
            ahead = prospects(playout.tally, pair, rules, scores, 2)
            assert told == ahead.after(after, 0) / SCALE
    for without in ("openspiel", Rules.preset("classic", target=501)):
        told = best((0, 0), without)
        assert told.game is None
        assert told.to_dict()["game"] is None
    assert best((0, -1), Rules.preset("classic", target=500)).game is None


def test_the_chance_is_looked_up_by_scores_and_dealer(evaluation, playout, some, monkeypatch):
    """With a table in which every place has another chance, worked out with seats."""
    size = 400
    values = np.arange(2 * size * size, dtype=np.int32).reshape(size, size, 2) % SCALE
    table = Prospects(-40, values)
    monkeypatch.setattr(evaluation, "prospects", lambda *_: table)
    seen = set()
    tables = [
        Rules.preset("palace", target=300),
        Rules.preset("eaai", target=300),
        Rules.preset("modern", target=300, next_dealer="loser", after_dead="alternate"),
        Rules.preset("modern", target=95),
    ]
    for view in met(14, tables, 6)[::some]:
        names = ["greedy", "simple"][:: 1 if view.seat == 0 else -1]
        expected = {}
        start = evaluation.sample_round(view, 5, 0)
        for action in start.legal_actions():
            state = start.copy()
            state.apply(action)
            seats = [playout.Seat(names[seat], 5, 0, seat) for seat in (0, 1)]
            while not state.is_over:
                state.apply(seats[state.to_move].choose(state))
            result, rules = state.result, view.rules
            totals = [
                view.scores[seat]
                + result.scored[seat]
                + box_at_once(rules) * (result.winner == seat)
                for seat in (0, 1)
            ]
            dealer = next_dealer(1 - view.starter, result.winner, rules)
            own, other = totals[view.seat], totals[1 - view.seat]
            chance = int(values[own + 40, other + 40, dealer ^ view.seat]) / SCALE
            if max(totals) >= rules.target:
                chance = float(own >= rules.target)
            expected[action] = chance
            seen.add((view.seat, dealer, result.winner, max(totals) >= rules.target))
        for each in evaluation.evaluate(view, "greedy", "simple", 1, 5):
            assert each.game.mean == expected[each.action]
    assert some > 1 or len(seen) >= 12


def test_the_other_may_win_the_game(native):
    """At the door of either seat: who wins the round is all but who wins the game."""
    for seat in (0, 1):
        for ours, theirs in (0, 99), (99, 0):
            scores = (theirs, ours) if seat else (ours, theirs)
            state = Round.deal(3, rules="eaai", scores=scores, dealer=1 - seat)
            for each in native_evaluation.evaluate(state.view(seat), samples=200):
                won, game = each.win.mean, each.game.mean
                assert won < game if ours else game < 0.2 * won, each


def test_the_chance_to_win_the_game_is_that_of_games_played_on(native):
    """By strategies that do not heed the score, in each seat, from one choice on."""
    rules = Rules.preset("palace", target=60)
    for seat in (0, 1):
        names = ["knock_early", "simple"][:: 1 if seat == 0 else -1]
        start = Round.deal(3, rules=rules, scores=(20, 30), dealer=1 - seat)
        view = start.view(seat)
        (own,) = [
            each
            for each in native_evaluation.evaluate(view, "knock_early", "simple", 5000, 1)
            if each.is_own
        ]
        won, number = 0, 3000
        for game in range(number):
            state = native_evaluation.sample_round(view, 2, game)
            index = game << 10
            scores, dealer = [20, 30], 1 - seat
            while True:
                seats = [native_playout.Seat(names[each], 2, index, each) for each in (0, 1)]
                while not state.is_over:
                    state.apply(seats[state.to_move].choose(state))
                winner = state.result.winner
                for each in (0, 1):
                    scores[each] += state.result.scored[each] + rules.box * (winner == each)
                if max(scores) >= 60:
                    break
                dealer = next_dealer(dealer, winner, rules)
                index += 1
                state = Round.deal(2, index, rules=rules, dealer=dealer, scores=tuple(scores))
            won += scores[seat] >= 60
        error = sqrt(won * (number - won) / number**3)
        assert abs(own.game.mean - won / number) < 4 * error + 0.012, (seat, own.game, won)


def test_the_chance_at_the_game_may_be_left_out(evaluation):
    view = met(6)[0]
    told, without = (
        evaluation.evaluate(view, samples=3),
        evaluation.evaluate(view, samples=3, game=False),
    )
    assert all(each.game is not None for each in told)
    assert [each._replace(game=None) for each in told] == list(without)
    with pytest.raises(TypeError, match="game must be a bool, not 1"):
        evaluation.evaluate(view, game=1)


def test_the_same_arguments_give_the_same(native):
    view = met(6)[0]
    one = evaluate(view, samples=50, seed=3)
    assert (
        one
        == evaluate(view, samples=50, seed=3)
        == native_evaluation.evaluate(view, samples=50, seed=3)
    )
    assert one != evaluate(view, samples=50, seed=4)
    assert evaluate(view, samples=1)[0].points.error is None


def test_one_cannot_cheat(evaluation, some):
    """Whatever lies hidden: the same view, the same answer."""
    for view in met(7, tuple(PROFILES.values())[:2])[::some]:
        answers = set()
        for number in range(2):
            round = evaluation.sample_round(view, 50, number)
            answers.add(evaluation.evaluate(round.view(view.seat), samples=1))
        assert len(answers) == 1


# The strategy

MONTECARLO = "montecarlo:samples=6,strategy=greedy,opponent=simple"


@pytest.mark.parametrize("rules", ["eaai", "must_gin"])
def test_montecarlo_plays_what_is_surely_better(native, rules):
    """By one word of its stream at each turn that leaves a choice."""
    tried = taken = 0
    for caution, belief in (0, 0), (10, 14), (30, 14):
        name = f"montecarlo:samples=25,opponent=simple,caution={caution},belief={belief}"
        state = Round.deal(8, 1, rules=rules)
        seat = native_playout.Seat(name, 8, 1, 0)
        other = native_playout.Seat("simple", 8, 1, 1)
        words = Stream(8, 1, 1)
        while not state.is_over:
            if state.to_move:
                state.apply(other.choose(state))
                continue
            view = state.view(0)
            expected = state.legal_actions()[0]
            if len(state.legal_actions()) > 1:
                seed = words.word()
                found = native_evaluation.evaluate(view, "greedy", "simple", 25, seed, belief)
                sure = [
                    each
                    for each in found
                    if each.is_own or each.gain.mean > caution / 10 * each.gain.error
                ]
                expected = max(sure, key=lambda each: (each.gain.mean, each.is_own)).action
                tried += 1
                taken += not sure[-1].is_own or expected != sure[-1].action
            action = seat.choose(state)
            assert action == expected
            state.apply(action)
    assert tried > 10
    assert taken > 0


def test_the_engines_play_montecarlo_alike():
    for number, view in enumerate(met(9)[::24]):
        name = f"montecarlo:samples=3,strategy=simple,belief=3,caution={number % 3}"
        chosen = [
            playout.Seat(name, 3, number, view.seat).choose(module.sample_round(view, 1))
            for playout, module in (
                (native_playout, native_evaluation),
                (reference_playout, reference_evaluation),
            )
        ]
        assert chosen[0] == chosen[1]


def test_montecarlo_plays_whole_rounds_by_all_rules(native):
    for number, rules in enumerate(TABLES):
        for opponent in PLAIN:
            name = f"montecarlo:samples=2,caution=0,strategy={opponent}"
            result = simulate(name, opponent, rounds=4, seed=number, rules=rules)
            assert result.rounds == 4


def test_montecarlo_at_a_seat(native):
    """It answers the same when it is asked again, and against itself mirrored rounds are even."""
    name = "montecarlo:samples=8"
    state = Round.deal(5, 3)
    once, often = ([native_playout.Seat(name, 5, 3, seat) for seat in (0, 1)] for _ in range(2))
    while not state.is_over:
        answer = once[state.to_move].choose(state)
        assert [often[state.to_move].choose(state) for _ in range(3)] == [answer] * 3
        state.apply(answer)
    sums = native_playout.tally(name, name, 3, 0, 20, "modern", mirrored=True).rounds
    assert (sums.wins_0, sums.points_0) == (sums.wins_1, sums.points_1)
    assert sums.net_points_squared == 0


def test_montecarlo_beats_what_it_plays_out_with(native):
    """Net points a round are a finer measure than games."""
    name = "montecarlo:samples=48,strategy=simple,opponent=simple"
    one = simulate(name, "simple", rounds=300, seed=6, rules="eaai")
    other = simulate("simple", name, rounds=300, seed=6, rules="eaai")
    net = one.net_points.mean - other.net_points.mean
    assert net / 2 > 1.5


def test_names():
    assert str(parted("montecarlo")) == "montecarlo"
    assert str(parted("montecarlo: samples = 8 , strategy=lookahead")) == (
        "montecarlo:samples=8,strategy=lookahead"
    )
    assert parted("montecarlo:strategy=simple").parameters[1] == PLAIN.index("simple")
    default = parted("montecarlo").parameters
    assert str(parted(f"montecarlo:strategy={PLAIN[default[1]]}")) == "montecarlo"
    for text, message in (
        ("montecarlo:strategy=montecarlo", "strategy must be one of random, simple, greedy"),
        ("montecarlo:strategy=best", "strategy must be one of .*, not 'best'"),
        ("montecarlo:strategy=2", "'strategy=2' .* must be like knock=6"),
        ("montecarlo:samples=many", "'samples=many' .* must be like knock=6"),
        ("montecarlo:samples=0", "samples must be from 1 to 100000, not 0"),
        ("greedy:knock=a", "'knock=a' .* must be like knock=6"),
        ("montecarlo:strategy=_", "strategy must be one of"),
    ):
        with pytest.raises(ValueError, match=message):
            str(parted(text))


# Strategies of one's own


class Last:
    """Takes the last legal action."""

    def act(self, view: View) -> int:
        return view.legal_actions()[-1]


class NoAction:
    def act(self, view: View) -> int:
        return 500


class NotInTheEnd(Last):
    def act(self, view: View) -> int:
        return 1 // (view.phase != "layoff") * super().act(view)


def test_own_strategies():
    view = Round.deal(7).view(0)
    arguments = view, Last, "simple", 3
    found = native_evaluation.evaluate(*arguments)
    assert found == reference_evaluation.evaluate(*arguments)
    assert [str(each.action) for each in found if each.is_own] == ["pass"]


def test_own_strategies_that_fail():
    view = Round.deal(7).view(0)
    failed = (
        r"^round [0-9]+ of seed [02]: strategy 'NotInTheEnd' in seat 1 failed: ZeroDivisionError: "
        r"(integer )?division .*by zero( \(at 0-0, for the chance at the game\))?$"
    )
    chose = (
        r"^round 0 of seed [02]: strategy 'NoAction' in seat %d chose the illegal action 500 "
        r"\(lay off JC on meld 1\) in phase [a-z_]+: "
    )
    for pair, message in (
        ((NoAction, "simple"), chose % 0),
        (("simple", NoAction), chose % 1),
        (("knock_early", NotInTheEnd), failed),
    ):
        said = []
        for module in (native_evaluation, reference_evaluation):
            with pytest.raises(RuntimeError, match=message) as caught:
                module.evaluate(view, *pair, 8, 2)
            said.append(str(caught.value))
        assert said[0] == said[1]


# What is refused


def test_what_cannot_be_evaluated():
    state = Round.deal(7)
    over = Round.deal(7, rules="eaai")
    choices = random.Random(1)
    while not over.is_over:
        over.apply(over.sample_action(choices))
    view = state.view(0)
    taken = next(each for each in met(1) if each.barred)
    for arguments, kind, message in (
        ((None,), TypeError, "view must be a View, not None"),
        ((state,), TypeError, "view must be a View, not <Round: first_upcard, seat 0 to move>"),
        ((tuple(view),), TypeError, "view must be a View, not "),
        ((over.view(0),), ValueError, "the round is over: nothing is left to choose"),
        ((state.view(1),), ValueError, "seat 1 is not to move"),
        ((view._replace(seat=2),), ValueError, "seat must be from 0 to 1, not 2"),
        ((view._replace(rules="eaai"),), TypeError, "the rules of a view must be Rules, not"),
        ((view._replace(stock=-1),), ValueError, "stock must be from 0 to 31, not -1"),
        ((view._replace(stock=30),), ValueError, "in phase first_upcard seat 0 must hold 10 cards"),
        ((view._replace(hand=1),), ValueError, "in phase first_upcard seat 0 must hold 10 cards"),
        ((view._replace(limit=9),), ValueError, "limit must be 10 by the rules, not 9"),
        ((taken._replace(barred=0),), ValueError, "barred must be"),
        ((view, "expert"), ValueError, "unknown strategy 'expert'"),
        ((view, "simple", 3), TypeError, "a strategy must be named by a str, or be"),
        ((view, "simple", "simple", 0), ValueError, "samples must be from 1 to 10000000, not 0"),
        ((view, "simple", "simple", True), TypeError, "samples must be an int, not True"),
        ((view, "simple", "simple", 10**7 + 1), ValueError, "samples must be from 1 to 10000000"),
        ((view, "simple", "simple", 1, -1), ValueError, "seed must be from 0 to"),
        ((view, "simple", "simple", 1, 2.0), TypeError, "seed must be an int, not 2.0"),
        ((view, "simple", "simple", 1, 0, 101), ValueError, "belief must be from 0 to 100, not"),
    ):  # fmt: skip
        said = []
        for module in (native_evaluation, reference_evaluation):
            with pytest.raises((ValueError, TypeError)) as caught:
                module.evaluate(*arguments)
            said.append((caught.type, str(caught.value)))
        assert said[0] == said[1]
        assert said[0][0] is kind
        assert said[0][1].startswith(message), said


def test_a_knocker_above_the_limit():
    """No round can have got there, though all else fits."""
    at = position(f"{NINE} 5H", HIGH, "8C", "KS", 9)
    view = play(Round.from_position(at), "draw", "knock KS").view(0)
    above = view._replace(hand=parse_hand("AC 3C 5C 7D 9D JD QH KH 2S 4S"), pile=())
    seen = above.hand | 1 << above.knock_card
    pile = [card for card in range(52) if not seen >> card & 1][: len(view.pile)]
    above = above._replace(pile=tuple(pile))
    for module in (native_evaluation, reference_evaluation):
        for call in (module.evaluate, lambda view, module=module: module.sample_round(view, 1)):
            with pytest.raises(ValueError, match="the knocker's hand is above the limit"):
                call(above)


def test_forged_views_do_no_harm(native):
    """What is taken is evaluated; the rest is refused by both engines with the same words."""
    choices = random.Random(5)
    views = met(8)
    taken = 0
    for _ in range(1500):
        view = choices.choice(views)
        for _ in range(choices.randrange(1, 3)):
            name = choices.choice([name for name in View._fields if name != "rules"])
            view = view._replace(**{name: forged(getattr(view, name), choices)})
        said = []
        for module in (native_evaluation, reference_evaluation):
            try:
                module.sample_round(view, 1)
                said.append("")
            except (ValueError, TypeError) as error:
                said.append(str(error))
        assert said[0] == said[1], view
        if not said[0]:
            taken += 1
            assert native_evaluation.evaluate(view, samples=1)
    assert taken > 100


def forged(value: Any, choices: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        one, other = (1 << choices.randrange(52) for _ in range(2))
        return choices.choice([value + 1, value - 1, value ^ one, value ^ one ^ other])
    if isinstance(value, tuple):
        return choices.choice([value[1:], (*value, choices.randrange(52)), value[::-1]])
    return choices.choice(["draw", "discard", "spread", "layoff", "over", "stock", "pile", ""])


# Ctrl-C

LONG = """
import signal
from gin_fast import Round
from gin_fast.native import evaluation
def handler(signum, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    evaluation.evaluate(Round.deal(7).view(0), "STRATEGY", "simple", 10**7)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer sends signals there")
@pytest.mark.parametrize("strategy", ["lookahead", "montecarlo:samples=50"])
def test_a_long_evaluation_can_be_interrupted(native, strategy):
    """By itself it would last for minutes, or for days."""
    command = [sys.executable, "-c", LONG.replace("STRATEGY", strategy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
