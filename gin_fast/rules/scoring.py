"""What a knock, a round, a game and a match are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gin_fast.cards.hands import as_card, format_card
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.values.checks import as_int, shown, shown_int

KINDS = ("knock", "undercut", "gin", "big_gin", "tie", "dead")
"""How a round ends. Nobody wins the last two."""


def knock_score(
    knocker_deadwood: int, defender_deadwood: int, rules: Rules | str, *, big_gin: bool = False
) -> int:
    """The score of a knock, from the knocker's side: negative when the defender scores.

    `knocker_deadwood` is that of the knocker's spread, `defender_deadwood` what is left after
    layoffs. Gin is 0, and is never undercut.

    >>> knock_score(3, 21, Rules()), knock_score(7, 5, Rules()), knock_score(0, 0, Rules())
    (18, -27, 25)
    >>> knock_score(7, 5, "rlcard"), knock_score(0, 5, "rlcard")
    (20, 100)
    """
    knocker = as_int(knocker_deadwood, "knocker_deadwood", 0)
    defender = as_int(defender_deadwood, "defender_deadwood", 0)
    rules = as_rules(rules)
    if not isinstance(big_gin, bool):
        raise TypeError(f"big_gin must be a bool, not {shown(big_gin)}")
    flat = rules.flat_knock_score is not None
    if big_gin:
        if knocker:
            raise ValueError(f"knocker_deadwood must be 0 for big gin, not {shown_int(knocker)}")
        if rules.big_gin_bonus is None:
            raise ValueError("big gin is not in these rules")
        return rules.big_gin_bonus if flat else defender + rules.big_gin_bonus
    if knocker == 0:
        return rules.gin_bonus if flat else defender + rules.gin_bonus
    if rules.flat_knock_score is not None:
        return rules.flat_knock_score
    if knocker < defender:
        return defender - knocker
    if knocker == defender and rules.tie != "undercut":
        return 0
    return -(knocker - defender + rules.undercut_bonus)


def as_kind(value: Any) -> str:
    """`value` as one of `KINDS`. Raises an error that says what is wrong."""
    if not isinstance(value, str):
        raise TypeError(f"kind must be a str, one of {', '.join(KINDS)}, not {shown(value)}")
    if value not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {shown(value)}")
    return KINDS[KINDS.index(value)]


def kind_of(knocker_deadwood: int, defender_deadwood: int, rules: Rules | str) -> str:
    """What a knock turned out to be: ``"knock"``, ``"undercut"``, ``"gin"`` or ``"tie"``.

    >>> kind_of(3, 21, "modern"), kind_of(7, 7, "modern"), kind_of(7, 7, "openspiel")
    ('knock', 'undercut', 'tie')
    """
    knocker = as_int(knocker_deadwood, "knocker_deadwood", 0)
    defender = as_int(defender_deadwood, "defender_deadwood", 0)
    rules = as_rules(rules)
    if knocker == 0:
        return "gin"
    if knocker < defender or rules.flat_knock_score is not None:
        return "knock"
    if knocker > defender:
        return "undercut"
    return {"undercut": "undercut", "nobody": "tie", "knocker": "knock"}[rules.tie]


def round_scores(
    kind: str,
    knocker: int | None,
    knocker_deadwood: int | None,
    defender_deadwood: int | None,
    rules: Rules | str,
    *,
    doubled: bool = False,
) -> tuple[int, int]:
    """What each seat scores for a round that ended as `kind`, one of `KINDS`.

    The kind must agree with the deadwoods. A dead round has no knocker: the deadwoods are those of
    seats 0 and 1, and may be None unless the rules have a flat knock score. `doubled`: the upcard
    was a spade that doubles.

    >>> round_scores("undercut", 0, 7, 5, "classic")
    (0, 12)
    >>> round_scores("knock", 1, 7, 30, "rlcard"), round_scores("dead", None, 12, 30, "rlcard")
    ((-30, 20), (-12, -30))
    >>> round_scores("knock", 0, 7, 5, "classic")
    Traceback (most recent call last):
    ValueError: kind must be undercut where 7 knocked against 5, not knock
    """
    kind = as_kind(kind)
    rules = as_rules(rules)
    if not isinstance(doubled, bool):
        raise TypeError(f"doubled must be a bool, not {shown(doubled)}")
    if doubled and not rules.oklahoma_spades_double:
        raise ValueError("doubled must be False: a spade upcard does not double in these rules")
    times = 2 if doubled else 1
    flat = rules.flat_knock_score is not None
    if kind == "dead":
        if knocker is not None:
            raise ValueError(f"knocker must be None in a dead round, not {shown(knocker)}")
        left = [
            0 if value is None and not flat else as_int(value, name, 0)
            for value, name in (
                (knocker_deadwood, "knocker_deadwood"),
                (defender_deadwood, "defender_deadwood"),
            )
        ]
        return (-times * left[0], -times * left[1]) if flat else (0, 0)
    seat = as_int(knocker, "knocker", 0, 1)
    mine = as_int(knocker_deadwood, "knocker_deadwood", 0)
    theirs = as_int(defender_deadwood, "defender_deadwood", 0)
    ended = kind_of(mine, theirs, rules)
    big_gin = kind == "big_gin"
    if kind != ended and not big_gin:
        against = f"{shown_int(mine)} knocked against {shown_int(theirs)}"
        raise ValueError(f"kind must be {ended} where {against}, not {kind}")
    score = times * knock_score(mine, theirs, rules, big_gin=big_gin)
    scores = (score, -times * theirs if flat else 0) if score >= 0 else (0, -score)
    return scores if seat == 0 else scores[::-1]


class RoundScore(NamedTuple):
    """What a game needs to know about a round."""

    winner: int | None
    """The seat that won it; None: nobody won."""
    scores: tuple[int, int]
    """What each seat scored."""
    kind: str
    """How it ended, one of `KINDS`."""


class GameScore(NamedTuple):
    """The score of a game, or of the part played so far. The pairs are by seat.

    Bonuses are added when the game is over. So are boxes, unless they count toward the target.
    """

    points: tuple[int, int]
    """The sums of the rounds."""
    won: tuple[int, int]
    """The numbers of rounds won."""
    game_bonus: tuple[int, int]
    shutout: tuple[int, int]
    """What the shutout added."""
    boxes: tuple[int, int]
    """The points of the boxes."""
    total: tuple[int, int]
    """The sum of all these."""
    reached: int | None
    """The seat that reached the target, once one did."""
    winner: int | None
    """The seat that won the game; None: a tie, or the game is not over."""
    is_over: bool
    is_shutout: bool
    credit: tuple[int, int]
    """What the game is worth in a match, once it is over."""


class GameSoFar(NamedTuple):
    """The sums of the rounds that the score of a game follows from. It starts with no rounds."""

    rounds: int = 0
    points: tuple[int, int] = (0, 0)
    won: tuple[int, int] = (0, 0)
    """The numbers of rounds won."""
    has_scored: tuple[bool, bool] = (False, False)
    reached: int | None = None
    """The seat that reached the target."""
    is_over: bool = False

    def plus(self, given: RoundScore, rules: Rules) -> GameSoFar:
        """The same with one more round. A round after the end of the game is a `ValueError`."""
        count = self.rounds + 1
        if self.is_over:
            raise ValueError(f"round {count} comes after round {count - 1} ended the game")
        each = _checked_round(given, count, rules)
        points = self.points[0] + each.scores[0], self.points[1] + each.scores[1]
        won = self.won[0] + (each.winner == 0), self.won[1] + (each.winner == 1)
        has_scored = (
            self.has_scored[0] or each.scores[0] > 0,
            self.has_scored[1] or each.scores[1] > 0,
        )
        reached = self.reached
        for seat in (0, 1):
            counted = points[seat] + box_at_once(rules) * won[seat]
            if rules.target is not None and counted >= rules.target:
                reached = seat
        is_over = reached is not None or rules.target is None
        return GameSoFar(count, points, won, has_scored, reached, is_over)

    def score(self, rules: Rules) -> GameScore:
        """The score of these rounds."""
        reached, points = self.reached, self.points
        counted = self.is_over or rules.boxes_count_to_target
        boxes = [rules.box * each if counted else 0 for each in self.won]
        bonus, shutout = [0, 0], [0, 0]
        is_shutout = False
        if reached is not None:
            bonus[reached] = rules.game_bonus
            is_shutout = (
                rules.shutout != "none"
                and {
                    "never_scored": not self.has_scored[1 - reached],
                    "won_no_round": not self.won[1 - reached],
                    "won_every_round": self.won[reached] == self.rounds,
                }[rules.shutout_if]
            )
            if is_shutout:
                shutout[reached] = {
                    "bonus": rules.shutout_bonus,
                    "double_points": points[reached],
                    "double_all": points[reached] + bonus[reached] + boxes[reached],
                }[rules.shutout]
        total = tuple(map(sum, zip(points, bonus, shutout, boxes, strict=True)))
        winner = None
        if self.is_over:
            by_target = reached is not None and rules.winner_by == "target"
            winner = reached if by_target else _higher(total[0], total[1])
        credit = [0, 0]
        if self.is_over and rules.credit == "total":
            credit = [*total]
        elif winner is not None:
            credit[winner] = total[winner] - total[1 - winner]
        return GameScore(
            points,
            self.won,
            (bonus[0], bonus[1]),
            (shutout[0], shutout[1]),
            (boxes[0], boxes[1]),
            (total[0], total[1]),
            reached,
            winner,
            self.is_over,
            is_shutout,
            (credit[0], credit[1]),
        )


def game_score(rounds: Iterable[RoundScore], rules: Rules | str) -> GameScore:
    """The score of a game from its rounds. A round after the end of the game is a `ValueError`.

    >>> rounds = [RoundScore(0, (60, 0), "gin"), RoundScore(0, (40, 0), "knock")]
    >>> score = game_score(rounds, "modern")
    >>> score.points, score.game_bonus, score.shutout, score.boxes, score.total
    ((100, 0), (100, 0), (100, 0), (50, 0), (350, 0))
    """
    rules = as_rules(rules)
    so_far = GameSoFar()
    for each in rounds:
        so_far = so_far.plus(each, rules)
    return so_far.score(rules)


def box_at_once(rules: Rules) -> int:
    """What a round won adds toward the target besides its points.

    >>> from gin_fast.rules.rules import as_rules
    >>> box_at_once(as_rules("palace")), box_at_once(as_rules("modern"))
    (10, 0)
    """
    return rules.box if rules.boxes_count_to_target else 0


def next_dealer(dealer: int, winner: int | None, rules: Rules | str) -> int:
    """Who deals after a round that `dealer` dealt and `winner` won; None: nobody won.

    >>> next_dealer(0, 1, "modern"), next_dealer(0, 0, "eaai"), next_dealer(0, None, "eaai")
    (1, 1, 0)
    """
    dealer = as_int(dealer, "dealer", 0, 1)
    rules = as_rules(rules)
    if winner is None:
        return dealer if rules.after_dead == "same" else 1 - dealer
    winner = as_int(winner, "winner", 0, 1)
    if rules.next_dealer == "alternate":
        return 1 - dealer
    return winner if rules.next_dealer == "winner" else 1 - winner


def dealer_by_cut(cards: Sequence[int]) -> int:
    """Who deals first where the seats have cut these cards: the one with the higher card. Kings
    are high, and of one rank spades come before hearts, diamonds and clubs.

    >>> from gin_fast.cards.hands import parse_card
    >>> dealer_by_cut([parse_card("KD"), parse_card("KH")])
    1
    """
    if isinstance(cards, str) or not isinstance(cards, Sequence) or len(cards) != 2:
        raise TypeError(f"cards must be a pair of cards, not {shown(cards)}")
    ours, theirs = map(as_card, cards)
    if ours == theirs:
        raise ValueError(f"cards must be two different ones, not {format_card(ours)} twice")
    return int((ours % 13, ours // 13) < (theirs % 13, theirs // 13))


class MatchScore(NamedTuple):
    """The score of a match, or of the part played so far."""

    credits: tuple[int, int] = (0, 0)
    """The sums of what the games credit each seat."""
    won: tuple[int, int] = (0, 0)
    """The numbers of games won."""
    tied: int = 0
    """The number of games that nobody won."""
    is_over: bool = False
    """Whether a seat has reached the match target. Without a target a match is never over."""
    winner: int | None = None
    """The seat that won the match; None: a tie, or the match is not over."""

    def plus(self, game: GameScore, rules: Rules) -> MatchScore:
        """The same with one more game. A game after the end of the match is a `ValueError`."""
        count = sum(self.won) + self.tied + 1
        if not isinstance(game, GameScore):
            raise TypeError(f"game {count} must be a GameScore, not {shown(game)}")
        if self.is_over:
            raise ValueError(f"game {count} comes after game {count - 1} ended the match")
        if not game.is_over:
            raise ValueError(f"game {count} is not over")
        credits = self.credits[0] + game.credit[0], self.credits[1] + game.credit[1]
        won = self.won[0] + (game.winner == 0), self.won[1] + (game.winner == 1)
        is_over = rules.match_target is not None and max(credits) >= rules.match_target
        winner = _higher(*credits) if is_over else None
        return MatchScore(credits, won, self.tied + (game.winner is None), is_over, winner)


def match_score(games: Iterable[GameScore], rules: Rules | str) -> MatchScore:
    """The score of a match from its games. A game after the end of the match is a `ValueError`.

    >>> game = game_score([RoundScore(1, (0, 110), "gin")], "tournament")
    >>> match_score([game, game], "tournament")
    MatchScore(credits=(0, 670), won=(0, 2), tied=0, is_over=True, winner=1)
    """
    rules = as_rules(rules)
    score = MatchScore()
    for game in games:
        score = score.plus(game, rules)
    return score


def _higher(ours: int, theirs: int) -> int | None:
    """The seat with the higher of two totals; None: both are equal."""
    return None if ours == theirs else int(ours < theirs)


def _checked_round(given: Any, number: int, rules: Rules) -> RoundScore:
    """A round as these rules could have scored it. Raises an error that says what is wrong."""
    if not isinstance(given, RoundScore):
        raise TypeError(f"round {number} must be a RoundScore, not {shown(given)}")
    kind, winner, scores = given.kind, given.winner, given.scores
    kind = as_kind(kind)
    if not isinstance(scores, tuple) or len(scores) != 2:
        raise TypeError(f"scores must be a pair of ints, not {shown(scores)}")
    ours, theirs = (as_int(each, "a score", -1_000_000, 1_000_000) for each in scores)
    if (winner is None) != (kind in ("tie", "dead")):
        raise ValueError(f"round {number} must not have winner={shown(winner)} with kind={kind}")
    if winner is not None:
        winner = as_int(winner, "winner", 0, 1)
    for seat, score in enumerate((ours, theirs)):
        if seat == winner:
            fits, expected = score >= 0, "at least 0"
        elif rules.flat_knock_score is not None:
            fits, expected = score <= 0, "at most 0"
        else:
            fits, expected = score == 0, "0"
        if not fits:
            raise ValueError(
                f"round {number} must score {expected} for seat {seat} when its winner is "
                f"{winner}, not {score}"
            )
    return RoundScore(winner, (ours, theirs), kind)
