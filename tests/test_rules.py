"""Rules: what is refused, their profiles, their words, and their page in the docs."""

from __future__ import annotations

import copy
import json
import pickle
import re
import struct
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_fast import Game
from gin_fast.rules.fields import (
    AFTER_DEAD,
    AFTER_TWO_PASSES,
    CAP_ENDS,
    CREDITS,
    FIELDS,
    FIRST_DEALERS,
    LAYOFFS,
    NEXT_DEALERS,
    SHUTOUT_TESTS,
    SHUTOUTS,
    SPREADS,
    STOCK_ENDS,
    TIES,
    WINNERS,
)
from gin_fast.rules.rules import PROFILES, Rules, as_rules

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
GROUPS = (
    ("modern", "classic", "bicycle", "tournament", "parlett", "must_gin"),
    ("modern", "eaai", "openspiel", "rlcard", "oklahoma", "straight", "palace", "fiftieth_card"),
)
CHOICES = {
    "tie": TIES,
    "spread": SPREADS,
    "cap_ends": CAP_ENDS,
    "after_two_passes": AFTER_TWO_PASSES,
    "first_dealer": FIRST_DEALERS,
    "layoffs": LAYOFFS,
    "stock_end": STOCK_ENDS,
    "winner_by": WINNERS,
    "credit": CREDITS,
    "shutout": SHUTOUTS,
    "shutout_if": SHUTOUT_TESTS,
    "next_dealer": NEXT_DEALERS,
    "after_dead": AFTER_DEAD,
}
BOUNDS = {
    "knock_limit": (0, 100),
    "gin_bonus": (0, 1000),
    "undercut_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "flat_knock_score": (0, 1000),
    "pile_draw_cap": (1, 1000),
    "return_cap": (1, 1000),
    "target": (1, 1_000_000),
    "game_bonus": (0, 10_000),
    "shutout_bonus": (0, 10_000),
    "box": (0, 10_000),
    "match_target": (1, 1_000_000),
}
OR_NONE = {"big_gin_bonus", "flat_knock_score", "return_cap", "target", "match_target"}
FLAGS = FIELDS.keys() - CHOICES.keys() - BOUNDS.keys()


def some_values(name):
    """Values a field may have, among them the least and the greatest."""
    if name in CHOICES:
        return CHOICES[name]
    if name in FLAGS:
        return (False, True)
    low, high = BOUNDS[name]
    return (*([None] if name in OR_NONE else []), low, low + 1, 7, 100, high)


@st.composite
def any_rules(draw):
    """A profile with some fields changed."""
    rules = draw(st.sampled_from(list(PROFILES.values())))
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=6)):
        values = st.sampled_from(some_values(name))
        if name in BOUNDS:
            values |= st.integers(*BOUNDS[name])
        changed = {**rules.to_dict(), name: draw(values)}
        try:
            rules = Rules.from_dict(changed)
        except ValueError as clash:
            if "clashes with" not in str(clash):
                raise
    return rules


# Values


def test_the_defaults_are_modern():
    assert Rules() == PROFILES["modern"]
    assert all(getattr(Rules(), name) == default for name, default in FIELDS.items())


def test_profiles_differ_and_know_their_names():
    assert len(set(PROFILES.values())) == len(PROFILES) == 13
    for name, rules in PROFILES.items():
        assert rules.name == name
        assert Rules.preset(name) is as_rules(name) is as_rules(rules) is rules
        assert Rules.preset(name, gin_bonus=999).name is None
    assert Rules.preset("classic", gin_bonus=21) == Rules(
        after_two_passes="stock",
        gin_bonus=21,
        undercut_bonus=10,
        big_gin_bonus=None,
        box=20,
        shutout="bonus",
        shutout_bonus=100,
        shutout_if="never_scored",
    )


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_in_bounds_is_taken_or_clashes(name):
    for value in some_values(name):
        try:
            rules = Rules(**{name: value})
        except ValueError as clash:
            told = str(clash)
            assert f"{name}={value!r} clashes with" in told or f"clashes with {name}=" in told
        else:
            assert getattr(rules, name) == value


@pytest.mark.parametrize("name", FIELDS)
def test_values_of_other_types_are_refused(name):
    wrong = ["1", 1.0, (), {}, b"never", float("nan")]
    wrong += [1, True, "yes"] if name in CHOICES else []
    wrong += [0, 1, "True"] if name in FLAGS else []
    wrong += [True, False] if name in BOUNDS else []
    wrong += [] if name in OR_NONE else [None]
    for value in wrong:
        with pytest.raises((TypeError, ValueError), match=f"^{name} must be"):
            Rules(**{name: value})


