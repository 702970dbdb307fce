"""A thread that gets on only while the tested one lets go of the GIL."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ticking() -> Iterator[Callable[[], int]]:
    """Another thread counts meanwhile. Gives what tells how far it has come.

    Python takes the GIL from no thread meanwhile, so the other comes no further unless the one that
    is tested lets go of it.
    """
    ticks = 0
    is_done = False

    def tick() -> None:
        nonlocal ticks
        while not is_done:
            ticks += 1
            time.sleep(0.0001)  # lets go of the GIL

    interval = sys.getswitchinterval()
    other = threading.Thread(target=tick)
    try:
        sys.setswitchinterval(1000)
        other.start()
        yield lambda: ticks
    finally:
        sys.setswitchinterval(interval)
        is_done = True
        other.join()
