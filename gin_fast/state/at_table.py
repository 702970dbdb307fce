"""A view from what a player knows at any other table."""

from __future__ import annotations

from collections.abc import Iterable

from gin_fast.cards.hands import as_mask
from gin_fast.rules.fields import DEAD_STOCK
from gin_fast.rules.rules import Rules, as_rules, limit_of
from gin_fast.state.seen import Seen
from gin_fast.values.checks import as_int, shown


def seen_at_table(
    hand: int,
    pile: Iterable[int],
    *,
    rules: Rules | str,
    drawn: int | None,
    drawn_from: str,
    known: int,
    exposed: int,
    upcard: int | None,
    is_dealer: bool,
    scores: tuple[int, int],
    is_whole: bool,
    upcard_left: bool,
) -> Seen:
    """The view that `View.at_table` makes of these arguments, before it is checked as a whole."""
    hand, known = as_mask(hand, "hand"), as_mask(known, "known")
    exposed, rules = as_mask(exposed, "exposed"), as_rules(rules)
    if not isinstance(pile, Iterable):
        raise TypeError(f"pile must be ids of cards, not {shown(pile)}")
    pile = tuple(as_int(card, "a card of pile", 0, 51) for card in pile)
    drawn = None if drawn is None else as_int(drawn, "drawn", 0, 51)
    upcard = None if upcard is None else as_int(upcard, "upcard", 0, 51)
    for name, value in (
        ("is_dealer", is_dealer),
        ("is_whole", is_whole),
        ("upcard_left", upcard_left),
    ):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, not {shown(value)}")
    if drawn_from not in ("stock", "pile"):
        raise ValueError(f"drawn_from must be 'stock' or 'pile', not {shown(drawn_from)}")
    taken = 1 << drawn if drawn is not None and drawn_from == "pile" else 0
    count = hand.bit_count()
    if count not in (10, 11):
        raise ValueError(f"hand must have 10 or 11 cards, not {count}")
    if count == 10 and drawn is not None:
        raise ValueError("drawn is for a hand of 11 cards, not of 10")
    if count == 10 and not pile:
        raise ValueError("pile must be given: with 10 cards its top may be taken")
    stock = 42 - count - len(pile)
    pile_draws = max(known.bit_count() + bool(taken), int(not is_whole))
    phase = "discard" if count == 11 else "draw"
    is_start = len(pile) == 1 and not pile_draws and not rules.eleven_card_start
    left = 0
    if count == 10 and is_start:
        if upcard not in (None, pile[0]):
            raise ValueError(f"upcard must be {pile[0]}, the only card of pile, not {upcard}")
        upcard = pile[0]
        left = 1 << upcard if is_dealer or upcard_left else 0
        phase = "draw" if upcard_left else "first_upcard"
    if upcard_left and (is_dealer or not left):
        raise ValueError("upcard_left is for the seat that did not deal, before a card is drawn")
    if count == 10 and stock <= DEAD_STOCK and rules.stock_end == "last_upcard":
        phase = "last_upcard"
    if upcard is None and rules.oklahoma:
        raise ValueError("upcard must be given: it sets the limit in these rules")
    limit, multiplier = limit_of(upcard or 0, rules)
    return Seen(
        seat=0,
        phase=phase,
        to_move=0,
        starter=int(is_dealer),
        hand=hand,
        barred=0 if rules.taken_card_may_return else taken,
        drawn=-1 if drawn is None else drawn,
        drawn_from="" if drawn is None else drawn_from,
        pile=pile,
        stock=stock,
        known=known,
        exposed=exposed | taken,
        declined=left,
        own_declined=left if upcard_left else 0,
        upcard_taken=pile_draws > 0 and stock == 31,
        returns=0,
        knocker=-1,
        knock_card=-1,
        melds=(),
        unmelded=0,
        laid_off=0,
        draws=31 - stock + pile_draws,
        pile_draws=pile_draws,
        limit=limit,
        multiplier=multiplier,
        scores=scores,
        rules=rules,
    )
