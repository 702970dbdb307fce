"""The words for rules, written from their values."""

from __future__ import annotations

from gin_fast.rules.fields import RuleFields


def describe(rules: RuleFields) -> str:
    """What `Rules.describe` tells: a line of sentences for each part of the game."""
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
        "The ace is low only and counts 1, the others up to ten count their number, and jack, queen"
        " and king count 10.",
        "A meld is a set of three or four cards of one rank, or a run of three or more cards in"
        " sequence in one suit.",
        "A card lies in one meld only.",
        "Deadwood is what the cards that lie in none count together.",
    ]


def _deal(rules: RuleFields) -> list[str]:
    if rules.eleven_card_start:
        return [
            "Cards are dealt one at a time, the non-dealer first: eleven to the non-dealer, ten to"
            " the dealer.",
            "The other 31 are the stock, face down; no card is turned up.",
            "The non-dealer begins, and does not draw in that first turn.",
        ]
    return [
        "Cards are dealt one at a time, the non-dealer first, until each player has ten.",
        "The next card is turned up and begins the pile; the other 31 are the stock, face down.",
        "The non-dealer may take the card turned up; if not, the dealer may; if neither does, the"
        " non-dealer draws from the stock.",
    ]


def _turn(rules: RuleFields) -> list[str]:
    text = [
        "Draw one card, the top of the stock or of the pile, then throw one face up on the pile."
    ]
    if not rules.taken_card_may_return:
        return [*text, "The card just taken from the pile may not be thrown in the same turn."]
    text.append("The card just taken from the pile may be thrown in the same turn.")
    if rules.return_cap is not None:
        text.append(
            "The round is dead once a card taken has been thrown straight back"
            f" {_times(rules.return_cap)}{' in a row' if rules.return_cap > 1 else ''}."
        )
    return text


def _knocking(rules: RuleFields) -> list[str]:
    if rules.knock_limit == 0:
        return ["Nobody may knock with deadwood: to go out is to go gin."]
    text = [
        "To go out, knock: throw one card face down and lay out the ten that are left, in any melds"
        " that leave deadwood within the limit."
    ]
    if not rules.oklahoma:
        return [
            *text,
            f"The limit is {rules.knock_limit}, and exactly {rules.knock_limit} is within it.",
        ]
    ace = "allows gin only" if rules.oklahoma_ace_is_gin else "makes it 1"
    return [*text, f"The limit is what the first card turned up counts; an ace {ace}."]


def _gin(rules: RuleFields) -> list[str]:
    big_gin = rules.big_gin_bonus is not None
    text = [
        "To go gin is to throw one card face down with the ten that are left all in melds."
        " It wins even against no deadwood."
    ]
    if big_gin:
        text.append("Big gin is to lay out eleven cards, all in melds, and to throw none.")
    else:
        text.append("There is no big gin: of eleven cards that lie in melds one must be thrown.")
    either = "gin or big gin" if big_gin else "gin"
    if rules.must_go_gin:
        return [*text, f"A player who can go {either} in a turn must."]
    return [*text, f"A player who can go {either} may also play on."]


def _layoffs(rules: RuleFields) -> list[str]:
    after = "after a knock and after gin" if rules.knock_limit else "after gin"
    if rules.layoffs == "always":
        if rules.big_gin_bonus is not None:
            after += ", not after big gin"
        text = f"The defender may lay cards off on the melds laid out, {after}."
    elif rules.layoffs == "after_knock" and rules.knock_limit:
        text = "The defender may lay cards off on the melds of a knock, never after gin."
    else:
        return ["Nobody lays cards off."]
    return [text, "The knocker never does."]


def _scores(rules: RuleFields) -> list[str]:
    if rules.flat_knock_score is not None:
        return [*_flat_scores(rules), *_doubling(rules)]
    text = []
    if rules.knock_limit:
        text.append("A knock with less deadwood than the defender's scores the difference.")
        more = f" and {rules.undercut_bonus} more" if rules.undercut_bonus else ""
        undercut = f"is undercut: the defender scores the difference{more}."
        if rules.tie_is_undercut:
            text.append(f"A knock with as much or more {undercut}")
        else:
            text.append(f"A knock with more {undercut} A knock with as much scores nothing.")
    text.append(f"Gin scores the defender's deadwood and {rules.gin_bonus} more.")
    if rules.big_gin_bonus is not None:
        text.append(
            f"Big gin scores the defender's deadwood and {rules.big_gin_bonus} more, in place of"
            f" the {rules.gin_bonus}."
        )
    return text + _doubling(rules)


