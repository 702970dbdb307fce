# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The state of one round, from its deal to its result."""

from cython cimport critical_section
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from gin_fast.native._legality cimport gf_legal_actions
from gin_fast.native.arguments cimport gf_int_arg
from gin_fast.native.bits cimport gf_bit
from gin_fast.native.dealing cimport gf_deal_ordered, gf_deck, gf_deck_next, gf_word_arg
from gin_fast.native.moves cimport (
    gf_apply, gf_begin_play, gf_hand_of, gf_round, gf_round_from_deal, gf_round_start, gf_see
)
from gin_fast.native.objects cimport (
    gf_actions_of, gf_cards_of, gf_result_of, gf_rules_of, gf_view_of
)
from gin_fast.native.view cimport (
    GF_ACTION_COUNT, GF_MOST_ACTIONS, GF_OVER, GF_VIEW_VERSION, gf_rules, gf_view
)

from gin_fast.state.action_text import parse_action, refusal
from gin_fast.state.actions import KINDS, N_ACTIONS, PHASES, SOURCES, ACTIONS
from gin_fast.values.checks import fresh_seed, shown
from gin_fast.native.deadwood import min_deadwood
from gin_fast.state.positions import begin, checked_deck, checked_position, checked_scores
from gin_fast.rules.rules import as_rules

__all__ = [
    "ACTIONS",
    "KINDS",
    "N_ACTIONS",
    "PHASES",
    "RoundState",
]

cdef tuple ACTIONS_BY_CODE = ACTIONS
"""Every action by its number."""


cdef object MODERN = as_rules("modern")


cdef int require_state(object self) except -1:
    """Methods called through their class may be given anything as their own round."""
    if not isinstance(self, RoundState):
        raise TypeError(f"a RoundState is needed, not {shown(self)}")
    return 0


cdef int set_scores(RoundState self, object scores) except -1:
    if type(scores) is tuple and len(scores) == 2:
        if type(scores[0]) is int and type(scores[1]) is int and scores == (0, 0):
            return 0  # as the state has them
    self.state.view.scores[0], self.state.view.scores[1] = checked_scores(scores)
    return 0


