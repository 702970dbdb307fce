"""Games and matches: who deals what, what it comes to, and what may be done to them."""

from __future__ import annotations

import copy
import json
import pickle
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tables import hasty, played

import gin_fast
from gin_fast import PROFILES, Game, Match, Round, Rules, Scorepad, Stream
from gin_fast.cards.hands import format_card
from gin_fast.rules import scoring
from gin_fast.rules.fields import FIRST_DEALERS
from gin_fast.rules.rules import as_rules
from gin_fast.rules.scoring import RoundScore, game_score, match_score

SHORT = {name: Rules.preset(name, target=rules.target and 30) for name, rules in PROFILES.items()}
"""The profiles, with games that are soon over."""

# Games by their seeds, worked by hand.

LONE = [
    (1, "knock", 1, 3, 9, (0, 6)),
    (1, "undercut", 0, 10, 10, (0, 10)),  # nothing and 10
    (1, "knock", 1, 10, 71, (0, 61)),
    (1, "gin", 1, 0, 40, (0, 60)),  # 40 and 20
]
"""Each round: who deals it, how it ends, who went out, both deadwoods, what each seat scores."""
SWEPT = [
    (1, "knock", 0, 6, 21, (15, 0)),
    (0, "undercut", 1, 10, 4, (31, 0)),  # 6 and 25
    (0, "knock", 0, 10, 23, (13, 0)),
    (0, "gin", 0, 0, 27, (52, 0)),  # 27 and 25
]
MIXED = [
    (0, "knock", 0, 8, 28, (20, 0)),
    (0, "knock", 0, 7, 33, (26, 0)),
    (0, "dead", None, None, None, (0, 0)),
    (0, "knock", 1, 6, 7, (0, 1)),
    (1, "gin", 1, 0, 57, (0, 82)),  # 57 and 25
    (1, "undercut", 0, 10, 10, (0, 25)),  # nothing and 25
]
WORKED = [
    # points, game bonus, shutout, boxes, total, winner, credit
    ("classic", 4127, LONE, (0, 137), (0, 100), (0, 100), (0, 80), (0, 417), 1, (0, 417)),
    ("bicycle", 4127, LONE, (0, 137), (0, 100), (0, 100), (0, 80), (0, 417), 1, (0, 417)),
    ("modern", 503, SWEPT, (111, 0), (100, 0), (111, 0), (100, 0), (422, 0), 0, (422, 0)),
    ("modern", 5583, MIXED, (46, 108), (0, 100), (0, 0), (50, 75), (96, 283), 1, (96, 283)),
    ("tournament", 503, SWEPT, (111, 0), (100, 0), (100, 0), (100, 0), (411, 0), 0, (411, 0)),
    ("tournament", 5583, MIXED, (46, 108), (0, 100), (0, 0), (50, 75), (96, 283), 1, (0, 187)),
    ("parlett", 503, SWEPT, (111, 0), (100, 0), (311, 0), (100, 0), (622, 0), 0, (622, 0)),
    ("parlett", 5583, MIXED, (46, 108), (0, 100), (0, 0), (50, 75), (96, 283), 1, (96, 283)),
    ("must_gin", 503, SWEPT, (111, 0), (100, 0), (111, 0), (100, 0), (422, 0), 0, (422, 0)),
]


def told(round: Round) -> tuple[Any, ...]:
    ended = round.result
    ends = ended.kind, ended.knocker, ended.knocker_deadwood, ended.defender_deadwood
    return (round.start["dealer"], *ends, ended.scored)


@pytest.mark.parametrize(
    ("rules", "seed", "rounds", "points", "bonus", "shutout", "boxes", "total", "winner", "credit"),
    WORKED,
)
def test_games_worked_by_hand(
    rules, seed, rounds, points, bonus, shutout, boxes, total, winner, credit
):
    game = Game(rules, seed=seed)
    game.play("simple", "simple")
    assert [told(round) for round in game.rounds] == rounds
    score = game.score
    assert (score.points, score.game_bonus, score.shutout) == (points, bonus, shutout)
    assert (score.boxes, score.total, score.credit) == (boxes, total, credit)
    assert (score.is_shutout, game.is_over, game.winner) == (any(shutout), True, winner)


# What holds for every game.


def deals_next(rules: Rules, dealer: int, winner: int | None) -> int:
    if winner is None:
        return dealer if rules.after_dead == "same" else 1 - dealer
    by = {"winner": winner, "loser": 1 - winner, "alternate": 1 - dealer}
    return by[rules.next_dealer]


