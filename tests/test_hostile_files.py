"""Every reader, found by its name, with every value of what it reads made hostile in turn. Python
itself tells, by its audit events, if any of them opens, imports, runs or connects to what it reads.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import secrets
import sys
from contextlib import suppress

import pytest

import gin_fast
from gin_fast import Game, Match, Round, Rules, Scorepad, simulate
from gin_fast.engine import playout
from gin_fast.game import records
from gin_fast.interop import openspiel
from gin_fast.rules.rules import stored_rules
from gin_fast.simulation import checkpoints

TOKEN = f"evil_{secrets.token_hex(6)}"
"""It is in every hostile text, so that it shows wherever one is used."""
PLACE = f"/tmp/{TOKEN}"
TEXTS = [
    TOKEN,
    f"{TOKEN}:Bot",
    f"{PLACE}/{TOKEN}.py:Bot",
    f"exec:touch {PLACE}",
    f"EXEC: touch {PLACE}",
    f"$(touch {PLACE})",
    f"; touch {PLACE} #",
    f"__import__('{TOKEN}')",
    f"../../{TOKEN}",
    f"//{TOKEN}/share",
    f"http://{TOKEN}.invalid/x",
    f"file://{PLACE}",
    f"c__builtin__\neval\n(S'{TOKEN}'\ntR.",
    f"!!python/object/apply:os.system ['{TOKEN}']",
    f"{TOKEN}\x1b[31m\x00\n",
    f"{{{TOKEN}.__class__}}%({TOKEN})s",
    TOKEN * 100,
]
OTHERS = [None, True, -1, 1 << 31, 1 << 63, 10**30, [], {}, [[]] * 100, {TOKEN: TOKEN}, [TOKEN]]

READER = re.compile(r"(\w+_)?from_(json|record|dict|text)|read|load|settings_of|stored_rules")

_watched: list[str] | None = None


def _noted(event, arguments):
    if _watched is not None:
        shown = f"{event} {arguments!r}"
        is_run = event.startswith(("subprocess", "os.system", "os.exec", "os.spawn", "socket.conn"))
        if TOKEN in shown or is_run or event in ("pickle.find_class", "os.posix_spawn", "os.fork"):
            _watched.append(shown)


sys.addaudithook(_noted)


class _Finder:
    """Asked first for every module that is not loaded yet."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        _noted("import", (name,))


