import ctypes

import numpy as np

import gin_fast
from gin_fast import capi

hands = np.ascontiguousarray(gin_fast.bulk.deal(seed=1, start=0, count=1000)["hands"])
saved = ctypes.CDLL("./libpoints.so").saved
saved.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
saved.restype = ctypes.c_int64
points = gin_fast.bulk.hand_points(hands).sum(dtype=int)
deadwood = gin_fast.bulk.min_deadwood(hands).sum(dtype=int)
print(saved(capi.address(), hands.ctypes.data, hands.size), points - deadwood)
