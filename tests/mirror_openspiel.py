"""Rounds by the rules ``openspiel``, mirrored action by action into OpenSpiel's own game.

``python -m tests.mirror_openspiel 10000`` plays so many rounds and tells what was compared. At
every decision the tables and what is legal must agree, and the returns at the end. The other
program differs in `KINDS` alone: each difference is counted, and must be just what its cause makes
of the cards; what only one of the two offers is not played.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from gin_fast import Round, best_discards, best_layoff, best_spread, best_spreads, min_deadwood
from gin_fast.cards.deck import PIPS
from gin_fast.cards.hands import cards_of, hand_of
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import AUTO, DRAW, KNOCK, PASS, TAKE, Action

KINDS = {
    "eleven cards told too high": "it melds the most points of all eleven cards and then drops the "
    "highest left, where discarding another, or melding less, leaves less",
    "knock not offered": "so told, they are above the limit",
    "last upcard not offered": "so told, the hand with it is above the limit",
    "layoff not offered": "on a run it looks no further than two cards beyond those spread",
    "layoff offered in vain": "a card laid off on one meld lets it lengthen a run elsewhere too",
    "best layoff out of reach": "it needs a layoff that is not offered",
    "run in parts": "it has no runs of six or more: the same cards are spread in shorter ones",
}
"""How the other program differs, and why. The last is no more than another way to say the same."""

VARIANTS: list[dict[str, Any]] = [
    *({"knock_limit": limit} for limit in range(11)),
    {"oklahoma": True, "oklahoma_ace_is_gin": True},
]
"""What is changed in the rules of every other round, more or less."""

THEIR_UPCARD, THEIR_STOCK, THEIR_PASS, THEIR_KNOCK, THEIR_MELDS = 52, 53, 54, 55, 56
THEIR_CARDS = [(card // 13 + 1) % 4 * 13 + card % 13 for card in range(52)]
"""Suits are C D H S here, and S C D H there."""


class Style(NamedTuple):
    """How a round is played, by chances, so that rounds come to every end there is."""

    sense: float
    """To draw for the better and to discard what leaves least, rather than anything."""
    knock: float
    """To knock when one may."""
    take: float = 0.0
    """To take the top of the pile, whatever it is."""
    give_back: float = 0.0
    """To discard the card just taken."""


STYLES = (
    Style(sense=0.0, knock=0.3),
    Style(sense=1.0, knock=1.0),
    Style(sense=0.9, knock=0.5),
    Style(sense=0.9, knock=0.2),
    Style(sense=0.5, knock=0.5, take=0.1),
    Style(sense=0.9, knock=0.9, take=0.2),
    Style(sense=1.0, knock=0.0),
    Style(sense=0.8, knock=0.1, take=0.5, give_back=0.1),
    Style(sense=0.5, knock=0.0, take=1.0),
    Style(sense=0.5, knock=0.1, take=0.8, give_back=0.6),
)


class Mirror:
    """A round here and the same round there."""

    def __init__(self, mine: Any, game: Any, rng: random.Random, counts: Counter[str]) -> None:
        import pyspiel

        utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self.their_deadwood = utils.min_deadwood
        self.melds = {_ours(meld): THEIR_MELDS + at for at, meld in utils.int_to_meld.items()}
        self.mine, self.rng, self.counts = mine, rng, counts
        self.starter = mine.to_move
        self.spread: list[int] = []  # as it is spread there: no run of more than five
        self.laid: list[int] = []
        self.theirs = game.new_initial_state()
        first, second = mine.hands[self.starter], mine.hands[1 - self.starter]
        for card in (*cards_of(first), *cards_of(second), mine.view(0).pile[0]):
            self.do(THEIR_CARDS[card])

    def player(self, seat: int) -> int:
        """Who starts is player 0 there."""
        return seat ^ self.starter

    def do(self, action: int) -> None:
        assert action in self.theirs.legal_actions()
        self.theirs.apply_action(action)

    # What is legal.

    def choices(self) -> list[Action]:
        """The legal actions that both have, once all that can be compared has been."""
        view = self.mine.view(self.mine.to_move)
        self.counts[f"decisions, {view.phase}"] += 1
        assert self.theirs.current_player() == self.player(view.seat)
        assert self.theirs.knock_card() == view.limit
        assert self.theirs.stock_size() == view.stock
        for seat, hand in enumerate(self.mine.hands):
            assert _ours(self.theirs.hands()[self.player(seat)]) == hand
        if view.knocker < 0:
            self.compare_before_knock(view)
        mine, theirs = list(self.mine.legal_actions()), set(self.theirs.legal_actions())
        compare = {
            "discard": self.compare_discards,
            "last_upcard": self.compare_last_upcard,
            "spread": self.compare_spreads,
            "layoff": self.compare_layoffs,
        }.get(view.phase, self.compare_draws)
        return compare(view, mine, theirs)

    def compare_before_knock(self, view: Any) -> None:
        pile = [THEIR_CARDS[card] for card in view.pile]
        up = None if view.phase == "discard" else pile.pop()
        assert (self.theirs.discard_pile(), self.theirs.upcard()) == (pile, up)
        for seat in (0, 1):
            player, hand = self.player(seat), self.mine.hands[seat]
            assert _ours(self.theirs.known_cards()[player]) == self.mine.view(1 - seat).known
            told = self.theirs.deadwood()[player]
            assert told == (min_deadwood(hand) if hand.bit_count() == 10 else self.eleven(hand))

    def eleven(self, hand: int) -> int:
        """What the other program tells of eleven cards, which the cause of it must explain."""
        told = self.their_deadwood([THEIR_CARDS[card] for card in cards_of(hand)])
        right = best_discards(hand).deadwood
        drops_highest = [
            each.deadwood - max((PIPS[card % 13] for card in cards_of(each.unmelded)), default=0)
            for each in best_spreads(hand)
        ]
        assert told in drops_highest
        assert told >= right
        return told

    def compare_draws(self, view: Any, mine: list[Action], theirs: set[int]) -> list[Action]:
        names = {DRAW: THEIR_STOCK, TAKE: THEIR_UPCARD, PASS: THEIR_PASS}
        assert {names[action] for action in mine} == theirs
        return mine

    def compare_discards(self, view: Any, mine: list[Action], theirs: set[int]) -> list[Action]:
        discards = [action for action in mine if action.verb == "discard"]
        knocks = {THEIR_CARDS[action.card] for action in mine if action.verb == "knock"}
        told = self.eleven(view.hand)
        if view.must_go_out:  # and to take the last upcard was to knock there
            assert (discards, theirs) == ([], knocks)
            return mine
        self.counts["eleven cards told too high"] += told > best_discards(view.hand).deadwood
        assert theirs - {THEIR_KNOCK} == {THEIR_CARDS[card] for card in discards}
        assert (THEIR_KNOCK in theirs) == (told <= view.limit)
        if THEIR_KNOCK in theirs:
            self.counts["knocks compared"] += 1
            after = self.theirs.clone()
            after.apply_action(THEIR_KNOCK)
            assert set(after.legal_actions()) == knocks
            return mine
        self.counts["knock not offered"] += bool(knocks)
        assert bool(knocks) == (best_discards(view.hand).deadwood <= view.limit)
        return discards

    def compare_last_upcard(self, view: Any, mine: list[Action], theirs: set[int]) -> list[Action]:
        hand = view.hand | 1 << view.pile[-1]
        assert (TAKE in mine) == (best_discards(hand).deadwood <= view.limit)
        assert (THEIR_KNOCK in theirs) == (self.eleven(hand) <= view.limit)
        assert theirs - {THEIR_KNOCK} == {THEIR_PASS}
        assert PASS in mine
        if THEIR_KNOCK in theirs:
            return mine
        self.counts["last upcard not offered"] += TAKE in mine
        return [action for action in mine if action == PASS]

    def compare_spreads(self, view: Any, mine: list[Action], theirs: set[int]) -> list[Action]:
        melds = [action.meld for action in mine if action.meld is not None]
        short = {self.melds[meld] for meld in melds if meld.bit_count() <= 5}
        assert theirs == short | ({THEIR_PASS} if PASS in mine else set())
        return mine

    def compare_layoffs(self, view: Any, mine: list[Action], theirs: set[int]) -> list[Action]:
        assert theirs == self.offered(self.laid) & _their(view.hand) | {THEIR_PASS}
        slots = {action.card: action.slot for action in mine if action.verb == "lay off"}
        for card in cards_of(view.hand):
            if (card in slots) == (THEIR_CARDS[card] in theirs):
                continue
            if card in slots:
                self.counts["layoff not offered"] += 1
                run = cards_of(view.melds[slots[card]] & ~hand_of(self.laid))
                assert card <= run[0] - 3 or card >= run[-1] + 3
            else:
                self.counts["layoff offered in vain"] += 1
                assert any(beside in self.laid for beside in (card - 1, card + 1))
        if self.best_layoffs(view) is None:
            self.counts["best layoff out of reach"] += 1
            mine.remove(AUTO)
        return [each for each in mine if each.card is None or THEIR_CARDS[each.card] in theirs]

    def offered(self, laid: Iterable[int]) -> set[int]:
        """The cards that may be laid off there, in any hand: a run is lengthened by those laid off
        that lie beside it as it was spread, wherever they were put, and by no others."""
        cards = set()
        for meld in self.spread:
            if _is_set(meld):
                rank = cards_of(meld)[0] % 13
                cards |= {rank + suit for suit in (0, 13, 26, 39)} - set(cards_of(meld))
            else:
                cards |= _ends(meld | hand_of(_ends(meld) & set(laid)))
        return {THEIR_CARDS[card] for card in cards}

    def best_layoffs(self, view: Any) -> list[int] | None:
        """The cards that are best laid off, in an order that the other program takes, if any."""
        left = dict(best_layoff(view.hand, view.melds).onto)
        order: list[int] = []
        while left:
            offered = self.offered([*self.laid, *order])
            card = next((card for card in left if THEIR_CARDS[card] in offered), None)
            if card is None:
                return None
            order.append(card)
            del left[card]
        return order

    # What is done.

    def apply(self, action: Action) -> None:
        """Does the same here and there."""
        view = self.mine.view(self.mine.to_move)
        onto = self.best_layoffs(view) if view.phase == "layoff" and action == AUTO else None
        self.mine.apply(action)
        if view.phase == "spread":
            self.do_spread(view, action)
        elif view.phase == "layoff":
            self.do_layoff(view, action, onto or [])
        elif action == DRAW:
            self.do(THEIR_STOCK)
            self.do(THEIR_CARDS[self.mine.view(view.seat).drawn])
        elif action == TAKE:
            self.do(THEIR_KNOCK if view.phase == "last_upcard" else THEIR_UPCARD)
        elif action == PASS:
            self.do(THEIR_PASS)
        else:
            if action >= KNOCK and not view.must_go_out:
                self.do(THEIR_KNOCK)
            self.do(THEIR_CARDS[action % 52])
        if self.mine.is_over:
            self.compare_end(action)

    def do_spread(self, view: Any, action: Action) -> None:
        melds = best_spread(view.hand).melds if action == AUTO else [action.meld or 0]
        for part in self.parts(melds):
            self.spread.append(part)
            self.do(self.melds[part])
        if action in (PASS, AUTO):
            self.do(THEIR_PASS)
        if self.mine.is_over:  # gin
            self.do_melds_of_defender()

    def do_layoff(self, view: Any, action: Action, onto: list[int]) -> None:
        if action.card is not None:
            self.laid.append(action.card)
            self.do(THEIR_CARDS[action.card])
            return
        for card in onto:
            self.do(THEIR_CARDS[card])
        self.do(THEIR_PASS)
        self.do_melds_of_defender()

    def do_melds_of_defender(self) -> None:
        """They are laid one by one there, and none is laid by itself."""
        hand = self.mine.hands[1 - self.mine.result.knocker]
        parts = self.parts(best_spread(hand).melds)
        self.rng.shuffle(parts)
        for part in parts:
            self.do(self.melds[part])
        self.do(THEIR_PASS)

    def parts(self, melds: Iterable[int]) -> list[int]:
        """Melds as the other program has them: a long run is cut anywhere."""
        parts = []
        for cards in map(cards_of, melds):
            self.counts["run in parts"] += len(cards) > 5
            while len(cards) > 5:
                cut = self.rng.choice([cut for cut in (3, 4, 5) if len(cards) - cut >= 3])
                parts.append(hand_of(cards[:cut]))
                cards = cards[cut:]
            parts.append(hand_of(cards))
        return [part for part in parts if part]

    def compare_end(self, action: Action) -> None:
        result = self.mine.result
        assert self.theirs.is_terminal()
        returns = {seat: self.theirs.returns()[self.player(seat)] for seat in (0, 1)}
        if result.winner is None:
            assert (result.points, returns) == (0, {0: 0, 1: 0})
        else:
            assert returns == {result.winner: result.points, 1 - result.winner: -result.points}
        if result.knocker is not None:
            told = self.theirs.deadwood()
            assert told[self.player(result.knocker)] == result.knocker_deadwood
            assert told[self.player(1 - result.knocker)] == result.defender_deadwood
        why = ""
        if result.kind == "dead":
            whys = {PASS: ", the last upcard left", TAKE: ", fifty cards taken"}
            why = whys.get(action, ", a card discarded at once twice in a row")
        self.counts["rounds"] += 1
        self.counts[f"ends, {result.kind}{why}"] += 1


def _ours(cards: Iterable[int]) -> int:
    return hand_of((card // 13 + 3) % 4 * 13 + card % 13 for card in cards)


def _their(hand: int) -> set[int]:
    return {THEIR_CARDS[card] for card in cards_of(hand)}


def _is_set(meld: int) -> bool:
    first, second = cards_of(meld)[:2]
    return second - first >= 13


def _ends(run: int) -> set[int]:
    """The cards that lengthen a run."""
    low, *_, high = cards_of(run)
    return {low - 1} - {low // 13 * 13 - 1} | {high + 1} - {high // 13 * 13 + 13}


def choose(mine: Any, actions: list[Action], style: Style, rng: random.Random) -> Action:
    """One of the actions, as the style has it."""
    view = mine.view(mine.to_move)
    if view.phase in ("spread", "layoff"):
        return rng.choice(actions)
    knocks = [action for action in actions if action.verb == "knock"]
    if knocks and (view.must_go_out or rng.random() < style.knock):
        return rng.choice(knocks)
    taken = view.drawn if view.drawn_from == "pile" else -1
    if taken >= 0:
        if rng.random() < style.give_back:
            return actions[actions.index(taken)]
        if style.take:
            actions = [action for action in actions if action != taken]
    if TAKE in actions and view.phase != "last_upcard" and rng.random() < style.take:
        return actions[actions.index(TAKE)]
    if rng.random() < style.sense:
        actions = _sensible(view, actions)
    return rng.choice([action for action in actions if action not in knocks] or actions)


def _sensible(view: Any, actions: list[Action]) -> list[Action]:
    if TAKE in actions:
        better = best_discards(view.hand | 1 << view.pile[-1]).deadwood < min_deadwood(view.hand)
        return [action for action in actions if (action == TAKE) == better] or actions
    best = best_discards(view.hand).cards if view.phase == "discard" else 0
    return [each for each in actions if each.card is not None and best >> each.card & 1] or actions


def narrow_deck(rng: random.Random) -> list[int]:
    """A deck that deals both hands from two suits or from seven ranks: melds, long runs and cards
    that go with them."""
    low, suits = rng.randrange(7), rng.sample(range(4), 2)
    by_rank = rng.random() < 0.5
    first, rest = [], []
    for card in rng.sample(range(52), 52):
        near = low <= card % 13 < low + 7 if by_rank else card // 13 in suits
        (first if near else rest).append(card)
    return first + rest


def play(number: int, seed: int, counts: Counter[str], round_type: Any = Round) -> None:
    """Plays one round here and there. Every other one is dealt from a narrow deck."""
    import pyspiel

    rng = random.Random(f"{seed} {number}")
    changes = rng.choice(VARIANTS) if rng.random() < 0.5 else {}
    rules = Rules.preset("openspiel", **changes)
    parameters = {name: value for name, value in changes.items() if name == "oklahoma"}
    if not rules.oklahoma:
        parameters["knock_card"] = rules.knock_limit
    dealer = rng.randrange(2)
    if number % 2:
        mine = round_type.from_deck(narrow_deck(rng), rules=rules, dealer=dealer)
    else:
        mine = round_type.deal(seed, number, rules=rules, dealer=dealer)
    mirror = Mirror(mine, pyspiel.load_game("gin_rummy", parameters), rng, counts)
    style = rng.choice(STYLES)
    while not mine.is_over:
        mirror.apply(choose(mine, mirror.choices(), style, rng))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mirror_openspiel", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    start = time.perf_counter()
    for number in range(options.rounds):
        try:
            play(number, options.seed, counts)
        except Exception:
            print(f"round {number} of seed {options.seed}")
            raise
    seconds = time.perf_counter() - start
    decisions = sum(count for name, count in counts.items() if name.startswith("decisions"))
    print(f"{counts['rounds']:,} rounds, {decisions:,} decisions, {seconds:.0f} s")
    for name in sorted(counts.keys() - KINDS.keys() - {"rounds"}):
        print(f"{counts[name]:>11,}  {name}")
    print("differences:")
    for name, why in KINDS.items():
        print(f"{counts[name]:>11,}  {name}: {why}")


if __name__ == "__main__":
    main()
