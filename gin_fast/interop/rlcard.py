"""RLCard's ``gin-rummy``: its cards, 110 actions, observations and payoffs, and its agents.

RLCard numbers a card 13 * suit + rank, as here, but with the suits in the order S H D C. Its
actions are

======  ==========================================================================
0, 1    score the hand of player 0, of player 1: the end of a round in two steps
2       draw from the stock
3       take the top of the pile
4       declare the hand dead, once two cards are left in the stock
5       go gin
6-57    discard card - 6
58-109  knock discarding card - 58
======  ==========================================================================

The rules ``rlcard`` are its rules without its bugs: it lets a seat knock with the card it has just
taken from the pile, which is refused here. Actions 0, 1 and 4 do in RLCard what a round does by
itself here. `strategy_of` seats one of its agents at any table of this library, and `agent_of` one
of our strategies at its table. Nothing in this module needs RLCard.

>>> from gin_fast import Round
>>> view = Round.deal(seed=7, rules="rlcard").view(0)
>>> planes(view).shape, legal_actions(view)[:3], str(action_from(6, view))
((5, 52), (8, 12, 22), 'discard AS')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, each_card, hand_of
from gin_fast.engine import knock_discards
from gin_fast.game.game import Seat
from gin_fast.game.round import Round, View
from gin_fast.interop.rlcard_codes import (
    DECLARE_DEAD,
    DISCARDS,
    DRAW_CARD,
    GIN,
    KNOCKS,
    MOST_DRAWS,
    N_ACTIONS,
    PICK_UP,
    SCORE_0,
    SCORE_1,
    SUIT_ORDER,
    Planes,
    action_from,
    action_to,
    card_from,
    card_from_index,
    card_to,
    hand_from_plane,
    index_of,
    legal_actions,
    mask,
    payoffs,
    plane,
    planes,
    state_of,
    state_with,
)
from gin_fast.state.actions import ACTIONS, AUTO, Action
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import as_int, as_word, shown

__all__ = [
    "DECLARE_DEAD",
    "DISCARDS",
    "DRAW_CARD",
    "GIN",
    "KNOCKS",
    "MOST_DRAWS",
    "N_ACTIONS",
    "PICK_UP",
    "SCORE_0",
    "SCORE_1",
    "SUIT_ORDER",
    "AgentSeat",
    "AgentStrategy",
    "Planes",
    "StrategyAgent",
    "action_from",
    "action_to",
    "agent_of",
    "card_from",
    "card_from_index",
    "card_to",
    "hand_from_plane",
    "index_of",
    "legal_actions",
    "mask",
    "payoffs",
    "plane",
    "planes",
    "state_of",
    "strategy_of",
]


@dataclass(frozen=True)
class AgentStrategy:
    """An RLCard agent as a strategy, called for each round."""

    agent: Any
    name: str

    def __str__(self) -> str:
        return self.name

    def __call__(self) -> AgentSeat:
        return AgentSeat(self.agent)


class AgentSeat:
    """An RLCard agent in a round."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent

    def act(self, view: View) -> Action:
        """The action of the agent. It is not asked where there is no choice; spreading and laying
        off, which RLCard lacks, are done in the best way."""
        legal = legal_actions(view)
        if not legal:
            return ACTIONS[AUTO]
        code = legal[0] if len(legal) == 1 else self._asked(view, legal)
        return action_from(code, view)

    def _asked(self, view: View, legal: tuple[int, ...]) -> int:
        answer, _ = self.agent.eval_step(state_with(view, legal))
        code = as_int(getattr(answer, "action_id", answer), "the agent's action", 0, N_ACTIONS - 1)
        if code not in legal:
            raise ValueError(f"the agent chose {code}, but only {shown(list(legal))} are legal")
        return code


def strategy_of(agent: Any, name: str | None = None) -> AgentStrategy:
    """An RLCard agent as a strategy, under any rules: any object with ``eval_step(state)``.

    It is passed the state that RLCard would give it, and keeps what it has learnt: this one object
    plays all rounds. `name` is its name in results, by default that of its class.

    >>> from gin_fast import simulate
    >>> class First:
    ...     def eval_step(self, state):
    ...         return state["raw_legal_actions"][0], {}
    >>> simulate(strategy_of(First()), "random", rounds=20, seed=7).rounds
    20
    """
    if not callable(getattr(agent, "eval_step", None)):
        raise TypeError(f"an agent of RLCard must have eval_step, not {shown(agent)}")
    return AgentStrategy(agent, name or type(agent).__name__)


