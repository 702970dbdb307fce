"""The C interface of gin_fast: where its header is, and its table of functions.

>>> from pathlib import Path
>>> (Path(get_include()) / "gin_fast.h").is_file()
True
>>> "min_deadwood" in addresses()
True
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["address", "addresses", "capsule", "declarations", "get_include"]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FUNCTION = re.compile(r"(\w+) \(\*(\w+)\)\(([^)]*)\)")
_ENUM = re.compile(r"enum \{(.*?)\}", re.DOTALL)
_FIRST = 32
"""The number of bytes in the table before its functions, in every version."""
_SIZE = 4
"""The offset of the table's own size."""


def get_include() -> str:
    """The directory of ``gin_fast.h``, for a compiler's ``-I``."""
    return str(Path(__file__).parent / "include")


def address() -> int:
    """The address of the table of functions in this process: a ``const gf_api *`` as a number. It
    is valid until the process ends.

    The table is part of the native engine, whichever engine is in use. It is an `ImportError` if
    that is missing, or if the table and the header differ in size: one of them is older.
    """
    import ctypes

    place = int(_native().ADDRESS)
    size = ctypes.c_uint32.from_address(place + _SIZE).value
    expected = _FIRST + ctypes.sizeof(ctypes.c_void_p) * len(prototypes())
    if size != expected:
        raise ImportError(
            f"gin_fast.h in {get_include()} has a table of {expected} bytes, but gin_fast.native "
            f"was built with one of {size}: rebuild or reinstall gin_fast"
        )
    return place


def capsule() -> object:
    """The table as a ``PyCapsule``, for ``gf_import()`` in the header."""
    table: object = _native().TABLE
    return table


@cache
def declarations() -> str:
    """The enums, structs and table of ``gin_fast.h`` without comments and preprocessor lines, for
    the ``cdef`` of cffi.

    >>> print(declarations().split(";")[-2].strip())
    } gf_api
    """
    text = (Path(get_include()) / "gin_fast.h").read_text("utf-8")
    inner = text.partition("/* [declarations")[2].partition("*/")[2].partition("/* ] */")[0]
    plain = _COMMENT.sub("", inner)
    return "\n".join(line.rstrip() for line in plain.splitlines() if line.strip()) + "\n"


def addresses() -> dict[str, int]:
    """The address of each function of the table by name, for ctypes and Numba."""
    import ctypes

    pointers = ctypes.cast(address() + _FIRST, ctypes.POINTER(ctypes.c_size_t))
    return {name: pointers[place] for place, name in enumerate(prototypes())}


def prototypes() -> dict[str, tuple[str, ...]]:
    """Each function of the table by its name: the type of its answer, then those of what it takes,
    as C writes them.

    >>> prototypes()["below"], prototypes()["melds"]
    (('uint32_t', 'gf_rng *', 'uint32_t'), ('int32_t', 'uint64_t', 'uint64_t *'))
    """
    found = {}
    table = declarations().partition("typedef struct gf_api")[2]
    for answer, name, arguments in _FUNCTION.findall(table):
        found[name] = answer, *map(_type_of, arguments.split(","))
    return found


def _type_of(argument: str) -> str:
    """Its type, of one that has a name."""
    return re.sub(r" ?\b\w+$", "", " ".join(argument.split()))


def numbers() -> dict[str, int]:
    """The enumerators of the header.

    >>> numbers()["GF_DRAW"], numbers()["GF_OVER"]
    (104, 6)
    """
    found: dict[str, int] = {}
    for block in _ENUM.findall(declarations()):
        following = 0
        for each in block.split(","):
            name, _, number = map(str.strip, each.partition("="))
            found[name] = following = int(number) if number else following
            following += 1
    return found


def _native() -> Any:
    try:
        from gin_fast.native import capi
    except ImportError as error:
        raise ImportError(
            f"the C interface needs the native engine, which is not built ({error})"
        ) from error
    return capi
