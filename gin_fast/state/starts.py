"""The start of a round in JSON, with cards by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gin_fast.cards.hands import format_card, format_hand, parse_card, parse_hand
from gin_fast.values.checks import shown

_HANDS = ("hands", "known", "declined", "melds", "unmelded", "laid_off")
_CARDS = ("stock", "pile")
_CARD = ("drawn", "knock_card")


def start_to_json(start: dict[str, Any]) -> dict[str, Any]:
    """The start of a round, ready for JSON."""
    if "deck" in start:
        return {**start, "deck": _row(start["deck"])}
    if "position" not in start:
        return start
    position = dict(start["position"])
    for name in _HANDS:
        value = position[name]
        several = isinstance(value, tuple)
        position[name] = [format_hand(each) for each in value] if several else format_hand(value)
    for name in _CARDS:
        position[name] = _row(position[name])
    for name in _CARD:
        position[name] = format_card(position[name]) if position[name] >= 0 else None
    return {"position": position}


def start_from_json(start: dict[str, Any]) -> dict[str, Any]:
    """The start that `start_to_json` wrote. It is checked when a round begins."""
    if "deck" in start:
        return {**start, "deck": _cards(start["deck"], "deck")}
    if not isinstance(start.get("position"), dict):
        return start
    position = dict(start["position"])
    for name in _HANDS:
        if name in position:
            value = position[name]
            several = isinstance(value, list)
            hands = [_text(parse_hand, each, name) for each in (value if several else [value])]
            position[name] = hands if several else hands[0]
    for name in _CARDS:
        if name in position:
            position[name] = _cards(position[name], name)
    for name in _CARD:
        if name in position:
            card = position[name]
            position[name] = -1 if card is None else _text(parse_card, card, name)
    return {**start, "position": position}


def _row(cards: tuple[int, ...]) -> str:
    return " ".join(map(format_card, cards))


def _cards(text: Any, name: str) -> list[int]:
    if not isinstance(text, str) or len(text) > 1000:
        raise ValueError(f"{name} must be the names of cards, not {shown(text)}")
    return [_text(parse_card, word, name) for word in text.split()]


def _text(parse: Callable[[str], int], value: Any, name: str) -> int:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be given by the names of cards, not {shown(value)}")
    return parse(value)
