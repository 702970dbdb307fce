"""Conversions to and from other programs: cards, actions, observations and players.

`openspiel` is for OpenSpiel's ``gin_rummy``, `rlcard` for RLCard's ``gin-rummy`` and programs built
on it, `challenge` for the Java framework of the Gin Rummy challenge and the Rust crate
``gin-rummy``. None of them needs the other program, except where noted.
"""
