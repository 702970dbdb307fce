"""gin_fast.bulk gives what the scalar functions give, row by row, and converts hands both ways."""

from random import Random

import numpy as np
import pytest
from hands import DECK, mixture, near_table, table

from gin_fast.cards.hands import cards_of, format_hand, parse_hand
from gin_fast.reference import ALL_MELDS

HANDS = [*mixture(1, 60, tuple(range(53))), *mixture(2, 60, (10, 11)), 0, DECK]
FEW_CARDS = tuple(range(13))
SHAPE = (2, 61)


def answered(question, *columns):
    return [question(*row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize(
    ("name", "dtype"),
    [("hand_points", np.uint16), ("min_deadwood", np.uint8), ("is_big_gin", np.bool_)],
)
def test_one_answer_for_each_hand(engine, bulk, name, dtype):
    eleven_melded = parse_hand("AC 2C 3C 4D 5D 6D 7H 8H 9H TH JH")
    hands = [*HANDS[:-1], eleven_melded]
    result = getattr(bulk, name)(np.array(hands, np.uint64).reshape(SHAPE))
    assert result.dtype == dtype
    assert result.shape == SHAPE
    assert result.ravel().tolist() == answered(getattr(engine, name), hands)


def test_best_discards(engine, bulk):
    hands, barred = HANDS[:-2], mixture(3, len(HANDS) - 2, FEW_CARDS)
    rows = [row for row in zip(hands, barred, strict=True) if row[0] & ~row[1]]
    hands, barred = np.array(rows, np.uint64).T
    result = bulk.best_discards(hands, barred)
    assert result.deadwood.dtype == np.uint8
    assert result.cards.dtype == np.uint64
    expected = answered(engine.best_discards, hands.tolist(), barred.tolist())
    assert list(zip(result.deadwood.tolist(), result.cards.tolist(), strict=True)) == expected


@pytest.mark.parametrize(("name", "masks"), [("knock_discards", "barred"), ("outs", "seen")])
def test_masks_within_a_limit(engine, bulk, name, masks):
    hands = [*HANDS[60:80], *mixture(4, 5, FEW_CARDS), 0]
    limits = [(0, 1, 10, 30, 254, 255, 256, 2**70)[row % 8] for row in range(len(hands))]
    others = list(mixture(5, len(hands), FEW_CARDS))
    result = getattr(bulk, name)(hands, limits, **{masks: others})
    assert result.dtype == np.uint64
    assert result.tolist() == answered(getattr(engine, name), hands, limits, others)
    plain = getattr(bulk, name)(hands)
    assert plain.tolist() == answered(getattr(engine, name), hands)


def test_best_layoff(engine, bulk):
    random = Random(7)
    tables = [table(random, ALL_MELDS, row % 4) for row in range(100)]
    hands = [near_table(random, melds, 10) for melds in tables]
    rows = [random.sample((*melds, 0, 0, 0)[:3], 3) for melds in tables]
    result = bulk.best_layoff(hands, np.array(rows, np.uint64))
    assert result.deadwood.dtype == np.uint8
    assert result.laid_off.dtype == np.uint64
    expected = [layoff[:2] for layoff in answered(engine.best_layoff, hands, tables)]
    assert list(zip(result.deadwood.tolist(), result.laid_off.tolist(), strict=True)) == expected


@pytest.mark.parametrize("start", [0, 5, 2**64 - 3])
def test_deal(engine, bulk, start):
    dealt = bulk.deal(7, start, 3)
    assert dealt.dtype == bulk.DEAL
    for row in range(3):
        hands, upcard, stock = engine.deal(7, start + row)
        assert dealt[row]["hands"].tolist() == list(hands)
        assert dealt[row]["upcard"] == upcard
        assert dealt[row]["stock"].tolist() == list(stock)


def test_deal_in_parts_is_the_same(bulk):
    parts = [bulk.deal(2**64 - 1, 10, 9), bulk.deal(2**64 - 1, 19, 16)]
    assert (np.concatenate(parts) == bulk.deal(2**64 - 1, 10, 25)).all()


def test_deal_into_out(bulk):
    store = np.zeros(6, bulk.DEAL)
    out = store[::2]
    assert bulk.deal(3, 0, 3, out=out) is out
    assert (out == bulk.deal(3, 0, 3)).all()
    assert not store[1::2]["hands"].any()
    assert bulk.deal(3, 0, 0).shape == (0,)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((-1, 0, 1), ValueError, "seed must be from 0"),
        ((2**64, 0, 1), ValueError, "seed must be from 0"),
        ((0, -1, 1), ValueError, "start must be from 0"),
        ((0, 0, -1), ValueError, "count must be from 0"),
        ((0, 2**64 - 3, 4), ValueError, "count must be from 0 to 3, not 4"),
        ((True, 0, 1), TypeError, "seed must be an int"),
        ((0, 0.0, 1), TypeError, "start must be an int"),
        ((0, 0, "1"), TypeError, "count must be an int"),
    ],
)
def test_deal_refuses(bulk, arguments, error, message):
    with pytest.raises(error, match=message):
        bulk.deal(*arguments)


