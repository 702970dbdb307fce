"""``gin-fast rules``: the profiles side by side, or one in full and in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from textwrap import wrap

import click

from gin_fast.cli.shared import WIDTH, json_option, rules_from, set_option, table, value_text
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import PROFILES, Rules

_STANDARD = "modern"
_BESIDE = 4
"""The number of profiles that fit on a line next to the standard one."""


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
        click.echo(json.dumps(every) if as_json else "\n".join(_all_profiles()))
        return
    rules = rules_from(profile, changes)
    if as_json:
        click.echo(json.dumps({"name": rules.name, "rules": rules.to_dict()}))
        return
    title = rules.name or f"{profile} with {', '.join(changes)}"
    click.echo("\n".join([title, "", *_fields(rules), "", *in_words(rules)]))


def _all_profiles() -> Iterator[str]:
    others = [name for name in PROFILES if name != _STANDARD]
    for at in range(0, len(others), _BESIDE):
        names = [_STANDARD, *others[at : at + _BESIDE]]
        lines = [["", *names]]
        for name in FIELDS:
            standard, *values = (value_text(getattr(PROFILES[each], name)) for each in names)
            if any(value != standard for value in values):
                lines.append(
                    [name, standard, *("" if value == standard else value for value in values)]
                )
        yield table(lines)
        yield ""
    yield f"An empty cell, or a field not listed, is as in {_STANDARD}."
    yield "gin-fast rules PROFILE shows one in full and in words."


def _fields(rules: Rules) -> Iterator[str]:
    standard = PROFILES[_STANDARD]
    lines = [["field", "value", _STANDARD]]
    for name in FIELDS:
        value, usual = (value_text(getattr(each, name)) for each in (rules, standard))
        lines.append([name, value, "" if value == usual else usual])
    if rules == standard:
        lines = [line[:2] for line in lines]
    yield table(lines)


def in_words(rules: Rules) -> Iterator[str]:
    """The lines of `Rules.describe`, with the headings in a column of their own."""
    first, *parts = rules.describe().splitlines()
    yield from wrap(first, WIDTH)
    indent = max(len(part.partition(":")[0]) for part in parts) + 2
    for part in parts:
        name, _, text = part.partition(": ")
        yield from wrap(
            text, WIDTH, initial_indent=name.ljust(indent), subsequent_indent=" " * indent
        )
