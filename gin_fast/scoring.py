"""What a round is worth."""

from __future__ import annotations

from gin_fast.cards import as_int, shown, shown_int
from gin_fast.rules import Rules, as_rules


def knock_score(
    knocker_deadwood: int, defender_deadwood: int, rules: Rules | str, *, big_gin: bool = False
) -> int:
    """The score of a knock, from the knocker's side: negative when the defender scores.

    `knocker_deadwood` is that of the knocker's spread, `defender_deadwood` what is left after
    layoffs (after gin there are none). Gin is 0, and is never undercut.

    >>> knock_score(3, 21, Rules()), knock_score(7, 5, Rules()), knock_score(0, 0, Rules())
    (18, -27, 25)
    """
    knocker = as_int(knocker_deadwood, "knocker_deadwood", 0)
    defender = as_int(defender_deadwood, "defender_deadwood", 0)
    rules = as_rules(rules)
    if not isinstance(big_gin, bool):
        raise TypeError(f"big_gin must be a bool, not {shown(big_gin)}")
    if big_gin:
        if knocker:
            raise ValueError(f"knocker_deadwood must be 0 for big gin, not {shown_int(knocker)}")
        if rules.big_gin_bonus is None:
            raise ValueError("big gin is not in these rules: big_gin_bonus is None")
        return defender + rules.big_gin_bonus
    if knocker == 0:
        return defender + rules.gin_bonus
    if knocker < defender:
        return defender - knocker
    if knocker == defender and not rules.tie_is_undercut:
        return 0
    return -(knocker - defender + rules.undercut_bonus)
