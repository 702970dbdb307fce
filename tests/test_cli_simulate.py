"""``gin-fast simulate``, ``record``, ``compare`` and ``tournament``."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner
from commands import fails, run, told

from gin_fast import compare, simulate, tournament
from gin_fast.cli import cli

SIMULATED = ("simple", "random", "--rounds", "40", "--seed", "7")


def test_simulate_mirrored():
    result = simulate("simple", "random", rounds=40, seed=7, mirrored=True)
    assert run("simulate", *SIMULATED, "--mirrored") == f"{result}\n"
    assert told("simulate", *SIMULATED, "--mirrored") == json.loads(json.dumps(result.to_dict()))
    assert run("simulate", *SIMULATED, "--mirrored", "--csv") == result.to_csv()


def test_processes_play_the_same():
    assert run("simulate", *SIMULATED, "--processes", "2") == run("simulate", *SIMULATED)


def test_own_strategies(tmp_path, monkeypatch):
    path = tmp_path / "mine_of_this_test.py"
    path.write_text(
        "import gin_fast as gf\n"
        "class Mine(gf.Strategy):\n"
        "    def draw(self, view): return 'stock'\n"
        "    def discard(self, view): return gf.cards_of(view.hand & ~view.barred)[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    by_module = told(
        "simulate", "mine_of_this_test:Mine", "random", "--rounds", "20", "--seed", "3"
    )
    by_path = told("simulate", f"{path}:Mine", "random", "--rounds", "20", "--seed", "3")
    assert by_module["sums"] == by_path["sums"]
    assert by_module["a"] == "mine_of_this_test:Mine"


def test_compare():
    found = compare("simple", "random", rounds=200, seed=7, rules="eaai", confidence=0.9)
    arguments = ("simple", "random", "--rounds", "200", "--seed", "7", "--rules", "eaai")
    assert run("compare", *arguments, "--confidence", "0.9") == f"{found}\n"
    assert told("compare", *arguments)["better"] == "a"
    assert "better" in run("compare", *arguments, "--csv")
    early = told("compare", "simple", "random", "--rounds", "1e6", "--stop-when", "decided")
    assert early["result"]["stopped"]


def test_tournament():
    names = ("random", "simple", "greedy")
    found = tournament(names, games=20, seed=7, rules="eaai")
    arguments = (*names, "--games", "20", "--seed", "7", "--rules", "eaai")
    assert run("tournament", *arguments) == f"{found}\n"
    assert [each["name"] for each in told("tournament", *arguments)["ratings"]][-1] == "random"
    rows = list(csv.DictReader(io.StringIO(run("tournament", *arguments, "--csv"))))
    assert {row["player"] for row in rows} == set(names)


def test_record(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for more, least in ((), 40), (("--decisions",), 400):
        folder = tmp_path / f"rows{len(more)}"
        printed = run("record", "simple", "random", str(folder), *SIMULATED[2:], *more)
        assert printed == run("simulate", *SIMULATED)
        assert len(parquet.read_table(folder)) >= least
        assert "is not empty" in fails(
            "record", "simple", "random", str(folder), *SIMULATED[2:], *more
        )


def test_checkpoint_and_picture(tmp_path):
    pytest.importorskip("matplotlib")
    state, picture = tmp_path / "state.json", tmp_path / "picture.png"
    once = run("simulate", *SIMULATED, "--checkpoint", str(state), "--plot", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert run("simulate", *SIMULATED, "--checkpoint", str(state)) == once
    said = fails("simulate", *SIMULATED[:-1], "8", "--checkpoint", str(state))
    assert "has other settings: seed is 7 there, but 8 here" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "simple", "best"], "unknown strategy 'best'"),
        (["simulate", "simple", "nowhere:Mine"], "no strategy at 'nowhere:Mine'"),
        (["simulate", "simple", "exec:no-such-program-at-all"], "was not found"),
        (["compare", "simple", "random", "--rounds", "3"], "rounds must be even where mirrored"),
        (["compare", "simple", "random", "--confidence", "2"], "confidence must be between"),
        (["compare", "simple", "random", "--stop-when", "soon"], "unknown rule 'soon'"),
        (["compare", "simple", "random", "--json", "--csv"], "give --json or --csv, not both"),
        (["compare", "simple", "random", "--rounds", "2", "--games", "2"], "not both"),
        (["tournament", "simple"], "at least 2 strategies"),
        (["tournament", "simple", "greedy", "--stop-when", "decided"], "cannot stop when decided"),
        (["simulate", "simple", "random", "--plot", "x.doc"], ".png"),
        (["simulate", "simple", "random", "--threads", "1", "--processes", "1"], "give only one"),
    ],
)
def test_bad_input_is_one_line(arguments, message):
    assert message in fails(*arguments)


def test_where_no_dask_scheduler_answers(monkeypatch):
    """It is not waited for as long here."""
    distributed = pytest.importorskip("distributed")
    client = distributed.Client
    monkeypatch.setattr(distributed, "Client", lambda address, timeout: client(address, timeout=1))
    nobody = "tcp://127.0.0.1:9"
    assert f"no Dask scheduler at {nobody}" in fails(
        "simulate", "simple", "random", "--dask", nobody
    )


def test_a_fault_that_is_to_be_raised_is_one_line(tmp_path):
    path = tmp_path / "clumsy.py"
    path.write_text(
        "class Clumsy:\n    def act(self, view):\n        raise LookupError('no idea')\n"
    )
    result = CliRunner().invoke(
        cli, ["simulate", f"{path}:Clumsy", "random", "--on-error", "raise", "--seed", "1"]
    )
    assert result.exit_code == 2
    assert "failed: LookupError: no idea" in result.stderr
    assert result.stderr.count("\n") == 1