cdef class RoundState:
    """RoundState()\n--\n\n\
One round between seats 0 and 1. `deal`, `from_deck` or `from_position` makes one.

    The *starter* is the seat that does not deal, and acts first. Actions are numbered as in
    `gin_fast.state.actions`.

    >>> state = RoundState.deal(7, 0, rules="eaai")
    >>> state.phase, state.to_move, state.legal_actions() == (105, 106)
    ('first_upcard', 0, True)
    >>> for action in (106, 106, 104):
    ...     state.apply(action)
    >>> state.phase, state.view(0).drawn_from, state.view(1).known
    ('discard', 'stock', 0)
    """

    def __cinit__(self) -> None:
        # Until it is dealt nothing is legal, however it came to be.
        self.state.view.phase = GF_OVER
        self.state.view.to_move = -1
        self.rules = MODERN

    def __init__(self) -> None:
        raise TypeError("a RoundState is made by deal, from_deck, from_position or copy")

    @classmethod
    def deal(
        cls,
        seed: int | None = None,
        index: int = 0,
        *,
        rules: Rules | str = "modern",
        dealer: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> Self:
        """A round at its start: deal `index` of `seed`, dealt by the seat `dealer`.

        `seed` and `index` are from 0 to 2**64 - 1; without a seed a fresh one is taken, which is
        in `start`. `rules` are Rules or the name of a profile, `scores` the points of each seat in
        the game so far.

        >>> RoundState.deal(7, 0, dealer=0).to_move
        1
        """
        cdef uint64_t key = gf_word_arg(fresh_seed() if seed is None else seed, "seed")
        cdef uint64_t number = gf_word_arg(index, "index")
        cdef RoundState self = cls.__new__(cls)
        cdef gf_rules fields
        self.rules = as_rules(rules)
        gf_rules_of(self.rules, &fields)
        gf_round_start(&self.state, &fields, key, number, 1 - gf_int_arg(dealer, "dealer", 0, 1))
        set_scores(self, scores)
        return self

    @classmethod
    def from_deck(
        cls,
        deck: Iterable[int],
        *,
        rules: Rules | str = "modern",
        dealer: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> Self:
        """A round at its start from 52 card ids in the order they are dealt: alternately, to
        the seat that does not deal first, then the upcard, then the stock.

        >>> RoundState.from_deck(range(52)).view(0).pile
        (20,)
        """
        cdef RoundState self = cls.__new__(cls)
        cdef gf_rules fields
        cdef uint64_t dealt[2]
        cdef int upcard
        cards = checked_deck(deck)
        self.rules = as_rules(rules)
        gf_rules_of(self.rules, &fields)
        upcard = gf_deal_ordered(&self.state.deck, bytes(cards), dealt)
        gf_round_from_deal(&self.state, &fields, dealt, upcard, 1 - gf_int_arg(dealer, "dealer", 0, 1))
        set_scores(self, scores)
        self.start = {"deck": cards}
        return self

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, rules: Rules | str = "modern"
    ) -> Self:
        """A round in a given position, checked for missing and duplicate cards.

        The fields are those of `position`. All but ``hands``, ``pile`` and ``stock`` may be left
        out where they follow from the rest.

        >>> state = RoundState.deal(7, 0)
        >>> RoundState.from_position(state.position()) == state
        True
        """
        cdef RoundState self = cls.__new__(cls)
        cdef gf_rules fields
        cdef int seat
        self.rules = as_rules(rules)
        at = checked_position(position, self.rules, min_deadwood)
        gf_rules_of(self.rules, &fields)
        seat = at["to_move"]
        gf_begin_play(&self.state)
        self.state.knock_card = at["knock_card"]
        self.state.other = at["hands"][1 - seat]
        place_cards(&self.state, at["pile"], at["stock"], at["melds"])
        fill_view(&self.state.view, &fields, at, seat)
        if not self.legal_actions():
            raise ValueError("nothing is legal in this position")
        self.start = {"position": at}
        return self

    @classmethod
    def begin(cls, start: Mapping[str, Any], *, rules: Rules | str = "modern") -> Self:
        """A round from the `start` of another round.

        >>> state = RoundState.deal(7, 0)
        >>> RoundState.begin(state.start) == state
        True
        """
        return begin(cls, start, rules)

    @property
    def start(self):
        """What the round began with: ``seed`` and ``index`` or ``deck``, with ``dealer`` and
        ``scores``; or a ``position``."""
        start = self.start
        if start is None:
            start = {"seed": self.state.deck.rng.seed, "index": self.state.deck.rng.index}
        elif "position" in start:
            return {"position": dict(start["position"])}
        scores = self.state.view.scores[0], self.state.view.scores[1]
        return {**start, "dealer": 1 - self.state.view.starter, "scores": scores}

    @property
    def actions(self):
        """The actions since the start, in order: the seat and its action."""
        done = []
        past = self.past
        while past is not None:
            past, seat, action = past
            done.append((seat, action))
        return tuple(reversed(done))

    @property
    def rules(self):
        """The rules of the round."""
        return self.rules

    @property
    def phase(self):
        """The name of the phase, one of `PHASES`."""
        return PHASES[self.state.view.phase]

    @property
    def to_move(self):
        """The seat to act, or -1 when the round is over."""
        return self.state.view.to_move

    @property
    def is_over(self):
        """Whether the round has ended."""
        return self.state.view.phase == GF_OVER

    @property
    def hands(self):
        """The masks of the cards that seat 0 and seat 1 hold and have not put on the table."""
        cdef uint64_t ours, theirs
        with critical_section(self):
            ours, theirs = gf_hand_of(&self.state, 0), gf_hand_of(&self.state, 1)
        return ours, theirs

    @property
    def result(self):
        """How the round ended, or `None` if it is not over."""
        cdef gf_round still
        with critical_section(self):
            still = self.state
        return gf_result_of(&still)

    def view(self, seat: int) -> Seen:
        """What a seat may know: its own hand and what is public, never more.

        >>> state = RoundState.deal(7, 0)
        >>> state.view(1).hand == state.hands[1], state.view(1).pile, state.view(1).stock
        (True, (4,), 31)
        """
        cdef gf_view view
        cdef int32_t asked = gf_int_arg(seat, "seat", 0, 1)
        require_state(self)
        with critical_section(self):
            gf_see(&self.state, asked, &view)
        return gf_view_of(&view, self.rules)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, ascending; none when the round is over.

        >>> RoundState.deal(7, 0).legal_actions()
        (Action(105, 'draw pile'), Action(106, 'pass'))
        """
        cdef int32_t actions[GF_MOST_ACTIONS]
        cdef int count
        require_state(self)
        with critical_section(self):
            count = gf_legal_actions(&self.state.view, actions)
        return gf_actions_of(actions, count)

    def copy(self) -> Self:
        """An independent copy of the round in its current state.

        >>> state = RoundState.deal(7, 0)
        >>> other = state.copy()
        >>> other.apply(106)
        >>> state.to_move, other.to_move
        (0, 1)
        """
        cdef RoundState other
        require_state(self)
        other = type(self).__new__(type(self))
        require_state(other)
        with critical_section(self):
            other.state = self.state
            other.past = self.past
        other.rules = self.rules
        other.start = self.start
        return other

    def __copy__(self) -> Self:
        return RoundState.copy(self)

    def __deepcopy__(self, memo: object) -> Self:
        return RoundState.copy(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RoundState):
            return NotImplemented
        return RoundState.to_dict(self) == RoundState.to_dict(other)

    __hash__ = None

    def __reduce__(self) -> tuple[Any, ...]:
        codes = tuple([int(action) for _, action in RoundState.actions.__get__(self)])
        return type(self)._replayed, (RoundState.start.__get__(self), self.rules, codes)

    @classmethod
    def _replayed(
        cls, start: Mapping[str, Any], rules: Rules, actions: tuple[int, ...]
    ) -> Self:
        self = cls.begin(start, rules=rules)
        for action in actions:
            self.apply(action)
        return self

    def position(self) -> dict[str, Any]:
        """The state of the round, including the hidden cards, in plain values.

        >>> RoundState.deal(7, 0).position()["pile"]
        (4,)
        """
        cdef RoundState still = RoundState.copy(self)
        cdef gf_view view
        cdef gf_deck deck = still.state.deck
        cdef int place
        gf_see(&still.state, still.state.view.seat, &view)
        known, declined = (view.known, view.exposed), (view.declined, view.own_declined)
        if view.seat:
            known, declined = known[::-1], declined[::-1]
        return {
            "phase": PHASES[view.phase],
            "to_move": view.to_move,
            "starter": view.starter,
            "hands": (gf_hand_of(&still.state, 0), gf_hand_of(&still.state, 1)),
            "stock": tuple([gf_deck_next(&deck) for _ in range(view.stock)]),
            "pile": gf_cards_of(view.pile, view.pile_count),
            "drawn": view.drawn,
            "drawn_from": SOURCES[view.drawn_from],
            "known": known,
            "declined": declined,
            "upcard_taken": view.upcard_taken != 0,
            "returns": view.returns,
            "knocker": view.knocker,
            "knock_card": still.state.knock_card,
            "melds": tuple([view.melds[place] for place in range(view.meld_count)]),
            "unmelded": view.unmelded,
            "laid_off": view.laid_off,
            "draws": view.draws,
            "pile_draws": view.pile_draws,
            "limit": view.limit,
            "multiplier": view.multiplier,
            "scores": (view.scores[0], view.scores[1]),
        }

    def to_dict(self) -> dict[str, Any]:
        """The position with the result and the rules.

        >>> RoundState.deal(7, 0).to_dict()["rules"]["knock_limit"]
        10
        """
        cdef RoundState still = RoundState.copy(self)
        result = gf_result_of(&still.state)
        return {
            **RoundState.position(still),
            "result": None if result is None else tuple(result),
            "rules": self.rules.to_dict(),
        }

    def apply(self, action: int | str) -> None:
        """Does an action for the seat to act, given by its number or its text.

        An illegal one is a `ValueError` that says why, and changes nothing.

        >>> RoundState.deal(7, 0).apply(104)
        Traceback (most recent call last):
        ValueError: illegal action 104 (draw stock) in phase first_upcard: not a choice in this \
phase
        """
        cdef int32_t code, seat
        cdef bint done
        require_state(self)
        if isinstance(action, str):
            view = RoundState.view(self, max(self.state.view.to_move, 0))
            action = parse_action(action, view)
        code = gf_int_arg(action, "action", 0, GF_ACTION_COUNT - 1)
        with critical_section(self):
            seat = self.state.view.seat
            done = gf_apply(&self.state, code)
            if done:
                self.past = (self.past, seat, ACTIONS_BY_CODE[code])
        if not done:
            view = RoundState.view(self, max(self.state.view.to_move, 0))
            raise ValueError(refusal(view, ACTIONS_BY_CODE[code], min_deadwood))


cdef int place_cards(gf_round *state, object pile, object stock, object melds) except -1:
    """Puts the cards of a checked position where they lie."""
    cdef gf_view *view = &state.view
    cdef uint64_t unused[2]
    cdef int place
    rest = bytes(52 - len(stock)) + bytes(stock)
    gf_deal_ordered(&state.deck, rest, unused)
    state.deck.dealt = 52 - len(stock)
    memset(view, 0, sizeof(gf_view))
    view.stock = len(stock)
    view.pile_count = len(pile)
    view.meld_count = len(melds)
    for place in range(view.pile_count):
        view.pile[place] = pile[place]
    for place in range(view.meld_count):
        view.melds[place] = melds[place]
    return 0


cdef int fill_view(gf_view *view, const gf_rules *rules, object at, int seat) except -1:
    """The other fields of the view of the seat to act in a checked position."""
    view.version = GF_VIEW_VERSION
    view.rules = rules[0]
    view.seat = view.to_move = seat
    view.phase = PHASES.index(at["phase"])
    view.starter = at["starter"]
    view.drawn = at["drawn"]
    view.drawn_from = SOURCES.index(at["drawn_from"])
    view.draws = at["draws"]
    view.pile_draws = at["pile_draws"]
    view.upcard_taken = at["upcard_taken"]
    view.returns = at["returns"]
    view.knocker = at["knocker"]
    view.knock_card = at["knock_card"] if seat == at["knocker"] else -1
    view.limit = at["limit"]
    view.multiplier = at["multiplier"]
    view.scores[0], view.scores[1] = at["scores"]
    view.hand = at["hands"][seat]
    view.known = at["known"][seat]
    view.exposed = at["known"][1 - seat]
    view.declined = at["declined"][seat]
    view.own_declined = at["declined"][1 - seat]
    view.unmelded = at["unmelded"]
    view.laid_off = at["laid_off"]
    if at["drawn_from"] == "pile" and not rules.taken_card_may_return:
        view.barred = gf_bit(view.drawn)
    return 0
