"""Sampled rounds that fit a view, and what the actions of its seat are worth in them."""

from __future__ import annotations

from operator import add

from gin_fast.answers.chances import SCALE, Prospects
from gin_fast.answers.evaluation import SUMS, tries_of
from gin_fast.answers.faults import stop
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import each_card, hand_of
from gin_fast.reference._legality import legal_actions
from gin_fast.reference.deadwood import min_deadwood
from gin_fast.reference.dealing import SAMPLING, SEAT_0, Stream
from gin_fast.reference.rounds import RoundState
from gin_fast.reference.seats import Decider, Memory, choice, play_out
from gin_fast.rules.scoring import box_at_once, next_dealer
from gin_fast.state.results import RoundResult
from gin_fast.state.seen import Seen
from gin_fast.state.seen_checks import position_of

__all__: list[str] = []


def sampled(view: Seen, seed: int, number: int, tries: int) -> RoundState:
    """Sample `number` of a seed: a round that fits the view of the seat to act. The other hand is
    the best of `tries`."""
    unseen = DECK & ~(view.hand | view.known | hand_of(view.pile) | sum(view.melds))
    knock_card = view.knock_card
    if knock_card >= 0:
        unseen &= ~(1 << knock_card)
    stream = Stream(seed, number, SAMPLING)
    missing = view.other_count - view.known.bit_count()
    cards, hands = list(each_card(unseen)), []
    for _ in range(tries):
        _shuffle(cards, missing, stream)
        hands.append(hand_of(cards[:missing]) | view.known)
    hand = min(hands, key=min_deadwood)
    rest = list(each_card(unseen & ~hand))
    _shuffle(rest, len(rest), stream)
    if view.phase == "layoff":
        knock_card = rest.pop(0)
    position = position_of(view, hand, rest, drawn=view.drawn, knock_card=knock_card)
    return RoundState.from_position(position, rules=view.rules)


def _shuffle(cards: list[int], count: int, stream: Stream) -> None:
    """The first `count` steps of a forward Fisher-Yates."""
    for place in range(count):
        other = place + stream.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]


def own_choice(view: Seen, decider: Decider, seed: int, tries: int) -> int:
    """The action that the decider would take, with its stream of sample 0."""
    stream = Stream(seed, 0, SEAT_0 + view.seat)
    return choice(decider, sampled(view, seed, 0, tries).view(view.seat), stream, {}, seed, 0)


def sums_of(
    view: Seen,
    deciders: tuple[Decider, Decider],
    samples: int,
    seed: int,
    tries: int,
    own: int,
    chances: Prospects | None = None,
) -> dict[int, tuple[int, ...]]:
    """The `SUMS` of each legal action, played on by the first of two deciders in the seat of the
    view; `own` is the action that it would take."""
    legal = legal_actions(view)
    seated = deciders if view.seat == 0 else deciders[::-1]
    sums = dict.fromkeys(legal, (0,) * len(SUMS))
    for number in range(samples):
        start = sampled(view, seed, number, tries)
        results = {}
        for action in legal:
            state = start.copy()
            state.apply(action)
            results[action], fault, raised = play_out(state, seated, seed, number, number)
            if fault is not None:
                stop(fault, seed, raised)
        for action, result in results.items():
            added = _counted(view, result, _net(results[own], view.seat), chances)
            sums[action] = tuple(map(add, sums[action], added))
    return sums


def _net(result: RoundResult, seat: int) -> int:
    return result.scored[seat] - result.scored[1 - seat]


def _counted(
    view: Seen, result: RoundResult, own: int, chances: Prospects | None
) -> tuple[int, ...]:
    """What one round adds, from the side of the seat that had the view. `own` is the net points
    after the action that its strategy would take."""
    net, won = _net(result, view.seat), int(result.winner == view.seat)
    game = 0 if chances is None else _chance_after(view, result, chances)
    return net, net**2, net - own, (net - own) ** 2, won, game, game**2


def _chance_after(view: Seen, result: RoundResult, chances: Prospects) -> int:
    """The chance to reach the target first, after a round."""
    seat, rules = view.seat, view.rules
    totals = []
    for each in (0, 1):
        box = box_at_once(rules) * (result.winner == each)
        totals.append(view.scores[each] + result.scored[each] + box)
    for each in (1, 0):
        if rules.target is not None and totals[each] >= rules.target:
            return SCALE if each == seat else 0
    dealer = next_dealer(1 - view.starter, result.winner, rules)
    return chances.after((totals[seat], totals[1 - seat]), dealer ^ seat)


def montecarlo(
    samples: int,
    deciders: tuple[Decider, Decider],
    caution: int,
    belief: int,
    view: Seen,
    stream: Stream,
    memory: Memory,
) -> int:
    """Plays samples out after each legal action, and takes the one that scores most among those
    that surely score more than its own strategy's action; if none does, it takes that action.
    `caution` is in tenths of a standard error."""
    legal = legal_actions(view)
    if len(legal) == 1:
        return legal[0]
    tries = tries_of(view, belief)
    seed = stream.word()
    own = own_choice(view, deciders[0], seed, tries)
    sums = sums_of(view, deciders, samples, seed, tries, own)
    sure = [own]
    for action in legal:
        _, _, gain, squares, *_ = sums[action]
        scatter = samples * squares - gain**2  # the error is √(this / (n² (n - 1)))
        if gain > 0 and 100 * gain**2 * (samples - 1) > caution**2 * scatter:
            sure.append(action)
    return max(sure, key=lambda action: sums[action][2])
