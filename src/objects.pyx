# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Rules, views and results as Python objects."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy

from gin_fast.native.moves cimport GF_DEAD, GF_NONE, gf_round
from gin_fast.native.named cimport gf_named
from gin_fast.native.view cimport GF_DEAD_STOCK, GF_VIEW_VERSION, gf_rules, gf_view
from gin_fast.native.view_checks cimport gf_packed_of, gf_view_class, gf_view_plain

from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.state.actions import ACTIONS, KINDS, PHASES, SOURCES
from gin_fast.state.results import RoundResult
from gin_fast.state.seen_record import VIEW_DTYPE, VIEW_VERSION, record_of
from gin_fast.values.checks import shown

__all__ = []

if (
    (DEAD_STOCK, VIEW_VERSION, VIEW_DTYPE.itemsize, VIEW_DTYPE["rules"].itemsize)
    != (GF_DEAD_STOCK, GF_VIEW_VERSION, sizeof(gf_view), sizeof(gf_rules))
):
    raise ImportError("gin_fast.native.objects was built for other rules: build it anew")


cdef int gf_rules_of(object rules, gf_rules *out) except -1:
    cdef bytes packed = gf_packed_of(rules)
    if packed is None or PyBytes_GET_SIZE(packed) != sizeof(gf_rules):
        raise TypeError(f"rules are damaged: {shown(rules)}")
    memcpy(out, PyBytes_AS_STRING(packed), sizeof(gf_rules))
    return 0


cdef object gf_result_of(const gf_round *state):
    if state.kind == GF_NONE:
        return None
    dead = state.kind == GF_DEAD
    return RoundResult(
        KINDS[state.kind],
        None if state.winner < 0 else state.winner,
        state.points,
        None if dead else state.view.knocker,
        None if dead else state.knocker_deadwood,
        None if dead else state.defender_deadwood,
        (state.scored[0], state.scored[1]),
        state.view.draws,
        state.view.pile_draws,
    )


cdef tuple gf_cards_of(const uint8_t *cards, int count):
    cdef tuple made = PyTuple_New(count)
    cdef object card
    for place in range(count):
        card = cards[place]
        Py_INCREF(card)
        PyTuple_SET_ITEM(made, place, card)
    return made


cdef tuple ACTIONS_BY_CODE = ACTIONS


cdef tuple gf_actions_of(const int32_t *codes, int count):
    cdef tuple made = PyTuple_New(count)
    cdef object action
    for place in range(count):
        action = ACTIONS_BY_CODE[codes[place]]
        Py_INCREF(action)
        PyTuple_SET_ITEM(made, place, action)
    return made


cdef tuple PHASE_NAMES = PHASES
cdef tuple SOURCE_NAMES = SOURCES
cdef tuple NO_SCORES = (0, 0)


cdef object gf_view_of(const gf_view *view, object rules):
    cdef int place
    return gf_named(gf_view_class(), (
        view.seat,
        PHASE_NAMES[view.phase],
        view.to_move,
        view.starter,
        view.hand,
        view.barred,
        view.drawn,
        SOURCE_NAMES[view.drawn_from],
        gf_cards_of(view.pile, view.pile_count),
        view.stock,
        view.known,
        view.exposed,
        view.declined,
        view.own_declined,
        view.upcard_taken != 0,
        view.returns,
        view.knocker,
        view.knock_card,
        tuple([view.melds[place] for place in range(view.meld_count)]) if view.meld_count else (),
        view.unmelded,
        view.laid_off,
        view.draws,
        view.pile_draws,
        view.limit,
        view.multiplier,
        NO_SCORES if view.scores[0] == view.scores[1] == 0 else (view.scores[0], view.scores[1]),
        rules,
    ))


cdef int gf_view_read(object view, gf_view *out) except -1:
    cdef bytes record
    if not gf_view_plain(view, out):  # then it is read field by field, or refused
        record = record_of(view).tobytes()
        memcpy(out, PyBytes_AS_STRING(record), sizeof(gf_view))
    return 0
