"""Rounds that fit a view, with the unseen cards dealt at random."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gin_fast import bulk
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, hand_of
from gin_fast.engine import discarding
from gin_fast.game.chance import shuffled
from gin_fast.state.seen import Seen
from gin_fast.state.seen_checks import check_view, position_of

_FEWEST_AT_A_TIME, _MOST_AT_A_TIME = 64, 4096
_MOST_TRIES = 1 << 22
_MOST_SECONDS = 20.0


def sampled(view: Seen, below: Callable[[int], int]) -> dict[str, Any]:
    """A position that fits a view, with its unseen cards in random places."""
    other = 1 - view.seat
    unseen = DECK & ~(view.hand | hand_of(view.pile) | sum(view.melds) | view.known)
    knock_card = view.knock_card
    if knock_card >= 0:
        unseen &= ~(1 << knock_card)
    if view.phase == "spread" and view.knocker == other:
        check_view(view)  # first: one that cannot be would be tried for long
        hand, knock_card = _knocker(view, unseen, below)
    elif view.phase == "discard" and view.to_move == other and view.must_go_out:
        check_view(view)
        hand = next(_hands(unseen, view.known, view.other_count, _goes_out(view), below))
    else:
        loose = shuffled(list(cards_of(unseen)), below)
        hand = hand_of(loose[: view.other_count - view.known.bit_count()]) | view.known
    left = unseen & ~hand & ~(1 << knock_card if knock_card >= 0 else 0)
    rest = shuffled(list(cards_of(left)), below)
    if view.phase == "layoff" and view.knocker == other:
        knock_card = rest.pop()
    drawn = view.drawn
    if view.drawn_from == "stock" and view.to_move == other:
        new = cards_of(hand & ~view.known)
        drawn = new[below(len(new))]
    return position_of(view, hand, rest, drawn=drawn, knock_card=knock_card)


def _knocker(view: Seen, unseen: int, below: Callable[[int], int]) -> tuple[int, int]:
    """The hand of a knocker who has not spread yet, and the card discarded face down, which may be
    a known one. A card is drawn for every hand, whether or not it may be discarded, so that all
    pairs are equally likely."""
    hands = _hands(
        unseen,
        view.known,
        view.other_count + 1,
        lambda hands: bulk.knock_discards(hands, view.limit) != 0,
        below,
    )
    on_table = sum(view.melds)
    for cards in hands:
        discards = discarding.knock_discards(cards, view.limit)
        if view.rules.must_go_gin and discarding.knock_discards(cards | on_table, 0):
            discards = discarding.knock_discards(cards, 0)
        discarded = cards_of(cards)[below(cards.bit_count())]
        if discards >> discarded & 1:
            return cards & ~(1 << discarded), discarded
    raise AssertionError  # _hands ends with an error


def _goes_out(view: Seen) -> Callable[[Any], Any]:
    """Whether hands that took the last upcard can go out with it, as they must."""

    def fits(hands: Any) -> Any:
        knocks = bulk.knock_discards(hands, view.limit, view.barred) != 0
        if view.rules.big_gin_bonus is not None:
            knocks |= bulk.is_big_gin(hands)
        return knocks

    return fits


def _hands(
    unseen: int,
    known: int,
    count: int,
    fits: Callable[[Any], Any],
    below: Callable[[int], int],
) -> Iterator[int]:
    """Hands of `count` cards that include `known` and fit. Few do, so many are tried."""
    key = [below(1 << 31) << 31 | below(1 << 31) for _ in range(2)]
    rng = np.random.Generator(np.random.Philox(key=key))
    bits = np.uint64(1) << np.array(cards_of(unseen), np.uint64)
    tried, at_a_time = 0, _FEWEST_AT_A_TIME
    until = time.monotonic() + _MOST_SECONDS
    while tried < _MOST_TRIES and time.monotonic() < until:
        drawn = rng.permuted(np.tile(bits, (at_a_time, 1)), axis=1)
        tried += at_a_time
        at_a_time = min(2 * at_a_time, _MOST_AT_A_TIME)
        drawn = drawn[:, : count - known.bit_count()]
        hands = np.bitwise_or.reduce(drawn, axis=1, initial=np.uint64(known))
        yield from map(int, hands[fits(hands)])
    raise ValueError(f"no hand that fits the view was found in {tried:,} tries")
