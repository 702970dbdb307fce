"""OpenSpiel's histories."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import cards_of, format_hand, hand_of
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

DEALT = 21
"""The number of cards dealt before the first decision: ten to each player, and the upcard."""
MOST_CHARACTERS = 1_000_000
"""Far more than any round takes."""
_GAME = re.compile(r"\w*gin_rummy\w*\(([^()]*)\)")
_NAMED = re.compile(r"\[Game\]\s*\w+\(([^()]*)\)")
_SAID = re.compile(r"(Player: [01] Action|Chance outcome): ")
_NUMBERS = re.compile(r"[\d\s,\[\]]*")
_HISTORY = re.compile(r"^history=(.*)$", re.MULTILINE)
_ACTED = re.compile(r"(-1|[01]):(\d{1,3})")


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
    ``history()``, a line of ``action_to_string`` for each action, or what a wrapped game writes:
    ``history=`` with the player before each action, and other fields, which are not read.

    >>> history_of("15, 38, 35"), history_of("Chance outcome: As\\nPlayer: 0 Action: Pass")
    ([15, 38, 35], [0, 54])
    >>> history_of("[State]\\nhistory=-1:15,0:54\\nmove_number=2\\n")
    [15, 54]
    """
    if not isinstance(text, str):
        raise TypeError(f"a history must be given as a str, not {shown(text)}")
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"a history must have at most {MOST_CHARACTERS:,} characters, not {len(text):,}"
        )
    _, found, after = text.partition("[State]")
    body = after if found else text
    if wrapped := _HISTORY.search(body):
        return [code for _, code in _acted(wrapped[1])]
    if _SAID.search(body):
        lines = [line for line in body.splitlines() if line.strip()]
        return [parse_action(line) for line in lines]
    if not _NUMBERS.fullmatch(body):
        raise ValueError(
            f"expected the numbers of a history, or one line for each, not {shown(body)}"
        )
    return [as_int(int(each), "an action of OpenSpiel", 0, N_ACTIONS - 1) for each in _found(body)]


def _acted(line: str) -> list[tuple[int, int]]:
    """The player, -1 for chance, and the number of each action of a wrapped game."""
    pairs = []
    for each in line.split(",") if line.strip() else []:
        match = _ACTED.fullmatch(each.strip())
        if match is None:
            raise ValueError(f"expected a player and an action such as 0:52, not {shown(each)}")
        code = as_int(int(match[2]), "an action of OpenSpiel", 0, N_ACTIONS - 1)
        pairs.append((int(match[1]), code))
    return pairs


def _found(body: str) -> list[str]:
    numbers = re.findall(r"\d+", body)
    too_long = next((each for each in numbers if len(each) > 3), None)
    if too_long is not None:
        raise ValueError(f"{shown(too_long)} is not an action of OpenSpiel")
    return numbers


def rules_of(text: str) -> Rules:
    """The rules of the OpenSpiel game named in a text, ``openspiel`` if there is none. After
    ``[Game]`` it may have any name, such as that of a wrapper.

    >>> rules_of("gin_rummy(knock_card=5)").knock_limit
    5
    """
    match = _NAMED.search(text) or _GAME.search(text)
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
    rules are those named in the text. Players named before the actions must be those to move."""
    codes = history_of(text)
    wrapped = _HISTORY.search(text)
    players = [player for player, _ in _acted(wrapped[1])] if wrapped else None
    rules = rules_of(text) if rules is None else rules
    return _replayed(codes, players, as_rules(rules), **how)


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
    return _replayed(codes, None, as_rules(rules), dealer, exact, rng)


def _replayed(
    codes: list[int],
    players: list[int] | None,
    rules: Rules,
    dealer: int = 1,
    exact: bool = True,
    rng: Chance | None = None,
) -> Round:
    if len(codes) < DEALT:
        raise ValueError(f"the deal is not finished: {len(codes)} actions of at least {DEALT}")
    replay = _Replay(_dealt(codes, rng), rules, dealer)
    for number, code in enumerate(codes, 1):
        mover = replay.player if number > DEALT else -1
        try:
            if players is not None and mover is not None and players[number - 1] != mover:
                raise ValueError(f"{_called(mover)} acts, not {_called(players[number - 1])}")
            if number > DEALT:
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


def _called(player: int) -> str:
    return "chance" if player < 0 else f"player {player}"


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
        self.starter = self.round.to_move
        self.knocking = False
        self.waits_for_card = False
        self.laid = 0  # by the defender, after the round has ended here
        self.is_laid = False

    @property
    def player(self) -> int | None:
        """OpenSpiel's number of the player to act, -1 for chance. The starter is player 0."""
        if self.waits_for_card:
            return -1
        result = self.round.result
        if result is None:
            return self.round.to_move ^ self.starter
        return None if result.knocker is None else 1 - result.knocker ^ self.starter

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
