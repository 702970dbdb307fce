"""Fingerprints that distinguish Python strategies of the same name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import CellType, CodeType, FunctionType
from typing import Any

_DEEPEST = 20
_OF_NO_MATTER = ("__doc__", "__module__", "__dict__", "__weakref__", "__firstlineno__",
                 "__slotnames__")  # fmt: skip
"""Attributes of a class that do not say how it plays; a pickle of an object adds the last."""


def fingerprint(make: Callable[[], Any]) -> str:
    """A hash that distinguishes a Python strategy from others of its name, as far as possible: a
    hash of the code of its class or function and of the plain values in it. Code that it calls
    elsewhere is not included.

    >>> one, same, other = lambda: 1, lambda: 1, lambda: 2
    >>> fingerprint(one) == fingerprint(same), fingerprint(one) == fingerprint(other)
    (True, False)
    """
    from hashlib import sha256  # rarely needed

    return sha256("\n".join(_parts(make, 0)).encode("utf-8", "replace")).hexdigest()[:16]


def _parts(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, (str, bytes, int, float, type(None))):
        yield repr(value)
    elif isinstance(value, (tuple, list, frozenset, dict)) and depth < _DEEPEST:
        yield type(value).__name__
        for each in sorted(value, key=repr) if isinstance(value, frozenset) else value:
            yield from _parts(each, depth + 1)
            if isinstance(value, dict):
                yield from _parts(value[each], depth + 1)
    elif isinstance(value, CodeType):
        yield value.co_code.hex()
        more: Any
        for more in (value.co_names, value.co_varnames, value.co_consts):
            yield from _parts(more, depth)
    elif isinstance(value, FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if not _is_empty(cell)]
        for more in (value.__code__, value.__defaults__, value.__kwdefaults__, tuple(cells)):
            yield from _parts(more, depth + 1)
    elif isinstance(value, partial):
        for more in (value.func, value.args, value.keywords):
            yield from _parts(more, depth + 1)
    elif isinstance(value, (classmethod, staticmethod)):
        yield from _parts(value.__func__, depth + 1)
    elif isinstance(value, type) and depth < _DEEPEST and _is_own(value):
        for base in value.__bases__:
            yield from _parts(base, depth + 1)
        for name, each in vars(value).items():
            if name not in _OF_NO_MATTER:
                yield name
                yield from _parts(each, depth + 1)
    else:
        yield f"{type(value).__module__}.{type(value).__qualname__}"


def _is_own(value: type) -> bool:
    return value.__module__.partition(".")[0] not in ("builtins", "gin_fast")


def _is_empty(cell: CellType) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return True
    return False
