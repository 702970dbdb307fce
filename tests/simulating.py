"""What the tests of simulations share."""

from __future__ import annotations

import signal
import threading

from gin_fast.simulation import Sums

SEED = 7
ENDLESS = 2**64 - 1


def won_by_0(count):
    """The sums of rounds that seat 0 all wins, for a point."""
    return Sums(rounds=count, wins_0=count, points_0=count)


def interrupt():
    """Ctrl-C, as the main thread meets it, from whichever thread."""
    if threading.current_thread() is threading.main_thread():
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
