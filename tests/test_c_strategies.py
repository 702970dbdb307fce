"""Strategies and many rounds through the table of C functions, and whatever else it is given:
noise, threads, a long time."""

from __future__ import annotations

import ctypes
import importlib
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from another_thread import ticking
from c_table import KIND_PLACES, RULES, Table, compiled, each_round, refuses_all, same
from hands import mixture
from tables import hasty

import gin_fast
from gin_fast import Seat, capi, simulate
from gin_fast.answers.evaluation import tries_of
from gin_fast.state.seen_record import VIEW_VERSION
from gin_fast.strategies.builtin import BUILTINS, STRATEGIES

pytestmark = pytest.mark.usefixtures("native")
needs_cc = pytest.mark.skipif(os.name == "nt", reason="the compiler is called as it is elsewhere")

DECK = (1 << 52) - 1
REST = 0xFFF << 52  # bits that are no cards
MOST_WORDS = 128  # that a built-in strategy remembers
HANDS = [*mixture(4, 200, (0, 3, 7, 10, 11, 13)), 0, DECK, (1 << 26) - 1]


@pytest.fixture(scope="module")
def table(native: Any) -> Table:
    return Table(pytest.importorskip("cffi").FFI())


@pytest.fixture(scope="module")
def ffi(table: Table) -> Any:
    return table.ffi


@pytest.fixture(scope="module")
def gf(table: Table) -> Any:
    return table.gf


# Strategies


def test_strategies_by_their_text(table, ffi, gf):
    why = ffi.new("char[]", 400)
    strategy = ffi.new("gf_strategy *")
    for name in (*STRATEGIES, "greedy:knock=6,outs=2", " greedy : knock = 6 "):
        strategy.params = ffi.cast("void *", 1)
        assert gf.strategy_named(name.encode(), strategy, why, 400) == 1
        assert strategy.act != ffi.NULL
        assert strategy.params == ffi.NULL
        assert 0 <= strategy.words <= MOST_WORDS
        parts = gin_fast.strategies.builtin.parted(name)
        expected = [*parts.parameters, *[0] * (16 - len(parts.parameters))]
        assert list(strategy.parameters) == expected
    for name in (
        "",
        "expert",
        "greedy:kock=6",
        "greedy:",
        "simple:knock=1",
        "montecarlo:samples=0",
    ):
        with pytest.raises(ValueError) as told:  # noqa: PT011  # whatever Python says
            gin_fast.strategies.builtin.parted(name)
        assert gf.strategy_named(name.encode(), strategy, why, 400) == 0
        assert ffi.string(why).decode() == str(told.value)
        assert strategy.act == ffi.NULL
        assert gf.strategy_named(name.encode(), strategy, ffi.NULL, 9) == 0
    for text in (b"\xff\xfe\x00", b"x" * 100_000):
        assert gf.strategy_named(text, strategy, why, 400) == 0


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_decide_as_in_python(table, ffi, gf, name):
    """Move by move, each with its stream and its memory, in rounds by all rules."""
    text = "montecarlo:samples=3" if name == "montecarlo" else name
    strategy = table.strategies(text)
    for round, state in each_round(table, 1 if name == "montecarlo" else 8):
        start = state.start
        seats = [Seat(text, seed=start["seed"], index=start["index"], seat=seat) for seat in (0, 1)]
        memory = [ffi.new("uint64_t[]", MOST_WORDS) for _ in range(2)]
        streams = [ffi.new("gf_rng *") for _ in range(2)]
        for seat in range(2):
            gf.rng_start(streams[seat], start["seed"], start["index"], 1 + seat)
        while not state.is_over:
            seat = state.to_move
            view = table.view_of(round)
            action = gf.strategy_decide(strategy, view, streams[seat], memory[seat])
            assert action == int(seats[seat].choose(state))
            state.apply(action)
            assert gf.round_apply(round, action) == 1
        same(table, round, state)


