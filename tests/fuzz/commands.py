"""Command lines, and what is typed. They end well, or with exit code 2 and one line; never with a
traceback. Needs click and rich."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import click
from click.testing import CliRunner

from gin_fast import PROFILES, Game, Round, Scorepad, format_hand, simulate
from gin_fast.cli import cli
from gin_fast.strategies.builtin import STRATEGIES
from tests.fuzz import values
from tests.fuzz.cases import Case, Found

WORDS = ["Ann", "Bob", "Mum", "knocked", "knocks", "gin", "went", "big", "undercut", "dead", "with"]
WORDS += ["hand", "had", "4", "23", "0", "-1", "100", "999999999999", "undo", "h", "help", "quit"]
WORDS += [
    "back",
    "done",
    "take",
    "pass",
    "draw",
    "stock",
    "pile",
    "discard",
    "KS",
    "10♥",
    "4d",
    "2",
]
WORDS += ["y", "n", "", ",", "=", "rules", "hint", "score", "\x1b[A", "é", "🂡", "sort", "new", "1"]
OF_FILES = ("file", "stored", "checkpoint", "folder", "plot")


def cases(folder: Path) -> Case:
    """A command with options that it has, mostly, and lines to read."""
    for name in STRATEGIES[:2]:
        simulate(name, "simple", rounds=2, seed=1, threads=1, checkpoint=folder / f"{name}.run")
    Path("round.jsonl").write_text(Round.deal(seed=7).to_json() + "\n", "utf-8")
    Path("game.jsonl").write_text(Game(seed=7).to_json() + "\n", "utf-8")
    Path("view.json").write_text(Round.deal(seed=7).view(0).to_json(), "utf-8")
    Path("sheet.json").write_text(Scorepad().to_json(), "utf-8")
    Path("junk").write_bytes(bytes(range(256)))
    Path("empty").touch()
    Path("place").mkdir()

    def file(dice: random.Random) -> str:
        there = sorted(path.name for path in folder.iterdir())
        return dice.choice((*there, "none.json", "place/none", "", "new" + str(dice.randrange(9))))

    def cards(dice: random.Random) -> str:
        text = format_hand(values.hand(dice))
        return dice.choice((text, text.lower(), text.replace("T", "10"), text.replace(" ", "")))

    def number(dice: random.Random) -> str:
        return str(dice.choice((1, 2, 7, 0, -1, 1.5, "x", "", 10**30)))

    by_name: dict[str, Callable[[random.Random], str]] = {
        **dict.fromkeys(OF_FILES, file),
        **dict.fromkeys(("hand", "melds", "more", "known", "exposed", "pile", "barred"), cards),
        **dict.fromkeys(("rounds", "games", "samples"), number),
        **dict.fromkeys(
            ("a", "b", "strategy", "strategies", "own", "opponent"),
            lambda dice: dice.choice(
                (*(name for name in STRATEGIES if name != "montecarlo"), "montecarlo:samples=1",
                 "greedy:width=1", "Greedy", "exec:false", "no.py:X", "", "simple:x=1", "exec:")
            ),
        ),
        "rules": lambda dice: dice.choice((*PROFILES, "Modern", "none", "")),
        "profile": lambda dice: dice.choice((*PROFILES, "Modern", "none", "")),
        "changes": lambda dice: dice.choice(
            ("box=25", "box=x", "oklahoma=yes", "x=1", "=", "box", "pile_draw_cap=2", "target=0")
        ),
        "threads": lambda dice: dice.choice(("1", "2", "0", "x")),
        "processes": lambda dice: dice.choice(("0", "x", "-1")),
        "dask": lambda dice: dice.choice(("", "nowhere")),
        "stop_when": lambda dice: dice.choice(("x", "precise", "", "decided:1:2", "0.5")),
        "plot": lambda dice: dice.choice(("plot.none", "", "none/plot.png")),
        "scores": lambda dice: dice.choice(("0 0", "90 12", "1", "a b", "-5 3")),
        "seed": number,
        "index": number,
        "limit": number,
    }  # fmt: skip

    def argument(name: str, dice: random.Random) -> str:
        made = by_name.get(name)
        if made and dice.random() < 0.9:
            return made(dice)
        if name in ("rounds", "games", "samples", "threads", "processes", *OF_FILES):
            return "2"
        return str(dice.choice((*values.TEXTS, *WORDS))).replace("\x00", "0")

    def words(command: click.Command, dice: random.Random) -> list[str]:
        made: list[str] = []
        for parameter in command.params:
            bounded = parameter.name in ("rounds", "games")
            if not (parameter.required or bounded or dice.random() < 0.25):
                continue
            name = str(parameter.name)
            if isinstance(parameter, click.Option):
                made.append(dice.choice(parameter.opts))
                if parameter.is_flag:
                    continue
            count = parameter.nargs if parameter.nargs > 0 else dice.randrange(4)
            for _ in range(count):
                given = argument(name, dice)
                made += given.split() if dice.random() < 0.3 else [given]
        if dice.random() < 0.05:
            made.insert(dice.randrange(len(made) + 1), dice.choice(("--help", "--none", "-", "--")))
        return made

    def case(dice: random.Random) -> None:
        name = dice.choice(sorted(cli.commands))
        given = [name, *words(cli.commands[name], dice)]
        lines = (
            " ".join(dice.choice(WORDS) for _ in range(dice.randrange(6)))
            for _ in range(dice.randrange(40))
        )
        typed = "\n".join(lines)
        encoded = [word.encode("utf-8", "replace").decode() for word in given]
        result = CliRunner().invoke(cli, encoded, input=typed)
        what = f"gin-fast {encoded} < {typed!r}"
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        if result.exit_code not in (0, 1, 2):
            raise Found(f"{what}: exit code {result.exit_code}")
        if "Traceback" in result.output:
            raise Found(f"{what}: a traceback")
        if result.exit_code == 2 and not result.stderr.startswith("gin-fast: "):
            raise Found(f"{what}: {result.stderr!r}")
        if result.stderr.count("\n") > 1 and result.exit_code == 2:
            raise Found(f"{what}: more than a line: {result.stderr!r}")

    return case
