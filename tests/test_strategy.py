"""Strategies of one's own in Python, and how strategies are named."""

from __future__ import annotations

import importlib
import pickle
import re
from functools import partial

import numpy as np
import pytest
from own import Clumsy, Dice, Lowest
from simulating import Plain

import gin_fast
from gin_fast import Game, simulate
from gin_fast.rules.rules import PROFILES
from gin_fast.state.actions import BIG_GIN, KNOCK, TAKE
from gin_fast.strategies.players import as_player
from gin_fast.strategy import Strategy


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("strategy", [Lowest, Dice])
def test_what_it_answers_by_default_is_legal_by_any_rules(native, strategy, rules):
    result = simulate(strategy, "simple", rounds=1500, seed=5, rules=rules)
    assert result.faults == ()
    assert result.forfeits == (0, 0)


@pytest.mark.parametrize("strategy", [Lowest, Dice, Clumsy])
def test_both_engines_ask_it_the_same(native, reference, strategy):
    for rules in ("modern", "must_gin", "straight", "fiftieth_card"):
        for mirrored in (False, True):
            tallies = [
                importlib.import_module(f"{engine.__name__}.playout").tally(
                    strategy, "random", 5, 0, 12, rules, mirrored=mirrored
                )
                for engine in (native, reference)
            ]
            assert tallies[0] == tallies[1]


def test_all_that_it_says_is_done(native):
    """The methods are asked in their phases, and what they say happens."""
    heard = []

    class Listens(Dice):
        def spread(self, view):
            heard.append("spread")
            return gin_fast.best_spread(view.hand | sum(view.melds)).melds

        def layoff(self, view):
            heard.append("layoff")
            return super().layoff(view)

        def take_upcard(self, view):
            heard.append("take_upcard")
            assert view.phase == "first_upcard"
            return True

        def draw(self, view):
            heard.append("draw")
            assert view.phase == "draw"
            return "stock"

        def discard(self, view):
            heard.append("discard")
            assert view.phase == "discard"
            return gin_fast.best_discards(view.hand, view.barred).cards.bit_length() - 1

        def knock(self, view, card):
            heard.append("knock")
            assert gin_fast.knock_discards(view.hand, view.limit, view.barred) >> card & 1
            return True

    result = simulate(Listens, "knock_early", rounds=200, seed=3, rules="classic")
    assert result.forfeits == (0, 0)
    assert set(heard) == {"spread", "layoff", "take_upcard", "draw", "discard", "knock"}
    assert result.ends["knock"].a > 0


def test_it_need_not_knock(native):
    class Waits(Lowest):
        def knock(self, view, card):
            return gin_fast.min_deadwood(view.hand & ~(1 << card)) == 0

    result = simulate(Waits, "random", rounds=200, seed=3, rules="classic")
    assert result.ends["knock"].a == 0
    assert result.ends["gin"].a > 50


def test_each_round_has_an_object_of_its_own(native, reference):
    made = []

    class Counts(Lowest):
        def __init__(self):
            made.append(self)
            assert not hasattr(self, "rng")

    for engine in (native, reference):
        made.clear()
        playout = importlib.import_module(f"{engine.__name__}.playout")
        playout.tally(Counts, "random", 1, 0, 20)
        assert len(made) == 20
        draws = {one.rng.below(1 << 30) for one in made}
        assert len(draws) == 20  # each has a stream of its own


def test_its_stream_is_that_of_its_seat(native):
    """So a strategy in Python draws what a built-in one would."""
    drawn = []

    class Draws(Lowest):
        def begin(self, rng):
            super().begin(rng)
            drawn.append(self.rng.word())

    simulate(Draws, "random", rounds=4, seed=9)
    assert drawn == [gin_fast.Stream(9, index, 1).word() for index in range(4)]
    drawn.clear()
    simulate("random", Draws, rounds=4, seed=9)
    assert drawn == [gin_fast.Stream(9, index, 2).word() for index in range(4)]


