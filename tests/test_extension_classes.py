"""No misuse of an extension class ends the process: what cannot be copied says so."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
import subprocess
import sys

import pytest

import gin_fast
import gin_fast.native.playout

CLASSES = [
    (module.name, name)
    for module in pkgutil.iter_modules(gin_fast.native.__path__)
    for name, found in vars(importlib.import_module(f"gin_fast.native.{module.name}")).items()
    if isinstance(found, type) and found.__module__ == f"gin_fast.native.{module.name}"
]
MISUSE = {
    "made": "C()",
    "made without init": "C.__new__(C)",
    "copied": "copy.copy(C.__new__(C))",
    "copied deeply": "copy.deepcopy(C.__new__(C))",
    "pickled": "[pickle.loads(pickle.dumps(C.__new__(C), each)) for each in range(6)]",
    "reduced": "x = C.__new__(C); x.__reduce_cython__()",
    "state of numbers": "x = C.__new__(C); x.__setstate__((1, 2, 3))",
    "no state": "x = C.__new__(C); x.__setstate__(())",
    "init twice": "x = C.__new__(C); x.__init__(); x.__init__()",
    "shown": "x = C.__new__(C); repr(x), str(x), x == x, hash(x)",
    "all its methods": """
x = C.__new__(C)
for name in dir(x):
    for given in ((), (None,), (0,), (0, 0), ("x",), (x,), (object(), 1, 2)):
        try:
            getattr(x, name)(*given)
        except Exception:
            pass""",
    "all methods of the class": """
for name in dir(C):
    for given in ((), (None,), (0,), (0, 0), ("x",), (object(), 1, 2)):
        try:
            getattr(C, name)(*given)
        except Exception:
            pass""",
}
"""What may be tried with a class, whatever it is."""


def test_there_are_extension_classes():
    assert {("dealing", "Stream"), ("logs", "Memory"), ("players", "Bridge")} <= {*CLASSES}


@pytest.mark.parametrize(("module", "name"), CLASSES)
def test_no_misuse_of_an_extension_class_ends_the_process(module, name):
    """Each way in a process of its own: it goes well, or is an error."""
    start = f"import copy, pickle\nfrom gin_fast.native.{module} import {name} as C\n"
    running = {
        way: subprocess.Popen(
            [sys.executable, "-c", start + program], stderr=subprocess.PIPE, text=True
        )
        for way, program in MISUSE.items()
    }
    ended = {way: (child.communicate()[1], child.returncode) for way, child in running.items()}
    for way, (error, code) in ended.items():
        last = (error.splitlines() or [""])[-1]
        assert code == 0 or (code == 1 and last.startswith(("TypeError", "AttributeError"))), way


def test_what_a_log_gives_is_copied_as_an_array():
    rows = gin_fast.native.playout.tally("simple", "simple", 1, 0, 5, log="rounds").rows
    for made in (copy.deepcopy(rows), copy.copy(rows), pickle.loads(pickle.dumps(rows))):
        assert (made == rows).all()
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a Memory cannot be copied or pickled"):
            copied(rows.base)
