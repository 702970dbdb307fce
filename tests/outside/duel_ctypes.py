import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint64, c_void_p

from gin_fast import capi, parse_hand


class Totals(ctypes.Structure):
    """gf_totals."""

    _fields_ = (
        ("rounds", c_int64),
        ("wins", c_int64 * 2),
        ("points", c_int64 * 2),
        ("net_squared", c_int64),
        ("forfeits", c_int64 * 2),
        ("dead", c_int64),
        ("ties", c_int64),
        ("draws", c_int64),
    )


duel = ctypes.CDLL("./libduel.so").duel
duel.restype = c_char_p
duel.argtypes = [c_void_p, c_char_p, c_char_p, c_uint64, POINTER(Totals)]
totals = Totals()
print(duel(capi.address(), b"eaai", b"simple", 10_000, totals), list(totals.wins))
print(duel(capi.address(), b"eaai", b"complex", 10_000, totals))

# A function of the table, without a library.
min_deadwood = ctypes.CFUNCTYPE(c_int32, c_uint64)(capi.addresses()["min_deadwood"])
print(min_deadwood(parse_hand("7C 7D 7H KC")))