def test_a_game_and_a_seat_take_it(native):
    game = Game("eaai", seed=5, dealer=1)
    game.play(Lowest, "simple")
    again = Game("eaai", seed=5, dealer=1)
    again.play(Lowest, "simple")
    assert game.is_over
    assert game == again
    seat = gin_fast.Seat(Lowest, 5, 0, 0)
    round = gin_fast.Round.deal(5, rules="eaai")
    assert seat.choose(round) in round.legal_actions()


def test_a_game_tells_what_went_wrong():
    class Fails(Lowest):
        def discard(self, view):
            raise LookupError("no card")

    game = Game("eaai", seed=5, dealer=1)
    with pytest.raises(
        RuntimeError,
        match=r"^round 0 of seed 5: strategy '.*Fails' in seat 0 failed: LookupError: no card$",
    ) as caught:
        game.play(Fails, "simple")
    assert isinstance(caught.value.__cause__, LookupError)
    assert not game.is_over


def test_what_is_left_out_is_said():
    """At once, whoever is to play it, and not round by round."""

    class Empty(Strategy):
        pass

    class Discards(Empty):
        def discard(self, view):
            return gin_fast.best_discards(view.hand, view.barred).cards.bit_length() - 1

    class Draws(Empty):
        def draw(self, view):
            return "stock"

    class NoStrategy:
        pass

    class Whole(Draws, Discards):
        pass

    class Acts(Empty):
        def act(self, view):
            return Plain.act(self, view)

        begin = Plain.begin

    for strategy, lacks in (
        (Empty, "draw and no discard"),
        (Strategy, "draw and no discard"),
        (Discards, "draw"),
        (Draws, "discard"),
    ):
        message = rf"^the strategy .*{strategy.__name__} has no method {lacks}$"
        for call in (
            lambda strategy=strategy: as_player(strategy),
            lambda strategy=strategy: simulate(strategy, "simple", rounds=3, seed=1),
            lambda strategy=strategy: simulate("simple", strategy, games=1, seed=1),
            lambda strategy=strategy: gin_fast.compare("simple", strategy, rounds=4, seed=1),
            lambda strategy=strategy: gin_fast.tournament(["simple", strategy], games=2),
            lambda strategy=strategy: gin_fast.Seat(strategy, 5, 0, 0),
            lambda strategy=strategy: Game("eaai", seed=5).play(strategy, "simple"),
        ):
            with pytest.raises(TypeError, match=message):
                call()
    with pytest.raises(
        TypeError,
        match=r"NoStrategy has no method act\(view\): derive it from gin_fast\.Strategy",
    ):
        as_player(NoStrategy)
    for strategy in (Whole, Acts):
        assert simulate(strategy, "simple", rounds=30, seed=1).forfeits == (0, 0)


def test_names_of_ones_own():
    class Called(Lowest):
        name = "the lowest"

        def __init__(self, limit=10):
            self.limit = limit

    class Nameless(Lowest):
        name = ""

    class Knock(Lowest):
        def __init__(self, limit=10, *, at=0):
            self.limit = limit

    def by_hand():
        return Lowest()

    assert as_player(Called).name == "the lowest"
    assert simulate(Called, "simple", rounds=2, seed=1).a == "the lowest"
    assert as_player(Nameless).name.endswith("Nameless")
    assert as_player(by_hand).name.endswith("by_hand")
    assert as_player(partial(Lowest)).name == "Lowest()"
    assert as_player(partial(Called, 3)).name == "the lowest(3)"
    name = as_player(partial(partial(Knock, 3), at=2)).name
    assert name.endswith("Knock(3, at=2)")
    result = simulate(partial(Knock, 3), "simple", rounds=20, seed=1)
    assert result.a.endswith("Knock(3)")
    assert result.tally == simulate(Lowest, "simple", rounds=20, seed=1).tally


class Asked(Lowest):
    """Notes, where it discards, what it was asked and what was legal."""

    heard = None
    knocks = True

    def knock(self, view, card):
        left = gin_fast.min_deadwood(view.hand & ~(1 << card))
        self.heard.append(("knock", left, KNOCK + card in view.legal_actions()))
        return self.knocks

    def discard(self, view):
        card = super().discard(view)
        legal = view.legal_actions()
        left = gin_fast.min_deadwood(view.hand & ~(1 << card))
        self.heard.append(("discard", left, KNOCK + card in legal))
        assert BIG_GIN not in legal
        return card


