"""Rounds by the rules ``rlcard``, mirrored action by action into RLCard's own environment.

``python -m tests.mirror_rlcard 10000`` plays so many rounds and tells what was compared: at every
decision the seat to act, the observation and what is legal, and the payoffs at the end; of the
converters of `gin_fast.interop.rlcard` and, where PettingZoo is installed, of our environment. The
other program differs in `KINDS` alone: each difference is counted, and must be just what its cause
makes of the cards. What only one of the two offers is not played.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import random
import time
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from gin_fast import Round, best_discards, knock_discards, min_deadwood
from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of
from gin_fast.interop import rlcard as ours
from gin_fast.state.actions import AUTO

KINDS = {
    "knock with the card just taken": "there a player may knock with it, though not discard it",
    "gin with the card just taken": "there a player may go gin with it, and then may do nothing "
    "else",
    "another card discarded for gin": "where several leave no deadwood, it discards any of them",
    "pile taken at the end of the stock": "with two cards left in the stock the top of the pile "
    "may still be taken there, where a round is over; our environment does the same",
    "dead after 200 moves": "it counts moves, where a round counts cards taken from the pile; our "
    "environment does the same",
}
"""How the other program differs, and why."""

SCORES = (ours.SCORE_0, ours.SCORE_1)


class Style(NamedTuple):
    """How a round is played, by chances, so that rounds come to every end there is."""

    sense: float
    """To draw for the better and to discard what leaves least, rather than anything."""
    knock: float
    """To knock when one may."""
    take: float = 0.0
    """To take the top of the pile, whatever it is."""


STYLES = (
    Style(sense=0.0, knock=0.3),
    Style(sense=1.0, knock=1.0),
    Style(sense=1.0, knock=0.2),
    Style(sense=0.9, knock=0.5),
    Style(sense=0.9, knock=0.9, take=0.2),
    Style(sense=1.0, knock=0.0),
    Style(sense=0.8, knock=0.1, take=0.5),
    Style(sense=0.3, knock=0.0, take=1.0),
)


def their_environment() -> Any:
    with contextlib.redirect_stdout(io.StringIO()):  # it tells that PyTorch is missing
        import rlcard
    return rlcard.make("gin-rummy", config={"seed": 0})


def our_environment() -> Any:
    """With RLCard's own rewards, and all five planes; `None` where PettingZoo is missing."""
    if importlib.util.find_spec("pettingzoo") is None:
        return None
    from gin_fast.envs.pettingzoo import raw_env

    return raw_env(knock_reward=0.2, opponents_hand_visible=True)


