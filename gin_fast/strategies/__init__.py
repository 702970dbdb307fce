"""Strategies: built-in names, classes in Python, compiled functions, and external programs.

It imports only `gin_fast.state` and the layers below it. The engines make strategies decide.
"""

from typing import TYPE_CHECKING

from gin_fast.strategies.builtin import BUILTINS, STRATEGIES
from gin_fast.values.late import late_names

if TYPE_CHECKING:
    from gin_fast.strategies.compiled import Compiled
    from gin_fast.strategies.processes import ProgramError
    from gin_fast.strategies.programs import Program

__all__ = ["BUILTINS", "STRATEGIES", "Compiled", "Program", "ProgramError"]

__getattr__, __dir__ = late_names(
    __name__, {"compiled": ["Compiled"], "processes": ["ProgramError"], "programs": ["Program"]}
)