TABLES = [
    *SHORT.values(),
    Rules(next_dealer="loser", after_dead="alternate", target=60, pile_draw_cap=3),
    Rules(next_dealer="alternate", after_dead="alternate", target=60, pile_draw_cap=3),
    Rules(tie="nobody", knock_limit=60, target=40, box=5, boxes_count_to_target=True),
]


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_each_round_follows_from_those_before(rules):
    for index in range(3):
        game = Game(rules, seed=12, index=index)
        rng = random.Random(index)
        dealer, points, won = game.dealer, [0, 0], [0, 0]
        for number in range(1000):
            if game.is_over:
                break
            assert len(game.rounds) == number
            round = game.round
            begun = {"seed": 12, "index": index + number, "dealer": dealer}
            at_once = rules.box if rules.boxes_count_to_target else 0
            scores = points[0] + at_once * won[0], points[1] + at_once * won[1]
            assert round.start == {**begun, "scores": scores}
            assert round.view(0).scores == round.view(1).scores == scores == game.score.total
            assert (game.dealer, round.to_move) == (dealer, 1 - dealer)
            assert (
                round.hands[1 - dealer] & gin_fast.deal(12, index + number).hands[0]
                == (gin_fast.deal(12, index + number).hands[0])
            )
            while not round.is_over:
                game.apply(hasty(round, rng))
            ended = round.result
            assert game.rounds[-1] == round
            dealer = deals_next(rules, dealer, ended.winner)
            for seat in (0, 1):
                points[seat] += ended.scored[seat]
                won[seat] += ended.winner == seat
            reached = [points[s] + at_once * won[s] >= (rules.target or 0) for s in (0, 1)]
            assert game.is_over == (rules.target is None or any(reached))
        assert game.is_over
        assert (game.score.points, game.score.won) == (tuple(points), tuple(won))
        ends = [round.result for round in game.rounds]
        assert game.score == game_score(
            [RoundScore(end.winner, end.scored, end.kind) for end in ends], rules
        )
        assert game.winner == game.score.winner
        assert game.round is game.rounds[-1]


@pytest.mark.parametrize("rules", PROFILES)
def test_a_scorepad_has_the_same_sheet(rules):
    for seed in range(3):
        game = played(Game(rules, seed=seed))
        dealer = game.rounds[0].start["dealer"]
        pad = Scorepad(rules, dealer=dealer)
        for round in game.rounds:
            ended, both = round.result, (None, None)
            if ended.kind == "dead" and pad.rules.flat_knock_score is not None:
                both = -ended.scored[0], -ended.scored[1]
            elif ended.kind != "dead":
                both = ended.knocker_deadwood, ended.defender_deadwood
            pad.enter(ended.knocker, *both, kind=ended.kind)
        assert pad.score == game.score
        sheet = pad.sheet()
        assert [row.dealer for row in sheet] == [round.start["dealer"] for round in game.rounds]
        assert [row.scores for row in sheet] == [round.result.scored for round in game.rounds]
        after = [round.start["scores"] for round in game.rounds[1:]]
        assert [row.running for row in sheet[:-1]] == after


def test_the_first_dealer_is_drawn_or_told():
    drawn = [Game(seed=seed).dealer for seed in range(200)]
    assert 70 < sum(drawn) < 130
    assert [Game(seed=seed).dealer for seed in range(200)] == drawn
    assert [Game(seed=1, dealer=seat).round.to_move for seat in (0, 1)] == [1, 0]
    assert Game().seed != Game().seed


@pytest.mark.parametrize("rules", [*PROFILES, Rules(first_dealer="cut")])
def test_the_first_dealer_is_found_as_the_rules_say(rules):
    way = as_rules(rules).first_dealer
    for seed in range(200):
        chance = Stream(seed, 5, 3)
        if way == "lot":
            dealer = chance.below(2)
        else:
            deck = [*range(52)]
            ours, theirs = deck.pop(chance.below(52)), deck.pop(chance.below(51))
            rank, suit = "A23456789TJQK".index, "CDHS".index
            high = [(rank(text[0]), suit(text[1])) for text in map(format_card, (ours, theirs))]
            dealer = high.index(max(high))
        assert Game(rules, seed=seed, index=5).dealer == dealer


