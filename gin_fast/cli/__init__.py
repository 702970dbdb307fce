"""The command line: ``gin-fast``."""

from __future__ import annotations

import click

from gin_fast import engine
from gin_fast._version import __version__
from gin_fast.cli.advise import advise_command
from gin_fast.cli.hands import deal_command, hand_command, layoff_command
from gin_fast.cli.layout import as_wide_as_the_terminal
from gin_fast.cli.play import play_command
from gin_fast.cli.replay import replay_command
from gin_fast.cli.rules import rules_command
from gin_fast.cli.score import score_command
from gin_fast.cli.shared import Cli
from gin_fast.cli.simulate import (
    compare_command,
    record_command,
    simulate_command,
    tournament_command,
)


@click.group(
    cls=Cli,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message=f"gin-fast %(version)s ({engine.ENGINE} engine)")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Gin Rummy, exact and fast: hands, layoffs, deals and whole simulations.

    Cards are written as 7H, TD or 10♦, separated or run together.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


as_wide_as_the_terminal(cli)
for _command in (
    hand_command,
    layoff_command,
    deal_command,
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
