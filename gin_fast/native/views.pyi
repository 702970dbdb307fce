from typing import Any

import numpy as np

from gin_fast.state.actions import Action
from gin_fast.state.seen import Seen

__all__ = ["legal_actions", "plain_view", "record_of"]

def legal_actions(view: Seen) -> tuple[Action, ...]: ...
def plain_view(view: Seen) -> Seen: ...
def record_of(view: Seen) -> np.ndarray[Any, np.dtype[np.void]]: ...
