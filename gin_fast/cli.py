"""The command line: ``gin-fast``."""

from __future__ import annotations

from typing import Any

import click

import gin_fast
from gin_fast.cards import MOST_LISTED, WORD, fresh_seed
from gin_fast.cli_advise import advise_command
from gin_fast.cli_play import play_command
from gin_fast.cli_replay import replay_command
from gin_fast.cli_rules import rules_command
from gin_fast.cli_score import score_command
from gin_fast.cli_shared import (
    Cli,
    Rows,
    bad_input,
    cards,
    json_option,
    tell,
    whole,
    yes,
)
from gin_fast.cli_simulate import (
    compare_command,
    record_command,
    simulate_command,
    tournament_command,
)
from gin_fast.results import Spread

_hand = click.argument("hand", nargs=-1, required=True, metavar="HAND")


@click.group(
    cls=Cli,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    gin_fast.__version__, message=f"gin-fast %(version)s ({gin_fast.ENGINE} engine)"
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Gin Rummy, exact and fast: hands, layoffs, deals and whole simulations.

    Cards are written as 7H, TD or 10♦, separated or run together.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for _command in (
    rules_command,
    score_command,
    replay_command,
    play_command,
    advise_command,
    simulate_command,
    compare_command,
    tournament_command,
    record_command,
):
    cli.add_command(_command)


@cli.command("hand")
@_hand
@click.option(
    "--limit",
    type=whole("limit", 0),
    default="10",
    show_default=True,
    help="The most deadwood to knock with.",
)
@click.option(
    "--barred", type=cards, default="", help="What may not be thrown: the card just taken."
)
@click.option("--seen", type=cards, default="", help="Cards that cannot be drawn any more.")
@json_option
def hand_command(hand: tuple[str, ...], limit: int, barred: int, seen: int, as_json: bool) -> None:
    """What a HAND is worth: melds, best spreads and deadwood.

    With ten cards also what to hope for (the outs), with eleven what to throw.

    \b
    gin-fast hand "AS AH AC QD JD TD TS JS 8D 3D" --limit 7
    gin-fast hand "JS JH JD 8C 7S 7H 7D 4S 3D 2S AC" --barred 8C
    """
    mask = cards(" ".join(hand))
    count = mask.bit_count()
    if barred and count != 11:
        raise click.UsageError(f"--barred is for a hand of 11 cards, not of {count}")
    if barred & ~mask:
        missing = gin_fast.format_hand(barred & ~mask)
        raise click.UsageError(f"--barred names a card that the hand does not hold: {missing}")
    if seen and count != 10:
        raise click.UsageError(f"--seen is for a hand of 10 cards, not of {count}")

    melds = gin_fast.melds(mask)
    best = gin_fast.best_spread(mask)
    spreads = gin_fast.best_spreads(mask) if count <= MOST_LISTED else (best,)
    told: dict[str, Any] = {
        "hand": _names(mask),
        "points": gin_fast.hand_points(mask),
        "melds": [_names(meld) for meld in melds],
        "deadwood": best.deadwood,
        "best_spreads": [_spread(spread) for spread in spreads],
    }
    rows: Rows = [
        ("hand", [gin_fast.format_hand(mask), f"{count} cards, {told['points']} points"]),
        ("melds", [gin_fast.format_hand(meld) for meld in melds] or ["none"]),
        ("best spreads" if len(spreads) > 1 else "best spread", [str(one) for one in spreads]),
        ("deadwood", [str(best.deadwood)]),
    ]
    if count == 10:
        outs = gin_fast.outs(mask, limit, seen)
        told |= {"limit": limit, "may_knock": best.deadwood <= limit, "outs": _names(outs)}
        within = f"{'within' if told['may_knock'] else 'above'} {limit}"
        rows.append(("may knock", [f"{yes(told['may_knock'])}: {best.deadwood} is {within}"]))
        rows.append((f"outs ({outs.bit_count()})", [gin_fast.format_hand(outs) or "none"]))
    if count == 11:
        with bad_input():
            throws = gin_fast.best_discards(mask, barred)
        knocks = gin_fast.knock_discards(mask, limit, barred)
        told |= {
            "best_discards": {"deadwood": throws.deadwood, "cards": _names(throws.cards)},
            "limit": limit,
            "may_knock": knocks != 0,
            "knock_discards": _names(knocks),
            "big_gin": gin_fast.is_big_gin(mask),
        }
        how = (
            f"throwing {gin_fast.format_hand(knocks)}"
            if knocks
            else f"no throw leaves {limit} or less"
        )
        rows.append(("best throws", [str(throws)]))
        rows.append(("may knock", [f"{yes(knocks != 0)}: {how}"]))
        rows.append(("big gin", [yes(told["big_gin"])]))
    tell(rows, told, as_json)


@cli.command("layoff")
@click.argument("hand", metavar="HAND")
@click.option(
    "--melds",
    multiple=True,
    required=True,
    metavar="MELD",
    help="The knocker's melds, each quoted; the option may be given once for each.",
)
@click.argument("more", nargs=-1, metavar="[MELD]...")
@json_option
def layoff_command(hand: str, melds: tuple[str, ...], more: tuple[str, ...], as_json: bool) -> None:
    """How a defender with this HAND answers a knock: melds and layoffs chosen together.

    \b
    gin-fast layoff "3S 4S KC KD KH" --melds "5S 6S 7S" "8C 8D 8H"
    """
    mask = cards(hand)
    table = [cards(meld) for meld in (*melds, *more)]
    with bad_input():
        answer = gin_fast.best_layoff(mask, table)
    fitting = gin_fast.legal_layoffs(mask, table)
    told = {
        "hand": _names(mask),
        "melds": [_names(meld) for meld in table],
        "legal_layoffs": _names(fitting),
        "laid_off": _names(answer.laid_off),
        "onto": [
            {"card": gin_fast.format_card(card), "meld": _names(meld)} for card, meld in answer.onto
        ],
        "spread": _spread(answer.spread),
        "deadwood": answer.deadwood,
    }
    onto = [
        f"{gin_fast.format_card(card)} on {gin_fast.format_hand(meld)}"
        for card, meld in answer.onto
    ]
    rows: Rows = [
        ("hand", [gin_fast.format_hand(mask)]),
        ("melds", [gin_fast.format_hand(meld) for meld in table]),
        ("fit now", [gin_fast.format_hand(fitting) or "none"]),
        ("lay off", onto or ["nothing"]),
        ("keep", [str(answer.spread)]),
        ("deadwood", [str(answer.deadwood)]),
    ]
    tell(rows, told, as_json)


@cli.command("deal")
@click.option("--seed", type=whole("seed", 0, WORD), help="Of the deals; a fresh one if not given.")
@click.option(
    "--index",
    type=whole("index", 0, WORD),
    default="0",
    show_default=True,
    help="Which deal of the seed.",
)
@json_option
def deal_command(seed: int | None, index: int, as_json: bool) -> None:
    """Deal a round: the same cards for a seed and an index, for ever."""
    seed = fresh_seed() if seed is None else seed
    deal = gin_fast.deal(seed, index)
    stock = [gin_fast.format_card(card) for card in deal.stock]
    upcard = gin_fast.format_card(deal.upcard)
    told = {
        "seed": seed,
        "index": index,
        "hands": [_names(hand) for hand in deal.hands],
        "upcard": upcard,
        "stock": stock,
    }
    rows: Rows = [
        ("seed", [str(seed)]),
        ("index", [str(index)]),
        ("non-dealer", [gin_fast.format_hand(deal.hands[0])]),
        ("dealer", [gin_fast.format_hand(deal.hands[1])]),
        ("upcard", [upcard]),
        ("stock", [" ".join(stock[at : at + 16]) for at in (0, 16)]),
    ]
    tell(rows, told, as_json)


def _names(mask: int) -> list[str]:
    """The cards of a mask, as JSON has them."""
    return gin_fast.format_hand(mask).split()


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "melds": [_names(meld) for meld in spread.melds],
        "unmelded": _names(spread.unmelded),
        "deadwood": spread.deadwood,
    }
