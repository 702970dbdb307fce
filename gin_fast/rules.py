"""What a table plays by."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from gin_fast.cards import as_int, shown

DEAD_STOCK = 2
"""A throw that is no knock, with so few cards left in the stock, ends the round dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one round, checked when made. The defaults are the profile ``modern``.

    >>> Rules.preset("modern", gin_bonus=20).gin_bonus
    20
    >>> Rules(knock_limit=-1)
    Traceback (most recent call last):
    ValueError: knock_limit must be from 0 to 100, not -1
    """

    knock_limit: int = 10
    """The most deadwood one may knock with."""
    gin_bonus: int = 25
    """What gin scores besides the defender's deadwood."""
    undercut_bonus: int = 25
    """What an undercut scores besides the difference."""
    big_gin_bonus: int | None = 31
    """What eleven melded cards score in place of the gin bonus; `None`: not in the rules."""
    tie_is_undercut: bool = True
    """Equal deadwood after layoffs is an undercut; else it pays nobody."""
    pile_draw_cap: int = 100
    """The round is dead after the throw that follows so many draws from the pile."""

    def __post_init__(self) -> None:
        _store(self, "knock_limit", 0, 100)
        _store(self, "gin_bonus", 0, 1000)
        _store(self, "undercut_bonus", 0, 1000)
        if self.big_gin_bonus is not None:
            _store(self, "big_gin_bonus", 0, 1000)
        if not isinstance(self.tie_is_undercut, bool):
            raise TypeError(f"tie_is_undercut must be a bool, not {shown(self.tie_is_undercut)}")
        _store(self, "pile_draw_cap", 1, 1000)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The rules of a profile by its name, with some fields changed.

        >>> Rules.preset("eaai").big_gin_bonus is None
        True
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of a profile must be a str, not {shown(name)}")
        if name not in PROFILES:
            raise ValueError(f"unknown rules {shown(name)}: expected one of {', '.join(PROFILES)}")
        unknown = sorted(changes.keys() - {field.name for field in fields(cls)})
        if unknown:
            raise TypeError(f"unknown field of Rules: {shown(unknown[0])}")
        return replace(PROFILES[name], **changes)


def _store(rules: Rules, name: str, low: int, high: int) -> None:
    """Checks a field and keeps it as an ``int``, so that a NumPy integer makes an equal Rules."""
    object.__setattr__(rules, name, as_int(getattr(rules, name), name, low, high))


PROFILES: dict[str, Rules] = {
    "modern": Rules(),
    "eaai": Rules(big_gin_bonus=None),
}
"""The profiles by name."""


def as_rules(value: Any) -> Rules:
    """`value` as Rules: Rules themselves, or the name of a profile."""
    if isinstance(value, Rules):
        return value
    if isinstance(value, str):
        return Rules.preset(value)
    raise TypeError(f"rules must be Rules or the name of a profile, not {shown(value)}")