@pytest.mark.parametrize("rules", RULES)
def test_rounds_are_played_out_as_in_python(table, gf, rules):
    playout = importlib.import_module("gin_fast.native.playout")
    strategies = table.strategies("lookahead", "simple")
    for index in range(30):
        round, _ = table.both(RULES[rules], 5, index)
        assert gf.round_play(round, strategies, 5, index) == 1
        played = playout.play("lookahead", "simple", 5, index, rules=RULES[rules])
        result = played.result
        assert (round.kind, tuple(round.scored)) == (KIND_PLACES[result.kind], result.scored)
        assert (round.view.draws, round.view.pile_draws) == (result.draws, result.pile_draws)


@pytest.mark.parametrize("belief", [0, 14, 100])
def test_samples_of_a_view(table, ffi, gf, belief):
    """The rounds that the reference makes of the same view: every card lies where it does there."""
    reference = importlib.import_module("gin_fast.reference.sampling")
    dice, sample = random.Random(belief), ffi.new("gf_round *")
    phases = set()
    for round, state in each_round(table, 1):
        while not state.is_over:
            view, number = state.view(state.to_move), dice.getrandbits(64)
            phases.add(view.phase)
            found = gf.round_sample(sample, table.view_of(round), 5, number, belief)
            assert found == 1
            expected = reference.sampled(view, 5, number, tries_of(view, belief)).position()
            assert sample.other == expected["hands"][1 - view.seat]
            deck = list(sample.deck.cards)[sample.deck.dealt :]
            assert tuple(deck[: view.stock]) == expected["stock"]
            assert sample.knock_card == expected["knock_card"]
            assert table.bytes_of(table.view_of(sample)) == table.bytes_of(table.view_of(round))
            action = int(hasty(state, dice))
            state.apply(action)
            gf.round_apply(round, action)
    assert phases >= {"first_upcard", "draw", "discard", "spread", "layoff"}
    view = table.view_of(table.round(RULES["modern"], 1, 1))
    for wrong in (-1, 101, 2**31 - 1, -(2**31)):
        assert gf.round_sample(sample, view, 1, 1, wrong) == 0
        refuses_all(table, sample)
    for none in (ffi.new("gf_view *"), table.view_of(sample)):
        assert gf.round_sample(sample, none, 1, 1, belief) == 0


def test_a_round_is_played_on_from_where_it_stands(table, ffi, gf):
    strategies = table.strategies("greedy", "simple")
    for round, state in each_round(table, 3):
        dice = random.Random(state.start["index"])
        while not state.is_over:
            copy, other = ffi.new("gf_round *", round[0]), state.copy()
            assert gf.round_play(copy, strategies, 8, 1) == 1
            seats = [Seat(who, 8, 1, seat) for seat, who in enumerate(("greedy", "simple"))]
            while not other.is_over:
                other.apply(seats[other.to_move].choose(other))
            same(table, copy, other)
            for _ in range(6):
                if not state.is_over:
                    action = int(dice.choice(state.legal_actions()))
                    state.apply(action)
                    gf.round_apply(round, action)


def totals_of(table: Table, totals: Any) -> dict[str, Any]:
    values = {}
    for name, _ in table.ffi.typeof("gf_totals").fields:
        value = getattr(totals, name)
        values[name] = value if isinstance(value, int) else tuple(value)
    return values


def expected_totals(sums: Any) -> dict[str, Any]:
    return {
        "rounds": sums.rounds,
        "wins": (sums.wins_0, sums.wins_1),
        "points": (sums.points_0, sums.points_1),
        "net_squared": sums.net_points_squared,
        # Of a side: those that the other won by.
        "forfeits": (sums.forfeits_1, sums.forfeits_0),
        "dead": sums.dead,
        "ties": sums.ties,
        "draws": sums.draws,
    }


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", RULES)
def test_many_rounds_are_those_of_simulate(table, ffi, gf, rules, mirrored):
    names = "simple", "random"
    strategies = table.strategies(*names)
    totals = ffi.new("gf_totals *")
    given = table.rules(RULES[rules])
    for first, count in ((0, 100), (100, 0), (100, 2), (102, 98)):  # pieces
        assert gf.play_many(strategies, given, 7, first, count, mirrored, totals) == 1
    found = simulate(*names, rounds=200, seed=7, rules=RULES[rules], mirrored=mirrored)
    assert totals_of(table, totals) == expected_totals(found.tally.rounds)


