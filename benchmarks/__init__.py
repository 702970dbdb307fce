"""Benchmarks. ``python -m benchmarks`` prints the main figures, ``python -m benchmarks.peers``
compares other programs, ``pytest benchmarks`` measures every function on both engines."""
