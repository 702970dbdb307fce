from _duel import ffi, lib

from gin_fast import capi

totals = ffi.new("gf_totals *")
gf = ffi.cast("const gf_api *", capi.address())
print(lib.duel(gf, b"eaai", b"simple", 10_000, totals), list(totals.wins))