def test_many_rounds_at_the_end_of_all_numbers(table, ffi, gf):
    totals = ffi.new("gf_totals *")
    strategies, rules = table.strategies("simple", "simple"), table.rules(RULES["modern"])
    for mirrored in (0, 1, -1, 2**31 - 1):
        assert gf.play_many(strategies, rules, 2**64 - 1, 2**64 - 2, 2, mirrored, totals) == 1
    assert totals.rounds == 8
    before = table.bytes_of(totals)
    for first, count in ((1, 2), (0, 1), (3, 3)):  # no whole pairs
        assert gf.play_many(strategies, rules, 1, first, count, 1, totals) == 0
    for first, count in ((2**64 - 2, 4), (3, 2**64 - 2)):  # beyond all numbers
        assert gf.play_many(strategies, rules, 1, first, count, 0, totals) == 0
    rules.pile_draw_cap = 2**31 - 1
    assert gf.play_many(strategies, rules, 1, 0, 2, 0, totals) == 0
    assert table.bytes_of(totals) == before


def test_what_decides_wrongly_forfeits(table, ffi, gf):
    """Callbacks: the same rounds are forfeited by whom and as often as in simulate."""

    @ffi.callback("gf_act")
    def clumsy(view, rng, memory, params, action):
        count = gf.legal_actions(view, legal)
        action[0] = legal[gf.below(rng, count)]
        if view.draws > 8 and view.hand % 5 == 0:
            action[0] = [594, -1, -7, 2**31 - 1, 109][view.hand % 7 % 5]
        return 2 if view.draws > 8 and view.hand % 11 == 0 else 1

    legal = ffi.new("int32_t[352]")
    strategies = table.strategies("simple", "simple")
    strategies[1].act, strategies[1].words = clumsy, 0
    totals = ffi.new("gf_totals *")
    assert gf.play_many(strategies, table.rules(RULES["eaai"]), 7, 0, 400, 0, totals) == 1
    found = simulate("simple", clumsy, rounds=400, seed=7, rules="eaai", threads=1)
    assert totals_of(table, totals) == expected_totals(found.tally.rounds)
    assert found.forfeits == tuple(totals.forfeits)
    assert totals.forfeits[1] > 50
    answers = set()
    for index in range(60):
        round = table.round(RULES["eaai"], 7, index, index & 1)
        answers.add(gf.round_play(round, strategies, 7, index))
        assert round.view.phase == 6
    assert answers == {0, 1}


def test_memory_and_parameters(table, ffi, gf):
    """Memory begins at zero and is a seat's own, whatever its size; NULL are its parameters."""
    seen = set()

    @ffi.callback("gf_act")
    def remembers(view, rng, memory, params, action):
        words = ffi.cast("uint64_t *", memory)
        numbers = ffi.cast("int32_t *", params)
        size, number = numbers[0], numbers[1]
        begins = words[0] == 0
        seen.add((number, begins))
        assert all(words[place] == (0 if begins else number) for place in range(size))
        for place in range(size):
            words[place] = number
        action[0] = table.legal(view)[0]
        return 1

    rules = table.rules(RULES["eaai"])
    for sizes in ((1, 1), (128, 128), (129, 128), (256, 1), (1, 400)):
        strategies = ffi.new("gf_strategy[2]")
        kept = ffi.new("int32_t[]", [sizes[1], 2])
        for side in range(2):
            strategies[side].act, strategies[side].words = remembers, sizes[side]
            strategies[side].parameters = [sizes[side], 1 + side, *[0] * 14]
        strategies[1].params = kept
        seen.clear()
        totals = ffi.new("gf_totals *")
        assert gf.play_many(strategies, rules, 3, 0, 4, 0, totals) == 1
        assert (tuple(totals.forfeits), totals.rounds) == ((0, 0), 4)
        assert seen == {(1, True), (1, False), (2, True), (2, False)}
    round = table.round(RULES["eaai"], 1, 1)
    before = table.bytes_of(round)
    for words in (-1, -(2**31), (1 << 17) + 1, 2**31 - 1):
        strategies[0].words = words
        assert gf.round_play(round, strategies, 1, 1) == -1
        assert gf.play_many(strategies, rules, 3, 0, 4, 0, totals) == 0
    strategies[0].words, strategies[0].act = 0, ffi.NULL
    assert gf.round_play(round, strategies, 1, 1) == -1
    assert gf.play_many(strategies, rules, 3, 0, 4, 0, totals) == 0
    assert gf.strategy_decide(strategies, table.view_of(round), ffi.NULL, ffi.NULL) == -1
    assert table.bytes_of(round) == before
    assert totals.rounds == 4


