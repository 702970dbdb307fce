"""The words for rules, written from their values."""

from __future__ import annotations

from gin_fast.rules.fields import RuleFields


def describe(rules: RuleFields) -> str:
    """The text of `Rules.describe`: a line of sentences for each part of the game."""
    parts = {
        "Cards": _cards(),
        "Deal": _deal(rules),
        "Turn": _turn(rules),
        "Knocking": _knocking(rules),
        "Gin": _gin(rules),
        "Laying off": _layoffs(rules),
        "Scores": _scores(rules),
        "Dead rounds": _dead_rounds(rules),
        "Game": _game(rules),
        "Shutout": _shutout(rules),
        "Winner": _winner(rules),
        "Dealer": _dealer(rules),
        "Match": _match(rules),
    }
    lines = [f"{name}: {' '.join(text)}" for name, text in parts.items() if text]
    return "\n".join(["Gin Rummy for two players with 52 cards.", *lines])


def _cards() -> list[str]:
    return [
        "The ace is low only and counts 1, cards from two to ten count their number, and jacks,"
        " queens and kings count 10.",
        "A meld is a set of three or four cards of one rank, or a run of three or more cards in"
        " sequence in one suit.",
        "A card can be in only one meld.",
        "Deadwood is the total count of the cards in no meld.",
    ]


def _deal(rules: RuleFields) -> list[str]:
    if rules.eleven_card_start:
        return [
            "Cards are dealt one at a time, the non-dealer first: eleven to the non-dealer, ten to"
            " the dealer.",
            "The other 31 are the stock, face down; no card is turned up.",
            "The non-dealer plays first, and does not draw in that first turn.",
        ]
    return [
        "Cards are dealt one at a time, the non-dealer first, until each player has ten.",
        "The next card is turned up and starts the pile; the other 31 are the stock, face down.",
        "The non-dealer may take the card turned up; if not, the dealer may; if neither does, the"
        f" non-dealer {_AFTER_TWO_PASSES[rules.after_two_passes]}.",
    ]


_AFTER_TWO_PASSES = {
    "stock": "draws from the stock",
    "any": "draws from the stock or takes that card after all",
    "upcard": "must take it",
}


def _turn(rules: RuleFields) -> list[str]:
    text = [
        "Draw the top card of the stock or of the pile, then discard one card face up on the pile."
    ]
    if not rules.taken_card_may_return:
        return [*text, "The card just taken from the pile may not be discarded in the same turn."]
    text.append("The card just taken from the pile may be discarded in the same turn.")
    if rules.return_cap == 1:
        text.append("The round is dead as soon as a card taken is discarded at once.")
    elif rules.return_cap is not None:
        text.append(
            "The round is dead once the card just taken has been discarded at once"
            f" {_times(rules.return_cap)} in a row."
        )
    return text


def _knocking(rules: RuleFields) -> list[str]:
    if rules.knock_limit == 0:
        return [f"Nobody may knock with deadwood: the only way to go out is {_gins(rules)}."]
    text = [
        "To go out, knock: discard one card face down and lay out the other ten, in "
        + (
            "melds that leave the least deadwood, which must be within the limit."
            if rules.spread == "least"
            else "any melds that leave deadwood within the limit."
        )
    ]
    if not rules.oklahoma:
        return [*text, f"The limit is {rules.knock_limit}; exactly {rules.knock_limit} is allowed."]
    ace = "allows gin only" if rules.oklahoma_ace_is_gin else "makes it 1"
    return [*text, f"The limit is what the first card turned up counts; an ace {ace}."]


def _gins(rules: RuleFields) -> str:
    return "gin" if rules.big_gin_bonus is None else "gin or big gin"


def _gin(rules: RuleFields) -> list[str]:
    text = [
        "To go gin, discard one card face down and lay out the other ten, all in melds. Gin wins "
        "even against no deadwood."
    ]
    if rules.big_gin_bonus is None:
        text.append("There is no big gin: with all eleven cards in melds, one must be discarded.")
    else:
        text.append("To go big gin, lay out all eleven cards in melds and discard none.")
    if rules.must_go_gin:
        return [*text, f"A player who can go {_gins(rules)} in a turn must do so."]
    return [*text, f"A player who can go {_gins(rules)} may also play on."]


