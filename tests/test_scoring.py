"""Games worked by hand, the worked values of the rules, and what must hold of any game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked_games import WORKED

from gin_fast.cards.hands import format_card, parse_card
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.rules.scoring import (
    KINDS,
    GameScore,
    RoundScore,
    dealer_by_cut,
    game_score,
    kind_of,
    knock_score,
    match_score,
    next_dealer,
    round_scores,
)

SOURCES = ("classic", "bicycle", "modern", "tournament", "parlett", "must_gin")


def scored(kind, knocker, ours, theirs, rules, *, doubled=False):
    """A round and its winner, by the words of the rules."""
    scores = round_scores(kind, knocker, ours, theirs, rules, doubled=doubled)
    winner = None if kind in ("dead", "tie") else 1 - knocker if kind == "undercut" else knocker
    return RoundScore(winner, scores, kind)


def won(*scores):
    """Rounds won by knocks, positive scores by seat 0 and negative ones by seat 1."""
    return [
        RoundScore(0, (score, 0), "knock") if score > 0 else RoundScore(1, (0, -score), "knock")
        for score in scores
    ]


SHORT_AND_LONG = won(50, *[-12] * 7, -15, 50)
"""100 points in two rounds, reached last, against 99 points in eight."""


@pytest.mark.parametrize("name", WORKED)
def test_games_worked_by_hand(name):
    rules, played, dealer_after, expected = WORKED[name]
    rounds, dealer = [], played[0][0]
    for dealt_by, kind, knocker, ours, theirs, scores in played:
        assert dealer == dealt_by
        assert round_scores(kind, knocker, ours, theirs, rules) == scores
        rounds.append(scored(kind, knocker, ours, theirs, rules))
        dealer = next_dealer(dealer, rounds[-1].winner, rules)
    assert dealer == dealer_after
    assert game_score(rounds, rules) == expected
    for count in range(len(rounds)):
        assert not game_score(rounds[:count], rules).is_over


@pytest.mark.parametrize("name", SOURCES)
def test_each_source_has_a_worked_game(name):
    assert name in WORKED
    assert any(rules == name and game.is_shutout for rules, _, _, game in WORKED.values())


@pytest.mark.parametrize(
    ("rules", "total", "credit"),
    [
        ("classic", 340, 340),
        ("bicycle", 340, 340),
        ("modern", 350, 350),
        ("tournament", 350, 350),
        ("parlett", 500, 500),
        ("must_gin", 350, 350),
    ],
)
def test_exactly_100_points_in_two_rounds(rules, total, credit):
    for sign, seat in ((1, 0), (-1, 1)):
        score = game_score(won(60 * sign, 40 * sign), rules)
        assert score.winner == seat
        assert score.total[seat] == total
        assert score.credit[seat] == credit
        assert score.total[1 - seat] == score.credit[1 - seat] == 0


@pytest.mark.parametrize(
    ("rules", "totals", "winner", "credit"),
    [
        ("classic", (240, 259), 1, (240, 259)),
        ("bicycle", (240, 259), 0, (240, 259)),
        ("modern", (250, 299), 1, (250, 299)),
        ("tournament", (250, 299), 0, (-49, 0)),
        ("parlett", (250, 299), 0, (250, 299)),
        ("must_gin", (250, 299), 1, (250, 299)),
    ],
)
def test_who_reaches_the_target_may_have_the_lower_total(rules, totals, winner, credit):
    score = game_score(SHORT_AND_LONG, rules)
    assert score.points == (100, 99)
    assert score.reached == 0
    assert (score.total, score.winner, score.credit) == (totals, winner, credit)


def test_an_undercut_turns_95_to_90():
    rounds = [
        scored("gin", 0, 0, 70, "modern"),
        scored("gin", 1, 0, 65, "modern"),
        scored("undercut", 0, 5, 2, "modern"),
    ]
    assert game_score(rounds[:2], "modern").points == (95, 90)
    score = game_score(rounds, "modern")
    assert score.points == (95, 118)
    assert score.game_bonus == (0, 100)


def test_boxes_do_not_bring_a_game_to_its_end():
    score = game_score(won(30, 30, 30), "classic")
    assert score.won == (3, 0)
    assert not score.is_over
    assert score.boxes == score.game_bonus == score.credit == (0, 0)
    assert score.total == (90, 0)


def test_boxes_of_palace_count_toward_the_target():
    assert not game_score(won(89), "palace").is_over
    score = game_score(won(90), "palace")
    assert score.is_over
    assert score.reached == score.winner == 0
    assert (score.points, score.boxes, score.total) == ((90, 0), (10, 0), (100, 0))


def test_equal_totals_tie():
    tie = won(*[-12] * 6, 50, 50)  # 72 and 6 boxes against 100, the bonus and 2 boxes
    rules = Rules(box=32)
    score = game_score(tie, rules)
    assert score.total == (264, 264)
    assert score.is_over
    assert score.winner is None
    assert game_score(tie, Rules(box=32, winner_by="target")).winner == 0
    difference = game_score(tie, Rules(box=32, credit="difference"))
    assert difference.winner is None
    assert difference.credit == (0, 0)


@pytest.mark.parametrize(
    ("shutout_if", "rounds", "expected"),
    [
        ("never_scored", [60, 40], True),
        ("never_scored", [60, None, 40], True),
        ("never_scored", [60, -1, 40], False),
        ("never_scored", [60, 0, 40], True),  # a round won for nothing is no score
        ("won_no_round", [60, None, 40], True),
        ("won_no_round", [60, 0, 40], False),
        ("won_every_round", [60, 40], True),
        ("won_every_round", [60, None, 40], False),
        ("won_every_round", [60, 0, 40], False),
    ],
)
def test_what_is_a_shutout(shutout_if, rounds, expected):
    given = [
        RoundScore(None, (0, 0), "dead")
        if each is None
        else RoundScore(1, (0, 0), "undercut")
        if each == 0
        else won(each)[0]
        for each in rounds
    ]
    for rules in (
        Rules(shutout_if=shutout_if),
        Rules(shutout_if=shutout_if, shutout="bonus", shutout_bonus=7),
        Rules(shutout_if=shutout_if, shutout="double_all"),
    ):
        score = game_score(given, rules)
        assert score.is_shutout == expected
        gives = {"bonus": 7, "double_points": 100, "double_all": 250}[rules.shutout]
        assert score.shutout == (gives if expected else 0, 0)
    assert not game_score(given, Rules(shutout_if=shutout_if, shutout="none")).is_shutout


@pytest.mark.parametrize(
    ("rules", "ours", "theirs", "big_gin", "expected"),
    [
        ("classic", 7, 5, False, -12),
        ("modern", 3, 21, False, 18),
        ("modern", 0, 21, True, 52),
        ("tournament", 8, 32, False, 24),
        ("tournament", 8, 6, False, -27),
        ("must_gin", 6, 10, False, 4),
        ("must_gin", 0, 21, True, 52),
        ("must_gin", 0, 0, False, 25),
        ("classic", 0, 0, False, 20),
        ("classic", 4, 4, False, -10),
        ("openspiel", 4, 4, False, 0),
        ("palace", 7, 5, False, -22),
        ("rlcard", 7, 5, False, 20),
        ("rlcard", 7, 30, False, 20),
        ("rlcard", 0, 30, False, 100),
        (Rules.preset("rlcard", big_gin_bonus=130), 0, 30, True, 130),
    ],
)
def test_worked_knocks(rules, ours, theirs, big_gin, expected):
    assert knock_score(ours, theirs, rules, big_gin=big_gin) == expected


def test_a_spade_doubles_the_round_and_no_box():
    rules = Rules.preset("oklahoma", oklahoma_spades_double=True)
    assert round_scores("knock", 0, 3, 21, rules, doubled=True) == (36, 0)
    assert round_scores("undercut", 0, 7, 5, rules, doubled=True) == (0, 54)
    assert round_scores("gin", 1, 0, 51, rules, doubled=True) == (0, 152)
    assert round_scores("big_gin", 1, 0, 21, rules, doubled=True) == (0, 104)
    assert round_scores("dead", None, None, None, rules, doubled=True) == (0, 0)
    assert round_scores("gin", 1, 0, 51, rules) == (0, 76)
    score = game_score([scored("gin", 1, 0, 51, rules, doubled=True)], rules)
    assert (score.points, score.boxes) == ((0, 152), (0, 25))
    assert score.total == (0, 152 + 152 + 100 + 25)
    with pytest.raises(ValueError, match="doubled must be False: a spade upcard does not double"):
        round_scores("gin", 1, 0, 51, "oklahoma", doubled=True)


def test_flat_scores():
    assert round_scores("knock", 0, 7, 5, "rlcard") == (20, -5)
    assert round_scores("gin", 1, 0, 41, "rlcard") == (-41, 100)
    assert round_scores("dead", None, 12, 30, "rlcard") == (-12, -30)
    for dead, winner in ((12, 30), 0), ((30, 12), 1), ((7, 7), None):
        score = game_score([scored("dead", None, *dead, "rlcard")], "rlcard")
        assert score.is_over
        assert score.winner == winner
        assert score.won == (0, 0)
    with pytest.raises(TypeError, match="knocker_deadwood must be an int, not None"):
        round_scores("dead", None, None, None, "rlcard")
    fields = {"flat_knock_score": 20, "undercut_bonus": 0, "oklahoma_spades_double": True}
    rules = Rules.preset("oklahoma", **fields)
    assert round_scores("knock", 0, 7, 5, rules, doubled=True) == (40, -10)
    assert round_scores("dead", None, 12, 30, rules, doubled=True) == (-24, -60)


def test_a_game_of_one_round():
    for played, winner in ((won(4), 0), (won(-4), 1), ([RoundScore(None, (0, 0), "tie")], None)):
        score = game_score(played, "openspiel")
        assert score.is_over
        assert score.reached is None
        assert score.winner == winner
        assert score.total == score.points == score.credit
        with pytest.raises(ValueError, match="round 2 comes after round 1 ended the game"):
            game_score([*played, *won(1)], "openspiel")


def test_no_round_follows_the_end():
    with pytest.raises(ValueError, match="round 3 comes after round 2 ended the game"):
        game_score(won(60, 40, 1), "modern")


@pytest.mark.parametrize(
    ("kind", "knocker", "ours", "theirs", "rules", "told"),
    [
        ("knock", 0, 7, 5, "modern", "kind must be undercut where 7 knocked against 5, not knock"),
        ("knock", 0, 0, 5, "modern", "kind must be gin where 0 knocked against 5, not knock"),
        ("tie", 0, 5, 5, "modern", "kind must be undercut"),
        ("undercut", 0, 5, 5, "openspiel", "kind must be tie"),
        ("undercut", 0, 7, 5, "rlcard", "kind must be knock"),
        ("gin", 1, 1, 5, "modern", "kind must be knock"),
        ("big_gin", 1, 1, 5, "modern", "knocker_deadwood must be 0 for big gin, not 1"),
        ("big_gin", 1, 0, 5, "classic", "big gin is not in these rules"),
        ("dead", 1, None, None, "modern", "knocker must be None in a dead round, not 1"),
        ("dead", None, -1, None, "modern", "knocker_deadwood must be at least 0, not -1"),
        ("knock", 2, 3, 4, "modern", "knocker must be from 0 to 1, not 2"),
        ("won", 0, 3, 4, "modern", "kind must be one of knock, undercut, .*, not 'won'"),
    ],
)
def test_kind_must_agree(kind, knocker, ours, theirs, rules, told):
    with pytest.raises(ValueError, match=told):
        round_scores(kind, knocker, ours, theirs, rules)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (("knock", None, 3, 4, "modern"), "knocker must be an int, not None"),
        (("knock", True, 3, 4, "modern"), "knocker must be an int, not True"),
        (("knock", 0, None, 4, "modern"), "knocker_deadwood must be an int, not None"),
        (("knock", 0, 3, "4", "modern"), "defender_deadwood must be an int, not '4'"),
        ((3, 0, 3, 4, "modern"), "kind must be a str"),
        (("knock", 0, 3, 4, None), "rules must be Rules or the name of a profile, not None"),
    ],
)
def test_values_of_other_types_are_refused(values, told):
    with pytest.raises(TypeError, match=told):
        round_scores(*values)


def test_doubled_is_a_bool():
    with pytest.raises(TypeError, match="doubled must be a bool, not 1"):
        round_scores("dead", None, None, None, "modern", doubled=1)


@pytest.mark.parametrize(
    ("given", "rules", "error", "told"),
    [
        ((0, (4, 0), "knock"), "modern", TypeError, "round 1 must be a RoundScore"),
        (RoundScore(None, (4, 0), "knock"), "modern", ValueError, "winner=None with kind=knock"),
        (RoundScore(0, (0, 0), "dead"), "modern", ValueError, "winner=0 with kind=dead"),
        (RoundScore(2, (4, 0), "knock"), "modern", ValueError, "winner must be from 0 to 1"),
        (RoundScore(0, (0, 4), "knock"), "modern", ValueError, "must score 0 for seat 1"),
        (RoundScore(0, (-4, 0), "knock"), "rlcard", ValueError, "must score at least 0 for seat 0"),
        (RoundScore(0, (20, 3), "knock"), "rlcard", ValueError, "must score at most 0 for seat 1"),
        (RoundScore(0, (4, -3), "knock"), "modern", ValueError, "must score 0 for seat 1"),
        (RoundScore(None, (4, 0), "dead"), "modern", ValueError, "must score 0 for seat 0"),
        (RoundScore(0, (4,), "knock"), "modern", TypeError, "scores must be a pair of ints"),
        (RoundScore(0, (4.0, 0), "knock"), "modern", TypeError, "a score must be an int"),
        (RoundScore(0, (4, 0), "won"), "modern", ValueError, "kind must be one of"),
        (RoundScore(0, (1 << 99, 0), "gin"), "modern", ValueError, "a score must be from"),
    ],
)
def test_rounds_that_cannot_be_are_refused(given, rules, error, told):
    with pytest.raises(error, match=told):
        game_score([given], rules)


@pytest.mark.parametrize("of", ["winner", "loser", "alternate"])
@pytest.mark.parametrize("after_dead", ["same", "alternate"])
def test_next_dealer(of, after_dead):
    rules = Rules(next_dealer=of, after_dead=after_dead)
    for dealer in (0, 1):
        assert next_dealer(dealer, None, rules) == (dealer if after_dead == "same" else 1 - dealer)
        for winner in (0, 1):
            expected = {"winner": winner, "loser": 1 - winner, "alternate": 1 - dealer}[of]
            assert next_dealer(dealer, winner, rules) == expected


def test_next_dealer_refuses():
    with pytest.raises(ValueError, match="dealer must be from 0 to 1, not 2"):
        next_dealer(2, None, "modern")
    with pytest.raises(TypeError, match="winner must be an int, not False"):
        next_dealer(0, False, "modern")


def test_the_higher_card_of_a_cut_deals():
    order = [parse_card(rank + suit) for rank in "A23456789TJQK" for suit in "CDHS"]
    for at, low in enumerate(order):
        for high in order[at + 1 :]:
            assert (dealer_by_cut((low, high)), dealer_by_cut([high, low])) == (1, 0)
        with pytest.raises(ValueError, match=f"two different ones, not {format_card(low)} twice"):
            dealer_by_cut((low, low))
    for wrong in ("KD", (1,), (1, 2, 3), None):
        with pytest.raises(TypeError, match="cards must be a pair of cards, not"):
            dealer_by_cut(wrong)
    with pytest.raises(ValueError, match="a card must be from 0 to 51, not 52"):
        dealer_by_cut((0, 52))


def test_a_match_to_500():
    rules = Rules.preset("tournament")
    mine, theirs = game_score(won(60, 40), rules), game_score(won(-60, -40), rules)
    behind = game_score(SHORT_AND_LONG, rules)
    assert match_score([], rules) == ((0, 0), (0, 0), 0, False, None)
    assert match_score([mine, theirs, behind], rules) == ((301, 350), (2, 1), 0, False, None)
    assert match_score([mine, theirs, behind, mine], rules) == ((651, 350), (3, 1), 0, True, 0)
    assert match_score([mine], Rules.preset("tournament", match_target=351)).winner is None
    assert match_score([mine], Rules.preset("tournament", match_target=350)).winner == 0
    with pytest.raises(ValueError, match="game 3 comes after game 2 ended the match"):
        match_score([mine, mine, mine], rules)
    with pytest.raises(ValueError, match="game 1 is not over"):
        match_score([game_score(won(30), rules)], rules)
    with pytest.raises(TypeError, match="game 1 must be a GameScore"):
        match_score([None], rules)


def test_both_may_reach_the_match_target_at_once():
    rules = Rules(match_target=250)
    game = game_score(SHORT_AND_LONG, rules)
    assert match_score([game], rules) == ((250, 299), (0, 1), 0, True, 1)
    rules = Rules(match_target=200, box=32)
    tie = game_score(won(*[-12] * 6, 50, 50), rules)
    assert match_score([tie], rules) == ((264, 264), (0, 0), 1, True, None)


def test_without_a_match_target_no_match_ends():
    game = game_score(won(60, 40), "modern")
    assert match_score([game] * 9, "modern") == ((3150, 0), (9, 0), 0, False, None)


@st.composite
def tables(draw):
    """Rules, and rounds as they are played at such a table, to the end of a game or not."""
    rules = draw(st.sampled_from(list(PROFILES.values())))
    if rules.oklahoma:
        rules = Rules.preset("oklahoma", oklahoma_spades_double=draw(st.booleans()))
    played = []
    for _ in range(draw(st.integers(0, 12))):
        knocker, ours = draw(st.integers(0, 1)), draw(st.integers(0, rules.knock_limit))
        theirs = draw(st.integers(0, 100))
        doubled = rules.oklahoma_spades_double and draw(st.booleans())
        kind = kind_of(ours, theirs, rules)
        if draw(st.integers(0, 5)) == 0:
            kind, knocker = "dead", None
        elif kind == "gin" and rules.big_gin_bonus is not None and draw(st.booleans()):
            kind = "big_gin"
        played.append(scored(kind, knocker, ours, theirs, rules, doubled=doubled))
        if game_score(played, rules).is_over:
            break
    return rules, played


def swapped(pair):
    return pair[::-1]


def other(seat):
    return None if seat is None else 1 - seat


@given(tables())
def test_any_game(table):
    rules, played = table
    score = game_score(played, rules)
    for seat in (0, 1):
        assert score.points[seat] == sum(each.scores[seat] for each in played)
        assert score.won[seat] == sum(each.winner == seat for each in played)
        parts = score.points, score.game_bonus, score.shutout, score.boxes
        assert score.total[seat] == sum(part[seat] for part in parts)
        if seat != score.reached:
            assert score.game_bonus[seat] == score.shutout[seat] == 0
    if not score.is_over:
        assert score.winner is None
        assert score.game_bonus == score.shutout == score.credit == (0, 0)
    elif rules.target is not None:
        toward = score.points[score.reached]
        toward += score.boxes[score.reached] if rules.boxes_count_to_target else 0
        assert toward >= rules.target
        assert played[-1].winner == score.reached
    mirror = [RoundScore(other(w), swapped(scores), kind) for w, scores, kind in played]
    assert game_score(mirror, rules) == GameScore(
        *(swapped(part) for part in score[:6]),
        other(score.reached),
        other(score.winner),
        score.is_over,
        score.is_shutout,
        swapped(score.credit),
    )


@given(
    st.sampled_from(list(PROFILES.values())),
    st.integers(0, 1),
    st.integers(0, 100),
    st.integers(0, 100),
)
def test_just_one_kind_agrees(rules, knocker, ours, theirs):
    ended = kind_of(ours, theirs, rules)
    for kind in KINDS:
        if kind not in ("dead", "big_gin", ended):
            with pytest.raises(ValueError, match=f"kind must be {ended} where"):
                round_scores(kind, knocker, ours, theirs, rules)
    scores, by_knocker = (
        round_scores(ended, knocker, ours, theirs, rules),
        knock_score(ours, theirs, rules),
    )
    assert scores[knocker] == max(by_knocker, 0)
    flat = rules.flat_knock_score is not None
    assert scores[1 - knocker] == (-theirs if flat else max(-by_knocker, 0))
