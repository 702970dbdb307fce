"""The command line: ``gin-fast``."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from io import TextIOWrapper
from typing import Any, NoReturn

import click

import gin_fast
from gin_fast.cards import MOST_LISTED, WORD, as_int
from gin_fast.playing import STRATEGIES
from gin_fast.results import Spread
from gin_fast.rules import PROFILES

_INTERRUPTED = 130

Rows = list[tuple[str, list[str]]]
"""What a command says: labels, each with its lines."""


class _Cli(click.Group):
    """A group of commands that tells every fault of its user in one line, with exit code 2."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed by whoever started it
                setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # not every terminal knows ±
        try:
            status = super().main(args, "gin-fast", complete_var, False, **extra)
        except click.ClickException as error:
            _fail(error.format_message(), 2)
        except click.Abort:
            sys.exit(_INTERRUPTED)
        except OSError as error:  # other than a closed pipe, which click ends quietly
            _fail(f"cannot write: {error.strerror}", 1)
        sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str, status: int) -> NoReturn:
    click.echo(f"gin-fast: {' '.join(message.split())}", err=True)
    sys.exit(status)


@contextmanager
def _bad_input() -> Iterator[None]:
    """Makes what the library says of a value the fault of who typed it."""
    try:
        yield
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def cards(text: str) -> int:
    """The mask of the cards that an argument names."""
    with _bad_input():
        return gin_fast.parse_hand(text)


def _whole(what: str, low: int, high: int | None = None) -> Callable[[str], int]:
    """What reads a whole number in bounds, which may be written ``1_000_000`` or ``1e6``."""

    def number(text: str) -> int:
        try:
            value = Decimal(text)
        except InvalidOperation:
            value = Decimal("nan")
        # The exponent is looked at first: 1e999999999 must not be written out.
        if not value.is_finite() or value.adjusted() > 40 or value != int(value):
            raise click.UsageError(f"{what} must be a whole number, not {text[:40]!r}")
        with _bad_input():
            return as_int(int(value), what, low, high)

    return number


_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
_hand = click.argument("hand", nargs=-1, required=True, metavar="HAND")


@click.group(
    cls=_Cli,
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


@cli.command("hand")
@_hand
@click.option(
    "--limit",
    type=_whole("limit", 0),
    default="10",
    show_default=True,
    help="The most deadwood to knock with.",
)
@click.option(
    "--barred", type=cards, default="", help="What may not be thrown: the card just taken."
)
@click.option("--seen", type=cards, default="", help="Cards that cannot be drawn any more.")
@_json
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
        rows.append(("may knock", [f"{_yes(told['may_knock'])}: {best.deadwood} is {within}"]))
        rows.append((f"outs ({outs.bit_count()})", [gin_fast.format_hand(outs) or "none"]))
    if count == 11:
        with _bad_input():
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
        rows.append(("may knock", [f"{_yes(knocks != 0)}: {how}"]))
        rows.append(("big gin", [_yes(told["big_gin"])]))
    _tell(rows, told, as_json)


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
@_json
def layoff_command(hand: str, melds: tuple[str, ...], more: tuple[str, ...], as_json: bool) -> None:
    """How a defender with this HAND answers a knock: melds and layoffs chosen together.

    \b
    gin-fast layoff "3S 4S KC KD KH" --melds "5S 6S 7S" "8C 8D 8H"
    """
    mask = cards(hand)
    table = [cards(meld) for meld in (*melds, *more)]
    with _bad_input():
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
    _tell(rows, told, as_json)


@cli.command("deal")
@click.option(
    "--seed", type=_whole("seed", 0, WORD), help="Of the deals; a fresh one if not given."
)
@click.option(
    "--index",
    type=_whole("index", 0, WORD),
    default="0",
    show_default=True,
    help="Which deal of the seed.",
)
@_json
def deal_command(seed: int | None, index: int, as_json: bool) -> None:
    """Deal a round: the same cards for a seed and an index, for ever."""
    seed = secrets.randbits(64) if seed is None else seed
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
    _tell(rows, told, as_json)


@cli.command("simulate", epilog=f"Strategies: {', '.join(STRATEGIES)}.")
@click.argument("a", type=click.Choice(STRATEGIES), metavar="A")
@click.argument("b", type=click.Choice(STRATEGIES), metavar="B")
@click.option(
    "--rounds",
    type=_whole("rounds", 0, WORD),
    default="1000",
    show_default=True,
    help="How many; 1_000_000 and 1e6 will do.",
)
@click.option(
    "--seed", type=_whole("seed", 0, WORD), help="Of the rounds; a fresh one if not given."
)
@click.option("--rules", type=click.Choice(list(PROFILES)), default="modern", show_default=True)
@click.option("--threads", type=_whole("threads", 1), help="One for each processor if not given.")
@_json
@click.pass_context
def simulate_command(
    ctx: click.Context,
    a: str,
    b: str,
    rounds: int,
    seed: int | None,
    rules: str,
    threads: int | None,
    as_json: bool,
) -> None:
    """Play rounds of strategy A against strategy B and add them up.

    Ctrl-C ends it with the rounds finished, and exit code 130.
    """
    with _bar(rounds) as progress:
        result = gin_fast.simulate(
            a, b, rounds=rounds, seed=seed, rules=rules, threads=threads, progress=progress
        )
    click.echo(json.dumps(result.to_dict()) if as_json else str(result))
    if result.interrupted:
        ctx.exit(_INTERRUPTED)


@contextmanager
def _bar(rounds: int) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar where the terminal is one, and what moves it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = BarColumn(), TextColumn("{task.completed:,} of {task.total:,}"), TimeRemainingColumn()
    bar = Progress(
        *columns,
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task("", total=rounds)
        yield lambda done, _: bar.update(task, completed=done, refresh=True)


def _tell(rows: Rows, told: dict[str, Any], as_json: bool) -> None:
    """Prints the answer of a command."""
    if as_json:
        click.echo(json.dumps(told))
        return
    width = max(len(label) for label, _ in rows) + 2
    text = "\n".join(
        f"{label if number == 0 else '':<{width}}{line}"
        for label, lines in rows
        for number, line in enumerate(lines)
    )
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        click.echo(text)
        return
    from rich.console import Console
    from rich.text import Text

    coloured = Text(text)
    coloured.highlight_regex(r"\b[A2-9TJQK][DH]\b", "red")
    Console().print(coloured, soft_wrap=True)


def _names(mask: int) -> list[str]:
    """The cards of a mask, as JSON has them."""
    return gin_fast.format_hand(mask).split()


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "melds": [_names(meld) for meld in spread.melds],
        "unmelded": _names(spread.unmelded),
        "deadwood": spread.deadwood,
    }


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"