def _flat_scores(rules: RuleFields) -> list[str]:
    text = []
    if rules.knock_limit:
        text.append(f"A knock scores {rules.flat_knock_score}, whoever has less deadwood.")
    text.append(f"Gin scores {rules.gin_bonus}.")
    if rules.big_gin_bonus is not None:
        text.append(f"Big gin scores {rules.big_gin_bonus}.")
    text.append("The other player scores minus their own deadwood.")
    return text


def _doubling(rules: RuleFields) -> list[str]:
    if not rules.oklahoma_spades_double:
        return []
    return [
        "If the first card turned up is a spade, what the round scores is doubled; boxes are not."
    ]


def _dead_rounds(rules: RuleFields) -> list[str]:
    flat = rules.flat_knock_score is not None
    text = [
        "In a dead round each player scores minus their own deadwood, and nobody wins it."
        if flat
        else "Nobody scores in a dead round."
    ]
    ending = "A throw that does not go out and leaves two cards in the stock"
    if rules.stock_end == "last_upcard":
        text.append(
            f"{ending} is the last: the other player may take that card, but only to go out in that"
            " turn; else the round is dead."
        )
    else:
        text.append(f"{ending} makes the round dead.")
    if rules.stock_end == "no_last_knock":
        text.append(
            "Who draws the third-last card of the stock may not go out in that turn, gin or not."
        )
    free = [] if rules.eleven_card_start else ["the first card turned up"]
    free += ["that last one"] if rules.stock_end == "last_upcard" else []
    but = f", {' and '.join(free)} not counted" if free else ""
    text.append(
        f"The round is also dead once the top of the pile has been taken"
        f" {_times(rules.pile_draw_cap)}{but}."
    )
    return text


def _game(rules: RuleFields) -> list[str]:
    if rules.target is None:
        return ["A game is one round. The higher score wins; equal scores are a tie."]
    text = []
    if rules.boxes_count_to_target:
        text.append(
            f"Each round won scores {rules.box} more at once, its box, which counts toward the"
            " target."
        )
    text.append(f"The game is over once a player has {_points(rules.target)} or more, the target.")
    if rules.game_bonus:
        text.append(f"Who reached it scores {rules.game_bonus} more, the game bonus.")
    else:
        text.append("There is no game bonus.")
    if not rules.box:
        text.append("There are no boxes.")
    elif not rules.boxes_count_to_target:
        text.append(
            f"Then each player scores {rules.box} more for each round won, the boxes, which do not"
            " count toward the target."
        )
    return text


_SHUTOUT_IF = {
    "never_scored": "the other player never scored",
    "won_no_round": "the other player won no round",
    "won_every_round": "who reached the target won every round, none of them dead or tied",
}


def _shutout(rules: RuleFields) -> list[str]:
    if rules.target is None:
        return []
    if rules.shutout == "none":
        return ["Nothing more is scored if one player wins every round."]
    who = "that player" if rules.shutout_if == "won_every_round" else "who reached the target"
    gives = {
        "bonus": f"{who} scores {rules.shutout_bonus} more",
        "double_points": f"the points of the rounds count twice for {who}; the game bonus and the"
        " boxes do not",
        "double_all": f"everything counts twice for {who}: the points of the rounds, the game bonus"
        " and the boxes",
    }[rules.shutout]
    return [f"If {_SHUTOUT_IF[rules.shutout_if]}, {gives}."]


def _winner(rules: RuleFields) -> list[str]:
    if rules.target is None:
        return []
    by_target = rules.winner_by == "target"
    text = [
        "Who reached the target wins the game, even with the lower total."
        if by_target
        else "The higher total wins the game; equal totals are a tie."
    ]
    if rules.credit == "total":
        return [*text, "To each player the game is worth that player's total."]
    negative = ", which may be negative" if by_target else ""
    return [
        *text,
        f"To the winner the game is worth the difference of the totals{negative}; to the other"
        " player, nothing.",
    ]


def _dealer(rules: RuleFields) -> list[str]:
    text = ["The first dealer is drawn by lot."]
    if rules.target is None:
        return text
    after = {
        "winner": "The winner of a round deals the next",
        "loser": "The loser of a round deals the next",
        "alternate": "After a round that somebody won the other player deals",
    }[rules.next_dealer]
    dead = {
        "same": "after one that nobody won, the same dealer deals again",
        "alternate": "after one that nobody won, the other player deals",
    }[rules.after_dead]
    return [*text, f"{after}; {dead}."]


def _match(rules: RuleFields) -> list[str]:
    if rules.match_target is None:
        return []
    return [
        "Games are played until what they are worth to a player comes to"
        f" {_points(rules.match_target)} or more.",
        "The higher sum wins the match; equal sums are a tie.",
    ]


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