@pytest.mark.parametrize("way", FIRST_DEALERS)
def test_the_first_dealer_is_found_anew_for_each_game_of_a_match(way):
    first, last = [], []
    for seed in range(12):
        match = Match(Rules.preset("tournament", target=30, first_dealer=way), seed=seed)
        match.play("simple", "simple")
        for game, after in zip(match.games, match.games[1:], strict=False):
            dealer = after.rounds[0].start["dealer"]
            assert dealer == Game(match.rules, seed=seed, index=after.index).dealer
            first.append(dealer)
            last.append(game.rounds[-1].start["dealer"])
    both = {*zip(last, first, strict=True)}
    assert both == {(0, 0), (0, 1), (1, 0), (1, 1)}  # it does not follow from the game before


def test_a_game_of_one_round():
    for rules in ("openspiel", "rlcard"):
        game = Game(rules, seed=3)
        only = game.round
        game.play("simple", "simple")
        assert (game.is_over, game.rounds, game.round is only) == (True, (only,), True)
        assert game.score.points == only.result.scored


# Copies, and what is stored.

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": lambda table: table.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "json": lambda table: type(table).from_json(table.to_json()),
    "record": lambda table: type(table).from_record(table.record()),
    **{
        f"pickle {protocol}": lambda table, protocol=protocol: pickle.loads(
            pickle.dumps(table, protocol)
        )
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("rules", SHORT)
def test_copies_at_every_stage_of_a_game(rules):
    game, rng, step = Game(SHORT[rules], seed=5), random.Random(rules), 0
    ways = list(WAYS.values())
    while not game.is_over:
        action = hasty(game.round, rng)
        if step < 90 and (step % 7 < 2 or not game.round.actions):
            before = game.record()
            for way in (ways[step % len(ways)], Game.copy):
                other = way(game)
                assert other == game
                assert other.round == game.round
                assert other.round is not game.round
                assert other.score == game.score
                assert other.rounds == game.rounds
                assert other.dealer == game.dealer
                other.apply(action)
                assert game.record() == before != other.record()
        game.apply(action)
        step += 1
    for way in ways:
        other = way(game)
        assert other == game
        assert other.is_over
        assert (other.score, other.rounds) == (game.score, game.rounds)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_is_dealt_later_is_the_same_in_copies(way):
    game = Game("classic", seed=8)
    game.apply("pass")
    other = way(game)
    game.play("simple", "simple")
    assert not other.is_over
    other.play("simple", "simple")
    assert other == game


def test_a_round_that_ended_unseen_is_counted_in_copies():
    game = Game("eaai", seed=1)
    round = game.round
    while not round.is_over:
        round.apply(hasty(round, random.Random(1)))
    for way in WAYS.values():
        assert way(game) == game
        assert len(way(game).rounds) == 1


def test_games_are_equal_by_what_was_done():
    game, other = Game(seed=1), Game(seed=1)
    assert game == other
    other.apply(106)
    assert game != other
    game.apply("pass")
    assert game == other
    assert game != Game(seed=2)
    assert game != "a game"
    assert game != Match(seed=1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)
    with pytest.raises(TypeError, match="unhashable"):
        hash(Match(seed=1))
    assert Game(Rules.preset("modern", gin_bonus=24), seed=1) != Game(seed=1)


def test_rules_without_a_name_are_stored_whole():
    rules = Rules(gin_bonus=33, target=20)
    game = played(Game(rules, seed=4))
    assert json.loads(game.to_json())["rules"] == rules.to_dict()
    assert Game.from_json(game.to_json()).rules == rules


# What is refused, and changes nothing.


def refused(call: Callable[[], Any], *kinds: type[Exception]) -> str:
    with pytest.raises(kinds or (ValueError,)) as caught:
        call()
    message = str(caught.value)
    assert message.isprintable()
    return message


@pytest.mark.parametrize("rules", ["modern", "rlcard", "must_gin", "openspiel"])
def test_an_illegal_action_changes_nothing(rules):
    game, rng = Game(SHORT[rules], seed=9), random.Random(rules)
    for _ in range(60):
        before, round = game.record(), game.round
        illegal = sorted(set(range(594)) - set(game.round.legal_actions()))
        for action in (*rng.sample(illegal, 3), -1, 594, 10**30, "fly", "discard", "x" * 1000):
            refused(lambda action=action: game.apply(action))
        for action in (None, True, 1.0, b"pass", [106]):
            refused(lambda action=action: game.apply(action), TypeError)
        assert game.record() == before
        assert game.round is round
        if game.is_over:
            break
        game.apply(hasty(game.round, rng))


def test_a_game_that_is_over_stays_so():
    game = played(Game("eaai", seed=3))
    before = game.record()
    for action in (104, "pass", 0):
        assert "the round is over" in refused(lambda action=action: game.apply(action))
        refused(lambda action=action: game.round.apply(action))
        refused(lambda action=action: game.rounds[0].apply(action))
    game.play("simple", "random")
    assert refused(lambda: game.add(before["rounds"][0])) == "the game is already over"
    assert refused(lambda: game.play("simple", "nobody")).startswith("unknown strategy 'nobody'")
    refused(lambda: game.play("simple", None), TypeError)
    assert game.record() == before


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("seed", [-1, 2**64, True, "7", 1.5, 10**5000, [1], Game]),
        ("index", [-1, 2**64, True, None, "7", 1.5, -(10**5000)]),
        ("dealer", [-1, 2, True, "0", 1.0, 10**5000]),
        ("rules", [None, "whist", 3, {}, ["modern"], "x" * 10**6]),
    ],
)
@pytest.mark.parametrize("made", [Game, Match])
def test_what_begins_no_game(made, name, values):
    good = {"seed": 1, "index": 0, "dealer": 0}
    for value in values:
        message = refused(lambda value=value: made(**{**good, name: value}), ValueError, TypeError)
        assert name in message
        assert len(message) < 300


