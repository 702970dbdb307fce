from gin_fast.playing import GAME_TALLY
from gin_fast.rules import Rules

__all__ = ["GAME_TALLY", "tally_games"]

def tally_games(
    a: str, b: str, seed: int, start: int, count: int, rules: Rules | str = "modern"
) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