def test_text_there_and_back(bulk):
    texts = bulk.format_hands(np.array(HANDS, np.uint64).reshape(SHAPE))
    assert texts.shape == SHAPE
    assert texts.ravel().tolist() == [format_hand(hand) for hand in HANDS]
    assert bulk.parse_hands(texts).ravel().tolist() == HANDS
    assert bulk.parse_hands(texts.astype(object)).shape == SHAPE
    assert bulk.parse_hands("AC 3C") == 5
    assert bulk.format_hands(5) == "AC 3C"
    assert bulk.format_hands([]).shape == bulk.parse_hands([]).shape == (0,)


@pytest.mark.parametrize(
    ("texts", "error", "message"),
    [
        (["AC", "1C"], ValueError, r"^texts\[1\]: unknown card '1C'"),
        ([["AC"], ["2C 2C"]], ValueError, r"^texts\[1, 0\]: card 2C is named twice"),
        (["AC", 5], TypeError, r"^texts\[1\]: a hand must be given as a str, not 5"),
        (["AC", ["2C"]], TypeError, r"^texts\[1\]: a hand must be given as a str"),
        (np.array([b"AC"]), TypeError, r"^texts\[0\]: a hand must be given as a str"),
    ],
)
def test_texts_refused(bulk, texts, error, message):
    with pytest.raises(error, match=message):
        bulk.parse_hands(texts)


def test_ids_there_and_back(bulk):
    hands = np.array(HANDS, np.uint64).reshape(SHAPE)
    ids = bulk.cards_of(hands, 52)
    assert ids.dtype == np.uint8
    assert ids.shape == (*SHAPE, 52)
    for hand, row in zip(HANDS, ids.reshape(-1, 52).tolist(), strict=True):
        cards = list(cards_of(hand))
        assert row == cards + [bulk.NO_CARD] * (52 - len(cards))
    assert (bulk.hands_of(ids) == hands).all()
    assert (bulk.hands_of(ids[..., ::-1].astype(np.int64)) == hands).all()
    assert bulk.hands_of([2, 255, 0]) == 5
    assert bulk.hands_of(np.empty((3, 0), int)).tolist() == [0, 0, 0]
    assert bulk.cards_of([0, 0], 0).shape == (2, 0)
    assert bulk.cards_of(5).tolist() == [0, 2] + [255] * 8


def test_ids_into_out(bulk):
    hands = np.array(list(mixture(6, 7, (10,))), np.uint64)
    ids = np.empty((7, 10), np.uint8, order="F")
    assert bulk.cards_of(hands, out=ids) is ids
    masks = np.empty(7, np.uint64)
    assert bulk.hands_of(ids, out=masks) is masks
    assert (masks == hands).all()


@pytest.mark.parametrize(
    ("ids", "error", "message"),
    [
        ([[0, 1], [0, 52]], ValueError, r"^ids\[1, 1\] must be from 0 to 51, or 255 for no card"),
        ([[0, -1]], ValueError, r"^ids\[0, 1\] must be"),
        (np.array([0, 300]), ValueError, r"^ids\[1\] must be"),
        ([[1, 2], [255, 255], [9, 9]], ValueError, r"^ids\[2\]: card TC is given twice"),
        ([3, 3], ValueError, r"^ids: card 4C is given twice"),
        (3, ValueError, "shape"),
        ([0.0], TypeError, "ids"),
        ([True], TypeError, "ids"),
    ],
)
def test_ids_refused(bulk, ids, error, message):
    with pytest.raises(error, match=message):
        bulk.hands_of(ids)


def test_more_cards_than_columns_refused(bulk):
    with pytest.raises(ValueError, match=r"^hands\[1\] has 4 cards, more than 3"):
        bulk.cards_of([7, 15], 3)
    with pytest.raises(ValueError, match="count must be from 0 to 52"):
        bulk.cards_of([7], 53)
