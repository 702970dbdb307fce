import cffi

from gin_fast import capi

ffi = cffi.FFI()
ffi.cdef(capi.declarations())
ffi.cdef("const char *duel(const gf_api *, const char *, const char *, uint64_t, gf_totals *);")
library = ffi.dlopen("./libduel.so")
gf = ffi.cast("const gf_api *", capi.address())
totals = ffi.new("gf_totals *")
print(library.duel(gf, b"eaai", b"simple", 10_000, totals), list(totals.wins))

# The table, without a library: a round, action by action.
rules, round = ffi.new("gf_rules *"), ffi.new("gf_round *")
actions = ffi.new("int32_t[]", library.GF_MOST_ACTIONS)
gf.rules_named(b"modern", rules)
gf.round_start(round, rules, 7, 0, 0)
while round.view.phase != library.GF_OVER:
    count = gf.legal_actions(ffi.addressof(round, "view"), actions)
    gf.round_apply(round, actions[count - 1])
print(round.kind == library.GF_DEAD, round.view.draws)
