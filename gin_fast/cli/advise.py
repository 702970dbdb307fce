"""``gin-fast advise``: what each legal action is worth in a round played elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import click

from gin_fast import engine
from gin_fast.answers.evaluation import MOST_BELIEF, MOST_SAMPLES, Evaluation
from gin_fast.cards.hands import CARD
from gin_fast.cli.drawing import draw_action, draw_card, draw_hand
from gin_fast.cli.hints import BELIEF, SAMPLES, STRATEGY
from gin_fast.cli.layout import labelled, table
from gin_fast.cli.saves import read_from, read_text
from gin_fast.cli.shared import (
    STRATEGY_HELP,
    bad_input,
    cards,
    errors_in_a_line,
    json_option,
    print_text,
    rules_from,
    rules_option,
    set_option,
    strategy,
    whole,
)
from gin_fast.estimates.means import Estimate
from gin_fast.game.round import View
from gin_fast.rules.rules import Rules
from gin_fast.show.text import percent
from gin_fast.strategies.builtin import is_builtin
from gin_fast.values.checks import WORD, shown


def _in_order(text: str) -> tuple[int, ...]:
    """The ids of the cards in an argument, in its order."""
    cards(text)  # reports what is wrong with it
    return tuple(engine.parse_card(card[0]) for card in CARD.finditer(text))


def _one(text: str) -> int:
    """The id of the only card in an argument."""
    with bad_input():
        return engine.parse_card(text)


def _points(text: str) -> tuple[int, int]:
    """Two integers."""
    match = re.fullmatch(r"\s*(-?\d{1,9})\s*[,:]\s*(-?\d{1,9})\s*", text)
    if match is None:
        raise click.UsageError(f"--scores must be like 40,25, not {text[:40]!r}")
    return int(match[1]), int(match[2])


@click.command("advise", epilog=STRATEGY_HELP)
@click.argument("hand", nargs=-1, metavar="[HAND]")
@click.option(
    "--pile",
    type=_in_order,
    default="",
    metavar="CARDS",
    help="The discard pile, from the bottom to the top.",
)
@click.option(
    "--top",
    type=_one,
    metavar="CARD",
    help="Only the top of the pile, later in the round; instead of --pile.",
)
@click.option("--known", type=cards, default="", help="Cards known to be in the other hand.")
@click.option("--exposed", type=cards, default="", help="Cards in HAND known to the other seat.")
@click.option(
    "--drawn", type=_one, metavar="CARD", help="The card in HAND just drawn from the stock."
)
@click.option(
    "--taken", type=_one, metavar="CARD", help="The card in HAND just taken from the pile."
)
@click.option(
    "--upcard",
    type=_one,
    metavar="CARD",
    help="The first upcard, which sets the limit under oklahoma.",
)
@click.option("--dealt", is_flag=True, help="You dealt this round.")
@click.option("--left", is_flag=True, help="Both passed the first upcard; you draw first.")
@click.option(
    "--scores", type=_points, default="0,0", metavar="YOURS,THEIRS", help="The game score so far."
)
@click.option(
    "--view",
    "stored",
    type=click.Path(),
    help="A view as written by View.to_json, instead of all of the above; - for standard input.",
)
@rules_option()
@set_option
@click.option(
    "--samples",
    type=whole("samples", 1, MOST_SAMPLES),
    default=str(SAMPLES),
    show_default=True,
    help="The number of rounds to try each action in.",
)
@click.option(
    "--strategy",
    "own",
    type=strategy,
    default=STRATEGY,
    show_default=True,
    help="The strategy that plays on for you.",
)
@click.option(
    "--opponent",
    type=strategy,
    default=STRATEGY,
    show_default=True,
    help="The strategy of the other seat.",
)
@click.option(
    "--belief",
    type=whole("belief", 0, MOST_BELIEF),
    default=str(BELIEF),
    show_default=True,
    help="How much better than chance the other hand is assumed to be; 0: not at all.",
)
@click.option(
    "--no-game", is_flag=True, help="Leave out the chance of reaching the game target first."
)
@click.option("--seed", type=whole("seed", 0, WORD), default="0", show_default=True)
@json_option
def advise_command(
    hand: tuple[str, ...],
    pile: tuple[int, ...],
    top: int | None,
    known: int,
    exposed: int,
    drawn: int | None,
    taken: int | None,
    upcard: int | None,
    dealt: bool,
    left: bool,
    scores: tuple[int, int],
    stored: str | None,
    rules: str,
    changes: tuple[str, ...],
    samples: int,
    own: str,
    opponent: str,
    belief: int,
    no_game: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Show what each action is worth with a HAND of 10 cards, to draw, or 11, to discard.

    Each action is tried in rounds that fit what you know, played out by strategies. A discard
    missing from --pile counts as unseen: it may turn up in the other hand or in the stock, which is
    then taken to be longer than it is. By default both strategies are greedy and the belief is 14;
    in Python, evaluate defaults to simple and 0.

    \b
    gin-fast advise "AC 2C 3C 7D 8D 9D KH KS 4S 5S QD" --pile "JH 2H" --drawn QD
    gin-fast advise "AC 2C 3C 7D 8D 9D KH KS 4S 5S" --pile "JH 2H TD" --known JC
    """
    for word in hand:
        if is_builtin(word):
            raise click.UsageError(f"{shown(word)} is a strategy: give it as --strategy {word}")
    if stored is None and not hand:
        raise click.UsageError(
            "give your hand of 10 cards, to draw, or 11, to discard, as in gin-fast advise "
            '"AC 2C 3C 7D 8D 9D KH KS 4S 5S QD" --drawn QD; or a view with --view FILE'
        )
    if stored is None:
        held = cards(" ".join(hand))
        by = rules_from(rules, changes)
        if top is not None and pile:
            raise click.UsageError("give --pile or --top, not both")
        is_whole = top is None
        seen = pile if top is None else (top,)
        view = _view(
            held, seen, is_whole, known, exposed, drawn, taken, upcard, dealt, left, scores, by
        )
    elif (
        scores != (0, 0)
        or dealt
        or left
        or upcard is not None
        or exposed
        or click.get_current_context().get_parameter_source("rules")
        is not click.core.ParameterSource.DEFAULT
        or hand
        or pile
        or top is not None
        or known
        or drawn is not None
        or taken is not None
        or changes
    ):
        raise click.UsageError("give either --view or a HAND with its options, not both")
    else:
        with read_from(stored, "advise --view"):
            text = read_text(stored)
            try:
                view = View.from_json(text)
            except (TypeError, ValueError) as error:
                raise ValueError(f"{stored} is not a view: {error}") from error
    target = view.rules.target
    if target is not None and max(view.scores) >= target:
        scored = ",".join(map(str, view.scores))
        raise click.UsageError(f"the game is over: {scored} reaches the target {target}")
    with bad_input(), errors_in_a_line(RuntimeError, OSError):
        choices = engine.evaluate(view, own, opponent, samples, seed, belief, game=not no_game)
    if as_json:
        values = {
            "view": view.to_dict(),
            "strategy": own,
            "opponent": opponent,
            "samples": samples,
            "belief": belief,
            "seed": seed,
            "choices": [choice.to_dict() for choice in choices],
        }
        click.echo(json.dumps(values))
        return
    print_text("\n".join(_report(view, choices, own, opponent, samples)))