def test_the_last_deal_there_is():
    """After it comes the first one of the seed."""
    game = Game("eaai", seed=3, index=2**64 - 1)
    game.play("simple", "simple")
    indices = [round.start["index"] for round in game.rounds]
    assert indices[:3] == [2**64 - 1, 0, 1]
    assert Game.from_json(game.to_json()) == game


def test_rounds_played_by_themselves():
    """`game.round` may be played directly, and held."""
    game, other = Game("eaai", seed=6), Game("eaai", seed=6)
    other.play("simple", "simple")
    for ended in other.rounds:
        round = game.round
        for _, action in ended.actions:
            round.apply(action)
        assert round == ended
        assert game.rounds[-1] is round
    assert game == other
    assert game.is_over


def test_a_strategy_goes_on_where_others_left_off():
    game = Game("classic", seed=2)
    for _ in range(15):
        game.apply(hasty(game.round, random.Random(1)))
    done = game.round.actions
    game.play("simple", "random")
    assert game.rounds[0].actions[: len(done)] == done
    assert game.is_over


def test_an_interrupt_leaves_nothing_half_done(monkeypatch):
    game = Game("eaai", seed=6)
    round, rng = game.round, random.Random(2)
    while not round.is_over:
        round.apply(hasty(round, rng))

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Round, "deal", interrupted)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                game.score  # noqa: B018
    assert game.rounds == (round,)
    assert len(game.rounds) == 1
    assert game.score.points == round.result.scored