@pytest.mark.parametrize("knocks", [True, False])
@pytest.mark.parametrize("rules", PROFILES)
def test_it_is_asked_to_knock_wherever_that_is_legal(native, rules, knocks):
    """With deadwood too, where who can go gin must."""
    heard = []
    made = partial(Asked, heard=heard, knocks=knocks)
    result = simulate(made, "random", rounds=60, seed=3, rules=rules, on_error="raise")
    legal = [left for what, left, is_legal in heard if what == "discard" and is_legal]
    asked = [left for what, left, is_legal in heard if what == "knock" and is_legal]
    assert [what for what, _, is_legal in heard if what == "knock" and not is_legal] == []
    assert asked == legal
    assert (max(asked) > 0) == (rules != "straight")
    if knocks or PROFILES[rules].stock_end != "last_upcard":  # which is taken to go out
        assert (result.ends["knock"].a > 0) == (knocks and rules != "straight")


def test_big_gin_is_shown_whatever_would_be_discarded(native):
    class Highest(Lowest):
        def act(self, view):
            answer = super().act(view)
            assert (answer == BIG_GIN) == (BIG_GIN in view.legal_actions())
            return answer

        def knock(self, view, card):
            return False

    result = simulate(Highest, "random", rounds=300, seed=8, rules="modern", on_error="raise")
    assert result.ends["big_gin"].a > 100


def test_settings_are_given_by_a_partial(native, reference):
    class Limited(Lowest):
        limit, _slack = 10, 0
        name = "limited"

        def knock(self, view, card):
            left = gin_fast.min_deadwood(view.hand & ~(1 << card))
            return left <= self.limit + self._slack

    class Six(Limited):
        limit = 6

    class Own(Limited):
        def __init__(self, most):
            super().__init__(limit=most)

    made = partial(Limited, limit=6)
    for engine in (native, reference):
        playout = importlib.import_module(f"{engine.__name__}.playout")
        six, ten = (playout.tally(each, "simple", 5, 0, 40) for each in (Six, Limited))
        assert six != ten
        for other in (made, partial(Own, 6), partial(Limited, limit=5, _slack=1)):
            assert playout.tally(other, "simple", 5, 0, 40) == six
    assert as_player(made).name == "limited(limit=6)"
    assert (Limited(limit=3).limit, Limited.limit) == (3, 10)
    for settings in ({"limt": 6}, {"draw": "stock"}, {"rng": 3}, {"__doc__": "x"}, {"_lacks": ()}):
        message = rf"^the strategy .*Limited has no class attribute '{next(iter(settings))}'$"
        for call in (Limited, lambda **given: as_player(partial(Limited, **given))):
            with pytest.raises(TypeError, match=message):
                call(**settings)
    with pytest.raises(RuntimeError, match="has no class attribute 'limt'"):
        Game("eaai", seed=5).play(lambda: Limited(limt=6), "simple")


def test_what_cannot_be_made_is_refused_at_once():
    class Needs(Lowest):
        def __init__(self, limit):
            self.limit = limit

    def needs(limit):
        return Lowest()

    for made, message in (
        (Needs, "Needs cannot be made: missing a required argument: 'limit'"),
        (partial(Needs, 1, 2), "too many positional arguments"),
        (partial(Needs, 1, at=2), "got an unexpected keyword argument 'at'"),
        (partial(Lowest, 3), "too many positional arguments"),
        (Plain.act, "Plain.act cannot be made: missing a required argument: 'self'"),
        (needs, "missing a required argument: 'limit'"),
        (partial(partial(Strategy)), "has no method draw and no discard"),
    ):
        with pytest.raises(TypeError, match=message):
            simulate(made, "simple", rounds=3, seed=1)
    for made in (partial(Needs, 1), partial(needs, limit=1), lambda limit=1: Lowest()):
        assert simulate(made, "simple", rounds=3, seed=1).forfeits == (0, 0)


