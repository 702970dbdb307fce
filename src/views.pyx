# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What is asked of a view alone, whoever made it."""

from cpython.bytearray cimport PyByteArray_FromStringAndSize
from libc.stdint cimport int32_t

from gin_fast.native._legality cimport gf_legal_actions
from gin_fast.native.deadwood cimport gf_min_deadwood
from gin_fast.native.objects cimport gf_actions_of, gf_view_read
from gin_fast.native.view cimport GF_LAYING_OFF, GF_MOST_ACTIONS, GF_SPREADING, gf_view
from gin_fast.native.view_checks cimport gf_view_fits, gf_view_plain

from numpy import ndarray

from gin_fast.answers.evaluation import checked_view
from gin_fast.native.deadwood import min_deadwood
from gin_fast.state import seen_checks
from gin_fast.state.seen import is_whole
from gin_fast.state.seen_record import VIEW_DTYPE

__all__ = ["legal_actions", "plain_view", "record_of"]


def legal_actions(view: Seen) -> tuple[Action, ...]:
    """Every legal action of the seat that has the view, ascending; none if it is not to act.

    A view that cannot occur in any round is a `ValueError`.

    >>> from gin_fast import Round
    >>> legal_actions(Round.deal(7).view(0))
    (Action(105, 'draw pile'), Action(106, 'pass'))
    """
    cdef int32_t actions[GF_MOST_ACTIONS]
    cdef gf_view seen
    if not gf_view_plain(view, &seen) or not may_act(&seen):
        if is_whole(view) and view.to_move != view.seat:
            return ()
        gf_view_read(checked_view(view, min_deadwood), &seen)
    return gf_actions_of(actions, gf_legal_actions(&seen, actions))


cdef bint may_act(const gf_view *view) noexcept nogil:
    """Whether checked_view does not refuse it."""
    if view.to_move != view.seat or not gf_view_fits(view):
        return False
    if view.phase == GF_SPREADING:
        return gf_min_deadwood(view.hand) <= view.limit
    return view.phase != GF_LAYING_OFF or gf_min_deadwood(view.unmelded) <= view.limit


def plain_view(view: Seen) -> Seen:
    """A view, whoever made or changed it, in plain values as the engines make them; or the error
    that says why no round can give it.

    >>> from gin_fast import Round
    >>> view = Round.deal(7).view(0)
    >>> plain_view(view._replace(pile=[4])) == view
    True
    """
    cdef gf_view seen
    if gf_view_plain(view, &seen) and gf_view_fits(&seen):
        return view
    return seen_checks.plain_view(view)


def record_of(view: Seen) -> np.ndarray[Any, np.dtype[np.void]]:
    """A view as one record of `VIEW_DTYPE`.

    >>> from gin_fast import Round
    >>> int(record_of(Round.deal(7).view(0))["stock"])
    31
    """
    cdef gf_view seen
    gf_view_read(view, &seen)
    return ndarray((), VIEW_DTYPE, PyByteArray_FromStringAndSize(<char *>&seen, sizeof(gf_view)))
