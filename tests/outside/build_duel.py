import cffi

from gin_fast import capi, get_include

ffi = cffi.FFI()
ffi.cdef(capi.declarations())
ffi.cdef("const char *duel(const gf_api *, const char *, const char *, uint64_t, gf_totals *);")
ffi.set_source("_duel", '#include "duel.c"', include_dirs=[".", get_include()])
ffi.compile()