# Whatever it is given


EDGES = (0, 1, -1, 2, 51, 52, 104, 593, 594, 2**31 - 1, -(2**31))
WORDS = (0, 1, 2, DECK, DECK + 1, REST, 2**64 - 1, 2**63)


def test_nonsense_for_every_function(table, ffi, gf):
    """Random numbers for all that takes numbers, and random structs for all that reads one."""
    dice = random.Random(2)
    masks, out = ffi.new("uint64_t[329]"), ffi.new("int32_t[352]")
    view, rng, round = ffi.new("gf_view *"), ffi.new("gf_rng *"), ffi.new("gf_round *")
    strategies, totals = table.strategies("simple", "greedy"), ffi.new("gf_totals *")
    memory = ffi.new("uint64_t[]", MOST_WORDS)
    good = table.rules(RULES["modern"])
    rules = ffi.new("gf_rules *")

    def word() -> int:
        return dice.choice((dice.choice(WORDS), dice.getrandbits(64), dice.choice(HANDS)))

    def number() -> int:
        return dice.choice((dice.choice(EDGES), dice.randrange(-(2**31), 2**31)))

    def noise(struct: Any, version: bool = False) -> Any:
        ffi.memmove(struct, dice.randbytes(ffi.sizeof(struct[0])), ffi.sizeof(struct[0]))
        if version:
            struct.version = VIEW_VERSION
            struct.phase = dice.randrange(7)
            struct.to_move = struct.seat = dice.randrange(2)
        return struct

    for turn in range(800):
        hand = word()
        assert gf.min_deadwood(hand) == gin_fast.min_deadwood(hand & DECK)
        gf.hand_points(hand), gf.is_meld(hand), gf.meld_index(hand), gf.is_big_gin(hand)
        gf.best_discards(hand, word(), masks), gf.knock_discards(hand, number(), word())
        gf.outs(hand, number(), word()), gf.best_spread(hand, masks), gf.melds(hand, masks)
        gf.best_spreads(hand, number(), masks, out), gf.meld(number())
        for place in range(17):
            masks[place] = dice.choice((word(), dice.choice(gin_fast.ALL_MELDS)))
        count = dice.choice((number(), dice.randrange(4)))
        gf.best_layoff(hand, masks, count, masks + 20), gf.legal_layoffs(hand, masks, count)
        gf.rng_start(rng, word(), word(), word())
        gf.below(rng, dice.getrandbits(32)), gf.word(rng)
        gf.rules_check(noise(rules), ffi.NULL, 0)
        gf.round_start(round, dice.choice((rules, good)), word(), word(), number())
        gf.round_apply(round, number()), gf.round_view(round, number(), view)
        gf.round_from_deck(round, good, bytes(dice.randbytes(52)), number())
        noise(view, version=turn % 4 > 0)
        for action in (number(), number(), dice.randrange(594)):
            gf.is_legal(view, action)
        assert 0 <= gf.legal_actions(view, out) <= 352
        gf.discards(view), gf.knocks(view)
        assert gf.strategy_decide(strategies, view, rng, memory) == -1
        assert gf.round_sample(round, view, word(), word(), number()) == 0
        if turn % 100 == 0:
            gf.play_many(strategies, good, word(), word(), 2, number(), totals)


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_about_views_that_were_scribbled_into(table, ffi, gf, name):
    """Views with some bits changed, or fields: a legal action comes out, or none at all."""
    text = "montecarlo:samples=2" if name == "montecarlo" else name
    strategy, rng = table.strategies(text), ffi.new("gf_rng *")
    sample, players = ffi.new("gf_round *"), table.strategies(text, text)
    size = max(strategy[0].words, 1)
    memory = ffi.new("uint64_t[]", size + 64)
    dice = random.Random(name)
    answered = 0
    for round, _ in each_round(table, 3):
        while round.view.phase != 6:
            for _ in range(4):
                view = ffi.new("gf_view *", round.view)
                raw = ffi.cast("uint8_t *", view)
                words = ffi.cast("int32_t *", view)
                for _ in range(dice.randrange(3)):
                    place = dice.randrange(ffi.sizeof("gf_view"))
                    raw[place] ^= 1 << dice.randrange(8)
                if dice.random() < 0.7:
                    words[dice.randrange(1, 48)] = dice.choice((*EDGES, 3, 10, 31, 33))
                gf.rng_start(rng, dice.getrandbits(64), 0, 1)
                ffi.memmove(memory, bytes(8 * (size + 64)), 8 * (size + 64))
                action = gf.strategy_decide(strategy, view, rng, memory)
                assert action == -1 or gf.is_legal(view, action)
                assert not any(memory[size : size + 64])
                answered += action >= 0
                if gf.round_sample(sample, view, dice.getrandbits(64), 1, dice.randrange(101)):
                    table.bytes_of(sample)
                    assert gf.round_play(sample, players, 1, 1) in (-1, 0, 1)
            gf.round_apply(round, dice.choice(table.legal(table.view_of(round))))
    assert answered > 100


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_function_of_a_strategy_checks_what_it_is_given(table, ffi, gf, name):
    """Whoever calls it by itself: without parameters, or about a view that cannot be, it makes
    nothing; else it decides as `strategy_decide`."""
    text = "montecarlo:samples=2" if name == "montecarlo" else name
    strategy = table.strategies(text)
    round = table.round(RULES["modern"], 3, 3)
    memory = ffi.new("uint64_t[]", max(strategy[0].words, 1))
    rng, action = ffi.new("gf_rng *"), ffi.new("int32_t *")

    def asked(view, params):
        gf.rng_start(rng, 1, 2, 1)
        ffi.memmove(memory, bytes(8 * len(memory)), 8 * len(memory))
        action[0] = -1
        made = strategy[0].act(view, rng, memory, params, action)
        return action[0] if made == 1 else None

    own = ffi.addressof(strategy[0], "parameters")
    view = table.view_of(round)
    gf.rng_start(rng, 1, 2, 1)
    ffi.memmove(memory, bytes(8 * len(memory)), 8 * len(memory))
    expected = gf.strategy_decide(strategy, view, rng, memory)
    assert asked(view, own) == expected >= 0
    without = None if any(strategy[0].parameters) else expected
    assert asked(view, ffi.NULL) == without
    wild = ffi.new("gf_view *", view[0])
    wild.hand = 1 << 63
    assert asked(wild, own) is None
    wild = ffi.new("gf_view *", view[0])
    wild.pile_count = 2**31 - 1
    assert asked(wild, own) is None


