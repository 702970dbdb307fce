"""What compiled code calls: C functions by their names, which are bound to addresses when the code
is loaded, so that it may come from a cache; and what Numba has no name for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gin_fast.capi import prototypes
from gin_fast.numba.parts import ADDRESSES, VIEW, binding, cgutils, extending, ir, types

for _name, _address in ADDRESSES.items():
    binding.add_symbol(f"gin_fast_{_name}", _address)

INT, MASK = types.int32, types.uint64
INTS, MASKS, VIEW_POINTER = types.CPointer(INT), types.CPointer(MASK), types.CPointer(VIEW)
_TYPES = {
    "int32_t": INT,
    "int32_t *": INTS,
    "uint32_t": types.uint32,
    "uint64_t": MASK,
    "uint64_t *": MASKS,
    "const uint64_t *": MASKS,
    "const gf_view *": VIEW_POINTER,
    "gf_rng *": types.voidptr,
}
"""What Numba calls the types of the header."""
_PROTOTYPES = prototypes()


def _c_function(name: str) -> Any:
    answer, *kinds = (_TYPES[each] for each in _PROTOTYPES[name])
    return types.ExternalFunction(f"gin_fast_{name}", answer(*kinds))


with_sets = types.ExternalFunction(
    "gin_fast_with_sets", INT(*[types.uint32] * 4, INT, *[types.uint32] * 2)
)
hand_points = _c_function("hand_points")
is_meld = _c_function("is_meld")
meld_index = _c_function("meld_index")
is_big_gin = _c_function("is_big_gin")
best_discards = _c_function("best_discards")
knock_discards = _c_function("knock_discards")
outs = _c_function("outs")
best_spread = _c_function("best_spread")
best_spreads = _c_function("best_spreads")
best_layoff = _c_function("best_layoff")
legal_actions = _c_function("legal_actions")
is_legal = _c_function("is_legal")
discards = _c_function("discards")
knocks = _c_function("knocks")
word = _c_function("word")
below = _c_function("below")


def _intrinsic(function: Callable[..., Any]) -> Any:
    return extending.intrinsic(function)


@_intrinsic
def runs(context: Any) -> Any:
    """The table GF_RUNS."""

    def generate(context: Any, builder: Any, *_: Any) -> Any:
        name = "gin_fast_runs"
        known = builder.module.globals.get(name)
        return known or ir.GlobalVariable(builder.module, ir.IntType(32), name)

    return types.CPointer(types.uint32)(), generate


@_intrinsic
def mask_slot(context: Any) -> Any:
    """A place for a mask written by a C function."""
    return MASKS(), lambda context, builder, *_: cgutils.alloca_once(builder, ir.IntType(64))


@_intrinsic
def int_slot(context: Any) -> Any:
    return INTS(), lambda context, builder, *_: cgutils.alloca_once(builder, ir.IntType(32))


@_intrinsic
def trailing_zeros(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.trunc(builder.cttz(values[0], ir.Constant(ir.IntType(1), 0)), ir.IntType(32))

    return INT(MASK), generate


@_intrinsic
def bit_count(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.trunc(builder.ctpop(values[0]), ir.IntType(32))

    return INT(MASK), generate
