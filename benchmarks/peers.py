"""``python -m benchmarks.peers``: other programs on the same hands, in the same run.

OpenSpiel (``open_spiel``) and RLCard (``rlcard``) are measured if they are installed; the extra
``bench`` requires both. Each is called from Python as its users call it, on hands converted to its
own form beforehand. Rounds are not quite the same game everywhere: each program plays by its own
rules and with its own simple player, and the others keep histories and lists of legal actions that
a play-out here can do without. The lines on moves step every program from Python: list the legal
actions, choose one at random, apply it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

import numpy as np

from benchmarks.hands import hands_in_play, random_hands
from benchmarks.measure import Work, least_seconds, machine, table
from gin_fast import Round, Stream, bulk
from gin_fast.engine import ENGINE, deadwood, playout

MOVES = 9
"""A round is copied after this many moves."""


class Peer(NamedTuple):
    """How another program is asked."""

    name: str
    package: str
    least_deadwood: Callable[[list[list[int]]], Callable[[], list[int]]]
    """Takes the ids of hands of ten; returns the work that computes their least deadwood."""
    rounds: Callable[[str, int], Work]
    """Returns the work of playing a number of rounds of ``random`` or ``simple`` players."""
    moves: Callable[[int], Work]
    """Returns the work of playing a number of rounds move by move, at random."""
    start: Work
    """Makes one round."""
    copy: Work | None
    """Copies a round in progress, if the program can."""


def openspiel() -> Peer:
    """OpenSpiel. Its rounds run in its own C++ loop, its fastest way to play."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def least_deadwood(hands):
        # Suits S C D H, where here they are C D H S.
        theirs = [[(card // 13 + 1) % 4 * 13 + card % 13 for card in hand] for hand in hands]
        return lambda: [utils.min_deadwood(hand) for hand in theirs]

    def rounds(player, count):
        if player == "random":
            bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in (0, 1)]
        else:
            settings = game.get_parameters()
            bots = [pyspiel.make_simple_gin_rummy_bot(settings, seat) for seat in (0, 1)]

        def work():
            for seed in range(count):
                pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

        return work

    def moves(count):
        def work():
            rng = random.Random(1)
            for _ in range(count):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))

        return work

    going_on, rng = game.new_initial_state(), random.Random(1)
    for _ in range(MOVES + 21):  # to deal takes 21
        going_on.apply_action(rng.choice(going_on.legal_actions()))
    return Peer(
        "OpenSpiel",
        "open_spiel",
        least_deadwood,
        rounds,
        moves,
        game.new_initial_state,
        going_on.clone,
    )


