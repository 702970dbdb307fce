"""The list of invariants names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent


def test_every_named_test_is_there() -> None:
    named = re.findall(
        r"`(?:(test_\w+\.py))?(?:::(test_\w+))?`", (TESTS / "INVARIANTS.md").read_text()
    )
    assert len(named) > 25
    file = ""
    for given, test in named:
        file = given or file  # `::test_x` is in the file named before it
        text = (TESTS / file).read_text()
        assert not test or f"def {test}(" in text, (file, test)