@pytest.fixture(autouse=True)
def _finder(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", [_Finder, *sys.meta_path])


def played_game(table=None):
    """A game, or a match, of which one round is played."""
    game = Game("classic", seed=7) if table is None else table
    seats = [playout.Seat("simple", 7, 0, seat) for seat in (0, 1)]
    while not game.rounds:
        current = game.game if isinstance(game, Match) else game
        current.apply(seats[current.round.to_move].choose(current.round))
    return game


def sheet():
    pad = Scorepad("classic", players=["Ann", "Bob"], dealer=0)
    pad.enter("Ann", 3, 21)
    return pad


def match():
    return played_game(Match("tournament", seed=7))


def log(path):
    game = played_game()
    with records.Log(path, game):
        pass
    return [json.loads(line) for line in path.read_text().split("\n") if line]


def checkpoint(path):
    class Wrong:
        def act(self, view):
            return -1

    simulate(Wrong, "simple", rounds=4, seed=7, threads=1, checkpoint=path)
    stored = json.loads(path.read_text())
    del stored["sha256"]
    return stored


def by_file(read):
    def reading(path, value):
        lines = value if isinstance(value, list) and value else [value]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        read(path)

    return reading


def of_checkpoint(path, value):
    path.write_bytes(checkpoints.sealed(value if isinstance(value, dict) else {}))
    checkpoints.load(path)


def of_text(read):
    return lambda path, value: read(json.dumps(value))


def of_value(read):
    return lambda path, value: read(value)


def of_openspiel(path, value):
    given = value if isinstance(value, dict) else {"game": value, "state": value}
    openspiel.from_text("[Game]\n{game}\n[State]\n{state}\n".format(**given))


SAMPLES = {
    "Rules.from_json": (of_text(Rules.from_json), lambda path: Rules().to_dict()),
    "Rules.from_dict": (of_value(Rules.from_dict), lambda path: Rules().to_dict()),
    "stored_rules": (of_value(stored_rules), lambda path: Rules().to_dict()),
    "Round.from_json": (of_text(Round.from_json), lambda path: played_game().rounds[0].record()),
    "Round.from_record": (
        of_value(Round.from_record),
        lambda path: played_game().rounds[0].record(),
    ),
    "View.from_json": (
        of_text(gin_fast.View.from_json),
        lambda path: Round.deal(7).view(0).to_dict(),
    ),
    "Game.from_json": (of_text(Game.from_json), lambda path: played_game().record()),
    "Game.from_record": (of_value(Game.from_record), lambda path: played_game().record()),
    "Match.from_json": (of_text(Match.from_json), lambda path: match().record()),
    "Match.from_record": (of_value(Match.from_record), lambda path: match().record()),
    "Scorepad.from_json": (of_text(Scorepad.from_json), lambda path: json.loads(sheet().to_json())),
    "read": (by_file(records.read), log),
    "load": (of_checkpoint, checkpoint),
    "from_text": (of_openspiel, lambda path: {"game": "gin_rummy", "state": "1,2"}),
    "from_json": (
        of_text(openspiel.from_json),
        lambda path: json.loads(openspiel_json()),
    ),
    "view_from_json": (
        of_text(lambda text: openspiel.view_from_json(text, 0)),
        lambda path: json.loads(openspiel_json()),
    ),
}
"""How each reader is given a value, and a value that it reads."""

TEXT_ALONE = {"cards_from_text", "hand_from_text", "melds_from_text", "rust_from_text"}
"""Readers of cards in the notation of others."""
OF_OTHERS = {"start_from_json", "settings_of"}
"""Parts of `Round.from_record`, and of resuming what was recorded (`test_simulate_recording`)."""


def openspiel_json():
    return json.dumps(
        {
            "phase": "Draw",
            "current_player": 0,
            "hands": {"0": ["As", "2s"], "1": []},
            "upcard": "3s",
            "discard_pile": ["4s"],
            "stock_size": 30,
            "knock_card": 10,
        }
    )


def test_every_reader_has_a_sample():
    found = set()
    for module in pkgutil.walk_packages(gin_fast.__path__, "gin_fast."):
        if re.search(r"\.(native|reference|cli|numba|__main__)\b|\._", module.name):
            continue
        try:
            made = importlib.import_module(module.name)
        except ImportError:  # an extra that is not installed
            continue
        for name, each in vars(made).items():
            if name.startswith("_") or getattr(each, "__module__", None) != module.name:
                continue
            if inspect.isclass(each) and not inspect.isabstract(each):
                made_from = [of for of in dir(each) if of.startswith("from_")]
                found |= {f"{name}.{of}" for of in made_from if READER.fullmatch(of)}
            elif inspect.isfunction(each) and READER.fullmatch(name):
                found.add(name)
    assert sorted(found - TEXT_ALONE - OF_OTHERS) == sorted(SAMPLES)


def places(value, at=()):
    """The places of all values in a value; of a long list the ends."""
    yield at
    if isinstance(value, dict):
        for name, each in value.items():
            yield from places(each, (*at, name))
    elif isinstance(value, list) and value:
        for number in sorted({0, len(value) - 1}):
            yield from places(value[number], (*at, number))


def put(value, at, other):
    """A copy of a value with another at a place."""
    if not at:
        return other
    copy = value.copy()
    copy[at[0]] = put(copy[at[0]], at[1:], other)
    return copy


def watched(read, path, value):
    """What Python told while a value was read, which may fail in one way only."""
    global _watched
    _watched = []
    try:
        with suppress(FileNotFoundError):
            read(path, value)
    except (ValueError, TypeError) as error:
        text = str(error)
        assert text.isprintable(), value
        assert len(text) < 1000
    finally:
        told, _watched = _watched, None
    return told


@pytest.mark.parametrize("reader", SAMPLES)
def test_what_is_read_is_only_data(tmp_path, reader):
    read, made = SAMPLES[reader]
    path = tmp_path / "file"
    sample = made(path)
    found = [*places(sample)]
    assert len(found) > 2
    assert watched(read, path, sample) == []
    for number, at in enumerate(found):
        for hostile in (*TEXTS, OTHERS[number % len(OTHERS)], OTHERS[(number + 5) % len(OTHERS)]):
            told = watched(read, path, put(sample, at, hostile))
            assert told == [], (at, hostile)
    assert not any(name.startswith(TOKEN) for name in sys.modules)


def test_the_watch_sees(tmp_path):
    def opens(path, value):
        with suppress(OSError):
            open(value, "rb").close()

    def imports(path, value):
        with suppress(ImportError):
            importlib.import_module(value)

    def runs(path, value):
        import subprocess

        subprocess.run(["true"], check=True)

    for bad in (opens, imports, runs):
        assert watched(bad, tmp_path, TOKEN)
