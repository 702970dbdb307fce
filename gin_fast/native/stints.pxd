# Work on many rows, a tenth of a second at a time: between two stints Python handles its signals.

from cpython.time cimport monotonic

# When a stint that begins now will be over, and whether it is. Looking at the clock takes as long as
# ten hands do: loops look seldom enough that it does not matter, and often enough for hands of any
# size.
cdef inline double gf_stint() noexcept nogil:
    return monotonic() + 0.1

cdef inline bint gf_is_over(double end) noexcept nogil:
    return monotonic() >= end
