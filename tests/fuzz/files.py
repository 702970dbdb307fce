"""Files of every kind, cut and tampered with. Reading one gives something whole, or a `ValueError`
or `OSError`; and what is read is written as it was read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gin_fast
from gin_fast import Game, Match, Round, Rules, Scorepad, View, simulate
from gin_fast.game import records
from gin_fast.interop import openspiel
from tests.fuzz import values
from tests.fuzz.cases import Case, Found

PIECES = [
    b"",
    b"null",
    b"-1",
    b"0",
    b"1e999",
    b"9" * 400,
    b'"',
    b"\\u0000",
    b"[" * 3000,
    b"{",
    b"}",
]
PIECES += [b"true", b"\xff", b"\x00", b"\n", b",", b":", b"[]", b"{}", b'"x"', b"NaN", b"51", b"52"]


class Kind(NamedTuple):
    """A kind of file: how it is made from chance, and read to something that can be compared."""

    made: Callable[[random.Random, Path], None]
    read: Callable[[Path], Any]


def _json(make: Callable[[random.Random], Any]) -> Callable[[random.Random, Path], None]:
    return lambda dice, path: path.write_text(make(dice).to_json() + "\n", "utf-8") and None


def _text(read: Callable[[str], Any]) -> Callable[[Path], Any]:
    return lambda path: read(path.read_text("utf-8"))


def _game(dice: random.Random) -> Game:
    game = Game(dice.choice((*gin_fast.PROFILES,)), seed=dice.randrange(99))
    for _ in range(dice.randrange(60)):
        if game.is_over:
            break
        game.apply(dice.choice(game.round.legal_actions()))
    return game


def _sheet(dice: random.Random) -> Scorepad:
    pad = Scorepad(dice.choice(("modern", "classic", "tournament", "eaai")))
    for _ in range(dice.randrange(5)):
        if pad.score.is_over:
            break
        pad.enter(dice.choice("AB"), dice.randrange(11), dice.randrange(11, 60))
    return pad


def _checkpoint(dice: random.Random, path: Path) -> None:
    path.unlink(missing_ok=True)
    _run(path, dice.choice((2, 4)))


def _run(path: Path, rounds: int = 4) -> Any:
    return simulate("simple", "random", rounds=rounds, seed=1, threads=1, checkpoint=path)


def _log(dice: random.Random, path: Path) -> None:
    path.unlink(missing_ok=True)
    game = Game("eaai", seed=dice.randrange(99))
    with records.Log(path, game) as log:
        for _ in range(dice.randrange(40)):
            if game.is_over:
                break
            game.apply(dice.choice(game.round.legal_actions()))
            log.write()


def _openspiel(dice: random.Random, path: Path) -> None:
    made = Round.deal(dice.randrange(99), 0, rules="openspiel")
    for _ in range(dice.randrange(60)):
        if not made.is_over:
            made.apply(dice.choice(made.legal_actions()))
    codes = ",".join(map(str, openspiel.to_history(made)))
    path.write_text(f"[Game]\ngin_rummy\n[State]\n{codes}\n", "utf-8")


def cases(folder: Path) -> Case:
    """One file of some kind, damaged some way, and read."""
    kinds = {
        "round": Kind(_json(values.round_), _text(Round.from_json)),
        "view": Kind(_json(lambda dice: values.round_(dice).view(0)), _text(View.from_json)),
        "rules": Kind(_json(lambda dice: values.round_(dice).rules), _text(Rules.from_json)),
        "game": Kind(_json(_game), _text(Game.from_json)),
        "match": Kind(
            _json(lambda dice: Match(rules="tournament", seed=dice.randrange(9))),
            _text(Match.from_json),
        ),
        "sheet": Kind(_json(_sheet), _text(Scorepad.from_json)),
        "records": Kind(_json(_game), lambda path: [*records.read(path)]),
        "checkpoint": Kind(_checkpoint, _run),
        "openspiel": Kind(_openspiel, _text(openspiel.from_text)),
    }

    def damaged(raw: bytes, dice: random.Random) -> bytes:
        kind = dice.randrange(8)
        if kind == 0:
            return raw[: dice.randrange(len(raw) + 1)]
        if kind == 1:
            return raw + raw[dice.randrange(len(raw) + 1) :]
        if kind == 2:
            return dice.randbytes(dice.randrange(300))
        if kind == 3 and raw.strip().startswith(b"{"):
            try:
                return _changed(json.loads(raw), dice)
            except ValueError:
                return raw
        for _ in range(dice.choice((1, 1, 2, 5))):
            at = dice.randrange(len(raw) + 1)
            end = at + dice.choice((0, 1, 1, 2, 8))
            raw = raw[:at] + dice.choice((*PIECES, dice.randbytes(1))) + raw[end:]
        return raw

    def case(dice: random.Random) -> None:
        name = dice.choice((*kinds,))
        kind, path = kinds[name], folder / "file"
        kind.made(dice, path)
        whole = path.read_bytes()
        raw = damaged(whole, dice)
        path.write_bytes(raw)
        what = f"{name} {raw[:400]!r}"
        try:
            found = kind.read(path)
        except (ValueError, OSError, TypeError) as error:
            if len(str(error)) > 3000 or "\x1b" in str(error) or "\x00" in str(error):
                raise Found(f"{what}: {error!s:.300}") from None
            if isinstance(error, TypeError):
                raise
            return
        finally:
            for left in folder.iterdir():
                if left.is_file():
                    left.unlink()
        if hasattr(found, "to_json"):
            again = found.to_json()
            if type(found).from_json(again).to_json() != again:
                raise Found(f"{what}: is not read as it is written")

    return case


def _changed(value: Any, dice: random.Random) -> bytes:
    """JSON with one value changed, somewhere."""
    at = value
    while isinstance(at, (dict, list)) and at:
        key = dice.choice((*at,)) if isinstance(at, dict) else dice.randrange(len(at))
        if not isinstance(at[key], (dict, list)) or not at[key] or dice.random() < 0.3:
            kind = dice.randrange(4)
            if kind == 0:
                del at[key]
            elif kind == 1 and isinstance(at[key], int):
                at[key] += dice.choice((-1, 1, 2**31, 2**63, 10**30))
            else:
                at[key] = dice.choice((None, [], {}, "", "x", -1, 0, 2.5, True, 10**40, [at[key]]))
            break
        at = at[key]
    return json.dumps(value).encode()
