# cython: language_level=3
"""Compiled by tests: strategies of the C interface that go wrong, `simple` with cards of one's own
choice, draws from chosen words, and views as they are in memory."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from gin_fast.native.dealing cimport (
    gf_below, gf_deal_hands, gf_deal_hands_again, gf_deck, gf_deck_next, gf_deck_start, gf_rng,
    gf_rng_start
)
from gin_fast.native.moves cimport gf_see
from gin_fast.native.objects cimport gf_rules_of
from gin_fast.native.playout cimport gf_tally, gf_tally_rounds
from gin_fast.native.players cimport gf_builtin
from gin_fast.native.seats cimport gf_seat, gf_strategy
from gin_fast.native.rounds cimport RoundState
from gin_fast.native.summing cimport gf_sums_of
from gin_fast.native.view cimport (
    GF_DISCARDING, GF_DRAWING, GF_FIRST_UPCARD, GF_LAYING_OFF, GF_PILE, gf_view
)

from gin_fast.rules.rules import as_rules
from gin_fast.strategies.builtin import parted


cdef struct Wrong:
    int32_t after  # so many discards
    int32_t status
    int32_t action


cdef int32_t go_wrong(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept nogil:
    """Discards its lowest card, as often as it is told to; then answers what it is told to."""
    cdef const Wrong *wrong = <const Wrong *>params
    cdef uint64_t *discarded = <uint64_t *>memory
    cdef int32_t card = 0
    if action[0] != -1:
        return 0
    if view.phase == GF_FIRST_UPCARD or view.phase == GF_LAYING_OFF:
        action[0] = 106
    elif view.phase == GF_DRAWING:
        action[0] = 104
    elif discarded[0] == <uint64_t>wrong.after:
        if wrong.action != -1:
            action[0] = wrong.action
        return wrong.status
    else:
        discarded[0] += 1
        while view.hand >> card & 1 == 0:
            card += 1
        action[0] = card
    return 1


def tally(int32_t after, int32_t status, int32_t action, uint64_t count, bint mirrored=False):
    """The first rounds of seed 9 with it as the second strategy: how many were played, their sums,
    and the side, the seat, the action and the deal of the fault that stopped them, if any."""
    cdef gf_seat seats[2]
    cdef gf_tally tally
    cdef Wrong wrong = Wrong(after, status, action)
    cdef uint64_t memory[2][64]
    memset(&tally, 0, sizeof(tally))
    gf_rules_of(as_rules("eaai"), &tally.rules)
    gf_builtin(parted("simple"), &seats[0].strategy)
    assert seats[0].strategy.words <= 64
    seats[1].strategy.act = go_wrong
    seats[1].strategy.params = &wrong
    seats[1].strategy.words = 1
    seats[0].memory = memory[0]
    seats[1].memory = memory[1]
    tally.seats = seats
    tally.seed = 9
    tally.left = tally.piece = count
    tally.mirrored = mirrored
    with nogil:
        gf_tally_rounds(&tally, NULL)
    found = None
    if tally.fault.is_found:
        fault = tally.fault
        found = fault.side, fault.view.seat, fault.action, fault.index
    return tally.number, gf_sums_of(&tally.sums), found


def simple(turns, rules, uint64_t seed):
    """What `simple` answers in a round of these turns, each a hand and the card in it that was just
    taken from the pile. Its choices are those of seat 0 in round 0 of a seed."""
    cdef gf_strategy strategy
    cdef gf_rng rng
    cdef gf_view view
    cdef uint64_t memory[64]
    cdef int32_t action
    answers = []
    gf_builtin(parted("simple"), &strategy)
    assert strategy.words <= 64
    gf_rng_start(&rng, seed, 0, 1)
    memset(memory, 0, sizeof(memory))
    memset(&view, 0, sizeof(view))
    gf_rules_of(as_rules(rules), &view.rules)
    view.phase = GF_DISCARDING
    view.drawn_from = GF_PILE
    view.stock = 31
    view.limit = view.rules.knock_limit
    for view.hand, view.drawn in turns:
        view.barred = <uint64_t>1 << view.drawn
        action = -1
        assert strategy.act(&view, &rng, memory, strategy.params, &action) == 1
        answers.append(action)
    return answers


def below(list words, counts):
    """The numbers drawn when the stream has these eight words, and how many words that took."""
    cdef gf_rng rng
    cdef int place
    for place in range(8):
        rng.words[place] = words[place]
    rng.used = 0
    return [gf_below(&rng, count) for count in counts], rng.used


def dealt(uint64_t seed, uint64_t index, bint again):
    """A deal's hands and its other cards, dealt by the quick way or card by card."""
    cdef gf_deck deck
    cdef uint64_t hands[2]
    gf_deck_start(&deck, seed, index)
    upcard = gf_deal_hands_again(&deck, hands) if again else gf_deal_hands(&deck, hands)
    return hands[0], hands[1], upcard, [gf_deck_next(&deck) for _ in range(31)]


def seen(RoundState state, int32_t seat):
    """The view of a seat, byte by byte."""
    cdef gf_view view
    gf_see(&state.state, seat, &view)
    return (<char *>&view)[:sizeof(gf_view)]
