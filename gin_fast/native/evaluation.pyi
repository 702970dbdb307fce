from gin_fast.answers.evaluation import Evaluation
from gin_fast.native.rounds import RoundState
from gin_fast.state.seen import Seen
from gin_fast.strategies.players import StrategyLike

__all__ = ["evaluate", "sample_round"]

def evaluate(
    view: Seen,
    strategy: StrategyLike = "simple",
    opponent: StrategyLike = "simple",
    samples: int = 1000,
    seed: int = 0,
    belief: int = 0,
    *,
    game: bool = True,
) -> tuple[Evaluation, ...]: ...
def sample_round(view: Seen, seed: int, number: int = 0, belief: int = 0) -> RoundState: ...
