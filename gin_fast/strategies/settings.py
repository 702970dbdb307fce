"""Parameters of your own strategies in their names, as in ``mine:Careful:limit=4``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from types import FunctionType, MethodDescriptorType, MethodType, new_class
from typing import Any

from gin_fast.values.checks import shown

_SETTING = re.compile(r"\s*(?P<key>[^\W\d]\w*)\s*=\s*(?P<value>[^\s,](?:[^,]*[^\s,])?)\s*")
_NUMBER = re.compile(r"[+-]?(?=\.?[0-9])[0-9]{0,18}(?:\.[0-9]{0,18})?(?:e[+-]?[0-9]{1,3})?", re.I)
_WORDS = {"true": True, "yes": True, "false": False, "no": False, "none": None}
_NO_VALUES = (FunctionType, MethodType, MethodDescriptorType, property, classmethod, staticmethod)
_KINDS = ((bool, "true or false"), ((int, float), "a number"))


def with_settings(made: Any, text: str) -> Callable[[], Any]:
    """A class with its class attributes changed, or whatever else makes players with arguments
    given, by a text such as ``limit=4,bold=true``.

    >>> class Careful:
    ...     limit, bold = 10, False
    ...     def act(self, view):
    ...         return 0
    >>> changed = with_settings(Careful, "limit=4, bold=yes")
    >>> changed().limit, changed().bold
    (4, True)
    >>> with_settings(Careful, "limt=4")
    Traceback (most recent call last):
    ValueError: unknown parameter 'limt' of Careful: expected one of limit, bold
    """
    root = made.func if isinstance(made, partial) else made
    name = str(getattr(root, "__qualname__", None) or shown(root))
    if not callable(made):
        raise ValueError(f"{shown(made)} takes no parameters: {shown(text)}")
    arguments, attributes = _arguments(made), _attributes(root)
    given = _parsed(text, {**attributes, **arguments}, name)
    changed = {key: value for key, value in given.items() if key not in arguments}
    if changed:
        more = {"__qualname__": root.__qualname__, "__module__": root.__module__, **changed}
        root = new_class(root.__name__, (root,), exec_body=lambda body: body.update(more))
        made = partial(root, *made.args, **made.keywords) if isinstance(made, partial) else root
    rest = {key: value for key, value in given.items() if key in arguments}
    return partial(made, **rest) if rest else made


def _arguments(made: Any) -> dict[str, Any]:
    """What it can be given by name when it is called, with the default or a mark for none."""
    try:
        taken = signature(made).parameters.values()
    except (TypeError, ValueError):  # unknown
        return {}
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return {each.name: each.default for each in taken if each.kind in by_name}


def _attributes(root: Any) -> dict[str, Any]:
    """The class attributes that have values, in the order of the class."""
    if not isinstance(root, type):
        return {}
    names = dict.fromkeys(name for each in root.__mro__[:-1] for name in vars(each))
    return {
        name: getattr(root, name)
        for name in names
        if not name.startswith("_") and not _is_code(root, name)
    }


def _is_code(root: type, name: str) -> bool:
    value = next(vars(each)[name] for each in root.__mro__ if name in vars(each))
    return isinstance(value, _NO_VALUES) or hasattr(value, "__set__")


def _parsed(text: str, known: dict[str, Any], name: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for setting in text.split(","):
        match = _SETTING.fullmatch(setting)
        if match is None:
            raise ValueError(f"{shown(setting)} in the parameters of {name} must be like limit=4")
        key = match["key"]
        if key not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it has none"
            raise ValueError(f"unknown parameter {shown(key)} of {name}: {expected}")
        if key in given:
            raise ValueError(f"the parameter {key} of {name} is given twice")
        given[key] = _value(match["value"], known[key], f"{key} of {name}")
    return given


def _value(text: str, default: Any, what: str) -> Any:
    """The value of a text, of the kind that the default has: a number, true or false, or text."""
    if isinstance(default, str):
        return text
    value: Any = text
    if text.lower() in _WORDS:
        value = _WORDS[text.lower()]
    elif _NUMBER.fullmatch(text):
        value = int(text) if text.lstrip("+-").isdecimal() else float(text)
    for kind, expected in _KINDS:
        if isinstance(default, kind):
            if not isinstance(value, kind) or isinstance(value, bool) != isinstance(default, bool):
                raise ValueError(f"{what} must be {expected}, not {shown(text)}")
            return value
    return value
