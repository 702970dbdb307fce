# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""The state of one round, from its deal to its result."""

from dataclasses import fields

from cython cimport critical_section
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from gin_fast.native._legality cimport gf_legal_actions
from gin_fast.native.bits cimport gf_bit
from gin_fast.native.deadwood cimport gf_best_spread, gf_min_deadwood, gf_points
from gin_fast.native.dealing cimport (
    gf_deal_hands, gf_deck, gf_deck_next, gf_deck_start, gf_word_arg
)
from gin_fast.native.layoff cimport gf_best_layoff, gf_legal_layoffs
from gin_fast.native.meld cimport GF_MELDS, gf_insert, gf_is_run
from gin_fast.native.view cimport (
    GF_AUTO, GF_DISCARDING, GF_DRAW, GF_DRAWING, GF_FIRST_UPCARD, GF_KNOCK, GF_LAYING_OFF,
    GF_LAY_OFF, GF_MOST_ACTIONS, GF_NOWHERE, GF_OVER, GF_SPREAD, GF_SPREADING, GF_VIEW_VERSION,
    gf_rules, gf_view
)

from gin_fast.actions import KINDS, N_ACTIONS, PHASES, SOURCES, refusal
from gin_fast.cards import as_int, shown
from gin_fast.native.meld import ALL_MELDS
from gin_fast.results import RoundResult, View
from gin_fast.rules import DEAD_STOCK, as_rules

__all__ = ["KINDS", "N_ACTIONS", "PHASES", "RoundState"]

if DEAD_STOCK != GF_DEAD_STOCK:
    raise ImportError("gin_fast.native.rounds was built for other rules: build it anew")


cdef void gf_round_start(
    gf_round *state, const gf_rules *rules, uint64_t seed, uint64_t index, int32_t starter
) noexcept nogil:
    cdef gf_view *view = &state.view
    cdef uint64_t dealt[2]
    gf_deck_start(&state.deck, seed, index)
    memset(view.pile, 0, sizeof(view.pile))
    memset(view.melds, 0, sizeof(view.melds))
    view.pile[0] = <uint8_t>gf_deal_hands(&state.deck, dealt)
    view.pile_count = 1
    view.version = GF_VIEW_VERSION
    view.phase = GF_FIRST_UPCARD
    view.starter = starter
    view.drawn = -1
    view.drawn_from = GF_NOWHERE
    view.stock = 31
    view.draws = 0
    view.pile_draws = 0
    view.knocker = -1
    view.meld_count = 0
    view.scores[0] = 0
    view.scores[1] = 0
    view.reserved = 0
    view.rules = rules[0]
    view.barred = 0
    view.unmelded = 0
    view.laid_off = 0
    state.hands[starter] = dealt[0]
    state.hands[1 - starter] = dealt[1]
    state.known[0] = 0
    state.known[1] = 0
    state.declined[0] = 0
    state.declined[1] = 0
    state.knock_card = -1
    state.kind = GF_NONE
    state.winner = -1
    state.points = 0
    state.knocker_deadwood = -1
    state.defender_deadwood = -1
    gf_turn_to(state, starter)


cdef void gf_see(const gf_round *state, int32_t seat, gf_view *view) noexcept nogil:
    view[0] = state.view
    view.seat = seat
    view.hand = state.hands[seat]
    view.known = state.known[seat]
    view.declined = state.declined[seat]
    if seat != view.to_move:
        view.drawn = -1
        view.drawn_from = GF_NOWHERE
        view.barred = 0


cdef void end(
    gf_round *state, int32_t kind, int32_t winner, int32_t points, int32_t mine, int32_t theirs
) noexcept nogil:
    state.kind = kind
    state.winner = winner
    state.points = points
    state.knocker_deadwood = mine
    state.defender_deadwood = theirs
    state.view.phase = GF_OVER
    state.view.to_move = -1
    gf_end_turn(&state.view)


cdef void gf_end_dead(gf_round *state) noexcept nogil:
    end(state, GF_DEAD, -1, 0, -1, -1)