class Mirror:
    """A round here, the same round there, and in our environment if there is one."""

    def __init__(self, deck: list[int], dealer: int, theirs: Any, env: Any, counts: Any) -> None:
        self.mine = Round.from_deck(deck, rules="rlcard", dealer=dealer)
        self.theirs, self.env, self.counts = theirs, env, counts
        self.begin_theirs(dealer)
        if env is not None:
            env.reset(options={"deck": deck, "dealer": dealer})
        self.tail = False  # the stock is at its end, and it goes on there
        self.hand_differs = False
        self.round_result: Any = None  # where the round ends by itself, as it does there

    def begin_theirs(self, dealer: int) -> None:
        """Deals to it what is dealt here."""
        from rlcard.games.gin_rummy.round import GinRummyRound
        from rlcard.games.gin_rummy.utils import utils

        game = self.theirs.game
        game.actions = []
        game.round = GinRummyRound(dealer_id=dealer, np_random=game.np_random)
        starter = 1 - dealer
        hands = self.mine.hands
        dealt = [*cards_of(hands[starter]), *cards_of(hands[dealer])]
        dealt += self.mine.position()["stock"]
        pile = [utils.get_card(ours.card_to(card)) for card in dealt]
        game.round.dealer.stock_pile = pile[::-1]
        for player, count in ((starter, 11), (dealer, 10)):
            game.round.dealer.deal_cards(player=game.round.players[player], num=count)

    @property
    def is_over(self) -> bool:
        return bool(self.theirs.is_over())

    @property
    def hands(self) -> list[int]:
        from rlcard.games.gin_rummy.utils import utils

        players = self.theirs.game.round.players
        return [ours.hand_from_plane(utils.encode_cards(player.hand)) for player in players]

    def choices(self) -> list[int]:
        """What is legal in both, once all that can be compared has been."""
        player = self.theirs.get_player_id()
        state = self.theirs.get_state(player)
        legal = set(state["legal_actions"])
        scoring = bool(legal & set(SCORES))
        self.counts["decisions, scoring" if scoring else "decisions"] += 1
        self.cause = ""
        mine = legal if scoring or self.tail else self.compare_round(player, state["obs"], legal)
        if self.env is not None:
            mine = self.compare_env(player, state["obs"], legal)
        if self.cause:
            self.counts[self.cause] += 1
        return sorted(legal & mine)

    def compare_round(self, player: int, seen: Any, legal: set[int]) -> set[int]:
        """The view of a round, converted."""
        assert self.mine.to_move == player
        view = self.mine.view(player)
        assert np.array_equal(ours.planes(view), seen)
        if legal == {ours.DECLARE_DEAD}:
            assert view.draws == ours.MOST_DRAWS
            self.counts["dead after 200 moves"] += 1
            self.tail, self.round_result = True, None
            return legal
        mine = set(ours.legal_actions(view))
        assert set(np.flatnonzero(ours.mask(view)).tolist()) == mine
        self.compare_legal(view.hand, view.drawn if view.barred else -1, mine, legal)
        return mine

    def compare_env(self, player: int, seen: Any, legal: set[int]) -> set[int]:
        assert self.env.agent_selection == f"player_{player}"
        observation = self.env.last()[0]
        planes = observation["observation"]
        if self.hand_differs:
            assert np.array_equal(planes[1:3], seen[1:3])  # in the others the card is missing
        else:
            assert np.array_equal(planes, seen)
        other = self.env.observe(f"player_{1 - player}")
        assert not other["action_mask"].any()
        if not self.hand_differs:
            assert ours.hand_from_plane(other["observation"][0]) == self.hands[1 - player]
        mine = set(np.flatnonzero(observation["action_mask"]).tolist())
        hand = ours.hand_from_plane(planes[0])
        self.compare_legal(hand, self.taken(), mine, legal)
        return mine

    def taken(self) -> int:
        """The card that was just taken from the pile there."""
        from rlcard.games.gin_rummy.utils import utils
        from rlcard.games.gin_rummy.utils.move import PickupDiscardMove

        last = self.theirs.game.round.move_sheet[-1]
        if not isinstance(last, PickupDiscardMove):
            return -1
        return ours.card_from(utils.get_card_id(last.card))

    def compare_legal(self, hand: int, taken: int, mine: set[int], legal: set[int]) -> None:
        if mine == legal:
            return
        assert taken >= 0
        kept = hand & ~(1 << taken)
        if legal == {ours.GIN}:
            assert min_deadwood(kept) == 0
            assert knock_discards(hand, 0, 1 << taken) == 0
            self.cause = "gin with the card just taken"
            return
        assert legal - mine == {ours.KNOCKS + ours.card_to(taken)}
        assert not mine - legal
        assert min_deadwood(kept) <= 10
        self.cause = "knock with the card just taken"

    def apply(self, code: int) -> None:
        """Does the same in all."""
        player = self.theirs.get_player_id()
        if not self.tail and not self.mine.is_over and self.mine.phase != "spread":
            action = ours.action_from(code, self.mine.view(player))
            self.mine.apply(action)
            self.tail = self.mine.is_over
            if self.tail:
                self.round_result = self.mine.result
        elif code == ours.PICK_UP:
            self.counts["pile taken at the end of the stock"] += 1
            self.round_result = None  # it goes on without it
        self.theirs.step(code)
        if self.env is not None:
            self.env.step(np.int64(code))
        if code == ours.GIN and self.mine.phase == "spread":
            self.hand_differs = self.mine.hands[player] != self.hands[player]
            self.counts["another card discarded for gin"] += self.hand_differs
        if self.mine.phase == "spread":
            self.mine.apply(AUTO)
            self.round_result, self.tail = self.mine.result, True
        if self.is_over:
            self.compare_end()

    def compare_end(self) -> None:
        theirs = [float(payoff) for payoff in self.theirs.get_payoffs()]
        if self.round_result is not None:
            assert list(ours.payoffs(self.round_result)) == theirs
            self.counts[f"ends, {self.round_result.kind}"] += 1
        else:
            self.counts["ends, past the end of the stock"] += 1
        if self.env is not None:
            assert [self.env.rewards[f"player_{seat}"] for seat in (0, 1)] == theirs
            assert all(self.env.terminations.values())
            state = self.theirs.get_state(0)
            assert np.array_equal(self.env.observe("player_0")["observation"], state["obs"])
        self.counts["rounds"] += 1

    def choose(self, choices: list[int], style: Style, rng: random.Random) -> int:
        """One of the choices, as the style has it."""
        if len(choices) == 1:
            return choices[0]
        player = self.theirs.get_player_id()
        hand = self.hands[player]
        if ours.PICK_UP in choices:
            if rng.random() < style.take:
                return ours.PICK_UP
            if rng.random() >= style.sense:
                return rng.choice(choices)
            pile = self.theirs.game.round.dealer.discard_pile
            from rlcard.games.gin_rummy.utils import utils

            top = 1 << ours.card_from(utils.get_card_id(pile[-1]))
            better = best_discards(hand | top, top).deadwood < min_deadwood(hand)
            return ours.PICK_UP if better else choices[0] if choices[0] != 3 else choices[-1]
        knocks = [code for code in choices if code >= ours.KNOCKS]
        if knocks and rng.random() < style.knock:
            return rng.choice(knocks)
        discards = [code for code in choices if code < ours.KNOCKS]
        if rng.random() < style.sense:
            best = best_discards(hand).cards
            good = [code for code in discards if best >> ours.card_from(code - ours.DISCARDS) & 1]
            return rng.choice(good or discards)
        return rng.choice(discards)


