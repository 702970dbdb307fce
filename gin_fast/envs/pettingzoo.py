"""Gin Rummy as a PettingZoo environment: ``pip install gin_fast[pettingzoo]``.

PettingZoo's own ``gin_rummy`` was taken out of the package. Code that was written for it changes
one import::

    from gin_fast.envs import pettingzoo as gin_rummy_v5

The layout ``"rlcard"``, the default, is that environment: RLCard's 110 actions and planes of 52 in
the order S H D C, its way through the end of a round, its rewards. What is not as it was: `observe`
shows an agent its own hand out of turn, too, where RLCard showed that of the other; the card just
taken from the pile may not be thrown to knock; the deals of a seed are ours. The module
`gin_fast.interop.rlcard` tells what the actions are.

The layout ``"gin_fast"`` is the round as this library has it: the offer of the upcard, spreads and
layoffs as actions, any rules, and the points of the round as rewards.

Both give ``{"observation", "action_mask"}``; the mask is all zero for an agent that is not to act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from gin_fast._engine import best_discards, dealing, knock_discards, min_deadwood
from gin_fast.actions import AUTO, DRAW, KNOCK, N_ACTIONS, PHASES, TAKE
from gin_fast.cards import (
    DECK,
    SUIT,
    as_int,
    as_word,
    each_card,
    format_card,
    format_hand,
    fresh_seed,
    hand_of,
    shown,
)
from gin_fast.envs._pictures import HEIGHT, Picture, Table, picture
from gin_fast.interop import rlcard
from gin_fast.round import Round
from gin_fast.rules import Rules, as_rules

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        f"{error}: the environment needs PettingZoo, pip install gin_fast[pettingzoo]"
    ) from error

if TYPE_CHECKING:
    from gin_fast.view import View

__all__ = ["LAYOUTS", "OWN_PLANES", "OWN_TABLE", "env", "raw_env"]

LAYOUTS = ("rlcard", "gin_fast")
"""The layouts of actions and observations."""

OWN_PLANES = (
    "hand",
    "pile_top",
    "pile_rest",
    "known",
    "exposed",
    "declined",
    "own_declined",
    "barred",
    "meld_0",
    "meld_1",
    "meld_2",
    "unmelded",
    "laid_off",
)
"""The planes of the layout ``"gin_fast"``, cards in the order of their ids: the fields of a `View`,
the pile as its top and the rest, the knocker's melds by their numbers."""

OWN_TABLE = (
    "phase",
    "to_move",
    "started",
    "stock",
    "other_count",
    "draws",
    "pile_draws",
    "returns",
    "upcard_taken",
    "knocker",
    "limit",
    "multiplier",
    "own_score",
    "other_score",
)
"""What ``"table"`` holds in the layout ``"gin_fast"``: fields of a `View`. ``phase`` is its place
in `gin_fast.actions.PHASES`; ``to_move`` and ``started`` say whether it is this agent; ``knocker``
is 0 for nobody, 1 for this agent, 2 for the other."""

_AGENTS = ["player_0", "player_1"]
_SEATS = {name: seat for seat, name in enumerate(_AGENTS)}
_PLANE_BITS = [52 * plane for plane in range(13)]


