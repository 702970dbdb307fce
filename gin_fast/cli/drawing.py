"""Cards, hands and moves as text for people: suit signs, melds in brackets.

There is one way to write a card and one order: melds first, then loose cards, clubs, diamonds,
hearts and spades, each from the ace up.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Protocol

from gin_fast import engine
from gin_fast.cards.deck import RANKS, SUIT_SIGNS, SUITS
from gin_fast.cards.hands import each_card
from gin_fast.game.game import Game
from gin_fast.game.round import Round, View
from gin_fast.rules.scorepad import Scorepad
from gin_fast.state.action_text import action_text
from gin_fast.state.actions import DRAW, Action
from gin_fast.state.seen import Seen


def _suits() -> str:
    """The suit signs, or letters for all cards if the output or the messages cannot show signs."""
    try:
        for stream in (sys.stdout, sys.stderr):
            SUIT_SIGNS.encode(getattr(stream, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return SUITS
    return SUIT_SIGNS


def draw_card(card: int) -> str:
    """A card with its suit sign.

    >>> draw_card(engine.parse_card("TS"))
    '10♠'
    """
    rank = RANKS[card % 13]
    return f"{'10' if rank == 'T' else rank}{_suits()[card // 13]}"


def draw_cards(mask: int) -> str:
    """Cards in the order of all cards: clubs, diamonds, hearts and spades, each from the ace up.

    >>> draw_cards(engine.parse_hand("2S KC AD"))
    'K♣ A♦ 2♠'
    """
    return " ".join(map(draw_card, each_card(mask)))


_CARDS = re.compile(rf"(?<!\w)(?:[{RANKS}][{SUITS}])+(?!\w)")
_QUOTED = re.compile(r"""((?<!\w)'[^']*'|(?<!\w)"[^"]*")""")


def in_signs(text: str) -> str:
    """Text of the library with its cards as they are drawn; what is quoted stays as it is.

    >>> in_signs("lay off 3H on 4H5H6H"), in_signs("card KH is named twice in 'KHKH'")
    ('lay off 3♥ on 4♥ 5♥ 6♥', "card K♥ is named twice in 'KHKH'")
    """
    parts = _QUOTED.split(text)
    parts[::2] = [_CARDS.sub(lambda match: _drawn(match[0]), part) for part in parts[::2]]
    return "".join(parts)


def _drawn(cards: str) -> str:
    return " ".join(
        draw_card(engine.parse_card(cards[at : at + 2])) for at in range(0, len(cards), 2)
    )


def draw_action(action: Action, view: Seen) -> str:
    """An action as it can be typed.

    >>> round = Round.deal(seed=7)
    >>> round.apply("draw pile")
    >>> draw_action(round.legal_actions()[0], round.view(0))
    'discard A♣'
    """
    return in_signs(action_text(action, view))


def in_order(actions: Sequence[Action], view: View) -> list[Action]:
    """Legal actions, with the cards in the order in which the hand is shown."""
    melds, unmelded, _ = engine.best_spread(view.hand)
    shown = [card for mask in (*melds, unmelded) for card in each_card(mask)]
    places = {card: place for place, card in enumerate(shown)}
    return sorted(
        actions,
        key=lambda action: (
            action // 52 if action < DRAW else 2,
            places[action % 52] if action < DRAW else 0,
        ),
    )


def draw_hand(mask: int) -> str:
    """A hand in its best spread, with its deadwood.

    >>> draw_hand(engine.parse_hand("4H 5H 6H KC 2S"))
    '[4♥ 5♥ 6♥] K♣ 2♠ = 12'
    """
    melds, unmelded, deadwood = engine.best_spread(mask)
    return f"{draw_laid(melds, unmelded) or 'nothing'} = {deadwood}"


def draw_laid(melds: Sequence[int], unmelded: int = 0, laid_off: int = 0) -> str:
    """Melds and loose cards; a card laid off is marked with a plus."""
    parts = []
    for meld in melds:
        added = "".join(f" +{draw_card(card)}" for card in each_card(meld & laid_off))
        parts.append(f"[{draw_cards(meld & ~laid_off)}{added}]")
    return " ".join([*parts, draw_cards(unmelded)]).strip()