cdef int gf_knock_score(int mine, int theirs, const gf_rules *rules) noexcept nogil:
    if mine == 0:
        return theirs + rules.gin_bonus
    if mine < theirs:
        return theirs - mine
    if mine == theirs and not rules.tie_is_undercut:
        return 0
    return -(mine - theirs + rules.undercut_bonus)


cdef void settle(gf_round *state) noexcept nogil:
    cdef int32_t knocker = state.view.knocker
    cdef int32_t mine = gf_points(state.view.unmelded)
    cdef int32_t theirs = gf_min_deadwood(state.hands[1 - knocker])
    cdef int32_t score = gf_knock_score(mine, theirs, &state.view.rules)
    if mine == 0:
        end(state, GF_GIN, knocker, score, mine, theirs)
    elif mine < theirs:
        end(state, GF_KNOCKED, knocker, score, mine, theirs)
    elif mine > theirs or state.view.rules.tie_is_undercut:
        end(state, GF_UNDERCUT, 1 - knocker, -score, mine, theirs)
    else:
        end(state, GF_TIE, -1, 0, mine, theirs)


cdef inline void pass_upcard(gf_round *state) noexcept nogil:
    gf_leave_pile(state)
    if state.view.seat != state.view.starter:
        state.view.phase = GF_DRAWING
    gf_turn_to(state, 1 - state.view.seat)


cdef void knock(gf_round *state, int32_t card) noexcept nogil:
    """The card thrown lies face down: the other seat does not see it, now or later."""
    state.knock_card = card
    state.view.hand &= ~gf_bit(card)
    state.hands[state.view.seat] = state.view.hand
    state.view.knocker = state.view.seat
    state.view.phase = GF_SPREADING
    gf_end_turn(&state.view)


cdef void big_gin(gf_round *state) noexcept nogil:
    cdef int32_t knocker = state.view.seat
    cdef int32_t theirs = gf_min_deadwood(state.hands[1 - knocker])
    state.view.knocker = knocker
    end(state, GF_BIG_GIN_END, knocker, theirs + state.view.rules.big_gin_bonus, 0, theirs)


cdef void put_on_table(gf_round *state, uint64_t meld) noexcept nogil:
    cdef gf_view *view = &state.view
    gf_leave_hand(state, meld)
    view.meld_count = gf_insert(view.melds, view.meld_count, meld)


cdef void spread(gf_round *state, int32_t action) noexcept nogil:
    """The knocker puts melds on the table, and is done by passing."""
    cdef gf_view *view = &state.view
    cdef uint64_t melds[17]
    cdef int index
    if action >= GF_SPREAD:
        put_on_table(state, GF_MELDS[action - GF_SPREAD])
        return
    if action == GF_AUTO:
        for index in range(gf_best_spread(view.hand, melds)):
            put_on_table(state, melds[index])
    # What is left is shown, so it is all that the other seat knows of the hand.
    view.unmelded = view.hand
    state.known[1 - view.seat] = view.hand
    if view.unmelded == 0:
        settle(state)  # nothing is laid off on gin
        return
    view.phase = GF_LAYING_OFF
    gf_turn_to(state, 1 - view.seat)


cdef void put_on_meld(gf_round *state, uint64_t card, int slot) noexcept nogil:
    gf_leave_hand(state, card)
    state.view.melds[slot] |= card
    state.view.laid_off |= card


cdef void lay_off(gf_round *state, int32_t action) noexcept nogil:
    """The defender lays cards off on the knocker's melds, and is done by passing."""
    cdef uint64_t cards
    if action >= GF_LAY_OFF:
        action -= GF_LAY_OFF
        put_on_meld(state, gf_bit(action % 52), action / 52)
        return
    if action == GF_AUTO:
        gf_best_layoff(state.view.hand, state.view.melds, state.view.meld_count, &cards)
        lay_off_all(state, cards)
    settle(state)