def _layoffs(rules: RuleFields) -> list[str]:
    after = "after a knock and after gin" if rules.knock_limit else "after gin"
    if rules.layoffs == "always":
        if rules.big_gin_bonus is not None:
            after += ", but not after big gin"
        whose = "the knocker's" if rules.knock_limit else "the other player's"
        text = f"The defender may lay off cards on {whose} melds {after}."
    elif rules.layoffs == "after_knock" and rules.knock_limit:
        text = "The defender may lay off cards on the melds of a knock, but never after gin."
    else:
        return ["Nobody lays off cards."]
    return [text, "The player who went out never lays off."]


def _scores(rules: RuleFields) -> list[str]:
    if rules.flat_knock_score is not None:
        return [*_flat_scores(rules), *_doubling(rules)]
    text = []
    if rules.knock_limit:
        after = "" if rules.layoffs == "never" else " after layoffs"
        text.append(
            f"A knock with less deadwood than the defender has{after} scores the difference."
        )
        undercut = f"is undercut: the defender scores the difference{_plus(rules.undercut_bonus)}."
        if rules.tie == "undercut" and rules.undercut_bonus:
            text.append(f"A knock with as much or more {undercut}")
        else:
            text.append(f"A knock with more {undercut}")
            text.append(f"A knock with as much {_TIES[rules.tie]}.")
    text.append(f"Gin scores the defender's deadwood{_plus(rules.gin_bonus)}.")
    if rules.big_gin_bonus is not None:
        instead = ", in place of the gin bonus" if rules.gin_bonus else ""
        bonus = f"{_plus(rules.big_gin_bonus)}{instead}" if rules.big_gin_bonus else " alone"
        text.append(f"Big gin scores the defender's deadwood{bonus}.")
    return text + _doubling(rules)


_TIES = {
    "undercut": "is undercut too: the defender wins the round with 0 points",
    "nobody": "scores nothing",
    "knocker": "wins the round with 0 points",
}


def _plus(bonus: int) -> str:
    return f" plus a bonus of {bonus}" if bonus else ""


def _flat_scores(rules: RuleFields) -> list[str]:
    text = []
    if rules.knock_limit:
        flat = rules.flat_knock_score or "nothing"
        text.append(f"A knock scores {flat}, whoever has less deadwood.")
    text.append(f"Gin scores {rules.gin_bonus or 'nothing'}.")
    if rules.big_gin_bonus is not None:
        text.append(f"Big gin scores {rules.big_gin_bonus or 'nothing'}.")
    text.append("The other player scores minus their own deadwood.")
    return text


def _doubling(rules: RuleFields) -> list[str]:
    if not rules.oklahoma_spades_double:
        return []
    boxes = "; boxes are not" if rules.box else ""
    return [f"If the first card turned up is a spade, what the round scores is doubled{boxes}."]


def _dead_rounds(rules: RuleFields) -> list[str]:
    flat = rules.flat_knock_score is not None
    text = [
        "In a dead round each player scores minus their own deadwood, and nobody wins it."
        if flat
        else "Nobody scores in a dead round."
    ]
    ending = "When a player discards without going out and two cards are left in the stock,"
    if rules.stock_end == "last_upcard":
        text.append(
            f"{ending} the other player may take that discard, but only to go out in that turn;"
            " otherwise the round is dead."
        )
    else:
        text.append(f"{ending} the round is dead.")
    if rules.stock_end == "no_last_knock":
        text.append(
            "The player who draws the third-last card of the stock may not go out in that turn, not"
            " even with gin."
        )
    free = [] if rules.eleven_card_start else ["the first card turned up"]
    free += ["the last discard"] if rules.stock_end == "last_upcard" else []
    but = f", not counting {' or '.join(free)}" if free else ""
    late = ", unless that player goes out in that turn" if rules.cap_ends == "turn" else ""
    text.append(
        f"The round is also dead once the top of the pile has been taken"
        f" {_times(rules.pile_draw_cap)}{but}{late}."
    )
    return text


