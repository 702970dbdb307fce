# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True
"""Every hand of some number of cards, up to suit symmetry, put to the shipped kernel.

A class is a multiset of four suits' cards, 13 bits each. The 8 192 masks of a suit are numbered by
their size, then their value; a class is four such numbers a >= b >= c >= d, and stands for as many
hands as there are ways to give them to the suits. One of these hands is judged. Which one changes
from one (b, c) to the next, so that each suit comes to hold every kind of cards.
"""

from itertools import permutations

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from gin_fast.native.deadwood cimport gf_min_deadwood, gf_min_deadwoods
from gin_fast.native.discarding cimport gf_best_discards

from gin_fast.native.discarding import best_discards_into

cdef extern from "brute.h":
    void brute_prepare() noexcept nogil
    int brute_min_deadwood(uint64_t hand) noexcept nogil
    int brute_best_discards(uint64_t hand, uint64_t *discards) noexcept nogil

cdef enum:
    BLOCK = 2048

cdef enum:
    C_HISTOGRAM
    C_DEADWOOD
    C_DISCARDS

HISTOGRAM = C_HISTOGRAM  # the least deadwood, counted
DEADWOOD = C_DEADWOOD  # and compared with the brute force
DISCARDS = C_DISCARDS  # the best discards, counted by what they leave and compared

cdef struct Sweep:
    int check
    int count  # hands that wait
    uint64_t hands[BLOCK]
    uint8_t weights[BLOCK]  # how many hands each stands for
    uint64_t histogram[4][256]  # to be added: a processor counts faster in turn than in one place
    uint64_t classes
    uint64_t faults
    uint64_t first_fault

cdef uint64_t MASKS[8192]
cdef int SIZES[8192]
cdef int FIRST[15]  # the number of the first mask of each size
cdef int SHIFTS[24][4]

brute_prepare()
for number, mask in enumerate(sorted(range(8192), key=lambda mask: (mask.bit_count(), mask))):
    MASKS[number] = mask
    SIZES[number] = mask.bit_count()
    FIRST[SIZES[number] + 1] = number + 1
for number, order in enumerate(permutations(range(4))):
    for place in range(4):
        SHIFTS[number][place] = 13 * order[place]


cdef void fault(Sweep *sweep, int place) noexcept nogil:
    if sweep.faults == 0:
        sweep.first_fault = sweep.hands[place]
    sweep.faults += 1


cdef void judge_deadwood(Sweep *sweep, const uint8_t *deadwood) noexcept nogil:
    """The answer to many hands at once and that to one hand are both those of the brute force."""
    cdef int place
    for place in range(sweep.count):
        if not (
            brute_min_deadwood(sweep.hands[place])
            == deadwood[place]
            == gf_min_deadwood(sweep.hands[place])
        ):
            fault(sweep, place)


cdef void judge_discards(Sweep *sweep, uint8_t *deadwood) noexcept nogil:
    """The same for the best discards. What they leave is given to be counted."""
    cdef uint64_t cards[BLOCK]
    cdef uint64_t none_barred[1]
    cdef uint64_t one, brute
    cdef int place
    cdef int row = 0
    none_barred[0] = 0
    memset(deadwood, 255, sweep.count)
    with gil:
        while row < sweep.count:
            row = best_discards_into(
                <uint64_t[:sweep.count]>sweep.hands, <uint64_t[:1]>none_barred,
                <uint8_t[:sweep.count]>deadwood, <uint64_t[:sweep.count]>cards, row,
            )
    for place in range(sweep.count):
        if not (
            brute_best_discards(sweep.hands[place], &brute)
            == deadwood[place]
            == gf_best_discards(sweep.hands[place], 0, &one)
            and brute == cards[place] == one
        ):
            fault(sweep, place)


