"""``gin-fast rules``: the profiles side by side, or one in full and in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import click

from gin_fast.cli.layout import labelled, table, width, wrapped
from gin_fast.cli.shared import json_option, rules_from, say, set_option, value_text
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import PROFILES, Rules

_STANDARD = "modern"
_MOST_BESIDE = 4
"""The most profiles next to the standard one, if they fit."""


@click.command("rules")
@click.argument(
    "profile",
    type=click.Choice(list(PROFILES), case_sensitive=False),
    metavar="[PROFILE]",
    required=False,
)
@set_option
@json_option
def rules_command(profile: str | None, changes: tuple[str, ...], as_json: bool) -> None:
    """Show the rules of a PROFILE, or how the profiles differ.

    \b
    gin-fast rules modern --set gin_bonus=20 --set big_gin_bonus=none
    """
    if profile is None:
        if changes:
            raise click.UsageError("--set changes a profile: name one")
        every = {name: rules.to_dict() for name, rules in PROFILES.items()}
        if as_json:
            click.echo(json.dumps(every))
        else:
            say("\n".join(_all_profiles()))
        return
    rules = rules_from(profile, changes)
    if as_json:
        click.echo(json.dumps({"name": rules.name, "rules": rules.to_dict()}))
        return
    title = rules.name or f"{profile} with {', '.join(changes)}"
    say("\n".join([title, "", *_fields(rules), "", in_words(rules)]))


def _all_profiles() -> Iterator[str]:
    others = [name for name in PROFILES if name != _STANDARD]
    while others:
        beside = _MOST_BESIDE
        while beside > 1 and not _fits(_beside(others[:beside])):
            beside -= 1
        yield table(_beside(others[:beside]), has_heads=True)
        yield ""
        others = others[beside:]
    yield f"An empty cell, or a field not listed, is as in {_STANDARD}."
    yield "gin-fast rules PROFILE shows one in full and in words."


def _fits(lines: Sequence[Sequence[str]]) -> bool:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return sum(widths) + 2 * (len(widths) - 1) <= width()


def _beside(others: Sequence[str]) -> list[list[str]]:
    """The fields in which some profiles differ from the standard one."""
    names = [_STANDARD, *others]
    lines = [["", *names]]
    for name in FIELDS:
        standard, *values = (value_text(getattr(PROFILES[each], name)) for each in names)
        if any(value != standard for value in values):
            lines.append(
                [name, standard, *("" if value == standard else value for value in values)]
            )
    return lines


def in_a_line(rules: Rules) -> str:
    """What sets some rules apart, by their values.

    >>> in_a_line(PROFILES["classic"])
    'knock with 10, gin 20, undercut 10, no big gin, box 20; a game to 100'
    """
    knock = f"knock with {rules.knock_limit}" if rules.knock_limit else "gin only"
    big = rules.big_gin_bonus
    parts = [
        "knock with the first upcard" if rules.oklahoma else knock,
        f"gin {rules.gin_bonus}",
        f"undercut {rules.undercut_bonus}",
        "no big gin" if big is None else f"big gin {big}",
        f"box {rules.box}" if rules.box else "no boxes",
    ]
    end = "one round" if rules.target is None else f"a game to {rules.target}"
    return f"{', '.join(parts)}; {end}"


def profiles_in_a_line() -> str:
    """Every profile, a line each."""
    return labelled((name, [in_a_line(rules)]) for name, rules in PROFILES.items())


def _fields(rules: Rules) -> Iterator[str]:
    standard = PROFILES[_STANDARD]
    lines = [["field", "value", _STANDARD]]
    for name in FIELDS:
        value, usual = (value_text(getattr(each, name)) for each in (rules, standard))
        lines.append([name, value, "" if value == usual else usual])
    if rules == standard:
        lines = [line[:2] for line in lines]
    yield table(lines, has_heads=True)


def in_words(rules: Rules) -> str:
    """The sentences of `Rules.describe`, a line each, with the headings in a column."""
    first, *parts = rules.describe().splitlines()
    rows = [part.partition(": ")[::2] for part in parts]
    told = labelled((name, re.split(r"(?<=\.) (?=[A-Z])", text)) for name, text in rows)
    return f"{wrapped(first)}\n{told}"
