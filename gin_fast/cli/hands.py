"""``gin-fast hand``, ``layoff`` and ``deal``: questions about one hand or one deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import click

from gin_fast import engine
from gin_fast.cards.deck import MOST_LISTED, RANKS
from gin_fast.cards.hands import CARD, hand_of
from gin_fast.cards.melds import MELDS
from gin_fast.cli.drawing import draw_card, draw_cards, draw_laid
from gin_fast.cli.shared import Labelled, bad_input, cards, json_option, print_answer, whole, yes
from gin_fast.state.results import Spread
from gin_fast.values.checks import WORD, fresh_seed, shown

_hand = click.argument("hand", nargs=-1, required=True, metavar="HAND")


@click.command("hand")
@_hand
@click.option(
    "--limit",
    type=whole("limit", 0),
    default="10",
    show_default=True,
    help="The most deadwood to knock with.",
)
@click.option(
    "--barred", type=cards, default="", help="The card just taken, which may not be discarded."
)
@click.option("--seen", type=cards, default="", help="Cards that can no longer be drawn.")
@json_option
def hand_command(hand: tuple[str, ...], limit: int, barred: int, seen: int, as_json: bool) -> None:
    """Show the melds, best spreads and deadwood of a HAND.

    With ten cards also its outs, with eleven the discards that leave the least deadwood now. What a
    discard is worth in the rounds to come is another question: gin-fast advise answers it.

    \b
    gin-fast hand "AS AH AC QD JD TD TS JS 8D 3D" --limit 7
    gin-fast hand "JS JH JD 8C 7S 7H 7D 4S 3D 2S AC" --barred 8C
    """
    mask = cards(" ".join(hand))
    count = mask.bit_count()
    if barred and count != 11:
        raise click.UsageError(f"--barred is for a hand of 11 cards, not of {count}")
    if barred & ~mask:
        missing = draw_cards(barred & ~mask)
        raise click.UsageError(f"--barred names a card that is not in the hand: {missing}")
    if seen and count != 10:
        raise click.UsageError(f"--seen is for a hand of 10 cards, not of {count}")

    melds = engine.melds(mask)
    best = engine.best_spread(mask)
    spreads = engine.best_spreads(mask) if count <= MOST_LISTED else (best,)
    values: dict[str, Any] = {
        "hand": _names(mask),
        "points": engine.hand_points(mask),
        "melds": [_names(meld) for meld in melds],
        "deadwood": best.deadwood,
        "best_spreads": [_spread(spread) for spread in spreads],
    }
    rows: Labelled = [
        ("hand", [draw_cards(mask), f"{count} cards, {values['points']} points"]),
        ("melds", [draw_cards(meld) for meld in melds] or ["none"]),
        ("best spreads" if len(spreads) > 1 else "best spread", [_drawn(one) for one in spreads]),
        ("deadwood", [str(best.deadwood)]),
    ]
    if count == 10:
        outs = engine.outs(mask, limit, seen)
        values |= {"limit": limit, "may_knock": best.deadwood <= limit, "outs": _names(outs)}
        within = f"{'within' if values['may_knock'] else 'above'} {limit}"
        rows.append(("may knock", [f"{yes(values['may_knock'])}: {best.deadwood} is {within}"]))
        rows.append((f"outs ({outs.bit_count()})", [draw_cards(outs) or "none"]))
    if count == 11:
        with bad_input():
            discards = engine.best_discards(mask, barred)
        knocks = engine.knock_discards(mask, limit, barred)
        values |= {
            "best_discards": {"deadwood": discards.deadwood, "cards": _names(discards.cards)},
            "limit": limit,
            "may_knock": knocks != 0,
            "knock_discards": _names(knocks),
            "big_gin": engine.is_big_gin(mask),
        }
        how = f"discarding {draw_cards(knocks)}" if knocks else f"no discard leaves {limit} or less"
        rows.append(
            (
                "least deadwood now",
                [f"discarding {draw_cards(discards.cards)} leaves {discards.deadwood}"],
            )
        )
        rows.append(("may knock", [f"{yes(knocks != 0)}: {how}"]))
        rows.append(("big gin", [yes(values["big_gin"])]))
    print_answer(rows, values, as_json)


class _Layoff(click.Command):
    """The command takes cards as separate arguments too: those after ``--melds`` are melds."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        hand: list[str] = []
        kept: list[str] = []
        group = hand
        for at, word in enumerate(args):
            if word == "--":
                hand += args[at + 1 :]
                break
            if word == "--melds":
                kept += _options(group) if group is not hand else ()
                group = []
                if at + 1 == len(args) or args[at + 1].startswith("--"):
                    message = "Option '--melds' requires an argument."
                    raise click.BadOptionUsage(word, message, ctx)
            elif word.startswith("-"):
                kept += _options(group) if group is not hand else ()
                kept.append(word)
                group = hand
            else:
                group.append(word)
        kept += _options(group) if group is not hand else ()
        return super().parse_args(ctx, [*kept, "--", *hand])


