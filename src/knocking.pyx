# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The knocker's choice: which spread to show."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from gin_fast.native.arguments cimport GF_DECK, gf_mask_arg
from gin_fast.native.bits cimport gf_bit, gf_count, gf_lowest
from gin_fast.native.deadwood cimport gf_min_deadwood
from gin_fast.native.dealing cimport (
    GF_STREAM_SAMPLING, gf_below, gf_rng, gf_rng_start, gf_word_arg
)
from gin_fast.native.layoff cimport gf_best_layoff
from gin_fast.native.objects cimport gf_rules_of
from gin_fast.native.scoring cimport gf_knock_score
from gin_fast.native.stints cimport gf_is_over, gf_stint
from gin_fast.native.view cimport GF_LAYOFFS_ALWAYS, GF_LAYOFFS_NEVER, gf_rules

from gin_fast.cards.hands import format_hand
from gin_fast.values.checks import as_int
from gin_fast.native.deadwood import min_deadwood, spreads
from gin_fast.state.results import Knock
from gin_fast.rules.rules import Rules, as_rules

__all__ = ["best_knock"]

cdef enum:
    MOST_MELDS = 4  # of the 13 cards whose spreads are listed
    DRAWN = 10
    SAMPLES = 32  # between two looks at the clock

cdef struct Choice:
    uint64_t melds[MOST_MELDS]
    int count
    int deadwood
    int64_t score  # in all


cdef int gf_spread_score(
    const uint64_t *melds, int count, int deadwood, uint64_t defender, const gf_rules *rules
) noexcept nogil:
    cdef uint64_t laid_off
    cdef int left
    if rules.layoffs == GF_LAYOFFS_NEVER or deadwood == 0 and rules.layoffs != GF_LAYOFFS_ALWAYS:
        left = gf_min_deadwood(defender)
    else:
        left = gf_best_layoff(defender, melds, count, &laid_off)
    return gf_knock_score(deadwood, left, rules)


cdef void add_scores(
    Choice *choices, Py_ssize_t count, uint64_t defender, const gf_rules *rules
) noexcept nogil:
    cdef Py_ssize_t which
    for which in range(count):
        choices[which].score += gf_spread_score(
            choices[which].melds, choices[which].count, choices[which].deadwood, defender, rules
        )


cdef uint64_t drawn(uint64_t pool, uint64_t seed, uint64_t number) noexcept nogil:
    """Ten cards of a pool: the start of a forward Fisher-Yates over its cards in ascending order."""
    cdef gf_rng rng
    cdef int cards[52]
    cdef int count = 0
    cdef int place, other
    cdef uint64_t hand = 0
    gf_rng_start(&rng, seed, number, GF_STREAM_SAMPLING)
    while pool:
        cards[count] = gf_lowest(pool)
        pool &= pool - 1
        count += 1
    for place in range(DRAWN):
        other = place + <int>gf_below(&rng, count - place)
        hand |= gf_bit(cards[other])
        cards[other] = cards[place]
    return hand


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
    cdef uint64_t held = gf_mask_arg(hand, "hand")
    cdef gf_rules fields
    cdef uint64_t known = 0
    cdef uint64_t pool = GF_DECK & ~held
    cdef uint64_t key
    cdef Choice *choices
    cdef Py_ssize_t count, which
    cdef Py_ssize_t best = 0
    cdef int64_t number, total
    cdef double end
    cdef int place
    rules = as_rules(rules)
    limit = rules.knock_limit if limit is None else as_int(limit, "limit", 0)
    samples = as_int(samples, "samples", 1, 1_000_000_000)
    total = samples
    key = gf_word_arg(seed, "seed")
    if defender is not None:
        known = disjoint(defender, "defender", held)
    if unseen is not None:
        pool = disjoint(unseen, "unseen", held)
    if defender is not None and unseen is not None:
        raise ValueError("give defender or unseen, not both")
    if defender is None and gf_count(pool) < DRAWN:
        raise ValueError(f"unseen must hold at least 10 cards, not {gf_count(pool)}")
    listed = spreads(held, limit)
    least = min_deadwood(held)
    if rules.spread == "least" or (rules.must_go_gin and least == 0):
        listed = tuple([spread for spread in listed if spread.deadwood == least])
    count = len(listed)
    if count == 0:
        raise ValueError(
            f"{format_hand(held)} may not knock: its deadwood is {least}, "
            f"the limit {limit}"
        )
    gf_rules_of(rules, &fields)
    choices = <Choice *>calloc(count, sizeof(Choice))
    if choices == NULL:
        raise MemoryError
    try:
        for which in range(count):
            melds, _, deadwood = listed[which]
            choices[which].count = len(melds)
            choices[which].deadwood = deadwood
            for place in range(choices[which].count):
                choices[which].melds[place] = melds[place]
        if defender is not None:
            add_scores(choices, count, known, &fields)
        else:
            number = 0
            while number < total:
                with nogil:
                    end = gf_stint()
                    while number < total:
                        add_scores(choices, count, drawn(pool, key, number), &fields)
                        number += 1
                        if number % SAMPLES == 0 and gf_is_over(end):
                            break
                PyErr_CheckSignals()
        for which in range(count):
            if choices[which].score > choices[best].score:
                best = which
        score = choices[best].score
    finally:
        free(choices)
    return Knock(listed[best], score if defender is not None else score / samples)


cdef uint64_t disjoint(object mask, str name, uint64_t hand) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t cards = gf_mask_arg(mask, name)
    if cards & hand:
        raise ValueError(f"{name} holds cards of the hand: {format_hand(cards & hand)}")
    return cards