@pytest.mark.parametrize("answer", ["stock", "pile", None, 2, ()])
def test_whether_to_take_the_upcard_is_yes_or_no(answer):
    class Unsure(Lowest):
        def take_upcard(self, view):
            return answer

    with pytest.raises(RuntimeError, match="take_upcard must return True or False, not"):
        simulate(Unsure, "simple", rounds=3, seed=1, on_error="raise")


def test_the_upcard_is_taken_by_a_bool_of_numpy(native):
    class Sure(Lowest):
        def take_upcard(self, view):
            return np.bool_(True)

    class Takes(Lowest):
        def act(self, view):
            return TAKE if view.phase == "first_upcard" else super().act(view)

    tallies = [simulate(each, "simple", rounds=50, seed=1).tally for each in (Sure, Takes)]
    assert tallies[0] == tallies[1]


def test_a_discard_is_told_by_number_or_by_text(native):
    class Texts(Lowest):
        def discard(self, view):
            return gin_fast.format_card(super().discard(view))

    class Numpy(Lowest):
        def discard(self, view):
            return np.int32(super().discard(view))

    plain = simulate(Lowest, "simple", rounds=200, seed=4)
    for strategy in (Texts, Numpy):
        assert simulate(strategy, "simple", rounds=200, seed=4).tally == plain.tally
    assert plain.forfeits == (0, 0)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            1 << 51,
            r"^the return value of discard, the id of a card, must be from 0 to 51, not \d+: is it",
        ),
        (1 << 20, r": is it a mask\? cards_of\(mask\) gives the ids$"),
        (52, r"must be from 0 to 51, not 52: is it a mask\?"),
        (-1, r"must be from 0 to 51, not -1: is it a mask\?"),
        (10**1000, r"^the return value of discard, the id of a card, must be from 0 to 51, not "),
        ("1S1", "unknown card '1S1'"),
    ],
)
def test_what_is_no_discard(native, answer, message):
    class Discards(Lowest):
        def discard(self, view):
            return answer

    with pytest.raises(RuntimeError, match="Discards' in seat 0 failed: ValueError: ") as caught:
        simulate(Discards, "simple", rounds=3, seed=1, on_error="raise")
    assert isinstance(caught.value.__cause__, ValueError)
    assert re.search(message, str(caught.value.__cause__))


@pytest.mark.parametrize("answer", [None, True, 3.0, (1,)])
def test_discards_of_wrong_types(answer):
    class Discards(Lowest):
        def discard(self, view):
            return answer

    with pytest.raises(RuntimeError, match="the id of a card, must be an int, not") as caught:
        simulate(Discards, "simple", rounds=3, seed=1, on_error="raise")
    assert isinstance(caught.value.__cause__, TypeError)


@pytest.mark.parametrize("command", ["no-such-program", "/no/such/program --fast"])
def test_a_program_that_is_not_there(command):
    """At once, and not round by round."""
    for _ in range(2):
        with pytest.raises(ValueError, match=r"^the program .*such.program.* was not found$"):
            as_player(f"exec:{command}")
        with pytest.raises(ValueError, match=r"^the program "):
            simulate(f"exec:{command}", "simple", rounds=2, seed=1)


@pytest.mark.parametrize("rules", ["must_gin", "straight"])
def test_where_it_must_go_out_it_does(rules):
    class Stubborn(Lowest):
        def knock(self, view, card):
            return False

    result = simulate(Stubborn, "random", rounds=300, seed=8, rules=rules)
    assert result.forfeits == (0, 0)
    assert result.ends["gin"].a + result.ends["big_gin"].a > 20


def test_big_gin_is_declared(native):
    class Sees(Lowest):
        def act(self, view):
            answer = super().act(view)
            if view.phase == "discard" and gin_fast.is_big_gin(view.hand):
                assert answer == BIG_GIN
            return answer

        def knock(self, view, card):
            return gin_fast.min_deadwood(view.hand & ~(1 << card)) == 0

    result = simulate(Sees, "random", rounds=3000, seed=8, rules="modern", on_error="raise")
    assert result.ends["big_gin"].a > 0


