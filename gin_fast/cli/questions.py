"""Questions of the commands that talk: what can be answered to each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from gin_fast.cli.shared import ask, say

_T = TypeVar("_T")

WORDS = {
    "help": ("help", "h", "?"),
    "back": ("undo", "back"),
    "quit": ("quit", "q", "exit"),
    "rules": ("rules", "help rules"),
}
"""What every question understands, and how it is written."""
_MEANING = {word: meaning for meaning, words in WORDS.items() for word in words}


_ALWAYS = "back returns to the question before, rules explains the rules, quit ends."


class Back(Exception):
    """The question before is to be asked again."""


class Quit(Exception):
    """Nothing more is to be asked."""


def word_of(line: str | None) -> str | None:
    """Which of `WORDS` an answer is, if it is one; the end of the input is "quit".

    >>> word_of("Q"), word_of(None), word_of("Ann 3 21")
    ('quit', 'quit', None)
    """
    return "quit" if line is None else _MEANING.get(" ".join(line.lower().split()))


def answered(prompt: str, read: Callable[[str], _T], about: str, rules: Callable[[], str]) -> _T:
    """The answer to a question, which is asked until `read` understands it.

    `about` is printed for help, and what `rules` gives for the rules.
    """
    while True:
        line = ask(prompt)
        match word_of(line):
            case "quit":
                raise Quit
            case "back":
                raise Back
            case "help":
                say(f"{about}\n{_ALWAYS}")
            case "rules":
                say(rules())
            case _:
                try:
                    return read(line or "")
                except ValueError as error:
                    say(str(error))
                except click.UsageError as error:
                    say(error.message)