def test_many_threads_count_a_round_once():
    for seed in range(20):
        game, rng = Game("eaai", seed=seed), random.Random(seed)
        round = game.round
        while not round.is_over:
            round.apply(hasty(round, rng))
        seen: list[Round] = []
        ready = threading.Barrier(8)

        def look(game=game, seen=seen, ready=ready) -> None:
            ready.wait()
            seen.append(game.round)

        threads = [threading.Thread(target=look) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(game.rounds) == 1
        assert all(each is game.round for each in seen)
        assert len(seen) == 8


def test_classes_made_of_them():
    class Mine(Game):
        note = "mine"

        def hello(self) -> str:
            return "hello"

    game = Mine("eaai", seed=3)
    game.note = "kept"  # type: ignore[misc]
    other = game.copy()
    assert (type(other), other.note, other.hello()) == (Mine, "kept", "hello")
    assert type(Mine.from_record(game.record())) is Mine
    assert game == Game("eaai", seed=3)
    other.play("simple", "simple")
    assert not game.is_over


# Records that were changed.

Change = Callable[[dict[str, Any]], Any]


def put(*path: Any, value: Any) -> Change:
    """Changes the value at a path of a record."""

    def change(record: dict[str, Any]) -> dict[str, Any]:
        at = record
        for name in path[:-1]:
            at = at[name]
        at[path[-1]] = value
        return record

    return change


def drop(*path: Any) -> Change:
    def change(record: dict[str, Any]) -> dict[str, Any]:
        at = record
        for name in path[:-1]:
            at = at[name]
        del at[path[-1]]
        return record

    return change


def deep() -> list[Any]:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


HEADS = [
    (put("format", value="gin_fast round"), "the field format must be"),
    (put("version", value=2), "the field version must be 1, not 2"),
    (put("version", value=True), "the field version must be an int, not True"),
    (put("version", value="1"), "the field version must be an int, not '1'"),
    (put("rules", value="whist"), "unknown rules 'whist'"),
    (put("rules", value=None), "the field rules must be a str or an object, not None"),
    (put("rules", value={}), "Rules lacks the field knock_limit"),
    (put("rules", value={**Rules().to_dict(), "box": "25"}), "box must be an int, not '25'"),
    (put("rules", value={**Rules().to_dict(), "tax": 1}), "unknown field of Rules: 'tax'"),
    (put("seed", value=-1), "seed must be from 0"),
    (put("seed", value=10**400), "seed must be from 0"),
    (put("seed", value=1.0), "the field seed must be an int, not 1.0"),
    (put("index", value=None), "the field index must be an int, not None"),
    (put("dealer", value=2), "dealer must be from 0 to 1, not 2"),
    (put("dealer", value=False), "the field dealer must be an int, not False"),
    (put("note", value="x"), "unknown field of the record: 'note'"),
    (put("x" * 10**5, value=1), "unknown field of the record: 'xxx"),
    (lambda record: [record], "a record must be a JSON object"),
    (lambda record: None, "a record must be a JSON object, not None"),
    (lambda record: deep(), "a record must be a JSON object, not <list>"),
    *[
        (drop(name), f"the record lacks the field {name}")
        for name in ("format", "version", "rules", "seed", "index", "dealer")
    ],
]
OF_ROUND = "rounds", 0
ROUNDS = [
    (put("rounds", value={}), "the field rounds must be a list"),
    (put("rounds", value=None), "the field rounds must be a list"),
    (drop("rounds"), "the record lacks the field rounds"),
    (put("rounds", 0, value=None), "round 1: a record must be a JSON object"),
    (put(*OF_ROUND, "note", value=1), "round 1: unknown field of the record: 'note'"),
    (drop(*OF_ROUND, "actions"), "round 1: the record lacks the field actions"),
    (drop(*OF_ROUND, "result"), "round 1: the record lacks the field result"),
    (put(*OF_ROUND, "actions", value="0 pass"), "round 1: the field actions must be a list"),
    (put(*OF_ROUND, "actions", value=[]), "round 1: the actions lead to the result None"),
    (put(*OF_ROUND, "actions", 3, value=104), "round 1: action 4 must be a seat and an action"),
    (
        put(*OF_ROUND, "actions", 0, value="2 pass"),
        "round 1: action 1 must be a seat and an action",
    ),
    (put(*OF_ROUND, "actions", 0, value=""), "round 1: action 1 must be a seat and an action"),
    (put(*OF_ROUND, "actions", 0, value="0 fly"), "round 1: action 1: unknown action 'fly'"),
    (put(*OF_ROUND, "actions", 0, value="0 discard KH"), "round 1: action 1: illegal action 38"),
    (put(*OF_ROUND, "actions", 0, value="1 pass"), "round 1: action 1, '1 pass': seat 0 is to"),
    (put(*OF_ROUND, "actions", -1, value=deep()), "must be a seat and an action, not <list>"),
    (put(*OF_ROUND, "result", value=None), "round 1: the actions lead to the result {"),
    (put(*OF_ROUND, "result", "points", value=99), "round 1: the actions lead to the result"),
    (put(*OF_ROUND, "result", "winner", value=False), "round 1: the actions lead to the result"),
    (put(*OF_ROUND, "result", "scored", value="60"), "round 1: the actions lead to the result"),
    (put(*OF_ROUND, "result", "extra", value=0), "round 1: the actions lead to the result"),
    (put(*OF_ROUND, "result", value=deep()), "round 1: the actions lead to the result"),
    (drop(*OF_ROUND, "result", "kind"), "round 1: the actions lead to the result"),
    (drop("rounds", 0), "round 1: "),
    (lambda r: {**r, "rounds": r["rounds"][:1] * 2 + r["rounds"][1:]}, "round 2: "),
    (lambda r: {**r, "rounds": r["rounds"] * 2}, "round 3: the game is already over"),
    (
        lambda r: {**r, "rounds": [{"actions": [], "result": None}, *r["rounds"]]},
        "round 2: the round before it was not played to its end",
    ),
    (
        lambda r: {**r, "rounds": [{"actions": [], "result": None}] * 2},
        "round 2: the round before it was not played to its end",
    ),
]


def of_two_rounds() -> Game:
    """A game of two rounds whose first winner is seat 0, and which seat 0 begins."""
    return played(Game(SHORT["eaai"], seed=31, dealer=1))


def test_of_two_rounds():
    game = of_two_rounds()
    assert [round.result.winner for round in game.rounds] == [0, 0]


@pytest.mark.parametrize(("change", "message"), HEADS + ROUNDS)
def test_changed_games_are_refused(change, message):
    record = change(of_two_rounds().record())
    said = refused(lambda: Game.from_record(record))
    assert message in said
    assert len(said) < 500


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *[case for case in HEADS if "gin_fast round" not in case[1]],
        (
            put("rules", value="modern"),
            "these rules have no match: they set no points that end one",
        ),
        (put("games", value=3), "the field games must be a list"),
        (put("games", 1, value=3), "game 2: a record must be a JSON object, not 3"),
        (put("games", 1, "more", value=3), "game 2: unknown field of the record: 'more'"),
        (put("games", 1, "rounds", value=3), "game 2: the field rounds must be a list, not 3"),
        (put("games", 1, "rounds", 0, value=3), "game 2: round 1: a record must be a JSON"),
        (drop("games", 0), "game 1: round 1: "),
        (drop("games", 0, "rounds", -1), "game 2: the game before it was not played to its end"),
        (put("games", 0, "rounds", value=[]), "game 2: the game before it was not played"),
        (lambda r: {**r, "games": r["games"] * 2}, ": the match is already over"),
        (
            lambda r: put("games", 0, "rounds", value=r["games"][0]["rounds"] * 2)(r),
            ": the game is already over",
        ),
    ],
)
def test_changed_matches_are_refused(change, message):
    record = change(short_match().record())
    said = refused(lambda: Match.from_record(record))
    assert message in said


