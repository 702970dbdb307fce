"""What C, and whatever can call it, needs of gin_fast: the header, and the table of functions.

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
"""How many bytes of the table come before its functions, in every version."""
_SIZE = 4
"""After how many of them its own size is told."""


def get_include() -> str:
    """The directory of ``gin_fast.h``, for a compiler's ``-I``."""
    return str(Path(__file__).parent / "include")


def address() -> int:
    """Where the table of functions is in this process: a ``const gf_api *`` as a number. It stays
    there until the process ends.

    The native engine has it, whichever is in use; without it this is an `ImportError`, and also
    where the table is not as long as the header says: one of them is older.
    """
    import ctypes

    place = int(_native().ADDRESS)
    size = ctypes.c_uint32.from_address(place + _SIZE).value
    expected = _FIRST + ctypes.sizeof(ctypes.c_void_p) * len(prototypes())
    if size != expected:
        raise ImportError(
            f"gin_fast.h in {get_include()} has a table of {expected} bytes, but gin_fast.native "
            f"was built with one of {size}: build it anew, or install gin_fast anew"
        )
    return place


def capsule() -> object:
    """The table as a ``PyCapsule``, as ``gf_import()`` of the header asks for it."""
    table: object = _native().TABLE
    return table


@cache
def declarations() -> str:
    """The enums, structs and the table of ``gin_fast.h`` without comments and preprocessor lines,
    as the ``cdef`` of cffi takes them.

    >>> print(declarations().split(";")[-2].strip())
    } gf_api
    """
    text = (Path(get_include()) / "gin_fast.h").read_text("utf-8")
    inner = text.partition("/* [declarations")[2].partition("*/")[2].partition("/* ] */")[0]
    plain = _COMMENT.sub("", inner)
    return "\n".join(line.rstrip() for line in plain.splitlines() if line.strip()) + "\n"


def addresses() -> dict[str, int]:
    """Each function of the table by its name, as an address: what ctypes and Numba take."""
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
