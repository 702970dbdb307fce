"""Whole games, played and scored by both engines."""

import pytest

from gin_fast import PROFILES, Game, Rules, native, reference, simulate
from gin_fast.native import games as native_games
from gin_fast.playing import GAME_STRIDE, GameSums, Sums
from gin_fast.reference import games as reference_games

LARGE = Rules(target=150_000, box=10_000, gin_bonus=0, undercut_bonus=0, big_gin_bonus=0)
SHORT = {
    "bonus, never scored": Rules(
        target=20, shutout="bonus", shutout_bonus=7, shutout_if="never_scored", box=3
    ),
    "bonus, won no round": Rules(
        target=20, shutout="bonus", shutout_bonus=7, shutout_if="won_no_round", winner_by="target"
    ),
    "double points": Rules(target=20, next_dealer="loser", after_dead="alternate", game_bonus=5),
    "double all": Rules(
        target=20, shutout="double_all", shutout_if="never_scored", next_dealer="alternate"
    ),
    "boxes at once": Rules(target=60, box=20, boxes_count_to_target=True, pile_draw_cap=2),
    "doubled spades": Rules(target=40, oklahoma=True, oklahoma_spades_double=True),
}


@pytest.mark.parametrize("rules", [*PROFILES, *SHORT])
def test_the_engines_play_and_score_games_alike(rules):
    rules = SHORT.get(rules, rules)
    for a, b in ("simple", "knock_early"), ("greedy:knock=10", "simple"):
        answers = [
            games.tally_games(a, b, 11, 3, 3, rules) for games in (native_games, reference_games)
        ]
        assert answers[0] == answers[1]


@pytest.mark.parametrize("rules", [*PROFILES, *SHORT])
def test_native_games_are_those_of_game(rules):
    rules = SHORT.get(rules, rules)
    wins, totals, rounds, shutouts = [0, 0, 0], [0, 0], 0, [0, 0]
    for number in range(12):
        game = Game(rules, seed=5, index=number << GAME_STRIDE, dealer=1 - (number & 1))
        game.play("simple", "knock_early")
        score = game.score
        wins[2 if score.winner is None else score.winner] += 1
        totals = [total + more for total, more in zip(totals, score.total, strict=True)]
        rounds += len(game.rounds)
        if score.is_shutout:
            shutouts[score.reached] += 1
    _, sums = native_games.tally_games("simple", "knock_early", 5, 0, 12, rules)
    sums = GameSums(*sums)
    assert [sums.wins_0, sums.wins_1, sums.ties] == wins
    assert [sums.totals_0, sums.totals_1] == totals
    assert [sums.shutouts_0, sums.shutouts_1] == shutouts
    assert (sums.games, sums.rounds, sums.unfinished) == (12, rounds, 0)


def test_a_long_game_with_large_boxes():
    game = Game(LARGE, seed=7, index=0, dealer=1)
    game.play("simple", "random")
    _, sums = native_games.tally_games("simple", "random", 7, 0, 1, LARGE)
    sums = GameSums(*sums)
    assert (sums.totals_0, sums.totals_1) == game.score.total
    assert max(game.score.total) > 1 << 24
    assert sums.net_squared == (sums.totals_0 - sums.totals_1) ** 2


def test_shutouts_of_every_kind_are_met():
    for name in ("bonus, never scored", "bonus, won no round", "double points", "double all"):
        _, sums = native_games.tally_games("knock_early", "random", 5, 0, 30, SHORT[name])
        assert GameSums(*sums).shutouts_0 > 0, name


def test_tallies_of_parts_add_up():
    whole = native_games.tally_games("simple", "greedy", 3, 10, 7, "classic")
    first = native_games.tally_games("simple", "greedy", 3, 10, 4, "classic")
    rest = native_games.tally_games("simple", "greedy", 3, 14, 3, "classic")
    assert Sums(*first[0]).plus(rest[0]) == whole[0]
    assert GameSums(*first[1]).plus(rest[1]) == whole[1]


def test_a_game_that_does_not_end_is_left():
    _, sums = native_games.tally_games("random", "random", 1, 0, 1, Rules(target=1_000_000))
    sums = GameSums(*sums)
    assert (sums.games, sums.unfinished, sums.rounds) == (1, 1, 10_000)


def test_a_game_played_from_python_is_left_too(monkeypatch):
    monkeypatch.setattr("gin_fast.game.MOST_ROUNDS_OF_GAME", 5)
    game = Game(Rules(target=1_000_000), seed=1)
    with pytest.raises(RuntimeError, match="not over after 5 rounds"):
        game.play("simple", "simple")
    assert len(game.rounds) == 5
    assert Game.from_json(game.to_json()) == game


@pytest.mark.parametrize("games", [native_games, reference_games])
@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (("simple", "greedy:x=1", 1, 0, 1), ValueError, "unknown parameter 'x' of greedy"),
        (("simple", "simple", -1, 0, 1), ValueError, "seed must be from 0"),
        (("simple", "simple", 1, 1 << 44, 1), ValueError, "start must be from 0"),
        (("simple", "simple", 1, (1 << 44) - 1, 2), ValueError, "count must be from 0 to 1"),
        (("simple", "simple", 1, 0, True), TypeError, "count must be an int, not True"),
    ],
)
def test_bad_input(games, given, error, message):
    with pytest.raises(error, match=message):
        games.tally_games(*given)


def test_games_are_simulated():
    one = simulate("greedy", "simple", games=30, seed=4, rules="classic", threads=1)
    assert one == simulate("greedy", "simple", games=30, seed=4, rules="classic", threads=3)
    rounds, games = native_games.tally_games("greedy", "simple", 4, 0, 30, "classic")
    assert (one.sums, one.game_sums) == (rounds, games)
    assert one.games == 30
    assert sum(one.game_wins) + one.game_sums.ties == 30
    assert one.to_dict()["game_sums"]["games"] == 30
    assert "share of games" in str(one)
    assert simulate("simple", "simple", rounds=3, seed=1).games is None


def test_rounds_or_games():
    with pytest.raises(ValueError, match="give rounds or games, not both"):
        simulate("simple", "simple", rounds=1, games=1)
    with pytest.raises(ValueError, match="games must be from 0 to"):
        simulate("simple", "simple", games=-1)


def test_both_engines_have_them():
    assert native.games is native_games
    assert reference.games is reference_games
