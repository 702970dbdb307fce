"""Hands of more cards than spreads are listed for, against brute forces that know neither engine.

The compiled one judges deadwood and discards; the one in Python vouches for it, and judges layoffs.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

import brute_force
import pytest
from exhaustive.compiled import sweep
from hands import chained, mixture, near_table, table

from gin_fast.cards.hands import parse_hand


@pytest.mark.parametrize("count", range(14, 21))
def test_the_two_brute_forces_agree(native, count):
    module = sweep()
    for hand in mixture(count, 24 if count < 19 else 6, (count,)):
        assert module.brute_force(hand)[0] == brute_force.min_deadwood(hand), hex(hand)


@pytest.mark.parametrize("count", range(14, 21))
def test_deadwood_and_discards(native, engine, count):
    module = sweep()
    is_native = engine is native
    for hand in mixture(count, 3000 if is_native else 60, (count,)):
        deadwood, left, discards = module.brute_force(hand)
        assert engine.min_deadwood(hand) == deadwood, hex(hand)
        assert engine.best_spread(hand).deadwood == deadwood, hex(hand)
        assert engine.best_discards(hand) == (left, discards), hex(hand)
        assert engine.knock_discards(hand, left) == discards, hex(hand)


@pytest.fixture
def judge(native, monkeypatch):
    """The brute force for layoffs, which asks the compiled one for deadwood."""
    module = sweep()
    monkeypatch.setattr(brute_force, "min_deadwood", lambda hand: module.brute_force(hand)[0])
    remembered = lru_cache(maxsize=1)(brute_force.tables_after_layoffs)
    monkeypatch.setattr(brute_force, "tables_after_layoffs", remembered)
    return brute_force.best_layoff


def assert_best_layoff(engine, judge, hand, melds):
    best = engine.best_layoff(hand, melds)
    found = best.deadwood, best.laid_off, tuple(best.spread)
    assert found == judge(hand, melds), (hex(hand), list(map(hex, melds)))


@pytest.mark.parametrize("count", range(14, 19))
def test_layoffs(engine, judge, count):
    random = Random(count)
    for number in range(90):
        melds = table(random, engine.ALL_MELDS, 1 + number % 3)
        assert_best_layoff(engine, judge, near_table(random, melds, count), melds)


@pytest.mark.parametrize("count", [14, 15])
def test_layoffs_in_long_chains(engine, judge, count):
    """More than are tried one by one."""
    random = Random(count)
    short_runs = tuple(m for m in engine.ALL_MELDS if m & m << 1 and m.bit_count() < 5)
    many = 0
    for number in range(12):
        melds = table(random, short_runs, 3 + number % 2)
        hand = chained(random, melds, count)
        assert_best_layoff(engine, judge, hand, melds)
        many += len(brute_force.tables_after_layoffs(hand, melds)) > 256
    assert many >= 4, many


def test_the_fewest_cards_are_laid_off(engine, judge):
    """Two runs and the 7S, or the sevens and what is left of the runs, whose mask is lower."""
    melds = tuple(parse_hand(text) for text in ("8S 9S TS", "TH JH QH", "2D 3D 4D"))
    hand = parse_hand("5D 6D 7D 7H 8H 9H 7S AC 2C 3C 9C TC JC QC KC")
    assert judge(hand, melds)[:2] == (0, parse_hand("7S"))
    assert_best_layoff(engine, judge, hand, melds)