cdef void lay_off_all(gf_round *state, uint64_t cards) noexcept nogil:
    """Cards that fit where several melds take them go on top of a run, else below one, else on a
    set."""
    cdef gf_view *view = &state.view
    cdef uint64_t fit
    cdef int turn, slot
    for turn in range(3):
        for slot in range(view.meld_count):
            while cards:
                fit = gf_legal_layoffs(cards, &view.melds[slot], 1)
                if not gf_is_run(view.melds[slot]):
                    fit = fit if turn == 2 else 0
                elif turn == 0:
                    fit &= ~(view.melds[slot] - 1)
                if fit == 0:
                    break
                fit &= 0 - fit
                put_on_meld(state, fit, slot)
                cards ^= fit


cdef void gf_do_else(gf_round *state, int32_t action) noexcept nogil:
    if state.view.phase == GF_DISCARDING:
        if action < GF_DRAW:
            knock(state, action - GF_KNOCK)
        else:
            big_gin(state)
    elif state.view.phase == GF_SPREADING:
        spread(state, action)
    elif state.view.phase == GF_LAYING_OFF:
        lay_off(state, action)
    else:
        pass_upcard(state)


# The same for Python.


cdef int gf_rules_of(object rules, gf_rules *out) except -1:
    out.knock_limit = rules.knock_limit
    out.gin_bonus = rules.gin_bonus
    out.undercut_bonus = rules.undercut_bonus
    out.big_gin_bonus = -1 if rules.big_gin_bonus is None else rules.big_gin_bonus
    out.tie_is_undercut = rules.tie_is_undercut
    out.pile_draw_cap = rules.pile_draw_cap
    return 0


cdef object gf_result_of(const gf_round *state):
    if state.kind == GF_NONE:
        return None
    dead = state.kind == GF_DEAD
    return RoundResult(
        KINDS[state.kind],
        None if state.winner < 0 else state.winner,
        state.points,
        None if dead else state.view.knocker,
        None if dead else state.knocker_deadwood,
        None if dead else state.defender_deadwood,
        state.view.draws,
        state.view.pile_draws,
    )


cdef object UNDEALT = as_rules("modern")


cdef int require_state(object self) except -1:
    """Methods called through their class may be given anything as their own round."""
    if not isinstance(self, RoundState):
        raise TypeError(f"a RoundState is needed, not {shown(self)}")
    return 0