@pytest.mark.parametrize("name", STRATEGIES)
def test_parameters_that_were_scribbled_into(table, ffi, gf, name):
    """Within their bounds they decide; out of them they are a fault, however far."""
    dice, known = random.Random(name), tuple(BUILTINS[name].parameters.values())
    text = "montecarlo:samples=2" if name == "montecarlo" else name
    start, rng = table.round(RULES["modern"], 3, 3), ffi.new("gf_rng *")
    view = table.view_of(start)
    rules, memory = table.rules(RULES["modern"]), ffi.new("uint64_t[]", MOST_WORDS)

    def decides(strategy: Any) -> bool:
        """And in whole rounds, too."""
        gf.rng_start(rng, 1, 2, 1)
        ffi.memmove(memory, bytes(8 * MOST_WORDS), 8 * MOST_WORDS)
        decided = gf.strategy_decide(strategy, view, rng, memory) >= 0
        round, totals = table.round(RULES["modern"], 3, 3), ffi.new("gf_totals *")
        both = table.strategies("random", "random")
        both[0] = strategy[0]
        assert gf.round_play(round, both, 1, 1) == decided
        assert gf.play_many(both, rules, 7, 0, 2, 0, totals) == 1
        assert totals.forfeits[0] == (0 if decided else 2)
        return decided

    for place, parameter in enumerate(known):
        for number in (
            parameter.low,
            parameter.high,
            parameter.low - 1,
            parameter.high + 1,
            *EDGES,
        ):
            strategy = table.strategies(text)
            within = parameter.low <= number <= parameter.high
            if within and name == "montecarlo" and place == 0 and number > 2:
                continue  # it would take long
            strategy[0].parameters[place] = number
            assert decides(strategy) == within, (place, number)
    for _ in range(50):
        strategy = table.strategies(text)
        for place in range(len(known), 16):  # those that it has not
            strategy[0].parameters[place] = dice.randrange(-(2**31), 2**31)
        assert decides(strategy)
        if known:
            noise = [dice.randrange(-(2**31), 2**31) for _ in range(16)]
            kept = ffi.new("int32_t[]", noise)
            strategy[0].params = kept
            assert not decides(strategy)


