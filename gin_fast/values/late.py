"""Names of a package that are imported on first use.

A program that only asks about hands starts sooner.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def late_names(
    package: str, modules: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package, given the modules to import late,
    each with the names that the package re-exports from it."""

    def __getattr__(name: str) -> object:
        for module, names in modules.items():
            if name == module or name in names:
                found: object = import_module(f"{package}.{module}")
                if name != module:
                    found = getattr(found, name)
                    setattr(sys.modules[package], name, found)
                return found
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        late = {name for names in modules.values() for name in names}
        return sorted({*vars(sys.modules[package]), *modules, *late})

    return __getattr__, __dir__
