import ctypes

from gin_fast import capi

walk = ctypes.CDLL("./libwalk.so").walk
walk.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64]
print([walk(capi.address(), b"modern", seed) for seed in range(6)])
print(walk(capi.address(), b"whist", 0))