def test_a_stream_that_was_scribbled_into(table, ffi, gf):
    """It gives words; none comes from elsewhere than the stream."""
    dice, rng, again = random.Random(4), ffi.new("gf_rng *"), ffi.new("gf_rng *")
    for used in (*EDGES, 7, 8, 9, 100, *(dice.randrange(-(2**31), 2**31) for _ in range(200))):
        gf.rng_start(rng, 1, 2, 1)
        gf.word(rng)
        rng.used = used
        gf.rng_start(again, 1, 2, 1)
        words = [gf.word(again) for _ in range(9)]  # the ninth is of the next that are made
        assert gf.word(rng) == words[used if 0 <= used < 8 else 8]
        rng.used = used
        assert gf.below(rng, 10) < 10
        assert 0 <= rng.used <= 8


# Threads, memory


def test_threads_play_what_one_plays(table, ffi, gf):
    """Each its own piece, and its own rounds step by step, with the functions that take the GIL
    among them."""
    rules = table.rules(RULES["modern"])
    pieces: dict[int, Any] = {}
    errors: list[BaseException] = []

    def play(piece: int) -> None:
        try:
            totals, why = ffi.new("gf_totals *"), ffi.new("char[100]")
            for part in range(10):
                strategies = table.strategies("simple", "greedy:knock=6")
                first = 1000 * piece + 100 * part
                assert gf.play_many(strategies, rules, 3, first, 100, 0, totals) == 1
                assert gf.strategy_named(b"none", strategies, why, 100) == 0
                assert ffi.string(why).startswith(b"unknown strategy 'none'")
            round, state = table.both(RULES["modern"], 3, piece)
            while not state.is_over:
                action = int(state.legal_actions()[-1])
                state.apply(action)
                assert gf.round_apply(round, action) == 1
            same(table, round, state)
            pieces[piece] = totals
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play, args=(piece,)) for piece in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    found = simulate("simple", "greedy:knock=6", rounds=8000, seed=3, threads=1)
    expected = expected_totals(found.tally.rounds)
    for name, value in expected.items():
        parts = [totals_of(table, pieces[piece])[name] for piece in range(8)]
        if isinstance(value, tuple):
            assert tuple(map(sum, zip(*parts, strict=True))) == value
        else:
            assert sum(parts) == value


THREADS = """
#include <gin_fast.h>
#include <pthread.h>

typedef struct {
    const gf_api *gf;
    uint64_t first;
    gf_totals totals;
    int32_t status;
} piece;

static void *play(void *given) {
    piece *mine = (piece *)given;
    gf_strategy sides[2];
    gf_rules rules;
    gf_totals searched = {0};
    mine->status = mine->gf->strategy_named("simple", &sides[0], NULL, 0)
        && mine->gf->strategy_named("lookahead", &sides[1], NULL, 0)
        && !mine->gf->strategy_named("none", &sides[1], NULL, 0)
        && mine->gf->strategy_named("lookahead", &sides[1], NULL, 0)
        && mine->gf->rules_named("modern", &rules)
        && mine->gf->rules_check(&rules, NULL, 0)
        && mine->gf->play_many(sides, &rules, 3, mine->first, 500, 0, &mine->totals)
        && mine->gf->strategy_named("montecarlo:samples=2", &sides[0], NULL, 0)
        && mine->gf->play_many(sides, &rules, 3, 0, 2, 0, &searched);
    return NULL;
}

int64_t together(const gf_api *gf);
int64_t together(const gf_api *gf) {
    pthread_attr_t settings;
    pthread_t threads[6];
    piece pieces[6];
    int64_t points = 0;
    int place;
    if (pthread_attr_init(&settings) || pthread_attr_setstacksize(&settings, 256 * 1024)) return -3;
    for (place = 0; place < 6; place++) {
        piece begun = {0};
        begun.gf = gf;
        begun.first = (uint64_t)place * 500;
        pieces[place] = begun;
        if (pthread_create(&threads[place], &settings, play, &pieces[place])) return -1;
    }
    for (place = 0; place < 6; place++) {
        pthread_join(threads[place], NULL);
        if (!pieces[place].status) return -2;
        points += pieces[place].totals.points[0] - pieces[place].totals.points[1];
    }
    return points;
}
"""


