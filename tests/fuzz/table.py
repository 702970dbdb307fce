"""The C interface: whatever bits its structs hold, functions answer or refuse, and write nothing
beyond their room. Needs cffi."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from cffi import FFI

from gin_fast import ALL_MELDS, PROFILES
from gin_fast.strategies.builtin import STRATEGIES
from tests.c_table import RULES, Table
from tests.fuzz import values
from tests.fuzz.cases import Case, Found

GUARD = 64
"""Bytes behind each array, which stay as they were."""
EDGES = (-(2**31), -1, 0, 1, 2, 6, 10, 31, 33, 51, 52, 104, 107, 594, 2**31 - 1)


class Room:
    """Memory for a function to write into, with a guard behind it."""

    def __init__(self, ffi: FFI, kind: str, count: int = 1) -> None:
        self.ffi = ffi
        self.size = ffi.sizeof(kind) * count
        self._all = ffi.new("uint8_t[]", self.size + GUARD)
        ffi.buffer(self._all)[self.size :] = b"\xa5" * GUARD
        self.at = ffi.cast(f"{kind} *", self._all)

    @property
    def bytes(self) -> Any:
        return self.ffi.buffer(self._all, self.size)

    def check(self, what: str) -> None:
        if self.ffi.buffer(self._all)[self.size :] != b"\xa5" * GUARD:
            raise Found(f"{what} wrote beyond its room")


def cases(folder: Path) -> Case:
    """A round played some way, structs scribbled into, and everything asked about them."""
    del folder
    ffi = FFI()
    table = Table(ffi)
    gf = table.gf

    def scribble(room: Room, dice: random.Random) -> None:
        """A few bits, words or all of it changed."""
        raw = room.bytes
        kind = dice.randrange(5)
        if kind == 0:
            raw[:] = dice.randbytes(room.size)
            if dice.random() < 0.5:
                ffi.cast("uint32_t *", room.at)[0] = 1  # a version that is known
        for _ in range(dice.randrange(3) if kind == 1 else 0):
            place = dice.randrange(room.size)
            raw[place] = bytes([raw[place][0] ^ 1 << dice.randrange(8)])
        if kind in (2, 3):
            words = ffi.cast("int32_t *", room.at)
            for _ in range(dice.randrange(1, 4)):
                words[dice.randrange(room.size // 4)] = dice.choice(EDGES)
        if kind == 3:
            words = ffi.cast("uint64_t *", room.at)
            words[dice.randrange(room.size // 8)] = dice.choice((1 << 63, 0, dice.getrandbits(64)))

    def played(dice: random.Random) -> Room:
        rules = table.rules(dice.choice((*RULES.values(), *PROFILES.values())))
        room = Room(ffi, "gf_round")
        if not gf.round_start(room.at, rules, dice.getrandbits(64), dice.randrange(9), 0):
            raise Found("a round of good rules does not start")
        for _ in range(dice.choice((0, 1, 5, 20, 80))):
            legal = table.legal(table.view_of(room.at))
            if legal:
                out = [action for action in legal if 52 <= action < 104 or action > 106]
                gf.round_apply(room.at, dice.choice(out if out and dice.random() < 0.3 else legal))
        return room

    def masks(dice: random.Random) -> None:
        hand = dice.choice((values.hand(dice), dice.getrandbits(64)))
        room, out = Room(ffi, "uint64_t", 17), Room(ffi, "uint64_t", 512)
        for place in range(17):
            room.at[place] = dice.choice((*ALL_MELDS[:40], dice.getrandbits(64), values.hand(dice)))
        number = dice.choice((*EDGES, dice.randrange(60)))
        card = dice.getrandbits(64)
        gf.min_deadwood(hand), gf.hand_points(hand), gf.is_meld(hand), gf.meld_index(hand)
        gf.is_big_gin(hand), gf.best_discards(hand, card, out.at), gf.outs(hand, number, card)
        gf.knock_discards(hand, number, card), gf.best_spread(hand, out.at), gf.melds(hand, out.at)
        gf.meld(number), gf.legal_layoffs(hand, room.at, dice.choice((number, 3)))
        gf.best_layoff(hand, room.at, dice.choice((number, 3)), out.at)
        listed = Room(ffi, "int32_t", 352)
        gf.best_spreads(hand, number, out.at, listed.at)
        for each in (room, out, listed):
            each.check("a function about masks")

    def about(view: Room, dice: random.Random) -> None:
        """Everything that is asked about a view."""
        listed = Room(ffi, "int32_t", 352)
        count = gf.legal_actions(view.at, listed.at)
        listed.check("legal_actions")
        if not 0 <= count <= 352:
            raise Found(f"{count} legal actions")
        legal = {*listed.at[0:count]}
        if not {action for action in range(-2, 600) if gf.is_legal(view.at, action)} >= legal:
            raise Found("is_legal and legal_actions differ")
        gf.discards(view.at), gf.knocks(view.at), gf.is_legal(view.at, dice.choice(EDGES))
        name = dice.choice((*STRATEGIES,))
        text = "montecarlo:samples=1" if name == "montecarlo" else name
        strategy = Room(ffi, "gf_strategy")
        why = Room(ffi, "char", 80)
        if not gf.strategy_named(text.encode(), strategy.at, why.at, 80):
            raise Found(f"{text} is refused")
        memory = Room(ffi, "uint64_t", max(strategy.at.words, 1))
        ffi.memmove(memory.at, bytes(memory.size), memory.size)
        stream = Room(ffi, "gf_rng")
        gf.rng_start(stream.at, dice.getrandbits(64), 0, 1)
        before = bytes(view.bytes)
        action = gf.strategy_decide(strategy.at, view.at, stream.at, memory.at)
        memory.check(f"{text} about a view")
        if action != -1 and action not in legal:
            raise Found(f"{text} decides on {action}, which is not legal")
        out = Room(ffi, "int32_t")
        params = dice.choice((strategy.at.params, ffi.addressof(strategy.at, "parameters")))
        strategy.at.act(view.at, stream.at, memory.at, params, out.at)
        for each in (memory, out):
            each.check(f"{text}, asked by its own function")
        sample = Room(ffi, "gf_round")
        if gf.round_sample(sample.at, view.at, dice.getrandbits(64), 1, dice.randrange(101)):
            if gf.round_play(sample.at, table.strategies("simple", "greedy"), 1, 1) not in (
                -1,
                0,
                1,
            ):
                raise Found("round_play of a sample")
            sample.check("round_play")
        if bytes(view.bytes) != before:
            raise Found("a view was written into")

    def case(dice: random.Random) -> None:
        masks(dice)
        state = played(dice)
        view = Room(ffi, "gf_view")
        if gf.round_view(state.at, dice.randrange(2), view.at) != 1:
            raise Found("no view of a good round")
        for _ in range(4):
            again = Room(ffi, "gf_view")
            ffi.memmove(again.at, view.at, view.size)
            scribble(again, dice)
            about(again, dice)
        scribble(state, dice)
        listed = Room(ffi, "int32_t", 352)
        for action in (*(dice.randrange(-1, 600) for _ in range(8)), dice.choice(EDGES)):
            gf.round_apply(state.at, action)
            gf.round_view(state.at, dice.choice((0, 1, *EDGES)), view.at)
            gf.legal_actions(table.view_of(state.at), listed.at)
        gf.round_play(state.at, table.strategies("simple", "random"), 1, dice.randrange(3))
        gf.round_forfeit(state.at)
        rules = Room(ffi, "gf_rules")
        ffi.memmove(rules.at, table.rules(dice.choice((*RULES.values(),))), rules.size)
        scribble(rules, dice)
        why = Room(ffi, "char", dice.choice((1, 8, 200)))
        gf.rules_check(rules.at, why.at, why.size)
        gf.round_start(state.at, rules.at, dice.getrandbits(64), 1, dice.choice(EDGES))
        gf.round_from_deck(state.at, rules.at, dice.randbytes(52), dice.choice(EDGES))
        text = dice.choice((*STRATEGIES, *map(str, values.TEXTS))).replace("\x00", "")
        wild = Room(ffi, "gf_strategy")
        gf.strategy_named(text.encode("utf-8", "surrogatepass"), wild.at, why.at, why.size)
        for each in (state, view, rules, why, wild):
            each.check("a function about rounds")

    return case
