"""Questions to the engines and their answers: sums, faults, rows, evaluations, chances, vectors.

It imports only `gin_fast.strategies` and the layers below it; both engines import it.
"""
