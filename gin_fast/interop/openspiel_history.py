"""OpenSpiel's histories, and its states as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, format_hand, hand_of, parse_card, parse_hand
from gin_fast.cards.melds import takers
from gin_fast.engine import best_spread, hand_points
from gin_fast.game.chance import Chance, draws_from, shuffled
from gin_fast.game.round import Round
from gin_fast.interop.openspiel_codes import (
    DRAW_STOCK,
    DRAW_UPCARD,
    KNOCK_NOW,
    MELDS,
    N_ACTIONS,
    PASS_ON,
    action_from,
    action_text,
    action_to,
    card_from,
    card_to,
    hand_to,
    meld_from,
    melds_to,
    parse_action,
    rules_from,
)
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.state.actions import DRAW
from gin_fast.values.checks import as_int, shown
from gin_fast.values.json import parsed

DEALT = 21
"""The number of cards dealt before the first decision: ten to each player, and the upcard."""
_GAME = re.compile(r"gin_rummy\(([^()]*)\)")
_SAID = re.compile(r"(Player: [01] Action|Chance outcome): ")
_NUMBERS = re.compile(r"[\d\s,\[\]]*")


# Out.


def to_history(round: Round) -> list[int]:
    """OpenSpiel's history of a round, including the cards dealt. The starter is player 0 there.

    A round that began from a position has no history, since its past is unknown.

    >>> round = Round.deal(seed=7, rules="openspiel")
    >>> round.apply("pass")
    >>> to_history(round)[-2:] == [card_to(round.view(0).pile[0]), PASS_ON]
    True
    """
    start = round.start
    if "position" in start:
        raise ValueError("a round that began from a position has no history")
    again = Round.begin(start, rules=round.rules)
    starter = again.to_move
    if not again.view(starter).pile:
        raise ValueError("OpenSpiel does not deal eleven cards to the starter")
    codes = [*hand_to(again.hands[starter]), *hand_to(again.hands[1 - starter])]
    codes.append(card_to(again.view(starter).pile[0]))
    for seat, action in round.actions:
        view = again.view(seat)
        codes += action_to(action, view)
        again.apply(action)
        if action == DRAW:
            codes.append(card_to(again.view(seat).drawn))
        if view.phase == "spread" and again.is_over:  # gin: the defender lays melds at once
            codes += (*melds_to(best_spread(again.hands[1 - seat]).melds), PASS_ON)
    return codes


# In.


def history_of(text: str) -> list[int]:
    """The numbers of a written history, in any of OpenSpiel's formats.

    These are ``history_str()``, ``serialize()``, ``serialize_game_and_state``, the printed
    ``history()``, or one line of ``action_to_string`` per action.
    ``history()``, or a line of ``action_to_string`` for each action.

    >>> history_of("15, 38, 35"), history_of("Chance outcome: As\\nPlayer: 0 Action: Pass")
    ([15, 38, 35], [0, 54])
    """
    if not isinstance(text, str):
        raise TypeError(f"a history must be given as a str, not {shown(text)}")
    _, found, after = text.partition("[State]")
    body = after if found else text
    if _SAID.search(body):
        lines = [line for line in body.splitlines() if line.strip()]
        return [parse_action(line) for line in lines]
    if not _NUMBERS.fullmatch(body):
        raise ValueError(
            f"expected the numbers of a history, or one line for each, not {shown(body)}"
        )
    return [as_int(int(each), "an action of OpenSpiel", 0, N_ACTIONS - 1) for each in _found(body)]


def _found(body: str) -> list[str]:
    numbers = re.findall(r"\d+", body)
    too_long = next((each for each in numbers if len(each) > 3), None)
    if too_long is not None:
        raise ValueError(f"{shown(too_long)} is not an action of OpenSpiel")
    return numbers


def rules_of(text: str) -> Rules:
    """The rules of the OpenSpiel game named in a text, ``openspiel`` if there is none.

    >>> rules_of("gin_rummy(knock_card=5)").knock_limit
    5
    """
    match = _GAME.search(text)
    if match is None or not match[1].strip():
        return rules_from({})
    values: dict[str, Any] = {}
    for pair in match[1].split(","):
        name, _, value = pair.strip().partition("=")
        if value in ("True", "False"):
            values[name] = value == "True"
        elif value.isdecimal() and len(value) < 6:
            values[name] = int(value)
        else:
            raise ValueError(
                f"{name or 'a parameter'} of OpenSpiel's game cannot be {shown(value)}"
            )
    return rules_from(values)


def from_text(text: str, *, rules: Rules | str | None = None, **how: Any) -> Round:
    """The round of a written history: `history_of` it, replayed by `from_history`. By default the
    rules are those named in the text."""
    codes = history_of(text)
    return from_history(codes, rules=rules_of(text) if rules is None else rules, **how)


def from_history(
    history: Iterable[int],
    *,
    rules: Rules | str = "openspiel",
    dealer: int = 1,
    exact: bool = True,
    rng: Chance | None = None,
) -> Round:
    """The round of an OpenSpiel history.

    Player 0 starts there, and is seat 0 unless ``dealer=0``. The cards not drawn lie in the stock
    in ascending order, or shuffled by `rng`.

    An unfinished step is a `ValueError`: a deal, a card drawn but not dealt, a knock without its
    discard. A defender's melds are laid one by one there, while a round here takes the best: a
    history with worse ones is refused unless `exact` is false.

    >>> round = Round.deal(seed=7, rules="openspiel")
    >>> round.apply("pass")
    >>> from_history(to_history(round)).view(0) == round.view(0)
    True
    """
    codes = [as_int(code, "an action of OpenSpiel", 0, N_ACTIONS - 1) for code in history]
    if len(codes) < DEALT:
        raise ValueError(f"the deal is not finished: {len(codes)} actions of at least {DEALT}")
    replay = _Replay(_dealt(codes, rng), as_rules(rules), dealer)
    for number, code in enumerate(codes[DEALT:], DEALT + 1):
        try:
            replay.do(code)
        except ValueError as error:
            raise ValueError(f"action {number}, {action_text(code)}: {error}") from None
    if replay.waits_for_card:
        raise ValueError("a card is drawn but not dealt yet: the chance player must act first")
    if replay.knocking:
        raise ValueError("a knock is not finished: its discard must follow")
    if exact:
        replay.check_defender()
    return replay.round


def _dealt(codes: list[int], rng: Chance | None) -> list[int]:
    """The deck that deals the same as the history."""
    cards = [card_from(code) for code in codes[:DEALT]]
    taken = [at for at, code in enumerate(codes[DEALT:], DEALT) if code == DRAW_STOCK]
    drawn = [card_from(codes[at + 1]) for at in taken if at + 1 < len(codes)]
    rest = list(cards_of(DECK & ~hand_of([*cards, *drawn])))
    if rng is not None:
        rest = shuffled(rest, draws_from(rng))
    hands = [card for pair in zip(cards[:10], cards[10:20], strict=True) for card in pair]
    return [*hands, cards[20], *drawn, *rest]


class _Replay:
    """A round that follows a history, action by action."""

    def __init__(self, deck: list[int], rules: Rules, dealer: int) -> None:
        self.round = Round.from_deck(deck, rules=rules, dealer=dealer)
        self.knocking = False
        self.waits_for_card = False
        self.laid = 0  # by the defender, after the round has ended here
        self.is_laid = False

    def do(self, code: int) -> None:
        if self.waits_for_card:  # it is already on the stock
            self.waits_for_card = False
            return
        if self.round.is_over:
            self._lay(code)
            return
        view = self.round.view(self.round.to_move)
        if code == KNOCK_NOW and view.phase == "discard" and not self.knocking:
            self.knocking = True
            return
        action = action_from(code, view, self.knocking)
        if action is None or (self.knocking and code >= DRAW_UPCARD):
            raise ValueError("a knock must be followed by its discard")
        self.round.apply(action)
        self.knocking = False
        self.waits_for_card = code == DRAW_STOCK

    def _lay(self, code: int) -> None:
        """Lays a meld of the defender."""
        result = self.round.result
        if result is None or result.knocker is None or self.is_laid:
            raise ValueError("the round is over")
        if code == PASS_ON:
            self.is_laid = True
            return
        if code < MELDS:
            raise ValueError("the defender must lay melds")
        meld = meld_from(code - MELDS)
        left = self.round.hands[1 - result.knocker] & ~self.laid
        if meld & ~left:
            raise ValueError(f"{format_hand(meld & ~left)} is not in the defender's hand")
        self.laid |= meld

    def check_defender(self) -> None:
        """Refuses melds of the defender that are not the best, once all are laid."""
        result = self.round.result
        if not self.is_laid or result is None or result.knocker is None:
            return
        left = hand_points(self.round.hands[1 - result.knocker] & ~self.laid)
        if left != result.defender_deadwood:
            raise ValueError(
                f"the defender laid melds that leave {left}, but the best leave "
                f"{result.defender_deadwood}: a round here lays the best (exact=False allows it)"
            )


# JSON.

_PHASES = {"FirstUpcard": "first_upcard", "Draw": "draw", "Discard": "discard", "Knock": "spread"}
_PHASES |= {"Layoff": "layoff", "Wall": "last_upcard"}


def from_json(
    text: str | Mapping[str, Any],
    *,
    rules: Rules | str | None = None,
    dealer: int = 1,
    rng: Chance | None = None,
) -> Round:
    """The round of an OpenSpiel state as JSON, as written by ``state.to_json()``.

    The state has the cards of both players, but less than a history: not which cards are known or
    were declined, how often a card was drawn from the pile, or the order of the stock, which is as
    in `from_history`. By default `rules` are those of its knock card. Player 0 is seat 0 unless
    ``dealer=0``.

    It is a `ValueError` if the chance player must act, a knock is not finished, or only the
    defender's melds remain to be laid.

    >>> hands = [["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts"],
    ...          ["Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"]]
    >>> state = {"phase": "FirstUpcard", "current_player": "Player_0", "knock_card": 10,
    ...          "upcard": "Kh", "prev_upcard": None, "stock_size": 31, "hands": hands,
    ...          "discard_pile": [], "pass_on_first_upcard": [False, False],
    ...          "layed_melds": [[], []], "layoffs": [], "finished_layoffs": False,
    ...          "knocked": [False, False], "deadwood": [0, 0]}
    >>> [str(action) for action in from_json(state).legal_actions()]
    ['draw pile', 'pass']
    """
    state = parsed(text) if isinstance(text, str) else text
    if not isinstance(state, Mapping):
        raise ValueError(f"a state must be a JSON object, not {shown(state)}")
    try:
        position = _position(state, as_int(dealer, "dealer", 0, 1), rng)
        limit = as_int(state["knock_card"], "knock_card", 0, 10)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"this is not a state of OpenSpiel: {_why(error)}") from None
    chosen = rules_from({"knock_card": limit}) if rules is None else as_rules(rules)
    return Round.from_position(position | {"limit": limit}, rules=chosen)


def _why(error: BaseException) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


def _position(state: Mapping[str, Any], dealer: int, rng: Chance | None) -> dict[str, Any]:
    phase = _phase(state)
    starter = 1 - dealer
    player = _player(state["current_player"])
    hands = [parse_hand(" ".join(hand)) for hand in state["hands"]]
    pile = [parse_card(card) for card in state["discard_pile"]]
    position: dict[str, Any] = {
        "phase": phase,
        "to_move": player ^ starter,
        "starter": starter,
        "hands": (hands[starter], hands[1 - starter]),
        "upcard_taken": phase != "first_upcard" and not all(state["pass_on_first_upcard"]),
    }
    on_table = 0
    if phase in ("spread", "layoff"):
        knocker = player if phase == "spread" else 1 - player
        position |= {"knocker": knocker ^ starter, "knock_card": pile.pop()}
        laid_off = parse_hand(" ".join(state["layoffs"]))
        spread = sorted(parse_hand(" ".join(meld)) for meld in state["layed_melds"][knocker])
        melds = _grown(spread, state["layoffs"])
        position["melds"] = melds
        on_table = sum(melds)
        if phase == "layoff":
            position |= {"laid_off": laid_off, "unmelded": hands[knocker]}
    elif phase == "discard":
        position |= _drawn(state, hands[player])
    if state["upcard"] is not None:
        pile.append(parse_card(state["upcard"]))
    position["pile"] = pile
    face_down = position.get("knock_card", -1)
    seen = (
        hands[0] | hands[1] | hand_of(pile) | on_table | (1 << face_down if face_down >= 0 else 0)
    )
    stock = list(cards_of(DECK & ~seen))
    position["stock"] = stock if rng is None else shuffled(stock, draws_from(rng))
    if len(stock) != state["stock_size"]:
        raise ValueError(f"{len(stock)} cards remain for a stock of {state['stock_size']}")
    return position


def _phase(state: Mapping[str, Any]) -> str:
    name = state["phase"]
    if name in ("Deal", "GameOver") or state["finished_layoffs"]:
        raise ValueError(f"there is nothing to decide in phase {name} of OpenSpiel")
    if name not in _PHASES:
        raise ValueError(f"unknown phase {shown(name)} of OpenSpiel")
    if name == "Knock" and any(len(hand) == 11 for hand in state["hands"]):
        raise ValueError("a knock is not finished: its discard must follow")
    if name == "FirstUpcard" and all(state["pass_on_first_upcard"]):
        return "draw"
    return _PHASES[name]


def _player(name: Any) -> int:
    if name not in ("Player_0", "Player_1"):
        raise ValueError(f"current_player must be Player_0 or Player_1, not {shown(name)}")
    return int(name[-1])


def _drawn(state: Mapping[str, Any], hand: int) -> dict[str, Any]:
    """Where a card was drawn from: if the previous upcard is in the hand, it was taken."""
    before = state["prev_upcard"]
    if before is None:
        return {}
    card = parse_card(before)
    return {"drawn": card, "drawn_from": "pile"} if hand >> card & 1 else {}


def _grown(melds: list[int], layoffs: Iterable[str]) -> tuple[int, ...]:
    """The melds with the cards laid off on them; a card goes on a run if it fits one."""
    grown = list(melds)
    for card in map(parse_card, layoffs):
        fitting = takers(card, grown)
        if not fitting:
            raise ValueError(f"{format_hand(1 << card)} was laid off but fits none of the melds")
        grown[fitting[0]] |= 1 << card
    return tuple(grown)