def _game(rules: RuleFields) -> list[str]:
    if rules.target is None:
        return ["A game is one round. The higher score wins; equal scores are a tie."]
    text = []
    if rules.boxes_count_to_target:
        text.append(
            f"Each round won scores a box of {rules.box} at once, which counts toward the target."
        )
    text.append(f"The game ends once a player has reached the target, {_points(rules.target)}.")
    if rules.game_bonus:
        text.append(f"The player who reached it scores a game bonus of {rules.game_bonus}.")
    else:
        text.append("There is no game bonus.")
    if not rules.box:
        text.append("There are no boxes.")
    elif not rules.boxes_count_to_target:
        text.append(
            f"Then each player scores a box of {rules.box} for each round won; boxes do not count"
            " toward the target."
        )
    return text


_REACHED = "the player who reached the target"
_SHUTOUT_IF = {
    "never_scored": "the other player never scored",
    "won_no_round": "the other player won no round",
    "won_every_round": f"{_REACHED} won every round",
}


def _shutout(rules: RuleFields) -> list[str]:
    if rules.target is None:
        return []
    if rules.shutout == "none":
        return ["Nothing more is scored if one player wins every round."]
    who = "that player" if rules.shutout_if == "won_every_round" else _REACHED
    extras = ["the game bonus"] if rules.game_bonus else []
    extras += ["the boxes"] if rules.box else []
    points = "the points of the rounds"
    if rules.shutout == "bonus":
        gives = f"{who} scores {rules.shutout_bonus} more"
    elif rules.shutout == "double_points":
        verb = "does" if extras == ["the game bonus"] else "do"
        but = f"; {' and '.join(extras)} {verb} not" if extras else ""
        gives = f"{points} count twice for {who}{but}"
    elif extras:
        every = ", ".join([points, *extras[:-1]])
        gives = f"everything counts twice for {who}: {every} and {extras[-1]}"
    else:
        gives = f"{points} count twice for {who}"
    if rules.shutout_if == "won_every_round":
        without = "dead or tied" if _may_tie(rules) else "dead"
        return [f"If {_SHUTOUT_IF[rules.shutout_if]}, none of them {without}, {gives}."]
    return [f"If {_SHUTOUT_IF[rules.shutout_if]}, {gives}."]


def _may_tie(rules: RuleFields) -> bool:
    """Whether a round in which somebody knocked may have no winner."""
    return rules.tie == "nobody" and rules.knock_limit > 0 and rules.flat_knock_score is None


def _winner(rules: RuleFields) -> list[str]:
    if rules.target is None:
        return []
    by_target = rules.winner_by == "target"
    behind = _may_be_behind(rules)
    if by_target:
        even = ", even with the lower total" if behind else ""
        text = [f"The player who reached the target wins the game{even}."]
    else:
        text = [f"The higher total wins the game{'; equal totals are a tie' if behind else ''}."]
    if rules.credit == "total":
        return [*text, "To each player the game is worth that player's total."]
    negative = ", which may be negative" if by_target and behind else ""
    return [
        *text,
        f"To the winner the game is worth the difference of the totals{negative}; to the other"
        " player, nothing.",
    ]


def _may_be_behind(rules: RuleFields) -> bool:
    """Whether the player who reached the target may have the same total as the other, or less."""
    late = bool(rules.box) and not rules.boxes_count_to_target
    return late or rules.flat_knock_score is not None


_FIRST_DEALER = {
    "lot": "The first dealer is drawn by lot, and again for the next game.",
    "cut": "Each player cuts a card, and the player with the higher one deals first: kings are"
    " high, and of one rank spades come before hearts, diamonds and clubs. For the next game they"
    " cut again.",
}


def _dealer(rules: RuleFields) -> list[str]:
    text = [_FIRST_DEALER[rules.first_dealer]]
    if rules.target is None:
        return text
    after = {
        "winner": "The winner of a round deals the next",
        "loser": "The loser of a round deals the next",
        "alternate": "After a round that somebody won, the deal passes to the other player",
    }[rules.next_dealer]
    dead = {
        "same": "after one that nobody won, the same dealer deals again",
        "alternate": "after one that nobody won, the deal passes to the other player",
    }[rules.after_dead]
    return [*text, f"{after}; {dead}."]


def _match(rules: RuleFields) -> list[str]:
    if rules.match_target is None:
        return []
    return [
        "Games are played until one player's games are worth"
        f" {_points(rules.match_target)} or more together.",
        "The higher sum wins the match"
        + ("; equal sums are a tie." if rules.credit == "total" else "."),
    ]


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
