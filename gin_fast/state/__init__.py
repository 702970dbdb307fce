"""How a round stands, in plain values: actions, what a seat has seen, positions, results.

It stands on `gin_fast.rules` and what that stands on; nothing here plays.
"""
