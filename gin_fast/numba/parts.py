"""What the others are made of: Numba, if it is there, and the types of what a strategy is given."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gin_fast.state.seen_record import VIEW_DTYPE

try:
    numba: Any = import_module("numba")
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    extending: Any = import_module("numba.extending")
    ir: Any = import_module("llvmlite.ir")
    binding: Any = import_module("llvmlite.binding")
except ImportError as error:
    raise ImportError('gin_fast.numba needs Numba: pip install "gin_fast[numba]"') from error
try:
    from gin_fast.capi import addresses, numbers
    from gin_fast.native.exports import OF_MIN_DEADWOOD
except ImportError as error:
    raise ImportError("gin_fast.numba needs the native engine, which is not built") from error

ADDRESSES = addresses() | OF_MIN_DEADWOOD
"""Where the functions of C are, and what `min_deadwood` looks up."""

VIEW: Any = numba.from_dtype(VIEW_DTYPE)
"""A view as a Numba record type: the fields of `gin_fast.state.seen_record.VIEW_DTYPE`."""

signature: Any = types.int32(
    types.CPointer(VIEW), types.voidptr, types.voidptr, types.voidptr, types.CPointer(types.int32)
)
"""The signature of a strategy, for ``@cfunc``: the view, the random stream, the memory, the
parameters, and where to write the action. ``numba.carray(memory, 4, np.uint64)`` makes an array of
the memory or the parameters."""

MOST_MELDS = numbers()["GF_MOST_MELDS"]
MOST_BEST_MELDS = 4  # of 13 cards
MOST_ACTIONS = numbers()["GF_MOST_ACTIONS"]
"""How much room there is in what is written to."""
