"""What either engine is asked, and answers with: sums, faults, rows, evaluations, chances, vectors.

It stands on `gin_fast.strategies` and what that stands on; both engines import it.
"""