@pytest.mark.parametrize("name", BOUNDS)
def test_values_out_of_bounds_are_refused(name):
    low, high = BOUNDS[name]
    for value in (low - 1, high + 1, 1 << 40, -(1 << 200)):
        with pytest.raises(ValueError, match=f"^{name} must be from {low} to {high}, not "):
            Rules(**{name: value})


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"oklahoma": True, "knock_limit": 9}, "knock_limit=9 clashes with oklahoma=True"),
        (
            {"oklahoma": True, "eleven_card_start": True},
            "eleven_card_start=True clashes with oklahoma=True",
        ),
        ({"oklahoma_ace_is_gin": True}, "oklahoma_ace_is_gin=True clashes with oklahoma=False"),
        (
            {"oklahoma_spades_double": True},
            "oklahoma_spades_double=True clashes with oklahoma=False",
        ),
        ({"flat_knock_score": 20}, "undercut_bonus=25 clashes with flat_knock_score=20"),
        ({"return_cap": 2}, "return_cap=2 clashes with taken_card_may_return=False"),
        ({"shutout": "bonus"}, "shutout_bonus=0 clashes with shutout='bonus'"),
        ({"shutout_bonus": 100}, "shutout_bonus=100 clashes with shutout='double_points'"),
        (
            {"box": 0, "boxes_count_to_target": True},
            "box=0 clashes with boxes_count_to_target=True",
        ),
        ({"target": None}, "game_bonus=100 clashes with target=None"),
        ({"target": None, "game_bonus": 0}, "shutout='double_points' clashes with target=None"),
        (
            {"target": None, "game_bonus": 0, "shutout": "none"},
            "box=25 clashes with target=None",
        ),
        (
            {"target": None, "game_bonus": 0, "shutout": "none", "box": 0, "match_target": 9},
            "match_target=9 clashes with target=None",
        ),
    ],
)
def test_clashes_name_both_fields(fields, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        Rules(**fields)


def test_presets_refuse():
    with pytest.raises(ValueError, match="unknown rules 'whist': expected one of classic, "):
        Rules.preset("whist")
    with pytest.raises(TypeError, match="the name of a profile must be a str, not 3"):
        Rules.preset(3)
    with pytest.raises(TypeError, match="unknown field of Rules: 'spare'"):
        Rules.preset("modern", spare=1)
    with pytest.raises(TypeError, match="rules must be Rules or the name of a profile, not None"):
        as_rules(None)
    for several in (["classic", "modern"], ("classic",), {"modern"}):
        with pytest.raises(TypeError, match="one set of rules at a time, Rules or the name of"):
            as_rules(several)


@pytest.mark.parametrize("name", PROFILES)
def test_profiles_are_the_same_in_capitals(name):
    for text in (name, name.upper(), name.title()):
        assert as_rules(text) == Rules.preset(text) == PROFILES[name]
        assert Game(text).rules == PROFILES[name]


@given(any_rules())
def test_round_trips(rules):
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_json(rules.to_json()) == rules
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == copy.copy(rules) == rules
    assert hash(Rules.from_json(rules.to_json())) == hash(rules)
    assert eval(repr(rules)) == rules
    assert "\n" not in rules.to_json()


@given(any_rules(), any_rules())
def test_packed_tells_rules_apart(ours, theirs):
    assert len(ours.packed) == 4 * len(FIELDS)
    assert (ours.packed == theirs.packed) == (ours == theirs)


def test_packed_is_the_fields_in_order():
    codes = struct.unpack(f"={len(FIELDS)}i", PROFILES["openspiel"].packed)
    packed = dict(zip(FIELDS, codes, strict=True))
    assert packed["target"] == packed["big_gin_bonus"] == -1
    assert packed["stock_end"] == STOCK_ENDS.index("last_upcard")
    assert (packed["gin_bonus"], packed["return_cap"], packed["pile_draw_cap"]) == (25, 2, 50)
    assert (packed["tie"], packed["taken_card_may_return"]) == (1, 1)


def changed_json(**changes):
    return json.dumps({**Rules().to_dict(), **changes})


NO_JSON = "rules: not valid JSON: "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "rules: "),
        (Rules().to_json()[:-1] + ', "box": 7}', "rules: not valid JSON"),
        (Rules().to_json()[:-1], "rules: "),
        ("[" * 100_000, "rules: "),
        ("9" * 10_000, "rules: "),
        ("[]", "rules must be a dict of fields, not []"),
        ("{}", "Rules lacks the field knock_limit"),
        (changed_json(spare=1), "unknown field of Rules: 'spare'"),
        (changed_json(packed=1), "unknown field of Rules: 'packed'"),
        (changed_json(box="25"), "box must be an int, not '25'"),
        (
            changed_json(box=25.0),
            f"{NO_JSON}25.0 is not a whole number",
        ),
        (changed_json(box=None), "box must be an int, not None"),
        (changed_json(box=True), "box must be an int, not True"),
        (changed_json(oklahoma=1), "oklahoma must be a bool, not 1"),
        (changed_json(layoffs=["never"]), "layoffs must be a str, one of never, "),
        (changed_json(layoffs="Never"), "layoffs must be one of never, "),
        (
            changed_json(target=1 << 200),
            f"{NO_JSON}16069380442589902755... is too",
        ),
        (
            changed_json(target=float("nan")),
            f"{NO_JSON}NaN is not a whole number",
        ),
    ],
)
def test_json_that_is_refused(text, told):
    with pytest.raises(ValueError, match=f"^{re.escape(told)}") as refusal:
        Rules.from_json(text)
    assert len(str(refusal.value)) < 200


