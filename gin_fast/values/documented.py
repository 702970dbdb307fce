"""Named tuples whose fields have a meaning that ``help()`` shows."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import TypeVar

_Kind = TypeVar("_Kind", bound=type)
_ATTRIBUTE = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)$", re.MULTILINE)


def documented(kind: _Kind) -> _Kind:
    """Gives each field of a named tuple its meaning, from the "Attributes:" of its docstring.

    Without it ``help()`` shows "Alias for field number 0", in subclasses too.
    """
    attributes = cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2]
    for name, meaning in _ATTRIBUTE.findall(attributes):
        vars(kind)[name].__doc__ = " ".join(meaning.split())
    return kind
