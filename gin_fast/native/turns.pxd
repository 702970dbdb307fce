# Rounds played to their end: by gf_step, or sooner by whole turns of `simple` against itself.

from libc.stdint cimport int32_t

from gin_fast.native.moves cimport gf_round
from gin_fast.native.seats cimport gf_seat

# Plays a round to its end: True; or to a failed decision, which is in `action`: False.
cdef bint gf_play_on(
    gf_round *state, gf_seat *seats, int swapped, int32_t *action
) noexcept nogil
