# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""What each choice of a seat is worth, by play-outs from its view."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint64_t

from gin_fast.native._legality cimport gf_legal_actions
from gin_fast.native.dealing cimport gf_word_arg
from gin_fast.native.moves cimport gf_round
from gin_fast.native.objects cimport gf_view_read
from gin_fast.native.players cimport Table
from gin_fast.native.playout cimport gf_fault_of, gf_next_piece
from gin_fast.native.rounds cimport RoundState
from gin_fast.native.sampling cimport (
    GF_CHOICE_SUMS, gf_evaluate, gf_own_choice, gf_prospects, gf_sample, gf_sample_ready, gf_trial,
    gf_trial_start, gf_tries
)
from gin_fast.native.view cimport GF_MOST_ACTIONS, gf_view

from time import perf_counter

from gin_fast.values.checks import as_int
from gin_fast.answers.evaluation import MOST_BELIEF, MOST_SAMPLES, SUMS, checked_view, ranked
from gin_fast.native.deadwood import min_deadwood
from gin_fast.native.playout import tally
from gin_fast.state.actions import ACTIONS
from gin_fast.strategies.players import as_player
from gin_fast.values.checks import as_bool
from gin_fast.answers.chances import SCALE, prospects

__all__ = ["evaluate", "sample_round"]

if len(SUMS) != GF_CHOICE_SUMS or SCALE != 65536:
    raise ImportError("gin_fast.native.evaluation was built for other sums: build it anew")

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
    cdef gf_trial trial
    cdef gf_view seen
    cdef gf_prospects ahead
    cdef const int32_t[:, :, ::1] values
    cdef Table table
    cdef uint64_t number, end, piece
    cdef bint done
    cdef int place, at
    players = as_player(strategy), as_player(opponent)
    end = as_int(samples, "samples", 1, MOST_SAMPLES)
    trial.seed = gf_word_arg(seed, "seed")
    trial.tries = as_int(belief, "belief", 0, MOST_BELIEF)
    wants_game = as_bool(game, "game")
    view = checked_view(view, min_deadwood)
    gf_view_read(view, &seen)
    trial.view = &seen
    trial.tries = gf_tries(&seen, trial.tries)
    trial.prospects = NULL
    gf_trial_start(&trial)
    if trial.choices == 0:
        raise ValueError("nothing is legal in this position")
    table = Table(*players, view.rules)
    trial.seats = table.seats
    if not gf_own_choice(&trial):
        stop_at(table, &trial, view.rules)
    chances = None
    if wants_game:
        scores = view.scores[view.seat], view.scores[1 - view.seat]
        chances = prospects(tally, players, view.rules, scores, int(end))
    if chances is not None:
        values = chances.values
        ahead.low = chances.low
        ahead.size = values.shape[0]
        ahead.values = &values[0, 0, 0]
        trial.prospects = &ahead
    number = 0
    piece = 1
    while number < end:
        began = perf_counter()
        piece = min(piece, end - number)
        if table.needs_python:
            done = gf_evaluate(&trial, number, piece)
        else:
            with nogil:
                done = gf_evaluate(&trial, number, piece)
        if not done:
            stop_at(table, &trial, view.rules)
        number += piece
        # A sample may take a microsecond or, with strategies that play out themselves, seconds.
        piece = gf_next_piece(piece, perf_counter() - began)
        PyErr_CheckSignals()
    by_action = {}
    for place in range(trial.choices):
        at = place * GF_CHOICE_SUMS
        by_action[ACTIONS[trial.legal[place]]] = tuple(
            [trial.sums[at + each] for each in range(GF_CHOICE_SUMS)]
        )
    return ranked(by_action, ACTIONS[trial.legal[trial.own]], int(end), chances is not None)


cdef object stop_at(Table table, const gf_trial *trial, rules):
    """Raises what came of a decision that was none."""
    gf_fault_of(table, &trial.fault, trial.fault.index, rules, trial.seed, False)


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
    cdef gf_view seen
    cdef gf_round blank
    cdef int32_t legal[GF_MOST_ACTIONS]
    cdef RoundState round
    cdef uint64_t key = gf_word_arg(seed, "seed")
    cdef uint64_t index = gf_word_arg(number, "number")
    cdef int32_t tries = as_int(belief, "belief", 0, MOST_BELIEF)
    view = checked_view(view, min_deadwood)
    gf_view_read(view, &seen)
    if gf_legal_actions(&seen, legal) == 0:
        raise ValueError("nothing is legal in this position")
    gf_sample_ready(&blank, &seen)
    round = RoundState.__new__(RoundState)
    gf_sample(&round.state, &blank, key, index, gf_tries(&seen, tries))
    round.rules = view.rules
    round.start = {"position": RoundState.position(round)}
    return round
