# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Views from Python objects, and whether a round can give them.

A tuple cannot say who made it, so every view is checked each time that it is asked something. Here
that takes less than a microsecond. What is refused here is checked again by
`gin_fast.state.seen_checks`, which says why.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_CheckExact, PyBytes_GET_SIZE
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport Py_TYPE
from cpython.tuple cimport PyTuple_CheckExact, PyTuple_GET_SIZE
from cpython.unicode cimport PyUnicode_CheckExact
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from gin_fast.native.bits cimport gf_bit, gf_count
from gin_fast.native.meld cimport gf_is_meld
from gin_fast.native.view cimport (
    GF_DEAD_STOCK, GF_DISCARDING, GF_DRAWING, GF_FIRST_UPCARD, GF_LAYING_OFF,
    GF_NOWHERE, GF_OVER, GF_PILE, GF_SPREADING, GF_STOCK, GF_STOCK_END_LAST_UPCARD,
    GF_VIEW_VERSION, gf_rules, gf_view
)

from gin_fast.cards.deck import DECK
from gin_fast.rules.fields import SLOTS
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import PHASES, SOURCES
from gin_fast.state.positions import MOST_POINTS
from gin_fast.state.seen import Seen, view_class
from gin_fast.state.seen_checks import MASKS, NUMBERS
from gin_fast.state.seen_record import VIEW_DTYPE

__all__ = []

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object value, int *overflow) except? -1


# From a Python object

cdef enum:
    FIELD_COUNT = 27
    MOST_MELDS = 3
    MOST_PILE = 32

cdef enum Kind:
    NUMBER
    MASK
    NAME
    FLAG
    CARDS
    MELDS
    SCORES
    RULES

cdef struct Field:
    Kind kind
    int offset  # in gf_view
    int64_t low
    int64_t high

cdef Field FIELDS[FIELD_COUNT]
cdef int64_t ALL_CARDS = DECK
cdef int64_t MOST_SCORE = MOST_POINTS
cdef dict NAMES = {"phase": PHASES, "drawn_from": SOURCES}
cdef list NAMES_OF = [NAMES.get(name) for name in Seen._fields]
cdef dict OTHER_KINDS = {
    "upcard_taken": FLAG, "pile": CARDS, "melds": MELDS, "scores": SCORES, "rules": RULES
}
cdef type RULES_CLASS = Rules
cdef object VIEW = None  # the class of the views that the engines make, once one is asked for

if len(Seen._fields) != FIELD_COUNT:
    raise ImportError("gin_fast.native.view_checks was built for other views: build it anew")


cdef int fill() except -1:
    cdef Field *field
    cdef int place
    for place, name in enumerate(Seen._fields):
        field = &FIELDS[place]
        field.offset = VIEW_DTYPE.fields[name][1]
        if name in NUMBERS:
            field.kind = NUMBER
            field.low, field.high = NUMBERS[name]
        elif name in MASKS:
            field.kind = MASK
            field.high = ALL_CARDS
        elif name in NAMES:
            field.kind = NAME
        else:
            field.kind = OTHER_KINDS[name]
    return 0


fill()


cdef inline bint is_whole(object value, int64_t low, int64_t high, int64_t *out) except -1:
    cdef int overflow
    if not PyLong_CheckExact(value):
        return False
    out[0] = PyLong_AsLongLongAndOverflow(value, &overflow)
    return overflow == 0 and low <= out[0] <= high


cdef inline int place_of(object value, tuple names) except -2:
    """The place of a name, or -1."""
    cdef int place
    if not PyUnicode_CheckExact(value):
        return -1
    for place in range(len(names)):
        if value is names[place]:
            return place
    return names.index(value) if value in names else -1


cdef bint read_cards(object value, gf_view *out) except -1:
    cdef int64_t card = 0
    cdef int place
    if not PyTuple_CheckExact(value) or PyTuple_GET_SIZE(value) > MOST_PILE:
        return False
    out.pile_count = PyTuple_GET_SIZE(value)
    for place in range(out.pile_count):
        if not is_whole((<tuple>value)[place], 0, 51, &card):
            return False
        out.pile[place] = <uint8_t>card
    return True


cdef bint read_melds(object value, gf_view *out) except -1:
    cdef int64_t meld = 0
    cdef int place
    if not PyTuple_CheckExact(value) or PyTuple_GET_SIZE(value) > MOST_MELDS:
        return False
    out.meld_count = PyTuple_GET_SIZE(value)
    for place in range(out.meld_count):
        if not is_whole((<tuple>value)[place], 0, ALL_CARDS, &meld):
            return False
        out.melds[place] = <uint64_t>meld
    return True