def test_json_is_a_str():
    with pytest.raises(TypeError, match="JSON must be given as a str, not"):
        Rules.from_json(b"x")
    with pytest.raises(TypeError, match="rules must be a dict of fields, not None"):
        Rules.from_dict(None)


# Words


def matters(name, rules):
    """Whether a field makes a difference, given the others."""
    if name == "spread":
        return rules.knock_limit > 0
    if name in ("after_two_passes",) and rules.eleven_card_start:
        return False  # there is no upcard
    if rules.target is None and name in ("winner_by", "credit", "next_dealer", "after_dead"):
        return False  # a game is one round
    if name == "shutout_if":
        return rules.shutout != "none"
    if name in ("tie", "undercut_bonus") and not rules.knock_limit:
        return False  # nobody knocks
    return name != "tie" or rules.flat_knock_score is None


BESIDE = {
    "shutout": {"shutout_bonus": 1},
    "shutout_bonus": {"shutout": "bonus"},
    "flat_knock_score": {"undercut_bonus": 0},
    "return_cap": {"taken_card_may_return": True},
}
"""What must be changed beside a field for some of its values."""


def made(profile, **changes):
    try:
        return Rules.preset(profile, **changes)
    except ValueError:
        return None


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", FIELDS)
def test_each_field_that_matters_is_in_the_words(profile, name):
    for beside in ({}, BESIDE.get(name, {})):
        rules = made(profile, **beside) or PROFILES[profile]
        for value in some_values(name):
            other = made(profile, **beside, **{name: value})
            if other is None or other == rules:
                continue
            differ = matters(name, rules) or matters(name, other)
            if name == "layoffs" and not rules.knock_limit:
                differ = "always" in (rules.layoffs, value)
            assert (rules.describe() != other.describe()) == differ, (rules, other)


@given(any_rules())
def test_no_number_in_the_words_but_those_of_the_rules(rules):
    text = rules.describe()
    values = {getattr(rules, name) for name in BOUNDS} | {1, 10, 31, 52}
    assert {int(number) for number in re.findall(r"\d+", text)} <= values
    assert text.splitlines()[0] == "Gin Rummy for two players with 52 cards."
    for line in text.splitlines()[1:]:
        assert re.fullmatch(r"[A-Z][A-Za-z ]+: [A-Z].*\.", line), line
        assert not re.search(r"  | \.|\.\.|None|True|False|_", line), line