cdef class RoundState:
    """One round between seats 0 and 1. `RoundState.deal` makes one.

    The *starter* is the seat that does not deal, and acts first. Actions are numbered as in
    `gin_fast.actions`.

    >>> state = RoundState.deal(7, 0, rules="eaai")
    >>> state.phase, state.to_move, state.legal_actions()
    ('first_upcard', 0, (105, 106))
    >>> for action in (106, 106, 104):
    ...     state.apply(action)
    >>> state.phase, state.view(0).drawn_from, state.view(1).known
    ('discard', 'stock', 0)
    """

    def __cinit__(self) -> None:
        # Until it is dealt nothing is legal, however it came to be.
        self.state.view.phase = GF_OVER
        self.state.view.to_move = -1
        self.rules = UNDEALT

    def __init__(self) -> None:
        raise TypeError("a RoundState is made by RoundState.deal or by its copy()")

    @classmethod
    def deal(
        cls, seed: int, index: int = 0, *, rules: Rules | str = "modern", starter: int = 0
    ) -> RoundState:
        """A round at its start: deal `index` of `seed`, the first hand to the seat `starter`.

        `seed` and `index` are from 0 to 2**64 - 1, `rules` are Rules or the name of a profile.

        >>> RoundState.deal(7, 0, starter=1).to_move
        1
        """
        cdef uint64_t key = gf_word_arg(seed, "seed")
        cdef uint64_t number = gf_word_arg(index, "index")
        cdef RoundState self = cls.__new__(cls)
        cdef gf_rules fields
        self.rules = as_rules(rules)
        gf_rules_of(self.rules, &fields)
        gf_round_start(&self.state, &fields, key, number, as_int(starter, "starter", 0, 1))
        return self

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
        return self.state.hands[0], self.state.hands[1]

    @property
    def result(self):
        """How the round ended, or `None` while it goes on."""
        return gf_result_of(&self.state)

    def view(self, seat: int) -> View:
        """What a seat may know: its own hand and what is public, never more.

        >>> state = RoundState.deal(7, 0)
        >>> state.view(1).hand == state.hands[1], state.view(1).pile, state.view(1).stock
        (True, (4,), 31)
        """
        cdef gf_view view
        cdef int place
        cdef int32_t asked = as_int(seat, "seat", 0, 1)
        require_state(self)
        with critical_section(self):
            gf_see(&self.state, asked, &view)
        return View(
            seat=view.seat,
            phase=PHASES[view.phase],
            to_move=view.to_move,
            starter=view.starter,
            hand=view.hand,
            barred=view.barred,
            drawn=view.drawn,
            drawn_from=SOURCES[view.drawn_from],
            pile=tuple([view.pile[place] for place in range(view.pile_count)]),
            stock=view.stock,
            known=view.known,
            declined=view.declined,
            knocker=view.knocker,
            melds=tuple([view.melds[place] for place in range(view.meld_count)]),
            unmelded=view.unmelded,
            laid_off=view.laid_off,
            draws=view.draws,
            pile_draws=view.pile_draws,
            scores=(view.scores[0], view.scores[1]),
            rules=self.rules,
        )

    def legal_actions(self) -> tuple[int, ...]:
        """Every legal action, ascending; none when the round is over.

        >>> RoundState.deal(7, 0).legal_actions()
        (105, 106)
        """
        cdef int32_t actions[GF_MOST_ACTIONS]
        cdef int count
        require_state(self)
        with critical_section(self):
            count = gf_legal_actions(&self.state.view, actions)
        return tuple([actions[place] for place in range(count)])

    def copy(self) -> RoundState:
        """An independent copy of the round as it stands.

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
        other.rules = self.rules
        return other

    def __copy__(self) -> RoundState:
        return RoundState.copy(self)

    def __deepcopy__(self, memo: object) -> RoundState:
        return RoundState.copy(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a RoundState is not pickled: keep its seed, index and actions")

    def to_dict(self) -> dict[str, Any]:
        """Everything, the hidden cards too, in plain values.

        >>> RoundState.deal(7, 0).to_dict()["pile"]
        (4,)
        """
        cdef RoundState still = RoundState.copy(self)
        cdef gf_deck deck = still.state.deck
        view = still.view(max(still.state.view.to_move, 0))
        result = gf_result_of(&still.state)
        return {
            "phase": view.phase,
            "to_move": view.to_move,
            "starter": view.starter,
            "hands": still.hands,
            "stock": tuple([gf_deck_next(&deck) for _ in range(view.stock)]),
            "pile": view.pile,
            "barred": view.barred,
            "drawn": view.drawn,
            "drawn_from": view.drawn_from,
            "known": (still.state.known[0], still.state.known[1]),
            "declined": (still.state.declined[0], still.state.declined[1]),
            "knocker": view.knocker,
            "knock_card": still.state.knock_card,
            "melds": view.melds,
            "unmelded": view.unmelded,
            "laid_off": view.laid_off,
            "draws": view.draws,
            "pile_draws": view.pile_draws,
            "result": None if result is None else tuple(result),
            "rules": {each.name: getattr(self.rules, each.name) for each in fields(self.rules)},
        }

    def apply(self, action: int) -> None:
        """Does an action for the seat to act.

        An illegal one is a `ValueError` that says why, and changes nothing.

        >>> RoundState.deal(7, 0).apply(104)
        Traceback (most recent call last):
        ValueError: illegal action 104 (draw from the stock) in phase first_upcard: not a choice \
of this phase
        """
        cdef int32_t code = as_int(action, "action", 0, N_ACTIONS - 1)
        cdef bint done
        require_state(self)
        with critical_section(self):
            done = gf_apply(&self.state, code)
        if not done:
            view = self.view(max(self.state.view.to_move, 0))
            raise ValueError(refusal(view, code, ALL_MELDS))
