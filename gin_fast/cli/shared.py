"""What the commands share: their errors, arguments and output."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal, InvalidOperation
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from gin_fast import engine
from gin_fast.cli.drawing import in_signs
from gin_fast.cli.layout import as_wide_as_the_terminal, folded, labelled, width, wrapped
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import PROFILES, Rules
from gin_fast.strategies.builtin import STRATEGIES, is_builtin
from gin_fast.strategies.players import PROGRAM, as_player
from gin_fast.values.checks import as_int, plain, shown

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

_SHOWN = re.compile(r"[\[\]|+]|=\s*[0-9]+\s*$")
"""What a hand is shown with beside its cards: brackets around melds, and the deadwood."""

Labelled = list[tuple[str, list[str]]]
"""The output of a command: labels, each with its lines."""


class Cli(click.Group):
    """A group of commands that reports every mistake of the user in one line, with exit code 2."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        as_wide_as_the_terminal(cmd)
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, each with the whole of its first sentence."""
        rows = [(name, each.get_short_help_str(1000)) for name, each in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(sorted(rows))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # closed by the parent process
                setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # not every terminal can show ±
        try:
            status = super().main(args, "gin-fast", complete_var, False, **extra)
        except click.ClickException as error:
            _fail(f"{error.format_message()}{_usage(error)}", 2)
        except click.Abort:
            sys.exit(INTERRUPTED)
        except MemoryError:
            _fail("not enough memory", 2)
        except OSError as error:  # other than a closed pipe, which click handles quietly
            if error.errno == errno.ENOMEM:
                _fail("not enough memory", 2)
            _fail(f"cannot write: {_said(error)}", 1)
        sys.exit(status if isinstance(status, int) else 0)


def _usage(error: click.ClickException) -> str:
    """How a command is called, if an argument was missing or too many."""
    context = getattr(error, "ctx", None)
    is_missing = isinstance(error, click.MissingParameter)
    if context is None or not (is_missing or "extra argument" in error.format_message()):
        return ""
    return f" {context.get_usage()}"


def _fail(message: str, status: int) -> NoReturn:
    line = f"gin-fast: {plain(' '.join(message.split()))}"
    if sys.stderr.isatty():  # for programs it stays one line
        line = wrapped(line, hang="  ", at=width(sys.stderr))
    click.echo(line, err=True)
    sys.exit(status)


@contextmanager
def bad_input() -> Iterator[None]:
    """Turns an error of the library about a value into bad input by the user."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise click.UsageError(in_signs(str(error))) from error


@contextmanager
def errors_in_a_line(*kinds: type[Exception]) -> Iterator[None]:
    """Reports these errors in one line, without a traceback."""
    try:
        yield
    except kinds as error:
        said = _said(error) if isinstance(error, OSError) else str(error)
        raise click.ClickException(said) from error


def _said(error: OSError) -> str:
    """What the system said, and about which file."""
    said = error.strerror or str(error)
    return said if error.filename is None else f"{said}: {os.fsdecode(error.filename)}"


def cards(text: str) -> int:
    """The mask of the cards in an argument, which may be written as hands are shown."""
    with bad_input():
        return engine.parse_hand(_SHOWN.sub(" ", text))


def strategy(text: str) -> str:
    """The strategy named by an argument: a built-in one, optionally with parameters, such
    as ``greedy:knock=6``; your own, as ``module:Name`` or ``file.py:Name``, followed by its
    parameters as ``:limit=4``; or ``exec:command``."""
    is_own = ":" in text and not is_builtin(text) and not text.lower().startswith(PROGRAM)
    if is_own:
        with suppress(FileNotFoundError):  # the working directory was deleted
            if os.getcwd() not in sys.path:  # as with python -m gin_fast
                sys.path.insert(0, os.getcwd())
    with bad_input():
        try:
            return as_player(text).name
        except ValueError as error:
            raise ValueError(f"{error}{'' if is_own else _misplaced(text)}") from error


def _misplaced(word: str) -> str:
    """What a word may be that stands where a strategy is expected."""
    if word.lower() in PROFILES:
        return f"; {shown(word)} is a set of rules: give it as --rules {word}"
    if word[:1].isdecimal():
        return "; a number is given as --rounds or --games"
    if os.path.lexists(word) or "." in word:
        return f"; a file is given after the strategies, or by an option such as --save {word}"
    return ""


