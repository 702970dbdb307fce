"""Games of several rounds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from gin_fast.answers.batch import MOST_ROUNDS_OF_GAME
from gin_fast.engine import dealing, playout
from gin_fast.game.round import Round, replay
from gin_fast.rules.rules import Rules, as_rules, stored_rules
from gin_fast.rules.scoring import (
    GameScore,
    GameSoFar,
    MatchScore,
    RoundScore,
    dealer_by_cut,
    next_dealer,
)
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import WORD, as_int, as_word, fresh_seed
from gin_fast.values.stored import Stored, field, object_with

if TYPE_CHECKING:
    from typing_extensions import Self

GAME_FORMAT = "gin_fast game"

VERSION = 1
HEAD = ("rules", "seed", "index", "dealer")
"""The fields of a record that say how a game or a match began."""

Seat = playout.Seat
"""A strategy in a seat of a round, in the engine in use."""


_Part = TypeVar("_Part", bound="Round | Game")
_Score = TypeVar("_Score", bound=GameScore | MatchScore)


@dataclass(frozen=True)
class Standing(Generic[_Part, _Score]):
    """The state of a game or a match, always replaced as a whole, so that nothing is ever half
    done."""

    ended: tuple[_Part, ...]
    """The rounds of a game, or the games of a match, that are over and counted."""
    score: _Score
    """Their score."""
    current: _Part
    """The one being played; when all is over, the last one."""


_Standing = TypeVar("_Standing", bound=Standing[Any, Any])


class Dealt(Stored, Generic[_Standing]):
    """Rounds dealt one after the other from a seed: a game or a match."""

    FORMAT: ClassVar[str]
    """What its records are called."""

    _rules: Rules
    _seed: int
    _lock: RLock
    _now: _Standing

    @abstractmethod
    def __init__(
        self, rules: Rules | str, *, seed: int | None, index: int, dealer: int | None
    ) -> None: ...

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        return self._rules

    @property
    def seed(self) -> int:
        """What the rounds are dealt from."""
        return self._seed

    @property
    @abstractmethod
    def score(self) -> GameScore | MatchScore:
        """What is over comes to."""

    @property
    @abstractmethod
    def rounds(self) -> tuple[Round, ...]:
        """Every round that is over, in order."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.score.is_over

    @property
    def winner(self) -> int | None:
        """The seat that won it; `None`: a tie, or it is not over."""
        return self.score.winner

    def apply(self, action: int | str) -> None:
        """Does an action for the seat to act. One that is illegal is a `ValueError`, and changes
        nothing."""
        self._settled().current.apply(action)
        self._settled()

    @abstractmethod
    def play(self, a: StrategyLike, b: StrategyLike) -> None:
        """Plays it to its end: strategy `a` in seat 0 against `b` in seat 1, as `Seat` does."""

    def _settled(self) -> _Standing:
        """How it stands when what has ended is counted, and the next round or game begun."""
        now = self._now
        if now.current.is_over and not now.score.is_over:
            with self._lock:
                now = self._now  # another thread may have done it
                if now.current.is_over and not now.score.is_over:
                    now = self._now = self._after(now)
        return now

    @abstractmethod
    def _after(self, now: _Standing) -> _Standing:
        """How it stands with what has just ended, which is not counted yet."""

    def copy(self) -> Self:
        """An independent copy of it as it stands.

        >>> game = Game(seed=7)
        >>> other = game.copy()
        >>> other.apply("pass")
        >>> game.round.phase, game == other
        ('first_upcard', False)
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._lock = RLock()
        now = self._settled()
        other._now = now if now.score.is_over else replace(now, current=now.current.copy())
        return other

    @abstractmethod
    def head(self) -> dict[str, Any]:
        """How it began, as it is stored: the rules, the seed, the index and the first dealer."""

    @abstractmethod
    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""


_Dealt = TypeVar("_Dealt", bound=Dealt[Any])


@dataclass(frozen=True)
class _GameNow(Standing[Round, GameScore]):
    """The state of a game."""

    so_far: GameSoFar
    dealer: int


class Game(Dealt[_GameNow]):
    """Rounds to the target of the rules, dealt from one seed, with the deal passing as they say.

    When a round is over the next one is dealt. Round *k*, counted from 0, is deal `index` + *k* of
    the seed. The first dealer is found as the rules say, by lot or by a cut, unless `dealer` is
    given.

    >>> game = Game("classic", seed=7, dealer=1)
    >>> game.round.phase, game.round.to_move
    ('first_upcard', 0)
    >>> game.play("simple", "simple")
    >>> game.score.total, game.winner
    ((293, 328), 1)
    """

    FORMAT = GAME_FORMAT

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
            dealer = _first_dealer(self._rules, self._seed, self._index)
        self._first_dealer = as_int(dealer, "dealer", 0, 1)
        self._lock = RLock()
        self._now = self._dealt((), GameSoFar(), self._first_dealer)

    @property
    def index(self) -> int:
        """The index of the first deal."""
        return self._index

    @property
    def round(self) -> Round:
        """The round being played; when the game is over, the last one."""
        return self._settled().current

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are over."""
        return self._settled().ended

    @property
    def score(self) -> GameScore:
        """The score of the rounds that are over."""
        return self._settled().score

    @property
    def dealer(self) -> int:
        """The dealer of the round being played, as a seat."""
        return self._settled().dealer

    def play(self, a: StrategyLike, b: StrategyLike) -> None:
        """Plays the game to its end: strategy `a` in seat 0 against `b` in seat 1, as `Seat` does.

        A game that is not over after 10 000 rounds is a `RuntimeError`, and so is a strategy that
        fails. The game then stays as it is.
        """
        players = as_player(a), as_player(b)
        while not self.is_over:
            now = self._now
            rounds, round = now.ended, now.current
            if len(rounds) >= MOST_ROUNDS_OF_GAME:
                raise RuntimeError(f"the game is not over after {len(rounds)} rounds")
            index = self._index_of(len(rounds))
            seats = [Seat(each, self._seed, index, at) for at, each in enumerate(players)]
            while not round.is_over:
                round.apply(seats[round.to_move].choose(round))

    def _after(self, now: _GameNow) -> _GameNow:
        result = now.current.result
        assert result is not None
        rounds = (*now.ended, now.current)
        ended = RoundScore(result.winner, result.scored, result.kind)
        so_far = now.so_far.plus(ended, self._rules)
        if so_far.is_over:
            return _GameNow(rounds, so_far.score(self._rules), now.current, so_far, now.dealer)
        return self._dealt(rounds, so_far, next_dealer(now.dealer, result.winner, self._rules))

    def _dealt(self, rounds: tuple[Round, ...], so_far: GameSoFar, dealer: int) -> _GameNow:
        score = so_far.score(self._rules)
        index = self._index_of(len(rounds))
        round = Round.deal(self._seed, index, rules=self._rules, dealer=dealer, scores=score.total)
        return _GameNow(rounds, score, round, so_far, dealer)

    def _index_of(self, number: int) -> int:
        """The index of a deal of the game. The last possible index is followed by 0."""
        return (self._index + number) & WORD

    def __repr__(self) -> str:
        points = " to ".join(map(str, self.score.total))
        return f"<Game: {points} after {len(self.rounds)} rounds>"

    def head(self) -> dict[str, Any]:
        """How the game began, as stored: the rules, the seed, the index and the first dealer."""
        rules = self._rules.name or self._rules.to_dict()
        begin = rules, self._seed, self._index, self._first_dealer
        return dict(zip(HEAD, begin, strict=True))

    def record(self) -> dict[str, Any]:
        """The record of the game: the rules, the seed, the first dealer, and each round's actions
        and result, including the unfinished round."""
        now = self._settled()
        playing = () if now.score.is_over else (now.current,)
        return {
            "format": GAME_FORMAT,
            "version": VERSION,
            **self.head(),
            "rounds": [played(round) for round in (*now.ended, *playing)],
        }

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The game of a record, replayed. A record that does not replay to what it stores is a
        `ValueError` that says why.

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
                    raise ValueError("the round before it was not played to its end")
                self.add(each)
            except ValueError as error:
                raise ValueError(f"round {number}: {error}") from None

    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""
        now = self._settled()
        if now.score.is_over:
            raise ValueError("the game is already over")
        if now.current.actions:
            raise ValueError("the round before it was not played to its end")
        object_with(stored, ("actions", "result"))
        round = now.current.copy()
        replay(round, field(stored, "actions", list), stored["result"])
        self._now = replace(now, current=round)


def _first_dealer(rules: Rules, seed: int, index: int) -> int:
    """Who deals first in the game that begins with this deal."""
    chance = dealing.Stream(seed, index, dealing.SAMPLING)
    if rules.first_dealer == "lot":
        return chance.below(2)
    ours, theirs = chance.below(52), chance.below(51)
    return dealer_by_cut((ours, theirs + (theirs >= ours)))  # of the cards that are left


def played(round: Round) -> dict[str, Any]:
    """What a game's record stores of a round: the rest follows from the game."""
    record = round.record()
    return {"actions": record["actions"], "result": record["result"]}


def begun(made: type[_Dealt], record: Any, format: str, **more: type) -> _Dealt:
    """The game or the match that a record begins. `more` are its other fields."""
    field(record, "format", str, expected=(format,))
    field(record, "version", int, expected=(VERSION,))
    object_with(record, ("format", "version", *HEAD, *more))
    for name, kind in more.items():
        field(record, name, kind)
    numbers = {name: field(record, name, int) for name in HEAD[1:]}
    return made(stored_rules(record), **numbers)