cdef bint read_scores(object value, gf_view *out) except -1:
    cdef int64_t points = 0
    cdef int place
    if not PyTuple_CheckExact(value) or PyTuple_GET_SIZE(value) != 2:
        return False
    for place in range(2):
        if not is_whole((<tuple>value)[place], -MOST_SCORE, MOST_SCORE, &points):
            return False
        out.scores[place] = <int32_t>points
    return True


cdef object PACKED = SLOTS["packed"]


cdef object gf_packed_of(object rules):
    return Py_TYPE(PACKED).tp_descr_get(PACKED, rules, <object>Py_TYPE(rules))


cdef bint read_rules(object value, gf_view *out) except -1:
    if type(value) is not RULES_CLASS:
        return False
    try:
        packed = gf_packed_of(value)
    except AttributeError:  # rules that were never made
        return False
    if not PyBytes_CheckExact(packed) or PyBytes_GET_SIZE(packed) != sizeof(gf_rules):
        return False
    memcpy(&out.rules, PyBytes_AS_STRING(packed), sizeof(gf_rules))
    return True


cdef bint read_field(object value, int place, gf_view *out) except -1:
    """Reads one field; whether it is a plain value within its bounds."""
    cdef const Field *field = &FIELDS[place]
    cdef char *target = <char *>out + field.offset
    cdef int64_t number = 0
    if field.kind == NUMBER or field.kind == MASK:
        if not is_whole(value, field.low, field.high, &number):
            return False
        if field.kind == NUMBER:
            (<int32_t *>target)[0] = <int32_t>number
        else:
            (<uint64_t *>target)[0] = <uint64_t>number
        return True
    if field.kind == NAME:
        (<int32_t *>target)[0] = place_of(value, NAMES_OF[place])
        return (<int32_t *>target)[0] >= 0
    if field.kind == FLAG:
        (<int32_t *>target)[0] = value is True
        return value is True or value is False
    if field.kind == CARDS:
        return read_cards(value, out)
    if field.kind == MELDS:
        return read_melds(value, out)
    if field.kind == SCORES:
        return read_scores(value, out)
    return read_rules(value, out)


cdef object gf_view_class():
    global VIEW
    if VIEW is None:
        VIEW = view_class()
    return VIEW


cdef bint gf_view_plain(object view, gf_view *out) except -1:
    cdef int place
    if type(view) is not gf_view_class() or PyTuple_GET_SIZE(view) != FIELD_COUNT:
        return False
    memset(out, 0, sizeof(gf_view))
    out.version = GF_VIEW_VERSION
    for place in range(FIELD_COUNT):
        if not read_field((<tuple>view)[place], place, out):
            return False
    return True


# Whether its fields fit together: step by step as in check_view

cdef inline bint is_big_gin(const gf_view *view) noexcept nogil:
    return view.phase == GF_OVER and view.meld_count == 0 and view.unmelded == 0


cdef inline int on_table(const gf_view *view) noexcept nogil:
    cdef int count = 0
    cdef int place
    for place in range(view.meld_count):
        count += gf_count(view.melds[place])
    return count


cdef inline int other_count(const gf_view *view) noexcept nogil:
    """How many cards the other seat holds that are not on the table: below 0 if too many lie
    elsewhere."""
    cdef bint face_down = view.knocker >= 0 and not is_big_gin(view)
    return (
        52 - gf_count(view.hand) - view.pile_count - view.stock - on_table(view) - face_down
    )


cdef bint places_fit(const gf_view *view) noexcept nogil:
    """Every card is in one place, and not too many are."""
    cdef uint64_t seen = view.hand
    cdef uint64_t own = view.hand
    cdef bint more = view.phase == GF_SPREADING and view.knocker != view.seat
    cdef int place
    for place in range(view.pile_count):
        if seen & gf_bit(view.pile[place]):
            return False
        seen |= gf_bit(view.pile[place])
    for place in range(view.meld_count):
        if seen & view.melds[place]:
            return False
        seen |= view.melds[place]
    if view.knock_card >= 0:
        if seen & gf_bit(view.knock_card):
            return False
        seen |= gf_bit(view.knock_card)
        if view.phase == GF_SPREADING:
            own |= gf_bit(view.knock_card)
    return (
        seen & view.known == 0
        and view.exposed & ~own == 0
        and gf_count(view.known) <= other_count(view) + more
    )


cdef bint turn_fits(const gf_view *view) noexcept nogil:
    """What was drawn is where it must be."""
    cdef bint acts = view.to_move == view.seat
    cdef bint hidden = view.drawn_from == GF_STOCK and not acts
    cdef uint64_t barred = 0
    if (view.to_move < 0) != (view.phase == GF_OVER):
        return False
    if view.drawn_from != GF_NOWHERE and view.phase != GF_DISCARDING:
        return False
    if hidden or view.drawn_from == GF_NOWHERE:
        if view.drawn >= 0:
            return False
    elif view.drawn < 0 or not (view.hand if acts else view.known) & gf_bit(view.drawn):
        return False
    if hidden and gf_count(view.known) >= other_count(view):
        return False
    if view.drawn_from == GF_PILE and not view.rules.taken_card_may_return:
        barred = gf_bit(view.drawn)
    return view.barred == barred


