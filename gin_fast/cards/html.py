"""Cards as notebooks show them: HTML with inline styles, without scripts or images.

It still reads as text without the styles.

>>> cards([32])
'<span style="...">7♥\ufe0e</span>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gin_fast.cards.deck import RANKS, RED_SUITS, SUIT_SIGNS
from gin_fast.cards.hands import each_card

_AS_TEXT = "\ufe0e"  # or some systems would draw the suits as emoji
_RED, _BLACK = "#c01c28", "#1a1a1a"

_CARD = (
    "display:inline-block;min-width:1.5em;padding:.15em .2em;margin:1px;border:1px solid #999;"
    "border-radius:4px;background:#fff;text-align:center;font:bold 13px/1.2 sans-serif;"
)
_MELD = (
    "display:inline-block;padding:2px;margin:2px 6px 2px 0;border-radius:6px;background:#0072b233"
)
_LOOSE = "display:inline-block;padding:2px;margin:2px 6px 2px 0"


def cards(ids: Iterable[int], *, raised: int = 0) -> str:
    """Cards in this order; those of the mask `raised` have a thick border."""
    return " ".join(_card(card, bool(raised >> card & 1)) for card in ids)


def _card(card: int, is_raised: bool) -> str:
    suit = card // 13
    colour = _RED if suit in RED_SUITS else _BLACK
    border = "border:2px solid #d55e00;" if is_raised else ""
    face = f"{RANKS[card % 13]}{SUIT_SIGNS[suit]}{_AS_TEXT}"
    return f'<span style="{_CARD}{border}color:{colour}">{face}</span>'


def laid(melds: Sequence[int], unmelded: int = 0, *, raised: int = 0) -> str:
    """Melds, each on its own background, then the unmelded cards by rank."""
    parts = [
        f'<span style="{_MELD}" title="meld">{cards(each_card(meld), raised=raised)}</span>'
        for meld in melds
    ]
    if unmelded:
        loose = sorted(each_card(unmelded), key=lambda card: (card % 13, card))
        parts.append(
            f'<span style="{_LOOSE}" title="unmelded">{cards(loose, raised=raised)}</span>'
        )
    return " ".join(parts) or "none"


def spread(melds: Sequence[int], unmelded: int, deadwood: int, *, raised: int = 0) -> str:
    """A hand in its melds, with its deadwood."""
    return f"{laid(melds, unmelded, raised=raised)} = {deadwood}"


def block(*parts: str) -> str:
    """One block, in which dollar signs do not start a formula."""
    return f'<div class="gin-fast tex2jax_ignore">{"".join(parts)}</div>'


def labelled(*lines: tuple[str, str]) -> str:
    """Labels, each with its content next to it."""
    return "".join(
        f'<div style="display:flex;align-items:baseline"><span style="flex:0 0 8em">{label}</span> '
        f'<span style="flex:1">{content}</span></div>'
        for label, content in lines
    )
