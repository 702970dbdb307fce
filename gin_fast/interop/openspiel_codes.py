"""OpenSpiel's numbers for cards, melds and actions, and its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gin_fast.cards.hands import (
    as_mask,
    cards_of,
    each_card,
    format_card,
    format_hand,
    hand_of,
    parse_hand,
)
from gin_fast.cards.melds import takers
from gin_fast.engine import ALL_MELDS, best_layoff, best_spread, is_meld
from gin_fast.game.round import View
from gin_fast.interop.suits import SuitOrder
from gin_fast.rules.fields import FIELDS
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.state.actions import (
    ACTIONS,
    AUTO,
    DISCARD,
    DRAW,
    KNOCK,
    LAY_OFF,
    PASS,
    SPREAD,
    TAKE,
    Action,
)
from gin_fast.values.checks import as_int, shown

SUIT_ORDER = "SCDH"
"""The suits of OpenSpiel, in its order."""
DRAW_UPCARD, DRAW_STOCK, PASS_ON, KNOCK_NOW, MELDS = 52, 53, 54, 55, 56
N_ACTIONS = 241
_ORDER = SuitOrder(SUIT_ORDER)
_NAMES = {DRAW_UPCARD: "Draw upcard", DRAW_STOCK: "Draw stock", PASS_ON: "Pass"}
_NAMES[KNOCK_NOW] = "Knock"
_SAID = re.compile(r"(?:Player: ([01]) Action|Chance outcome): *(.*?) *$")


def card_to(card: int) -> int:
    """OpenSpiel's id of a card.

    >>> from gin_fast import parse_card
    >>> card_to(parse_card("AS")), card_to(parse_card("KH"))
    (0, 51)
    """
    return _ORDER.card_to(card)


def card_from(code: int) -> int:
    """The card with an id of OpenSpiel.

    >>> format_card(card_from(13))
    'AC'
    """
    return _ORDER.card_from(code)


def hand_to(hand: int) -> list[int]:
    """OpenSpiel's ids of the cards of a hand, ascending.

    >>> hand_to(parse_hand("AC KH AS"))
    [0, 13, 51]
    """
    return sorted(_ORDER.card_to(card) for card in each_card(as_mask(hand)))


def hand_from(codes: Iterable[int]) -> int:
    """The hand with these ids of OpenSpiel.

    >>> format_hand(hand_from([51, 0, 13]))
    'AC KH AS'
    """
    return hand_of(map(card_from, codes))


def _all_melds() -> tuple[int, ...]:
    """OpenSpiel's 185 melds in order: the sets by rank, first each without one suit, then all four;
    then the runs of three, of four and of five, by suit and rank."""
    melds = []
    for rank in range(13):
        of_rank = [13 * suit + rank for suit in range(4)]
        melds += [[code for code in of_rank if code != missing] for missing in of_rank]
        melds.append(of_rank)
    for length in (3, 4, 5):
        for suit in range(4):
            starts = range(13 * suit, 13 * suit + 14 - length)
            melds += [list(range(start, start + length)) for start in starts]
    return tuple(map(hand_from, melds))


_ALL = _all_melds()
_NUMBER = {meld: number for number, meld in enumerate(_ALL)}


def meld_to(meld: int) -> tuple[int, ...]:
    """The numbers of a meld in OpenSpiel, from 0: one; or for a run of six or more, which it does
    not have, those of the shorter runs it is split into, from the lowest card up.

    >>> meld_to(parse_hand("AC 2C 3C")), meld_to(parse_hand("AC 2C 3C 4C 5C 6C 7C"))
    ((76,), (119, 80))
    """
    meld = as_mask(meld, "meld")
    if not is_meld(meld):
        raise ValueError(f"{format_hand(meld) or 'no cards'} is not a meld")
    cards = cards_of(meld)
    numbers = []
    while len(cards) > 5 and cards[-1] - cards[0] < 13:
        cut = min(5, len(cards) - 3)
        numbers.append(_NUMBER[hand_of(cards[:cut])])
        cards = cards[cut:]
    return (*numbers, _NUMBER[hand_of(cards)])


def meld_from(number: int) -> int:
    """The mask of a meld from its number in OpenSpiel.

    >>> format_hand(meld_from(4))
    'AC AD AH AS'
    """
    return _ALL[as_int(number, "a meld of OpenSpiel", 0, len(_ALL) - 1)]


def action_text(code: int) -> str:
    """OpenSpiel's name of an action.

    >>> action_text(52), action_text(0), action_text(60)
    ('Draw upcard', 'As', 'AsAcAdAh')
    """
    code = as_int(code, "an action of OpenSpiel", 0, N_ACTIONS - 1)
    if code in _NAMES:
        return _NAMES[code]
    cards = [code] if code < DRAW_UPCARD else hand_to(_ALL[code - MELDS])
    return "".join(name[0] + name[1].lower() for name in map(format_card, map(card_from, cards)))


def parse_action(text: str) -> int:
    """The number of an action from OpenSpiel's name of it, with or without the player.

    >>> parse_action("Player: 1 Action: Draw stock"), parse_action("As"), parse_action("AsAcAdAh")
    (53, 0, 60)
    """
    if not isinstance(text, str):
        raise TypeError(f"an action must be given as a str, not {shown(text)}")
    said = _SAID.match(text.strip())
    name = said[2] if said else text.strip()
    for code, known in _NAMES.items():
        if name.lower() == known.lower():
            return code
    cards = parse_hand(name)
    if cards.bit_count() == 1:
        return card_to(cards.bit_length() - 1)
    if cards not in _NUMBER:
        raise ValueError(f"unknown action {shown(text)} of OpenSpiel")
    return MELDS + _NUMBER[cards]


def rules_from(parameters: Mapping[str, Any]) -> Rules:
    """The rules for the parameters of OpenSpiel's game; missing ones have their defaults.

    >>> rules_from({"knock_card": 5}).knock_limit, rules_from({}).name
    (5, 'openspiel')
    """
    given = dict(parameters)
    for name, value in (("num_ranks", 13), ("num_suits", 4), ("hand_size", 10)):
        if given.pop(name, value) != value:
            raise ValueError(f"{name} must be {value}, not {shown(parameters[name])}")
    bonuses = "gin_bonus", "undercut_bonus"
    changes: dict[str, Any] = {name: given.pop(name) for name in bonuses if name in given}
    limit = given.pop("knock_card", 10)
    if given.pop("oklahoma", False):
        changes |= {"oklahoma": True, "oklahoma_ace_is_gin": True}  # the upcard sets the limit
    else:
        changes["knock_limit"] = limit
    if given:
        raise ValueError(f"unknown parameter of OpenSpiel's game: {shown(next(iter(given)))}")
    return Rules.preset("openspiel", **changes)


def parameters_of(rules: Rules | str) -> dict[str, Any]:
    """The parameters of OpenSpiel's game for some rules; if it cannot play them, a `ValueError`.

    >>> parameters_of("openspiel")
    {'oklahoma': False, 'knock_card': 10, 'gin_bonus': 25, 'undercut_bonus': 25}
    >>> parameters_of("modern")
    Traceback (most recent call last):
    ValueError: OpenSpiel cannot play with big_gin_bonus=31, only with None
    """
    rules = as_rules(rules)
    parameters = {
        "oklahoma": rules.oklahoma,
        "knock_card": rules.knock_limit,
        "gin_bonus": rules.gin_bonus,
        "undercut_bonus": rules.undercut_bonus,
    }
    if rules.knock_limit > 10:
        raise ValueError(
            f"OpenSpiel has no knock limit above 10, but the rules have {rules.knock_limit}"
        )
    played = rules_from(parameters)
    for name in FIELDS:
        mine, theirs = getattr(rules, name), getattr(played, name)
        if mine != theirs:
            raise ValueError(f"OpenSpiel cannot play with {name}={mine!r}, only with {theirs!r}")
    return parameters


# Actions. One of ours may take several of theirs.


def action_to(action: int, view: View) -> tuple[int, ...]:
    """OpenSpiel's actions, in order, for an action of the seat that sees `view`.

    A knock is two actions there, and spreading or laying off everything takes as many as there are
    cards and melds. After the layoffs the defender lays its melds there; here these are the best
    ones. A layoff that OpenSpiel does not offer is a `ValueError`: it looks at most two cards
    beyond a run.

    >>> from gin_fast import Round
    >>> view = Round.deal(seed=7, rules="openspiel").view(0)
    >>> action_to(105, view), action_to(106, view)
    ((52,), (54,))
    """
    code = as_int(action, "action", 0, len(ACTIONS) - 1)
    if code in (AUTO, PASS) and view.phase in ("spread", "layoff"):
        return _finish(code, view)
    if code < KNOCK:
        return (card_to(code),)
    if code < DRAW:
        discarded = card_to(code - KNOCK)
        return (discarded,) if view.must_go_out else (KNOCK_NOW, discarded)
    if code in (DRAW, PASS):
        return (DRAW_STOCK if code == DRAW else PASS_ON,)
    if code == TAKE:  # taking the last upcard is a knock there
        return (KNOCK_NOW if view.phase == "last_upcard" else DRAW_UPCARD,)
    if SPREAD <= code < LAY_OFF:
        return tuple(MELDS + number for number in meld_to(ALL_MELDS[code - SPREAD]))
    if code >= LAY_OFF:
        return (card_to((code - LAY_OFF) % 52),)
    raise ValueError(f"OpenSpiel has no action for {ACTIONS[code]} in phase {view.phase}")


def _finish(code: int, view: View) -> tuple[int, ...]:
    """Ends spreading or laying off, either at once or after the best melds or layoffs."""
    if view.phase == "spread":
        return (*(melds_to(best_spread(view.hand).melds) if code == AUTO else ()), PASS_ON)
    if code == PASS:
        return (PASS_ON, *melds_to(best_spread(view.hand).melds), PASS_ON)
    layoff = best_layoff(view.hand, view.melds)
    cards = _in_order(dict(layoff.onto), view)
    return (*map(card_to, cards), PASS_ON, *melds_to(layoff.spread.melds), PASS_ON)


def melds_to(melds: Iterable[int]) -> tuple[int, ...]:
    """The actions that lay these melds."""
    return tuple(MELDS + number for meld in melds for number in meld_to(meld))


def laid_melds(view: View) -> tuple[int, ...]:
    """OpenSpiel's numbers of the knocker's melds, as they were spread."""
    return tuple(number for meld in view.melds for number in meld_to(meld & ~view.laid_off))


def offered_layoffs(melds: Iterable[int], laid_off: int) -> int:
    """The mask of the cards, in any hand, that OpenSpiel would accept as layoffs on `melds`, given
    by its numbers. A run is extended only by cards laid off next to it as it was spread, whichever
    meld they were laid on."""
    cards = 0
    for number in melds:
        meld = _ALL[number]
        if number < 65:
            low = (meld & -meld).bit_length() - 1
            cards |= hand_of(range(low % 13, 52, 13)) & ~meld
        else:
            cards |= _ends(meld | _ends(meld) & laid_off)
    return cards


def _ends(run: int) -> int:
    """The mask of the cards that extend a run."""
    low, high = (run & -run).bit_length() - 1, run.bit_length() - 1
    below = 1 << low - 1 if low % 13 else 0
    return below | (1 << high + 1 if high % 13 != 12 else 0)


def _in_order(left: dict[int, int], view: View) -> list[int]:
    """Layoffs in an order that OpenSpiel accepts."""
    melds, laid_off = laid_melds(view), view.laid_off
    order = []
    while left:
        offered = offered_layoffs(melds, laid_off)
        card = next((card for card in left if offered >> card & 1), None)
        if card is None:
            cards = format_hand(hand_of(left))
            raise ValueError(f"OpenSpiel offers no way to lay off {cards}, the best layoff")
        order.append(card)
        laid_off |= 1 << card
        del left[card]
    return order


def action_from(code: int, view: View, knocking: bool = False) -> Action | None:
    """The action for a number of OpenSpiel, for the seat that sees `view`.

    A knock (55) is `None`: the discard that follows, read with `knocking`, says it all. A layoff
    goes on a run if it fits one, otherwise on a set.

    >>> from gin_fast import Round
    >>> view = Round.deal(seed=7, rules="openspiel").view(0)
    >>> action_from(52, view), action_from(0, view, knocking=True)
    (Action(105, 'draw pile'), Action(91, 'knock AS'))
    """
    code = as_int(code, "an action of OpenSpiel", 0, N_ACTIONS - 1)
    if code >= MELDS:
        return ACTIONS[SPREAD + ALL_MELDS.index(_ALL[code - MELDS])]
    if code == KNOCK_NOW:
        return ACTIONS[TAKE] if view.phase == "last_upcard" else None
    if code in (DRAW_STOCK, DRAW_UPCARD, PASS_ON):
        return ACTIONS[{DRAW_STOCK: DRAW, DRAW_UPCARD: TAKE, PASS_ON: PASS}[code]]
    card = card_from(code)
    if view.phase == "layoff":
        return ACTIONS[LAY_OFF + 52 * _slot(card, view) + card]
    out = knocking or (view.phase == "discard" and view.must_go_out)
    return ACTIONS[(KNOCK if out else DISCARD) + card]


def _slot(card: int, view: View) -> int:
    """The index of the meld that a card is laid off on; runs come before sets."""
    fitting = takers(card, view.melds)
    if not fitting:
        melds = " | ".join(map(format_hand, view.melds)) or "nothing"
        raise ValueError(f"{format_card(card)} fits none of the melds as they lie here: {melds}")
    return fitting[0]
