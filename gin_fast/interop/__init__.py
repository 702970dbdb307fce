"""Other programs' cards, actions, observations and players, in and out: one module for each.

`openspiel` is for OpenSpiel's ``gin_rummy``, `rlcard` for RLCard's ``gin-rummy`` and what was built
on it, `challenge` for the Java framework of the Gin Rummy challenge, with the Rust crate
``gin-rummy``. None of them needs the other program, but where it says so.
"""