def _options(words: Sequence[str]) -> Iterator[str]:
    """The option for each meld among words: words of one card each are taken together."""
    for is_card, some in groupby(words, key=lambda word: len(CARD.findall(word)) == 1):
        for text in [" ".join(some)] if is_card else some:
            for meld in _melds(text):
                yield from ("--melds", meld)


def _melds(text: str) -> list[str]:
    """The melds in a text: in brackets, or else one after the other. What is no meld is left as it
    is, to be refused."""
    if re.fullmatch(r"\s*(\[[^][]*\]\s*)+", text):
        return re.findall(r"\[([^][]*)\]", text)
    found = [engine.parse_card(match[0]) for match in CARD.finditer(text)]
    is_one = not found or hand_of(set(found)) in MELDS
    ways = [] if is_one else _ways(found)
    if len(ways) > 1:
        either = " or ".join(" and ".join(map(draw_cards, way)) for way in ways)
        raise click.UsageError(f"{shown(text)} could be {either}: give --melds for each meld")
    return [engine.format_hand(meld) for meld in ways[0]] if ways else [text]


def _ways(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Two ways to cut a row of cards into melds, if there are as many: a long row has a great
    number of them."""
    found: list[list[tuple[int, ...]]] = [[()]]  # those of the cards from a place on, last first
    for at in reversed(range(len(cards))):
        ways = []
        for count in range(3, min(len(RANKS), len(cards) - at) + 1):
            meld = hand_of(set(cards[at : at + count]))
            if meld in MELDS and meld.bit_count() == count:
                ways += [(meld, *rest) for rest in found[-count]]
        found.append(ways[:2])
    return found[-1]


@click.command("layoff", cls=_Layoff)
@_hand
@click.option(
    "--melds",
    multiple=True,
    required=True,
    metavar="MELD...",
    help="The knocker's melds, one after the other; the option may be repeated.",
)
@json_option
def layoff_command(hand: tuple[str, ...], melds: tuple[str, ...], as_json: bool) -> None:
    """Find the best answer to a knock with this HAND: melds and layoffs chosen together.

    \b
    gin-fast layoff 3S 4S KC KD KH --melds 5S 6S 7S 8C 8D 8H
    gin-fast layoff "3S 4S KC KD KH" --melds "5S 6S 7S" --melds "8C 8D 8H"
    """
    mask = cards(" ".join(hand))
    table = [cards(meld) for meld in melds]
    with bad_input():
        answer = engine.best_layoff(mask, table)
    fitting = engine.legal_layoffs(mask, table)
    values = {
        "hand": _names(mask),
        "melds": [_names(meld) for meld in table],
        "legal_layoffs": _names(fitting),
        "laid_off": _names(answer.laid_off),
        "onto": [
            {"card": engine.format_card(card), "meld": _names(meld)} for card, meld in answer.onto
        ],
        "spread": _spread(answer.spread),
        "deadwood": answer.deadwood,
    }
    onto = [f"{draw_card(card)} on {draw_cards(meld)}" for card, meld in answer.onto]
    rows: Labelled = [
        ("hand", [draw_cards(mask)]),
        ("melds", [draw_cards(meld) for meld in table]),
        ("fit now", [draw_cards(fitting) or "none"]),
        ("lay off", onto or ["nothing"]),
        ("keep", [_drawn(answer.spread)]),
        ("deadwood", [str(answer.deadwood)]),
    ]
    print_answer(rows, values, as_json)


@click.command("deal")
@click.option("--seed", type=whole("seed", 0, WORD), help="The seed; a fresh one by default.")
@click.option(
    "--index",
    type=whole("index", 0, WORD),
    default="0",
    show_default=True,
    help="The index of the deal.",
)
@json_option
def deal_command(seed: int | None, index: int, as_json: bool) -> None:
    """Deal a round: a seed and an index always give the same cards."""
    seed = fresh_seed() if seed is None else seed
    deal = engine.deal(seed, index)
    stock = [engine.format_card(card) for card in deal.stock]
    upcard = engine.format_card(deal.upcard)
    values = {
        "seed": seed,
        "index": index,
        "hands": [_names(hand) for hand in deal.hands],
        "upcard": upcard,
        "stock": stock,
    }
    rows: Labelled = [
        ("seed", [str(seed)]),
        ("index", [str(index)]),
        ("non-dealer", [draw_cards(deal.hands[0])]),
        ("dealer", [draw_cards(deal.hands[1])]),
        ("upcard", [draw_card(deal.upcard)]),
        ("stock", [" ".join(map(draw_card, deal.stock[at : at + 16])) for at in (0, 16)]),
    ]
    print_answer(rows, values, as_json)


def _names(mask: int) -> list[str]:
    """The cards of a mask, for JSON."""
    return engine.format_hand(mask).split()


def _drawn(spread: Spread) -> str:
    return f"{draw_laid(spread.melds, spread.unmelded) or 'nothing'} = {spread.deadwood}"


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "melds": [_names(meld) for meld in spread.melds],
        "unmelded": _names(spread.unmelded),
        "deadwood": spread.deadwood,
    }
