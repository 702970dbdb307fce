"""What the choices of a seat are worth, shared by both engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from gin_fast.answers.chances import SCALE
from gin_fast.estimates.means import KnownEstimate, KnownShare, mean_of, share_of
from gin_fast.state.actions import Action
from gin_fast.state.seen import Seen, view_class
from gin_fast.state.seen_checks import as_fields, check_view
from gin_fast.values.checks import require, shown
from gin_fast.values.documented import documented

MOST_SAMPLES = 10**7
"""The most samples of one evaluation: its sums fit 64 bits by far."""

MOST_BELIEF = 100
"""The largest `belief` of an evaluation."""
MOST_TRIES = 100
"""The most hands that are drawn for one sample."""

SUMS = ("net", "net_squared", "gain", "gain_squared", "wins", "games", "games_squared")
"""What is added up for each action, from the side of the seat that chooses: the points it scored
minus those of the other seat; how many more these were than after the action its strategy would
take; the rounds it won; and, if there are prospects, its chance to reach the target first."""


@documented
class Evaluation(NamedTuple):
    """What one action is worth according to play-outs: means with their standard errors.

    All actions of a view are tried in the same rounds, so the difference between two of them is
    less random than their errors suggest: `gain` has the error of a difference.

    Attributes:
        action: The action.
        points: What the seat scores in the round minus what the other seat scores.
        gain: How many more points that is than after the action with `is_own`.
        win: The chance that the seat wins the round.
        game: The chance that the seat reaches the target of the game before the other does, from
            the scores of the view, if the two strategies play on: see `evaluate`. Its error is that
            of the samples alone, which tells actions apart.
        is_own: Whether this is the action that the strategy which plays on would have taken itself.
    """

    action: Action
    points: KnownEstimate
    gain: KnownEstimate
    win: KnownShare
    game: KnownShare | None
    is_own: bool

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain dicts, strings and numbers, ready for JSON."""
        fields: dict[str, Any] = {"action": int(self.action), "text": str(self.action)}
        for name in ["points", "gain", "win", "game"]:
            value = getattr(self, name)
            fields[name] = None if value is None else value._asdict()
        return {**fields, "is_own": self.is_own}


def checked_view(given: Any, deadwood: Callable[[int], int]) -> Seen:
    """`given` as the view of a seat to act. Raises an error that says why it cannot be one.

    `deadwood` gives the least deadwood of a hand.
    """
    if not isinstance(given, Seen):
        raise TypeError(f"view must be a View, not {shown(given)}")
    view = view_class()(**as_fields(given))
    if view.phase == "over":
        raise ValueError("the round is over: nothing is left to choose")
    if view.to_move != view.seat:
        raise ValueError(f"seat {view.seat} is not to move")
    check_view(view)
    if view.phase in ("spread", "layoff"):
        left = view.hand if view.phase == "spread" else view.unmelded
        require(deadwood(left) <= view.limit, "the knocker's hand is above the limit")
    return view


def tries_of(view: Seen, belief: int) -> int:
    """The number of random hands of which the other seat is assumed to have the best.

    A belief of 14 fits how greedy and simple improve: by 6 draws as the best of 6 hands, by 14 as
    the best of 28.
    """
    return min(1 + belief * view.draws**2 // 100, MOST_TRIES)


def ranked(
    sums: Mapping[Action, tuple[int, ...]], own: Action, samples: int, has_prospects: bool
) -> tuple[Evaluation, ...]:
    """The evaluations of actions, given the `SUMS` of each: best first, equal ones by number. `own`
    is the action that the strategy would have taken."""
    evaluations = []
    for action, of_action in sorted(sums.items(), key=lambda item: (-item[1][0], item[0])):
        net, net_squared, gain, gain_squared, wins, games, games_squared = of_action
        evaluations.append(
            Evaluation(
                action,
                cast(KnownEstimate, mean_of(samples, net, net_squared)),
                cast(KnownEstimate, mean_of(samples, gain, gain_squared)),
                cast(KnownShare, share_of(samples, wins, wins)),
                cast(KnownShare, share_of(samples, games, games_squared, SCALE))
                if has_prospects
                else None,
                action == own,
            )
        )
    return tuple(evaluations)