@pytest.mark.parametrize("made", [Game, Match, Round])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not valid JSON: Expecting value at character 1"),
        ("{", "not valid JSON: "),
        ("null", "a record must be a JSON object, not None"),
        ("[" * 10**6, "nested too deeply"),
        ('{"a":' * 10**6, "nested too deeply"),
        ("1" * 10**6, "11111111111111111111... is too large a number"),
        ('{"seed": 1e400}', "1e400 is not a whole number"),
        ('{"seed": NaN}', "NaN is not a whole number"),
        ('{"seed": -Infinity}', "-Infinity is not a whole number"),
        ('{"seed": 1, "seed": 2}', "the field 'seed' is given twice"),
        ('{"format": "\\ud800"}', "the field format must be"),
        ('\ufeff{"format": 1}', "not valid JSON: "),
        (" " * 10**7 + "1", "the JSON must have at most 10,000,000 characters"),
        ("\x00", "not valid JSON: "),
    ],
)
def test_hostile_texts_are_refused(made, text, message):
    said = refused(lambda: made.from_json(text))
    assert message in said
    assert len(said) < 300


@pytest.mark.parametrize("made", [Game, Match, Round])
def test_only_text_is_read(made):
    for value in (None, 1, b"{}", {}, ["{"]):
        refused(lambda value=value: made.from_json(value), TypeError)


def test_what_is_too_long_for_a_line_is_not_written(monkeypatch):
    game = of_two_rounds()
    monkeypatch.setattr("gin_fast.values.stored.MOST_CHARACTERS", len(game.to_json()))
    assert Game.from_json(game.to_json()) == game
    monkeypatch.setattr("gin_fast.values.stored.MOST_CHARACTERS", len(game.to_json()) - 1)
    assert "keep a log of it" in refused(game.to_json)


# Matches.

QUICK = Rules.preset("tournament", target=30, match_target=300)


def short_match(seed: int = 4) -> Match:
    return played(Match(QUICK, seed=seed))


