# What a seat is shown among many rounds: what it may do and what it sees, as words and as bytes.
# Internal: it changes as gin_fast does.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from gin_fast.native._legality cimport (
    gf_has_big_gin, gf_is_bound, gf_is_legal_else, gf_knocks, gf_legal_actions, gf_may_draw,
    gf_may_take,
    gf_discards
)
from gin_fast.native.bits cimport gf_bit
from gin_fast.native.deadwood cimport gf_min_deadwood
from gin_fast.native.view cimport (
    GF_DISCARDING, GF_DRAWING, GF_FIRST_UPCARD, GF_LAST_UPCARD, GF_OVER, GF_PASS, GF_PILE, GF_TAKE,
    gf_view
)

cdef enum:
    GF_COMPACT_COUNT = 108  # gin_fast.answers.vector.N_COMPACT
    GF_MASK_COUNT = 11  # the MASKS, PACKED and PLANES there
    GF_PACKED = 16
    GF_PLANES = 13

# Actions other than discards, from GF_DRAW on in their order, as bits of gf_legal.others.
cdef enum:
    GF_MAY_DRAW = 1
    GF_MAY_TAKE = 2
    GF_MAY_PASS = 4
    GF_MAY_BIG_GIN = 8

# The columns of a packed observation after its masks, and the bits of the last.
cdef enum:
    GF_PACKED_PHASE = 11
    GF_PACKED_STOCK
    GF_PACKED_LIMIT
    GF_PACKED_DRAWS
    GF_PACKED_FLAGS
    GF_FLAG_KNOCKED = 5
    GF_FLAG_TO_ACT = 7
    GF_RETURNS_SHIFT = 8
    GF_PILE_DRAWS_SHIFT = 16

# The bits of a byte as eight bytes, the lowest first; and the cards of so many points at least.
cdef uint64_t GF_BYTES[256]
cdef uint64_t GF_WORTH[12]

# What the seat to act may do, of the actions below GF_COMPACT_COUNT.
cdef struct gf_legal:
    uint64_t discards  # the cards to discard
    uint64_t knocks  # those to knock with
    uint64_t others  # GF_MAY_DRAW and the like


# What is legal for the seat to act. When the round is over that is to pass, so that there is
# something to choose: it does nothing.
cdef inline void gf_find_legal(const gf_view *view, gf_legal *legal) noexcept nogil:
    cdef uint64_t discards, knocks, card
    cdef int deadwood
    legal.discards = 0
    legal.knocks = 0
    if view.phase == GF_DRAWING:
        legal.others = GF_MAY_DRAW * gf_may_draw(view) | GF_MAY_TAKE * gf_may_take(view)
    elif view.phase == GF_DISCARDING:
        if gf_is_bound(view):
            legal.discards = gf_discards(view)
            legal.knocks = gf_knocks(view)
            legal.others = GF_MAY_BIG_GIN * gf_has_big_gin(view)
            return
        discards = view.hand & ~view.barred
        legal.discards = discards
        legal.others = 0
        deadwood = gf_min_deadwood(view.hand)
        if deadwood <= view.limit + 10:
            # A discard takes away its own points at most.
            discards &= GF_WORTH[max(0, deadwood - view.limit)]
            knocks = 0
            while discards:
                card = discards & (0 - discards)
                discards ^= card
                if gf_min_deadwood(view.hand ^ card) <= view.limit:
                    knocks |= card
            legal.knocks = knocks
            if deadwood == 0:
                legal.others = GF_MAY_BIG_GIN * gf_has_big_gin(view)
    elif view.phase == GF_FIRST_UPCARD:
        legal.others = GF_MAY_TAKE | GF_MAY_PASS
    elif view.phase == GF_LAST_UPCARD:
        legal.others = GF_MAY_PASS | GF_MAY_TAKE * gf_is_legal_else(view, GF_TAKE)
    else:
        legal.others = GF_MAY_PASS


# The bits of a mask of cards as 52 bytes.
cdef inline void gf_spell(uint64_t mask, uint8_t *cells) noexcept nogil:
    cdef int part
    for part in range(6):
        memcpy(cells + 8 * part, &GF_BYTES[mask >> 8 * part & 255], 8)
    memcpy(cells + 48, &GF_BYTES[mask >> 48 & 15], 4)


# The legal actions as GF_COMPACT_COUNT bytes of 0 and 1.
cdef inline void gf_spell_legal(const gf_legal *legal, uint8_t *cells) noexcept nogil:
    # Half of all decisions are draws, and most discards may not knock.
    if legal.discards | legal.knocks == 0:
        memset(cells, 0, 104)
    else:
        gf_spell(legal.discards, cells)
        if legal.knocks:
            gf_spell(legal.knocks, cells + 52)
        else:
            memset(cells + 52, 0, 52)
    memcpy(cells + 104, &GF_BYTES[legal.others], 4)


# What is legal of all actions there are: ascending into `actions` (room for GF_MOST_ACTIONS), and
# their number.
cdef inline int gf_legal_of(const gf_view *view, int32_t *actions) noexcept nogil:
    if view.phase == GF_OVER:
        actions[0] = GF_PASS
        return 1
    return gf_legal_actions(view, actions)


# The same as GF_ACTION_COUNT bytes and as the bits of words, either of which may be NULL.
cdef void gf_spell_all(const gf_view *view, uint8_t *cells, uint64_t *words) noexcept nogil


# A view as words, given the mask of its pile.
cdef inline void gf_pack(const gf_view *view, uint64_t pile, uint64_t *packed) noexcept nogil:
    cdef uint64_t top = 0
    cdef uint32_t flags = (
        view.seat
        | <uint32_t>(view.starter == view.seat) << 1
        | <uint32_t>(view.drawn_from == GF_PILE) << 2
        | <uint32_t>(view.multiplier == 2) << 3
        | <uint32_t>view.upcard_taken << 4
        | <uint32_t>(view.to_move == view.seat) << GF_FLAG_TO_ACT
        | <uint32_t>(view.pile_draws & 255) << GF_PILE_DRAWS_SHIFT
    )
    if view.knocker >= 0:  # seldom: in the end, or when the engine does not spread
        flags |= 1 << (GF_FLAG_KNOCKED + (view.knocker != view.seat))
    if view.returns:
        flags |= (view.returns & 255) << GF_RETURNS_SHIFT
    if view.pile_count:
        top = gf_bit(view.pile[view.pile_count - 1])
    packed[0] = view.hand
    packed[1] = top
    packed[2] = pile ^ top
    packed[3] = view.known
    packed[4] = view.exposed
    packed[5] = view.declined
    packed[6] = view.own_declined
    packed[7] = gf_bit(view.drawn) if view.drawn >= 0 else 0
    packed[8] = view.melds[0] | view.melds[1] | view.melds[2]
    packed[9] = view.unmelded
    packed[10] = view.laid_off
    packed[GF_PACKED_PHASE] = view.phase
    packed[GF_PACKED_STOCK] = view.stock
    packed[GF_PACKED_LIMIT] = view.limit
    packed[GF_PACKED_DRAWS] = view.draws
    packed[GF_PACKED_FLAGS] = flags


# Those words as bytes of 0 and 1.
cdef void gf_planes_of(const uint64_t *packed, uint8_t *planes) noexcept nogil
