# Whole turns of `simple` against itself, in one loop: what gf_step does, only sooner.

from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_seat
from gin_fast.native.view cimport gf_rules

# Whether turns may be played in one loop: both sides play `simple`, and the rules are among those
# that the loop knows.
cdef bint gf_has_plain_turns(const gf_rules *rules, const gf_seat *seats) noexcept nogil

# Plays such turns from where the round stands, to the end of the round or to a decision that is
# left to gf_step; that may be the first one.
cdef void gf_play_turns(gf_round *state, gf_seat *seats, int swapped) noexcept nogil