@needs_cc
def test_threads_that_python_does_not_know(tmp_path):
    """With as little stack as is said to be enough."""
    (tmp_path / "threads.c").write_text(THREADS, "utf-8")
    flags = ("-shared", "-fPIC", "-pthread")
    together = ctypes.CDLL(
        str(compiled(tmp_path / "threads.c", tmp_path / "t.so", *flags))
    ).together
    together.restype, together.argtypes = ctypes.c_int64, [ctypes.c_void_p]
    found = simulate("simple", "lookahead", rounds=3000, seed=3).tally.rounds
    assert together(capi.address()) == found.points_0 - found.points_1


def test_nobody_needs_the_gil(gf, ffi, table):
    """A long call leaves other threads at work."""
    strategies, rules = table.strategies("simple", "simple"), table.rules(RULES["modern"])
    totals = ffi.new("gf_totals *")
    places = [
        ctypes.c_void_p(int(ffi.cast("uintptr_t", one))) for one in (strategies, rules, totals)
    ]
    numbers = [ctypes.c_uint64(number) for number in (1, 0, 100_000)]

    def ticks_while(kind: Any) -> int:
        """How far another thread comes meanwhile."""
        arguments = [
            *[ctypes.c_void_p] * 2,
            *[ctypes.c_uint64] * 3,
            ctypes.c_int32,
            ctypes.c_void_p,
        ]
        play_many = kind(ctypes.c_int32, *arguments)(capi.addresses()["play_many"])
        with ticking() as ticks:
            before = ticks()
            assert play_many(*places[:2], *numbers, 0, places[2]) == 1
            return ticks() - before

    assert ticks_while(ctypes.CFUNCTYPE) > 20  # as cffi calls, without the GIL
    assert ticks_while(ctypes.PYFUNCTYPE) == 0  # with it, so this would be seen


LEAKS = """
import re, cffi
from gin_fast import capi
ffi = cffi.FFI()
ffi.cdef(capi.declarations())
gf = ffi.cast("const gf_api *", capi.address())
rules, strategies = ffi.new("gf_rules *"), ffi.new("gf_strategy[2]")
totals, round, view = ffi.new("gf_totals *"), ffi.new("gf_round *"), ffi.new("gf_view *")
why, none = ffi.new("char[200]"), ffi.new("gf_strategy *")
peaks = []
for times in (300, 300, 3000):
    for turn in range(times):
        gf.rules_named(b"modern", rules)
        gf.strategy_named(b"greedy:knock=6", strategies, why, 200)
        gf.strategy_named(b"lookahead", strategies + 1, why, 200)
        gf.strategy_named(b"expert" * 50, none, why, 200)
        gf.rules_check(rules, why, 200)
        strategies[0].words = 100_000  # more than there is room for without asking for it
        gf.play_many(strategies, rules, turn, 0, 2, 0, totals)
        gf.round_start(round, rules, turn, 0, 0)
        gf.round_view(round, 0, view)
        assert gf.round_play(round, strategies, turn, 1) == 1
        rules.gin_bonus = -1
        gf.rules_check(rules, why, 200)
    with open("/proc/self/status") as status:
        peaks.append(int(re.search(r"VmHWM:\\s*(\\d+) kB", status.read())[1]))
print(peaks[2] - peaks[1])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells no peak of memory")
def test_memory_does_not_grow():
    done = subprocess.run(
        [sys.executable, "-c", LEAKS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 300  # kB
