"""Fuzzers: random questions, structs, command lines and damaged files, that nothing may come of
but an answer or a clear refusal.

    python -m tests.fuzz                            all of them, for a minute
    python -m tests.fuzz calls table --seconds 600  two of them, for ten minutes
    python -m tests.fuzz calls --seed 7 --case 31   one case again
    python -m tests.fuzz --sanitized --seconds 3600 all, under AddressSanitizer and UBSan

A case is fixed by the fuzzer, the seed and its number, on every machine. What is found is printed
with the command that shows it again, and the exit code is 1.
"""