def rlcard() -> Peer:
    """RLCard, with its random agent and its novice rule agent."""
    with contextlib.redirect_stdout(io.StringIO()):  # it reports that PyTorch is missing
        import rlcard
        from rlcard.agents import RandomAgent
        from rlcard.games.gin_rummy.utils import melding, utils
        from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

    def least(hand):
        clusters = melding.get_best_meld_clusters(hand)
        return utils.get_deadwood_count(hand, clusters[0] if clusters else [])

    def least_deadwood(hands):
        # Suits S H D C, where here they are C D H S.
        theirs = [
            [utils.get_card((3 - card // 13) * 13 + card % 13) for card in hand] for hand in hands
        ]
        return lambda: [least(hand) for hand in theirs]

    def rounds(player, count):
        table = rlcard.make("gin-rummy", config={"seed": 1})
        agent = (
            RandomAgent(num_actions=table.num_actions)
            if player == "random"
            else GinRummyNoviceRuleAgent()
        )
        table.set_agents([agent, agent])

        def work():
            for _ in range(count):
                table.run(is_training=False)

        return work

    def moves(count):
        table = rlcard.make("gin-rummy", config={"seed": 1})

        def work():
            rng = random.Random(1)
            for _ in range(count):
                state, _ = table.reset()
                while not table.is_over():
                    state, _ = table.step(rng.choice(list(state["legal_actions"])))

        return work

    return Peer(
        "RLCard",
        "rlcard",
        least_deadwood,
        rounds,
        moves,
        rlcard.make("gin-rummy", config={"seed": 1}).reset,
        None,
    )


def installed() -> tuple[list[Peer], list[str]]:
    """Return the installed peers, and a line about each that is missing."""
    peers, missing = [], []
    for make, package in ((openspiel, "open_spiel"), (rlcard, "rlcard")):
        try:
            peers.append(make())
        except ImportError as error:
            missing.append(f"{package} is not installed and is left out ({error})")
    return peers, missing


def deadwood_rows(peers: list[Peer], kind: str, hands: np.ndarray) -> list[list[str]]:
    """The least deadwood of the same hands, one by one, and as an array, which only we support."""
    out = np.empty(hands.size, np.uint8)
    as_ints, ids = hands.tolist(), bulk.cards_of(hands).tolist()
    works = [
        lambda: [deadwood.min_deadwood(hand) for hand in as_ints],
        lambda: bulk.min_deadwood(hands, out=out),
        *(peer.least_deadwood(ids) for peer in peers),
    ]
    names = ["gin_fast", "gin_fast, an array", *(peer.name for peer in peers)]
    expected = works[0]()
    rows = []
    for name, work, seconds in zip(names, works, least_seconds(*works, repeats=5), strict=True):
        wrong = sum(a != b for a, b in zip(work(), expected, strict=True))
        rows.append([f"deadwood, {kind}", name, seconds / hands.size, f"{wrong} wrong"])
    return _with_ratios(rows)


def round_rows(peers: list[Peer], player: str, ours: int, theirs: int) -> list[list[str]]:
    """Whole rounds on one core."""
    works = [
        lambda: playout.tally(player, player, 1, 0, ours, "modern"),
        *(peer.rounds(player, theirs) for peer in peers),
    ]
    names = ["gin_fast", *(peer.name for peer in peers)]
    least = least_seconds(*works, repeats=3)
    rows = []
    for name, count, seconds in zip(names, [ours] + [theirs] * len(peers), least, strict=True):
        each = seconds / count
        rows.append([f"rounds, {player} players", name, each, f"{1 / each:,.0f} rounds/s"])
    return _with_ratios(rows)


def move_rows(peers: list[Peer], ours: int, theirs: int) -> list[list[str]]:
    """Rounds played from Python move by move, at random, by OpenSpiel's rules."""

    def moves(rng):
        def work():
            for index in range(ours):
                state = Round.deal(1, index, rules="openspiel")
                while not state.is_over:
                    state.apply(state.sample_action(rng))

        return work

    works = [
        moves(random.Random(1)),
        moves(Stream(1, 0, 3)),
        *(peer.moves(theirs) for peer in peers),
    ]
    names = ["gin_fast", "gin_fast, a Stream", *(peer.name for peer in peers)]
    counts = [ours, ours] + [theirs] * len(peers)
    rows = []
    for name, count, seconds in zip(names, counts, least_seconds(*works, repeats=3), strict=True):
        each = seconds / count
        rows.append(["random moves, from Python", name, each, f"{1 / each:,.0f} rounds/s"])
    return _with_ratios(rows)


def state_rows(peers: list[Peer]) -> list[list[str]]:
    """Making and copying one round. A new round of OpenSpiel is not yet dealt; the others are."""
    going_on, rng = Round.deal(1, 0, rules="openspiel"), random.Random(1)
    for _ in range(MOVES):
        going_on.apply(going_on.sample_action(rng))
    rows = []
    for work, reach, ours, theirs in (
        ("a new round", "2 us", lambda: Round.deal(1, 2), [peer.start for peer in peers]),
        ("a copy of a round", "0.5 us", going_on.copy, [peer.copy for peer in peers]),
    ):
        asked = {peer.name: each for peer, each in zip(peers, theirs, strict=True) if each}
        least = least_seconds(ours, *asked.values(), repeats=7)
        told = [[work, "gin_fast", least[0], f"to reach: {reach}"]]
        told += [[work, name, each, ""] for name, each in zip(asked, least[1:], strict=True)]
        rows += _with_ratios(told)
    return rows


def _with_ratios(rows: list[list]) -> list[list[str]]:
    """Return the rows as text, each time also as a multiple of the first."""
    told = []
    for work, name, each, note in rows:
        ratio = each / rows[0][2]
        told.append(
            [work, name, _told(each), f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}", note]
        )
    return told


def _told(seconds: float) -> str:
    """Write a time in a suitable unit."""
    for unit, size in (("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def main() -> None:
    """Measure what is installed and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="with little work: to see that it runs, not how fast"
    )
    quick = parser.parse_args().quick
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002  # RLCard's agents draw from it
    peers, missing = installed()
    count, ours, theirs = (100, 100, 2) if quick else (10_000, 20_000, 30)
    if ENGINE != "native":
        count, ours = min(count, 1000), min(ours, 20)
    rows = [["work", "program", "each", "times ours", "note"]]
    rows += deadwood_rows(peers, "random hands", random_hands(count))
    rows += deadwood_rows(peers, "in-play hands", hands_in_play(count))
    for player in ("random", "simple"):
        rows += round_rows(peers, player, ours, theirs)
    rows += move_rows(peers, min(ours, 2000), theirs)
    rows += state_rows(peers)
    print(table(rows))
    print()
    for line in missing:
        print(line)
    versions = []
    for peer in peers:
        with contextlib.suppress(PackageNotFoundError):
            versions.append(f"{peer.name} {version(peer.package)}")
    print(", ".join([f"gin_fast, {ENGINE} engine", *versions]))
    print(machine())


if __name__ == "__main__":
    main()