def env(**kwargs: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the round with -1 for
    who made it and 0 for the other. The arguments are those of `raw_env`.

    >>> table = env()
    >>> table.reset(seed=7)
    >>> observation, reward, termination, truncation, info = table.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((4, 52), 11)
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(**kwargs), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv, EzPickle):  # the name that PettingZoo expects
    """One round between ``player_0`` and ``player_1``.

    `knock_reward` and `gin_reward` are what a knock and gin give in the layout ``"rlcard"``; all
    others get minus a hundredth of their deadwood. With `opponents_hand_visible` a fifth plane has
    the cards that are neither seen nor known: the stock and the other hand together.

    `rules` are for the layout ``"gin_fast"``, ``"modern"`` unless given. There the winner's reward
    is what the round scores, and the loser's is minus that.

    ``reset(seed=…)`` deals the first round of the seed, and each further ``reset()`` the next one;
    the same seed gives the same rounds anywhere. Who deals is drawn, too. A given deal is
    ``options={"deck": …, "dealer": …}``, as `Round.from_deck` takes them.

    An illegal action is a `ValueError`, and changes nothing.

    >>> table = raw_env(layout="gin_fast", rules="eaai")
    >>> table.reset(seed=7)
    >>> observation, *_ = table.last()
    >>> observation["observation"].shape, np.flatnonzero(observation["action_mask"]).tolist()
    ((13, 52), [105, 106])
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "rgb_array", "ansi"],
        "name": "gin_rummy_v5",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        knock_reward: float = 0.5,
        gin_reward: float = 1.0,
        opponents_hand_visible: bool | None = False,
        render_mode: str | None = None,
        screen_height: int | None = 1000,
        *,
        layout: str = "rlcard",
        rules: Rules | str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            knock_reward,
            gin_reward,
            opponents_hand_visible,
            render_mode,
            screen_height,
            layout=layout,
            rules=rules,
        )
        AECEnv.__init__(self)
        if layout not in LAYOUTS:
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, not {shown(layout)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode must be one of {modes}, not {shown(render_mode)}")
        if layout == "gin_fast":
            if opponents_hand_visible:
                raise ValueError("opponents_hand_visible is of the layout rlcard alone")
            self._table: _RLCardTable | _OwnTable = _OwnTable(as_rules(rules or "modern"))
        else:
            if rules is not None and as_rules(rules) != Rules.preset("rlcard"):
                raise ValueError("the layout rlcard is played by the rules rlcard alone")
            rewards = float(knock_reward), float(gin_reward)
            self._table = _RLCardTable(*rewards, bool(opponents_hand_visible))
        self.layout = layout
        self.render_mode = render_mode
        self.screen_height = screen_height or HEIGHT
        self._seed = self._index = -1
        self._window: Any = None
        self.possible_agents = _AGENTS[:]
        self.agents = _AGENTS[:]
        self.observation_spaces = {name: self._table.observation_space() for name in _AGENTS}
        self.action_spaces = {name: spaces.Discrete(self._table.n_actions) for name in _AGENTS}

    @property
    def round(self) -> Round:
        """The round that is played. At the end of the stock the layout ``"rlcard"`` plays on, as
        RLCard does: then it is a round whose stock has the lowest card of the pile, too."""
        return self._table.round

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a round."""
        if seed is not None:
            self._seed, self._index = as_word(seed, "seed"), -1
        elif self._seed < 0:
            self._seed = fresh_seed()
        self._index += 1
        self._table.start(self._dealt(options or {}))
        self.agents = _AGENTS[:]
        self.agent_selection = _AGENTS[self._table.mover]
        self._skip_agent_selection = None
        self.rewards = {"player_0": 0.0, "player_1": 0.0}
        self._cumulative_rewards = {"player_0": 0.0, "player_1": 0.0}
        self.terminations = {"player_0": False, "player_1": False}
        self.truncations = {"player_0": False, "player_1": False}
        self.infos = {"player_0": {}, "player_1": {}}
        if self.render_mode == "human":
            self.render()

    def _dealt(self, options: dict[str, Any]) -> Round:
        rules = self._table.rules
        dealer = options.get("dealer")
        if dealer is None:
            dealer = dealing.Stream(self._seed, self._index, dealing.SAMPLING).below(2)
        if "deck" in options:
            return Round.from_deck(options["deck"], rules=rules, dealer=dealer)
        return Round.deal(self._seed, self._index, rules=rules, dealer=dealer)

    def step(self, action: Any) -> None:
        """Does an action for the agent to act; `None` for one whose round is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        table.do(action)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = _AGENTS[table.mover]
        if table.rewards is not None:
            self.rewards = dict(zip(_AGENTS, table.rewards, strict=True))
            self.terminations = {"player_0": True, "player_1": True}
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees, at its turn or not. The arrays are the caller's."""
        acts = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self._table.observe(_SEATS[agent], acts)

    def render(self) -> Any:
        """The table, with both hands open: as text (``"ansi"``), as pixels (``"rgb_array"``), or in
        a window (``"human"``, which needs pygame)."""
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        shown_table = self._table.shown()
        if self.render_mode == "ansi":
            return _text(shown_table)
        pixels = picture(shown_table, self.screen_height)
        if self.render_mode == "rgb_array":
            return pixels
        if self._window is None:
            self._window = _Window(pixels)
        self._window.show(pixels, self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


class _Window:
    """A window of pygame."""

    def __init__(self, pixels: Picture) -> None:
        try:
            import pygame
        except ImportError as error:
            raise ImportError(
                f'{error}: render_mode="human" needs pygame, pip install gin_fast[pettingzoo]'
            ) from error
        self._pygame = pygame
        pygame.display.init()
        self._screen = pygame.display.set_mode((pixels.shape[1], pixels.shape[0]))
        pygame.display.set_caption("Gin Rummy")
        self._clock = pygame.time.Clock()

    def show(self, pixels: Picture, frames: int) -> None:
        self._pygame.event.pump()
        self._pygame.surfarray.blit_array(self._screen, pixels.swapaxes(0, 1))
        self._pygame.display.flip()
        self._clock.tick(frames)

    def close(self) -> None:
        self._pygame.display.quit()


def _text(table: Table) -> str:
    """A table as text."""
    lines = [
        f"{name}: {format_hand(hand)}{'  (to move)' if seat == table.to_move else ''}"
        for seat, (name, hand) in enumerate(zip(_AGENTS, table.hands, strict=True))
    ]
    top = format_card(table.top) if table.top >= 0 else "empty"
    middle = [f"pile {top}, {table.stock} in the stock"]
    if table.melds:
        middle.append(f"on the table: {' | '.join(map(format_hand, table.melds))}")
    return "\n".join([lines[0], *middle, lines[1]])


def _unpacked(bits: int, count: int) -> npt.NDArray[np.int8]:
    """So many bits as an array of 0 and 1, the lowest first."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.int8)


class _OwnTable:
    """A round in the layout ``"gin_fast"``."""

    n_actions = N_ACTIONS

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.round: Round  # from the start on
        self.mover = 0
        self.rewards: tuple[float, float] | None = None

    def observation_space(self) -> Any:
        most = np.iinfo(np.int32)
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (len(OWN_PLANES), 52), np.int8),
                "table": spaces.Box(most.min, most.max, (len(OWN_TABLE),), np.int32),
                "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
            }
        )

    def start(self, round: Round) -> None:
        self.round, self.mover, self.rewards = round, round.to_move, None

    def do(self, action: Any) -> None:
        self.round.apply(as_int(action, "action", 0, N_ACTIONS - 1))
        result = self.round.result
        if result is None:
            self.mover = self.round.to_move
        else:
            net = float(result.scored[0] - result.scored[1])
            self.rewards = net, -net

    def observe(self, seat: int, acts: bool) -> dict[str, npt.NDArray[Any]]:
        view = self.round.view(seat)
        mask = np.zeros(N_ACTIONS, np.int8)
        if acts:
            mask[list(self.round.legal_actions())] = 1
        return {
            "observation": _unpacked(_own_planes(view), 676).reshape(13, 52),
            "table": np.array(_own_table(view), np.int32),
            "action_mask": mask,
        }

    def shown(self) -> Table:
        view = self.round.view(0)
        top = view.pile[-1] if view.pile else -1
        hands = self.round.hands
        unmelded = view.unmelded
        to_move = self.round.to_move
        return Table(hands, top, view.stock, to_move, view.melds, unmelded)


def _own_planes(view: View) -> int:
    pile = hand_of(view.pile)
    top = 1 << view.pile[-1] if view.pile else 0
    melds = (*view.melds, 0, 0, 0)
    planes = (
        view.hand,
        top,
        pile & ~top,
        view.known,
        view.exposed,
        view.declined,
        view.own_declined,
        view.barred,
        *melds[:3],
        view.unmelded,
        view.laid_off,
    )
    bits = 0
    for at, plane in zip(_PLANE_BITS, planes, strict=True):
        bits |= plane << at
    return bits


def _own_table(view: View) -> list[int]:
    seat, knocker = view.seat, view.knocker
    return [
        PHASES.index(view.phase),
        view.to_move == seat,
        view.starter == seat,
        view.stock,
        view.other_count,
        view.draws,
        view.pile_draws,
        view.returns,
        view.upcard_taken,
        0 if knocker < 0 else 1 if knocker == seat else 2,
        view.limit,
        view.multiplier,
        view.scores[seat],
        view.scores[1 - seat],
    ]


_CLUBS, _DIAMONDS = (sum(SUIT << 52 * plane + suit for plane in range(7)) for suit in (0, 13))
_DRAWS = 1 << rlcard.DRAW_CARD | 1 << rlcard.PICK_UP
_LAST_DRAWS = 1 << rlcard.DECLARE_DEAD | 1 << rlcard.PICK_UP
_CARD_FROM = tuple(map(rlcard.card_from, range(52)))


def _in_their_order(bits: int) -> int:
    """Planes of 52 bits with the suits turned round: C D H S here, S H D C there."""
    there = (bits & _CLUBS) << 39 | (bits & _DIAMONDS) << 13
    return there | bits >> 13 & _DIAMONDS | bits >> 39 & _CLUBS


class _RLCardTable:
    """A round in the layout ``"rlcard"``: all that RLCard's environment does."""

    n_actions = rlcard.N_ACTIONS
    rules = Rules.preset("rlcard")

    def __init__(self, knock_reward: float, gin_reward: float, all_planes: bool) -> None:
        self._knock_reward, self._gin_reward = knock_reward, gin_reward
        self._n_planes = 5 if all_planes else 4
        self.round: Round  # from the start on
        self.mover = 0
        self.rewards: tuple[float, float] | None = None

    def observation_space(self) -> Any:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self._n_planes, 52), np.int8),
                "action_mask": spaces.Box(0, 1, (self.n_actions,), np.int8),
            }
        )

    def start(self, round: Round) -> None:
        self.round, self.mover, self.rewards = round, round.to_move, None
        self._pile = 0  # as a mask
        self._buried = -1  # the card of the pile that stands for the third-last of the stock
        self._scoring = False
        self._thrown = 0  # to knock
        self._look()

    def _look(self) -> None:
        """What the seat to act sees, and what is legal: some of the actions below 6, and the masks
        of the cards to discard and to knock with."""
        self._view = view = self.round.view(self.mover)
        self._discards = self._knocks = 0
        if view.phase == "draw":
            buried = self._buried >= 0
            if view.draws + buried >= rlcard.MOST_DRAWS:
                self._special = 1 << rlcard.DECLARE_DEAD
            else:
                self._special = _LAST_DRAWS if buried else _DRAWS
            return
        hand, barred = view.hand, view.barred
        least = best_discards(hand, barred).deadwood
        if least == 0:
            self._special = 1 << rlcard.GIN
            return
        self._special = 0
        self._discards = hand & ~barred
        if least <= view.limit:
            self._knocks = knock_discards(hand, view.limit, barred)

    def do(self, action: Any) -> None:
        code = as_int(action, "action", 0, 109)
        if code >= rlcard.DISCARDS:
            card = _CARD_FROM[(code - rlcard.DISCARDS) % 52]
            knocks = code >= rlcard.KNOCKS
            if not (self._knocks if knocks else self._discards) >> card & 1:
                raise ValueError(self._refusal(code))
            if knocks:
                self._knock(card, self._knock_reward)
            else:
                self._discard(card)
            return
        if not self._special >> code & 1:
            raise ValueError(self._refusal(code))
        if code == rlcard.DRAW_CARD:
            self.round.apply(DRAW)
            self._look()
        elif code == rlcard.PICK_UP:
            self._pile ^= 1 << self._view.pile[-1]
            self.round.apply(TAKE)
            self._look()
        elif code == rlcard.GIN:
            throws = knock_discards(self._view.hand, 0, self._view.barred)
            self._knock(min(each_card(throws), key=rlcard.card_to), self._gin_reward)
        elif code == rlcard.DECLARE_DEAD:
            self._begin_scoring(-1, 0.0)
        else:
            self._score()

    def _refusal(self, code: int) -> str:
        legal = np.flatnonzero(self.observe(self.mover, True)["action_mask"]).tolist()
        return f"action {code} is illegal: player_{self.mover} may do {legal}"

    def _discard(self, card: int) -> None:
        self.round.apply(card)
        self._pile |= 1 << card
        self.mover = 1 - self.mover
        if self.round.is_over:
            self._play_on()
        self._look()

    def _play_on(self) -> None:
        """The stock is at its end, and RLCard still lets the top of the pile be taken. A round goes
        on with three cards in the stock, so it is given the lowest of the pile."""
        position = self.round.position()
        self._buried, *pile = position["pile"]
        position |= {
            "phase": "draw",
            "to_move": self.mover,
            "pile": pile,
            "stock": (*position["stock"], self._buried),
            "draws": position["draws"] - 1,
        }
        self.round = Round.from_position(position, rules=self.rules)

    def _knock(self, card: int, reward: float) -> None:
        self._thrown = 1 << card
        self.round.apply(KNOCK + card)
        self._begin_scoring(self.mover, reward)

    def _begin_scoring(self, winner: int, reward: float) -> None:
        """Each player's hand is scored by an action of its own, which has no choice."""
        payoffs = [-min_deadwood(hand) / 100 for hand in self.round.hands]
        if winner >= 0:
            payoffs[winner] = reward
        self._payoffs = payoffs[0], payoffs[1]
        self._hands = self.round.hands
        self._known = [self.round.view(seat).known & ~self._thrown for seat in (0, 1)]
        self._scoring = True
        self._discards = self._knocks = 0
        self._special = 1 << rlcard.SCORE_0
        self.mover = 0

    def _score(self) -> None:
        if self.mover == 0:
            self._special, self.mover = 1 << rlcard.SCORE_1, 1
            return
        self._special = 0
        self.rewards = self._payoffs
        if self.round.phase == "spread":
            self.round.apply(AUTO)

    def observe(self, seat: int, acts: bool) -> dict[str, npt.NDArray[Any]]:
        planes = self._n_planes
        if self.rewards is not None:  # as RLCard has it
            zeros = np.zeros(52 * planes + 110, np.int8)
            return {
                "observation": zeros[: 52 * planes].reshape(planes, 52),
                "action_mask": zeros[52 * planes :],
            }
        if self._scoring:
            hand, known = self._hands[seat], self._known[seat]
            top = self._view.pile[-1:]
        else:
            view = self._view if seat == self.mover else self.round.view(seat)
            hand, known, top = view.hand, view.known, view.pile[-1:]
        pile = self._pile
        top_bit = 1 << top[0] if top else 0
        bits = hand | top_bit << 52 | (pile & ~top_bit) << 104 | known << 156
        if planes == 5:
            bits |= (DECK & ~(hand | pile | known | self._thrown)) << 208
        at = 52 * planes
        if acts:
            throws = self._discards | self._knocks << 52
            if throws:
                bits = _in_their_order(bits | throws << at)
                bits = bits & (1 << at) - 1 | bits >> at << at + 6
            else:
                bits = _in_their_order(bits)
            bits |= self._special << at
        else:
            bits = _in_their_order(bits)
        places = _unpacked(bits, at + 110)
        return {"observation": places[:at].reshape(planes, 52), "action_mask": places[at:]}

    def shown(self) -> Table:
        hands = self._hands if self._scoring else self.round.hands
        view = self._view
        top = view.pile[-1] if view.pile else -1
        stock = view.stock - (self._buried >= 0)
        return Table(hands, top, stock, self.mover if self.rewards is None else -1)
