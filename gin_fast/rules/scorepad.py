"""Keeping score of a game, for people who play with real cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gin_fast.cards.hands import format_card, parse_card
from gin_fast.rules.entered import (
    checked_earlier,
    checked_players,
    dealer_after,
    limit_with,
    scored,
)
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.rules.scoring import (
    GameScore,
    as_kind,
    game_score,
    kind_of,
)
from gin_fast.rules.sheet import Entry, Row, sheet_text
from gin_fast.values.checks import as_int, check_fields, shown
from gin_fast.values.json import parsed

FORMAT = "gin_fast scorepad"
VERSION = 1
MOST_DEADWOOD = 100
"""The most that ten cards can count."""
MOST_OF_ELEVEN = 106
"""The most that eleven cards can count, which a seat holds if `pile_draw_cap` ended the round."""


class Scorepad:
    """The score sheet of one game: rounds are entered, corrected and undone, and the sums follow.

    Seats are 0 and 1, or the names of the players. A round that the rules do not allow is a
    `ValueError`, and changes nothing.

    >>> pad = Scorepad("modern", players=("Ann", "Bob"), dealer="Bob")
    >>> pad.enter("Ann", 3, 21).kind
    'knock'
    >>> pad.enter("Ann", 7, 5).kind
    'undercut'
    >>> pad.score.points, pad.players[pad.dealer]
    ((18, 27), 'Bob')
    >>> pad.correct(2, "Ann", 5, 7).kind
    'knock'
    >>> pad.score.points
    (20, 0)
    """

    def __init__(
        self,
        rules: Rules | str = "modern",
        *,
        players: Sequence[str] = ("A", "B"),
        dealer: int | str | None = None,
        earlier: Sequence[int] = (0, 0),
    ) -> None:
        """`dealer` deals the first round; None: it is not known who does. `earlier` is what the
        games before this one are worth to each player, in a match."""
        self._rules = as_rules(rules)
        self._players = checked_players(players)
        self._earlier = checked_earlier(earlier, self._rules)
        self._first_dealer = None if dealer is None else self._seat(dealer, "dealer")
        self._before: list[tuple[Entry, ...]] = []
        self._set(())

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def players(self) -> tuple[str, str]:
        return self._players

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The rounds entered."""
        return self._entries

    @property
    def score(self) -> GameScore:
        """The score of the game so far."""
        return self._score

    @property
    def match(self) -> tuple[int, int]:
        """What the games of the match are worth to each player, this one among them once it is
        over."""
        return self._earlier[0] + self._score.credit[0], self._earlier[1] + self._score.credit[1]

    @property
    def match_is_over(self) -> bool:
        """Whether a player has reached the target of the match."""
        target = self._rules.match_target
        return self._score.is_over and target is not None and max(self.match) >= target

    @property
    def first_dealer(self) -> int | None:
        """The seat that dealt the first round; None: it is not known."""
        return self._first_dealer

    @property
    def dealer(self) -> int | None:
        """The seat that deals next; None: it was never given, and no round has decided it."""
        return self._dealers()[-1]

    def enter(
        self,
        knocker: int | str | None = None,
        knocker_deadwood: int | None = None,
        defender_deadwood: int | None = None,
        *,
        kind: str | None = None,
        doubled: bool = False,
        upcard: int | str | None = None,
    ) -> Entry:
        """Adds a round, and returns it as it stands on the sheet.

        `knocker` is the player who went out, undercut or not; `defender_deadwood` is what the other
        had left after layoffs. The kind follows from the deadwoods, except ``kind="big_gin"`` and
        ``kind="dead"``, which must be given. With ``kind="gin"`` or ``"big_gin"`` the knocker's
        deadwood may be left out.

        `upcard` is the first card turned up, as text or as an id, where the rules look at it: it
        sets the knock limit, and whether the round is doubled. A round without it is held to the
        highest limit, and `doubled` says whether it counts double.

        >>> pad = Scorepad()
        >>> pad.enter("A", kind="big_gin", defender_deadwood=21).kind, pad.enter(kind="dead").kind
        ('big_gin', 'dead')
        >>> pad.enter("B", 11, 20)
        Traceback (most recent call last):
        ValueError: knocker_deadwood must be at most 10, the knock limit, not 11
        >>> Scorepad("oklahoma").enter("B", 9, 20, upcard="7D")
        Traceback (most recent call last):
        ValueError: knocker_deadwood must be at most 7, the knock limit with 7D turned up, not 9
        """
        if self._score.is_over:
            raise ValueError("the game is over: no round can be entered")
        entry = self._checked(knocker, knocker_deadwood, defender_deadwood, kind, doubled, upcard)
        self._change((*self._entries, entry))
        return entry

    def correct(
        self,
        number: int,
        knocker: int | str | None = None,
        knocker_deadwood: int | None = None,
        defender_deadwood: int | None = None,
        *,
        kind: str | None = None,
        doubled: bool = False,
        upcard: int | str | None = None,
    ) -> Entry:
        """Replaces round `number` by another, given as for `enter`.

        A correction that ends the game before its last round is refused.
        """
        at = self._place(number)
        entry = self._checked(knocker, knocker_deadwood, defender_deadwood, kind, doubled, upcard)
        self._change((*self._entries[:at], entry, *self._entries[at + 1 :]))
        return entry

    def note_upcard(self, number: int, upcard: int | str) -> Entry:
        """Notes the first upcard of round `number`, as text or as an id, and holds it to that.

        >>> pad = Scorepad("oklahoma")
        >>> _ = pad.enter("A", 5, 21)
        >>> pad.note_upcard(1, "4H")
        Traceback (most recent call last):
        ValueError: knocker_deadwood must be at most 4, the knock limit with 4H turned up, not 5
        """
        kind, knocker, ours, theirs, _, _ = self._entries[self._place(number)]
        return self.correct(number, knocker, ours, theirs, kind=kind, upcard=upcard)

    def remove(self, number: int) -> Entry:
        """Removes round `number` from the sheet, and returns it. Later ones move up."""
        at = self._place(number)
        entry = self._entries[at]
        self._change((*self._entries[:at], *self._entries[at + 1 :]))
        return entry

    def undo(self) -> None:
        """Undoes the last change: a round entered, corrected or removed.

        Changes made before the pad was stored cannot be undone.
        """
        if not self._before:
            raise ValueError("there is no change to undo")
        self._set(self._before.pop())

    def next_game(self, dealer: int | str | None = None) -> Scorepad:
        """A new sheet for the next game of the same players, once this one is over.

        `dealer` deals its first round. The rules say how that player is found (`first_dealer`), by
        a lot or a cut that the players make anew for each game, whoever dealt last. In a match
        the new sheet knows what the games so far are worth; after its end a new match begins.

        >>> pad = Scorepad("tournament", players=("Ann", "Bob"), dealer="Ann")
        >>> _ = pad.enter("Ann", 0, 80)
        >>> pad = pad.next_game("Bob")
        >>> pad.dealer, pad.match
        (1, (330, 0))
        """
        if not self._score.is_over:
            raise ValueError("the game is not over: the next one cannot begin")
        goes_on = self._rules.match_target is not None and not self.match_is_over
        earlier = self.match if goes_on else (0, 0)
        return Scorepad(self._rules, players=self._players, dealer=dealer, earlier=earlier)

    def sheet(self) -> list[Row]:
        """A row for each round."""
        rows, running = [], [0, 0]
        dealers = self._dealers()
        box = self._rules.box if self._rules.boxes_count_to_target else 0
        for at, (entry, ended) in enumerate(zip(self._entries, self._rounds, strict=True)):
            for seat in (0, 1):
                running[seat] += ended.scores[seat] + box * (ended.winner == seat)
            sums = running[0], running[1]
            rows.append(Row(at + 1, dealers[at], entry, ended.winner, ended.scores, sums))
        return rows

    def __str__(self) -> str:
        """The sheet as a table.

        >>> pad = Scorepad("classic", players=("Ann", "Bob"), dealer="Bob")
        >>> _ = pad.enter("Ann", 4, 30), pad.enter("Ann", 7, 5)
        >>> print(pad)
        round   dealer  ended                          Ann  Bob    so far
        1       Bob     Ann knocked, 4 against 30       26    0   26 to 0
        2       Ann     Ann was undercut, 7 against 5    0   12  26 to 12
        points                                          26   12
        """
        text = sheet_text(self.sheet(), self._players, self._score, self._rules, self._earlier)
        if not self.match_is_over:
            return text
        ours, theirs = self.match
        end = "tied" if ours == theirs else f"won by {self._players[ours < theirs]}"
        return f"{text}\nThe match is {end}."

    def __repr__(self) -> str:
        return f"<Scorepad of {' and '.join(self._players)}, {len(self._entries)} rounds>"

    def __eq__(self, other: object) -> bool:
        """Whether both sheets are the same, whatever could be undone."""
        if not isinstance(other, Scorepad):
            return NotImplemented
        return self._kept() == other._kept()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _kept(self) -> tuple[Any, ...]:
        return self._rules, self._players, self._first_dealer, self._earlier, self._entries

    def _change(self, entries: tuple[Entry, ...]) -> None:
        """Puts these rounds on the sheet if they are a valid game, and keeps the old ones."""
        before = self._entries
        self._set(entries)
        self._before.append(before)

    def _set(self, entries: tuple[Entry, ...]) -> None:
        rounds = tuple(scored(entry, self._rules) for entry in entries)
        self._score = game_score(rounds, self._rules)
        self._entries, self._rounds = entries, rounds

    def _dealers(self) -> list[int | None]:
        """Who dealt each round, and who deals the next."""
        dealers = [self._first_dealer]
        for each in self._rounds:
            dealers.append(dealer_after(dealers[-1], each.winner, self._rules))
        return dealers

    def _place(self, number: int) -> int:
        """The index of a round by its number."""
        if not self._entries:
            raise ValueError("no round has been entered")
        return as_int(number, "number", 1, len(self._entries)) - 1

    def _seat(self, value: int | str, name: str) -> int:
        """A seat, given by its number or by the player's name."""
        if not isinstance(value, str):
            return as_int(value, name, 0, 1)
        names = [player.casefold() for player in self._players]
        if value.casefold() not in names:
            either = " or ".join(shown(player) for player in self._players)
            raise ValueError(f"{name} must be {either}, or a seat, not {shown(value)}")
        return names.index(value.casefold())

    def _upcard(self, value: int | str) -> int:
        """The id of the first upcard, which the rules must look at."""
        if not self._rules.oklahoma:
            raise ValueError(
                f"upcard must be left out, not {shown(value)}: these rules do not look at it"
            )
        if not isinstance(value, str):
            return as_int(value, "upcard", 0, 51)
        try:
            return parse_card(value)
        except ValueError as error:
            raise ValueError(f"upcard: {error}") from None

    def _checked(
        self,
        knocker: int | str | None,
        knocker_deadwood: int | None,
        defender_deadwood: int | None,
        kind: str | None,
        doubled: bool,
        upcard: int | str | None,
    ) -> Entry:
        """A round as it stands on the sheet. Raises an error that says what the rules refuse."""
        if kind is not None:
            kind = as_kind(kind)
        if kind in ("gin", "big_gin") and knocker_deadwood is None:
            knocker_deadwood = 0
        most = MOST_OF_ELEVEN if kind == "dead" else MOST_DEADWOOD
        ours, theirs = (
            None if value is None else as_int(value, name, 0, most)
            for value, name in (
                (knocker_deadwood, "knocker_deadwood"),
                (defender_deadwood, "defender_deadwood"),
            )
        )
        seat = None if knocker is None else self._seat(knocker, "knocker")
        turned = None if upcard is None else self._upcard(upcard)
        limit, doubles = limit_with(turned, doubled, self._rules)
        if kind != "dead":
            if seat is None:
                raise ValueError("knocker must be given, unless the round is dead")
            if ours is None or theirs is None:
                name = "knocker_deadwood" if ours is None else "defender_deadwood"
                raise ValueError(f"{name} must be given, unless the round is dead")
            if ours > limit:
                up = "" if turned is None else f" with {format_card(turned)} turned up"
                need = f"at most {limit}, the knock limit{up}" if limit else f"0, for gin{up}"
                raise ValueError(f"knocker_deadwood must be {need}, not {ours}")
            kind = kind_of(ours, theirs, self._rules) if kind is None else kind
        elif self._rules.flat_knock_score is not None and (ours is None or theirs is None):
            raise ValueError("these rules score a dead round: both deadwoods must be given")
        elif seat is not None:
            raise ValueError(f"knocker must be left out of a dead round, not {shown(knocker)}")
        entry = Entry(kind, seat, ours, theirs, doubles, turned)
        scored(entry, self._rules)
        return entry

    def to_json(self) -> str:
        """One line of JSON that `from_json` reads back as an equal pad."""
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "rules": self._rules.to_dict(),
                "players": self._players,
                "dealer": self._first_dealer,
                "earlier": self._earlier,
                "rounds": [entry.to_dict() for entry in self._entries],
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Scorepad:
        """The pad that `to_json` wrote, checked. Anything else is a `ValueError` that says why.

        >>> pad = Scorepad("palace", dealer=1)
        >>> _ = pad.enter("B", 0, 40)
        >>> Scorepad.from_json(pad.to_json()) == pad
        True
        """
        if not isinstance(text, str):
            raise TypeError(f"a scorepad must be given as JSON in a str, not {shown(text)}")
        with _refusing("the scorepad"):
            values = parsed(text)
        if isinstance(values, dict):
            values.setdefault("earlier", [0, 0])  # sheets did not always tell it
        values = _fields(values, _FIELDS, "the scorepad")
        if values["format"] != FORMAT:
            raise ValueError(f"format must be {FORMAT!r}, not {shown(values['format'])}")
        if type(values["version"]) is not int or values["version"] != VERSION:
            raise ValueError(f"version must be {VERSION}, not {shown(values['version'])}")
        for name in ("players", "earlier", "rounds"):
            if not isinstance(values[name], list):
                raise ValueError(f"{name} must be a list, not {shown(values[name])}")
        with _refusing("the scorepad"):
            dealer = None if values["dealer"] is None else as_int(values["dealer"], "dealer", 0, 1)
            rules, players = Rules.from_dict(values["rules"]), values["players"]
            pad = cls(rules, players=players, dealer=dealer, earlier=values["earlier"])
        entries = []
        for number, each in enumerate(values["rounds"], 1):
            with _refusing(f"round {number}"):
                if isinstance(each, dict):
                    each.setdefault("upcard", None)  # sheets did not always tell it
                given = _fields(each, Entry._fields, "the round")
                if isinstance(given["knocker"], str):
                    raise ValueError(f"knocker must be a seat, not {shown(given['knocker'])}")
                if isinstance(given["upcard"], int):
                    raise ValueError(f"upcard must be a card's name, not {given['upcard']!r}")
                entries.append(pad._checked(**{**given, "kind": as_kind(given["kind"])}))
        pad._set(tuple(entries))
        return pad


_FIELDS = ("format", "version", "rules", "players", "dealer", "earlier", "rounds")


@contextmanager
def _refusing(where: str) -> Iterator[None]:
    """Makes every error a ValueError: a wrong type in JSON is not a mistake in the program."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise ValueError(f"{where}: {error}") from None


def _fields(values: Any, names: Sequence[str], what: str) -> dict[str, Any]:
    """A dict that has exactly these fields."""
    if not isinstance(values, dict):
        raise ValueError(f"{what} must be a dict of fields, not {shown(values)}")
    check_fields(values, names, what)
    return values
