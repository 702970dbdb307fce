"""Questions of the commands that talk: what can be answered to each of them."""

from __future__ import annotations

WORDS = {
    "help": ("help", "h", "?"),
    "back": ("undo", "back"),
    "quit": ("quit", "q", "exit"),
    "rules": ("rules", "help rules"),
}
"""What every question understands, and how it is written."""
_MEANING = {word: meaning for meaning, words in WORDS.items() for word in words}


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
