"""Strategies compiled elsewhere, by Numba, Cython, C or others: functions at an address."""

from __future__ import annotations

from typing import Any, NoReturn

from gin_fast.strategies.pointers import address_of, name_of_function, plain_function
from gin_fast.values.checks import as_int, shown

MOST_MEMORY = 1 << 20
"""The most bytes of memory that a strategy may have in a round."""


class Compiled:
    """A strategy that is a function in memory: ``int32_t act(const gf_view *view, gf_rng *rng,
    void *memory, const void *parameters, int32_t *action)``.

    `function` is an address, a function pointer of ``ctypes`` or ``cffi``, a Numba ``@cfunc``, a
    SciPy ``LowLevelCallable`` or a ``PyCapsule`` like those of a Cython module. If such an object
    knows its type, any other type than this is a `TypeError`. An address cannot be checked, and a
    wrong one crashes the process.

    It sets ``*action``, which is -1 before, and returns 1. Anything but 1 with a legal action
    forfeits the round. It is called without the GIL, from several threads at once. A ``ctypes`` or
    ``cffi`` callback written in Python takes the GIL itself, and is slow; one that raises forfeits.

    It has `memory` bytes of its own in each round, zero at the start. `parameters` are bytes or an
    array (in C order), which are copied and the same in every round. Both are aligned to 8 bytes.
    The function object is kept alive as long as this object, but not the library it belongs to.

    >>> Compiled(12345, memory=8, parameters=b"two!", name="mine")
    Compiled('mine', memory=8, parameters=4 bytes)
    >>> Compiled(None)
    Traceback (most recent call last):
    TypeError: function must be an address, or a function pointer of ctypes, cffi, Numba, SciPy or \
a capsule, not None
    """

    def __init__(
        self,
        function: Any,
        *,
        memory: int = 0,
        parameters: Any = b"",
        name: str | None = None,
    ) -> None:
        function = plain_function(function)
        self._address = address_of(function)
        self._keep = function
        self._memory = as_int(memory, "memory", 0, MOST_MEMORY)
        self._parameters = _as_bytes(parameters)
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name must be a str, not {shown(name)}")
        self._name = name_of_function(function) if name is None else name

    @property
    def address(self) -> int:
        """The address of the function."""
        return self._address

    @property
    def memory(self) -> int:
        """How many bytes of memory it has in a round."""
        return self._memory

    @property
    def parameters(self) -> bytes:
        """What it is set up with."""
        return self._parameters

    @property
    def name(self) -> str:
        """Its name in results."""
        return self._name

    def __repr__(self) -> str:
        size = f", parameters={len(self._parameters)} bytes" if self._parameters else ""
        return f"Compiled({self._name!r}, memory={self._memory}{size})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"the compiled strategy {self._name!r} is an address in this process: give it as "
            "module:name to play in other processes"
        )


def _as_bytes(parameters: Any) -> bytes:
    try:
        view = memoryview(parameters)
    except (TypeError, ValueError, BufferError):
        raise TypeError(f"parameters must be bytes or an array, not {shown(parameters)}") from None
    if view.format == "O" or getattr(getattr(parameters, "dtype", None), "hasobject", False):
        raise TypeError(f"parameters must be numbers, not Python objects: {shown(parameters)}")
    return view.tobytes()
