"""What the tests of the C interface share: a compiler, and the table as cffi has it."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gin_fast import PROFILES, Round, Rules, capi, get_include
from gin_fast.state import actions
from gin_fast.strategies.builtin import STRATEGIES

RULES = {
    **PROFILES,
    "short": Rules(pile_draw_cap=2, stock_end="last_upcard", layoffs="always"),
    "returning": Rules(taken_card_may_return=True, return_cap=1, must_go_gin=True),
    "flat": Rules(flat_knock_score=7, undercut_bonus=0, stock_end="no_last_knock"),
}
"""Every profile, and fields that none of them has."""


def compiled(source: Path, out: Path, *flags: str, include: str | None = None) -> Path:
    """What a C compiler makes of a file, without a warning."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    command = [*compiler, "-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    command += [*flags, f"-I{include or get_include()}", str(source), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


class Table:
    """The table, and its structs made from what Python has."""

    def __init__(self, ffi: Any) -> None:
        ffi.cdef(capi.declarations())
        self.ffi = ffi
        self.gf = ffi.cast("const gf_api *", capi.address())

    def rules(self, rules: Rules) -> Any:
        made = self.ffi.new("gf_rules *")
        self.ffi.memmove(made, rules.packed, len(rules.packed))
        return made

    def round(self, rules: Rules, seed: int, index: int, starter: int = 0) -> Any:
        made = self.ffi.new("gf_round *")
        assert self.gf.round_start(made, self.rules(rules), seed, index, starter) == 1
        return made

    def strategies(self, *names: str) -> Any:
        made = self.ffi.new("gf_strategy[]", len(names))
        for place, name in enumerate(names):
            assert self.gf.strategy_named(name.encode(), made + place, self.ffi.NULL, 0) == 1
        return made

    def view_of(self, round: Any) -> Any:
        """The view of the seat to act, in a round."""
        return self.ffi.addressof(round, "view")

    def seen(self, round: Any, seat: int) -> bytes:
        """What a seat may know, byte by byte."""
        view = self.ffi.new("gf_view *")
        assert self.gf.round_view(round, seat, view) == 1
        for place in range(view.pile_count, len(view.pile)):
            view.pile[place] = 0  # what is above the pile lay there before
        return self.bytes_of(view)

    def legal(self, view: Any) -> list[int]:
        actions = self.ffi.new("int32_t[352]")
        return list(actions[0 : self.gf.legal_actions(view, actions)])

    def bytes_of(self, struct: Any) -> bytes:
        return bytes(self.ffi.buffer(struct))

    def both(self, rules: Rules, seed: int, index: int) -> tuple[Any, Round]:
        """The same round, here and there."""
        starter = index & 1
        return (
            self.round(rules, seed, index, starter),
            Round.deal(seed, index, rules=rules, dealer=1 - starter),
        )


def each_round(table: Table, rounds: int) -> Iterator[tuple[Any, Round]]:
    """Some rounds by all the rules."""
    for rules in RULES.values():
        for index in range(rounds):
            yield table.both(rules, 5, index)


KIND_PLACES = {kind: place for place, kind in enumerate(actions.KINDS)}


def same(table: Table, round: Any, state: Round) -> None:
    """Whether a round is the same here and there."""
    for seat in range(2):
        assert table.seen(round, seat) == state.view(seat).to_numpy().tobytes()
    seat = round.view.seat
    assert (round.view.hand, round.other) == (state.hands[seat], state.hands[1 - seat])
    result = state.result
    if result is None:
        assert (round.kind, round.winner, round.points, list(round.scored)) == (0, -1, 0, [0, 0])
        assert seat == round.view.to_move == state.to_move
        return
    assert round.kind == KIND_PLACES[result.kind]
    assert round.winner == (-1 if result.winner is None else result.winner)
    assert (round.points, tuple(round.scored)) == (result.points, result.scored)
    for name in ("knocker_deadwood", "defender_deadwood"):
        expected = getattr(result, name)
        assert getattr(round, name) == (-1 if expected is None else expected)


def refuses_all(table: Table, round: Any) -> None:
    """Whether a round that is none, or is over, refuses whatever may be asked of it."""
    gf, ffi = table.gf, table.ffi
    before = table.bytes_of(round)
    assert table.legal(table.view_of(round)) == []
    for action in (*range(-2, 600), 2**31 - 1, -(2**31)):
        assert gf.round_apply(round, action) == 0
    assert gf.round_forfeit(round) == 0
    assert gf.round_play(round, table.strategies("simple", "simple"), 1, 2) == -1
    view, rng, memory = ffi.new("gf_view *"), ffi.new("gf_rng *"), ffi.new("uint64_t[128]")
    for name in STRATEGIES:
        strategy = table.strategies(name)
        assert gf.strategy_decide(strategy, table.view_of(round), rng, memory) == -1
    if round.view.version == 0:
        assert gf.round_view(round, 0, view) == 0
    assert table.bytes_of(round) == before
