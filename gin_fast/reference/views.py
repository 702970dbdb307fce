"""What is asked of a view alone, whoever made it."""

from __future__ import annotations

from gin_fast.answers.evaluation import checked_view
from gin_fast.reference import _legality
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.state.actions import ACTIONS, Action
from gin_fast.state.seen import Seen, is_whole
from gin_fast.state.seen_checks import plain_view
from gin_fast.state.seen_record import record_of

__all__ = ["legal_actions", "plain_view", "record_of"]


def legal_actions(view: Seen) -> tuple[Action, ...]:
    """Every legal action of the seat that has the view, ascending; none if it is not to act.

    A view that cannot occur in any round is a `ValueError`.

    >>> from gin_fast import Round
    >>> legal_actions(Round.deal(7).view(0))
    (Action(105, 'draw pile'), Action(106, 'pass'))
    """
    if is_whole(view) and view.to_move != view.seat:
        return ()
    legal = _legality.legal_actions(checked_view(view, min_deadwood))
    return tuple(ACTIONS[action] for action in legal)
