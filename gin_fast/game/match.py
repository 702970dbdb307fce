"""A match: games to the match target."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any

from gin_fast.game.game import VERSION, Dealt, Game, Standing, begun
from gin_fast.game.round import Round
from gin_fast.rules.rules import Rules, as_rules
from gin_fast.rules.scoring import MatchScore
from gin_fast.strategies.players import StrategyLike, as_player
from gin_fast.values.checks import WORD
from gin_fast.values.stored import field, object_with

if TYPE_CHECKING:
    from typing_extensions import Self

MATCH_FORMAT = "gin_fast match"


class Match(Dealt[Standing[Game, MatchScore]]):
    """Games to the match target of the rules, dealt from one seed, no deal twice.

    When a game is over the next one begins, and its first dealer is found anew, by lot or by a cut
    as the rules say. `dealer` is that of the first game.

    >>> match = Match("tournament", seed=7)
    >>> match.play("simple", "simple")
    >>> match.score.credits, len(match.games), match.winner
    ((721, 42), 5, 0)
    """

    FORMAT = MATCH_FORMAT

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
            raise ValueError("these rules have no match: they set no points that end one")
        game = Game(rules, seed=seed, index=index, dealer=dealer)
        self._rules, self._seed = rules, game.seed
        self._lock = RLock()
        self._now = Standing((), MatchScore(), game)

    @property
    def game(self) -> Game:
        """The game being played; when the match is over, the last one."""
        return self._settled().current

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that are over."""
        return self._settled().ended

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round that is over, in order, those of the game that is played among them."""
        now = self._settled()
        playing = () if now.score.is_over else (now.current,)
        return tuple(round for game in (*now.ended, *playing) for round in game.rounds)

    @property
    def score(self) -> MatchScore:
        """The score of the games that are over."""
        return self._settled().score

    def play(self, a: StrategyLike, b: StrategyLike) -> None:
        """Plays the match to its end, as `Game.play` does."""
        a, b = as_player(a), as_player(b)
        while not self.is_over:
            self.game.play(a, b)

    def _after(self, now: Standing[Game, MatchScore]) -> Standing[Game, MatchScore]:
        game = now.current
        games = (*now.ended, game)
        score = now.score.plus(game.score, self.rules)
        if score.is_over:
            return Standing(games, score, game)
        index = (game.index + len(game.rounds)) & WORD
        return Standing(games, score, Game(self.rules, seed=self.seed, index=index))

    def __repr__(self) -> str:
        credits = " to ".join(map(str, self.score.credits))
        return f"<Match: {credits} after {len(self.games)} games>"

    def head(self) -> dict[str, Any]:
        """How the match began, like `Game.head`."""
        now = self._settled()
        return (*now.ended, now.current)[0].head()

    def record(self) -> dict[str, Any]:
        """The record of the match: the rules, the seed, the first dealer, and its games' rounds."""
        now = self._settled()
        playing = () if now.score.is_over else (now.current,)
        games = [{"rounds": game.record()["rounds"]} for game in (*now.ended, *playing)]
        return {"format": MATCH_FORMAT, "version": VERSION, **self.head(), "games": games}

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The match of a record, replayed. A record that does not replay to what it stores is a
        `ValueError` that says why.

        >>> match = Match(seed=7)
        >>> Match.from_record(match.record()) == match
        True
        """
        self = begun(cls, record, MATCH_FORMAT, games=list)
        for number, stored in enumerate(record["games"], 1):
            try:
                if self.is_over:
                    raise ValueError("the match is already over")
                if number - 1 != len(self.games):
                    raise ValueError("the game before it was not played to its end")
                object_with(stored, ("rounds",))
                self.game._replay(field(stored, "rounds", list))
            except ValueError as error:
                raise ValueError(f"game {number}: {error}") from None
        return self

    def add(self, stored: Any) -> None:
        """Replays a stored round as the next one."""
        if self.is_over:
            raise ValueError("the match is already over")
        self.game.add(stored)