cdef bint knock_fits(const gf_view *view) noexcept nogil:
    """Cards on the table, and the one discarded face down, go with a knock."""
    cdef bint is_spread = view.phase == GF_LAYING_OFF or view.phase == GF_OVER
    cdef bint is_own = view.knocker == view.seat
    cdef uint64_t table = 0
    cdef int place
    if view.knocker < 0:  # in a phase that needs one the counts do not fit
        return (
            view.meld_count == 0
            and view.unmelded == 0
            and view.laid_off == 0
            and view.knock_card < 0
        )
    if not is_spread and view.phase != GF_SPREADING:
        return False
    if (view.knock_card >= 0) != (is_own and not is_big_gin(view)):
        return False
    for place in range(view.meld_count):
        table |= view.melds[place]
    if view.laid_off & ~table:
        return False
    if is_spread and not is_big_gin(view):
        return view.unmelded == (view.hand if is_own else view.known)
    return True


cdef bint counts_fit_at_the_end(const gf_view *view) noexcept nogil:
    cdef int own = gf_count(view.hand)
    cdef int other = other_count(view)
    cdef int laid_off = gf_count(view.laid_off)
    cdef int knocker = 11 if is_big_gin(view) else 10 - on_table(view) + laid_off
    if view.draws - view.pile_draws != 31 - view.stock:
        return False
    if view.knocker < 0:
        return own == 10 and 10 <= other <= 11 or own == 11 and other == 10
    if view.knocker == view.seat:
        return own == knocker and other == 10 - laid_off
    return other == knocker and own == 10 - laid_off


cdef bint melds_fit(const gf_view *view) noexcept nogil:
    cdef uint64_t spread
    cdef uint64_t last = 0
    cdef int place
    for place in range(view.meld_count):
        spread = view.melds[place] & ~view.laid_off
        if spread < last or not gf_is_meld(spread) or not gf_is_meld(view.melds[place]):
            return False
        last = spread
    return True


cdef bint counts_fit(const gf_view *view) noexcept nogil:
    """The counts of cards fit the phase, before the end."""
    cdef bint acts = view.to_move == view.seat
    cdef int mine = gf_count(view.hand)
    cdef int theirs = other_count(view)
    cdef int laid_off
    if not acts:  # the cards of the seat to act, and the others
        mine, theirs = theirs, mine
    if view.phase == GF_DISCARDING:
        return mine == 11 and theirs == 10 and view.stock >= GF_DEAD_STOCK
    if view.phase == GF_SPREADING:
        return (
            view.knocker == view.to_move
            and mine == 10 - on_table(view)
            and theirs == 10
            and view.laid_off == 0
            and view.unmelded == 0
            and melds_fit(view)
        )
    if view.phase == GF_LAYING_OFF:
        laid_off = gf_count(view.laid_off)
        return (
            view.knocker == 1 - view.to_move
            and mine == 10 - laid_off
            and theirs == 10 - on_table(view) + laid_off
            and (not acts or gf_count(view.known) == theirs)
            and melds_fit(view)
        )
    if mine != 10 or theirs != 10:
        return False
    if view.phase == GF_FIRST_UPCARD:
        return not view.rules.eleven_card_start and view.draws == 0  # so the pile is one card
    if view.phase == GF_DRAWING:
        return view.stock > GF_DEAD_STOCK
    return view.rules.stock_end == GF_STOCK_END_LAST_UPCARD and view.stock == GF_DEAD_STOCK


cdef bint draws_fit(const gf_view *view) noexcept nogil:
    """What was done before fits the stock and the rules."""
    cdef const gf_rules *rules = &view.rules
    cdef int return_cap = rules.return_cap if rules.return_cap > 0 else 1001
    return (
        (rules.oklahoma or view.limit == rules.knock_limit)
        and (rules.oklahoma_spades_double or view.multiplier == 1)
        and view.draws - view.pile_draws == 31 - view.stock
        and view.upcard_taken <= view.pile_draws <= rules.pile_draw_cap + 1
        and (view.returns == 0 or rules.taken_card_may_return and view.returns < return_cap)
        and (view.drawn_from == GF_NOWHERE or view.draws > 0)
    )


cdef bint gf_view_fits(const gf_view *view) noexcept nogil:
    if not (places_fit(view) and turn_fits(view) and knock_fits(view)):
        return False
    if view.phase == GF_OVER:
        return counts_fit_at_the_end(view)
    return counts_fit(view) and draws_fit(view)
