"""What each choice of a seat is worth, by play-outs from its view."""

from __future__ import annotations

from gin_fast.answers.chances import prospects
from gin_fast.answers.evaluation import (
    MOST_BELIEF,
    MOST_SAMPLES,
    Evaluation,
    checked_view,
    ranked,
    tries_of,
)
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.players import decider
from gin_fast.reference.playout import tally
from gin_fast.reference.rounds import ACTIONS, RoundState
from gin_fast.reference.sampling import own_choice, sampled, sums_of
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import as_bool, as_int, as_word

__all__ = ["evaluate", "sample_round"]


def evaluate(
    view: Seen,
    strategy: StrategyLike = "simple",
    opponent: StrategyLike = "simple",
    samples: int = 1000,
    seed: int = 0,
    belief: int = 0,
    *,
    game: bool = True,
) -> tuple[Evaluation, ...]:
    """What each legal action of the seat to act is worth, best first.

    Each is tried in the same `samples` rounds that fit `view`, drawn by `seed` as `sample_round`
    draws them, and played out with `strategy` in the seat of the view and `opponent` in the other,
    both as if the round had just begun for them. The same arguments always give the same answer.
    Actions of equal worth are in the order of their numbers.

    With `belief` 0 all hands that the other seat may have are equally likely. But a player who has
    drawn and discarded for some time holds a better hand than that: a `belief` from 1 to 100
    prefers hands with less deadwood, the more so the more cards were drawn. 14 fits the strategies
    here.

    With `game` the answer includes the chance to reach the target of the game first. A round that
    ends the game settles it. For the scores after any other round it follows from rounds of the two
    strategies played at 0-0: 4 for each sample, 100 to 20 000. These rounds make it accurate to a
    third of one per cent at best, equally for all actions; its error covers the samples alone. For
    built-in strategies the next call reuses it. It is left out if the rules have no target, a
    target more than 500 points above 0 or a score, or a score for lost rounds, or if these rounds
    end no game.

    A view whose seat is not to act is a `ValueError`, a strategy that fails a `RuntimeError`.

    >>> from gin_fast import Round
    >>> best, other = evaluate(Round.deal(7).view(0), samples=25)
    >>> str(best.action), str(other.action), best.points.mean > other.points.mean
    ('pass', 'draw pile', True)
    """
    own_player, other_player = as_player(strategy), as_player(opponent)
    samples = as_int(samples, "samples", 1, MOST_SAMPLES)
    seed = as_word(seed, "seed")
    belief = as_int(belief, "belief", 0, MOST_BELIEF)
    game = as_bool(game, "game")
    view = checked_view(view, min_deadwood)
    if not legal_actions(view):
        raise ValueError("nothing is legal in this position")
    players = own_player, other_player
    deciders = decider(own_player), decider(other_player)
    tries = tries_of(view, belief)
    own = own_choice(view, deciders[0], seed, tries)
    chances = None
    if game:
        scores = view.scores[view.seat], view.scores[1 - view.seat]
        chances = prospects(tally, players, view.rules, scores, samples)
    sums = sums_of(view, deciders, samples, seed, tries, own, chances)
    by_action = {ACTIONS[action]: each for action, each in sums.items()}
    return ranked(by_action, ACTIONS[own], samples, chances is not None)


def sample_round(view: Seen, seed: int, number: int = 0, belief: int = 0) -> RoundState:
    """Round `number` of those in which `evaluate` tries the actions of a view.

    The unseen cards, in ascending order, are shuffled forward by ``Stream(seed, number, 3)``, as
    many as the other hand needs besides those known to be in it. With a `belief` this is repeated,
    each time from the order left before: of 1 + `belief` · draws² / 100 hands (100 at most), the
    first with the least deadwood is taken. The other cards, in ascending order again, are shuffled
    by the same stream: one is the card that the other seat discarded face down, if it has knocked,
    and the rest are the stock from the top.

    >>> from gin_fast import Round
    >>> view = Round.deal(7).view(0)
    >>> sample_round(view, 1).view(0) == view
    True
    """
    seed, number = as_word(seed, "seed"), as_word(number, "number")
    belief = as_int(belief, "belief", 0, MOST_BELIEF)
    view = checked_view(view, min_deadwood)
    return sampled(view, seed, number, tries_of(view, belief))