def switched(rules):
    """Words, and whether the rules have what they speak of. A sentence in which they only say that
    there is none is left out."""
    may_knock = rules.knock_limit > 0
    duel = may_knock and rules.flat_knock_score is None
    laid = rules.layoffs == "always" or (rules.layoffs == "after_knock" and may_knock)
    behind = (rules.box and not rules.boxes_count_to_target) or rules.flat_knock_score is not None
    return {
        r"[Gg]ame bonus": rules.game_bonus,
        r"\bgin bonus": rules.gin_bonus,
        r"\bbox": rules.box,
        r"[Bb]ig gin": rules.big_gin_bonus is not None,
        r"in place of": rules.gin_bonus and rules.big_gin_bonus,
        r"bonus": rules.gin_bonus
        or rules.game_bonus
        or (duel and rules.undercut_bonus)
        or rules.big_gin_bonus,
        r"undercut|as much": duel,
        r"\bknock with|\bA knock|[Kk]nocker": may_knock,
        r"\bl(ay|ays|aid) off|layoff": laid,
        r"turned up|takes? it|that card after all": not rules.eleven_card_start,
        r"\bspade\b|is doubled": rules.oklahoma_spades_double,
        r"an ace": rules.oklahoma,
        r"tied": duel and rules.tie == "nobody",
        r"equal totals|lower total|negative": behind,
        r"equal sums": rules.match_target is not None and rules.credit == "total",
        r"\bmatch\b": rules.match_target is not None,
        r"\btarget\b|\btotals\b|(higher|lower) total": rules.target is not None,
        r"count(s)? twice": rules.shutout in ("double_points", "double_all"),
        r"\bmore\.$": rules.shutout == "bonus",
        r"in a row|at once (once|twice)": rules.return_cap is not None,
        r"third-last": rules.stock_end == "no_last_knock",
        r"take that discard|the last discard": rules.stock_end == "last_upcard",
        r"\bmust do so": rules.must_go_gin,
        r"\bmay also play on": not rules.must_go_gin,
        r"\b0\b(?! points)": False,
        r"\b0 points": duel
        and (rules.tie == "knocker" or (rules.tie == "undercut" and not rules.undercut_bonus)),
    }


SAYS_NONE = re.compile(
    r"There is no (big gin: .*|game bonus)|There are no boxes|Nobody lays off cards|"
    r"Nobody may knock with deadwood: .*|no card is turned up|boxes are not"
)


@cache
def any_of(words):
    return re.compile("|".join(words), re.M)


def assert_speaks_of_what_there_is(rules):
    said = SAYS_NONE.sub("", rules.describe())
    missing = any_of(tuple(words for words, is_so in switched(rules).items() if not is_so))
    found = missing.search(said)
    assert not found, (found, said, rules)


def pairs_of_values(profile):
    """A profile with every field at its least, its greatest, off and on, and every two of them
    where the profile is unlike the others."""
    few = {name: some_values(name) for name in FIELDS}
    for name in BOUNDS:
        few[name] = [value for value in few[name] if value in (None, 0, 1, BOUNDS[name][1])]
    singles = [(name, value) for name in FIELDS for value in few[name]]
    with_pairs = profile in ("modern", "openspiel", "rlcard", "palace", "straight", "tournament")
    for at, (name, value) in enumerate(singles):
        beside = BESIDE.get(name, {})
        for other, that in [(name, value), *(singles[at + 1 :] if with_pairs else [])]:
            for more in [{}, beside] if beside else [{}]:
                yield made(profile, **{**more, other: that, name: value})


@pytest.mark.parametrize("profile", PROFILES)
def test_words_speak_only_of_what_the_rules_have(profile):
    tried = 0
    for rules in pairs_of_values(profile):
        if rules is not None:
            assert_speaks_of_what_there_is(rules)
            tried += 1
    assert tried > 60


@given(any_rules())
def test_words_of_any_rules_speak_only_of_what_they_have(rules):
    assert_speaks_of_what_there_is(rules)


