"""Dealing, converting, and whole rounds: native and reference."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from benchmarks.hands import random_hands
from benchmarks.rounds import rounds_in_play
from gin_fast import bulk

COUNT = 1000


def test_deal(bulk, share, measure):
    out = np.empty(share(100_000), bulk.DEAL)
    measure(lambda: bulk.deal(1, 0, out.size, out=out), out.size)


@pytest.mark.parametrize("names", ["random random", "simple random", "simple simple"])
def test_rounds(engine, share, measure, names):
    playout = import_module(f"{engine.__name__}.playout")
    count = share(10_000)
    measure(lambda: playout.tally(*names.split(), 1, 0, count, "eaai"), count)


@pytest.mark.parametrize("question", ["legal_actions", "plain_view", "record_of"])
def test_views(engine, share, measure, question):
    ask = getattr(import_module(f"{engine.__name__}.views"), question)
    views = [round.view(round.to_move) for round in rounds_in_play(20)[: share(1000)]]

    def work():
        for view in views:
            ask(view)

    measure(work, len(views))


def test_ids_to_masks(measure):
    ids = bulk.cards_of(random_hands(COUNT))
    measure(lambda: bulk.hands_of(ids), COUNT)


def test_masks_to_ids(measure):
    hands = random_hands(COUNT)
    measure(lambda: bulk.cards_of(hands), COUNT)


def test_text_to_masks(measure):
    texts = bulk.format_hands(random_hands(COUNT))
    measure(lambda: bulk.parse_hands(texts), COUNT)


def test_masks_to_text(measure):
    hands = random_hands(COUNT)
    measure(lambda: bulk.format_hands(hands), COUNT)