def whole(what: str, low: int, high: int | None = None) -> Callable[[str], int]:
    """A parser of a whole number in bounds, which may be written ``1_000_000`` or ``1e6``."""

    def number(text: str) -> int:
        try:
            value = Decimal(text)
        except InvalidOperation:
            value = Decimal("nan")
        # The exponent is checked first: 1e999999999 must not be expanded.
        if not value.is_finite() or value.adjusted() > 40 or value != int(value):
            raise click.UsageError(f"{what} must be a whole number, not {text[:40]!r}")
        with bad_input():
            return as_int(int(value), what, low, high)

    return number


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
STRATEGY_HELP = (
    f"Strategies: {', '.join(STRATEGIES)}; with parameters, such as greedy:knock=6; your own,"
    " such as module:Name, file.py:Name or module:Name:limit=4; a program, such as exec:./bot."
)
set_option = click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Change a field of the rules; may be repeated.",
)


def rules_option(default: str | None = "modern") -> Callable[[Any], Any]:
    """The option ``--rules``, a profile."""
    return click.option(
        "--rules",
        type=click.Choice(list(PROFILES), case_sensitive=False),
        default=default,
        show_default=default is not None,
        metavar="PROFILE",
        help=f"The rules to play by: {', '.join(PROFILES)}.",
    )


def rules_from(profile: str, changes: Sequence[str]) -> Rules:
    """The rules of a profile, with the changes of ``--set``."""
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, text = (part.strip() for part in change.partition("="))
        if not equals:
            raise click.UsageError(f"--set takes FIELD=VALUE, not {shown(change)}")
        if name not in FIELDS:
            raise click.UsageError(f"unknown field of the rules: {shown(name)}")
        if name in values:
            raise click.UsageError(f"--set gives {name} twice")
        values[name] = _value(name, text)
    try:
        return Rules.preset(profile, **values)
    except (TypeError, ValueError) as error:
        raise click.UsageError(_as_set(str(error))) from error


_SET = (
    (r"\bNone\b", "none"),
    (r"\bTrue\b", "yes"),
    (r"\bFalse\b", "no"),
    (r"must be an int\b", "must be a whole number"),
    (r"must be a bool\b", "must be yes or no"),
    (r"(=|so it must be )'(\w+)'", r"\1\2"),
)
"""How values are written in Python, and as ``--set`` takes them."""


def _as_set(message: str) -> str:
    """What is wrong with a field, as it was given to ``--set``."""
    head, given, value = message.partition(", not '")  # what was typed stays as it is
    for python, words in _SET:
        head = re.sub(python, words, head)
    return head + given + value


def _value(name: str, text: str) -> Any:
    """The value of a field from its text; impossible ones stay text, which `Rules` refuses."""
    default, word = FIELDS[name], text.lower()
    if isinstance(default, str):
        return word
    if isinstance(default, bool):
        return {"true": True, "yes": True, "false": False, "no": False}.get(word, text)
    if word == "none":
        return None
    is_number = word.removeprefix("-").isdecimal() and len(word) <= 40
    return int(word) if is_number else text


def value_text(value: Any) -> str:
    """The value of a field for people, in the form that ``--set`` takes."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def print_answer(rows: Labelled, values: dict[str, Any], as_json: bool) -> None:
    """Prints the answer of a command."""
    if as_json:
        click.echo(json.dumps(values))
        return
    print_text(labelled(rows))


def say(text: str) -> None:
    """Prints text in lines that fit the terminal."""
    click.echo(folded(text))


def print_text(text: str) -> None:
    """Prints text in lines that fit, with red suits in red on a terminal."""
    text = folded(text)
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        click.echo(text)
        return
    from rich.console import Console
    from rich.text import Text

    coloured = Text(text)
    coloured.highlight_regex(r"\b(?:10|[A2-9TJQK])(?:[DH]\b|[♦♥])", "red")
    Console().print(coloured, soft_wrap=True)


def yes(truth: bool) -> str:
    return "yes" if truth else "no"


def ask(prompt: str) -> str | None:
    """The next line of the input, stripped; `None` at its end."""
    *before, last = wrapped(prompt).split("\n")
    prompt = f"{last} " if prompt.endswith(" ") else last
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return " ".join(line.split()) if line else None
    for line in before:
        click.echo(line)
    with suppress(ImportError):  # only editing and recalling lines would be missing
        import readline  # noqa: F401
    try:
        return " ".join(input(prompt).split())
    except EOFError:
        click.echo()
        return None
