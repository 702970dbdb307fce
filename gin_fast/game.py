"""Games of several rounds, and matches of several games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gin_fast._engine import dealing, playout
from gin_fast.cards import as_int, as_word
from gin_fast.positions import fresh_seed
from gin_fast.round import Round
from gin_fast.rules import Rules, as_rules
from gin_fast.scoring import (
    GameScore,
    MatchScore,
    RoundScore,
    game_score,
    match_score,
    next_dealer,
)
from gin_fast.stored import field, parsed

if TYPE_CHECKING:
    from typing_extensions import Self

GAME_FORMAT = "gin_fast game"
MATCH_FORMAT = "gin_fast match"
VERSION = 1


class Game:
    """Rounds to the target of the rules, dealt from one seed, the deal passing as the rules say.

    When a round is over the next one is dealt. Round *k*, counted from 0, is deal `index` + *k* of
    the seed; who deals the first is drawn, unless `dealer` says it.

    >>> game = Game("classic", seed=7, dealer=1)
    >>> game.round.phase, game.round.to_move
    ('first_upcard', 0)
    >>> game.play("simple", "simple")
    >>> game.score.total, game.winner
    ((293, 328), 1)
    """

    def __init__(
        self,
        rules: Rules | str = "modern",
        *,
        seed: int | None = None,
        index: int = 0,
        dealer: int | None = None,
    ) -> None:
        self._rules = as_rules(rules)
        self._seed = fresh_seed() if seed is None else as_word(seed, "seed")
        self._index = as_word(index, "index")
        if dealer is None:
            dealer = dealing.Stream(self._seed, self._index, dealing.SAMPLING).below(2)
        self._first_dealer = self._dealer = as_int(dealer, "dealer", 0, 1)
        self._rounds: list[Round] = []
        self._score = game_score([], self._rules)
        self._round = self._dealt()

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        return self._rules

    @property
    def seed(self) -> int:
        """What the rounds are dealt from."""
        return self._seed

    @property
    def index(self) -> int:
        """The index of the first deal."""
        return self._index

    @property
    def round(self) -> Round:
        """The round that is played; when the game is over, the last one."""
        if self._round.is_over and not self._score.is_over:
            self._close_round()
        return self._round

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are over, as copies."""
        self.round  # noqa: B018  # one that has ended is closed
        return tuple(round.copy() for round in self._rounds)

    @property
    def score(self) -> GameScore:
        """What the rounds that are over come to."""
        self.round  # noqa: B018
        return self._score

    @property
    def dealer(self) -> int:
        """The seat that deals the round that is played."""
        self.round  # noqa: B018
        return self._dealer

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.score.is_over

    @property
    def winner(self) -> int | None:
        """The seat that won the game; `None`: a tie, or it is not over."""
        return self.score.winner

    def apply(self, action: int | str) -> None:
        """Does an action for the seat to act. One that is illegal is a `ValueError`, and changes
        nothing."""
        self.round.apply(action)
        self.round  # noqa: B018

    def play(self, a: str, b: str) -> None:
        """Plays it to its end: strategy `a` in seat 0 against `b` in seat 1, as `Seat` does."""
        while not self.is_over:
            index = self._index + len(self._rounds)
            seats = [playout.Seat(name, self._seed, index, at) for at, name in enumerate((a, b))]
            while not self._round.is_over:
                self._round.apply(seats[self._round.to_move].choose(self._round))

    def _dealt(self) -> Round:
        return Round.deal(
            self._seed,
            self._index + len(self._rounds),
            rules=self._rules,
            dealer=self._dealer,
            scores=self._score.total,
        )

    def _close_round(self) -> None:
        """Counts the round that has ended, and deals the next."""
        ended = self._round
        assert ended.result is not None
        self._rounds.append(ended)
        self._score = game_score([*map(_round_score, self._rounds)], self._rules)
        if not self._score.is_over:
            self._dealer = next_dealer(self._dealer, ended.result.winner, self._rules)
            self._round = self._dealt()

    def copy(self) -> Self:
        """An independent copy of the game as it stands.

        >>> game = Game(seed=7)
        >>> other = game.copy()
        >>> other.apply("pass")
        >>> game.round.phase, game == other
        ('first_upcard', False)
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._rounds = list(self._rounds)
        other._round = self._round if self._score.is_over else self._round.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        points = " to ".join(map(str, self.score.total))
        return f"<Game: {points} after {len(self._rounds)} rounds>"

    def record(self) -> dict[str, Any]:
        """What is stored of it: the rules, the seed, the first dealer, and each round's actions and
        result, the last one as far as it is played."""
        playing = [] if self.is_over else [self._round]
        return {
            "format": GAME_FORMAT,
            "version": VERSION,
            "rules": self._rules.name or self._rules.to_dict(),
            "seed": self._seed,
            "index": self._index,
            "dealer": self._first_dealer,
            "rounds": [played(round) for round in (*self._rounds, *playing)],
        }

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The game that `record` stored, replayed. What is not as it was stored is a `ValueError`
        that says why.

        >>> game = Game(seed=7)
        >>> game.apply("pass")
        >>> Game.from_record(game.record()) == game
        True
        """
        self = cls._opened(record)
        for number, stored in enumerate(field(record, "rounds", list), 1):
            try:
                self.add(stored)
            except ValueError as error:
                raise ValueError(f"round {number}: {error}") from None
        return self

    @classmethod
    def _opened(cls, record: Any) -> Self:
        """The game of a record, before its rounds."""
        field(record, "format", str, expected=(GAME_FORMAT,))
        field(record, "version", int, expected=(VERSION,))
        numbers = {name: field(record, name, int) for name in ("seed", "index", "dealer")}
        return cls(stored_rules(record), **numbers)

    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""
        if self.is_over:
            raise ValueError("the game is over already")
        if self._round.actions:
            raise ValueError("the round before was not played to its end")
        round = self._round.copy()
        round.replay(field(stored, "actions", list), stored.get("result"))
        self._round = round

    def to_json(self) -> str:
        """The record in one line of JSON."""
        return json.dumps(self.record())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The game that `to_json` wrote, replayed and checked."""
        return cls.from_record(parsed(text))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_record, (self.record(),)


def _round_score(round: Round) -> RoundScore:
    assert round.result is not None
    return RoundScore(round.result.winner, round.result.scored, round.result.kind)


def played(round: Round) -> dict[str, Any]:
    """What is stored of a round of a game: the rest follows from the game."""
    record = round.record()
    return {"actions": record["actions"], "result": record["result"]}


def stored_rules(record: Any) -> Rules:
    """The rules of a record: the name of a profile, or every field."""
    rules = field(record, "rules", (str, dict))
    return as_rules(rules) if isinstance(rules, str) else Rules.from_dict(rules)


class Match:
    """Games to the match target of the rules, dealt from one seed without a deal twice.

    When a game is over the next one is begun, its first dealer drawn, unless it is the first and
    `dealer` says it.

    >>> match = Match("tournament", seed=7)
    >>> match.play("simple", "simple")
    >>> match.score.credits, len(match.games), match.winner
    ((793, 280), 7, 0)
    """

    def __init__(
        self,
        rules: Rules | str = "tournament",
        *,
        seed: int | None = None,
        index: int = 0,
        dealer: int | None = None,
    ) -> None:
        self._rules = as_rules(rules)
        if self._rules.match_target is None:
            raise ValueError("these rules have no match: match_target is None")
        self._games: list[Game] = []
        self._score = match_score([], self._rules)
        self._game = Game(self._rules, seed=seed, index=index, dealer=dealer)

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        return self._rules

    @property
    def seed(self) -> int:
        """What the rounds are dealt from."""
        return self._game.seed

    @property
    def game(self) -> Game:
        """The game that is played; when the match is over, the last one."""
        if self._game.is_over and not self._score.is_over:
            self._close_game()
        return self._game

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that are over, as copies."""
        self.game  # noqa: B018  # one that has ended is closed
        return tuple(game.copy() for game in self._games)

    @property
    def score(self) -> MatchScore:
        """What the games that are over come to."""
        self.game  # noqa: B018
        return self._score

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.score.is_over

    @property
    def winner(self) -> int | None:
        """The seat that won the match; `None`: a tie, or it is not over."""
        return self.score.winner

    def apply(self, action: int | str) -> None:
        """Does an action for the seat to act, as `Game.apply` does."""
        self.game.apply(action)

    def play(self, a: str, b: str) -> None:
        """Plays it to its end, as `Game.play` does."""
        while not self.is_over:
            self._game.play(a, b)

    def _close_game(self) -> None:
        ended = self._game
        self._games.append(ended)
        self._score = match_score([game.score for game in self._games], self._rules)
        if not self._score.is_over:
            after = ended.index + len(ended.rounds)
            self._game = Game(self._rules, seed=ended.seed, index=after)

    def copy(self) -> Self:
        """An independent copy of the match as it stands."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._games = list(self._games)
        other._game = self._game.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __repr__(self) -> str:
        credits = " to ".join(map(str, self.score.credits))
        return f"<Match: {credits} after {len(self._games)} games>"

    def record(self) -> dict[str, Any]:
        """What is stored of it: the rules, the seed, the first dealer, and each game's rounds."""
        playing = [] if self.is_over else [self._game]
        games = [game.record() for game in (*self._games, *playing)]
        head = {name: games[0][name] for name in ("rules", "seed", "index", "dealer")}
        rounds = [{"rounds": game["rounds"]} for game in games]
        return {"format": MATCH_FORMAT, "version": VERSION, **head, "games": rounds}

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The match that `record` stored, replayed. What is not as it was stored is a `ValueError`
        that says why.

        >>> match = Match(seed=7)
        >>> Match.from_record(match.record()) == match
        True
        """
        self = cls._opened(record)
        for number, game in enumerate(field(record, "games", list), 1):
            try:
                if number > 1 + len(self.games) or (self.is_over and number > len(self.games)):
                    raise ValueError("it does not follow on the game before")
                for stored in field(game, "rounds", list):
                    self._game.add(stored)
            except ValueError as error:
                raise ValueError(f"game {number}: {error}") from None
        return self

    @classmethod
    def _opened(cls, record: Any) -> Self:
        """The match of a record, before its games."""
        field(record, "format", str, expected=(MATCH_FORMAT,))
        field(record, "version", int, expected=(VERSION,))
        numbers = {name: field(record, name, int) for name in ("seed", "index", "dealer")}
        return cls(stored_rules(record), **numbers)

    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""
        if self.is_over:
            raise ValueError("the match is over already")
        self.game.add(stored)

    def to_json(self) -> str:
        """The record in one line of JSON."""
        return json.dumps(self.record())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The match that `to_json` wrote, replayed and checked."""
        return cls.from_record(parsed(text))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_record, (self.record(),)