# Our strategies at its tables.


def agent_of(strategy: StrategyLike, *, seed: int = 0) -> StrategyAgent:
    """A strategy as an agent of RLCard, for ``env.set_agents``.

    It knows what RLCard's observation shows, which does not include the order of the pile. Its
    random choices are drawn from `seed`; each round uses the next index of it.

    >>> state = state_of(Round.deal(seed=7, rules="rlcard").view(0))
    >>> agent_of("greedy").eval_step(state)
    (45, {})
    """
    return StrategyAgent(strategy, seed=seed)


class StrategyAgent:
    """A strategy that plays in RLCard's environment."""

    use_raw = False
    """Its actions are RLCard's numbers."""

    def __init__(self, strategy: StrategyLike, *, seed: int = 0) -> None:
        self.strategy = as_player(strategy)
        self.seed = as_word(seed, "seed")
        self._index = -1
        self._unseen = -1
        self._hand = self._shown = self._known = self._pile_draws = 0
        self._seat: Any = None

    def step(self, state: dict[str, Any]) -> int:
        """The action to take in `state`."""
        legal = [int(code) for code in state["legal_actions"]]
        seen = [hand_from_plane(places) for places in state["obs"][:4]]
        self._begin(seen, set(legal))
        hand, top, _, known = seen
        self._shown &= hand
        self._pile_draws += (known & ~self._known).bit_count()  # taken by the other seat
        code = legal[0] if len(legal) == 1 else self._choose(seen, set(legal))
        if code == PICK_UP:
            self._shown |= top
            self._pile_draws += 1
        self._hand, self._known = hand, known
        return code

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The same, with an empty info."""
        return self.step(state), {}

    def _begin(self, seen: list[int], legal: set[int]) -> None:
        """Starts a new round if cards seen before are no longer seen, or if only the starter has
        drawn or discarded yet."""
        hand, top, dead, known = seen
        unseen = (DECK & ~(hand | top | dead | known)).bit_count()
        untouched = not dead and not known
        if hand.bit_count() == 11:
            first = untouched and not top and not _kept(hand, legal)
        else:
            first = untouched and top != 0
        if unseen > self._unseen or first:
            self._index += 1
            self._seat = Seat(self.strategy, self.seed, self._index, 0)
            self._hand = self._shown = self._known = self._pile_draws = 0
        self._unseen = unseen

    def _choose(self, seen: list[int], legal: set[int]) -> int:
        hand, top, dead, known = seen
        if DECLARE_DEAD in legal:  # taking the last card only helps to go out
            return PICK_UP if knock_discards(hand | top, 10, top) else DECLARE_DEAD
        round = self._round(hand, top, dead, known, legal)
        return action_to(self._seat.choose(round), round.view(0))

    def _round(self, hand: int, top: int, dead: int, known: int, legal: set[int]) -> Round:
        """A round that looks like this. The places of the unseen cards do not matter."""
        to_discard = hand.bit_count() == 11
        loose = list(cards_of(DECK & ~(hand | top | dead | known)))
        missing = 10 - known.bit_count()
        position: dict[str, Any] = {
            "phase": "discard" if to_discard else "draw",
            "to_move": 0,
            "hands": (hand, known | hand_of(loose[:missing])),
            "stock": loose[missing:],
            "pile": (*cards_of(dead), *cards_of(top)),
            "known": (known, self._shown),
            "pile_draws": self._pile_draws,
            "draws": 31 - len(loose[missing:]) + self._pile_draws,
        }
        if to_discard:
            new = hand & ~self._hand
            kept = _kept(hand, legal)
            if len(kept) == 1:
                position |= {"drawn": kept[0], "drawn_from": "pile"}
            elif new.bit_count() == 1 and len(loose) - missing < 31:
                position |= {"drawn": new.bit_length() - 1, "drawn_from": "stock"}
        return Round.from_position(position, rules="rlcard")


def _kept(hand: int, legal: set[int]) -> list[int]:
    """The cards that may not be discarded: the one just taken from the pile, if any."""
    return [card for card in each_card(hand) if DISCARDS + card_to(card) not in legal]
