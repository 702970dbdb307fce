"""Rounds by the thousand in every profile: each ends, and scores what its record says it must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from gin_fast import PROFILES, Round, Rules, deal, min_deadwood
from gin_fast.engine import playout
from gin_fast.rules.scoring import round_scores
from gin_fast.state.results import Playout, RoundResult

PAIRINGS = tuple(product(("random", "simple"), repeat=2))
SEED = 20_260
REPLAYED = 100
"""One round in so many is replayed from its record as well."""
PIECE = 20_000
"""How many rounds one process takes at a time."""


class Wrong(Exception):
    """A round that is not as it must be."""


def check_rounds(name: str, start: int, count: int) -> Counter[str]:
    """How the rounds `start` to `start` + `count` - 1 of a profile end. A wrong one raises."""
    rules = PROFILES[name]
    ends: Counter[str] = Counter()
    for index in range(start, start + count):
        pairing = PAIRINGS[index % len(PAIRINGS)]
        try:
            played = playout.play(*pairing, SEED, index, rules=rules)
            check_round(played, rules, index)
            if index % REPLAYED == 0:
                check_record(played, rules, index)
        except Exception as error:
            raise Wrong(f"{name}, {pairing}, seed {SEED}, index {index}: {error!r}") from error
        ends[played.result.kind] += 1
    return ends


def check_round(played: Playout, rules: Rules, index: int) -> None:
    """The result of a round, from its kind and what was left."""
    result = played.result
    doubled = rules.oklahoma_spades_double and deal(SEED, index).upcard >= 39
    scored = round_scores(result.kind, *left(played, rules, index), rules, doubled=doubled)
    points = 0 if result.winner is None else scored[result.winner]
    winner = winner_of(result)
    if (result.scored, result.points, result.winner) != (scored, points, winner):
        raise ValueError(f"{result} should score {scored} for winner {winner}")
    if result.pile_draws > min(rules.pile_draw_cap + 2, result.draws):
        raise ValueError(f"{result} has too many draws from the pile")
    if result.draws - result.pile_draws > 29:
        raise ValueError(f"{result} has too many draws from the stock")


def left(played: Playout, rules: Rules, index: int) -> tuple[int | None, int | None, int | None]:
    """The knocker and the deadwoods that the points follow from."""
    result = played.result
    if result.kind != "dead" or rules.flat_knock_score is None:
        return result.knocker, result.knocker_deadwood, result.defender_deadwood
    first, second = map(min_deadwood, replayed(played, rules, index).hands)
    return None, first, second


def winner_of(result: RoundResult) -> int | None:
    if result.kind in ("dead", "tie"):
        return None
    return 1 - result.knocker if result.kind == "undercut" else result.knocker


def replayed(played: Playout, rules: Rules, index: int) -> Round:
    state = Round.deal(SEED, index, rules=rules, dealer=1 - index & 1)
    for _, action in played.actions:
        state.apply(action)
    return state


def check_record(played: Playout, rules: Rules, index: int) -> None:
    """The record of a round is read as it was written, and has the same result."""
    state = replayed(played, rules, index)
    again = Round.from_json(state.to_json())
    if not (again == state and again.result == played.result):
        raise ValueError(f"its record gives {again.result}, not {played.result}")


def check_profiles(count: int, *, processes: int) -> Iterator[tuple[str, Counter[str]]]:
    """How `count` rounds of each profile end."""
    with ProcessPoolExecutor(processes) as pool:
        pieces = {
            name: [
                pool.submit(check_rounds, name, start, min(PIECE, count - start))
                for start in range(0, count, PIECE)
            ]
            for name in PROFILES
        }
        for name, futures in pieces.items():
            yield name, sum((future.result() for future in futures), Counter())