def _view(
    hand: int,
    pile: Sequence[int],
    is_whole: bool,
    known: int,
    exposed: int,
    drawn: int | None,
    taken: int | None,
    upcard: int | None,
    dealt: bool,
    left: bool,
    scores: tuple[int, int],
    rules: Rules,
) -> View:
    """The view that fits the options of a player; errors name the options."""
    if drawn is not None and taken is not None:
        raise click.UsageError("give --drawn or --taken, not both")
    just = taken if drawn is None else drawn
    if hand.bit_count() == 10:
        if just is not None:
            raise click.UsageError("--drawn and --taken are for a hand of 11 cards, not of 10")
        if not pile:
            raise click.UsageError("give --pile or --top: a hand of 10 cards may take its top card")
    if rules.oklahoma and upcard is None and (len(pile) != 1 or hand.bit_count() != 10):
        raise click.UsageError("give --upcard: it sets the limit under these rules")
    with bad_input():
        return View.at_table(
            hand,
            pile,
            rules=rules,
            drawn=just,
            drawn_from="stock" if taken is None else "pile",
            known=known,
            exposed=exposed,
            upcard=upcard,
            is_dealer=dealt,
            scores=scores,
            is_whole=is_whole,
            upcard_left=left,
        )


def _report(
    view: View, choices: Sequence[Evaluation], own: str, opponent: str, samples: int
) -> Iterator[str]:
    unseen = view.other_count - view.known.bit_count() + view.stock
    pile = " ".join(map(draw_card, view.pile)) or "empty"
    yield labelled([("hand", [draw_hand(view.hand)]), ("pile", [pile])])
    yield f"{unseen} cards unseen, {view.stock} of them in the stock"
    yield ""
    heads = ["", "points", "better than *", "round won", "target first"]
    rows = [heads if choices[0].game is not None else heads[:-1]]
    for choice in choices:
        text = draw_action(choice.action, view) + (" *" if choice.is_own else "")
        cells = [
            _estimate_text(choice.points),
            "" if choice.is_own else _estimate_text(choice.gain, "+"),
        ]
        # The error of the last one is only that of the samples.
        last = [] if choice.game is None else [f"{choice.game.mean:.1%}"]
        rows.append([text, *cells, percent(choice.win, 1), *last])
    yield table(rows, has_heads=True)
    yield ""
    yield f"* the choice of {own}"
    yield f"{samples:,} rounds for each action, played out by {own} against {opponent}"
    yield "± one standard error"


def _estimate_text(value: Estimate, sign: str = "") -> str:
    error = "" if value.error is None else f" ± {value.error:.2f}"
    return f"{value.mean:{sign}.2f}{error}"