@pytest.mark.parametrize("credit", ["total", "difference"])
def test_a_match(credit):
    rules = Rules.preset("tournament", target=30, match_target=400, credit=credit)
    for seed in range(4):
        match, rng = Match(rules, seed=seed, index=seed), random.Random(seed)
        credits, index = [0, 0], seed
        while not match.is_over:
            assert max(credits) < 400
            game = match.game
            assert (game.rules, game.seed, game.index) == (rules, seed, index)
            assert game.dealer == Game(rules, seed=seed, index=index).dealer
            assert match.score.credits == tuple(credits)
            assert len(match.rounds) == index - seed
            while not game.is_over:
                over = len(match.rounds)
                match.apply(hasty(game.round, rng))
                assert len(match.rounds) - over in (0, 1)
            assert match.games[-1] is game
            index += len(game.rounds)
            a, b = game.score.total
            for seat, (mine, theirs) in enumerate([(a, b), (b, a)]):
                difference = (mine - theirs) * (game.winner == seat)
                credits[seat] += mine if credit == "total" else difference
        assert max(credits) >= 400
        assert match.score == match_score([game.score for game in match.games], rules)
        assert match.score.credits == tuple(credits)
        assert match.winner == (None if credits[0] == credits[1] else credits.index(max(credits)))
        assert match.game is match.games[-1]
        assert match.rounds == tuple(round for game in match.games for round in game.rounds)
        starts = [round.start["index"] for round in match.rounds]
        assert starts == list(range(seed, index))


def test_a_winner_may_be_credited_less_than_nothing():
    """Who reached the target wins, even with the lower total."""
    rules = Rules(
        target=30, game_bonus=0, winner_by="target", credit="difference", shutout="none",
        match_target=100, box=25, big_gin_bonus=None,
    )  # fmt: skip
    match = Match(rules, seed=55)
    match.play("simple", "simple")
    third = match.games[2].score
    assert (third.points, third.boxes, third.total) == ((25, 34), (100, 50), (125, 84))
    assert (third.reached, third.winner, third.credit) == (1, 1, (0, -41))
    sums = tuple(map(sum, zip(*(game.score.credit for game in match.games), strict=True)))
    assert match.score.credits == sums


def test_the_first_dealer_of_a_match():
    for dealer in (0, 1):
        assert Match(seed=1, dealer=dealer).game.dealer == dealer
    assert Match(seed=1).game.dealer == Game("tournament", seed=1).dealer


def test_rules_without_a_match():
    for rules in ("modern", "eaai", "openspiel"):
        assert refused(lambda rules=rules: Match(rules, seed=1)) == (
            "these rules have no match: they set no points that end one"
        )


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_copies_at_every_game_of_a_match(way):
    match, rng = Match(QUICK, seed=2), random.Random(3)
    while not match.is_over:
        other = way(match)
        assert other == match
        assert (other.score, other.games) == (match.score, match.games)
        before = match.record()
        other.play("simple", "simple")
        assert match.record() == before
        games = len(match.games)
        while len(match.games) == games and not match.is_over:
            match.apply(hasty(match.game.round, rng))
    other = way(match)
    assert (other, other.score, other.is_over) == (match, match.score, True)
    assert "the round is over" in refused(lambda: other.apply("pass"))
    assert refused(lambda: other.add({})) == "the match is already over"


def test_a_match_whose_game_is_played_by_itself():
    match, other = Match(QUICK, seed=6), Match(QUICK, seed=6)
    other.play("simple", "simple")
    while not match.is_over:
        match.game.play("simple", "simple")
    assert match == other


def test_an_illegal_action_changes_nothing_in_a_match():
    match = Match(QUICK, seed=6)
    before = match.record()
    for action in (104, -1, "fly"):
        refused(lambda action=action: match.apply(action))
    refused(lambda: match.play("simple", "nobody"))
    assert match.record() == before


def test_what_they_say_of_themselves():
    game = Game("classic", seed=7, dealer=1)
    assert repr(game) == "<Game: 0 to 0 after 0 rounds>"
    game.play("simple", "simple")
    assert repr(game) == "<Game: 293 to 328 after 17 rounds>"
    match = Match(seed=7)
    match.play("simple", "simple")
    assert repr(match) == "<Match: 721 to 42 after 5 games>"


def test_each_round_is_looked_at_once(monkeypatch):
    looked_at = []
    check = scoring._checked_round

    def counting(given, number, rules):
        looked_at.append(number)
        return check(given, number, rules)

    monkeypatch.setattr(scoring, "_checked_round", counting)
    game = Game("classic", seed=7)
    game.play("simple", "simple")
    assert looked_at == list(range(1, len(game.rounds) + 1))
