"""Positions: the full state of a round, checked for both engines.

A *position* is a dict of plain values with every card of a round in its place. All but ``hands``,
``pile`` and ``stock`` may be left out where the rest follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import as_mask, each_card, format_hand
from gin_fast.cards.melds import MELDS
from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.rules.rules import Rules
from gin_fast.state.actions import PHASES, SOURCES
from gin_fast.values.checks import as_int, check_fields, require, shown

FIELDS = (
    "phase",
    "to_move",
    "starter",
    "hands",
    "stock",
    "pile",
    "drawn",
    "drawn_from",
    "known",
    "declined",
    "upcard_taken",
    "returns",
    "knocker",
    "knock_card",
    "melds",
    "unmelded",
    "laid_off",
    "draws",
    "pile_draws",
    "limit",
    "multiplier",
    "scores",
)
"""The fields of a position, in order."""

MOST_POINTS = 10**9


def begin(made: Any, start: Any, rules: Rules | str) -> Any:
    """A round of the class `made` from the ``start`` of another round."""
    if not isinstance(start, Mapping):
        raise TypeError(f"a start must be a mapping of fields, not {shown(start)}")
    given: tuple[Any, ...]
    names = set(start)
    if names == {"position"}:
        return made.from_position(start["position"], rules=rules)
    if names == {"deck", "dealer", "scores"}:
        make, given = made.from_deck, (start["deck"],)
    elif names == {"seed", "index", "dealer", "scores"}:
        make, given = made.deal, (start["seed"], start["index"])
    else:
        raise ValueError(
            "a start must have the fields seed, index, dealer and scores, or deck, dealer and "
            f"scores, or position, not {shown(list(start))}"
        )
    return make(*given, rules=rules, dealer=start["dealer"], scores=start["scores"])


def checked_deck(deck: Any) -> tuple[int, ...]:
    """The ids of 52 different cards, in the order they are dealt."""
    cards = _cards(deck, "deck")
    if len(cards) != 52:
        raise ValueError(f"a deck must have 52 cards, not {len(cards)}")
    if len(set(cards)) != 52:
        raise ValueError(f"the deck lacks {format_hand(DECK & ~_mask(cards))}")
    return cards


def checked_scores(scores: Any) -> tuple[int, int]:
    """The points of each seat in the game so far."""
    pair = _list(scores, "scores", 2)
    a, b = (as_int(points, "scores", -MOST_POINTS, MOST_POINTS) for points in pair)
    return a, b


def checked_position(given: Any, rules: Rules, deadwood: Callable[[int], int]) -> dict[str, Any]:
    """A position with every field. Raises an error that says why no round can be in it.

    `deadwood` gives the least deadwood of a hand.
    """
    if not isinstance(given, Mapping):
        raise TypeError(f"a position must be a mapping of fields, not {shown(given)}")
    check_fields(given, ("hands", "pile", "stock"), "a position", FIELDS)
    at = _read(given)
    _fill_in(at, given, rules)
    _check_cards(at)
    _check_phase(at, rules, deadwood)
    _check_turn(at, rules)
    return at


def _list(value: Any, name: str, count: int | None = None) -> list[Any]:
    """Some values in order, cut off past the most that a position can have."""
    if not isinstance(value, Iterable) or isinstance(value, (str, bytes, Mapping)):
        raise TypeError(f"{name} must be a sequence, not {shown(value)}")
    values = []
    for each in value:
        values.append(each)
        if len(values) > 52:
            break
    if count is not None and len(values) != count:
        raise ValueError(f"{name} must have {count} values, not {len(values)}")
    return values


def _cards(value: Any, name: str) -> tuple[int, ...]:
    cards = _list(value, name)
    if len(cards) > 52:
        raise ValueError(f"{name} must have at most 52 cards")
    return tuple(as_int(card, f"a card of the {name}", 0, 51) for card in cards)


def _mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _pair_of_masks(value: Any, name: str) -> tuple[int, int]:
    a, b = (as_mask(mask, name) for mask in _list(value, name, 2))
    return a, b


def _read(given: Mapping[str, Any]) -> dict[str, Any]:
    """Each field by itself; one that is left out is `None` if it follows from others."""
    get = given.get
    phase = get("phase")
    if phase is not None and (not isinstance(phase, str) or phase not in PHASES[:-1]):
        raise ValueError(f"phase must be one of {', '.join(PHASES[:-1])}, not {shown(phase)}")
    source = get("drawn_from", "")
    if not isinstance(source, str) or source not in SOURCES:
        raise ValueError(f"drawn_from must be stock, pile or empty, not {shown(source)}")
    taken = get("upcard_taken", False)
    if not isinstance(taken, bool):
        raise TypeError(f"upcard_taken must be a bool, not {shown(taken)}")

    def number(name: str, low: int, high: int, default: int | None = None) -> int | None:
        return as_int(given[name], name, low, high) if name in given else default

    return {
        # The names themselves, whatever kind of str was given.
        "phase": None if phase is None else PHASES[PHASES.index(phase)],
        "to_move": number("to_move", 0, 1),
        "starter": number("starter", 0, 1, 0),
        "hands": _pair_of_masks(given["hands"], "hands"),
        "stock": _cards(given["stock"], "stock"),
        "pile": _cards(given["pile"], "pile"),
        "drawn": number("drawn", -1, 51, -1),
        "drawn_from": SOURCES[SOURCES.index(source)],
        "known": _pair_of_masks(get("known", (0, 0)), "known"),
        "declined": _pair_of_masks(get("declined", (0, 0)), "declined"),
        "upcard_taken": taken,
        "returns": number("returns", 0, 1000, 0),
        "knocker": number("knocker", -1, 1, -1),
        "knock_card": number("knock_card", -1, 51, -1),
        "melds": tuple(as_mask(meld, "melds") for meld in _list(get("melds", ()), "melds")),
        "unmelded": as_mask(get("unmelded", 0), "unmelded"),
        "laid_off": as_mask(get("laid_off", 0), "laid_off"),
        "draws": number("draws", 0, 2000),
        "pile_draws": number("pile_draws", 0, 2000),
        "limit": number("limit", 0, 100),
        "multiplier": number("multiplier", 1, 2),
        "scores": checked_scores(get("scores", (0, 0))),
    }


def _fill_in(at: dict[str, Any], given: Mapping[str, Any], rules: Rules) -> None:
    """Fills in the fields that were left out and follow from the rest."""
    counts = [hand.bit_count() for hand in at["hands"]]
    if at["phase"] is None:
        untouched = len(at["stock"]) == 31 and len(at["pile"]) == 1
        at["phase"] = "discard" if 11 in counts else "first_upcard" if untouched else "draw"
    if at["to_move"] is None:
        at["to_move"] = counts.index(11) if 11 in counts else at["starter"]
    from_stock = 31 - len(at["stock"])
    if at["pile_draws"] is None:
        took = at["upcard_taken"] or at["drawn_from"] == "pile"
        at["pile_draws"] = int(took) if at["draws"] is None else at["draws"] - from_stock
    if at["draws"] is None:
        at["draws"] = from_stock + at["pile_draws"]
    if at["limit"] is None:
        if rules.oklahoma:
            raise ValueError("a position under oklahoma lacks the field limit")
        at["limit"] = rules.knock_limit
    if at["multiplier"] is None:
        at["multiplier"] = 1
    if at["phase"] == "layoff" and at["knocker"] in (0, 1):  # the knocker has shown all cards
        known, defender = [*at["known"]], 1 - at["knocker"]
        known[defender] |= at["unmelded"]
        at["known"] = (known[0], known[1])
    if (at["drawn"] < 0 and at["drawn_from"]) or (at["drawn"] >= 0 and not at["drawn_from"]):
        raise ValueError("drawn and drawn_from must be given together")
    if not rules.oklahoma and at["limit"] != rules.knock_limit:
        raise ValueError(f"limit must be {rules.knock_limit} by the rules, not {at['limit']}")
    if at["multiplier"] == 2 and not rules.oklahoma_spades_double:
        raise ValueError("multiplier must be 1 by the rules, not 2")


def _check_cards(at: dict[str, Any]) -> None:
    """Checks that every card is in exactly one place."""
    places = {
        "seat 0's hand": at["hands"][0],
        "seat 1's hand": at["hands"][1],
        "the pile": _mask(at["pile"]),
        "the stock": _mask(at["stock"]),
        "the card discarded to knock": 1 << at["knock_card"] if at["knock_card"] >= 0 else 0,
    }
    for name, cards in ("pile", at["pile"]), ("stock", at["stock"]):
        twice = sorted({card for card in cards if cards.count(card) > 1})
        if twice:
            raise ValueError(f"{format_hand(1 << twice[0])} is twice in the {name}")
    for number, meld in enumerate(at["melds"]):
        places[f"meld {number}"] = meld
    seen: dict[int, str] = {}
    for place, cards in places.items():
        for card in each_card(cards):
            if card in seen:
                name = format_hand(1 << card)
                raise ValueError(f"{name} is both in {seen[card]} and in {place}")
            seen[card] = place
    if len(seen) != 52:
        raise ValueError(f"the position lacks {format_hand(DECK & ~_mask(seen))}")


def _check_phase(at: dict[str, Any], rules: Rules, deadwood: Callable[[int], int]) -> None:
    """Checks that the counts of cards fit the phase."""
    phase, mover = at["phase"], at["to_move"]
    mine, theirs = at["hands"][mover], at["hands"][1 - mover]
    counts, stock = (mine.bit_count(), theirs.bit_count()), len(at["stock"])
    on_table = sum(meld.bit_count() for meld in at["melds"])
    laid_off = at["laid_off"].bit_count()
    table = _mask(card for meld in at["melds"] for card in each_card(meld))
    if phase in ("spread", "layoff"):
        require(at["knock_card"] >= 0, f"phase {phase} needs a knock_card")
        knocker = mover if phase == "spread" else 1 - mover
        require(at["knocker"] == knocker, f"knocker must be {knocker} in phase {phase}")
        require(at["laid_off"] & ~table == 0, "cards laid off must be on the knocker's melds")
        _check_melds(at)
    else:
        nothing = (-1, -1, (), 0, 0)
        given = tuple(at[n] for n in ("knocker", "knock_card", "melds", "unmelded", "laid_off"))
        require(given == nothing, f"nobody has knocked in phase {phase}")
    expected = {"discard": (11, 10), "spread": (10 - on_table, 10)}.get(phase, (10, 10))
    if phase == "layoff":
        expected = 10 - laid_off, 10 - on_table + laid_off
    if counts != expected:
        raise ValueError(
            f"in phase {phase} seat {mover} must hold {expected[0]} cards and the other "
            f"{expected[1]}, not {counts[0]} and {counts[1]}"
        )
    if phase == "spread":
        require(at["laid_off"] == at["unmelded"] == 0, "nothing is laid off in phase spread")
        require(deadwood(mine) <= at["limit"], "the knocker's hand is above the limit")
    if phase == "layoff":
        require(at["unmelded"] == theirs, "unmelded must be the knocker's hand in phase layoff")
        require(deadwood(theirs) <= at["limit"], "the knocker's hand is above the limit")
    if phase == "first_upcard":
        require(not rules.eleven_card_start, "these rules have no first upcard")
        require(len(at["pile"]) == 1 and at["draws"] == 0, "a card was drawn before the upcard")
    if phase == "last_upcard":
        require(rules.stock_end == "last_upcard", "these rules have no last upcard")
        require(stock <= DEAD_STOCK, f"the stock must have at most {DEAD_STOCK} cards")
    least = {"draw": DEAD_STOCK + 1, "discard": DEAD_STOCK, "last_upcard": DEAD_STOCK}.get(phase, 0)
    require(stock >= least, f"the stock must have at least {least} cards in phase {phase}")
    if phase != "discard":
        require(at["drawn"] < 0, f"nothing is drawn in phase {phase}")


def _check_melds(at: dict[str, Any]) -> None:
    melds, laid_off = at["melds"], at["laid_off"]
    require(len(melds) <= 3, "the knocker has at most three melds")
    for meld in melds:
        for cards in meld, meld & ~laid_off:
            require(cards in MELDS, f"{format_hand(cards)} is not a meld")
    original = [meld & ~laid_off for meld in melds]
    require(original == sorted(original), "melds must be in ascending order")


def _check_turn(at: dict[str, Any], rules: Rules) -> None:
    """Checks that what was drawn and what is known fit where the cards are."""
    mover, from_stock = at["to_move"], 31 - len(at["stock"])
    require(from_stock >= 0, "the stock has at most 31 cards")
    require(
        at["pile_draws"] >= 0 and at["draws"] - at["pile_draws"] == from_stock,
        f"draws minus pile_draws must be {from_stock}, the cards drawn from the stock",
    )
    require(at["pile_draws"] >= at["upcard_taken"], "the upcard taken is a draw from the pile")
    cap = rules.pile_draw_cap + 1  # neither the first upcard nor the last counts
    require(at["pile_draws"] <= cap, f"pile_draws must be at most {cap} by the rules")
    require(
        at["returns"] == 0
        or (at["returns"] < (rules.return_cap or 1001) and rules.taken_card_may_return),
        "returns are too many for the rules",
    )
    if at["drawn"] >= 0:
        require(at["hands"][mover] >> at["drawn"] & 1 == 1, "the card drawn is not in the hand")
        require(at["draws"] > 0, "a card was drawn, so draws must be at least 1")
    face_down = 1 << at["knock_card"] if at["phase"] == "spread" else 0
    for seat in (0, 1):
        stray = at["known"][seat] & ~at["hands"][1 - seat]
        if at["to_move"] == 1 - seat:
            stray &= ~face_down
        require(
            stray == 0, f"{format_hand(stray)} is known to seat {seat}, but not in the other hand"
        )
