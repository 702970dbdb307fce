"""OpenSpiel's states and observations as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import (
    cards_of,
    format_card,
    format_hand,
    hand_of,
    parse_card,
    parse_hand,
)
from gin_fast.cards.melds import takers
from gin_fast.game.chance import Chance, draws_from, shuffled
from gin_fast.game.round import Round, View
from gin_fast.interop.openspiel_codes import DRAW_STOCK, rules_from
from gin_fast.interop.openspiel_history import from_text
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.values.checks import as_int, shown
from gin_fast.values.json import parsed

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


def view_from_json(
    text: str | Mapping[str, Any],
    *,
    player: int | None = None,
    rules: Rules | str | None = None,
    dealer: int = 1,
) -> View:
    """What a player sees, from an observation as JSON: ``state.to_observation_struct(player)``, or
    what a wrapped game shows.

    Such an observation has the hand of one player, or ``"XX"`` for the cards that are hidden, and
    it may lack fields: where ``pass_on_first_upcard`` is missing and it is player 0's turn, the
    upcard is taken to be offered. It may also be all that an agent is given, with the observation
    as ``observationString``. Then ``serializedGameAndState``, if it is there, is replayed, so that
    the view has what happened before; else ``legalActions`` say whether the upcard is offered.

    `player` is the one who sees it, by default the one that the observation names, or whose hand
    alone it shows. It is a `ValueError` if there is nothing to decide, or melds on the table are
    not shown.

    >>> seen = {"phase": "Draw", "current_player": 1, "knock_card": 10, "prev_upcard": "2c",
    ...         "upcard": "Jh", "stock_size": 31, "discard_pile": [],
    ...         "hands": {"0": [], "1": "4s 5s 7s Qs 9c Kc 7d Kd Th Kh".split()}}
    >>> view = view_from_json(seen)
    >>> view.phase, view.seat, format_hand(view.known), len(view.legal_actions())
    ('draw', 1, '2C', 2)
    """
    seen = _mapping(parsed(text) if isinstance(text, str) else text)
    dealer = as_int(dealer, "dealer", 0, 1)
    if player is not None:
        player = as_int(player, "player", 0, 1)
    try:
        if "observationString" in seen or "serializedGameAndState" in seen:
            player = _agent(seen) if player is None else player
            stored = seen.get("serializedGameAndState")
            if stored:
                round = from_text(stored, rules=rules, dealer=dealer, exact=False)
                return round.view(player ^ 1 ^ dealer)
            legal = seen.get("legalActions") or ()
            seen = _mapping(parsed(seen["observationString"]))
            if [*legal] == [DRAW_STOCK] and seen["phase"] == "FirstUpcard":
                seen = {**seen, "pass_on_first_upcard": [True, True]}
        player = _observer(seen) if player is None else player
        state = _completed(seen, player)
        position = _position(state, dealer, None)
        limit = as_int(seen["knock_card"], "knock_card", 0, 10)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"this is not an observation of OpenSpiel: {_why(error)}") from None
    seat = player ^ 1 ^ dealer
    position["limit"] = limit
    if known := state.get("known", 0):
        position["known"] = (0, known) if seat else (known, 0)
    chosen = rules_from({"knock_card": limit}) if rules is None else as_rules(rules)
    return Round.from_position(position, rules=chosen).view(seat)


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"an observation must be a JSON object, not {shown(value)}")
    return value


def _agent(seen: Mapping[str, Any]) -> int:
    return as_int(seen["playerId"], "playerId", 0, 1)


def _pair(value: Any) -> list[list[Any]]:
    """A list for each player, given in order or by "0" and "1"."""
    first, second = (value["0"], value["1"]) if isinstance(value, Mapping) else value
    return [[*first], [*second]]


def _hands(seen: Mapping[str, Any]) -> list[list[str]]:
    """The cards of both hands that are shown."""
    return [[card for card in hand if card != "XX"] for hand in _pair(seen["hands"])]


def _observer(seen: Mapping[str, Any]) -> int:
    if "observing_player" in seen:
        return as_int(seen["observing_player"], "observing_player", 0, 1)
    shows = [player for player, hand in enumerate(_hands(seen)) if hand]
    if len(shows) != 1:
        raise ValueError("the observation does not say whose it is: give the player")
    return shows[0]


def _completed(seen: Mapping[str, Any], player: int) -> dict[str, Any]:
    """A state that looks like an observation. The hidden hand gets the card that is known to be in
    it, and any others."""
    state: dict[str, Any] = {"layoffs": [], "finished_layoffs": False, **seen}
    mover = state["current_player"]
    if mover in (0, 1) and not isinstance(mover, bool):
        state["current_player"] = f"Player_{mover}"
    _phase({"pass_on_first_upcard": [], **state, "hands": []})  # whether there is one to decide in
    mover, phase = _player(state["current_player"]), state["phase"]
    if "pass_on_first_upcard" not in state:
        passed = phase != "FirstUpcard" and state["stock_size"] != 31
        state["pass_on_first_upcard"] = [passed or mover == 1, passed]
    hands, other = _hands(state), 1 - player
    laid = _pair(state.get("layed_melds") or [[], []])
    state |= {"hands": hands, "layed_melds": laid}
    on_table = parse_hand(" ".join(card for melds in laid for meld in melds for card in meld))
    on_table |= parse_hand(" ".join(state["layoffs"]))
    if (
        phase in ("Knock", "Layoff")
        and not on_table
        and (phase == "Layoff" or len(hands[player]) < 10)
    ):
        raise ValueError("the observation does not show the melds on the table")
    if hands[other] or on_table.bit_count() >= 10:
        return state
    if phase in ("Knock", "Layoff") and (mover == other) == (phase == "Knock"):
        raise ValueError("the observation does not show the hand of the player who knocked")
    cards = [*state["discard_pile"], *([state["upcard"]] if state["upcard"] else [])]
    unseen = DECK & ~(parse_hand(" ".join([*cards, *hands[player]])) | on_table)
    before = state["prev_upcard"]
    known = 0 if before is None else (1 << parse_card(before)) & unseen
    size = 11 if phase == "Discard" and mover == other else 10
    taken = [*cards_of(known), *cards_of(unseen & ~known)][:size]
    hands[other] = [format_card(card) for card in taken]
    state["known"] = known
    return state


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
