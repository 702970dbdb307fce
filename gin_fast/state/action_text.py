"""Actions as text: how they are written and read, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from gin_fast.cards.deck import PIPS
from gin_fast.cards.hands import each_card, format_card, format_hand, parse_card, parse_hand
from gin_fast.cards.melds import ALL_MELDS, MELDS, takers
from gin_fast.state.actions import (
    ACTIONS,
    ALONE,
    AUTO,
    BIG_GIN,
    DISCARD,
    DRAW,
    KNOCK,
    LAY_OFF,
    N_ACTIONS,
    PASS,
    SPREAD,
    TAKE,
    Action,
    run_together,
)
from gin_fast.state.spoken import meant
from gin_fast.values.checks import shown

if TYPE_CHECKING:
    from gin_fast.state.seen import Seen


def action_text(action: Action, view: Seen) -> str:
    """The text of an action for a seat that sees `view`, with the meld that a layoff goes on."""
    if action.slot is None or action.slot >= len(view.melds):
        return str(action)
    return f"lay off {format_card(action.card or 0)} on {run_together(view.melds[action.slot])}"


_VERBS = {
    "draw stock": DRAW,
    "draw": DRAW,
    "stock": DRAW,
    "draw pile": TAKE,
    "draw upcard": TAKE,
    "take pile": TAKE,
    "take upcard": TAKE,
    "take": TAKE,
    "pile": TAKE,
    "pass": PASS,
    "done": PASS,
    "big gin": BIG_GIN,
    "auto": AUTO,
    "discard": DISCARD,
    "throw": DISCARD,
    "knock": KNOCK,
    "gin": KNOCK,
    "spread": SPREAD,
    "meld": SPREAD,
    "lay off": LAY_OFF,
    "layoff": LAY_OFF,
}
_VERB = re.compile(rf"(?:{'|'.join(sorted(_VERBS, key=len, reverse=True))})\b")
_MOST_CHARACTERS = 200
_MOST_SHOWN = 160
_MOST_MEANT = 4
_MARKS = " .,:;!?\"'`*_()[]“”‘’"
"""What may surround an action and its card: punctuation, quotes, emphasis."""
_FROM = re.compile(r"^(draw|take) (?:from )?(?:the )?")
_WITH = re.compile(r"^(?:(?:with|throwing) )?(?:the )?")
_LAID = re.compile(r"(?P<card>.*?)\s*(?:\bon\b\s*(?P<meld>.*))?$")


def parse_action(text: str, view: Seen) -> Action:
    """The action that `text` names for a seat that sees `view`, legal or not.

    A number is the action with that number, and the text of an action is that action. Other words
    are read if exactly one legal action is meant by them, or no legal action and exactly one other.
    Anything else is a `ValueError` that says what was expected, or which actions were meant.
    """
    if not isinstance(text, str):
        raise TypeError(f"an action must be given as a str, not {shown(text)}")
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(f"an action must have at most {_MOST_CHARACTERS} characters")
    try:
        return _exact(text, view)
    except ValueError:
        codes = meant(text, view)
        legal = [action for action in view.legal_actions() if action in codes] if codes else []
        if len(legal) > 1:
            texts = [action_text(action, view) for action in legal]
            raise ValueError(f"{shown(text)} could be {_any_of(texts)}") from None
        if legal or len(codes) == 1:
            return legal[0] if legal else ACTIONS[codes[0]]
        raise


def _any_of(texts: list[str]) -> str:
    """Some of the texts, up to a readable length, with "or" between the last two."""
    many = len(texts) > _MOST_MEANT
    kept = [*texts[: _MOST_MEANT - 1], f"{len(texts) - _MOST_MEANT + 1} more"] if many else texts
    return f"{', '.join(kept[:-1])} or {kept[-1]}"


def _exact(text: str, view: Seen) -> Action:
    """The action whose number or text this is, with surrounding marks.

    The longest verb that `text` begins with counts, and all of the rest is its card or meld.
    Punctuation around either is ignored, and so are "from the" of a draw and "with the" of a
    discard.
    """
    words = _FROM.sub(r"\1 ", " ".join(text.lower().split()).strip(_MARKS))
    if re.fullmatch("[0-9]{1,3}", words) and int(words) < N_ACTIONS:
        return ACTIONS[int(words)]
    match = _VERB.match(words)
    if match is None:
        raise ValueError(f"unknown action {shown(text)}: expected one of {_choices(view)}")
    verb, rest = match[0], words[match.end() :].strip(_MARKS)
    code = _VERBS[verb]
    if code in ALONE:
        if rest:
            raise ValueError(f"unexpected {shown(rest)} after {verb!r}")
        return ACTIONS[code]
    if code < DRAW:
        rest = _WITH.sub("", rest)
    if not rest:
        raise ValueError(f"{verb!r} must be followed by {'a meld' if code == SPREAD else 'a card'}")
    if code == SPREAD:
        return ACTIONS[SPREAD + _meld_index(rest)]
    if code == LAY_OFF:
        parts = _LAID.match(rest)
        assert parts is not None  # it matches everything
        card = parse_card(parts["card"])
        return ACTIONS[LAY_OFF + 52 * _slot(card, parts["meld"], view) + card]
    return ACTIONS[code + parse_card(rest)]


def _choices(view: Seen) -> str:
    """The legal actions, grouped by verb, cut to a readable length."""
    of_verb: dict[str, list[str]] = {}
    for action in view.legal_actions():
        rest = action_text(action, view).removeprefix(action.verb).strip()
        of_verb.setdefault(action.verb, []).append(rest)
    text = ", ".join(f"{verb} {'/'.join(rests)}".rstrip() for verb, rests in of_verb.items())
    if len(text) > _MOST_SHOWN:
        text = f"{text[: _MOST_SHOWN - 3]}..."
    return text or (
        "draw stock, draw pile, pass, discard CARD, knock CARD, big gin, spread MELD, "
        "lay off CARD on MELD, auto"
    )


def _meld_index(text: str) -> int:
    cards = parse_hand(text)
    if cards in MELDS:
        return ALL_MELDS.index(cards)
    raise ValueError(f"{format_hand(cards)} is not a meld")


def _slot(card: int, text: str | None, view: Seen) -> int:
    """The number of the knocker's meld that `text` names by its number or by some of its cards."""
    melds = view.melds
    if text is None:
        fitting = takers(card, melds)
        if len(fitting) == 1:
            return fitting[0]
        raise ValueError(f"lay off {format_card(card)} on which meld? {_table(view)}")
    number = re.fullmatch(r"(?:meld )?([0-2])", text)
    if number:
        return int(number[1])
    cards = parse_hand(text)
    for slot, meld in enumerate(melds):
        if cards and cards & ~meld == 0:
            return slot
    raise ValueError(f"{format_hand(cards)} is not on the table: {_table(view)}")


