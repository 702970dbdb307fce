"""`gin-fast rules`, and rules that are changed field by field."""

import re

import pytest
from commands import fails, run, told

from gin_fast import PROFILES, Rules
from gin_fast.rules.fields import FIELDS


def word(value):
    return str(value) if isinstance(value, str) else str(value).lower()


def test_all_profiles_for_programs():
    assert told("rules") == {name: rules.to_dict() for name, rules in PROFILES.items()}


def test_the_table_tells_every_difference_and_no_other():
    found = {name: {} for name in PROFILES if name != "modern"}
    columns = []
    for line in run("rules").splitlines():
        assert len(line) <= 100
        if line.startswith("  "):
            columns = [(match.start(), match[0]) for match in re.finditer(r"\S+", line)]
            assert columns[0][1] == "modern"
        elif line.split(" ")[0] in FIELDS:
            field = line.split(" ")[0]
            ends = [start for start, _ in columns[1:]] + [None]
            for (start, name), end in zip(columns, ends, strict=True):
                cell = line[start:end].strip()
                if name == "modern":
                    assert cell == word(FIELDS[field])
                elif cell:
                    found[name][field] = cell
    for name, differences in found.items():
        assert differences == {
            field: word(value)
            for field, value in PROFILES[name].to_dict().items()
            if value != FIELDS[field]
        }


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_in_full_and_in_words(profile):
    text = run("rules", profile)
    lines = text.splitlines()
    assert lines[0] == profile
    assert all(len(line) <= 100 for line in lines)
    for field, value in PROFILES[profile].to_dict().items():
        assert re.search(rf"^{field} +{word(value)}( |$)", text, re.MULTILINE), field
    spoken = PROFILES[profile].describe().replace(":", "").split()
    assert " ".join(spoken) in " ".join(text.replace(":", "").split())
    assert told("rules", profile) == {"name": profile, "rules": PROFILES[profile].to_dict()}


def test_fields_are_changed():
    changes = ("--set", "gin_bonus=20", "--set", "big_gin_bonus=None", "--set", "shutout = none")
    rules = Rules.preset("modern", gin_bonus=20, big_gin_bonus=None, shutout="none")
    assert told("rules", "modern", *changes) == {"name": None, "rules": rules.to_dict()}
    text = run("rules", "modern", *changes)
    assert text.startswith("modern with gin_bonus=20, big_gin_bonus=None, shutout = none\n")
    assert re.search(r"^gin_bonus +20 +25$", text, re.MULTILINE)
    last = ("--set", "stock_end=last_upcard", "--set", "after_two_passes=stock")
    assert told("rules", "modern", *last)["name"] == "fiftieth_card"
    together = ("--set", "oklahoma_spades_double=yes", "--set", "oklahoma=TRUE")
    assert told("rules", "modern", *together)["rules"]["oklahoma_spades_double"] is True


def test_simulations_change_fields():
    answer = run("simulate", "simple", "simple", "--rounds", "3", "--set", "gin_bonus=21")
    assert "gin_bonus=21" in answer


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["gin_bonus=many"], "gin_bonus must be a whole number, not 'many'"),
        (["gin_bonus=-1"], "gin_bonus must be from 0 to 1000, not -1"),
        (["gin_bonus=" + "9" * 10_000], "gin_bonus must be a whole number, not '999"),
        (["gin_bonus="], "gin_bonus must be a whole number, not ''"),
        (["gin_bonus=none"], "gin_bonus must be a whole number, not none"),
        (["gin_bonus=²"], "gin_bonus must be a whole number, not '²'"),
        (["gin_bonus"], "--set takes FIELD=VALUE, not 'gin_bonus'"),
        (["oklahoma=maybe"], "oklahoma must be yes or no, not 'maybe'"),
        (
            ["shutout=all"],
            "shutout must be one of none, bonus, double_points, double_all, not 'all'",
        ),
        (["kn\nock=1"], "unknown field of the rules: 'kn\\nock'"),
        (["box=1", "box=2"], "--set gives box twice"),
        (["oklahoma_ace_is_gin=yes"], "oklahoma_ace_is_gin=yes clashes with oklahoma=no"),
    ],
)
def test_bad_changes_are_one_line(changes, message):
    options = [part for change in changes for part in ("--set", change)]
    assert message in fails("rules", "modern", *options)
    assert message in fails("simulate", "simple", "simple", *options)


def test_bad_profiles_are_one_line():
    assert "'bridge' is not one of" in fails("rules", "bridge")
    assert "--set changes a profile: name one" in fails("rules", "--set", "box=1")


def test_names_of_profiles_are_the_same_in_capitals():
    assert run("rules", "Modern") == run("rules", "modern")
    arguments = ["simulate", "Greedy:Knock=6", "SIMPLE", "--seed", "7", "--rounds", "5", "--rules"]
    told = run(*arguments, "EAAI")
    assert told == run(*[each.lower() for each in arguments], "eaai")
    assert "rules eaai" in told
