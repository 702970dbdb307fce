"""``gin-fast play``: a person plays a game against a strategy."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import click

from gin_fast.cli.drawing import (
    draw_action,
    draw_cards,
    draw_end,
    draw_hand,
    draw_table,
    in_order,
    in_signs,
    move_text,
    sheet_of,
)
from gin_fast.cli.hints import hints
from gin_fast.cli.layout import listed, table, wrapped
from gin_fast.cli.questions import Back, Quit, word_of
from gin_fast.cli.rules import in_words
from gin_fast.cli.saves import SavedText, load_play, save_play, shown_file
from gin_fast.cli.shared import (
    STRATEGY_HELP,
    ask,
    errors_in_a_line,
    print_text,
    rules_from,
    rules_option,
    say,
    set_option,
    strategy,
    whole,
)
from gin_fast.engine import playout
from gin_fast.game.game import Game
from gin_fast.game.round import Round
from gin_fast.state.actions import Action
from gin_fast.strategies.builtin import is_builtin
from gin_fast.values.checks import WORD, plain, shown

_YOU, _OTHER = 0, 1
_ILLEGAL = re.compile(r"^illegal action \d+ \((.+?)\) in phase \w+: ")
"""How a refusal begins, for programs."""
_HELP = """\
Type the number of a move or its words; take, throw 7D and done work too."""
_WORDS = (
    ("hint", "the best moves, what they are worth and why"),
    ("sheet", "the score"),
    ("rules", "the rules of this game"),
    ("undo, back", "take back your last move, and all that came after it"),
    ("save [FILE]", "save the game now and after every move from then on"),
    ("help, h, ?", "show this"),
    ("quit, q", "quit; continue a saved game with --save FILE"),
)


@click.command("play", epilog=STRATEGY_HELP)
@click.argument("strategy", type=strategy, metavar="[STRATEGY]", required=False)
@rules_option(None)
@set_option
@click.option("--seed", type=whole("seed", 0, WORD), help="The seed; a fresh one by default.")
@click.option("--save", "file", type=click.Path(), help="Save the game to this file.")
def play_command(
    strategy: str | None,
    rules: str | None,
    changes: tuple[str, ...],
    seed: int | None,
    file: str | None,
) -> None:
    """Play a game against STRATEGY (simple by default).

    Type moves by their number or in words; "help" shows more. With --save the game is saved after
    every move, and continued if the file exists.
    """
    if file is not None and is_builtin(file) and not os.path.lexists(file):
        raise click.UsageError(
            f"--save takes a FILE, but {shown(file)} is a strategy: play {file} --save FILE"
        )
    wanted = rules_from(rules or "modern", changes) if rules or changes else None
    save = None if file is None else SavedText(file, "play --save")
    if file is not None and save is not None and save.text is not None:
        saved = load_play(save)
        game, against = saved.game, saved.strategy
        if strategy is None and not saved.is_builtin:
            raise click.UsageError(
                f"{shown_file(file)} is a game against {shown(against)}, which is not built in. A "
                "file does not start a strategy: name it again, as in gin-fast play STRATEGY "
                f"--save {shown_file(file)}"
            )
        others = {
            "STRATEGY": strategy not in (None, against),
            "--rules": wanted not in (None, game.rules),
            "--seed": seed not in (None, game.seed),
        }
        for option, is_other in others.items():
            if is_other:
                raise click.UsageError(f"{option} does not fit the game in {shown_file(file)}")
    else:
        game, against = Game(wanted or "modern", seed=seed), strategy or "simple"
    _Play(game, against, save).play()


class _Play:
    """A person and a strategy playing a game."""

    def __init__(self, game: Game, strategy: str, file: SavedText | None) -> None:
        self._game, self._strategy, self._file = game, strategy, file
        self._names = "you", plain(strategy.partition(":")[0])
        self._bot = self._seated()
        self._before: list[Game] = []
        """The game as it was before each move of the person."""

    def play(self) -> None:
        """Plays until the game is over or the person quits."""
        self._save()
        against = f"You play against {plain(self._strategy)}, seed {self._game.seed}"
        say(f'{against}; type "help" for help.')
        if self._game.is_over or (self._game.rounds and not self._game.round.actions):
            self._print_sheet()
        if not self._game.is_over:
            self._print_round()
        while not self._game.is_over:
            round = self._game.round
            if round.to_move == _OTHER:
                with errors_in_a_line(RuntimeError):  # of a strategy that fails
                    action = self._bot.choose(round)
            else:
                try:
                    action = self._asked(round)
                except Back:
                    self._take_back()
                    continue
                except Quit:
                    kept = self._file
                    say(f"Saved in {plain(kept.path)}." if kept else "The game was not saved.")
                    return
                self._before.append(self._game.copy())
            self._move(action)

    def _seated(self) -> playout.Seat:
        """The strategy for the current round. It is asked again for the moves it has made, so that
        its stream of random numbers is where it was."""
        round = self._game.round
        bot = playout.Seat(self._strategy, self._game.seed, round.start["index"], _OTHER)
        state = Round.begin(round.start, rules=round.rules)
        for seat, action in round.actions if not round.is_over else ():
            if seat == _OTHER:
                with errors_in_a_line(RuntimeError):
                    bot.choose(state)
            state.apply(action)
        return bot

    def _move(self, action: Action) -> None:
        before = self._game.round.copy()
        after = before.copy()
        after.apply(action)
        self._game.apply(action)
        self._save()
        seat = before.to_move
        print_text(
            f"{self._names[seat]} {move_text(action, before, after, is_hidden=seat == _OTHER)}"
        )
        if not after.is_over:
            return
        print_text("\n".join(["", *draw_end(after, self._names)]))
        self._print_sheet()
        if not self._game.is_over:
            self._bot = self._seated()
            self._print_round()

    def _take_back(self) -> None:
        """Takes back the last move of the person, and all that came after it."""
        if not self._before:
            say("there is no move to take back")
            return
        rounds = len(self._game.rounds)
        self._game = self._before.pop()
        self._bot = self._seated()
        self._save()
        say("your last move is taken back")
        if len(self._game.rounds) != rounds:
            self._print_round()

    def _asked(self, round: Round) -> Action:
        """The move of the person."""
        legal = in_order(round.legal_actions(), round.view(_YOU))
        self._print_turn(round)
        self._print_moves(round, legal)
        while True:
            line = ask("> ")
            word, _, rest = (line or "").partition(" ")
            try:
                match word_of(line) or word.lower():
                    case "quit":
                        raise Quit
                    case "back":
                        raise Back
                    case "":
                        self._print_moves(round, legal)
                    case "help":
                        print_text(
                            f"{wrapped(in_signs(_HELP))}\n{table([['', *each] for each in _WORDS])}"
                        )
                    case "hint":
                        print_text("\n".join(hints(round)))
                    case "sheet":
                        self._print_sheet()
                    case "rules":
                        say(in_words(self._game.rules))
                    case "save":
                        self._save_to(rest)
                    case _ if line is not None and line.isdecimal() and len(line) < 9:
                        if 0 < int(line) <= len(legal):
                            return legal[int(line) - 1]
                        say(f"choose a move from 1 to {len(legal)}")
                    case _:
                        return round.parse_action(line or "")
            except ValueError as error:
                print_text(in_signs(_ILLEGAL.sub(r"\1 is not possible now: ", str(error))))
            except click.UsageError as error:
                say(error.message)

    def _print_round(self) -> None:
        """Prints the heading of a new or continued round."""
        round = self._game.round
        ours, theirs = round.view(_YOU).scores
        dealer = "you deal" if self._game.dealer == _YOU else f"{self._names[_OTHER]} deals"
        number = len(self._game.rounds) + 1
        most = round.view(_YOU).limit
        limit = f", the limit is {most}" if most else ", only gin goes out"
        limit = "" if round.rules.eleven_card_start else limit
        score = f"you have {ours}, {self._names[_OTHER]} {theirs}"
        say(f"\nround {number}: {score}; {dealer}{limit}")

    def _print_turn(self, round: Round) -> None:
        """Prints what the person sees."""
        view = round.view(_YOU)
        table = draw_table(view)
        if view.known and view.knocker < 0:
            table += f"; {self._names[_OTHER]} holds {draw_cards(view.known)}"
        print_text(f"\n{table}\nyour hand {draw_hand(view.hand)}")

    def _print_moves(self, round: Round, legal: Sequence[Action]) -> None:
        view = round.view(_YOU)
        print_text(listed(f"{at} {draw_action(each, view)}" for at, each in enumerate(legal, 1)))

    def _print_sheet(self) -> None:
        say(f"\n{sheet_of(self._game, self._names)}")

    def _save(self) -> None:
        if self._file is not None:
            save_play(self._file, self._game, self._strategy)

    def _save_to(self, file: str) -> None:
        """Saves the game, now and after every move, in a file."""
        if not file and self._file is None:
            raise click.UsageError("name a file: save FILE")
        if file and (self._file is None or file != self._file.path):
            if os.path.lexists(file):
                raise click.UsageError(f"{shown_file(file)} exists: name another file")
            other = SavedText(file, "play --save")
            save_play(other, self._game, self._strategy)
            if self._file is not None:
                self._file.close()
            self._file = other
        self._save()
        assert self._file is not None
        say(f"The game is saved in {plain(self._file.path)}.")
