"""The scorepad: what people enter, what is refused, and that sums always follow."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked_games import WORKED

from gin_fast import Round
from gin_fast.cards.hands import format_card
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.rules.scorepad import Scorepad
from gin_fast.rules.scoring import match_score
from gin_fast.rules.sheet import Entry


def kept(pad):
    """All that a refused change must leave as it is."""
    return pad.entries, pad.score, pad.dealer, pad.sheet(), str(pad), pad.to_json()


def refuses(pad, call, told, error=ValueError):
    before = kept(pad)
    with pytest.raises(error, match=told):
        call()
    assert kept(pad) == before


@pytest.mark.parametrize("name", WORKED)
def test_worked_games(name):
    rules, played, dealer_after, expected = WORKED[name]
    pad = Scorepad(rules, dealer=played[0][0])
    sums = [0, 0]
    for number, (dealer, kind, knocker, ours, theirs, scores) in enumerate(played, 1):
        assert pad.dealer == dealer
        told = kind if kind in ("dead", "big_gin") else None
        entry = pad.enter(knocker, ours, theirs, kind=told)
        assert entry == (kind, knocker, ours, theirs, False, None)
        winner = None if kind == "dead" else 1 - knocker if kind == "undercut" else knocker
        box = 10 if rules == "palace" else 0
        sums = [sums[seat] + scores[seat] + box * (winner == seat) for seat in (0, 1)]
        assert pad.sheet()[-1] == (number, dealer, entry, winner, scores, tuple(sums))
    assert pad.score == expected
    assert pad.dealer == dealer_after
    assert Scorepad.from_json(pad.to_json()) == pad
    if pad.score.is_over:
        refuses(pad, lambda: pad.enter("A", 3, 4), "the game is over: no round can be entered")


def test_the_sheet_is_a_readable_table():
    pad = Scorepad("modern", players=("Ann", "Bob"), dealer="bob")
    pad.enter("Ann", 3, 21)
    pad.enter(kind="dead")
    pad.enter("Bob", 9, 4)
    pad.enter("Bob", 0, 7)
    pad.enter("Ann", kind="big_gin", defender_deadwood=30)
    assert str(pad).splitlines() == [
        "round       dealer  ended                          Ann  Bob     so far",
        "1           Bob     Ann knocked, 3 against 21       18    0    18 to 0",
        "2           Ann     dead                             0    0    18 to 0",
        "3           Ann     Bob was undercut, 9 against 4   30    0    48 to 0",
        "4           Ann     Bob gin against 7                0   32   48 to 32",
        "5           Bob     Ann big gin against 30          61    0  109 to 32",
        "points                                             109   32",
        "game bonus                                         100    0",
        "boxes                                               75   25",
        "total                                              284   57",
        "The game is won by Ann.",
    ]
    assert repr(pad) == "<Scorepad of Ann and Bob, 5 rounds>"


def test_the_sheet_of_other_ends():
    pad = Scorepad("rlcard", players=("Ann", "Bob"))
    pad.enter(None, 12, 12, kind="dead")
    assert str(pad).splitlines() == [
        "round   dealer  ended            Ann  Bob      so far",
        "1       ?       dead, 12 and 12  -12  -12  -12 to -12",
        "points                           -12  -12",
        "The game is tied.",
    ]
    pad = Scorepad(Rules.preset("oklahoma", oklahoma_spades_double=True, tie="nobody"))
    pad.enter("A", 3, 21, doubled=True)
    pad.enter("B", 4, 4)
    assert [row.scores for row in pad.sheet()] == [(36, 0), (0, 0)]
    assert "A knocked, 3 against 21, doubled  36  0  36 to 0" in str(pad)
    assert "B tied, 4 against 4" in str(pad)


@pytest.mark.parametrize("rules", PROFILES)
def test_each_line_has_the_scores_so_far_and_the_end_what_the_game_is_worth(rules):
    pad = Scorepad(rules, players=("Ann", "Bob"))
    seats = [0, 1, 1, 0]
    while not pad.score.is_over:
        pad.enter(seats[len(pad.entries) % 4], 0, 29)
    head, *lines = str(pad).splitlines()
    assert head.split()[-4:] == ["Ann", "Bob", "so", "far"]
    sums = [0, 0]
    for row, line in zip(pad.sheet(), lines, strict=False):
        box = pad.rules.box if pad.rules.boxes_count_to_target else 0
        sums = [sums[seat] + row.scores[seat] + box * (row.winner == seat) for seat in (0, 1)]
        assert line.split()[-5:] == [*map(str, row.scores), str(sums[0]), "to", str(sums[1])]
    worth = [line.split()[1:] for line in lines if line.startswith("credit")]
    is_told = pad.rules.credit == "difference"
    assert worth == ([[*map(str, pad.score.credit)]] if is_told else [])
    assert all(line == line.rstrip() for line in lines)


def test_the_winner_of_tournament_may_be_credited_less_than_nothing():
    pad = Scorepad("tournament", players=("Ann", "Bob"))
    for _ in range(12):
        pad.enter("Bob", 1, 9)
    pad.enter("Ann", 0, 70)
    assert [line.split() for line in str(pad).splitlines() if line.startswith("credit")] == []
    pad.enter("Ann", kind="gin", defender_deadwood=9)
    assert [" ".join(line.split()) for line in str(pad).splitlines()[-5:]] == [
        "game bonus 100 0",
        "boxes 50 300",
        "total 279 396",
        "credit -117 0",
        "The game is won by Ann.",
    ]


UPCARD_RULES = [
    *PROFILES.values(),
    *(
        Rules.preset("oklahoma", oklahoma_ace_is_gin=ace, oklahoma_spades_double=spades)
        for ace in (False, True)
        for spades in (False, True)
    ),
]


@pytest.mark.parametrize("rules", UPCARD_RULES)
def test_the_upcard_sets_the_limit_and_doubles_where_the_rules_say_so(rules):
    for upcard in range(52):
        pad = Scorepad(rules)
        text = format_card(upcard)
        if not rules.oklahoma:
            told = f"upcard must be left out, not '{text}': these rules do not look at it"
            refuses(pad, lambda pad=pad, text=text: pad.enter("A", 0, 30, upcard=text), told)
            continue
        deck = [card for card in range(52) if card != upcard]
        view = Round.from_deck([*deck[:20], upcard, *deck[20:]], rules=rules).view(0)
        limit, doubles = view.limit, view.multiplier == 2
        for ours in range(12):
            most = f"at most {limit}, the knock limit" if limit else "0, for gin"
            told = f"knocker_deadwood must be {most} with {text} turned up, not {ours}"
            if ours > limit:
                refuses(
                    pad,
                    lambda pad=pad, ours=ours, upcard=upcard: pad.enter(
                        "A", ours, 30, upcard=upcard
                    ),
                    told,
                )
                continue
            entry = pad.enter("A", ours, 30, upcard=text)
            assert (entry.upcard, entry.doubled) == (upcard, doubles)
            once = Scorepad(rules)
            once.enter("A", ours, 30)
            assert pad.score.points[0] == (2 if doubles else 1) * once.score.points[0]
            assert Scorepad.from_json(pad.to_json()) == pad
            assert text in str(pad)
            pad.undo()
        if not doubles:
            refuses(
                pad,
                lambda pad=pad, text=text: pad.enter("A", 0, 9, upcard=text, doubled=True),
                "no round is doubled",
            )


def test_an_upcard_is_noted_later():
    pad = Scorepad(Rules.preset("oklahoma", oklahoma_spades_double=True))
    pad.enter("A", 5, 21)
    pad.enter(kind="dead")
    assert [row.scores for row in pad.sheet()] == [(16, 0), (0, 0)]
    told = "knocker_deadwood must be at most 4, the knock limit with 4S turned up, not 5"
    refuses(pad, lambda: pad.note_upcard(1, "4s"), told)
    refuses(pad, lambda: pad.note_upcard(1, "1s"), "upcard: unknown card '1s'")
    refuses(pad, lambda: pad.note_upcard(1, 52), "upcard must be from 0 to 51, not 52")
    refuses(pad, lambda: pad.note_upcard(3, "4s"), "number must be from 1 to 2, not 3")
    assert pad.note_upcard(1, "5S").doubled
    assert pad.note_upcard(2, "AC").upcard == 0
    assert [row.scores for row in pad.sheet()] == [(32, 0), (0, 0)]
    assert [row.entry.upcard for row in Scorepad.from_json(pad.to_json()).sheet()] == [43, 0]
    pad.undo()
    pad.undo()
    assert [row.scores for row in pad.sheet()] == [(16, 0), (0, 0)]


def test_sheets_of_before_do_not_tell_the_upcard():
    pad = Scorepad("oklahoma")
    pad.enter("A", 5, 21, upcard="7D")
    values = json.loads(pad.to_json())
    assert values["rounds"][0]["upcard"] == "7D"
    del values["rounds"][0]["upcard"]
    again = Scorepad.from_json(json.dumps(values))
    assert again.entries == (Entry("knock", 0, 5, 21),)
    assert again.note_upcard(1, "7D") == pad.entries[0]
    for wrong, told in (("4D", "at most 4"), (19, "a card's name"), ([], "upcard must be")):
        values["rounds"][0]["upcard"] = wrong
        with pytest.raises(ValueError, match=f"^round 1: .*{told}"):
            Scorepad.from_json(json.dumps(values))


def test_who_dealt_is_found_out_by_a_round():
    pad = Scorepad("modern")
    pad.enter(kind="dead")
    assert pad.dealer is None
    pad.enter("B", 3, 21)
    assert pad.dealer == 1
    assert [row.dealer for row in pad.sheet()] == [None, None]
    pad = Scorepad(Rules(next_dealer="loser"))
    pad.enter("B", 3, 21)
    assert pad.dealer == 0
    pad = Scorepad("eaai")
    pad.enter("B", 3, 21)
    assert pad.dealer is None


def test_players_are_told_by_seat_or_by_name():
    pad = Scorepad(players=["Ann", "Bob"])
    assert [pad.enter(who, 3, 21).knocker for who in (0, 1, "Ann", "bob")] == [0, 1, 0, 1]
    told = "knocker must be 'Ann' or 'Bob', or a seat, not 'Cid'"
    refuses(pad, lambda: pad.enter("Cid", 3, 21), told)
    refuses(pad, lambda: pad.enter(2, 3, 21), "knocker must be from 0 to 1, not 2")
    refuses(pad, lambda: pad.enter(True, 3, 21), "knocker must be an int, not True", TypeError)


@pytest.mark.parametrize(
    ("players", "error", "told"),
    [
        ("AB", TypeError, "players must be a pair of names, not 'AB'"),
        (("A",), TypeError, "players must be a pair of names"),
        (("A", 1), TypeError, "the name of a player must be a str, not 1"),
        (("A", "a"), ValueError, "players must have different names, not both 'a'"),
        (("A", " B"), ValueError, "printable characters without space around them, not ' B'"),
        (("A", ""), ValueError, "the name of a player must be 1 to 40 printable"),
        (("A", "b" * 41), ValueError, "the name of a player must be 1 to 40 printable"),
        (("A", "b\nc"), ValueError, "the name of a player must be 1 to 40 printable"),
        (("A", "\ud800"), ValueError, "the name of a player must be 1 to 40 printable"),
    ],
)
def test_names_that_are_none(players, error, told):
    with pytest.raises(error, match=told):
        Scorepad(players=players)


def test_the_first_dealer_is_a_seat_or_a_name():
    assert Scorepad(dealer="B").dealer == Scorepad(dealer=1).dealer == 1
    with pytest.raises(ValueError, match="dealer must be 'A' or 'B', or a seat, not 'C'"):
        Scorepad(dealer="C")
    with pytest.raises(ValueError, match="dealer must be from 0 to 1, not 5"):
        Scorepad(dealer=5)


@pytest.mark.parametrize(
    ("rules", "values", "told"),
    [
        ("modern", {}, "knocker must be given, unless the round is dead"),
        ("modern", {"knocker": "A"}, "knocker_deadwood must be given"),
        ("modern", {"knocker": "A", "knocker_deadwood": 3}, "defender_deadwood must be given"),
        ("modern", {"knocker": "A", "kind": "gin"}, "defender_deadwood must be given"),
        ("modern", ("A", 11, 20), "knocker_deadwood must be at most 10, the knock limit, not 11"),
        ("oklahoma", ("A", 11, 20), "knocker_deadwood must be at most 10, the knock limit"),
        ("straight", ("A", 1, 20), "knocker_deadwood must be 0, for gin, not 1"),
        ("modern", ("A", -1, 20), "knocker_deadwood must be from 0 to 100, not -1"),
        ("modern", ("A", 3, 101), "defender_deadwood must be from 0 to 100, not 101"),
        (
            "modern",
            {"kind": "dead", "knocker": "A"},
            "knocker must be left out of a dead round, not 'A'",
        ),
        ("modern", {"kind": "won", "knocker": "A"}, "kind must be one of knock, .*, not 'won'"),
        ("rlcard", {"kind": "dead"}, "score a dead round: both deadwoods must be given"),
        ("classic", ("A", 0, 20, "big_gin"), "big gin is not in these rules"),
        ("modern", ("A", 1, 20, "big_gin"), "knocker_deadwood must be 0 for big gin, not 1"),
        ("modern", ("A", 7, 5, "knock"), "kind must be undercut where 7 knocked against 5"),
        (
            "modern",
            ("A", 7, 5, None, True),
            "no round is doubled in these rules: a spade turned up does not",
        ),
    ],
)
def test_rounds_that_are_refused(rules, values, told):
    names = ("knocker", "knocker_deadwood", "defender_deadwood", "kind", "doubled")
    if isinstance(values, tuple):
        values = dict(zip(names, values, strict=False))
    pad = Scorepad(rules)
    refuses(pad, lambda: pad.enter(**values), told)
    if rules != "rlcard":
        pad.enter("A", 0, 5)
        refuses(pad, lambda: pad.correct(1, **values), told)


def test_values_of_other_types():
    pad = Scorepad()
    refuses(pad, lambda: pad.enter("A", 3.0, 4), "knocker_deadwood must be an int", TypeError)
    refuses(pad, lambda: pad.enter("A", 3, "4"), "defender_deadwood must be an int", TypeError)
    refuses(pad, lambda: pad.enter("A", 3, 4, kind=7), "kind must be a str", TypeError)
    refuses(pad, lambda: pad.enter("A", 3, 4, doubled=0), "doubled must be a bool", TypeError)


def test_corrections_are_followed_by_sums_and_dealers():
    pad = Scorepad(dealer=0)
    pad.enter("A", 3, 21)
    pad.enter("B", 5, 30)
    pad.enter("A", 0, 25)
    assert [row.dealer for row in pad.sheet()] == [0, 0, 1]
    assert pad.score.points == (68, 25)
    assert pad.correct(2, "B", 5, 3) == Entry("undercut", 1, 5, 3)
    assert [row.dealer for row in pad.sheet()] == [0, 0, 0]
    assert [row.running for row in pad.sheet()] == [(18, 0), (45, 0), (95, 0)]
    assert pad.remove(1) == Entry("knock", 0, 3, 21)
    assert [row.number for row in pad.sheet()] == [1, 2]
    assert pad.score.points == (77, 0)
    for number, told in ((0, "from 1 to 2, not 0"), (3, "from 1 to 2, not 3")):
        refuses(pad, lambda number=number: pad.remove(number), f"number must be {told}")
        refuses(pad, lambda number=number: pad.correct(number, "A", 1, 2), "number must be")
    pad = Scorepad()
    refuses(pad, lambda: pad.remove(1), "no round has been entered")


def test_a_correction_may_end_the_game_only_in_its_last_round():
    pad = Scorepad()
    pad.enter("A", 3, 60)
    pad.enter("B", 3, 20)
    pad.enter("A", 3, 9)
    told = "round 3 comes after round 2 ended the game"
    refuses(pad, lambda: pad.correct(2, "A", 0, 70), told)
    pad.correct(3, "A", 0, 70)
    assert pad.score.winner == 0
    pad.correct(3, "A", 3, 70)  # a game that is over is opened again
    assert pad.score.is_over
    pad.correct(3, "A", 3, 9)
    assert not pad.score.is_over
    pad.enter("B", 0, 9)


def test_removing_a_round_cannot_leave_rounds_after_the_end():
    pad = Scorepad(Rules(flat_knock_score=60, undercut_bonus=0))
    pad.enter("A", 3, 0)
    pad.enter("B", 3, 50)  # A loses 50
    pad.enter("A", 3, 0)
    pad.enter("B", 3, 0)
    assert pad.score.points == (70, 120)
    assert pad.score.reached == 1
    refuses(pad, lambda: pad.remove(2), "round 3 comes after round 2 ended the game")


def test_undo():
    pad = Scorepad()
    refuses(pad, pad.undo, "there is no change to undo")
    states = [kept(pad)]
    for change in (
        lambda: pad.enter("A", 3, 21),
        lambda: pad.enter("B", 3, 21),
        lambda: pad.correct(1, kind="dead"),
        lambda: pad.remove(2),
        lambda: pad.enter("A", 0, 99),
    ):
        change()
        states.append(kept(pad))
    assert pad.score.is_over
    refuses(pad, lambda: pad.remove(9), "number must be")  # nothing to take back
    while len(states) > 1:
        assert kept(pad) == states.pop()
        pad.undo()
    assert kept(pad) == states.pop()
    refuses(pad, pad.undo, "there is no change to undo")


def test_equality():
    pad, same = Scorepad(), Scorepad("modern", players=("A", "B"))
    assert pad == same
    assert pad != Scorepad("eaai")
    assert pad != Scorepad(dealer=0)
    assert pad != Scorepad(players=("A", "C"))
    assert pad != "pad"
    pad.enter("A", 3, 4)
    assert pad != same
    pad.undo()
    assert pad == same
    with pytest.raises(TypeError):
        hash(pad)


@pytest.mark.parametrize("rules", PROFILES)
def test_the_next_game_is_a_new_sheet_of_the_same_players(rules):
    pad = Scorepad(rules, players=("Ann", "Bob"), dealer="Ann")
    refuses(pad, lambda: pad.next_game("Bob"), "the game is not over: the next one cannot begin")
    while not pad.score.is_over:
        pad.enter("Ann", 0, 40)
    refuses(pad, lambda: pad.next_game("Cid"), "dealer must be 'Ann' or 'Bob', or a seat")
    for dealer, seat in (("Bob", 1), (0, 0), (None, None)):
        after = pad.next_game(dealer)
        earlier = pad.score.credit if pad.rules.match_target is not None else (0, 0)
        assert after == Scorepad(rules, players=("Ann", "Bob"), dealer=seat, earlier=earlier)
        assert (after.dealer, after.match) == (seat, earlier)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 99)), max_size=40))
def test_the_games_of_a_match_on_sheets_are_those_of_its_score(rounds):
    pad, games = Scorepad("tournament", players=("Ann", "Bob")), []
    for knocker, deadwood in rounds:
        if pad.score.is_over:
            games = [] if pad.match_is_over else games
            pad = pad.next_game()
        pad.enter(knocker, 0, deadwood)
        games += [pad.score] if pad.score.is_over else []
        whole = match_score(games, "tournament")
        assert (pad.match, pad.match_is_over) == (whole.credits, whole.is_over)
        assert Scorepad.from_json(pad.to_json()) == pad
        rows = {line.rsplit(maxsplit=2)[0]: line.split()[-2:] for line in str(pad).splitlines()}
        before = match_score(games[:-1] if pad.score.is_over else games, "tournament").credits
        assert rows.get("earlier games") == ([*map(str, before)] if any(before) else None)
        if pad.score.is_over and any(before):
            assert rows["match"] == [*map(str, whole.credits)]
        if whole.is_over:
            assert str(pad).endswith(f"\nThe match is won by {pad.players[whole.winner]}.")
        else:
            assert "The match" not in str(pad)


def test_what_earlier_games_were_worth_is_checked():
    for earlier in ((500, 0), (0, 9999), (1,), "12", None, (1, True), (1.0, 2)):
        with pytest.raises((TypeError, ValueError), match=r"^earlier must be"):
            Scorepad("tournament", earlier=earlier)
    with pytest.raises(
        ValueError, match="earlier must be left out, not 1 and 0: there is no match"
    ):
        Scorepad("modern", earlier=(1, 0))
    values = json.loads(Scorepad("tournament", earlier=(-12, 350)).to_json())
    assert Scorepad.from_json(json.dumps(values)).match == (-12, 350)
    del values["earlier"]
    assert Scorepad.from_json(json.dumps(values)) == Scorepad("tournament")
    for wrong in (None, 3, [1], [1, None], [500, 0], [1, 1.5]):
        with pytest.raises(ValueError, match=r"earlier|1\.5"):
            Scorepad.from_json(json.dumps({**values, "earlier": wrong}))


# JSON


def good():
    pad = Scorepad(Rules.preset("modern", gin_bonus=26), players=("Ann", "Bób"), dealer=1)
    pad.enter("Ann", 3, 21)
    pad.enter(kind="dead")
    pad.enter("Bób", kind="big_gin", defender_deadwood=8)
    return pad


def test_json_round_trip():
    pad = good()
    text = pad.to_json()
    assert "\n" not in text
    again = Scorepad.from_json(text)
    assert again == pad
    assert kept(again) == kept(pad)
    refuses(again, again.undo, "there is no change to undo")
    again.enter("Ann", 3, 4)
    assert again != pad


def test_json_cut_anywhere_is_refused():
    text = good().to_json()
    for end in range(len(text)):
        with pytest.raises(ValueError, match=r"the scorepad: .*JSON"):
            Scorepad.from_json(text[:end])


def changed(*path_and_value):
    """The good JSON with one value changed."""
    *path, last, value = path_and_value
    values = json.loads(good().to_json())
    place = values
    for each in path:
        place = place[each]
    place[last] = value
    return json.dumps(values)


def without(*path):
    values = json.loads(good().to_json())
    place = values
    for each in path[:-1]:
        place = place[each]
    del place[path[-1]]
    return json.dumps(values)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[" * 100_000, "the scorepad: .*JSON"),
        ('{"format":' * 100_000, "the scorepad: .*JSON"),
        ("9" * 10_000, "the scorepad: .*JSON|the scorepad must be a dict of fields, not "),
        ("NaN", "the scorepad: .*JSON"),
        ("null", "the scorepad must be a dict of fields, not None"),
        ('{"format": 1, "format": 1}', "the scorepad: .*JSON.*format.* is given twice"),
        (without("dealer"), "the scorepad lacks the field dealer"),
        (changed("more", 1), "unknown field of the scorepad: 'more'"),
        (changed("format", "chess"), "format must be 'gin_fast scorepad', not 'chess'"),
        (changed("version", 2), "version must be 1, not 2"),
        (changed("version", True), "version must be 1, not True"),
        (changed("version", 1.0), "the scorepad: .*JSON.*1.0 is not a whole number"),
        (changed("rules", None), "the scorepad: rules must be a dict of fields, not None"),
        (changed("rules", "modern"), "the scorepad: rules must be a dict of fields"),
        (without("rules", "box"), "the scorepad: Rules lacks the field box"),
        (changed("rules", "spare", 1), "the scorepad: unknown field of Rules: 'spare'"),
        (changed("rules", "box", "25"), "the scorepad: box must be an int, not '25'"),
        (changed("rules", "knock_limit", 1 << 70), "the scorepad: knock_limit must be from 0"),
        (changed("players", "AB"), "players must be a list, not 'AB'"),
        (changed("players", ["A"]), "the scorepad: players must be a pair of names"),
        (changed("players", ["A", None]), "the scorepad: the name of a player must be a str"),
        (changed("dealer", "Ann"), "the scorepad: dealer must be an int, not 'Ann'"),
        (changed("dealer", 2), "the scorepad: dealer must be from 0 to 1, not 2"),
        (changed("dealer", True), "the scorepad: dealer must be an int, not True"),
        (changed("rounds", None), "rounds must be a list, not None"),
        (changed("rounds", 0, None), "round 1: the round must be a dict of fields, not None"),
        (without("rounds", 0, "doubled"), "round 1: the round lacks the field doubled"),
        (changed("rounds", 1, "x", 1), "round 2: unknown field of the round: 'x'"),
        (changed("rounds", 0, "kind", "gin"), "round 1: kind must be knock where 3 knocked"),
        (changed("rounds", 0, "kind", None), "round 1: kind must be a str"),
        (changed("rounds", 0, "kind", []), "round 1: kind must be a str"),
        (changed("rounds", 0, "knocker", "Ann"), "round 1: knocker must be a seat, not 'Ann'"),
        (changed("rounds", 0, "knocker", None), "round 1: knocker must be given"),
        (
            changed("rounds", 0, "knocker_deadwood", 3.0),
            ".*3.0 is not a whole number",
        ),
        (changed("rounds", 0, "knocker_deadwood", 12), "round 1: knocker_deadwood must be at most"),
        (
            changed("rounds", 0, "defender_deadwood", 1 << 200),
            ".*too large a number",
        ),
        (changed("rounds", 0, "doubled", 0), "round 1: doubled must be a bool, not 0"),
        (changed("rounds", 0, "doubled", True), "round 1: no round is doubled in these rules"),
        (changed("rules", "target", 18), "round 2 comes after round 1 ended the game"),
    ],
)
def test_json_that_is_refused(text, told):
    with pytest.raises(ValueError, match=f"^({told})") as refusal:
        Scorepad.from_json(text)
    assert len(str(refusal.value)) < 200
    assert "\n" not in str(refusal.value)


def test_json_is_a_str():
    with pytest.raises(TypeError, match="a scorepad must be given as JSON in a str, not b'x'"):
        Scorepad.from_json(b"x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
PLACES = [
    *[(name,) for name in json.loads(good().to_json())],
    *[("rules", name) for name in json.loads(good().to_json())["rules"]],
    *[("rounds", at) for at in range(3)],
    *[("rounds", at, name) for at in range(3) for name in Entry._fields],
]


@given(st.sampled_from(PLACES), JSON)
def test_any_value_anywhere_is_taken_or_refused(place, value):
    try:
        pad = Scorepad.from_json(changed(*place, value))
    except ValueError as refusal:
        told = str(refusal)
    else:
        told = ""
        assert Scorepad.from_json(pad.to_json()) == pad
    assert len(told) < 300


# Anything that people may do


SEATS = st.sampled_from((0, 1, "A", "B", None))
DEADWOOD = st.none() | st.integers(-1, 101) | st.integers(0, 12)
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(("enter", "enter", "enter", "correct", "remove", "undo")),
        st.integers(0, 4),
        SEATS,
        DEADWOOD,
        DEADWOOD,
        st.sampled_from((None, None, None, "dead", "gin", "big_gin", "knock", "undercut", "tie")),
    ),
    max_size=25,
)


@given(st.sampled_from(sorted(PROFILES)), CHANGES)
def test_whatever_is_done_the_sums_are_those_of_a_new_sheet(rules, changes):
    pad = Scorepad(rules, dealer=0)
    for what, number, knocker, ours, theirs, kind in changes:
        before = kept(pad)
        try:
            if what == "enter":
                pad.enter(knocker, ours, theirs, kind=kind)
            elif what == "correct":
                pad.correct(number, knocker, ours, theirs, kind=kind)
            elif what == "remove":
                pad.remove(number)
            else:
                pad.undo()
        except ValueError:
            assert kept(pad) == before
        fresh = Scorepad(rules, dealer=0)
        for entry in pad.entries:
            fresh.enter(
                entry.knocker,
                entry.knocker_deadwood,
                entry.defender_deadwood,
                kind=entry.kind,
                doubled=entry.doubled,
                upcard=entry.upcard,
            )
        assert kept(fresh) == kept(pad)
        assert Scorepad.from_json(pad.to_json()) == pad
        assert len(pad.sheet()) == len(pad.entries)
