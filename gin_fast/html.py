"""Hands and results as notebooks show them: HTML with its styles in it, without scripts or images.

Whatever a user named is escaped. Without its styles it still reads as text.

>>> cards([32])
'<span style="...">7♥\ufe0e</span>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from gin_fast._engine import deadwood
from gin_fast.cards import RANKS, each_card

if TYPE_CHECKING:
    from gin_fast.comparison import Comparison, Tournament
    from gin_fast.estimates import Share
    from gin_fast.results import Deal, Discards, Knock, Layoff, Spread
    from gin_fast.round import Round
    from gin_fast.simulation_result import SimulationResult
    from gin_fast.view import View

_SIGNS = "♣♦♥♠"
_AS_TEXT = "\ufe0e"  # or some systems would draw the suits as emoji
_RED, _BLACK = "#c01c28", "#1a1a1a"
_COLOURS = ("#0072b2", "#d55e00", "#b3b3b3")
"""Of `a`, `b` and neither."""

_CARD = (
    "display:inline-block;min-width:1.5em;padding:.15em .2em;margin:1px;border:1px solid #999;"
    "border-radius:4px;background:#fff;text-align:center;font:bold 13px/1.2 sans-serif;"
)
_MELD = (
    "display:inline-block;padding:2px;margin:2px 6px 2px 0;border-radius:6px;background:#0072b233"
)
_LOOSE = "display:inline-block;padding:2px;margin:2px 6px 2px 0"
_CELL = "text-align:right;white-space:nowrap"
_LABEL = "text-align:left;white-space:nowrap"


def cards(ids: Iterable[int], *, raised: int = 0) -> str:
    """Cards in this order; those of the mask `raised` have a thick border."""
    return " ".join(_card(card, bool(raised >> card & 1)) for card in ids)


def _card(card: int, is_raised: bool) -> str:
    suit = card // 13
    colour = _RED if suit in (1, 2) else _BLACK
    border = "border:2px solid #d55e00;" if is_raised else ""
    face = f"{RANKS[card % 13]}{_SIGNS[suit]}{_AS_TEXT}"
    return f'<span style="{_CARD}{border}color:{colour}">{face}</span>'


def laid(melds: Sequence[int], unmelded: int = 0, *, raised: int = 0) -> str:
    """Melds, each on a ground of its own, and apart from them what they leave, by rank."""
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


def hand(mask: int, *, raised: int = 0) -> str:
    """A hand in its best melds, with its deadwood."""
    melds, unmelded, left = deadwood.best_spread(mask)
    return f"{laid(melds, unmelded, raised=raised)} = {left}"


def _page(*parts: str) -> str:
    """One block; dollars in it begin no formula."""
    return f'<div class="gin-fast tex2jax_ignore">{"".join(parts)}</div>'


def _lines(*lines: tuple[str, str]) -> str:
    """Labels, and what stands beside each."""
    return "".join(
        f'<div style="display:flex;align-items:baseline"><span style="flex:0 0 8em">{label}</span> '
        f'<span style="flex:1">{content}</span></div>'
        for label, content in lines
    )


def of_spread(spread: Spread) -> str:
    """What `Spread` shows."""
    return _page(_lines(("spread", f"{laid(spread.melds, spread.unmelded)} = {spread.deadwood}")))


def of_discards(discards: Discards) -> str:
    """What `Discards` shows."""
    verb = "leave" if discards.cards & (discards.cards - 1) else "leaves"
    throws = f"{laid((), discards.cards)} {verb} {discards.deadwood}"
    return _page(_lines(("best throws", throws)))


def of_layoff(layoff: Layoff) -> str:
    """What `Layoff` shows: the knocker's melds that take cards, and what is kept."""
    onto: dict[int, int] = {}
    for card, meld in layoff.onto:
        onto[meld] = onto.get(meld, 0) | 1 << card
    melds = [meld | added for meld, added in onto.items()]
    kept = f"{laid(layoff.spread.melds, layoff.spread.unmelded)} = {layoff.deadwood}"
    return _page(_lines(("lay off", laid(melds, raised=layoff.laid_off)), ("keep", kept)))


def of_knock(knock: Knock) -> str:
    """What `Knock` shows."""
    spread = f"{laid(knock.spread.melds, knock.spread.unmelded)} = {knock.spread.deadwood}"
    return _page(_lines(("spread", spread), ("scores", f"{knock.score:g}")))


def of_deal(deal: Deal) -> str:
    """What `Deal` shows."""
    return _page(
        _lines(
            ("non-dealer", hand(deal.hands[0])),
            ("dealer", hand(deal.hands[1])),
            ("upcard", cards((deal.upcard,))),
            ("stock", cards(deal.stock)),
        )
    )


def of_round(round: Round) -> str:
    """What `Round` shows: both hands. They are no secret to who has the round."""
    view = round.view(0)
    result = round.result
    told = _told(view)
    if result is not None:
        told = f"{result.kind.replace('_', ' ')}, nobody scores"
        if result.winner is not None:
            told = f"{result.kind.replace('_', ' ')}, seat {result.winner} scores {result.points}"
    lines = [("round", told), *_table(view)]
    for seat, mask in enumerate(round.hands):
        is_laid = seat == view.knocker and round.phase != "spread" and bool(view.melds)
        lines.append((f"seat {seat}", "knocked" if is_laid else hand(mask)))
    return _page(_lines(*lines))


