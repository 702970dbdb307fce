"""What notebooks show: well-formed, escaped, and of a view no card that its seat may not know."""

import random
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from simulating import SEED

from gin_fast import (
    Game,
    Round,
    best_discards,
    best_knock,
    best_layoff,
    best_spread,
    cards_of,
    deal,
    hand_of,
    parse_card,
    parse_hand,
    simulate,
)
from gin_fast.cards import html
from gin_fast.game import pages
from gin_fast.simulation.comparison import Comparison
from gin_fast.simulation.tournaments import Tournament, tournament

HAND = parse_hand("4H 5H 6H 7H 7C 7D KC 2S 2D 2C")
ODD = "<script>alert('x')</script>\"&amp;$x$"
ALLOWED = {"div", "span", "table", "tr", "th", "td", "b"}


class Reader(HTMLParser):
    """The text of a page whose tags are all closed in order, without anything that acts."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], ""

    def handle_starttag(self, tag, attributes):
        assert tag in ALLOWED
        assert {name for name, _ in attributes} <= {"style", "class", "title"}
        assert not any("url(" in value or "<" in value for _, value in attributes)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.text += " " if tag in ("div", "td", "th", "tr") else ""

    def handle_data(self, data):
        self.text += data


def read(found):
    """The text that it shows; a page, or what has one."""
    reader = Reader()
    reader.feed(found if isinstance(found, str) else found._repr_html_())
    reader.close()
    assert reader.open == []
    return " ".join(reader.text.replace("\ufe0e", "").split())


def shown(text):
    """The ids of the cards in a text, in order."""
    return [parse_card(card) for card in re.findall(r"[A2-9TJQK][♣♦♥♠]", text)]


def test_answers_about_a_hand():
    spread = best_spread(HAND)
    assert read(spread) == "spread 4♥ 5♥ 6♥ 7♣ 7♦ 7♥ 2♣ 2♦ 2♠ K♣ = 10"
    assert spread._repr_html_().count('title="meld"') == 3
    assert read(best_discards(HAND | parse_hand("8H"))) == "best discards K♣ leaves 8"
    two = best_discards(parse_hand("AC AD AH 2C 2D 2H KC QH"))
    assert read(two) == "best discards Q♥ K♣ leave 10"
    knock = best_knock(HAND, parse_hand("AC AS 9D 9H JD JH QC QS 3D 8S"), rules="modern")
    assert f"scores {knock.score:g}" in read(knock)


def test_layoffs():
    layoff = best_layoff(parse_hand("3S 4S KC KD KH"), [parse_hand("5S 6S 7S")])
    assert read(layoff) == "lay off 3♠ 4♠ 5♠ 6♠ 7♠ keep K♣ K♦ K♥ = 0"
    assert layoff._repr_html_().count("border:2px") == 2
    nothing = best_layoff(parse_hand("3S KC"), [parse_hand("5H 6H 7H")])
    assert read(nothing) == "lay off none keep 3♠ K♣ = 13"


def test_suits_have_their_colours():
    colours = {
        sign: re.search(r"color:(#\w+)", html.cards([card]))[1]
        for sign, card in (("♣", 0), ("♦", 13), ("♥", 26), ("♠", 39))
    }
    assert colours["♦"] == colours["♥"] != colours["♣"] == colours["♠"]


def test_hands_of_nothing():
    assert pages.melded(0) == "none = 0"
    assert read(best_spread(0)) == "spread none = 0"


def test_a_deal_shows_every_card_once():
    dealt = deal(SEED, 0)
    cards = shown(read(dealt))
    assert sorted(cards) == list(range(52))
    assert cards[-31:] == list(dealt.stock)


@pytest.mark.parametrize("rules", ["modern", "classic", "eaai", "straight"])
@pytest.mark.parametrize("seed", range(4))
def test_views_show_no_hidden_card(seed, rules):
    """At every moment of rounds of random moves, those of the showdown included."""
    rng = random.Random(seed)
    round = Round.deal(seed, rules=rules)
    moments = 0
    while True:
        for seat in (0, 1):
            view = round.view(seat)
            known = view.hand | hand_of(view.pile) | view.known | view.unmelded | sum(view.melds)
            told = shown(read(pages.of_view(view)))
            assert hand_of(set(told)) == known
            assert f"{view.other_count} cards" in pages.of_view(view)
        both = shown(read(round))
        assert set(cards_of(round.hands[0] | round.hands[1])) <= set(both)
        assert len(both) == len(set(both))
        if round.is_over:
            break
        legal = round.legal_actions()
        out = [action for action in legal if action.verb in ("knock", "big gin")]
        round.apply(rng.choice(out or legal))
        moments += 1
    assert moments > 3


def test_ends_of_rounds():
    game = Game("modern", seed=SEED)
    game.play("simple", "greedy")
    for round in game.rounds:
        result = round.result
        text = read(round)
        assert result.kind.replace("_", " ") in text
        if result.winner is not None:
            assert f"seat {result.winner} scores {result.points}" in text


@pytest.mark.parametrize(
    "settings",
    [{"rounds": 0}, {"rounds": 1}, {"rounds": 40}, {"games": 0}, {"games": 4, "mirrored": True}],
    ids=str,
)
def test_results(settings):
    result = simulate("greedy", "simple", seed=SEED, **settings)
    text = read(result)
    assert f"rounds {result.rounds:,}" in text
    for kind, ending in result.ends.items():
        cells = " ".join(f"{count:,}" for count in ending)
        assert (f"{kind.replace('_', ' ')} {cells}" in text) == (kind != "forfeit")
    for mean in (result.net_points, result.draws, result.knock_deadwood):
        assert f" {mean} " in text
    assert text in read(Comparison(result, 0.95))


def test_comparisons_tell_their_answer_first():
    result = simulate("greedy", "simple", rounds=80, seed=SEED)
    found = Comparison(result, 0.95)
    for line in str(found).split("\n\n")[0].splitlines():
        assert line in read(found)
    assert read(found).startswith("greedy is better than simple")


def test_tournaments():
    found = tournament(["random", "simple", "greedy"], games=4, seed=SEED)
    text = read(found)
    for rating in found.ratings:
        assert f"{rating.name} {rating.elo:+.1f} " in text
    for one, other in found.results:
        assert f"{100 * found.share(one, other).mean:.1f} " in text
    assert "–" not in text
    stopped = read(Tournament(found.names, {}, True))
    assert stopped.count("–") == 6
    assert "interrupted" in stopped


def test_names_are_escaped():
    result = replace(simulate("greedy", "simple", games=4, seed=SEED), a=ODD, b="<b>")
    for found in (
        result,
        Comparison(result, 0.9),
        Tournament((ODD, "<b>"), {(0, 1): result}, False),
    ):
        page = found._repr_html_()
        assert "<script" not in page
        assert page.startswith('<div class="gin-fast tex2jax_ignore">')
        assert ODD in read(found)