def _table(view: Seen) -> str:
    melds = ", ".join(run_together(meld) for meld in view.melds)
    return f"the knocker's melds are {melds}" if melds else "the knocker has no melds"


def refusal(view: Seen, action: Action, min_deadwood: Callable[[int], int]) -> str:
    """The message for an action that is illegal for the seat to act, which sees `view`."""
    why = _reason(view, action, min_deadwood)
    text = action_text(action, view)
    return f"illegal action {int(action)} ({text}) in phase {view.phase}: {why}"


def _reason(view: Seen, action: Action, min_deadwood: Callable[[int], int]) -> str:
    """Why an action is illegal, given that it is, so that the last reason needs no test."""
    if view.phase == "over":
        return "the round is over"
    if view.phase == "draw" and action == TAKE:
        return "both seats passed the upcard"
    if view.phase == "draw" and action == DRAW:
        return "both seats passed the upcard, which must be taken now"
    if view.phase == "last_upcard" and action == TAKE:
        return "the hand could not go out with it"
    if view.phase == "discard":
        return _no_discard(view, action, min_deadwood)
    if view.phase == "spread" and (action == PASS or action.meld is not None):
        return _no_spread(view, action.meld, min_deadwood)
    if view.phase == "layoff" and action.slot is not None:
        if action.slot >= len(view.melds):
            return f"the knocker has {len(view.melds)} melds"
        if not view.hand >> (action.card or 0) & 1:
            return f"{format_card(action.card or 0)} is not in the hand"
        return f"it does not fit {format_hand(view.melds[action.slot])}"
    return "not a choice in this phase"


def _no_discard(view: Seen, action: Action, min_deadwood: Callable[[int], int]) -> str:
    if action.verb not in ("discard", "knock", "big gin"):
        return "not a choice in this phase"
    if action == BIG_GIN and view.rules.big_gin_bonus is None:
        return "big gin is not in these rules"
    if action.card is not None and not view.hand >> action.card & 1:
        return f"{format_card(action.card)} is not in the hand"
    if action.card is not None and view.barred >> action.card & 1:
        return f"{format_card(action.card)} was just taken from the pile"
    if action >= KNOCK and not view.may_go_out:
        return "the player who drew the third-last card may not go out"
    if action == BIG_GIN:
        return "the cards are not all melded"
    if action < KNOCK and view.must_go_out:
        return "the last upcard may only be taken to go out"
    if action >= KNOCK and min_deadwood(view.hand ^ 1 << (action.card or 0)) > view.limit:
        return f"the cards kept have more than {view.limit} deadwood"
    return "a player who can go gin must"


def _no_spread(view: Seen, meld: int | None, min_deadwood: Callable[[int], int]) -> str:
    """Why the knocker may not spread a meld, or end the spread."""
    if meld is None:
        left, cards = sum(PIPS[card % 13] for card in each_card(view.hand)), "the cards not spread"
    elif meld & ~view.hand:
        return "those cards are not all in the hand"
    else:
        left, cards = min_deadwood(view.hand & ~meld), "the other cards"
    if left > view.limit:
        return f"{cards} have more than {view.limit} deadwood"
    if view.rules.must_go_gin and min_deadwood(view.hand | sum(view.melds)) == 0:
        return "a player who can go gin must"
    return "the spread must leave the least deadwood"
