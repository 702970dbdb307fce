"""OpenSpiel's ``gin_rummy``: its cards, 241 actions, histories, states and observations, and our
strategies as its bots.

OpenSpiel numbers a card 13 * suit + rank, as here, but with the suits in the order S C D H. Its
actions are

======  ============================================================================
0-51    a card: discard it, lay it off, or deal it (a chance action)
52      draw the upcard
53      draw from the stock
54      pass: the upcard, the end of melds or layoffs, the last upcard
55      knock: the discard is an action of its own
56-240  lay a meld: one of 65 sets and of 120 runs of three, four and five
======  ============================================================================

The rules ``openspiel`` are its rules. There a long run is laid in parts, and the defender lays
melds one by one, where a round here takes the best. Apart from that, what one plays the other can
play too; but OpenSpiel misses some knocks and some layoffs, and offers some layoffs that fit no
meld. Whatever OpenSpiel cannot express is a `ValueError`.

The starter is player 0 there. Only `from_state`, `to_state` and `OpenSpielBot` need OpenSpiel.
"""

from __future__ import annotations

import functools
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from gin_fast.cards.hands import cards_of, each_card
from gin_fast.engine import best_discards, best_layoff, best_spread, views
from gin_fast.game.chance import Chance
from gin_fast.game.game import Seat
from gin_fast.game.round import Round, View
from gin_fast.interop.openspiel_codes import (
    DRAW_STOCK,
    DRAW_UPCARD,
    KNOCK_NOW,
    MELDS,
    N_ACTIONS,
    PASS_ON,
    SUIT_ORDER,
    action_from,
    action_text,
    action_to,
    card_from,
    card_to,
    hand_from,
    hand_to,
    laid_melds,
    meld_from,
    meld_to,
    melds_to,
    parameters_of,
    parse_action,
    rules_from,
)
from gin_fast.interop.openspiel_history import (
    from_history,
    from_text,
    history_of,
    rules_of,
    to_history,
)
from gin_fast.interop.openspiel_json import from_json, view_from_json
from gin_fast.state.actions import AUTO, KNOCK, PASS, TAKE
from gin_fast.strategies.players import Player, StrategyLike, as_player
from gin_fast.values.checks import as_int, as_word, fresh_seed, shown

__all__ = [
    "DRAW_STOCK",
    "DRAW_UPCARD",
    "KNOCK_NOW",
    "MELDS",
    "N_ACTIONS",
    "PASS_ON",
    "SUIT_ORDER",
    "TENSOR_SIZE",
    "OpenSpielBot",
    "action_from",
    "action_text",
    "action_to",
    "card_from",
    "card_to",
    "from_history",
    "from_json",
    "from_state",
    "from_text",
    "hand_from",
    "hand_to",
    "history_of",
    "meld_from",
    "meld_to",
    "observation_tensor",
    "parameters_of",
    "parse_action",
    "rules_from",
    "rules_of",
    "to_history",
    "to_state",
    "view_from_json",
]

TENSOR_SIZE = 644
_HANDS, _MOVER, _LIMIT, _UPCARD, _PILE, _STOCK, _LAID = 2, 106, 108, 118, 170, 222, 274
"""The offsets of the parts of the tensor."""
_N_MELDS = N_ACTIONS - MELDS


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError as error:
        raise ImportError(f"{error}: OpenSpiel is needed, pip install open_spiel") from error
    return pyspiel


# Observations.


def observation_tensor(view: View, round: Round | None = None) -> npt.NDArray[np.float32]:
    """OpenSpiel's observation tensor of a seat: 644 numbers, as ``state.observation_tensor``.

    It shows the card that the other seat discarded to knock, which lies face down here. Pass
    `round`, the round of the view, to include it. A round that is over needs `round` too, since a
    view alone does not say how it looks.

    >>> view = Round.deal(seed=7, rules="openspiel").view(0)
    >>> tensor = observation_tensor(view)
    >>> tensor.shape, int(tensor[2:54].sum()), int(tensor[222:274].sum())
    ((644,), 10, 31)
    """
    view = cast(View, views.plain_view(view))
    starter = view.starter
    hand, pile, mover = view.hand, list(view.pile), view.to_move
    knock_card = view.knock_card
    laid = [laid_melds(view), ()]  # by the knocker and by the defender
    if round is not None:
        if round.view(view.seat) != view:
            raise ValueError("round must be the round of the view")
        knock_card = round.position()["knock_card"]
    if view.phase == "over":
        if round is None:
            raise ValueError("the view of a round that is over also needs the round")
        if view.knocker < 0:
            return _dead(view, round)
        mover = 1 - view.knocker
        spread = best_spread(round.hands[mover])
        laid[1] = tuple(number for meld in spread.melds for number in meld_to(meld))
        hand = spread.unmelded if view.seat == mover else hand
    shows_top = view.phase in ("first_upcard", "draw", "last_upcard")
    upcard = pile.pop() if shows_top else -1
    return _tensor(view, hand, pile, upcard, mover, knock_card, laid, starter)


def _tensor(
    view: View,
    hand: int,
    pile: list[int],
    upcard: int,
    mover: int,
    knock_card: int,
    laid: list[tuple[int, ...]],
    starter: int,
) -> npt.NDArray[np.float32]:
    tensor = np.zeros(TENSOR_SIZE, np.float32)
    player = view.seat ^ starter
    tensor[player] = 1
    tensor[[_HANDS + 52 * player + card for card in hand_to(hand)]] = 1
    tensor[_MOVER + (mover ^ starter)] = 1
    tensor[_LIMIT : _LIMIT + view.limit] = 1
    if upcard >= 0:
        tensor[_UPCARD + card_to(upcard)] = 1
    discarded = [*pile, *([knock_card] if knock_card >= 0 else [])]
    tensor[[_PILE + card_to(card) for card in discarded]] = 1
    tensor[_STOCK : _STOCK + view.stock] = 1
    if view.knocker >= 0:
        for seat, numbers in zip((view.knocker, 1 - view.knocker), laid, strict=True):
            start = _LAID + _N_MELDS * (seat ^ starter)
            tensor[[start + number for number in numbers]] = 1
    return tensor