def test_actions_by_number_by_text_and_as_they_are(native):
    class Texts(Lowest):
        def act(self, view):
            code = super().act(view)
            text = {104: "draw stock", 105: "draw pile", 106: "pass", 107: "big gin", 108: "auto"}
            if code < 2 * KNOCK:
                verb = "knock" if code >= KNOCK else "discard"
                return f"{verb} {gin_fast.format_card(code % 52)}"
            return text[code]

    class Actions(Lowest):
        def act(self, view):
            from gin_fast.native.rounds import ACTIONS

            return ACTIONS[super().act(view)]

    plain, *others = (
        simulate(each, "simple", rounds=100, seed=4).tally for each in (Lowest, Texts, Actions)
    )
    assert others == [plain, plain]


# How strategies are named.


def test_names_that_are_imported(tmp_path, monkeypatch):
    plain = simulate(Lowest, "simple", rounds=20, seed=4)
    by_module = simulate("own:Lowest", "simple", rounds=20, seed=4)
    assert by_module.tally == plain.tally
    assert by_module.a == "own:Lowest"
    path = tmp_path / "mine.py"
    path.write_text("from own import Lowest as Mine\nalias = 'greedy:knock=6'\n")
    assert simulate(f"{path}:Mine", "simple", rounds=20, seed=4).tally == plain.tally
    assert str(as_player(f"{path}:alias").builtin) == "greedy:knock=6"
    again = pickle.loads(pickle.dumps(as_player("own:Lowest")))
    assert again.make is Lowest


def test_players_are_what_they_are_named():
    assert str(as_player("greedy").builtin) == "greedy"
    assert as_player(Lowest).name == "Lowest"
    assert as_player(as_player(Lowest)) is not None
    player = as_player(Lowest)
    assert as_player(player) is player
    assert pickle.loads(pickle.dumps(player)) == player
    assert pickle.loads(pickle.dumps(as_player("greedy:knock=3"))) == as_player("greedy:knock=3")
    assert str(player) == "Lowest"


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (None, TypeError, "a strategy must be named by a str, or be callable, not None"),
        (3.5, TypeError, "not 3.5"),
        (b"simple", TypeError, "not b'simple'"),
        ("nowhere:Mine", ValueError, "no strategy at 'nowhere:Mine': ModuleNotFoundError"),
        ("own:Nobody", ValueError, "no strategy at 'own:Nobody': AttributeError"),
        ("own:gin_fast", TypeError, "a strategy must be named by a str, or be callable"),
        ("/no/such/file.py:Mine", ValueError, "no strategy at '/no/such/file.py:Mine'"),
        ("exec:", ValueError, "command"),
        ("own:", ValueError, "unknown strategy 'own'"),
        (":Mine", ValueError, "unknown strategy ''"),
    ],
)
def test_what_is_no_strategy(value, error, message):
    with pytest.raises(error, match=message):
        as_player(value)


def test_an_object_is_no_class():
    with pytest.raises(TypeError, match="must be given as a class, not as an instance of it"):
        as_player(Lowest())


