"""The address of a compiled function, whatever made it: ctypes, cffi, Numba, Cython or SciPy."""

from __future__ import annotations

import ctypes
import gc
import re
import sys
from _ctypes import CFuncPtr
from collections.abc import Callable, Sequence
from typing import Any

from gin_fast.values.checks import WORD, as_int, shown

EXPECTED = "int32_t (const gf_view *, gf_rng *, void *, const void *, int32_t *)"
"""The type of a compiled strategy."""


def is_pointer(value: Any) -> bool:
    """Whether `value` is a compiled function that may be given as it is, or was meant to be one, so
    that the error can say what is wrong with it."""
    return (
        isinstance(value, CFuncPtr)
        or _is_cffi(value)
        or _is_function_of_library(value)
        or _is_capsule(value)
        or _is_low_level(value)
        or _is_of_numba(value)
    )


def plain_function(function: Any) -> Any:
    """The function that an object stands for, if it is not a function itself."""
    if _is_low_level(function):
        function = _function_of_low_level(function)
    return _guarded(function) if isinstance(function, CFuncPtr) else function


def address_of(function: Any) -> int:
    """The address of a compiled function, whose type is checked where it is known."""
    if isinstance(function, CFuncPtr):
        address = _ctypes_address(function)
    elif _is_capsule(function):
        address = _capsule_address(function)
    elif _is_function_of_library(function):
        address = _cffi_address(_pointer_of_library(function))
    elif _is_cffi(function):
        address = _cffi_address(function)
    elif _is_of_numba(function):
        address = _numba_address(function)
    elif hasattr(function, "__index__"):
        address = as_int(function, "function", 0, WORD)
    else:
        raise TypeError(
            "function must be an address, or a function pointer of ctypes, cffi, Numba, SciPy or "
            f"a capsule, not {shown(function)}"
        )
    if not 0 < address < 1 << 8 * ctypes.sizeof(ctypes.c_void_p):
        raise ValueError(f"there is no function at the address {address}")
    return address


def name_of_function(function: Any) -> str:
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) and name.isidentifier() else "compiled"


def _check_type(answer: str, arguments: Sequence[str], given: str) -> None:
    """Checks a known type: the return type and the argument types as C writes them, without
    ``const`` and spaces."""
    last = ("int32_t*", "int*", "void*")
    if (
        answer not in ("int32_t", "int")
        or len(arguments) != 5
        or not all(each.endswith("*") for each in arguments)
        or arguments[4] not in last
        or any(each.endswith("gf_view*") for each in arguments[1:])
        or any(each.endswith("gf_rng*") for each in (arguments[0], *arguments[2:]))
    ):
        raise TypeError(f"the function must be {EXPECTED}, not {given}")


def _ctypes_address(function: Any) -> int:
    """The address of a ctypes function, which has no types unless the user declared them."""
    if type(function)._flags_ & _PYTHON_API:
        raise TypeError("the function needs the GIL, but strategies are called without it")
    answer = _kind_of_ctypes(function.restype)
    if function.argtypes is None:
        _check_type(answer, _UNKNOWN, f"one that returns {answer}")
    else:
        arguments = [_kind_of_ctypes(kind) for kind in function.argtypes]
        _check_type(answer, arguments, f"{answer} ({', '.join(arguments)})")
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _guarded(function: Any) -> Any:
    """Replaces a ctypes callback by one that returns 0 when it raises. The callback itself would
    return whatever is in memory, which may be the 1 of the last call."""
    for thunk in list((function._objects or {}).values()):
        if type(thunk).__name__ == "CThunkObject":
            # ctypes has no plain way from a callback to what it calls.
            parts = gc.get_referents(thunk)  # its types, the callable, and its return type
            kinds = next((part for part in parts if isinstance(part, tuple)), ())
            called = [part for part in parts if part not in (kinds, type(thunk), function.restype)]
            if len(called) == 1 and function.restype is ctypes.c_int32:
                return ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(_answering(called[0]))
    return function


def _answering(called: Callable[..., Any]) -> Callable[..., int]:
    """The same, but it never raises, and returns only 0 or 1."""

    def answer(*given: Any) -> int:
        try:
            return int(called(*given) == 1)
        except BaseException as error:
            _report(error)
            return 0

    return answer


