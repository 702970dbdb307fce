"""Named tuples say what each of their fields means, where ``help()`` and editors look for it."""

from __future__ import annotations

import pydoc
from typing import NamedTuple

import pytest

from gin_fast import View
from gin_fast.answers.evaluation import Evaluation
from gin_fast.state.results import (
    Deal,
    Discards,
    Knock,
    Layoff,
    Playout,
    RoundResult,
    Spread,
)
from gin_fast.state.seen import Seen
from gin_fast.values.documented import documented

KINDS = [View, Seen, Spread, Discards, Layoff, Knock, Deal, RoundResult, Playout, Evaluation]


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_has_a_meaning(kind):
    for name in kind._fields:
        meaning = getattr(kind, name).__doc__
        assert meaning[0].isupper() or meaning.startswith("``"), (name, meaning)
        assert meaning.endswith("."), (name, meaning)
        assert meaning in " ".join(pydoc.plain(pydoc.render_doc(kind)).replace("|", "").split())
    assert "Alias for field" not in pydoc.render_doc(kind)


def test_the_meaning_is_that_of_the_docstring():
    assert View.stock.__doc__ == Seen.stock.__doc__ == "The number of cards in the stock."
    assert View.drawn.__doc__.endswith("or -1: it drew none, or this seat may not know it.")


def test_a_field_that_is_none_is_an_error():
    class Pair(NamedTuple):
        """Two.

        Attributes:
            left: The first.
            middle: None such.
        """

        left: int
        right: int

    with pytest.raises(KeyError, match="middle"):
        documented(Pair)
