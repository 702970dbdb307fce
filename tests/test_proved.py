"""What was proved for some sources counts for no others."""

from __future__ import annotations

import json

import proved
import pytest
from proved import PROOFS, Proof, sum_of


def test_the_kernel_and_its_judge_are_the_sources_of_ten_cards():
    kernel = {"src/deadwood.pyx", "src/meld.pyx", "src/_by_rank.pyx", "src/avx2.h"}
    headers = {f"gin_fast/native/{name}.pxd" for name in ("deadwood", "meld", "_by_rank", "bits")}
    judge = {"tests/exhaustive/sweep.pyx", "tests/exhaustive/brute.h"}
    assert kernel | headers | judge <= {*PROOFS["ten-cards"].sources()}


def test_the_environments_and_the_example_are_those_of_maskable():
    sources = PROOFS["maskable"].sources()
    assert {"gin_fast/envs/__init__.py", "gin_fast/envs/vector.py"} <= {*sources}
    assert "model.learn(" in sources["the example"]


@pytest.mark.parametrize("name", PROOFS)
def test_any_change_is_another_sum(name):
    sources = PROOFS[name].sources()
    sums = {sum_of(sources)}
    for changed in sources:
        sums.add(sum_of({**sources, changed: sources[changed] + " "}))
        sums.add(sum_of({other: sources[other] for other in sources if other != changed}))
    assert len(sums) == 1 + 2 * len(sources)
    assert sum_of(dict(reversed(sources.items()))) in sums


def test_it_is_proved_until_a_source_changes(monkeypatch, tmp_path):
    sources = {"a": "1"}
    monkeypatch.setattr(proved, "KEPT", tmp_path / "proved.json")
    proved.KEPT.write_text(json.dumps({"other": "0"}))
    right = Proof(lambda: sources, ("platform",), "platform")
    monkeypatch.setattr(proved, "PROOFS", {"it": right})
    assert not proved.is_proved("it")
    assert proved.prove("it")
    assert proved.is_proved("it")
    assert json.loads(proved.KEPT.read_text())["other"] == "0"
    sources["a"] = "2"
    assert not proved.is_proved("it")
    for wrong in (right._replace(command=("no_such_module",)), right._replace(needs="no_such")):
        monkeypatch.setattr(proved, "PROOFS", {"it": wrong})
        assert not proved.prove("it")
        assert not proved.is_proved("it")
