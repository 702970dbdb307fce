"""The state of a round in plain values: actions, what a seat has seen, positions, results.

It imports only `gin_fast.rules` and the layers below it; nothing here plays.
"""
