"""Every hand of ten and of eleven cards: counted, and compared with a compiled brute force; and
rounds of every profile by the million.

`python -m tests.exhaustive --help` tells the commands. `sweep.pyx` goes through the hands,
`brute.h` tries all sets of disjoint melds, `count_by_rank.py` counts the hands without looking at
any, and `histograms.json` keeps how many hands there are of each deadwood. `rounds.py` plays rounds
and checks what they score.
"""
