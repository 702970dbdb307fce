"""The recipes for trainers are programs; `tests.recipes` runs them, with what they need."""

from __future__ import annotations

import pytest
from recipes import recipes


def test_every_recipe_is_found():
    assert sorted(recipes()) == ["cleanrl", "rllib", "tianshou", "torchrl"]


@pytest.mark.parametrize("name", ["cleanrl", "rllib", "tianshou", "torchrl"])
def test_a_recipe_is_a_program(name):
    program = recipes()[name]
    assert "gin_fast.envs" in program
    compile(program, name, "exec")
