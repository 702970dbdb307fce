"""Whole games, played and scored by both engines."""

from collections import Counter

import pytest
from simulating import AtOnce, Faulty, Interrupting, Plain, Worse

from gin_fast import PROFILES, Game, Rules, native, reference, simulate
from gin_fast.answers.batch import GAME_STRIDE
from gin_fast.answers.faults import MOST_FAULTS
from gin_fast.answers.sums import GameSums, Sums, Tally
from gin_fast.native import games as native_games
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


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", [*PROFILES, *SHORT])
def test_the_engines_play_and_score_games_alike(rules, mirrored):
    rules = SHORT.get(rules, rules)
    start, count = (4, 2) if mirrored else (3, 3)
    for a, b in ("simple", "knock_early"), ("greedy:knock=10", "simple"):
        answers = [
            games.tally_games(a, b, 11, start, count, rules, mirrored=mirrored)
            for games in (native_games, reference_games)
        ]
        assert answers[0] == answers[1]
        assert answers[0].games.games == count


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", ["modern", "rlcard", "openspiel", *SHORT])
def test_the_engines_forfeit_rounds_of_games_alike(rules, mirrored):
    rules = SHORT.get(rules, rules)
    for a, b in ("simple", Faulty), (Faulty, AtOnce):
        answers = [
            games.tally_games(a, b, 12, 4, 2, rules, mirrored=mirrored)
            for games in (native_games, reference_games)
        ]
        assert answers[0] == answers[1]
        one = answers[0]
        forfeits = one.rounds.forfeits_0 + one.rounds.forfeits_1
        assert len(one.faults) == min(forfeits, MOST_FAULTS)
        if b is AtOnce:
            assert forfeits == one.rounds.rounds
        for fault in one.faults:
            assert fault.number in (4, 5)
            assert fault.deal >> GAME_STRIDE == (fault.number // 2 if mirrored else fault.number)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("rules", [*PROFILES, *SHORT])
def test_native_games_are_those_of_game(rules, mirrored):
    rules = SHORT.get(rules, rules)
    a, b, size = "simple", "knock_early", 2 if mirrored else 1
    games = []  # of each game the winner, the totals and the shut out by side, and the rounds
    for number in range(12):
        deals, swapped = number // size, number % size
        game = Game(rules, seed=5, index=deals << GAME_STRIDE, dealer=1 - (deals & 1))
        game.play(*((b, a) if swapped else (a, b)))
        score = game.score
        winner = None if score.winner is None else score.winner ^ swapped
        total = score.total[::-1] if swapped else score.total
        games.append((winner, total, score.is_shutout and score.reached ^ swapped, game, swapped))
    tally = native_games.tally_games(a, b, 5, 0, 12, rules, mirrored=mirrored)
    sums = tally.games
    winners = [winner for winner, *_ in games]
    assert [sums.wins_0, sums.wins_1, sums.ties] == [winners.count(one) for one in (0, 1, None)]
    for side in (0, 1):
        assert sums[GameSums._fields.index(f"totals_{side}")] == sum(g[1][side] for g in games)
        shutouts = sum(g[2] is not False and g[2] == side for g in games)
        assert sums[GameSums._fields.index(f"shutouts_{side}")] == shutouts
    rounds = [len(game.rounds) for *_, game, _ in games]
    assert (sums.games, sums.rounds, sums.unfinished) == (12, sum(rounds), 0)

    def squared(values):
        return sum(sum(values[at : at + size]) ** 2 for at in range(0, 12, size))

    assert sums.wins_0_squared == squared([winner == 0 for winner in winners])
    assert sums.wins_1_squared == squared([winner == 1 for winner in winners])
    assert sums.decided_squared == squared([winner is not None for winner in winners])
    assert sums.net_squared == squared([total[0] - total[1] for _, total, *_ in games])
    assert sums.rounds_squared == squared(rounds)
    # The rounds of a game, or of two mirrored ones, are one unit.
    of_rounds = tally.rounds
    assert of_rounds.rounds == sum(tally.counts.net_points) == sum(rounds)
    values = {name: [] for name in ("net_points", "knocks", "decided", *OF_GAME)}
    for *_, game, swapped in games:
        added = _of_game(game, swapped)
        for name, all_of_it in values.items():
            all_of_it.append(added[name])
    for name, of_each in values.items():
        if name in Sums._fields:
            assert getattr(of_rounds, name) == sum(of_each), name
        assert getattr(of_rounds, f"{name}_squared") == squared(of_each), name

    def mixed(name, other):
        units = range(0, 12, size)
        parts = ([sum(values[each][at : at + size]) for at in units] for each in (name, other))
        return sum(x * w for x, w in zip(*parts, strict=True))

    assert of_rounds.knock_deadwood_by_knocks == mixed("knock_deadwood", "knocks")
    assert of_rounds.starter_wins_by_decided == mixed("starter_wins", "decided")
    for name in OF_GAME:
        if f"{name}_by_rounds" in Sums._fields:
            assert getattr(of_rounds, f"{name}_by_rounds") == mixed(name, "rounds"), name


OF_GAME = [name.removesuffix("_squared") for name in Sums._fields if name.endswith("_squared")]
OF_GAME = [name for name in OF_GAME if name in Sums._fields]


def _of_game(game, swapped):
    """What the rounds of one game come to, by sides."""
    added = Counter({"rounds": len(game.rounds)})
    for one in game.rounds:
        result, starter = one.result, one.view(0).starter ^ swapped  # by side, as all below
        ours, theirs = result.scored[::-1] if swapped else result.scored
        added["points_0"] += ours
        added["points_1"] += theirs
        added["net_points"] += ours - theirs
        added["starter_net"] += theirs - ours if starter else ours - theirs
        if result.winner is not None:
            winner = result.winner ^ swapped
            added[f"wins_{winner}"] += 1
            added["decided"] += 1
            added["starter_wins"] += winner == starter
        if result.kind in ("knock", "undercut", "tie"):
            added["knocks"] += 1
            added["knock_deadwood"] += result.knocker_deadwood
        added["draws"] += result.draws
        added["pile_draws"] += result.pile_draws
    return added


@pytest.mark.parametrize("strategy", ["greedy", "knock_early", "simple", Plain])
def test_against_itself_mirrored_every_pair_comes_out_even(strategy):
    count = 4 if strategy is Plain else 40
    for rules in ("classic", "eaai"):
        sums = native_games.tally_games(strategy, strategy, 3, 0, count, rules, mirrored=True).games
        assert sums.games == count
        assert sums.net_squared == 0
        assert (sums.wins_0, sums.totals_0) == (sums.wins_1, sums.totals_1)
        assert sums.wins_0 + sums.ties // 2 == count // 2


@pytest.mark.parametrize("games", [native_games, reference_games])
def test_a_game_of_forfeits(games):
    """Each round scores 25 and the ten cards, or so, until the target is reached."""
    one = games.tally_games(AtOnce, "simple", 9, 0, 1, Rules(target=100, shutout="none"))
    assert one.games.wins_1 == 1
    assert one.rounds.forfeits_1 == one.rounds.rounds == one.games.rounds == len(one.faults)
    assert one.rounds.points_1 >= 100
    assert [fault.deal for fault in one.faults] == list(range(one.games.rounds))
    assert {fault.number for fault in one.faults} == {0}
    assert one.faults[0].view.scores == (0, 0)
    with pytest.raises(RuntimeError) as caught:
        games.tally_games(AtOnce, "simple", 9, 0, 1, on_error="raise")
    said = "strategy 'AtOnce' in seat 0 failed: ZeroDivisionError: at once"
    assert str(caught.value) == f"game 0, round 0 of seed 9: {said}"


@pytest.mark.parametrize("games", [native_games, reference_games])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_fault_in_a_game_is_told_by_game_and_round(games, mirrored):
    """Not by the number of its deal, which nobody knows."""
    found = games.tally_games(Worse, "simple", 9, 2, 2, mirrored=mirrored)
    assert len({fault.round for fault in found.faults}) > 1
    for fault in found.faults:
        assert fault.number in (2, 3)
        deals = fault.number // 2 if mirrored else fault.number
        assert fault.deal == deals * 2**20 + fault.round
        assert str(fault).startswith(f"game {fault.number}, round {fault.round}, phase ")
    for on_error in ("forfeit", "raise"):
        with pytest.raises(KeyboardInterrupt):
            games.tally_games(Interrupting, "simple", 9, 0, 20, on_error=on_error)


def test_a_long_game_with_large_boxes():
    game = Game(LARGE, seed=7, index=0, dealer=1)
    game.play("simple", "random")
    sums = native_games.tally_games("simple", "random", 7, 0, 1, LARGE).games
    assert (sums.totals_0, sums.totals_1) == game.score.total
    assert max(game.score.total) > 1 << 24
    assert sums.net_squared == (sums.totals_0 - sums.totals_1) ** 2


def test_shutouts_of_every_kind_are_met():
    for name in ("bonus, never scored", "bonus, won no round", "double points", "double all"):
        sums = native_games.tally_games("knock_early", "random", 5, 0, 30, SHORT[name]).games
        assert sums.shutouts_0 > 0, name


def test_tallies_of_parts_add_up():
    for a in ("simple", Faulty):
        for mirrored in (False, True):
            count = 8 if mirrored else 7
            parts = [
                native_games.tally_games(
                    a, "greedy", 3, start, number, "classic", mirrored=mirrored
                )
                for start, number in ((10, count), (10, 4), (14, count - 4))
            ]
            whole, first, rest = parts
            assert first.plus(rest) == whole
            assert whole.rounds.rounds_squared == whole.games.rounds_squared
            assert whole.games.games == count
            assert len(whole.faults) == (MOST_FAULTS if a is Faulty else 0)
    assert native_games.tally_games("simple", "greedy", 3, 10, 0) == Tally()


def test_a_game_that_does_not_end_is_left():
    sums = native_games.tally_games("random", "random", 1, 0, 1, Rules(target=1_000_000)).games
    assert (sums.games, sums.unfinished, sums.rounds) == (1, 1, 10_000)


def test_a_game_played_from_python_is_left_too(monkeypatch):
    monkeypatch.setattr("gin_fast.game.game.MOST_ROUNDS_OF_GAME", 5)
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


@pytest.mark.parametrize("games", [native_games, reference_games])
@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"mirrored": 1}, TypeError, "mirrored must be a bool, not 1"),
        ({"mirrored": True, "start": 3}, ValueError, "start must be even where mirrored, not 3"),
        ({"mirrored": True, "count": 3}, ValueError, "count must be even where mirrored, not 3"),
        ({"on_error": None}, ValueError, "on_error must be one of forfeit, raise, not None"),
        ({"on_error": "x"}, ValueError, "on_error must be one of forfeit, raise, not 'x'"),
    ],
)
def test_bad_settings(games, changes, error, message):
    with pytest.raises(error, match=message):
        games.tally_games("simple", "simple", **{"seed": 1, "start": 0, "count": 2} | changes)


def test_games_are_simulated():
    one = simulate("greedy", "simple", games=30, seed=4, rules="classic", threads=1)
    assert one == simulate("greedy", "simple", games=30, seed=4, rules="classic", threads=3)
    assert one.tally == native_games.tally_games("greedy", "simple", 4, 0, 30, "classic")
    assert (one.sums, one.game_sums) == (one.tally.rounds, one.tally.games)
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