def _report(error: BaseException) -> None:
    """Reports an error as ctypes does, through `sys.unraisablehook`."""

    def strategy() -> None:
        raise error

    ctypes.CFUNCTYPE(None)(strategy)()


_PYTHON_API = 4  # the flag of a function that needs the GIL
_UNKNOWN = ("void*",) * 5


def _kind_of_ctypes(kind: Any) -> str:
    if kind is None:
        return "void"
    if kind is ctypes.c_void_p:
        return "void*"
    if isinstance(kind, type) and issubclass(kind, ctypes._Pointer):
        return f"{_kind_of_ctypes(kind._type_)}*"
    letter = getattr(kind, "_type_", None)
    if isinstance(letter, str) and letter in "bBhHiIlLqQ":
        sign = "u" if letter.isupper() else ""
        return f"{sign}int{8 * ctypes.sizeof(kind)}_t"
    return str(getattr(kind, "__name__", kind))


def _is_cffi(value: Any) -> bool:
    backend = sys.modules.get("_cffi_backend")
    return backend is not None and isinstance(value, backend._CDataBase)


def _is_function_of_library(value: Any) -> bool:
    """Whether it is ``lib.f`` of a library that cffi compiled, which stands for a pointer."""
    backend = sys.modules.get("_cffi_backend")
    return backend is not None and isinstance(getattr(value, "__self__", None), backend.Lib)


def _pointer_of_library(function: Any) -> Any:
    ffi = sys.modules["_cffi_backend"].FFI()
    return ffi.addressof(function.__self__, function.__name__)


def _cffi_address(function: Any) -> int:
    backend = sys.modules["_cffi_backend"]
    kind = backend.typeof(function)
    if kind.kind == "function":
        arguments = [each.cname.replace(" ", "") for each in kind.args]
        _check_type(kind.result.cname, arguments, kind.cname)
    elif kind is not backend.typeof(backend.FFI().NULL):  # a void pointer is trusted
        _check_type("", (), kind.cname)
    return int(backend.FFI().cast("uintptr_t", function))


def _is_capsule(value: Any) -> bool:
    return type(value).__name__ == "PyCapsule"


def _capsule_address(capsule: Any) -> int:
    """Cython and SciPy name a capsule by the type of its contents. One without a name is
    trusted."""
    api = ctypes.pythonapi
    name_of = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", api))
    pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", api)
    )
    name = name_of(capsule)
    if name is not None:
        text = name.decode("utf-8", "replace")
        parts = _TYPE.fullmatch(_NEEDLESS.sub("", text))
        arguments = parts["arguments"].split(",") if parts else ()
        _check_type(parts["answer"] if parts else "", arguments, text)
    return pointer_of(capsule, name) or 0


_NEEDLESS = re.compile(r"\b(?:const|struct)\b|\s")
_TYPE = re.compile(r"(?P<answer>[^()]*)\((?P<arguments>[^()]*)\)")


def _is_low_level(value: Any) -> bool:
    return type(value).__name__ == "LowLevelCallable" and isinstance(value, tuple)


def _function_of_low_level(value: Any) -> Any:
    if value.user_data is not None:
        raise TypeError("the user_data of a LowLevelCallable is not used: give parameters instead")
    return value.function


def _is_of_numba(value: Any) -> bool:
    """Whether Numba made it: with ``@cfunc``, or with ``@njit``, which is the wrong one."""
    return any(
        name in sys.modules and isinstance(value, getattr(sys.modules[name], kind, ()))
        for name, kind in _OF_NUMBA
    )


_OF_NUMBA = (("numba.core.ccallback", "CFunc"), ("numba.core.dispatcher", "Dispatcher"))


def _numba_address(function: Any) -> int:
    if not hasattr(function, "address"):
        raise TypeError(
            f"{name_of_function(function)} can only be called from Numba: compile it with "
            "@cfunc(gin_fast.numba.signature)"
        )
    arguments = [_kind_of_numba(kind) for kind in function._sig.args]
    _check_type(_kind_of_numba(function._sig.return_type), arguments, str(function._sig))
    return int(function.address)


def _kind_of_numba(kind: Any) -> str:
    types = sys.modules["numba"].types
    if isinstance(kind, types.CPointer):
        return f"{_kind_of_numba(kind.dtype)}*"
    if isinstance(kind, types.RawPointer):
        return "void*"
    return f"{kind}_t" if isinstance(kind, types.Integer) else str(kind)
