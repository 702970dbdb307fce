"""Games of several rounds, and matches of several games."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gin_fast._engine import dealing, playout
from gin_fast.cards import WORD, as_int, as_word, fresh_seed
from gin_fast.players import StrategyLike, as_player
from gin_fast.playing import MOST_ROUNDS_OF_GAME
from gin_fast.round import Round, replay
from gin_fast.rules import Rules, as_rules
from gin_fast.scoring import (
    GameScore,
    GameSoFar,
    MatchScore,
    RoundScore,
    next_dealer,
)
from gin_fast.stored import Stored, field, object_with, stored_rules

if TYPE_CHECKING:
    from typing_extensions import Self

GAME_FORMAT = "gin_fast game"
MATCH_FORMAT = "gin_fast match"
VERSION = 1
HEAD = ("rules", "seed", "index", "dealer")
"""The fields of a record that tell how a game or a match began."""

Seat = playout.Seat
"""A strategy at a seat of a round, of the engine in use."""

_Begun = TypeVar("_Begun", bound="Game | Match")


class _GameNow(NamedTuple):
    """How a game stands: always replaced as a whole, so that nothing is ever done by half."""

    rounds: tuple[Round, ...]
    """Those that are over and counted."""
    so_far: GameSoFar
    score: GameScore
    dealer: int
    round: Round


class Game(Stored):
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
        self._first_dealer = as_int(dealer, "dealer", 0, 1)
        self._lock = RLock()
        self._now = self._dealt((), GameSoFar(), self._first_dealer)

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
        return self._settled().round

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are over."""
        return self._settled().rounds

    @property
    def score(self) -> GameScore:
        """What the rounds that are over come to."""
        return self._settled().score

    @property
    def dealer(self) -> int:
        """The seat that deals the round that is played."""
        return self._settled().dealer

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
        self._settled()

    def play(self, a: StrategyLike, b: StrategyLike) -> None:
        """Plays it to its end: strategy `a` in seat 0 against `b` in seat 1, as `Seat` does.

        A game that 10 000 rounds do not end is left there, with a `RuntimeError`; so is one where a
        strategy fails.
        """
        players = as_player(a), as_player(b)
        while not self.is_over:
            now = self._now
            rounds, round = now.rounds, now.round
            if len(rounds) >= MOST_ROUNDS_OF_GAME:
                raise RuntimeError(f"the game is not over after {len(rounds)} rounds")
            index = self._index_of(len(rounds))
            seats = [Seat(each, self._seed, index, at) for at, each in enumerate(players)]
            while not round.is_over:
                round.apply(seats[round.to_move].choose(round))

    def _settled(self) -> _GameNow:
        """How it stands when a round that has ended is counted, and the next one dealt."""
        now = self._now
        if now.round.is_over and not now.score.is_over:
            with self._lock:
                now = self._now  # another thread may have done it
                if now.round.is_over and not now.score.is_over:
                    now = self._now = self._after(now)
        return now

    def _after(self, now: _GameNow) -> _GameNow:
        result = now.round.result
        assert result is not None
        rounds = (*now.rounds, now.round)
        ended = RoundScore(result.winner, result.scored, result.kind)
        so_far = now.so_far.plus(ended, self._rules)
        if so_far.is_over:
            return _GameNow(rounds, so_far, so_far.score(self._rules), now.dealer, now.round)
        return self._dealt(rounds, so_far, next_dealer(now.dealer, result.winner, self._rules))

    def _dealt(self, rounds: tuple[Round, ...], so_far: GameSoFar, dealer: int) -> _GameNow:
        score = so_far.score(self._rules)
        index = self._index_of(len(rounds))
        round = Round.deal(self._seed, index, rules=self._rules, dealer=dealer, scores=score.total)
        return _GameNow(rounds, so_far, score, dealer, round)

    def _index_of(self, number: int) -> int:
        """The index of a deal of the game. After the last one there is comes the first."""
        return (self._index + number) & WORD

    def copy(self) -> Self:
        """An independent copy of the game as it stands.

        >>> game = Game(seed=7)
        >>> other = game.copy()
        >>> other.apply("pass")
        >>> game.round.phase, game == other
        ('first_upcard', False)
        """
        other = _copied(self)
        now = self._settled()
        other._now = now if now.score.is_over else now._replace(round=now.round.copy())
        return other

    def __repr__(self) -> str:
        points = " to ".join(map(str, self.score.total))
        return f"<Game: {points} after {len(self.rounds)} rounds>"

    def head(self) -> dict[str, Any]:
        """How it began, as it is stored: the rules, the seed, the index and the first dealer."""
        rules = self._rules.name or self._rules.to_dict()
        begin = rules, self._seed, self._index, self._first_dealer
        return dict(zip(HEAD, begin, strict=True))

    def record(self) -> dict[str, Any]:
        """What is stored of it: the rules, the seed, the first dealer, and each round's actions and
        result, the last one as far as it is played."""
        now = self._settled()
        playing = () if now.score.is_over else (now.round,)
        return {
            "format": GAME_FORMAT,
            "version": VERSION,
            **self.head(),
            "rounds": [played(round) for round in (*now.rounds, *playing)],
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
        self = begun(cls, record, GAME_FORMAT, rounds=list)
        self._replay(record["rounds"])
        return self

    def _replay(self, stored: Sequence[Any]) -> None:
        for number, each in enumerate(stored, 1):
            try:
                if not self.is_over and number - 1 != len(self.rounds):
                    raise ValueError("the round before was not played to its end")
                self.add(each)
            except ValueError as error:
                raise ValueError(f"round {number}: {error}") from None

    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""
        now = self._settled()
        if now.score.is_over:
            raise ValueError("the game is over already")
        if now.round.actions:
            raise ValueError("the round before was not played to its end")
        object_with(stored, ("actions", "result"))
        round = now.round.copy()
        replay(round, field(stored, "actions", list), stored["result"])
        self._now = now._replace(round=round)


def played(round: Round) -> dict[str, Any]:
    """What is stored of a round of a game: the rest follows from the game."""
    record = round.record()
    return {"actions": record["actions"], "result": record["result"]}


def begun(made: type[_Begun], record: Any, format: str, **more: type) -> _Begun:
    """The game or the match that a record tells the beginning of. `more` are its other fields."""
    field(record, "format", str, expected=(format,))
    field(record, "version", int, expected=(VERSION,))
    object_with(record, ("format", "version", *HEAD, *more))
    for name, kind in more.items():
        field(record, name, kind)
    numbers = {name: field(record, name, int) for name in HEAD[1:]}
    return made(stored_rules(record), **numbers)


def _copied(table: _Begun) -> _Begun:
    """Another of its class that shares what it has, but for the lock."""
    other = object.__new__(type(table))
    vars(other).update(vars(table))
    other._lock = RLock()
    return other


class _MatchNow(NamedTuple):
    """How a match stands."""

    games: tuple[Game, ...]
    score: MatchScore
    game: Game


class Match(Stored):
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
        rules = as_rules(rules)
        if rules.match_target is None:
            raise ValueError("these rules have no match: match_target is None")
        game = Game(rules, seed=seed, index=index, dealer=dealer)
        self._lock = RLock()
        self._now = _MatchNow((), MatchScore(), game)

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        return self._now.game.rules

    @property
    def seed(self) -> int:
        """What the rounds are dealt from."""
        return self._now.game.seed

    @property
    def game(self) -> Game:
        """The game that is played; when the match is over, the last one."""
        return self._settled().game

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that are over."""
        return self._settled().games

    @property
    def score(self) -> MatchScore:
        """What the games that are over come to."""
        return self._settled().score

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
        self._settled()

    def play(self, a: StrategyLike, b: StrategyLike) -> None:
        """Plays it to its end, as `Game.play` does."""
        a, b = as_player(a), as_player(b)
        while not self.is_over:
            self.game.play(a, b)

    def _settled(self) -> _MatchNow:
        """How it stands when a game that has ended is counted, and the next one begun."""
        now = self._now
        if now.game.is_over and not now.score.is_over:
            with self._lock:
                now = self._now  # another thread may have done it
                if now.game.is_over and not now.score.is_over:
                    now = self._now = self._after(now)
        return now

    def _after(self, now: _MatchNow) -> _MatchNow:
        games = (*now.games, now.game)
        score = now.score.plus(now.game.score, self.rules)
        if score.is_over:
            return _MatchNow(games, score, now.game)
        index = (now.game.index + len(now.game.rounds)) & WORD
        return _MatchNow(games, score, Game(self.rules, seed=self.seed, index=index))

    def copy(self) -> Self:
        """An independent copy of the match as it stands."""
        other = _copied(self)
        now = self._settled()
        other._now = now if now.score.is_over else now._replace(game=now.game.copy())
        return other

    def __repr__(self) -> str:
        credits = " to ".join(map(str, self.score.credits))
        return f"<Match: {credits} after {len(self.games)} games>"

    def head(self) -> dict[str, Any]:
        """How it began, as `Game.head` has it."""
        now = self._settled()
        return (*now.games, now.game)[0].head()

    def record(self) -> dict[str, Any]:
        """What is stored of it: the rules, the seed, the first dealer, and each game's rounds."""
        now = self._settled()
        playing = () if now.score.is_over else (now.game,)
        games = [{"rounds": game.record()["rounds"]} for game in (*now.games, *playing)]
        return {"format": MATCH_FORMAT, "version": VERSION, **self.head(), "games": games}

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The match that `record` stored, replayed. What is not as it was stored is a `ValueError`
        that says why.

        >>> match = Match(seed=7)
        >>> Match.from_record(match.record()) == match
        True
        """
        self = begun(cls, record, MATCH_FORMAT, games=list)
        for number, stored in enumerate(record["games"], 1):
            try:
                if self.is_over:
                    raise ValueError("the match is over already")
                if number - 1 != len(self.games):
                    raise ValueError("the game before was not played to its end")
                object_with(stored, ("rounds",))
                self.game._replay(field(stored, "rounds", list))
            except ValueError as error:
                raise ValueError(f"game {number}: {error}") from None
        return self

    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""
        if self.is_over:
            raise ValueError("the match is over already")
        self.game.add(stored)
