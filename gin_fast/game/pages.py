"""Views and rounds as HTML for notebooks."""

from __future__ import annotations

from gin_fast.cards.html import block, cards, labelled, laid, spread
from gin_fast.engine import deadwood, views
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen


def melded(mask: int, *, raised: int = 0) -> str:
    """A hand in its best melds, with its deadwood."""
    return spread(*deadwood.best_spread(mask), raised=raised)


def of_round(view: Seen, hands: tuple[int, int], result: RoundResult | None) -> str:
    """The HTML of a `Round`: both hands, since whoever has the round may see them. `view` is that
    of either seat."""
    standing = _standing_text(view)
    if result is not None:
        standing = f"{result.kind.replace('_', ' ')}, nobody scores"
        if result.winner is not None:
            standing = (
                f"{result.kind.replace('_', ' ')}, seat {result.winner} scores {result.points}"
            )
    lines = [("round", standing), *_table(view)]
    for seat, mask in enumerate(hands):
        is_laid = seat == view.knocker and view.phase != "spread" and bool(view.melds)
        lines.append((f"seat {seat}", "knocked" if is_laid else melded(mask)))
    return block(labelled(*lines))


def of_view(view: Seen) -> str:
    """The HTML of a `View`: what its seat may know, and no other card."""
    view = views.plain_view(view)
    drawn = 1 << view.drawn if view.drawn >= 0 else 0
    lines = [(f"view of seat {view.seat}", _standing_text(view)), *_table(view)]
    lines.append(("own hand", melded(view.hand, raised=drawn)))
    other = f"{view.other_count} cards"
    if known := view.known & ~view.unmelded:
        unless = "" if known == view.sure & known else ", unless face down"
        other += f", known{unless}: {laid((), known)}"
    lines.append(("other hand", other))
    return block(labelled(*lines))


def _standing_text(view: Seen) -> str:
    """The state of a round in a few words."""
    phase = view.phase.replace("_", " ")
    mover = "" if view.to_move < 0 else f", seat {view.to_move} to move"
    return f"{phase}{mover}, {view.stock} in the stock"


def _table(view: Seen) -> list[tuple[str, str]]:
    """What both seats can see."""
    lines = [("pile", cards(view.pile) or "empty")]
    if view.melds:
        lines.append(("on the table", laid(view.melds, view.unmelded, raised=view.laid_off)))
    return lines
