# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The least deadwood of any cards, by one pass over the ranks.

After each rank all that matters about a spread is what is still open in each suit. So a *front*
holds, for every reachable combination of four such states, the least cost that reaches it. The
number of combinations is bounded, so every mask is answered in bounded time.
"""

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from gin_fast.native.bits cimport gf_bit, gf_lowest
from gin_fast.native.meld cimport GF_ACES, gf_is_run

__all__ = []


# What is open in a suit after a rank. A combination of four is packed in 12 bits, 3 for each suit.
cdef enum:
    NOTHING = 0
    RUN_OF_1 = 1  # a run that must go on
    RUN_OF_2 = 2  # a run that must go on
    RUN = 3  # a run that may go on
    ABOVE_TABLE = 4  # a run on the table reaches this rank: cards laid off may go on from here
    BELOW_TABLE = 5  # cards laid off that must go on up to a run on the table
    COMBINATIONS = 6 * 6 * 6 * 6
    PACKED = 1 << 12

# What there is of a rank in a suit.
cdef enum:
    HELD = 1  # the card is in the hand
    ON_TABLE = 2  # the card lies in a run on the table
    FITS_SET = 4  # a set on the table lacks the card
    BELOW_RUN = 8  # the card and those above it that are held reach up to a run on the table

# What may be done in one suit at one rank: the next state, and what becomes of the card.
cdef struct Way:
    int state
    bint left
    bint laid_off

# The costs are compared as (deadwood, number laid off), then the mask laid off.
cdef struct Front:
    int count
    uint16_t states[COMBINATIONS]
    uint32_t costs[COMBINATIONS]
    uint64_t laid_off[COMBINATIONS]
    int16_t place[PACKED]  # of a combination in the arrays above, plus 1; 0 if it is not reached


cdef inline bint may_stop(int state) noexcept nogil:
    return state == NOTHING or state == RUN or state == ABOVE_TABLE


# The ways of a suit, but for those that put its card in a set: how many.
cdef int ways_of(int state, int flags, Way *ways) noexcept nogil:
    cdef int count = 0
    cdef bint stops = may_stop(state)
    if flags & ON_TABLE:
        if stops or state == BELOW_TABLE:
            ways[0] = Way(ABOVE_TABLE, False, False)
            return 1
        return 0
    if not flags & HELD:
        ways[0] = Way(NOTHING, False, False)
        return 1 if stops else 0
    if state == BELOW_TABLE:
        ways[0] = Way(BELOW_TABLE, False, True)
        return 1
    if not stops:
        ways[0] = Way(state + 1, False, False)
        return 1
    ways[0] = Way(NOTHING, True, False)
    ways[1] = Way(RUN_OF_1, False, False)
    count = 2
    if flags & BELOW_RUN:
        ways[count] = Way(BELOW_TABLE, False, True)
        count += 1
    if state == RUN:
        ways[count] = Way(RUN, False, False)
        count += 1
    if state == ABOVE_TABLE:
        ways[count] = Way(ABOVE_TABLE, False, True)
        count += 1
    if flags & FITS_SET:
        ways[count] = Way(NOTHING, False, True)
        count += 1
    return count


cdef void reach(Front *front, int states, uint32_t cost, uint64_t laid_off) noexcept nogil:
    cdef int place = front.place[states]
    if place == 0:
        front.count += 1
        place = front.count
        front.place[states] = <int16_t>place
        front.states[place - 1] = <uint16_t>states
    elif cost > front.costs[place - 1] or (
        cost == front.costs[place - 1] and laid_off >= front.laid_off[place - 1]
    ):
        return
    front.costs[place - 1] = cost
    front.laid_off[place - 1] = laid_off


# A step from one combination over a rank.
cdef struct Step:
    Front *after
    int rank
    int flags[4]  # of the rank in each suit
    int in_set  # the suits whose card is in a set, as bits
    int states  # the combination before


cdef void extend(
    const Step *step, int suit, int done, uint32_t cost, uint64_t laid_off
) noexcept nogil:
    """All ways of the suits from `suit` on. The states of those before it are `done`."""
    cdef Way ways[8]
    cdef int state, count, index
    cdef uint32_t points = <uint32_t>(step.rank + 1 if step.rank < 9 else 10)
    if suit == 4:
        reach(step.after, done, cost, laid_off)
        return
    state = step.states >> 3 * suit & 7
    if step.in_set >> suit & 1:
        if may_stop(state):
            extend(step, suit + 1, done, cost, laid_off)
        return
    count = ways_of(state, step.flags[suit], ways)
    for index in range(count):
        extend(
            step,
            suit + 1,
            done | ways[index].state << 3 * suit,
            cost + (points << 6 if ways[index].left else 0) + ways[index].laid_off,
            laid_off | (gf_bit(13 * suit + step.rank) if ways[index].laid_off else 0),
        )


cdef int gf_by_rank(
    uint64_t hand, const uint64_t *table, int count, uint64_t *laid_off
) noexcept nogil:
    cdef Front fronts[2]
    cdef Front *front = &fronts[0]
    cdef Front *after = &fronts[1]
    cdef Front *other
    cdef uint64_t runs = 0
    cdef uint64_t fits = 0
    cdef uint64_t below = 0
    cdef Step step
    cdef int card, rank, suit, index, held, in_set, states
    cdef uint32_t best_cost = 0xFFFFFFFF
    cdef uint64_t best_laid_off = 0
    for index in range(count):
        card = gf_lowest(table[index])
        if gf_is_run(table[index]):
            runs |= table[index]
            while card % 13 and hand >> (card - 1) & 1:
                card -= 1
                below |= gf_bit(card)
        else:
            fits |= GF_ACES << card % 13 & ~table[index]
    memset(fronts, 0, sizeof(fronts))
    reach(front, 0, 0, 0)
    for rank in range(13):
        held = 0
        for suit in range(4):
            index = 13 * suit + rank
            step.flags[suit] = (
                HELD * <int>(hand >> index & 1)
                | ON_TABLE * <int>(runs >> index & 1)
                | FITS_SET * <int>(fits >> index & 1)
                | BELOW_RUN * <int>(below >> index & 1)
            )
            held |= (step.flags[suit] & HELD) << suit
        step.after = after
        step.rank = rank
        after.count = 0
        memset(after.place, 0, sizeof(after.place))
        for index in range(front.count):
            step.states = front.states[index]
            for in_set in range(16):
                # None of the suits, or three or four of those that hold the rank.
                if in_set & ~held == 0 and in_set in (0, 7, 11, 13, 14, 15):
                    step.in_set = in_set
                    extend(&step, 0, 0, front.costs[index], front.laid_off[index])
        other = front
        front = after
        after = other
    for index in range(front.count):
        states = front.states[index]
        if (
            may_stop(states & 7) and may_stop(states >> 3 & 7)
            and may_stop(states >> 6 & 7) and may_stop(states >> 9 & 7)
        ):
            if front.costs[index] < best_cost or (
                front.costs[index] == best_cost and front.laid_off[index] < best_laid_off
            ):
                best_cost = front.costs[index]
                best_laid_off = front.laid_off[index]
    if laid_off != NULL:
        laid_off[0] = best_laid_off
    return <int>(best_cost >> 6)
