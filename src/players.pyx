# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: freethreading_compatible=True, annotation_typing=False, embedsignature=False, binding=True
"""Players by their names: how each decides."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free

from gin_fast.native.dealing cimport gf_rng
from gin_fast.native.objects cimport gf_view_of
from gin_fast.native.policies cimport gf_random_act, gf_simple_act, gf_simple_memory
from gin_fast.native.sampling cimport GF_PLAIN, gf_montecarlo
from gin_fast.native.seats cimport GF_MOST_PARAMETERS, GF_MOST_WORDS, gf_act, gf_strategy
from gin_fast.native.view cimport GF_ACTION_COUNT, gf_view
from gin_fast.native.weighing cimport gf_weigh, gf_weighing_memory

from gin_fast.native.dealing import Stream
from gin_fast.strategies.players import as_code, as_player
from gin_fast.strategies.builtin import PLAIN, parted

__all__ = []


cdef int gf_builtin(object builtin, gf_strategy *out) except -1:
    name, parameters = builtin
    cdef int place
    out.words = 0
    for place in range(GF_MOST_PARAMETERS):
        out.parameters[place] = parameters[place] if place < len(parameters) else 0
    out.params = out.parameters
    if name == "random":
        out.act = gf_random_act
    elif name == "simple":
        out.act = gf_simple_act
        out.words = sizeof(gf_simple_memory) / 8
    elif name == "montecarlo":
        out.act = gf_montecarlo
    else:
        out.act = gf_weigh
        out.words = sizeof(gf_weighing_memory) / 8
    return 0


GF_PLAIN = <gf_strategy *>calloc(len(PLAIN), sizeof(gf_strategy))  # until the process ends
if GF_PLAIN == NULL:
    raise MemoryError
cdef int which
for which in range(len(PLAIN)):
    gf_builtin(parted(PLAIN[which]), &GF_PLAIN[which])
    if GF_PLAIN[which].words > GF_MOST_WORDS:
        raise ImportError(f"GF_MOST_WORDS of gin_fast.h is too few for {PLAIN[which]}")


cdef class Bridge:
    """A strategy in Python as the engine asks it."""

    def __reduce__(self):
        raise TypeError("a Bridge cannot be copied or pickled")


cdef extern from *:
    """
    #if defined(_MSC_VER)
    static __declspec(thread) int gf_asked;
    #else
    static __thread int gf_asked;
    #endif
    """
    int gf_asked  # how deep this thread is in strategies that ask strategies

cdef enum:
    DEEPEST = 16  # each takes much of the stack


cdef int32_t ask(
    const gf_view *view, gf_rng *rng, void *memory, const void *params, int32_t *action
) noexcept with gil:
    """Decides as gf_act does, by the Bridge that `params` points to."""
    cdef Bridge bridge = <Bridge>params
    cdef uint64_t *has_begun = <uint64_t *>memory
    global gf_asked
    gf_asked += 1
    try:
        if gf_asked > DEEPEST:
            raise RecursionError(f"strategies ask each other more than {DEEPEST} deep")
        if has_begun[0] == 0:
            bridge.act = None  # what played the last round is done with
            player = bridge.make()
            begin = getattr(player, "begin", None)
            if begin is not None:
                begin(Stream(rng.seed, rng.index, rng.stream))
            bridge.act = player.act
            has_begun[0] = 1
        seen = gf_view_of(view, bridge.rules)
        answer = bridge.act(seen)
        if type(answer) is int and 0 <= answer < GF_ACTION_COUNT:
            action[0] = answer
        else:
            action[0] = as_code(answer, seen)
        return 1
    except BaseException as error:
        bridge.error = error
        return 0
    finally:
        gf_asked -= 1


cdef int seat_player(Table table, int side, object rules) except -1:
    """Sets a side up by its player."""
    cdef gf_strategy *strategy = &table.seats[side].strategy
    cdef Bridge bridge
    player = table.players[side]
    if player.builtin is not None:
        gf_builtin(player.builtin, strategy)
    elif player.compiled is not None:
        strategy.act = <gf_act><size_t>player.compiled.address
        strategy.params = PyBytes_AS_STRING(player.compiled.parameters)
        strategy.words = (player.compiled.memory + 7) / 8
    else:
        bridge = Bridge()
        bridge.make = player.make
        bridge.rules = rules
        strategy.act = ask
        strategy.params = <void *>bridge
        strategy.words = 1
        table.bridges[side] = bridge
        table.needs_python = True
    return 0


cdef class Table:
    """Two strategies, in whatever form, that play by some rules; and their memory."""

    def __cinit__(self, a, b, rules):
        cdef int side
        self.players = as_player(a), as_player(b)
        self.bridges = [None, None]
        for side in range(2):
            seat_player(self, side, rules)
        words = self.seats[0].strategy.words + self.seats[1].strategy.words
        self.memory = <uint64_t *>calloc(words + 1, 8)
        if self.memory == NULL:
            raise MemoryError
        self.seats[0].memory = self.memory
        self.seats[1].memory = self.memory + self.seats[0].strategy.words

    def __dealloc__(self):
        free(self.memory)

    def __reduce__(self):
        raise TypeError("a Table cannot be copied or pickled")

    cdef object error_of(self, int side):
        cdef Bridge bridge = self.bridges[side]
        if bridge is None:
            return None
        error, bridge.error = bridge.error, None
        return error
