"""``gin-fast hand``, ``layoff`` and ``deal``: questions about one hand or one deal."""

from __future__ import annotations

from typing import Any

import click

from gin_fast import engine
from gin_fast.cards.deck import MOST_LISTED
from gin_fast.cli.shared import Labelled, bad_input, cards, json_option, print_answer, whole, yes
from gin_fast.state.results import Spread
from gin_fast.values.checks import WORD, fresh_seed

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
        missing = engine.format_hand(barred & ~mask)
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
        ("hand", [engine.format_hand(mask), f"{count} cards, {values['points']} points"]),
        ("melds", [engine.format_hand(meld) for meld in melds] or ["none"]),
        ("best spreads" if len(spreads) > 1 else "best spread", [str(one) for one in spreads]),
        ("deadwood", [str(best.deadwood)]),
    ]
    if count == 10:
        outs = engine.outs(mask, limit, seen)
        values |= {"limit": limit, "may_knock": best.deadwood <= limit, "outs": _names(outs)}
        within = f"{'within' if values['may_knock'] else 'above'} {limit}"
        rows.append(("may knock", [f"{yes(values['may_knock'])}: {best.deadwood} is {within}"]))
        rows.append((f"outs ({outs.bit_count()})", [engine.format_hand(outs) or "none"]))
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
        how = (
            f"discarding {engine.format_hand(knocks)}"
            if knocks
            else f"no discard leaves {limit} or less"
        )
        rows.append(("least deadwood now", [f"discarding {discards}"]))
        rows.append(("may knock", [f"{yes(knocks != 0)}: {how}"]))
        rows.append(("big gin", [yes(values["big_gin"])]))
    print_answer(rows, values, as_json)


@click.command("layoff")
@click.argument("hand", metavar="HAND")
@click.option(
    "--melds",
    multiple=True,
    required=True,
    metavar="MELD",
    help="The knocker's melds, each quoted; the option may be repeated.",
)
@click.argument("more", nargs=-1, metavar="[MELD]...")
@json_option
def layoff_command(hand: str, melds: tuple[str, ...], more: tuple[str, ...], as_json: bool) -> None:
    """Find the best answer to a knock with this HAND: melds and layoffs chosen together.

    \b
    gin-fast layoff "3S 4S KC KD KH" --melds "5S 6S 7S" "8C 8D 8H"
    """
    mask = cards(hand)
    table = [cards(meld) for meld in (*melds, *more)]
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
    onto = [
        f"{engine.format_card(card)} on {engine.format_hand(meld)}" for card, meld in answer.onto
    ]
    rows: Labelled = [
        ("hand", [engine.format_hand(mask)]),
        ("melds", [engine.format_hand(meld) for meld in table]),
        ("fit now", [engine.format_hand(fitting) or "none"]),
        ("lay off", onto or ["nothing"]),
        ("keep", [str(answer.spread)]),
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
        ("non-dealer", [engine.format_hand(deal.hands[0])]),
        ("dealer", [engine.format_hand(deal.hands[1])]),
        ("upcard", [upcard]),
        ("stock", [" ".join(stock[at : at + 16]) for at in (0, 16)]),
    ]
    print_answer(rows, values, as_json)


def _names(mask: int) -> list[str]:
    """The cards of a mask, for JSON."""
    return engine.format_hand(mask).split()


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "melds": [_names(meld) for meld in spread.melds],
        "unmelded": _names(spread.unmelded),
        "deadwood": spread.deadwood,
    }
