"""Names and texts that anyone may have chosen, where they are shown: no terminal and no spreadsheet
does anything because of them."""

from __future__ import annotations

import csv
import io
import json

import pytest
from own import Lowest

from gin_fast import compare, simulate, tournament
from gin_fast.simulation.checkpoints import sealed

HOSTILE = [
    "red \x1b[31m",
    "title \x1b]0;owned\x07",
    "two\nlines",
    "back\rover",
    "tab\there",
    "\x00",
    "left \u202e thgir",
    "\x9b31m",
    "zero\u200bwidth",
    "line\u2028separator",
]
COMPUTED = ["=1+1", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]


def failing(name):
    """A strategy with this name, which fails with it too."""

    class Failing(Lowest):
        def act(self, view):
            if view.draws > 2:
                raise ValueError(name)
            return super().act(view)

    Failing.name = name
    return Failing


def results(name):
    yield simulate(failing(name), "simple", rounds=4, seed=1)
    yield compare("simple", failing(name), rounds=4, seed=1)
    yield tournament([failing(name), "simple"], games=2, seed=1)


@pytest.mark.parametrize("name", HOSTILE + COMPUTED)
def test_results_as_text(name):
    for result, usual in zip(results(name), results("usual"), strict=True):
        lines = str(result).split("\n")
        assert all(line.isprintable() for line in lines)
        assert len(lines) == len(str(usual).split("\n"))


@pytest.mark.parametrize("name", HOSTILE + COMPUTED)
def test_results_as_csv(name):
    for result, usual in zip(results(name), results("usual"), strict=True):
        text = result.to_csv()
        assert all(line.isprintable() for line in text.split("\n"))
        rows = [*csv.reader(io.StringIO(text))]
        assert len(rows) == len([*csv.reader(io.StringIO(usual.to_csv()))])
        for row in rows:
            for cell in row:
                assert not cell.startswith(("=", "@", "\t", "\r"))
                if cell.startswith(("+", "-")):
                    float(cell)  # one of ours


@pytest.mark.parametrize("name", HOSTILE)
def test_faults(name):
    (result, *_) = results(name)
    assert result.faults
    for fault in result.faults:
        assert str(fault).isprintable()
    with pytest.raises(RuntimeError) as raised:
        simulate(failing(name), "simple", rounds=4, seed=1, on_error="raise")
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("text", HOSTILE)
def test_faults_that_a_checkpoint_tells_of(tmp_path, text):
    path = tmp_path / "state.json"
    settings = {"rounds": 4, "seed": 1, "checkpoint": path}
    strategy = failing("usual")
    simulate(strategy, "simple", **settings)
    stored = json.loads(path.read_text())
    del stored["sha256"]
    for fault in stored["faults"]:
        fault["strategy"] = fault["error"] = text
    path.write_bytes(sealed(stored))
    found = simulate(strategy, "simple", **settings)
    assert found.faults[0].error == text
    assert all(line.isprintable() for line in str(found).split("\n"))