def move_text(action: Action, before: Round, after: Round, *, is_hidden: bool = False) -> str:
    """What a seat did, in words that follow its name.

    `is_hidden`: as the other seat sees it.

    >>> before = Round.deal(seed=7)
    >>> after = before.copy()
    >>> after.apply("draw pile")
    >>> move_text(after.actions[-1][1], before, after)
    'took 5♣'
    """
    seat = before.to_move
    top = before.view(seat).pile[-1:]
    new = after.hands[seat] & ~before.hands[seat]
    match action.verb:
        case "draw stock":
            return "drew from the stock" if is_hidden else f"drew {draw_cards(new)}"
        case "draw pile":
            return f"took {draw_card(top[0])}"
        case "discard":
            return f"discarded {draw_cards(1 << int(action))}"
        case "knock":
            return "knocked" if is_hidden else f"knocked, discarding {draw_card(action.card or 0)}"
        case "big gin":
            return "went big gin"
    old_melds, melds = before.view(seat).melds, after.view(seat).melds
    if before.phase == "spread":
        laid = draw_laid([meld for meld in melds if meld not in old_melds])
        return f"spread {laid}" if laid else "spread nothing more"
    if before.phase == "layoff":
        laid = ", ".join(
            f"{draw_cards(new & ~old)} on {draw_cards(old)}"
            for old, new in zip(old_melds, melds, strict=True)
            if new != old
        )
        return f"laid off {laid or ('no more' if before.view(seat).laid_off else 'nothing')}"
    return f"passed on {draw_card(top[0])}"


def draw_table(view: View) -> str:
    """The cards on the table."""
    pile = f"{draw_card(view.pile[-1])} on the pile" if view.pile else "no pile"
    text = f"{pile}, {view.stock} in the stock"
    if not view.melds:
        return text
    return f"{text}, on the table {draw_laid(view.melds, view.unmelded, view.laid_off)}"


def draw_end(round: Round, names: Sequence[str]) -> list[str]:
    """How a round ended: both hands, and the score."""
    result = round.result
    assert result is not None
    view = round.view(0)
    lines = []
    width = max(map(len, names))
    for seat in (0, 1):
        hand = draw_hand(round.hands[seat])
        if seat == view.knocker and view.melds:
            laid = draw_laid(view.melds, view.unmelded, view.laid_off)
            hand = f"{laid} = {result.knocker_deadwood}"
        lines.append(f"{names[seat]:<{width}}  {hand}")
    scores = [
        f"{score} point{'' if abs(score) == 1 else 's'} for {name}"
        for score, name in zip(result.scored, names, strict=True)
        if score
    ]
    return [*lines, f"{how_it_ended(result, names)}: {', '.join(scores) or 'no points'}"]


class _Ended(Protocol):
    """A round that is over, as played or as entered."""

    @property
    def kind(self) -> str: ...
    @property
    def knocker(self) -> int | None: ...
    @property
    def knocker_deadwood(self) -> int | None: ...
    @property
    def defender_deadwood(self) -> int | None: ...


def how_it_ended(round: _Ended, names: Sequence[str]) -> str:
    """Who went out, how, and with what against what.

    >>> how_it_ended(Scorepad(players=("Ann", "Bob")).enter("Ann", 3, 21), ("Ann", "Bob"))
    'Ann knocked with 3 against 21'
    """
    knocker = "" if round.knocker is None else names[round.knocker]
    mine, theirs = round.knocker_deadwood, round.defender_deadwood
    return {
        "knock": f"{knocker} knocked with {mine} against {theirs}",
        "undercut": f"{knocker} knocked with {mine} against {theirs}, an undercut",
        "tie": f"{knocker} knocked with {mine} against {theirs}, a tie",
        "gin": f"{knocker} went gin against {theirs}",
        "big_gin": f"{knocker} went big gin against {theirs}",
        "dead": "nobody went out, the round is dead",
    }[round.kind]


def sheet_of(game: Game, names: tuple[str, str]) -> Scorepad:
    """A game as a scorepad, with the bonuses at its end."""
    pad = Scorepad(game.rules, players=names, dealer=game.head()["dealer"])
    for round in game.rounds:
        result = round.result
        assert result is not None
        ours, theirs = result.knocker_deadwood, result.defender_deadwood
        if result.kind == "dead":
            ours, theirs = map(engine.min_deadwood, round.hands)
        dealt = engine.deal(round.start["seed"], round.start["index"])
        upcard = dealt.upcard if game.rules.oklahoma else None
        pad.enter(result.knocker, ours, theirs, kind=result.kind, upcard=upcard)
    return pad