cdef void judge(Sweep *sweep) noexcept nogil:
    """Empties the block."""
    cdef uint8_t deadwood[BLOCK]
    cdef int place
    if sweep.count == 0:
        return
    if sweep.check == C_DISCARDS:
        judge_discards(sweep, deadwood)
    else:
        gf_min_deadwoods(sweep.hands, deadwood, sweep.count)
        if sweep.check == C_DEADWOOD:
            judge_deadwood(sweep, deadwood)
    for place in range(sweep.count):
        sweep.histogram[place & 3][deadwood[place]] += sweep.weights[place]
    sweep.classes += sweep.count
    sweep.count = 0


cdef int ways(int a, int b, int c, int d) noexcept nogil:
    """How many hands a class stands for: the orders of four suits' cards, of which some may be equal."""
    cdef int equal = (a == b) + (b == c) + (c == d)
    if equal == 0:
        return 24
    if equal == 1:
        return 12
    if equal == 3:
        return 1
    return 6 if a == b and c == d else 4


cdef void sweep_pair(Sweep *sweep, int size, int b, int c, const int *shifts) noexcept nogil:
    """All classes with the masks numbered b and c as the second and third."""
    cdef uint64_t two = MASKS[b] << shifts[1] | MASKS[c] << shifts[2]
    cdef uint64_t three
    cdef int d, size_a, start, more, place
    # The largest suit has the most masks, so it is the one of the innermost loop.
    for d in range(min(c + 1, FIRST[size - 2 * SIZES[b] - SIZES[c] + 1])):
        three = two | MASKS[d] << shifts[3]
        size_a = size - SIZES[b] - SIZES[c] - SIZES[d]
        start = max(b, FIRST[size_a])
        more = FIRST[size_a + 1] - start  # at most 1 716, the sixes of thirteen
        if sweep.count + more > BLOCK:
            judge(sweep)
        for place in range(more):
            sweep.hands[sweep.count + place] = three | MASKS[start + place] << shifts[0]
        memset(&sweep.weights[sweep.count], ways(-1, b, c, d), more)
        if start == b:
            sweep.weights[sweep.count] = <uint8_t>ways(b, b, c, d)
        sweep.count += more


cdef void sweep_second(Sweep *sweep, int size, int b, int every) noexcept nogil:
    """All classes with the mask numbered b as the second, or of the pairs (b, c) one in `every`."""
    cdef int c
    for c in range(min(b + 1, FIRST[max(0, size - 2 * SIZES[b] + 1)])):
        if every == 1 or (b * 8191 + c) % every == 0:
            sweep_pair(sweep, size, b, c, SHIFTS[(b + c) % 24])


def sweep(int check, int size, int first, int last, int every=1):
    """Judges the classes whose second mask is numbered from `first` to before `last`; of the pairs
    (b, c) only one in `every`. Gives the histogram of the hands by deadwood, the number of classes,
    of those where native and brute force differ, and a hand of the first such class."""
    if not (0 < size <= 13 and 0 <= first <= last <= 8192 and every > 0):
        raise ValueError("out of range")
    cdef Sweep found
    cdef int b
    memset(&found, 0, sizeof(Sweep))
    found.check = check
    with nogil:
        for b in range(first, min(last, FIRST[size // 2 + 1])):
            sweep_second(&found, size, b, every)
        judge(&found)
    histogram = [sum([found.histogram[i][deadwood] for i in range(4)]) for deadwood in range(256)]
    return histogram, found.classes, found.faults, found.first_fault


def classes(int size):
    """A hand of each class, with the number of hands it stands for: at most as many as one block
    holds, the hands of up to three cards."""
    if not 0 < size <= 3:
        raise ValueError("out of range")
    cdef Sweep found
    cdef int b
    found.count = 0
    for b in range(FIRST[size // 2 + 1]):
        sweep_second(&found, size, b, 1)
    return [(found.hands[place], found.weights[place]) for place in range(found.count)]


def brute_force(uint64_t hand):
    """The least deadwood of a hand; that after one discard, and the best discards."""
    cdef uint64_t discards
    cdef int left = brute_best_discards(hand, &discards)
    return brute_min_deadwood(hand), left, discards
