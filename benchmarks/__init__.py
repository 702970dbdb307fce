"""Benchmarks. ``python -m benchmarks`` prints the headline numbers, ``python -m benchmarks.peers``
sets others beside, ``pytest benchmarks`` measures every kernel."""
