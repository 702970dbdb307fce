"""Observations for many rounds: what a seat may do and what it sees, as words and bytes."""

from __future__ import annotations

from gin_fast.answers.vector import FLAGS, MASKS, PACKED, PLANES
from gin_fast.cards.hands import hand_of
from gin_fast.state.actions import PHASES
from gin_fast.state.seen import Seen

__all__: list[str] = []

_LIMIT_PLACES = len(PHASES) + len(FLAGS)


def mask_of(legal: tuple[int, ...], count: int) -> list[int]:
    """For each of the first `count` actions 1 if it is legal, else 0."""
    mask = [0] * count
    for action in legal:
        mask[action] = 1
    return mask


def words_of(legal: tuple[int, ...], count: int) -> list[int]:
    """The same as the bits of `count` words."""
    bits = sum(1 << action for action in legal)
    return [bits >> 64 * word & (1 << 64) - 1 for word in range(count)]


def packed_of(view: Seen) -> list[int]:
    """A view as words: the columns of `PACKED`."""
    flags = (
        view.seat == 1,
        view.starter == view.seat,
        view.drawn_from == "pile",
        view.multiplier == 2,
        view.upcard_taken,
        view.knocker == view.seat,
        view.knocker == 1 - view.seat,
        view.to_move == view.seat,
    )
    columns = {
        "hand": view.hand,
        "top": hand_of(view.pile[-1:]),
        "pile": hand_of(view.pile[:-1]),
        "known": view.known,
        "exposed": view.exposed,
        "declined": view.declined,
        "own_declined": view.own_declined,
        "drawn": 1 << view.drawn if view.drawn >= 0 else 0,
        "table": sum(view.melds),
        "unmelded": view.unmelded,
        "laid_off": view.laid_off,
        "phase": PHASES.index(view.phase),
        "stock": view.stock,
        "limit": view.limit,
        "draws": view.draws,
        "flags": sum(flag << bit for bit, flag in enumerate(flags))
        | (view.returns & 255) << 8
        | (view.pile_draws & 255) << 16,
    }
    return [columns[name] for name in PACKED]


def planes_of(view: Seen) -> list[list[int]]:
    """A view as the planes of `PLANES`, each a mask in bytes."""
    packed = dict(zip(PACKED, packed_of(view), strict=True))
    limit = min(packed["limit"], 52 - _LIMIT_PLACES)
    masks = {name: packed[name] for name in MASKS}
    masks["stock"] = (1 << packed["stock"]) - 1
    masks["facts"] = (
        1 << packed["phase"]
        | (packed["flags"] & 255) << len(PHASES)
        | ((1 << limit) - 1) << _LIMIT_PLACES
    )
    return [[masks[name] >> card & 1 for card in range(52)] for name in PLANES]
