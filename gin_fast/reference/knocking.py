"""The knocker's choice: which spread to show."""

from __future__ import annotations

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import as_mask, each_card, format_hand
from gin_fast.reference._by_rank import deadwood_and_layoffs, deadwood_of
from gin_fast.reference.deadwood import min_deadwood, spreads
from gin_fast.reference.dealing import SAMPLING, Stream
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.rules.scoring import knock_score
from gin_fast.state.results import Knock, Spread
from gin_fast.values.checks import as_int, as_word

__all__ = ["best_knock"]


def best_knock(
    hand: int,
    defender: int | None = None,
    *,
    rules: Rules | str,
    limit: int | None = None,
    unseen: int | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> Knock:
    """The spread of the ten cards kept that scores most for the knocker, and its score.

    Every spread within the knock limit is tried: more deadwood can score more. The limit is that of
    the rules, or `limit` if an upcard set it. Against the hand `defender` the score is that after
    the defender's best layoff. Without it, the score is the mean over `samples` hands of ten cards
    drawn from the mask `unseen` (all other cards, if not given): the same hands for every spread,
    fixed by `seed`. Ties go to the least deadwood, then to the order of `spreads`. A hand that may
    not knock is a `ValueError`.

    >>> from gin_fast import parse_hand
    >>> hand = parse_hand("AS 5S 6S 7S 5C 6C 7C 5D 6D 7D")
    >>> defender = parse_hand("3S 4S 8S 4C 8C 4D 8D 5H 6H 7H")
    >>> print(best_knock(hand, defender, rules="modern"))
    5C 5D 5S | 6C 6D 6S | 7C 7D 7S, unmelded AS = 1; scores 2
    """
    hand = as_mask(hand)
    rules = as_rules(rules)
    limit = rules.knock_limit if limit is None else as_int(limit, "limit", 0)
    samples = as_int(samples, "samples", 1, 1_000_000_000)
    seed = as_word(seed, "seed")
    known = None if defender is None else _disjoint(defender, "defender", hand)
    pool = DECK & ~hand if unseen is None else _disjoint(unseen, "unseen", hand)
    if known is not None and unseen is not None:
        raise ValueError("give defender or unseen, not both")
    if known is None and pool.bit_count() < 10:
        raise ValueError(f"unseen must hold at least 10 cards, not {pool.bit_count()}")
    choices = spreads(hand, limit)
    least = min_deadwood(hand)
    if rules.spread == "least" or (rules.must_go_gin and least == 0):
        choices = tuple(spread for spread in choices if spread.deadwood == least)
    if not choices:
        raise ValueError(
            f"{format_hand(hand)} may not knock: its deadwood is {least}, the limit {limit}"
        )
    defenders = [known] if known is not None else (_drawn(pool, seed, n) for n in range(samples))
    scores = [0] * len(choices)
    for defender in defenders:
        for which, spread in enumerate(choices):
            scores[which] += _score(spread, defender, rules)
    most = max(scores)
    return Knock(choices[scores.index(most)], most if known is not None else most / samples)


def _disjoint(mask: int, name: str, hand: int) -> int:
    mask = as_mask(mask, name)
    if mask & hand:
        raise ValueError(f"{name} holds cards of the hand: {format_hand(mask & hand)}")
    return mask


def _score(spread: Spread, defender: int, rules: Rules) -> int:
    """What a spread scores against a defender who answers best."""
    may_lay_off = (
        spread.deadwood > 0 if rules.layoffs == "after_knock" else rules.layoffs == "always"
    )
    if not may_lay_off:
        left = deadwood_of(defender)
    else:
        left, _ = deadwood_and_layoffs(defender, spread.melds)
    return knock_score(spread.deadwood, left, rules)


def _drawn(pool: int, seed: int, number: int) -> int:
    """Ten cards of a pool: the start of a forward Fisher-Yates over its cards, ascending."""
    stream = Stream(seed, number, SAMPLING)
    cards = list(each_card(pool))
    for place in range(10):
        other = place + stream.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return sum(1 << card for card in cards[:10])