def narrow_deck(rng: random.Random) -> list[int]:
    """A deck that deals both hands from two suits or from six ranks: melds, and gin soon."""
    low, suits = rng.randrange(8), rng.sample(range(4), 2)
    by_rank = rng.random() < 0.5
    first, rest = [], []
    for card in rng.sample(range(52), 52):
        near = low <= card % 13 < low + 6 if by_rank else card // 13 in suits
        (first if near else rest).append(card)
    return first + rest


def play(number: int, seed: int, counts: Counter[str], theirs: Any, env: Any) -> None:
    """Plays one round in all. Every other one is dealt from a narrow deck."""
    rng = random.Random(f"{seed} {number}")
    deck = narrow_deck(rng) if number % 2 else rng.sample(cards_of(DECK), 52)
    mirror = Mirror(deck, rng.randrange(2), theirs, env, counts)
    style = rng.choice(STYLES)
    while not mirror.is_over:
        choices = mirror.choices()
        if not choices:  # one must go gin by what the other refuses
            counts["rounds"] += 1
            counts["ends, nothing is legal in both"] += 1
            return
        mirror.apply(mirror.choose(choices, style, rng))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mirror_rlcard", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    theirs, env = their_environment(), our_environment()
    counts: Counter[str] = Counter()
    start = time.perf_counter()
    for number in range(options.rounds):
        try:
            play(number, options.seed, counts, theirs, env)
        except Exception:
            print(f"round {number} of seed {options.seed}")
            raise
    seconds = time.perf_counter() - start
    print(f"{counts['rounds']:,} rounds, {counts['decisions']:,} decisions, {seconds:.0f} s")
    print("with our environment" if env is not None else "without our environment: no PettingZoo")
    for name in sorted(counts.keys() - KINDS.keys() - {"rounds", "decisions"}):
        print(f"{counts[name]:>11,}  {name}")
    print("differences:")
    for name, why in KINDS.items():
        print(f"{counts[name]:>11,}  {name}: {why}")


if __name__ == "__main__":
    main()