def test_a_module_that_fails_is_told(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("raise SystemError('broken')\n")
    for _ in range(2):  # nothing of it stays
        with pytest.raises(ValueError, match="SystemError: broken"):
            as_player(f"{path}:Mine")


CAREFUL = """
import gin_fast
from gin_fast import Strategy, best_discards
from functools import partial

class KnockAt(Strategy):
    limit, boldness, bold, style, extra = 10, 0.5, False, "plain", None
    _hidden = 1
    def draw(self, view):
        return "stock"
    def discard(self, view):
        return best_discards(view.hand, view.barred).cards.bit_length() - 1
    def knock(self, view, card):
        return gin_fast.min_deadwood(view.hand & ~(1 << card)) <= self.limit

class OwnInit(KnockAt):
    def __init__(self):
        super().__init__()

class Argument(OwnInit):
    def __init__(self, limit=10):
        self.limit = limit

class Needs(OwnInit):
    def __init__(self, limit):
        self.limit = limit

class Plain:
    limit = 10
    def __init__(self):
        self._own = KnockAt(limit=self.limit)
    def begin(self, rng):
        self._own.begin(rng)
    def act(self, view):
        return self._own.act(view)

def made(limit=10):
    return KnockAt(limit=limit)

wide = partial(KnockAt, extra=3)
alias = "greedy"
"""


@pytest.fixture
def careful(tmp_path):
    (tmp_path / "careful.py").write_text(CAREFUL)
    return f"{tmp_path / 'careful.py'}"


@pytest.mark.parametrize(
    "name", ["KnockAt", "OwnInit", "Argument", "Needs", "Plain", "made", "wide"]
)
def test_parameters_of_ones_own_by_text(careful, name):
    """Whatever makes the player, and wherever a name is taken."""
    text = f"{careful}:{name}:limit=4"
    found = simulate(text, "simple", rounds=40, seed=5)
    expected = simulate(
        partial(as_player(f"{careful}:KnockAt").make, limit=4), "simple", rounds=40, seed=5
    )
    assert found.tally == expected.tally
    assert found.forfeits == (0, 0)
    assert found.tally != simulate(f"{careful}:KnockAt", "simple", rounds=40, seed=5).tally
    assert found.a == text
    again = pickle.loads(pickle.dumps(as_player(text)))
    assert again.identity() == as_player(text).identity()
    assert again.identity() != as_player(text.replace("=4", "=5")).identity()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("limit=4", 4),
        ("limit = -4", -4),
        ("limit=4.5", 4.5),
        ("boldness=1", 1),
        ("boldness=1e-3", 0.001),
        ("boldness=.5", 0.5),
        ("bold=true", True),
        ("bold=No", False),
        ("style=rather wild", "rather wild"),
        ("style=4", "4"),
        ("extra=none", None),
        ("extra=4", 4),
        ("extra=word", "word"),
    ],
)
def test_values_of_parameters_by_text(careful, setting, value):
    made = as_player(f"{careful}:OwnInit:{setting}").make()
    found = getattr(made, setting.partition("=")[0].strip())
    assert (found, type(found)) == (value, type(value))
    assert type(made).__name__ == "OwnInit"


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("KnockAt:limt=4", "unknown parameter 'limt' of KnockAt: expected one of limit, boldness"),
        ("KnockAt:_hidden=4", "unknown parameter '_hidden' of KnockAt"),
        ("KnockAt:draw=4", "unknown parameter 'draw' of KnockAt"),
        ("KnockAt:rng=4", "unknown parameter 'rng' of KnockAt"),
        ("KnockAt:limit=many", "limit of KnockAt must be a number, not 'many'"),
        ("KnockAt:limit=true", "limit of KnockAt must be a number, not 'true'"),
        ("KnockAt:bold=3", "bold of KnockAt must be true or false, not '3'"),
        ("KnockAt:limit=4,limit=5", "the parameter limit of KnockAt is given twice"),
        ("KnockAt:limit", "'limit' in the parameters of KnockAt must be like limit=4"),
        ("KnockAt:", "'' in the parameters of KnockAt must be like limit=4"),
        ("KnockAt:limit=4,", "'' in the parameters of KnockAt must be like limit=4"),
        ("Needs", "cannot be made: missing a required argument: 'limit'"),
        ("made:extra=4", "unknown parameter 'extra' of made: expected one of limit"),
        ("alias:knock=4", "takes no parameters"),
    ],
)
def test_bad_parameters_by_text(careful, rest, message):
    with pytest.raises((ValueError, TypeError), match=message):
        as_player(f"{careful}:{rest}")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Greedy", "greedy"),
        ("GREEDY:Knock=6", "greedy:knock=6"),
        ("MonteCarlo:Strategy=Simple", "montecarlo:strategy=simple"),
        ("Exec:cat", "exec:cat"),
    ],
)
def test_names_are_the_same_in_capitals(text, name):
    assert as_player(text).name == name
    assert as_player(text) == as_player(name)