def _dead(view: View, round: Round) -> npt.NDArray[np.float32]:
    """The tensor of a round that ended dead: nothing has moved there since the last discard."""
    seat, action = round.actions[-1]
    hand, pile = view.hand, list(view.pile)
    if action == TAKE:  # one too many: the card stayed where it was
        again = Round.begin(round.start, rules=round.rules)
        for _, before in round.actions[:-1]:
            again.apply(before)
        return observation_tensor(again.view(view.seat), again)
    mover = seat if action == PASS else 1 - seat
    return _tensor(view, hand, pile[:-1], pile[-1], mover, -1, [(), ()], view.starter)


# States.


def from_state(
    state: Any, *, dealer: int = 1, exact: bool = True, rng: Chance | None = None
) -> Round:
    """The round of a ``pyspiel.State`` of ``gin_rummy``: its history, replayed under the rules of
    its game. The keyword arguments are those of `from_history`."""
    game = state.get_game()
    name = game.get_type().short_name
    if name != "gin_rummy":
        raise ValueError(f"expected a state of gin_rummy, not of {shown(name)}")
    rules = rules_from(game.get_parameters())
    return from_history(state.history(), rules=rules, dealer=dealer, exact=exact, rng=rng)


def to_state(round: Round, game: Any = None) -> Any:
    """A ``pyspiel.State`` of a round: the deals and actions of its history, applied.

    `game` is the game of the state, by default one loaded with the round's rules. An action that
    OpenSpiel does not offer is a `ValueError`.
    """
    if game is None:
        game = _pyspiel().load_game("gin_rummy", parameters_of(round.rules))
    elif rules_from(game.get_parameters()) != round.rules:
        raise ValueError("the game has other rules than the round")
    state = game.new_initial_state()
    for number, code in enumerate(to_history(round), 1):
        if code not in state.legal_actions():
            raise ValueError(f"OpenSpiel does not offer action {number}, {action_text(code)}")
        state.apply_action(code)
    return state


# Bots.


def OpenSpielBot(strategy: StrategyLike, player: int, *, seed: int | None = None) -> Any:
    """A strategy as a ``pyspiel.Bot`` for a player, for example for ``pyspiel.evaluate_bots``.

    It sees only what its player may know. If it chooses a knock or a layoff that OpenSpiel does not
    offer, it discards the card or does not lay off. Its random choices are drawn from `seed`, by
    default a fresh one; each round uses the next index of it.
    """
    chosen = as_player(strategy)
    number = as_int(player, "player", 0, 1)
    from_seed = fresh_seed() if seed is None else as_word(seed, "seed")
    return _bot_class()(_Chooser(chosen, number, from_seed))


@functools.cache
def _bot_class() -> Any:
    base = _pyspiel().Bot

    class StrategyBot(base):  # type: ignore[misc, valid-type]
        """A strategy of gin_fast."""

        def __init__(self, chooser: _Chooser) -> None:
            base.__init__(self)
            self._chooser = chooser

        def restart(self) -> None:
            self._chooser.restart()

        def restart_at(self, state: Any) -> None:
            self._chooser.restart()

        def inform_action(self, state: Any, player: int, action: int) -> None:
            """Does nothing: the state holds everything."""

        def step(self, state: Any) -> int:
            return self._chooser.step(state)

    return StrategyBot


class _Chooser:
    """The decisions of a bot."""

    def __init__(self, strategy: Player, player: int, seed: int) -> None:
        self._strategy, self._player, self._seed = strategy, player, seed
        self._index = -1
        self._length = 0  # of the last history seen
        self._discard = -1  # the discard to follow a knock
        self._seat: Any = None
        self.restart()

    def restart(self) -> None:
        """Prepares for a new round."""
        self._index += 1
        self._seat = Seat(self._strategy, self._seed, self._index, self._player)
        self._length, self._discard = 0, -1

    def step(self, state: Any) -> int:
        history = state.history()
        if len(history) < self._length:
            self.restart()
        self._length = len(history)
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        hand = hand_from(state.hands()[self._player])
        if history[-1] == KNOCK_NOW:
            return self._discarded(legal, hand)
        round = from_state(state, exact=False)
        if round.is_over:  # only its own melds remain to be laid
            return _first((*melds_to(best_spread(hand).melds), PASS_ON), legal)
        action = self._seat.choose(round)
        view = round.view(self._player)
        if view.phase == "discard" and KNOCK <= action < 2 * KNOCK:
            self._discard = card_to(action - KNOCK)
            return KNOCK_NOW if KNOCK_NOW in legal else self._discard
        if view.phase == "layoff" and action == AUTO:
            cards = best_layoff(view.hand, view.melds).laid_off
            return _first((*map(card_to, each_card(cards)), PASS_ON), legal)
        return _first((*action_to(action, view), PASS_ON), legal)

    def _discarded(self, legal: list[int], hand: int) -> int:
        if self._discard in legal:
            return self._discard
        best = best_discards(hand).cards
        return _first(map(card_to, cards_of(best)), legal)


def _first(wanted: Any, legal: list[int]) -> int:
    """The first wanted action that is offered. One of them always is."""
    return next((code for code in wanted if code in legal), legal[0])
