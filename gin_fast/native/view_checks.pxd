# Views from Python objects, and whether a round can give them, without a word about what is wrong:
# gin_fast.state.seen_checks finds that. Internal.

from gin_fast.native.view cimport gf_view

# The class of the views that the engines make.
cdef object gf_view_class()

# What rules have packed, without the seal on it.
cdef object gf_packed_of(object rules)

# Whether an object is a view as the engines make them: of their class, each field a plain value
# within its bounds. Only then is `out` filled.
cdef bint gf_view_plain(object view, gf_view *out) except -1

# Whether the fields of such a view fit together: just when check_view does not refuse it.
cdef bint gf_view_fits(const gf_view *view) noexcept nogil