def of_view(view: View) -> str:
    """What `View` shows: what its seat may know, and no other card."""
    drawn = 1 << view.drawn if view.drawn >= 0 else 0
    lines = [(f"view of seat {view.seat}", _told(view)), *_table(view)]
    lines.append(("own hand", hand(view.hand, raised=drawn)))
    other = f"{view.other_count} cards"
    if known := view.known & ~view.unmelded:
        other += f", known: {laid((), known)}"
    lines.append(("other hand", other))
    return _page(_lines(*lines))


def _told(view: View) -> str:
    """How a round stands."""
    phase = view.phase.replace("_", " ")
    mover = "" if view.to_move < 0 else f", seat {view.to_move} to move"
    return f"{phase}{mover}, {view.stock} in the stock"


def _table(view: View) -> list[tuple[str, str]]:
    """What both seats see."""
    lines = [("pile", cards(view.pile) or "empty")]
    if view.melds:
        lines.append(("on the table", laid(view.melds, view.unmelded, raised=view.laid_off)))
    return lines


def of_result(result: SimulationResult) -> str:
    """What `SimulationResult` shows."""
    first = str(result).partition("\n")[0]
    neither = result.rounds - sum(result.wins)
    rows = [_head("", f"a: {result.a}", f"b: {result.b}", "neither", "")]
    if result.of_games:
        sums = result.game_sums
        rows.append(_counts("games won", (*result.game_wins, sums.ties + sums.unfinished)))
        rows.append(_row("share of games", *map(_percent, result.game_shares), "", ""))
    rows.append(_counts("rounds won", (*result.wins, neither)))
    rows.append(_row("share", *map(_percent, result.win_shares), "", ""))
    most = max((ending.total for ending in result.ends.values()), default=0)
    for kind, ending in result.ends.items():
        if ending.total or kind != "forfeit":
            rows.append(_counts(kind.replace("_", " "), ending, most))
    rows.append(_row("points", *(f"{points:,}" for points in result.points), "", ""))
    rows.append(_row("points a round", *map(str, result.points_per_round), "", ""))
    means = [
        ("net points a round, a less b", result.net_points),
        ("draws a round", result.draws),
        ("deadwood of who knocked, gin left out", result.knock_deadwood),
    ]
    if result.of_games:
        means.insert(0, ("net total a game, a less b", result.net_total))
    told = _grid([_row(label, str(mean)) for label, mean in means])
    note = f"{'interrupted; ' if result.interrupted else ''}± one standard error"
    faults = "".join(_note(str(fault)) for fault in result.faults)
    return _page(_note(first), _grid(rows), told, _note(note), faults)


def of_comparison(comparison: Comparison) -> str:
    """What `Comparison` shows: the answer, and its result."""
    answer = str(comparison).partition("\n\n")[0].splitlines()
    told = "".join(f"<div>{escape(line)}</div>" for line in answer[1:])
    first = f"<div><b>{escape(answer[0])}</b></div>"
    return _page(first, told, of_result(comparison.result))


def of_tournament(tournament: Tournament) -> str:
    """What `Tournament` shows: the ratings, and who won how much against whom."""
    ratings = tournament.ratings
    order = [tournament.names.index(rating.name) for rating in ratings]
    places = [str(place) for place in range(1, len(order) + 1)]
    rows = [_head("", "rating", "95% interval", *places)]
    for place, player, rating in zip(places, order, ratings, strict=True):
        low, high = rating.interval()
        cells = [_cell(f"{rating.elo:+.1f}"), _cell(f"{low:+.1f} to {high:+.1f}")]
        cells += [_heat(tournament.share(player, other), player == other) for other in order]
        rows.append(
            f'<tr><th style="{_LABEL}">{place} {escape(rating.name)}</th>{"".join(cells)}</tr>'
        )
    first = str(tournament).partition("\n")[0]
    note = "per cent of the games won by the row against the column"
    if tournament.interrupted:
        note += "; interrupted"
    return _page(_note(first), _grid(rows), _note(note))


def _heat(share: Share | None, is_same: bool) -> str:
    if share is None or share.mean is None:
        return _cell("" if is_same else "–")
    strength = round(abs(share.mean - 0.5) * 2 * 150)
    ground = f"background:{_COLOURS[share.mean < 0.5]}{strength:02x}"
    return _cell(f"{100.0 * share.mean:.1f}", ground)


def _counts(label: str, counts: Sequence[int], most: int = 0) -> str:
    """A row of counts and a bar of them; as long as the table allows if all are `most`."""
    most = most or sum(counts)
    bar = "".join(
        f'<span style="display:inline-block;height:.8em;width:{8.0 * count / most:.2f}em;'
        f'background:{colour}"></span>'
        for count, colour in zip(counts, _COLOURS, strict=True)
        if count
    )
    cells = "".join(_cell(f"{count:,}") for count in counts)
    bars = f'<td style="text-align:left;white-space:nowrap;min-width:8em">{bar}</td>'
    return f'<tr><th style="{_LABEL}">{escape(label)}</th>{cells}{bars}</tr>'


def _percent(share: Share) -> str:
    if share.mean is None:
        return "-"
    return f"{share.mean:.2%}" + ("" if share.error is None else f" ± {share.error:.2%}")


def _head(*labels: str) -> str:
    return f"<tr>{''.join(f'<th>{escape(label)}</th>' for label in labels)}</tr>"


def _row(label: str, *cells: str) -> str:
    return f'<tr><th style="{_LABEL}">{escape(label)}</th>{"".join(map(_cell, cells))}</tr>'


def _cell(text: str, style: str = "") -> str:
    return f'<td style="{_CELL};{style}">{escape(text)}</td>'


def _grid(rows: Iterable[str]) -> str:
    return f"<table>{''.join(rows)}</table>"


def _note(text: str) -> str:
    return f'<div style="opacity:.7">{escape(text)}</div>'