def words_of(name, **changes):
    return Rules.preset(name, **changes).describe()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (words_of("modern"), "The limit is 10; exactly 10 is allowed."),
        (words_of("modern"), "A knock with less deadwood than the defender has after layoffs"),
        (words_of("modern"), "Gin scores the defender's deadwood plus a bonus of 25."),
        (words_of("modern"), "deadwood plus a bonus of 31, in place of the gin bonus."),
        (words_of("modern"), "A knock with as much or more is undercut: the defender scores the"),
        (words_of("modern"), "The game ends once a player has reached the target, 100 points."),
        (words_of("modern"), "The player who reached it scores a game bonus of 100."),
        (words_of("modern"), "If the player who reached the target won every round, none of"),
        (words_of("modern"), "the same dealer deals again."),
        (words_of("modern"), "taken 100 times, not counting the first card turned up, unless"),
        (words_of("classic"), "There is no big gin"),
        (
            words_of("classic"),
            "If the other player never scored, the player who reached the target scores 100",
        ),
        (words_of("bicycle"), "The player who reached the target wins the game, even with the"),
        (words_of("tournament"), "are worth 500 points or more together."),
        (words_of("tournament"), "the player with the higher one deals first: kings are high,"),
        (words_of("tournament"), "For the next game they cut again."),
        *((words_of(name), "next game") for name in PROFILES),
        (words_of("tournament"), "the difference of the totals, which may be negative"),
        (words_of("parlett"), "everything counts twice for the player who reached the target"),
        (words_of("parlett"), "the points of the rounds, the game bonus and the boxes."),
        (words_of("must_gin"), "A player who can go gin or big gin in a turn must do so."),
        (words_of("must_gin"), "The player who draws the third-last card of the stock may not go"),
        (words_of("eaai"), "After a round that somebody won, the deal passes to the other player"),
        (words_of("openspiel"), "A knock with as much scores nothing."),
        (words_of("openspiel"), "discarded at once twice in a row."),
        (words_of("openspiel"), "A game is one round."),
        (words_of("rlcard"), "A knock scores 20, whoever has less deadwood. Gin scores 100."),
        (words_of("rlcard"), "eleven to the non-dealer, ten to the dealer."),
        (words_of("rlcard"), "Nobody lays off cards."),
        (words_of("oklahoma"), "what the first card turned up counts; an ace makes it 1."),
        (words_of("oklahoma", oklahoma_ace_is_gin=True), "an ace allows gin only."),
        (words_of("oklahoma", oklahoma_spades_double=True), "is doubled; boxes are not."),
        (words_of("straight"), "the only way to go out is gin or big gin."),
        (words_of("palace"), "Each round won scores a box of 10 at once, which counts toward the"),
        (
            words_of("fiftieth_card"),
            "but only to go out in that turn; otherwise the round is dead.",
        ),
        (words_of("modern", target=1), "once a player has reached the target, 1 point."),
        (
            words_of("openspiel", return_cap=1),
            "The round is dead as soon as a card taken is discarded at once.",
        ),
        (words_of("classic", layoffs="never"), "less deadwood than the defender has scores"),
        (words_of("modern", undercut_bonus=0), "the defender scores the difference."),
        (words_of("modern", gin_bonus=0), "Gin scores the defender's deadwood."),
        (words_of("modern", gin_bonus=0), "deadwood plus a bonus of 31."),
        (words_of("modern", big_gin_bonus=0), "Big gin scores the defender's deadwood alone."),
        (words_of("rlcard", gin_bonus=0), "Gin scores nothing."),
        (words_of("rlcard", flat_knock_score=0), "A knock scores nothing, whoever"),
        (words_of("modern", game_bonus=0), "count twice for that player; the boxes do not."),
        (words_of("modern", box=0), "for that player; the game bonus does not."),
        (words_of("modern", game_bonus=0, box=0), "of the rounds count twice for that player."),
        (words_of("parlett", box=0), "the points of the rounds and the game bonus."),
    ],
)
def test_words(text, told):
    assert told in text


# The page in the docs


def shown_value(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)


def profile_table(names):
    """All fields of some profiles, in bold where they differ from the first."""
    lines = [["field", *(f"`{name}`" for name in names)], ["---"] * (len(names) + 1)]
    for field in FIELDS:
        values = [shown_value(getattr(PROFILES[name], field)) for name in names]
        bold = [value if value == values[0] else f"**{value}**" for value in values]
        lines.append([f"`{field}`", *bold])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


@pytest.mark.parametrize("names", GROUPS)
def test_the_page_tells_every_field_of_every_profile(names):
    table = profile_table(names)
    assert table in PAGE.read_text(encoding="utf-8"), f"docs/rules.md lacks\n{table}"


def test_the_page_tells_every_profile():
    assert {name for names in GROUPS for name in names} == set(PROFILES)


def test_the_page_tells_what_each_field_means():
    rows = re.findall(
        r"^\| `(\w+)` \| `(.+?)` \| (.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.M
    )
    assert [name for name, *_ in rows] == list(FIELDS)
    for name, default, may_be, meaning in rows:
        assert default == repr(FIELDS[name])
        assert meaning.endswith(".")
        if name in CHOICES:
            assert re.findall(r'`"(\w+)"`', may_be) == list(CHOICES[name])
        elif name in FLAGS:
            assert may_be == "`True`, `False`"
        else:
            low, high = BOUNDS[name]
            none = ", `None`" if name in OR_NONE else ""
            assert may_be == f"{low} to {high}{none}"
